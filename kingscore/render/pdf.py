"""A drawing as a PDF: vector lines and embedded letters, the same bytes for the same drawing. It lays nothing out."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from kingscore.model.frozen import replace
from kingscore.render.fonts import fonts, registered_font
from kingscore.render.formats import Rendered
from kingscore.sheets.cells import Sheet
from kingscore.sheets.pages import draw
from kingscore.sheets.shapes import Drawing, Fill, Page, Shape, Stroke, Text

AUTHOR = "kingscore"


def sheet_pdf(sheet: Sheet, back: Sequence[Page] = ()) -> Rendered:
    """A sheet with the pages of its back behind it."""
    drawing = draw(sheet, fonts(sheet.template.fonts))
    return Rendered(pdf_of(replace(drawing, pages=(*drawing.pages, *back))), drawing.findings)


def pdf_of(drawing: Drawing) -> bytes:
    """The pages of a drawing; date, identity and order are fixed, so that equal drawings give equal bytes."""
    from reportlab.pdfgen.canvas import Canvas

    font = registered_font("regular").fontName
    for name in dict.fromkeys(("regular", "bold", *(text.face for page in drawing.pages for text in page.texts))):
        # A font remembers which letters it gave to which document; a new document begins with none.
        registered_font(name).state.clear()
    first = drawing.pages[0]
    size = (first.width, first.height)
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=size, invariant=1, initialFontName=font, pageCompression=1)
    canvas.setTitle(drawing.title)
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(drawing.title)
    for page in drawing.pages:
        _draw_page(canvas, page)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _draw_page(canvas: Any, page: Page) -> None:
    canvas.setPageSize((page.width, page.height))
    canvas.setLineCap(1)
    for shape in page.shapes:
        _draw(canvas, shape)


def _draw(canvas: Any, shape: Shape) -> None:
    match shape:
        case Stroke(start, end, width, colour, dash):
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(width)
            canvas.setDash([dash, dash] if dash else [])
            canvas.line(*start, *end)
        case Fill(points, colour):
            path = canvas.beginPath()
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            path.close()
            canvas.setFillColor(colour)
            canvas.drawPath(path, stroke=0, fill=1)
        case Text():
            _write(canvas, shape)


def _write(canvas: Any, text: Text) -> None:
    """A line of text, turned round the point where it begins."""
    canvas.saveState()
    canvas.translate(*text.at)
    if text.angle:
        canvas.rotate(text.angle)
    canvas.setFillColor(text.colour)
    line = canvas.beginText(0, 0)
    line.setFont(registered_font(text.face).fontName, text.size)
    if text.squeeze != 1:
        line.setHorizScale(text.squeeze * 100)
    line.textOut(text.text)
    canvas.drawText(line)
    canvas.restoreState()

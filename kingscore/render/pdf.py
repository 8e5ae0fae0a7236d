"""A drawing as a PDF: vector lines and embedded letters, the same bytes for the same drawing. It lays nothing out."""

from __future__ import annotations

from typing import Any, BinaryIO

from kingscore.render.fonts import registered_font
from kingscore.sheets.shapes import Drawing, Fill, Page, Shape, Stroke, Text

AUTHOR = "kingscore"


def write_pdf(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes the pages of a drawing; date, identity and order are fixed, so that equal drawings give equal bytes."""
    from reportlab.pdfgen.canvas import Canvas

    font = registered_font("regular").fontName
    for name in dict.fromkeys(("regular", "bold", *(text.face for page in drawing.pages for text in page.texts))):
        # A font remembers which letters it gave to which document; a new document begins with none.
        registered_font(name).state.clear()
    first = drawing.pages[0]
    size = (first.width, first.height)
    canvas = Canvas(stream, pagesize=size, invariant=1, initialFontName=font, pageCompression=1)
    canvas.setTitle(drawing.title)
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(drawing.title)
    for page in drawing.pages:
        _draw_page(canvas, page)
        canvas.showPage()
    canvas.save()


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

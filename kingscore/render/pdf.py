"""Sheets, charts and cards of rules as PDF, the same bytes for the same drawing, and as pictures made from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from kingscore.model.findings import Refused, finding
from kingscore.render.fonts import fonts, registered_font
from kingscore.render.formats import Rendered
from kingscore.rulebook import RulesPage
from kingscore.rulebook.leaflet import leaflet
from kingscore.sheets.cells import Sheet
from kingscore.sheets.pages import draw
from kingscore.sheets.shapes import Drawing, Fill, Page, Shape, Stroke, Text

AUTHOR = "kingscore"
#: Dots an inch: sharp on a telephone, and small enough to send.
DPI = 150


def sheet_pdf(sheet: Sheet, back: Sequence[Page] = ()) -> Rendered:
    """A sheet with the pages of its back behind it."""
    drawing = draw(sheet, fonts(sheet.template.fonts))
    return Rendered(pdf_of(replace(drawing, pages=(*drawing.pages, *back))), drawing.findings)


def sheet_png(sheet: Sheet) -> Rendered:
    """A sheet as one picture. Refused: R912."""
    rendered = sheet_pdf(sheet)
    return Rendered(png_of(rendered.content), rendered.findings)


def chart_png(drawing: Drawing) -> bytes:
    """A chart as a picture. Refused: R912."""
    return png_of(pdf_of(drawing))


def cards(pages: tuple[RulesPage, ...], language: str, _width: int = 0) -> Rendered:
    """A card for each page of the rules, in one file."""
    drawings = [leaflet(page, fonts(), language) for page in pages]
    papers = tuple(paper for drawing in drawings for paper in drawing.pages)
    return Rendered(pdf_of(Drawing(drawings[0].title, language, papers)))


def pdf_of(drawing: Drawing) -> bytes:
    """The pages of a drawing; date, identity and order are fixed, so that equal drawings give equal bytes."""
    from reportlab.pdfgen.canvas import Canvas

    font = registered_font("regular").fontName
    for name in dict.fromkeys(("regular", "bold", *(text.face for page in drawing.pages for text in page.texts))):
        # A font remembers which letters it gave to which document; a new document begins with none.
        registered_font(name).state.clear()
    size = (drawing.pages[0].width, drawing.pages[0].height)
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=size, invariant=1, initialFontName=font, pageCompression=1)
    canvas.setTitle(drawing.title)
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(drawing.title)
    for page in drawing.pages:
        canvas.setPageSize((page.width, page.height))
        canvas.setLineCap(1)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


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


def png_of(pdf: bytes, dpi: int = DPI) -> bytes:
    """The pages below each other as a PNG. Refused: R912 where pypdfium2 is not installed."""
    try:
        import pypdfium2
    except ImportError:
        raise Refused(finding("R912"), status=3) from None
    from PIL import Image

    document = pypdfium2.PdfDocument(pdf)
    pages = [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    picture = Image.new("RGB", (max(p.width for p in pages), sum(p.height for p in pages)), "white")
    top = 0
    for page in pages:
        picture.paste(page, (0, top))
        top += page.height
    out = BytesIO()
    picture.quantize(64).save(out, "PNG", optimize=True, dpi=(dpi, dpi))
    document.close()
    return out.getvalue()

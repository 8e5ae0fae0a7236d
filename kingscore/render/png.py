"""A PDF's pages as one picture, for a chat. It needs pypdfium2 and draws nothing itself."""

from __future__ import annotations

from io import BytesIO

from kingscore.model.findings import Refused, finding
from kingscore.render.formats import Rendered
from kingscore.render.pdf import pdf_of, sheet_pdf
from kingscore.sheets.cells import Sheet
from kingscore.sheets.shapes import Drawing

#: Dots an inch: sharp on a telephone, and small enough to send.
DPI = 150


def sheet_png(sheet: Sheet) -> Rendered:
    """A sheet as one picture. Refused: R912."""
    found = sheet_pdf(sheet)
    return Rendered(png_of(found.content), found.findings)


def chart_png(drawing: Drawing) -> bytes:
    """A chart as a picture. Refused: R912."""
    return png_of(pdf_of(drawing))


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

"""Sheets as files and on the screen: one thin renderer a format. They draw what a sheet says and add nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass, replace

if TYPE_CHECKING:
    from kingscore.sheets.cells import Sheet
    from kingscore.sheets.shapes import Page

#: What a sheet can become; a game's own forms (json, king) are written by notation.
FORMATS = ("xlsx", "pdf", "png", "csv", "md", "html")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A sheet in a format: the whole file, and what could not be written as it is (R902)."""

    content: bytes
    findings: tuple[Finding, ...] = ()


def render(sheet: Sheet, to: str, *, dialect: str = "comma", back: Sequence[Page] = ()) -> Rendered:
    """A sheet as a file of a format; on paper, pages for the ``back`` (a card of the rules) follow it.

    Refused: R909 an unknown format or dialect, R912 where pypdfium2 is missing.
    """
    match to:
        case "pdf" | "png":
            return _on_paper(sheet, to, back)
        case "xlsx":
            from kingscore.render.xlsx import workbook

            return Rendered(workbook(sheet))
        case "csv":
            from kingscore.render.csv import csv_text

            return Rendered(csv_text(sheet, dialect).encode("utf-8"))
        case "md":
            from kingscore.render.md import md_text

            return Rendered(md_text(sheet).encode("utf-8"))
        case "html":
            from kingscore.render.html import html_text

            return Rendered(html_text(sheet).encode("utf-8"))
    raise Refused(finding("R909", found=to, expected=FORMATS), status=2)


def _on_paper(sheet: Sheet, to: str, back: Sequence[Page]) -> Rendered:
    from kingscore.render.fonts import fonts
    from kingscore.render.pdf import write_pdf
    from kingscore.sheets.drawing import draw

    drawing = draw(sheet, fonts(sheet.template.fonts))
    drawing = replace(drawing, pages=(*drawing.pages, *back))
    stream = BytesIO()
    write_pdf(drawing, stream)
    content = stream.getvalue()
    if to == "png":
        from kingscore.render.png import png_of

        content = png_of(content)
    return Rendered(content, drawing.findings)

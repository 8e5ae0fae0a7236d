"""Cards of the rules as a PDF, one page each. It lays nothing out and writes no file."""

from __future__ import annotations

from kingscore.render.fonts import fonts
from kingscore.render.formats import Rendered
from kingscore.render.pdf import pdf_of
from kingscore.rulebook import Page
from kingscore.rulebook.leaflet import leaflet
from kingscore.sheets.shapes import Drawing


def cards(pages: tuple[Page, ...], language: str, _width: int = 0) -> Rendered:
    """A card for each page of the rules, in one file; the same bytes for the same rules."""
    drawn = [leaflet(page, fonts(), language) for page in pages]
    papers = tuple(paper for drawing in drawn for paper in drawing.pages)
    return Rendered(pdf_of(Drawing(drawn[0].title, language, papers)))

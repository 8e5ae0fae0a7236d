"""Cards of the rules as a PDF, one page each. It lays nothing out and writes no file."""

from __future__ import annotations

from io import BytesIO

from kingscore.render import Rendered
from kingscore.render.fonts import fonts
from kingscore.render.pdf import write_pdf
from kingscore.rulebook import Page
from kingscore.rulebook.leaflet import card
from kingscore.sheets.shapes import Drawing


def cards(pages: tuple[Page, ...], language: str) -> Rendered:
    """A card for each page of the rules, in one file; the same bytes for the same rules."""
    drawn = [card(page, fonts(), language) for page in pages]
    whole = Drawing(drawn[0].title, language, tuple(paper for drawing in drawn for paper in drawing.pages))
    stream = BytesIO()
    write_pdf(whole, stream)
    return Rendered(stream.getvalue())

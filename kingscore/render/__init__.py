"""Sheets as files and on the screen, each by a thin renderer of its format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingscore.render.formats import Rendered, write

if TYPE_CHECKING:
    from kingscore.model.game import Game
    from kingscore.model.language import Language
    from kingscore.sheets.cells import Sheet
    from kingscore.sheets.shapes import Page

__all__ = ["Rendered", "render", "render_chart"]


def render(sheet: Sheet, to: str, *, dialect: str = "comma", back: Sequence[Page] = ()) -> Rendered:
    """A sheet as a file of a format; on paper, pages for the ``back`` (a card of the rules) follow it.

    Refused: R909 an unknown format or dialect, R912 where pypdfium2 is missing.
    """
    return write(to, "sheet", sheet, dialect=dialect, back=back)


def render_chart(game: Game, to: str, language: Language) -> Rendered:
    """The running totals as a picture. Refused: R909 for a format that is none, R912 without pypdfium2."""
    from kingscore.render.fonts import fonts
    from kingscore.sheets.chart import chart
    from kingscore.sheets.labels import plan_sheet
    from kingscore.sheets.template import Template

    drawing = chart(plan_sheet(game, Template("grid"), language, to_come=False), fonts())
    return write(to, "chart", drawing)._replace(findings=drawing.findings)

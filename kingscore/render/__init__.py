"""Sheets as files and on the screen: one thin renderer a format. They draw what a sheet says and add nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kingscore.render.formats import Rendered, write

if TYPE_CHECKING:
    from kingscore.sheets.cells import Sheet
    from kingscore.sheets.shapes import Page

__all__ = ["Rendered", "render"]


def render(sheet: Sheet, to: str, *, dialect: str = "comma", back: Sequence[Page] = ()) -> Rendered:
    """A sheet as a file of a format; on paper, pages for the ``back`` (a card of the rules) follow it.

    Refused: R909 an unknown format or dialect, R912 where pypdfium2 is missing.
    """
    return write(to, "sheet", sheet, dialect=dialect, back=back)

"""The cells of a table as they stand, whichever file they came from; it opens no file and knows nothing of the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from kingscore.model.frozen import dataclass, replace

#: What a cell holds. ``formula`` is one whose value was not stored; ``fraction`` a number that is not whole, ``large``
#: one of more digits than points ever have.
Kind = Literal["", "text", "number", "fraction", "large", "date", "truth", "error", "formula"]
#: More filled cells than any table of an evening has, and the largest area in which they are looked at.
MOST_FILLED, LARGEST_AREA = 20_000, 400_000
MINUS = "-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{FIGURE DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\ufe63\uff0d"
PLUS = "+\uff0b"
_WHOLE = re.compile(r"([0-9]{1,9})(?:[.,]0{1,2})?")
_GROUPS = re.compile(r"[0-9]{1,3}(?:[ .,'’][0-9]{3}){1,2}")
_LONG = re.compile(r"[0-9]{10,}(?:[.,][0-9]*)?")
_BROKEN = re.compile(r"[0-9]{1,9}[.,][0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell: its text as it is shown, the whole number that it is, the sign written before it."""

    kind: Kind = ""
    text: str = ""
    number: int | None = None
    sign: str = ""

    @property
    def dash(self) -> bool:
        """True for a stroke, a cross or the like, which people put where nothing is to be written."""
        return self.kind == "text" and self.text.casefold() in DASHES

    def marks(self, signs: frozenset[str]) -> int:
        """How many of some signs stand here: ``xx`` is two; 0 where anything else does."""
        text = self.text.casefold().replace(" ", "") if self.kind == "text" else ""
        return len(text) if text and set(text) <= signs else 0


EMPTY = Cell()
CROSSES = frozenset("xх×")
TICKS = frozenset("+✓✔☑√v*•●")
DASHES = frozenset((*MINUS, "--", "---", *CROSSES, "/", ".", "…", "·"))


def text_cell(raw: str) -> Cell:
    """A cell of text, which may be a number as people type it: ``−12,0``, ``+3``, ``(16)``, ``1 300``."""
    text = unicodedata.normalize("NFC", " ".join(raw.split())).strip("\u200b\ufeff\u200e\u200f ")
    if not text:
        return EMPTY
    sign, digits = _signed(text)
    if whole := _WHOLE.fullmatch(digits):
        return Cell("number", text, _with_sign(int(whole[1]), sign), sign)
    if _GROUPS.fullmatch(digits):
        return Cell("number", text, _with_sign(int(re.sub(r"[^0-9]", "", digits)), sign), sign)
    if _LONG.fullmatch(digits):
        return Cell("large", text[:20])
    return Cell("fraction" if _BROKEN.fullmatch(digits) else "text", text)


def _signed(text: str) -> tuple[str, str]:
    if text[0] == "(" and text[-1] == ")":
        return "-", text[1:-1].strip()
    if text[0] in MINUS:
        return "-", text[1:].lstrip()
    return ("+", text[1:].lstrip()) if text[0] in PLUS else ("", text)


def _with_sign(number: int, sign: str) -> int:
    return -number if sign == "-" else number


def number_cell(number: int) -> Cell:
    """A cell of a whole number; one without a minus has no sign, since spreadsheets keep none."""
    return Cell("number", str(number), number, "-" if number < 0 else "")


def letters(column: int) -> str:
    """A column's letters, from 0: ``A``, ``Z``, ``AA``."""
    out = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        out = chr(ord("A") + rest) + out
    return out


@dataclass(frozen=True)
class Page:
    """A table's cells without its empty rows and columns.

    ``rows`` and ``columns`` are the numbers that these have in the file, from 0. ``turned``: rows and columns were
    exchanged, so that ``rows`` are the file's columns.
    """

    name: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[Cell, ...], ...]
    turned: bool = False

    def address(self, row: int, column: int) -> str:
        """A cell's address in the file: ``C7``."""
        down, across = self.rows[row], self.columns[column]
        return f"{letters(down)}{across + 1}" if self.turned else f"{letters(across)}{down + 1}"

    def called(self, row: int) -> str:
        """What a row is called in the file: its number, or the letters of the column that it is there."""
        return letters(self.rows[row]) if self.turned else str(self.rows[row] + 1)

    def line(self, row: int, column: int) -> int:
        """The row of the file, from 1, in which a cell stands."""
        return (self.columns[column] if self.turned else self.rows[row]) + 1

    def turn(self) -> Page:
        """The same table with its rows and columns exchanged."""
        cells = tuple(zip(*self.cells, strict=True))
        return replace(self, rows=self.columns, columns=self.rows, cells=cells, turned=not self.turned)

    def with_columns(self, wanted: Iterable[int]) -> Page:
        """The same table with these columns of the file, empty ones among them."""
        columns = tuple(sorted({*self.columns, *wanted}))
        at = {column: place for place, column in enumerate(self.columns)}
        cells = tuple(tuple(row[at[one]] if one in at else EMPTY for one in columns) for row in self.cells)
        return replace(self, columns=columns, cells=cells)

    def texts(self) -> list[list[str]]:
        """What stands in the file, row by row, empty rows and columns included; nothing of a page that is too large."""
        height, width = max(self.rows, default=-1) + 1, max(self.columns, default=-1) + 1
        if height * width > LARGEST_AREA:
            return []
        out = [[""] * width for _ in range(height)]
        for row, cells in zip(self.rows, self.cells, strict=True):
            for column, cell in zip(self.columns, cells, strict=True):
                out[row][column] = cell.text
        return out

    def without_rows(self, gone: Iterable[int]) -> Page:
        """The same table without these rows of the file."""
        left = set(self.rows).difference(gone)
        spots = {
            (row, column): cell
            for row, cells in zip(self.rows, self.cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
            if row in left
        }
        return page_of(self.name, spots) or self

    def filled(self) -> Iterator[Cell]:
        return (cell for row in self.cells for cell in row if cell.kind)


def page_of(name: str, spots: Mapping[tuple[int, int], Cell]) -> Page | None:
    """A page of the cells that are filled, by row and column from 0. None where there are more than a table has."""
    filled = {at: cell for at, cell in spots.items() if cell.kind}
    rows, columns = _numbers(row for row, _ in filled), _numbers(column for _, column in filled)
    if len(filled) > MOST_FILLED or len(rows) * len(columns) > LARGEST_AREA:
        return None
    cells = tuple(tuple(filled.get((row, column), EMPTY) for column in columns) for row in rows)
    return Page(name, rows, columns, cells)


def _numbers(found: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(found)))

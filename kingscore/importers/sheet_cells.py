"""The cells of sheets: python-calamine reads their values, a bounded pass over their XML what calamine leaves out."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any
from xml.parsers import expat

from kingscore.importers.cells import LARGEST_AREA, MOST_FILLED, TableCell, TablePage, page_of, text_cell

#: Cells, filled, empty or merged, in all sheets together; the rows and columns that a sheet can have; the
#: sheets that are looked at.
MOST_CELLS, MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 1_000_000, 1_048_576, 16_384, 60
_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")

#: The largest area of a sheet that is read, since calamine keeps a place for every empty cell in it.
MOST_PLACES = 10 * LARGEST_AREA
#: The longest text of a cell; lines of a game below a table begin so and may hold a whole variant or a note.
LONGEST_TEXT, LONGEST_LINE, RECORDED = 500, 60_000, ("rules: ", "note: ")
#: The sheet by which a workbook of kingscore is known.
OWN = "kingscore"
#: Where LibreOffice says that a cell shows an error; its value is an empty text then.
_SHOWN_AS = "calcext:value-type"

#: Row and column, from 0.
At = tuple[int, int]


class TooMany(Exception):
    """More of something than any table has, cells where nothing else is said."""


class LargeSheet(Exception):
    """A sheet of which nothing more need be heard."""


class SheetScan:
    """How large a sheet is, and which of its cells hold an error or a formula whose value was not stored."""

    def __init__(self) -> None:
        self.filled = 0
        self.marked: dict[At, TableCell] = {}
        self.rows: list[int] = []
        self.columns: list[int] = []

    @property
    def large(self) -> bool:
        """True if more cells are filled than any table has: the sheet is not looked at."""
        return self.filled > MOST_FILLED

    def fill(self, at: At, last: At) -> None:
        """A filled cell, or several alike down to ``last``. ValueError for a row that stands below a later one, since
        calamine would leave it out."""
        if not (0 <= at[0] <= last[0] < MOST_ROWS and 0 <= at[1] <= last[1] < MOST_COLUMNS):
            raise TooMany
        if self.rows and at[0] < self.rows[1]:
            raise ValueError("rows out of order")
        self.rows = [self.rows[0] if self.rows else at[0], at[0], last[0]]
        self.columns = [min((*self.columns, at[1])), max((*self.columns, last[1]))]
        if (self.rows[2] - self.rows[0] + 1) * (self.columns[1] - self.columns[0] + 1) > MOST_PLACES:
            raise TooMany


class _Listener:
    """A part of a workbook, heard to its end; of its sheets how large they are, and their marked cells."""

    def __init__(self) -> None:
        self.scans: list[SheetScan] = []
        self.cells = 0  # of all sheets together
        self.row, self.column = -1, -1
        self.value = ""
        self.inside = False

    def start(self, name: str, about: dict[str, str]) -> None:
        """An element with its attributes begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        if self.inside and len(self.value) < 20:
            self.value += text.strip()[:20]

    def count(self, cells: int) -> None:
        self.cells += cells
        if self.cells > MOST_CELLS:
            raise TooMany

    def hear(self, raw: bytes) -> None:
        """A part to its end, by names without a namespace. ExpatError for what is no XML, and for a document type,
        which may hold entities."""

        @cache
        def bare(name: str) -> str:
            return name if name == _SHOWN_AS else name.rpartition(":")[2]

        def refuse(*_: object) -> None:
            raise expat.ExpatError("document type declaration")

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = lambda name, about: self.start(bare(name), {bare(k): v for k, v in about.items()})
        parser.EndElementHandler = lambda name: self.end(bare(name))
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = refuse
        parser.Parse(raw, True)


class _XlsxSheets(_Listener):
    def __init__(self) -> None:
        super().__init__()
        self.kind = ""
        self.formula = False

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "row":
            self.row = int(about["r"]) - 1 if "r" in about else self.row + 1
            self.column = -1
        elif name == "c":
            self.row, self.column = at_of(about["r"]) if "r" in about else (self.row, self.column + 1)
            self.kind, self.value, self.formula = about.get("t", ""), "", False
            self.count(1)
            if not (0 <= self.row < MOST_ROWS and 0 <= self.column < MOST_COLUMNS):
                raise TooMany
        elif name == "f":
            self.formula = True
        elif name == "mergeCell":
            first, _, last = about.get("ref", "A1").partition(":")
            (top, left), (bottom, right) = at_of(first), at_of(last or first)
            self.count(abs(bottom - top + 1) * abs(right - left + 1))
        self.inside = name in ("v", "t")

    def end(self, name: str) -> None:
        self.inside = False
        if name != "c" or not (self.value or self.formula):
            return
        at, scan = (self.row, self.column), self.scans[-1]
        scan.fill(at, at)
        scan.filled += 1
        if scan.large:
            raise LargeSheet
        if not self.value:
            scan.marked[at] = TableCell("formula", "=")
        elif self.kind == "e":
            scan.marked[at] = TableCell("error", self.value[:20])


def at_of(address: str) -> At:
    """Row and column of an address: ``C7``. ValueError for what is none."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise ValueError(f"address {address[:20]}")
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1


class Links(_Listener):
    """The links in a part: to other parts, or from a sheet to the part that it is."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}
        self.sheets: list[str] = []
        self.hear(raw)

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "Relationship":
            target = about.get("Target", "").removeprefix("./")
            self.targets[about.get("Id", "")] = target[1:] if target.startswith("/") else f"xl/{target}"
        elif name == "sheet":
            self.sheets.append(about.get("id", ""))


def scan_xlsx(parts: Mapping[str, bytes]) -> list[SheetScan]:
    """The sheets of an XLSX workbook in their order. LookupError where a part is missing."""
    targets = Links(parts["xl/_rels/workbook.xml.rels"]).targets
    by_name = {name.lower(): content for name, content in parts.items()}
    sheets = _XlsxSheets()
    for link in Links(parts["xl/workbook.xml"]).sheets:
        sheets.scans.append(SheetScan())
        sheets.row, sheets.column = -1, -1
        if len(sheets.scans) <= MOST_SHEETS:
            with suppress(LargeSheet):
                sheets.hear(by_name[targets[link].lower()])
    return sheets.scans


class OdsSheets(_Listener):
    """The sheets of an ODS spreadsheet in their order."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.rows, self.columns = 1, 1
        self.about: dict[str, str] = {}
        self.hear(content)

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "table":
            self.scans.append(SheetScan())
            self.row, self.rows = 0, 0
        elif name == "table-row":
            self.row += self.rows
            self.rows, self.column, self.columns = int(about.get("number-rows-repeated", 1)), 0, 0
        elif name in ("table-cell", "covered-table-cell"):
            self.column += self.columns
            self.columns = int(about.get("number-columns-repeated", 1))
            self.about, self.value = about, ""
        elif name == "p":
            self.inside = True

    def end(self, name: str) -> None:
        self.inside = self.inside and name != "p"
        if name not in ("table-cell", "covered-table-cell") or not self.scans:
            return
        if not (self.value or "formula" in self.about or "value-type" in self.about):
            return
        self.count(self.rows * self.columns)
        self.scans[-1].filled += self.rows * self.columns
        if self.scans[-1].large:
            return
        # Of a row of ODS calamine keeps everything before its last cell.
        self.scans[-1].fill((self.row, 0), (self.row + self.rows - 1, self.column + self.columns - 1))
        if self.about.get(_SHOWN_AS) == "error":
            cell = TableCell("error", self.value[:20] or "#")
        elif "formula" in self.about and "value-type" not in self.about:
            cell = TableCell("formula", "=")
        else:
            return
        for row in range(self.row, self.row + self.rows):
            self.scans[-1].marked |= {(row, column): cell for column in range(self.column, self.column + self.columns)}


@dataclass(frozen=True, slots=True)
class SheetCells:
    """A sheet's values as calamine gives them; ``marked`` are cells of which a value does not tell what they hold."""

    name: str
    hidden: bool
    values: Mapping[At, Any]
    marked: Mapping[At, TableCell]

    def page(self) -> TablePage | None:
        """The sheet as a page of a table; None where it holds more than any table does."""
        return page_of(self.name, ((at, self.cell(at)) for at in (*self.values, *self.marked)))

    def text(self, at: At) -> str:
        """What stands in a cell as one line of text; a whole number without its decimals."""
        cell = self.cell(at)
        return "" if cell.kind in ("truth", "formula") else cell.text

    def joined(self, row: int, first: int = 0) -> str:
        """The text that a row holds in parts, from a column on."""
        parts = sorted((column, str(value)) for (at, column), value in self.values.items() if at == row)
        return "".join(text for column, text in parts if column >= first)

    def cell(self, at: At) -> TableCell:
        return self.marked[at] if at in self.marked else cell_of(self.values.get(at, ""))


def values_of(raw: bytes, scans: Sequence[SheetScan]) -> tuple[SheetCells, ...]:
    """Every sheet that is looked at, with the values that calamine reads."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
    about = book.sheets_metadata
    if len(scans) != len(about):
        raise ValueError("sheets")
    own = any(item.name == OWN for item in about)
    out = []
    for at, (item, scan) in enumerate(zip(about, scans, strict=True)):
        hidden = item.visible != SheetVisibleEnum.Visible
        if at >= MOST_SHEETS or scan.large or item.typ != SheetTypeEnum.WorkSheet or (hidden and not own):
            continue
        sheet = book.get_sheet_by_index(at)
        top, left = sheet.start or (0, 0)
        values = {
            (top + row, left + column): value
            for row, cells in enumerate(sheet.to_python(skip_empty_area=True))
            for column, value in enumerate(cells)
            if value != ""
        }
        out.append(SheetCells(item.name[:80], hidden, values, scan.marked))
    if not out and any(scan.large for scan in scans):
        raise TooMany
    return tuple(out)


def cell_of(value: object) -> TableCell:
    """A value as a cell: a number is whole where it is within a billionth of one, since spreadsheets count in binary
    fractions."""
    if isinstance(value, str):
        return text_cell(value[: LONGEST_LINE if value.startswith(RECORDED) else LONGEST_TEXT])
    if isinstance(value, bool):
        return TableCell("truth", str(value).upper())
    if not isinstance(value, int | float):
        day = value.date() if isinstance(value, datetime) else value
        return TableCell("date", str(day))
    if abs(value) >= 10**9:  # infinite ones too
        return TableCell("large", f"{value:.0f}"[:20])
    whole = round(value)
    if abs(Fraction(value) - whole) < Fraction(1, 10**9):
        # One without a minus has no sign, since spreadsheets keep none.
        return TableCell("number", str(whole), whole, "-" if whole < 0 else "")
    # Programs show 15 digits of a number, and keep it a little beside what was typed: -8.300000000000001.
    return TableCell("fraction", f"{value:.15g}"[:20])

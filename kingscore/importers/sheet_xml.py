"""The parts of a workbook's XML that hold cells, read as they stream by; each within bounds, none with entities."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TypeVar
from xml.parsers import expat

from kingscore.importers.cells import Cell, number_cell, text_cell
from kingscore.model.frozen import dataclass

#: Cells, filled, empty or merged, in all pages together; strings; the longest text of a cell.
MOST_CELLS, MOST_STRINGS, LONGEST_TEXT = 1_000_000, 200_000, 500
#: The longest line of a game that stands below its table, and how such lines begin.
LONGEST_LINE, RECORDED = 60_000, ("rules: ", "note: ")
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{0,20})?(?:[eE][+-]?[0-9]{1,3})?")
#: Number formats that a program has without telling them which show days or times.
_DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_ASIDE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')


def _longest(parts: list[str], text: str = "") -> int:
    """How long a text may be: lines of a game below a table may hold a whole variant or a note."""
    return LONGEST_LINE if (parts[0] if parts else text).startswith(RECORDED) else LONGEST_TEXT


class TooMany(Exception):
    """More of something than any table has."""


class Part:
    """Something that hears of a part's elements; names come without their namespace."""

    def start(self, name: str, about: dict[str, str]) -> None:
        """An element begins."""

    def text(self, text: str) -> None:
        """Text inside an element."""

    def end(self, name: str) -> None:
        """An element ends."""


P = TypeVar("P", bound=Part)


def parse(part: P, raw: bytes) -> P:
    """A part heard to its end. ExpatError for what is no XML; a document type makes it none."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, about: part.start(_bare(name), {_bare(k): v for k, v in about.items()})
    parser.EndElementHandler = lambda name: part.end(_bare(name))
    parser.CharacterDataHandler = part.text
    parser.StartDoctypeDeclHandler = _no_doctype
    parser.Parse(raw, True)
    return part


def _bare(name: str) -> str:
    return name.rpartition(":")[2]


def _no_doctype(*_: object) -> None:
    raise expat.ExpatError("document type declaration")


class Workbook(Part):
    """``sheets``: name, link, whether hidden."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, bool]] = []
        self.since_1904 = False

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "sheet":
            hidden = about.get("state", "visible") != "visible"
            self.sheets.append((about.get("name", "")[:80], about.get("id", ""), hidden))
        elif name == "workbookPr":
            self.since_1904 = about.get("date1904", "") in ("1", "true")


class Parts(Part):
    """Where the parts are that a workbook links to, and of what kind they are."""

    def __init__(self) -> None:
        self.targets: dict[str, str] = {}
        self.kinds: dict[str, str] = {}

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "Relationship" and len(self.targets) < 10_000:
            self.targets[about.get("Id", "")] = about.get("Target", "").removeprefix("./")
            self.kinds[about.get("Id", "")] = about.get("Type", "").rpartition("/")[2]


class Strings(Part):
    """The texts that cells share; what tells how a text is spoken is left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.now: list[str] | None = None
        self.inside = False
        self.spoken = False

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "si":
            self.now = []
        elif name == "rPh":
            self.spoken = True
        self.inside = name == "t" and not self.spoken

    def text(self, text: str) -> None:
        if self.inside and self.now is not None and sum(map(len, self.now[:50])) < _longest(self.now, text):
            self.now.append(text[: _longest(self.now, text)])

    def end(self, name: str) -> None:
        self.inside = False
        if name == "rPh":
            self.spoken = False
        elif name == "si" and self.now is not None:
            self.texts.append("".join(self.now)[: _longest(self.now)])
            self.now = None
            if len(self.texts) > MOST_STRINGS:
                raise TooMany


class Styles(Part):
    """Which cell styles show a number as a day or a time."""

    def __init__(self) -> None:
        self.formats: dict[str, str] = {}
        self.dates: set[int] = set()
        self.inside = False
        self.count = 0

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "numFmt" and len(self.formats) < 10_000:
            self.formats[about.get("numFmtId", "")] = about.get("formatCode", "")[:200]
        elif name == "cellXfs":
            self.inside = True
        elif name == "xf" and self.inside:
            if self._shows_a_day(about.get("numFmtId", "0")):
                self.dates.add(self.count)
            self.count += 1

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self.inside = False

    def _shows_a_day(self, number: str) -> bool:
        code = self.formats.get(number)
        if code is None:
            return number.isascii() and number.isdigit() and int(number[:6]) in _DATE_FORMATS
        return any(sign in "dmyhs" for sign in _ASIDE.sub("", code).split(";")[0].lower().replace("general", ""))


@dataclass(frozen=True)
class Dates:
    """The styles that show days, and the day from which a workbook counts them."""

    styles: frozenset[int]
    since_1904: bool

    def shown(self, number: str) -> str:
        """A day as its number stands for it; the number where it is none."""
        try:
            days = int(float(number))
            begin = date(1904, 1, 1) if self.since_1904 else date(1899, 12, 30)
            return (begin + timedelta(days=days)).isoformat()
        except (ValueError, OverflowError):
            return number


class Worksheet(Part):
    """The cells of a page. ``room`` counts the cells of all pages together."""

    def __init__(self, strings: list[str], dates: Dates, room: list[int]) -> None:
        self.strings, self.dates, self.room = strings, dates, room
        self.cells: dict[tuple[int, int], Cell] = {}
        self.row, self.column = -1, -1
        self.about: dict[str, str] = {}
        self.value: list[str] = []
        self.inside = self.formula = False

    def start(self, name: str, about: dict[str, str]) -> None:
        if name == "row":
            self.row = _whole(about.get("r", "")) - 1 if about.get("r") else self.row + 1
            self.column = -1
        elif name == "c":
            self._cell(about)
        elif name == "f":
            self.formula = True
        elif name == "mergeCell":
            self._merged(about.get("ref", ""))
        self.inside = name in ("v", "t")

    def _merged(self, area: str) -> None:
        """Counted, because a program that fills merged cells one by one may run out of memory."""
        corners = [_ADDRESS.fullmatch(corner) for corner in area.split(":")[:2]]
        ends = [(int(found[2]), _column(found[1]) + 1) for found in corners if found is not None]
        if len(ends) == 2:
            self.room[0] += abs(ends[1][0] - ends[0][0] + 1) * abs(ends[1][1] - ends[0][1] + 1)
            if self.room[0] > MOST_CELLS:
                raise TooMany

    def _cell(self, about: dict[str, str]) -> None:
        self.room[0] += 1
        if self.room[0] > MOST_CELLS:
            raise TooMany
        self.about, self.value, self.formula = about, [], False
        found = _ADDRESS.fullmatch(about.get("r", ""))
        if found is not None:
            self.row, self.column = int(found[2]) - 1, _column(found[1])
        else:
            self.column += 1
        if not (0 <= self.row < MOST_ROWS and 0 <= self.column < MOST_COLUMNS):
            raise TooMany

    def text(self, text: str) -> None:
        if self.inside and len(self.value) < LONGEST_TEXT:
            self.value.append(text[: _longest(self.value, text)])

    def end(self, name: str) -> None:
        self.inside = False
        if name == "c":
            cell = self._of("".join(self.value)[: _longest(self.value)])
            if cell.kind:
                self.cells[self.row, self.column] = cell

    def _of(self, value: str) -> Cell:
        kind = self.about.get("t", "n")
        if not value.strip():
            return Cell("formula", "=") if self.formula else Cell()
        if kind == "s":
            return text_cell(self.strings[int(value)] if value.isascii() and value.isdigit() else "")
        if kind in ("str", "inlineStr"):
            return text_cell(value)
        if kind == "b":
            return Cell("truth", "TRUE" if value.strip() == "1" else "FALSE")
        if kind == "e":
            return Cell("error", value[:20])
        if kind == "d":
            return Cell("date", value[:10])
        return self._number(value.strip())

    def _number(self, value: str) -> Cell:
        style = self.about.get("s", "")
        if style.isascii() and style.isdigit() and int(style[:6]) in self.dates.styles:
            return Cell("date", self.dates.shown(value))
        return _number_cell(value)


def _number_cell(value: str) -> Cell:
    """A stored number: whole where it is within a billionth of one, since spreadsheets count in binary fractions."""
    from fractions import Fraction

    if not _NUMBER.fullmatch(value) or abs(_exponent(value)) > 30:
        return Cell("fraction", value[:20])
    exact = Fraction(value)
    whole = round(exact)
    if abs(whole) >= 10**9:
        return Cell("large", value[:20])
    if abs(exact - whole) < Fraction(1, 10**9):
        return number_cell(whole)
    # Programs show 15 digits of a number, and keep it a little beside what was typed: -8.300000000000001.
    return Cell("fraction", f"{float(value):.15g}"[:20])


def _exponent(value: str) -> int:
    return int(value.lower().partition("e")[2] or "0")


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise TooMany
    return int(text)


def _column(text: str) -> int:
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1

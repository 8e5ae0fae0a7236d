"""The cells of a table as they stand, whichever file they came from, and those of a CSV file with its encoding."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kingscore.model.findings import Place, Refused, finding
from kingscore.render.embedded_game import Record, record_of
from kingscore.render.text_tables import unguarded
from kingscore.render.xlsx.formulas import letters

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
class TableCell:
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


EMPTY = TableCell()
CROSSES = frozenset("xх×")
TICKS = frozenset("+✓✔☑√v*•●")
DASHES = frozenset((*MINUS, "--", "---", *CROSSES, "/", ".", "…", "·"))


def text_cell(raw: str) -> TableCell:
    """A cell of text, which may be a number as people type it: ``−12,0``, ``+3``, ``(16)``, ``1 300``."""
    text = unicodedata.normalize("NFC", " ".join(raw.split())).strip("\u200b\ufeff\u200e\u200f ")
    if not text:
        return EMPTY
    sign, digits = "", text
    if text[0] == "(" and text[-1] == ")":
        sign, digits = "-", text[1:-1].strip()
    elif text[0] in MINUS or text[0] in PLUS:
        sign, digits = "-" if text[0] in MINUS else "+", text[1:].lstrip()
    whole = _WHOLE.fullmatch(digits)
    if whole or _GROUPS.fullmatch(digits):
        number = int(whole[1] if whole else re.sub(r"[^0-9]", "", digits))
        return TableCell("number", text, -number if sign == "-" else number, sign)
    if _LONG.fullmatch(digits):
        return TableCell("large", text[:20])
    return TableCell("fraction" if _BROKEN.fullmatch(digits) else "text", text)


@dataclass(frozen=True)
class TablePage:
    """A table's cells without its empty rows and columns.

    ``rows`` and ``columns`` are the numbers that these have in the file, from 0. ``turned``: rows and columns were
    exchanged, so that ``rows`` are the file's columns.
    """

    name: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[TableCell, ...], ...]
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

    def turn(self) -> TablePage:
        """The same table with its rows and columns exchanged."""
        cells = tuple(zip(*self.cells, strict=True))
        return replace(self, rows=self.columns, columns=self.rows, cells=cells, turned=not self.turned)

    def spots(self) -> Iterator[tuple[tuple[int, int], TableCell]]:
        """Every cell with its row and column in the file."""
        for row, cells in zip(self.rows, self.cells, strict=True):
            yield from (((row, column), cell) for column, cell in zip(self.columns, cells, strict=True))

    def texts(self) -> list[list[str]]:
        """What stands in the file, row by row, empty rows and columns included; nothing of a page that is too large."""
        height, width = max(self.rows, default=-1) + 1, max(self.columns, default=-1) + 1
        if height * width > LARGEST_AREA:
            return []
        out = [[""] * width for _ in range(height)]
        for (row, column), cell in self.spots():
            out[row][column] = cell.text
        return out


def page_of(
    name: str, spots: Iterable[tuple[tuple[int, int], TableCell]], more: Iterable[int] = ()
) -> TablePage | None:
    """A page of the cells that are filled, by row and column from 0, with ``more`` columns, which may be empty. None
    where there are more than a table has."""
    filled = {at: cell for at, cell in spots if cell.kind}
    rows, columns = sorted({row for row, _ in filled}), sorted({*more, *(column for _, column in filled)})
    if len(filled) > MOST_FILLED or len(rows) * len(columns) > LARGEST_AREA:
        return None
    cells = tuple(tuple(filled.get((row, column), EMPTY) for column in columns) for row in rows)
    return TablePage(name, tuple(rows), tuple(columns), cells)


#: Tried where a text is not UTF-8: the usual code pages of the languages spoken here.
CODE_PAGES = ("cp1251", "cp1257", "koi8-r", "cp866")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 20_000
#: What a text in Russian or Lithuanian is written with besides ASCII.
USUAL = frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюяąčęėįšųūž–—−«»„“”’…№€♠♥♦♣Σ\u00a0")


def _decoded(raw: bytes, known: Callable[[str], bool]) -> tuple[str, str] | None:
    """The text of a file's bytes and its encoding; ``known`` tells words that tables have. None where it is none."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _whole(raw[len(mark) :], encoding)
    if b"\0" in raw:  # UTF-16 without its mark: its every other byte is zero, where the letters are Latin
        return _whole(raw, "utf-16-le" if raw[1::2].count(0) >= raw[::2].count(0) else "utf-16-be")

    def likelihood(text: tuple[str, str]) -> int:
        """Words that are known speak for a text, words that mix alphabets or cases and strange signs against it."""
        sample = text[0][:_SAMPLE]
        out = -3 * sum(sign > "\x7f" and sign.casefold() not in USUAL for sign in sample)
        for word in _WORD.findall(sample):
            cyrillic = sum("\u0400" <= sign <= "\u04ff" for sign in word)
            mixed = 0 < cyrillic < len(word) or not (word.islower() or word.isupper() or word.istitle())
            out += 10 * known(word) - 3 * mixed
        return out

    if (text := _whole(raw, "utf-8")) is not None:
        return text
    texts = [text for text in (_whole(raw, page) for page in CODE_PAGES) if text is not None]
    return max(texts, key=likelihood, default=None)


def _whole(raw: bytes, encoding: str) -> tuple[str, str] | None:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else (text, encoding)


DELIMITERS = (",", ";", "\t", "|")
#: More rows than any table has; what stands below is not read. More columns than a spreadsheet has.
MOST_ROWS, MOST_COLUMNS = 20_000, 16_384


class CsvPage(NamedTuple):
    """A CSV file's cells, its encoding and delimiter, and the game that kingscore itself wrote below its table."""

    page: TablePage
    encoding: str
    delimiter: str
    record: Record | None = None


def read_csv(raw: bytes, file: str, known: Callable[[str], bool]) -> CsvPage:
    """The cells of a CSV file; ``known`` tells words that tables have.

    Refused: F202 no text, F204 empty, F257 far more than a table, F258 no CSV.
    """
    place = Place(file=file)
    decoded = _decoded(raw, known)
    if decoded is None:
        raise Refused(finding("F202", place=place))
    text, encoding = decoded
    first, _, rest = text.partition("\n")
    stated = first.strip().lower().removeprefix("sep=")  # a first line may say sep=;
    stated = stated if first.lower().startswith("sep=") and stated in DELIMITERS else ""
    body = rest if stated else text
    if not body.strip():
        raise Refused(finding("F204", place=place))
    if body.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml", "<table", "%pdf", "{\\rtf")):
        raise Refused(finding("F258", "foreign", place=place))
    tables = {delimiter: tuple(_records(body, delimiter)) for delimiter in ((stated,) if stated else DELIMITERS)}
    records = {delimiter: record_of(rows) for delimiter, rows in tables.items()}
    delimiter = max(tables, key=lambda sign: (records[sign] is not None, _evenness(tables[sign])))
    record = records[delimiter]
    own = {record.first, *record.places} if record is not None else set()
    rows = [(at + bool(stated), row) for at, row in enumerate(tables[delimiter]) if at not in own]
    page = page_of("", (((r, c), _field(raw[:500])) for r, row in rows for c, raw in enumerate(row) if raw))
    if page is None:
        raise Refused(finding("F257", "cells", place=place))
    return CsvPage(page, encoding, delimiter, record)


def _field(raw: str) -> TableCell:
    """A field of a CSV file; one that is guarded against being a formula is a text."""
    text = unguarded(raw.strip())
    return text_cell(raw) if text is None else TableCell("text", unicodedata.normalize("NFC", " ".join(text.split())))


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
            if number == MOST_ROWS:
                return
            yield row[:MOST_COLUMNS]
    except csv.Error:
        return


def _evenness(rows: tuple[list[str], ...]) -> tuple[int, int]:
    """How well a delimiter parts a text: how many numbers stand in rows of the same number of fields."""
    numbers: Counter[int] = Counter()
    for row in rows:
        numbers[len(row)] += sum(text_cell(field[:40]).kind == "number" for field in row) if len(row) > 1 else 0
    return (max(numbers.values(), default=0), sum(len(row) > 1 for row in rows))

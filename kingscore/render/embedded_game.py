"""The game written below its own table of a CSV file, in rows that say so, and sealed, so that importing finds it.

The rows hold what cells do not: counts, notes, options, who dealt. The seal shows whether anybody has changed a cell.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kingscore.notation.king import write_king
from kingscore.sheets.cells import Sheet

#: What stands first in each row of a record, and what the first of them says: the form, the columns in which the
#: players' points stand, from 1, then the seal.
MARK, FORM = "kingscore", "kingscore-table/1"
_NUMBER = re.compile(r"([-+\N{MINUS SIGN}]?)([0-9]+)(?:[.,]([0-9]+))?")


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it stands in a file: the lines of a game file, and whether the table above is as it was written.

    ``first`` is its row in the file, ``places`` those of its lines, ``columns`` those of the players' points as they
    were written, seat by seat, all from 0.
    """

    lines: tuple[str, ...]
    sealed: bool
    first: int
    places: tuple[int, ...]
    columns: tuple[int, ...] = ()


def record_rows(table: Sequence[Sequence[str]], sheet: Sheet) -> list[list[str]]:
    """The rows to be written below a sheet's table: form, the columns of the points and seal, then a row a line of the
    game, of a blank sheet's before its first deal. Nothing where the sheet shows no game at all."""
    if sheet.game is None:
        return []
    lines = write_king(sheet.game).rstrip("\n").split("\n")
    columns = [str(at) for at, column in enumerate(sheet.entries.columns, 1) if column.holds == "points"]
    return [[MARK, " ".join((FORM, *columns, _seal(table, lines)))], *([MARK, line] for line in lines)]


def record_of(rows: Sequence[Sequence[str]]) -> Record | None:
    """The record in the rows of a file. None where there is none, or it is of a form that is not known."""
    first = next((at for at, row in enumerate(rows) if _of_record(row, FORM + " ")), None)
    if first is None:
        return None
    places = tuple(at for at, row in enumerate(rows) if at > first and _of_record(row))
    lines = tuple(rows[at][1] if len(rows[at]) > 1 else "" for at in places)
    own = {first, *places}
    table = [row for at, row in enumerate(rows) if at not in own]
    *columns, seal = rows[first][1].split()[1:] or [""]
    numbers = [int(word) - 1 for word in columns if word.isascii() and word.isdigit() and len(word) < 4]
    # Columns that are no row of columns are none.
    whole = len(numbers) == len(columns) and numbers == sorted({at for at in numbers if at >= 0})
    return Record(lines, seal == _seal(table, lines), first, places, tuple(numbers) if whole else ())


def _of_record(row: Sequence[str], begun: str = "") -> bool:
    return bool(row) and row[0].strip() == MARK and "".join(row[1:2]).startswith(begun)


def _seal(table: Iterable[Sequence[str]], lines: Sequence[str]) -> str:
    """A short sum over what stands there. Saving it again with a spreadsheet program, which writes numbers and empty
    fields in its own way, changes nothing in it."""
    rows = [list(map(_plain, row)) for row in (*table, *([line] for line in lines))]
    text = "\n".join("\t".join(row).rstrip("\t") for row in rows if any(row))
    return f"#{zlib.crc32(text.encode('utf-8', 'replace')):08x}"


def _plain(field: str) -> str:
    text = unicodedata.normalize("NFC", " ".join(field.split()))
    number = _NUMBER.fullmatch(text)
    if not number:
        return text
    sign = "" if number[1] in ("", "+") else "-"
    whole, broken = number[2].lstrip("0") or "0", (number[3] or "").rstrip("0")
    return sign + whole + (f".{broken}" if broken else "")

"""A sheet as CSV: a byte-order mark so that spreadsheets know the letters, plain numbers. No sums of its own."""

from __future__ import annotations

import csv
import io

from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.render.embedded_game import points_columns, record_lines, record_rows
from kingscore.render.rows import heads, rows
from kingscore.sheets.cells import Cell, Sheet


@dataclass(frozen=True, slots=True)
class Dialect:
    """What stands between two fields, and before the decimals of an amount."""

    between: str
    decimal: str = "."


#: Spreadsheets of languages with a decimal comma want the semicolon.
DIALECTS = {"comma": Dialect(","), "semicolon": Dialect(";", ","), "tab": Dialect("\t")}
BYTE_ORDER_MARK = "\ufeff"


def csv_text(sheet: Sheet, dialect: str = "comma") -> str:
    """The sheet's blocks one below the other, an empty line between, below them the game itself if there is one.

    Refused: R909 for an unknown dialect.
    """
    if dialect not in DIALECTS:
        raise Refused(finding("R909", "dialect", found=dialect, expected=tuple(DIALECTS)), status=2)
    table = _table(sheet, DIALECTS[dialect].decimal)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=DIALECTS[dialect].between, lineterminator="\r\n")
    writer.writerows((*table, *record_rows(table, record_lines(sheet), points_columns(sheet))))
    return BYTE_ORDER_MARK + out.getvalue()


def tsv_text(sheet: Sheet) -> str:
    """The same with tabs between the fields."""
    return csv_text(sheet, "tab")


def _table(sheet: Sheet, decimal: str) -> list[list[str]]:
    out: list[list[str]] = []
    for number, block in enumerate(sheet.blocks):
        if number:
            out.append([])
        if block.title:
            out.append([block.title])
        if block.head:
            out.append(list(heads(block)))
        out += [[_field(cell, decimal) for cell in row] for row in rows(block)[block.head :]]
    return out


def _field(cell: Cell | None, decimal: str) -> str:
    """A number with a hyphen for its minus, as other programs read it; a text as it is."""
    if cell is None:
        return ""
    return str(cell.number) if cell.number is not None else cell.amount.replace(".", decimal) or cell.text

"""A sheet as CSV: a byte-order mark so that spreadsheets know the letters, plain numbers. No sums of its own."""

from __future__ import annotations

import csv
import io

from kingscore.findings import Refused, finding
from kingscore.render.rows import heads, rows
from kingscore.sheet.cells import Cell, Sheet

#: What stands between two fields; spreadsheets of languages with a decimal comma want the semicolon.
DIALECTS = {"comma": ",", "semicolon": ";", "tab": "\t"}
BYTE_ORDER_MARK = "\ufeff"


def csv_text(sheet: Sheet, dialect: str = "comma") -> str:
    """The sheet's blocks one below the other, an empty line between. Refused: R909 for an unknown dialect."""
    if dialect not in DIALECTS:
        raise Refused(finding("R909", "dialect", found=dialect, expected=tuple(DIALECTS)), status=2)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=DIALECTS[dialect], lineterminator="\r\n")
    for number, block in enumerate(sheet.blocks):
        if number:
            writer.writerow([])
        if block.title:
            writer.writerow([block.title])
        if block.head:
            writer.writerow(heads(block))
        for row in rows(block)[block.head :]:
            writer.writerow([_field(cell) for cell in row])
    return BYTE_ORDER_MARK + out.getvalue()


def _field(cell: Cell | None) -> str:
    """A number with a hyphen for its minus, as other programs read it; a text as it is."""
    if cell is None:
        return ""
    return str(cell.number) if cell.number is not None else cell.amount or cell.text

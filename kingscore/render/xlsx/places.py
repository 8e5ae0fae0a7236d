"""Where the blocks of a sheet stand in a workbook: triangles round a middle, the other blocks below each other."""

from __future__ import annotations

from kingscore.render.xlsx.formulas import WRAP, Places, Spot
from kingscore.sheets.cells import Block, Sheet

#: Rows above the first block: title, subtitle, an empty one.
ABOVE = 3
#: Rows and columns of three by three in which a table of so many sits, clockwise; the middle is free.
SEATS = {
    3: ((2, 1), (0, 0), (0, 2)),
    4: ((2, 1), (1, 0), (0, 1), (1, 2)),
    5: ((2, 1), (1, 0), (0, 0), (0, 2), (1, 2)),
    6: ((2, 1), (2, 0), (0, 0), (0, 1), (0, 2), (2, 2)),
}


def places_of(sheet: Sheet, pages: tuple[str, ...]) -> Places:
    """A place for every block; the grid that fills the others has a page of its own."""
    spots = _round_a_middle(sheet) if sheet.layout == "triangle" else _below_each_other(sheet)
    return Places(sheet, spots, pages)


def _below_each_other(sheet: Sheet) -> tuple[Spot, ...]:
    out, row = [], ABOVE
    for block in sheet.blocks:
        if block.kind == "entries":
            out.append(Spot(1, ABOVE, 0, block.rows))
            continue
        out.append(Spot(0, row, 0, block.rows))
        row += block.rows + 2
    return tuple(out)


def lines(block: Block) -> int:
    """How many rows a triangle's block takes, its name's row left aside."""
    return -(-len(block.columns) // WRAP) * block.rows


def _round_a_middle(sheet: Sheet) -> tuple[Spot, ...]:
    """Blocks of wrapped cells, each below the row of its player's name, and where they stand in the middle."""
    sectors = [block for block in sheet.blocks if block.kind == "sector"]
    high = max(*map(lines, sectors), len(sectors) + 1) + 2
    seats = SEATS[len(sectors)]
    out, seat = [], 0
    for block in sheet.blocks:
        if block.kind == "sector":
            down, across = seats[seat]
            out.append(Spot(0, ABOVE + down * high + 1, across * (WRAP + 1), block.rows, WRAP))
            seat += 1
        elif block.kind == "entries":
            out.append(Spot(1, ABOVE, 0, block.rows))
        else:
            out.append(Spot(0, ABOVE + high + 1, WRAP + 1, block.rows))
    return tuple(out)

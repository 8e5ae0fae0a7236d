"""A block of a sheet as rows of cells for formats that have no spans. It formats nothing."""

from __future__ import annotations

from kingscore.sheets.cells import Block, Cell

#: What follows a player's name over the column of his running totals.
RUNNING = "Σ"


def rows(block: Block) -> tuple[tuple[Cell | None, ...], ...]:
    """Each row with a place for every column; what a span covers is None."""
    found = {(cell.row, cell.column): cell for cell in block.cells}
    return tuple(tuple(found.get((row, column)) for column in range(len(block.columns))) for row in range(block.rows))


def heads(block: Block) -> tuple[str, ...]:
    """The head as one text a column: the running totals' columns repeat the player's name."""
    out: list[str] = []
    for at, column in enumerate(block.columns):
        cell = block.at(0, at)
        if cell is None and column.holds == "running" and out:
            out.append(f"{out[-1]} {RUNNING}".strip())
        else:
            out.append("" if cell is None else cell.shown)
    return tuple(out)

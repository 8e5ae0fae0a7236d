"""Where the players stand: penalties, premiums, total and place of each, below the triangles and personal grids."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.game import Row
from kingscore.sheets.cells import Area, Block, Cell, Column, Formula
from kingscore.sheets.grid import Grid, plan
from kingscore.sheets.grid_deals import tone_of
from kingscore.sheets.grid_sums import side_formula, total_formula
from kingscore.sheets.labels import Making, row_of, sides


def standing_block(making: Making, own: int, entries: int) -> Block:
    """A row a player; the block is number ``own`` of its sheet, the grid that it sums up number ``entries``."""
    grid = plan(making)
    keys = (*(sides(making) if len(sides(making)) == 2 else ()), "total", "place")
    cells = [Cell(0, 0, "head", making.word("column.player"))]
    cells += [Cell(0, at, "head", making.word(f"sum.{key}")) for at, key in enumerate(keys, 1)]
    for seat in grid.seats:
        cells.append(Cell(seat + 1, 0, "label", making.game.players[seat], formula=_name(grid, seat, entries)))
        cells += _cells(grid, seat, keys, own, entries)
    columns = (Column("player", None, 30, "left"), *(Column(key, None, 14) for key in keys))
    return Block("", columns, len(grid.seats) + 1, tuple(cells), 1, None, "standing", (0,))


def _name(grid: Grid, seat: int, entries: int) -> Formula:
    """The name as it is written in the grid's head."""
    at = grid.points_at(seat)
    return Formula("copy", (Area(0, at, 0, at, entries),))


def _cells(grid: Grid, seat: int, keys: tuple[str, ...], own: int, entries: int) -> Iterator[Cell]:
    making, row = grid.making, seat + 1
    for at, key in enumerate(keys, 1):
        number = _found(making, key)[seat]
        if key == "place":
            total = at - 1
            among = tuple(Area(s + 1, total, s + 1, total, own) for s in grid.seats)
            by_total = not making.rules.lower_title_wins_ties
            formula = Formula("place", (among[seat],), among=among) if by_total else None
            yield Cell(row, at, "place", number=number, formula=formula)
        elif key == "total":
            formula = total_formula(grid, seat, entries)
            yield Cell(row, at, "total", number=number, style="signed", tone=tone_of(number), formula=formula)
        else:
            formula = side_formula(grid, seat, key, entries)
            yield Cell(row, at, "sums", number=number, style="signed", formula=formula)


def _found(making: Making, key: str) -> Row:
    """A number a seat, None for each before the first deal."""
    table = making.table
    known: dict[str, Row | None] = {
        "penalty": table.penalties,
        "premium": table.premiums,
        "total": table.totals,
        "place": table.places,
    }
    return row_of(known[key] if making.game.deals else None, len(making.game.players))

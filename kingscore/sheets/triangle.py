"""The triangles: a block a player with a cell for each deal or each contract he may declare. It knows no geometry.

Where the contracts are declared (Lithuanian source), a cell is crossed out when its contract was declared, and two
cells hold the running totals of penalties and premiums, the older numbers struck through. In a fixed order each deal
has its cell with its points and the running total.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.game import playing
from kingscore.scoring.schedule import declared_by
from kingscore.sheets.cells import Area, Block, Cell, Column, Formula, Style
from kingscore.sheets.grid import DealRow, Grid, Section, deal_rows, plan
from kingscore.sheets.grid_deals import OUT, UNKNOWN, tone_of, written
from kingscore.sheets.grid_sums import side_formula
from kingscore.sheets.labels import Making, short_name, sides

LABEL, POINTS, RUNNING = 0, 1, 2


def triangle_blocks(making: Making, entries: int) -> tuple[Block, ...]:
    """A block for each seat, clockwise; ``entries`` is the number of the grid from which a workbook fills them."""
    make = _declared_block if making.rules.schedule.kind == "declared" else _dealt_block
    return tuple(make(making, seat, entries) for seat in range(making.rules.table))


def _dealt_block(making: Making, seat: int, entries: int) -> Block:
    """A column a deal: what it is about, the points, the running total."""
    grid = plan(making)
    deals = [(section, deal) for section in grid.sections for deal in section.deals]
    cells = [cell for at, deal in enumerate(deals) for cell in _deal_cells(grid, deal, seat, at, entries)]
    columns = tuple(Column("deal", seat) for _ in deals)
    return Block(making.game.players[seat], columns, 3, tuple(cells), 1, seat, "sector")


def _deal_cells(grid: Grid, placed: tuple[Section, DealRow], seat: int, at: int, entries: int) -> Iterator[Cell]:
    section, deal = placed
    label = "" if deal.contract is None else short_name(grid.making, deal.contract)
    yield Cell(LABEL, at, "head", f"{deal.number} {label}".rstrip())
    column = grid.points_at(seat)
    there = Formula("copy", (Area(deal.row, column, deal.row, column, entries),))
    points = written(grid, section, deal) if deal.line is not None else None
    if points is not None and points[seat] is None:
        yield Cell(POINTS, at, "entry", UNKNOWN, tone="wrong", formula=there)
    else:
        out = points is not None and not points[seat] and seat not in playing(grid.making.game, deal.number)
        text = OUT if out else ""
        number = None if points is None or out else points[seat]
        style: Style = "plain" if grid.counted(deal.contract) else "signed"
        yield Cell(POINTS, at, "entry", text, number, style=style, tone="out" if out else "", formula=there)
    running = deal.line.running if deal.line is not None else None
    total = running[seat] if running is not None else None
    beside = Formula("copy", (Area(deal.row, column + 1, deal.row, column + 1, entries),))
    yield Cell(RUNNING, at, "running", number=total, style="signed", tone=tone_of(total), formula=beside)


def _declared_block(making: Making, seat: int, entries: int) -> Block:
    """A column a contract, as often as it may be declared, then the two of the totals."""
    cells = list(_declarable(making, seat, entries))
    for at, side in enumerate(sides(making), len(cells)):
        cells += _side_cells(making, seat, side, at, entries)
    columns = tuple(Column("contract", seat) for _ in range(cells[-1].column + 1))
    return Block(making.game.players[seat], columns, 2, tuple(cells), 1, seat, "sector")


def _declarable(making: Making, seat: int, entries: int) -> Iterator[Cell]:
    done = declared_by(making.game)
    at = 0
    for contract_id, times in making.rules.schedule.quota:
        contract = making.rules.contract(contract_id)
        label = contract_id if contract is None else short_name(making, contract)
        for time in range(1, times + 1):
            crossed = not making.blank and done[seat, contract_id] >= time
            formula = Formula("declared", (), seat=seat, named=contract_id, time=time, block=entries)
            yield Cell(LABEL, at, "label", label, crossed=crossed, formula=formula)
            at += 1


def _side_cells(making: Making, seat: int, side: str, at: int, entries: int) -> Iterator[Cell]:
    """The running total of one side: each number that was written, the newest last and not struck through."""
    written: list[int] = []
    for deal in deal_rows(making):
        points = deal.line.points if deal.line is not None else None
        if points is not None and deal.side == side and points[seat]:
            written.append((written[-1] if written else 0) + points[seat])
    yield Cell(LABEL, at, "head", making.word(f"sum.{side}"))
    newest = written[-1] if written else None
    formula = side_formula(plan(making), seat, side, entries)
    yield Cell(
        POINTS,
        at,
        "running",
        number=newest,
        style="signed",
        tone=tone_of(newest),
        struck=tuple(written[:-1]),
        formula=formula,
    )

"""The blocks of each player: his triangle, or his personal grid (last table of the Lithuanian source).

Where contracts are declared, a cell of a triangle is crossed out when its contract was, and two cells hold the running
totals of penalties and premiums, the older numbers struck through; in a fixed order each deal has its cell with its
points and the running total. In a personal grid a row a declarer says what the player got when that one declared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kingscore.model.game import playing
from kingscore.scoring.schedule import declared_by
from kingscore.sheets.cells import Area, Block, Cell, Column, Formula, Role, Style, Tone
from kingscore.sheets.grid import OUT, UNKNOWN, DealRow, Grid, Section, deal_rows, row_written, tone_of
from kingscore.sheets.labels import SheetPlan, declarer_seat, short_name, sides
from kingscore.sheets.totals import sum_formula

#: The rows of a triangle's cell.
LABEL, POINTS, RUNNING = 0, 1, 2


class DeclarationSlot(NamedTuple):
    """A contract that may be declared, the how-manieth time it is for each declarer, and its side."""

    contract: str
    time: int
    label: str
    side: str


def _slots(plan: SheetPlan) -> tuple[DeclarationSlot, ...]:
    """Every contract as often as it may be declared."""
    out = []
    for contract_id, times in plan.rules.schedule.quota:
        contract = plan.rules.contract(contract_id)
        label = contract_id if contract is None else short_name(plan, contract)
        side = "" if contract is None else "penalty" if contract.penalty else "premium"
        out += [DeclarationSlot(contract_id, time, label, side) for time in range(1, times + 1)]
    return tuple(out)


def triangle_blocks(grid: Grid) -> tuple[Block, ...]:
    """A block for each seat, clockwise, filled from the grid: a column a deal, or one for each contract that may be
    declared and the two of the totals."""
    if grid.plan.rules.schedule.kind != "declared":
        deals = [(section, deal) for section in grid.sections for deal in section.deals]
        return tuple(
            _sector(grid, seat, 3, [c for at, deal in enumerate(deals) for c in _deal_cells(grid, *deal, seat, at)])
            for seat in grid.seats
        )
    return tuple(_sector(grid, seat, 2, [*_declared_cells(grid, seat)]) for seat in grid.seats)


def _sector(grid: Grid, seat: int, rows: int, cells: list[Cell]) -> Block:
    columns = (Column("deal" if rows == 3 else "contract", seat),) * (cells[-1].column + 1 if cells else 0)
    return Block(grid.plan.sitters(seat), columns, rows, tuple(cells), 1, seat, "sector")


def _deal_cells(grid: Grid, section: Section, deal: DealRow, seat: int, at: int) -> Iterator[Cell]:
    """What a deal is about, the points, the running total."""
    label = "" if deal.contract is None else short_name(grid.plan, deal.contract)
    yield Cell(LABEL, at, "head", f"{deal.number} {label}".rstrip())
    column = grid.points_at(seat)
    there = Formula("copy", (grid.down(column, deal.row),))
    points = row_written(grid, section, deal)[seat] if deal.line is not None else None
    text = ""
    tone: Tone = ""
    if deal.line is not None and points is None:
        text, tone = UNKNOWN, "wrong"
    elif deal.line is not None and not points and seat not in playing(grid.plan.game, deal.number):
        text, tone, points = OUT, "out", None
    style: Style = "plain" if grid.counted(deal.contract) else "signed"
    yield Cell(POINTS, at, "entry", text, points, style=style, tone=tone, formula=there)
    running = deal.line.running if deal.line is not None else None
    total = running[seat] if running is not None else None
    beside = Formula("copy", (grid.down(column + 1, deal.row),))
    yield Cell(RUNNING, at, "running", number=total, style="signed", tone=tone_of(total), formula=beside)


def _declared_cells(grid: Grid, seat: int) -> Iterator[Cell]:
    """The contracts that a player may declare, then the running totals of both sides: each number as it was written,
    the newest not struck through."""
    plan, slots = grid.plan, _slots(grid.plan)
    for at, slot in enumerate(slots):
        yield _slot_cell(grid, seat, at, slot, "label")
    for at, side in enumerate(sides(plan), len(slots)):
        written: list[int] = []
        for deal in deal_rows(plan):
            points = deal.line.points if deal.line is not None else None
            if points is not None and deal.side == side and points[seat]:
                written.append((written[-1] if written else 0) + points[seat])
        yield Cell(LABEL, at, "head", plan.word(f"sum.{side}"))
        yield Cell(
            POINTS,
            at,
            "running",
            number=written[-1] if written else None,
            style="signed",
            tone=tone_of(written[-1] if written else None),
            struck=tuple(written[:-1]),
            formula=sum_formula(grid, seat, side),
        )


def _slot_cell(grid: Grid, seat: int, at: int, slot: DeclarationSlot, role: Role) -> Cell:
    """A contract's name, crossed out once it was declared so often, by the player where each has his own."""
    plan = grid.plan
    declarer = seat if plan.rules.schedule.kind == "declared" else None
    crossed = not plan.blank and declared_by(plan.game)[declarer, slot.contract] >= slot.time
    formula = Formula("declared", (), seat=seat, named=slot.contract, time=slot.time, block=grid.number)
    # Whoever declared is known by his name, which a formula cannot find where others sat on the seat as well.
    return Cell(LABEL, at, role, slot.label, crossed=crossed, formula=None if plan.game.seated else formula)


@dataclass(frozen=True)
class Personal:
    """A player's grid to be filled: its columns, and his points by declarer, contract and time."""

    grid: Grid
    seat: int
    slots: tuple[DeclarationSlot, ...]
    points: dict[tuple[int | None, str, int], int]

    def total(self, side: str = "", declarer: int | None = None) -> int | None:
        """The points of one side and of one declarer, or of all; None where there are none."""
        of_side = {slot.contract for slot in self.slots if side in ("", slot.side)}
        amounts = [
            points
            for (by, contract, _), points in self.points.items()
            if contract in of_side and declarer in (None, by)
        ]
        return sum(amounts) if amounts else None


def personal_blocks(grid: Grid) -> tuple[Block, ...]:
    """A block a seat, the first number 0, filled from the grid."""
    slots = tuple(slot for slot in _slots(grid.plan) if slot.side)
    return tuple(_personal_block(Personal(grid, seat, slots, _points(grid.plan, seat))) for seat in grid.seats)


def _points(plan: SheetPlan, seat: int) -> dict[tuple[int | None, str, int], int]:
    """What a seat got where it played, by who declared, the contract, and for the how-manieth time."""
    times: Counter[tuple[int | None, str]] = Counter()
    points = {}
    for deal in deal_rows(plan):
        if deal.deal is None or deal.line is None or deal.line.points is None:
            continue
        key = (declarer_seat(plan, deal.number), deal.deal.contract)
        times[key] += 1
        if deal.line.points[seat] or seat in playing(plan.game, deal.number):
            points[*key, times[key]] = deal.line.points[seat]
    return points


def _personal_block(own: Personal) -> Block:
    plan, seats, both = own.grid.plan, len(own.grid.seats), sides(own.grid.plan)
    cells = [Cell(0, 0, "name", plan.sitters(own.seat), formula=Formula("player", (), seat=own.seat))]
    cells += [_slot_cell(own.grid, own.seat, at, slot, "head") for at, slot in enumerate(own.slots, 1)]
    cells += [Cell(0, at, "head", plan.word(f"sum.{side}")) for at, side in enumerate(both, len(own.slots) + 1)]
    for declarer in range(seats):
        cells += _declarer_row(own, declarer)
    cells += _sum_row(own, seats + 1)
    columns = (
        Column("declarer", None, 18, "left"),
        *(Column("contract", own.seat, 10) for _ in own.slots),
        *(Column(side, own.seat, 11) for side in both),
    )
    name = plan.sitters(own.seat)
    return Block(name, columns, seats + 2, tuple(cells), 1, own.seat, "personal", (0, seats))


def _declarer_row(own: Personal, declarer: int) -> Iterator[Cell]:
    """What the player got in the deals of one declarer."""
    row, grid = declarer + 1, own.grid
    yield Cell(row, 0, "label", grid.plan.sitters(declarer), formula=Formula("player", (), seat=declarer))
    for at, slot in enumerate(own.slots, 1):
        formula = Formula(
            "got",
            (grid.down(own.seat, 0),),
            seat=declarer,
            named=slot.contract,
            time=slot.time,
            block=grid.number,
        )
        got = own.points.get((declarer, slot.contract, slot.time))
        yield Cell(row, at, "entry", number=got, formula=None if grid.plan.game.seated else formula)
    for at, side in enumerate(sides(grid.plan), len(own.slots) + 1):
        across = [column for column, slot in enumerate(own.slots, 1) if slot.side == side]
        area = (Area(row, across[0], row, across[-1], own.seat),)
        formula = Formula("sum", area, when=area)
        yield Cell(row, at, "sums", number=own.total(side, declarer), style="signed", formula=formula)


def _sum_row(own: Personal, row: int) -> Iterator[Cell]:
    """The player's penalties and premiums over all declarers, and his total over the columns before them."""
    both, first, total = sides(own.grid.plan), len(own.slots) + 1, own.total()
    below = tuple(Area(row, first + at, row, first + at, own.seat) for at in range(len(both)))
    yield Cell(row, 0, "total", own.grid.plan.word("sum.total"))
    yield Cell(
        row,
        1,
        "total",
        number=total,
        columns=len(own.slots),
        style="signed",
        tone=tone_of(total),
        formula=Formula("sum", below, when=below),
    )
    for at, side in enumerate(both, first):
        area = (Area(1, at, row - 1, at, own.seat),)
        formula = Formula("sum", area, when=area)
        yield Cell(row, at, "sums", number=own.total(side), style="signed", formula=formula)

"""The personal grids: one a player, a column a contract, a row a declarer (last table of the Lithuanian source).

In the row of a declarer stands what the player got when that one declared; a player crosses out the contracts that he
has declared himself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kingscore.model.frozen import dataclass
from kingscore.model.game import playing
from kingscore.scoring.schedule import declared_by
from kingscore.sheets.cells import Area, Block, Cell, Column, Formula
from kingscore.sheets.grid import deal_rows
from kingscore.sheets.grid_deals import tone_of
from kingscore.sheets.labels import Making, declarer_seat, short_name, sides


@dataclass(frozen=True)
class Slot:
    """A column: a contract, the how-manieth of its kind for each declarer, its side."""

    contract: str
    time: int
    label: str
    side: str


@dataclass(frozen=True)
class Personal:
    """A player's grid in the making: its columns, and his points by declarer, contract and time."""

    making: Making
    seat: int
    slots: tuple[Slot, ...]
    points: dict[tuple[int | None, str, int], int]
    own: int
    entries: int

    @property
    def sides(self) -> tuple[str, ...]:
        return sides(self.making)

    def columns_of(self, side: str) -> tuple[int, ...]:
        return tuple(at for at, slot in enumerate(self.slots, 1) if slot.side == side)


def personal_blocks(making: Making, entries: int) -> tuple[Block, ...]:
    """A block a seat, the first number 0; ``entries`` is the number of the grid from which a workbook fills them."""
    slots = tuple(_slots(making))
    return tuple(
        _block(Personal(making, seat, slots, _points(making, seat), seat, entries))
        for seat in range(making.rules.table)
    )


def _slots(making: Making) -> Iterator[Slot]:
    for contract_id, times in making.rules.schedule.quota:
        contract = making.rules.contract(contract_id)
        if contract is not None:
            for time in range(1, times + 1):
                side = "penalty" if contract.penalty else "premium"
                yield Slot(contract_id, time, short_name(making, contract), side)


def _points(making: Making, seat: int) -> dict[tuple[int | None, str, int], int]:
    """What a seat got where it played, by who declared, the contract, and for the how-manieth time."""
    times: Counter[tuple[int | None, str]] = Counter()
    found = {}
    for deal in deal_rows(making):
        if deal.deal is None or deal.line is None or deal.line.points is None:
            continue
        key = (declarer_seat(making, deal.number), deal.deal.contract)
        times[key] += 1
        if deal.line.points[seat] or seat in playing(making.game, deal.number):
            found[*key, times[key]] = deal.line.points[seat]
    return found


def _block(grid: Personal) -> Block:
    seats = grid.making.rules.table
    cells = [*_head(grid)]
    for declarer in range(seats):
        cells += _row(grid, declarer)
    cells += _sums(grid, seats + 1)
    columns = (
        Column("declarer", None, 18, "left"),
        *(Column("contract", grid.seat, 10) for _ in grid.slots),
        *(Column(side, grid.seat, 11) for side in grid.sides),
    )
    name = grid.making.game.players[grid.seat]
    return Block(name, columns, seats + 2, tuple(cells), 1, grid.seat, "personal", (0, seats))


def _head(grid: Personal) -> Iterator[Cell]:
    making = grid.making
    done = declared_by(making.game)
    seat = grid.seat if making.rules.schedule.kind == "declared" else None
    yield Cell(0, 0, "name", making.game.players[grid.seat], formula=Formula("player", (), seat=grid.seat))
    for at, slot in enumerate(grid.slots, 1):
        crossed = not making.blank and done[seat, slot.contract] >= slot.time
        formula = Formula("declared", (), seat=grid.seat, named=slot.contract, time=slot.time, block=grid.entries)
        yield Cell(0, at, "head", slot.label, crossed=crossed, formula=formula)
    for at, side in enumerate(grid.sides, len(grid.slots) + 1):
        yield Cell(0, at, "head", making.word(f"sum.{side}"))


def _row(grid: Personal, declarer: int) -> Iterator[Cell]:
    """What the player got in the deals of one declarer."""
    row = declarer + 1
    yield Cell(row, 0, "label", grid.making.name(declarer), formula=Formula("player", (), seat=declarer))
    for at, slot in enumerate(grid.slots, 1):
        number = grid.points.get((declarer, slot.contract, slot.time))
        formula = Formula(
            "got",
            (Area(0, grid.seat, 0, grid.seat, grid.entries),),
            seat=declarer,
            named=slot.contract,
            time=slot.time,
            block=grid.entries,
        )
        yield Cell(row, at, "entry", number=number, formula=formula)
    yield from _row_sums(grid, row)


def _row_sums(grid: Personal, row: int) -> Iterator[Cell]:
    for at, side in enumerate(grid.sides, len(grid.slots) + 1):
        found = [
            points
            for (declarer, contract, time), points in grid.points.items()
            if declarer == row - 1 and any(s.side == side for s in grid.slots if s.contract == contract)
        ]
        across = grid.columns_of(side)
        area = (Area(row, across[0], row, across[-1], grid.own),)
        yield Cell(
            row,
            at,
            "sums",
            number=sum(found) if found else None,
            style="signed",
            formula=Formula("sum", area, when=area),
        )


def _sums(grid: Personal, row: int) -> Iterator[Cell]:
    """The player's penalties and premiums over all declarers, and his total over the columns before them."""
    making = grid.making
    total = sum(grid.points.values()) if grid.points else None
    first = len(grid.slots) + 1
    below = tuple(Area(row, first + at, row, first + at, grid.own) for at in range(len(grid.sides)))
    yield Cell(row, 0, "total", making.word("sum.total"))
    yield Cell(
        row,
        1,
        "total",
        number=total,
        columns=len(grid.slots),
        style="signed",
        tone=tone_of(total),
        formula=Formula("sum", below, when=below),
    )
    for at, side in enumerate(grid.sides, first):
        area = (Area(1, at, row - 1, at, grid.own),)
        found = [
            p for (_, c, _), p in grid.points.items() if any(s.side == side for s in grid.slots if s.contract == c)
        ]
        yield Cell(
            row,
            at,
            "sums",
            number=sum(found) if found else None,
            style="signed",
            formula=Formula("sum", area, when=area),
        )

"""What would make an impossible record possible: one cell changed, or a number moved between two seats.

Everything is lazy and in order of nearness, so that who asks for a few pays for a few. It ranks nothing by likelihood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kingscore.check.feasible_counts import amounts, counts_possible
from kingscore.check.feasible_points import points_possible
from kingscore.frozen import dataclass
from kingscore.game import Deal, Row
from kingscore.rules import Contract, Rules
from kingscore.score import whole_total

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell that mends a record: ``value`` in place of ``found`` (None: nothing stood there).

    ``item`` is empty where the cell is points.
    """

    item: str
    seat: int
    found: int | None
    value: int


@dataclass(frozen=True, slots=True)
class Move:
    """A number that mends a record when it goes from one seat to another in the same row.

    ``swaps``: the two cells then have changed places. ``item`` is empty where the row is points.
    """

    item: str
    giver: int
    taker: int
    by: int
    swaps: bool


def cells_that_mend(
    rules: Rules, contract: Contract, counts: Mapping[str, Row], seats: Seats, deal: Deal
) -> Iterator[Cell]:
    """Every single cell of the counts whose change makes them possible, nearest to what stands there first."""
    held = amounts(rules, contract, deal)
    for distance, cell in sorted(_cells(rules, contract, counts, seats, held), key=lambda pair: pair[0]):
        row = counts[cell.item]
        changed = {**counts, cell.item: _with(row, cell.seat, cell.value)}
        if distance and counts_possible(rules, contract, changed, seats, deal):
            yield cell


def _cells(
    rules: Rules, contract: Contract, counts: Mapping[str, Row], seats: Seats, held: Mapping[str, int]
) -> Iterator[tuple[int, Cell]]:
    """Every cell with each value that lets its row add up, and how far that is from what stands there."""
    for item in contract.items:
        row = counts.get(item.id)
        if row is None or any(seat >= len(row) for seat in seats):
            continue
        total = sum(row[seat] or 0 for seat in seats)
        for seat in seats:
            found = row[seat]
            exact = (found or 0) + held[item.id] - total
            # With a stock a row may fall short, and tricks may be more.
            values = range(held[item.id] + rules.stock + 1) if contract.loose else (exact,)
            for value in values:
                if value >= 0:
                    distance = 1 if found is None else abs(value - found)
                    yield distance, Cell(item.id, seat, found, value)


def moves_that_mend(
    rules: Rules, contract: Contract, counts: Mapping[str, Row], seats: Seats, deal: Deal
) -> Iterator[Move]:
    """Every move within one row of the counts that makes them possible, the smallest first."""
    held = amounts(rules, contract, deal)
    moves = [
        move
        for item in contract.items
        if (row := counts.get(item.id)) is not None and len(row) > max(seats)
        for move in _moves(item.id, row, seats, tuple(min(v or 0, held[item.id] + rules.stock) for v in row))
    ]
    for move in sorted(moves, key=lambda move: (move.by, not move.swaps)):
        if counts_possible(rules, contract, {**counts, move.item: moved(counts[move.item], move)}, seats, deal):
            yield move


def _moves(item: str, row: Row, seats: Seats, most: tuple[int, ...]) -> Iterator[Move]:
    """Every move between two seats, up to the ``most`` that each seat can give."""
    for giver in seats:
        for taker in seats:
            mine, other = row[giver], row[taker]
            if giver == taker or mine is None or other is None:
                continue
            for by in range(1, most[giver] + 1):
                yield Move(item, giver, taker, by, mine - other == by)


def moved(row: Row, move: Move) -> Row:
    """The row after a move."""
    mine, other = row[move.giver] or 0, row[move.taker] or 0
    return _with(_with(row, move.giver, mine - move.by), move.taker, other + move.by)


def _with(row: Row, seat: int, value: int) -> Row:
    return (*row[:seat], value, *row[seat + 1 :])


def point_cells_that_mend(rules: Rules, contract: Contract, points: Row, seats: Seats, deal: Deal) -> Iterator[Cell]:
    """Every single cell of the points whose change makes them possible, nearest to what stands there first."""
    if any(seat >= len(points) for seat in seats):
        return
    totals = _totals(rules, contract, deal)
    for cell in sorted(_point_cells(contract, points, seats, totals), key=_distance):
        if cell.value != cell.found and points_possible(
            rules, contract, _with(points, cell.seat, cell.value), seats, deal
        ):
            yield cell


def _totals(rules: Rules, contract: Contract, deal: Deal) -> set[int]:
    """What a deal's points can come to; with a stock also less, which is not in it."""
    bid = deal.bid.points or 0 if contract.bid and deal.bid is not None else 0
    full = whole_total(rules, contract, deal)
    doubled = {(full + bid) * 2 - bid} if contract.doubles else set()
    swept = {contract.sweep - bid} if contract.sweep is not None else set()
    return {full} | doubled | swept


def _point_cells(contract: Contract, points: Row, seats: Seats, totals: set[int]) -> Iterator[Cell]:
    total = sum(points[seat] or 0 for seat in seats)
    for seat in seats:
        found = points[seat]
        exact = {(found or 0) + whole - total for whole in totals}
        if contract.loose:
            low, high = sorted((0, contract.base_total))
            exact |= set(range(low, high + 1))
        for value in sorted(exact):
            yield Cell("", seat, found, value)


def _distance(cell: Cell) -> int:
    return 0 if cell.found is None else abs(cell.value - cell.found)


def point_moves_that_mend(rules: Rules, contract: Contract, points: Row, seats: Seats, deal: Deal) -> Iterator[Move]:
    """Moves of points between two seats that make them possible, the smallest first.

    A move goes at most as far as half of all that the deal comes to. None where the sum is wrong: no move mends it.
    """
    if any(seat >= len(points) or points[seat] is None for seat in seats):
        return
    if not contract.loose and sum(points[seat] or 0 for seat in seats) not in _totals(rules, contract, deal):
        return
    most = (abs(whole_total(rules, contract, deal)) // 2,) * len(points)
    for move in sorted(_moves("", points, seats, most), key=lambda move: (move.by, not move.swaps)):
        if points_possible(rules, contract, moved(points, move), seats, deal):
            yield move

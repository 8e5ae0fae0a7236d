"""Candidate changes to a deal's rows: one entry, two swapped, a sign, a unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

from kingscore.checks.context import SINGLE_ROWS, DealContext, cell, rows_of, shown, shown_row, unit, with_entry
from kingscore.checks.misreadings import (
    counts_as_points,
    half,
    possible_totals,
    scaled,
    signed_right,
    unswept,
)
from kingscore.checks.repairs.proposal import keystrokes, replacing, with_row
from kingscore.model.game import Deal, Row
from kingscore.model.language import Value
from kingscore.model.repairs import Repair
from kingscore.model.rules import Item
from kingscore.scoring.score import deal_points

#: What a kind of slip costs beside its keystrokes: the rarer, the more.
READING, CELL, LENGTH, SWAP, MOVE = 0, 2, 2, 4, 6
KEY = 4


def row_repairs(context: DealContext) -> Iterator[Repair]:
    """Every change to the rows that may make the deal possible."""
    yield from _readings(context)
    yield from _seats(context)
    for item, row in rows_of(context.deal):
        if len(row) != context.rules.table:
            yield from _lengths(context, item, row)
        else:
            yield from _one_entry(context, item, row)
            yield from _two_entries(context, item, row)


def _changed(context: DealContext, item: str, row: Row, why: str, kind: int, **values: Value) -> Repair:
    old, what = dict(rows_of(context.deal)).get(item), "" if item in SINGLE_ROWS else context.item(item)
    cost = kind + KEY * keystrokes(old, row)
    return replacing(context.game, context.number, with_row(context.deal, item, row), why, cost, what=what, **values)


def targets(context: DealContext, item: str) -> tuple[int, ...]:
    """What the entries of a row may add up to."""
    if item == "points":
        return possible_totals(context)
    if item == "places":
        return ()
    counted = context.contract.item(item)
    if counted is None:
        return ()
    low, high = context.least_and_most(counted)
    return tuple(range(high, low - 1, -1))


def _one_entry(context: DealContext, item: str, row: Row) -> Iterator[Repair]:
    found, why = sum(row[seat] or 0 for seat in context.seats), "points" if item == "points" else "count"
    nearest = sorted(targets(context, item), key=lambda total: abs(total - found))
    changes = [(seat, (row[seat] or 0) + to - found, n) for n, to in enumerate(nearest) for seat in context.seats]
    if item == "places":
        why, free = "place", set(range(1, len(context.seats) + 1)) - {row[seat] for seat in context.seats}
        changes = [(seat, place, 0) for seat in context.seats for place in sorted(free)]
    for seat, new, cost in changes:
        if new != row[seat]:
            yield _changed(
                context, item, with_entry(row, seat, new), why, CELL + cost,
                player=context.player(seat), now=shown(row[seat]), then=shown(new),
            )  # fmt: skip


def _two_entries(context: DealContext, item: str, row: Row) -> Iterator[Repair]:
    """Two entries swapped, or some of one seat's put down to another."""
    for one, other in permutations(context.seats, 2):
        a, b = row[one], row[other]
        if a is None or b is None:
            continue
        if one < other and a != b:
            swapped = with_entry(with_entry(row, one, b), other, a)
            both = context.players((one, other))
            yield _changed(context, item, swapped, "swapped", SWAP - KEY, player=both[0], other=both[1])
        for moved in _moves(context, item, row, (a, b)):
            new = with_entry(with_entry(row, one, a - moved), other, b + moved)
            cells = tuple(cell(context.game, seat, row[seat], new[seat] or 0) for seat in (one, other))
            why = "both" if item == "points" else "moved"
            yield _changed(context, item, new, why, MOVE + KEY * moved // _step(context, item), cells=cells)


def _step(context: DealContext, item: str) -> int:
    return (unit(context.contract) or 1) if item == "points" else 1


def _moves(context: DealContext, item: str, row: Row, pair: tuple[int, int]) -> range:
    """How much may have to move from one entry to another for two wrong ones to cancel, where the sum is right."""
    if sum(row[seat] or 0 for seat in context.seats) not in targets(context, item):
        return range(0)
    combined, counted = len(context.contract.items) > 1, context.contract.item(item)
    if counted is not None and (combined or min(pair) < 0):
        return range(1, min(max(pair[0], 0), context.held(counted) - pair[1]) + 1)
    if item == "points":
        return range(1, 13) if combined else range(_step(context, item), 5 * _step(context, item), _step(context, item))
    return range(0)


def _lengths(context: DealContext, item: str, row: Row) -> Iterator[Repair]:
    table = context.rules.table
    out = [seat for seat in range(table) if seat not in context.seats]
    if len(row) == len(context.seats) and out:
        spread = iter(row)
        filled = tuple(next(spread) if seat in context.seats else None for seat in range(table))
        yield _changed(context, item, filled, "sitters", READING, players=context.players(out))
    if len(row) == table - 1:
        yield from _entry_left_out(context, item, row)
    for gone in combinations(range(len(row)), len(row) - table) if table < len(row) <= table + 2 else ():
        kept = tuple(value for n, value in enumerate(row) if n not in gone)
        yield _changed(context, item, kept, "extra", LENGTH, now=" ".join(shown(row[n]) for n in gone))


def _entry_left_out(context: DealContext, item: str, row: Row) -> Iterator[Repair]:
    for seat in range(context.rules.table):
        found = sum(value or 0 for value in row)
        rests: list[int | None] = [total - found for total in targets(context, item)]
        if item == "places":
            rests = [place for place in range(1, len(context.seats) + 1) if place not in row]
        for rest in rests if seat in context.seats else [None]:
            filled = (*row[:seat], rest, *row[seat:])
            yield _changed(
                context,
                item,
                filled,
                "left-out",
                LENGTH + (rest or 0 < 0),
                player=context.player(seat),
                then=shown(rest),
            )


def _seats(context: DealContext) -> Iterator[Repair]:
    """Entries on seats that sit out, and empty ones on seats that play, in all rows at once."""
    table = context.rules.table
    rows = [(item, row) for item, row in rows_of(context.deal) if len(row) == table]
    wrong = [s for s in range(table) if s not in context.seats and any(row[s] is not None for _, row in rows)]
    empty = [s for s in context.seats if any(row[s] is None for _, row in rows)]
    if wrong:
        cleared = {item: tuple(v if s in context.seats else None for s, v in enumerate(row)) for item, row in rows}
        yield _all_rows(context, cleared, "sitter", READING, player=context.player(wrong[0]))
    if len(wrong) == 1 and len(empty) == 1:
        moved = {item: with_entry(row, empty[0], row[wrong[0]] or 0) for item, row in rows}
        moved = {
            item: tuple(v if s in context.seats else None for s, v in enumerate(row)) for item, row in moved.items()
        }
        both = context.players((wrong[0], empty[0]))
        yield _all_rows(context, moved, "seat", READING, player=both[0], other=both[1])
    if len(empty) == 1:
        filled = {item: _filled(context, item, row, empty[0]) for item, row in rows}
        yield _all_rows(context, filled, "rest", READING, player=context.player(empty[0]))


def _filled(context: DealContext, item: str, row: Row, seat: int) -> Row:
    found = sum(row[other] or 0 for other in context.seats)
    wanted = targets(context, item)
    places = [place for place in range(1, len(context.seats) + 1) if place not in row]
    rest = places[0] if item == "places" and places else wanted[0] - found if wanted else 0
    return tuple(v if s in context.seats else None for s, v in enumerate(with_entry(row, seat, rest)))


def _all_rows(context: DealContext, rows: dict[str, Row], why: str, cost: int, **values: Value) -> Repair:
    deal = context.deal
    for item, row in rows.items():
        deal = with_row(deal, item, row)
    return replacing(context.game, context.number, deal, why, cost, **values)


def _readings(context: DealContext) -> Iterator[Repair]:
    """The whole row meant otherwise: signs, counts for points, points for counts, sweep, doubling."""
    deal, table = context.deal, context.rules.table
    for item in context.contract.items:
        row = deal.row(item.id)
        if row is not None and len(row) == table and any(row):
            yield from _counts_meant(context, item, row)
    row = deal.points
    if row is not None and len(row) == table and any(row):
        yield from _points_meant(context, row)


def _counts_meant(context: DealContext, item: Item, row: Row) -> Iterator[Repair]:
    value = abs(item.value)
    if value and not any((entry or 0) % value for entry in row):
        counts = tuple(None if entry is None else abs(entry) // value for entry in row)
        yield replacing(
            context.game,
            context.number,
            with_row(context.deal, item.id, counts),
            "counts",
            READING,
            row=shown_row(counts),
        )
        if len(context.contract.items) == 1:
            sign = 1 if item.value > 0 else -1
            points = tuple(None if entry is None else sign * abs(entry) for entry in row)
            as_points = replace(context.deal, counts=None, points=points)
            yield replacing(context.game, context.number, as_points, "as-points", READING + 1, row=shown_row(points))
    if any((entry or 0) < 0 for entry in row):
        plain = tuple(None if entry is None else abs(entry) for entry in row)
        yield replacing(
            context.game, context.number, with_row(context.deal, item.id, plain), "plain", READING, row=shown_row(plain)
        )


def _points_meant(context: DealContext, row: Row) -> Iterator[Repair]:
    contract = context.contract
    swept = unswept(context, row)
    if swept is not None:
        flat = tuple(None if v is None else (contract.sweep or 0) * (s == swept) for s, v in enumerate(row))
        yield replacing(
            context.game,
            context.number,
            replace(context.deal, points=flat),
            "sweep",
            READING,
            player=context.player(swept),
        )
    if contract.doubles:
        yield replacing(context.game, context.number, replace(context.deal, points=scaled(row, 2)), "doubled", READING)
        halved = half(row)
        if halved is not None:
            yield replacing(context.game, context.number, replace(context.deal, points=halved), "halved", READING)
    signed = signed_right(context, row)
    if signed is not None:
        yield replacing(
            context.game, context.number, replace(context.deal, points=signed), "sign", READING, row=shown_row(signed)
        )
    counted = counts_as_points(context, row)
    if counted is not None:
        yield replacing(
            context.game,
            context.number,
            replace(context.deal, points=counted),
            "times",
            READING + 1,
            row=shown_row(counted),
        )
        counts = ((contract.items[0].id, tuple(None if v is None else abs(v) for v in row)),)
        meant = replace(context.deal, points=None, counts=counts)
        yield replacing(context.game, context.number, meant, "as-counts", READING + 2, row=shown_row(counts[0][1]))
    if contract.placement and sorted(row[s] or 0 for s in context.seats) == list(range(1, len(context.seats) + 1)):
        yield replacing(
            context.game,
            context.number,
            replace(context.deal, points=None, places=row),
            "as-places",
            READING,
            row=shown_row(row),
        )
    if contract.placement:
        yield from _prizes(context, row)


def _prizes(context: DealContext, row: Row) -> Iterator[Repair]:
    """One prize put right; the others stay."""
    for seat in context.seats:
        for prize in dict.fromkeys(context.contract.prizes):
            if prize != row[seat]:
                yield _changed(
                    context, "points", with_entry(row, seat, prize), "points", CELL,
                    player=context.player(seat), now=shown(row[seat]), then=shown(prize),
                )  # fmt: skip


def counted(context: DealContext, deal: Deal) -> Row | None:
    """The points that a deal's counts, placings or foul give, with empty places for seats that sit out."""
    points = deal_points(context.rules, replace(deal, points=None), context.seats)
    return None if points is None else tuple(v if s in context.seats else None for s, v in enumerate(points))

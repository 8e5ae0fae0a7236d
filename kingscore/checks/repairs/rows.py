"""How a repair is proposed, and candidate changes to a deal's rows: one entry, two swapped, a sign, a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

from kingscore.checks.context import SINGLE_ROWS, DealContext, cell, rows_of, shown, shown_row, unit, with_entry
from kingscore.checks.misreadings import misreadings, possible_totals, scaled, unsigned
from kingscore.model.game import Deal, Game, Row, declarer_in_turn
from kingscore.model.language import Value
from kingscore.model.repairs import Edit, Repair, ReplaceDeal, Sentence
from kingscore.scoring.score import deal_points

#: What a kind of slip costs beside its keystrokes: the rarer, the more.
READING, CELL, LENGTH, SWAP, MOVE = 0, 2, 2, 4, 6
KEY = 4


def proposal(game: Game, edits: tuple[Edit, ...], why: str, cost: int, /, **values: Value) -> Repair:
    """Edits with the reason ``deals.repair.<why>``."""
    return Repair(game, edits, (Sentence(f"deals.repair.{why}", tuple(values.items())),), cost)


def replacing(game: Game, number: int, deal: Deal, why: str, cost: int, /, **values: Value) -> Repair:
    """Another deal in place of deal ``number``."""
    return proposal(game, (ReplaceDeal(number, deal),), why, cost, **values)


def with_declarer(game: Game, number: int, deal: Deal, turn: int | None = None) -> Deal:
    """The deal with its declarer named where it goes without saying who it was. ``turn`` is the seat that was in turn,
    where that is not the one of the deal's number."""
    contract, schedule = game.rules.contract(deal.contract), game.rules.schedule
    declared = contract is not None and (contract.bid or (contract.declared and not schedule.free))
    if deal.declarer is not None or not declared:
        return deal
    seller, bidder = (deal.bid.seller, deal.bid.bidder) if deal.bid is not None else (None, None)
    turn = turn if turn is not None else declarer_in_turn(game, number)
    return replace(deal, declarer=next((seat for seat in (seller, turn, bidder) if seat is not None), None))


def changed(context: DealContext, why: str, cost: int, values: dict[str, Value] | None = None, **parts: Any) -> Repair:
    """The deal with some of its parts changed."""
    deal = replace(context.deal, **parts)
    return replacing(context.game, context.number, deal, why, cost, **(values or {}))


def row_repairs(context: DealContext) -> Iterator[Repair]:
    """Every change to the rows that may make the deal possible."""
    yield from _misreadings(context)
    yield from _seats(context)
    for item, row in rows_of(context.deal):
        if len(row) != context.rules.table:
            yield from _lengths(context, item, row)
        else:
            yield from _one_entry(context, item, row)
            yield from _two_entries(context, item, row)


def _with(context: DealContext, item: str, row: Row, why: str, kind: int, **values: Value) -> Repair:
    old, what = dict(rows_of(context.deal)).get(item), "" if item in SINGLE_ROWS else context.item(item)
    cost = kind + KEY * keystrokes(old, row)
    return _with_rows(context, {item: row}, why, cost, what=what, **values)


def _with_rows(context: DealContext, rows: dict[str, Row], why: str, cost: int, **values: Value) -> Repair:
    return replacing(context.game, context.number, with_rows(context.deal, rows), why, cost, **values)


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
    elif context.contract.placement:
        # One prize put right; the others stay.
        changes = [(seat, prize, 0) for seat in context.seats for prize in dict.fromkeys(context.contract.prizes)]
    for seat, new, cost in changes:
        if new != row[seat]:
            yield _with(
                context, item, with_entry(row, seat, new), why, CELL + cost,
                player=context.player(seat), now=shown(row[seat]), then=shown(new),
            )  # fmt: skip


def _two_entries(context: DealContext, item: str, row: Row) -> Iterator[Repair]:
    """Two entries swapped, or some of one seat's put down to another."""
    step = (unit(context.contract) or 1) if item == "points" else 1
    adds_up = sum(row[seat] or 0 for seat in context.seats) in targets(context, item)
    for one, other in permutations(context.seats, 2):
        a, b = row[one], row[other]
        if a is None or b is None:
            continue
        if one < other and a != b:
            swapped = with_entry(with_entry(row, one, b), other, a)
            both = context.players((one, other))
            yield _with(context, item, swapped, "swapped", SWAP - KEY, player=both[0], other=both[1])
        for moved in _moves(context, item, step, (a, b)) if adds_up else ():
            new = with_entry(with_entry(row, one, a - moved), other, b + moved)
            cells = tuple(cell(context.game, seat, row[seat], new[seat] or 0) for seat in (one, other))
            why = "both" if item == "points" else "moved"
            yield _with(context, item, new, why, MOVE + KEY * moved // step, cells=cells)


def _moves(context: DealContext, item: str, step: int, pair: tuple[int, int]) -> range:
    """How much may have to move from one entry to another for two wrong ones to cancel, where the sum is right."""
    combined, counted = len(context.contract.items) > 1, context.contract.item(item)
    if counted is not None and (combined or min(pair) < 0):
        return range(1, min(max(pair[0], 0), context.held(counted) - pair[1]) + 1)
    if item == "points":
        return range(1, 13) if combined else range(step, 5 * step, step)
    return range(0)


def _lengths(context: DealContext, item: str, row: Row) -> Iterator[Repair]:
    table = context.rules.table
    out = [seat for seat in range(table) if seat not in context.seats]
    if len(row) == len(context.seats) and out:
        spread = iter(row)
        filled = tuple(next(spread) if seat in context.seats else None for seat in range(table))
        yield _with(context, item, filled, "sitters", READING, players=context.players(out))
    if len(row) == table - 1:
        for seat in range(table):
            for rest in _rests(context, item, row) if seat in context.seats else [None]:
                values = {"player": context.player(seat), "then": shown(rest)}
                left_out = (*row[:seat], rest, *row[seat:])
                yield _with(context, item, left_out, "left-out", LENGTH + (rest or 0 < 0), **values)
    for gone in combinations(range(len(row)), len(row) - table) if table < len(row) <= table + 2 else ():
        kept = tuple(value for n, value in enumerate(row) if n not in gone)
        yield _with(context, item, kept, "extra", LENGTH, now=" ".join(shown(row[n]) for n in gone))


def _rests(context: DealContext, item: str, row: Row) -> list[int]:
    """What one more entry of a row may be."""
    if item == "places":
        return [place for place in range(1, len(context.seats) + 1) if place not in row]
    return [total - sum(value or 0 for value in row) for total in targets(context, item)]


def _seats(context: DealContext) -> Iterator[Repair]:
    """Entries on seats that sit out, and empty ones on seats that play, in all rows at once."""
    table = context.rules.table
    rows = {item: row for item, row in rows_of(context.deal) if len(row) == table}
    wrong = [s for s in range(table) if s not in context.seats and any(row[s] is not None for row in rows.values())]
    empty = [s for s in context.seats if any(row[s] is None for row in rows.values())]
    cleared = {item: tuple(v if s in context.seats else None for s, v in enumerate(row)) for item, row in rows.items()}
    if wrong:
        yield _with_rows(context, cleared, "sitter", READING, player=context.player(wrong[0]))
    if len(wrong) == 1 and len(empty) == 1:
        moved = {item: with_entry(row, empty[0], rows[item][wrong[0]] or 0) for item, row in cleared.items()}
        both = context.players((wrong[0], empty[0]))
        yield _with_rows(context, moved, "seat", READING, player=both[0], other=both[1])
    if len(empty) == 1:
        filled = {
            item: with_entry(row, empty[0], next(iter(_rests(context, item, row)), 0)) for item, row in cleared.items()
        }
        yield _with_rows(context, filled, "rest", READING, player=context.player(empty[0]))


def _misreadings(context: DealContext) -> Iterator[Repair]:
    """The whole row meant otherwise: signs, counts for points, points for counts, sweep, doubling, a sale."""
    deal, table = context.deal, context.rules.table
    for item in context.contract.items:
        row = deal.row(item.id)
        if row is None or len(row) != table or not any(row):
            continue
        value, plain = abs(item.value), unsigned(row)
        if value and not any((entry or 0) % value for entry in row):
            counts = tuple(None if entry is None else entry // value for entry in plain)
            yield _with_rows(context, {item.id: counts}, "counts", READING, row=shown_row(counts))
            if len(context.contract.items) == 1:
                points = scaled(plain, 1 if item.value > 0 else -1)
                values: dict[str, Value] = {"row": shown_row(points)}
                yield changed(context, "as-points", READING + 1, values, counts=None, points=points)
        if plain != row:
            yield _with_rows(context, {item.id: plain}, "plain", READING, row=shown_row(plain))
    if deal.points is None or len(deal.points) != table:
        return
    for why, row, new, cost, seat in misreadings(context, deal.points):
        values = {"row": shown_row(row)} if seat is None else {"player": context.player(seat)}
        if why == "sale" and new.bid is not None:
            values["price"] = new.bid.tricks or new.bid.points or 0
        yield replacing(context.game, context.number, new, why, cost, **values)


def counted(context: DealContext, deal: Deal) -> Row | None:
    """The points that a deal's counts, placings or foul give, with empty places for seats that sit out."""
    points = deal_points(context.rules, replace(deal, points=None), context.seats)
    return None if points is None else tuple(v if s in context.seats else None for s, v in enumerate(points))


def keystrokes(old: Row | None, new: Row | None) -> int:
    """How much was mistyped between two rows: a sign, a digit, two digits swapped, an entry left out each count 1."""
    if old is None or new is None or len(old) != len(new):
        return distance([str(v) for v in old or ()], [str(v) for v in new or ()])
    count = 0
    for a, b in zip(old, new, strict=True):
        if a is None or b is None:
            count += a is not b
        else:
            # A sign counts where there is one on both sides, for 0 has none.
            count += distance(str(abs(a)), str(abs(b))) + (a * b < 0)
    return count


def distance(a: str | list[str], b: str | list[str]) -> int:
    """Insertions, deletions, changes and swaps of neighbours that make one of the other."""
    above, before = list(range(len(b) + 1)), [0] * (len(b) + 1)
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        above, before = row, above
    return above[-1]


def with_rows(deal: Deal, rows: Mapping[str, Row]) -> Deal:
    """The deal with some of its rows replaced: the counts of an item, ``points`` or ``places``."""
    counts = tuple((item, rows.get(item, old)) for item, old in deal.counts) if deal.counts is not None else None
    points, places = rows.get("points", deal.points), rows.get("places", deal.places)
    return replace(deal, counts=counts, points=points, places=places)

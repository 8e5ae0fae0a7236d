"""Whether a deal's numbers can be: counts against the deck and one another, points against totals and values."""

from __future__ import annotations

from dataclasses import replace

from kingscore.checks.clauses import clauses_count
from kingscore.checks.context import (
    Check,
    DealContext,
    Faults,
    alone,
    cell,
    counts_fit,
    plainly_fit,
    row_is_whole,
    shown_row,
    with_entry,
)
from kingscore.checks.misreadings import fits, reading_of_points, total_of_points
from kingscore.model.findings import Finding
from kingscore.model.game import Row
from kingscore.model.rules import Item
from kingscore.scoring.score import deal_points


def counts_can_be(context: DealContext) -> Faults:
    """Each item's counts lie between 0 and what the deck holds, and add up to it."""
    if context.contract.placement or context.deal.foul is not None or context.deal.form == "rospis":
        return
    for item in context.contract.items:
        row = context.deal.row(item.id)
        if row is not None and row_is_whole(context, row):
            yield from _row_of_counts(context, item, row)


def _row_of_counts(context: DealContext, item: Item, row: Row) -> Faults:
    low, high = context.least_and_most(item)
    most = high if item.id == "tricks" else context.held(item)
    taken = [(seat, row[seat] or 0) for seat in context.seats]
    total = sum(count for _, count in taken)
    if low <= total <= high and all(0 <= count <= most for _, count in taken):
        return
    if points_as_counts(context, item, row):
        yield context.fault("D448", item=item.id, found=shown_row(row), value=abs(item.value))
        return
    over = [(seat, count) for seat, count in taken if count > most]
    under = [(seat, count) for seat, count in taken if count < 0]
    for seat, count in under:
        yield context.fault("D408", seat=seat, item=item.id, found=count)
    for seat, count in over:
        yield context.fault("D409", seat=seat, item=item.id, found=count, expected=most, difference=count - most)
    if not over and not under and not low <= total <= high:
        yield _total_of_counts(context, item, row, total, (low, high))


def points_as_counts(context: DealContext, item: Item, row: Row) -> bool:
    """True if a row of counts is impossible as it stands and right when read as points."""
    taken = [row[seat] or 0 for seat in context.seats]
    value, (low, high) = abs(item.value), context.least_and_most(item)
    if not value or (min(taken) >= 0 and low <= sum(taken) <= high) or any(n % value for n in taken):
        return False
    if min(taken) < 0 < max(taken):
        return False
    counts = [abs(n) // value for n in taken]
    return low <= sum(counts) <= high and max(counts) <= context.held(item)


def _total_of_counts(context: DealContext, item: Item, row: Row, total: int, span: tuple[int, int]) -> Finding:
    low, high = span
    expected = low if total < low else high
    off = expected - total
    able = [seat for seat in context.seats if 0 <= (row[seat] or 0) + off <= context.held(item)]
    seats, counts = able, whole_counts(context)
    if counts is not None and len(counts) > 1:
        # Those at which the deal is possible, also where the other rows do not tell.
        trials = ((seat, {**counts, item.id: with_entry(row, seat, (row[seat] or 0) + off)}) for seat in able)
        seats = [s for s, rows in trials if not _each_adds_up(context, rows) or counts_fit(context, rows)] or able
    cells = tuple(cell(context.game, seat, row[seat], (row[seat] or 0) + off) for seat in seats)
    how = ("short" if off > 0 else "over") if low == high else "range"
    return context.fault(
        "D440", alone(how, cells), item=item.id, found=total, expected=expected, difference=abs(off), n=abs(off),
        least=low, most=high, cells=cells,
    )  # fmt: skip


def whole_counts(context: DealContext) -> dict[str, Row] | None:
    """The rows of all items of the contract, None as soon as one is missing or not whole."""
    out: dict[str, Row] = {}
    for item in context.contract.items:
        row = context.deal.row(item.id)
        if row is None or not row_is_whole(context, row):
            return None
        out[item.id] = row
    return out if len(out) == len(context.deal.counts or ()) else None


def counts_go_together(context: DealContext) -> Faults:
    """The items' counts can all be true at once."""
    deal = context.deal
    if deal.foul is not None or deal.form == "rospis" or (context.contract.bid and not clauses_count(context)):
        return
    counts = whole_counts(context) if deal.counts else None
    if not counts or plainly_fit(context, counts) or not _each_adds_up(context, counts):
        return
    items = context.contract.items
    if not context.contract.ceilings and not counts_fit(context, counts):
        item = items[0].id if len(items) == 1 else None
        yield context.fault("D450", "single" if item else "", item=item, items=tuple(one.names for one in items))


def _each_adds_up(context: DealContext, counts: dict[str, Row]) -> bool:
    for item in context.contract.items:
        low, high = context.least_and_most(item)
        taken = [counts[item.id][seat] or 0 for seat in context.seats]
        if min(taken) < 0 or not low <= sum(taken) <= high:
            return False
    return True


def rospis_is_in_equal_shares(context: DealContext) -> Faults:
    """A deal that is written down without play gives every seat the same."""
    deal, contract = context.deal, context.contract
    if deal.form != "rospis" or "rospis" not in contract.forms:
        return
    share = context.rules.tricks // context.rules.playing
    value = contract.items[0].value if contract.items else 0
    for item, row, each in (("tricks", deal.row("tricks"), share), ("points", deal.points, share * value)):
        if row is not None and row_is_whole(context, row):
            wrong = [seat for seat in context.seats if row[seat] != each]
            if wrong:
                yield context.fault(
                    "D438", item=item, seat=wrong[0], found=row[wrong[0]] or 0, expected=each,
                    players=context.players(wrong),
                )  # fmt: skip


def placings_are_a_ranking(context: DealContext) -> Faults:
    """The places are 1, 2, 3 … each once."""
    row = context.deal.places
    if not context.contract.placement or row is None or not row_is_whole(context, row) or context.deal.foul is not None:
        return
    count = len(context.seats)
    by_place: dict[int, list[int]] = {}
    for seat in context.seats:
        by_place.setdefault(row[seat] or 0, []).append(seat)
    free = tuple(place for place in range(1, count + 1) if place not in by_place)
    for place, seats in by_place.items():
        if not 1 <= place <= count:
            yield context.fault("D415", seat=seats[0], found=place, expected=count, free=free)
        elif len(seats) > 1:
            yield context.fault("D414", seat=seats[-1], found=place, players=context.players(seats), free=free)


def points_can_be(context: DealContext) -> Faults:
    """The points are those of some counts, or of a ranking; only the likeliest cause is named."""
    deal, row = context.deal, context.deal.points
    if row is None or not row_is_whole(context, row) or deal.form == "rospis" or deal.foul is not None:
        return
    if _sound_without_points(context):
        return
    if not clauses_count(context):
        yield from total_of_points(context, row)
    elif not fits(context, row):
        yield from reading_of_points(context, row)


def _sound_without_points(context: DealContext) -> bool:
    """True if there are counts or placings beside the points, and nothing is wrong with them."""
    deal = context.deal
    if deal.counts is None and deal.places is None:
        return False
    checks = (counts_can_be, counts_go_together, placings_are_a_ranking)
    return not any(True for check in checks for _ in check(context))


def counts_and_points_agree(context: DealContext) -> Faults:
    """Where both are given, the points are those of the counts (or of the placings, or of the foul)."""
    deal = context.deal
    row = deal.points
    if row is None or len(row) != context.rules.table or not (deal.foul is not None or _sound_without_points(context)):
        return
    counted = deal_points(context.rules, replace(deal, points=None), context.seats)
    if counted is None:
        return
    wrong = [seat for seat in context.seats if (row[seat] or 0) != counted[seat]]
    if wrong:
        seat = wrong[0]
        yield context.fault(
            "D411", seat=seat, found=row[seat] or 0, expected=counted[seat], players=context.players(wrong),
            cells=tuple(cell(context.game, seat, row[seat], counted[seat]) for seat in wrong),
        )  # fmt: skip


SUMS: tuple[Check, ...] = (
    counts_can_be,
    counts_go_together,
    rospis_is_in_equal_shares,
    placings_are_a_ranking,
    points_can_be,
    counts_and_points_agree,
)

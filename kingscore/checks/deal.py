"""All checks of one deal by itself, with the points that it gives."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kingscore.checks.alignment import Alignment, sits_out_elsewhere
from kingscore.checks.clauses import CLAUSES, clauses_count
from kingscore.checks.context import (
    Check,
    DealContext,
    Faults,
    alone,
    cell,
    counts_fit,
    row_is_whole,
    rows_of,
    shown_row,
    with_entry,
)
from kingscore.checks.misreadings import fits, misread_points, total_of_points
from kingscore.model.findings import Finding, finding
from kingscore.model.game import Deal, Row, as_of
from kingscore.model.items import ITEM_KINDS
from kingscore.model.rules import SUITS, Contract, Item
from kingscore.scoring.score import Points, deal_points


def each_row_has_an_entry_for_every_seat_that_plays(context: DealContext) -> Faults:
    """A row is as long as the table; a seat that sits out keeps an empty place."""
    table, rows = context.rules.table, rows_of(context.deal)
    for item, row in rows:
        if len(row) != table:
            yield context.fault(
                "D402", "long" if len(row) > table else "short", item=item, found=len(row), expected=table,
                n=abs(len(row) - table),
            )  # fmt: skip
    whole = [(item, row) for item, row in rows if len(row) == table]
    for seat in context.seats:
        empty = [item for item, row in whole if row[seat] is None]
        if empty:
            yield context.fault("D403", seat=seat, item=empty[0])
    for seat in range(table) if len(context.seats) < table else ():
        taken = [(item, row[seat]) for item, row in whole if row[seat] is not None]
        if seat not in context.seats and taken:
            item, value = taken[0]
            yield context.fault("D404", seat=seat, item=item, found=value or 0, playing=context.players(context.seats))


def result_is_of_the_right_kind(context: DealContext) -> Faults:
    """Placings in a placement deal, counts in any other; something in all but a foul and a rospis."""
    deal, contract = context.deal, context.contract
    if deal.foul is not None or contract.placement:
        if deal.counts is not None and deal.foul is None:
            yield context.fault("D413", prizes=len(contract.prizes))
    elif deal.places is not None:
        yield context.fault("D412", items=tuple(item.names for item in contract.items))
    nothing = deal.counts is None and deal.points is None and deal.places is None
    if nothing and deal.foul is None and deal.form != "rospis":
        yield context.fault("D410", "places" if contract.placement else "counts")


def items_are_those_of_the_contract(context: DealContext) -> Faults:
    contract, counts = context.contract, context.deal.counts
    if counts is None or contract.placement or context.deal.foul is not None:
        return
    if [item for item, _ in counts] == [item.id for item in contract.items]:
        return
    wanted = {item.id for item in contract.items}
    given = Counter(item for item, _ in counts)
    missing = [item for item in contract.items if item.id not in given]
    foreign = [item for item in given if item not in wanted]
    expected = tuple(item.names for item in contract.items)
    for found in foreign:
        how = "pips" if found == "hearts" and "heart-pips" in wanted else ""
        yield context.fault("D406", how, item=found, expected=expected)
    for item in missing:
        if not (foreign and len(contract.items) == 1):
            yield context.fault("D405", item=item.id, expected=expected)
    for found, times in given.items():
        if times > 1:
            yield context.fault("D407", item=found, times=times)


def foul_stands_alone(context: DealContext) -> Faults:
    """A foul takes no counts, and there must be a penalty that it can put on a seat."""
    deal, contract = context.deal, context.contract
    if deal.foul is None:
        return
    if not contract.penalty:
        yield context.fault("D417", seat=deal.foul, total=contract.base_total)
    elif deal.counts is not None or deal.places is not None:
        yield context.fault("D416", seat=deal.foul, total=contract.base_total)


def named_seats_play(context: DealContext) -> Faults:
    """Declarer, seller, buyer, bidder and the one who fouled take part in the deal."""
    deal, bid = context.deal, context.deal.bid
    if bid is None and deal.foul is None and (deal.declarer is None or deal.declarer in context.seats):
        return
    named = {
        "declarer": deal.declarer,
        "foul": deal.foul,
        "seller": bid.seller if bid else None,
        "buyer": bid.buyer if bid else None,
        "bidder": bid.bidder if bid else None,
    }
    named_before: set[int] = set()
    for role, seat in named.items():
        if seat is not None and seat not in context.seats and seat not in named_before:
            named_before.add(seat)
            yield context.fault("D418", role, seat=seat, playing=context.players(context.seats))


def counts_can_be(context: DealContext) -> Faults:
    """Each item's counts lie between 0 and what the deck holds, and add up to it; all can be true at once."""
    contract, deal = context.contract, context.deal
    if contract.placement or deal.foul is not None or deal.form == "rospis":
        return
    for item in contract.items:
        row = deal.row(item.id)
        if row is not None and row_is_whole(context, row):
            yield from _row_of_counts(context, item, row)
    counts = whole_counts(context)
    if not counts or contract.ceilings or (contract.bid and not clauses_count(context)):
        return
    if _each_adds_up(context, counts) and not counts_fit(context, counts):
        single = contract.items[0].id if len(counts) == 1 else None
        names = tuple(item.names for item in contract.items)
        yield context.fault("D450", "single" if single else "", item=single, items=names)


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
        yield from misread_points(context, row)


def _sound_without_points(context: DealContext) -> bool:
    """True if there are counts or placings beside the points, and nothing is wrong with them."""
    deal = context.deal
    if deal.counts is None and deal.places is None:
        return False
    checks = (counts_can_be, placings_are_a_ranking)
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


#: Whether a deal is recorded as it should be, whether its clauses fit, and whether its numbers can be.
DEAL_CHECKS: tuple[Check, ...] = (
    each_row_has_an_entry_for_every_seat_that_plays,
    result_is_of_the_right_kind,
    items_are_those_of_the_contract,
    foul_stands_alone,
    named_seats_play,
    *CLAUSES,
    counts_can_be,
    rospis_is_in_equal_shares,
    placings_are_a_ranking,
    points_can_be,
    counts_and_points_agree,
)


def context_of(alignment: Alignment, number: int) -> DealContext | None:
    """A deal beside its rules, None where its contract is not one of this game's."""
    game, index = alignment.game, alignment.index
    deal, slot = game.deals[number - 1], alignment.slots[number - 1]
    contract = index.contracts.get(deal.contract)
    if contract is None:
        return None
    if slot is None:
        # A deal that has no place in the schedule is dealt by the seat that leaves its rows without a fault.
        table = game.rules.table
        slots = [index.slot(game.dealer + number - 1 + turned, number) for turned in range(table)]
        slot = next((one for one in slots if not sits_out_elsewhere(deal, table, one.seats)), slots[0])
    return DealContext(as_of(game, number), number, deal, contract, slot.seats, slot.turn)


def faults_of(context: DealContext) -> list[Finding]:
    """What is wrong with a deal by itself."""
    if plainly_sound(context):
        return []
    return [fault for check in DEAL_CHECKS for fault in check(context)]


def plainly_sound(context: DealContext) -> bool:
    """True for most deals as they are usually recorded: counts of one thing that add up, and nobody named that
    any check could fault. It saves trying all checks one after the other, and is false where that is needed."""
    deal, contract, seats = context.deal, context.contract, context.seats
    if deal.counts is None or len(deal.counts) != 1 or len(contract.items) != 1:
        return False
    (item_id, row), item = deal.counts[0], contract.items[0]
    if (
        item_id != item.id
        or not ITEM_KINDS[item_id].plain
        or (contract.loose or contract.bid or contract.placement or contract.titles or contract.ceilings)
        or (deal.points is not None or deal.places is not None or deal.foul is not None)
        or (deal.bid is not None or deal.titles is not None or deal.form is not None)
        or (deal.trump is not None and (deal.trump not in SUITS or not contract.forms))
        or (deal.declarer is not None and deal.declarer not in seats)
        or len(row) != context.game.rules.table
    ):
        return False
    total = 0
    for seat, count in enumerate(row):
        if (count is None) == (seat in seats) or (count is not None and count < 0):
            return False
        total += count or 0
    return total == item.amount


def faults_and_points(alignment: Alignment, number: int) -> tuple[list[Finding], Points | None]:
    """What is wrong with a deal by itself, and the points that it gives as it stands.

    A deal that could not be read was faulted where it was read; it only keeps its place. One that names a seat that is
    not at the table cannot be looked at further.
    """
    deal, rules = alignment.game.deals[number - 1], alignment.game.rules
    if deal.unread:
        return [], None
    context = context_of(alignment, number)
    if context is None:
        expected = tuple(contract.names for contract in rules.contracts)
        return [finding("D401", deal=number, number=number, found=deal.contract, expected=expected)], None
    if plainly_sound(context):
        return [], deal_points(rules, deal, context.seats)
    strangers = [one for one in named_seats_play(context) if one.seat is not None and not 0 <= one.seat < rules.table]
    if strangers:
        return strangers, None
    return faults_of(context), deal_points(rules, deal, context.seats)


def renamed(deal: Deal, contract: Contract) -> Deal:
    """The deal under the name of another contract, its counts taken along where both count one thing."""
    counts = deal.counts
    if counts is not None and len(counts) == 1 and len(contract.items) == 1:
        counts = ((contract.items[0].id, counts[0][1]),)
    return replace(deal, contract=contract.id, counts=counts)

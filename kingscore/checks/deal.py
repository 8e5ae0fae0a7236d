"""All checks of one deal by itself, with the points that it gives."""

from __future__ import annotations

from collections import Counter

from kingscore.checks.alignment import Alignment, sits_out_elsewhere
from kingscore.checks.clauses import CLAUSES
from kingscore.checks.context import Check, DealContext, Faults, rows_of
from kingscore.checks.sums import SUMS
from kingscore.model.findings import Finding, finding
from kingscore.model.items import ITEM_KINDS
from kingscore.model.rules import SUITS
from kingscore.scoring.score import Points, deal_points


def each_row_has_an_entry_for_every_seat(context: DealContext) -> Faults:
    """A row is as long as the table (a seat that sits out keeps an empty place)."""
    table = context.rules.table
    for item, row in rows_of(context.deal):
        if len(row) != table:
            yield context.fault(
                "D402", "long" if len(row) > table else "short", item=item, found=len(row), expected=table,
                n=abs(len(row) - table),
            )  # fmt: skip


def each_playing_seat_has_an_entry(context: DealContext) -> Faults:
    gaps = [(item, row) for item, row in rows_of(context.deal) if None in row and len(row) == context.rules.table]
    for seat in context.seats if gaps else ():
        empty = [item for item, row in gaps if row[seat] is None]
        if empty:
            yield context.fault("D403", seat=seat, item=empty[0])


def seats_that_sit_out_have_no_entry(context: DealContext) -> Faults:
    if len(context.seats) == context.rules.table:
        return
    whole = [(item, row) for item, row in rows_of(context.deal) if len(row) == context.rules.table]
    for seat in range(context.rules.table):
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


SHAPE: tuple[Check, ...] = (
    each_row_has_an_entry_for_every_seat,
    each_playing_seat_has_an_entry,
    seats_that_sit_out_have_no_entry,
    result_is_of_the_right_kind,
    items_are_those_of_the_contract,
    foul_stands_alone,
    named_seats_play,
)

DEAL_CHECKS = (*SHAPE, *CLAUSES, *SUMS)


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
    return DealContext(game, number, deal, contract, slot.seats, slot.turn)


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

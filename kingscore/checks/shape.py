"""Whether a deal is written in the form that its contract has: which rows, how many entries, for whom. It adds nothing
up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kingscore.checks.context import DealContext, Faults
from kingscore.model.game import Deal, Row

Check = Callable[[DealContext], Faults]


def rows(deal: Deal) -> tuple[tuple[str, Row], ...]:
    """Every row of a deal with the item it counts; points and places have no item."""
    single = tuple(("", row) for row in (deal.points, deal.places) if row is not None)
    return (*(deal.counts or ()), *single)


def row_is_whole(context: DealContext, row: Row) -> bool:
    """True if a row has an entry for each seat that plays and none for the others."""
    if len(row) != context.rules.table:
        return False
    if len(row) == len(context.seats):
        return None not in row
    return all((row[seat] is not None) == (seat in context.seats) for seat in range(len(row)))


def playing_entries(context: DealContext, row: Row) -> tuple[int, ...] | None:
    """The entries of the seats that play, None where one is missing or the row has the wrong length."""
    if len(row) != context.rules.table:
        return None
    found = tuple(value for value in (row[seat] for seat in context.seats) if value is not None)
    return found if len(found) == len(context.seats) else None


def each_row_has_an_entry_for_every_seat(context: DealContext) -> Faults:
    """A row is as long as the table (a seat that sits out keeps an empty place)."""
    table = context.rules.table
    for item, row in rows(context.deal):
        if len(row) != table:
            yield context.fault(
                "D402", "long" if len(row) > table else "short", item=item or None, found=len(row), expected=table,
                n=abs(len(row) - table),
            )  # fmt: skip


def each_playing_seat_has_an_entry(context: DealContext) -> Faults:
    gaps = [(item, row) for item, row in rows(context.deal) if None in row and len(row) == context.rules.table]
    for seat in context.seats if gaps else ():
        empty = [item for item, row in gaps if row[seat] is None]
        if empty:
            yield context.fault("D403", seat=seat, item=empty[0] or None)


def seats_that_sit_out_have_no_entry(context: DealContext) -> Faults:
    if len(context.seats) == context.rules.table:
        return
    whole = [(item, row) for item, row in rows(context.deal) if len(row) == context.rules.table]
    for seat in range(context.rules.table):
        taken = [(item, row[seat]) for item, row in whole if row[seat] is not None]
        if seat not in context.seats and taken:
            item, value = taken[0]
            yield context.fault(
                "D404", seat=seat, item=item or None, found=value or 0, playing=context.players(context.seats)
            )


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
    told: set[int] = set()
    for role, seat in named.items():
        if seat is not None and seat not in context.seats and seat not in told:
            told.add(seat)
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

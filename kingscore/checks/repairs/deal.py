"""Repairs of one deal: every plausible change is tried, and those that leave nothing wrong are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import TypeAlias

from kingscore.checks.alignment import Alignment
from kingscore.checks.clauses import FORM_OF_TRUMP, clauses_count
from kingscore.checks.context import DealContext, rows_of, terms
from kingscore.checks.deal import context_of, faults_and_points, faults_of, renamed
from kingscore.checks.repairs.rows import changed, counted, distance, replacing, row_repairs
from kingscore.checks.written_totals import steps
from kingscore.model.findings import Finding
from kingscore.model.game import Bid, Deal
from kingscore.model.language import Term
from kingscore.model.repairs import Repair, ReplaceDeal
from kingscore.model.rules import SUITS
from kingscore.scoring.schedule import succession
from kingscore.scoring.score import Points, deal_points

TRUMP_OF_FORM = {form: trump for trump, form in FORM_OF_TRUMP.items()}
#: A price that can be is mistaken less often than an entry of a row.
PRICE = 5
#: What makes up for much: the totals that somebody wrote come out.
WRITTEN = -100
#: So many of the likeliest changes are tried with one more each, where a deal has no more faults than that.
LIKELIEST, FAULTS = 3, 3
#: What tells faults of one deal apart.
Key: TypeAlias = tuple[object, ...]
_key: Callable[[Finding], Key] = attrgetter("code", "seat", "item")


def _trump_and_form(context: DealContext) -> Iterator[Repair]:
    deal = context.deal
    if deal.trump is not None:
        implied = TRUMP_OF_FORM.get(deal.form or "") if context.contract.forms else None
        yield changed(context, "no-trump-here", 4, trump=implied)
        form = FORM_OF_TRUMP.get(deal.trump)
        if deal.form is not None and form != deal.form:
            yield changed(context, "form-of-trump", 3, form=form)
    if deal.form is not None:
        yield changed(context, "no-form-here", 4, form=None)
        if deal.trump is not None:
            yield changed(context, "neither", 3 if not context.contract.forms else 6, form=None, trump=None)


def _declarer_and_bid(context: DealContext) -> Iterator[Repair]:
    deal, turn = context.deal, context.turn
    if deal.declarer is not None and turn is not None and deal.declarer != turn:
        yield changed(context, "declarer", 4, {"player": context.player(turn)}, declarer=turn)
    if deal.declarer is not None and deal.declarer not in context.seats:
        yield changed(context, "no-declarer", 6, declarer=None)
    bid = deal.bid
    if bid is None:
        return
    if not context.contract.bid:
        yield changed(context, "no-sale", 8, bid=None)
    declarer = context.declarer
    if bid.buyer is not None and declarer is not None and bid.seller != declarer:
        buyer = bid.seller if bid.buyer == declarer else bid.buyer
        yield _bid_of(context, replace(bid, seller=declarer, buyer=buyer), "seller", 3, declarer)
        if bid.seller is not None:
            yield changed(context, "declarer", 5, {"player": context.player(bid.seller)}, declarer=bid.seller)
    if bid.seller is not None:
        for seat in context.seats:
            if seat not in (bid.seller, bid.buyer):
                yield _bid_of(context, replace(bid, buyer=seat), "buyer", 5, seat)
    if context.contract.bid and bid.bidder != deal.declarer:
        if bid.bidder is not None:
            yield changed(context, "declarer", 4, {"player": context.player(bid.bidder)}, declarer=bid.bidder)
        if deal.declarer is not None:
            yield _bid_of(context, replace(bid, bidder=deal.declarer), "bidder", 4, deal.declarer)
    if context.contract.bid:
        for suit in SUITS:
            if suit != bid.suit:
                yield changed(context, "suit", 6, {"suit": Term("suit", suit)}, bid=replace(bid, suit=suit))


def _bid_of(context: DealContext, bid: Bid, why: str, cost: int, seat: int) -> Repair:
    return changed(context, why, cost, {"player": context.player(seat)}, bid=bid)


def _price(context: DealContext) -> Iterator[Repair]:
    """Another price of a sale or a bid: those that look most alike first."""
    bid, sale = context.deal.bid, context.contract.sale
    if bid is None or (sale is None and not context.contract.bid):
        return
    if context.contract.bid:
        prices, key = range(1, 27), "points"
    elif sale is not None and sale.unit == "points":
        prices, key = range(sale.step, 13 * sale.step, sale.step), "points"
    else:
        prices, key = range(1, context.rules.tricks + 1), "tricks"
    rarer = PRICE if clauses_count(context) else 0
    now = bid.points if key == "points" else bid.tricks
    for price in prices:
        if price != now:
            cost = (
                rarer + distance(str(now or 0), str(price)) + 4 * abs(price - (now or 0)) // (sale.step if sale else 1)
            )
            cleared = replace(bid, points=None, tricks=None)
            new = replace(cleared, points=price) if key == "points" else replace(cleared, tricks=price)
            yield changed(context, "price", cost, {"price": price}, bid=new)


def _titles(context: DealContext) -> Iterator[Repair]:
    deal, wanted = context.deal, context.contract.titles
    if deal.titles is None:
        return
    if not wanted:
        yield changed(context, "no-titles", 2, titles=None)
        return
    before = context.game.deals[context.number - 2] if context.number > 1 else None
    if before is not None and before.titles is not None:
        due = succession(before.titles, before.row("tricks"), wanted)
        if due is not None and due != deal.titles:
            yield changed(context, "titles", 1, {"titles": terms("title", due)}, titles=due)
    left = [title for title in wanted if title not in deal.titles]
    if len(left) == 1 and len(deal.titles) == len(wanted):
        for seat, title in enumerate(deal.titles):
            if deal.titles.count(title) > 1 or title not in wanted:
                due = (*deal.titles[:seat], left[0], *deal.titles[seat + 1 :])
                yield changed(context, "titles", 3, {"titles": terms("title", due)}, titles=due)


def _foul_and_results(context: DealContext) -> Iterator[Repair]:
    """A foul against a result, counts against points, placings against counts: one of the two dropped, or made to
    follow the other."""
    deal = context.deal
    if deal.foul is not None and rows_of(deal):
        yield changed(context, "only-foul", 3, counts=None, points=None, places=None)
        yield changed(context, "no-foul", 4, foul=None)
    if deal.points is not None and (deal.counts is not None or deal.places is not None):
        row = counted(context, deal)
        if row is not None and row != deal.points:
            yield changed(context, "points-follow", 3, points=row)
        yield changed(context, "points-only", 5, counts=None, places=None)
        yield changed(context, "counts-only", 2, points=None)
    if deal.form == "rospis" and (deal.counts is not None or deal.points is not None):
        share = context.rules.tricks // context.rules.playing
        equal = tuple(share if seat in context.seats else None for seat in range(context.rules.table))
        yield changed(context, "shares", 0, counts=(("tricks", equal),), points=None)
    if deal.places is not None and not context.contract.placement:
        yield changed(context, "no-places", 4, places=None)
    if context.contract.placement and deal.counts is not None:
        yield changed(context, "no-counts", 5, counts=None)
        for _, row in deal.counts:
            yield changed(context, "as-places", 2, {"row": " ".join(str(v) for v in row)}, counts=None, places=row)


#: Candidate changes to trump, form, sale, bid, titles and to what a result is given by.
CLAUSES = (_trump_and_form, _declarer_and_bid, _price, _titles, _foul_and_results)


def deal_repairs(alignment: Alignment, number: int, finding: Finding) -> list[Repair]:
    """What would put right a finding about a deal, most likely first.

    Only repairs that leave nothing wrong with the deal, since any other would be refused; where there are several
    faults in it and no single change does, two changes at once. That a deal was agreed on is no fault.
    """
    if finding.is_a("kept-by-agreement"):
        return []
    context = context_of(alignment, number)
    if context is None:
        return _under_known_names(alignment, number)
    whole, partly = _sorted_out(alignment, context, _key(finding))
    if not whole and len({_key(one) for one in faults_of(context)}) <= FAULTS:
        whole = _one_more(alignment, context, partly)
    due = written_points(alignment, number)
    repairs = []
    for repair in whole:
        # What is right needs no agreement.
        edits = (ReplaceDeal(number, replace(repair.deal, agreed="")),)
        comes_out = due is not None and deal_points(context.rules, repair.deal, context.seats) == due
        repairs.append(replace(repair, edits=edits, cost=repair.cost + (WRITTEN if comes_out else 0)))
    return sorted(repairs, key=lambda repair: repair.cost)


def _sorted_out(alignment: Alignment, context: DealContext, key: Key) -> tuple[list[Repair], list[Repair]]:
    """The changes that leave nothing wrong, and those that take away the one fault and bring no other."""
    before = {_key(one) for one in faults_of(context)}
    whole: list[Repair] = []
    partly: list[Repair] = []
    clauses = (repair for part in CLAUSES for repair in part(context))
    named = other_contracts(alignment, context.number, context.deal)
    for repair in chain(row_repairs(context), clauses, named, _items(context)):
        faults = faults_of(_changed(alignment, context, repair))
        left = {_key(one) for one in faults if one.severity == "error"}
        if key in map(_key, faults):
            continue
        if not left:
            whole.append(repair)
        elif left < before:
            partly.append(repair)
    return whole, partly


def _one_more(alignment: Alignment, context: DealContext, partly: list[Repair]) -> list[Repair]:
    """The likeliest changes that leave something wrong, each with the one change more that leaves nothing."""
    whole: dict[Deal, Repair] = {}
    for repair in sorted(partly, key=lambda repair: repair.cost)[:LIKELIEST]:
        changed = _changed(alignment, context, repair)
        errors = [one for one in faults_of(changed) if one.severity == "error"]
        for second in _sorted_out(alignment, changed, _key(errors[0]))[0]:
            # The second change has been made to what the first leaves.
            both = replace(second, cost=repair.cost + second.cost, why=(*repair.why, *second.why))
            whole.setdefault(second.deal, both)
    return list(whole.values())


def _changed(alignment: Alignment, context: DealContext, repair: Repair) -> DealContext:
    """The context of a deal as a repair has it."""
    contract = alignment.index.contracts.get(repair.deal.contract, context.contract)
    return replace(context, deal=repair.deal, contract=contract)


def sound(alignment: Alignment, number: int, deal: Deal) -> bool:
    """True if nothing is wrong with a deal in the place of deal ``number``."""
    found, points = faults_and_points(alignment.with_deal(number, deal), number)
    return points is not None and not found


def other_contracts(alignment: Alignment, number: int, deal: Deal) -> Iterator[Repair]:
    """The deal under the name of another contract that may stand here, its counts taken along."""
    index = alignment.index
    known = deal.contract in index.contracts
    if deal.counts is None and deal.points is None and deal.places is None and (known or deal.foul is None):
        return
    slot = alignment.slots[number - 1]
    due = slot.contract if slot is not None else None
    for contract in index.rules.contracts if due is None else (index.contracts.get(due),):
        if contract is None or contract.id == deal.contract:
            continue
        cost = (4 if due is not None else 9) + distance(deal.contract, contract.id) // 3
        yield replacing(alignment.game, number, renamed(deal, contract), "contract", cost, contract=contract.names)


def _items(context: DealContext) -> Iterator[Repair]:
    """Rows under the name of another item, and one of two rows of the same item dropped."""
    counts = context.deal.counts or ()
    given = [item for item, _ in counts]
    missing = [item.id for item in context.contract.items if item.id not in given]
    foreign = [item for item in given if context.contract.item(item) is None]
    if len(missing) == 1 and len(foreign) == 1:
        renamed = tuple((missing[0] if item == foreign[0] else item, row) for item, row in counts)
        deal = replace(context.deal, counts=renamed)
        yield replacing(context.game, context.number, deal, "item", 2, what=context.item(missing[0]))
    for n, (item, _) in enumerate(counts):
        if item in foreign or given.count(item) > 1:
            left = replace(context.deal, counts=(*counts[:n], *counts[n + 1 :]))
            yield replacing(context.game, context.number, left, "no-item", 4, what=context.item(item))


def _under_known_names(alignment: Alignment, number: int) -> list[Repair]:
    """A deal of an unknown contract under each name that fits, the one that is due and those spelt alike first."""
    deal = alignment.game.deals[number - 1]
    repairs = []
    for repair in other_contracts(alignment, number, deal):
        if not faults_and_points(alignment.with_deal(number, repair.deal), number)[0]:
            contract = repair.deal.contract
            names = (contract, *alignment.index.contracts[contract].names.all)
            alike = min(distance(deal.contract.casefold(), name.casefold()) for name in names)
            repairs.append(replace(repair, cost=repair.cost + alike))
    return sorted(repairs, key=lambda repair: repair.cost)


def written_points(alignment: Alignment, number: int) -> Points | None:
    """The points of a deal for which the written totals come out, None where they do not tell."""
    game = alignment.game
    written = game.written
    if written is None:
        return None
    running = written.running
    if running is not None and len(running) >= number and all(len(row) == game.rules.table for row in running[:number]):
        return steps(running[:number])[-1]
    return lacking(alignment, number)


def lacking(alignment: Alignment, but: int = 0) -> Points | None:
    """What the deals, one of them not counted, lack of the written totals; None where a deal is faulty or nothing is
    written."""
    game = alignment.game
    totals = game.written.totals if game.written is not None else None
    if totals is None or len(totals) != game.rules.table:
        return None
    left = [value or 0 for value in totals]
    for number in range(1, len(game.deals) + 1):
        if number != but:
            found, points = faults_and_points(alignment, number)
            if found or points is None:
                return None
            left = [total - own for total, own in zip(left, points, strict=True)]
    return tuple(left)

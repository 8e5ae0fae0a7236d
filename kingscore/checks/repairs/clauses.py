"""Candidate changes to a deal's contract and clauses: trump, form, sale, bid, titles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kingscore.checks.clauses import FORM_OF_TRUMP, clauses_count
from kingscore.checks.context import DealContext, rows_of, terms
from kingscore.checks.misreadings import sales, unpaid
from kingscore.checks.repairs.rows import changed, counted, distance
from kingscore.model.game import Bid, Deal
from kingscore.model.language import Term, Value
from kingscore.model.repairs import Repair
from kingscore.model.rules import SUITS
from kingscore.scoring.schedule import succession

TRUMP_OF_FORM = {form: trump for trump, form in FORM_OF_TRUMP.items()}
#: A price that can be is mistaken less often than an entry of a row.
PRICE = 5


def clause_repairs(context: DealContext) -> Iterator[Repair]:
    """Every change to the clauses that may make the deal possible."""
    for part in (_trump_and_form, _declarer_and_bid, _price, _sale_found, _titles, _foul_and_results):
        yield from part(context)


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


def _sale_found(context: DealContext) -> Iterator[Repair]:
    """A sale that is not recorded and explains the points; a recorded one that they do not hold."""
    row = context.deal.points
    if row is None or len(row) != context.rules.table:
        return
    for n, bid in enumerate(sales(context, row)):
        values: dict[str, Value] = {"player": context.player(bid.buyer), "price": bid.tricks or bid.points or 0}
        yield changed(context, "sale", n, values, bid=bid)
    if context.deal.bid is not None:
        paid = _paid(context, unpaid(context.deal))
        if paid is not None:
            yield changed(context, "paid", 0, points=paid)


def _paid(context: DealContext, bare: Deal) -> tuple[int | None, ...] | None:
    """The row with the price of the bid or the sale counted in."""
    nothing = tuple(0 if seat in context.seats else None for seat in range(context.rules.table))
    counts = tuple((item.id, nothing) for item in context.contract.items)
    zero = replace(bare, bid=context.deal.bid, points=None, counts=counts)
    only = counted(context, zero)
    if only is None or context.deal.points is None:
        return None
    return tuple(None if v is None else v + (paid or 0) for v, paid in zip(context.deal.points, only, strict=True))


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

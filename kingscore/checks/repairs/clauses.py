"""Changes to a deal's contract and clauses that somebody may have meant: trump, form, sale, bid, titles. It judges
none."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.checks.clauses import FORM_OF_TRUMP, clauses_count
from kingscore.checks.context import Laid, terms
from kingscore.checks.misreadings import sales
from kingscore.checks.repairs.repair import Mend, distance, mend
from kingscore.checks.repairs.rows import counted
from kingscore.model.findings import Value
from kingscore.model.frozen import replace
from kingscore.model.game import Bid, Deal
from kingscore.model.language import Term
from kingscore.model.rules import SUITS
from kingscore.scoring.schedule import succession

TRUMP_OF_FORM = {form: trump for trump, form in FORM_OF_TRUMP.items()}
#: A price that can be is mistaken less often than an entry of a row.
PRICE = 5


def clause_mends(laid: Laid) -> Iterator[Mend]:
    """Every change to the clauses that may make the deal possible."""
    for part in (_trump_and_form, _declarer, _bid, _price, _sale_found, _titles, _foul, _results):
        yield from part(laid)


def _of(laid: Laid, why: str, cost: int, values: dict[str, Value] | None = None, **changes: object) -> Mend:
    return mend(laid.number, replace(laid.deal, **changes), why, cost, **(values or {}))  # type: ignore[arg-type]


def _trump_and_form(laid: Laid) -> Iterator[Mend]:
    deal = laid.deal
    if deal.trump is not None:
        implied = TRUMP_OF_FORM.get(deal.form or "") if laid.contract.forms else None
        yield _of(laid, "no-trump-here", 4, trump=implied)
        form = FORM_OF_TRUMP.get(deal.trump)
        if deal.form is not None and form != deal.form:
            yield _of(laid, "form-of-trump", 3, form=form)
    if deal.form is not None:
        yield _of(laid, "no-form-here", 4, form=None)
        if deal.trump is not None:
            yield _of(laid, "neither", 3 if not laid.contract.forms else 6, form=None, trump=None)


def _declarer(laid: Laid) -> Iterator[Mend]:
    deal, turn = laid.deal, laid.turn
    if deal.declarer is not None and turn is not None and deal.declarer != turn:
        yield _of(laid, "declarer", 4, {"player": laid.player(turn)}, declarer=turn)
    if deal.declarer is not None and deal.declarer not in laid.seats:
        yield _of(laid, "no-declarer", 6, declarer=None)


def _bid(laid: Laid) -> Iterator[Mend]:
    bid, deal = laid.deal.bid, laid.deal
    if bid is None:
        return
    if not laid.contract.bid:
        yield _of(laid, "no-sale", 8, bid=None)
    declarer = laid.declarer
    if bid.buyer is not None and declarer is not None and bid.seller != declarer:
        buyer = bid.seller if bid.buyer == declarer else bid.buyer
        yield _bid_of(laid, replace(bid, seller=declarer, buyer=buyer), "seller", 3, declarer)
        if bid.seller is not None:
            yield _of(laid, "declarer", 5, {"player": laid.player(bid.seller)}, declarer=bid.seller)
    if bid.seller is not None:
        for seat in laid.seats:
            if seat not in (bid.seller, bid.buyer):
                yield _bid_of(laid, replace(bid, buyer=seat), "buyer", 5, seat)
    if laid.contract.bid and bid.bidder != deal.declarer:
        if bid.bidder is not None:
            yield _of(laid, "declarer", 4, {"player": laid.player(bid.bidder)}, declarer=bid.bidder)
        if deal.declarer is not None:
            yield _bid_of(laid, replace(bid, bidder=deal.declarer), "bidder", 4, deal.declarer)
    if laid.contract.bid:
        for suit in SUITS:
            if suit != bid.suit:
                yield _of(laid, "suit", 6, {"suit": Term("suit", suit)}, bid=replace(bid, suit=suit))


def _bid_of(laid: Laid, bid: Bid, why: str, cost: int, seat: int) -> Mend:
    return _of(laid, why, cost, {"player": laid.player(seat)}, bid=bid)


def _price(laid: Laid) -> Iterator[Mend]:
    """Another price of a sale or a bid: those that look most alike first."""
    bid, sale = laid.deal.bid, laid.contract.sale
    if bid is None or (sale is None and not laid.contract.bid):
        return
    if laid.contract.bid:
        prices, key = range(1, 27), "points"
    elif sale is not None and sale.unit == "points":
        prices, key = range(sale.step, 13 * sale.step, sale.step), "points"
    else:
        prices, key = range(1, laid.rules.tricks + 1), "tricks"
    rarer = PRICE if clauses_count(laid) else 0
    now = bid.points if key == "points" else bid.tricks
    for price in prices:
        if price != now:
            cost = (
                rarer + distance(str(now or 0), str(price)) + 4 * abs(price - (now or 0)) // (sale.step if sale else 1)
            )
            cleared = replace(bid, points=None, tricks=None)
            new = replace(cleared, points=price) if key == "points" else replace(cleared, tricks=price)
            yield _of(laid, "price", cost, {"price": price}, bid=new)


def _sale_found(laid: Laid) -> Iterator[Mend]:
    """A sale that is not recorded and explains the points; a recorded one that they do not hold."""
    row = laid.deal.points
    if row is None or len(row) != laid.rules.table:
        return
    for n, bid in enumerate(sales(laid, row)):
        values: dict[str, Value] = {"player": laid.player(bid.buyer), "price": bid.tricks or bid.points or 0}
        yield _of(laid, "sale", n, values, bid=bid)
    if laid.deal.bid is not None:
        bare = replace(laid.deal.bid, points=0, tricks=0)
        paid = _paid(laid, replace(laid.deal, bid=bare))
        if paid is not None:
            yield _of(laid, "paid", 0, points=paid)


def _paid(laid: Laid, bare: Deal) -> tuple[int | None, ...] | None:
    """The row with the price of the bid or the sale counted in."""
    nothing = tuple(0 if seat in laid.seats else None for seat in range(laid.rules.table))
    counts = tuple((item.id, nothing) for item in laid.contract.items)
    zero = replace(bare, bid=laid.deal.bid, points=None, counts=counts)
    only = counted(laid, zero)
    if only is None or laid.deal.points is None:
        return None
    return tuple(None if v is None else v + (paid or 0) for v, paid in zip(laid.deal.points, only, strict=True))


def _titles(laid: Laid) -> Iterator[Mend]:
    deal, wanted = laid.deal, laid.contract.titles
    if deal.titles is None:
        return
    if not wanted:
        yield _of(laid, "no-titles", 2, titles=None)
        return
    before = laid.game.deals[laid.number - 2] if laid.number > 1 else None
    if before is not None and before.titles is not None:
        due = succession(before.titles, before.row("tricks"), wanted)
        if due is not None and due != deal.titles:
            yield _of(laid, "titles", 1, {"titles": terms("title", due)}, titles=due)
    left = [title for title in wanted if title not in deal.titles]
    if len(left) == 1 and len(deal.titles) == len(wanted):
        for seat, title in enumerate(deal.titles):
            if deal.titles.count(title) > 1 or title not in wanted:
                due = (*deal.titles[:seat], left[0], *deal.titles[seat + 1 :])
                yield _of(laid, "titles", 3, {"titles": terms("title", due)}, titles=due)


def _foul(laid: Laid) -> Iterator[Mend]:
    deal = laid.deal
    if deal.foul is None:
        return
    if deal.counts is not None or deal.points is not None or deal.places is not None:
        yield _of(laid, "only-foul", 3, counts=None, points=None, places=None)
        yield _of(laid, "no-foul", 4, foul=None)


def _results(laid: Laid) -> Iterator[Mend]:
    """Counts against points, placings against counts: one of the two dropped, or made to follow the other."""
    deal = laid.deal
    if deal.points is not None and (deal.counts is not None or deal.places is not None):
        row = counted(laid, deal)
        if row is not None and row != deal.points:
            yield _of(laid, "points-follow", 3, points=row)
        yield _of(laid, "points-only", 5, counts=None, places=None)
        yield _of(laid, "counts-only", 2, points=None)
    if deal.form == "rospis" and (deal.counts is not None or deal.points is not None):
        share = laid.rules.tricks // laid.rules.playing
        equal = tuple(share if seat in laid.seats else None for seat in range(laid.rules.table))
        yield _of(laid, "shares", 0, counts=(("tricks", equal),), points=None)
    if deal.places is not None and not laid.contract.placement:
        yield _of(laid, "no-places", 4, places=None)
    if laid.contract.placement and deal.counts is not None:
        yield _of(laid, "no-counts", 5, counts=None)
        for _, row in deal.counts:
            yield _of(laid, "as-places", 2, {"row": " ".join(str(v) for v in row)}, counts=None, places=row)

"""Whether a deal's clauses fit its contract and one another: trump and form, sale and bid, titles."""

from __future__ import annotations

from kingscore.checks.context import Check, DealContext, Faults, row_is_whole, terms, trump_named
from kingscore.model.language import Term
from kingscore.model.rules import FORMS, SUITS, TRUMPS
from kingscore.scoring.schedule import succession

#: What may be trump in each form; None is "not recorded".
TRUMPS_OF_FORM: dict[str | None, tuple[str | None, ...]] = {
    None: (None, *TRUMPS),
    "suit": (None, *SUITS),
    "by-last": (None, *SUITS),
    "no-trump": (None, "none"),
    "misere": (None, "misere"),
    "rospis": (None,),
}
FORM_OF_TRUMP = {"none": "no-trump", "misere": "misere"}


def trump_and_form_are_allowed_here(context: DealContext) -> Faults:
    deal, forms = context.deal, context.contract.forms
    if deal.trump is not None and deal.trump not in TRUMPS:
        yield context.fault("D420", "unknown", found=deal.trump, expected=tuple(map(trump_named, TRUMPS)))
    elif deal.trump is not None and not forms:
        yield context.fault("D420", found=trump_named(deal.trump))
        return
    form = deal.form if deal.form is not None else FORM_OF_TRUMP.get(deal.trump or "")
    if form is not None and form not in forms and not (deal.form is None and not forms):
        how = "unknown" if form not in FORMS else "none" if not forms else ""
        yield context.fault("D421", how, found=Term("form", form), expected=terms("form", forms) or ("—",))


def form_and_trump_agree(context: DealContext) -> Faults:
    deal = context.deal
    if not context.contract.forms or deal.form not in TRUMPS_OF_FORM or deal.trump not in TRUMPS:
        return
    if deal.trump not in TRUMPS_OF_FORM[deal.form]:
        yield context.fault("D422", found=trump_named(deal.trump), form=Term("form", deal.form or "suit"))


def sale_is_in_order(context: DealContext) -> Faults:
    bid, sale = context.deal.bid, context.contract.sale
    if bid is None or context.contract.bid:
        return
    if sale is None:
        yield context.fault("D424", "bid" if bid.bidder is not None else "")
        return
    if bid.seller is None or bid.buyer is None or bid.bidder is not None or bid.suit is not None:
        yield context.fault("D429", "sale")
        return
    declarer = context.declarer
    if declarer is not None and bid.seller != declarer:
        yield context.fault("D425", seat=bid.seller, declarer=context.player(declarer))
    if bid.seller == bid.buyer:
        yield context.fault("D426", seat=bid.buyer)
    price, other = (bid.tricks, bid.points) if sale.unit == "tricks" else (bid.points, bid.tricks)
    if price is None or other is not None:
        yield context.fault("D429", sale.unit)
    elif sale.unit == "tricks" and not 1 <= price <= context.rules.tricks:
        yield context.fault("D427", found=price, expected=context.rules.tricks)
    elif sale.unit == "points" and (price < sale.step or price % sale.step):
        down = max(sale.step, price - price % sale.step)
        yield context.fault("D428", found=price, expected=sale.step, below=down, above=down + sale.step)


def bid_is_in_order(context: DealContext) -> Faults:
    """Where the suit is bid for, the record names the bidder, at least 1 and one of the suits."""
    if not context.contract.bid:
        return
    bid = context.deal.bid
    if bid is None:
        yield context.fault("D430")
        return
    if bid.seller is not None or bid.buyer is not None or bid.tricks is not None:
        yield context.fault("D429", "bid")
    if bid.bidder is None:
        yield context.fault("D429", "bidder")
    elif context.deal.declarer is not None and context.deal.declarer != bid.bidder:
        yield context.fault("D433", seat=bid.bidder, declarer=context.player(context.deal.declarer))
    if bid.points is None or bid.points < 1:
        due, row = 0, context.deal.points
        if row is not None and bid.suit in SUITS:
            # The bid that the points have in them.
            cards = context.rules.deck.of_suit(bid.suit) * context.contract.items[0].value
            due = max(0, cards - sum(row[seat] or 0 for seat in context.seats if seat < len(row)))
        yield context.fault("D431", "points" if due else "", seat=bid.bidder, found=bid.points or 0, expected=due)
    if bid.suit not in SUITS:
        yield context.fault("D432", "unknown" if bid.suit else "", seat=bid.bidder, found=bid.suit or "—")


def clauses_count(context: DealContext) -> bool:
    """True if a sale or a bid is recorded so that its price can be added up."""
    return not any(f.severity == "error" for check in (sale_is_in_order, bid_is_in_order) for f in check(context))


def titles_are_in_order(context: DealContext) -> Faults:
    """Each seat has one title, each title stands once; the tricks stay under the ceilings of the titles."""
    given, wanted = context.deal.titles, context.contract.titles
    if not wanted:
        if given is not None:
            yield context.fault("D434")
        return
    if given is None:
        yield context.fault("D435", "missing", severity="hint", expected=terms("title", wanted))
    elif sorted(given) != sorted(wanted):
        yield context.fault("D435", found=terms("title", given), expected=terms("title", wanted))
    else:
        yield from _ceilings(context, given)
        yield from _succession(context, given)


def _ceilings(context: DealContext, titles: tuple[str, ...]) -> Faults:
    row = context.deal.row("tricks")
    ceilings = dict(zip(context.contract.titles, context.contract.ceilings, strict=False))
    for seat, taken in enumerate(row if row is not None and row_is_whole(context, row) else ()):
        most = ceilings.get(titles[seat])
        if most is not None and taken is not None and taken > most:
            yield context.fault(
                "D436", seat=seat, item="tricks", found=taken, expected=most, title=Term("title", titles[seat])
            )


def _succession(context: DealContext, titles: tuple[str, ...]) -> Faults:
    """The titles of a reign follow the tricks of the quota deal before it; a tie keeps the order of titles there."""
    if context.contract.ceilings or context.number < 2:
        return
    before = context.game.deals[context.number - 2]
    quota = context.rules.contract(before.contract)
    if quota is None or not quota.ceilings or before.titles is None:
        return
    expected = succession(before.titles, before.row("tricks"), quota.titles)
    if expected is not None and expected != titles:
        wrong = next(seat for seat, title in enumerate(titles) if title != expected[seat])
        yield context.fault(
            "D437", seat=wrong, found=terms("title", titles), expected=terms("title", expected),
            title=Term("title", titles[wrong]), due=Term("title", expected[wrong]),
        )  # fmt: skip


CLAUSES: tuple[Check, ...] = (
    trump_and_form_are_allowed_here,
    form_and_trump_agree,
    sale_is_in_order,
    bid_is_in_order,
    titles_are_in_order,
)

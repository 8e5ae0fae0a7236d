"""Who declared a deal of a table, its trump, what was sold or bid: as it is written, or as the points tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kingscore.checks.context import DealContext
from kingscore.checks.deal import context_of, faults_of
from kingscore.checks.misreadings import fits, sales
from kingscore.checks.rule_index import rule_index_of
from kingscore.checks.schedule import alignment_of
from kingscore.importers.layout import Layout
from kingscore.importers.words import TableWords
from kingscore.model.folding import key
from kingscore.model.frozen import replace
from kingscore.model.game import Bid, Deal, Game, Row
from kingscore.model.rules import SUITS, Contract
from kingscore.notation.names import seat_of

_SOLD = re.compile(r"(?:→|->)\s*(?P<name>.+?)\s+(?P<price>[0-9]{1,4})\s*$")
_NUMBER = re.compile(r"[0-9]{1,4}")


def declarer_of(layout: Layout, row: int, contract: Contract) -> int | None:
    """Who declared, where the table has a column for it or names him beside the deal; None where nobody declares."""
    if not (contract.declared or contract.bid):
        return None
    told = _seat(layout, layout.text(row, "declarer"))
    if told is not None:
        return told
    words = {key(word) for word in re.split(r"[\s,;:()\[\]/.]+", layout.label(row)) if len(word) > 1}
    named = [seat for seat, name in enumerate(layout.names) if key(name) in words]
    return named[0] if len(named) == 1 else None


def _seat(layout: Layout, text: str) -> int | None:
    seats = seat_of(text, layout.names) if text else ()
    return seats[0] if len(seats) == 1 else None


def with_rights(layout: Layout, row: int, contract: Contract, words: TableWords, deal: Deal) -> Deal:
    """The deal with its trump, form, sale or bid: ``♠``, ``♠ → Jonas 2``, ``♣ 7``, or in columns of their own."""
    if not (contract.forms or contract.bid):
        return deal
    text = layout.text(row, "trump")
    sold = _SOLD.search(text)
    before = text[: sold.start()] if sold else text
    suit = words.suit(before) if before else None
    suit = suit if suit in SUITS else None
    price = _price(sold["price"] if sold else layout.text(row, "price"))
    if contract.bid:
        price = price or _price(before)
        whole = deal.declarer is not None and price is not None and suit is not None
        return replace(deal, bid=Bid(bidder=deal.declarer, points=price, suit=suit) if whole else None)
    form = _form(words, before)
    deal = replace(deal, trump=suit, form=form if form in contract.forms else None)
    buyer = _seat(layout, sold["name"] if sold else layout.text(row, "buyer"))
    if contract.sale is None or buyer is None or price is None or deal.declarer is None:
        return deal
    tricks, points = (price, None) if contract.sale.unit == "tricks" else (None, price)
    return replace(deal, bid=Bid(seller=deal.declarer, buyer=buyer, tricks=tricks, points=points))


def _price(text: str) -> int | None:
    found = _NUMBER.search(text)
    return int(found[0]) if found else None


def _form(words: TableWords, text: str) -> str | None:
    forms, said = words.words.forms, key(text)
    return forms.get(said) or next((form for word, form in forms.items() if len(word) > 4 and word in said), None)


def completed(game: Game) -> tuple[Game, tuple[int, ...], int]:
    """The game with the sales and bids that its points tell of and nobody wrote down, the deals that have them, and how
    many have none although they come to what they should."""
    worked_out: list[int] = []
    left = 0
    for number, deal in enumerate(game.deals, 1):
        context = _unpaid(game, number)
        if context is None:
            continue
        row, contract = context.deal.points or (), context.contract
        bid = next(_bids(context, row) if contract.bid else sales(context, row), None)
        if bid is not None:
            game = game.with_deal_at(number, replace(deal, bid=bid))
            worked_out.append(number)
        left += bid is None and not contract.bid
    return game, tuple(worked_out), left


def _unpaid(game: Game, number: int) -> DealContext | None:
    """A deal that must have had a sale or a bid and has none written; None for all others."""
    deal = game.deals[number - 1]
    contract = game.rules.contract(deal.contract)
    if contract is None or deal.unread or deal.bid is not None or not (contract.bid or contract.sale is not None):
        return None
    index = rule_index_of(game.rules)
    context = context_of(game, index, alignment_of(game, index), number)
    row = None if context is None else context.deal.points
    if context is None or row is None or any(row[seat] is None for seat in context.seats):
        return None
    if not contract.bid and (sum(n or 0 for n in row) not in contract.totals or fits(context, row)):
        return None
    return context


def _bids(context: DealContext, row: Row) -> Iterator[Bid]:
    """Every bid with which the points of a deal can be."""
    item, total = context.contract.items[0], sum(n or 0 for n in row)
    declarer = context.deal.declarer
    for bidder in context.seats if declarer is None else (declarer,):
        for suit in SUITS:
            bid = Bid(bidder=bidder, points=item.value * context.rules.deck.of_suit(suit) - total, suit=suit)
            if (bid.points or 0) > 0 and not faults_of(replace(context, deal=replace(context.deal, bid=bid))):
                yield bid

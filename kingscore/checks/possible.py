"""The one place that asks whether a deal can have come about: counts or points against deck, tricks and values."""

from __future__ import annotations

from functools import reduce
from math import gcd

from kingscore.checks.context import DealContext
from kingscore.model.game import Row
from kingscore.model.items import CARDS, ITEM_KINDS
from kingscore.model.rules import SUITS, Contract, Item
from kingscore.scoring.score import transfer


def held(context: DealContext, item: Item) -> int:
    """How many of an item this deal holds."""
    return context.rules.held(item, context.deal.bid.suit if context.deal.bid is not None else None)


def least_and_most(context: DealContext, item: Item) -> tuple[int, int]:
    """The range in which an item's counts may add up: one number unless cards may stay in the stock."""
    most, contract = held(context, item), context.contract
    if item.id == "suit-cards" and (context.deal.bid is None or context.deal.bid.suit not in SUITS):
        suits = [context.rules.deck.of_suit(suit) for suit in SUITS]
        return min(suits), max(suits)
    if not contract.loose:
        return most, most
    if item.id == "tricks" and contract.tricks_range is not None:
        return contract.tricks_range
    return max(0, most - context.rules.stock) if item.id in CARDS else most, most


def unit(contract: Contract) -> int:
    """The largest number of which all points of a contract are multiples; 0 where nothing is worth anything."""
    return reduce(gcd, (abs(item.value) for item in contract.items), 0)


def played(context: DealContext, points: Row) -> tuple[int, ...]:
    """Points of the seats that play, before anything was paid for a sale or a bid."""
    bid, moved = context.deal.bid, transfer(context.contract, context.deal)
    out = [value or 0 for value in points]
    if bid is not None and moved and bid.seller is not None and bid.buyer is not None:
        out[bid.seller] -= moved
        out[bid.buyer] += moved
    if context.contract.bid and bid is not None and bid.bidder is not None:
        out[bid.bidder] += bid.points or 0
    return tuple(out[seat] for seat in context.seats)


def totals(context: DealContext) -> tuple[int, ...]:
    """Every total that the deal's points may come to, the usual one first; a bid is in it."""
    contract, bid = context.contract, context.deal.bid
    if not contract.bid:
        return contract.totals
    return (sum(held(context, item) * item.value for item in contract.items) - (bid.points or 0 if bid else 0),)


def counts_fit(context: DealContext, counts: dict[str, Row]) -> bool:
    """True if some distribution of the cards gives these counts."""
    if plainly_fit(context, counts):
        return True
    # Loaded here, since most deals count one thing and have no need of it.
    from kingscore.checks.feasibility.counts import counts_possible

    return counts_possible(context.rules, context.contract, counts, context.seats, context.deal)


def plainly_fit(context: DealContext, counts: dict[str, Row]) -> bool:
    """True where a deal counts one kind of cards, or tricks, that add up: nothing else can stand against them."""
    contract, deal = context.contract, context.deal
    item = contract.items[0] if len(contract.items) == 1 else None
    if item is None or not ITEM_KINDS[item.id].plain or contract.loose or contract.ceilings or deal.form == "rospis":
        return False
    row = counts.get(item.id) or ()
    entries = [row[seat] for seat in context.seats if seat < len(row)]
    known = [entry for entry in entries if entry is not None and entry >= 0]
    return len(known) == len(context.seats) and sum(known) == item.amount


def points_fit(context: DealContext, points: Row) -> bool:
    """True if some counts give these points, with sale, bid, sweep and doubling."""
    # Loaded here, since a deal recorded in counts has no need of it.
    from kingscore.checks.feasibility.points import points_possible

    return points_possible(context.rules, context.contract, points, context.seats, context.deal)

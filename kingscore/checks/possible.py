"""The one place that asks whether a deal can have come about: counts or points against deck, tricks and values."""

from __future__ import annotations

from functools import reduce
from math import gcd

from kingscore.checks.context import Laid
from kingscore.model.game import Row
from kingscore.model.items import CARDS, ITEM_KINDS
from kingscore.model.rules import SUITS, Contract, Item
from kingscore.scoring.score import transfer


def held(laid: Laid, item: Item) -> int:
    """How many of an item this deal holds."""
    return laid.rules.held(item, laid.deal.bid.suit if laid.deal.bid is not None else None)


def least_and_most(laid: Laid, item: Item) -> tuple[int, int]:
    """The range in which an item's counts may add up: one number unless cards may stay in the stock."""
    most, contract = held(laid, item), laid.contract
    if item.id == "suit-cards" and (laid.deal.bid is None or laid.deal.bid.suit not in SUITS):
        suits = [laid.rules.deck.of_suit(suit) for suit in SUITS]
        return min(suits), max(suits)
    if not contract.loose:
        return most, most
    if item.id == "tricks" and contract.tricks_range is not None:
        return contract.tricks_range
    return max(0, most - laid.rules.stock) if item.id in CARDS else most, most


def unit(contract: Contract) -> int:
    """The largest number of which all points of a contract are multiples; 0 where nothing is worth anything."""
    return reduce(gcd, (abs(item.value) for item in contract.items), 0)


def played(laid: Laid, points: Row) -> tuple[int, ...]:
    """Points of the seats that play, before anything was paid for a sale or a bid."""
    bid, moved = laid.deal.bid, transfer(laid.contract, laid.deal)
    out = [value or 0 for value in points]
    if bid is not None and moved and bid.seller is not None and bid.buyer is not None:
        out[bid.seller] -= moved
        out[bid.buyer] += moved
    if laid.contract.bid and bid is not None and bid.bidder is not None:
        out[bid.bidder] += bid.points or 0
    return tuple(out[seat] for seat in laid.seats)


def totals(laid: Laid) -> tuple[int, ...]:
    """Every total that the deal's points may come to, the usual one first; a bid is in it."""
    contract, bid = laid.contract, laid.deal.bid
    if not contract.bid:
        return contract.totals
    return (sum(held(laid, item) * item.value for item in contract.items) - (bid.points or 0 if bid else 0),)


def counts_fit(laid: Laid, counts: dict[str, Row]) -> bool:
    """True if some distribution of the cards gives these counts."""
    if plainly_fit(laid, counts):
        return True
    # Loaded here, since most deals count one thing and have no need of it.
    from kingscore.checks.feasibility.counts import counts_possible

    return counts_possible(laid.rules, laid.contract, counts, laid.seats, laid.deal)


def plainly_fit(laid: Laid, counts: dict[str, Row]) -> bool:
    """True where a deal counts one kind of cards, or tricks, that add up: nothing else can stand against them."""
    contract, deal = laid.contract, laid.deal
    item = contract.items[0] if len(contract.items) == 1 else None
    if item is None or not ITEM_KINDS[item.id].plain or contract.loose or contract.ceilings or deal.form == "rospis":
        return False
    row = counts.get(item.id) or ()
    entries = [row[seat] for seat in laid.seats if seat < len(row)]
    known = [entry for entry in entries if entry is not None and entry >= 0]
    return len(known) == len(laid.seats) and sum(known) == item.amount


def points_fit(laid: Laid, points: Row) -> bool:
    """True if some counts give these points, with sale, bid, sweep and doubling."""
    # Loaded here, since a deal recorded in counts has no need of it.
    from kingscore.checks.feasibility.points import points_possible

    return points_possible(laid.rules, laid.contract, points, laid.seats, laid.deal)

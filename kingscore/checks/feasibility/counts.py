"""Whether a deal's counts can stand beside each other: exact, over every distribution of the deck; no points here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from operator import le

from kingscore.checks.feasibility.cards import Cards, cards_of
from kingscore.checks.feasibility.piles import Pile, fit
from kingscore.checks.feasibility.tricks import Named, fewest_tricks, holders, rooms, runs
from kingscore.model.game import Deal, Row
from kingscore.model.items import CARDS, ITEM_KINDS, TRICK_PLACES
from kingscore.model.rules import SUITS, Contract, Rules

Whole = tuple[int, ...]


def counts_possible(
    rules: Rules, contract: Contract, counts: Mapping[str, Row], seats: tuple[int, ...], deal: Deal
) -> bool:
    """True if some distribution of the deck over the tricks gives these counts of all the contract's items.

    ``counts`` are rows as long as the table, of which only the playing ``seats`` are looked at; ``deal`` gives the
    form, the suit bid and the titles. False where an item's row is missing.
    """
    rows = {item.id: _played(counts.get(item.id), seats) for item in contract.items}
    whole = {item: row for item, row in rows.items() if row is not None}
    if len(whole) < len(rows) or not whole:
        return False
    return (
        _sums_hold(rules, contract, whole, deal)
        and _form_holds(rules, whole, deal)
        and _ceilings_hold(contract, whole, seats, deal)
        and _cards_hold(rules, contract, whole, deal)
    )


def _played(row: Row | None, seats: tuple[int, ...]) -> Whole | None:
    """The counts of the seats that play; None where one is missing or below zero."""
    if row is None or any(seat >= len(row) for seat in seats):
        return None
    played = tuple(value for seat in seats if (value := row[seat]) is not None and value >= 0)
    return played if len(played) == len(seats) else None


def amounts(rules: Rules, contract: Contract, deal: Deal) -> dict[str, int]:
    """How many of each item this deal holds: of a suit that was bid as many as it has."""
    suit = deal.bid.suit if deal.bid is not None else None
    return {item.id: rules.held(item, suit) for item in contract.items}


def _sums_hold(rules: Rules, contract: Contract, rows: dict[str, Whole], deal: Deal) -> bool:
    """True if every row adds up; where cards may stay in the stock it may fall short, and tricks have a range."""
    for item, amount in amounts(rules, contract, deal).items():
        total = sum(rows[item])
        if contract.loose and item == "tricks":
            low, high = contract.tricks_range or (rules.tricks, rules.tricks + rules.stock)
            if not low <= total <= high:
                return False
        elif contract.loose and item in CARDS:
            if total > amount:
                return False
        elif item == "suit-cards" and (deal.bid is None or deal.bid.suit is None):
            if total not in map(rules.deck.of_suit, SUITS):
                return False
        elif total != amount:
            return False
    return True


def _form_holds(rules: Rules, rows: dict[str, Whole], deal: Deal) -> bool:
    """True unless the deal was written down without play and the shares are not equal."""
    return deal.form != "rospis" or set(rows.get("tricks", ())) <= {rules.tricks // rules.playing}


def _ceilings_hold(contract: Contract, rows: dict[str, Whole], seats: tuple[int, ...], deal: Deal) -> bool:
    """True if nobody has more tricks than his title allows."""
    if not contract.ceilings or deal.titles is None or "tricks" not in rows:
        return True
    ceilings = dict(zip(contract.titles, contract.ceilings, strict=False))
    titles = [deal.titles[seat] if seat < len(deal.titles) else "" for seat in seats]
    return all(tricks <= ceilings.get(title, tricks) for tricks, title in zip(rows["tricks"], titles, strict=True))


def _cards_hold(rules: Rules, contract: Contract, rows: dict[str, Whole], deal: Deal) -> bool:
    """True if the cards and tricks themselves allow the rows, which add up."""
    few = len(rows) == 1 and not contract.loose and sum(next(iter(rows.values()))) <= rules.tricks
    if few and ITEM_KINDS[next(iter(rows))].plain:
        return True  # So few that each may have a trick of its own.
    named = tuple((item, row) for item, row in rows.items() if item in TRICK_PLACES)
    counted = {item: row for item, row in rows.items() if item in CARDS}
    cards = cards_of(rules.deck, rules.pips, tuple(counted), _suit(rules, rows, deal))
    missing = tuple(cards.amount(i) - sum(row) for i, row in enumerate(counted.values()))
    piles: list[Whole] = list(zip(*counted.values(), strict=True)) or [()] * rules.playing
    tricks = rows.get("tricks")
    if not contract.loose:
        return not any(missing) and _fit_full_tricks(rules, cards, piles, named, tricks)
    if min(missing, default=0) < 0:
        return False
    if tricks is None and _fit_full_tricks(rules, cards, [*piles, missing], named, None):
        return True
    return _fit_some_run(rules, cards, [*piles, missing], named, tricks)


def _fit_full_tricks(rules: Rules, cards: Cards, piles: list[Whole], named: Named, tricks: Whole | None) -> bool:
    """True if the cards fit into tricks of a card of each player; a pile after the seats' is what lies in the stock.

    Where the tricks are not given, every seat has as many as it takes.
    """
    least = fewest_tricks(named, rules.tricks, rules.playing)
    if tricks is not None:
        if not any(all(map(le, needed, tricks)) for needed in least):
            return False
        rooms_of = [rules.playing * number for number in tricks]
        return fit(cards, [*map(Pile, piles, rooms_of)], rules.playing, 0)
    stock = [Pile(pile, rules.stock) for pile in piles[rules.playing :]]
    return any(
        fit(
            cards,
            [*(Pile(p, None, n) for p, n in zip(piles, needed, strict=False)), *stock],
            rules.playing,
            rules.tricks,
        )
        for needed in least
    )


def _fit_some_run(rules: Rules, cards: Cards, piles: list[Whole], named: Named, tricks: Whole | None) -> bool:
    """True if the cards fit into the tricks of one of the ways that a deal with a stock can run."""
    return any(
        fit(cards, [*map(Pile, piles, (*room, run.stock))], rules.playing, 0)
        for run in runs(rules.playing, rules.hand, rules.stock)
        for row in ((tricks,) if tricks is not None else _shares(len(run.sizes), rules.playing))
        if sum(row) == len(run.sizes)
        for holder in holders(named, sum(row), rules.playing)
        for room in rooms(run, row, holder)
    )


def _suit(rules: Rules, rows: dict[str, Whole], deal: Deal) -> str:
    """The suit that was bid; where none is recorded, one that has as many cards as the row."""
    if deal.bid is not None and deal.bid.suit is not None:
        return deal.bid.suit
    if "suit-cards" not in rows:
        return ""
    return next((suit for suit in SUITS if rules.deck.of_suit(suit) == sum(rows["suit-cards"])), "")


def _shares(tricks: int, seats: int) -> Iterator[Whole]:
    """Every row of so many tricks."""
    for bars in combinations(range(tricks + seats - 1), seats - 1):
        edges = (-1, *bars, tricks + seats - 1)
        yield tuple(right - left - 1 for left, right in pairwise(edges))

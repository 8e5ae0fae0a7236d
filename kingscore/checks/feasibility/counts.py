"""Whether a deal's counts can stand beside each other: exact, over every distribution of the deck over the tricks.

Cards lie in piles so that each pile counts what is given; the few cards that count for several things are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from operator import le

from kingscore.checks.feasibility.cards import (
    Cards,
    Named,
    Whole,
    cards_of,
    fewest_tricks,
    holders,
    rooms,
    runs,
)
from kingscore.model.game import Deal, Row
from kingscore.model.items import CARDS, ITEM_KINDS, TRICK_PLACES
from kingscore.model.rules import SUITS, Contract, Rules

#: Bits that a count takes in a packed row; the highest stays free, so that a borrow shows.
WIDTH = 16


@dataclass(frozen=True, slots=True)
class Pile:
    """What a pile must count, item by item, the most cards it may hold, and the fewest tricks that it is.

    A room of None: its tricks are not known, it may be of any number.
    """

    counts: Whole
    room: int | None
    tricks: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """Every choice of shared cards, as a set of bits, sorted by what it counts for items that have no cards of their
    own: ``(bits, packed counts, cards saved)``. A card that counts for two of the others saves a card."""

    by_settled: dict[int, list[tuple[int, int, int]]]
    settled: int
    own: tuple[bool, ...]
    guard: int


@lru_cache(maxsize=256)
def choices(cards: Cards) -> Choices:
    own = tuple(number > 0 for number in cards.own)
    settled = sum((1 << WIDTH) - 1 << WIDTH * i for i, has in enumerate(own) if not has)
    guard = sum(1 << WIDTH * (i + 1) - 1 for i in range(len(own)))
    packed = [pack(card) for card in cards.shared]
    saves = [sum(count for count, has in zip(card, own, strict=True) if has) - 1 for card in cards.shared]
    counts, saved = [0], [0]
    for card, saving in zip(packed, saves, strict=True):
        counts += [before + card for before in counts]
        saved += [before + saving for before in saved]
    by_settled: dict[int, list[tuple[int, int, int]]] = {}
    for bits, (count, saving) in enumerate(zip(counts, saved, strict=True)):
        by_settled.setdefault(count & settled, []).append((bits, count, saving))
    return Choices(by_settled, settled, own, guard)


def pack(row: Whole) -> int:
    return sum(count << WIDTH * i for i, count in enumerate(row))


def ways(cards: Cards, pile: Pile, per_trick: int) -> list[tuple[int, int]]:
    """The choices of shared cards that a pile may hold, each with the tricks it then is at least (0 if known)."""
    known = choices(cards)
    packed = pack(pile.counts)
    plain = sum(count for count, has in zip(pile.counts, known.own, strict=True) if has)
    guarded = packed | known.guard
    out = []
    for bits, count, saving in known.by_settled.get(packed & known.settled, ()):
        if (guarded - count) & known.guard != known.guard:
            continue
        if pile.room is None:
            out.append((bits, max(pile.tricks, -((saving - plain) // per_trick))))
        elif plain - saving <= pile.room:
            out.append((bits, 0))
    return out


def fit(cards: Cards, piles: list[Pile], per_trick: int, tricks: int) -> bool:
    """True if all counting cards can lie in these piles at once, with ``tricks`` tricks to share where not known.

    The piles' counts must add up to what the deck holds.
    """
    options = sorted((ways(cards, pile, per_trick) for pile in piles), key=len)
    whole = (1 << len(cards.shared)) - 1
    return bool(options[0]) and _laid(options, 0, whole, tricks, set())


def _laid(
    options: list[list[tuple[int, int]]], number: int, left: int, tricks: int, failed: set[tuple[int, int, int]]
) -> bool:
    """True if the piles from ``number`` on can take exactly the shared cards that are left."""
    if number == len(options):
        return not left and tricks >= 0
    if (number, left, tricks) in failed or tricks < 0:
        return False
    for bits, needed in options[number]:
        if bits & ~left == 0 and _laid(options, number + 1, left ^ bits, tricks - needed, failed):
            return True
    failed.add((number, left, tricks))
    return False


def counts_possible(
    rules: Rules, contract: Contract, counts: Mapping[str, Row], seats: tuple[int, ...], deal: Deal
) -> bool:
    """True if some distribution of the deck over the tricks gives these counts of all the contract's items.

    ``counts`` are rows as long as the table, of which only the playing ``seats`` are looked at; ``deal`` gives the
    form, the suit bid and the titles. False where an item's row is missing.
    """
    whole: dict[str, Whole] = {}
    for item in contract.items:
        row = counts.get(item.id)
        if row is None or any(seat >= len(row) for seat in seats):
            return False
        whole[item.id] = tuple(value for seat in seats if (value := row[seat]) is not None and value >= 0)
        if len(whole[item.id]) < len(seats):
            return False
    if not whole:
        return False
    if deal.form == "rospis" and not set(whole.get("tricks", ())) <= {rules.tricks // rules.playing}:
        return False  # The deal was written down without play, and the shares are not equal.
    if contract.ceilings and deal.titles is not None:
        # Nobody has more tricks than his title allows.
        ceilings = dict(zip(contract.titles, contract.ceilings, strict=False))
        titles = [deal.titles[seat] if seat < len(deal.titles) else "" for seat in seats]
        pairs = zip(whole.get("tricks", ()), titles, strict=False)
        if any(tricks > ceilings.get(title, tricks) for tricks, title in pairs):
            return False
    return _sums_hold(rules, contract, whole, deal) and _cards_hold(rules, contract, whole, deal)


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


def _cards_hold(rules: Rules, contract: Contract, rows: dict[str, Whole], deal: Deal) -> bool:
    """True if the cards and tricks themselves allow the rows, which add up."""
    few = len(rows) == 1 and not contract.loose and sum(next(iter(rows.values()))) <= rules.tricks
    if few and ITEM_KINDS[next(iter(rows))].plain:
        return True  # So few that each may have a trick of its own.
    named = tuple((item, row) for item, row in rows.items() if item in TRICK_PLACES)
    counted = {item: row for item, row in rows.items() if item in CARDS}
    suit = deal.bid.suit or "" if deal.bid is not None else ""
    if not suit and "suit-cards" in rows:
        # Where none is recorded, one that has as many cards as the row.
        suit = next((one for one in SUITS if rules.deck.of_suit(one) == sum(rows["suit-cards"])), "")
    cards = cards_of(rules.deck, rules.pips, tuple(counted), suit)
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


def _shares(tricks: int, seats: int) -> Iterator[Whole]:
    """Every row of so many tricks."""
    for bars in combinations(range(tricks + seats - 1), seats - 1):
        edges = (-1, *bars, tricks + seats - 1)
        yield tuple(right - left - 1 for left, right in pairwise(edges))

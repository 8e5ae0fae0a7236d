"""The cards of a deck by what they count for, and how the tricks that hold them can run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from kingscore.model.items import TRICK_PLACES, Pips, card_worth
from kingscore.model.rules import Deck

#: A row with a number for each seat that plays, or for each item.
Whole = tuple[int, ...]
#: Items that name tricks, each with its row.
Named = tuple[tuple[str, Whole], ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a deck by what they count for.

    ``own[i]`` cards count 1 for item ``i`` and for nothing else; each of ``shared`` counts for several items or more
    than 1, given as its count for every item (the jack of hearts as heart and as jack); all others count for nothing.
    """

    own: tuple[int, ...]
    shared: tuple[tuple[int, ...], ...]

    def amount(self, item: int) -> int:
        """How many of an item the whole deck holds."""
        return self.own[item] + sum(card[item] for card in self.shared)

    @property
    def counting(self) -> int:
        """How many cards count for anything."""
        return sum(self.own) + len(self.shared)


@lru_cache(maxsize=1024)
def cards_of(deck: Deck, pips: Pips, items: tuple[str, ...], suit: str) -> Cards:
    """The cards of a deck under some items; ``suit`` is what ``suit-cards`` are ("" where none is named)."""
    own = [0] * len(items)
    shared = []
    for card in deck.with_jokers():
        counts = tuple(card_worth(card, item, pips, suit) for item in items)
        if sum(counts) == 1:
            own[counts.index(1)] += 1
        elif any(counts):
            shared.append(counts)
    return Cards(tuple(own), tuple(sorted(shared, reverse=True)))


@dataclass(frozen=True, slots=True)
class Run:
    """One way a deal can run: the cards in each trick, the cards left in one hand, those left in the stock.

    Without a stock there is one run only: every trick holds a card of each player.
    """

    sizes: Whole
    left: int = 0
    stock: int = 0


@lru_cache(maxsize=256)
def runs(players: int, hand: int, stock: int) -> tuple[Run, ...]:
    """Every way a deal can run. Who draws from the stock plays longer; the deal ends when one hand at most has cards.

    The tricks are as many as the second longest hand; what the longest then still holds goes to a pile without
    being a trick (Russian long text, domino King). The most regular runs come first.
    """
    found: dict[Run, None] = {}
    for drawn in _drawn(players, stock, stock):
        hands = [hand + more for more in drawn]
        tricks = hands[1] if players > 1 else hands[0]
        sizes = tuple(sum(length >= number for length in hands) for number in range(1, tricks + 1))
        found[Run(sizes, hands[0] - tricks, stock - sum(drawn))] = None
    return tuple(sorted(found, key=lambda run: (players * len(run.sizes) - sum(run.sizes), run.left, len(run.sizes))))


def _drawn(players: int, most: int, left: int) -> Iterator[Whole]:
    """Every row of numbers that falls from at most ``most`` and sums to at most ``left``."""
    if players == 0:
        yield ()
        return
    for first in range(min(most, left) + 1):
        for rest in _drawn(players - 1, first, left - first):
            yield first, *rest


@lru_cache(maxsize=4096)
def holders(rows: Named, tricks: int, seats: int) -> tuple[dict[int, int], ...]:
    """Every way the named tricks can have gone: trick number from 1 to seat, so that each item's row comes out."""
    named = {item: [at if at > 0 else tricks + 1 + at for at in TRICK_PLACES[item]] for item, _ in rows}
    numbers = sorted({number for item in named.values() for number in item})
    if any(not 1 <= number <= tricks for number in numbers):
        return ()
    out = []
    for takers in product(range(seats), repeat=len(numbers)):
        holder = dict(zip(numbers, takers, strict=True))
        taken = {item: [holder[number] for number in named[item]] for item, _ in rows}
        if all(tuple(map(taken[item].count, range(seats))) == row for item, row in rows):
            out.append(holder)
    return tuple(out)


@lru_cache(maxsize=4096)
def fewest_tricks(rows: Named, tricks: int, seats: int) -> frozenset[Whole]:
    """How many tricks each seat has at least, since it has the named ones: every row that can be."""
    return frozenset(needs(holder, seats) for holder in holders(rows, tricks, seats))


def needs(holder: dict[int, int], seats: int) -> Whole:
    """How many tricks each seat has at least, since it has the named ones."""
    takers = list(holder.values())
    return tuple(takers.count(seat) for seat in range(seats))


@lru_cache(maxsize=512)
def orders(run: Run, players: int) -> tuple[Whole, ...]:
    """Every order of the seats by length of their hands that makes a difference: the rank of each seat, 0 the longest.

    A trick of two cards can only go to one of the two longest hands, what is left over only to the longest.
    """
    reaches = {size for size in run.sizes if size < players} | ({1} if run.left else set())
    found: dict[Whole, Whole] = {}
    for ranks in permutations(range(players)):
        found.setdefault(tuple(sum(rank >= reach for reach in reaches) for rank in ranks), ranks)
    return tuple(found.values())


def rooms(run: Run, tricks: Whole, holder: dict[int, int]) -> Iterator[Whole]:
    """Every row of pile sizes, in cards, that a run can leave to seats with so many tricks and the named ones."""
    players = len(tricks)
    need = needs(holder, players)
    if any(n > have for n, have in zip(need, tricks, strict=True)) or sum(tricks) != len(run.sizes):
        return
    short = [number for number, size in enumerate(run.sizes, 1) if size < players]
    for ranks in orders(run, players):
        # Who can have taken a trick: one of those who played to it, and who is named where somebody is.
        mine = [[s for s, rank in enumerate(ranks) if rank < run.sizes[n - 1] and holder.get(n, s) == s] for n in short]
        for takers in set(product(*mine)):
            lost = [
                sum(players - run.sizes[n - 1] for n, s in zip(short, takers, strict=True) if s == seat)
                for seat in range(players)
            ]
            open_short = [seat for number, seat in zip(short, takers, strict=True) if number not in holder]
            if all(need[seat] + open_short.count(seat) <= tricks[seat] for seat in open_short):
                yield tuple(
                    players * have - less + (run.left if rank == 0 else 0)
                    for have, less, rank in zip(tricks, lost, ranks, strict=True)
                )

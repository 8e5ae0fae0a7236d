"""How the tricks of a deal can run: how many cards each holds, who has the named ones, how many cards fit a pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from kingscore.check.feasible_cards import TRICK_PLACES

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One way a deal can run: the cards in each trick, the cards left in one hand, those left in the stock.

    Without a stock there is one run only: every trick holds a card of each player.
    """

    sizes: Row
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


def _drawn(players: int, most: int, left: int) -> Iterator[Row]:
    """Every row of numbers that falls from at most ``most`` and sums to at most ``left``."""
    if players == 0:
        yield ()
        return
    for first in range(min(most, left) + 1):
        for rest in _drawn(players - 1, first, left - first):
            yield first, *rest


def holders(rows: dict[str, Row], tricks: int) -> tuple[dict[int, int], ...]:
    """Every way the named tricks can have gone: trick number from 1 to seat, so that each item's row comes out."""
    named = {item: _numbers(item, tricks) for item in rows}
    numbers = sorted({number for item in named.values() for number in item})
    if any(not 1 <= number <= tricks for number in numbers):
        return ()
    seats = len(next(iter(rows.values()), ()))
    out = []
    for takers in product(range(seats), repeat=len(numbers)):
        holder = dict(zip(numbers, takers, strict=True))
        if all(_taken(holder, named[item], seats) == row for item, row in rows.items()):
            out.append(holder)
    return tuple(out)


def _numbers(item: str, tricks: int) -> tuple[int, ...]:
    return tuple(place if place > 0 else tricks + 1 + place for place in TRICK_PLACES[item])


def _taken(holder: dict[int, int], numbers: tuple[int, ...], seats: int) -> Row:
    takers = [holder[number] for number in numbers]
    return tuple(takers.count(seat) for seat in range(seats))


def needs(holder: dict[int, int], seats: int) -> Row:
    """How many tricks each seat has at least, since it has the named ones."""
    takers = list(holder.values())
    return tuple(takers.count(seat) for seat in range(seats))


def rooms(run: Run, tricks: Row, holder: dict[int, int]) -> Iterator[Row]:
    """Every row of pile sizes, in cards, that a run can leave to seats with so many tricks and the named ones."""
    seats = range(len(tricks))
    free = tuple(have - need for have, need in zip(tricks, needs(holder, len(tricks)), strict=True))
    if min(free) < 0 or any(number > len(run.sizes) for number in holder):
        return
    fixed = tuple(sum(run.sizes[number - 1] for number, seat in holder.items() if seat == s) for s in seats)
    open_sizes = [size for number, size in enumerate(run.sizes, 1) if number not in holder]
    for shared in sorted(_shared(tuple(sorted(open_sizes, reverse=True)), free)):
        piles = tuple(map(sum, zip(fixed, shared, strict=True)))
        for keeper in seats if run.left else (0,):
            yield tuple(pile + (run.left if seat == keeper else 0) for seat, pile in enumerate(piles))


@lru_cache(maxsize=4096)
def _shared(sizes: tuple[int, ...], free: Row) -> frozenset[Row]:
    """Every row of cards that comes of sharing tricks of these sizes out, so many to each seat."""
    if len(set(sizes)) <= 1:
        return frozenset({tuple(number * (sizes[0] if sizes else 0) for number in free)})
    out = set()
    for seat, number in enumerate(free):
        if number:
            less = (*free[:seat], number - 1, *free[seat + 1 :])
            for row in _shared(sizes[:-1], less):
                out.add((*row[:seat], row[seat] + sizes[-1], *row[seat + 1 :]))
    return frozenset(out)

"""A deal's cards, tricks and marks as lots that seats share out, and the exact search for shares worth given points.

It is the one integer problem that all questions of feasibility come down to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import NamedTuple

from kingscore.model.items import MARKS, TRICK_PLACES, card_worth
from kingscore.model.rules import Contract, Rules

#: A row with a number for each seat that plays, or for each item.
Whole = tuple[int, ...]
#: How a share and how far it fills its pile stand in one number: so many low bits, counted from the middle.
FILLING = 16
FULL = (1 << FILLING) - 1
EVEN = 1 << FILLING - 1


class Run(NamedTuple):
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


class Lot(NamedTuple):
    """``number`` things that are all alike: what one is worth, what it counts for each item, how it fills a pile.

    ``fills`` is 1 for a card, less than 0 for what gives a pile room (a trick: minus the cards in it), 0 for a mark.
    ``reach``: it can only go to one of so many seats, those with the longest hands; None: to any seat.
    """

    number: int
    worth: int
    counts: Whole
    fills: int
    reach: int | None = None


@dataclass(frozen=True, eq=False)
class Lots:
    """All that a deal has to share out. A share takes so many of each lot and fills no pile above its room.

    The lots of cards stand first. ``spare`` are tricks that are left out of
    the search: how many a seat has follows from its points, and their sum from the sum of all points. A share is
    written as one number, the mixed-radix digits of what it takes of each lot; a set of shares as an integer with a
    bit for each.
    """

    lots: tuple[Lot, ...]
    spare: Lot | None = None

    @cached_property
    def steps(self) -> Whole:
        """What one of each lot adds to a share's number; after the last lot, how many numbers there are."""
        steps = [1]
        for lot in self.lots:
            steps.append(steps[-1] * (lot.number + 1))
        return tuple(steps)

    @cached_property
    def whole(self) -> int:
        """The share that takes everything."""
        return self.steps[-1] - 1

    @cached_property
    def worth(self) -> int:
        """What everything together is worth."""
        return sum(lot.number * lot.worth for lot in (*self.lots, *((self.spare,) if self.spare else ())))

    @cached_property
    def bounds(self) -> tuple[tuple[int, int], ...]:
        """The least and the most that the lots from each place on (and the spare tricks) can be worth."""
        low = high = 0
        out = []
        for lot in (*((self.spare,) if self.spare else ()), *reversed(self.lots)):
            low, high = low + min(0, lot.number * lot.worth), high + max(0, lot.number * lot.worth)
            out.append((low, high))
        return tuple(reversed(out if self.spare else [(0, 0), *out]))

    @cached_property
    def guards(self) -> tuple[tuple[int, ...], ...]:
        """``guards[lot][n]``: the set of shares that can take ``n`` more of a lot."""
        return tuple(
            tuple(
                _repeated((lot.number + 1 - n) * step, (lot.number + 1) * step, self.steps[-1])
                for n in range(lot.number + 1)
            )
            for lot, step in zip(self.lots, self.steps, strict=False)
        )

    def digits(self, share: int) -> Whole:
        """How many of each lot a share takes."""
        return tuple(share // step % (lot.number + 1) for lot, step in zip(self.lots, self.steps, strict=False))

    def counts(self, share: int, points: int) -> Whole:
        """What a share worth some points counts for each item, its spare tricks among them."""
        taken = list(zip(self.digits(share), self.lots, strict=True))
        if self.spare is not None:
            worth = sum(number * lot.worth for number, lot in taken)
            taken.append(((points - worth) // self.spare.worth, self.spare))
        return tuple(map(sum, zip(*([number * count for count in lot.counts] for number, lot in taken), strict=True)))

    def within_reach(self, shares: Sequence[int], rank: int) -> Sequence[int]:
        """Those shares that the hand of a rank (0 the longest) can have."""
        for lot, step in zip(self.lots, self.steps, strict=False):
            if lot.reach is not None and rank >= lot.reach:
                shares = [share for share in shares if not share // step % (lot.number + 1)]
        return shares

    def room_for(self, share: int) -> int:
        """The set of shares to which a share can be added."""
        room = -1
        for guard, number in zip(self.guards, self.digits(share), strict=True):
            room &= guard[number]
        return room


def _repeated(ones: int, period: int, length: int) -> int:
    """Bits: ``ones`` of them at the start of each period, up to a length that is a multiple of the period."""
    bits, have = (1 << ones) - 1, period
    while have < length:
        bits |= bits << have
        have *= 2
    return bits & ((1 << length) - 1)


@lru_cache(maxsize=2048)
def shares_worth(lots: Lots, points: int) -> Sequence[int]:
    """Every share that is worth exactly these points and whose cards find room."""
    # What is still to be made up, with the shares so far: share and filling in one number, so that a step is a sum.
    low, high = lots.bounds[0]
    begun: dict[int, list[int]] = {points: [EVEN]} if low <= points <= high else {}
    for lot, step, (low, high) in zip(lots.lots, lots.steps, lots.bounds[1:], strict=False):
        further: dict[int, list[int]] = {}
        for left, shares in begun.items():
            for n in range(lot.number + 1):
                if low <= left - n * lot.worth <= high:
                    more = n * ((step << FILLING) + lot.fills)
                    further.setdefault(left - n * lot.worth, []).extend([share + more for share in shares])
        begun = further
    out = []
    for left, shares in begun.items():
        spare = lots.spare
        if spare is None or left % spare.worth == 0:
            room = EVEN - (left // spare.worth * spare.fills if spare else 0)
            out += [share >> FILLING for share in shares if share & FULL <= room]
    return out


@lru_cache(maxsize=64)
def shares_of_cards(cards: tuple[Lot, ...], room: int) -> Mapping[int, Sequence[int]]:
    """The number of every share of at most so many of these cards, by its worth."""
    shares = [(0, 0, 0)]
    step = 1
    for lot in cards:
        shares = [
            (held + n, worth + n * lot.worth, share + n * step)
            for held, worth, share in shares
            for n in range(min(lot.number, room - held) + 1)
        ]
        step *= lot.number + 1
    out: dict[int, list[int]] = {}
    for _, worth, share in shares:
        out.setdefault(worth, []).append(share)
    return out


def as_set(shares: Sequence[int]) -> int:
    bits = 0
    for share in shares:
        bits |= 1 << share
    return bits


def layers(lots: Lots, piles: Sequence[Sequence[int]]) -> list[int]:
    """What the first pile, the first two … can take together, as sets of shares, for all piles but the last."""
    reached = as_set(piles[0])
    out = [reached]
    for shares in piles[1:-1]:
        before, reached = reached, 0
        for share in shares:
            reached |= (before & lots.room_for(share)) << share
        out.append(reached)
    return out


def can_share_out(lots: Lots, piles: Sequence[Sequence[int]]) -> bool:
    """True if one share from each pile's list together take everything. There are at least two piles."""
    # The longest lists stand first and last, where no guard is needed.
    *short, longer, longest = sorted(piles, key=len)
    if not piles or not all(piles):
        return False
    reached = layers(lots, [longer, *short, longest])[-1]
    return bool(as_set([lots.whole - share for share in longest]) & reached)


def ways_to_share_out(lots: Lots, piles: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every choice of one share from each pile's list that together take everything."""
    if all(piles):
        yield from _walk(lots, piles, layers(lots, piles), lots.whole)


def _walk(lots: Lots, piles: Sequence[Sequence[int]], reached: list[int], target: int) -> Iterator[tuple[int, ...]]:
    """Backwards through the layers: only what can still come to the target is followed."""
    if len(piles) == 1:
        if target in piles[0]:
            yield (target,)
        return
    wanted = lots.digits(target)
    for share in piles[-1]:
        if all(n <= most for n, most in zip(lots.digits(share), wanted, strict=True)) and (
            reached[len(piles) - 2] >> target - share & 1
        ):
            for rest in _walk(lots, piles[:-1], reached, target - share):
                yield *rest, share


@lru_cache(maxsize=512)
def lots_of(rules: Rules, contract: Contract, suit: str, run: Run) -> Lots | None:
    """The lots of a deal that runs in some way; None where a trick that is named cannot be.

    ``suit`` is what ``suit-cards`` are ("" where none is named).
    """
    last, players = len(run.sizes), rules.playing
    named: dict[int, list[str]] = {}
    for item in contract.items:
        for place in TRICK_PLACES.get(item.id, ()):
            named.setdefault(place if place > 0 else last + 1 + place, ["tricks"]).append(item.id)
    if any(not 1 <= number <= last for number in named):
        return None

    def trick(number: int, size: int, *items: str) -> Lot:
        """A trick goes to one of those who played to it."""
        return _lot(contract, number, items, -size, size if size < players else None)

    free = Counter(size for number, size in enumerate(run.sizes, 1) if number not in named)
    tricks = [trick(number, size, "tricks") for size, number in sorted(free.items())]
    places = Counter((run.sizes[number - 1], tuple(items)) for number, items in named.items())
    others = [trick(number, size, *items) for (size, items), number in places.items()]
    others += [_lot(contract, 1, (item.id,), 0) for item in contract.items if item.id in MARKS]
    others += [_lot(contract, 1, (), -run.left, 1)] if run.left else []
    spare = next((lot for lot in tricks if lot.worth and lot.reach is None), None)
    if spare is not None:
        tricks.remove(spare)
    cards = card_lots(rules, contract, suit)
    needed = len(named) + (sum(lot.number for lot in cards) + players * (players - 1)) // players
    if not contract.loose and contract.item("tricks") is None and needed <= rules.hand:
        # The tricks always suffice: they are not counted, and the counting cards are few.
        tricks, cards = [], tuple(lot._replace(fills=0) for lot in cards)
    return Lots((*cards, *_dearest_first([*others, *tricks])), spare)


def _lot(contract: Contract, number: int, items: tuple[str, ...], fills: int, reach: int | None = None) -> Lot:
    """So many things that count for these items, once for each time that an item is named."""
    counts = tuple(items.count(item.id) for item in contract.items)
    return Lot(number, _worth(contract, counts), counts, fills, reach)


def _worth(contract: Contract, counts: Whole) -> int:
    return sum(count * item.value for count, item in zip(counts, contract.items, strict=True))


def _dearest_first(lots: Sequence[Lot]) -> tuple[Lot, ...]:
    """Sorted so that the search soon sees what is worth too much."""
    return tuple(sorted(lots, key=lambda lot: -abs(lot.worth)))


@lru_cache(maxsize=256)
def card_lots(rules: Rules, contract: Contract, suit: str) -> tuple[Lot, ...]:
    """The cards that count, alike ones together, the dearest first."""
    ids = [item.id for item in contract.items]
    kinds = Counter(
        tuple(card_worth(card, item, rules.pips, suit) for item in ids) for card in rules.deck.with_jokers()
    )
    return _dearest_first(
        [Lot(number, _worth(contract, counts), counts, 1) for counts, number in kinds.items() if any(counts)]
    )

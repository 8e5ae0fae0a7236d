"""A deal's cards, tricks and marks as lots that seats share out, and the exact search for shares worth given points.

It is the one integer problem that all contracts given by points come down to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from kingscore.checks.feasibility.cards import Run, Whole, cards_of
from kingscore.model.items import MARKS, TRICK_PLACES, Pips
from kingscore.model.rules import Deck

#: How a share and how far it fills its pile stand in one number: so many low bits, counted from the middle.
FILLING = 16
FULL = (1 << FILLING) - 1
EVEN = 1 << FILLING - 1


@dataclass(frozen=True)
class Lot:
    """``number`` things that are all alike: what one is worth, what it counts for each item, how it fills a pile.

    ``fills`` is 1 for a card, less than 0 for what gives a pile room (a trick: minus the cards in it), 0 for a mark.
    ``reach``: it can only go to one of so many seats, those with the longest hands; None: to any seat.
    """

    number: int
    worth: int
    counts: Whole
    fills: int
    reach: int | None = None


@dataclass(frozen=True)
class Lots:
    """All that a deal has to share out. A share takes so many of each lot and fills no pile above its room.

    ``items`` is how many items a deal counts. The lots of cards stand first. ``spare`` are tricks that are left out of
    the search: how many a seat has follows from its points, and their sum from the sum of all points. A share is
    written as one number, the mixed-radix digits of what it takes of each lot; a set of shares as an integer with a
    bit for each.
    """

    items: int
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

    @cached_property
    def reaches(self) -> tuple[tuple[int, int, int], ...]:
        """The lots that not every seat can have: step and base of their digit, and their reach."""
        steps = zip(self.lots, self.steps, strict=False)
        return tuple((step, lot.number + 1, lot.reach) for lot, step in steps if lot.reach is not None)

    def within_reach(self, shares: Sequence[int], rank: int) -> Sequence[int]:
        """Those shares that the hand of a rank (0 the longest) can have."""
        for step, base, reach in self.reaches:
            if rank >= reach:
                shares = [share for share in shares if not share // step % base]
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


def shares_worth(lots: Lots, points: int) -> list[int]:
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
def shares_of_cards(cards: tuple[Lot, ...], room: int) -> Mapping[int, Sequence[tuple[int, int]]]:
    """Every share of at most so many of these cards, by its worth: how many cards, and the share's number."""
    shares = [(0, 0, 0)]
    step = 1
    for lot in cards:
        shares = [
            (held + n, worth + n * lot.worth, share + n * step)
            for held, worth, share in shares
            for n in range(min(lot.number, room - held) + 1)
        ]
        step *= lot.number + 1
    out: dict[int, list[tuple[int, int]]] = {}
    for held, worth, share in shares:
        out.setdefault(worth, []).append((held, share))
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


class LotRules(NamedTuple):
    """What the lots of a deal follow from: deck, seats, hand, the items with their values, the suit that was bid.

    ``loose``: cards may stay in a stock.
    """

    deck: Deck
    pips: Pips
    players: int
    hand: int
    items: tuple[tuple[str, int], ...]
    suit: str
    loose: bool


@lru_cache(maxsize=512)
def lots_of(rules: LotRules, run: Run) -> Lots | None:
    """The lots of a deal that runs in some way; None where a trick that is named cannot be."""
    named = _named_tricks(rules, run)
    if named is None:
        return None
    cards, marks = card_lots(rules), _mark_lots(rules)

    def reach(size: int) -> int | None:
        """A trick goes to one of those who played to it."""
        return size if size < rules.players else None

    free = [size for number, size in enumerate(run.sizes, 1) if number not in named]
    counts, worth = _row(rules, ("tricks",))
    tricks = [Lot(n, worth, counts, -size, reach(size)) for size, n in sorted(Counter(free).items())]
    places = [Lot(n, w, c, -size, reach(size)) for (c, w, size), n in Counter(named.values()).items()]
    keeper = [Lot(1, 0, _row(rules, ())[0], -run.left, 1)] if run.left else []
    spare = next((lot for lot in tricks if worth and lot.reach is None), None)
    if spare is not None:
        tricks.remove(spare)
    players = rules.players
    needed = len(named) + (sum(lot.number for lot in cards) + players * (players - 1)) // players
    if not rules.loose and not any(counts) and needed <= rules.hand:
        # The tricks always suffice: they are not counted, and the counting cards are few.
        tricks, cards = [], tuple(replace(lot, fills=0) for lot in cards)
    return Lots(len(rules.items), (*cards, *_dearest_first([*marks, *places, *tricks, *keeper])), spare)


def _dearest_first(lots: list[Lot]) -> list[Lot]:
    """Sorted so that the search soon sees what is worth too much."""
    return sorted(lots, key=lambda lot: -abs(lot.worth))


def _row(rules: LotRules, items: tuple[str, ...]) -> tuple[Whole, int]:
    """What a thing counts that counts for these items, once for each time an item is named, and what it is worth."""
    counts = tuple(items.count(item) for item, _ in rules.items)
    return counts, sum(count * value for count, (_, value) in zip(counts, rules.items, strict=True))


@lru_cache(maxsize=256)
def card_lots(rules: LotRules) -> tuple[Lot, ...]:
    """The cards that count, alike ones together, the dearest first."""
    cards = cards_of(rules.deck, rules.pips, tuple(item for item, _ in rules.items), rules.suit)
    kinds = Counter(cards.shared)
    for item, number in zip(rules.items, cards.own, strict=True):
        if number:
            kinds[_row(rules, (item[0],))[0]] += number
    values = [value for _, value in rules.items]
    lots = [
        Lot(number, sum(c * v for c, v in zip(counts, values, strict=True)), counts, 1)
        for counts, number in kinds.items()
    ]
    return tuple(_dearest_first(lots))


def _mark_lots(rules: LotRules) -> list[Lot]:
    return [Lot(1, value, _row(rules, (item,))[0], 0) for item, value in rules.items if item in MARKS]


def _named_tricks(rules: LotRules, run: Run) -> dict[int, tuple[Whole, int, int]] | None:
    """The tricks that items name, by number: what each counts, is worth and how many cards it holds."""
    last = len(run.sizes)
    places = [
        (place if place > 0 else last + 1 + place, item)
        for item, _ in rules.items
        for place in TRICK_PLACES.get(item, ())
    ]
    if any(not 1 <= number <= last for number, _ in places):
        return None
    return {
        number: (*_row(rules, ("tricks", *(item for at, item in places if at == number))), run.sizes[number - 1])
        for number, _ in places
    }


@lru_cache(maxsize=256)
def worth_of_all(rules: LotRules, tricks: int) -> int:
    """What all cards, marks and so many tricks are worth together."""
    lots = (*card_lots(rules), *_mark_lots(rules))
    named = sum(len(TRICK_PLACES.get(item, ())) * value for item, value in rules.items)
    return sum(lot.number * lot.worth for lot in lots) + named + tricks * _row(rules, ("tricks",))[1]

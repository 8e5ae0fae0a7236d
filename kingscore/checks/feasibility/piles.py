"""Whether cards can lie in piles so that each pile counts what is given: exact, by trying the few shared cards."""

from __future__ import annotations

from functools import lru_cache

from kingscore.checks.feasibility.cards import Cards
from kingscore.model.frozen import dataclass

Row = tuple[int, ...]
#: Bits that a count takes in a packed row; the highest stays free, so that a borrow shows.
WIDTH = 16


@dataclass(frozen=True, slots=True)
class Pile:
    """What a pile must count, item by item, the most cards it may hold, and the fewest tricks that it is.

    A room of None: its tricks are not known, it may be of any number.
    """

    counts: Row
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


def pack(row: Row) -> int:
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

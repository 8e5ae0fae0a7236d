"""What the cards of a deck count for under some items, sorted into kinds; it knows nothing of seats or tricks."""

from __future__ import annotations

from functools import lru_cache

from kingscore.frozen import dataclass
from kingscore.rules import SUIT_LETTERS, Deck

#: Items that are trick numbers, not cards: counted from 1, negative from the end.
TRICK_PLACES = {"last-two": (-2, -1), "last-trick": (-1,), "seventh-and-last": (7, -1)}
#: Items that neither a card nor a trick settles: anybody may have any of them.
MARKS = ("at-25", "at-50", "at-75", "at-100", "left-with-cards")
JOKER = "*"
Pips = tuple[tuple[str, int], ...]


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
    """The cards of a deck under some items; ``suit`` is what ``suit-cards`` are ("" where nobody named any)."""
    own = [0] * len(items)
    shared = []
    for card in (*deck.cards(), *(JOKER,) * deck.jokers):
        counts = tuple(_worth(card, item, dict(pips), suit) for item in items)
        if sum(counts) == 1:
            own[counts.index(1)] += 1
        elif any(counts):
            shared.append(counts)
    return Cards(tuple(own), tuple(sorted(shared, reverse=True)))


def _worth(card: str, item: str, pips: dict[str, int], suit: str) -> int:
    """What one card counts for an item."""
    if card == JOKER:
        return int(item == "jokers")
    match item:
        case "hearts":
            return int(card[0] == "H")
        case "jacks":
            return int(card[1:] == "J")
        case "jacks-and-kings":
            return int(card[1:] in ("J", "K"))
        case "queens":
            return int(card[1:] == "Q")
        case "king-of-hearts":
            return int(card == "HK")
        case "queen-of-spades":
            return int(card == "SQ")
        case "ten-of-diamonds":
            return int(card == "D10")
        case "heart-pips":
            return pips.get(card[1:], 0) if card[0] == "H" else 0
        case "suit-cards":
            return int(SUIT_LETTERS[card[0]] == suit)
        case _:
            return 0

"""What the cards of a deck count for under some items, sorted into kinds; it knows nothing of seats or tricks."""

from __future__ import annotations

from functools import lru_cache

from kingscore.model.frozen import dataclass
from kingscore.model.items import Pips, card_worth
from kingscore.model.rules import Deck


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
    for card in deck.with_jokers():
        counts = tuple(card_worth(card, item, pips, suit) for item in items)
        if sum(counts) == 1:
            own[counts.index(1)] += 1
        elif any(counts):
            shared.append(counts)
    return Cards(tuple(own), tuple(sorted(shared, reverse=True)))

"""Every kind of thing that a contract can count, in one table: the cards, the tricks or the seat that it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

SUIT_LETTERS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
JOKER = "*"
Pips = tuple[tuple[str, int], ...]
#: What a card (``"HK"``, ``JOKER``) counts, by the pips of its rank and the suit that was bid.
Worth = Callable[[str, Pips, str], int]


class ItemKind(NamedTuple):
    """One kind of item. It is cards where it has a ``worth``, tricks where it has ``places`` (their numbers from 1,
    negative from the end) or is ``every_trick``, else a mark: any one seat may have it.

    ``single``: there are so few that a line may name the takers instead of a row of counts. ``plain``: by itself it can
    be shared out in any way, as long as all of it is.
    """

    id: str
    worth: Worth | None = None
    places: tuple[int, ...] = ()
    every_trick: bool = False
    single: bool = False
    plain: bool = True


ITEM_KINDS = {
    kind.id: kind
    for kind in (
        ItemKind("tricks", every_trick=True),
        ItemKind("hearts", lambda card, pips, suit: card[0] == "H"),
        ItemKind("jacks", lambda card, pips, suit: card[1:] == "J"),
        ItemKind("jacks-and-kings", lambda card, pips, suit: card[1:] in ("J", "K")),
        ItemKind("queens", lambda card, pips, suit: card[1:] == "Q"),
        ItemKind("king-of-hearts", lambda card, pips, suit: card == "HK", single=True),
        ItemKind("last-two", places=(-2, -1), single=True),
        ItemKind("last-trick", places=(-1,), single=True),
        ItemKind("seventh-and-last", places=(7, -1), single=True, plain=False),
        ItemKind("jokers", lambda card, pips, suit: card == JOKER, single=True),
        ItemKind("heart-pips", lambda card, pips, suit: (card[0] == "H") * dict(pips).get(card[1:], 0), plain=False),
        ItemKind("suit-cards", lambda card, pips, suit: SUIT_LETTERS.get(card[0]) == suit, plain=False),
        ItemKind("queen-of-spades", lambda card, pips, suit: card == "SQ", single=True),
        ItemKind("ten-of-diamonds", lambda card, pips, suit: card == "D10", single=True),
        ItemKind("at-25", single=True),
        ItemKind("at-50", single=True),
        ItemKind("at-75", single=True),
        ItemKind("at-100", single=True),
        ItemKind("left-with-cards", single=True),
    )
}
ITEMS = tuple(ITEM_KINDS)
CARDS = tuple(kind.id for kind in ITEM_KINDS.values() if kind.worth is not None)
#: The numbers of the tricks that an item names.
TRICK_PLACES = {kind.id: kind.places for kind in ITEM_KINDS.values() if kind.places}
MARKS = tuple(item for item in ITEMS if item not in CARDS and item not in TRICK_PLACES and item != "tricks")


@lru_cache(maxsize=4096)
def card_worth(card: str, item: str, pips: Pips, suit: str = "") -> int:
    """What one card counts for an item; ``suit`` is the one that was bid ("" where there is none)."""
    worth = ITEM_KINDS[item].worth
    return int(worth(card, pips, suit)) if worth is not None else 0

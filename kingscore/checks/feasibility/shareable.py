"""What a deal of a contract has to share out, as lots: its cards, its named and its other tricks, its marks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from kingscore.checks.feasibility.cards import cards_of
from kingscore.checks.feasibility.shares import Lot, Lots
from kingscore.checks.feasibility.tricks import Run
from kingscore.model.frozen import replace
from kingscore.model.items import MARKS, TRICK_PLACES, Pips
from kingscore.model.rules import Deck

Row = tuple[int, ...]


class Table(NamedTuple):
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
def lots_of(table: Table, run: Run) -> Lots | None:
    """The lots of a deal that runs in some way; None where a trick that is named cannot be."""
    named = _named_tricks(table, run)
    if named is None:
        return None
    cards, marks = card_lots(table), _mark_lots(table)
    free = [size for number, size in enumerate(run.sizes, 1) if number not in named]
    counts, worth = _row(table, ("tricks",))
    tricks = [Lot(n, worth, counts, -size, _reach(table, size)) for size, n in sorted(Counter(free).items())]
    places = [Lot(n, w, c, -size, _reach(table, size)) for (c, w, size), n in Counter(named.values()).items()]
    keeper = [Lot(1, 0, _row(table, ())[0], -run.left, 1)] if run.left else []
    spare = next((lot for lot in tricks if worth and lot.reach is None), None)
    if spare is not None:
        tricks.remove(spare)
    if not table.loose and not any(counts) and _never_short(table, cards, len(named)):
        tricks, cards = [], tuple(replace(lot, fills=0) for lot in cards)
    return Lots(len(table.items), (*cards, *_dearest_first([*marks, *places, *tricks, *keeper])), spare)


def _reach(table: Table, size: int) -> int | None:
    """A trick goes to one of those who played to it."""
    return size if size < table.players else None


def _dearest_first(lots: list[Lot]) -> list[Lot]:
    """Sorted so that the search soon sees what is worth too much."""
    return sorted(lots, key=lambda lot: -abs(lot.worth))


def _row(table: Table, items: tuple[str, ...]) -> tuple[Row, int]:
    """What a thing counts that counts for these items, once for each time an item is named, and what it is worth."""
    counts = tuple(items.count(item) for item, _ in table.items)
    return counts, sum(count * value for count, (_, value) in zip(counts, table.items, strict=True))


@lru_cache(maxsize=256)
def card_lots(table: Table) -> tuple[Lot, ...]:
    """The cards that count, alike ones together, the dearest first."""
    cards = cards_of(table.deck, table.pips, tuple(item for item, _ in table.items), table.suit)
    kinds = Counter(cards.shared)
    for item, number in zip(table.items, cards.own, strict=True):
        if number:
            kinds[_row(table, (item[0],))[0]] += number
    values = [value for _, value in table.items]
    lots = [
        Lot(number, sum(c * v for c, v in zip(counts, values, strict=True)), counts, 1)
        for counts, number in kinds.items()
    ]
    return tuple(_dearest_first(lots))


def _mark_lots(table: Table) -> list[Lot]:
    return [Lot(1, value, _row(table, (item,))[0], 0) for item, value in table.items if item in MARKS]


def _named_tricks(table: Table, run: Run) -> dict[int, tuple[Row, int, int]] | None:
    """The tricks that items name, by number: what each counts, is worth and how many cards it holds."""
    last = len(run.sizes)
    places = [
        (place if place > 0 else last + 1 + place, item)
        for item, _ in table.items
        for place in TRICK_PLACES.get(item, ())
    ]
    if any(not 1 <= number <= last for number, _ in places):
        return None
    return {
        number: (*_row(table, ("tricks", *(item for at, item in places if at == number))), run.sizes[number - 1])
        for number, _ in places
    }


def _never_short(table: Table, cards: tuple[Lot, ...], named: int) -> bool:
    """True if the tricks always suffice: where they are not counted and the counting cards are few."""
    counting = sum(lot.number for lot in cards)
    return named + (counting + table.players * (table.players - 1)) // table.players <= table.hand


@lru_cache(maxsize=256)
def worth_of_all(table: Table, tricks: int) -> int:
    """What all cards, marks and so many tricks are worth together."""
    lots = (*card_lots(table), *_mark_lots(table))
    named = sum(len(TRICK_PLACES.get(item, ())) * value for item, value in table.items)
    return sum(lot.number * lot.worth for lot in lots) + named + tricks * _row(table, ("tricks",))[1]

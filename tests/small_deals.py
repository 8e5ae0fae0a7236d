"""Deals small enough to lay out in every way: the blunt enumeration that exact feasibility is held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from kingscore.model.language import Names
from kingscore.model.rules import Contract, Deck, Item, Rules, Schedule, amount

NAMES = Names(())
PLACES = {"last-two": (-2, -1), "last-trick": (-1,), "seventh-and-last": (7, -1)}
MARKS = ("at-25", "at-50", "at-75", "at-100", "left-with-cards")
Record = tuple[tuple[int, ...], ...]


def worth(card: str, item: str, pips: dict[str, int]) -> int:
    """What a card counts for an item, said a second time and differently from the program."""
    suit, rank = card[0], card[1:]
    table: dict[str, bool] = {
        "hearts": suit == "H",
        "jacks": rank == "J",
        "jacks-and-kings": rank in "JK",
        "queens": rank == "Q",
        "king-of-hearts": card == "HK",
        "queen-of-spades": card == "SQ",
        "ten-of-diamonds": card == "D10",
        "jokers": card == "joker",
    }
    if item == "heart-pips":
        return pips.get(rank, 0) if suit == "H" else 0
    return int(table.get(item, False) and (card != "joker" or item == "jokers"))


@dataclass(frozen=True)
class Small:
    """A deal small enough to lay out in every way."""

    deck: Deck
    players: int
    hand: int
    items: tuple[tuple[str, int], ...]
    talon: int = 0
    stock: int = 0
    pips: tuple[tuple[str, int], ...] = ()
    sweep: int | None = None
    doubles: bool = False

    @property
    def contract(self) -> Contract:
        items = tuple(Item(i, NAMES, amount(i, self.deck, self.hand, self.pips), v) for i, v in self.items)
        return Contract("x", NAMES, items, sweep=self.sweep, doubles=self.doubles, loose=self.stock > 0)

    @property
    def rules(self) -> Rules:
        return Rules(
            variant="small",
            names=NAMES,
            options=(),
            table=self.players,
            playing=self.players,
            deck=self.deck,
            hand=self.hand,
            talon=self.talon,
            stock=self.stock,
            contracts=(self.contract,),
            schedule=Schedule("open", ("x",)),
            total=None,
            pips=self.pips,
        )

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(self.players))


def dealt_out(small: Small) -> frozenset[Record]:
    """Every record that comes of some distribution: all hand lengths, all takers of all tricks, all piles of cards."""
    out: set[Record] = set()
    by_piles: dict[tuple[int, ...], set[tuple[tuple[int, ...], ...]]] = {}
    for lengths in product(range(small.hand, small.hand + small.stock + 1), repeat=small.players):
        if sum(lengths) <= small.players * small.hand + small.stock:
            for piles, rows in played(small, lengths):
                by_piles.setdefault(piles, set()).add(rows)
    names = [item for item, _ in small.items]
    anybody = list(compositions(1, small.players))
    for piles, trick_rows in by_piles.items():
        for counted in dealt(small, piles):
            for rows in trick_rows:
                known = dict(zip(("tricks", *PLACES), rows, strict=True))
                cells = [anybody if item in MARKS else [known.get(item, counted[i])] for i, item in enumerate(names)]
                out.update(product(*cells))
    return frozenset(out)


def played(small: Small, lengths: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """Every way tricks go if hands are so long: the cards in each pile, and the rows of tricks and named tricks."""
    held, trick_players = list(lengths), []
    while sum(n > 0 for n in held) > 1:
        trick_players.append([seat for seat, n in enumerate(held) if n])
        held = [max(0, n - 1) for n in held]
    for takers in product(*trick_players):
        piles = list(held)
        for taker, players in zip(takers, trick_players, strict=True):
            piles[taker] += len(players)
        tricks = tuple(takers.count(seat) for seat in small.seats)
        named = []
        for places in PLACES.values():
            numbers = [place if place > 0 else len(takers) + 1 + place for place in places]
            whose = [takers[number - 1] if 1 <= number <= len(takers) else -1 for number in numbers]
            named.append(tuple(whose.count(seat) for seat in small.seats))
        yield tuple(piles), (tricks, *named)


def dealt(small: Small, piles: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
    """Every set of item rows that comes of laying the deck, card by card, into piles of these sizes."""
    cards = [*small.deck.cards(), *["joker"] * small.deck.jokers]
    names, pips = [item for item, _ in small.items], dict(small.pips)
    left_over = len(cards) - sum(piles)
    nothing = tuple((0,) * small.players for _ in names)
    states = {((*piles, left_over), nothing)}
    for card in cards:
        values = [worth(card, name, pips) for name in names]
        after = set()
        for room, rows in states:
            for pile, free in enumerate(room):
                if not free or (small.talon and pile == small.players and any(values)):
                    continue
                less = (*room[:pile], free - 1, *room[pile + 1 :])
                after.add((less, tuple(plus(row, pile, value) for row, value in zip(rows, values, strict=True))))
        states = after
    return {rows for _, rows in states}


def plus(row: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return row if seat >= len(row) or not value else (*row[:seat], row[seat] + value, *row[seat + 1 :])


def compositions(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, seats - 1):
            yield first, *rest


def all_records(small: Small) -> Iterator[Record]:
    """Every record whose rows add up, possible or not."""
    rows = []
    for item in small.contract.items:
        least = item.amount if not small.stock or item.id in PLACES else max(0, item.amount - small.stock)
        most = item.amount + (small.stock if small.stock and item.id == "tricks" else 0)
        rows.append([row for n in range(least, most + 1) for row in compositions(n, small.players)])
    return product(*rows)


JQK = Deck(("J", "Q", "K"), ("SK", "CJ", "DQ"))
SMALL_DEALS = {
    "all six, three tricks": Small(
        JQK,
        3,
        3,
        (("tricks", 1), ("hearts", 1), ("jacks", 2), ("queens", 2), ("king-of-hearts", 5), ("last-two", 3)),
    ),
    "kings count with jacks": Small(
        Deck(("Q", "K", "A"), ("SK", "CA", "DQ", "CK")),
        2,
        4,
        (
            ("tricks", -2),
            ("hearts", -2),
            ("jacks-and-kings", -3),
            ("queens", -4),
            ("king-of-hearts", -7),
            ("last-trick", -5),
        ),
    ),
    "pips of hearts": Small(
        Deck(("9", "10", "J", "Q", "K"), ("S9", "S10", "SJ", "SQ", "C9", "C10", "CJ", "CQ", "D9", "D10")),
        2,
        5,
        (
            ("tricks", 3),
            ("heart-pips", 1),
            ("jacks-and-kings", 2),
            ("queens", 4),
            ("king-of-hearts", 9),
            ("last-two", 8),
        ),
        pips=(("9", 2), ("10", 2), ("J", 3), ("Q", 3), ("K", 3)),
    ),
    "the seventh and the last": Small(
        Deck(("J", "Q", "K", "A")), 2, 8, (("tricks", 1), ("king-of-hearts", 5), ("seventh-and-last", 3))
    ),
    "a talon": Small(JQK, 2, 4, (("hearts", 1), ("jacks", 3), ("last-two", 2)), talon=1),
    "no tricks counted and few of them": Small(
        Deck(("J", "Q", "K"), ("SJ", "SQ", "SK", "CJ", "CQ", "CK")), 3, 2, (("hearts", 1), ("jacks", 1), ("queens", 2))
    ),
    "premiums beside penalties": Small(
        Deck(("10", "Q", "K"), ("SK", "CQ", "D10")),
        3,
        3,
        (("hearts", -1), ("queen-of-spades", -4), ("ten-of-diamonds", 3)),
        sweep=9,
    ),
    "jokers beside pips": Small(
        Deck(("4", "5", "6", "7", "8"), tuple(s + r for s in "SDC" for r in "45678")[:9], jokers=1),
        3,
        4,
        (("jokers", -6), ("heart-pips", -1)),
        pips=(("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8)),
    ),
    "sweep and doubling": Small(JQK, 3, 3, (("hearts", -1), ("queens", -2)), sweep=5, doubles=True),
    "doubling with tricks": Small(JQK, 3, 3, (("tricks", -1), ("jacks", -2)), doubles=True),
    "marks": Small(JQK, 3, 3, (("at-25", -1), ("at-50", -3), ("at-75", -5), ("at-100", -7))),
    "a stock for two": Small(
        Deck(("J", "Q", "K"), ("SJ", "SQ", "SK", "CJ", "CQ")),
        2,
        2,
        (("tricks", 1), ("hearts", 1), ("jacks", 3), ("king-of-hearts", 5), ("last-two", 2)),
        stock=3,
    ),
    "a stock for three": Small(
        Deck(("J", "Q", "K"), ("SK", "CJ", "DQ")), 3, 2, (("tricks", 2), ("hearts", 1), ("last-two", 3)), stock=3
    ),
    "a stock much larger than the hands": Small(
        Deck(("J", "Q"), ("CJ",)), 2, 1, (("tricks", 1), ("hearts", 2), ("jacks", 3), ("last-trick", 4)), stock=5
    ),
    "a stock and no tricks counted": Small(JQK, 2, 3, (("hearts", 1), ("queens", 3), ("last-trick", 2)), stock=3),
}

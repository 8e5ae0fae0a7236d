"""A deal beside what the rules say of it: who plays, whose turn it is, what it holds and what it may come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd
from typing import TypeAlias

from kingscore.model.findings import CODES, Finding, Severity, Value
from kingscore.model.game import Deal, Game, Row, as_of
from kingscore.model.items import CARDS, ITEM_KINDS
from kingscore.model.language import MINUS, Names, Term
from kingscore.model.rules import SUITS, Contract, Item, Rules

Faults: TypeAlias = Iterator[Finding]
#: A check of one deal: its name says what is true when it finds nothing.
Check: TypeAlias = "Callable[[DealContext], Faults]"
#: The names of the rows that count no item.
SINGLE_ROWS = ("points", "places")


@dataclass(frozen=True, slots=True)
class DealContext:
    """A deal with its contract and its place at the table.

    ``number`` counts from 1. ``seats`` are those that play, ``turn`` is the seat whose turn it was to declare (None
    where bidding decides or the players freed it). Both follow the deal's place in the schedule, so that a deal that is
    missing further up does not make all later ones look wrong.
    """

    game: Game
    number: int
    deal: Deal
    contract: Contract
    seats: tuple[int, ...]
    turn: int | None

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def declarer(self) -> int | None:
        """Who declared: as recorded, else who was in turn."""
        return self.deal.declarer if self.deal.declarer is not None else self.turn

    def player(self, seat: int | None) -> str:
        """The name of a seat, a dash where there is none."""
        return player(self.game, seat)

    def players(self, seats: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.player(seat) for seat in seats)

    def item(self, item_id: str) -> Names | str:
        """What an item is called; its id where the contract does not have it."""
        item = self.contract.item(item_id)
        return item.names if item is not None else item_id

    def held(self, item: Item) -> int:
        """How many of an item this deal holds."""
        return self.rules.held(item, self.deal.bid.suit if self.deal.bid is not None else None)

    def least_and_most(self, item: Item) -> tuple[int, int]:
        """The range in which an item's counts may add up: one number unless cards may stay in the stock."""
        most, contract = self.held(item), self.contract
        if item.id == "suit-cards" and (self.deal.bid is None or self.deal.bid.suit not in SUITS):
            suits = [self.rules.deck.of_suit(suit) for suit in SUITS]
            return min(suits), max(suits)
        if not contract.loose:
            return most, most
        if item.id == "tricks" and contract.tricks_range is not None:
            return contract.tricks_range
        return max(0, most - self.rules.stock) if item.id in CARDS else most, most

    @property
    def totals(self) -> tuple[int, ...]:
        """Every total that the deal's points may come to, the usual one first; a bid is in it."""
        contract, bid = self.contract, self.deal.bid
        if not contract.bid:
            return contract.totals
        return (sum(self.held(item) * item.value for item in contract.items) - (bid.points or 0 if bid else 0),)

    def fault(
        self,
        code: str,
        how: str = "",
        *,
        seat: int | None = None,
        item: str | None = None,
        severity: Severity | None = None,
        **values: Value,
    ) -> Finding:
        """A finding about this deal; number and contract, player and what is counted, where given, are values. Rows of
        points and places count no item."""
        item = None if item in SINGLE_ROWS else item
        always: dict[str, Value] = {"number": self.number, "contract": self.contract.names}
        if seat is not None:
            always["player"] = self.player(seat)
        if item is not None:
            always["what"] = self.item(item)
        severity = severity or CODES[code].severity
        return Finding(code, severity, tuple({**always, **values}.items()), how, self.number, seat, item)


def player(game: Game, seat: int | None, number: int = 1) -> str:
    """Who sits on a seat in a deal (from 1), a dash where there is none."""
    return as_of(game, number).players[seat] if seat is not None and 0 <= seat < len(game.players) else "—"


def cell(game: Game, seat: int, now: int | None, then: int) -> str:
    """One entry and what it would have to be: ``Ona 2 → 3``."""
    return f"{player(game, seat)} {shown(now)} → {shown(then)}"


def trump_named(trump: str) -> Term:
    """What is trump, or how the deal is played without one."""
    return Term("form", {"none": "no-trump"}.get(trump, trump)) if trump in ("none", "misere") else Term("suit", trump)


def terms(kind: str, ids: Sequence[str]) -> tuple[Term, ...]:
    return tuple(Term(kind, one) for one in ids)


def alone(how: str, cells: Sequence[str]) -> str:
    """The manner of a message that names the entries which alone would put it right; another where there are none."""
    return how if cells else ".".join(filter(None, (how, "alone")))


def shown(value: int | None) -> str:
    """An entry as it is written, a dash for none."""
    if value is None:
        return "–"
    return f"{MINUS}{-value}" if value < 0 else str(value)


def shown_row(row: Row) -> str:
    """A row as it is written: ``−4 0 −8 −4``."""
    return " ".join(shown(value) for value in row)


def with_entry(row: Row, seat: int, value: int | None) -> Row:
    return (*row[:seat], value, *row[seat + 1 :])


def unit(contract: Contract) -> int:
    """The largest number of which all points of a contract are multiples; 0 where nothing is worth anything."""
    return reduce(gcd, (abs(item.value) for item in contract.items), 0)


def played(context: DealContext, points: Row) -> tuple[int, ...]:
    """Points of the seats that play, before anything was paid for a sale or a bid."""
    from kingscore.checks.feasibility import before_bid

    row = tuple(points[seat] or 0 for seat in context.seats)
    return before_bid(context.contract, context.deal, row, context.seats)


def counts_fit(context: DealContext, counts: dict[str, Row]) -> bool:
    """True if some distribution of the cards gives these counts, each of which adds up."""
    contract = context.contract
    if len(counts) == 1 and ITEM_KINDS[contract.items[0].id].plain and not contract.loose:
        return True  # One kind of cards, or tricks: nothing else can stand against them.
    # Loaded here, since most deals count one thing and have no need of it.
    from kingscore.checks.feasibility import counts_possible

    return counts_possible(context.rules, contract, counts, context.seats, context.deal)


def rows_of(deal: Deal) -> tuple[tuple[str, Row], ...]:
    """Every row of a deal with its name: the item that it counts, ``points`` or ``places``."""
    single = zip(SINGLE_ROWS, (deal.points, deal.places), strict=True)
    return (*(deal.counts or ()), *((name, row) for name, row in single if row is not None))


def row_is_whole(context: DealContext, row: Row) -> bool:
    """True if a row has an entry for each seat that plays and none for the others."""
    if len(row) != context.rules.table:
        return False
    if len(row) == len(context.seats):
        return None not in row
    return all((row[seat] is not None) == (seat in context.seats) for seat in range(len(row)))

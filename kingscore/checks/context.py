"""A deal laid on the table for checking: the record beside what the rules say of it. It judges nothing itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from kingscore.model.findings import Finding, Severity, Value, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal, Game, Row
from kingscore.model.language import MINUS, Names, Term
from kingscore.model.rules import Contract, Rules

Faults: TypeAlias = Iterator[Finding]


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
        """A finding about this deal; number and contract, player and what is counted, where given, are values."""
        told = finding(code, how, deal=self.number, seat=seat, item=item, severity=severity)
        return self.with_values(told, values)

    def with_values(self, told: Finding, values: Mapping[str, Value]) -> Finding:
        """A finding about this deal with values, and those that every finding about a deal has."""
        always: dict[str, Value] = {"number": self.number, "contract": self.contract.names}
        if told.seat is not None:
            always["player"] = self.player(told.seat)
        if told.item is not None:
            always["what"] = self.item(told.item)
        return replace(told, values=tuple({**always, **values}.items()))


def player(game: Game, seat: int | None) -> str:
    """The name of a seat, a dash where there is none."""
    return game.players[seat] if seat is not None and 0 <= seat < len(game.players) else "—"


def cell(game: Game, seat: int, now: int | None, then: int) -> str:
    """One entry and what it would have to be: ``Ona 2 → 3``."""
    return f"{player(game, seat)} {shown(now)} → {shown(then)}"


def trump_named(trump: str) -> Term:
    """What is trump, or how the deal is played without one."""
    return Term("form", {"none": "no-trump"}.get(trump, trump)) if trump in ("none", "misere") else Term("suit", trump)


def terms(kind: str, ids: Sequence[str]) -> tuple[Term, ...]:
    return tuple(Term(kind, one) for one in ids)


def alone(how: str, cells: Sequence[str]) -> str:
    """The manner of a message that names the entries which alone would mend it; another where there are none."""
    return how if cells else ".".join(filter(None, (how, "alone")))


def shown(value: int | None) -> str:
    """An entry as it is written, a dash for none."""
    if value is None:
        return "–"
    return f"{MINUS}{-value}" if value < 0 else str(value)


def shown_row(row: Row) -> str:
    """A row as it is written: ``−4 0 −8 −4``."""
    return " ".join(shown(value) for value in row)


def at(row: Row, seats: Sequence[int]) -> tuple[int, ...]:
    """The entries of some seats; those that are empty count as 0."""
    return tuple(row[seat] or 0 for seat in seats)

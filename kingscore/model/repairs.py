"""What would fix a finding: edits of a game as values, with the reasons for which they are likely.

A check proposes them; the command line, a file, the guided loop and a document each phrase them in words of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from kingscore.model.game import Deal, Game, Written
from kingscore.model.language import Value


@dataclass(frozen=True, slots=True)
class ReplaceDeal:
    """Deal ``number`` (from 1) is another one."""

    number: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class InsertDeal:
    """A deal is put in before deal ``number``; one past the last number puts it at the end."""

    number: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class MissingDeal:
    """A deal is to be put in before deal ``number`` whose result is not known here. ``contract`` is empty
    where several may stand there, ``declarer`` the seat that declares it where that is known."""

    number: int
    contract: str = ""
    declarer: int | None = None


@dataclass(frozen=True, slots=True)
class RecordDeal:
    """The deal that was about to be recorded as deal ``number`` is recorded like this."""

    number: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class DeleteDeal:
    """Deal ``number`` (from 1) is taken out; those behind it move up."""

    number: int


@dataclass(frozen=True, slots=True)
class SetHead:
    """A part of the head is another: who dealt first (a seat), or the totals that somebody wrote."""

    key: Literal["dealer", "written"]
    value: int | Written


@dataclass(frozen=True, slots=True)
class Finish:
    """The players stopped before the end."""


Edit: TypeAlias = ReplaceDeal | InsertDeal | MissingDeal | RecordDeal | DeleteDeal | SetHead | Finish


@dataclass(frozen=True, slots=True)
class Sentence:
    """The key of a text with its values."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """Edits of ``game`` that go together, made one after the other, and why. Of several a small ``cost`` is likely.

    ``stored`` is the name of the stored game, empty for the one in play.
    """

    game: Game = field(compare=False)
    edits: tuple[Edit, ...]
    why: tuple[Sentence, ...] = ()
    cost: int = field(default=0, compare=False)
    stored: str = field(default="", compare=False)

    @property
    def number(self) -> int | None:
        """The deal at which the first edit is made; None where it is the head that is edited."""
        first = self.edits[0]
        return None if isinstance(first, SetHead | Finish) else first.number

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals as they would be, those that are taken out or not known yet left out."""
        return tuple(one.deal for one in self.edits if isinstance(one, ReplaceDeal | InsertDeal | RecordDeal))

    @property
    def deal(self) -> Deal:
        """The first of ``deals``. IndexError if there is none."""
        return self.deals[0]


def edited(game: Game, edit: Edit) -> Game:
    """The game after an edit. IndexError for a deal that is not there; a deal of which only the place is known is put
    in unread."""
    match edit:
        case ReplaceDeal(number, deal):
            return game.with_deal_at(number, deal)
        case InsertDeal(number, deal) | RecordDeal(number, deal):
            return game.with_deal_before(number, deal)
        case MissingDeal(number, contract, declarer):
            return game.with_deal_before(number, Deal(contract, declarer, unread=True))
        case DeleteDeal(number):
            return game.without_deal(number)
        case SetHead(value=value):
            return replace(game, written=value) if isinstance(value, Written) else replace(game, dealer=value)
        case Finish():
            return replace(game, finished="early")


def repaired(game: Game, repair: Repair) -> Game:
    """The game after all edits of a repair."""
    for edit in repair.edits:
        game = edited(game, edit)
    return game

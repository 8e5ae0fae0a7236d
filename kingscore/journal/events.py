"""The events of a game's journal: one for every acknowledged change, made here with the time that the caller read."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from kingscore.model.game import Deal, Finished, Game, Stake, Written
from kingscore.model.json_values import canonical
from kingscore.notation.codec import head_to_raw, to_raw, value_to_raw
from kingscore.notation.fields import HEAD

Kind = Literal[
    "begin", "import", "deal", "replace", "delete", "insert", "head", "finish", "undo", "redo", "bin", "restore"
]
#: What of a head can be amended. ``players`` are all names in order, ``options`` all pairs.
HEAD_KEYS = tuple(field.name for field in HEAD if field.amended)
HeadValue: TypeAlias = "str | int | Stake | Written | tuple[str, ...] | tuple[tuple[str, str], ...] | None"


class Event(NamedTuple):
    """One change: its kind, when it was written (ISO time), and what it holds as canonical JSON text."""

    kind: Kind
    at: str
    body: str = "{}"


def _event(kind: Kind, at: str, why: str = "", **held: Any) -> Event:
    if why:
        held["why"] = why
    return Event(kind, at, canonical(held))


def begun(game: Game, digest: str, at: str) -> Event:
    """A game begins, or is taken in with all its deals at once. ``digest`` names its variant's kept content."""
    head = head_to_raw(game)
    if not game.deals:
        return _event("begin", at, digest=digest, **head)
    return _event("import", at, digest=digest, **head, deals=[to_raw(deal) for deal in game.deals])


def dealt(deal: Deal, at: str) -> Event:
    """One more deal at the end."""
    return _event("deal", at, deal=to_raw(deal))


def replaced(number: int, deal: Deal, at: str, why: str = "") -> Event:
    """Deal ``number`` (from 1) was another one."""
    return _event("replace", at, why, number=number, deal=to_raw(deal))


def removed(number: int, at: str, why: str = "") -> Event:
    """Deal ``number`` (from 1) is taken out; those behind it move up."""
    return _event("delete", at, why, number=number)


def inserted(number: int, deal: Deal, at: str, why: str = "") -> Event:
    """A deal is put in before deal ``number`` (from 1; one past the last stands at the end)."""
    return _event("insert", at, why, number=number, deal=to_raw(deal))


def headed(key: str, value: HeadValue, at: str, why: str = "") -> Event:
    """A field of the head is another: the whole new value. New options, or more or fewer players, change the rules."""
    field = next(field for field in HEAD if field.name == key)
    return _event("head", at, why, key=key, value=value_to_raw(field, value))


def renamed(game: Game, seat: int, name: str, at: str, why: str = "") -> Event:
    """The player on a seat (from 0) bears another name."""
    return headed("players", (*game.players[:seat], name, *game.players[seat + 1 :]), at, why)


def finished(how: Finished, at: str, why: str = "") -> Event:
    """The game is over (``yes``), was stopped by agreement (``early``), or goes on after all (empty)."""
    return _event("finish", at, why, how=how)


def undone(at: str) -> Event:
    """The last change that stands is taken back."""
    return _event("undo", at)


def redone(at: str) -> Event:
    """The change taken back last is brought back."""
    return _event("redo", at)


def binned(at: str, why: str = "") -> Event:
    """The game is thrown into the bin; nothing of it is lost."""
    return _event("bin", at, why)


def restored(at: str, why: str = "") -> Event:
    """The game comes out of the bin."""
    return _event("restore", at, why)

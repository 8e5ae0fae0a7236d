"""The log of events that belong to no game, of people or of payments, and which of them stand.

Events are numbered from 1 and never taken out. An event of the kind ``undo`` cancels an earlier one of any kind;
cancelling an ``undo`` restores what it had cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from kingscore.model.findings import Refused, finding
from kingscore.model.json_values import Event, canonical, strict

Title = Literal["people", "payments"]
TITLES: tuple[Title, ...] = ("people", "payments")
UNDO = "undo"
S = TypeVar("S")


class LoggedEvent(NamedTuple):
    """An event with its number, and whether it stands."""

    seq: int
    event: Event
    stands: bool


Log = tuple[LoggedEvent, ...]


def noted(kind: str, at: str, **held: Any) -> Event:
    """An event that holds what is not empty."""
    return Event(kind, at, canonical({key: value for key, value in held.items() if value not in ("", None)}))


def undone(of: int, at: str) -> Event:
    """The event of that number is struck out."""
    return noted(UNDO, at, of=of)


def lines(events: Sequence[Event]) -> tuple[LoggedEvent, ...]:
    """Every event with whether it stands. ValueError, TypeError or LookupError for an undo of what does not stand."""
    strikes: dict[int, int] = {}
    for seq, event in enumerate(events, 1):
        if event.kind == UNDO:
            of = strict(int, event.raw["of"])
            if not 1 <= of < seq or of in _struck(strikes):
                raise ValueError(of)
            strikes[seq] = of
    struck = _struck(strikes)
    return tuple(LoggedEvent(seq, event, seq not in struck) for seq, event in enumerate(events, 1))


def _struck(strikes: Mapping[int, int]) -> set[int]:
    """The numbers that do not stand, by which undo is of which event: only an undo that stands itself counts."""
    struck: set[int] = set()
    for seq in sorted(strikes, reverse=True):
        if seq not in struck:
            struck.add(strikes[seq])
    return struck


def last_standing(of: Sequence[LoggedEvent]) -> int | None:
    """The number of the last change that stands and is no undo, None where there is none."""
    return next((line.seq for line in reversed(of) if line.stands and line.event.kind != UNDO), None)


def fold(title: Title, events: Sequence[Event], state: S, after: Callable[[S, LoggedEvent], S]) -> tuple[S, Log]:
    """The state after all events that stand, and the log. Refused, status 3: S725 where one cannot be read or does not
    fit."""
    seq = len(events)
    try:
        log = lines(events)
        for line in log:
            seq = line.seq
            if line.stands and line.event.kind != UNDO:
                state = after(state, line)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        reason = f"{type(fault).__name__}: {fault}"
        raise Refused(finding("S725", title, event=seq, reason=reason), status=3) from None
    return state, log

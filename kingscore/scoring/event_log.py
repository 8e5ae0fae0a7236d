"""The log of events that belong to no game, of people or of payments, and which of them stand.

Events are numbered from 1 and never taken out. An event of the kind ``undo`` cancels an earlier one of any kind;
cancelling an ``undo`` restores what it had cancelled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kingscore.model.findings import Refused, finding
from kingscore.model.json_values import canonical, number_from_raw

Title = Literal["people", "payments"]
TITLES: tuple[Title, ...] = ("people", "payments")
UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Note:
    """One event: its kind, when it was written (ISO time), and what it holds as canonical JSON text."""

    kind: str
    at: str
    body: str = "{}"

    @property
    def raw(self) -> dict[str, Any]:
        """What it holds. ValueError or TypeError for a body that is no JSON object."""
        raw = json.loads(self.body)
        if not isinstance(raw, dict):
            raise TypeError(type(raw).__name__)
        return raw


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with its number, and whether it stands."""

    seq: int
    note: Note
    stands: bool


def noted(kind: str, at: str, **held: Any) -> Note:
    """An event that holds what is not empty."""
    return Note(kind, at, canonical({key: value for key, value in held.items() if value not in ("", None)}))


def undone(of: int, at: str) -> Note:
    """The event of that number is struck out."""
    return noted(UNDO, at, of=of)


def lines(notes: Sequence[Note]) -> tuple[LoggedEvent, ...]:
    """Every event with whether it stands. ValueError, TypeError or LookupError for an undo of what does not stand."""
    strikes: dict[int, int] = {}
    for seq, note in enumerate(notes, 1):
        if note.kind == UNDO:
            of = number_from_raw(note.raw["of"])
            if not 1 <= of < seq or of in _struck(strikes):
                raise ValueError(of)
            strikes[seq] = of
    struck = _struck(strikes)
    return tuple(LoggedEvent(seq, note, seq not in struck) for seq, note in enumerate(notes, 1))


def _struck(strikes: Mapping[int, int]) -> set[int]:
    """The numbers that do not stand, by which undo is of which event: only an undo that stands itself counts."""
    struck: set[int] = set()
    for seq in sorted(strikes, reverse=True):
        if seq not in struck:
            struck.add(strikes[seq])
    return struck


def last_standing(of: Sequence[LoggedEvent]) -> int | None:
    """The number of the last change that stands and is no undo, None where there is none."""
    return next((line.seq for line in reversed(of) if line.stands and line.note.kind != UNDO), None)


def not_readable(title: Title, seq: int, fault: Exception) -> Refused:
    """The refusal of a log whose event of that number cannot be read (S725)."""
    return Refused(finding("S725", title, event=seq, reason=f"{type(fault).__name__}: {fault}"), status=3)


FAULTS = (LookupError, TypeError, ValueError, AttributeError, RecursionError)

"""What is wrong: a finding as a value, with its code, and the one exception."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kingscore.model.codes import CODES, Scope, Severity
from kingscore.model.language import Value

if TYPE_CHECKING:
    from kingscore.model.repairs import Repair, Sentence

__all__ = [
    "BLANK",
    "CODES",
    "Finding",
    "Place",
    "Refused",
    "Severity",
    "Value",
    "crowded",
    "finding",
    "has_errors",
    "together",
]

#: Of more findings alike than this only the first is said, with their number.
MOST_ALIKE = 50
#: Stands in a repair where something is to be filled in.
BLANK = "…"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the user's own text a finding points: file, line from 1, columns from 0 (end excluded)."""

    file: str = ""
    line: int | None = None
    start: int | None = None
    end: int | None = None
    text: str = ""

    @property
    def marked(self) -> str:
        """What stands there."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check has to say. ``deal`` counts from 1, ``seat`` from 0; ``values`` fill the message's text.

    ``how`` picks one of a code's messages where it has several (``message.<how>``). So many of the first ``repairs`` as
    ``alike`` says are equally likely; ``questions`` would tell them apart. ``blanks`` would put it right once somebody
    has filled in what is not known here. It stands for so many alike as ``times`` says, in these ``deals``.
    """

    code: str
    severity: Severity
    values: tuple[tuple[str, Value], ...] = ()
    how: str = ""
    deal: int | None = None
    seat: int | None = None
    item: str | None = None
    place: Place | None = None
    repairs: tuple[Repair, ...] = field(default=(), compare=False)
    alike: int = field(default=0, compare=False)
    questions: tuple[Sentence, ...] = field(default=(), compare=False)
    blanks: tuple[Repair, ...] = field(default=(), compare=False)
    times: int = field(default=1, compare=False)
    deals: tuple[int, ...] = field(default=(), compare=False)

    @property
    def scope(self) -> Scope:
        """What it is about: one deal, the schedule, the totals, a file …"""
        return CODES[self.code].scope

    @property
    def slug(self) -> str:
        """The name of the fault: ``deal-missing``."""
        return CODES[self.code].slug

    def is_a(self, *slugs: str) -> bool:
        """True if it is one of the faults of these names (``finding.is_a("deal-missing")``)."""
        return self.slug in slugs

    def at(self, place: Place) -> Finding:
        """The same finding, pointing at a place; a place it already has is kept."""
        return self if self.place is not None else replace(self, place=place)


def finding(
    code: str,
    how: str = "",
    *,
    deal: int | None = None,
    seat: int | None = None,
    item: str | None = None,
    place: Place | None = None,
    severity: Severity | None = None,
    repairs: tuple[Repair, ...] = (),
    **values: Value,
) -> Finding:
    """A finding of the catalogue: ``finding("D401", deal=3, found=14, expected=16)``. KeyError for an unknown code."""
    severity = severity or CODES[code].severity
    return Finding(code, severity, tuple(values.items()), how, deal, seat, item, place, repairs)


class Refused(Exception):
    """What stops a command: one or more findings and the exit status, that of their families unless given.

    ``players`` are those of the game that the findings' seats belong to, where it is known.
    """

    def __init__(self, *findings: Finding, status: int | None = None, players: tuple[str, ...] = ()) -> None:
        super().__init__(", ".join(f.code for f in findings))
        self.findings = findings
        self.status = max((CODES[f.code].family.status for f in findings), default=1) if status is None else status
        self.players = players


def crowded(findings: Iterable[Finding]) -> set[tuple[str, Severity]]:
    """The codes, with their severity, of which there are too many findings to say each."""
    times = Counter[tuple[str, Severity]]()
    for one in findings:
        times[one.code, one.severity] += one.times
    return {key for key, n in times.items() if n > MOST_ALIKE}


def together(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings, each crowd of them as its first, which says how many there are and in which deals."""
    every = tuple(findings)
    crowds = crowded(every)
    members: dict[tuple[str, Severity], list[Finding]] = {key: [] for key in crowds}
    for one in every:
        if crowds and (one.code, one.severity) in crowds:
            members[one.code, one.severity].append(one)
    out = []
    for one in every:
        crowd = members.get((one.code, one.severity))
        if crowd is None:
            out.append(one)
        elif one is crowd[0]:
            deals = {n for each in crowd for n in (*each.deals, each.deal) if n is not None}
            out.append(replace(one, times=sum(each.times for each in crowd), deals=tuple(sorted(deals))))
    return tuple(out)


def has_errors(findings: tuple[Finding, ...] | list[Finding]) -> bool:
    """True if any finding is an error: warnings and hints leave a record good."""
    return any(f.severity == "error" for f in findings)

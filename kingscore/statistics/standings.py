"""Many games added up as they come, the earliest first: everybody's figures, or one person's in full.

What is held grows with the people and, for the curves, by two numbers for each seat that somebody took.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kingscore.statistics.figures import ByContract, Contracts, Figures, Meeting, Meetings, Sums
from kingscore.statistics.tally import Played

#: Contracts and meetings are added up for everybody while there are so few people; of more no table would have room.
FEW = 8


@dataclass(frozen=True, slots=True)
class Gains:
    """A person's points game by game, added up: after which of the games with a result, from 1, and what they were."""

    numbers: Sequence[int]
    totals: Sequence[int]

    def after(self, number: int) -> int:
        """His points after so many games with a result."""
        at = bisect(self.numbers, number)
        return self.totals[at - 1] if at else 0


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """One person's figures; the rest is empty where more than ``FEW`` are compared, ``variants`` (the figures in each)
    for everybody but the one person of a page."""

    figures: Figures
    gains: Gains
    contracts: tuple[ByContract, ...]
    meetings: tuple[Meeting, ...]
    variants: tuple[tuple[str, Figures], ...]

    @property
    def name(self) -> str:
        return self.figures.person


@dataclass(frozen=True, slots=True)
class Standings:
    """What games come to: how many, how many of them with a result, how many deals were recorded by agreement, which
    variants, the first and the last day (empty where none is known), and the people, best first."""

    games: int
    results: int
    agreed: int
    variants: tuple[str, ...]
    first: str
    until: str
    people: tuple[PersonFigures, ...]

    @property
    def few(self) -> bool:
        """True if everybody's contracts and meetings are there."""
        return len(self.people) <= FEW


def standings(games: Iterable[Played], person: str = "", last: int = 5) -> Standings:
    """Everybody's figures, or one person's alone, the games the earliest first; ``last`` of them make the form."""
    count = results = agreed = 0
    variants: set[str] = set()
    first = until = ""
    people: dict[str, _Person] = {}
    for game in games:
        count += 1
        results += game.counts
        agreed += game.tally.agreed
        variants.add(game.variant)
        first, until = first or game.date, game.date or until
        for name in dict.fromkeys(game.people) if not person else (person,):
            if name not in people:
                people[name] = _Person(name, last, alone=bool(person))
                if len(people) > FEW:
                    for known in people.values():
                        known.contracts = known.meetings = None
            people[name].add(game, results)
    ranked = sorted((known.person() for known in people.values()), key=lambda person: person.figures.rank)
    return Standings(count, results, agreed, tuple(sorted(variants)), first, until, tuple(ranked))


class _Person:
    """Adds up the games of one person; ``alone`` also variant by variant."""

    __slots__ = ("contracts", "last", "meetings", "name", "numbers", "sums", "totals", "variants")

    def __init__(self, name: str, last: int, *, alone: bool) -> None:
        self.name, self.last = name, last
        self.sums = Sums(last)
        self.numbers: list[int] = []
        self.totals: list[int] = []
        self.contracts: Contracts | None = Contracts()
        self.meetings: Meetings | None = Meetings(name)
        self.variants: dict[str, Sums] | None = {} if alone else None

    def add(self, game: Played, result: int) -> None:
        """A game at which the person sat; with a result it is that of this number."""
        for seat, name in enumerate(game.people):
            if name != self.name:
                continue
            self.sums.add(game, seat)
            if self.contracts is not None:
                self.contracts.add(game, seat)
            if self.variants is not None:
                self.variants.setdefault(game.variant, Sums(self.last)).add(game, seat)
        if self.meetings is not None:
            self.meetings.add(game)
        if game.counts:
            self.numbers.append(result)
            self.totals.append(self.sums.gained)

    def person(self) -> PersonFigures:
        return PersonFigures(
            self.sums.figures(self.name),
            Gains(self.numbers, self.totals),
            self.contracts.averages() if self.contracts else (),
            self.meetings.meetings() if self.meetings else (),
            tuple((variant, sums.figures(self.name)) for variant, sums in sorted((self.variants or {}).items())),
        )

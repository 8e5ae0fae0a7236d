"""Figures over many games, in exact fractions: results, form, streaks, contracts, opponents, of everybody or of one.

Games are added up as they come, the earliest first. What is held grows with the people and, for the curves, by two
numbers for each seat that somebody took.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from kingscore.statistics.tally import Played, Seat

#: Contracts and meetings are added up for everybody while there are so few people; of more no table would have room.
FEW = 8


class DealAt(NamedTuple):
    """A deal of a person's: his points, and where it stands (deals count from 1)."""

    points: int
    game: str
    number: int
    variant: str
    contract: str


class Streak(NamedTuple):
    """So many games in a row, the last of them or the most ever."""

    now: int = 0
    longest: int = 0

    def after(self, held: bool) -> Streak:
        """The streak after one more game."""
        now = self.now + 1 if held else 0
        return Streak(now, max(self.longest, now))


class Figures(NamedTuple):
    """What a person's games come to. ``games`` have a result, ``others`` have none: not over, or a deal without points.

    ``places`` is the sum of those in games with a result, ``gained`` that of their points. ``wins`` are first places
    alone, ``shared`` those with somebody else. ``deals`` and ``points`` are of every deal that he played in and that
    gives points, in all games. ``firsts`` is the streak of first places, ``without`` that of games without one.
    ``last`` are his seats in the last games with a result, as many as the form takes, the latest last.
    """

    person: str
    games: int = 0
    others: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    gained: int = 0
    deals: int = 0
    points: int = 0
    best: DealAt | None = None
    worst: DealAt | None = None
    firsts: Streak = Streak()
    without: Streak = Streak()
    last: tuple[Seat, ...] = ()

    @property
    def mean_place(self) -> Fraction | None:
        """The average of the places, a shared one counted as it stands; None without a game."""
        return _mean(self.places, self.games)

    @property
    def per_game(self) -> Fraction | None:
        """The average of the totals of games with a result; None without one."""
        return _mean(self.gained, self.games)

    @property
    def per_deal(self) -> Fraction | None:
        """The average of the points of every deal; None without a deal."""
        return _mean(self.points, self.deals)

    @property
    def rank(self) -> tuple[object, ...]:
        """Best first: most first places, most shared ones, the better mean place, more points a deal, the name."""
        place = self.mean_place
        return (-self.wins, -self.shared, place is None, place or 0, -(self.per_deal or 0), self.person)

    @property
    def form(self) -> tuple[int, ...]:
        """The places of the last games, the latest last."""
        return tuple(game.places[seat] for game, seat in self.last)

    def after(self, game: Played, seat: int, last: int) -> Figures:
        """The figures with one more game, the latest of all; ``last`` is how many games make the form."""
        own, place = self._with_deals(game, seat), game.places[seat] if game.counts else 0
        if not place:
            return own._replace(others=self.others + 1)
        first, alone = place == 1, game.places.count(1) == 1
        return own._replace(
            games=self.games + 1,
            places=self.places + place,
            gained=self.gained + game.totals[seat],
            wins=self.wins + (first and alone),
            shared=self.shared + (first and not alone),
            firsts=self.firsts.after(first),
            without=self.without.after(not first),
            last=(*self.last, (game, seat))[-last:],
        )

    def _with_deals(self, game: Played, seat: int) -> Figures:
        """With the deals that he played in and that give points; of equal ones the latest is the best and the worst."""
        dealt = [points for points in game.tally.points[seat] if points is not None]
        if not dealt:
            return self
        most, least = max(dealt), min(dealt)
        return self._replace(
            deals=self.deals + len(dealt),
            points=self.points + sum(dealt),
            best=_deal_at(game, seat, most) if self.best is None or most >= self.best.points else self.best,
            worst=_deal_at(game, seat, least) if self.worst is None or least <= self.worst.points else self.worst,
        )


def _mean(total: int, count: int) -> Fraction | None:
    return Fraction(total, count) if count else None


def _deal_at(game: Played, seat: int, value: int) -> DealAt:
    """The latest deal of the game with so many points."""
    at = max(number for number, points in enumerate(game.tally.points[seat]) if points == value)
    return DealAt(value, game.name, at + 1, game.variant, game.tally.contracts[at])


class ByContract(NamedTuple):
    """A person's deals of one contract of one variant: how many, their points, the best and the worst of them.

    ``contract`` is empty for all penalties, or all premiums, of the variant together.
    """

    variant: str
    premium: bool
    contract: str
    deals: int
    points: int
    best: int
    worst: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.points, self.deals)


#: By variant, whether it is a premium, and contract.
ContractSums: TypeAlias = dict[tuple[str, bool, str], ByContract]


def _add(sums: ContractSums, more: ByContract) -> None:
    key = (more.variant, more.premium, more.contract)
    own = sums.get(key)
    if own is not None:
        best, worst = max(own.best, more.best), min(own.worst, more.worst)
        more = ByContract(*key, own.deals + more.deals, own.points + more.points, best, worst)
    sums[key] = more


def sides(contracts: Iterable[ByContract]) -> tuple[ByContract, ...]:
    """All penalties together, and all premiums together, of each variant."""
    sums: ContractSums = {}
    for own in contracts:
        _add(sums, own._replace(contract=""))
    return tuple(sums.values())


class Meeting(NamedTuple):
    """How somebody did against ``other`` in the games with a result: in how many he had more points, as many, fewer;
    and his points less the other's over all of them."""

    other: str
    ahead: int = 0
    level: int = 0
    behind: int = 0
    points: int = 0

    @property
    def games(self) -> int:
        return self.ahead + self.level + self.behind

    def after(self, lead: int) -> Meeting:
        """With one more game, in which he had so many points more."""
        ahead, level, behind = self.ahead + (lead > 0), self.level + (lead == 0), self.behind + (lead < 0)
        return Meeting(self.other, ahead, level, behind, self.points + lead)


class Gains(NamedTuple):
    """A person's points game by game, added up: after which of the games with a result, from 1, and what they were."""

    numbers: Sequence[int]
    totals: Sequence[int]

    def after(self, number: int) -> int:
        """His points after so many games with a result."""
        at = bisect(self.numbers, number)
        return self.totals[at - 1] if at else 0


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """One person's figures. ``contracts`` stand variant by variant, penalties first; ``meetings``, those met most often
    first. Both are empty where more than ``FEW`` are compared, ``variants`` (the figures in each) for everybody but the
    one person of a page."""

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
            people[name].add(game, results, few=len(people) <= FEW)
    few = len(people) <= FEW
    ranked = sorted((known.person(few) for known in people.values()), key=lambda person: person.figures.rank)
    return Standings(count, results, agreed, tuple(sorted(variants)), first, until, tuple(ranked))


class _Person:
    """Adds up the games of one person; ``alone`` also variant by variant."""

    def __init__(self, name: str, last: int, *, alone: bool) -> None:
        self.name, self.last, self.alone = name, last, alone
        self.figures = Figures(name)
        self.numbers: list[int] = []
        self.totals: list[int] = []
        self.contracts: ContractSums = {}
        self.meetings: dict[str, Meeting] = {}
        self.variants: dict[str, Figures] = {}

    def add(self, game: Played, result: int, few: bool) -> None:
        """A game at which the person sat; with a result it is that of this number."""
        for seat in [seat for seat, name in enumerate(game.people) if name == self.name]:
            self.figures = self.figures.after(game, seat, self.last)
            if self.alone:
                own = self.variants.get(game.variant, Figures(self.name))
                self.variants[game.variant] = own.after(game, seat, self.last)
            if few:
                self._add_contracts(game, seat)
        if game.counts:
            if few:
                self._meet(game)
            self.numbers.append(result)
            self.totals.append(self.figures.gained)

    def _add_contracts(self, game: Played, seat: int) -> None:
        by_id: dict[str, list[int]] = {}
        for contract, points in zip(game.tally.contracts, game.tally.points[seat], strict=True):
            if points is not None:
                by_id.setdefault(contract, []).append(points)
        for contract, values in by_id.items():
            sums = (len(values), sum(values), max(values), min(values))
            _add(self.contracts, ByContract(game.variant, contract in game.tally.premiums, contract, *sums))

    def _meet(self, game: Played) -> None:
        """Everybody else who has a place; who sits there twice does so by his first seat."""
        results = zip(game.people, game.totals, game.places, strict=True)
        placed = [(name, points) for name, points, place in results if place]
        mine = next((points for name, points in placed if name == self.name), None)
        for other, theirs in placed:
            if mine is not None and other != self.name:
                self.meetings[other] = self.meetings.get(other, Meeting(other)).after(mine - theirs)

    def person(self, few: bool) -> PersonFigures:
        return PersonFigures(
            self.figures,
            Gains(self.numbers, self.totals),
            tuple(sorted(self.contracts.values(), key=lambda own: (own.variant, own.premium))) if few else (),
            tuple(sorted(self.meetings.values(), key=lambda met: (-met.games, met.other))) if few else (),
            tuple(sorted(self.variants.items())),
        )

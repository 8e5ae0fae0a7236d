"""One person's figures over many games, in exact fractions: results, form, streaks, contracts, opponents.

Games are added up one after the other and need not be kept, so that there may be any number of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kingscore.statistics.tally import Played, Seat


@dataclass(frozen=True, slots=True)
class DealAt:
    """A deal of a person's: his points, and where it stands (deals count from 1)."""

    points: int
    game: str
    number: int
    variant: str
    contract: str


@dataclass(frozen=True, slots=True)
class Streak:
    """So many games in a row, the last of them or the most ever."""

    now: int = 0
    longest: int = 0

    def after(self, held: bool) -> Streak:
        """The streak after one more game."""
        now = self.now + 1 if held else 0
        return Streak(now, max(self.longest, now))


@dataclass(frozen=True, slots=True)
class Figures:
    """What a person's games come to. ``games`` have a result, ``others`` have none: not over, or a deal without points.

    ``places`` is the sum of those in games with a result, ``gained`` that of their points. ``wins`` are first places
    alone, ``shared`` those with somebody else. ``deals`` and ``points`` are of every deal that he played in and that
    gives points, in all games. ``firsts`` is the streak of first places, ``without`` that of games without one.
    ``last`` are his seats in the last games with a result, as many as the form takes, the latest last.
    """

    person: str
    games: int
    others: int
    wins: int
    shared: int
    places: int
    gained: int
    deals: int
    points: int
    best: DealAt | None
    worst: DealAt | None
    firsts: Streak
    without: Streak
    last: tuple[Seat, ...]

    @property
    def mean_place(self) -> Fraction | None:
        """The average of the places, a shared one counted as it stands; None without a game."""
        return mean(self.places, self.games)

    @property
    def per_game(self) -> Fraction | None:
        """The average of the totals of games with a result; None without one."""
        return mean(self.gained, self.games)

    @property
    def per_deal(self) -> Fraction | None:
        """The average of the points of every deal; None without a deal."""
        return mean(self.points, self.deals)

    @property
    def rank(self) -> tuple[object, ...]:
        """Best first: most first places, most shared ones, the better mean place, more points a deal, the name."""
        place = self.mean_place
        return (-self.wins, -self.shared, place is None, place or 0, -(self.per_deal or 0), self.person)

    @property
    def form(self) -> tuple[int, ...]:
        """The places of the last games, the latest last."""
        return tuple(game.places[seat] for game, seat in self.last)


def mean(total: int, count: int) -> Fraction | None:
    """An exact average, None of nothing."""
    return Fraction(total, count) if count else None


class Sums:
    """Adds up a person's seats, the earliest game first; ``last`` is how many games make the form."""

    __slots__ = (
        *("games", "others", "wins", "shared", "places", "gained", "deals", "points"),
        *("best", "worst", "firsts", "without", "last"),
    )

    def __init__(self, last: int) -> None:
        self.games = self.others = self.wins = self.shared = self.places = self.gained = self.deals = self.points = 0
        #: The points of a deal with the seat in whose row they stand.
        self.best: tuple[int, Seat] | None = None
        self.worst: tuple[int, Seat] | None = None
        self.firsts = self.without = Streak()
        self.last: deque[Seat] = deque(maxlen=last)

    def add(self, game: Played, seat: int) -> None:
        self._deals(game, seat)
        place = game.places[seat] if game.counts else 0
        if not place:
            self.others += 1
            return
        self.games += 1
        self.places += place
        self.gained += game.totals[seat]
        if place == 1:
            alone = game.places.count(1) == 1
            self.wins += alone
            self.shared += not alone
        self.firsts = self.firsts.after(place == 1)
        self.without = self.without.after(place != 1)
        self.last.append((game, seat))

    def _deals(self, game: Played, seat: int) -> None:
        """The deals that he played in and that give points; of equal ones the latest is the best, and the worst."""
        row = game.tally.points[seat]
        dealt: list[int] = [value for value in row if value is not None] if None in row else row  # type: ignore[assignment]
        if not dealt:
            return
        self.deals += len(dealt)
        self.points += sum(dealt)
        most, least = max(dealt), min(dealt)
        if self.best is None or most >= self.best[0]:
            self.best = most, (game, seat)
        if self.worst is None or least <= self.worst[0]:
            self.worst = least, (game, seat)

    def figures(self, person: str) -> Figures:
        """What has been added up so far."""
        return Figures(
            person=person,
            games=self.games,
            others=self.others,
            wins=self.wins,
            shared=self.shared,
            places=self.places,
            gained=self.gained,
            deals=self.deals,
            points=self.points,
            best=_deal_at(self.best),
            worst=_deal_at(self.worst),
            firsts=self.firsts,
            without=self.without,
            last=tuple(self.last),
        )


def _deal_at(extreme: tuple[int, Seat] | None) -> DealAt | None:
    """The latest deal of the game with so many points."""
    if extreme is None:
        return None
    value, (game, seat) = extreme
    at = max(number for number, points in enumerate(game.tally.points[seat]) if points == value)
    return DealAt(value, game.name, at + 1, game.variant, game.tally.contracts[at])


@dataclass(frozen=True, slots=True)
class ByContract:
    """A person's deals of one contract of one variant: how many, their points, the best and the worst of them.

    ``contract`` is empty for all penalties, or all premiums, of the variant together.
    """

    variant: str
    contract: str
    premium: bool
    deals: int
    points: int
    best: int
    worst: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.points, self.deals)


class Contracts:
    """Adds up a person's seats contract by contract."""

    __slots__ = ("sums",)

    def __init__(self) -> None:
        #: By variant, whether it is a premium, and contract: deals, points, the best and the worst of them.
        self.sums: dict[tuple[str, bool, str], list[int]] = {}

    def add(self, game: Played, seat: int) -> None:
        variant, premiums = game.variant, game.tally.premiums
        by_id: dict[str, list[int]] = {}
        for contract, points in zip(game.tally.contracts, game.tally.points[seat], strict=True):
            if points is not None:
                by_id.setdefault(contract, []).append(points)
        for contract, values in by_id.items():
            most, least = max(values), min(values)
            sums = self.sums.setdefault((variant, contract in premiums, contract), [0, 0, most, least])
            sums[0] += len(values)
            sums[1] += sum(values)
            sums[2], sums[3] = max(sums[2], most), min(sums[3], least)

    def averages(self) -> tuple[ByContract, ...]:
        """Each contract, variant by variant, penalties before premiums, each in the order in which it first came."""
        order = sorted(self.sums.items(), key=lambda pair: pair[0][:2])
        return tuple(ByContract(variant, contract, premium, *sums) for (variant, premium, contract), sums in order)


def sides(contracts: Sequence[ByContract]) -> tuple[ByContract, ...]:
    """All penalties together, and all premiums together, of each variant."""
    groups: dict[tuple[str, bool], list[ByContract]] = {}
    for own in contracts:
        groups.setdefault((own.variant, own.premium), []).append(own)
    return tuple(
        ByContract(
            variant,
            "",
            premium,
            sum(own.deals for own in side),
            sum(own.points for own in side),
            max(own.best for own in side),
            min(own.worst for own in side),
        )
        for (variant, premium), side in groups.items()
    )


@dataclass(frozen=True, slots=True)
class Meeting:
    """One person against another, in the games with a result: in how many he had more points, as many, fewer; and his
    points less the other's over all of them."""

    person: str
    other: str
    ahead: int
    level: int
    behind: int
    points: int

    @property
    def games(self) -> int:
        return self.ahead + self.level + self.behind


class Meetings:
    """Adds up a person's games against everybody whom he meets there."""

    __slots__ = ("counts", "person")

    def __init__(self, person: str) -> None:
        self.person = person
        #: By the other: games ahead, level, behind, and the points gained on him.
        self.counts: dict[str, list[int]] = {}

    def add(self, game: Played) -> None:
        """A game at which the person sat."""
        results = zip(game.people, game.totals, game.places, strict=True) if game.counts else ()
        placed = [(name, points) for name, points, place in results if place]
        mine = next((points for name, points in placed if name == self.person), None)
        for other, theirs in placed if mine is not None else ():
            if other != self.person and mine is not None:
                counted = self.counts.setdefault(other, [0, 0, 0, 0])
                counted[0 if mine > theirs else 1 if mine == theirs else 2] += 1
                counted[3] += mine - theirs

    def meetings(self) -> tuple[Meeting, ...]:
        """Those met most often first."""
        meetings = (Meeting(self.person, other, *counted) for other, counted in self.counts.items())
        return tuple(sorted(meetings, key=lambda met: (-met.games, met.other)))

"""One person's figures over many games: results, points, form, streaks. Exact fractions; it rounds nothing.

Games are added up one after the other and need not be kept, so that there may be any number of them.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction

from kingscore.model.frozen import dataclass
from kingscore.statistics.games import Played, Seat


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

    now: int
    longest: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a person's games come to. ``games`` have a result, ``others`` have none: not over, or a deal without points.

    ``places`` is the sum of those in games with a result, ``gained`` that of their points. ``wins`` are first places
    alone, ``shared`` those with somebody else. ``deals`` and ``points`` are of every deal that he played in and that
    gives points, in all games. ``firsts`` is the streak of first places, ``without`` that of games without one.
    ``last`` are his seats in the last games with a result, as many as were asked for, the latest last.
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
    def form(self) -> tuple[int, ...]:
        """The places of the last games, the latest last."""
        return tuple(game.places[seat] for game, seat in self.last)


def mean(total: int, count: int) -> Fraction | None:
    """An exact average, None of nothing."""
    return Fraction(total, count) if count else None


class Run:
    """A streak as it grows."""

    __slots__ = ("longest", "now")

    def __init__(self) -> None:
        self.now = self.longest = 0

    def add(self, held: bool) -> None:
        self.now = self.now + 1 if held else 0
        self.longest = max(self.longest, self.now)

    @property
    def streak(self) -> Streak:
        return Streak(self.now, self.longest)


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
        self.firsts, self.without = Run(), Run()
        self.last: deque[Seat] = deque(maxlen=last)

    def add(self, game: Played, seat: int) -> None:
        self._deals(game, seat)
        if not game.counts:
            self.others += 1
            return
        place = game.places[seat]
        self.games += 1
        self.places += place
        self.gained += game.totals[seat]
        if place == 1:
            alone = game.places.count(1) == 1
            self.wins += alone
            self.shared += not alone
        self.firsts.add(place == 1)
        self.without.add(place != 1)
        self.last.append((game, seat))

    def _deals(self, game: Played, seat: int) -> None:
        """The deals that he played in and that give points; of equal ones the latest is the best, and the worst."""
        row = game.tally.points[seat]
        there: list[int] = [value for value in row if value is not None] if None in row else row  # type: ignore[assignment]
        if not there:
            return
        self.deals += len(there)
        self.points += sum(there)
        most, least = max(there), min(there)
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
            best=_where(self.best),
            worst=_where(self.worst),
            firsts=self.firsts.streak,
            without=self.without.streak,
            last=tuple(self.last),
        )


def _where(found: tuple[int, Seat] | None) -> DealAt | None:
    """The latest deal of the game with so many points."""
    if found is None:
        return None
    value, (game, seat) = found
    at = max(number for number, points in enumerate(game.tally.points[seat]) if points == value)
    return DealAt(value, game.name, at + 1, game.variant, game.tally.contracts[at])

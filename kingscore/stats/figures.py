"""One person's figures over many games: results, points, form, streaks. Exact fractions; it rounds and orders nothing
but the standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from kingscore.frozen import dataclass
from kingscore.stats.games import Played, Seat, seats_of


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

    ``places`` are those of the games with a result, ``gains`` their points, the earliest first. ``wins`` are first
    places alone, ``shared`` those with somebody else. ``deals`` and ``points`` are of every deal that he played in and
    that gives points, in all games. ``firsts`` is the streak of first places, ``without`` that of games without one.
    """

    person: str
    games: int
    others: int
    wins: int
    shared: int
    places: tuple[int, ...]
    gains: tuple[int, ...]
    deals: int
    points: int
    best: DealAt | None
    worst: DealAt | None
    firsts: Streak
    without: Streak

    @property
    def mean_place(self) -> Fraction | None:
        """The average of the places, a shared one counted as it stands; None without a game."""
        return mean(sum(self.places), self.games)

    @property
    def per_game(self) -> Fraction | None:
        """The average of the totals of games with a result; None without one."""
        return mean(sum(self.gains), self.games)

    @property
    def per_deal(self) -> Fraction | None:
        """The average of the points of every deal; None without a deal."""
        return mean(self.points, self.deals)

    def last_places(self, last: int) -> tuple[int, ...]:
        """The places of the last so many games, the latest last."""
        return self.places[-last:]


def mean(total: int, count: int) -> Fraction | None:
    """An exact average, None of nothing."""
    return Fraction(total, count) if count else None


def figures_of(person: str, seats: Sequence[Seat]) -> Figures:
    """The figures of one person from his seats, the earliest first."""
    results = [(game, seat) for game, seat in seats if game.counts]
    places = tuple(game.places[seat] for game, seat in results)
    firsts = [place == 1 for place in places]
    shared = sum(1 for game, seat in results if game.places[seat] == 1 and game.places.count(1) > 1)
    deals, points = _deals(seats)
    return Figures(
        person=person,
        games=len(results),
        others=len(seats) - len(results),
        wins=sum(firsts) - shared,
        shared=shared,
        places=places,
        gains=tuple(game.totals[seat] for game, seat in results),
        deals=deals,
        points=points,
        best=_extreme(seats, max),
        worst=_extreme(seats, min),
        firsts=_streak(firsts),
        without=_streak([not first for first in firsts]),
    )


def _deals(seats: Sequence[Seat]) -> tuple[int, int]:
    """How many deals he played in that give points, and their points."""
    deals = points = 0
    for game, seat in seats:
        row = game.tally.points[seat]
        there = [value for value in row if value is not None] if None in row else row
        deals += len(there)
        points += sum(there)  # type: ignore[arg-type]
    return deals, points


def _extreme(seats: Sequence[Seat], most: Callable[[Iterable[int]], int]) -> DealAt | None:
    """The deal with the most points, or the fewest; of equal ones the latest."""
    best: tuple[int, Played, int] | None = None
    for game, seat in seats:
        row = game.tally.points[seat]
        there = [value for value in row if value is not None] if None in row else row
        if there:
            value = most(there)  # type: ignore[arg-type]
            if best is None or most((value, best[0])) == value:
                best = value, game, seat
    if best is None:
        return None
    value, game, seat = best
    at = max(number for number, points in enumerate(game.tally.points[seat]) if points == value)
    return DealAt(value, game.name, at + 1, game.variant, game.tally.contracts[at])


def _streak(held: Sequence[bool]) -> Streak:
    """The run of games that holds to the last one, and the longest run."""
    run = longest = 0
    for one in held:
        run = run + 1 if one else 0
        longest = max(longest, run)
    return Streak(run, longest)


def standings(games: Iterable[Played]) -> tuple[Figures, ...]:
    """Everybody's figures: most first places first, then most shared ones, then the better mean place, then more
    points a deal, then by name."""
    return tuple(sorted((figures_of(person, seats) for person, seats in seats_of(games).items()), key=_rank))


def _rank(one: Figures) -> tuple[object, ...]:
    place = one.mean_place
    return (-one.wins, -one.shared, place is None, place or 0, -(one.per_deal or 0), one.person)

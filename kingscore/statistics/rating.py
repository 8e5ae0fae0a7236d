"""How strong players are by the places that they took, after Plackett and Luce; the one place that knows openskill.

A rating is an estimate with an uncertainty. Only who finished ahead of whom counts, not the points, and all places of a
game of three to six players are weighed at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kingscore.model.findings import Refused, finding
from kingscore.statistics.tally import Played


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's strength ``mu``, how far it may be off (``sigma``), and in how many games it was found.

    Everybody begins at 25 ± 8⅓.
    """

    person: str
    mu: float
    sigma: float
    games: int

    @property
    def ordinal(self) -> float:
        """What he is worth at least, as good as surely: three sigmas below the estimate. By it people are ordered."""
        return self.mu - 3 * self.sigma


class Strengths:
    """Rates everybody by games, one after the other, the earliest first. Refused, status 3: K101 where openskill is
    missing."""

    def __init__(self) -> None:
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise Refused(finding("K101"), status=3) from None
        self._model = PlackettLuce()
        self._now: dict[str, Any] = {}
        self._games: dict[str, int] = {}

    def add(self, game: Played) -> None:
        """A game counts if it has a result and nobody sits there twice."""
        placed = [(person, place) for person, place in zip(game.people, game.places, strict=False) if place]
        people = [person for person, _ in placed]
        if not game.counts or len(set(people)) < max(2, len(people)):
            return
        teams = [[self._now.get(person) or self._model.rating()] for person in people]
        rated = self._model.rate(teams, ranks=[float(place) for _, place in placed])
        for person, (rating,) in zip(people, rated, strict=True):
            self._now[person] = rating
            self._games[person] = self._games.get(person, 0) + 1

    def ratings(self) -> tuple[Rating, ...]:
        """Everybody's rating after these games; those surely strongest come first."""
        ratings = (Rating(person, now.mu, now.sigma, self._games[person]) for person, now in self._now.items())
        return tuple(sorted(ratings, key=lambda rating: (-rating.ordinal, rating.person)))

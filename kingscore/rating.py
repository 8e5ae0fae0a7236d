"""How strong players are by the places that they took, after Plackett and Luce: alone knows openskill.

A rating is an estimate with its uncertainty, no score: points decide nothing here, only who came before whom. Whole
games of three to six fit it, since all places of a game are weighed at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kingscore.findings import Refused, finding
from kingscore.frozen import dataclass
from kingscore.stats.games import Played


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


def ratings(games: Iterable[Played]) -> tuple[Rating, ...]:
    """Everybody's rating after these games, the earliest first; those surely strongest come first.

    A game counts if it has a result and nobody sits there twice. Refused, status 3: K101 where openskill is missing.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise Refused(finding("K101"), status=3) from None
    model = PlackettLuce()
    now: dict[str, Any] = {}
    counted: dict[str, int] = {}
    for game in games:
        if not game.counts or len(set(game.people)) < max(2, len(game.people)):
            continue
        teams = [[now.get(person) or model.rating()] for person in game.people]
        for person, (rated,) in zip(game.people, model.rate(teams, ranks=list(map(float, game.places))), strict=True):
            now[person] = rated
            counted[person] = counted.get(person, 0) + 1
    made = (Rating(person, one.mu, one.sigma, counted[person]) for person, one in now.items())
    return tuple(sorted(made, key=lambda one: (-one.ordinal, one.person)))

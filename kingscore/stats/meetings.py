"""Head to head: how two people did against each other in the games at which both sat. It ranks nobody."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.frozen import dataclass
from kingscore.stats.games import Played


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


def meetings_of(person: str, games: Sequence[Played]) -> tuple[Meeting, ...]:
    """Against everybody whom he met, those met most often first."""
    found: dict[str, list[int]] = {}
    for game in games:
        if not game.counts or person not in game.people:
            continue
        mine = game.totals[game.people.index(person)]
        for other, theirs in zip(game.people, game.totals, strict=True):
            if other != person:
                counted = found.setdefault(other, [0, 0, 0, 0])
                counted[0 if mine > theirs else 1 if mine == theirs else 2] += 1
                counted[3] += mine - theirs
    made = (Meeting(person, other, *counted) for other, counted in found.items())
    return tuple(sorted(made, key=lambda one: (-one.games, one.other)))


def meetings(games: Sequence[Played], people: Sequence[str]) -> dict[tuple[str, str], Meeting]:
    """Every pair of these people that met, both ways round."""
    wanted = set(people)
    return {(one.person, one.other): one for p in people for one in meetings_of(p, games) if one.other in wanted}

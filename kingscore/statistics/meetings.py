"""Head to head: how two people did against each other in the games at which both sat. It ranks nobody."""

from __future__ import annotations

from kingscore.model.frozen import dataclass
from kingscore.statistics.games import Played


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

    __slots__ = ("found", "person")

    def __init__(self, person: str) -> None:
        self.person = person
        #: By the other: games ahead, level, behind, and the points gained on him.
        self.found: dict[str, list[int]] = {}

    def add(self, game: Played) -> None:
        """A game at which the person sat."""
        if not game.counts:
            return
        mine = game.totals[game.people.index(self.person)]
        for other, theirs in zip(game.people, game.totals, strict=True):
            if other != self.person:
                counted = self.found.setdefault(other, [0, 0, 0, 0])
                counted[0 if mine > theirs else 1 if mine == theirs else 2] += 1
                counted[3] += mine - theirs

    def meetings(self) -> tuple[Meeting, ...]:
        """Those met most often first."""
        made = (Meeting(self.person, other, *counted) for other, counted in self.found.items())
        return tuple(sorted(made, key=lambda one: (-one.games, one.other)))

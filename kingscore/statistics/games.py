"""Games among many: who sat where under the name that he bears now, and which games have a result. No sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from kingscore.model.frozen import dataclass
from kingscore.statistics.tally import Tally


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its name, date (ISO, or empty), variant, the person on each seat, its tally, and whether it is over.

    Over is a game whose deals are all recorded, or that was finished, also early by agreement.
    """

    name: str
    date: str
    variant: str
    people: tuple[str, ...]
    tally: Tally
    over: bool

    @property
    def counts(self) -> bool:
        """True if it has a result: it is over, something was dealt, and every deal gives points."""
        return self.over and self.tally.places is not None and bool(self.tally.contracts)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.tally.totals or ()

    @property
    def places(self) -> tuple[int, ...]:
        return self.tally.places or ()


#: A person's part in one game: the game and his seat.
Seat: TypeAlias = tuple[Played, int]


def together(games: Iterable[Played], people: Sequence[str]) -> Iterator[Played]:
    """The games at which all these people sat."""
    wanted = set(people)
    return (game for game in games if wanted.issubset(game.people))

"""What a line has said so far, clause by clause and entry by entry, before it becomes a deal; it reads nothing."""

from __future__ import annotations

from functools import cached_property

from kingscore.model.findings import Refused
from kingscore.model.folding import Known
from kingscore.model.frozen import dataclass, field
from kingscore.model.game import Game
from kingscore.model.rules import Contract
from kingscore.notation.scan import Entry, Scan
from kingscore.notation.vocabulary import items_of
from kingscore.notation.words import Words

Span = tuple[int, int]


@dataclass
class Draft:
    """A line being read for one contract. ``row``, ``names`` and ``items`` are the three forms of a result."""

    scan: Scan
    game: Game
    number: int
    words: Words
    contract: Contract
    seats: tuple[int, ...]
    #: True where one letter may be a suit: right after the contract and right after ``by NAME``.
    letters: bool = False
    said: dict[str, Span] = field(default_factory=dict)
    declarer: int | None = None
    form: str | None = None
    trump: str | None = None
    buyer: int | None = None
    price: int = 0
    bid: int | None = None
    suit: str | None = None
    titles: tuple[str, ...] | None = None
    foul: int | None = None
    note: str = ""
    agreed: str = ""
    row: tuple[Entry, ...] | None = None
    names: tuple[int, ...] | None = None
    items: dict[str, tuple[Entry, ...] | tuple[int, ...]] | None = None

    @property
    def has_result(self) -> bool:
        return self.row is not None or self.names is not None or self.items is not None

    def say(self, what: str, start: int) -> None:
        """Notes that a clause or the result is said. Refused: L121 where it was said before."""
        span = (start, self.scan.at)
        if what in self.said:
            raise self.scan.refused("L121", span, what=self.scan.line[start : self.scan.at].strip() or what)
        self.said[what] = span

    def not_here(self, how: str, start: int) -> Refused:
        """The refusal of a clause that this contract has no use for."""
        span = (start, self.scan.at)
        return self.scan.refused("L124", span, how, found=self.scan.line[start : span[1]], contract=self.contract.names)

    def players(self, seats: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.game.players[seat] for seat in seats)

    @cached_property
    def item_names(self) -> Known[str]:
        """Folded name → id of the items that count here."""
        return items_of(self.contract)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats at the table that take no part in this deal."""
        return tuple(seat for seat in range(self.game.rules.table) if seat not in self.seats)

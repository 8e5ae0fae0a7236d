"""A game as the store holds it, and what is told to who has not seen its latest change. It reads and writes nothing."""

from __future__ import annotations

from kingscore.journal import Entry, State
from kingscore.model.findings import Finding, Refused, Value, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Game
from kingscore.model.json_values import canonical
from kingscore.notation.codec import head_to_raw
from kingscore.storage.resources import from_content
from kingscore.variant import Variant


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as the store holds it: its name there, its state, and the content of its variant as text."""

    name: str
    state: State
    content: str

    @property
    def variant(self) -> Variant:
        """The whole variant that was kept with the game."""
        return from_content(self.content)

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def seen(self) -> int:
        """The number of the last event, which an append must name."""
        return self.state.seen

    @property
    def undo(self) -> Entry | None:
        """The change that undo would take back."""
        return self.state.undo

    @property
    def redo(self) -> Entry | None:
        """The change that redo would bring back."""
        return self.state.redo

    @property
    def log(self) -> tuple[Entry, ...]:
        return self.state.log


@dataclass(frozen=True, slots=True)
class Taken:
    """A game taken in: its name, and the hint S706 where the very same game was already here; or S726 where one is here
    that may be the same with a slip more or less."""

    name: str
    already: Finding | None = None
    like: Finding | None = None


def same_game(one: Game, other: Game) -> bool:
    """True if nothing that a file could say differs. The rules count by variant and by the options that both know: a
    variant may have got new ones since."""
    mine, theirs = dict(one.rules.options), dict(other.rules.options)
    options = tuple((key, mine[key]) for key in mine if key in theirs)
    if options != tuple((key, theirs[key]) for key in mine if key in theirs):
        return False
    heads = (canonical(head_to_raw(game) | {"options": options}) for game in (one, other))
    return len(set(heads)) == 1 and one.deals == other.deals


def much_the_same(one: Game, other: Game) -> bool:
    """True for games of the same people that have at least half of their deals in common, each at its place."""
    same = sum(mine == theirs for mine, theirs in zip(one.deals, other.deals, strict=False))
    return one.players == other.players and 2 * same >= max(len(one.deals), len(other.deals), 1)


def moved_on(kept: Kept, seen: int) -> Refused:
    """The finding for a writer who has not seen the latest change: what it was, on which deal, and when."""
    last = kept.log[-1]
    change = last.of or last
    deal = change.new or change.old
    contract = kept.game.rules.contract(deal.contract) if deal else None
    what: Value = contract.names if contract else (deal.contract if deal else "—")
    values: dict[str, Value] = {"contract": what, "number": change.number or 0, "deals": len(kept.game.deals)}
    told = finding("S701", MOVED.get(last.kind, ""), game=kept.name, at=last.at, seen=seen, found=kept.seen)
    return Refused(replace(told, values=(*told.values, *values.items())), status=3)


#: Which of the messages of S701 tells of which change.
MOVED = {
    "deal": "deal",
    "replace": "amend",
    "delete": "amend",
    "insert": "amend",
    "head": "head",
    "finish": "finish",
    "undo": "undo",
    "redo": "redo",
    "bin": "bin",
    "restore": "bin",
}

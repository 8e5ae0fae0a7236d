"""Does what a repair says, to a game in hand: its commands read as if they had been typed. It keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.app.head import head_event
from kingscore.journal import Event, State, dealt, finished, inserted, removed, replaced, step
from kingscore.model.findings import Refused, Repair, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Game
from kingscore.notation import read_deal
from kingscore.storage import resources
from kingscore.variant import Variant


def mended(game: Game, variant: Variant, repair: Repair, at: str = "", why: str = "") -> Game:
    """The game after all commands of a repair. Refused: a command that cannot be done."""
    state = State(game, variant.digest, ())
    for words in repair.words:
        state = step(state, event_of(state.game, variant, words, at, why), lambda _: variant)
    return state.game


def event_of(game: Game, variant: Variant, words: Sequence[str], at: str, why: str) -> Event:
    """The event of one command: ``amend N LINE``, ``amend N delete``, ``amend N before LINE``, ``amend head K=V``,
    ``deal LINE``, ``finish --early``."""
    match tuple(words):
        case ("amend", "head", pair):
            return head_event(game, variant, pair, at, why)
        case ("amend", number, "delete"):
            return removed(int(number), at, why)
        case ("amend", number, "before", line):
            before = replace(game, deals=game.deals[: int(number) - 1])
            return inserted(int(number), read_deal(line, before, int(number), resources.words()), at, why)
        case ("amend", number, line):
            return replaced(int(number), read_deal(line, game, int(number), resources.words()), at, why)
        case ("deal", line):
            return dealt(read_deal(line, game, len(game.deals) + 1, resources.words()), at)
        case ("finish", "--early"):
            return finished("early", at, why)
        case _:
            raise Refused(finding("U807", command="check --fix", found=" ".join(words)), status=2)

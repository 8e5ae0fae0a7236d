"""Records a deal, amends an earlier one, takes changes back, ends a game: one acknowledged change a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kingscore.app.said import said
from kingscore.checks import check_deal, check_game
from kingscore.journal import LogEntry, dealt, finished, inserted, redone, removed, replaced, undone
from kingscore.model.findings import Finding, Place, Refused, finding, has_errors
from kingscore.model.game import Finished, Game, as_of
from kingscore.model.json_values import Event
from kingscore.model.repairs import InsertDeal, ReplaceDeal
from kingscore.notation import Words
from kingscore.scoring.schedule import is_complete, is_over
from kingscore.storage import LibraryGame, Store


class Change(NamedTuple):
    """What a change came to: the game after it, what the journal says of it, what is to be said, and the seats of the
    deal whose entry was left out and worked out."""

    kept: LibraryGame
    entry: LogEntry
    findings: tuple[Finding, ...] = ()
    filled: tuple[int, ...] = ()

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def number(self) -> int | None:
        """The number of the deal that was written and stands there; None where there is none."""
        entry = self.entry
        return entry.number if entry.new is not None and (entry.number or 0) <= len(self.game.deals) else None


def record(store: Store, kept: LibraryGame, words: Sequence[str], at: str, grammar: Words, agreed: str = "") -> Change:
    """The next deal of a game. Refused with nothing written where anything is wrong with it, unless it is ``agreed``.

    Even an agreed deal must give points. Refused: L and D and C codes, U818 where the game is over, S701 where somebody
    else changed the game meanwhile.
    """
    game, number = kept.game, len(kept.game.deals) + 1
    if is_over(game):
        raise Refused(finding("U818", "said" if game.finished else ""), status=1, players=game.players)
    line, (deal, filled) = said(words, game, number, grammar, fill=True)
    after = game.with_deal(replace(deal, agreed=agreed) if agreed else deal)
    found = tuple(found.at(Place(text=line)) for found in check_deal(after, number))
    if has_errors(found):
        raise refusal(found, after, number - 1)
    return _append(store, kept, dealt(after.deals[-1], at), found)._replace(filled=filled)


def refusal(findings: tuple[Finding, ...], game: Game, recorded: int, inserted: bool = False) -> Refused:
    """The findings with what would put each right; so many deals of the game are recorded, the last of them
    only about to be ``inserted``."""
    from kingscore.checks.repairs import with_repairs

    return Refused(*with_repairs(game, findings, recorded, inserted), status=1, players=as_of(game, recorded).players)


def _append(store: Store, kept: LibraryGame, event: Event, findings: tuple[Finding, ...] = ()) -> Change:
    after = store.append(kept.name, event, kept.seen)
    return Change(after, after.log[-1], findings)


def amend(
    store: Store, kept: LibraryGame, number: int, words: Sequence[str], at: str, grammar: Words, why: str = ""
) -> Change:
    """Another deal in place of deal ``number`` (from 1). Refused for faults in the deal itself.

    What it makes wrong elsewhere in the game is written, and is said in the findings. Refused: S709 for no such deal.
    """
    _exists(kept, number, 0)
    line, (deal, _) = said(words, kept.game, number, grammar, ReplaceDeal)
    found = _own_faults(kept.game.with_deal_at(number, deal), number, line)
    return amended(store, kept, replaced(number, deal, at, why), found)


def insert(
    store: Store, kept: LibraryGame, number: int, words: Sequence[str], at: str, grammar: Words, why: str = ""
) -> Change:
    """A deal put in before deal ``number``; one past the last number puts it at the end."""
    _exists(kept, number, 1)
    before = replace(kept.game, deals=kept.game.deals[: number - 1])
    line, (deal, _) = said(words, before, number, grammar, InsertDeal)
    found = _own_faults(kept.game.with_deal_before(number, deal), number, line, inserted=True)
    return amended(store, kept, inserted(number, deal, at, why), found)


def remove(store: Store, kept: LibraryGame, number: int, at: str, why: str = "") -> Change:
    """Deal ``number`` taken out; those behind it move up."""
    _exists(kept, number, 0)
    return amended(store, kept, removed(number, at, why), ())


def _exists(kept: LibraryGame, number: int, beyond: int) -> None:
    deals = len(kept.game.deals)
    if not 1 <= number <= deals + beyond:
        raise Refused(finding("S709", game=kept.name, found=number, expected=deals), status=2)


def _own_faults(game: Game, number: int, line: str, inserted: bool = False) -> tuple[Finding, ...]:
    """What is wrong with the amended deal itself. Refused where that is an error; its place in the schedule does not
    count, for two deals that changed places can only be put right one after the other."""
    whole = check_deal(game, number, recording=False)
    found = tuple(found.at(Place(text=line)) for found in whole if found.scope != "schedule")
    if has_errors(found):
        raise refusal(found, game, number, inserted)
    return found


def amended(store: Store, kept: LibraryGame, event: Event, own: tuple[Finding, ...]) -> Change:
    """The change written, with what the game says now and did not say before."""
    # What is said of the deal itself points at its line; what the game says points nowhere.
    known = {*check_game(kept.game).findings, *(replace(one, place=None) for one in own)}
    change = _append(store, kept, event, own)
    new = tuple(found for found in check_game(change.game).findings if found not in known)
    return change._replace(findings=(*own, *new))


def undo(store: Store, kept: LibraryGame, at: str) -> Change:
    """The last change taken back; ``entry.of`` tells which. Refused: S701, S708 where nothing is left to take back."""
    return _append(store, kept, undone(at))


def redo(store: Store, kept: LibraryGame, at: str) -> Change:
    """The change taken back last, brought back. Refused: S701, S708 where there is none."""
    return _append(store, kept, redone(at))


def finish(store: Store, kept: LibraryGame, at: str, early: bool = False) -> Change:
    """The game is over. Refused: U819 where it has been said already, C codes where deals are still to come and it is
    not ``early``, S701."""
    game = kept.game
    if game.finished:
        raise Refused(finding("U819", game.finished), status=1, players=game.players)
    how: Finished = "early" if early and not is_complete(game) else "yes"
    if how == "yes":
        before = set(check_game(game).findings)
        after = check_game(replace(game, finished="yes")).findings
        from kingscore.model.repairs import Finish, Repair, Sentence

        early_end = Repair(game, (Finish(),), (Sentence("cli.finish.word.early"),))
        new = tuple(replace(found, repairs=(early_end,)) for found in after if found not in before)
        if has_errors(new):
            raise Refused(*new, status=1, players=game.players)
    return _append(store, kept, finished(how, at))

"""Records a deal, amends an earlier one, takes changes back, ends a game: one acknowledged change a call."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.app.join_words import joined
from kingscore.checks import check_deal, check_game
from kingscore.journal import Entry, Event, dealt, finished, inserted, redone, removed, replaced, undone
from kingscore.model.findings import Finding, Place, Refused, finding, has_errors
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal, Finished, Game
from kingscore.notation import read_deal
from kingscore.scoring.schedule import Upcoming, is_complete, is_over, upcoming
from kingscore.scoring.score import ScoreTable, score
from kingscore.storage import Kept, Store, resources


@dataclass(frozen=True, slots=True)
class Change:
    """What a change came to: the game after it, what the journal says of it, the deal's number, what is to be said."""

    kept: Kept
    entry: Entry
    findings: tuple[Finding, ...] = ()

    @property
    def game(self) -> Game:
        return self.kept.game

    @property
    def table(self) -> ScoreTable:
        return score(self.kept.game)

    @property
    def next(self) -> Upcoming | None:
        return upcoming(self.kept.game)


def record(store: Store, name: str, words: Sequence[str], at: str, agreed: str = "") -> Change:
    """The next deal of a game. Refused with nothing written where anything is wrong with it, unless it is ``agreed``.

    Even an agreed deal must give points. Refused: L and D and C codes, U818 where the game is over, S701 and S702.
    """
    kept = store.load(name)
    return record_into(store, kept, line_of(words, kept.game.players), at, agreed)


def record_into(store: Store, kept: Kept, line: str, at: str, agreed: str = "") -> Change:
    """``record`` for a game that is in hand: the deal is refused with S701 if somebody else recorded one meanwhile."""
    game, number = kept.game, len(kept.game.deals) + 1
    if is_over(game):
        raise Refused(finding("U818", "said" if game.finished else ""), status=1, players=game.players)
    deal = _read(line, game, number, agreed)
    found = _placed(check_deal(game.with_deal(deal), number), line)
    _refuse_errors(found, game.with_deal(deal), number - 1)
    return _append(store, kept, dealt(deal, at), found)


def line_of(words: Sequence[str], players: Sequence[str]) -> str:
    """The words as one line of a deal, in the language in which they are said."""
    meant = resources.words().clauses.items()
    notes, naming = (
        frozenset(word for word, meaning in meant if meaning in wanted)
        for wanted in (("note", "agreed"), ("by", "sold-to", "foul"))
    )
    return joined(words, players, notes, naming)


def _read(line: str, game: Game, number: int, agreed: str) -> Deal:
    """The deal of a line. Refused: L codes, with the players of the game."""
    try:
        deal = read_deal(line, game, number, resources.words())
    except Refused as refused:
        raise Refused(*refused.findings, status=refused.status, players=game.players) from None
    return replace(deal, agreed=agreed) if agreed else deal


def _placed(findings: Sequence[Finding], line: str) -> tuple[Finding, ...]:
    """Findings that point at the line as a whole where they point at no part of it."""
    return tuple(found.at(Place(text=line)) for found in findings)


def _refuse_errors(findings: tuple[Finding, ...], game: Game, recorded: int) -> None:
    """Refused with what would mend each finding, where any is an error; so many deals of the game are recorded."""
    if has_errors(findings):
        from kingscore.checks.repairs import with_repairs

        raise Refused(*with_repairs(game, findings, recorded), status=1, players=game.players)


def _append(store: Store, kept: Kept, event: Event, findings: tuple[Finding, ...] = ()) -> Change:
    after = store.append(kept.name, event, kept.seen)
    return Change(after, after.log[-1], findings)


def amend(store: Store, name: str, number: int, words: Sequence[str], at: str, why: str = "") -> Change:
    """Another deal in place of deal ``number`` (from 1). Refused for faults in the deal itself.

    What it makes wrong elsewhere in the game is written, and is told in the findings. Refused: S709 for no such deal.
    """
    kept = store.load(name)
    _exists(kept, number, 0)
    line = line_of(words, kept.game.players)
    deal = _read(line, kept.game, number, "")
    found = _own_faults(kept.game.with_deal_at(number, deal), number, line)
    return _amended(store, kept, replaced(number, deal, at, why), found)


def insert(store: Store, name: str, number: int, words: Sequence[str], at: str, why: str = "") -> Change:
    """A deal put in before deal ``number``; one past the last number puts it at the end."""
    kept = store.load(name)
    _exists(kept, number, 1)
    line = line_of(words, kept.game.players)
    deal = _read(line, replace(kept.game, deals=kept.game.deals[: number - 1]), number, "")
    found = _own_faults(kept.game.with_deal_before(number, deal), number, line)
    return _amended(store, kept, inserted(number, deal, at, why), found)


def remove(store: Store, name: str, number: int, at: str, why: str = "") -> Change:
    """Deal ``number`` taken out; those behind it move up."""
    kept = store.load(name)
    _exists(kept, number, 0)
    return _amended(store, kept, removed(number, at, why), ())


def _exists(kept: Kept, number: int, beyond: int) -> None:
    deals = len(kept.game.deals)
    if not 1 <= number <= deals + beyond:
        raise Refused(finding("S709", game=kept.name, found=number, expected=deals), status=2)


def _own_faults(game: Game, number: int, line: str) -> tuple[Finding, ...]:
    """What is wrong with the amended deal itself. Refused where that is an error; its place in the course does not
    count, for two deals that changed places can only be mended one after the other."""
    told = check_deal(game, number, recording=False)
    found = tuple(f for f in _placed(told, line) if f.scope != "schedule")
    _refuse_errors(found, game, number)
    return found


def _amended(store: Store, kept: Kept, event: Event, own: tuple[Finding, ...]) -> Change:
    """The change written, with what the game says now and did not say before."""
    # What is said of the deal itself points at its line; what the game says points nowhere.
    known = {*check_game(kept.game).findings, *(replace(one, place=None) for one in own)}
    change = _append(store, kept, event, own)
    new = tuple(found for found in check_game(change.game).findings if found not in known)
    return replace(change, findings=(*own, *new))


def undo(store: Store, name: str, at: str) -> Change:
    """The last change taken back; ``entry.of`` tells which. Refused: S708 where nothing is left to take back."""
    return undo_of(store, store.load(name), at)


def undo_of(store: Store, kept: Kept, at: str) -> Change:
    """``undo`` for a game that is in hand: refused with S701 if another change came meanwhile."""
    return _append(store, kept, undone(at))


def redo(store: Store, name: str, at: str) -> Change:
    """The change taken back last, brought back. Refused: S708 where there is none."""
    return redo_of(store, store.load(name), at)


def redo_of(store: Store, kept: Kept, at: str) -> Change:
    """``redo`` for a game that is in hand: refused with S701 if another change came meanwhile."""
    return _append(store, kept, redone(at))


def finish(store: Store, name: str, at: str, early: bool = False) -> Change:
    """The game is over. Refused: U819 where it has been said already, C codes where deals are still to come and it is
    not ``early``."""
    return finish_of(store, store.load(name), at, early)


def finish_of(store: Store, kept: Kept, at: str, early: bool = False) -> Change:
    """``finish`` for a game that is in hand: refused with S701 if another change came meanwhile."""
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

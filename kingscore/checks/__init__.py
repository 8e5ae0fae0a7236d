"""The checker: a game goes in, findings come out. It raises nothing, mends nothing, and stops at no fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import add

from kingscore.checks.deal import faults_and_points
from kingscore.checks.ending import ENDING
from kingscore.checks.recording import alignment_while_recording
from kingscore.checks.root_causes import with_names_told_first, without_what_follows
from kingscore.checks.rule_index import rule_index_of
from kingscore.checks.schedule import SCHEDULE, alignment_of
from kingscore.checks.written_totals import WRITTEN
from kingscore.model.codes import Scope, Severity, covers
from kingscore.model.findings import Finding, finding, has_errors
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Game
from kingscore.scoring.schedule import is_complete
from kingscore.scoring.score import Line, Points, ScoreTable, deal_points


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say about a game.

    ``points`` holds each deal's points, a number for every seat, None for a deal with an error of its own; ``totals``
    are None as soon as one deal has none. ``complete`` tells whether the schedule is through.
    """

    findings: tuple[Finding, ...]
    points: tuple[Points | None, ...]
    totals: Points | None
    complete: bool

    @property
    def ok(self) -> bool:
        """True if nothing found is an error."""
        return not has_errors(self.findings)


def check_game(game: Game) -> Report:
    """Everything that can be seen to be wrong in a game, in the order of its deals, with the points that hold."""
    index = rule_index_of(game.rules)
    alignment = alignment_of(game, index)
    found: list[Finding] = [f for check in SCHEDULE for f in check(game, index, alignment)]
    points: list[Points | None] = []
    for number in range(1, len(game.deals) + 1):
        own, scored = faults_and_points(game, index, alignment, number)
        found += own
        points.append(scored)
    faulted = _faulted(_agreed(game, found, points), "deal")
    if faulted:
        found = with_names_told_first(game, index, alignment, found)
    off = _turned_off(game, found, points)
    table = _score_table(game, _without(points, faulted - {f.deal for f in off}))
    ending = [f for check in (*ENDING, *WRITTEN) for f in check(game, table)]
    off += _turned_off(game, ending, points)
    found = without_what_follows(_agreed(game, [f for f in (*found, *ending) if f not in off], points))
    found += _kept_by_agreement(game, found)
    found += _told_of(off)
    kept = _without(points, _faulted(found, "deal", "schedule"))
    return Report(_in_order(found), kept, _score_table(game, kept).totals, is_complete(game, table))


def check_deal(game: Game, number: int, *, recording: bool = True) -> tuple[Finding, ...]:
    """All that can be said when deal ``number`` (from 1) is recorded: the deal itself, its place in the course. Without
    ``recording`` it is one of those that stand already, the last one too."""
    index = rule_index_of(game.rules)
    last = recording and number == len(game.deals)
    alignment = alignment_while_recording(game, index) if last else alignment_of(game, index)
    found = [f for check in SCHEDULE for f in check(game, index, alignment)]
    own, scored = faults_and_points(game, index, alignment, number)
    found += own
    if own:
        found = with_names_told_first(game, index, alignment, found)
    found += _after_limit(game, number)
    points = (*[None] * (number - 1), scored)
    off = [f for f in _turned_off(game, found, points) if f.deal == number]
    found = _agreed(game, [f for f in found if f not in off], points)
    found = [f for f in without_what_follows(found) if f.deal == number]
    return _in_order([*found, *_kept_by_agreement(game, found), *_told_of(off, number)])


def _turned_off(game: Game, found: Iterable[Finding], points: Sequence[Points | None]) -> list[Finding]:
    """The findings that the players agreed not to be told of; a deal that gives no points cannot be passed over."""
    if not game.ignore:
        return []
    return [one for one in found if covers(game.ignore, one.code) and not _pointless(one, points)]


def _pointless(one: Finding, points: Sequence[Points | None]) -> bool:
    """True for an error in a deal that gives no points."""
    number = one.deal
    return one.scope == "deal" and number is not None and (number > len(points) or points[number - 1] is None)


def _told_of(off: Sequence[Finding], deal: int | None = None) -> list[Finding]:
    """One word on all that is not told, so that nobody takes the silence for soundness."""
    if not off:
        return []
    deals = tuple(sorted({f.deal for f in off if f.deal is not None}))
    codes = tuple(dict.fromkeys(f.code for f in off))
    severity: Severity = "warning" if any(f.severity == "error" for f in off) else "hint"
    how = "game" if not deals else "deal" if len(deals) == 1 else ""
    return [finding("C520", how, deal=deal, severity=severity, n=len(off), codes=codes, deals=deals)]


def _after_limit(game: Game, number: int) -> list[Finding]:
    """The findings on the end of the game that point at one deal."""
    points = tuple(_one_deal_points(game))
    table = _score_table(game, points)
    return [f for check in ENDING for f in check(game, table) if f.deal == number]


def _one_deal_points(game: Game) -> list[Points | None]:
    index = rule_index_of(game.rules)
    slots = [index.slot(game.dealer + n, n + 1) for n in range(len(game.deals))]
    return [deal_points(game.rules, deal, slot.seats) for deal, slot in zip(game.deals, slots, strict=True)]


def _faulted(found: list[Finding], *scopes: Scope) -> set[int]:
    """The numbers of deals that have an error of their own; one that is missing before a deal is none of it."""
    return {
        f.deal
        for f in found
        if f.deal is not None and f.severity == "error" and f.scope in scopes and not f.is_a("deal-missing")
    }


def _without(points: Sequence[Points | None], faulted: set[int]) -> tuple[Points | None, ...]:
    return tuple(None if number in faulted else value for number, value in enumerate(points, 1))


def _agreed(game: Game, found: list[Finding], points: Sequence[Points | None]) -> list[Finding]:
    """Faults that the players agreed to keep are warnings; a deal that gives no points cannot be kept."""
    return [_softened(game, one, points) for one in found]


def _softened(game: Game, one: Finding, points: Sequence[Points | None]) -> Finding:
    number = one.deal
    if one.severity != "error" or number is None or number > len(points) or points[number - 1] is None:
        return one
    return replace(one, severity="warning") if game.deals[number - 1].agreed else one


def _kept_by_agreement(game: Game, found: list[Finding]) -> list[Finding]:
    """A word on each deal that the players agreed to record although something is wrong with it."""
    faulted = sorted({f.deal for f in found if f.deal is not None and f.severity == "warning"})
    kept = [(number, game.deals[number - 1].agreed) for number in faulted if number <= len(game.deals)]
    return [finding("D460", deal=number, number=number, reason=reason) for number, reason in kept if reason]


def _score_table(game: Game, points: tuple[Points | None, ...]) -> ScoreTable:
    """Running totals and totals of the points that hold."""
    running: Points | None = (0,) * game.rules.table
    lines = []
    for number, (deal, value) in enumerate(zip(game.deals, points, strict=True), 1):
        running = None if running is None or value is None else tuple(map(add, running, value))
        lines.append(Line(number, deal.contract, value, running))
    return ScoreTable(tuple(lines), None, None, running, None)


def _totals(game: Game, points: tuple[Points | None, ...]) -> Points | None:
    """The sums of all points, None as soon as one deal has none."""
    whole = [value for value in points if value is not None]
    nothing = (0,) * game.rules.table
    return tuple(map(sum, zip(nothing, *whole, strict=True))) if len(whole) == len(points) else None


def _in_order(found: list[Finding]) -> tuple[Finding, ...]:
    """Findings by deal; those on the whole game come last. The same fault is told once."""
    counted = Counter(found)
    return tuple(sorted(counted, key=lambda one: one.deal if one.deal is not None else 10**9))

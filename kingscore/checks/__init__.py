"""The checker: a game goes in, and findings on everything that is wrong with it come out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import add

from kingscore.checks.alignment import Alignment, align, quotas_of
from kingscore.checks.deal import faults_and_points, renamed
from kingscore.checks.schedule import ENDING, SCHEDULE, align_while_recording
from kingscore.checks.written_totals import WRITTEN
from kingscore.model.codes import Scope, Severity, covers
from kingscore.model.findings import Finding, finding, has_errors
from kingscore.model.game import Game
from kingscore.scoring.schedule import is_complete
from kingscore.scoring.score import Points, ScoreLine, ScoreTable, deal_points

#: A deal too many; with those behind it, whatever moves the end or the sums of a game.
SURPLUS = {"deal-twice", "deal-too-many", "contract-used-up"}
MOVED = {"contract-out-of-order", "deal-missing", "deal-after-the-end", "finished-too-early", *SURPLUS}


@dataclass(frozen=True, slots=True)
class CheckReport:
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


def check_game(game: Game) -> CheckReport:
    """Everything that can be seen to be wrong in a game, in the order of its deals, with the points that hold."""
    alignment = align(game)
    found = [fault for check in SCHEDULE for fault in check(alignment)]
    points: list[Points | None] = []
    for number in range(1, len(game.deals) + 1):
        own, scored = faults_and_points(alignment, number)
        found += own
        points.append(scored)
    faulted = _faulted(_softened(game, found, points), "deal")
    if faulted:
        found = _with_names_first(alignment, found)
    off = _turned_off(game, found, points)
    table = _score_table(game, points, faulted - {one.deal or 0 for one in off})
    ending = [fault for check in (*ENDING, *WRITTEN) for fault in check(game, table)]
    off += _turned_off(game, ending, points)
    kept = _kept(game, [*found, *ending], off, points)
    held = _score_table(game, points, _faulted(kept, "deal", "schedule"))
    return CheckReport(kept, tuple(line.points for line in held.lines), held.totals, is_complete(game, table))


def check_deal(game: Game, number: int, *, recording: bool = True) -> tuple[Finding, ...]:
    """All that can be said when deal ``number`` (from 1) is recorded: the deal itself, its place in the schedule.
    Without ``recording`` it is one of those that stand already, the last one too."""
    last = recording and number == len(game.deals)
    alignment = align_while_recording(game) if last else align(game)
    found = [fault for check in SCHEDULE for fault in check(alignment)]
    own, scored = faults_and_points(alignment, number)
    found += own
    if own:
        found = _with_names_first(alignment, found)
    if game.rules.schedule.limit is not None:
        slots = (alignment.index.slot(game.dealer + n, n + 1) for n in range(len(game.deals)))
        each = zip(game.deals, slots, strict=True)
        table = _score_table(game, [deal_points(game.rules, deal, slot.seats) for deal, slot in each], set())
        found += [fault for check in ENDING for fault in check(game, table) if fault.deal == number]
    points = (*[None] * (number - 1), scored)
    off = [fault for fault in _turned_off(game, found, points) if fault.deal == number]
    return _kept(game, found, off, points, number)


def _kept(
    game: Game, found: list[Finding], off: list[Finding], points: Sequence[Points | None], deal: int | None = None
) -> tuple[Finding, ...]:
    """What is reported of a game or of one deal: causes without what only follows from them, a word on each deal that
    was recorded by agreement although something is wrong with it, and a word on what is turned ``off``.

    In the order of the deals, what concerns the whole game last. The same fault comes once.
    """
    found = _softened(game, [one for one in found if one not in off] if off else found, points)
    errors = [one for one in found if one.severity == "error"]
    kept = [one for one in found if not _follows(one, errors) and (deal is None or one.deal == deal)]
    for number in sorted({one.deal for one in kept if one.deal is not None and one.severity == "warning"}):
        reason = game.deals[number - 1].agreed if number <= len(game.deals) else ""
        if reason:
            kept.append(finding("D460", deal=number, number=number, reason=reason))
    if off:
        # Silence must not be taken for soundness.
        deals = tuple(sorted({one.deal for one in off if one.deal is not None}))
        severity: Severity = "warning" if has_errors(off) else "hint"
        how = "game" if not deals else "deal" if len(deals) == 1 else ""
        codes = tuple(dict.fromkeys(one.code for one in off))
        kept.append(finding("C520", how, deal=deal, severity=severity, n=len(off), codes=codes, deals=deals))
    return tuple(sorted(dict.fromkeys(kept), key=lambda one: one.deal if one.deal is not None else 10**9))


def _turned_off(game: Game, found: Iterable[Finding], points: Sequence[Points | None]) -> list[Finding]:
    """The findings that the players turned off; a deal that gives no points cannot be passed over."""
    if not game.ignore:
        return []
    pointless = {
        number for number in range(1, len(game.deals) + 1) if number > len(points) or points[number - 1] is None
    }
    found = (one for one in found if covers(game.ignore, one.code))
    return [one for one in found if one.scope != "deal" or one.deal not in pointless]


def _faulted(found: Sequence[Finding], *scopes: Scope) -> set[int]:
    """The numbers of deals that have an error of their own; one that is missing before a deal is none of it."""
    errors = [one for one in found if one.deal is not None and one.severity == "error"]
    return {one.deal or 0 for one in errors if one.scope in scopes and not one.is_a("deal-missing")}


def _softened(game: Game, found: list[Finding], points: Sequence[Points | None]) -> list[Finding]:
    """The findings; errors that the players agreed to keep are warnings. A deal that gives no points cannot be kept."""
    pairs = enumerate(zip(game.deals, points, strict=False), 1)
    agreed = {number for number, (deal, scored) in pairs if deal.agreed and scored is not None}
    soft = (one.severity == "error" and one.deal in agreed for one in found)
    return [replace(one, severity="warning") if is_soft else one for one, is_soft in zip(found, soft, strict=True)]


def _score_table(game: Game, points: Sequence[Points | None], faulted: set[int]) -> ScoreTable:
    """Running totals and totals of the points that hold: none of a deal that is ``faulted``."""
    running: Points | None = (0,) * game.rules.table
    lines = []
    for number, (deal, scored) in enumerate(zip(game.deals, points, strict=True), 1):
        value = None if number in faulted else scored
        running = None if running is None or value is None else tuple(map(add, running, value))
        lines.append(ScoreLine(number, deal.contract, value, running))
    return ScoreTable(tuple(lines), None, None, running, None)


def _follows(one: Finding, errors: Sequence[Finding]) -> bool:
    """True if a finding only comes of another: a missing deal also moves the end and the totals."""
    match one.slug:
        case "contract-out-of-order":
            # Nothing is due any more once the limit was reached.
            over = [other.deal or 0 for other in errors if other.is_a("deal-after-the-limit")]
            return bool(over) and (one.deal or 0) >= min(over)
        case "finished-before-the-limit":
            return any(other.is_a("contract-out-of-order", "deal-missing", *SURPLUS) for other in errors)
        case "deal-after-the-limit":
            return any(other.is_a(*SURPLUS) and (other.deal or 0) <= (one.deal or 0) for other in errors)
        case "declarer-out-of-turn" | "declarer-where-nobody-declares":
            # Whose turn it was says nothing of a deal that was not due.
            return any(other.is_a("contract-out-of-order") and other.deal == one.deal for other in errors)
        case "written-total-differs" | "written-rows-missing":
            return any(other.is_a(*MOVED) for other in errors)
        case "written-running-total-differs":
            astray = ("contract-out-of-order", "deals-changed-places", "contract-used-up")
            return any(other.is_a(*astray) and one.deal in _deals(other) for other in errors)
    return False


def _deals(one: Finding) -> tuple[int, ...]:
    """The numbers of all deals that a finding is about."""
    before = dict(one.values).get("before")
    others = before if isinstance(before, tuple) else ()
    return tuple(number for number in (one.deal, *others) if isinstance(number, int))


def _with_names_first(alignment: Alignment, found: list[Finding]) -> list[Finding]:
    """Where a deal's numbers are wrong for its contract, which is not due either, and right for one that is due, only
    its name is at fault."""
    index = alignment.index
    faulty = {one.deal for one in found if one.scope == "deal" and one.severity == "error" and one.deal is not None}
    astray = [one for one in found if one.is_a("contract-out-of-order", "contract-used-up")]
    quotas = quotas_of(alignment) if faulty and astray else None
    for number in sorted(faulty):
        cause = next((one for one in astray if number in _deals(one)), None)
        if cause is None:
            continue
        # The contracts that may stand in the deal's place and that its numbers fit.
        slot, deal = alignment.slots[number - 1], alignment.game.deals[number - 1]
        due = quotas.left(number, but=number) if quotas is not None else (slot.contract,) if slot is not None else ()
        known = [index.contracts[name] for name in due if name in index.contracts and name != deal.contract]
        fits = []
        for one in known:
            faults, points = faults_and_points(alignment.with_deal(number, renamed(deal, one)), number)
            if points is not None and not has_errors(faults):
                fits.append(one)
        if fits:
            astray.remove(cause)
            others, names = tuple(n for n in _deals(cause) if n != number), tuple(one.names for one in fits)
            how = "names" if cause.is_a("contract-used-up") and len(others) > 1 else "name"
            found = [one for one in found if one is not cause and not (one.deal == number and one.scope == "deal")]
            contract = index.names(deal.contract)
            found.append(finding(cause.code, how, deal=number, seat=cause.seat, number=number, contract=contract,
                                 before=others, left=names, due=names))  # fmt: skip
    return found

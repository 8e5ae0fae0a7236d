"""What would mend a finding: whole commands with the mended deal, most likely first. It is asked only for findings that
somebody will read, since trying out mends takes longer than checking."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from kingscore.check.order import course_of
from kingscore.check.places import Course, Ground, ground_of
from kingscore.check.recorded import course_while_recording
from kingscore.check.repairs.asking import alike, questions
from kingscore.check.repairs.course import course_mends
from kingscore.check.repairs.deal import deal_mends
from kingscore.check.repairs.gaps import blanks
from kingscore.check.repairs.mend import Mend, command_line, commands
from kingscore.findings import Finding, Repair
from kingscore.frozen import replace
from kingscore.game import Deal, Game

#: So many repairs are shown at most.
MOST = 8


def with_repairs(game: Game, findings: Iterable[Finding], recorded: int | None = None) -> tuple[Finding, ...]:
    """The findings of a game, each with what would mend it. ``recorded`` as for ``repairs_for``."""
    findings = tuple(findings)
    if not findings:
        return ()
    ground = ground_of(game.rules)
    recording = recorded is not None and recorded < len(game.deals)
    course = course_while_recording(game, ground) if recording else course_of(game, ground)
    return tuple(_mended(game, ground, course, one, recorded) for one in findings)


def repairs_for(game: Game, finding: Finding, recorded: int | None = None) -> tuple[Repair, ...]:
    """What would mend a finding of this game, most likely first, at most eight; empty where nothing is known to.

    ``recorded`` is how many of the game's deals are recorded already (all of them unless said): a deal after them is
    mended by recording it rightly, not by amending it.
    """
    return with_repairs(game, (finding,), recorded)[0].repairs


def _mended(game: Game, ground: Ground, course: Course, finding: Finding, recorded: int | None) -> Finding:
    """The finding with its repairs, and with what would tell the first apart where they are equally likely."""
    known = len(game.deals) if recorded is None else recorded
    told: dict[str, tuple[Mend, Repair]] = {}
    for mend in _mends(game, ground, course, finding):
        if not all(_nameable(game, deal) for deal in mend.deals):
            continue
        repair = _repair(game, mend, known)
        told.setdefault(repair.line, (mend, repair))
        if len(told) == MOST:
            break
    mends = [mend for mend, _ in told.values()]
    unknown = known == len(game.deals) and not any(made.before for made in mends)
    open_ones = blanks(game, ground, course, finding) if unknown else ()
    same = alike(mends) if mends and not open_ones else 0
    return replace(
        finding,
        repairs=tuple(repair for _, repair in told.values()),
        alike=same,
        questions=questions(game, mends[:same]) if same else (),
        blanks=open_ones,
    )


def _mends(game: Game, ground: Ground, course: Course, finding: Finding) -> Sequence[Mend]:
    number = finding.deal
    if finding.code[0] == "D" and number is not None and 1 <= number <= len(game.deals):
        if not _nameable(game, game.deals[number - 1]):
            return ()
        return deal_mends(game, ground, course, number, finding)
    return course_mends(game, ground, course, finding)


def _nameable(game: Game, deal: Deal) -> bool:
    """True if every seat that a deal names is one of the table, so that it can be written at all."""
    bid = deal.bid
    named = [deal.declarer, deal.foul, *((bid.seller, bid.buyer, bid.bidder) if bid is not None else ())]
    return all(seat is None or 0 <= seat < game.rules.table for seat in named)


def _repair(game: Game, mend: Mend, recorded: int) -> Repair:
    words = commands(game, mend, recorded)
    line = command_line(words)
    if mend.head or mend.end:
        return Repair(line, mend.why, mend.values, words=words)
    deal = mend.deals[0] if mend.deals else None
    if deal is None:
        return Repair(line, mend.why, mend.values, mend.number, words=words)
    from kingscore.notation.document_write import deal_document

    document = deal_document(game, mend.number, deal)
    return Repair(line, mend.why, mend.values, mend.number, json.dumps(document, ensure_ascii=False), words)


__all__ = ["MOST", "repairs_for", "with_repairs"]

"""What would mend a finding: whole commands with the mended deal, most likely first. It is asked only for findings that
somebody will read, since trying out mends takes longer than checking."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from kingscore.checks import check_deal
from kingscore.checks.recording import alignment_while_recording
from kingscore.checks.repairs.deal import deal_mends
from kingscore.checks.repairs.gaps import blanks
from kingscore.checks.repairs.questions import alike, questions
from kingscore.checks.repairs.repair import Mend, command_line, commands
from kingscore.checks.repairs.schedule import schedule_mends
from kingscore.checks.rule_index import Alignment, RuleIndex, rule_index_of
from kingscore.checks.schedule import alignment_of
from kingscore.model.findings import Finding, Repair
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game

#: So many repairs are shown at most.
MOST = 8


def with_repairs(game: Game, findings: Iterable[Finding], recorded: int | None = None) -> tuple[Finding, ...]:
    """The findings of a game, each with what would mend it. ``recorded`` as for ``repairs_for``."""
    findings = tuple(findings)
    if not findings:
        return ()
    index = rule_index_of(game.rules)
    recording = recorded is not None and recorded < len(game.deals)
    alignment = alignment_while_recording(game, index) if recording else alignment_of(game, index)
    return tuple(_mended(game, index, alignment, one, recorded) for one in findings)


def repairs_for(game: Game, finding: Finding, recorded: int | None = None) -> tuple[Repair, ...]:
    """What would mend a finding of this game, most likely first, at most eight; empty where nothing is known to.

    ``recorded`` is how many of the game's deals are recorded already (all of them unless said): a deal after them is
    mended by recording it rightly, not by amending it.
    """
    return with_repairs(game, (finding,), recorded)[0].repairs


def _mended(game: Game, index: RuleIndex, alignment: Alignment, finding: Finding, recorded: int | None) -> Finding:
    """The finding with its repairs, and with what would tell the first apart where they are equally likely."""
    known = len(game.deals) if recorded is None else recorded
    told: dict[str, tuple[Mend, Repair]] = {}
    alone = finding.scope == "deal"  # the mends of a deal by itself have been looked at one by one
    for mend in _mends(game, index, alignment, finding):
        if not all(_nameable(game, deal) for deal in mend.deals):
            continue
        if not (alone or _taken(game, mend, known)):
            continue
        repair = _repair(game, mend, known, _turn(alignment, mend))
        told.setdefault(repair.line, (mend, repair))
        if len(told) == MOST:
            break
    mends = [mend for mend, _ in told.values()]
    unknown = known == len(game.deals) and not any(made.before for made in mends)
    open_ones = blanks(game, index, alignment, finding) if unknown else ()
    same = alike(mends) if mends and not open_ones else 0
    return replace(
        finding,
        repairs=tuple(repair for _, repair in told.values()),
        alike=same,
        questions=questions(game, mends[:same]) if same else (),
        blanks=open_ones,
    )


def _mends(game: Game, index: RuleIndex, alignment: Alignment, finding: Finding) -> Sequence[Mend]:
    number = finding.deal
    if finding.scope == "deal" and number is not None and 1 <= number <= len(game.deals):
        if not _nameable(game, game.deals[number - 1]):
            return ()
        return deal_mends(game, index, alignment, number, finding)
    return schedule_mends(game, index, alignment, finding)


def _taken(game: Game, mend: Mend, recorded: int) -> bool:
    """True if its commands are taken when they are typed one after the other: ``amend`` refuses a deal that is wrong by
    itself, ``deal`` one out of its place as well."""
    for number, deal in enumerate(mend.deals, mend.number):
        game = game.with_deal_before(number, deal) if mend.before else game.with_deal_at(number, deal)
        trial = game if number <= recorded else replace(game, deals=game.deals[:number])
        told = check_deal(trial, number, recording=number > recorded)
        errors = [one for one in told if one.severity == "error"]
        if any(one.scope != "schedule" or number > recorded for one in errors):
            return False
    return True


def _nameable(game: Game, deal: Deal) -> bool:
    """True if every seat that a deal names is one of the table, so that it can be written at all."""
    bid = deal.bid
    named = [deal.declarer, deal.foul, *((bid.seller, bid.buyer, bid.bidder) if bid is not None else ())]
    return all(seat is None or 0 <= seat < game.rules.table for seat in named)


def _turn(alignment: Alignment, mend: Mend) -> int | None:
    """Who was in turn in the deal that is mended, as the whole record has it."""
    slot = alignment.slots[mend.number - 1] if not mend.before and 1 <= mend.number <= len(alignment.slots) else None
    return slot.turn if slot is not None else None


def _repair(game: Game, mend: Mend, recorded: int, turn: int | None) -> Repair:
    words = commands(game, mend, recorded, turn)
    line = command_line(words)
    if mend.head or mend.end:
        return Repair(line, mend.why, mend.values, words=words, more=mend.more)
    deal = mend.deals[0] if mend.deals else None
    if deal is None:
        return Repair(line, mend.why, mend.values, mend.number, words=words)
    from kingscore.notation.document_write import deal_document

    document = deal_document(game, mend.number, deal)
    mended = json.dumps(document, ensure_ascii=False)
    return Repair(line, mend.why, mend.values, mend.number, mended, words, mend.more)


__all__ = ["MOST", "repairs_for", "with_repairs"]

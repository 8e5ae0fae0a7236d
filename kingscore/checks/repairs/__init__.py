"""What would put a finding right: edits as values, most likely first. It is asked only for findings that somebody will
read, since trying out repairs takes longer than checking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingscore.checks import check_deal
from kingscore.checks.recording import alignment_while_recording
from kingscore.checks.repairs.deal import deal_repairs
from kingscore.checks.repairs.gaps import blanks
from kingscore.checks.repairs.questions import alike, questions
from kingscore.checks.repairs.repair import with_declarer
from kingscore.checks.repairs.schedule import schedule_repairs
from kingscore.checks.rule_index import Alignment, RuleIndex, rule_index_of
from kingscore.checks.schedule import alignment_of
from kingscore.model.findings import Finding
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game
from kingscore.model.repairs import DeleteDeal, Edit, InsertDeal, RecordDeal, Repair, ReplaceDeal, edited

#: So many repairs are shown at most.
MOST = 8


def with_repairs(game: Game, findings: Iterable[Finding], recorded: int | None = None) -> tuple[Finding, ...]:
    """The findings of a game, each with what would put it right, most likely first, at most eight.

    ``recorded`` is how many of the game's deals are recorded already (all of them unless given): a deal after them is
    put right by recording it rightly. The edits are those of the game as it is recorded.
    """
    findings = tuple(findings)
    if not findings:
        return ()
    index = rule_index_of(game.rules)
    recording = recorded is not None and recorded < len(game.deals)
    alignment = alignment_while_recording(game, index) if recording else alignment_of(game, index)
    known = len(game.deals) if recorded is None else recorded
    return tuple(_with_repairs(game, index, alignment, one, known) for one in findings)


def repairs_for(game: Game, finding: Finding, recorded: int | None = None) -> tuple[Repair, ...]:
    """What would put one finding right, as ``with_repairs`` has it."""
    return with_repairs(game, (finding,), recorded)[0].repairs


def _with_repairs(game: Game, index: RuleIndex, alignment: Alignment, finding: Finding, known: int) -> Finding:
    """The finding with its repairs, and with what would tell the first apart where they are equally likely."""
    as_recorded = replace(game, deals=game.deals[:known])
    distinct: dict[tuple[Edit, ...], Repair] = {}
    alone = finding.scope == "deal"  # the repairs of a deal by itself have been looked at one by one
    for repair in _proposed(game, index, alignment, finding):
        if not all(_nameable(game, deal) for deal in repair.deals):
            continue
        if not (alone or _taken(game, repair, known)):
            continue
        edits = tuple(_as_typed(game, alignment, edit, known, len(repair.edits)) for edit in repair.edits)
        distinct.setdefault(edits, replace(repair, game=as_recorded, edits=edits))
        if len(distinct) == MOST:
            break
    repairs = tuple(distinct.values())
    unknown = known == len(game.deals) and not any(isinstance(one.edits[0], InsertDeal) for one in repairs)
    missing = blanks(game, index, alignment, finding) if unknown else ()
    same = alike(repairs) if repairs and not missing else 0
    possible = tuple(one for one in repairs if not _takes_out(one, known))
    # What stands alone is not as likely as another, and nothing has to be asked to tell it from one that is gone.
    still = sum(one in possible for one in repairs[:same])
    asked = questions(game, repairs[:same]) if same and len(possible) == len(repairs) else ()
    return replace(finding, repairs=possible, alike=still if still > 1 else 0, questions=asked, blanks=missing)


def _proposed(game: Game, index: RuleIndex, alignment: Alignment, finding: Finding) -> Sequence[Repair]:
    number = finding.deal
    if finding.scope == "deal" and number is not None and 1 <= number <= len(game.deals):
        if not _nameable(game, game.deals[number - 1]):
            return ()
        return deal_repairs(game, index, alignment, number, finding)
    return schedule_repairs(game, index, alignment, finding)


def _taken(game: Game, repair: Repair, recorded: int) -> bool:
    """True if its edits are taken one after the other: ``amend`` refuses a deal that is wrong by itself, ``deal`` one
    out of its place as well."""
    for edit in repair.edits:
        if not isinstance(edit, ReplaceDeal | InsertDeal):
            continue
        game, number = edited(game, edit), edit.number
        trial = game if number <= recorded else replace(game, deals=game.deals[:number])
        findings = check_deal(trial, number, recording=number > recorded)
        errors = [one for one in findings if one.severity == "error"]
        if any(one.scope != "schedule" or number > recorded for one in errors):
            return False
    return True


def _nameable(game: Game, deal: Deal) -> bool:
    """True if every seat that a deal names is one of the table, so that it can be written at all."""
    bid = deal.bid
    named = [deal.declarer, deal.foul, *((bid.seller, bid.buyer, bid.bidder) if bid is not None else ())]
    return all(seat is None or 0 <= seat < game.rules.table for seat in named)


def _takes_out(repair: Repair, known: int) -> bool:
    """True if it takes out a deal that is not recorded yet."""
    return any(isinstance(one, DeleteDeal) and one.number > known for one in repair.edits)


def _as_typed(game: Game, alignment: Alignment, edit: Edit, known: int, edits: int) -> Edit:
    """The edit of the recorded game, its deal with the declarer named where it goes without saying who it was: as the
    whole record has it, where it is the only edit."""
    if not isinstance(edit, ReplaceDeal | InsertDeal):
        return edit
    number, alone = edit.number, isinstance(edit, ReplaceDeal) and edits == 1
    slot = alignment.slots[number - 1] if alone and number <= len(alignment.slots) else None
    deal = with_declarer(game, number, edit.deal, slot.turn if slot is not None else None)
    if isinstance(edit, ReplaceDeal) and number > known:
        return RecordDeal(number, deal)
    return replace(edit, deal=deal)


__all__ = ["MOST", "repairs_for", "with_repairs"]

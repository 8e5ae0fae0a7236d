"""What would fix a finding: edits as values, most likely first.

Trying out repairs takes longer than checking, so only findings that are shown get them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kingscore.checks import check_deal
from kingscore.checks.alignment import Alignment, align
from kingscore.checks.context import SINGLE_ROWS, player, rows_of, shown
from kingscore.checks.repairs.deal import deal_repairs
from kingscore.checks.repairs.rows import with_declarer
from kingscore.checks.repairs.schedule import blanks, schedule_repairs
from kingscore.checks.schedule import align_while_recording
from kingscore.model.findings import Finding, Severity, crowded
from kingscore.model.game import Deal, Game
from kingscore.model.language import Value
from kingscore.model.repairs import DeleteDeal, Edit, InsertDeal, RecordDeal, Repair, ReplaceDeal, Sentence, edited

#: So many repairs are shown at most; more questions would not be asked at a table.
MOST, MOST_QUESTIONS = 8, 3


def with_repairs(
    game: Game, findings: Iterable[Finding], recorded: int | None = None, inserted: bool = False
) -> tuple[Finding, ...]:
    """The findings of a game, each with what would put it right, most likely first, at most eight.

    ``recorded`` is how many of the game's deals are recorded already (all of them unless given): a deal after them is
    put right by recording it rightly. ``inserted``: the last of these is only about to be put in. The edits are those
    of the game as it is recorded.
    """
    findings = tuple(findings)
    if not findings:
        return ()
    recording = recorded is not None and recorded < len(game.deals)
    alignment = align_while_recording(game) if recording else align(game)
    known = len(game.deals) if recorded is None else recorded
    out, crowds = list[Finding](), crowded(findings)
    passed = set[tuple[str, Severity]]()
    for one in findings:  # of a crowd only the first is said
        key = one.code, one.severity
        out.append(one if key in passed else _with_repairs(alignment, one, known, inserted))
        passed |= {key} & crowds
    return tuple(out)


def repairs_for(game: Game, finding: Finding, recorded: int | None = None) -> tuple[Repair, ...]:
    """What would put one finding right, as ``with_repairs`` has it."""
    return with_repairs(game, (finding,), recorded)[0].repairs


def _with_repairs(alignment: Alignment, finding: Finding, known: int, inserted: bool) -> Finding:
    """The finding with its repairs, and with what would tell the first apart where they are equally likely."""
    game = alignment.game
    as_recorded = game.without_deal(known) if inserted else replace(game, deals=game.deals[:known])
    distinct: dict[tuple[Edit, ...], Repair] = {}
    alone = finding.scope == "deal"  # the repairs of a deal by itself have been looked at one by one
    number = finding.deal or 0
    if finding.scope != "deal" or not 1 <= number <= len(game.deals):
        proposed = schedule_repairs(alignment, finding)
    else:
        proposed = deal_repairs(alignment, number, finding) if _nameable(game, game.deals[number - 1]) else []
    for repair in proposed:
        if not all(_nameable(game, deal) for deal in repair.deals):
            continue
        if not (alone or _taken(game, repair, known)):
            continue
        edits = tuple(_as_typed(alignment, edit, known, len(repair.edits)) for edit in repair.edits)
        if inserted:
            edits = tuple(InsertDeal(known, one.deal) if isinstance(one, ReplaceDeal) else one for one in edits)
        distinct.setdefault(edits, replace(repair, game=as_recorded, edits=edits))
        if len(distinct) == MOST:
            break
    repairs = tuple(distinct.values())
    unknown = known == len(game.deals) and not any(isinstance(one.edits[0], InsertDeal) for one in repairs)
    missing = blanks(alignment, finding) if unknown and finding.scope == "schedule" else ()
    # So many of the first are equally likely; none where the first stands alone.
    same = 0 if missing else sum(one.cost == repairs[0].cost for one in repairs)
    same = same if same > 1 else 0
    # A deal that is not recorded yet cannot be taken out.
    beyond = [one for one in repairs if any(isinstance(e, DeleteDeal) and e.number > known for e in one.edits)]
    possible = tuple(one for one in repairs if one not in beyond)
    # What stands alone is not as likely as another, and nothing has to be asked to tell it from one that is gone.
    still = sum(one in possible for one in repairs[:same])
    asked = _questions(game, repairs[:same]) if same and len(possible) == len(repairs) else ()
    return replace(finding, repairs=possible, alike=still if still > 1 else 0, questions=asked, blanks=missing)


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


def _as_typed(alignment: Alignment, edit: Edit, known: int, edits: int) -> Edit:
    """The edit of the recorded game, its deal with the declarer named where it goes without saying who it was: as the
    whole record has it, where it is the only edit."""
    game = alignment.game
    if not isinstance(edit, ReplaceDeal | InsertDeal):
        return edit
    number, alone = edit.number, isinstance(edit, ReplaceDeal) and edits == 1
    slot = alignment.slots[number - 1] if alone and number <= len(alignment.slots) else None
    deal = with_declarer(game, number, edit.deal, slot.turn if slot is not None else None)
    if isinstance(edit, ReplaceDeal) and number > known:
        return RecordDeal(number, deal)
    return replace(edit, deal=deal)


def _questions(game: Game, repairs: Sequence[Repair]) -> tuple[Sentence, ...]:
    """Whom to ask for which entry, the most telling first, until the repairs are told apart; none where they differ in
    more than entries."""
    deals = [one.deal for one in repairs if one.deals]
    entries = [{(item, seat): n for item, row in rows_of(deal) for seat, n in enumerate(row)} for deal in deals]
    if len(deals) < 2 or len(deals) < len(repairs) or any(rows.keys() != entries[0].keys() for rows in entries):
        return ()
    asked: list[tuple[str, int]] = []  # rows and seats
    apart = 1
    while len(asked) < MOST_QUESTIONS:
        # How many repairs are alike in what was asked and one entry more.
        alike = {cell: Counter(tuple(rows[one] for one in (*asked, cell)) for rows in entries) for cell in entries[0]}
        telling = [cell for cell in alike if len(alike[cell]) > apart]
        if not telling:
            break
        # The entry that leaves the fewest repairs together.
        cell = min(telling, key=lambda cell: max(alike[cell].values()))
        asked.append(cell)
        apart = len(alike[cell])
    contract = game.rules.contract(deals[0].contract)
    sentences = []
    for item, seat in asked:
        counted = contract.item(item) if contract is not None else None
        values: tuple[tuple[str, Value], ...] = (
            ("player", player(game, seat)),
            ("what", counted.names if counted is not None else item),
            ("choices", " / ".join(map(shown, sorted({rows[item, seat] or 0 for rows in entries})))),
        )
        sentences.append(Sentence(f"deals.ask.{item if item in SINGLE_ROWS else 'count'}", values))
    return tuple(sentences)

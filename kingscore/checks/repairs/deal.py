"""Mends of one deal: every change that somebody may have meant is tried, those that leave nothing wrong are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kingscore.checks.context import DealContext
from kingscore.checks.deal import context_of, faults_and_points, faults_of
from kingscore.checks.repairs.clauses import clause_repairs
from kingscore.checks.repairs.repair import distance, replacing, together
from kingscore.checks.repairs.rows import row_repairs
from kingscore.checks.root_causes import renamed
from kingscore.checks.rule_index import Alignment, RuleIndex
from kingscore.model.findings import Finding
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game
from kingscore.model.repairs import Repair, ReplaceDeal
from kingscore.scoring.score import deal_points

#: What makes up for much: the totals that somebody wrote come out.
WRITTEN = -100
#: So many of the likeliest changes are tried with one more each, where a deal has no more faults than that.
LIKELIEST, FAULTS = 3, 3
#: What tells faults of one deal apart.
Key: TypeAlias = tuple[object, ...]


def deal_repairs(game: Game, index: RuleIndex, alignment: Alignment, number: int, finding: Finding) -> list[Repair]:
    """What would mend a finding about a deal, most likely first.

    Only mends that leave nothing wrong with the deal, since any other would be refused; where there are several faults
    in it and no single change does, two changes at once. That a deal was agreed on is no fault.
    """
    if finding.is_a("kept-by-agreement"):
        return []
    context = context_of(game, index, alignment, number)
    if context is None:
        return _renamed(game, index, alignment, number)
    whole, partly = _parted(context, index, alignment, _key(finding))
    if not whole and len({_key(one) for one in faults_of(context)}) <= FAULTS:
        whole = _one_more(context, index, alignment, partly)
    due = written_points(game, index, alignment, number)
    kept = [_weighed(context, made, due) for made in whole]
    return sorted(kept, key=lambda made: made.cost)


def _parted(
    context: DealContext, index: RuleIndex, alignment: Alignment, key: Key
) -> tuple[list[Repair], list[Repair]]:
    """The changes that leave nothing wrong, and those that take away the one fault and bring no other."""
    before = {_key(one) for one in faults_of(context)}
    whole: list[Repair] = []
    partly: list[Repair] = []
    for made in _tries(context, index, alignment):
        faults = _faults(context, index, made.deal)
        left = {_key(one) for one in faults if one.severity == "error"}
        if key in map(_key, faults):
            continue
        if not left:
            whole.append(made)
        elif left < before:
            partly.append(made)
    return whole, partly


def _one_more(context: DealContext, index: RuleIndex, alignment: Alignment, partly: list[Repair]) -> list[Repair]:
    """The likeliest changes that leave something wrong, each with the one change more that leaves nothing."""
    whole: dict[Deal, Repair] = {}
    for made in sorted(partly, key=lambda made: made.cost)[:LIKELIEST]:
        contract = index.contracts.get(made.deal.contract, context.contract)
        now = replace(context, deal=made.deal, contract=contract)
        errors = [one for one in faults_of(now) if one.severity == "error"]
        for second in _parted(now, index, alignment, _key(errors[0]))[0]:
            whole.setdefault(second.deal, together(made, second))
    return list(whole.values())


def _key(one: Finding) -> Key:
    return (one.code, one.seat, one.item)


def _tries(context: DealContext, index: RuleIndex, alignment: Alignment) -> Iterator[Repair]:
    yield from row_repairs(context)
    yield from clause_repairs(context)
    yield from other_contracts(context.game, context.deal, index, alignment, context.number)
    yield from _items(context)


def _faults(context: DealContext, index: RuleIndex, deal: Deal) -> list[Finding]:
    contract = index.contracts.get(deal.contract, context.contract)
    return faults_of(replace(context, deal=deal, contract=contract))


def sound(game: Game, index: RuleIndex, alignment: Alignment, number: int, deal: Deal) -> bool:
    """True if nothing is wrong with a deal in the place of deal ``number``."""
    found, points = faults_and_points(game.with_deal_at(number, deal), index, alignment, number)
    return points is not None and not found


def other_contracts(game: Game, deal: Deal, index: RuleIndex, alignment: Alignment, number: int) -> Iterator[Repair]:
    """The deal under the name of another contract that may stand here, its counts taken along."""
    known = deal.contract in index.contracts
    if deal.counts is None and deal.points is None and deal.places is None and (known or deal.foul is None):
        return
    slot = alignment.slots[number - 1]
    due = slot.contract if slot is not None else None
    for contract in index.rules.contracts if due is None else (index.contracts.get(due),):
        if contract is None or contract.id == deal.contract:
            continue
        cost = (4 if due is not None else 9) + distance(deal.contract, contract.id) // 3
        yield replacing(game, number, renamed(deal, contract), "contract", cost, contract=contract.names)


def _items(context: DealContext) -> Iterator[Repair]:
    """Rows under the name of another item, and one of two rows of the same item dropped."""
    counts = context.deal.counts or ()
    given = [item for item, _ in counts]
    missing = [item.id for item in context.contract.items if item.id not in given]
    foreign = [item for item in given if context.contract.item(item) is None]
    if len(missing) == 1 and len(foreign) == 1:
        renamed = tuple((missing[0] if item == foreign[0] else item, row) for item, row in counts)
        deal = replace(context.deal, counts=renamed)
        yield replacing(context.game, context.number, deal, "item", 2, what=context.item(missing[0]))
    for n, (item, _) in enumerate(counts):
        if item in foreign or given.count(item) > 1:
            left = replace(context.deal, counts=(*counts[:n], *counts[n + 1 :]))
            yield replacing(context.game, context.number, left, "no-item", 4, what=context.item(item))


def _renamed(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> list[Repair]:
    """A deal of an unknown contract under each name that fits, the one that is due and those spelt alike first."""
    deal = game.deals[number - 1]
    out = []
    for made in other_contracts(game, deal, index, alignment, number):
        trial = game.with_deal_at(number, made.deal)
        if not faults_and_points(trial, index, alignment, number)[0]:
            alike = min(distance(deal.contract.casefold(), name.casefold()) for name in _names(index, made))
            out.append(replace(made, cost=made.cost + alike))
    return sorted(out, key=lambda made: made.cost)


def _names(index: RuleIndex, made: Repair) -> tuple[str, ...]:
    return (made.deal.contract, *index.contracts[made.deal.contract].names.all)


def _weighed(context: DealContext, made: Repair, due: tuple[int, ...] | None) -> Repair:
    """A mend after which the totals come out that somebody wrote is by far the likeliest. What is right needs no
    agreement."""
    if made.deal.agreed:
        made = replace(made, edits=(ReplaceDeal(context.number, replace(made.deal, agreed="")),))
    if due is not None and deal_points(context.rules, made.deal, context.seats) == due:
        return replace(made, cost=made.cost + WRITTEN)
    return made


def written_points(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> tuple[int, ...] | None:
    """The points of a deal for which the written totals come out, None where they do not tell."""
    written = game.written
    if written is None:
        return None
    running = written.running
    if running is not None and len(running) >= number and all(len(row) == game.rules.table for row in running[:number]):
        before = running[number - 2] if number > 1 else (0,) * game.rules.table
        return tuple((now or 0) - (then or 0) for now, then in zip(running[number - 1], before, strict=True))
    if written.totals is None or len(written.totals) != game.rules.table:
        return None
    left = [value or 0 for value in written.totals]
    for other in range(1, len(game.deals) + 1):
        if other != number:
            found, points = faults_and_points(game, index, alignment, other)
            if found or points is None:
                return None
            left = [total - own for total, own in zip(left, points, strict=True)]
    return tuple(left)

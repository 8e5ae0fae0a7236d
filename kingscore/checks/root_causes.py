"""One finding for one cause: which findings only follow from another, which deal only bears a wrong name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kingscore.checks.alignment import Alignment, quotas_of
from kingscore.checks.deal import faults_and_points
from kingscore.model.findings import Finding, finding, has_errors
from kingscore.model.game import Deal
from kingscore.model.rules import Contract

#: A deal too many; with those behind it, whatever moves the end or the sums of a game.
SURPLUS = {"deal-twice", "deal-too-many", "contract-used-up"}
MOVED = {"contract-out-of-order", "deal-missing", "deal-after-the-end", "finished-too-early", *SURPLUS}


def without_what_follows(found: Iterable[Finding]) -> list[Finding]:
    """The findings without those that come of another: a missing deal also moves the end and the totals."""
    kept = list(found)
    errors = [one for one in kept if one.severity == "error"]
    return [one for one in kept if not _follows(one, errors)]


def _follows(one: Finding, errors: Sequence[Finding]) -> bool:
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


def renamed(deal: Deal, contract: Contract) -> Deal:
    """The deal under the name of another contract, its counts taken along where both count one thing."""
    counts = deal.counts
    if counts is not None and len(counts) == 1 and len(contract.items) == 1:
        counts = ((contract.items[0].id, counts[0][1]),)
    return replace(deal, contract=contract.id, counts=counts)


def with_names_first(alignment: Alignment, found: list[Finding]) -> list[Finding]:
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
        fits = tuple(one for one in known if _sound(alignment.with_deal(number, renamed(deal, one)), number))
        if fits:
            astray.remove(cause)
            others, names = tuple(n for n in _deals(cause) if n != number), tuple(one.names for one in fits)
            how = "names" if cause.is_a("contract-used-up") and len(others) > 1 else "name"
            found = [one for one in found if one is not cause and not (one.deal == number and one.scope == "deal")]
            contract = index.names(deal.contract)
            found.append(finding(cause.code, how, deal=number, seat=cause.seat, number=number, contract=contract,
                                 before=others, left=names, due=names))  # fmt: skip
    return found


def _sound(alignment: Alignment, number: int) -> bool:
    faults, points = faults_and_points(alignment, number)
    return points is not None and not has_errors(faults)

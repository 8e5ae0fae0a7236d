"""Mends of the course of a game: a deal under another name, taken out, put in, swapped, another declarer or dealer."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.check.one_deal import faults_and_points
from kingscore.check.places import Course, Ground
from kingscore.check.quotas import quotas_of
from kingscore.check.repairs.deal import other_contracts
from kingscore.check.repairs.mend import Mend, mend
from kingscore.findings import Finding
from kingscore.frozen import replace
from kingscore.game import Deal, Game


def course_mends(game: Game, ground: Ground, course: Course, finding: Finding) -> list[Mend]:
    """What would mend a finding about the course of a game or its totals, most likely first."""
    number = finding.deal or 0
    there = 1 <= number <= len(game.deals)
    found: list[Mend] = []
    match finding.code:
        case "C501" if there:
            found = [*_renamed(game, ground, course, number), _out(number, 8)]
        case "C510" if there:
            told = [number, *_numbers(finding, "before")]
            found = [one for n in told for one in _renamed(game, ground, course, n)]
            found += [_out(number, 20)] if len(game.deals) != game.rules.deals else []
        case "C502" if there:
            found = [*_swapped(game, ground, course, number)]
        case "C503":
            found = [*_put_in(game, ground, course, number)]
        case "C504" | "C505" | "C506" | "C512" if there:
            found = [_out(number, 1)]
        case "C507" | "C508" if there:
            found = [*_declarer(game, course, number)]
        case "C509":
            dealer = game.players[(game.dealer + course.turned) % game.rules.table]
            found = [Mend(0, (), "deals.repair.dealer", (("player", dealer),), head=f"dealer={dealer}")]
        case "T601" | "T602":
            found = [*_other_seats(game, ground, course)]
    return sorted(found, key=lambda made: made.cost)


def _numbers(finding: Finding, key: str) -> tuple[int, ...]:
    values = dict(finding.values).get(key)
    return tuple(n for n in values if isinstance(n, int)) if isinstance(values, tuple) else ()


def _out(number: int, cost: int) -> Mend:
    return Mend(number, (), "deals.repair.delete", (("number", number),), cost)


def _sound(game: Game, ground: Ground, course: Course, number: int, deal: Deal) -> bool:
    found, points = faults_and_points(game.with_deal_at(number, deal), ground, course, number)
    return points is not None and not found


def _renamed(game: Game, ground: Ground, course: Course, number: int) -> Iterator[Mend]:
    """The deal under the name of what is due, or of a contract that its declarer has left."""
    deal = game.deals[number - 1]
    left = _left(game, course, number)
    for made in other_contracts(deal, ground, course, number):
        if (left is None or made.deal.contract in left) and _sound(game, ground, course, number, made.deal):
            yield made


def _left(game: Game, course: Course, number: int) -> set[str] | None:
    """The contracts that may still be declared in a deal; None where the order is fixed."""
    quotas = quotas_of(game, course)
    return None if quotas is None else set(quotas.left(number, but=number))


def _swapped(game: Game, ground: Ground, course: Course, number: int) -> Iterator[Mend]:
    first, second = game.deals[number - 1], game.deals[number]
    made = Mend(number, (second, first), "deals.repair.changed-places", (("number", number), ("other", number + 1)), 1)
    yield made
    if first.declarer != second.declarer:
        one, other = replace(first, declarer=second.declarer), replace(second, declarer=first.declarer)
        yield replace(made, deals=(one, other), why="deals.repair.changed-declarers", cost=2)


def _put_in(game: Game, ground: Ground, course: Course, number: int) -> Iterator[Mend]:
    """The missing deal, where written totals tell what it came to and the schedule what it was."""
    missing = [place for before, place in course.gaps if before <= len(game.deals)]
    lacking = _lacking(game, ground, course)
    if len(missing) != 1 or lacking is None:
        return
    slot = ground.slot(game.dealer + course.turned + missing[0] - 1, missing[0])
    row = tuple(value if seat in slot.seats else None for seat, value in enumerate(lacking))
    due = [slot.contract] if slot.contract is not None else sorted(ground.contracts)
    for contract_id in due:
        contract = ground.contracts.get(contract_id or "")
        if contract is None:
            continue
        deal = Deal(contract.id, declarer=slot.turn if contract.declared else None, points=row)
        trial = game.with_deal_before(number, deal)
        placed = Course((*course.slots[: number - 1], slot, *course.slots[number - 1 :]))
        found, points = faults_and_points(trial, ground, placed, number)
        if points is not None and not found:
            yield Mend(number, (deal,), "deals.repair.put-in", (("contract", contract.names),), 1, before=True)


def _lacking(game: Game, ground: Ground, course: Course) -> tuple[int, ...] | None:
    """What the deals lack of the written totals; None where a deal is faulty or nothing is written."""
    totals = game.written.totals if game.written is not None else None
    if totals is None or len(totals) != game.rules.table:
        return None
    left = [value or 0 for value in totals]
    for number in range(1, len(game.deals) + 1):
        found, points = faults_and_points(game, ground, course, number)
        if found or points is None:
            return None
        left = [total - own for total, own in zip(left, points, strict=True)]
    return tuple(left)


def _declarer(game: Game, course: Course, number: int) -> Iterator[Mend]:
    deal, slot = game.deals[number - 1], course.slots[number - 1]
    if slot is None or slot.turn is None:
        return
    bid = deal.bid
    if bid is not None and bid.seller == deal.declarer and bid.buyer != slot.turn:
        bid = replace(bid, seller=slot.turn)
    player = game.players[slot.turn]
    yield mend(number, replace(deal, declarer=slot.turn, bid=bid), "declarer", 1, player=player)


def _other_seats(game: Game, ground: Ground, course: Course) -> Iterator[Mend]:
    """Deals in which two entries put the other way round give the written totals."""
    lacking = _lacking(game, ground, course)
    if lacking is None or sum(bool(value) for value in lacking) != 2:
        return
    one, other = (seat for seat, value in enumerate(lacking) if value)
    for number, deal in enumerate(game.deals, 1):
        _, points = faults_and_points(game, ground, course, number)
        if points is None or points[other] - points[one] != lacking[one]:
            continue
        swapped = _with_seats_swapped(deal, one, other)
        if _sound(game, ground, course, number, swapped):
            both = {"player": game.players[one], "other": game.players[other]}
            yield mend(number, swapped, "swapped", 4, what="", **both)


def _with_seats_swapped(deal: Deal, one: int, other: int) -> Deal:
    def swapped(row: tuple[int | None, ...]) -> tuple[int | None, ...]:
        out = list(row)
        out[one], out[other] = out[other], out[one]
        return tuple(out)

    counts = None if deal.counts is None else tuple((item, swapped(row)) for item, row in deal.counts)
    points = None if deal.points is None else swapped(deal.points)
    places = None if deal.places is None else swapped(deal.places)
    return replace(deal, counts=counts, points=points, places=places)

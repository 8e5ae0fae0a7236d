"""Repairs that written totals point at: sums that were added up wrongly, a deal put in, taken out, turned round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kingscore.checks.alignment import Alignment, RuleIndex, Slot, quotas_of
from kingscore.checks.context import DealContext, shown_row
from kingscore.checks.deal import faults_and_points
from kingscore.checks.feasibility import possible_counts
from kingscore.checks.misreadings import unswept
from kingscore.checks.repairs.deal import deal_repairs, lacking, sound, written_points
from kingscore.checks.repairs.rows import proposal, replacing
from kingscore.checks.written_totals import one_more, steps
from kingscore.model.findings import Finding
from kingscore.model.game import Deal, Game, Row, Written
from kingscore.model.repairs import DeleteDeal, Finish, InsertDeal, Repair, ReplaceDeal, SetHead
from kingscore.scoring.score import Points, deal_points, score

#: So many deals at most are offered to be turned round before the sum itself.
FIRST = 2


def written_repairs(alignment: Alignment, finding: Finding) -> Iterator[Repair]:
    """What would put right a finding on totals that somebody wrote."""
    game = alignment.game
    number = finding.deal or len(game.deals) + 1
    match finding.slug, finding.how:
        case "written-rows-missing", "extra":
            yield deleting(game, number, 1)
        case "written-rows-missing", "missing" | "missing.last":
            yield from put_in(alignment, number)
        case "written-running-total-differs", _:
            yield from _as_stepped(alignment, number)
            yield from _neighbours(alignment, number)
        case "written-total-differs", _:
            yield from _kept_faults(alignment)
            left = lacking(alignment)
            for repair in twins(game, len(game.deals)):
                points = score(game).lines[(repair.number or 0) - 1].points
                if left is not None and points is not None and left == tuple(-value for value in points):
                    yield repair
            if finding.how == "several":
                yield from put_in(alignment, len(game.deals) + 1)
            for n, repair in enumerate(_turned_round(alignment)):
                yield replace(repair, cost=4 if n < FIRST and finding.how == "several" else 6)
    yield from _added_up_again(game, finding)


def _kept_faults(alignment: Alignment) -> Iterator[Repair]:
    """Deals that were kept by agreement although something is wrong with them, put right so that the totals come out: a
    fault that explains the totals too is likelier than two that have nothing to do with each other."""
    game = alignment.game
    for number, deal in enumerate(game.deals, 1):
        due = written_points(alignment, number) if deal.agreed else None
        faults, _ = faults_and_points(alignment, number) if due is not None else ([], None)
        for repair in deal_repairs(alignment, number, faults[0]) if faults else ():
            slot = alignment.slots[number - 1]
            if slot is not None and deal_points(game.rules, repair.deal, slot.seats) == due:
                yield replace(repair, cost=0)


def twins(game: Game, last: int) -> Iterator[Repair]:
    """Deals up to a number that are the same as the one before, taken out."""
    for number in range(2, min(last, len(game.deals)) + 1):
        if game.deals[number - 1] == game.deals[number - 2]:
            yield deleting(game, number, 0)


def _added_up_again(game: Game, finding: Finding) -> Iterator[Repair]:
    table = score(game)
    if table.totals is None:
        return
    written = game.written or Written()
    if finding.is_a("written-total-differs") or finding.how == "totals":
        edit = SetHead("written", replace(written, totals=table.totals))
        yield proposal(game, (edit,), "totals", 5, row=shown_row(table.totals))
    else:
        rows = tuple(line.running or () for line in table.lines)
        yield proposal(game, (SetHead("written", replace(written, running=rows)),), "running", 5)


def deleting(game: Game, number: int, cost: int) -> Repair:
    """Deal ``number`` is taken out."""
    return proposal(game, (DeleteDeal(number),), "delete", cost, number=number)


def stopped(game: Game) -> Repair:
    """The players stopped before the end."""
    return proposal(game, (Finish(),), "early", 5)


def _step(alignment: Alignment) -> Points | None:
    """The points of the one deal that is not recorded, as the written sums tell them."""
    game = alignment.game
    rows = game.written.running if game.written is not None else None
    if rows is None:
        return lacking(alignment)
    if len(rows) != len(game.deals) + 1 or any(len(row) != game.rules.table for row in rows):
        return None
    stepped = steps(rows)
    place = one_more(stepped, [line.points for line in score(game).lines])
    return None if place is None else stepped[place]


def put_in(alignment: Alignment, number: int) -> Iterator[Repair]:
    """The missing deal before deal ``number``, where sums tell what it came to and the schedule what it was."""
    game = alignment.game
    missing = _step(alignment)
    if missing is None or not any(missing):
        return
    # Its place in the schedule is the gap that was found there, if one was.
    gaps = [place for before, place in alignment.gaps if before == number]
    slot = alignment.slot(gaps[0] if gaps else number)
    row = tuple(value if seat in slot.seats else None for seat, value in enumerate(missing))
    if any(missing[seat] for seat in range(len(missing)) if seat not in slot.seats):
        return
    due, contracts = due_in(alignment, slot), alignment.index.contracts
    for contract in (contracts[name] for name in (sorted(contracts) if due is None else due) if name in contracts):
        deal = Deal(contract.id, declarer=slot.turn if contract.declared else None, points=row)
        found, points = faults_and_points(alignment.with_deal_before(number, deal, slot), number)
        if points is not None and not found:
            yield proposal(game, (InsertDeal(number, deal),), "put-in", 1, contract=contract.names)


def due_in(alignment: Alignment, slot: Slot) -> tuple[str, ...] | None:
    """The contracts that may stand in a place: the one that is due, or what is left to the declarer; None for any."""
    quotas = quotas_of(alignment)
    if slot.contract is not None:
        return (slot.contract,)
    return None if quotas is None else quotas.left_to(slot.turn)


def _as_stepped(alignment: Alignment, number: int) -> Iterator[Repair]:
    """The deal with the points that the running totals step by, in the form in which it is recorded."""
    game, index = alignment.game, alignment.index
    rows, deal = game.written.running if game.written is not None else None, game.deals[number - 1]
    slot = alignment.slots[number - 1]
    if rows is None or slot is None or number > len(rows):
        return
    step = steps(rows)[number - 1]
    row = tuple(value if seat in slot.seats else None for seat, value in enumerate(step))
    for meant in _recorded_as(game, index, slot, deal, row):
        if sound(alignment, number, meant):
            yield replacing(game, number, meant, "stepped", 1, row=shown_row(row))


def _recorded_as(game: Game, index: RuleIndex, slot: Slot, deal: Deal, row: Row) -> Iterator[Deal]:
    """A deal with other points: as counts or placings where only one such gives them, else as points."""
    contract = index.contracts.get(deal.contract)
    plain = replace(deal, counts=None, places=None, foul=None, points=row)
    if contract is None:
        return
    if (
        contract.placement
        and deal.points is None
        and sorted(contract.prizes) == sorted(row[s] or 0 for s in slot.seats)
    ):
        places = tuple(None if value is None else contract.prizes.index(value) + 1 for value in row)
        yield replace(plain, points=None, places=places)
    elif deal.points is None and deal.counts is not None:
        ways = list(possible_counts(game.rules, contract, row, slot.seats, plain, 2))
        if len(ways) == 1:
            yield replace(plain, points=None, counts=tuple(ways[0].items()))
    yield plain


def _neighbours(alignment: Alignment, number: int) -> Iterator[Repair]:
    """This deal and the next the other way round, where the running totals say so and the order allows it."""
    game = alignment.game
    rows = game.written.running if game.written is not None else None
    if rows is None or number >= min(len(rows), len(game.deals)):
        return
    points = [line.points for line in score(game).lines[number - 1 : number + 1]]
    if steps(rows)[number - 1 : number + 1] != points[::-1]:
        return
    one, other = game.deals[number - 1 : number + 1]
    if sound(alignment, number, other) and sound(alignment, number + 1, one):
        edits = (ReplaceDeal(number, other), ReplaceDeal(number + 1, one))
        yield proposal(game, edits, "changed-places", 0, number=number, other=number + 1)


def _turned_round(alignment: Alignment) -> Iterator[Repair]:
    """Deals in which two entries put the other way round give the written totals."""
    game = alignment.game
    left = lacking(alignment)
    if left is None or sum(bool(value) for value in left) != 2:
        return
    one, other = (seat for seat, value in enumerate(left) if value)
    for number, deal in enumerate(game.deals, 1):
        _, points = faults_and_points(alignment, number)
        if points is None or points[other] - points[one] != left[one]:
            continue
        for swapped in _with_seats_swapped(deal, one, other):
            found, new = faults_and_points(alignment.with_deal(number, swapped), number)
            if not found and new is not None and new[one] == points[other]:
                names = game.players[one], game.players[other]
                yield replacing(
                    game, number, swapped, "turned-round", 4, number=number, player=names[0], other=names[1]
                )


def _with_seats_swapped(deal: Deal, one: int, other: int) -> Iterator[Deal]:
    """The deal with two entries swapped: in one row, else in all of them."""

    def swapped(row: Row) -> Row:
        out = list(row)
        out[one], out[other] = out[other], out[one]
        return tuple(out)

    counts = deal.counts or ()
    if len(counts) > 1:
        for item, row in counts:
            yield replace(deal, counts=tuple((i, swapped(row) if i == item else old) for i, old in counts))
    points = None if deal.points is None else swapped(deal.points)
    places = None if deal.places is None else swapped(deal.places)
    whole = None if deal.counts is None else tuple((item, swapped(row)) for item, row in counts)
    yield replace(deal, counts=whole, points=points, places=places)


def swept(alignment: Alignment, before: int) -> Iterator[Repair]:
    """Sweeps that may have been forgotten in deals before the game seemed to be over."""
    game, index = alignment.game, alignment.index
    for number, deal in enumerate(game.deals[: before - 1], 1):
        contract, slot = index.contracts.get(deal.contract), alignment.slots[number - 1]
        if contract is None or contract.sweep is None or slot is None or deal.points is None:
            continue
        seat = unswept(DealContext(game, number, deal, contract, slot.seats, slot.turn), deal.points)
        if seat is not None:
            row = tuple(None if v is None else contract.sweep * (s == seat) for s, v in enumerate(deal.points))
            yield replacing(game, number, replace(deal, points=row), "sweep", 1, player=game.players[seat])

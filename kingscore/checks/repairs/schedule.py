"""Repairs of a game's schedule: a deal under another name, taken out, put in, swapped, another declarer or dealer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kingscore.checks.alignment import Alignment, Slot, align, amiss, quotas_of
from kingscore.checks.context import DealContext, rows_of, shown_row, with_entry
from kingscore.checks.deal import context_of, faults_and_points
from kingscore.checks.feasibility import possible_counts
from kingscore.checks.misreadings import fits, misreadings
from kingscore.checks.repairs.deal import deal_repairs, lacking, other_contracts, sound, written_points
from kingscore.checks.repairs.rows import proposal, replacing, with_rows
from kingscore.checks.schedule import SCHEDULE
from kingscore.checks.written_totals import one_more, steps
from kingscore.model.findings import BLANK, Finding
from kingscore.model.game import Deal, Game, Row, Written, as_of
from kingscore.model.repairs import DeleteDeal, Edit, Finish, InsertDeal, MissingDeal, Repair, ReplaceDeal, SetHead
from kingscore.notation.write import player
from kingscore.scoring.score import Points, deal_points, score


def schedule_repairs(alignment: Alignment, finding: Finding) -> list[Repair]:
    """What would put right a finding about the schedule of a game or its totals, most likely first."""
    game = alignment.game
    number = finding.deal or 0
    there = 1 <= number <= len(game.deals)
    found: list[Repair] = []
    match finding.slug:
        case "contract-out-of-order" if there:
            found = [*_renamed(alignment, number), *_put_in(alignment, number), _deleting(game, number, 8)]
        case "contract-used-up" if there:
            before = dict(finding.values).get("before")
            numbers = [number, *(n for n in (before if isinstance(before, tuple) else ()) if isinstance(n, int))]
            found = [one for n in numbers for one in _renamed(alignment, n)]
            found += [_deleting(game, n, 1) for n in numbers if n > 1 and game.deals[n - 1] == game.deals[n - 2]]
            found += [_deleting(game, number, 20)] if len(game.deals) != game.rules.deals else []
        case "deals-changed-places" if there:
            found = [*_swapped(alignment, number)]
        case "deal-missing":
            found = [*_put_in(alignment, number)]
        case "deal-twice" | "deal-too-many" | "deal-after-the-end" if there:
            found = [_deleting(game, number, 1)]
        case "deal-after-the-limit" if there:
            found = [*_twins(game, number), *_swept(alignment, number), _deleting(game, number, 5)]
        case "declarer-out-of-turn" if finding.how == "swapped" and there:
            found = [*_swapped(alignment, number)][1:]
        case "declarer-out-of-turn" if there:
            found = [*_declarer(alignment, number), *_dealer(alignment)]
        case "declarer-where-nobody-declares" if there:
            found = [replacing(game, number, replace(game.deals[number - 1], declarer=None), "no-declarer", 1)]
        case "first-dealer-does-not-fit":
            found = [_first_dealer(game, alignment.turned, 0)]
        case "finished-too-early" | "finished-before-the-limit":
            found = [*_put_in(alignment, len(game.deals) + 1), proposal(game, (Finish(),), "early", 5)]
        case (
            "written-total-differs"
            | "written-running-total-differs"
            | "written-row-of-wrong-length"
            | "written-rows-missing"
        ):
            found = [*_written(alignment, finding)]
    return sorted(found, key=lambda repair: repair.cost)


def _renamed(alignment: Alignment, number: int) -> Iterator[Repair]:
    """The deal under the name of what is due, or of a contract that its declarer has left."""
    quotas = quotas_of(alignment)
    left = None if quotas is None else set(quotas.left(number, but=number))
    for repair in other_contracts(alignment, number, alignment.game.deals[number - 1]):
        if (left is None or repair.deal.contract in left) and sound(alignment, number, repair.deal):
            yield repair


def _swapped(alignment: Alignment, number: int) -> Iterator[Repair]:
    game = alignment.game
    first, second = game.deals[number - 1], game.deals[number]
    values = {"number": number, "other": number + 1}
    edits: tuple[Edit, ...] = (ReplaceDeal(number, second), ReplaceDeal(number + 1, first))
    yield proposal(game, edits, "changed-places", 1, **values)
    if first.declarer != second.declarer:
        one, other = replace(first, declarer=second.declarer), replace(second, declarer=first.declarer)
        yield proposal(
            game, (ReplaceDeal(number, one), ReplaceDeal(number + 1, other)), "changed-declarers", 2, **values
        )


def _dealer(alignment: Alignment) -> Iterator[Repair]:
    """Another first dealer, where all declarers then fit."""
    game, index = alignment.game, alignment.index
    table = game.rules.table
    for turned in range(1, table):
        slots = (index.slot(game.dealer + turned + n, n + 1) for n in range(len(game.deals)))
        if not any(amiss(index, deal, slot) for deal, slot in zip(game.deals, slots, strict=True)):
            yield _first_dealer(game, turned, 3)


def _first_dealer(game: Game, turned: int, cost: int) -> Repair:
    seat = (game.dealer + turned) % game.rules.table
    return proposal(game, (SetHead("dealer", seat),), "dealer", cost, player=game.players[seat])


def _declarer(alignment: Alignment, number: int) -> Iterator[Repair]:
    game = alignment.game
    deal, slot = game.deals[number - 1], alignment.slots[number - 1]
    if slot is None or slot.turn is None:
        return
    bid = deal.bid
    if bid is not None and bid.seller == deal.declarer:
        # Who is in turn cannot buy from himself: seller and buyer were named the other way round.
        bid = replace(bid, seller=slot.turn, buyer=bid.seller if bid.buyer == slot.turn else bid.buyer)
    declared = replace(deal, declarer=slot.turn, bid=bid)
    yield replacing(game, number, declared, "declarer", 1, player=as_of(game, number).players[slot.turn])


#: More deals in a row than that were hardly forgotten.
MOST_MISSING = 3


def blanks(alignment: Alignment, finding: Finding) -> tuple[Repair, ...]:
    """The deals that are missing by a finding, in their order.

    Each is to be put in after the one before it; none where the finding tells of none.
    """
    game = alignment.game
    number = finding.deal or 0
    match finding.slug:
        case "deal-missing":
            places = [place for before, place in alignment.gaps if before == number]
        case "contract-out-of-order" if 1 <= number <= len(game.deals):
            places = _left_out(alignment, number)
        case "finished-too-early":
            number = len(game.deals) + 1
            places = [place for before, place in alignment.gaps if before >= number]
        case _:
            return ()
    if len(places) > MOST_MISSING:
        return ()
    return tuple(_blank(alignment, n, place) for n, place in enumerate(places, number))


def _left_out(alignment: Alignment, number: int) -> list[int]:
    """The places that were left out before a deal which is not the one due, where with them all is in order."""
    game = alignment.game
    order, slot = game.rules.schedule.order, alignment.slots[number - 1]
    if slot is None or slot.contract is None:
        return []
    extra = sum(one is None for one in alignment.slots[: number - 1])
    first = number + sum(before <= number for before, _ in alignment.gaps) - extra
    for end in range(first + 1, min(first + MOST_MISSING, len(order)) + 1):
        if order[end - 1] == game.deals[number - 1].contract:
            left_out = list(range(first, end))
            put_in = tuple(Deal(order[place - 1], unread=True) for place in left_out)
            trial = replace(game, deals=(*game.deals[: number - 1], *put_in, *game.deals[number - 1 :]))
            return left_out if _errors(align(trial)) < _errors(alignment) else []
    return []


def _errors(alignment: Alignment) -> int:
    return sum(one.severity == "error" for check in SCHEDULE for one in check(alignment))


def _blank(alignment: Alignment, number: int, place: int) -> Repair:
    game, index = alignment.game, alignment.index
    slot = alignment.slot(place)
    due, turn = _due_in(alignment, slot) or (), slot.turn
    if len(due) == 1:
        contract = index.contracts.get(due[0])
        declarer = turn if contract is not None and contract.declared else None
        return proposal(game, (MissingDeal(number, due[0], declarer),), "gap", 0, contract=index.names(due[0]))
    if turn is None:
        return proposal(game, (MissingDeal(number),), "gap.any", 0)
    return proposal(game, (MissingDeal(number),), "gap.turn", 0, player=as_of(game, number).players[turn])


def begun(missing: MissingDeal, game: Game) -> str:
    """The line of a missing deal as far as it is known, with a sign for the rest: ``trumps by Ona …``."""
    by = f" by {player(game, missing.declarer)}" if missing.declarer is not None else ""
    return f"{missing.contract}{by} {BLANK}".strip()


#: So many deals at most are offered to be turned round before the sum itself.
FIRST = 2


def _written(alignment: Alignment, finding: Finding) -> Iterator[Repair]:
    """What would put right a finding on totals that somebody wrote."""
    game = alignment.game
    number = finding.deal or len(game.deals) + 1
    match finding.slug, finding.how:
        case "written-rows-missing", "extra":
            yield _deleting(game, number, 1)
        case "written-rows-missing", "missing" | "missing.last":
            yield from _put_in(alignment, number)
        case "written-running-total-differs", _:
            yield from _as_stepped(alignment, number)
            yield from _neighbours(alignment, number)
        case "written-total-differs", _:
            yield from _kept_faults(alignment)
            left = lacking(alignment)
            for repair in _twins(game, len(game.deals)):
                points = score(game).lines[(repair.number or 0) - 1].points
                if left is not None and points is not None and left == tuple(-value for value in points):
                    yield repair
            if finding.how == "several":
                yield from _put_in(alignment, len(game.deals) + 1)
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


def _twins(game: Game, last: int) -> Iterator[Repair]:
    """Deals up to a number that are the same as the one before, taken out."""
    for number in range(2, min(last, len(game.deals)) + 1):
        if game.deals[number - 1] == game.deals[number - 2]:
            yield _deleting(game, number, 0)


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


def _deleting(game: Game, number: int, cost: int) -> Repair:
    """Deal ``number`` is taken out."""
    return proposal(game, (DeleteDeal(number),), "delete", cost, number=number)


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


def _put_in(alignment: Alignment, number: int) -> Iterator[Repair]:
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
    due, contracts = _due_in(alignment, slot), alignment.index.contracts
    for contract in (contracts[name] for name in (sorted(contracts) if due is None else due) if name in contracts):
        deal = Deal(contract.id, declarer=slot.turn if contract.declared else None, points=row)
        found, points = faults_and_points(alignment.with_deal_before(number, deal, slot), number)
        if points is not None and not found:
            yield proposal(game, (InsertDeal(number, deal),), "put-in", 1, contract=contract.names)


def _due_in(alignment: Alignment, slot: Slot) -> tuple[str, ...] | None:
    """The contracts that may stand in a place: the one that is due, or what is left to the declarer; None for any."""
    quotas = quotas_of(alignment)
    if slot.contract is not None:
        return (slot.contract,)
    return None if quotas is None else quotas.left_to(slot.turn)


def _as_stepped(alignment: Alignment, number: int) -> Iterator[Repair]:
    """The deal with the points that the running totals step by, in the form in which it is recorded."""
    context, step = context_of(alignment, number), written_points(alignment, number)
    if context is None or step is None or alignment.slots[number - 1] is None:
        return
    row = tuple(value if seat in context.seats else None for seat, value in enumerate(step))
    for meant in _recorded_as(context, row):
        if sound(alignment, number, meant):
            yield replacing(context.game, number, meant, "stepped", 1, row=shown_row(row))


def _recorded_as(context: DealContext, row: Row) -> Iterator[Deal]:
    """A deal with other points: as counts or placings where only one such gives them, else as points."""
    deal, contract, seats = context.deal, context.contract, context.seats
    plain = replace(deal, counts=None, places=None, foul=None, points=row)
    if contract.placement and deal.points is None and fits(context, row):
        places = tuple(None if value is None else contract.prizes.index(value) + 1 for value in row)
        yield replace(plain, points=None, places=places)
    elif deal.points is None and deal.counts is not None:
        ways = list(possible_counts(context.rules, contract, row, seats, plain, 2))
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
                players = as_of(game, number).players
                names = players[one], players[other]
                yield replacing(
                    game, number, swapped, "turned-round", 4, number=number, player=names[0], other=names[1]
                )


def _with_seats_swapped(deal: Deal, one: int, other: int) -> Iterator[Deal]:
    """The deal with two entries swapped: in one row, else in all of them."""
    rows = {name: with_entry(with_entry(row, one, row[other]), other, row[one]) for name, row in rows_of(deal)}
    if len(deal.counts or ()) > 1:
        yield from (with_rows(deal, {item: rows[item]}) for item, _ in deal.counts or ())
    yield with_rows(deal, rows)


def _swept(alignment: Alignment, before: int) -> Iterator[Repair]:
    """Sweeps that may have been forgotten in deals before the game seemed to be over."""
    for number, deal in enumerate(alignment.game.deals[: before - 1], 1):
        context = context_of(alignment, number)
        if context is not None and context.contract.sweep is not None and deal.points is not None:
            misread = next(misreadings(context, deal.points), None)
            if misread is not None and misread.why == "sweep":
                player = context.player(misread.seat)
                yield replacing(alignment.game, number, misread.deal, "sweep", 1, player=player)

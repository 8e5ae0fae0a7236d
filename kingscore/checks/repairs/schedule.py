"""Repairs of a game's schedule: a deal under another name, taken out, put in, swapped, another declarer or dealer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kingscore.checks.alignment import Alignment, align, amiss, quotas_of
from kingscore.checks.repairs.deal import other_contracts, sound
from kingscore.checks.repairs.rows import proposal, replacing
from kingscore.checks.repairs.written_totals import deleting, due_in, put_in, stopped, swept, twins, written_repairs
from kingscore.checks.schedule import SCHEDULE
from kingscore.model.findings import BLANK, Finding
from kingscore.model.game import Deal, Game
from kingscore.model.repairs import Edit, MissingDeal, Repair, ReplaceDeal, SetHead
from kingscore.notation.write import player


def schedule_repairs(alignment: Alignment, finding: Finding) -> list[Repair]:
    """What would put right a finding about the schedule of a game or its totals, most likely first."""
    game = alignment.game
    number = finding.deal or 0
    there = 1 <= number <= len(game.deals)
    found: list[Repair] = []
    match finding.slug:
        case "contract-out-of-order" if there:
            found = [*_renamed(alignment, number), *put_in(alignment, number), deleting(game, number, 8)]
        case "contract-used-up" if there:
            before = dict(finding.values).get("before")
            numbers = [number, *(n for n in (before if isinstance(before, tuple) else ()) if isinstance(n, int))]
            found = [one for n in numbers for one in _renamed(alignment, n)]
            found += [deleting(game, n, 1) for n in numbers if n > 1 and game.deals[n - 1] == game.deals[n - 2]]
            found += [deleting(game, number, 20)] if len(game.deals) != game.rules.deals else []
        case "deals-changed-places" if there:
            found = [*_swapped(alignment, number)]
        case "deal-missing":
            found = [*put_in(alignment, number)]
        case "deal-twice" | "deal-too-many" | "deal-after-the-end" if there:
            found = [deleting(game, number, 1)]
        case "deal-after-the-limit" if there:
            found = [*twins(game, number), *swept(alignment, number), deleting(game, number, 5)]
        case "declarer-out-of-turn" if finding.how == "swapped" and there:
            found = [*_swapped(alignment, number)][1:]
        case "declarer-out-of-turn" if there:
            found = [*_declarer(alignment, number), *_dealer(alignment)]
        case "declarer-where-nobody-declares" if there:
            found = [replacing(game, number, replace(game.deals[number - 1], declarer=None), "no-declarer", 1)]
        case "first-dealer-does-not-fit":
            found = [_first_dealer(game, alignment.turned, 0)]
        case "finished-too-early" | "finished-before-the-limit":
            found = [*put_in(alignment, len(game.deals) + 1), stopped(game)]
        case (
            "written-total-differs"
            | "written-running-total-differs"
            | "written-row-of-wrong-length"
            | "written-rows-missing"
        ):
            found = [*written_repairs(alignment, finding)]
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
    yield replacing(game, number, declared, "declarer", 1, player=game.players[slot.turn])


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
    due, turn = due_in(alignment, slot) or (), slot.turn
    if len(due) == 1:
        contract = index.contracts.get(due[0])
        declarer = turn if contract is not None and contract.declared else None
        return proposal(game, (MissingDeal(number, due[0], declarer),), "gap", 0, contract=index.names(due[0]))
    if turn is None:
        return proposal(game, (MissingDeal(number),), "gap.any", 0)
    return proposal(game, (MissingDeal(number),), "gap.turn", 0, player=game.players[turn])


def begun(missing: MissingDeal, game: Game) -> str:
    """The line of a missing deal as far as it is known, with a sign for the rest: ``trumps by Ona …``."""
    by = f" by {player(game, missing.declarer)}" if missing.declarer is not None else ""
    return f"{missing.contract}{by} {BLANK}".strip()

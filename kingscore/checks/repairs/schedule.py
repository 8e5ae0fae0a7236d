"""Mends of the course of a game: a deal under another name, taken out, put in, swapped, another declarer or dealer."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.checks.quotas import quotas_of
from kingscore.checks.repairs.deal import other_contracts, sound
from kingscore.checks.repairs.repair import proposal, replacing
from kingscore.checks.repairs.written_totals import deleting, put_in, stopped, swept, twins, written_repairs
from kingscore.checks.rule_index import Alignment, RuleIndex, amiss
from kingscore.model.findings import Finding
from kingscore.model.frozen import replace
from kingscore.model.game import Game
from kingscore.model.repairs import Edit, Repair, ReplaceDeal, SetHead


def schedule_repairs(game: Game, index: RuleIndex, alignment: Alignment, finding: Finding) -> list[Repair]:
    """What would mend a finding about the course of a game or its totals, most likely first."""
    number = finding.deal or 0
    there = 1 <= number <= len(game.deals)
    found: list[Repair] = []
    match finding.slug:
        case "contract-out-of-order" if there:
            found = [
                *_renamed(game, index, alignment, number),
                *put_in(game, index, alignment, number),
                deleting(game, number, 8),
            ]
        case "contract-used-up" if there:
            told = [number, *_numbers(finding, "before")]
            found = [one for n in told for one in _renamed(game, index, alignment, n)]
            found += [deleting(game, n, 1) for n in told if n > 1 and game.deals[n - 1] == game.deals[n - 2]]
            found += [deleting(game, number, 20)] if len(game.deals) != game.rules.deals else []
        case "deals-changed-places" if there:
            found = [*_swapped(game, index, alignment, number)]
        case "deal-missing":
            found = [*put_in(game, index, alignment, number)]
        case "deal-twice" | "deal-too-many" | "deal-after-the-end" if there:
            found = [deleting(game, number, 1)]
        case "deal-after-the-limit" if there:
            found = [*twins(game, number), *swept(game, index, alignment, number), deleting(game, number, 5)]
        case "declarer-out-of-turn" if finding.how == "swapped" and there:
            found = [*_swapped(game, index, alignment, number)][1:]
        case "declarer-out-of-turn" if there:
            found = [*_declarer(game, alignment, number), *_dealer(game, index)]
        case "declarer-where-nobody-declares" if there:
            found = [replacing(game, number, replace(game.deals[number - 1], declarer=None), "no-declarer", 1)]
        case "first-dealer-does-not-fit":
            found = [_first_dealer(game, alignment.turned, 0)]
        case "finished-too-early" | "finished-before-the-limit":
            found = [*put_in(game, index, alignment, len(game.deals) + 1), stopped(game)]
        case (
            "written-total-differs"
            | "written-running-total-differs"
            | "written-row-of-wrong-length"
            | "written-rows-missing"
        ):
            found = [*written_repairs(game, index, alignment, finding)]
    return sorted(found, key=lambda made: made.cost)


def _numbers(finding: Finding, key: str) -> tuple[int, ...]:
    values = dict(finding.values).get(key)
    return tuple(n for n in values if isinstance(n, int)) if isinstance(values, tuple) else ()


def _renamed(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> Iterator[Repair]:
    """The deal under the name of what is due, or of a contract that its declarer has left."""
    deal = game.deals[number - 1]
    left = _left(game, alignment, number)
    for made in other_contracts(game, deal, index, alignment, number):
        if (left is None or made.deal.contract in left) and sound(game, index, alignment, number, made.deal):
            yield made


def _left(game: Game, alignment: Alignment, number: int) -> set[str] | None:
    """The contracts that may still be declared in a deal; None where the order is fixed."""
    quotas = quotas_of(game, alignment)
    return None if quotas is None else set(quotas.left(number, but=number))


def _swapped(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> Iterator[Repair]:
    first, second = game.deals[number - 1], game.deals[number]
    values = {"number": number, "other": number + 1}
    edits: tuple[Edit, ...] = (ReplaceDeal(number, second), ReplaceDeal(number + 1, first))
    yield proposal(game, edits, "changed-places", 1, **values)
    if first.declarer != second.declarer:
        one, other = replace(first, declarer=second.declarer), replace(second, declarer=first.declarer)
        yield proposal(
            game, (ReplaceDeal(number, one), ReplaceDeal(number + 1, other)), "changed-declarers", 2, **values
        )


def _dealer(game: Game, index: RuleIndex) -> Iterator[Repair]:
    """Another first dealer, where all declarers then fit."""
    table = game.rules.table
    for turned in range(1, table):
        slots = (index.slot(game.dealer + turned + n, n + 1) for n in range(len(game.deals)))
        if not any(amiss(index, deal, slot) for deal, slot in zip(game.deals, slots, strict=True)):
            yield _first_dealer(game, turned, 3)


def _first_dealer(game: Game, turned: int, cost: int) -> Repair:
    seat = (game.dealer + turned) % game.rules.table
    return proposal(game, (SetHead("dealer", seat),), "dealer", cost, player=game.players[seat])


def _declarer(game: Game, alignment: Alignment, number: int) -> Iterator[Repair]:
    deal, slot = game.deals[number - 1], alignment.slots[number - 1]
    if slot is None or slot.turn is None:
        return
    bid = deal.bid
    if bid is not None and bid.seller == deal.declarer:
        # Who is in turn cannot buy from himself: seller and buyer were named the other way round.
        bid = replace(bid, seller=slot.turn, buyer=bid.seller if bid.buyer == slot.turn else bid.buyer)
    player = game.players[slot.turn]
    yield replacing(game, number, replace(deal, declarer=slot.turn, bid=bid), "declarer", 1, player=player)

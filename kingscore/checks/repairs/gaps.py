"""Deals that are missing and whose results somebody has yet to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingscore.checks.quotas import quotas_of
from kingscore.checks.repairs.repair import proposal
from kingscore.checks.rule_index import Alignment, RuleIndex, Slot
from kingscore.checks.schedule import SCHEDULE, alignment_of
from kingscore.model.findings import BLANK, Finding
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game
from kingscore.model.repairs import MissingDeal, Repair
from kingscore.notation.write import player

#: More deals in a row than that were hardly forgotten.
MOST = 3


def blanks(game: Game, index: RuleIndex, alignment: Alignment, finding: Finding) -> tuple[Repair, ...]:
    """The deals that are missing by a finding, in their order.

    Each is to be put in after the one before it; none where the finding tells of none.
    """
    number = finding.deal or 0
    match finding.slug:
        case "deal-missing":
            places = [place for before, place in alignment.gaps if before == number]
        case "contract-out-of-order" if 1 <= number <= len(game.deals):
            places = _left_out(game, index, alignment, number)
        case "finished-too-early":
            number = len(game.deals) + 1
            places = [place for before, place in alignment.gaps if before >= number]
        case _:
            return ()
    if len(places) > MOST:
        return ()
    return tuple(_blank(game, index, alignment, n, place) for n, place in enumerate(places, number))


def _left_out(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> list[int]:
    """The places that were left out before a deal which is not the one due, where with them all is in order."""
    order, slot = game.rules.schedule.order, alignment.slots[number - 1]
    if slot is None or slot.contract is None:
        return []
    extra = sum(one is None for one in alignment.slots[: number - 1])
    first = number + sum(before <= number for before, _ in alignment.gaps) - extra
    for end in range(first + 1, min(first + MOST, len(order)) + 1):
        if order[end - 1] == game.deals[number - 1].contract:
            left_out = list(range(first, end))
            return left_out if _better_with(game, index, alignment, number, left_out) else []
    return []


def _better_with(game: Game, index: RuleIndex, alignment: Alignment, number: int, places: Sequence[int]) -> bool:
    """True if fewer errors are left in the course once deals stand in these places before deal ``number``."""
    order = game.rules.schedule.order
    put_in = tuple(Deal(order[place - 1], unread=True) for place in places)
    trial = replace(game, deals=(*game.deals[: number - 1], *put_in, *game.deals[number - 1 :]))
    return _errors(trial, index, alignment_of(trial, index)) < _errors(game, index, alignment)


def _errors(game: Game, index: RuleIndex, alignment: Alignment) -> int:
    return sum(one.severity == "error" for check in SCHEDULE for one in check(game, index, alignment))


def _blank(game: Game, index: RuleIndex, alignment: Alignment, number: int, place: int) -> Repair:
    slot = index.slot(game.dealer + alignment.turned + place - 1, place)
    due, turn = list(_due(game, alignment, slot)), slot.turn
    if len(due) == 1:
        contract = index.contracts.get(due[0])
        declarer = turn if contract is not None and contract.declared else None
        return proposal(game, (MissingDeal(number, due[0], declarer),), "gap", 0, contract=index.names(due[0]))
    if turn is None:
        return proposal(game, (MissingDeal(number),), "gap.any", 0)
    return proposal(game, (MissingDeal(number),), "gap.turn", 0, player=game.players[turn])


def _due(game: Game, alignment: Alignment, slot: Slot) -> Iterator[str]:
    """The contracts that may stand in a place."""
    quotas = quotas_of(game, alignment)
    if slot.contract is not None:
        yield slot.contract
    elif quotas is not None:
        yield from quotas.left_to(slot.turn if quotas.own else None)


def begun(missing: MissingDeal, game: Game) -> str:
    """The line of a missing deal as far as it is known, with a sign for the rest: ``trumps by Ona …``."""
    by = f" by {player(game, missing.declarer)}" if missing.declarer is not None else ""
    return f"{missing.contract}{by} {BLANK}".strip()

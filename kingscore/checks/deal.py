"""All checks of one deal by itself, with the points that it gives. Its place in the game is judged elsewhere."""

from __future__ import annotations

from kingscore.checks.clauses import CLAUSES
from kingscore.checks.context import DealContext
from kingscore.checks.rule_index import Alignment, RuleIndex, Slot, sitters
from kingscore.checks.shape import SHAPE, named_seats_play
from kingscore.checks.sums import SUMS
from kingscore.model.findings import Finding, finding
from kingscore.model.game import Game
from kingscore.scoring.score import Points, deal_points

DEAL_CHECKS = (*SHAPE, *CLAUSES, *SUMS)


def context_of(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> DealContext | None:
    """A deal on the table, None where its contract is not one of this game's."""
    deal = game.deals[number - 1]
    contract = index.contracts.get(deal.contract)
    if contract is None:
        return None
    slot = alignment.slots[number - 1] or _slot_by_itself(game, index, number)
    return DealContext(game, number, deal, contract, slot.seats, slot.turn)


def _slot_by_itself(game: Game, index: RuleIndex, number: int) -> Slot:
    """The place of a deal that has none in the schedule: dealt by whoever leaves its rows without a fault."""
    deal, table = game.deals[number - 1], game.rules.table
    dealers = [game.dealer + number - 1 + turned for turned in range(table)]
    slots = [index.slot(dealer, number) for dealer in dealers]
    return next((slot for slot in slots if not sitters(deal, table, slot.seats)), slots[0])


def faults_of(context: DealContext) -> list[Finding]:
    """What is wrong with a deal by itself."""
    return [f for check in DEAL_CHECKS for f in check(context)]


def faults_and_points(
    game: Game, index: RuleIndex, alignment: Alignment, number: int
) -> tuple[list[Finding], Points | None]:
    """What is wrong with a deal by itself, and the points that it gives as it stands.

    A deal that could not be read was told of where it was read; it only keeps its place. One that names a seat that is
    not at the table cannot be looked at further.
    """
    if game.deals[number - 1].unread:
        return [], None
    context = context_of(game, index, alignment, number)
    if context is None:
        expected = tuple(contract.names for contract in game.rules.contracts)
        found = game.deals[number - 1].contract
        return [finding("D401", deal=number, number=number, found=found, expected=expected)], None
    strangers = [f for f in named_seats_play(context) if f.seat is not None and not 0 <= f.seat < game.rules.table]
    if strangers:
        return strangers, None
    return faults_of(context), deal_points(game.rules, context.deal, context.seats)

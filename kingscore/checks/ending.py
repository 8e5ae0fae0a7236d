"""Whether a game ends where its limit says: no deal after it, not finished before it. It needs points that hold."""

from __future__ import annotations

from kingscore.checks.context import Faults, player
from kingscore.model.findings import finding
from kingscore.model.game import Game
from kingscore.scoring.score import ScoreTable


def no_deal_after_the_limit(game: Game, table: ScoreTable) -> Faults:
    """The game is over after the deal in which somebody reached the limit."""
    reached = _reached(game, table)
    if reached is not None and reached < len(game.deals):
        running = table.lines[reached - 1].running or ()
        low = min(running)
        contract = game.rules.contract(game.deals[reached].contract)
        name = contract.names if contract is not None else game.deals[reached].contract
        yield finding(
            "C512", deal=reached + 1, number=reached + 1, contract=name, reached=reached,
            limit=game.rules.schedule.limit or 0, player=player(game, running.index(low)), found=low,
            n=len(game.deals) - reached,
        )  # fmt: skip


def finished_only_at_the_limit(game: Game, table: ScoreTable) -> Faults:
    """A game with a limit is not over before somebody has reached it."""
    limit, deals = game.rules.schedule.limit, game.rules.deals
    if limit is None or game.finished != "yes" or table.totals is None:
        return
    if _reached(game, table) is None and (deals is None or len(game.deals) < deals):
        low = min(table.totals)
        yield finding("C513", limit=limit, found=low, player=player(game, table.totals.index(low)),
                      difference=low - limit, n=low - limit)  # fmt: skip


def _reached(game: Game, table: ScoreTable) -> int | None:
    """The number of the deal after which somebody stood at the limit or lower."""
    limit = game.rules.schedule.limit
    if limit is None:
        return None
    return next((line.number for line in table.lines if line.running is not None and min(line.running) <= limit), None)


ENDING = (no_deal_after_the_limit, finished_only_at_the_limit)

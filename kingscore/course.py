"""The course of a game: what comes next, who may still declare what, whether it is over. It finds no fault."""

from __future__ import annotations

from collections import Counter

from kingscore.frozen import dataclass
from kingscore.game import Game, dealer_of, declarer_in_turn, playing
from kingscore.score import ScoreTable, score


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The next deal: its number from 1, dealer, seats that play and sit out, who declares, what may be declared.

    ``declarer`` is None where bidding decides, where nobody declares this contract or where the players freed it.
    ``contracts`` are the ids that may come, for a free or bid declarer those that anybody may still declare.
    """

    number: int
    dealer: int
    playing: tuple[int, ...]
    sitting_out: tuple[int, ...]
    declarer: int | None
    contracts: tuple[str, ...]


def declared_by(game: Game) -> Counter[tuple[int | None, str]]:
    """How often each contract was declared, by seat; a seat of None where none is recorded or it does not matter."""
    per_player = _each_has_his_own(game)
    return Counter(
        (_declarer(game, number) if per_player else None, deal.contract) for number, deal in enumerate(game.deals, 1)
    )


def _each_has_his_own(game: Game) -> bool:
    """True if quotas are each player's own; players who freed the declarers share them."""
    return game.rules.schedule.kind == "declared" and not game.rules.schedule.free


def _declarer(game: Game, number: int) -> int | None:
    """Who declared a deal: who is recorded, else who was in turn."""
    recorded = game.deals[number - 1].declarer
    return recorded if recorded is not None else declarer_in_turn(game, number)


def left_for(game: Game, seat: int) -> dict[str, int]:
    """How often each contract is still to come if ``seat`` declares: his own quota, or what the game still holds.

    Contracts that are used up are not in it. Where the end is open every contract stays, with 0 for "any number".
    """
    schedule = game.rules.schedule
    if schedule.kind == "open":
        return dict.fromkeys(schedule.contracts, 0)
    own = _each_has_his_own(game)
    times = dict(schedule.quota) if own else schedule.times(game.rules.table) or {}
    done = declared_by(game)
    key = seat if own else None
    return {c: n - done[key, c] for c, n in times.items() if n > done[key, c]}


def upcoming(game: Game, table: ScoreTable | None = None) -> Upcoming | None:
    """The next deal of a game, None when it is over."""
    if is_over(game, table):
        return None
    number = len(game.deals) + 1
    seats = playing(game, number)
    contracts, declarer = _open_contracts(game, number)
    return Upcoming(
        number,
        dealer_of(game, number),
        seats,
        tuple(seat for seat in range(game.rules.table) if seat not in seats),
        declarer,
        contracts,
    )


def _open_contracts(game: Game, number: int) -> tuple[tuple[str, ...], int | None]:
    schedule = game.rules.schedule
    turn = None if schedule.free else declarer_in_turn(game, number)
    if schedule.kind == "fixed" and not schedule.free:
        contract = schedule.order[number - 1]
        declared = game.rules.contract(contract)
        return (contract,), turn if declared is not None and declared.declared else None
    if schedule.kind == "open":
        return schedule.contracts, turn if any(c.declared for c in game.rules.contracts) else None
    seats = playing(game, number) if turn is None else (turn,)
    still = [left_for(game, seat) for seat in seats]
    return tuple(c for c in schedule.contracts if any(c in left for left in still)), turn


def limit_reached(game: Game, table: ScoreTable | None = None) -> bool:
    """True if somebody stands at the limit or lower after the last deal."""
    limit = game.rules.schedule.limit
    if limit is None or not game.deals:
        return False
    running = (table or score(game)).lines[-1].running
    return running is not None and min(running) <= limit


def is_over(game: Game, table: ScoreTable | None = None) -> bool:
    """True if no deal is to come: said to be finished, all deals recorded, or the limit reached."""
    deals = game.rules.deals
    if game.finished or (deals is not None and len(game.deals) >= deals):
        return True
    return limit_reached(game, table)


def is_complete(game: Game, table: ScoreTable | None = None) -> bool:
    """True if the schedule itself is through; a game stopped by agreement is not complete."""
    deals, limit = game.rules.deals, game.rules.schedule.limit
    if limit is not None and limit_reached(game, table):
        return True
    if deals is not None:
        return len(game.deals) >= deals
    return limit is None and game.finished == "yes"

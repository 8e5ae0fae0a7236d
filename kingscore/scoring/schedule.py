"""The schedule of a game: what comes next, who may still declare what, whether it is over."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from kingscore.model.game import Game, dealer_of, declarer_in_turn, forehand, playing
from kingscore.scoring.score import ScoreTable, score


class Upcoming(NamedTuple):
    """The next deal: its number from 1, dealer, seats that play and sit out, who declares, what may be declared.

    ``declarer`` is None where bidding decides, where nobody declares this contract or where the players freed it.
    ``contracts`` are the ids that may come, for a free or bid declarer those that anybody may still declare. ``leads``
    is None where the cards decide who does.
    """

    number: int
    dealer: int
    playing: tuple[int, ...]
    sitting_out: tuple[int, ...]
    declarer: int | None
    contracts: tuple[str, ...]
    leads: int | None


def declared_by(game: Game) -> Counter[tuple[int | None, str]]:
    """How often each contract was declared, by seat; a seat of None where none is recorded or it does not matter."""
    own = each_has_his_own(game)
    return Counter(
        ((declarer_in_turn(game, number) if deal.declarer is None else deal.declarer) if own else None, deal.contract)
        for number, deal in enumerate(game.deals, 1)
    )


def each_has_his_own(game: Game) -> bool:
    """True if quotas are each player's own; players who freed the declarers share them."""
    return game.rules.schedule.kind == "declared" and not game.rules.schedule.free


def left_for(game: Game, seat: int) -> dict[str, int]:
    """How often each contract is still to come if ``seat`` declares: his own quota, or what the game still holds.

    Contracts that are used up are not in it. Where the end is open every contract stays, with 0 for "any number".
    """
    schedule = game.rules.schedule
    if schedule.kind == "open":
        return dict.fromkeys(schedule.contracts, 0)
    own = each_has_his_own(game)
    times = dict(schedule.quota) if own else schedule.times(game.rules.table) or {}
    done = declared_by(game)
    key = seat if own else None
    return {c: n - done[key, c] for c, n in times.items() if n > done[key, c]}


def still_due(game: Game) -> tuple[str, ...]:
    """The contracts of a fixed order that are to come, in that order; empty for other games and where it was freed.

    A deal stands for its contract wherever it was recorded. One whose contract came more often than it should stands
    for the contract in whose place it is, for its name is taken to be wrong; if that one came too, it stands for none.
    """
    schedule = game.rules.schedule
    left = dict(enumerate(schedule.order)) if schedule.kind == "fixed" and not schedule.free else {}
    times = Counter(left.values())
    astray = []
    for at, deal in enumerate(game.deals):
        if left.get(at) == deal.contract:
            del left[at]
            times[deal.contract] -= 1
        else:
            astray.append(at)
    surplus = set()
    for at in astray:
        times[game.deals[at].contract] -= 1
        if times[game.deals[at].contract] < 0:
            surplus.add(at)
    for at in astray:
        if at not in surplus:
            places = (place for place, contract in left.items() if contract == game.deals[at].contract)
            del left[min(places, key=lambda place: (place in surplus, place))]
    return tuple(contract for at, contract in left.items() if at not in surplus)


def to_come(game: Game) -> dict[str, int] | None:
    """How often each contract may still come, over all players; None where the end is open.

    They are more than the deals to come only where one was declared more often than it may be: which of them that deal
    stands for is not known.
    """
    schedule = game.rules.schedule
    if schedule.kind == "open":
        return None
    if schedule.kind == "fixed" and not schedule.free:
        left = Counter(still_due(game))
    else:
        seats = range(game.rules.table) if each_has_his_own(game) else range(1)
        left = sum((Counter(left_for(game, seat)) for seat in seats), Counter())
    return {contract: left[contract] for contract in schedule.contracts if left[contract]}


def deals_to_come(game: Game) -> int | None:
    """How many deals are to come by the schedule; None where the end is open."""
    schedule, deals = game.rules.schedule, game.rules.deals
    if schedule.kind == "fixed" and not schedule.free:
        return len(still_due(game))
    return None if deals is None else max(0, deals - len(game.deals))


def upcoming(game: Game, table: ScoreTable | None = None) -> Upcoming | None:
    """The next deal of a game, None when it is over."""
    if is_over(game, table):
        return None
    number = len(game.deals) + 1
    seats = playing(game, number)
    contracts, declarer = _open_contracts(game, number)
    lowest = _lowest(game, contracts)
    return Upcoming(
        number,
        dealer_of(game, number) if lowest is None else lowest,
        seats,
        tuple(seat for seat in range(game.rules.table) if seat not in seats),
        declarer,
        contracts,
        forehand(game, number) if lowest is None else None,
    )


def _lowest(game: Game, contracts: tuple[str, ...]) -> int | None:
    """Who has the lowest title in the reign that comes next, and so deals it; the highest trump leads there. None for
    all other deals, and where the record does not tell."""
    contract = game.rules.contract(contracts[0]) if len(contracts) == 1 else None
    last = game.deals[-1] if game.deals else None
    if contract is None or not contract.titles or last is None or last.titles is None:
        return None
    titles = succession(last.titles, last.row("tricks"), contract.titles)
    return titles.index(contract.titles[-1]) if titles is not None else None


def succession(titles: tuple[str, ...], tricks: tuple[int | None, ...] | None, order: tuple[str, ...]) -> (
    tuple[str, ...] | None
):  # fmt: skip
    """The titles that a quota deal gives, seat by seat; None where its record does not tell."""
    if tricks is None or len(tricks) != len(order) or None in tricks or sorted(titles) != sorted(order):
        return None
    ranking = sorted(range(len(order)), key=lambda seat: (-(tricks[seat] or 0), order.index(titles[seat])))
    return tuple(order[ranking.index(seat)] for seat in range(len(order)))


def _open_contracts(game: Game, number: int) -> tuple[tuple[str, ...], int | None]:
    schedule = game.rules.schedule
    turn = None if schedule.free else declarer_in_turn(game, number)
    if schedule.kind == "fixed" and not schedule.free:
        contract = still_due(game)[0]
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
    """True if no deal is to come: declared finished, all deals recorded, or the limit reached."""
    return bool(game.finished) or _through(game) or limit_reached(game, table)


def _through(game: Game) -> bool:
    """True if the schedule has all its deals; in a fixed order a deal too many is none of them."""
    deals = game.rules.deals
    return deals is not None and len(game.deals) >= deals and not still_due(game)


def is_complete(game: Game, table: ScoreTable | None = None) -> bool:
    """True if the schedule itself is through; a game stopped by agreement is not complete."""
    deals, limit = game.rules.deals, game.rules.schedule.limit
    if limit is not None and limit_reached(game, table):
        return True
    if deals is not None:
        return _through(game)
    return limit is None and game.finished == "yes"

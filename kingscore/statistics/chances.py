"""Who can still win a running game, and what each needs for it, from the deals that are left.

Each item of a deal to come is shared out for itself: whether cards could fall just so is not looked at. At the ends
that makes no difference, since one seat can always take everything. Sales, bids and the ceilings of titles are left
aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Literal

from kingscore.model.findings import Refused, finding
from kingscore.model.game import Game, declarer_in_turn, playing
from kingscore.model.rules import Contract
from kingscore.scoring.schedule import deals_to_come, is_over, left_for, still_due, to_come
from kingscore.scoring.score import score

#: Beyond so many steps the search stops and does not rule the seat out.
MOST = 300_000
COMPARED = 300
#: What a seat gains on each of the others, by one way to share out a deal.
Gains = tuple[int, ...]
#: ``sure``: first whatever comes; ``first``: first whatever comes, perhaps with another; ``open``; ``none``.
Chance = Literal["sure", "first", "open", "none"]


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody whom a seat has to pass: the points that the seat needs more than he gets to draw level, and the most
    that it can still make up."""

    seat: int
    needs: int
    most: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can still become of a seat: its total now, the lowest and the highest that it can end with, whether it can
    win, and whom it has to pass, the one farthest ahead first."""

    seat: int
    total: int
    lowest: int
    highest: int
    chance: Chance
    rivals: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class Chances:
    """The outlook of every seat. ``left`` deals are to come; None where the end is open, and then nothing is ruled
    out. ``sooner`` is True where the game may end before its last deal. ``aside`` names what was left aside."""

    seats: tuple[Outlook, ...]
    left: int | None
    sooner: bool
    aside: tuple[Literal["sales", "bids", "titles"], ...]


def chances(game: Game) -> Chances:
    """Refused, status 1: M911 where a deal gives no points, so that nobody's total is known."""
    table = score(game)
    if table.totals is None:
        number = next(line.number for line in table.lines if line.points is None)
        raise Refused(finding("M911", deal=number), status=1, players=game.players)
    ahead = coming(game) if not is_over(game, table) else ()
    totals, rules = table.totals, game.rules
    aside = [
        *(["sales"] if ahead and any(deal.contract.sale for deal in ahead) else []),
        *(["bids"] if any(contract.bid for contract in rules.contracts) else []),
        *(["titles"] if rules.lower_title_wins_ties else []),
    ]
    outlooks = tuple(_outlook(seat, totals, ahead) for seat in range(rules.table))
    due, left = deals_to_come(game), None if ahead is None else len(ahead)
    left = left if due is None or left is None else min(left, due)
    return Chances(outlooks, left, rules.schedule.limit is not None and left != 0, tuple(aside))  # type: ignore[arg-type]


def _outlook(seat: int, totals: Sequence[int], ahead: tuple[Coming, ...] | None) -> Outlook:
    total, deals = totals[seat], ahead or ()
    low = total + sum(lowest(deal, seat) for deal in deals)
    high = total + sum(highest(deal, seat) for deal in deals)
    rivals = tuple(
        Rival(other, totals[other] - total, sum(most_over(deal, seat, other) for deal in deals))
        for other in sorted(range(len(totals)), key=lambda s: -totals[s])
        if totals[other] > total
    )
    chance: Chance = "open" if ahead is None else chance_of(seat, totals, ahead)
    return Outlook(seat, total, low, high, chance, rivals)


def chance_of(seat: int, totals: Sequence[int], ahead: Sequence[Coming]) -> Chance:
    """Whether a seat can still come first, alone or with others."""
    others = [other for other in range(len(totals)) if other != seat]
    best = [totals[other] + sum(most_over(deal, other, seat) for deal in ahead) - totals[seat] for other in others]
    if max(best) < 0:
        return "sure"
    if max(best) == 0:
        return "first"
    return "open" if can_win(seat, totals, ahead) else "none"


def can_win(seat: int, totals: Sequence[int], ahead: Sequence[Coming]) -> bool:
    """True if some course of the deals to come leaves nobody with more points than the seat."""
    others = tuple(other for other in range(len(totals)) if other != seat)
    needs = tuple(totals[other] - totals[seat] for other in others)
    most = (sum(most_over(deal, seat, other) for deal in ahead) for other in others)
    if any(need > can for need, can in zip(needs, most, strict=True)):
        return False
    return any(searched(seat, others, needs, ahead, width) for width in (1, None))


def searched(
    seat: int, others: tuple[int, ...], needs: Gains, ahead: Sequence[Coming], width: int | None = None
) -> bool:
    """All needs that can be left after each deal, without those that another set of them beats; only the ``width``
    most even ones where a quick try is asked for, which nearly always finds a way if there is one.

    True as well where the search grows beyond ``MOST``: then nothing is ruled out.
    """
    stages = [stage for deal in ahead for stage in gains(deal, seat, others)]
    harmful = [any(min(row) < 0 for row in stage) for stage in stages]
    # What costs the seat something comes first: until then a need below nothing is worth something.
    order = sorted(range(len(stages)), key=lambda at: (not harmful[at], -max(max(row) for row in stages[at])))
    alike = all(set(others) <= set(deal.seats) for deal in ahead)
    possible, work = {needs}, 0
    for at in order:
        work += len(possible) * len(stages[at])
        if work > MOST:
            return True
        left = {tuple([a - b for a, b in zip(was, row, strict=True)]) for was in possible for row in stages[at]}
        if not harmful[at]:
            left = {tuple([max(0, need) for need in after]) for after in left}
            left = _unbeaten({tuple(sorted(after)) for after in left} if alike else left)
        possible = left if width is None else set(sorted(left, key=lambda after: (max(after), sum(after)))[:width])
    return any(max(after) <= 0 for after in possible)


def _unbeaten(sets: set[Gains]) -> set[Gains]:
    """Those sets of needs that no other beats against everybody; with very many of them not all are compared."""
    kept: list[Gains] = []
    for needs in sorted(sets, key=lambda needs: (sum(needs), needs)):
        if not any(all(a <= b for a, b in zip(other, needs, strict=True)) for other in kept[:COMPARED]):
            kept.append(needs)
    return set(kept)


# The deals to come


def coming(game: Game) -> tuple[Coming, ...] | None:
    """The deals to come with those who play in them; None where the end is open.

    Where it is not known yet who sits out when a contract comes, everybody is taken to play: what then counts as
    possible is at most that.
    """
    schedule, everybody = game.rules.schedule, tuple(range(game.rules.table))
    if schedule.kind == "open":
        return None
    if schedule.kind == "fixed" and not schedule.free:
        numbered = enumerate(still_due(game), len(game.deals) + 1)
        deals: Iterable[tuple[str, tuple[int, ...]]] = ((name, playing(game, number)) for number, name in numbered)
    elif schedule.kind == "declared" and not schedule.free:
        # Who sits out goes by who declares, since the deal passes round.
        seats_of = {declarer_in_turn(game, number): playing(game, number) for number in range(1, game.rules.table + 1)}
        own = ((seat, name) for seat in everybody for name in Counter(left_for(game, seat)).elements())
        deals = ((name, seats_of.get(seat, everybody)) for seat, name in own)
    else:
        deals = ((name, everybody) for name in Counter(to_come(game)).elements())
    known = ((game.rules.contract(name), seats) for name, seats in deals)
    return tuple(Coming(contract, seats) for contract, seats in known if contract is not None)


@dataclass(frozen=True, slots=True)
class Coming:
    """A deal to come: its contract and the seats that play."""

    contract: Contract
    seats: tuple[int, ...]


def lumps(contract: Contract) -> list[int]:
    """The worth of every single thing that the deal holds, doubled where points double when a seat takes none: with
    three or more at the table that is always so while one seat takes everything."""
    factor = 2 if contract.doubles else 1
    return [factor * item.value for item in contract.items for _ in range(item.amount) if item.value]


def highest(coming: Coming, seat: int) -> int:
    """The most points that the seat can get."""
    if seat not in coming.seats:
        return 0
    contract = coming.contract
    if contract.placement:
        return max(contract.prizes)
    return max(sum(worth for worth in lumps(contract) if worth > 0), contract.sweep or 0)


def lowest(coming: Coming, seat: int) -> int:
    """The fewest points that the seat can get; where taking everything is a sweep, one thing is left to another."""
    if seat not in coming.seats:
        return 0
    contract = coming.contract
    if contract.placement:
        return min(contract.prizes)
    costs = [worth for worth in lumps(contract) if worth < 0]
    if contract.sweep is None or len(costs) < len(lumps(contract)):
        return sum(costs)
    return min(sum(costs) - max(costs, default=0), contract.sweep)


def most_over(coming: Coming, seat: int, other: int) -> int:
    """The most that the one seat can gain on the other."""
    if seat not in coming.seats:
        return max(0, -lowest(coming, other))
    if other not in coming.seats:
        return highest(coming, seat)
    contract = coming.contract
    if contract.placement:
        return max(contract.prizes) - min(contract.prizes)
    sizes = [abs(worth) for worth in lumps(contract)]
    if contract.sweep is None:
        return sum(sizes)
    of_one_side = len({worth > 0 for worth in lumps(contract)}) == 1
    return max(abs(contract.sweep), sum(sizes) - (min(sizes) if of_one_side else 0))


def gains(coming: Coming, seat: int, others: tuple[int, ...]) -> list[list[Gains]]:
    """Stages that add up: of each one way is chosen. A way is what ``seat`` gains on each of ``others``.

    Only the ways are there than which none is better against everybody: the seat takes what is worth something and
    leaves what costs, and all that is open is which of the others get it.
    """
    there = tuple(at for at, other in enumerate(others) if other in coming.seats)
    plays, contract = seat in coming.seats, coming.contract
    factor = 2 if contract.doubles else 1
    if contract.placement:
        best = max(contract.prizes) if plays else 0
        rest = sorted(contract.prizes)[:-1] if plays else sorted(contract.prizes)
        return [[_spread(order, -1, there, [best] * len(others)) for order in sorted(set(permutations(rest)))]]
    if contract.sweep is not None and plays:
        # The seat sweeps, or takes none while no single one of the others takes everything.
        item = contract.items[0]
        shared = (part for part in parts(item.amount, len(there)) if item.amount not in part)
        ways = [_spread(part, -factor * item.value, there, [0] * len(others)) for part in shared]
        return [[(contract.sweep,) * len(others), *ways]]
    stages = []
    for item in contract.items:
        worth = factor * item.value
        if worth > 0 and plays:
            stages.append([(worth * item.amount,) * len(others)])
        elif worth:
            shares = parts(item.amount, len(there))
            stages.append([_spread(part, -worth, there, [0] * len(others)) for part in shares])
    return stages


def _spread(part: Sequence[int], worth: int, there: Sequence[int], row: list[int]) -> Gains:
    for at, count in zip(there, part, strict=True):
        row[at] += worth * count
    return tuple(row)


@lru_cache(maxsize=256)
def parts(amount: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Every way to share so many things among so many seats."""
    if seats <= 1:
        return ((amount,) * seats,)
    return tuple((first, *rest) for first in range(amount, -1, -1) for rest in parts(amount - first, seats - 1))

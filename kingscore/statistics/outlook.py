"""What a deal to come can still give: to one seat, to one seat over another, and all gains worth a look. Whole numbers.

Each item of a deal is shared out for itself: whether cards could fall just so is not looked at. At the ends that makes
no difference, since one seat can always take everything. Sales, bids and the ceilings of titles are left aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from kingscore.model.frozen import dataclass
from kingscore.model.rules import Contract

#: What a seat gains on each of the others, by one way to share out a deal.
Gains = tuple[int, ...]


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
    found = [worth for worth in lumps(contract) if worth < 0]
    if contract.sweep is None or len(found) < len(lumps(contract)):
        return sum(found)
    return min(sum(found) - max(found, default=0), contract.sweep)


def most_over(coming: Coming, seat: int, other: int) -> int:
    """The most that the one seat can gain on the other."""
    if seat not in coming.seats:
        return max(0, -lowest(coming, other))
    if other not in coming.seats:
        return highest(coming, seat)
    contract = coming.contract
    if contract.placement:
        return max(contract.prizes) - min(contract.prizes)
    found = [abs(worth) for worth in lumps(contract)]
    if contract.sweep is None:
        return sum(found)
    of_one_side = len({worth > 0 for worth in lumps(contract)}) == 1
    return max(abs(contract.sweep), sum(found) - (min(found) if of_one_side else 0))


def easily(coming: Coming, seat: int) -> tuple[int, list[int]]:
    """What the seat gets by taking all that is worth something and nothing else, and the worth of what goes to the
    others, thing by thing; a sweep where there is one."""
    contract, plays = coming.contract, seat in coming.seats
    if contract.placement:
        prizes = sorted(contract.prizes)
        return (prizes[-1], prizes[:-1]) if plays else (0, prizes)
    if contract.sweep is not None and plays:
        return contract.sweep, []
    found = lumps(contract)
    taken = sum(worth for worth in found if worth > 0) if plays else 0
    return taken, [worth for worth in found if worth < 0 or not plays]


# Every way to share a deal out that is worth a look for one seat


def gains(coming: Coming, seat: int, others: tuple[int, ...]) -> list[list[Gains]]:
    """Stages that add up: of each one way is chosen. A way is what ``seat`` gains on each of ``others``.

    Only the ways are there than which none is better against everybody: the seat takes what is worth something and
    leaves what costs, and all that is open is which of the others get it.
    """
    there = tuple(at for at, other in enumerate(others) if other in coming.seats)
    plays = seat in coming.seats
    contract = coming.contract
    if contract.placement:
        return [list(_prizes(contract.prizes, plays, there, len(others)))]
    if contract.sweep is not None and plays:
        return [_with_sweep(contract, there, len(others))]
    factor = 2 if contract.doubles else 1
    stages = []
    for item in contract.items:
        worth = factor * item.value
        if worth > 0 and plays:
            stages.append([(worth * item.amount,) * len(others)])
        elif worth:
            stages.append([_placed(part, -worth, there, len(others)) for part in parts(item.amount, len(there))])
    return stages


def _prizes(prizes: Sequence[int], plays: bool, there: Sequence[int], wide: int) -> Iterator[Gains]:
    best = max(prizes) if plays else 0
    rest = sorted(prizes)[: len(prizes) - 1] if plays else sorted(prizes)
    for order in sorted(set(permutations(rest))):
        row = [best] * wide
        for at, prize in zip(there, order, strict=True):
            row[at] = best - prize
        yield tuple(row)


def _with_sweep(contract: Contract, there: Sequence[int], wide: int) -> list[Gains]:
    """The seat sweeps, or takes none while no single one of the others takes everything."""
    own = [(contract.sweep or 0,) * wide]
    item = contract.items[0]
    worth = (2 if contract.doubles else 1) * item.value
    shared = [part for part in parts(item.amount, len(there)) if item.amount not in part]
    return own + [_placed(part, -worth, there, wide) for part in shared]


def _placed(part: Sequence[int], worth: int, there: Sequence[int], wide: int) -> Gains:
    row = [0] * wide
    for at, count in zip(there, part, strict=True):
        row[at] = worth * count
    return tuple(row)


@lru_cache(maxsize=256)
def parts(amount: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Every way to share so many things among so many seats."""
    if seats <= 1:
        return ((amount,) * seats,)
    return tuple((first, *rest) for first in range(amount, -1, -1) for rest in parts(amount - first, seats - 1))

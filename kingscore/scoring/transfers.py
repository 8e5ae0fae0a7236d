"""From exact debts to payments in whole coins: rounding, and the fewest transfers.

Whole amounts are each less than one coin from the exact ones and sum to zero. Among people with equal claims the odd
coin goes by a draw seeded with the names and the amounts, so that it does not depend on the order in which people are
named, is fair over many evenings, and always comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise

#: Up to so many people with a balance the fewest transfers are found for certain.
SURELY_FEWEST = 12
#: What one person owes another before rounding: ``{(payer, payee): coins}``, none of them below zero.
Owed = Mapping[tuple[int, int], Fraction]
#: The node of the flow that stands for what a person gains or loses in all.
ALL = -1


@dataclass(frozen=True, slots=True)
class Transfer:
    """``payer`` gives ``payee`` so many coins, at least one; people are numbered from 0."""

    payer: int
    payee: int
    amount: int


def net(transfers: Sequence[Transfer], people: int) -> tuple[int, ...]:
    """The balances that transfers settle: what each receives less what he pays."""
    out = [0] * people
    for transfer in transfers:
        out[transfer.payer] -= transfer.amount
        out[transfer.payee] += transfer.amount
    return tuple(out)


def net_owed(owed: Owed, people: int) -> tuple[Fraction, ...]:
    """The exact balances of what is owed."""
    out = [Fraction(0)] * people
    for (payer, payee), amount in owed.items():
        out[payer] -= amount
        out[payee] += amount
    return tuple(out)


def tie_break(names: Sequence[str], amounts: Sequence[Fraction | int]) -> dict[int, int]:
    """Everybody's rank in a drawing that depends on the names and the amounts, not on the order of either."""
    pot = ";".join(map(str, sorted(amounts)))
    drawn = [sha256(f"{pot}\n{name}".encode("utf-8", "surrogatepass")).digest() for name in names]
    order = sorted(range(len(names)), key=lambda person: (drawn[person], names[person]))
    return {person: rank for rank, person in enumerate(order)}


def whole_balances(exact: Sequence[Fraction], names: Sequence[str]) -> tuple[int, ...]:
    """Exact balances that sum to zero as whole coins that do: rounded towards nothing, so that no coin changes hands
    that need not; the coins that are then missing come from the largest rests.

    Equal rests are served in the order of ``tie_break``.
    """
    whole = [abs(amount.numerator) // amount.denominator * (1 if amount > 0 else -1) for amount in exact]
    rests = [amount - coins for amount, coins in zip(exact, whole, strict=True)]
    missing, ranks = -sum(whole), tie_break(names, exact)
    way = 1 if missing > 0 else -1
    by_rest = sorted((p for p, rest in enumerate(rests) if rest * way > 0), key=lambda p: (-abs(rests[p]), ranks[p]))
    for person in by_rest[: abs(missing)]:
        whole[person] += way
    return tuple(whole)


def whole_payments(owed: Owed, names: Sequence[str]) -> tuple[Transfer, ...]:
    """Exact debts as transfers of whole coins: each debt, and what each person pays or receives in all, is rounded up
    or down to a neighbouring whole number."""
    balances = net_owed(owed, len(names))
    ranks = tie_break(names, balances)
    person = {rank: who for who, rank in ranks.items()}
    flow = {(ranks[payer], ranks[payee]): amount for (payer, payee), amount in owed.items()}
    flow |= {(ALL, ranks[who]): -balance for who, balance in enumerate(balances)}
    while rest := sorted(edge for edge, amount in flow.items() if amount.denominator != 1):
        _shift(flow, _cycle(rest))
    whole = {edge: amount.numerator for edge, amount in sorted(flow.items()) if ALL not in edge}
    return tuple(Transfer(person[a], person[b], coins) for (a, b), coins in whole.items() if coins)


def _cycle(edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A closed walk along edges, as its nodes in steps ``(from, to)``.

    Whole inflow and outflow make every node of a fractional edge the end of another one, so that a walk never gets
    stuck before it meets itself.
    """
    walk = [edges[0][0]]
    came_by: tuple[int, int] | None = None
    while walk.count(walk[-1]) == 1:
        here = walk[-1]
        came_by = next(edge for edge in edges if here in edge and edge != came_by)
        walk.append(came_by[0] if came_by[1] == here else came_by[1])
    return list(pairwise(walk[walk.index(walk[-1]) :]))


def _shift(flow: dict[tuple[int, int], Fraction], cycle: list[tuple[int, int]]) -> None:
    """Move the smallest amount round a cycle that makes one of its edges whole; no edge passes a whole number."""
    ahead = [(step, 1) if step in flow else ((step[1], step[0]), -1) for step in cycle]

    def room(way: int) -> Fraction:
        return min((flow[edge] * -sign * way) % 1 for edge, sign in ahead)

    growth = sum(sign for edge, sign in ahead if ALL not in edge)
    way = min((1, -1), key=lambda way: (room(way), way * growth))  # of two equal steps the one that lets pay less
    amount = room(way)
    for edge, sign in ahead:
        flow[edge] += sign * way * amount


def fewest_transfers(balances: Sequence[int], names: Sequence[str]) -> tuple[Transfer, ...]:
    """Transfers that settle balances, for certain as few as can be for up to ``SURELY_FEWEST`` people with one.

    A group of n people whose balances sum to zero settles in n − 1 transfers, so the fewest come from the most groups.
    For more people those who just cancel are paired first and the rest is one group.
    """
    ranks = tie_break(names, balances)
    people = sorted((p for p, b in enumerate(balances) if b), key=lambda p: (balances[p], ranks[p]))
    groups = _most_groups if len(people) <= SURELY_FEWEST else _cancelling
    return tuple(
        transfer for group in groups(people, balances) for transfer in _within(group, balances) if transfer.amount
    )


def _most_groups(people: Sequence[int], balances: Sequence[int]) -> Iterator[list[int]]:
    """As many groups as there can be whose balances sum to zero: for every set of people the most zero sums that are
    met on the way when they leave one by one."""
    sums, most = [0], [0]
    for members in range(1, 1 << len(people)):
        lowest = (members & -members).bit_length() - 1
        sums.append(sums[members & (members - 1)] + balances[people[lowest]])
        best = max(most[members ^ 1 << i] for i in range(len(people)) if members >> i & 1)
        most.append(best + (sums[members] == 0))
    left, group = len(most) - 1, list[int]()
    while left:
        closes = sums[left] == 0
        if closes and group:
            yield group
            group = []
        leaver = next(i for i in range(len(people)) if left >> i & 1 and most[left ^ 1 << i] + closes == most[left])
        group.append(people[leaver])
        left ^= 1 << leaver
    if group:
        yield group


def _cancelling(people: Sequence[int], balances: Sequence[int]) -> Iterator[list[int]]:
    """Pairs that just cancel, then everybody else."""
    rest = list(people)
    for person in people:
        other = next((o for o in rest if balances[o] == -balances[person]), None)
        if person in rest and other is not None:
            rest = [p for p in rest if p not in (person, other)]
            yield [person, other]
    if rest:
        yield rest


def _within(group: Sequence[int], balances: Sequence[int]) -> Iterator[Transfer]:
    """Transfers that settle one group: the largest debts to the largest credits, each step settling somebody."""
    left = {person: balances[person] for person in group}
    payers = sorted((p for p in group if left[p] < 0), key=lambda p: left[p])
    payees = sorted((p for p in group if left[p] > 0), key=lambda p: -left[p])
    while payers and payees:
        payer, payee = payers[0], payees[0]
        amount = min(-left[payer], left[payee])
        yield Transfer(payer, payee, amount)
        left[payer] += amount
        left[payee] -= amount
        payers = payers[not left[payer] :]
        payees = payees[not left[payee] :]


def without_circles(owed: Owed, names: Sequence[str]) -> dict[tuple[int, int], Fraction]:
    """What is owed once each pair is set off against itself and nobody pays what comes back to him by way of others.

    Everybody's balance stays. Circles are looked for in the order of the names, whatever the order of the people.
    """
    place = {person: rank for rank, person in enumerate(sorted(range(len(names)), key=lambda p: names[p]))}
    out: dict[int, dict[int, Fraction]] = {}
    for (payer, payee), amount in owed.items():
        if payer != payee:
            left = amount - out.get(payee, {}).pop(payer, Fraction(0)) + out.get(payer, {}).pop(payee, Fraction(0))
            a, b = (payer, payee) if left > 0 else (payee, payer)
            if left:
                out.setdefault(a, {})[b] = abs(left)
    for start in sorted(out, key=lambda p: place[p]):
        _unwind(out, start, place)
    return {(payer, payee): amount for payer, debts in out.items() for payee, amount in debts.items()}


def _unwind(owed: dict[int, dict[int, Fraction]], start: int, place: Mapping[int, int]) -> None:
    """Takes every circle out that can be reached from one person, walking on and stepping back."""
    walk, done = [start], set[int]()
    while walk:
        onward = [payee for payee in owed.get(walk[-1], {}) if payee not in done]
        if not onward:
            done.add(walk.pop())
            continue
        walk.append(min(onward, key=lambda p: place[p]))
        at = walk.index(walk[-1])
        if at == len(walk) - 1:
            continue
        circle = list(pairwise(walk[at:]))
        least = min(owed[payer][payee] for payer, payee in circle)
        for payer, payee in circle:
            owed[payer][payee] -= least
            if not owed[payer][payee]:
                del owed[payer][payee]
        del walk[at + 1 :]


def brought_to(transfers: Sequence[Transfer], balances: Sequence[int], names: Sequence[str]) -> tuple[Transfer, ...]:
    """Transfers changed by as few coins as can be so that they settle just these balances, without circles."""
    off = [balance - there for balance, there in zip(balances, net(transfers, len(names)), strict=True)]
    owed = {(t.payer, t.payee): Fraction(t.amount) for t in transfers}
    for more in fewest_transfers(off, names):
        pair = (more.payer, more.payee)
        owed[pair] = owed.get(pair, Fraction(0)) + more.amount
    whole = without_circles(owed, names)
    return tuple(Transfer(payer, payee, amount.numerator) for (payer, payee), amount in sorted(whole.items()))

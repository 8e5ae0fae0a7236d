"""Lays the deals of a record along the schedule with as little amiss as possible: what is missing, too many, swapped.

A table of least costs, as for comparing two texts; it is only needed where a record does not fit at once.
"""

from __future__ import annotations

from kingscore.checks.rule_index import DEALER, EXTRA, FIRST_GAP, GAP, REACH, SWAP, Alignment, RuleIndex, Slot, amiss
from kingscore.model.frozen import replace
from kingscore.model.game import Game

Step = tuple[int, str]


def least_amiss(game: Game, index: RuleIndex) -> Alignment:
    """The cheapest explanation of a record; the first dealer is moved only where that explains much."""
    places = game.rules.deals
    most = len(game.deals) if places is None else places + REACH
    if len(game.deals) > most:
        alignment = least_amiss(replace(game, deals=game.deals[:most]), index)
        return replace(alignment, slots=(*alignment.slots, *[None] * (len(game.deals) - most)))
    best, cost = _aligned(game, index, 0)
    rules = game.rules
    told = rules.table > rules.playing or (not rules.schedule.free and rules.schedule.declarer != "bidder")
    if cost >= DEALER and told:
        for turned in range(1, game.rules.table):
            other, other_cost = _aligned(game, index, turned)
            if other_cost + DEALER < cost:
                best, cost = other, other_cost + DEALER
    return best


def _aligned(game: Game, index: RuleIndex, turned: int) -> tuple[Alignment, int]:
    deals, places = game.deals, game.rules.deals
    end = places if places is not None else len(deals)
    slots = [index.slot(game.dealer + turned + place, place + 1) for place in range(end)]
    costs: dict[tuple[int, int], Step] = {(0, 0): (0, "")}
    for i in range(len(deals) + 1):
        for j in range(max(0, i - REACH), min(end, i + REACH) + 1):
            if (i, j) != (0, 0):
                costs[i, j] = _step(game, index, slots, costs, i, j)
    last = _last(game, costs, end)
    return _walk(game, slots, costs, last, turned), costs[len(deals), last][0]


def _step(game: Game, index: RuleIndex, slots: list[Slot], costs: dict[tuple[int, int], Step], i: int, j: int) -> Step:
    """The cheapest way to have placed ``i`` deals on ``j`` places."""
    deals = game.deals
    ways: list[Step] = []
    if (i - 1, j - 1) in costs:
        ways.append((costs[i - 1, j - 1][0] + amiss(index, deals[i - 1], slots[j - 1]), "fit"))
    if (i - 2, j - 2) in costs:
        crossed = amiss(index, deals[i - 2], slots[j - 1]) + amiss(index, deals[i - 1], slots[j - 2])
        if not crossed:
            ways.append((costs[i - 2, j - 2][0] + SWAP, "swap"))
    if (i - 1, j) in costs:
        twin = i > 1 and deals[i - 1] == deals[i - 2]
        ways.append((costs[i - 1, j][0] + EXTRA - twin, "extra"))
    if (i, j - 1) in costs:
        ways.append((costs[i, j - 1][0] + _gap(game, i, j), "gap"))
    # At the end of the schedule what comes last is sooner too many than something before it.
    return min(ways, key=lambda way: (way[0], j == len(slots) and way[1] != "extra")) if ways else (10**6, "none")


def _gap(game: Game, i: int, j: int) -> int:
    """A place without a deal costs nothing after the last deal of a game that goes on, was stopped, or has a limit.

    Before the first deal it costs more than another first dealer, unless the order of the contracts shows it.
    """
    open_end = game.finished != "yes" or game.rules.schedule.limit is not None
    if i == len(game.deals) and open_end:
        return 0
    return GAP if i or game.rules.schedule.kind == "fixed" else FIRST_GAP


def _last(game: Game, costs: dict[tuple[int, int], Step], end: int) -> int:
    """The place at which the record ends: the last of the schedule, or as far as the search reached."""
    n = len(game.deals)
    if (n, end) in costs:
        return end
    reached = [j for i, j in costs if i == n]
    return max(reached, key=lambda j: (-costs[n, j][0], j)) if reached else 0


def _walk(game: Game, slots: list[Slot], costs: dict[tuple[int, int], Step], last: int, turned: int) -> Alignment:
    placed: list[Slot | None] = [None] * len(game.deals)
    swaps: list[int] = []
    gaps: list[tuple[int, int]] = [(len(game.deals) + 1, place) for place in range(last + 1, len(slots) + 1)]
    i, j = len(game.deals), last
    while (i, j) != (0, 0):
        way = costs[i, j][1]
        if way == "fit":
            placed[i - 1], i, j = slots[j - 1], i - 1, j - 1
        elif way == "swap":
            placed[i - 1], placed[i - 2] = slots[j - 2], slots[j - 1]
            swaps.append(i - 1)
            i, j = i - 2, j - 2
        elif way == "extra":
            i -= 1
        elif way == "gap":
            gaps.append((i + 1, j))
            j -= 1
        else:
            break
    return Alignment(tuple(placed), tuple(reversed(swaps)), tuple(sorted(gaps)), turned)

"""Who can still win a running game, and what each needs for it, from the deals that are left. It foretells nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.model.game import Game, declarer_in_turn, playing
from kingscore.scoring.schedule import deals_to_come, is_over, left_for, still_due, to_come
from kingscore.scoring.score import score
from kingscore.statistics.outlook import Coming, Gains, easily, gains, highest, lowest, most_over

#: Beyond so many steps the search stops and does not rule the seat out.
MOST = 300_000
COMPARED = 300
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
        raise Refused(finding("M911", deal=number), players=game.players)
    ahead = coming(game) if not is_over(game, table) else ()
    totals, seats = table.totals, range(game.rules.table)
    rules = game.rules
    aside = [
        *(["sales"] if ahead and any(one.contract.sale for one in ahead) else []),
        *(["bids"] if any(one.bid for one in rules.contracts) else []),
        *(["titles"] if rules.lower_title_wins_ties else []),
    ]
    made = tuple(_outlook(seat, totals, ahead) for seat in seats)
    due, left = deals_to_come(game), None if ahead is None else len(ahead)
    left = left if due is None or left is None else min(left, due)
    return Chances(made, left, rules.schedule.limit is not None and left != 0, tuple(aside))  # type: ignore[arg-type]


def _outlook(seat: int, totals: Sequence[int], to_come: tuple[Coming, ...] | None) -> Outlook:
    total = totals[seat]
    low = total + sum(lowest(one, seat) for one in to_come or ())
    high = total + sum(highest(one, seat) for one in to_come or ())
    rivals = tuple(
        Rival(other, totals[other] - total, sum(most_over(one, seat, other) for one in to_come or ()))
        for other in sorted(range(len(totals)), key=lambda s: -totals[s])
        if totals[other] > total
    )
    chance: Chance = "open" if to_come is None else _chance(seat, totals, to_come)
    return Outlook(seat, total, low, high, chance, rivals)


def _chance(seat: int, totals: Sequence[int], to_come: Sequence[Coming]) -> Chance:
    """Whether a seat can still come first, alone or with others."""
    others = [other for other in range(len(totals)) if other != seat]
    best = [totals[other] + sum(most_over(one, other, seat) for one in to_come) - totals[seat] for other in others]
    if max(best) < 0:
        return "sure"
    if max(best) == 0:
        return "first"
    return "open" if can_win(seat, totals, to_come) else "none"


def can_win(seat: int, totals: Sequence[int], to_come: Sequence[Coming]) -> bool:
    """True if some course of the deals to come leaves nobody with more points than the seat."""
    others = tuple(other for other in range(len(totals)) if other != seat)
    needs = tuple(totals[other] - totals[seat] for other in others)
    most = (sum(most_over(one, seat, other) for one in to_come) for other in others)
    if any(need > can for need, can in zip(needs, most, strict=True)):
        return False
    return _dealt_out(seat, others, needs, to_come) or searched(seat, others, needs, to_come)


def _dealt_out(seat: int, others: tuple[int, ...], needs: Gains, to_come: Sequence[Coming]) -> bool:
    """A quick try, nearly always enough: one thing after the other goes to whom it sets back most."""
    left = list(needs)
    for one in sorted(to_come, key=lambda deal: -highest(deal, seat)):
        taken, given = easily(one, seat)
        left = [need - taken for need in left]
        there = [at for at, other in enumerate(others) if other in one.seats]
        if one.contract.placement:
            there = sorted(there, key=left.__getitem__, reverse=True)
            left = [need + dict(zip(there, given, strict=True)).get(at, 0) for at, need in enumerate(left)]
            continue
        for worth in sorted(given, key=abs, reverse=True):
            pick = max if worth < 0 else min
            left[pick(there, key=left.__getitem__)] += worth
    return max(left) <= 0


def searched(seat: int, others: tuple[int, ...], needs: Gains, to_come: Sequence[Coming]) -> bool:
    """The whole search: all needs that can be left after each deal, without those that another set of them beats.

    True as well where the search grows beyond ``MOST``: then nothing is ruled out.
    """
    stages = [stage for one in to_come for stage in gains(one, seat, others)]
    harmful = [any(min(row) < 0 for row in stage) for stage in stages]
    # What costs the seat something comes first: until then a need below nothing is worth something.
    order = sorted(range(len(stages)), key=lambda at: (not harmful[at], -max(max(row) for row in stages[at])))
    alike = all(set(others) <= set(one.seats) for one in to_come)
    found, work = {needs}, 0
    for at in order:
        work += len(found) * len(stages[at])
        if work > MOST:
            return True
        left = {_less(one, row, harmful[at]) for one in found for row in stages[at]}
        found = left if harmful[at] else _unbeaten({tuple(sorted(one)) for one in left} if alike else left)
    return any(max(one) <= 0 for one in found)


def _less(needs: Gains, row: Gains, whole: bool) -> Gains:
    left = [need - gain for need, gain in zip(needs, row, strict=True)]
    return tuple(left) if whole else tuple([max(0, need) for need in left])


def _unbeaten(found: set[Gains]) -> set[Gains]:
    """Those than which no other is as good against everybody; with very many of them not all are compared."""
    kept: list[Gains] = []
    for one in sorted(found, key=lambda needs: (sum(needs), needs)):
        if not any(all(a <= b for a, b in zip(other, one, strict=True)) for other in kept[:COMPARED]):
            kept.append(one)
    return set(kept)


# The deals to come


def coming(game: Game) -> tuple[Coming, ...] | None:
    """The deals to come with those who play in them; None where the end is open.

    Where it is not known yet who sits out when a contract comes, everybody is taken to play: what is then said to be
    possible is at most that.
    """
    schedule = game.rules.schedule
    if schedule.kind == "open":
        return None
    if schedule.kind == "fixed" and not schedule.free:
        numbered = enumerate(still_due(game), len(game.deals) + 1)
        return _made(game, ((contract, playing(game, number)) for number, contract in numbered))
    if schedule.kind == "declared" and not schedule.free:
        return _made(game, _by_declarer(game))
    return _made(game, ((one, tuple(range(game.rules.table))) for one in Counter(to_come(game)).elements()))


def _made(game: Game, deals: Iterable[tuple[str, tuple[int, ...]]]) -> tuple[Coming, ...]:
    found = ((game.rules.contract(contract), seats) for contract, seats in deals)
    return tuple(Coming(contract, seats) for contract, seats in found if contract is not None)


def _by_declarer(game: Game) -> Iterable[tuple[str, tuple[int, ...]]]:
    """Each seat's own contracts; who sits out goes by who declares, since the deal passes round."""
    playing_of: dict[int | None, tuple[int, ...]] = {}
    for number in range(1, game.rules.table + 1):
        playing_of[declarer_in_turn(game, number)] = playing(game, number)
    for seat in range(game.rules.table):
        for contract, times in left_for(game, seat).items():
            for _ in range(times):
                yield contract, playing_of.get(seat, tuple(range(game.rules.table)))

"""Which deal of a record is which in the schedule: what is missing, too many, swapped; who is in turn, what is due.

A deal that is missing shifts all later ones. So the deals are aligned with the schedule with as little amiss as
possible, and only what is then amiss is a fault.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from kingscore.model.game import Deal, Game, declarer_in_turn, playing
from kingscore.model.language import Names
from kingscore.model.rules import Contract, Rules

#: What it costs to explain a record by each fault: the cheapest explanation is taken.
CONTRACT, DECLARER, SITTERS, GAP, FIRST_GAP, EXTRA, SWAP, DEALER = 4, 4, 4, 7, 10, 7, 6, 6
#: How far a deal may lie from its place before the search gives up.
REACH = 9
#: A cost, and the way by which it came.
Step = tuple[int, str]


class Slot(NamedTuple):
    """A place in the schedule: who plays, whose turn it is to declare, which contract is due (None: a free choice)."""

    seats: tuple[int, ...]
    turn: int | None
    contract: str | None


class RuleIndex(NamedTuple):
    """A game's rules for looking up: contracts by id, and slots by the seat that deals and the contract that is due."""

    rules: Rules
    contracts: dict[str, Contract]
    slots: dict[tuple[int, str | None], Slot]

    def slot(self, dealer: int, number: int) -> Slot:
        """The place ``number`` of the schedule, from 1, when this seat deals."""
        rules, due = self.rules, None
        schedule = rules.schedule
        if schedule.kind == "fixed" and not schedule.free and 0 < number <= len(schedule.order):
            due = schedule.order[number - 1]
        at = (dealer % rules.table, due)
        if at not in self.slots:
            game = Game(rules, (), at[0])
            self.slots[at] = Slot(playing(game, 1), None if schedule.free else declarer_in_turn(game, 1), due)
        return self.slots[at]

    def names(self, contract_id: str | None) -> Names | str:
        """A contract's names, its id where this game has none such."""
        contract = self.contracts.get(contract_id or "")
        return contract.names if contract is not None else contract_id or "—"

    def declares(self, deal: Deal) -> bool:
        """True if somebody declares this deal's contract."""
        contract = self.contracts.get(deal.contract)
        return contract is not None and contract.declared


@lru_cache(maxsize=256)
def rule_index_of(rules: Rules) -> RuleIndex:
    return RuleIndex(rules, {contract.id: contract for contract in rules.contracts}, {})


@dataclass(frozen=True, slots=True)
class Alignment:
    """The deals of a game aligned with the schedule.

    ``slots`` holds each deal's place (None for a deal too many). ``swaps`` are numbers of deals that stand in the place
    of the next. ``gaps`` are ``(before deal, place)`` for what is missing. ``turned`` is how many seats the first
    dealer must move.
    """

    game: Game
    index: RuleIndex
    slots: tuple[Slot | None, ...]
    swaps: tuple[int, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    turned: int = 0

    def slot(self, place: int) -> Slot:
        """A place of the schedule, from 1, with the first dealer where he must be."""
        return self.index.slot(self.game.dealer + self.turned + place - 1, place)

    def with_deal(self, number: int, deal: Deal) -> Alignment:
        """The same with another deal in the place of deal ``number``."""
        return replace(self, game=self.game.with_deal_at(number, deal))

    def with_deal_before(self, number: int, deal: Deal, slot: Slot) -> Alignment:
        """The same with a deal put in before deal ``number``, in a slot of its own, as if nothing else were missing."""
        game = self.game.with_deal_before(number, deal)
        return Alignment(game, self.index, (*self.slots[: number - 1], slot, *self.slots[number - 1 :]))


@dataclass(frozen=True, slots=True)
class Quotas:
    """How often a contract may come (``times``), for each player where ``own``, and the deals in which it did."""

    times: dict[str, int]
    own: bool
    done: dict[tuple[int | None, str], list[int]]
    seats: tuple[int | None, ...]

    def left(self, number: int, but: int = 0) -> tuple[str, ...]:
        """The contracts that the declarer of a deal has left in the whole record, one deal not counted."""
        return self.left_to(self.seats[number - 1], but)

    def left_to(self, seat: int | None, but: int = 0) -> tuple[str, ...]:
        """The contracts that a seat has left in the whole record; of a shared quota, those of the game."""
        seat = seat if self.own else None
        return tuple(
            contract
            for contract, times in self.times.items()
            if sum(n != but for n in self.done.get((seat, contract), ())) < times
        )


def quotas_of(alignment: Alignment) -> Quotas | None:
    """The quotas of a game with what was declared; None where the order is fixed or the end open."""
    game = alignment.game
    schedule = game.rules.schedule
    if schedule.kind == "open" or (schedule.kind == "fixed" and not schedule.free):
        return None
    own = schedule.kind == "declared" and not schedule.free
    times = dict(schedule.quota) if own else schedule.times(game.rules.table) or {}
    done: dict[tuple[int | None, str], list[int]] = defaultdict(list)
    seats: list[int | None] = []
    for number, (deal, slot) in enumerate(zip(game.deals, alignment.slots, strict=True), 1):
        seat = slot.turn if own and slot is not None else None
        if own and slot is not None and (seat is None or deal.agreed) and deal.declarer is not None:
            # As recorded where nobody is in turn or the players agreed on it.
            seat = deal.declarer
        seats.append(seat)
        if slot is not None:
            done[seat, deal.contract].append(number)
    return Quotas(times, own, dict(done), tuple(seats))


def _exceeded(alignment: Alignment) -> int:
    """How many deals came although their contract could come no more."""
    quotas = quotas_of(alignment)
    if quotas is None:
        return 0
    return sum(max(0, len(done) - quotas.times.get(contract, len(done))) for (_, contract), done in quotas.done.items())


def amiss(index: RuleIndex, deal: Deal, slot: Slot) -> int:
    """How badly a deal fits a place: 0 where it fits."""
    if deal.unread:
        return 0
    cost, table = 0, index.rules.table
    if slot.contract is not None and deal.contract != slot.contract:
        cost += CONTRACT
    # Where only a sale is recorded, its seller declared.
    declarer = deal.bid.seller if deal.declarer is None and deal.bid is not None else deal.declarer
    if declarer is not None and slot.turn is not None and declarer != slot.turn and index.declares(deal):
        cost += DECLARER
    if len(slot.seats) < table and sits_out_elsewhere(deal, table, slot.seats):
        cost += SITTERS
    return cost


def sits_out_elsewhere(deal: Deal, table: int, seats: tuple[int, ...]) -> bool:
    """True if the empty places of a deal's rows are those of other seats than sit out."""
    rows = (*(row for _, row in deal.counts or ()), deal.points, deal.places)
    row = next((row for row in rows if row is not None and len(row) == table), None)
    return row is not None and tuple(seat for seat in range(table) if row[seat] is not None) != seats


def twin(game: Game, number: int) -> int | None:
    """The number of an earlier deal that is the same, the nearest one."""
    deal = game.deals[number - 1]
    return next((n for n in range(number - 1, 0, -1) if game.deals[n - 1] == deal), None)


def align(game: Game) -> Alignment:
    """Each deal's place in the schedule, with as little amiss as can be.

    Where neither order nor declarers matter, a deal is as good at one place as at another: only the quotas tell.
    """
    index, count = rule_index_of(game.rules), len(game.deals)
    schedule, places = game.rules.schedule, game.rules.deals
    alignment = Alignment(game, index, tuple(index.slot(game.dealer + n, n + 1) for n in range(count)))
    if schedule.free and game.rules.table == game.rules.playing:
        at_end = range(count + 1, (places or 0) + 1)
        return replace(alignment, gaps=tuple((count + 1, place) for place in at_end))
    short = places is not None and count < places and game.finished == "yes" and schedule.limit is None
    long = places is not None and count > places
    placed = zip(game.deals, alignment.slots, strict=True)
    if short or long or any(slot is not None and amiss(index, deal, slot) for deal, slot in placed):
        alignment = _with_what_is_free_at_the_end(_least_amiss(game, index))
    for number in alignment.swaps:
        # Not the two deals but their declarers may have changed places.
        slots = list(alignment.slots)
        slots[number - 1], slots[number] = slots[number], slots[number - 1]
        left = tuple(one for one in alignment.swaps if one != number)
        straight = replace(alignment, slots=tuple(slots), swaps=left)
        if _exceeded(straight) < _exceeded(alignment):
            alignment = straight
    if schedule.kind == "declared" and not schedule.free and not alignment.turned and _exceeded(alignment):
        return _by_quotas(alignment)
    return alignment


def _with_what_is_free_at_the_end(alignment: Alignment) -> Alignment:
    """Deals behind the last one that fits, on the places still free: there they are the wrong ones, none too many.

    Only one that is the same as the deal before it is recorded twice.
    """
    count = len(alignment.slots)
    after = range(max((n for n, slot in enumerate(alignment.slots, 1) if slot is not None), default=0) + 1, count + 1)
    free = sorted(place for before, place in alignment.gaps if before > count)[: len(after)]
    if not free or (len(after) == 1 and twin(alignment.game, count) == count - 1):
        return alignment
    slots = list(alignment.slots)
    for number, place in zip(after, free, strict=False):
        slots[number - 1] = alignment.slot(place)
    left = tuple(gap for gap in alignment.gaps if gap[0] <= count or gap[1] not in free)
    return replace(alignment, slots=tuple(slots), gaps=left)


# By costs: a table of the least, as for comparing two texts. It is only needed where a record does not fit at once.


def _least_amiss(game: Game, index: RuleIndex) -> Alignment:
    """The cheapest explanation of a record; the first dealer is moved only where that explains much."""
    rules, count = game.rules, len(game.deals)
    most = count if rules.deals is None else rules.deals + REACH
    if count > most:
        alignment = _least_amiss(replace(game, deals=game.deals[:most]), index)
        return replace(alignment, game=game, slots=(*alignment.slots, *[None] * (count - most)))
    best, cost = _turned(game, index, 0)
    dealer_shows = rules.table > rules.playing or (not rules.schedule.free and rules.schedule.declarer != "bidder")
    if cost >= DEALER and dealer_shows:
        for turned in range(1, rules.table):
            other, other_cost = _turned(game, index, turned)
            if other_cost + DEALER < cost:
                best, cost = other, other_cost + DEALER
    return best


def _turned(game: Game, index: RuleIndex, turned: int) -> tuple[Alignment, int]:
    """The cheapest explanation with the first dealer so many seats on, and what it costs."""
    count, places = len(game.deals), game.rules.deals
    end = places if places is not None else count
    table = _Costs(game, index, [index.slot(game.dealer + turned + place, place + 1) for place in range(end)], {})
    costs = table.costs
    costs[0, 0] = (0, "")
    for i in range(count + 1):
        for j in range(max(0, i - REACH), min(end, i + REACH) + 1):
            if (i, j) != (0, 0):
                costs[i, j] = table.step(i, j)
    # The record ends at the last place of the schedule, or as far as the search reached.
    reached = [j for i, j in costs if i == count]
    last = end if (count, end) in costs else max(reached, key=lambda j: (-costs[count, j][0], j)) if reached else 0
    return replace(table.alignment(last), turned=turned), costs[count, last][0]


@dataclass(frozen=True, slots=True)
class _Costs:
    """The least that it costs to have placed so many deals on so many of the slots, and by which way that came."""

    game: Game
    index: RuleIndex
    slots: list[Slot]
    costs: dict[tuple[int, int], Step]

    def step(self, i: int, j: int) -> Step:
        """The cheapest way to have placed ``i`` deals on ``j`` places."""
        game, deals, slots, costs = self.game, self.game.deals, self.slots, self.costs
        ways: list[Step] = []
        if (i - 1, j - 1) in costs:
            ways.append((costs[i - 1, j - 1][0] + amiss(self.index, deals[i - 1], slots[j - 1]), "fit"))
        if (i - 2, j - 2) in costs:
            crossed = amiss(self.index, deals[i - 2], slots[j - 1]) + amiss(self.index, deals[i - 1], slots[j - 2])
            if not crossed:
                ways.append((costs[i - 2, j - 2][0] + SWAP, "swap"))
        if (i - 1, j) in costs:
            same = i > 1 and deals[i - 1] == deals[i - 2]
            ways.append((costs[i - 1, j][0] + EXTRA - same, "extra"))
        if (i, j - 1) in costs:
            # A place without a deal costs nothing after the last deal of a game that goes on, was stopped, or has a
            # limit. Before the first deal it costs more than another first dealer, unless the order of the contracts
            # shows it.
            goes_on = game.finished != "yes" or game.rules.schedule.limit is not None
            gap = GAP if i or game.rules.schedule.kind == "fixed" else FIRST_GAP
            ways.append((costs[i, j - 1][0] + (0 if i == len(deals) and goes_on else gap), "gap"))
        # At the end of the schedule what comes last is sooner too many than something before it.
        return min(ways, key=lambda way: (way[0], j == len(slots) and way[1] != "extra")) if ways else (10**6, "none")

    def alignment(self, last: int) -> Alignment:
        """The alignment that ends at a place, walked back by the cheapest ways."""
        count, slots = len(self.game.deals), self.slots
        placed: list[Slot | None] = [None] * count
        swaps: list[int] = []
        gaps: list[tuple[int, int]] = [(count + 1, place) for place in range(last + 1, len(slots) + 1)]
        i, j = count, last
        while (i, j) != (0, 0):
            way = self.costs[i, j][1]
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
        return Alignment(self.game, self.index, tuple(placed), tuple(reversed(swaps)), tuple(sorted(gaps)))


# By quotas: where a deal is missing or too many when it is not recorded who declared.


def _by_quotas(alignment: Alignment) -> Alignment:
    """The alignment with one deal missing or too many where that alone keeps every quota; else as it is.

    One quota exceeded is sooner a wrong name, so that a gap must explain more than one; a gap that is known already may
    be moved for one.
    """
    game, index, exceeded = alignment.game, alignment.index, _exceeded_in_turn(alignment)
    known = sum(before <= len(game.deals) for before, _ in alignment.gaps) + alignment.slots.count(None)
    if exceeded < (1 if known else 2) or known > 1:
        return alignment
    for other in _with_one_off(game, index):
        placed = zip(game.deals, other.slots, strict=True)
        if not _exceeded_in_turn(other) and not any(slot and amiss(index, deal, slot) for deal, slot in placed):
            return other
    return alignment


def _exceeded_in_turn(alignment: Alignment) -> int:
    """How many deals exceed the quota of the seat whose turn it was, as if it had declared."""
    most = dict(alignment.game.rules.schedule.quota)
    placed = zip(alignment.game.deals, alignment.slots, strict=True)
    taken = Counter((slot.turn, deal.contract) for deal, slot in placed if slot is not None)
    return sum(max(0, times - most.get(contract, times)) for (_, contract), times in taken.items())


def _with_one_off(game: Game, index: RuleIndex) -> Iterator[Alignment]:
    """Every alignment with one deal too many, twins first, and with one missing."""
    count, places = len(game.deals), game.rules.deals or 0
    slots = [index.slot(game.dealer + n, n + 1) for n in range(count + 1)]
    extras = sorted(range(count), key=lambda n: n == 0 or game.deals[n] != game.deals[n - 1])
    if count - 1 <= places:
        for n in extras:
            end = tuple((count + 1, place) for place in range(count, places + 1))
            same = n > 0 and game.deals[n] == game.deals[n - 1]
            if same or count > places:
                yield Alignment(game, index, (*slots[:n], None, *slots[n : count - 1]), gaps=end)
    if count < places:
        for n in range(count):
            end = tuple((count + 1, place) for place in range(count + 2, places + 1))
            yield Alignment(game, index, (*slots[:n], *slots[n + 1 :]), gaps=((n + 1, n + 1), *end))

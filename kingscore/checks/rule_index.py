"""A deal's place in the schedule of its game: who plays, whose turn it is, which contract is due. It finds no fault."""

from __future__ import annotations

from kingscore.checks.shape import rows
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal, Game, declarer_in_turn, playing
from kingscore.model.language import Names
from kingscore.model.rules import Contract, Rules

#: What it costs to explain a record by each fault: the cheapest explanation is told.
CONTRACT, DECLARER, SITTERS, GAP, FIRST_GAP, EXTRA, SWAP, DEALER = 4, 4, 4, 7, 10, 7, 6, 6
#: How far a deal may lie from its place before the search gives up.
REACH = 9


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the schedule: who plays, whose turn it is to declare, which contract is due (None: a free choice)."""

    seats: tuple[int, ...]
    turn: int | None
    contract: str | None


@dataclass(frozen=True, slots=True)
class RuleIndex:
    """What a game's rules say, laid out for looking up: contracts by id; who plays and who is in turn, by dealer."""

    rules: Rules
    contracts: dict[str, Contract]
    by_dealer: tuple[tuple[tuple[int, ...], int | None], ...]

    def slot(self, dealer: int, number: int) -> Slot:
        """The place ``number`` of the schedule, from 1, when this seat deals."""
        schedule = self.rules.schedule
        seats, turn = self.by_dealer[dealer % self.rules.table]
        fixed = schedule.kind == "fixed" and not schedule.free and 0 < number <= len(schedule.order)
        return Slot(seats, turn, schedule.order[number - 1] if fixed else None)

    def names(self, contract_id: str | None) -> Names | str:
        """A contract's names, its id where this game has none such."""
        contract = self.contracts.get(contract_id or "")
        return contract.names if contract is not None else contract_id or "—"


def rule_index_of(rules: Rules) -> RuleIndex:
    games = [Game(rules, (), dealer) for dealer in range(rules.table)]
    free = rules.schedule.free
    by_dealer = tuple((playing(game, 1), None if free else declarer_in_turn(game, 1)) for game in games)
    return RuleIndex(rules, {contract.id: contract for contract in rules.contracts}, by_dealer)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The deals laid along the schedule.

    ``slots`` holds each deal's place (None for a deal too many), ``places`` its number there. ``swaps`` are numbers of
    deals that stand in the place of the next. ``gaps`` are ``(before deal, place)`` for what is missing. ``turned`` is
    how many seats the first dealer must move.
    """

    slots: tuple[Slot | None, ...]
    swaps: tuple[int, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    turned: int = 0

    def gaps_before_the_end(self, deals: int) -> tuple[int, ...]:
        """The places that no deal stands in although a later one does."""
        return tuple(place for before, place in self.gaps if before <= deals)

    def straight(self, number: int) -> Alignment:
        """The same with two deals where they are recorded: not they but their declarers have changed places."""
        slots = list(self.slots)
        slots[number - 1], slots[number] = slots[number], slots[number - 1]
        return replace(self, slots=tuple(slots), swaps=tuple(n for n in self.swaps if n != number))


def amiss(index: RuleIndex, deal: Deal, slot: Slot) -> int:
    """How badly a deal fits a place: 0 where it fits."""
    if deal.unread:
        return 0
    cost = 0
    if slot.contract is not None and deal.contract != slot.contract:
        cost += CONTRACT
    if who_declared(deal) not in (None, slot.turn) and slot.turn is not None and declares(index, deal):
        cost += DECLARER
    table = index.rules.table
    if len(slot.seats) < table and sitters(deal, table, slot.seats):
        cost += SITTERS
    return cost


def who_declared(deal: Deal) -> int | None:
    """The declarer as recorded; where only a sale is, its seller."""
    if deal.declarer is None and deal.bid is not None:
        return deal.bid.seller
    return deal.declarer


def declares(index: RuleIndex, deal: Deal) -> bool:
    """True if somebody declares this deal's contract."""
    contract = index.contracts.get(deal.contract)
    return contract is not None and contract.declared


def sitters(deal: Deal, table: int, seats: tuple[int, ...]) -> bool:
    """True if the empty places of a deal's rows are those of other seats than sit out."""
    for _, row in rows(deal):
        if len(row) == table:
            return tuple(seat for seat in range(table) if row[seat] is not None) != seats
    return False

"""How often each contract came, and who declared it: nobody more often than he may."""

from __future__ import annotations

from collections import defaultdict

from kingscore.checks.context import Faults, player
from kingscore.checks.rule_index import Alignment, RuleIndex, Slot
from kingscore.model.findings import finding
from kingscore.model.frozen import dataclass
from kingscore.model.game import Deal, Game
from kingscore.model.language import Names


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
        """The contracts that a seat has left in the whole record; of a shared quota, those of the game (None)."""
        return tuple(
            contract
            for contract, times in self.times.items()
            if sum(n != but for n in self.done.get((seat, contract), ())) < times
        )


def quotas_of(game: Game, alignment: Alignment) -> Quotas | None:
    """The quotas of a game with what was declared; None where the order is fixed or the end open."""
    schedule = game.rules.schedule
    if schedule.kind == "open" or (schedule.kind == "fixed" and not schedule.free):
        return None
    own = schedule.kind == "declared" and not schedule.free
    times = dict(schedule.quota) if own else schedule.times(game.rules.table) or {}
    done: dict[tuple[int | None, str], list[int]] = defaultdict(list)
    seats: list[int | None] = []
    for number, (deal, slot) in enumerate(zip(game.deals, alignment.slots, strict=True), 1):
        seats.append(_declarer(deal, slot) if own and slot is not None else None)
        if slot is not None:
            done[seats[-1], deal.contract].append(number)
    return Quotas(times, own, dict(done), tuple(seats))


def _declarer(deal: Deal, slot: Slot) -> int | None:
    """Who declared for the quota: the one in turn; as recorded where nobody is in turn or the players agreed on it."""
    if slot.turn is None or deal.agreed:
        return deal.declarer if deal.declarer is not None else slot.turn
    return slot.turn


def quotas_are_kept(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """Nobody declares a contract more often than he may, and no contract comes more often than it should."""
    quotas = quotas_of(game, alignment)
    for (seat, contract), numbers in quotas.done.items() if quotas is not None else ():
        times = quotas.times.get(contract, len(numbers)) if quotas is not None else 0
        for number in numbers[times:]:
            left: tuple[Names | str, ...] = tuple(index.names(c) for c in quotas.left(number)) if quotas else ()
            yield finding(
                "C510", "game" if seat is None else "player", deal=number, seat=seat, number=number,
                contract=index.names(contract), player=player(game, seat), n=times, before=tuple(numbers[:times]),
                left=left or ("—",),
            )  # fmt: skip

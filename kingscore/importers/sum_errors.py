"""Why sums on paper differ from what comes out: each cause once, however many sums carry it on. It mends nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from kingscore.importers.matching import Weighing
from kingscore.importers.sums import Points, SumRow
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Game
from kingscore.model.rules import Contract


@dataclass(frozen=True)
class Slip:
    """One cause: the first sum in which it shows and by how much.

    ``sum``: added up wrongly. ``swapped``: as if two entries of a deal stood under each other's names. ``missing``: as
    if a deal, one of ``contracts``, had no row. ``carried``: later sums have it too.
    """

    row: SumRow
    off: Points
    kind: Literal["sum", "swapped", "missing"]
    carried: bool = False
    contracts: tuple[Contract, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, off in enumerate(self.off) if off)


def slips_of(sums: Sequence[SumRow], game: Game, faulty: set[int]) -> tuple[Slip, ...]:
    """The causes, in the order in which they show. Sums over deals (numbers from 1) that are faulty tell nothing."""
    out: list[Slip] = []
    for row in sums:
        if not row.of or any(at + 1 in faulty for at in row.deals):
            continue
        fresh = _fresh(row, out)
        if not any(fresh):
            out = [replace(slip, carried=True) if _holds(row, slip) and any(row.off) else slip for slip in out]
        elif not any(slip.off == fresh for slip in out):
            out.append(_slip(row, fresh, game))
    return tuple(out)


def _holds(row: SumRow, slip: Slip) -> bool:
    """True if a sum goes over all that another one adds up."""
    return set(slip.row.deals) <= set(row.deals)


def _fresh(row: SumRow, known: Sequence[Slip]) -> Points:
    """By how much a sum is off that no slip known already explains: carried on or not."""
    carried = tuple(sum(s.off[seat] for s in known if _holds(row, s)) for seat in range(len(row.off)))
    left = tuple(off - on for off, on in zip(row.off, carried, strict=True))
    return min(row.off, left, key=lambda off: sum(map(bool, off)))


def _slip(row: SumRow, off: Points, game: Game) -> Slip:
    if not sum(off):
        return Slip(row, off, "swapped" if sum(map(bool, off)) == 2 else "sum")
    contracts = _missing(game, off)
    return Slip(row, off, "missing" if contracts else "sum", contracts=contracts)


def _missing(game: Game, off: Points) -> tuple[Contract, ...]:
    """The contracts that are still to come and that a row like this would be."""
    rules = game.rules
    have = Counter(deal.contract for deal in game.deals)
    times = rules.schedule.times(rules.table)
    weighing = Weighing(rules, False)
    return tuple(
        contract
        for contract in rules.contracts
        if (times is None or have[contract.id] < times.get(contract.id, 0)) and weighing.amiss(contract, off) < 10
    )

"""What the rows of sums in a table add up, and why they differ from what comes out: each cause once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kingscore.importers.layout import Numbers, TableRow
from kingscore.importers.matching import Fit, Weighing
from kingscore.model.game import Game
from kingscore.model.rules import Contract

Of = Literal["all", "since", "penalties", "premiums", ""]
Points = tuple[int, ...]


@dataclass(frozen=True)
class SumRow:
    """A row of sums: what it adds up (empty where that is not clear), the indexes of those deals, what is ``written``
    with the sign that points have, and what is ``due``. ``turned``: the paper has it without its minus."""

    row: TableRow
    of: Of
    deals: tuple[int, ...]
    written: Numbers
    due: Points
    turned: bool = False

    @property
    def off(self) -> Points:
        """By how much each number differs from what comes out; 0 where none is written."""
        return tuple(0 if w is None else w - d for w, d in zip(self.written, self.due, strict=True))

    @property
    def same(self) -> int:
        """How many numbers are what comes out."""
        return sum(w == d for w, d in zip(self.written, self.due, strict=True))

    @property
    def labelled(self) -> bool:
        """True if the label says that it is these sums."""
        sums = self.row.sums
        if self.of in ("penalties", "premiums"):
            return self.of in sums
        return "total" in sums or (self.of == "all" and bool(sums))


def sum_rows(rows: Sequence[TableRow], fit: Fit) -> tuple[SumRow, ...]:
    """Every row of sums with numbers in it, in order: each as what most of its numbers say that it is; its label
    decides where numbers do not."""
    points = [tuple(n or 0 for n in deal.points) for deal in fit.deals]
    contracts = [fit.rules.contract(deal.contract) for deal in fit.deals]
    costly = [
        sum(row) < 0 if contract is None else contract.penalty for contract, row in zip(contracts, points, strict=True)
    ]
    out: list[SumRow] = []
    count, since = 0, 0
    for row in rows:
        count += row.kind == "deal"
        if row.kind != "sum" or all(n is None for n in row.numbers):
            continue
        ways = []
        for of, deals in _parts(costly[:count], since, row.sums):
            due = tuple(sum(points[at][seat] for at in deals) for seat in range(len(row.cells)))
            ways.append(SumRow(row, of, deals, row.numbers, due))
            ways.append(SumRow(row, of, deals, tuple(None if n is None else -n for n in row.numbers), due, turned=True))
        best = max(ways, key=lambda way: (way.same, way.labelled, not way.turned))
        if 2 * best.same < len(row.cells):
            best = min([way for way in ways if way.labelled] or ways, key=lambda way: sum(map(abs, way.off)))
        since = count if best.of in ("since", "penalties", "premiums") else since
        out.append(best)
    return tuple(out)


def _parts(costly: Sequence[bool], since: int, sums: Sequence[str]) -> Iterator[tuple[Of, tuple[int, ...]]]:
    """What a row may add up. A side of which no deal was played yet has its noughts only where the label says so."""
    every = tuple(range(len(costly)))
    yield "all", every
    if since:
        yield "since", every[since:]
    penalties, premiums = (tuple(at for at in every if costly[at] is side) for side in (True, False))
    if penalties != every and (penalties or "penalties" in sums):
        yield "penalties", penalties
    if premiums != every and (premiums or "premiums" in sums):
        yield "premiums", premiums


@dataclass(frozen=True)
class SumError:
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


def sum_errors(sums: Sequence[SumRow], game: Game, faulty: set[int]) -> tuple[SumError, ...]:
    """The causes, in the order in which they show. Sums over deals (numbers from 1) that are faulty tell nothing."""
    out: list[SumError] = []
    for row in sums:
        if not row.of or any(at + 1 in faulty for at in row.deals):
            continue
        inside = [error for error in out if set(error.row.deals) <= set(row.deals)]
        carried = [sum(error.off[seat] for error in inside) for seat in range(len(row.off))]
        left = tuple(off - on for off, on in zip(row.off, carried, strict=True))
        fresh = min(row.off, left, key=lambda off: sum(map(bool, off)))  # carried on, or not
        if not any(fresh):
            out = [replace(error, carried=True) if error in inside and any(row.off) else error for error in out]
        elif not any(error.off == fresh for error in out):
            contracts = _missing(game, fresh) if sum(fresh) else ()
            swapped = not sum(fresh) and sum(map(bool, fresh)) == 2
            kind: Literal["sum", "swapped", "missing"] = "swapped" if swapped else "missing" if contracts else "sum"
            out.append(SumError(row, fresh, kind, contracts=contracts))
    return tuple(out)


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

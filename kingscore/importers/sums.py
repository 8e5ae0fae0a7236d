"""Why sums on paper differ from what comes out: each cause once, however many sums carry it on. It mends nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from kingscore.importers.layout import Numbers, TableRow
from kingscore.importers.matching import Fit, Weighing
from kingscore.model.frozen import dataclass, replace
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


def sum_rows(rows: Sequence[TableRow], found: Fit) -> tuple[SumRow, ...]:
    """Every row of sums with numbers in it, in order."""
    points = [tuple(n or 0 for n in deal.points) for deal in found.deals]
    penalties = [_penalty(found, at) for at in range(len(points))]
    out: list[SumRow] = []
    count, since = 0, 0
    for row in rows:
        if row.kind == "deal":
            count += 1
        elif row.kind == "sum" and any(n is not None for n in row.numbers):
            told = _told(row, tuple(range(count)), since, penalties, points)
            since = count if told.of in ("since", "penalties", "premiums") else since
            out.append(told)
    return tuple(out)


def _penalty(found: Fit, at: int) -> bool:
    contract = found.rules.contract(found.deals[at].contract)
    return contract.penalty if contract is not None else sum(n or 0 for n in found.deals[at].points) < 0


def _told(
    row: TableRow, before: tuple[int, ...], since: int, penalties: Sequence[bool], points: Sequence[Points]
) -> SumRow:
    """A row as what most of its numbers say that it is; its label decides where numbers do not."""
    ways = [
        SumRow(row, of, deals, _signed(row.numbers, turned), _total(points, deals, len(row.cells)), turned)
        for of, deals in _parts(before, since, penalties, row.sums)
        for turned in (False, True)
    ]
    best = max(ways, key=lambda one: (_same(one), _labelled(one), not one.turned))
    likely = [one for one in ways if _labelled(one)]
    if 2 * _same(best) < len(row.cells):
        best = min(likely or ways, key=lambda one: sum(map(abs, one.off)))
    return best


def _parts(
    before: tuple[int, ...], since: int, penalties: Sequence[bool], said: Sequence[str]
) -> Iterator[tuple[Of, tuple[int, ...]]]:
    """What a row may add up. A side of which no deal was played yet has its noughts only where the label says so."""
    yield "all", before
    if since:
        yield "since", tuple(at for at in before if at >= since)
    costly = tuple(at for at in before if penalties[at])
    gains = tuple(at for at in before if not penalties[at])
    if costly != before and (costly or "penalties" in said):
        yield "penalties", costly
    if gains != before and (gains or "premiums" in said):
        yield "premiums", gains


def _same(one: SumRow) -> int:
    return sum(w == d for w, d in zip(one.written, one.due, strict=True))


def _labelled(one: SumRow) -> bool:
    """True if the label says so."""
    said = one.row.sums
    if one.of in ("penalties", "premiums"):
        return one.of in said
    return "total" in said or ("difference" in said and one.of == "all") or (one.of == "all" and bool(said))


def _signed(numbers: Numbers, turned: bool) -> Numbers:
    return tuple(None if n is None else -n if turned else n for n in numbers)


def _total(points: Sequence[Points], deals: Sequence[int], width: int) -> Points:
    return tuple(sum(points[at][seat] for at in deals) for seat in range(width))


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
        fresh = _fresh(row, out)
        if not any(fresh):
            out = [replace(error, carried=True) if _holds(row, error) and any(row.off) else error for error in out]
        elif not any(error.off == fresh for error in out):
            out.append(_slip(row, fresh, game))
    return tuple(out)


def _holds(row: SumRow, error: SumError) -> bool:
    """True if a sum goes over all that another one adds up."""
    return set(error.row.deals) <= set(row.deals)


def _fresh(row: SumRow, known: Sequence[SumError]) -> Points:
    """By how much a sum is off that no error known already explains: carried on or not."""
    carried = tuple(sum(s.off[seat] for s in known if _holds(row, s)) for seat in range(len(row.off)))
    left = tuple(off - on for off, on in zip(row.off, carried, strict=True))
    return min(row.off, left, key=lambda off: sum(map(bool, off)))


def _slip(row: SumRow, off: Points, game: Game) -> SumError:
    if not sum(off):
        return SumError(row, off, "swapped" if sum(map(bool, off)) == 2 else "sum")
    contracts = _missing(game, off)
    return SumError(row, off, "missing" if contracts else "sum", contracts=contracts)


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

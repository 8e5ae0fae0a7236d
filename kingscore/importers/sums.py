"""What the rows of sums in a table add up, and whether they come out. It trusts neither deals nor sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from kingscore.importers.matching import Fit
from kingscore.importers.rows import Numbers, TableRow
from kingscore.model.frozen import dataclass

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

"""The rows of a table: which are deals, which sums, which neither. It knows no variant and changes no number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from kingscore.frozen import dataclass, replace
from kingscore.handkept.cells import Cell
from kingscore.handkept.layout import Layout
from kingscore.handkept.words import Naming, TableWords

RowKind = Literal["deal", "sum", "aside"]
Numbers = tuple[int | None, ...]


@dataclass(frozen=True)
class TableRow:
    """A row with numbers: its place on the page, what it is, its label, the players' cells, what it adds up if said."""

    row: int
    kind: RowKind
    label: str
    cells: tuple[Cell, ...]
    sums: tuple[str, ...] = ()

    @property
    def numbers(self) -> Numbers:
        """The numbers as they stand, None where there is none."""
        return tuple(cell.number for cell in self.cells)

    @property
    def odd(self) -> tuple[int, ...]:
        """The seats in whose cell stands what is no whole number."""
        return tuple(seat for seat, cell in enumerate(self.cells) if cell.kind not in ("", "number") and not cell.dash)


def rows_of(layout: Layout, words: TableWords, naming: Naming) -> tuple[TableRow, ...]:
    """The rows below the names that have numbers; rows at the end in which nothing was written yet are left out."""
    below = range(layout.head + 1, layout.last)
    found = [_row(layout, row, words, naming) for row in below if layout.numeric(row) or _struck(layout, row, naming)]
    return _unnamed_sums(_played(found))


def _struck(layout: Layout, row: int, naming: Naming) -> bool:
    """True for a deal that has a stroke for everybody: nobody got anything."""
    cells = [layout.page.cells[row][at] for at in layout.players]
    return all(cell.dash for cell in cells) and bool(naming.exact(layout.label(row)))


def _row(layout: Layout, row: int, words: TableWords, naming: Naming) -> TableRow:
    cells = tuple(layout.page.cells[row][at] for at in layout.players)
    texts = _labels(layout, row)
    label = layout.label(row)
    for text in texts:
        if naming.found(text) and not _only_like(naming, text, words):
            return TableRow(row, "deal", label or text, cells)
    for text in texts:
        if words.sums(text):
            return TableRow(row, "sum", text, cells, words.sums(text))
    if any(words.aside(text) for text in texts):
        return TableRow(row, "aside", label, cells)
    return TableRow(row, "deal", label, cells)


def _labels(layout: Layout, row: int) -> tuple[str, ...]:
    """The texts of a row that may name it: what stands in its columns of labels."""
    column = layout.column("contract")
    places = (*(() if column is None else (column,)), *layout.labels)
    return tuple(cell.text for at in places if (cell := layout.page.cells[row][at]).kind == "text")


def _only_like(naming: Naming, text: str, words: TableWords) -> bool:
    """True where a label only resembles a deal's name and is a word for sums."""
    return bool(words.sums(text) or words.aside(text)) and text.casefold() not in naming.names


def _played(found: Sequence[TableRow]) -> tuple[TableRow, ...]:
    """Without the noughts at the end that a ready-made table has for deals to come."""
    last = max((at for at, one in enumerate(found) if one.kind == "deal" and (any(one.numbers) or one.odd)), default=-1)
    return tuple(one for at, one in enumerate(found) if at <= last or one.kind != "deal")


def _unnamed_sums(found: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """Rows without a name that are the sums of those above them are told from deals."""
    if _every_other(found):
        return tuple(_as_sum(one) if at % 2 else one for at, one in enumerate(found))
    out: list[TableRow] = []
    for one in found:
        deals = [row.numbers for row in out if row.kind == "deal"]
        unnamed = one.kind == "deal" and not one.label and not one.odd
        out.append(_as_sum(one) if unnamed and len(deals) > 1 and _adds_up(one, out) else one)
    return tuple(out)


def _as_sum(one: TableRow) -> TableRow:
    return replace(one, kind="sum", sums=("total",)) if one.kind == "deal" else one


def _every_other(found: tuple[TableRow, ...]) -> bool:
    """True if every second row tells how everybody stands after the row before it."""
    if len(found) < 4 or any(one.odd or one.kind == "aside" for one in found) or any(o.label for o in found[1::2]):
        return False
    running = _running([one.numbers for one in found[::2]])
    told = sum(_same(one.numbers, true) for one, true in zip(found[1::2], running, strict=False))
    return 2 * told > len(found[1::2]) + 1


def _adds_up(one: TableRow, above: Sequence[TableRow]) -> bool:
    """True if most of a row's numbers are what those above come to, all of them or since the last sum."""
    since: list[Numbers] = []
    for row in above:
        since = [] if row.kind == "sum" else [*since, row.numbers]
    for part in ([row.numbers for row in above if row.kind == "deal"], since):
        if len(part) > 1 and _same(one.numbers, _running(part)[-1]):
            return True
    return False


def _running(rows: Sequence[Numbers]) -> list[tuple[int, ...]]:
    whole = [tuple(n or 0 for n in row) for row in rows]
    return list(accumulate(whole, lambda a, b: tuple(map(sum, zip(a, b, strict=True)))))


def _same(row: Numbers, true: Sequence[int]) -> bool:
    """True if all but one number are the same, noughts not counted as proof."""
    same = [n == t for n, t in zip(row, true, strict=True)]
    told = [t for n, t in zip(row, true, strict=True) if n == t and t]
    return sum(same) >= len(row) - 1 and len(told) >= 2

"""The rows of a table: which are deals, which sums, which neither. It knows no variant and changes no number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from kingscore.importers.cells import CROSSES, TICKS, Cell
from kingscore.importers.layout import Layout
from kingscore.importers.words import Naming, TableWords
from kingscore.model.frozen import dataclass, replace
from kingscore.model.rules import Contract

RowKind = Literal["deal", "sum", "aside"]
Numbers = tuple[int | None, ...]


@dataclass(frozen=True)
class TableRow:
    """A row with numbers: its place on the page, what it is, its label, the players' cells, what it adds up if said.

    ``marks``: how many crosses or ticks each player has, in a deal where these tell who took the things and no number
    stands.
    """

    row: int
    kind: RowKind
    label: str
    cells: tuple[Cell, ...]
    sums: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def numbers(self) -> Numbers:
        """The numbers as they stand, None where there is none."""
        return tuple(cell.number for cell in self.cells)

    @property
    def written(self) -> bool:
        """True if anything stands here but noughts and strokes."""
        return any(self.numbers) or bool(self.odd) or any(self.marks)

    @property
    def odd(self) -> tuple[int, ...]:
        """The seats in whose cell stands what is no whole number, nor a mark."""
        marks = self.marks or (0,) * len(self.cells)
        cells = enumerate(zip(self.cells, marks, strict=True))
        return tuple(seat for seat, (cell, n) in cells if cell.kind not in ("", "number") and not cell.dash and not n)


def marked(contract: Contract, marks: tuple[int, ...]) -> tuple[int, ...] | None:
    """The points of a deal in which marks tell who took the things; None where it is not about so many of one thing."""
    items = contract.items
    if len(items) != 1 or sum(marks) != items[0].amount or contract.sweep is not None:
        return None
    return tuple(n * items[0].value for n in marks)


def rows_of(layout: Layout, words: TableWords, naming: Naming) -> tuple[TableRow, ...]:
    """The rows below the names that have numbers, and deals that have marks or words instead; rows at the end in which
    nothing was written yet are left out."""
    below = range(layout.head + 1, layout.last)
    crosses = _crosses(layout)
    found: list[TableRow] = []
    for row in below:
        if layout.numeric(row) or _struck(layout, row, naming):
            found.append(_row(layout, row, words, naming))
        elif (marks := _marks(layout, row, crosses)) is not None and _names_deal(layout, row, words, naming):
            found.append(replace(_row(layout, row, words, naming), marks=marks))
    return _unnamed_sums(tuple(found) if layout.own else _played(found))


def _crosses(layout: Layout) -> frozenset[str]:
    """The crosses that tell who took something: none where they stand beside numbers, for nothing."""
    rows = [row for row in range(layout.head + 1, layout.last) if layout.numeric(row)]
    beside = any(layout.page.cells[row][at].marks(CROSSES) for row in rows for at in layout.players)
    return frozenset() if beside else CROSSES


def _marks(layout: Layout, row: int, crosses: frozenset[str]) -> tuple[int, ...] | None:
    """How many marks each player has in a row without numbers, none where words stand; None where there is nothing but
    strokes. Ticks tell more than crosses, which may then stand for nothing."""
    cells = [layout.page.cells[row][at] for at in layout.players]
    for signs in (TICKS, crosses):
        marks = tuple(cell.marks(signs) for cell in cells)
        if any(marks) and all(n or cell.dash or not cell.kind for n, cell in zip(marks, cells, strict=True)):
            return marks
    return () if any(cell.kind and not cell.dash for cell in cells) else None


def _names_deal(layout: Layout, row: int, words: TableWords, naming: Naming) -> bool:
    """True if a row has the name of a deal; the names written once more are none."""
    cells = tuple(layout.page.cells[row][at].text for at in layout.players)
    named = any(naming.found(text) and not _only_like(naming, text, words) for text in _labels(layout, row))
    return named and cells != layout.names


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
    last = max((at for at, one in enumerate(found) if one.kind == "deal" and one.written), default=-1)
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

"""Where a table stands on a page: its row of names, its players' columns, and which rows are deals, which sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Literal

from kingscore.importers.cells import CROSSES, EMPTY, TICKS, Cell, Page
from kingscore.importers.words import Naming, TableWords, plain
from kingscore.model.frozen import dataclass, field, replace
from kingscore.model.rules import Contract
from kingscore.notation.names import names_refused

FEWEST, MOST = 3, 6
#: Rows in which the names are looked for; a longest line of notes before the table.
MOST_HEADS = 400
#: Kinds that stand where a number should, whole or not.
#: What stands beside the points in a grid, and never over them.
BESIDE = frozenset({"number", "dealer", "contract", "declarer", "trump", "buyer", "price", "check", "total"})
NUMERIC = ("number", "fraction", "large", "date", "truth", "error", "formula")


@dataclass(frozen=True)
class Layout:
    """A page as a table with its deals in rows.

    ``head`` is the row of names; ``players`` the columns of their points, ``running`` those of their running totals
    (None where there is none), ``roles`` what other columns hold, ``labels`` the columns that may name a deal.
    ``moved``: so many cells before their numbers the names stand in the file, their first cell having been left out.
    ``own``: kingscore wrote the grid, in which no nought stands for what is to come.
    ``twice``: a name stands there more than once, so that nobody can say whose the points are.
    """

    page: Page
    head: int
    last: int
    names: tuple[str, ...]
    players: tuple[int, ...]
    running: tuple[int | None, ...]
    roles: tuple[tuple[str, int], ...]
    labels: tuple[int, ...]
    twice: bool = False
    score: int = field(default=0, compare=False)
    own: bool = False
    moved: int = 0

    def column(self, role: str) -> int | None:
        return dict(self.roles).get(role)

    def text(self, row: int, role: str) -> str:
        """What stands in the column of a role, empty where there is none."""
        column = self.column(role)
        return "" if column is None else self.page.cells[row][column].text

    def label(self, row: int) -> str:
        """What names the deal of a row."""
        cells = self.page.cells[row]
        own = self.text(row, "contract")
        return own or next((cells[at].text for at in self.labels if cells[at].kind == "text"), "")

    def written(self) -> bool:
        """True if more than strokes stands below the names, in the players' columns or those of running totals."""
        columns = (*self.players, *(at for at in self.running if at is not None))
        below = self.page.cells[self.head + 1 : self.last]
        cells = [row[at] for row in below for at in columns]
        return any(cell.kind and (not cell.dash or cell.marks(CROSSES)) for cell in cells)

    def numeric(self, row: int) -> bool:
        """True if something stands in a player's cell where a number belongs."""
        return any(self.page.cells[row][at].kind in NUMERIC for at in self.players)


def recorded_layout(page: Page, columns: tuple[int, ...], names: tuple[str, ...], words: TableWords) -> Layout | None:
    """A page as the grid that kingscore wrote, with the players' points in these columns of the file; who has no name
    in the head is called as in ``names``. None where no head stands over them any more, or no such columns are told."""
    if not columns or len(columns) != len(names):
        return None
    page = page.with_columns(columns)
    players = tuple(page.columns.index(column) for column in columns)
    head = next((at for at, cells in enumerate(page.cells) if _is_head(cells[: players[0]], words)), None)
    if head is None:
        return None
    roles: dict[str, int] = {}
    labels: list[int] = []
    running: dict[int, int] = {}
    cells = page.cells[head]
    for at, cell in enumerate(cells):
        beside = cells[at - 1].text if at - 1 in players else ""
        if at in players:
            if words.roles(cell.text) & BESIDE or cell.kind not in ("", "text", "number"):
                return None
        elif cell.text and at - 1 in players and words.running(cell.text, beside):
            running[at - 1] = at
        elif kinds := words.roles(cell.text):
            for kind in kinds:
                roles.setdefault(kind, at)
        else:
            labels.append(at)
    labels += [roles["number"]] if "number" in roles else []
    written = tuple(cells[at].text or name for at, name in zip(players, names, strict=True))
    twice = any(item.is_a("names-alike") for item in names_refused(written))
    return Layout(page, head, _last(page, head, list(players)), written, players,
                  tuple(map(running.get, players)), tuple(roles.items()), tuple(labels), twice, own=True)  # fmt: skip


def _is_head(cells: tuple[Cell, ...], words: TableWords) -> bool:
    """True for the heads of the columns before the points: that of the deals' names and at least another."""
    kinds = [words.roles(cell.text) for cell in cells if cell.kind == "text"]
    return sum(map(bool, kinds)) > 1 and any("contract" in kind for kind in kinds)


def layouts(page: Page, words: TableWords, naming: Naming) -> list[Layout]:
    """Every way to read a page as a table, the likeliest first, deals as rows and as columns."""
    found = [item for turned in (page, page.turn()) for item in _layouts(turned, words, naming)]
    return sorted(found, key=lambda item: -item.score)[:6]


def _layouts(page: Page, words: TableWords, naming: Naming) -> Iterator[Layout]:
    counts = [(0,) * len(page.columns)]
    for row in reversed(page.cells):
        counts.append(tuple(n + (cell.kind in NUMERIC or cell.dash) for n, cell in zip(counts[-1], row, strict=True)))
    below = counts[::-1]  # for each row and column: how many cells with a number or a stroke stand there and below
    for head in range(min(len(page.rows) - 1, MOST_HEADS)):
        cells = page.cells[head]
        if sum(cell.kind == "text" for cell in cells) < FEWEST - 1:
            continue
        for seen in (page, _moved_head(page, head, below[head + 1], words, naming)):
            found = None if seen is None else _layout(seen, head, below[head + 1], words, naming)
            if found is not None:
                yield found if seen is page else replace(found, moved=1)


def _moved_head(page: Page, head: int, below: tuple[int, ...], words: TableWords, naming: Naming) -> Page | None:
    """The page with its row of names one cell further on, where the cell over the names of the deals was left out and
    every name stands over the numbers of the player before; else None."""
    cells = page.cells[head]
    named = [at for at, cell in enumerate(cells) if cell.kind]
    numbered = [at for at, count in enumerate(below) if count]
    first = cells[named[0]].text
    if not FEWEST <= len(named) <= MOST or numbered[: len(named)] != [at + 1 for at in named]:
        return None
    if any(cells[at].kind != "text" for at in named) or words.roles(first) or naming.found(first):
        return None
    moved = (*cells[: named[0]], EMPTY, *cells[named[0] : named[-1] + 1], *cells[named[-1] + 2 :])
    return replace(page, cells=(*page.cells[:head], moved, *page.cells[head + 1 :]))


def _layout(page: Page, head: int, below: tuple[int, ...], words: TableWords, naming: Naming) -> Layout | None:
    players: list[int] = []
    running: dict[int, int] = {}
    roles: dict[str, int] = {}
    labels: list[int] = []
    cells = page.cells[head]
    for at, cell in enumerate(cells):
        kinds = words.roles(cell.text) if cell.kind == "text" else frozenset()
        if (
            players
            and below[at]
            and at - 1 <= max(players)
            and (not cell.text or words.running(cell.text, cells[players[-1]].text))
        ):
            running[players[-1]] = at
        elif kinds:
            for kind in kinds:
                roles.setdefault(kind, at)
        elif cell.kind == "text" and below[at]:
            players.append(at)
        elif cell.kind in ("", "text"):
            labels.append(at)
    again = {at: beside for at, beside in running.items() if plain(cells[beside].text) == plain(cells[at].text)}
    if again and len(running) < len(players):
        # A name that stands a second time is the head of a running total only where every player has one; else it is a
        # second player of that name.
        running = {at: beside for at, beside in running.items() if at not in again}
        players = sorted((*players, *again.values()))
    most = max((below[at] for at in players), default=0)
    labels += [at for at in players if 3 * below[at] < most]
    players = [at for at in players if 3 * below[at] >= most]
    numbered = roles.get("number")
    labels += [at for at in (numbered, roles.get("player")) if at is not None]
    names = tuple(cells[at].text for at in players)
    if not FEWEST <= len(players) <= MOST:
        return None
    last = _last(page, head, players)
    twice = any(item.is_a("names-alike") for item in names_refused(names))
    found = Layout(page, head, last, names, tuple(players), tuple(running.get(at) for at in players),
                   tuple(roles.items()), tuple(labels), twice)  # fmt: skip
    return _weighed(found, words, naming)


def _last(page: Page, head: int, players: list[int]) -> int:
    """The row after the table's last: the end of the page, or where another row of names begins another table."""
    names = [plain(page.cells[head][at].text) for at in players]
    for row in range(head + 1, len(page.rows)):
        cells = [page.cells[row][at] for at in players]
        texts = sum(cell.kind == "text" and not cell.dash for cell in cells)
        other = [plain(cell.text) for cell in cells] != names
        if other and texts >= FEWEST - 1 and texts == sum(bool(cell.kind) for cell in cells) and row > head + 1:
            return row
    return len(page.rows)


def _weighed(found: Layout, words: TableWords, naming: Naming) -> Layout | None:
    """The layout with how likely it is: rows that name deals speak for it, names that are no names against it."""
    rows = [row for row in range(found.head + 1, found.last) if found.numeric(row)]
    if not rows:
        return None
    labels = [label for row in rows if (label := found.label(row))]
    known = sum(bool(naming.found(label) or naming.trump(label)) for label in labels)
    summed = sum(bool(words.sums(label) or words.aside(label)) for label in labels)
    odd = sum(bool(plain(name) in naming.names or words.sums(name)) for name in found.names)
    empty = sum(not found.page.cells[row][at].kind for row in rows for at in found.players)
    score = 4 * known + 2 * summed + len(rows) - 8 * odd - empty
    return replace(found, score=score)


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
    cells = {row: tuple(layout.page.cells[row][at] for at in layout.players) for row in below}
    beside = any(cell.marks(CROSSES) for row in below if layout.numeric(row) for cell in cells[row])
    crosses = frozenset() if beside else CROSSES  # beside numbers they stand for nothing
    rows: list[TableRow] = []
    for row in below:
        struck = all(cell.dash for cell in cells[row]) and bool(naming.exact(layout.label(row)))
        if layout.numeric(row) or struck:
            rows.append(_row(layout, row, words, naming))
        elif (marks := _marks(cells[row], crosses)) is not None:
            named = any(naming.found(text) and not _only_like(naming, text, words) for text in _labels(layout, row))
            if named and tuple(cell.text for cell in cells[row]) != layout.names:  # the names may be written once more
                rows.append(replace(_row(layout, row, words, naming), marks=marks))
    if not layout.own:  # a ready-made table has noughts at its end for deals to come
        last = max((at for at, row in enumerate(rows) if row.kind == "deal" and row.written), default=-1)
        rows = [row for at, row in enumerate(rows) if at <= last or row.kind != "deal"]
    return _unnamed_sums(tuple(rows))


def _marks(cells: Sequence[Cell], crosses: frozenset[str]) -> tuple[int, ...] | None:
    """How many marks each player has in a row without numbers, none where words stand; None where there is nothing but
    strokes. Ticks tell more than crosses, which may then stand for nothing."""
    for signs in (TICKS, crosses):
        marks = tuple(cell.marks(signs) for cell in cells)
        if any(marks) and all(n or cell.dash or not cell.kind for n, cell in zip(marks, cells, strict=True)):
            return marks
    return () if any(cell.kind and not cell.dash for cell in cells) else None


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


def _unnamed_sums(rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """Rows without a name that are the sums of those above them are distinguished from deals."""
    second = rows[1::2]
    if (
        len(rows) > 3
        and not any(row.odd or row.kind == "aside" for row in rows)
        and not any(row.label for row in second)
    ):
        running = _running([row.numbers for row in rows[::2]])
        same = sum(_same(row.numbers, true) for row, true in zip(second, running, strict=False))
        if 2 * same > len(second) + 1:  # every second row says how everybody stands after the row before it
            return tuple(_as_sum(row) if at % 2 else row for at, row in enumerate(rows))
    out: list[TableRow] = []
    for row in rows:
        deals = [above.numbers for above in out if above.kind == "deal"]
        last = max((at for at, above in enumerate(out) if above.kind == "sum"), default=-1)
        since = [above.numbers for above in out[last + 1 :]]
        parts = [part for part in (deals, since) if len(part) > 1]
        unnamed = row.kind == "deal" and not row.label and not row.odd and len(deals) > 1
        sums = unnamed and any(_same(row.numbers, _running(part)[-1]) for part in parts)
        out.append(_as_sum(row) if sums else row)
    return tuple(out)


def _as_sum(row: TableRow) -> TableRow:
    return replace(row, kind="sum", sums=("total",)) if row.kind == "deal" else row


def _running(rows: Sequence[Numbers]) -> list[tuple[int, ...]]:
    whole = [tuple(n or 0 for n in row) for row in rows]
    return list(accumulate(whole, lambda a, b: tuple(map(sum, zip(a, b, strict=True)))))


def _same(row: Numbers, true: Sequence[int]) -> bool:
    """True if all but one number are the same, noughts not counted as proof."""
    same = [n == t for n, t in zip(row, true, strict=True)]
    proof = [t for n, t in zip(row, true, strict=True) if n == t and t]
    return sum(same) >= len(row) - 1 and len(proof) >= 2

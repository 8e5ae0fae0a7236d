"""Where a table stands on a page: its row of names, its players' columns, and which rows are deals, which sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Literal

from kingscore.importers.cells import CROSSES, EMPTY, TICKS, TableCell, TablePage
from kingscore.importers.words import BESIDE, ContractLabels, TableWords, plain
from kingscore.model.rules import Contract
from kingscore.notation.names import names_refused

FEWEST, MOST = 3, 6
#: Rows in which the names are looked for; a longest line of notes before the table.
MOST_HEADS = 400
#: Kinds that stand where a number should, whole or not.
NUMERIC = ("number", "fraction", "large", "date", "truth", "error", "formula")
NO_COLUMNS: Mapping[int, str] = {}


@dataclass(frozen=True)
class Layout:
    """A page as a table with its deals in rows.

    ``head`` is the row of names; ``players`` the columns of their points, ``running`` those of their running totals
    (None where there is none), ``roles`` what other columns hold, ``labels`` the columns that may name a deal.
    ``moved``: so many cells before their numbers the names stand in the file, their first cell having been left out.
    ``own``: kingscore wrote the grid, in which no nought stands for what is to come.
    ``twice``: a name stands there more than once, so that nobody can say whose the points are.
    """

    page: TablePage
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
        cells = [row[at] for row in self.page.cells[self.head + 1 : self.last] for at in columns]
        return any(cell.kind and (not cell.dash or cell.marks(CROSSES)) for cell in cells)

    def numeric_rows(self) -> tuple[int, ...]:
        """The rows below the names where something stands in a player's cell where a number belongs."""
        below = enumerate(self.page.cells[self.head + 1 : self.last], self.head + 1)
        return tuple(row for row, cells in below if any(cells[at].kind in NUMERIC for at in self.players))


def recorded_layout(
    page: TablePage, columns: tuple[int, ...], names: tuple[str, ...], words: TableWords
) -> Layout | None:
    """A page as the grid that kingscore wrote, with the players' points in these columns of the file; who has no name
    in the head is called as in ``names``. None where no head stands over them any more, or it has no such columns."""
    if not columns or len(columns) != len(names):
        return None
    page = page.with_columns(columns)
    players = tuple(page.columns.index(column) for column in columns)
    for head, cells in enumerate(page.cells):
        kinds = [words.roles(cell.text) for cell in cells[: players[0]]]
        if sum(map(bool, kinds)) > 1 and any("contract" in kind for kind in kinds):
            heads = [cells[at] for at in players]
            if any(cell.kind not in ("", "text", "number") or words.roles(cell.text) & {*BESIDE} for cell in heads):
                return None
            return _layout(page, head, (), words, dict(zip(players, names, strict=True)))
    return None


def layouts(page: TablePage, words: TableWords, naming: ContractLabels) -> list[Layout]:
    """Every way to read a page as a table, the likeliest first, deals as rows and as columns."""
    found = [item for turned in (page, page.turn()) for item in _layouts(turned, words, naming)]
    return sorted(found, key=lambda item: -item.score)[:6]


def _layouts(page: TablePage, words: TableWords, naming: ContractLabels) -> Iterator[Layout]:
    """The layouts with how likely they are: rows that name deals speak for one, names that are no names against it."""
    counts = [(0,) * len(page.columns)]
    for row in reversed(page.cells):
        counts.append(tuple(n + (cell.kind in NUMERIC or cell.dash) for n, cell in zip(counts[-1], row, strict=True)))
    below = counts[::-1]  # for each row and column: how many cells with a number or a stroke stand there and below
    for head in range(min(len(page.rows) - 1, MOST_HEADS)):
        if sum(cell.kind == "text" for cell in page.cells[head]) < FEWEST - 1:
            continue
        for seen in (page, _moved_head(page, head, below[head + 1], words, naming)):
            layout = None if seen is None else _layout(seen, head, below[head + 1], words)
            if layout is None or not (rows := layout.numeric_rows()):
                continue
            labels = [label for row in rows if (label := layout.label(row))]
            known = sum(bool(naming.meanings(label) or naming.trump(label)) for label in labels)
            summed = sum(bool(words.sums(label) or words.aside(label)) for label in labels)
            odd = sum(bool(plain(name) in naming.names or words.sums(name)) for name in layout.names)
            empty = sum(not layout.page.cells[row][at].kind for row in rows for at in layout.players)
            score = 4 * known + 2 * summed + len(rows) - 8 * odd - empty
            yield replace(layout, score=score, moved=int(seen is not page))


def _moved_head(
    page: TablePage, head: int, below: tuple[int, ...], words: TableWords, naming: ContractLabels
) -> TablePage | None:
    """The page with its row of names one cell further on, where the cell over the names of the deals was left out and
    every name stands over the numbers of the player before; else None."""
    cells = page.cells[head]
    named = [at for at, cell in enumerate(cells) if cell.kind]
    numbered = [at for at, count in enumerate(below) if count]
    first = cells[named[0]].text
    if not FEWEST <= len(named) <= MOST or numbered[: len(named)] != [at + 1 for at in named]:
        return None
    if any(cells[at].kind != "text" for at in named) or words.roles(first) or naming.meanings(first):
        return None
    moved = (*cells[: named[0]], EMPTY, *cells[named[0] : named[-1] + 1], *cells[named[-1] + 2 :])
    return replace(page, cells=(*page.cells[:head], moved, *page.cells[head + 1 :]))


def _layout(
    page: TablePage, head: int, below: tuple[int, ...], words: TableWords, own: Mapping[int, str] = NO_COLUMNS
) -> Layout | None:
    """A page with its names in this row, ``below`` which stand so many numbers in each column; ``own`` are the columns
    of the players and what they are called in a grid that kingscore wrote."""
    players: list[int] = []
    running: dict[int, int] = {}
    roles: dict[str, int] = {}
    labels: list[int] = []
    cells = page.cells[head]
    for at, cell in enumerate(cells):
        beside = cells[at - 1].text if at - 1 in players[-1:] and (own or below[at]) else None
        if at in own:
            players.append(at)
        elif beside is not None and (words.running(cell.text, beside) if cell.text else not own):
            running[at - 1] = at
        elif kinds := words.roles(cell.text):
            roles = dict.fromkeys(kinds, at) | roles
        elif cell.kind == "text" and not own and below[at]:
            players.append(at)
        elif cell.kind in ("", "text"):
            labels.append(at)
    again = {at: beside for at, beside in running.items() if plain(cells[beside].text) == plain(cells[at].text)}
    if again and len(running) < len(players) and not own:
        # A name that stands a second time is the head of a running total only where every player has one; else it is a
        # second player of that name.
        running = {at: beside for at, beside in running.items() if at not in again}
        players = sorted((*players, *again.values()))
    if not own:
        most = max((below[at] for at in players), default=0)
        labels += [at for at in players if 3 * below[at] < most]
        players = [at for at in players if 3 * below[at] >= most]
    labels += [roles[role] for role in ("number", "player") if role in roles]
    if not FEWEST <= len(players) <= MOST:
        return None
    players = list(own) or players
    names = tuple(cells[at].text or own.get(at, "") for at in players)
    twice = any(item.is_a("names-alike") for item in names_refused(names))
    return Layout(page, head, _last(page, head, players), names, tuple(players), tuple(map(running.get, players)),
                  tuple(roles.items()), tuple(labels), twice, own=bool(own))  # fmt: skip


def _last(page: TablePage, head: int, players: list[int]) -> int:
    """The row after the table's last: the end of the page, or where another row of names begins another table."""
    names = [plain(page.cells[head][at].text) for at in players]
    for row in range(head + 2, len(page.rows)):
        cells = [page.cells[row][at] for at in players]
        texts = sum(cell.kind == "text" and not cell.dash for cell in cells)
        other = [plain(cell.text) for cell in cells] != names
        if other and texts >= FEWEST - 1 and texts == sum(bool(cell.kind) for cell in cells):
            return row
    return len(page.rows)


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
    cells: tuple[TableCell, ...]
    sums: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def numbers(self) -> Numbers:
        """The numbers as they stand, None where there is none."""
        return tuple(cell.number for cell in self.cells)

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


def rows_of(layout: Layout, words: TableWords, naming: ContractLabels) -> tuple[TableRow, ...]:
    """The rows below the names that have numbers, and deals that have marks or words instead; rows at the end in which
    nothing was written yet are left out."""
    below, numeric = range(layout.head + 1, layout.last), frozenset(layout.numeric_rows())
    players = {row: tuple(layout.page.cells[row][at] for at in layout.players) for row in below}
    beside = any(cell.marks(CROSSES) for row in numeric for cell in players[row])
    crosses = frozenset() if beside else CROSSES  # beside numbers they stand for nothing
    rows: list[TableRow] = []
    for row, cells in players.items():
        label = layout.label(row)
        plainly = row in numeric or (all(cell.dash for cell in cells) and bool(naming.exact(label)))
        marks = () if plainly else _marks(cells, crosses)
        if marks is None:
            continue
        places = [at for at in (layout.column("contract"), *layout.labels) if at is not None]
        texts = [cell.text for at in places if (cell := layout.page.cells[row][at]).kind == "text"]
        named = next((text for text in texts if _names_deal(naming, text, words)), "")
        summed = next(filter(words.sums, texts), "")
        if named:
            if plainly or tuple(cell.text for cell in cells) != layout.names:  # the names may be written once more
                rows.append(TableRow(row, "deal", label or named, cells, marks=marks))
        elif plainly:
            kind: RowKind = "sum" if summed else "aside" if any(map(words.aside, texts)) else "deal"
            rows.append(TableRow(row, kind, summed or label, cells, words.sums(summed)))
    if not layout.own:  # a ready-made table has noughts at its end for deals to come
        written = [any(row.numbers) or bool(row.odd) or any(row.marks) for row in rows]
        last = max((at for at, row in enumerate(rows) if row.kind == "deal" and written[at]), default=-1)
        rows = [row for at, row in enumerate(rows) if at <= last or row.kind != "deal"]
    return _unnamed_sums(tuple(rows))


def _marks(cells: Sequence[TableCell], crosses: frozenset[str]) -> tuple[int, ...] | None:
    """How many marks each player has in a row without numbers, none where words stand; None where there is nothing but
    strokes. Ticks tell more than crosses, which may then stand for nothing."""
    for signs in (TICKS, crosses):
        marks = tuple(cell.marks(signs) for cell in cells)
        if any(marks) and all(n or cell.dash or not cell.kind for n, cell in zip(marks, cells, strict=True)):
            return marks
    return () if any(cell.kind and not cell.dash for cell in cells) else None


def _names_deal(naming: ContractLabels, text: str, words: TableWords) -> bool:
    """True for what names a deal; a word for sums that only resembles such a name does not."""
    if not naming.meanings(text):
        return False
    return text.casefold() in naming.names or not (words.sums(text) or words.aside(text))


def _unnamed_sums(rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """Rows without a name that are the sums of those above them are distinguished from deals."""
    second = rows[1::2]
    if (
        len(rows) > 3
        and not any(row.odd or row.kind == "aside" for row in rows)
        and not any(row.label for row in second)
    ):
        running = running_totals([row.numbers for row in rows[::2]])
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
        sums = unnamed and any(_same(row.numbers, running_totals(part)[-1]) for part in parts)
        out.append(_as_sum(row) if sums else row)
    return tuple(out)


def _as_sum(row: TableRow) -> TableRow:
    return replace(row, kind="sum", sums=("total",)) if row.kind == "deal" else row


def running_totals(rows: Sequence[Numbers]) -> list[tuple[int, ...]]:
    """What each player has after each of some rows."""
    whole = [tuple(n or 0 for n in row) for row in rows]
    return list(accumulate(whole, lambda a, b: tuple(map(sum, zip(a, b, strict=True)))))


def _same(row: Numbers, true: Sequence[int]) -> bool:
    """True if all but one number are the same, noughts not counted as proof."""
    same = [n == t for n, t in zip(row, true, strict=True)]
    proof = [t for n, t in zip(row, true, strict=True) if n == t and t]
    return sum(same) >= len(row) - 1 and len(proof) >= 2

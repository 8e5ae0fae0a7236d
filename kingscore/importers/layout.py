"""Where a table stands on a page: its row of names, its players' columns, what others hold. It judges no number."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.importers.cells import CROSSES, EMPTY, Cell, Page
from kingscore.importers.words import Naming, TableWords, plain
from kingscore.model.frozen import dataclass, field, replace
from kingscore.notation.names import names_refused

FEWEST, MOST = 3, 6
#: Rows in which the names are looked for; a longest line of notes before the table.
MOST_HEADS = 400
#: Kinds that stand where a number should, whole or not.
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


def told_layout(page: Page, columns: tuple[int, ...], names: tuple[str, ...], words: TableWords) -> Layout | None:
    """A page as the grid that kingscore wrote, with the players' points in these columns of the file; who has no name
    in the head is called as in ``names``. None where no head stands over them any more, or no such columns are told."""
    if not columns or len(columns) != len(names):
        return None
    page = page.with_columns(columns)
    players = tuple(page.columns.index(column) for column in columns)
    head = next((at for at, cells in enumerate(page.cells) if _heads(cells[: players[0]], words)), None)
    if head is None:
        return None
    roles: dict[str, int] = {}
    labels: list[int] = []
    running: dict[int, int] = {}
    cells = page.cells[head]
    for at, cell in enumerate(cells):
        beside = cells[at - 1].text if at - 1 in players else ""
        if at in players:
            if words.roles(cell.text) & _ASIDE or cell.kind not in ("", "text", "number"):
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
    twice = any(one.is_a("names-alike") for one in names_refused(written))
    return Layout(page, head, _last(page, head, list(players)), written, players,
                  tuple(map(running.get, players)), tuple(roles.items()), tuple(labels), twice, own=True)  # fmt: skip


#: What stands beside the points in a grid, and never over them.
_ASIDE = frozenset({"number", "dealer", "contract", "declarer", "trump", "buyer", "price", "check", "total"})


def _heads(cells: tuple[Cell, ...], words: TableWords) -> bool:
    """True for the heads of the columns before the points: that of the deals' names and at least another."""
    kinds = [words.roles(cell.text) for cell in cells if cell.kind == "text"]
    return sum(map(bool, kinds)) > 1 and any("contract" in kind for kind in kinds)


def layouts(page: Page, words: TableWords, naming: Naming) -> list[Layout]:
    """Every way to read a page as a table, the likeliest first, deals as rows and as columns."""
    found = [one for turned in (page, page.turn()) for one in _layouts(turned, words, naming)]
    return sorted(found, key=lambda one: -one.score)[:6]


def _layouts(page: Page, words: TableWords, naming: Naming) -> Iterator[Layout]:
    below = _numbers_below(page)
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


def _numbers_below(page: Page) -> list[tuple[int, ...]]:
    """For each row and column, how many cells with a number or a stroke stand there and below."""
    out = [(0,) * len(page.columns)]
    for row in reversed(page.cells):
        out.append(tuple(n + (cell.kind in NUMERIC or cell.dash) for n, cell in zip(out[-1], row, strict=True)))
    return out[::-1]


def _layout(page: Page, head: int, below: tuple[int, ...], words: TableWords, naming: Naming) -> Layout | None:
    players: list[int] = []
    running: dict[int, int] = {}
    roles: dict[str, int] = {}
    labels: list[int] = []
    cells = page.cells[head]
    for at, cell in enumerate(cells):
        kinds = words.roles(cell.text) if cell.kind == "text" else frozenset()
        if players and below[at] and at - 1 <= max(players) and _is_running(cell.text, cells[players[-1]].text, words):
            running[players[-1]] = at
        elif kinds:
            for kind in kinds:
                roles.setdefault(kind, at)
        elif cell.kind == "text" and below[at]:
            players.append(at)
        elif cell.kind in ("", "text"):
            labels.append(at)
    players, running = _each_once(players, running, cells)
    most = max((below[at] for at in players), default=0)
    labels += [at for at in players if 3 * below[at] < most]
    players = [at for at in players if 3 * below[at] >= most]
    numbered = roles.get("number")
    labels += [at for at in (numbered, roles.get("player")) if at is not None]
    names = tuple(cells[at].text for at in players)
    if not FEWEST <= len(players) <= MOST:
        return None
    last = _last(page, head, players)
    twice = any(one.is_a("names-alike") for one in names_refused(names))
    found = Layout(page, head, last, names, tuple(players), tuple(running.get(at) for at in players),
                   tuple(roles.items()), tuple(labels), twice)  # fmt: skip
    return _weighed(found, words, naming)


def _each_once(
    players: list[int], running: dict[int, int], cells: tuple[Cell, ...]
) -> tuple[list[int], dict[int, int]]:
    """The columns of points and those of running totals beside them. A name that stands a second time is the head of a
    running total where every player has one; else it is a second player of that name."""
    again = {at: beside for at, beside in running.items() if plain(cells[beside].text) == plain(cells[at].text)}
    if not again or len(running) == len(players):
        return players, running
    kept = {at: beside for at, beside in running.items() if at not in again}
    return sorted((*players, *again.values())), kept


def _is_running(head: str, player: str, words: TableWords) -> bool:
    return not head or words.running(head, player)


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
    odd = sum(bool(_exact(naming, name) or words.sums(name)) for name in found.names)
    empty = sum(not found.page.cells[row][at].kind for row in rows for at in found.players)
    score = 4 * known + 2 * summed + len(rows) - 8 * odd - empty
    return replace(found, score=score)


def _exact(naming: Naming, name: str) -> bool:
    return plain(name) in naming.names

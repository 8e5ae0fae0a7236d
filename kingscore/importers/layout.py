"""Where a table stands on a page: its row of names, its players' columns, what other columns and its labels hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kingscore.importers.cells import CROSSES, EMPTY, TablePage, page_of
from kingscore.model.folding import key
from kingscore.model.rules import Contract
from kingscore.model.suggest import suggest
from kingscore.notation.names import names_refused
from kingscore.notation.vocabulary import Words

#: What a row of sums may be called after, by what it adds up.
SUMS = ("penalties", "premiums", "difference", "total")
#: Rows that are neither deals nor sums.
ASIDE = ("place", "money", "date", "note")
#: What a row above the table may tell of the whole game.
FACTS = ("variant", "options", "date", "dealer", "stake")
#: What stands beside the points in a grid, and never over them.
BESIDE = ("number", "dealer", "contract", "declarer", "trump", "buyer", "price", "check", "total")
HEADS = (*BESIDE, "note", "date", "money", "place", "time", "player")
LONGEST_LABEL = 80
#: How alike a label must be to a name to be taken for it.
SURELY_ALIKE = 0.82
_NUMBERING = re.compile(r"^[(\[]?[0-9]{1,3}[)\].:]*[ –—-]*(?=\D)")
_COUNTED = re.compile(r"[ #№(\[.-]*[0-9]{1,2}[)\].]*$")
_BRACKETS = re.compile(r"[(\[][^)\]]*[)\]]")


@dataclass(frozen=True)
class TableWords:
    """``kinds``: folded word → what it stands for; ``shorthand`` folded word → item; ``words`` those of a deal's
    line."""

    kinds: Mapping[str, frozenset[str]]
    shorthand: Mapping[str, frozenset[str]]
    words: Words

    @staticmethod
    def of(raw: Mapping[str, Mapping[str, Sequence[str]]], words: Words) -> TableWords:
        """Words from ``{"label": {"total": ["sum", …], …}, "shorthand": {"hearts": ["♥"]}}``."""
        kinds: dict[str, frozenset[str]] = {}
        shorthand: dict[str, frozenset[str]] = {}
        for by_word, table in ((kinds, raw["label"]), (shorthand, raw["shorthand"])):
            for kind, name in ((kind, plain(name)) for kind, names in table.items() for name in names):
                by_word[name] = by_word.get(name, frozenset()) | {kind}
        return TableWords(kinds, shorthand, words)

    def _begun(self, text: str, kinds: Sequence[str]) -> frozenset[str]:
        """Which of some kinds the longest words stand for with which a text begins."""
        words = [word for part in text.split() if (word := plain(part))]
        starts = (self.kinds.get(" ".join(words[:count]), frozenset()) for count in range(min(4, len(words)), 0, -1))
        return next((found.intersection(kinds) for found in starts if not found.isdisjoint(kinds)), frozenset())

    def roles(self, head: str) -> frozenset[str]:
        """What a column under this head may hold; nothing where the head is no such word."""
        return self._begun(head, HEADS)

    def sums(self, label: str) -> tuple[str, ...]:
        """What a row of this label adds up: the label is such a word, or begins with one."""
        return tuple(kind for kind in SUMS if kind in self._begun(label, (*SUMS, *ASIDE)))

    def aside(self, label: str) -> bool:
        """True for the label of a row that tells places, money or a date."""
        return not self._begun(label, (*SUMS, *ASIDE)).isdisjoint(ASIDE)

    def fact(self, label: str) -> str:
        """What a row of this label tells of the whole game; empty where the label is no such word."""
        kinds = self.kinds.get(plain(label), frozenset())
        return next((fact for fact in FACTS if fact in kinds), "")

    def running(self, head: str, player: str) -> bool:
        """True for the head of a column that holds a player's running totals: his name with a word for sums, or any
        name with a Σ beside one without."""
        text, name = plain(head), plain(player)
        if text.endswith(("Σ", "σ")) and not name.endswith(("Σ", "σ")):
            return True
        rest = text.removeprefix(name).strip()
        return not rest or "total" in self.kinds.get(rest, frozenset()) or rest in ("Σ", "σ")

    def suit(self, label: str) -> str | None:
        """The suit or form with which a label begins."""
        for word in re.split(r"[\s,;:/]+", key(label)):
            for text in (word, word[:1]):
                if text in self.words.suits:
                    return self.words.suits[text]
        return None


def plain(text: str) -> str:
    """A text folded, without the points and colons around it."""
    return key(text[:LONGEST_LABEL]).strip(" .:;,*_=-–—").replace(".", "")


class ContractLabels:
    """Which contracts a label may mean, among some contracts; looked up once for each label."""

    def __init__(self, contracts: Iterable[Contract], words: TableWords) -> None:
        self.words = words
        self.names: dict[str, dict[str, None]] = {}
        self.trumps: dict[str, None] = {}
        self.shown: set[str] = set()
        for contract in contracts:
            self.shown |= {plain(names[0]) for _, names in contract.names.by_language if names}
            own = [contract.id, *contract.names.all]
            for item in contract.items if len(contract.items) == 1 else ():
                own += [*item.names.all, *(name for name, items in words.shorthand.items() if item.id in items)]
            for name in own:
                self.names.setdefault(plain(name), {})[contract.id] = None
            if contract.forms:
                self.trumps[contract.id] = None
        self.meanings = lru_cache(maxsize=None)(self._meanings)

    def _meanings(self, label: str) -> tuple[str, ...]:
        """The ids that a label may mean, exact names before likenesses: names with which it begins, then those that
        were cut short or mistyped; empty where it means none of these."""
        if exact := self.exact(label):
            return exact
        ways = _ways(label)
        words = [text.split() for text in ways]
        starts = [start for parts in words for n in range(len(parts), 0, -1) if len(start := " ".join(parts[:n])) > 2]
        longest = max((start for start in starts if start in self.names), key=len, default="")
        if longest:
            return tuple(self.names[longest])
        texts = [text for text in ways if len(text) >= 4]
        for text in texts:
            begun = [name for name in self.names if name.startswith(text)]
            if begun:
                return tuple(dict.fromkeys(item for name in begun for item in self.names[name]))
        close = (name for text in texts for name in suggest(text, self.names, most=1, alike=SURELY_ALIKE))
        return next((tuple(self.names[name]) for name in close), ())

    def exact(self, label: str) -> tuple[str, ...]:
        """The ids of which a label is a name, its number aside."""
        return next((tuple(self.names[text]) for text in _ways(label) if text in self.names), ())

    def is_shown(self, label: str) -> bool:
        """True if a label is the very name that stands on sheets."""
        return not self.shown.isdisjoint(_ways(label))

    def trump(self, label: str) -> tuple[str, ...]:
        """The trump contracts, where a label begins with a suit or a way to play (``♠ Ona``)."""
        return tuple(self.trumps) if self.words.suit(label) is not None else ()


@lru_cache(maxsize=4096)
def _ways(label: str) -> tuple[str, ...]:
    """A label as it stands, without its number, without a count at its end, without what stands in brackets."""
    bare = _NUMBERING.sub("", label.strip()[:LONGEST_LABEL])
    short = _BRACKETS.sub("", bare)
    texts = (label, bare, _COUNTED.sub("", bare), short, _COUNTED.sub("", short))
    without = (text.lstrip("−-–+ ") for text in texts)
    return tuple(text for text in dict.fromkeys(plain(text) for text in (*texts, *without)) if text)


FEWEST, MOST = 3, 6
#: Rows in which the names are looked for; a longest line of notes before the table.
MOST_HEADS = 400
#: More rows with numbers than any evening has.
MOST_ROWS = 300
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
    roles: Mapping[str, int]
    labels: tuple[int, ...]
    twice: bool = False
    score: int = 0
    own: bool = False
    moved: int = 0

    def text(self, row: int, role: str) -> str:
        """What stands in the column of a role, empty where there is none."""
        column = self.roles.get(role)
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
    page = page_of(page.name, page.spots(), columns) or page
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
            if len(rows) > MOST_ROWS:  # it is refused, so that it stands before all others, and those below it
                yield replace(layout, score=7 * len(rows))
                if not layout.twice:
                    return
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
                  roles, tuple(labels), twice, own=bool(own))  # fmt: skip


def _last(page: TablePage, head: int, players: list[int]) -> int:
    """The row after the table's last: the end of the page, or where another row of names begins another table."""
    names = [plain(page.cells[head][at].text) for at in players]
    for row in range(head + 2, len(page.rows)):
        cells = [page.cells[row][at] for at in players]
        texts = sum(cell.kind == "text" and not cell.dash for cell in cells)
        if texts < FEWEST - 1 or texts != sum(bool(cell.kind) for cell in cells):
            continue
        if [plain(cell.text) for cell in cells] != names:
            return row
    return len(page.rows)

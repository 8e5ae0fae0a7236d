"""What stands above the names of a table: its date, its variant, options, dealer, stake. It reads no deal.

A row that says what it tells (``Date; 2003-05-05``) is read or told as not read; a day that stands alone is the date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date

from kingscore.importers.cells import Page
from kingscore.importers.detect_variant import Everything, Wish
from kingscore.importers.layout import Layout
from kingscore.importers.words import FACTS, TableWords, plain
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Stake
from kingscore.notation.names import seat_of
from kingscore.variant import Variant

_YEAR_FIRST = re.compile(r"([0-9]{4})([-./ ] ?)([0-9]{1,2})\2([0-9]{1,2})\.?")
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-./ ] ?)([0-9]{1,2})\2([0-9]{4})")
LONGEST = 60
#: So many cells a row has at most that is none of the table itself; so many such rows are told.
FEW, MOST_ODD = 2, 6
#: Into so many parts what one row tells may have fallen.
MOST_PARTS = 2


@dataclass(frozen=True)
class Facts:
    """What a table says of its game besides its deals; empty where it says nothing. ``dealer`` is a seat.

    ``found`` is what there is to say of the rows in which it stands. ``brought`` is a variant that the table brings
    along, ``content`` the same as JSON text.
    """

    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()
    date: str = ""
    stake: Stake | None = None
    dealer: int | None = None
    found: tuple[Finding, ...] = ()
    brought: Variant | None = None
    content: str = ""

    def wish(self, asked: Wish) -> Wish:
        """By which rules the table is to be read: what was asked for comes before what the table says."""
        variant = asked.variant or self.variant
        own = self.options if variant == self.variant or not self.variant else ()
        options = {**dict(own), **dict(asked.options)}
        variants = asked.variants
        if self.brought is not None and variant == self.variant:
            variants = (*(one for one in variants if one.id != variant), self.brought)
        return replace(asked, variants=variants, variant=variant, options=tuple(options.items()))


NO_FACTS = Facts()


@dataclass(frozen=True)
class _Row:
    """A row outside the table: what it tells (empty where that is no word for anything), how that is written."""

    row: int
    fact: str
    title: str
    value: str


def facts_of(layout: Layout, everything: Everything, wish: Wish) -> Facts:
    """Everything that the rows above the names tell, and those below it that begin with a word for it."""
    facts, told = Facts(), []
    rows = tuple(_rows(layout, everything.words))
    known = {row.fact: row for row in reversed(rows) if row.fact}
    for fact in FACTS:
        if fact in known:
            read = _READERS[fact](known[fact].value, facts, layout, wish)
            facts = read if isinstance(read, Facts) else facts
            told += [_told(layout, known[fact], read)]
    alone = _days(layout) if "date" not in known else []
    if alone:
        day, row, text = alone[0]
        only = bool(day) and len(alone) == 1
        facts = replace(facts, date=day) if only else facts
        how = "several" if len(alone) > 1 else "date"
        told.append(finding("F249" if only else "F247", how, row=_called(layout, row), found=text))
    odd = [one for one in rows if not one.fact and not everything.naming.found(one.title)]
    told += [finding("F248", row=_called(layout, one.row), found=f"{one.title}: {one.value}") for one in odd[:MOST_ODD]]
    return replace(facts, found=tuple(told))


def _called(layout: Layout, row: int) -> str:
    return str(_as_it_stands(layout).rows[row] + 1)


def _told(layout: Layout, row: _Row, read: Facts | str) -> Finding:
    """That a row was read, or how it could not be."""
    where = _called(layout, row.row)
    if isinstance(read, Facts):
        return finding("F249", row.fact, row=where, found=row.value)
    return finding("F247", read, row=where, found=row.value, n=len(layout.players))


def _rows(layout: Layout, words: TableWords) -> Iterator[_Row]:
    """The rows that say something of the whole game: a word for it and what it is, in two cells or with a colon."""
    page = _as_it_stands(layout)
    for at, cells in enumerate(page.cells):
        filled = [cell for cell in cells if cell.kind]
        if not filled or filled[0].kind != "text" or not _outside(layout, at, len(filled)):
            continue
        title, _, rest = filled[0].text.partition(":")
        parts = [part for part in (rest.strip(), *(cell.text for cell in filled[1:])) if part]
        fact = words.fact(title)
        pair = len(parts) == 1 and filled[-1].kind != "number"
        if (fact and parts and (len(parts) <= MOST_PARTS or fact == "options")) or (pair and at < layout.head):
            # A stake with a decimal comma fell apart in a file with commas between its fields.
            yield _Row(at, fact, title.strip()[:LONGEST], ("," if fact == "stake" else ", ").join(parts)[:LONGEST])


def _as_it_stands(layout: Layout) -> Page:
    return layout.page.turn() if layout.page.turned else layout.page


def _outside(layout: Layout, row: int, filled: int) -> bool:
    """True for a row of the file that is none of the table itself."""
    if layout.page.turned:
        return filled <= FEW
    return row < layout.head or (row > layout.head and filled <= FEW)


def _days(layout: Layout) -> list[tuple[str, int, str]]:
    """The days that stand alone in a cell above the table or beside the names, each with its row and how it is
    written; empty where it is not clear which day."""
    page = _as_it_stands(layout)
    rows = [
        (row, cells)
        for row, cells in enumerate(page.cells)
        if (layout.page.turned or row < layout.head) and _outside(layout, row, sum(bool(cell.kind) for cell in cells))
    ]
    beside = [] if layout.page.turned else [(layout.head, [page.cells[layout.head][at] for at in layout.labels])]
    out: dict[tuple[str, str], tuple[str, int, str]] = {}
    for row, cell in ((row, cell) for row, cells in (*rows, *beside) for cell in cells):
        day = day_of(cell.text) if cell.kind in ("text", "date") else None
        if day is not None:
            out.setdefault((day, cell.text if not day else ""), (day, row, cell.text))
    return list(out.values())


def day_of(text: str) -> str | None:
    """The day that a text is, as ``2003-05-05``; empty where day and month may be exchanged or there is no such day,
    None where the text is no day at all."""
    if found := _YEAR_FIRST.fullmatch(text):
        return _day(found[1], found[3], found[4])
    if not (found := _YEAR_LAST.fullmatch(text)):
        return None
    first, second = int(found[1]), int(found[3])
    if found[2].strip() == "." or first > 12 or first == second:
        return _day(found[4], found[3], found[1])
    return _day(found[4], found[1], found[3]) if second > 12 else ""


def _day(year: str, month: str, day: str) -> str:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""


def _read_date(text: str, facts: Facts, layout: Layout, wish: Wish) -> Facts | str:
    day = day_of(text)
    return replace(facts, date=day) if day else "date"


def _read_variant(text: str, facts: Facts, layout: Layout, wish: Wish) -> Facts | str:
    found = [one for one in wish.variants if plain(text) in map(plain, (one.id, one.id.replace("-", " ")))]
    found = found or [one for one in wish.variants if plain(text) in map(plain, one.names.all)]
    if len(found) != 1:
        return "variant"
    if len(layout.players) not in found[0].tables:
        return "table"
    return replace(facts, variant=found[0].id)


def _read_options(text: str, facts: Facts, layout: Layout, wish: Wish) -> Facts | str:
    """Options as a game file has them: ``finish=domino, kordebaletas=true``."""
    asked = wish.variant or facts.variant
    offers = [one for one in wish.variants if not asked or one.id == asked]
    pairs = [tuple(part.strip() for part in pair.partition("=")[::2]) for pair in text.split(",")]
    chosen = {key: value for key, value in pairs if key}
    if not any(_offered(one, len(layout.players), chosen) for one in offers):
        return "options"
    return replace(facts, options=tuple(chosen.items()))


def _offered(variant: Variant, table: int, chosen: dict[str, str]) -> bool:
    if table not in variant.tables:
        return False
    try:
        return bool(variant.rules(table, chosen))
    except Refused:
        return False


def _read_dealer(text: str, facts: Facts, layout: Layout, wish: Wish) -> Facts | str:
    seats = seat_of(text, layout.names)
    return replace(facts, dealer=seats[0]) if len(seats) == 1 else "dealer"


def _read_stake(text: str, facts: Facts, layout: Layout, wish: Wish) -> Facts | str:
    from kingscore.scoring.money import read_stake

    try:
        return replace(facts, stake=read_stake(text))
    except Refused:
        return "stake"


_READERS: dict[str, Callable[[str, Facts, Layout, Wish], Facts | str]] = {
    "variant": _read_variant,
    "options": _read_options,
    "date": _read_date,
    "dealer": _read_dealer,
    "stake": _read_stake,
}

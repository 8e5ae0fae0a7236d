"""From the bytes of a table to a game: cells, layout, variant, deals, and what there is to say of each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, NoReturn

from kingscore.importers.build_game import Made, made, odd_cells
from kingscore.importers.cells import Page
from kingscore.importers.csv import read_csv
from kingscore.importers.describe import document, hints
from kingscore.importers.detect_variant import Everything, Recognised, Wish, chosen, readings
from kingscore.importers.findings import Judged, judged
from kingscore.importers.layout import Layout, layouts, told_layout
from kingscore.importers.metadata import Facts, facts_of
from kingscore.importers.own_tables import as_recorded, asks_no_other, recorded, recorded_facts, unplayed
from kingscore.importers.words import TableWords
from kingscore.importers.workbook import Workbook, read_workbook
from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Game
from kingscore.notation import OpenRules, Reading, read_king
from kingscore.notation.names import names_refused
from kingscore.render.embedded_game import Record, record_of
from kingscore.render.formats import suffixes_read
from kingscore.variant import Variant

#: The signs with which workbooks begin.
SIGNS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
#: More rows with numbers than any evening has; so many ways to see a table are tried.
MOST_ROWS, MOST_TRIED = 300, 6
Json = dict[str, Any]


@dataclass(frozen=True)
class _Own:
    """The record below a table that kingscore wrote, the game that it holds, whether no other rules are asked for."""

    record: Record
    kept: Reading
    as_asked: bool

    def layout(self, page: Page, words: TableWords) -> Layout | None:
        """Where the points stand, as the record tells; None where the table does not bear it out."""
        game = self.kept.game
        return None if game is None else told_layout(page, self.record.columns, game.players, words)

    def unplayed(self, page: Page, words: TableWords) -> Game | None:
        """The game of a blank sheet in whose grid nothing was written but names; None where anything was."""
        layout = self.layout(page, words)
        return None if layout is None or layout.written() else unplayed(self.kept.game, layout)


@dataclass(frozen=True)
class Table:
    """A table read: the game as far as there is one, everything to say of how it was read, and where its deals stand.

    ``found`` and ``made`` are None where no game could be made of it, or where it is a sheet that kingscore made.
    """

    file: str
    reading: Reading
    found: Recognised | None = None
    made: Made | None = None
    about: Json | None = None

    def judged(self, told: Iterable[Finding]) -> tuple[Finding, ...]:
        """What the checker says of the game, pointed at the cells of the table, with what only the table tells."""
        if self.found is None or self.made is None:
            return tuple(told)
        return judged(Judged(self.file, self.found, self.made), told)


def read_table(raw: bytes, file: str, wish: Wish, words: TableWords, open_rules: OpenRules) -> Table:
    """The game of a table in a CSV file or a workbook; whatever is wrong stands in its reading's findings."""
    try:
        return _read(raw, file, wish, words, open_rules)
    except Refused as refused:
        return Table(file, Reading(None, tuple(_in_file(one, file) for one in refused.findings)))


def _in_file(one: Finding, file: str) -> Finding:
    return replace(one, place=replace(one.place or Place(), file=file))


def _read(raw: bytes, file: str, wish: Wish, words: TableWords, open_rules: OpenRules) -> Table:
    about: Json = {}
    read = partial(read_king, file=file, open_rules=open_rules, words=words.words)
    everything = _everything(wish, words)
    if raw.startswith(SIGNS) or file.lower().endswith(suffixes_read("book")):
        book = read_workbook(raw, file)
        if book.own and (sheet := _own(book, open_rules)) is not None:
            return Table(file, sheet)
        pages, record = _recorded(book.pages())
    else:
        one = read_csv(raw, file, everything.knows)
        pages, about = (one.page,), {"encoding": one.encoding, "delimiter": one.delimiter}
        record = one.record
    own = None if record is None else _own_record(record, wish, read)
    if own is not None and own.as_asked and (own.record.sealed or own.unplayed(pages[0], words) is not None):
        return Table(file, own.kept if own.record.sealed else Reading(own.unplayed(pages[0], words)))
    seen = _understood(pages, wish, everything, own)
    whole = made(seen.found, words, seen.facts)
    changed: tuple[Finding, ...] = (finding("F246", "unread"),) if own is not None and own.kept.game is None else ()
    if own is not None and own.kept.game is not None and own.as_asked:
        whole, changed = as_recorded(whole, own.kept.game)
    shown = seen.page.name if len(pages) > 1 else ""
    told = (*_findings(file, seen, whole, shown), *(one.at(Place(file=file)) for one in changed))
    reading = Reading(whole.game, told, _lines(seen.found))
    return Table(file, reading, seen.found, whole, {**about, **document(seen.found, whole, seen.page.name)})


def _own_record(record: Record, wish: Wish, read: Callable[[str], Reading]) -> _Own:
    kept = recorded(record, read)
    return _Own(record, kept, kept.game is not None and asks_no_other(wish, kept.game))


def _recorded(pages: tuple[Page, ...]) -> tuple[tuple[Page, ...], Record | None]:
    """The page of a workbook made of a CSV file that kingscore wrote, and its record; all pages where there is none."""
    for page in pages:
        record = record_of(page.texts())
        if record is not None:
            return (page.without_rows((record.first, *record.places)),), record
    return pages, None


@lru_cache(maxsize=4)
def _known(variants: tuple[str, ...], free: bool) -> list[Everything]:
    """A place for what was made of so many variants, since a folder may hold many tables."""
    return []


def _everything(wish: Wish, words: TableWords) -> Everything:
    """What is known of all variants; of the options that are wished only a free order makes other rules of them."""
    free = dict(wish.options).get("order") == "free"
    kept = _known(tuple(f"{variant.id} {variant.digest}" for variant in wish.variants), free)
    if not kept:
        kept.append(Everything(replace(wish, options=(("order", "free"),) if free else ()), words))
    return kept[0]


def _own(book: Workbook, open_rules: OpenRules) -> Reading | None:
    """The game on a sheet that kingscore made, None where it does not say enough of itself any more."""
    from kingscore.importers.filled_sheet import taken_back

    try:
        found, kept = taken_back(book, open_rules)
    except Refused as refused:
        if any(one.is_a("sheet-not-ours") for one in refused.findings):
            return None
        raise
    if found.game is None or kept is None or kept.rules.variant != found.game.rules.variant:
        return found
    whole, changed = as_recorded(Made(found.game, (), ()), kept)
    game = replace(whole.game, date=whole.game.date or kept.date, stake=whole.game.stake or kept.stake)
    return Reading(game, (*found.findings, *(one.at(Place(file=book.file)) for one in changed)), found.lines)


@dataclass(frozen=True)
class _Seen:
    """The page with the table, its likeliest reading, what it says of its game, by which rules it was read."""

    page: Page
    found: Recognised
    facts: Facts
    wish: Wish


def _understood(pages: tuple[Page, ...], wish: Wish, everything: Everything, own: _Own | None) -> _Seen:
    """The page with the table and its likeliest reading. Refused: F250 no table, F252 to F254 the variant, F257."""
    told = None if own is None else own.layout(pages[0], everything.words)
    found = [(page, layout) for page in pages for layout in layouts(page, everything.words, everything.naming)]
    found = found if told is None else [(told.page, told)]
    twice, found = [one for one in found if one[1].twice], [one for one in found if not one[1].twice]
    tried: list[tuple[int, _Seen, list[Recognised]]] = []
    for page, layout in sorted(found, key=lambda one: -one[1].score)[:MOST_TRIED]:
        rows = sum(layout.numeric(row) for row in range(layout.head + 1, layout.last))
        if rows > MOST_ROWS:
            raise Refused(finding("F257", "deals", found=rows, most=MOST_ROWS))
        facts = facts_of(layout, everything, wish) if own is None else recorded_facts(own.kept.game, layout)
        asked = facts.wish(wish)
        read = readings(layout, asked, _everything(asked, everything.words))
        if read:
            tried.append((3 * layout.score - read[0].weight, _Seen(page, read[0], facts, asked), read))
    if not tried:
        _refuse_twice([layout for _, layout in twice], everything)
        _refuse_untried(found, wish)
    _, seen, read = max(tried, key=lambda one: one[0])
    try:
        return replace(seen, found=chosen(read, seen.wish))
    except Refused as refused:
        raise Refused(*seen.facts.found, *refused.findings) from None


def _refuse_twice(found: Sequence[Layout], everything: Everything) -> None:
    """Refused: N803 where the likeliest row of names has one twice; words of tables are no names."""
    words, naming = everything.words, everything.naming
    named = [one for one in found if not any(naming.found(name) or words.sums(name) for name in one.names)]
    if named:
        best = max(named, key=lambda layout: layout.score)
        page, row = best.page, best.head
        place = Place(line=page.line(row, best.players[0]), text=" │ ".join((page.called(row), *best.names)))
        raise Refused(
            *(one.at(place) for one in names_refused(best.names) if one.is_a("names-alike")), players=best.names
        )


def _refuse_untried(found: Sequence[tuple[Page, Layout]], wish: Wish) -> NoReturn:
    """Refused: the variant that was asked for has no rules for so many players, or there is no table at all."""
    variant = next((one for one in wish.variants if one.id == wish.variant), None)
    for _, layout in found:
        if variant is not None:
            _refuse_words(layout, variant)
            variant.rules(len(layout.players), dict(wish.options))
        elif wish.options:
            rows = sum(layout.numeric(row) for row in range(layout.head + 1, layout.last))
            raise Refused(finding("F252", n=len(layout.players), deals=rows, near=("—",)))
    raise Refused(finding("F250"))


def _refuse_words(layout: Layout, variant: Variant) -> None:
    """Refused: F251 for each word in the column of a player who has no number at all, where the variant has rules for
    as many players with him."""
    cells, rows = layout.page.cells, [row for row in range(layout.head + 1, layout.last) if layout.numeric(row)]
    named = [at for at in layout.labels if cells[layout.head][at].kind == "text" and at > min(layout.players)]
    odd = [(row, at) for at in named for row in rows if cells[row][at].kind == "text"]
    count = len(layout.players)
    if not odd or count in variant.tables or count + len({at for _, at in odd}) not in variant.tables:
        return
    raise Refused(*(_word(layout, row, at) for row, at in odd[:MOST_TRIED]))


def _word(layout: Layout, row: int, at: int) -> Finding:
    page = layout.page
    shown = (page.address(row, at), layout.label(row), *(page.cells[row][one].text for one in (*layout.players, at)))
    place = Place(line=page.line(row, at), text=" │ ".join(filter(None, shown)))
    return finding("F251", cell=page.address(row, at), found=page.cells[row][at].text, place=place)


def _lines(found: Recognised) -> tuple[int, ...]:
    return tuple(found.layout.page.line(deal.row.row, found.layout.players[0]) for deal in found.fit.deals)


def _findings(file: str, seen: _Seen, whole: Made, page: str) -> Iterator[Finding]:
    place, found = Place(file=file), seen.found
    yield from (one.at(place) for one in names_refused(found.layout.names))
    yield from (one.at(place) for one in seen.facts.found)
    yield from (one.at(place) for one in hints(found, whole, seen.wish, page))
    at = Judged(file, found, whole)
    for number, seat, one in odd_cells(found):
        yield one.at(at.place(found.fit.deals[number - 1].row.row, seat))

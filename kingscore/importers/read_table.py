"""From the bytes of a table to a game: cells, layout, variant, deals, and what there is to say of each step.

A table that kingscore itself wrote has its game below it or on a hidden page. It is taken as it was; where a number in
the table was changed since, that deal is read from its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

from kingscore.importers.build_game import TableGame, build_game
from kingscore.importers.cells import TablePage, page_of, read_csv
from kingscore.importers.detect_variant import (
    Detected,
    Everything,
    ImportRequest,
    Metadata,
    chosen,
    metadata_of,
    readings,
)
from kingscore.importers.findings import described, few, hints, odd_cells, table_findings
from kingscore.importers.layout import MOST_ROWS, Layout, TableWords, layouts, recorded_layout
from kingscore.importers.sheet_cells import OWN
from kingscore.importers.workbook import Workbook, read_workbook
from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.game import Deal, Game, playing
from kingscore.notation.king import read_king
from kingscore.notation.names import names_refused, names_remarked
from kingscore.notation.read_game import OpenRules, Reading
from kingscore.render.embedded_game import Record, record_of
from kingscore.render.formats import is_book
from kingscore.scoring.score import deal_points
from kingscore.storage.variant_files import variant_of
from kingscore.variant import Variant

#: So many ways to see a table are tried.
MOST_TRIED = 6
#: What is known of the variants that tables were read by, since a folder may hold many tables.
_EVERYTHING: dict[tuple[object, ...], Everything] = {}
_MOST_KEPT = 4
Json = dict[str, Any]


@dataclass(frozen=True)
class ImportedTable:
    """A table read: the game as far as there is one, and everything to say of how it was read.

    ``game`` is None where no game could be made of the cells, or where it is a sheet that kingscore made.
    """

    reading: Reading
    game: TableGame | None = None
    description: Json | None = None

    def findings(self, checked: Iterable[Finding]) -> tuple[Finding, ...]:
        """What the checker says of the game, pointed at the cells of the table, with what only the table tells."""
        return tuple(checked) if self.game is None else table_findings(self.game, checked)


class _Own(NamedTuple):
    """The record below a table that kingscore wrote, the game that it holds, whether no other rules are asked for."""

    record: Record
    reading: Reading
    as_asked: bool

    @staticmethod
    def of(record: Record, reading: Reading, request: ImportRequest) -> _Own:
        """The record with its game read, the lines of which are those of the file."""
        places = record.places or (record.first,)  # the last stands for all where one row holds several lines

        def row(line: int) -> int:
            return places[min(line, len(places)) - 1] + 1

        findings = tuple(
            replace(item, place=Place(item.place.file, row(item.place.line), text=item.place.text))
            if item.place is not None and item.place.line is not None
            else item
            for item in reading.findings
        )
        game = reading.game
        options = {} if game is None else dict(game.rules.options)
        as_asked = game is not None and request.variant in ("", game.rules.variant)
        as_asked = as_asked and all(options.get(key) == value for key, value in request.options)
        return _Own(record, Reading(game, findings, tuple(map(row, reading.lines))), as_asked)

    def layout(self, page: TablePage, words: TableWords) -> Layout | None:
        """Where the points stand, as the record tells; None where the table does not bear it out."""
        game = self.reading.game
        return None if game is None else recorded_layout(page, self.record.columns, game.players, words)

    def metadata(self, layout: Layout) -> Metadata:
        """What the record tells of the game besides its deals; nothing where it cannot be read."""
        game = self.reading.game
        if game is None:
            return Metadata()
        rules = game.rules
        return Metadata(
            rules.variant,
            rules.options,
            game.date,
            game.stake,
            game.dealer if len(game.players) == len(layout.players) else None,
            brought=variant_of(rules) if rules.content else None,
            content=rules.content,
        )


def read_table(
    raw: bytes, file: str, request: ImportRequest, words: TableWords, open_rules: OpenRules
) -> ImportedTable:
    """The game of a table in a CSV file or a workbook; whatever is wrong stands in its reading's findings."""
    try:
        return _read(raw, file, request, words, open_rules)
    except Refused as refused:
        placed = (replace(item, place=replace(item.place or Place(), file=file)) for item in refused.findings)
        return ImportedTable(Reading(None, tuple(placed)))


def _read(raw: bytes, file: str, request: ImportRequest, words: TableWords, open_rules: OpenRules) -> ImportedTable:
    everything = _everything(request, words)
    description: Json = {}
    if is_book(file, raw):
        book = read_workbook(raw, file)
        if book.sheet(OWN) is not None and (sheet := _own_sheet(book, open_rules)) is not None:
            return ImportedTable(sheet)
        pages, record = book.pages(), None
        for page in pages:  # a workbook may be made of a CSV file that kingscore wrote
            record = record_of(page.texts())
            if record is not None:
                own_rows = {record.first, *record.places}
                spots = (spot for spot in page.spots() if spot[0][0] not in own_rows)
                pages = (page_of(page.name, spots) or page,)
                break
    else:
        text = read_csv(raw, file, everything.knows)
        pages, record = (text.page,), text.record
        description = {"encoding": text.encoding, "delimiter": text.delimiter}
    own, recorded = None, None
    if record is not None:
        reading = read_king("\n".join(record.lines), file=file, open_rules=open_rules, words=words.words)
        own = _Own.of(record, reading, request)
        recorded = own.reading.game if own.as_asked else None
    if own is not None and recorded is not None:
        if own.record.sealed:
            return ImportedTable(own.reading)
        blank = own.layout(pages[0], words)
        if not (recorded.deals or blank is None or blank.twice or blank.written()):
            return ImportedTable(Reading(replace(recorded, players=blank.names, id="")))
    detected, metadata = _understood(pages, request, everything, own)
    table = build_game(file, detected, words, metadata)
    changed: tuple[Finding, ...] = ()
    if recorded is not None:
        game, changed = _as_recorded(table.game, table.worked_out, recorded)
        table = replace(table, game=game)
    elif own is not None and own.reading.game is None:
        changed = (finding("F246", "unread"),)
    layout = detected.layout
    shown = layout.page.name if len(pages) > 1 else ""
    notes = (
        *names_refused(layout.names),
        *names_remarked(layout.names),
        *metadata.findings,
        *hints(table, metadata.request(request), shown),
    )
    place = Place(file=file)
    findings = (*(item.at(place) for item in notes), *odd_cells(table), *(item.at(place) for item in changed))
    lines = tuple(layout.page.line(deal.row.row, layout.players[0]) for deal in detected.fit.deals)
    return ImportedTable(Reading(table.game, findings, lines), table, {**description, **described(table)})


def _everything(request: ImportRequest, words: TableWords) -> Everything:
    """What is known of all variants; of the options that are asked for only a free order makes other rules of them."""
    free = tuple(option for option in request.options if option == ("order", "free"))
    known = (free, *((variant.id, variant.digest) for variant in request.variants))
    if known not in _EVERYTHING:
        if len(_EVERYTHING) >= _MOST_KEPT:
            _EVERYTHING.clear()
        _EVERYTHING[known] = Everything(replace(request, options=free), words)
    return _EVERYTHING[known]


def _own_sheet(book: Workbook, open_rules: OpenRules) -> Reading | None:
    """The game on a sheet that kingscore made, None where it does not say enough of itself any more."""
    from kingscore.importers.filled_sheet import read_filled_sheet

    filled = read_filled_sheet(book, open_rules)
    if filled is None:
        return None
    reading, exported = filled
    if reading.game is None or exported is None or exported.rules.variant != reading.game.rules.variant:
        return reading
    game, changed = _as_recorded(reading.game, (), exported)
    game = replace(game, date=game.date or exported.date, stake=game.stake or exported.stake)
    return Reading(game, (*reading.findings, *(item.at(Place(file=book.file)) for item in changed)), reading.lines)


def _as_recorded(game: Game, worked_out: tuple[int, ...], recorded: Game) -> tuple[Game, tuple[Finding, ...]]:
    """The game of a table that was changed after it was written: what its cells still say as before is as recorded.

    It has no id, since it is another game now. Deals that were added below are no change.
    """
    if len(game.players) != len(recorded.players):
        return game, (finding("F246", "players"),)
    same = [_same(game, recorded, number, number in worked_out) for number in range(1, len(game.deals) + 1)]
    changed = tuple(number for number, as_before in enumerate(same, 1) if not as_before)
    seated = (game.players, game.dealer) == (recorded.players, recorded.dealer)
    if seated and not changed and len(game.deals) == len(recorded.deals):
        return recorded, ()
    deals: list[Deal] = []
    for number, (deal, as_before) in enumerate(zip(game.deals, same, strict=True)):
        old = recorded.deals[number] if number < len(recorded.deals) else deal
        untitled = deal.contract == old.contract and deal.titles is None
        deals.append(old if as_before else replace(deal, titles=old.titles) if untitled else deal)
    whole = replace(
        recorded,
        players=game.players,
        dealer=game.dealer,
        deals=tuple(deals),
        date=game.date,
        stake=game.stake,
        id=game.id,
        written=game.written,
    )
    gone = tuple(range(len(game.deals) + 1, len(recorded.deals) + 1))
    differ = tuple(number for number in changed if number <= len(recorded.deals)) + gone
    if not differ and (seated or not recorded.deals):
        return whole, ()
    how = "deals" if differ else "players"
    return whole, (finding("F246", how, n=len(differ), deals=few(differ)),)


def _same(game: Game, recorded: Game, number: int, worked_out: bool) -> bool:
    """True if the cells of a deal say nothing else than its record; what they do not say, nor a bid that was worked
    out, is not asked."""
    if number > len(recorded.deals):
        return False
    deal, old = game.deals[number - 1], recorded.deals[number - 1]
    deal = replace(deal, bid=None) if worked_out else deal
    rows = (old.points, old.places, *(row for _, row in old.counts or ()))
    if deal.contract != old.contract or any(row is not None and len(row) != len(recorded.players) for row in rows):
        return False
    now, before = (deal_points(one.rules, one.deals[number - 1], playing(one, number)) for one in (game, recorded))
    fields = ("declarer", "trump", "form", "counts", "titles", "bid")
    return now == before is not None and all(getattr(deal, name) in (None, getattr(old, name)) for name in fields)


def _understood(
    pages: tuple[TablePage, ...], request: ImportRequest, everything: Everything, own: _Own | None
) -> tuple[Detected, Metadata]:
    """The likeliest reading of the page with the table, and what it says of its game. Refused: F250 no table, F252 to
    F254 the variant, F257."""
    words = everything.words
    recorded = None if own is None else own.layout(pages[0], words)
    every = [layout for page in pages for layout in layouts(page, words, everything.naming)]
    every = sorted(every, key=lambda layout: -layout.score) if recorded is None else [recorded]
    tried: list[tuple[int, list[Detected], Metadata]] = []
    for layout in [layout for layout in every if not layout.twice][:MOST_TRIED]:
        rows = len(layout.numeric_rows())
        if rows > MOST_ROWS:
            raise Refused(finding("F257", "deals", found=rows, most=MOST_ROWS))
        metadata = metadata_of(layout, everything, request) if own is None else own.metadata(layout)
        rules = metadata.request(request)
        if read := readings(layout, rules, _everything(rules, words)):
            tried.append((3 * layout.score - read[0].weight, read, metadata))
    if not tried:
        _refuse(every, everything, request)
    _, read, metadata = max(tried, key=lambda way: way[0])
    try:
        return chosen(read, metadata.request(request)), metadata
    except Refused as refused:
        raise Refused(*metadata.findings, *refused.findings) from None


def _refuse(every: Sequence[Layout], everything: Everything, request: ImportRequest) -> NoReturn:
    """Refused: N803 where the likeliest row of names has one twice, words of tables being no names; the variant that
    was asked for has no rules for so many players; or there is no table at all."""
    words, naming = everything.words, everything.naming
    for layout in every:
        page, row, names = layout.page, layout.head, layout.names
        if layout.twice and not any(naming.meanings(name) or words.sums(name) for name in names):
            place = Place(line=page.line(row, layout.players[0]), text=" │ ".join((page.called(row), *names)))
            alike = [item for item in names_refused(names) if item.is_a("names-alike")]
            raise Refused(*(item.at(place) for item in alike), players=names)
    variant = next((item for item in request.variants if item.id == request.variant), None)
    for layout in (layout for layout in every if not layout.twice):
        rows = layout.numeric_rows()
        if variant is not None:
            _refuse_words(layout, rows, variant)
            variant.rules(len(layout.players), dict(request.options))
        elif request.options:
            raise Refused(finding("F252", n=len(layout.players), deals=len(rows), near=("—",)))
    raise Refused(finding("F250"))


def _refuse_words(layout: Layout, rows: Sequence[int], variant: Variant) -> None:
    """Refused: F251 for each word in the column of a player who has no number at all, where the variant has rules for
    as many players with him."""
    page, count = layout.page, len(layout.players)
    heads = [at for at in layout.labels if page.cells[layout.head][at].kind == "text" and at > min(layout.players)]
    odd = [(row, at) for at in heads for row in rows if page.cells[row][at].kind == "text"]
    if not odd or count in variant.tables or count + len({at for _, at in odd}) not in variant.tables:
        return
    faults = []
    for row, at in odd[:MOST_TRIED]:
        cell, texts = page.address(row, at), [page.cells[row][column].text for column in (*layout.players, at)]
        place = Place(line=page.line(row, at), text=" │ ".join(filter(None, (cell, layout.label(row), *texts))))
        faults.append(finding("F251", cell=cell, found=page.cells[row][at].text, place=place))
    raise Refused(*faults)

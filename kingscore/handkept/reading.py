"""From the bytes of a table to a game: cells, layout, variant, deals, and what there is to say of each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from kingscore.findings import Finding, Place, Refused, finding
from kingscore.frozen import dataclass
from kingscore.handkept.cells import Page
from kingscore.handkept.csv import read_csv
from kingscore.handkept.judging import Judged, judged
from kingscore.handkept.layout import Layout, layouts
from kingscore.handkept.making import Made, made, odd_cells
from kingscore.handkept.recognising import Everything, Recognised, Wish, chosen, readings
from kingscore.handkept.telling import document, hints
from kingscore.handkept.words import TableWords
from kingscore.handkept.xlsx import read_xlsx
from kingscore.notation import OpenRules, Reading
from kingscore.notation.names import names_refused

#: What tables are called, workbooks among them, and the signs with which a workbook begins.
SUFFIXES = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls")
BOOKS = (".xlsx", ".xlsm", ".xls")
SIGNS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
#: More rows with numbers than any evening has; so many ways to see a table are tried.
MOST_ROWS, MOST_TRIED = 300, 6
Json = dict[str, Any]


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
        return Table(file, Reading(None, tuple(one.at(Place(file=file)) for one in refused.findings)))


def is_table(file: str, raw: bytes) -> bool:
    """True for what is read as a table: by the file's name, else by the first signs of a workbook."""
    return file.lower().endswith(SUFFIXES) or raw.startswith(SIGNS)


def _read(raw: bytes, file: str, wish: Wish, words: TableWords, open_rules: OpenRules) -> Table:
    about: Json = {}
    everything = _everything(wish, words)
    if raw.startswith(SIGNS) or file.lower().endswith(BOOKS):
        book = read_xlsx(raw, file)
        if book.own and (own := _own(raw, file, open_rules)) is not None:
            return Table(file, own)
        pages = book.pages
    else:
        one = read_csv(raw, file, everything.knows)
        pages, about = (one.page,), {"encoding": one.encoding, "delimiter": one.delimiter}
    page, found = _understood(pages, wish, everything)
    whole = made(found, words)
    shown = page.name if len(pages) > 1 else ""
    reading = Reading(whole.game, tuple(_findings(file, found, whole, wish, shown)), _lines(found))
    return Table(file, reading, found, whole, {**about, **document(found, whole, page.name)})


@lru_cache(maxsize=4)
def _known(variants: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> list[Everything]:
    """A place for what was made of so many variants, since a folder may hold many tables."""
    return []


def _everything(wish: Wish, words: TableWords) -> Everything:
    kept = _known(tuple(f"{variant.id} {variant.digest}" for variant in wish.variants), wish.options)
    if not kept:
        kept.append(Everything(wish, words))
    return kept[0]


def _own(raw: bytes, file: str, open_rules: OpenRules) -> Reading | None:
    """The game on a sheet that kingscore made, None where it does not say enough of itself any more."""
    from kingscore.render.xlsx.read import read_xlsx_sheet

    try:
        return read_xlsx_sheet(raw, file, open_rules)
    except Refused as refused:
        if any(one.code == "R910" for one in refused.findings):
            return None
        raise


def _understood(pages: tuple[Page, ...], wish: Wish, everything: Everything) -> tuple[Page, Recognised]:
    """The page with the table and its likeliest reading. Refused: F250 no table, F252 to F254 the variant, F257."""
    found = [(page, layout) for page in pages for layout in layouts(page, everything.words, everything.naming)]
    tried: list[tuple[int, Page, list[Recognised]]] = []
    for page, layout in sorted(found, key=lambda one: -one[1].score)[:MOST_TRIED]:
        rows = sum(layout.numeric(row) for row in range(layout.head + 1, layout.last))
        if rows > MOST_ROWS:
            raise Refused(finding("F257", "deals", found=rows, most=MOST_ROWS))
        read = readings(layout, wish, everything)
        if read:
            tried.append((3 * layout.score - read[0].weight, page, read))
    if not tried:
        _refuse_untried(found, wish)
    _, page, read = max(tried, key=lambda one: one[0])
    return page, chosen(read, wish)


def _refuse_untried(found: Sequence[tuple[Page, Layout]], wish: Wish) -> NoReturn:
    """Refused: the variant that was asked for has no rules for so many players, or there is no table at all."""
    variant = next((one for one in wish.variants if one.id == wish.variant), None)
    for _, layout in found:
        if variant is not None:
            variant.rules(len(layout.players), dict(wish.options))
        elif wish.options:
            rows = sum(layout.numeric(row) for row in range(layout.head + 1, layout.last))
            raise Refused(finding("F252", n=len(layout.players), deals=rows, near=("—",)))
    raise Refused(finding("F250"))


def _lines(found: Recognised) -> tuple[int, ...]:
    return tuple(found.layout.page.line(deal.row.row, found.layout.players[0]) for deal in found.fit.deals)


def _findings(file: str, found: Recognised, whole: Made, wish: Wish, page: str) -> Iterator[Finding]:
    place = Place(file=file)
    yield from (one.at(place) for one in names_refused(found.layout.names))
    yield from (one.at(place) for one in hints(found, whole, wish, page))
    at = Judged(file, found, whole)
    for number, seat, one in odd_cells(found):
        yield one.at(at.place(found.fit.deals[number - 1].row.row, seat))

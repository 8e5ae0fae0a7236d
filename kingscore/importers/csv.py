"""A CSV file as cells: encoding and delimiter are found out, nothing is understood."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator

from kingscore.importers.cells import Page, page_of, text_cell
from kingscore.importers.encoding import decoded
from kingscore.model.findings import Place, Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.render.embedded_game import Record, record_of

DELIMITERS = (",", ";", "\t", "|")
#: More rows than any table has; what stands below is not read. More columns than a spreadsheet has.
MOST_ROWS, MOST_COLUMNS = 20_000, 16_384


@dataclass(frozen=True, slots=True)
class CsvPage:
    """A CSV file's cells, its encoding and delimiter, and the game that kingscore itself wrote below its table."""

    page: Page
    encoding: str
    delimiter: str
    record: Record | None = None


def read_csv(raw: bytes, file: str, known: Callable[[str], bool]) -> CsvPage:
    """The cells of a CSV file; ``known`` tells words that tables have.

    Refused: F202 no text, F204 empty, F257 far more than a table, F258 no CSV.
    """
    place = Place(file=file)
    text = decoded(raw, known)
    if text is None:
        raise Refused(finding("F202", place=place))
    body, told = _told_delimiter(text.text)
    if not body.strip():
        raise Refused(finding("F204", place=place))
    if body.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml", "<table", "%pdf", "{\\rtf")):
        raise Refused(finding("F258", "foreign", place=place))
    tables = {delimiter: tuple(_records(body, delimiter)) for delimiter in ((told,) if told else DELIMITERS)}
    records = {delimiter: record_of(rows) for delimiter, rows in tables.items()}
    delimiter = max(tables, key=lambda one: (records[one] is not None, _even(tables[one])))
    record = records[delimiter]
    own = {record.first, *record.places} if record is not None else set()
    rows = [(at + bool(told), row) for at, row in enumerate(tables[delimiter]) if at not in own]
    page = page_of("", {(r, c): text_cell(raw[:500]) for r, row in rows for c, raw in enumerate(row) if raw})
    if page is None:
        raise Refused(finding("F257", "cells", place=place))
    return CsvPage(page, text.encoding, delimiter, record)


def _told_delimiter(text: str) -> tuple[str, str]:
    """The text below a first line ``sep=;``, and the delimiter that it tells."""
    first, _, rest = text.partition("\n")
    told = first.strip().lower().removeprefix("sep=")
    return (rest, told) if first.lower().startswith("sep=") and told in DELIMITERS else (text, "")


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
            if number == MOST_ROWS:
                return
            yield row[:MOST_COLUMNS]
    except csv.Error:
        return


def _even(rows: tuple[list[str], ...]) -> tuple[int, int]:
    """How well a delimiter parts a text: how many numbers stand in rows of the same number of fields."""
    numbers: Counter[int] = Counter()
    for row in rows:
        numbers[len(row)] += sum(text_cell(field[:40]).kind == "number" for field in row) if len(row) > 1 else 0
    return (max(numbers.values(), default=0), sum(len(row) > 1 for row in rows))

"""What a workbook says of itself on its hidden page, read back as a value; whatever else stands there is no sheet."""

from __future__ import annotations

import json
import re
from typing import Any

from kingscore.importers.sheet_cells import at_of
from kingscore.importers.workbook import Workbook
from kingscore.model.frozen import dataclass
from kingscore.render.xlsx.hidden import ABOUT, BROUGHT, FORMAT, PAGE

_COLUMN = re.compile(r"[A-Z]{1,2}")
_ADDRESS = re.compile(r"[A-Z]{1,2}[0-9]{1,4}")
#: The last row in which a deal may stand, and the most seats.
LAST_ROW, SEATS = 9999, 6


@dataclass(frozen=True, slots=True)
class DealRow:
    """A row for a deal: its contract where that is fixed, else empty; ``bare`` where penalties have no minus; the item
    whose ``counts`` stand in place of points, else empty."""

    row: int
    contract: str
    bare: bool
    counts: str


@dataclass(frozen=True, slots=True)
class About:
    """Variant and options of a sheet, and where things stand on its page: columns by their letters, rows from 1.

    ``content`` is the variant where the sheet brings it along, as JSON text.

    ``contracts``, ``forms``, ``titles``: ids by the words that the sheet has for them. ``held``: the columns of the
    players' titles, none where the game has no titles. ``stake``: addresses by ``per_point`` and
    ``currency``.
    """

    variant: str
    content: str
    options: tuple[tuple[str, str], ...]
    date: str
    language: str
    page: str
    head: int
    points: tuple[str, ...]
    held: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    contracts: tuple[tuple[str, str], ...]
    forms: tuple[tuple[str, str], ...]
    titles: tuple[tuple[str, str], ...]
    stake: tuple[tuple[str, str], ...]
    deals: tuple[DealRow, ...]

    def column(self, holds: str) -> str:
        """The letters of a column, empty where the sheet has none."""
        return dict(self.columns).get(holds, "")


def about_of(book: Workbook) -> About | None:
    """What the hidden page says; None where there is none, or it says nothing that this version knows."""
    page = book.sheet(PAGE)
    if page is None:
        return None
    try:
        raw = json.loads(str(page.values[at_of(ABOUT)]))
        if raw["format"] != FORMAT or book.sheet(raw["page"]) is None:
            return None
        row, column = BROUGHT
        content = page.joined(row - 1, column - 1)
        return _about(raw, content if content and isinstance(json.loads(content), dict) else "")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def _about(raw: dict[str, Any], content: str) -> About:
    """The value. ValueError, TypeError or KeyError where anything is not of its kind."""
    columns = dict(raw["columns"])
    points, held = (tuple(_matching(_COLUMN, column) for column in columns.pop(key)) for key in ("points", "titles"))
    if not 1 <= len(points) <= SEATS or len(held) not in (0, len(points)):
        raise ValueError(points)
    return About(
        variant=_text(raw["variant"]),
        content=content,
        options=_pairs(raw["options"]),
        date=_text(raw["date"]),
        language=_text(raw["language"]),
        page=_text(raw["page"]),
        head=_row(raw["head"]),
        points=points,
        held=held,
        columns=tuple((key, _matching(_COLUMN, column)) for key, column in columns.items()),
        contracts=_pairs(raw["contracts"]),
        forms=_pairs(raw["forms"]),
        titles=_pairs(raw["titles"]),
        stake=tuple((key, _matching(_ADDRESS, address)) for key, address in raw["stake"].items()),
        deals=tuple(DealRow(_row(row), _text(deal), bool(bare), _text(item)) for row, deal, bare, item in raw["deals"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple((_text(key), _text(told)) for key, told in value.items())


def _matching(pattern: re.Pattern[str], value: object) -> str:
    if not pattern.fullmatch(_text(value)):
        raise ValueError(value)
    return _text(value)


def _row(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LAST_ROW:
        raise ValueError(value)
    return value

"""The hidden page of a workbook: what the sheet is, and the lists from which its cells are filled."""

from __future__ import annotations

import json
from typing import Any

from kingscore.notation.codec import write_document
from kingscore.render.xlsx.cells import Value, put
from kingscore.render.xlsx.formulas import (
    CONTRACTS,
    GREATEST,
    HIGH,
    LEAST,
    LOW,
    MUST,
    NUMBERS,
    PLAYERS,
    SIDES,
    STEP,
    TOTALS,
    Places,
    letters,
)
from kingscore.sheets.cells import Sheet
from kingscore.sheets.labels import SEAT_LETTERS

FORMAT = "kingscore-sheet/1"
PAGE = "kingscore"
#: Where the page says what the sheet is, with the variant brought along in parts behind it, and the row that holds the
#: game as it was exported, in parts.
ABOUT, RECORD = "A1", 2
BROUGHT = (1, 2)
#: The longest text that a cell may hold in a part.
PART = 30_000
#: The row of the first player, counted from 1.
FIRST = 3


def hidden_page(book: Any, places: Places) -> dict[str, Value]:
    """Adds the page; gives the stored values of its formulas."""
    page = book.create_sheet(PAGE)
    page.sheet_state = "hidden"
    page.protection.sheet = True
    put(page[ABOUT], json.dumps(about(places), ensure_ascii=False, separators=(",", ":")))
    game = places.game
    record = "" if places.sheet.blank else write_document(game)
    for text, row, column in ((record, RECORD, 1), (game.rules.content, *BROUGHT)):
        for part, at in enumerate(range(0, len(text), PART), column):
            put(page.cell(row, part), text[at : at + PART])
    values = _players(book, page, places)
    _contracts(book, page, places.sheet, FIRST + len(game.players) + 1)
    return values


def about(places: Places) -> dict[str, Any]:
    """What a reader must know to take the filled sheet back: format, variant, options, and where things stand."""
    sheet, game, grid, spot = places.sheet, places.game, places.sheet.entries, places.spots[places.entries]
    columns: dict[str, Any] = {"points": [], "titles": []}
    for at, column in enumerate(grid.columns):
        letter = letters(spot.left + at)
        if column.holds == "points":
            columns["points"].append(letter)
        elif column.holds == "title":
            columns["titles"].append(letter)
        elif column.holds in ("contract", "declarer", "trump", "buyer", "bid", "dealer"):
            columns[column.holds] = letter
    kinds = {"amount": "per_point", "currency": "currency"}
    money = [(cell, kinds[cell.entry.kind]) for cell in grid.cells if cell.entry and cell.entry.kind in kinds]
    return {
        "format": FORMAT,
        "variant": game.rules.variant,
        "options": dict(game.rules.options),
        "players": len(game.players),
        "layout": sheet.layout,
        "language": sheet.language,
        "date": game.date,
        "page": places.pages[spot.page],
        "head": spot.top + 1,
        "columns": columns,
        "contracts": {contract.name: contract.id for contract in sheet.contracts},
        "forms": dict(sheet.forms),
        "titles": dict(sheet.titles),
        "stake": {key: places.address(cell.row, cell.column, places.entries) for cell, key in money},
        "deals": [[spot.top + deal.row + 1, deal.contract, deal.bare, deal.counts] for deal in sheet.deals],
    }


def _players(book: Any, page: Any, places: Places) -> dict[str, Value]:
    """The players as lists know them: their names as they are written in the head, else their letters."""
    values: dict[str, Value] = {}
    shown = places.pages[places.spots[places.entries].page]
    names = [cell for cell in places.sheet.entries.cells if cell.role == "name"]
    for seat, cell in enumerate(names):
        row = FIRST + seat
        name, letter = f"'{shown}'!{places.address(cell.row, cell.column, places.entries)}", SEAT_LETTERS[seat]
        page[f"A{row}"].value = f'=IF({name}="","{letter}",{name})'
        values[f"A{row}"] = cell.text or letter
        page[f"B{row}"].value = seat + 1
    last = FIRST + len(names) - 1
    _define(book, {PLAYERS: f"$A${FIRST}:$A${last}", NUMBERS: f"$B${FIRST}:$B${last}"})
    return values


def _contracts(book: Any, page: Any, sheet: Sheet, first: int) -> None:
    """A row a contract, from ``first`` on: its name, what it must come to, what one player's points may be."""
    for row, contract in enumerate(sheet.contracts, first):
        must, entry = contract.must, contract.entry
        totals: list[int | str] = [*must.totals, *("",) * 3]
        low, high = (1, 0) if must.totals else (must.low, must.high)
        shown: int | str = must.totals[0] if len(must.totals) == 1 else contract.shown
        row_values: list[int | str] = [contract.name, shown, *totals[:3], low, high]
        for at, value in enumerate([*row_values, entry.low, entry.high, entry.step, contract.id], 1):
            put(page.cell(row, at), value)
    last, penalties = first + len(sheet.contracts) - 1, sum(contract.penalty for contract in sheet.contracts)
    columns = dict(zip((CONTRACTS, MUST, LOW, HIGH, LEAST, GREATEST, STEP), "ABFGHIJ", strict=True))
    named = {name: f"${column}${first}:${column}${last}" for name, column in columns.items()}
    named[TOTALS] = f"$C${first}:$E${last}"
    if penalties:
        named[SIDES["penalty"]] = f"$A${first}:$A${first + penalties - 1}"
    if penalties < len(sheet.contracts):
        named[SIDES["premium"]] = f"$A${first + penalties}:$A${last}"
    _define(book, named)


def _define(book: Any, named: dict[str, str]) -> None:
    from openpyxl.workbook.defined_name import DefinedName

    for name, area in named.items():
        book.defined_names[name] = DefinedName(name, attr_text=f"{PAGE}!{area}")

"""The page of a workbook that nobody sees: what the sheet is, and the lists from which its cells are filled."""

from __future__ import annotations

import json
from typing import Any

from kingscore.notation import write_document
from kingscore.render.xlsx import formulas
from kingscore.render.xlsx.cells import Value, put
from kingscore.render.xlsx.formulas import Places, letters
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
    record = write_document(game) if (game := places.sheet.game) is not None and not places.sheet.blank else ""
    _in_parts(page, record, RECORD, 1)
    _in_parts(page, places.sheet.content, *BROUGHT)
    values = _players(book, page, places)
    _contracts(book, page, places.sheet)
    return values


def _in_parts(page: Any, text: str, row: int, column: int) -> None:
    for at in range(0, len(text), PART):
        put(page.cell(row, column + at // PART), text[at : at + PART])


def about(places: Places) -> dict[str, Any]:
    """What a reader must know to take the filled sheet back: format, variant, options, and where things stand."""
    sheet = places.sheet
    entries, block = places.entries, sheet.entries
    columns: dict[str, Any] = {"points": [], "titles": []}
    for at, column in enumerate(block.columns):
        letter = letters(places.spots[entries].left + at)
        if column.holds == "points":
            columns["points"].append(letter)
        elif column.holds == "title":
            columns["titles"].append(letter)
        elif column.holds in ("contract", "declarer", "trump", "buyer", "bid", "dealer"):
            columns[column.holds] = letter
    top = places.spots[entries].top
    return {
        "format": FORMAT,
        "variant": sheet.variant,
        "options": dict(sheet.options),
        "players": len(sheet.players),
        "layout": sheet.layout,
        "language": sheet.language,
        "date": sheet.date,
        "page": places.pages[places.spots[entries].page],
        "head": top + 1,
        "columns": columns,
        "contracts": {contract.name: contract.id for contract in sheet.contracts},
        "forms": dict(sheet.forms),
        "titles": dict(sheet.titles),
        "stake": _stake(places),
        "deals": [[top + deal.row + 1, deal.contract, deal.bare, deal.counts] for deal in sheet.deals],
    }


def _stake(places: Places) -> dict[str, str]:
    """Where stake and currency are written, if they are."""
    cells = [cell for cell in places.sheet.entries.cells if cell.entry is not None]
    asked = {"amount": "per_point", "currency": "currency"}
    return {
        asked[cell.entry.kind]: places.address(cell.row, cell.column, places.entries)
        for cell in cells
        if cell.entry is not None and cell.entry.kind in asked
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
    _define(book, {formulas.PLAYERS: f"$A${FIRST}:$A${last}", formulas.NUMBERS: f"$B${FIRST}:$B${last}"})
    return values


def _contracts(book: Any, page: Any, sheet: Sheet) -> None:
    """A row a contract: its name, what it must come to, what one player's points may be."""
    first = FIRST + len(sheet.players) + 1
    for row, contract in enumerate(sheet.contracts, first):
        must, entry = contract.must, contract.entry
        totals: list[int | str] = [*must.totals, *("",) * 3]
        low, high = (1, 0) if must.totals else (must.low, must.high)
        shown: int | str = must.totals[0] if len(must.totals) == 1 else contract.shown
        row_values: list[int | str] = [contract.name, shown, *totals[:3], low, high]
        for at, value in enumerate([*row_values, entry.low, entry.high, entry.step, contract.id], 1):
            put(page.cell(row, at), value)
    _define(book, _named(sheet, first))


def _named(sheet: Sheet, first: int) -> dict[str, str]:
    """The hidden lists by their names."""
    last = first + len(sheet.contracts) - 1
    by_column = {
        "A": formulas.CONTRACTS,
        "B": formulas.MUST,
        "F": formulas.LOW,
        "G": formulas.HIGH,
        "H": formulas.LEAST,
        "I": formulas.GREATEST,
        "J": formulas.STEP,
    }
    named = {name: f"${column}${first}:${column}${last}" for column, name in by_column.items()}
    named[formulas.TOTALS] = f"$C${first}:$E${last}"
    penalties = sum(contract.penalty for contract in sheet.contracts)
    if penalties:
        named[formulas.SIDES["penalty"]] = f"$A${first}:$A${first + penalties - 1}"
    if penalties < len(sheet.contracts):
        named[formulas.SIDES["premium"]] = f"$A${first + penalties}:$A${last}"
    return named


def _define(book: Any, named: dict[str, str]) -> None:
    from openpyxl.workbook.defined_name import DefinedName

    for name, area in named.items():
        book.defined_names[name] = DefinedName(name, attr_text=f"{PAGE}!{area}")

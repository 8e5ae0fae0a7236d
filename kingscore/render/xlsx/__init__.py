"""A sheet as a workbook that is alive: formulas with their values, entry cells, checks that turn red. No arithmetic."""

from __future__ import annotations

import io
import json
from typing import Any

from kingscore.render.xlsx import formulas
from kingscore.render.xlsx.entries import allow
from kingscore.render.xlsx.formulas import Places, formula_text, letters, wrong_if
from kingscore.render.xlsx.looks import dress, frame
from kingscore.render.xlsx.stored import with_stored_values
from kingscore.sheet.cells import Block, Cell, Sheet

FORMAT = "kingscore-sheet/1"
#: Rows above the first block: title, subtitle, an empty one.
ABOVE = 3
PAPER_CODES = {"A4": 9, "A5": 11, "Letter": 1}
HIDDEN = "kingscore"


def workbook(sheet: Sheet) -> bytes:
    """The sheet as the bytes of an XLSX file, the same for the same sheet."""
    from openpyxl import Workbook

    from kingscore.library import language

    words = language(sheet.language)
    book = Workbook()
    page: Any = book.active
    page.title = words.say("sheets.page")
    places = Places(_origins(sheet))
    values: dict[str, int | str] = {}
    _heading(page, sheet)
    for number, block in enumerate(sheet.blocks):
        _block(page, sheet, number, places, values)
        allow(page, block, number, places, words)
    hidden_values = _hidden(book, page.title, sheet, places)
    _set_up(page, sheet, places)
    _properties(book, sheet)
    out = io.BytesIO()
    book.save(out)
    pages = {"xl/worksheets/sheet1.xml": values, "xl/worksheets/sheet2.xml": hidden_values}
    return with_stored_values(out.getvalue(), pages)


def _origins(sheet: Sheet) -> tuple[tuple[int, int], ...]:
    """Where each block's upper left corner stands: below each other, a row between."""
    out, row = [], ABOVE
    for block in sheet.blocks:
        out.append((row, 0))
        row += block.rows + 2
    return tuple(out)


def put(cell: Any, value: int | str) -> None:
    """Writes a number or a text; a text stays a text, whatever it begins with."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, int):
        cell.value = value
        return
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", value.encode("utf-8", "replace").decode("utf-8")) or None
    if cell.value is not None:
        cell.data_type = "s"
        cell.quotePrefix = value[0] in "=+-@#"


def _heading(page: Any, sheet: Sheet) -> None:
    from openpyxl.styles import Font

    put(page.cell(1, 1), sheet.title)
    page.cell(1, 1).font = Font(name="Calibri", size=18, bold=True)
    put(page.cell(2, 1), sheet.subtitle)
    page.cell(2, 1).font = Font(name="Calibri", size=9, color="FF767676")


def _block(page: Any, sheet: Sheet, number: int, places: Places, values: dict[str, int | str]) -> None:
    block = sheet.blocks[number]
    top, left = places.origins[number]
    frame(page, top + 1, left + 1, top + block.rows, left + len(block.columns), sheet.template)
    for cell in block.cells:
        address = places.address(cell.row, cell.column, number)
        target = page[address]
        if cell.formula is not None:
            target.value = formula_text(cell.formula, places, len(sheet.players))
            values[address] = cell.number if cell.number is not None else cell.text
        else:
            put(target, cell.number if cell.number is not None else cell.text)
        dress(target, cell, sheet.template, _align(block, cell))
        if cell.columns > 1 or cell.rows > 1:
            last = places.address(cell.row + cell.rows - 1, cell.column + cell.columns - 1, number)
            page.merge_cells(f"{address}:{last}")
        if cell.check is not None:
            _red_if(page, address, wrong_if(cell.check, cell, places, number), sheet)
    for at, column in enumerate(block.columns):
        page.column_dimensions[letters(left + at)].width = max(5.5, column.share * 0.95)


def _align(block: Block, cell: Cell) -> str:
    if cell.columns > 1:
        return "left" if cell.column == 0 else "centre"
    return block.columns[cell.column].align


def _red_if(page: Any, address: str, condition: str, sheet: Sheet) -> None:
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import Font, PatternFill

    red = PatternFill("solid", bgColor="FFD40000")
    rule: Any = FormulaRule
    page.conditional_formatting.add(address, rule([condition], fill=red, font=Font(bold=True, color="FFFFFFFF")))


def _hidden(book: Any, shown: str, sheet: Sheet, places: Places) -> dict[str, int | str]:
    """A page that nobody sees: what the sheet is, the players as lists know them, the contracts and their numbers."""
    page = book.create_sheet(HIDDEN)
    page.sheet_state = "hidden"
    page.protection.sheet = True
    put(page["A1"], json.dumps(about(sheet, places), ensure_ascii=False, separators=(",", ":")))
    values = _hidden_players(book, page, shown, sheet, places)
    _hidden_contracts(book, page, sheet)
    return values


def about(sheet: Sheet, places: Places) -> dict[str, Any]:
    """What a reader must know to take the filled sheet back: format, variant, options, and where things stand."""
    block, (top, left) = sheet.blocks[0], places.origins[0]
    columns: dict[str, Any] = {"points": []}
    for at, column in enumerate(block.columns):
        if column.holds == "points":
            columns["points"].append(letters(left + at))
        else:
            columns.setdefault(column.holds, letters(left + at))
    return {
        "format": FORMAT,
        "variant": sheet.variant,
        "options": dict(sheet.options),
        "players": len(sheet.players),
        "layout": sheet.layout,
        "language": sheet.language,
        "date": sheet.date,
        "head": top + 1,
        "columns": columns,
        "deals": [[top + deal.row + 1, deal.contract, deal.bare] for deal in sheet.deals],
    }


def _hidden_players(book: Any, page: Any, shown: str, sheet: Sheet, places: Places) -> dict[str, int | str]:
    values: dict[str, int | str] = {}
    names = [cell for cell in sheet.blocks[0].cells if cell.role == "name"]
    for seat, cell in enumerate(names):
        address = f"A{seat + 3}"
        name, letter = f"'{shown}'!{places.address(cell.row, cell.column)}", "ABCDEF"[seat]
        page[address].value = f'=IF({name}="","{letter}",{name})'
        values[address] = cell.text or letter
        page[f"B{seat + 3}"].value = seat + 1
    last = len(names) + 2
    _define(book, {formulas.PLAYERS: f"$A$3:$A${last}", formulas.NUMBERS: f"$B$3:$B${last}"})
    return values


def _hidden_contracts(book: Any, page: Any, sheet: Sheet) -> None:
    first = len(sheet.players) + 4
    for row, contract in enumerate(sheet.contracts, first):
        totals: list[int | str] = [*contract.must.totals, "", "", ""][:3]
        low, high = (1, 0) if contract.must.totals else (contract.must.low, contract.must.high)
        must = contract.must.totals[0] if len(contract.must.totals) == 1 else contract.shown
        entry = contract.entry
        told: tuple[int | str, ...] = (contract.name, must, *totals, low, high)
        for at, value in enumerate((*told, entry.low, entry.high, entry.step, contract.id), 1):
            put(page.cell(row, at), value)
    last = first + len(sheet.contracts) - 1
    names = (formulas.CONTRACTS, formulas.MUST, "", "", "", formulas.LOW, formulas.HIGH, formulas.LEAST)
    named = {name: f"${letters(at)}${first}:${letters(at)}${last}" for at, name in enumerate(names) if name}
    named[formulas.GREATEST], named[formulas.STEP] = f"$I${first}:$I${last}", f"$J${first}:$J${last}"
    named[formulas.TOTALS] = f"$C${first}:$E${last}"
    penalties = sum(contract.penalty for contract in sheet.contracts)
    if penalties:
        named[formulas.SIDES["penalty"]] = f"$A${first}:$A${first + penalties - 1}"
    if penalties < len(sheet.contracts):
        named[formulas.SIDES["premium"]] = f"$A${first + penalties}:$A${last}"
    _define(book, named)


def _define(book: Any, named: dict[str, str]) -> None:
    from openpyxl.workbook.defined_name import DefinedName

    for name, area in named.items():
        book.defined_names[name] = DefinedName(name, attr_text=f"{HIDDEN}!{area}")


def _set_up(page: Any, sheet: Sheet, places: Places) -> None:
    """Protection without a password, frozen head, print set-up: one page wide, the head on each page."""
    block, top = sheet.blocks[0], places.origins[0][0]
    page.protection.sheet = True
    page.protection.formatColumns = page.protection.formatRows = False
    page.sheet_view.showGridLines = False
    last = places.address(
        sheet.blocks[-1].rows - 1, max(len(b.columns) for b in sheet.blocks) - 1, len(sheet.blocks) - 1
    )
    if block.head:
        before = next((at for at, column in enumerate(block.columns) if column.holds == "points"), 0)
        page.freeze_panes = places.address(block.head, before)
        page.print_title_rows = f"{top + 1}:{top + block.head}"
    page.print_area = f"A1:{last}"
    page.page_setup.paperSize = PAPER_CODES[sheet.template.paper]
    page.page_setup.orientation = sheet.template.orientation
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.print_options.horizontalCentered = True
    inches = sheet.template.margin / 25.4
    page.page_margins.left = page.page_margins.right = inches
    page.page_margins.top = page.page_margins.bottom = inches


def _properties(book: Any, sheet: Sheet) -> None:
    from openpyxl.packaging.custom import StringProperty

    book.properties.title = sheet.title
    book.properties.creator = "kingscore"
    told = {
        "kingscore-format": FORMAT,
        "kingscore-variant": sheet.variant,
        "kingscore-options": ", ".join(f"{key}={value}" for key, value in sheet.options),
        "kingscore-players": str(len(sheet.players)),
        "kingscore-layout": sheet.layout,
    }
    for name, value in told.items():
        book.custom_doc_props.append(StringProperty(name=name, value=value))

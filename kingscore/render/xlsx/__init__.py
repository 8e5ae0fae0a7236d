"""A sheet as a workbook that is alive: formulas with their values, entry cells, checks that turn red."""

from __future__ import annotations

from typing import Any

from kingscore.render.xlsx.cells import Value, dress, frame, put, saved, title, value_of
from kingscore.render.xlsx.entries import allow
from kingscore.render.xlsx.formulas import (
    Places,
    crossed_if,
    formula_text,
    letters,
    places_of,
    wrapped_rows,
    wrong_if,
)
from kingscore.render.xlsx.hidden import FORMAT, hidden_page
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.sheets.labels import SEAT_LETTERS
from kingscore.sheets.shapes import MM
from kingscore.sheets.template import Template

PAPER_CODES = {"A4": 9, "A5": 11, "Letter": 1}
#: A row's height in points; a triangle's column in characters, and how wide a character is.
ROW, TRIANGLE, CHARACTER = 21, 14.5, 5.25
#: By how much a page may be made smaller in print so that it is one; what does not fit then goes on more pages.
SMALLEST = 0.6
Values = dict[str, Value]


def workbook(sheet: Sheet) -> bytes:
    """The sheet as the bytes of an XLSX file, the same for the same sheet."""
    from openpyxl import Workbook

    from kingscore.storage.resources import language

    words = language(sheet.language)
    book = Workbook()
    names = [words.say("sheets.page")]
    if sheet.entries.kind == "entries":
        names.append(words.say("sheets.page.deals"))
    places = places_of(sheet, tuple(names))
    pages: list[Any] = [book.active, *(book.create_sheet() for _ in names[1:])]
    values: list[Values] = [{} for _ in names]
    for page, name in zip(pages, names, strict=True):
        page.title = name
        title(page, sheet)
    for number, block in enumerate(sheet.blocks):
        at = places.spots[number].page
        _block(pages[at], number, places.on(at), values[at])
        allow(pages[at], block, number, places, words)
    values.append(hidden_page(book, places))
    for at, page in enumerate(pages):
        _set_up(page, at, places)
    _properties(book, sheet)
    return saved(book, sheet.title, *values)


def _block(page: Any, number: int, places: Places, values: Values) -> None:
    sheet, spot = places.sheet, places.spots[number]
    block = sheet.blocks[number]
    if block.kind == "sector":
        _player(page, block, number, places, values)
    for cell in block.cells:
        _cell(page, block, number, cell, places, values)
    if not spot.wrap:
        frame(page, spot.top + 1, spot.left + 1, spot.top + block.rows, spot.left + len(block.columns), sheet.template)
    for row in range(spot.top, spot.top + (wrapped_rows(block) if spot.wrap else block.rows)):
        page.row_dimensions[row + 1].height = ROW
    for at, column in enumerate(block.columns[: spot.wrap or None]):
        wide = page.column_dimensions[letters(spot.left + at)]
        wide.width = TRIANGLE if places.sheet.layout == "triangle" and not spot.page else max(5.5, column.share * 0.95)
        wide.hidden = column.holds == "time"


def _player(page: Any, block: Block, number: int, places: Places, values: Values) -> None:
    """The name of a triangle's player over its cells."""
    spot = places.spots[number]
    address = f"{letters(spot.left)}{spot.top}"
    target = page[address]
    target.value = f"=INDEX(ks_players,{number + 1})"
    values[address] = block.title or SEAT_LETTERS[number]
    dress(target, Cell(0, 0, "name"), places.sheet.template, "centre")
    page.merge_cells(f"{address}:{letters(spot.left + spot.wrap - 1)}{spot.top}")
    frame(page, spot.top, spot.left + 1, spot.top + wrapped_rows(block), spot.left + spot.wrap, places.sheet.template)


def _cell(page: Any, block: Block, number: int, cell: Cell, places: Places, values: Values) -> None:
    address = places.address(cell.row, cell.column, number)
    target = page[address]
    if cell.formula is not None:
        target.value = formula_text(cell.formula, places)
        # A player whose name is still to be written is called by his letter.
        unnamed = cell.formula.does == "player" and not cell.text
        values[address] = SEAT_LETTERS[cell.formula.seat] if unnamed else value_of(cell)
    else:
        put(target, value_of(cell))
    dress(target, cell, places.sheet.template, block.align(cell))
    if cell.columns > 1:
        page.merge_cells(f"{address}:{places.address(cell.row, cell.column + cell.columns - 1, number)}")
    if cell.check is not None:
        _if(page, address, wrong_if(cell.check, cell, places, number), fill="FFD40000", color="FFFFFFFF", bold=True)
    if cell.formula is not None and cell.formula.does == "declared":
        _if(page, address, crossed_if(cell.formula, places), color="FF767676", strike=True)


def _if(page: Any, address: str, condition: str, *, fill: str = "", **font: Any) -> None:
    """Other looks for a cell under a condition."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import Font, PatternFill

    rule: Any = FormulaRule
    filled = PatternFill("solid", bgColor=fill) if fill else None
    page.conditional_formatting.add(address, rule([condition], fill=filled, font=Font(**font)))


def _set_up(page: Any, number: int, places: Places) -> None:
    """Protection without a password, frozen head, print set-up: one page wide, the head on each page."""
    sheet = places.sheet
    page.protection.sheet = True
    page.protection.formatColumns = page.protection.formatRows = False
    page.sheet_view.showGridLines = False
    spot, block = places.spots[places.entries], sheet.entries
    if spot.page == number:
        before = next(at for at, column in enumerate(block.columns) if column.holds == "points")
        page.freeze_panes = places.address(block.head, before, places.entries)
        page.print_title_rows = f"{spot.top + 1}:{spot.top + block.head}"
    page.print_area = f"A1:{letters(page.max_column - 1)}{page.max_row}"
    page.page_setup.paperSize = PAPER_CODES[sheet.template.paper]
    page.page_setup.orientation, one_page = _lying(page, sheet.template)
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, int(one_page)
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.print_options.horizontalCentered = True
    inches = sheet.template.margin / 25.4
    page.page_margins.left = page.page_margins.right = inches
    page.page_margins.top = page.page_margins.bottom = inches


def _lying(page: Any, template: Template) -> tuple[str, bool]:
    """How the paper lies, and whether all of it is readable on one: as the template says, unless upright paper would
    be too narrow."""
    wide = CHARACTER * sum(d.width for d in page.column_dimensions.values() if not d.hidden)
    high = ROW * page.max_row
    margin = 2 * template.margin * MM
    across, up = sorted(side - margin for side in template.size)
    scales = {"portrait": min(across / wide, up / high), "landscape": min(up / wide, across / high)}
    if template.orientation == "landscape":
        return "landscape", scales["landscape"] >= SMALLEST
    best = max(scales, key=lambda lying: scales[lying])
    if scales[best] >= SMALLEST:
        return best, True
    return "portrait" if across / wide >= SMALLEST else "landscape", False


def _properties(book: Any, sheet: Sheet) -> None:
    from openpyxl.packaging.custom import StringProperty

    properties = {
        "kingscore-format": FORMAT,
        "kingscore-variant": sheet.variant,
        "kingscore-options": ", ".join(f"{key}={value}" for key, value in sheet.options),
        "kingscore-players": str(len(sheet.players)),
        "kingscore-layout": sheet.layout,
    }
    for name, value in properties.items():
        book.custom_doc_props.append(StringProperty(name=name, value=value))

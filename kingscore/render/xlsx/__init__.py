"""A sheet as a live workbook: formulas with their values, entry cells, checks that turn red."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kingscore.model.language import Language
from kingscore.render.xlsx.cells import Value, dress, frame, put, saved, title, value_of
from kingscore.render.xlsx.formulas import (
    CONTRACTS,
    GREATEST,
    LEAST,
    PLAYERS,
    STEP,
    Places,
    Spot,
    crossed_if,
    formula_text,
    letters,
    spots_of,
    wrapped_rows,
    wrong_if,
)
from kingscore.render.xlsx.hidden import about, hidden_page
from kingscore.sheets.cells import Block, Cell, EntryRule, Sheet
from kingscore.sheets.labels import SEAT_LETTERS
from kingscore.sheets.shapes import MM
from kingscore.sheets.template import Template

PAPER_CODES = {"A4": 9, "A5": 11, "Letter": 1}
#: A row's height in points; a triangle's column in characters, and how wide a character is.
ROW, TRIANGLE, CHARACTER = 21, 14.5, 5.25
#: By how much a page may be made smaller in print so that it is one; what does not fit then goes on more pages.
SMALLEST = 0.6
#: What a workbook says about itself where programs look for it: so much of what its hidden page says.
PROPERTIES = ("format", "variant", "options", "players", "layout")
Values = dict[str, Value]


def workbook(sheet: Sheet) -> bytes:
    """The sheet as the bytes of an XLSX file, the same for the same sheet."""
    from openpyxl import Workbook
    from openpyxl.packaging.custom import StringProperty

    from kingscore.storage.resources import language

    words = language(sheet.language)
    book: Any = Workbook()
    names = [words.say("sheets.page")]
    if sheet.entries.kind == "entries":
        names.append(words.say("sheets.page.deals"))
    places = Places(sheet, spots_of(sheet), tuple(names))
    pages: list[Any] = [book.active, *(book.create_sheet() for _ in names[1:])]
    values: list[Values] = [{} for _ in names]
    for page, name in zip(pages, names, strict=True):
        page.title = name
        title(page, sheet)
    for number, block in enumerate(sheet.blocks):
        at = places.spots[number].page
        _block(BlockOnPage(pages[at], number, places.on(at), values[at]))
        _allow(pages[at], block, number, places, words)
    values.append(hidden_page(book, places))
    for at, page in enumerate(pages):
        _set_up(page, at, places)
    for key, value in about(places).items():
        if key in PROPERTIES:
            text = ", ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
            book.custom_doc_props.append(StringProperty(name=f"kingscore-{key}", value=text))
    return saved(book, sheet.title, *values)


@dataclass(frozen=True)
class BlockOnPage:
    """A block being written: the workbook's page, the block's number in its sheet, where all blocks stand as seen from
    the page, and the stored values of the page's formulas."""

    page: Any
    number: int
    places: Places
    values: Values

    @property
    def block(self) -> Block:
        return self.places.sheet.blocks[self.number]

    @property
    def template(self) -> Template:
        return self.places.sheet.template


def _block(on: BlockOnPage) -> None:
    block, spot, template = on.block, on.places.spots[on.number], on.template
    if block.kind == "sector":
        _player(on, spot)
    for cell in block.cells:
        _cell(on, cell)
    if not spot.wrap:
        frame(on.page, spot.top + 1, spot.left + 1, spot.top + block.rows, spot.left + len(block.columns), template)
    for row in range(spot.top, spot.top + (wrapped_rows(block) if spot.wrap else block.rows)):
        on.page.row_dimensions[row + 1].height = ROW
    for at, column in enumerate(block.columns[: spot.wrap or None]):
        wide = on.page.column_dimensions[letters(spot.left + at)]
        wide.width = TRIANGLE if template.layout == "triangle" and not spot.page else max(5.5, column.share * 0.95)
        wide.hidden = column.holds == "time"


def _player(on: BlockOnPage, spot: Spot) -> None:
    """The name of a triangle's player over its cells."""
    address = f"{letters(spot.left)}{spot.top}"
    target = on.page[address]
    target.value = f"=INDEX({PLAYERS},{on.number + 1})"
    on.values[address] = on.block.title or SEAT_LETTERS[on.number]
    dress(target, Cell(0, 0, "name"), on.template, "centre")
    on.page.merge_cells(f"{address}:{letters(spot.left + spot.wrap - 1)}{spot.top}")
    frame(on.page, spot.top, spot.left + 1, spot.top + wrapped_rows(on.block), spot.left + spot.wrap, on.template)


def _cell(on: BlockOnPage, cell: Cell) -> None:
    address = on.places.address(cell.row, cell.column, on.number)
    target, formula = on.page[address], cell.formula
    if formula is not None:
        target.value = formula_text(formula, on.places)
        # A player whose name is still to be written is called by his letter.
        unnamed = formula.does == "player" and not cell.text
        on.values[address] = SEAT_LETTERS[formula.seat] if unnamed else value_of(cell)
    else:
        put(target, value_of(cell))
    dress(target, cell, on.template, on.block.align(cell))
    if cell.columns > 1:
        on.page.merge_cells(f"{address}:{on.places.address(cell.row, cell.column + cell.columns - 1, on.number)}")
    if cell.check is not None:
        wrong = wrong_if(cell.check, cell, on.places, on.number)
        _if(on.page, address, wrong, fill="FFD40000", color="FFFFFFFF", bold=True)
    if formula is not None and formula.does == "declared":
        _if(on.page, address, crossed_if(formula, on.places), color="FF767676", strike=True)


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


def _allow(page: Any, block: Block, number: int, places: Places, language: Language) -> None:
    """A rule for every run of entry cells down a column that take the same."""
    for cells in _runs(block):
        first, last = cells[0], cells[-1]
        assert first.entry is not None, "only entry cells are in a run"
        top = places.address(first.row, first.column, number)
        bottom = places.address(last.row, last.column, number)
        rule = _rule(first.entry, block, first, top, language)
        if rule is not None:
            rule.add(top if top == bottom else f"{top}:{bottom}")
            page.add_data_validation(rule)


def _runs(block: Block) -> Iterable[list[Cell]]:
    """Entry cells that stand below each other without a gap and take the same."""
    run: list[Cell] = []
    entries = [cell for cell in block.cells if cell.entry is not None]
    for cell in sorted(entries, key=lambda c: (c.column, c.row)):
        if run and (cell.column, cell.row, cell.entry) != (run[-1].column, run[-1].row + 1, run[-1].entry):
            yield run
            run = []
        run.append(cell)
    if run:
        yield run


def _rule(entry: EntryRule, block: Block, cell: Cell, top: str, language: Language) -> Any:
    holds = block.columns[cell.column].holds
    if entry.kind == "text":
        return _validation("textLength", language, "text", formula1="0", formula2="60", operator="between")
    if entry.kind == "amount":
        return _validation("decimal", language, "amount", formula1="0", operator="greaterThan")
    if entry.kind == "currency":
        return _validation("textLength", language, "currency", formula1="1", formula2="20", operator="between")
    if entry.kind == "choice":
        return _choice(entry, holds, language)
    if entry.choices:
        listed = '"' + ",".join(entry.choices) + '"'
        return _validation("list", language, "prizes", {"prizes": " / ".join(entry.choices)}, formula1=listed)
    named = _named(block, cell) if holds == "points" else ""
    if named:
        return _validation("custom", language, "contract-first", formula1=_by_contract(top, named))
    words: dict[str, object] = {"low": entry.low, "high": entry.high, "step": entry.step}
    if entry.step == 1:
        low, high = str(entry.low), str(entry.high)
        return _validation("whole", language, "whole", words, formula1=low, formula2=high, operator="between")
    condition = f"AND(ISNUMBER({top}),{top}>={entry.low},{top}<={entry.high},MOD({top},{entry.step})=0)"
    return _validation("custom", language, "steps", words, formula1=condition)


def _choice(entry: EntryRule, holds: str, language: Language) -> Any:
    """A list to pick from: players and contracts from the hidden page, so that written names count; others as they are.

    Where a template has no columns for sales and bids they are written beside the trump, which is then only hinted at.
    """
    if holds == "contract":
        return _validation("list", language, holds, formula1=CONTRACTS)
    if holds in ("dealer", "declarer", "buyer"):
        return _validation("list", language, holds, formula1=PLAYERS)
    rule = _validation("list", language, holds, formula1='"' + ",".join(entry.choices) + '"')
    if entry.free:
        rule.errorStyle = "information"
    return rule


def _named(block: Block, cell: Cell) -> str:
    """Where the row's contract is chosen, as ``$C`` and the row; empty where it is fixed."""
    for at, column in enumerate(block.columns):
        beside = block.at(cell.row, at)
        if column.holds == "contract" and beside is not None and beside.entry is not None:
            return f"${letters(at)}"
    return ""


def _by_contract(top: str, column: str) -> str:
    row = f"MATCH({column}{top.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')},{CONTRACTS},0)"
    span = f"{top}>=INDEX({LEAST},{row}),{top}<=INDEX({GREATEST},{row})"
    return f"AND(ISNUMBER({top}),{span},MOD({top},INDEX({STEP},{row}))=0)"


def _validation(kind: str, language: Language, key: str, words: dict[str, object] | None = None, **how: str) -> Any:
    """A rule with its prompt and refusal, within the lengths that spreadsheets allow."""
    from openpyxl.worksheet.datavalidation import DataValidation

    title = language.say(f"sheets.prompt.{key}.title")[:32]
    text = language.say(f"sheets.prompt.{key}", **(words or {}))[:225]
    validation: Any = DataValidation
    rule = validation(type=kind, **how)
    rule.allow_blank, rule.showErrorMessage, rule.showInputMessage = True, True, True
    rule.promptTitle = rule.errorTitle = title
    rule.prompt = rule.error = text
    return rule

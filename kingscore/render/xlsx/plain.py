"""The tables of a sheet as a workbook to read, sort and reckon with: a page a table. It has no formulas."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from kingscore.render.rows import rows
from kingscore.render.text_width import width
from kingscore.render.xlsx.looks import dress, frame, put, storable, value_of
from kingscore.render.xlsx.stored import with_stored_values
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.statistics.report import Report

#: What a page's name must not hold, and how long it may be.
FORBIDDEN, LONGEST = "[]:*?/\\'", 31
#: The paper as workbooks number it.
A4 = 9
#: The widest that a column becomes, in signs.
WIDEST = 60


def tables_book(report: Report) -> bytes:
    """The workbook; the notes stand below the first table. The same report gives the same bytes."""
    from openpyxl import Workbook

    sheet = report.sheet
    book: Any = Workbook()
    book.remove(book.active)
    names: set[str] = set()
    for block in sheet.on_paper:
        page: Any = book.create_sheet(_name(block.title or sheet.title, names))
        _fill(page, block, sheet)
        if block is sheet.on_paper[0]:
            for at, fact in enumerate(sheet.facts):
                put(page.cell(block.rows + 2 + at, 1), f"{fact.title}: {fact.text}")
    book.properties.title, book.properties.creator = storable(sheet.title), "kingscore"
    out = BytesIO()
    book.save(out)
    return with_stored_values(out.getvalue(), {})


def _name(title: str, taken: set[str]) -> str:
    """A page's name that every program takes and that no other page has."""
    plain = "".join(" " if sign in FORBIDDEN else sign for sign in storable(title)).strip() or "1"
    name, number = plain[:LONGEST], 1
    while name.casefold() in taken:
        number += 1
        name = f"{plain[: LONGEST - 3]} {number}"
    taken.add(name.casefold())
    return name


def _fill(page: Any, block: Block, sheet: Sheet) -> None:
    found = rows(block)
    for row, line in enumerate(found, 1):
        for column, cell in enumerate(line, 1):
            if cell is not None:
                target = page.cell(row, column)
                put(target, value_of(cell))
                dress(target, cell, sheet.template, block.columns[column - 1].align)
                _plain_number(target, cell)
    frame(page, 1, 1, block.rows, len(block.columns), sheet.template)
    for at in range(len(block.columns)):
        widest = max((width(cell.shown) for line in found if (cell := line[at]) is not None), default=0)
        page.column_dimensions[page.cell(1, at + 1).column_letter].width = min(WIDEST, widest + 3)
    page.page_setup.paperSize, page.page_setup.orientation = A4, "landscape"
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
    if block.head:
        page.freeze_panes = page.cell(block.head + 1, 2)


def _plain_number(target: Any, cell: Cell) -> None:
    """An average that is no gain or loss, as a mean place is, has no sign."""
    if cell.amount and cell.style == "plain":
        digits = len(cell.amount.partition(".")[2])
        target.number_format = "0." + "0" * digits if digits else "0"

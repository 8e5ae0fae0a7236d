"""Workbooks to read, sort and reckon with: a report with a page a table, accounts with a page a currency."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from kingscore.model.language import Language
from kingscore.render.statements import day_after, entries
from kingscore.render.text_width import width
from kingscore.render.xlsx.cells import dress, frame, put, saved, storable, value_of
from kingscore.scoring.settlement import Account
from kingscore.sheets.cells import Block, Sheet
from kingscore.statistics.report import StatisticsReport

#: What a page's name must not hold, and how long it may be.
FORBIDDEN, LONGEST = "[]:*?/\\'", 31
#: The paper as workbooks number it.
A4 = 9
#: The widest that a column becomes, in signs.
WIDEST = 60


def tables_book(report: StatisticsReport) -> bytes:
    """The workbook; the notes stand below the first table. The same report gives the same bytes."""
    from openpyxl import Workbook

    sheet, book = report.sheet, Workbook()
    book.remove(book.worksheets[0])
    for block in sheet.on_paper:
        page: Any = book.create_sheet(_page_name(block.title or sheet.title, book.sheetnames))
        _fill(page, block, sheet)
        if block is sheet.on_paper[0]:
            for at, fact in enumerate(sheet.facts):
                put(page.cell(block.rows + 2 + at, 1), f"{fact.title}: {fact.text}")
    return saved(book, sheet.title)


def _page_name(title: str, taken: Sequence[str]) -> str:
    """A page's name that every program takes and that no other page has."""
    plain = "".join(" " if sign in FORBIDDEN else sign for sign in storable(title)).strip() or "1"
    name, number = plain[:LONGEST], 1
    while name.casefold() in map(str.casefold, taken):
        number += 1
        name = f"{plain[: LONGEST - 3]} {number}"
    return name


def _fill(page: Any, block: Block, sheet: Sheet) -> None:
    lines = block.lines()
    for row, line in enumerate(lines, 1):
        for column, cell in enumerate(line, 1):
            if cell is not None:
                target = page.cell(row, column)
                put(target, value_of(cell))
                dress(target, cell, sheet.template, block.columns[column - 1].align)
                if cell.amount and cell.style == "plain":
                    # An average that is no gain or loss, as a mean place is, has no sign.
                    digits = len(cell.amount.partition(".")[2])
                    target.number_format = "0." + "0" * digits if digits else "0"
    frame(page, 1, 1, block.rows, len(block.columns), sheet.template)
    for at in range(len(block.columns)):
        widest = max((width(cell.shown) for line in lines if (cell := line[at]) is not None), default=0)
        page.column_dimensions[page.cell(1, at + 1).column_letter].width = min(WIDEST, widest + 3)
    page.page_setup.paperSize, page.page_setup.orientation = A4, "landscape"
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
    if block.head:
        page.freeze_panes = page.cell(block.head + 1, 2)


def accounts_book(accounts: Sequence[Account], language: Language) -> bytes:
    """A page for each currency: a row a game and a payment, a column a person, the balances, who pays whom."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for number, account in enumerate(accounts, 1):
        named = "".join(c for c in account.coin.currency or language.say("cli.settle.unit") if c.isalnum())
        _account_page(book.create_sheet(named[:20] or str(number)), account, language)
    if not accounts:
        book.create_sheet(language.say("owing.balance")[:20])
    return saved(book, language.say("owing.title"))


def _account_page(page: Any, account: Account, language: Language) -> None:
    from openpyxl.styles import Font

    say = language.say
    _row(page, 1, ["", "", *account.people], account)
    rows, at = entries(account), 1
    names = {"payment": say("owing.payment"), "rounding": say("owing.rounded"), "game": ""}
    for at, row in enumerate(rows, 2):
        about = " ".join(filter(None, (names[row.kind], row.name, row.note)))
        _row(page, at, [row.day.isoformat(), about, *row.amounts], account)
    _row(page, at + 1, [day_after(rows).isoformat(), say("owing.balance"), *account.balances], account)
    for cells in (page[1], page[at + 1]):
        for cell in cells:
            cell.font = Font(bold=True)
    _row(page, at + 3, ["", say("owing.fewest")], account)
    for more, transfer in enumerate(account.fewest, at + 4):
        _row(page, more, [account.people[transfer.payer], account.people[transfer.payee], transfer.amount], account)
    page.freeze_panes = "C2"
    page.column_dimensions["A"].width, page.column_dimensions["B"].width = 14, 34


def _row(page: Any, at: int, values: Sequence[str | int], account: Account) -> None:
    """Texts as texts, never as formulas; whole coins as amounts of the currency."""
    for column, value in enumerate(values, 1):
        cell = page.cell(at, column)
        if isinstance(value, int):
            cell.value = Decimal(account.coin.exact(value))
            cell.number_format = "0" + "." * bool(account.coin.decimals) + "0" * account.coin.decimals
        else:
            put(cell, value)

"""Accounts as tables: CSV with a row for each person's part, XLSX with a page for each currency. It adds nothing up."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from kingscore.model.language import Language
from kingscore.render.statement.entries import day_after, entries
from kingscore.render.xlsx.looks import storable
from kingscore.scoring.settlement import Account

#: A byte-order mark, by which spreadsheets know the letters.
MARK = "\ufeff"
HEAD = ("currency", "date", "kind", "name", "player", "amount")


def csv_text(accounts: Sequence[Account], _language: Language) -> str:
    """A row for each person's part in each game and payment, in what rounding came to, and each balance."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEAD)
    for account in accounts:
        rows, currency = entries(account), account.coin.currency or "points"
        for row in rows:
            for name, amount in zip(account.people, row.amounts, strict=True):
                if amount:
                    told = (row.day.isoformat(), row.kind, row.name, name, account.coin.exact(amount))
                    writer.writerow((currency, *told))
        for name, balance in zip(account.people, account.balances, strict=True):
            told = (day_after(rows).isoformat(), "balance", "", name, account.coin.exact(balance))
            writer.writerow((currency, *told))
    return MARK + out.getvalue()


def workbook(accounts: Sequence[Account], language: Language) -> bytes:
    """A page for each currency: a row a game and a payment, a column a person, the balances, who pays whom."""
    from openpyxl import Workbook

    book: Any = Workbook()
    book.remove(book.active)
    for number, account in enumerate(accounts, 1):
        named = "".join(c for c in account.coin.currency or language.say("cli.settle.unit") if c.isalnum())
        _page(book.create_sheet(named[:20] or str(number)), account, language)
    if not accounts:
        book.create_sheet(language.say("owing.balance")[:20])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _page(page: Any, account: Account, language: Language) -> None:
    from openpyxl.styles import Font

    say = language.say
    _row(page, 1, ["", "", *account.people], account)
    rows, at = entries(account), 1
    names = {"payment": say("owing.payment"), "rounding": say("owing.rounded"), "game": ""}
    for at, row in enumerate(rows, 2):
        told = " ".join(filter(None, (names[row.kind], row.name, row.note)))
        _row(page, at, [row.day.isoformat(), told, *row.amounts], account)
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
        elif value:
            cell.value = storable(value)
            cell.data_type = "s"

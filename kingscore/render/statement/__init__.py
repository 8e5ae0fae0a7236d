"""What is owed as files for other programs: CSV, XLSX, beancount, hledger, from the same rows. It settles nothing."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.language import Language
from kingscore.render.statement.entries import Entry, entries
from kingscore.render.statement.journals import beancount, hledger
from kingscore.render.statement.tables import csv_text, workbook
from kingscore.scoring.balances import Account

__all__ = ["Entry", "entries", "statement"]


def statement(accounts: Sequence[Account], form: str, language: Language) -> bytes:
    """The accounts in a form: ``csv``, ``xlsx``, ``beancount`` or ``hledger``."""
    match form:
        case "beancount":
            return beancount(accounts, language).encode("utf-8")
        case "hledger":
            return hledger(accounts, language).encode("utf-8")
        case "xlsx":
            return workbook(accounts, language)
        case _:
            return csv_text(accounts).encode("utf-8")

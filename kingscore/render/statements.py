"""Accounts as files for other programs: CSV, and journals that beancount and hledger accept, balances stated in each.

All are made from the same entries in whole coins. A positive balance is what a person is to get. Names and currencies
are spelled as each program can take them; how they are really spelled stands beside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from kingscore.model.language import Language
from kingscore.render.text_tables import csv_lines, guarded
from kingscore.scoring.money import DECIMALS
from kingscore.scoring.settlement import Account
from kingscore.scoring.transfers import whole_balances

#: The day of what has none.
NO_DAY = date(1970, 1, 1)
HEAD = ("currency", "date", "kind", "name", "player", "amount")


@dataclass(frozen=True, slots=True)
class StatementEntry:
    """``amounts`` are whole coins person by person, in the account's order, and sum to zero. ``kind`` is ``game``,
    ``payment`` or ``rounding``."""

    kind: str
    name: str
    day: date
    amounts: tuple[int, ...]
    note: str = ""


def entries(account: Account) -> tuple[StatementEntry, ...]:
    """All entries of an account in order, at last what rounding came to; their sums are its balances."""
    out = []
    for item in account.items:
        exact = [item.balance(name) * account.coin.per_unit for name in account.people]
        kind = "payment" if item.is_payment else "game"
        out.append(StatementEntry(kind, item.name, day_of(item.date), whole_balances(exact, account.people), item.note))
    sums = [sum(entry.amounts[at] for entry in out) for at in range(len(account.people))]
    off = tuple(balance - there for balance, there in zip(account.balances, sums, strict=True))
    if any(off):
        out.append(StatementEntry("rounding", "", _last_day(out), off))
    return tuple(out)


def day_of(text: str) -> date:
    """A day of the calendar; the first of 1970 for what is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return NO_DAY


def _last_day(rows: Sequence[StatementEntry]) -> date:
    return max((entry.day for entry in rows), default=NO_DAY)


def day_after(rows: Sequence[StatementEntry]) -> date:
    """The day after the last entry, on which the balances are stated."""
    last = _last_day(rows)
    return last + timedelta(days=1) if last < date.max else last


def csv_text(accounts: Sequence[Account], _language: Language) -> str:
    """A row for each person's part in each game and payment, in what rounding came to, and each balance."""
    lines = [HEAD]
    for account in accounts:
        rows, currency = entries(account), guarded(account.coin.currency or "points")
        for row in rows:
            for name, amount in _changes(account, row):
                lines.append((currency, row.day.isoformat(), row.kind, guarded(row.name), guarded(name), amount))
        for name, balance in zip(account.people, account.balances, strict=True):
            day, exact = day_after(rows).isoformat(), account.coin.exact(balance)
            lines.append((currency, day, "balance", "", guarded(name), exact))
    return csv_lines(lines)


def beancount(accounts: Sequence[Account], language: Language) -> str:
    """A beancount file: every entry a transaction, every balance an assertion on the day after."""
    people = spelled([name for account in accounts for name in account.people], _component)
    coins = spelled([account.coin.currency or "POINTS" for account in accounts], _commodity)
    ledger = [(account, entries(account)) for account in accounts]
    first = min((entry.day for _, rows in ledger for entry in rows), default=None)
    lines = [f'option "title" "{_quoted(language.say("owing.title"))}"', ""]
    for name, spelling in people.items() if first else ():
        lines += [f"{first} open Assets:King:{spelling}", f'  name: "{_quoted(name)}"']
    for account, rows in ledger:
        coin = coins[account.coin.currency or "POINTS"]
        for row in rows:
            lines += ["", f'{row.day} * "{_quoted(title(row, language))}"']
            lines += [f"  Assets:King:{people[name]}  {amount} {coin}" for name, amount in _changes(account, row)]
        lines.append("")
        for name, balance in zip(account.people, account.balances, strict=True):
            there = f"Assets:King:{people[name]}  {account.coin.exact(balance)} {coin}"
            lines.append(f"{day_after(rows)} balance {there}")
    return "\n".join(lines) + "\n"


def hledger(accounts: Sequence[Account], language: Language) -> str:
    """A journal for hledger: every entry a transaction, the balances asserted on the day after; strict checks pass."""
    people = spelled([name for account in accounts for name in account.people], _words)
    coins = {account.coin.currency or "POINTS": _symbol(account.coin.currency or "POINTS") for account in accounts}
    lines = [f"; {_line(language.say('owing.title'))}", "decimal-mark ."]
    for account in accounts:
        # How amounts are written: with the currency's decimals, and a mark also where it has none.
        decimals = DECIMALS.get(account.coin.currency or "", account.coin.decimals)
        lines.append(f"commodity 1.{'0' * decimals} {coins[account.coin.currency or 'POINTS']}")
    lines += [f"account king:{spelling}  ; {_line(name)}" for name, spelling in people.items()]
    for account in accounts:
        rows, coin = entries(account), coins[account.coin.currency or "POINTS"]
        for row in rows:
            lines += ["", f"{row.day} * {_line(title(row, language))}"]
            lines += [f"    king:{people[name]}  {amount} {coin}" for name, amount in _changes(account, row)]
        lines += ["", f"{day_after(rows)} * {_line(language.say('owing.balance'))}"]
        for name, balance in zip(account.people, account.balances, strict=True):
            stated = f"0 {coin} = {account.coin.exact(balance)} {coin}"
            lines.append(f"    king:{people[name]}  {stated}")
    return "\n".join(lines) + "\n"


def title(row: StatementEntry, language: Language) -> str:
    """What an entry is about, in words."""
    names = {"game": row.name, "payment": f"{language.say('owing.payment')} {row.name}"}
    return " · ".join(filter(None, (names.get(row.kind, language.say("owing.rounded")), row.note)))


def _changes(account: Account, row: StatementEntry) -> Iterator[tuple[str, str]]:
    """Who gains or loses by an entry, and what."""
    for name, amount in zip(account.people, row.amounts, strict=True):
        if amount:
            yield name, account.coin.exact(amount)


def spelled(names: Sequence[str], spell: Callable[[str], str]) -> dict[str, str]:
    """Every name with its spelling, no two alike: a number follows where they would be."""
    out: dict[str, str] = {}
    used: set[str] = set()
    for name in sorted(set(names)):
        stem = spelling = spell(name)
        number = 1
        while spelling.casefold() in used:
            number += 1
            spelling = f"{stem}-{number}"
        used.add(spelling.casefold())
        out[name] = spelling
    return out


def _component(name: str) -> str:
    """A part of an account's name for beancount: letters, digits and hyphens after a capital or a digit."""
    plain = unicodedata.normalize("NFC", name)
    kept = "".join(c if unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lo", "Nd") else "-" for c in plain).strip("-")
    kept = kept[:1].upper() + kept[1:]
    return kept if kept and unicodedata.category(kept[0]) in ("Lu", "Nd") and len(kept[:1]) == 1 else f"P-{kept or 'X'}"


def _commodity(unit: str) -> str:
    """A currency for beancount: capitals, digits, at least two, and none of its own words."""
    kept = "".join(c for c in unit.upper() if c.isascii() and c.isalnum()).lstrip("0123456789")[:20]
    return kept if len(kept) > 1 and kept not in ("TRUE", "FALSE", "NULL") else f"X{kept or 'UNIT'}"


def _words(name: str) -> str:
    """A part of an account's name for hledger: no colon, no semicolon, no two spaces, nothing that is not seen."""
    kept = "".join(c if c.isalnum() or c in " -_.'" or unicodedata.category(c) == "Mn" else "_" for c in name)
    return " ".join(kept.split()) or "_"


def _symbol(unit: str) -> str:
    """A currency for hledger, quoted unless it is letters only."""
    kept = "".join("_" if c in '";\n' or not c.isprintable() else c for c in unit)
    return kept if kept.isalpha() else f'"{kept}"'


def _quoted(text: str) -> str:
    return _line(text).replace("\\", "\\\\").replace('"', '\\"')


def _line(text: str) -> str:
    """A text on one line, with nothing that begins a comment or cannot be printed."""
    return "".join(c if c.isprintable() else " " for c in text).replace(";", ",").replace("|", "/")

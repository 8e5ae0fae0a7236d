"""Accounts as journals of plain text that beancount and hledger accept, with the balances stated for them to check.

A positive balance is what a person is to get. Names and currencies are spelled as each program can take them; how they
are really spelled stands beside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from kingscore.model.language import Language
from kingscore.render.statement.entries import Entry, day_after, entries
from kingscore.scoring.money import DECIMALS, Coin
from kingscore.scoring.settlement import Account


def beancount(accounts: Sequence[Account], language: Language) -> str:
    """A beancount file: every entry a transaction, every balance an assertion on the day after."""
    people = spelled([name for account in accounts for name in account.people], _component)
    coins = spelled([account.coin.currency or "POINTS" for account in accounts], _commodity)
    made = [(account, entries(account)) for account in accounts]
    first = min((entry.day for _, rows in made for entry in rows), default=None)
    lines = [f'option "title" "{_quoted(language.say("owing.title"))}"', ""]
    for name, spelling in people.items() if first else ():
        lines += [f"{first} open Assets:King:{spelling}", f'  name: "{_quoted(name)}"']
    for account, rows in made:
        coin = coins[account.coin.currency or "POINTS"]
        for row in rows:
            lines += ["", f'{row.day} * "{_quoted(title(row, language))}"']
            lines += [f"  Assets:King:{people[name]}  {amount} {coin}" for name, amount in _moved(account, row)]
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
        lines.append(f"commodity {_sample(account.coin)} {coins[account.coin.currency or 'POINTS']}")
    lines += [f"account king:{spelling}  ; {_line(name)}" for name, spelling in people.items()]
    for account in accounts:
        rows, coin = entries(account), coins[account.coin.currency or "POINTS"]
        for row in rows:
            lines += ["", f"{row.day} * {_line(title(row, language))}"]
            lines += [f"    king:{people[name]}  {amount} {coin}" for name, amount in _moved(account, row)]
        lines += ["", f"{day_after(rows)} * {_line(language.say('owing.balance'))}"]
        for name, balance in zip(account.people, account.balances, strict=True):
            stated = f"0 {coin} = {account.coin.exact(balance)} {coin}"
            lines.append(f"    king:{people[name]}  {stated}")
    return "\n".join(lines) + "\n"


def title(row: Entry, language: Language) -> str:
    """What an entry is about, in words."""
    told = {"game": row.name, "payment": f"{language.say('owing.payment')} {row.name}"}
    return " · ".join(filter(None, (told.get(row.kind, language.say("owing.rounded")), row.note)))


def _moved(account: Account, row: Entry) -> Iterator[tuple[str, str]]:
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


def _sample(coin: Coin) -> str:
    """How amounts are written: with the currency's decimals, and a mark also where it has none."""
    decimals = DECIMALS.get(coin.currency or "", coin.decimals)
    return "1." + "0" * decimals


def _quoted(text: str) -> str:
    return _line(text).replace("\\", "\\\\").replace('"', '\\"')


def _line(text: str) -> str:
    """A text on one line, with nothing that begins a comment or cannot be printed."""
    return "".join(c if c.isprintable() else " " for c in text).replace(";", ",").replace("|", "/")

"""Debts as files: beancount and hledger accept them and show the same balances; CSV and XLSX say the same numbers."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from kingscore.model.findings import Refused
from kingscore.model.game import Stake
from kingscore.render.formats import write
from kingscore.render.statements import entries, spelled
from kingscore.render.text_tables import unguarded
from kingscore.scoring.money import Payment, stake_of
from kingscore.scoring.settlement import Account, AccountItem, Basis, accounts, game_item, payment_item
from kingscore.storage import resources

ENGLISH = resources.language("en")
#: Names that are hard on one program or another.
NAMES = ("Ona", "ona p.", "=1+1", "16", "Žilvė; a", 'O"Neil\\', "a:b", "Вера", "🂡", "東", "--help", "a  b", "ǆ", "(x)")
EUR = Stake("0.05", "EUR")


def game(
    number: int, people: tuple[str, ...], points: tuple[int, ...], stake: Stake | None, day: str = "2026-11-29"
) -> AccountItem:
    return game_item(f"game-{number}", day, ((people, points),), Basis("balance", stake))


def evening() -> tuple[Account, ...]:
    """All names, four currencies, thirds of a coin, a day that is none, and a payment."""
    held = [
        game(1, NAMES[:4], (13, -19, 16, -10), EUR),
        game(2, NAMES[4:8], (1, 2, 3, -6), EUR, "2026-11-30"),
        game(3, NAMES[8:11], (1, 0, 0), EUR),
        game(4, NAMES[11:14], (7, -3, -3), None, "$(rm)"),
        game(5, NAMES[:3], (1, 0, 0), Stake("1", "JPY")),
        game(6, NAMES[:3], (5, 0, 0), Stake("0.5", "спички")),
        payment_item(Payment("ona p.", "Ona", "0.40", "EUR", "2026-12-02", 'cash "; |', seq=7), "ona p.", "Ona"),
    ]
    return accounts(held)


def balances(account: Account) -> dict[str, Decimal]:
    exact = zip(account.people, account.balances, strict=True)
    return {name: Decimal(account.coin.exact(balance)) for name, balance in exact}


@settings(max_examples=60)
@given(st.lists(st.tuples(st.permutations(NAMES), st.lists(st.integers(-40, 40), min_size=5, max_size=5)), max_size=6))
def test_entries_are_whole_coins_and_come_to_the_balances(rows: list[tuple[list[str], list[int]]]) -> None:
    held = [game(n, tuple(names[:5]), tuple(points), Stake("0.037", "EUR")) for n, (names, points) in enumerate(rows)]
    for account in accounts(held):
        made = entries(account)
        assert all(sum(entry.amounts) == 0 for entry in made)
        assert tuple(map(sum, zip(*(entry.amounts for entry in made), strict=True))) == account.balances
        assert [entry.kind for entry in made].count("rounding") <= 1


def test_the_csv_has_every_part_and_every_balance() -> None:
    raw = write("csv", "statement", evening(), ENGLISH).content
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"))))
    rows = [{key: unguarded(field) or field for key, field in row.items()} for row in rows]
    for account in evening():
        mine = [row for row in rows if row["currency"] == (account.coin.currency or "points")]
        stated = {row["player"]: Decimal(row["amount"]) for row in mine if row["kind"] == "balance"}
        sums = dict.fromkeys(account.people, Decimal(0))
        for row in mine:
            sums[row["player"]] += Decimal(row["amount"]) if row["kind"] != "balance" else 0
        assert stated == sums == balances(account)


def test_the_workbook_has_a_page_for_each_currency_with_numbers_as_numbers() -> None:
    book = load_workbook(io.BytesIO(write("xlsx", "statement", evening(), ENGLISH).content))
    assert book.sheetnames == ["EUR", "JPY", "спички", "points"]
    for account, page in zip(evening(), book.worksheets, strict=True):
        head, *rows = [
            [cell.value for cell in row] for row in page.iter_rows(min_row=1, max_row=len(entries(account)) + 2)
        ]
        assert tuple(head[2:]) == account.people
        last = {name: Decimal(str(value)) for name, value in zip(account.people, rows[-1][2:], strict=True)}
        assert last == balances(account)
        for column in range(2, len(head)):
            assert sum(Decimal(str(row[column])) for row in rows[:-1]) == Decimal(str(rows[-1][column]))
        assert {cell.data_type for cell in page[1] if cell.value} == {"s"}


@given(st.lists(st.text(max_size=5), max_size=20), st.sampled_from(("x", "", "a-2")))
def test_no_two_names_are_spelled_alike(names: list[str], one: str) -> None:
    found = spelled(names, lambda _: one)
    assert set(found) == set(names)
    assert len({spelling.casefold() for spelling in found.values()}) == len(found)


def test_nothing_owed_is_a_statement_too() -> None:
    for form in ("csv", "xlsx", "beancount", "hledger"):
        assert write(form, "statement", (), ENGLISH).content


# The programs themselves


def program(name: str) -> str:
    found = shutil.which(name)
    assert found, f"{name} is missing: make test-system installs it"
    return found


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.system
@pytest.mark.parametrize("language", ["en", "ru", "lt"])
def test_bean_check_accepts_the_journal_and_its_balances(tmp_path: Path, language: str) -> None:
    path = tmp_path / "king.beancount"
    path.write_bytes(write("beancount", "statement", evening(), resources.language(language)).content)
    assert run(program("bean-check"), str(path)) == ""
    text = path.read_text("utf-8")
    assert text.count(" balance Assets:King:") == sum(len(account.people) for account in evening())
    path.write_text(text.replace("balance Assets:King:16  -", "balance Assets:King:16  1"), "utf-8")
    assert subprocess.run([program("bean-check"), str(path)], capture_output=True, check=False).returncode != 0


@pytest.mark.system
@pytest.mark.parametrize("language", ["en", "ru", "lt"])
def test_hledger_accepts_the_journal_strictly_and_shows_the_same_balances(tmp_path: Path, language: str) -> None:
    path = tmp_path / "king.journal"
    path.write_bytes(write("hledger", "statement", evening(), resources.language(language)).content)
    run(program("hledger"), "-f", str(path), "check", "--strict")
    for account in evening():
        unit = account.coin.currency or "POINTS"
        shown = run(program("hledger"), "-f", str(path), "balance", "--no-total", "-O", "csv", f"cur:{unit}")
        told = sorted(Decimal(row["balance"].split()[0]) for row in csv.DictReader(io.StringIO(shown)))
        assert told == sorted(balance for balance in balances(account).values() if balance)


def playable(unit: str) -> bool:
    """True for what a stake can be counted in."""
    try:
        return stake_of("0.5", unit).currency == unit
    except Refused:
        return False


units = st.one_of(st.sampled_from(("FALSE", "true", "🍺", "2x", "ct 2", "-")), st.text(min_size=1, max_size=6)).filter(
    playable
)


@pytest.mark.system
@settings(max_examples=25)
@given(name=st.text(min_size=1, max_size=12), unit=units)
def test_both_take_any_name_and_anything_that_is_played_for(
    tmp_path_factory: pytest.TempPathFactory, name: str, unit: str
) -> None:
    folder = tmp_path_factory.mktemp("any")
    held = accounts([game(1, (name, "Ona", "Rasa "), (5, -2, -3), Stake("0.5", unit))])
    for form, command in (("beancount", ["bean-check"]), ("hledger", ["hledger", "check", "--strict", "-f"])):
        path = folder / f"king.{form}"
        path.write_bytes(write(form, "statement", held, ENGLISH).content)
        run(program(command[0]), *command[1:], str(path))

"""Twenty evenings of money: what was paid counts up to what is owed, the rest is carried, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from kingscore.model.days import MONTHS, day_of
from tests.scorer import Keys, Scorer

#: One deal of no tricks at two points a trick: Ona −4, Jonas −6, Rasa −2, Vytas −4; average −4.
#: At two units a point Jonas owes Rasa 2 × 2 = 4, and nobody else owes anything.
TRICKS = "2 3 1 2"
UNITS = {"0.10 EUR": ("0.20", "EUR"), "0.50 PLN": ("1.00", "PLN"), "2 RUB": ("4.00", "RUB"), "20 JPY": ("40", "JPY")}
UNITS |= {"2 match": ("4", "match")}
#: How Jonas pays, in quarters of his debt, and who pays whom, with what is then counted and carried.
WAYS = {
    "too little": ("Jonas Rasa", 2, 2, 0),  # half the debt: all of it counts
    "keep the change": ("Jonas Rasa", 5, 4, 1),  # five quarters: four count, one is carried
    "twice": ("Jonas Rasa", 8, 4, 4),  # eight quarters: four count, four are carried
    "wrong direction": ("Rasa Jonas", 4, 0, 4),  # Rasa owes Jonas nothing: all of it is carried
}


def evening(scorer: Scorer, stake: str, date: str = "2026-11-01") -> None:
    scorer.fine(["new", "lithuanian", "Ona", "Jonas", "Rasa", "Vytas", "--date", date, "--stake", stake, "--new-unit"])
    scorer.fine(f"deal no-tricks {TRICKS}")
    scorer.fine("finish --early")


def owed(scorer: Scorer, words: str = "") -> dict[tuple[str, str], str]:
    transfers = scorer.fine(f"settle {words} --json").document["transfers"]
    return {(t["from"], t["to"]): t["amount"] for t in transfers}


@pytest.mark.parametrize("stake", UNITS)
@pytest.mark.parametrize("way", WAYS)
def test_an_evening_of_each_unit_and_way_of_paying(scorer: Scorer, stake: str, way: str) -> None:
    debt, unit = UNITS[stake]
    people, paid, counted, carried = WAYS[way]
    quarter = Fraction(debt) / 4
    evening(scorer, stake)
    assert owed(scorer) == {("Jonas", "Rasa"): debt}
    amount = quarter * paid
    text = f"{float(amount):.2f}" if amount.denominator > 1 else str(amount)
    payment = scorer.fine(f"pay {people} {text} {unit} --json").document
    # The game: four quarters less those counted. Everything: four quarters less all that was paid.
    left = {("Jonas", "Rasa"): quarter * (4 - counted)} if counted < 4 else {}
    assert {pair: Fraction(amount) for pair, amount in owed(scorer).items()} == left
    direction = 1 if people == "Jonas Rasa" else -1
    net = 4 - direction * paid
    overall = {("Jonas", "Rasa"): quarter * net} if net > 0 else {("Rasa", "Jonas"): -quarter * net} if net else {}
    assert {pair: Fraction(amount) for pair, amount in owed(scorer, "--all").items()} == overall
    assert Fraction(payment["counted"]) == quarter * counted
    assert Fraction(payment["counted"]) + Fraction(payment["carried"]) == amount
    assert Fraction(payment["carried"]) == quarter * carried
    (account,) = scorer.fine("settle --all --json").document["accounts"]
    assert sum(map(Fraction, account["balances"].values())) == 0
    hint = scorer("settle").err
    assert ("M914" in hint) == bool(carried), hint


@pytest.mark.parametrize("way", WAYS)
def test_what_is_more_than_owed_is_said(scorer: Scorer, way: str) -> None:
    evening(scorer, "2 RUB")
    people, paid, _, carried = WAYS[way]
    said = scorer.fine(f"pay {people} {paid} RUB").err
    assert ("M916" in said) == bool(carried)
    if way == "keep the change":
        assert "Of 5.00 RUB, 4.00 RUB counts for 2026-11-01-lithuanian" in " ".join(said.split())
    if way == "wrong direction":
        assert "kingscore pay Jonas Rasa 4.00 RUB" in " ".join(said.split())


def test_undoing_a_payment_that_was_parted_takes_both_parts_back(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    scorer.fine("pay Jonas Rasa 5 RUB")
    assert owed(scorer) == {}
    assert owed(scorer, "--all") == {("Rasa", "Jonas"): "1.00"}
    scorer.fine("payments undo last")
    assert owed(scorer) == owed(scorer, "--all") == {("Jonas", "Rasa"): "4.00"}


def test_the_same_payment_within_minutes_is_refused_unless_again(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    scorer.fine("pay Jonas Rasa 1 RUB")
    refused = scorer("pay jonas rasa 1.00 руб.")
    assert refused.status == 2
    assert "M917" in refused.err
    assert "kingscore pay Jonas Rasa 1.00 RUB --again" in " ".join(refused.err.split())
    scorer.fine("pay Jonas Rasa 2 RUB")  # 1 + 2 of 4
    scorer.fine("pay Jonas Rasa 1 RUB --again")  # 1 + 2 + 1 of 4
    assert owed(scorer) == {}


@pytest.mark.parametrize(("answer", "recorded"), [("y", True), ("", False), ("n", False)])
@pytest.mark.parametrize("again", ["pay Jonas Rasa 1 RUB", "pay Ona Rasa 1 match"])
def test_at_a_terminal_what_may_be_meant_is_asked(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, answer: str, recorded: bool, again: str
) -> None:
    evening(scorer, "2 RUB")
    scorer.fine("pay Jonas Rasa 1 RUB")
    monkeypatch.setattr(sys, "stdin", Keys(f"{answer}\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("kingscore.cli.context.room", lambda _out: 80)
    assert scorer(again).status == (0 if recorded else 2)
    assert len(scorer.fine("payments list --json").document["log"]) == (2 if recorded else 1)


def test_the_line_to_paste_says_all_that_was_said(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    said = "kingscore --game 2026-11-01-lithuanian pay Jonas Rasa 1.00 RUB --date 2026-11-02 --note 'in cash'"
    scorer.fine(said.removeprefix("kingscore "))
    assert f"{said} --again" in " ".join(scorer(said.removeprefix("kingscore ")).err.split())


def test_payments_for_a_deleted_game_are_named(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    evening(scorer, "2 RUB", "2026-11-08")
    scorer.fine("pay Jonas Rasa 5 RUB")
    assert owed(scorer, "--all") == {("Jonas", "Rasa"): "3.00"}  # 4 + 4 − 5
    deleted = scorer.fine("games delete 2026-11-08-lithuanian").err
    assert "M918" in deleted
    assert "4.00 RUB" in deleted
    settled = scorer("settle --all --json").document
    assert [one["code"] for one in settled["findings"]] == ["M912", "M918"][-len(settled["findings"]) :]
    assert owed(scorer, "--all") == {("Jonas", "Rasa"): "3.00"}  # 4 of the first evening less the 1 carried
    scorer.fine("games restore 2026-11-08-lithuanian")
    assert "M918" not in scorer.fine("settle --all").err


def test_a_payment_for_a_game_that_is_named_counts_up_to_what_is_owed_there(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    evening(scorer, "2 RUB", "2026-11-08")
    for people in ("Vytas Ona", "Rasa Jonas"):  # nothing owed; the other way round
        assert "M916" in scorer.fine(f"pay {people} 7 RUB --game 2026-11-01-lithuanian").err
        assert owed(scorer, "2026-11-01-lithuanian") == {("Jonas", "Rasa"): "4.00"}
    assert "M916" in scorer.fine("pay Jonas Rasa 5 RUB --game 2026-11-01-lithuanian").err
    assert owed(scorer, "2026-11-01-lithuanian") == {}


def test_what_was_only_paid_in_a_currency_is_not_headed_by_the_stake(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    scorer.fine("pay Jonas Rasa 1 RUB")
    scorer.fine("amend head 'stake=1 USD'")
    heads = [line for line in scorer.fine("settle").out.splitlines() if line and not line.startswith(" ")]
    assert sum("1 USD" in line for line in heads) == 1
    assert len(heads) == 2


def test_a_payment_for_a_game_in_the_bin_is_named_at_once(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    evening(scorer, "2 RUB", "2026-11-08")
    scorer.fine("games delete 2026-11-01-lithuanian")
    assert "M918" in scorer.fine("pay Jonas Rasa 4 RUB --game 2026-11-01-lithuanian").err
    assert "M918" in scorer.fine("payments list").err


def test_the_same_amount_on_another_day_is_another_payment(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    scorer.fine("pay Jonas Rasa 1 RUB --date 2026-11-08")
    scorer.fine("pay Jonas Rasa 1 RUB --date 2026-11-15")


@pytest.mark.parametrize("text", ["1.250 EUR", "1.000 EUR", "5.0 JPY"])
def test_more_decimals_than_the_coin_has_may_be_thousands(scorer: Scorer, text: str) -> None:
    evening(scorer, "2 RUB")
    assert "M906" in scorer(["pay", "Ona", "Rasa", text]).err


def five_evenings(scorer: Scorer) -> dict[str, dict[str, str]]:
    """Five evenings for five currencies, each with another thing that happens to money, and what is left by hand."""
    evening(scorer, "0.10 EUR", "2026-11-01")  # Jonas −0.20, Rasa +0.20
    scorer.fine("pay Jonas Rasa 0.50 EUR")  # keep the change
    evening(scorer, "0.50 PLN", "2026-11-02")  # Jonas −1, Rasa +1
    scorer.fine("pay Rasa Jonas 1 PLN")  # the wrong way
    evening(scorer, "2 RUB", "2026-11-03")  # Jonas −4, Rasa +4
    scorer.fine("pay Jonas Rasa 5 RUB")  # 4 for the game, 1 carried
    scorer.fine("games delete 2026-11-03-lithuanian")
    evening(scorer, "20 JPY", "2026-11-04")  # Jonas −40, Rasa +40
    scorer.fine("pay Jonas Rasa 40 JPY")
    scorer.fine("pay Jonas Rasa 40 JPY --again")  # twice, and meant
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-11-05 --stake '1 CHF'")
    scorer.fine(f"deal no-tricks {TRICKS}")  # Ona 0, Jonas −2, Rasa +2, Vytas 0 from the average
    scorer.fine("replace Jonas Denis")
    scorer.fine("deal no-hearts 0 1 4 3")  # Ona 0, Denis −2, Rasa −8, Vytas −6: +4, +2, −4, −2 from the average
    scorer.fine("finish --early")
    scorer.fine("pay Jonas Ona 3 CHF")  # he owes 2
    return {
        "EUR": {"Jonas": "0.30", "Rasa": "-0.30"},
        "PLN": {"Jonas": "-2.00", "Rasa": "2.00"},
        "RUB": {"Jonas": "1.00", "Rasa": "-1.00"},
        "JPY": {"Jonas": "40", "Rasa": "-40"},
        "CHF": {"Ona": "1.00", "Jonas": "1.00", "Denis": "2.00", "Rasa": "-2.00", "Vytas": "-2.00"},
    }


def test_five_evenings_for_five_currencies_are_balanced(scorer: Scorer) -> None:
    proved = five_evenings(scorer)
    held = scorer("settle --all --json").document["accounts"]
    told = {one["currency"]: {who: b for who, b in one["balances"].items() if Fraction(b)} for one in held}
    assert {unit: {who: Fraction(b) for who, b in one.items()} for unit, one in told.items()} == {
        unit: {who: Fraction(b) for who, b in one.items()} for unit, one in proved.items()
    }


@pytest.mark.system
@pytest.mark.parametrize(("form", "command"), [("beancount", "bean-check"), ("hledger", "hledger check --strict -f")])
def test_programs_accept_the_ledger_of_five_evenings(scorer: Scorer, tmp_path: Path, form: str, command: str) -> None:
    five_evenings(scorer)
    path = tmp_path / f"king.{form}"
    scorer.fine(f"settle --all --to {form} -o {path}")
    done = subprocess.run([*command.split(), path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_stake_amended_is_in_a_known_unit(scorer: Scorer) -> None:
    evening(scorer, "2 match")
    assert "M919" in scorer("amend head 'stake=2 beer'").err
    scorer.fine("amend head 'stake=3 matches'")
    assert owed(scorer) == {("Jonas", "Rasa"): "6"}
    assert {t["to"] for t in scorer.fine("settle --json").document["transfers"]} == {"Rasa"}
    scorer.fine("amend head 'stake=2 beer' --new-unit")


def test_payments_settle_writes_down_all_that_is_shown(scorer: Scorer) -> None:
    for date, stake in zip(("2026-11-01", "2026-11-08", "2026-11-15"), ("2 RUB", "20 JPY", "2 match"), strict=True):
        evening(scorer, stake, date)
    assert len(scorer.fine("payments settle --all --json").document["entries"]) == 3
    assert owed(scorer, "--all") == {}


@pytest.mark.parametrize(
    ("first", "then", "same"),
    [
        ("match", "matches", True),
        ("sweets", "sweet", True),
        ("candy", "candies", True),
        ("спичка", "спичек", True),
        ("спички", "спичку", True),
        ("щелбан", "щелбанов", True),
        ("камень", "камней", True),
        ("degtukas", "degtukų", True),
        ("saldainis", "saldainių", True),
        ("Nut", "NUTS.", True),
        ("match", "marbles", False),
        ("match", "E", False),
        ("орехи", "спички", False),
    ],
)
def test_a_unit_is_declared_once(scorer: Scorer, first: str, then: str, same: bool) -> None:
    evening(scorer, f"1 {first}")
    for command in (f"pay Jonas Rasa 1 {then}", f"terms set --stake '1 {then}'", f"settle --all --stake '2 {then}'"):
        said = scorer(command)
        assert (said.status, "M919" in said.err) == ((0, False) if same else (2, True)), command
    new = scorer(f"new lithuanian Ona Jonas Rasa Vytas --stake '1 {then}' --json")
    assert new.status == (0 if same else 2)
    if same:
        assert len(scorer.fine("settle --all --json").document["accounts"]) == 1
    else:
        scorer.fine(f"pay Jonas Rasa 1 {then} --new-unit")
        scorer.fine(f"pay Jonas Rasa 2 {then}")


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("1 250,50 €", "1250.50", "EUR"),
        ("1\u00a0250,50 €", "1250.50", "EUR"),
        ("€1\u202f250.50", "1250.50", "EUR"),
        ("€ 5", "5", "EUR"),
        ("1 Eur.", "1", "EUR"),
        ("1 руб.", "1", "RUB"),
        ("5 eurocents", "0.05", "EUR"),
        ("5c", "0.05", "EUR"),
    ],
)
def test_amounts_are_read_as_people_write_them(scorer: Scorer, text: str, amount: str, currency: str) -> None:
    evening(scorer, "0.05 EUR")
    paid = scorer.fine(["pay", "Ona", "Vytas", text, "--json"]).document
    assert (paid["amount"], paid["currency"]) == (amount, currency)


@pytest.mark.parametrize("text", ["1 EUR EUR", "1 red match"])
def test_a_unit_has_no_blank(scorer: Scorer, text: str) -> None:
    evening(scorer, "0.05 EUR")
    assert "M903" in scorer(["pay", "Ona", "Vytas", text]).err


def test_a_stake_that_does_not_count_is_said(scorer: Scorer) -> None:
    evening(scorer, "0.05 EUR")
    said = scorer.fine("settle --stake '0.10 EUR'").err
    assert "M920" in said
    assert "0.05 EUR" in said
    assert "M920" not in scorer.fine("settle --stake '0.05 EUR'").err


@pytest.mark.parametrize("command", ["settle", "games list", "stats"])
def test_days_the_wrong_way_round_are_refused(scorer: Scorer, command: str) -> None:
    evening(scorer, "0.05 EUR")
    said = scorer(f"{command} --since 2026-12-01 --until 2026-11-01")
    assert said.status == 2
    assert "U830" in said.err
    assert "--since 2026-11-01 --until 2026-12-01" in " ".join(said.err.split())


@pytest.mark.parametrize("command", ["pay Jonas Rasa 1 EUR --date", "new lithuanian Ona Jonas Rasa Vytas --date"])
def test_unlikely_days_are_remarked(scorer: Scorer, command: str) -> None:
    evening(scorer, "0.05 EUR")
    assert "U811" in scorer(f"{command} 0026-11-27").err
    assert "U831" in scorer.fine(f"{command} 2099-11-27").err


def test_a_head_amended_to_a_day_to_come_is_remarked(scorer: Scorer) -> None:
    evening(scorer, "2 RUB")
    assert "U831" in scorer.fine("amend head date=2099-01-01").err


@pytest.mark.parametrize("day", ["1850-01-01", "2099-01-01"])
def test_an_unlikely_day_in_a_file_a_table_or_a_game_is_remarked(scorer: Scorer, tmp_path: Path, day: str) -> None:
    evening(scorer, "2 RUB")
    path = tmp_path / "game.king"
    scorer.fine(f"export --to king -o {path}")
    path.write_text(path.read_text("utf-8").replace("2026-11-01", day), "utf-8")
    assert "U831" in scorer.fine(f"import {path}").err
    scorer.fine(f"use {day}-lithuanian")
    assert "U831" in scorer.fine("check").out
    for form in ("king", "json", "xlsx"):
        scorer.fine(f"export --to {form} -o {path.with_suffix('.' + form)} --force")
        assert "Hint U831" in scorer.fine(f"check {path.with_suffix('.' + form)}").out


def test_amounts_end_in_one_column(scorer: Scorer) -> None:
    evening(scorer, "0.05 EUR")
    scorer.fine("pay Vytas Rasa 100 EUR")
    lines = [line for line in scorer.fine("settle --all").out.splitlines() if "→" in line]
    assert len(lines) > 1
    assert len({line.index(" EUR") for line in lines}) == 1
    assert "100.00 EUR" in scorer.fine("payments list").out


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-27",
        "27.11.2026",
        "27.11.26",
        "27/11/26",
        "2026.11.27",
        "2026 11 27",
        "27 November 2026",
        "27th of November 2026",
        "Nov 27, 2026",
        "27 nov 26",
        "27 ноября 2026",
        "27 ноября 2026 г.",
        "27 нояб. 2026",
        "2026 m. lapkričio 27 d.",
        "2026 lapkričio 27",
        "2026-11-27 19:30",
        "2026-11-27T19:30:05Z",
        "27.11.2026, 19:30",
        "46353",
    ],
)
def test_days_are_read_as_people_write_them(scorer: Scorer, text: str) -> None:
    evening(scorer, "2 RUB", "2026-11-27")
    assert scorer.fine(["pay", "Ona", "Rasa", "1 RUB", "--date", text, "--json"]).document["date"] == "2026-11-27"
    games = scorer.fine(["games", "list", "--since", text, "--until", text, "--json"]).document["games"]
    assert [game["date"] for game in games] == ["2026-11-27"]
    assert day_of(text) == "2026-11-27"


@pytest.mark.parametrize("month", range(1, 13))
def test_every_name_of_a_month_is_that_month_alone(month: int) -> None:
    for name in MONTHS[month - 1]:
        assert day_of(f"7 {name} 2026") == day_of(f"2026 m. {name} 7 d.") == f"2026-{month:02}-07"


@pytest.mark.parametrize(
    "text", ["05/06/2026", "31.11.2026", "27.11.1026", "7 Febtember 2026", "rug 7 2026", "tomorrow"]
)
def test_no_day_is_guessed(scorer: Scorer, text: str) -> None:
    evening(scorer, "2 RUB")
    said = scorer(["pay", "Ona", "Rasa", "1 RUB", "--date", text]).err
    assert "U811" in said
    assert "1900" not in said

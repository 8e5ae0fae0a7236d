"""Settling at the keyboard: over one game or many, less what was paid, by days, people, variants and terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingscore.storage.resources import LANGUAGES
from tests.scorer import Scorer

#: Three evenings of one deal each, stopped by agreement: date, players, stake, tricks.
EVENINGS = (
    ("2026-11-01", "Ona Jonas Rasa Vytas", "0.05 EUR", "2 3 1 2"),
    ("2026-11-08", "Onutė jonas Petras Vytas", "0.05 EUR", "8 0 0 0"),
    ("2026-12-06", "Ona Jonas Rasa Vytas", "1 JPY", "0 8 0 0"),
)


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str]) -> Scorer:
    """A scorer who has kept three evenings."""
    found = Scorer(capsys)
    for date, players, stake, row in EVENINGS:
        found.fine(f'new lithuanian {players} --date {date} --stake "{stake}"')
        found.fine(f"deal no-tricks {row}")
        found.fine("finish --early")
    return found


def owed(scorer: Scorer, words: str) -> dict[tuple[str, str], str]:
    transfers = scorer.fine(f"settle {words} --json").document["transfers"]
    return {(t["from"], t["to"]): f"{t['amount']} {t['currency']}" for t in transfers}


def balances(scorer: Scorer, words: str, currency: str = "EUR") -> dict[str, str]:
    accounts = scorer.fine(f"settle {words} --json").document["accounts"]
    found: dict[str, str] = next(a["balances"] for a in accounts if a["currency"] == currency)
    return found


def test_days_choose_the_games_with_both_ends_in(scorer: Scorer) -> None:
    november = {("Onutė", "Jonas"): "0.10 EUR", ("Onutė", "Vytas"): "0.20 EUR", ("Onutė", "Petras"): "0.20 EUR"}
    november |= {("Onutė", "Rasa"): "0.10 EUR"}
    assert owed(scorer, "--since 2026-11-01 --until 2026-11-30") == november
    assert owed(scorer, "--until 2026-11-08") == november
    assert owed(scorer, "--since 2026-11-02 --until 2026-11-07") == {}
    assert owed(scorer, "2026-11-01") == {("Jonas", "Rasa"): "0.10 EUR"}
    assert owed(scorer, "2026-11-01 2026-11-08") == november
    assert set(owed(scorer, "--all").values()) == {"0.10 EUR", "0.20 EUR", "4 JPY"}


def test_currencies_are_told_apart(scorer: Scorer) -> None:
    accounts = scorer.fine("settle --all --json").document["accounts"]
    assert [account["currency"] for account in accounts] == ["EUR", "JPY"]
    assert balances(scorer, "--all", "JPY") == {"Jonas": "-12", "Ona": "4", "Rasa": "4", "Vytas": "4"}


def test_what_was_paid_is_taken_off(scorer: Scorer) -> None:
    scorer.fine("players merge Ona Onutė")
    before = balances(scorer, "--since 2026-11-01")
    assert before == {"Jonas": "0.10", "Ona": "-0.60", "Petras": "0.20", "Rasa": "0.10", "Vytas": "0.20"}
    scorer.fine("pay onute Jonas 0.10 EUR --date 2026-11-30")
    scorer.fine("pay Ona Petras 0,30 € --date 2026-11-30")
    assert balances(scorer, "--all") == {
        "Jonas": "0.00",
        "Ona": "-0.20",
        "Petras": "-0.10",
        "Rasa": "0.10",
        "Vytas": "0.20",
    }
    assert balances(scorer, "--until 2026-11-29") == before
    assert owed(scorer, "--since 2026-11-01 --until 2026-11-30") == {
        ("Ona", "Vytas"): "0.20 EUR",
        ("Petras", "Rasa"): "0.10 EUR",
    }
    assert scorer.fine("payments undo last --json").document["undone"] == 2
    assert balances(scorer, "--all")["Petras"] == "0.20"
    log = scorer.fine("payments list --json").document["log"]
    assert [(one["number"], one["kind"], one["stands"]) for one in log] == [
        (1, "pay", True),
        (2, "pay", False),
        (3, "undo", True),
    ]


def test_a_payment_of_what_the_game_in_play_owes_is_for_that_game(scorer: Scorer) -> None:
    assert owed(scorer, "") == {("Jonas", "Ona"): "4 JPY", ("Jonas", "Rasa"): "4 JPY", ("Jonas", "Vytas"): "4 JPY"}
    paid = scorer.fine("pay Jonas Ona 4 JPY --json").document
    assert (paid["from"], paid["to"], paid["amount"], paid["game"]) == ("Jonas", "Ona", "4", "2026-12-06-lithuanian")
    assert owed(scorer, "") == {("Jonas", "Rasa"): "4 JPY", ("Jonas", "Vytas"): "4 JPY"}
    assert scorer("pay Jonas Ona 4 JPY --json").status == 2
    more = scorer.fine("pay Jonas Ona 4 JPY --again --json").document
    assert more["game"] is None
    assert owed(scorer, "") == {("Jonas", "Rasa"): "4 JPY", ("Jonas", "Vytas"): "4 JPY"}
    assert scorer("settle").err.startswith("Hint M914")
    assert balances(scorer, "--all", "JPY") == {"Jonas": "-4", "Ona": "-4", "Rasa": "4", "Vytas": "4"}
    named = scorer.fine("pay Onute Rasa 1 EUR --game 2026-11-01 --json").document
    assert named["game"] == "2026-11-01-lithuanian"


def test_a_proof_goes_down_to_each_game_and_payment(scorer: Scorer) -> None:
    scorer.fine("pay Jonas Rasa 0.05 EUR --date 2026-11-30")
    (account,) = scorer.fine("settle --since 2026-11-01 --until 2026-11-30 --proof --json").document["accounts"]
    told = [(item.get("game") or item["payment"], item["amounts"]) for item in account["items"]]
    assert told[0] == ("2026-11-01-lithuanian", {"Ona": "0", "Jonas": "-1/10", "Rasa": "1/10", "Vytas": "0"})
    assert told[2] == ("№ 1", {"Jonas": "1/20", "Rasa": "-1/20"})
    assert account["exact"]["Rasa"] == "1/20"
    text = scorer.fine("settle --since 2026-11-01 --until 2026-11-30 --proof").out.splitlines()
    assert text[2].split() == ["EUR", "Jonas", "Ona", "Onutė", "Petras", "Rasa", "Vytas"]
    assert text[6].split() == ["balance", "+0.15", "0.00", "−0.60", "+0.20", "+0.05", "+0.20"]


def test_a_player_or_a_variant_narrows_what_is_settled(scorer: Scorer) -> None:
    scorer.fine("new simple Ona Petras Rasa Vytas --date 2026-12-07 --stake -")
    assert owed(scorer, "--player petr") == {("Onutė", who): "0.20 EUR" for who in ("Petras", "Vytas", "Jonas")}
    assert scorer.fine("settle --variant simple --json").document["games"] == ["2026-12-07-simple"]
    assert scorer("settle --player Nobody").status == 2
    assert scorer("settle --since yesterday").status == 2
    assert scorer("settle 2027").status == 2


def test_terms_hold_from_their_day_on(scorer: Scorer) -> None:
    scorer.fine('terms set --variant lithuanian --since 2026-12-01 --stake "0.10 EUR" --rule winner')
    assert owed(scorer, "2026-11-01") == {("Jonas", "Rasa"): "0.10 EUR"}
    shares = owed(scorer, "2026-12-06")  # three winners at 0 share the 16 points that Jonas is behind
    assert sorted(shares.values()) == ["5 JPY", "5 JPY", "6 JPY"]
    assert {payer for payer, _ in shares} == {"Jonas"}
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-12-13")
    assert scorer.fine("show --json").document["document"]["stake"] == {"per_point": "0.10", "currency": "EUR"}
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-11-15")
    assert "stake" not in scorer.fine("show --json").document["document"]
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-12-14 --stake -")
    assert "stake" not in scorer.fine("show --json").document["document"]


def test_a_pot_and_entries(scorer: Scorer) -> None:
    assert owed(scorer, "2026-11-01 --rule pot") == {("Jonas", "Rasa"): "0.10 EUR"}
    assert owed(scorer, '2026-11-01 --entry "5 EUR"') == {
        (who, "Rasa"): "5.00 EUR" for who in ("Ona", "Jonas", "Vytas")
    }
    assert scorer('settle --rule winner --entry "5 EUR"').status == 2


@pytest.mark.parametrize(
    ("words", "code"), [("--stake abc", "M901"), ("--stake '-1 EUR'", "M904"), ("--entry abc", "M901")]
)
def test_a_stake_that_is_none_is_said_though_every_game_has_its_own(scorer: Scorer, words: str, code: str) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --stake '0.05 EUR'")
    scorer.fine("deal no-tricks 2 3 1 2")
    for which in ("", "--all"):
        said = scorer(f"settle {which} {words} --json")
        assert (said.status, [one["code"] for one in said.document["findings"]]) == (2, [code])


def test_games_without_a_stake_take_the_one_that_is_said(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-12-13")
    scorer.fine("deal no-tricks 0 0 0 8")
    assert set(owed(scorer, "").values()) == {"4 None"}
    assert set(owed(scorer, '--stake "0.50 EUR"').values()) == {"2.00 EUR"}
    assert set(owed(scorer, '2026-11-01 --stake "0.50 EUR"').values()) == {"0.10 EUR"}
    scorer.fine("pay Vytas Ona 4 points")
    assert len(owed(scorer, "")) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("pay Nobody Ona 5 EUR", "P101"),
        ("pay Ona Ona 5 EUR", "M907"),
        ("pay Ona Jonas 5", "M902"),
        ("pay Ona Jonas 0.005 EUR", "M906"),
        ("pay Ona Jonas 0 EUR", "M904"),
        ("pay Ona Jonas 5 EUR --date 30.13.2026", "U811"),
        ("pay Ona Jonas", "U803"),
        ("pay", "U803"),
        ("payments undo 7", "M915"),
        ("payments undo x", "M915"),
        ("terms set", "U803"),
        ("settle --as sums", "U808"),
    ],
)
def test_what_cannot_be_is_refused_and_not_written(scorer: Scorer, words: str, code: str) -> None:
    said = scorer([*words.split(), "--json"])
    assert (said.status, [found["code"] for found in said.document["findings"]]) == (2, [code])
    assert scorer.fine("payments list --json").document["log"] == []


def test_a_game_in_the_bin_counts_nowhere_and_one_without_points_is_named(scorer: Scorer) -> None:
    scorer.fine("games delete 2026-11-08")
    assert owed(scorer, "--until 2026-11-30") == {("Jonas", "Rasa"): "0.10 EUR"}
    assert scorer("settle 2026-11-08").status == 2


@pytest.mark.parametrize("language", ["en", "ru", "lt"])
def test_everything_about_money_is_told_in_every_language(scorer: Scorer, language: str) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-12-13")
    said = [
        scorer.fine(f"{words} --lang {language}")
        for words in (
            "pay Jonas Ona 5 EUR --note cash",
            'terms set --entry "5 EUR" --rule pot',
            "settle --all --proof",
            "settle --all --as pairs",
            "settle --rule pot 2026-11-01",
            "payments list",
            "payments undo 1",
        )
    ]
    for one in said:
        assert "owing." not in one.out + one.err
        assert "{" not in one.out + one.err


def test_a_settlement_as_a_file(scorer: Scorer, tmp_path: Path) -> None:
    for form, start in (
        ("csv", b"\xef\xbb\xbfcurrency"),
        ("xlsx", b"PK"),
        ("beancount", b"option"),
        ("hledger", b"; King"),
    ):
        path = tmp_path / f"king.{form}"
        scorer.fine(f"settle --all --to {form} -o {path}")
        assert path.read_bytes().startswith(start)
        assert scorer(f"settle --all --to {form} -o {path}").status == 3
    assert scorer.fine("settle --all --to hledger").out.count("* balance") == 2
    assert scorer(f"settle --all -o {tmp_path}/king.pdf").status == 2


@pytest.mark.parametrize(
    ("language", "entry", "stake"),
    [
        ("en", "Everybody pays the same into the pot, and the winner takes it · 0.50 EUR each", "0.05 EUR per point"),
        ("ru", "Все кладут в банк поровну, победитель берёт его · по 0,50 EUR с каждого", "0,05 EUR за очко"),
        ("lt", "Visi deda į banką po lygiai, laimėtojas jį pasiima · po 0,50 EUR iš kiekvieno", "0,05 EUR už tašką"),
    ],
)
def test_an_entry_is_told_as_one_and_money_as_the_language_writes_it(
    scorer: Scorer, language: str, entry: str, stake: str
) -> None:
    lang = f"--lang {language}"
    mark = "." if language == "en" else ","
    scorer.fine("use 2026-11-01")
    told = scorer.fine(f'settle --rule pot --entry "0.50 EUR" {lang}').out
    assert told.splitlines()[0] == entry
    assert f"0{mark}50  EUR" in told
    assert scorer.fine(f"settle --rule pot {lang}").out.splitlines()[0].endswith(f" · {stake}")
    assert stake in scorer.fine(f'terms set --stake "0.05 EUR" --since 2026-12-01 {lang}').out
    assert f"7{mark}5 EUR" in scorer.fine(f"terms set --entry '7.5 EUR' --since 2026-12-02 {lang}").out
    scorer.fine('amend head stake="0.10 EUR"')
    assert f"0{mark}05 EUR → 0{mark}10 EUR" in scorer.fine(f"log {lang}").out
    assert f"0{mark}01 EUR" in scorer(f"pay Ona Jonas 0.005 EUR {lang}").err


@pytest.mark.parametrize("amount", ["0 EUR", "-1 EUR", "abc", "1", "99999999999999 EUR"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_payment_or_an_entry_speaks_of_no_stake(
    scorer: Scorer, language: str, amount: str
) -> None:
    for words in (["pay", "Ona", "Jonas", *amount.split()], ["settle", "--rule", "pot", "--entry", amount]):
        said = scorer([*words, "--lang", language])
        assert said.status == 2
        assert amount.split()[0] in said.err
        for stake in ("stake", "ставк", "statym", "a point", "очко", "tašk"):
            assert stake not in said.err.lower().replace("taškų", "").replace("очков", ""), said.err

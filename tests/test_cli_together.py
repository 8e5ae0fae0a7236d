"""Words of a command that do not go together, say a thing twice or say nothing: refused before anything is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scorer import Scorer

LITHUANIAN = "new lithuanian Ona Jonas Rasa Vytas"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("pay Vytas Ona 1 EUR --undo last", "U802"),
        ("payments list last", "U805"),
        ("payments undo last --game evening", "U802"),
        ("payments settle --all --game evening", "U814"),
        ("library export DIR --variant simple", "U802"),
        ("library backup F --player Ona", "U802"),
        ("library verify --rebuild", "U802"),
        ("library restore F --force", "U802"),
        ("games --force", "U802"),
        ("games --player Ona", "U802"),
        ("games evening", "U801"),
        ("games --game evening", "U802"),
        ("stats --game evening", "U802"),
        ("stats --figures --rating", "U814"),
        ("stats --force", "U823"),
        ("settle evening --all", "U814"),
        ("settle evening --game another", "U814"),
        ("settle --all --game evening", "U814"),
        ("settle --since 2026-11-01 --game evening", "U814"),
        ("terms set --rule pot --to csv", "U802"),
        ("terms set --rule pot --until 2026-11-30", "U802"),
        ("settle --to csv --as pairs", "U814"),
        ("settle -o owed.csv --proof", "U814"),
        ("rules lithuanian --search king", "U814"),
        ("rules --search king --to md", "U814"),
        ("rules --players 3", "U823"),
        ("rules lithuanian --game evening", "U814"),
        ("variants show simple --cards 32", "U802"),
        ("variants check x.toml club", "U805"),
        ("players log Ona", "U805"),
        ("players rename Ona Onutė --new", "U802"),
        ("check --fix --jsonl x.king", "U814"),
        ("check --variant simple", "U823"),
        ("check --fix --quiet x.king", "U814"),
        ("check x.king -o y.king", "U823"),
        ("check x.king --game evening", "U814"),
        ("new --again --option finish=domino", "U814"),
        ("new lithuanian A B C D --game evening", "U802"),
        ("use evening --game evening", "U802"),
        ("export --force", "U823"),
        ("new lithuanian A B C D --option finish=domino --option finish=trumps", "U829"),
        ("compare lithuanian simple --option finish=domino --option finish=trumps", "U829"),
        ("new lithuanian A B C D --dealer A --dealer B", "U829"),
        ("export -o one.king --output=another.king", "U829"),
        ("players rename Ona ''", "U803"),
        ("new lithuanian A B C D --date ''", "U804"),
        ("new lithuanian A B C D --date=", "U804"),
        ("rules --search ' '", "U804"),
        ("rules ''", "U803"),
        ("stats ''", "U803"),
        ("stats --player Ona --player ''", "U804"),
        ("deal no-king Rasa --agreed ''", "U804"),
    ],
)
def test_words_that_cannot_all_be_obeyed_are_refused(
    scorer: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    scorer.fine(LITHUANIAN)
    before = sorted(tmp_path.iterdir())
    said = scorer(f"{words} --json")
    assert (said.status, [one["code"] for one in said.document["findings"]]) == (2, [code])
    assert sorted(tmp_path.iterdir()) == before


def test_a_payment_beside_undo_strikes_nothing_out(scorer: Scorer) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine("pay Ona Jonas 2 EUR")
    before = scorer.fine("payments list").out
    assert scorer("pay Vytas Ona 1 EUR --undo last").status == 2
    assert scorer("payments list undo last").status == 2
    assert scorer.fine("payments list").out == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("settle evening --all --lang en", "GAME and --all cannot be used together."),
        ("settle evening --all --lang ru", "ПАРТИЯ и --all вместе не указывают."),
        ("rules --players 3 --lang lt", "--players čia nieko nekeičia; kartu reikia nurodyti: VARIANTAS"),
        ("players rename Ona '' --lang en", "NAME"),
        ("games --game evening --lang lt", "komandai „games list“ partijos nereikia"),
    ],
)
def test_arguments_are_called_as_the_help_calls_them(scorer: Scorer, words: str, told: str) -> None:
    assert told in scorer(words).err


@pytest.mark.parametrize(
    "words",
    [
        "new lithuanian Ona Jonas Rasa Vytas --option finish=domino --option finish=domino --dealer Ona --dealer Ona",
        "compare simple lithuanian --option order=free --players 4",
        "pay Ona Jonas 2 EUR --note --date",
        "stats --player Ona --player Jonas",
        "games --json",
        "payments settle --all --as pairs",
        "payments settle",
        "rules lithuanian --players 4 --to md --json",
        "settle --all --player Ona --since 2026-01-01 --as pairs --proof",
        "new --again --dealer Ona --stake '0.05 EUR' --date 2026-11-29",
    ],
)
def test_words_that_go_together_are_taken(scorer: Scorer, words: str) -> None:
    scorer.fine(LITHUANIAN)
    scorer.fine(words)


def test_a_document_of_a_page_is_in_the_form_that_was_asked_for(scorer: Scorer) -> None:
    document = scorer.fine("rules lithuanian --to md --json").document
    assert (document["to"], document["content"].startswith("# ")) == ("md", True)

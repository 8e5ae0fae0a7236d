"""Questions about the rules on the command line: lists, pages, comparisons, likenesses, variants of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests.scorer import Scorer


@pytest.fixture
def scorer(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scorer:
    monkeypatch.chdir(tmp_path)
    return scorer


def test_variants_lists_them_all_with_their_tables(scorer: Scorer) -> None:
    found = scorer.fine("variants --json").document["variants"]
    assert [one["variant"] for one in found] == list(variant_files.variant_ids())
    tables = {one["variant"]: one["tables"] for one in found}
    assert tables["lithuanian"] == [{"players": 4, "cards": 32, "hand": 8, "deals": 12, "total": 0}]
    assert [table["players"] for table in tables["lithuanian-declared-3"]] == [3, 4, 5]
    assert len(scorer.fine("variants").out.splitlines()) == 1 + len(found)


@pytest.mark.parametrize(
    ("words", "there", "missing"),
    [
        ("--players 3", "minsk", "lithuanian"),
        ("--cards 52", "polish", "minsk"),
        ("--zero-sum", "lithuanian", "omnibus"),
        ("--max-deals 9", "russian-3", "lithuanian"),
    ],
)
def test_variants_are_filtered(scorer: Scorer, words: str, there: str, missing: str) -> None:
    found = [one["variant"] for one in scorer.fine(f"variants list {words} --json").document["variants"]]
    assert there in found
    assert missing not in found


def test_where_none_fits_that_is_said(scorer: Scorer) -> None:
    assert scorer.fine("variants list --players 9").out == "No variant fits.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_gives_the_page_of_a_variant_and_of_one_deal(scorer: Scorer, language: str) -> None:
    name = variant_files.variant("lithuanian").names.of(language)
    assert scorer.fine(f"rules lithuanian --lang {language}").out.startswith(name)
    king = resources.names("terms")["contract"]["no-king"].of(language)
    assert scorer.fine(["rules", "lithuanian", king, "--lang", language]).out.startswith(f"{king}\n")


def test_rules_alone_answers_for_the_next_deal_of_the_game_in_play(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal no-tricks 2 3 1 2")
    assert [page["title"] for page in scorer.fine("rules --json").document["pages"]] == ["No hearts"]
    scorer.fine("new lithuanian-declared-3 Ona Jonas Rasa")
    assert len(scorer.fine("rules --json").document["pages"]) == 7


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("rules", "S704"),
        ("rules lithuanan", "V301"),
        ("rules lithuanian domno", "V317"),
        ("rules lithuanian --players 5", "V310"),
        ("rules lithuanian --to docx", "U808"),
        ("compare lithuanian", "U803"),
        ("compare lithuanian polka", "V301"),
        ("identify", "U803"),
        ("variants new --from lithuanian", "U803"),
        ("variants new Our_King", "V316"),
        ("variants new con", "V316"),
        ("variants show polka", "V301"),
    ],
)
def test_a_question_that_cannot_be_meant_is_refused(scorer: Scorer, words: str, code: str) -> None:
    said = scorer(f"{words} --json")
    assert (said.status, [found["code"] for found in said.document["findings"]]) == (2, [code])


def test_rules_go_into_files(scorer: Scorer) -> None:
    scorer.fine("rules lithuanian -o rules.md")
    assert Path("rules.md").read_text("utf-8").startswith("# Lithuanian King")
    scorer.fine("rules lithuanian -o card.pdf --lang ru")
    assert Path("card.pdf").read_bytes().startswith(b"%PDF")
    assert scorer("rules lithuanian -o rules.md").status == 3


def test_words_are_found_across_the_rules_in_any_language(scorer: Scorer) -> None:
    found = scorer.fine("rules --search прикуп --json").document["hits"]
    assert found
    assert any("Minsk King" in hit["variants"] for hit in found)
    assert scorer.fine("rules --search абракадабра").out == "No rule mentions this: абракадабра\n"


def test_compare_shows_only_what_differs(scorer: Scorer) -> None:
    found = scorer.fine("compare lithuanian russian-12 --json").document["differences"]
    assert "deals" in [topic["topic"] for topic in found]
    assert all(row["first"] != row["second"] for topic in found for row in topic["rows"])
    assert scorer.fine("compare lithuanian lithuanian --json").document["differences"] == []
    assert scorer.fine("compare lithuanian lithuanian").out.startswith("No differences")


def test_identify_names_what_fits_best(scorer: Scorer) -> None:
    words = "identify -16 -16 -16 -16 -16 -16 -96 24 24 24 24 96"
    found = scorer.fine(f"{words} --json").document["matches"]
    assert found[0]["variant"] == "lithuanian"
    assert (found[0]["how"], found[0]["misses"]) == ("complete", [])
    assert scorer.fine(words).out.startswith("Lithuanian King · 4 players · kingscore new lithuanian …\n")


def test_a_variant_of_ones_own_is_begun_checked_and_shown(scorer: Scorer) -> None:
    path = scorer.fine("variants new our-king --from lithuanian --json").document["file"]
    assert scorer.fine(["variants", "check", path]).out == f"{path}: no errors\n"
    assert "our-king" in scorer.fine("variants").out
    assert scorer.fine("variants show our-king").out == Path(path).read_text("utf-8")
    scorer.fine("new our-king Ona Jonas Rasa Vytas")
    Path("odd.toml").write_text("colour = 3\n" + Path(path).read_text("utf-8"), "utf-8")
    said = scorer("variants check odd.toml --json")
    assert (said.status, said.document["ok"]) == (1, False)
    assert said.document["findings"]

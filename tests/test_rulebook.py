"""The rules in words: whole pages as they stand, and that they are made of the numbers that score."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingscore.checks import check_deal
from kingscore.model.findings import CODES, Refused
from kingscore.model.game import Game
from kingscore.model.items import ITEMS
from kingscore.model.language import Language
from kingscore.model.rules import TRUMPS, Contract
from kingscore.notation import read_deal
from kingscore.render.text_tables import rules_md, rules_text
from kingscore.rulebook import Book, RulesPage, contract_called, contract_page, facts, open_book, page
from kingscore.rulebook.contracts import counts, deals_grid, is_combined
from kingscore.rulebook.pages import TOPICS, sample_line
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant.offer import FACTS, FLAGS, TOLD
from tests.conftest import Golden

GOLDEN = Path(__file__).parent / "golden" / "rules"

TABLES = tuple(
    (variant, table) for variant in variant_files.variant_ids() for table in variant_files.variant(variant).tables
)


def book(variant: str, language: str = "en", table: int | None = None, **options: str) -> Book:
    return open_book(variant_files.variant(variant), table, options, resources.language(language))


def every_book(language: str) -> Iterator[Book]:
    """Every variant at every table with every option, in a language."""
    for variant, table in TABLES:
        for chosen in variant_files.variant(variant).choices(table):
            yield open_book(variant_files.variant(variant), table, chosen, resources.language(language))


def contract_of(told: Book, contract: str) -> Contract:
    found = told.rules.contract(contract)
    assert found is not None
    return found


def plain(found: RulesPage, columns: int = 100) -> str:
    return rules_text([found], "", columns)


# --- whole pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", variant_files.variant_ids())
def test_a_page_is_as_it_was_read_by_eye(variant: str, language: str, golden: Golden) -> None:
    """The whole page of each variant at its usual table, in each language."""
    text = plain(page(variant_files.variant(variant), None, None, resources.language(language)))
    golden(GOLDEN / f"{variant}.{language}.txt", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_shows_no_id_and_leaves_nothing_empty(language: str) -> None:
    """No id or key of the files, no unfilled place, no heading without text; at every table, with every option."""
    ids = {*ITEMS, *TOLD, *FLAGS, *FACTS, *TRUMPS, *(word for words in FACTS.values() for word in words)}
    ids |= {
        contract
        for variant in variant_files.variant_ids()
        for contract in variant_files.variant(variant).raw["contracts"]
    }
    ids = {word for word in ids if "-" in word or "_" in word}
    for told in every_book(language):
        found = page(told.variant, told.rules.table, dict(told.rules.options), told.language)
        text = plain(found)
        words = set(re.findall(r"[a-z]+(?:[-_][a-z0-9]+)+", text))
        assert not words & ids, (told.variant.id, words & ids)
        assert "{" not in text
        assert "  " not in " ".join(s for section in found.sections for s in section.sentences)
        for section in found.sections:
            assert section.title
            assert section.sentences or section.grids
            assert all(sentence.strip() and sentence[-1] in ".:" for sentence in section.sentences), section


def test_a_page_has_every_topic_that_a_variant_has() -> None:
    """The topics of a plain fixed game, and those that others add."""
    common = {"players", "deck", "dealing", "deals", "play", "end", "money", "sheet", "sources", "readings"}
    more = {
        "lithuanian": {"combined", "special", "trumps", "options"},
        "lithuanian-declared-3": {"declaring", "trumps", "talon", "fouls", "options"},
        "russian-12": {"combined", "trumps", "sale", "fouls", "options"},
        "polish-auction": {"combined", "trumps", "talon", "sale", "options"},
        "self-teacher": {"special", "trumps", "bonus", "options"},
        "bidding-king": {"bidding"},
        "omnibus": {"special", "bonus"},
    }
    for variant, topics in more.items():
        assert {
            section.topic
            for section in page(variant_files.variant(variant), None, None, resources.language("en")).sections
        } == (common | topics)
    assert {fact.topic for variant in variant_files.variant_ids() for fact in facts(book(variant))} == set(TOPICS)


def test_the_same_facts_are_told_in_every_language() -> None:
    """Keys, topics and contracts do not depend on the language: only the words do."""
    for variant, table in TABLES:
        keys = {
            tuple((fact.topic, fact.key, fact.contract) for fact in facts(book(variant, language, table)))
            for language in LANGUAGES
        }
        assert len(keys) == 1


def test_no_two_facts_of_a_topic_have_one_key() -> None:
    """A comparison pairs facts by their key."""
    for told in every_book("en"):
        keys = [(fact.topic, fact.key, fact.contract) for fact in facts(told)]
        assert len(keys) == len(set(keys)), told.variant.id


# --- numbers


def test_the_table_of_deals_holds_the_prices_that_score() -> None:
    """Number, name, what counts, points and total of every deal of the Lithuanian game."""
    rows = deals_grid(book("lithuanian")).rows
    assert rows[0] == ("1", "No tricks", "each trick", "−2", "−16")
    assert rows[6] == ("7", "Kordebaletas", "all of these at once", "", "−96")
    assert rows[7] == ("8–11", "Trumps", "each trick", "+3", "+24")
    assert rows[8:] == (
        ("12", "Domino", "place 1", "+48", "+96"),
        ("", "", "place 2", "+36", ""),
        ("", "", "place 3", "+12", ""),
        ("", "", "place 4", "0", ""),
    )


@pytest.mark.parametrize(
    ("variant", "table", "options", "cards", "comes_to"),
    [
        ("lithuanian", 4, {}, "♥K ♥Q ♥A ♦7", "−38"),
        ("russian-8", 4, {}, "♥K ♥Q ♥A ♦7", "−36"),
        ("russian-12", 4, {"boys": "jacks-and-kings"}, "♥K ♥Q ♥A ♦7", "−38"),
        ("lithuanian-3", 3, {}, "♥K ♥Q ♦9", "−38"),
        ("symmetric", 3, {}, "♥K ♥Q ♦7", "−51"),
        ("symmetric", 6, {}, "♥K ♥Q ♥A ♦3 ♦4 ♦5", "−36"),
        ("polish", 4, {}, "♥K ♥Q ♥A ♦2", "−470"),
        ("polish", 3, {"last": "last-two"}, "♥K ♥Q ♦3", "−355"),
    ],
)
def test_the_worked_example_adds_up(
    variant: str, table: int, options: dict[str, str], cards: str, comes_to: str
) -> None:
    """One trick of the combined deal: cards and sum, by hand: 2 + 8 + 6 + 2 + 16 + 4 = 38 in the Lithuanian game."""
    told = book(variant, "en", table, **options)
    found = page(told.variant, table, options, told.language)
    section = next(section for section in found.sections if section.topic == "combined")
    line, grid = section.grids[-1]
    assert cards in line
    assert grid.rows[-1][-1] == comes_to


def test_a_combined_deal_counts_what_its_parts_do() -> None:
    """The table of the combined deal sums to the deal's total, whatever is agreed."""
    for told in every_book("en"):
        for contract in told.rules.contracts:
            if is_combined(told, contract):
                assert sum(item.amount * item.value for item in contract.items) == contract.base_total
                assert counts(told, contract) == "all of these at once"


def test_hearts_with_prices_of_their_own_are_told_card_by_card() -> None:
    """Three players: the high hearts cost three, ten and nine two."""
    assert counts(book("lithuanian-3"), contract_of(book("lithuanian-3"), "no-hearts")) == "♥A ♥K ♥Q ♥J −3, ♥10 ♥9 −2"
    assert "♥Т ♥К ♥Д ♥В −3" in counts(book("lithuanian-3", "ru"), contract_of(book("lithuanian-3"), "no-hearts"))


# --- declension and plural


@pytest.mark.parametrize(
    ("language", "table", "wanted"),
    [
        ("ru", 3, "Играют 3 игрока"),
        ("ru", 5, "Играют 5 игроков"),
        ("lt", 3, "Žaidžia 3 žaidėjai"),
        ("lt", 5, "Žaidžia 5 žaidėjai"),
        ("en", 5, "5 players"),
        ("ru", 5, "40 карт, в каждой масти от пятёрки до туза"),
        ("lt", 5, "40 kortų, kiekvienos spalvos nuo penkakės iki tūzo"),
        ("lt", 4, "32 kortos, kiekvienos spalvos nuo septynakės iki tūzo"),
        ("ru", 4, "32 карты, в каждой масти от семёрки до туза"),
        ("ru", 4, "Играют и втроём, впятером или вшестером"),
        ("lt", 4, "Žaidžiama ir trise, penkiese arba šešiese"),
        ("en", 4, "It is also played by three, five or six"),
    ],
)
def test_numbers_take_their_plural(language: str, table: int, wanted: str) -> None:
    """Forms that a wrong plural or case would show at once."""
    assert wanted in plain(page(variant_files.variant("symmetric"), table, None, resources.language(language)))


# --- one deal


def _lines(found: RulesPage) -> tuple[str, ...]:
    return found.sections[0].sentences


def test_one_deal_is_answered_in_a_few_lines() -> None:
    """What it costs, whether hearts may be led, when it comes, how it is recorded."""
    found = contract_page(variant_files.variant("lithuanian"), None, None, "no-king", resources.language("en"))
    assert found.title == "No king of hearts"
    assert _lines(found) == (
        "The king of hearts −16. In all −16.",
        "Hearts may not be led as long as you hold another suit.",
        "It is deal 5 of 12.",
        "Recorded, for example, as: No king of hearts A",
    )
    for variant, table in TABLES:
        rules = variant_files.variant(variant).rules(table)
        for contract in rules.contracts:
            lines = _lines(
                contract_page(variant_files.variant(variant), table, None, contract.id, resources.language("ru"))
            )
            assert 2 <= len(lines) <= 14, (variant, contract.id, lines)


def test_bans_and_duties_stand_where_the_source_puts_them() -> None:
    """Hearts ban, king to be thrown, talon, doubling: each on the page of its deal and on no other."""
    english = resources.language("en")

    def lines(variant: str, contract: str) -> str:
        return " ".join(_lines(contract_page(variant_files.variant(variant), None, None, contract, english)))

    assert "Hearts may be led." in lines("lithuanian", "no-queens")
    assert "must be discarded" in lines("simple", "take-king")
    assert "must be discarded" not in lines("simple", "no-queens")
    assert "may be discarded: hearts" in lines("minsk", "no-hearts")
    assert "laid away" not in lines("minsk", "no-tricks")
    assert "all others pay double" in lines("self-teacher", "no-queens")
    assert "pay double" not in lines("self-teacher", "no-tricks")
    assert "A player who takes everything that counts writes +8" in lines("self-teacher", "no-tricks")
    assert "Rospis" in lines("russian-12", "trumps")
    assert "stops as soon as the king of hearts" in lines("self-teacher", "no-king")
    assert "These are deals 8–11 of 12." in lines("lithuanian", "trumps")
    assert "Each player declares it 4 times in a game." in lines("lithuanian-declared", "trumps")


@pytest.mark.parametrize(
    ("variant", "words", "contract"),
    [
        ("lithuanian", "no-king", "no-king"),
        ("lithuanian", "Kordebaletas", "no-all"),
        ("lithuanian", "кордебалет", "no-all"),
        ("lithuanian", "deng", "domino"),
        ("lithuanian", "  NEIMTI   damų ", "no-queens"),
        ("russian-12", "хвал", "trumps"),
        ("czech", "šimtas", "hundred"),
        ("simple", "take tricks", "take-tricks"),
    ],
)
def test_a_deal_answers_to_its_names_in_every_language(variant: str, words: str, contract: str) -> None:
    """Id, names of all languages, and the beginning of one name."""
    assert contract_called(variant_files.variant(variant).rules(), words).id == contract


@pytest.mark.parametrize(
    ("variant", "words", "how"), [("simple", "queens", "several"), ("simple", "xyz", ""), ("simple", "", "")]
)
def test_a_deal_that_is_not_there_or_not_clear_is_refused(variant: str, words: str, how: str) -> None:
    """A name that both halves share, or none has, is answered with what there is."""
    with pytest.raises(Refused) as refused:
        contract_called(variant_files.variant(variant).rules(), words)
    assert [(f.code, f.how) for f in refused.value.findings] == [("V317", how)]
    assert refused.value.status == 2
    assert dict(refused.value.findings[0].values)["expected"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_that_a_page_shows_can_be_recorded(language: str) -> None:
    """Each sample line is read as its deal and has no fault in itself, at every table, with every option."""
    for told in every_book(language):
        rules = told.variant.rules(told.rules.table, {**dict(told.rules.options), **_freed(told)})
        names = ("Šarūnas", "Юлия", "Wojtek", "Zoë", "Ūla", "Жан")[: rules.table]
        game = Game(rules, names, rules.table - 1)
        for contract in rules.contracts:
            line = sample_line(told, contract)
            if line:
                deal = read_deal(line, game, 1, resources.words())
                assert deal.contract == contract.id, line
                assert [f.code for f in check_deal(game.with_deal(deal), 1) if f.severity == "error"] == [], line


def _freed(told: Book) -> dict[str, str]:
    return {"order": "free"} if told.rules.option("order") else {}


# --- as text


def test_markdown_and_plain_text_say_the_same() -> None:
    """Every sentence and every cell of a page stands in both."""
    found = page(variant_files.variant("self-teacher"), None, None, resources.language("lt"))
    both = (rules_md([found], "", 100), " ".join(plain(found).split()))
    for section in found.sections:
        for sentence in section.sentences:
            assert all(sentence in text for text in both)
        for _, grid in section.grids:
            assert all(cell in text for text in both for row in grid.rows for cell in row)


def test_plain_text_keeps_to_its_width() -> None:
    """Sentences are set to the width asked for; the columns of a table stand below each other."""
    lines = plain(page(variant_files.variant("polish"), None, None, resources.language("ru")), 60).splitlines()
    assert max(len(line) for line in lines if "  " not in line) <= 60
    head = next(line for line in lines if line.startswith("№"))
    first = lines[lines.index(head) + 1]
    assert head.index("Что считается") == first.index("каждая взятка")


# --- texts


def test_every_word_of_the_files_has_a_text() -> None:
    """Every passage, form, reading and source that a shipped variant names is told in each language."""
    for code in LANGUAGES:
        texts = resources.texts(code, "rules")
        for variant in variant_files.variant_ids():
            for table in variant_files.variant(variant).tables:
                play = variant_files.variant(variant).play(table)
                assert all(f"reading.{reading}" in texts for reading in play.readings)
                assert all(f"source.{document}" in texts for document, _ in play.sources)
                assert all(f"passage.{passage}" in texts for _, passages in play.told for passage in passages)
        assert all(f"each.{item}" in texts for item in ITEMS)
        assert all(f"topic.{topic}" in texts for topic in TOPICS)


def test_readings_are_used_and_none_is_told_twice() -> None:
    """Each reading belongs to a variant; no variant lists one twice."""
    used: set[str] = set()
    for variant in variant_files.variant_ids():
        readings = variant_files.variant(variant).play().readings
        assert len(readings) == len(set(readings))
        used |= set(readings)
    assert used == {
        key.removeprefix("reading.") for key in resources.texts("en", "rules") if key.startswith("reading.")
    }


def test_a_variant_of_ones_own_is_told_too(tmp_path: Path) -> None:
    """Options, sources, readings and notes that have no text are shown as the file has them."""
    path = tmp_path / "house.toml"
    path.write_text(
        'base = "lithuanian"\nid = "house"\nreadings = []\n'
        'sources = [{document = "Grandmother", part = "the kitchen table"}]\n'
        'names = {en = "House King"}\nnotes = {en = "No talking."}\n'
        '[options.tea]\nchoices = ["green", "black"]\ndefault = "green"\nnames = {en = "Tea"}\n',
        "utf-8",
    )
    text = plain(page(variant_files.variant(str(path)), None, {"tea": "black"}, resources.language("en")))
    for wanted in (
        "House King, 4 players",
        "With: Tea: black.",
        "Tea: green (usual); black (here).",
        "Grandmother",
        "No talking.",
    ):
        assert wanted in text


def test_texts_of_codes_are_complete() -> None:
    """Each code about variants is explained in every language with a wrong and a right example."""
    for language in LANGUAGES:
        texts = json.loads((resources.HERE / "languages" / language / "variants.json").read_text("utf-8"))
        for code in (code for code in CODES if code.startswith("V")):
            assert {f"{code}.title", f"{code}.why", f"{code}.wrong", f"{code}.right"} <= set(texts)


def test_languages_differ() -> None:
    """No page is left in another language: the sentences of two languages have nothing in common."""
    english, russian, lithuanian = (_sentences(resources.language(code)) for code in ("en", "ru", "lt"))
    assert not english & russian
    assert not english & lithuanian
    assert not russian & lithuanian


def _sentences(language: Language) -> set[str]:
    return {
        fact.text
        for variant in variant_files.variant_ids()
        for fact in facts(open_book(variant_files.variant(variant), None, None, language))
        if fact.topic not in ("deals", "combined")
    }

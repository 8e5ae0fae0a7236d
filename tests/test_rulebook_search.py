"""Searching the rules: asked in any language, answered in one, each sentence once."""

from __future__ import annotations

import pytest

from kingscore.rulebook import search
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES


def _search(words: str, language: str = "en") -> list[str]:
    languages = [resources.language(code) for code in sorted(LANGUAGES, key=lambda code: code != language)]
    variants = [variant_files.variant(variant) for variant in variant_files.variant_ids()]
    return [hit.text for hit in search(words, variants, languages)]


@pytest.mark.parametrize(
    ("words", "language", "answer"),
    [
        ("may I lead hearts", "en", "No hearts, No king of hearts, Kordebaletas. In all other deals they may."),
        ("прикуп", "ru", "Ещё 2 карты остаются закрытыми: это прикуп."),
        ("прикуп", "en", "2 cards stay face down as the talon."),
        ("dengimas", "lt", "Dengimas: 1 vieta +48, 2 vieta +36, 3 vieta +12, 4 vieta 0. Iš viso +96."),
        ("Dengimo", "en", "Domino: place 1 +48, place 2 +36, place 3 +12, place 4 0. In all +96."),
        ("роспись", "lt", "Surašymas: nežaidžiama, kiekvienam rašomi 2 kirčiai."),
        ("sold hvalenka", "en", "After the deal the buyer hands the seller that many tricks, worth 3 points each."),
        ("minsk talon", "en", "It is shown to everybody first."),
        ("кто выигрывает", "ru", "Выигрывает тот, у кого больше очков."),
        ("last two tricks three players", "en", "No last two tricks: each of the last two tricks −10. In all −20."),
    ],
)
def test_a_search_answers_in_any_language(words: str, language: str, answer: str) -> None:
    """Asked in one language, answered in another; forms of a word are found as well."""
    assert any(answer in text for text in _search(words, language))


def test_a_search_groups_one_sentence_with_its_variants() -> None:
    """The same sentence comes once, with every variant that it holds in."""
    languages = [resources.language(code) for code in LANGUAGES]
    variants = [variant_files.variant(variant) for variant in variant_files.variant_ids()]
    hits = search("most points win", variants, languages)
    assert hits[0].text == "The player with the most points wins."
    assert len(hits[0].variants) == len(variants)
    assert len({hit.text for hit in hits}) == len(hits)


def test_a_search_without_an_answer_says_so() -> None:
    """Words that no rule has, and no words at all, find nothing and fail nowhere."""
    for words in ("zzzz", "", "???", "the of and"):
        assert all("zzzz" not in text for text in _search(words))
    assert _search("zzzz") == []

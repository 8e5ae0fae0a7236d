"""The catalogue of codes: a smallest record for each, with all that is said of it; each explained in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kingscore.model.codes import CODES
from kingscore.storage.resources import LANGUAGES
from tests.conftest import Golden
from tests.scorer import Scorer

RECORDS = Path(__file__).parent / "cases" / "findings"
GOLDEN = Path(__file__).parent / "golden" / "findings"
#: What no file that is worth keeping can provoke: an empty line, files too large, a row that no file can hold twice.
NOT_HERE = {"L132", "F203", "F225", "D407"}
#: Tables kept by hand have records of their own.
BY_HAND = {code for code in CODES if code.startswith(("F24", "F25", "F26"))} - {"F261"}
RECORDED = sorted(path.name for path in RECORDS.iterdir())


@pytest.fixture
def scorer(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> Scorer:
    monkeypatch.chdir(RECORDS)
    return scorer


def test_each_code_that_a_record_can_have_has_one() -> None:
    wanted = {code for code in CODES if code[0] in "LFNDCT"} - NOT_HERE - BY_HAND
    assert {name.partition(".")[0] for name in RECORDED} == wanted


@pytest.mark.parametrize("record", RECORDED)
def test_a_record_brings_its_finding_word_for_word(scorer: Scorer, record: str, golden: Golden) -> None:
    """Where, what was found and expected, the user's own line, what would fix it."""
    said = scorer(["check", record, "--lang", "en"]).out
    code = record.partition(".")[0]
    golden(GOLDEN / f"{code}.txt", said)
    assert re.search(rf"^(Error|Warning|Hint) {code}\b", said, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", RECORDED)
def test_a_finding_is_said_in_every_language(scorer: Scorer, record: str, language: str) -> None:
    """Every message and every repair has its words; no placeholder and no key is left standing."""
    document = scorer(["check", record, "--json", "--lang", language]).document
    for found in document["files"][0]["findings"]:
        texts = [found["message"], *(repair["why"] for repair in found["repairs"])]
        assert all(texts)
        for text in texts:
            assert not re.search(r"\{\w*\}|\b(deals|course|files|lines|totals)\.[\w.-]+", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_a_code_is_explained(scorer: Scorer, code: str, language: str) -> None:
    """By its code and by its name; braces of a document come out single, and a document that is right can be read."""
    told = scorer(["explain", code, "--lang", language])
    assert told.status == 0
    assert told.out.rstrip() in scorer(["explain", CODES[code].slug, "--lang", language]).out
    explained = scorer(["explain", code, "--json", "--lang", language]).document
    assert explained["code"] == code
    for part in ("title", "why", "wrong", "right"):
        text = explained[part]
        assert text.strip() or (part == "wrong" and code in ("L132", "F204"))  # nothing is what is wrong
        assert "{{" not in text
        if part == "right" and text.startswith("{"):
            json.loads(text)


def test_a_name_that_several_codes_bear_explains_them_all(scorer: Scorer) -> None:
    """Within a family every name is another."""
    assert "D403" in scorer(["explain", "entry-missing"]).out
    told = scorer(["explain", "wrong-number-of-entries"]).out
    assert ("L108 · " in told, "D402 · " in told) == (True, True)
    for family in {code[0] for code in CODES}:
        slugs = [known.slug for known in CODES.values() if known.code[0] == family]
        assert len(set(slugs)) == len(slugs)

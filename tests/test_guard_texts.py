"""Every text that is asked for by a composed key is there, and one that is missing stops no command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from kingscore import library
from kingscore.language import LANGUAGES, Language
from tests.scorer import Scorer

#: How texts are asked for outside the tests, where one that is missing is replaced.
SAY = Language.say
TEXTS = library.texts
#: Commands that write, one after the other.
EVENING = (
    "new lithuanian Ona Jonas Rasa Vytas --stake '0.05 EUR' --date 2026-11-27",
    "deal no-tricks 2 3 1 2",
    "amend 1 no-tricks 2 2 2 2 --why misheard",
    "amend 1 before no-hearts 2 2 2 2",
    "amend 1 delete",
    "amend head dealer=Rasa",
    "undo",
    "redo",
    "finish --early",
    "pay Ona Jonas 5 EUR",
    "players Ona --rename Onutė",
    "games --delete 2026-11-27",
    "games --restore 2026-11-27",
    "use 2026-11-27",
)
#: Commands that only look.
AFTERWARDS = ("show", "log", "settle", "games", "players --log", "rules lithuanian", "--help", "deal --help")


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str]) -> Scorer:
    return Scorer(capsys)


def lacking(monkeypatch: pytest.MonkeyPatch, *languages: str) -> None:
    """Takes all texts of some languages away; the names of contracts and items are no texts."""

    def texts(language: str, area: str) -> Mapping[str, Any]:
        if language in languages and area != "terms":
            raise KeyError(f"{language}/{area}")
        return TEXTS(language, area)

    monkeypatch.setattr(library, "texts", texts)
    monkeypatch.setattr(Language, "say", SAY)


@pytest.mark.parametrize("languages", [("ru",), LANGUAGES], ids=["one", "all"])
def test_no_command_stops_for_want_of_a_text(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, languages: tuple[str, ...]
) -> None:
    lacking(monkeypatch, *languages)
    for line in (*EVENING, *AFTERWARDS):
        said = scorer(f"--lang ru {line}")
        assert said.status == 0, (line, said.err)
        assert languages == LANGUAGES or not re.search(r"(?<![\w/.])(cli|rules|sheets)\.[a-z]", said.out), line

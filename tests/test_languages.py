"""A language is its folder: what lies there is spoken and understood, and English stands in for the rest."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kingscore.model.language import Names
from kingscore.storage import resources, variant_files

ROOT = Path(__file__).parents[1]
#: A language that kingscore may not have (its folder is `xx`): a few files, each with a few of its entries.
POLISH = {
    "language": {
        "name": "polski",
        "decimal_mark": ",",
        "plurals": {"one": {"numbers": [1]}, "few": {"ends": [2, 3, 4], "but": [12, 13, 14]}, "many": {}},
    },
    "cli": {"identify.players": {"one": "{n} gracz", "few": "{n} gracze", "many": "{n} graczy"}},
    "terms": {"contract": {"no-tricks": ["Bez lew"]}, "suit": {"spades": ["piki"]}},
    "words": {"clause": {"by": ["wybiera"]}},
    "variant_names": {"lithuanian": ["Król litewski"], "lithuanian.trumps": ["Atuty"]},
}
Run = Callable[[str], str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a command of a copy of the program that has one language more. It must go well."""
    home = tmp_path_factory.mktemp("home")
    for folder in ("kingscore", "variants", "templates"):
        shutil.copytree(ROOT / folder, home / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (home / "kingscore" / "languages" / "xx").mkdir()
    for file, content in POLISH.items():
        path = home / "kingscore" / "languages" / "xx" / f"{file}.json"
        path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    environ = {**os.environ, "PYTHONPATH": str(home), "HOME": str(home), "KINGSCORE_DB": str(home / "games.db")}

    def command(line: str) -> str:
        words = [sys.executable, "-m", "kingscore", *line.split()]
        done = subprocess.run(words, check=False, capture_output=True, encoding="utf-8", env=environ, cwd=home)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return command


def test_a_new_folder_is_a_language_that_is_spoken_and_understood(run: Run) -> None:
    assert "--lang en|lt|ru|xx" in run("--help")
    assert "Król litewski" in run("new lithuanian Ona Jonas Rasa Vytas --stake 0.05€ --lang xx")
    assert "Bez lew" in run("deal bez lew 2 3 1 2 --lang xx")
    assert "Bez lew" in run("show --lang xx")
    # What one language calls a thing is understood in every other.
    run("undo")
    assert "No tricks" in run("deal bez lew 2 3 1 2")


def test_english_stands_in_for_what_a_language_lacks(run: Run) -> None:
    for line in ("--help", "deal --help", "rules simple", "rules lithuanian trumps", "variants", "explain D440", "log"):
        assert run(f"{line} --lang xx")
    assert "Simple King" in run("rules simple --lang xx")


def test_names_are_those_of_the_language_then_english_then_any() -> None:
    names = Names((("en", ("Domino",)), ("lt", ("Dengimas",))))
    assert [names.of(code) for code in ("lt", "en", "xx")] == ["Dengimas", "Domino", "Domino"]
    assert Names((("lt", ("Dengimas",)),)).of("ru") == "Dengimas"


@pytest.mark.parametrize("file", ["terms", "words", "tables", "variant_names"])
def test_every_shipped_language_names_the_same_things(file: str) -> None:
    """Signs, letters and endings aside, which a language need not have."""
    free = {"before", "ending", "entry", "keyboard", "latin", "letter", "shorthand"}
    keys = {
        code: {
            key if isinstance(names, list) else f"{key}.{thing}"
            for key, names in json.loads((resources.SPOKEN / code / f"{file}.json").read_bytes()).items()
            if key not in free
            for thing in (names if isinstance(names, dict) else ("",))
        }
        for code in resources.LANGUAGES
    }
    assert {code: sorted(keys["en"] ^ found) for code, found in keys.items()} == {code: [] for code in keys}


def test_correcting_a_name_changes_no_game() -> None:
    """Names are no part of the content by which a game's rules are kept."""
    raw = variant_files.variant("lithuanian").raw
    own = {**raw, "names": {"en": "Ours"}, "contracts": {**raw["contracts"]}}
    own["contracts"]["trumps"] = {**raw["contracts"]["trumps"], "names": {"en": "Ours"}}
    named = variant_files.from_raw(own)
    assert named.rules().names.of("en") == "Ours"
    assert named.digest == variant_files.variant("lithuanian").digest
    assert variant_files.from_raw({**raw, "tables": [4, 3]}).digest != named.digest

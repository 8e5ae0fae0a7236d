"""The texts: whole in every language, used, well set; the finding catalogue explains every code."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel import Locale
from fontTools.ttLib import TTFont

from kingscore.model.codes import CODES, FAMILIES
from kingscore.model.language import Names, number, signed
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES

ROOT = Path(__file__).parents[1]
TEXTS = ROOT / "kingscore" / "languages"
#: What a language says of itself, and names of things: lists of words, of which a language has as many as it likes.
NAMES = ("language", "tables", "terms", "variant_names", "words")
AREAS = sorted({path.stem for path in (TEXTS / "en").glob("*.json")} - {*NAMES})
SOURCES = sorted((ROOT / "kingscore").rglob("*.py"))
#: Texts that show what people type: there quotes and minus signs are those of the keyboard.
TYPED = re.compile(r"\.(wrong|right|examples)$")
#: Signs that a language does not set: straight quotes and the quotes of the others.
FOREIGN_SIGNS = {"en": "\"'«»„", "ru": "\"'“”", "lt": "\"'«»”"}
PARTS = ("title", "why", "wrong", "right")

Text = str | dict[str, str]


def texts(language: str, area: str) -> dict[str, Text]:
    """The texts of an area; none where it has no file, so that every test can say what is missing."""
    path = TEXTS / language / f"{area}.json"
    found: dict[str, Text] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def every_text() -> Iterator[tuple[str, str, str]]:
    """Language, ``area.key`` and each form of every text."""
    for language in LANGUAGES:
        for area in AREAS:
            for key, text in texts(language, area).items():
                for form in forms(text):
                    yield language, f"{area}.{key}", form


def forms(text: Text) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text.values())


def placeholders(text: Text) -> set[str]:
    return {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_areas(language: str) -> None:
    assert sorted(path.stem for path in (TEXTS / language).iterdir()) == sorted((*AREAS, *NAMES))


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_texts_is_kept_in_one_form(language: str, area: str) -> None:
    """Sorted by key, a line each, no key twice."""
    kept = (TEXTS / language / f"{area}.json").read_text("utf-8")
    assert kept == json.dumps(texts(language, area), ensure_ascii=False, sort_keys=True, indent=1) + "\n"


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_text_and_no_placeholder_is_missing(language: str, area: str) -> None:
    english, own = texts("en", area), texts(language, area)
    assert sorted(own) == sorted(english)
    differ = {key: (placeholders(own[key]), placeholders(english[key])) for key in english}
    assert {key: both for key, both in differ.items() if both[0] != both[1]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_has_exactly_the_forms_that_its_language_needs(language: str) -> None:
    counted = {f"{area}.{k}": t for area in AREAS for k, t in texts(language, area).items() if isinstance(t, dict)}
    assert {
        key: tuple(text) for key, text in counted.items() if set(text) != set(resources.language(language).plurals)
    } == {}
    assert [key for key, text in counted.items() if "n" not in placeholders(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_those_of_the_unicode_tables(language: str) -> None:
    rule, spoken = Locale(language).plural_form, resources.language(language)
    assert {key for taken in spoken.plurals.values() for key in taken} <= {"numbers", "ends", "but"}
    assert [n for n in range(10_001) if spoken.plural(n) != rule(n)] == []
    assert {spoken.plural(n) for n in range(10_001)} == set(spoken.plurals)
    assert spoken.plural(-21) == spoken.plural(21)


def test_numbers_are_set_with_a_true_minus() -> None:
    assert (number(-16), number(0), signed(13), signed(-19), signed(0)) == ("−16", "0", "+13", "−19", "0")


def test_texts_are_well_set() -> None:
    """No straight quotes, no hyphen for a minus or a dash, no three dots, no doubled or outer space."""
    wrong = [
        (language, key, form)
        for language, key, form in every_text()
        if not TYPED.search(key) and _badly_set(re.sub(r"`[^`]*`", "`", form), FOREIGN_SIGNS[language])
    ]
    assert wrong == []


def _badly_set(form: str, foreign: str) -> bool:
    hyphen = re.search(r"(?<![\w-])-\d|(?<!\S)-(?=\s)|\.\.\.|\S  +\S", form)
    return bool(set(form) & set(foreign)) or hyphen is not None or form != form.strip()


def test_english_keeps_to_the_words_of_the_glossary() -> None:
    """None of the words that the glossary bans, in any form; what is typed or searched for may have them."""
    table = (TEXTS / "README.md").read_text("utf-8").partition("## English words that must not be used")[2]
    cells = re.findall(r"(?m)^\| ([^|]+?) \|", table)[2:]
    banned = [word.strip() for cell in cells for word in re.sub(r"\(.*?\)", "", cell).split(",")]
    assert "mend" in banned
    pattern = re.compile(rf"\b({'|'.join(banned)})(s|ed|ing)?\b", re.IGNORECASE)
    kept = re.compile(rf"{TYPED.pattern}|^rules\.search\.")
    english = ((key, pattern.search(form)) for language, key, form in every_text() if language == "en")
    found = [(key, match.group()) for key, match in english if match and not kept.search(key)]
    assert found == []


def test_every_character_is_in_the_font() -> None:
    """What the program says and what variants call things can be printed in each face that is shipped."""
    faces = sorted((ROOT / "templates" / "fonts").glob("*.ttf"))
    needed = {s for _, key, form in every_text() if not TYPED.search(key) for s in form if s.isprintable()}
    needed |= {
        sign
        for kind in resources.names("terms").values()
        for names in kind.values()
        for name in names.all
        for sign in name
    }
    needed |= set("♠♥♦♣−×✓…0123456789ABCDEF")
    assert len(faces) >= 2
    assert {face.name: sorted(needed - {chr(c) for c in TTFont(face).getBestCmap()}) for face in faces} == {
        face.name: [] for face in faces
    }


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def literals() -> set[str]:
    """Every text literal of the program, the docstrings aside, and of its variants and templates."""
    told = {
        node.body[0].value
        for path in SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = {
        node.value
        for path in SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told
    }
    for folder in ("variants", "templates"):
        for file in sorted((ROOT / folder).glob("*.toml")):
            found |= set(_strings(tomllib.loads(file.read_text("utf-8"))))
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from value
        yield from (text for part in value.values() for text in _strings(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in _strings(part))


def patterns() -> list[re.Pattern[str]]:
    """Every composed text of the program that could be a key, as a pattern: its fixed parts hold a whole word."""
    found = []
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.JoinedStr):
                fixed = [str(v.value) if isinstance(v, ast.Constant) else None for v in node.values]
                words = re.sub(rf"^({'|'.join(AREAS)})\.", "", "".join(part or "" for part in fixed))
                if re.search(r"[a-z]{3}", words) and not re.search(r"[^\w.-]", words):
                    found.append(re.compile("".join(r"[\w.-]+" if part is None else re.escape(part) for part in fixed)))
    return found


def test_every_text_is_used() -> None:
    """A key stands in the sources, whole or without its area, or a composed key comes to it."""
    known, composed = literals(), patterns()

    def used(area: str, key: str) -> bool:
        whole = f"{area}.{key}"
        if {key, whole} & known or any(p.fullmatch(key) or p.fullmatch(whole) for p in composed):
            return True
        code, _, part = key.partition(".")
        how = part.removeprefix("message.")
        return code in CODES and (part in (*PARTS, "message") or how in known or set(how.split(".")) <= known)

    assert [f"{area}.{key}" for area in AREAS for key in texts("en", area) if not used(area, key)] == []


def test_every_key_that_the_sources_name_exists() -> None:
    keyed = re.compile(rf"({'|'.join(AREAS)})\.[a-zA-Z][\w.-]*\w")
    named = {text for text in literals() if keyed.fullmatch(text) and not text.endswith((".json", ".toml", ".py"))}
    keys = {(area, key) for area in AREAS for key in texts("en", area)}
    there = {f"{area}.{key}" for area, key in keys} | {key for _, key in keys}
    assert sorted(named - there - facts()) == []


def facts() -> set[str]:
    """Names of facts about a variant: they look like keys, and nobody says them."""
    made = [n for path in SOURCES for n in ast.walk(tree(path)) if isinstance(n, ast.Call)]
    named = [n.args[0] for n in made if getattr(n.func, "id", "") == "Fact"]
    # Of as_fact("the fact", "its text") the second is a key; where it stands alone, the first is one too.
    named += [n.args[0] for n in made if getattr(n.func, "attr", "") == "as_fact" and len(n.args) == 2]
    return {str(arg.value) for arg in named if isinstance(arg, ast.Constant)}


def test_every_code_is_explained() -> None:
    """Title, message or messages, why it matters, a wrong and a right example, in the area of its family."""
    missing = []
    for code in CODES.values():
        there = texts("en", code.family.area)
        missing += [f"{code.code}.{part}" for part in PARTS if f"{code.code}.{part}" not in there]
        missing += [f"{code.code}.message"] * (not any(key.startswith(f"{code.code}.message") for key in there))
    assert missing == []


def test_every_explanation_belongs_to_a_code() -> None:
    keys = [(area, key) for area in AREAS for key in texts("en", area) if re.match(r"[A-Z]\d{3}\.", key)]
    astray = [f"{area}.{key}" for area, key in keys if key[:4] not in CODES or FAMILIES[key[0]].area != area]
    assert astray == []


def test_no_code_is_given_twice() -> None:
    text = (ROOT / "kingscore" / "model" / "codes.py").read_text("utf-8")
    codes = re.findall(r'^        Code\("([A-Z][0-9]{3})"', text, re.MULTILINE)
    assert sorted(codes) == sorted(CODES)


def test_every_code_is_found_somewhere() -> None:
    """A code that nothing yields explains what never happens."""
    made = {text for path in SOURCES if path.name != "codes.py" for text in _constants(path)}
    assert sorted(set(CODES) - made) == []


def _constants(path: Path) -> Iterator[str]:
    return (n.value for n in ast.walk(tree(path)) if isinstance(n, ast.Constant) and isinstance(n.value, str))


def finding_calls() -> Iterator[tuple[str, str, set[str]]]:
    """Code, how and keywords of each finding that is made with nothing left open."""
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "finding"):
                continue
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if words and len(words) == len(node.args) and all(keyword.arg for keyword in node.keywords):
                yield str(words[0]), str(words[1]) if len(words) > 1 else "", {k.arg or "" for k in node.keywords}


def test_a_finding_brings_every_value_that_its_message_shows() -> None:
    calls = list(finding_calls())
    short = []
    for code, how, values in calls:
        key = f"{code}.message" + (f".{how}" if how else "")
        text = texts("en", CODES[code].family.area).get(key)
        if text is None or placeholders(text) - values:
            short.append((key, sorted(placeholders(text or "") - values)))
    assert len(calls) > 50
    assert short == []


def test_terms_have_a_name_in_every_language() -> None:
    terms = resources.names("terms")
    assert {"contract", "item"} <= set(terms)
    assert all(
        isinstance(names, Names) and all(names.of(code) for code in LANGUAGES)
        for k in terms.values()
        for names in k.values()
    )


def test_what_a_shell_would_take_for_a_pattern_is_quoted() -> None:
    """``pip install kingscore[rating]`` finds no file of that name in zsh, and fails."""
    bare = [key for _, key, text in every_text() if re.search(r"install [\w.]+\[", text)]
    assert bare == []
    assert any("'kingscore[rating]'" in text for _, _, text in every_text())

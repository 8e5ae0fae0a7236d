"""A command line taken apart before any command is looked at: language, game, JSON, help, wherever they stand."""

from __future__ import annotations

import pytest

from kingscore.cli.commands import CommandLine, read_command_line
from kingscore.cli.context import Context
from kingscore.cli.run import answer
from kingscore.model.findings import Refused
from kingscore.storage import resources


def read(*words: str, **environ: str) -> CommandLine:
    return read_command_line(words, environ)


@pytest.mark.parametrize(
    "words",
    [
        ("--lang", "ru", "--game", "g", "--json", "show", "x"),
        ("show", "--lang=ru", "x", "--game=g", "--json"),
        ("--json", "show", "--game", "g", "x", "--lang", "ru_RU.UTF-8"),
    ],
)
def test_language_game_and_json_count_before_and_after_the_command(words: tuple[str, ...]) -> None:
    assert read(*words) == CommandLine(("show", "x"), "ru", "g", True)


def test_after_two_hyphens_every_word_is_a_word() -> None:
    found = read("new", "lithuanian", "--", "--help", "--json", "--lang", "--game")
    assert found.words == ("new", "lithuanian", "--", "--help", "--json", "--lang", "--game")
    assert (found.help, found.json, found.game, found.language) == (False, False, None, "en")


def test_two_hyphens_before_the_command_change_nothing() -> None:
    assert read("--", "undo").words == ("undo",)


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (("help",), ()),
        (("help", "deal"), ("deal",)),
        (("--lang", "ru", "help", "export"), ("export",)),
        (("help", "games", "list"), ("games", "list")),
    ],
)
def test_help_is_a_word_as_well(words: tuple[str, ...], about: tuple[str, ...]) -> None:
    assert (read(*words).words, read(*words).help) == (about, True)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "lt_LT"}, "lt"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "lt_LT", "KINGSCORE_LANG": "ru"}, "ru"),
        ({"LANG": "lt_LT", "KINGSCORE_LANG": ""}, "lt"),
        ({"KINGSCORE_LANG": "LT"}, "lt"),
    ],
)
def test_the_language_is_the_settings_else_the_locales_else_english(environ: dict[str, str], language: str) -> None:
    assert read_command_line(("show",), environ).language == language


def test_the_option_beats_the_environment() -> None:
    assert read("show", "--lang", "en", KINGSCORE_LANG="ru").language == "en"


def test_the_last_language_said_counts() -> None:
    """An abbreviation of the shell may say one already."""
    assert read("--lang", "ru", "show", "--lang", "lt").language == "lt"


@pytest.mark.parametrize(
    ("words", "environ", "code"),
    [
        (("show", "--lang", "xx"), {}, "U806"),
        (("show", "--lang="), {}, "U804"),
        (("show", "--game", ""), {}, "U804"),
        (("show", "--game", "one", "--game", "another"), {}, "U829"),
        (("show",), {"KINGSCORE_LANG": "klingon"}, "U806"),
        (("show", "--game"), {}, "U804"),
        (("show", "--lang"), {}, "U804"),
        (("show", "--lang", "--", "x"), {}, "U804"),
    ],
)
def test_what_cannot_be_meant_is_refused(words: tuple[str, ...], environ: dict[str, str], code: str) -> None:
    line = read_command_line(words, environ)
    assert [found.code for found in line.faults] == [code]
    with pytest.raises(Refused) as refused:
        answer(line, Context(resources.language("en"), environ))
    assert (refused.value.findings, refused.value.status) == (line.faults, 2)


@pytest.mark.parametrize(
    ("words", "environ", "language"),
    [
        (("show", "--lang", "xx"), {"KINGSCORE_LANG": "lt"}, "lt"),
        (("dael", "--lang", "ru"), {}, "ru"),
        (("--lang=lt", "--game"), {}, "lt"),
        (("new", "--", "--lang", "ru"), {}, "en"),
        (("show",), {"KINGSCORE_LANG": "klingon", "LANG": "ru_RU"}, "ru"),
    ],
)
def test_even_a_faulty_line_is_answered_in_the_language_asked_for(
    words: tuple[str, ...], environ: dict[str, str], language: str
) -> None:
    assert read_command_line(words, environ).language == language

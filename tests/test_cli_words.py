"""Words that no command can do anything with: a finding in the user’s language, exit status 2, never a trace."""

from __future__ import annotations

import json

import pytest

from kingscore.cli.commands import MODULES
from kingscore.render.text_width import beside
from kingscore.storage.resources import LANGUAGES
from tests.commands import commands, groups
from tests.scorer import Scorer


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("dael no-tricks 2 3 1 2", "U801"),
        ("снять", "U801"),
        ("deal no-tricks 2 3 1 2 --gmae x", "U802"),
        ("deal no-tricks 2 3 1 2 -x", "U802"),
        ("--jsn show", "U802"),
        ("show --json=yes", "U816"),
        ("deal", "U803"),
        ("use", "U803"),
        ("amend", "U803"),
        ("amend 3", "U803"),
        ("amend 3 before", "U803"),
        ("deal no-king Rasa --agreed", "U804"),
        ("export -o", "U804"),
        ("undo 3", "U805"),
        ("use one two", "U805"),
        ("undo -3", "U805"),
        ("show --lang pl", "U806"),
        ("settle --rule loser", "U808"),
        ("export --to docx", "U808"),
        ("sheet lithuanian --to doc", "U808"),
        ("amend three delete", "U809"),
        ("amend 0 delete", "U809"),
        ("amend -1 delete", "U809"),
        ("sheet lithuanian --players four", "U809"),
        ("sheet lithuanian --players 4.0", "U809"),
        ("explain X999", "U813"),
        ("explain deals-do-not-ad-up", "U813"),
        ("check --jsonl x.king", "U814"),
        ("play", "U814"),
        ("finish --early=yes", "U816"),
    ],
)
def test_a_word_that_is_not_understood_is_a_finding(scorer: Scorer, words: str, code: str) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    said = scorer(f"{words} --json")
    assert (said.status, [one["code"] for one in said.document["findings"]]) == (2, [code])


@pytest.mark.parametrize("language", LANGUAGES)
def test_usage_errors_speak_the_users_language(scorer: Scorer, language: str) -> None:
    said = scorer(f"deal --lang {language}")
    assert (said.status, said.out) == (2, "")
    assert {"en": "LINE", "ru": "СТРОКА", "lt": "EILUTĖ"}[language] in said.err
    assert "Usage:" not in said.err
    assert "Missing argument" not in said.err


@pytest.mark.parametrize(("typed", "meant"), [("dael", "deal"), ("setle", "settle"), ("Undo", "undo")])
def test_a_mistyped_command_is_shown_its_likeness(scorer: Scorer, typed: str, meant: str) -> None:
    assert f"Closest: {meant}" in scorer(typed).err


def test_a_mistyped_option_is_shown_its_likeness(scorer: Scorer) -> None:
    assert "--agreed" in scorer("deal no-king Rasa --agred late").err
    assert "--game" in scorer("deal no-king Rasa --gmae x").err


def test_a_refusal_as_a_document_is_one_document_on_standard_output(scorer: Scorer) -> None:
    said = scorer("undo 3 --json")
    assert said.err == ""
    assert json.loads(said.out) == {
        "ok": False,
        "findings": [
            {
                "code": "U805",
                "severity": "error",
                "deal": None,
                "seat": None,
                "item": None,
                "message": "The command “undo” has no use for “3”. Its help: kingscore undo --help",
                "repairs": [],
            }
        ],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_the_program_names_every_command_with_its_line(scorer: Scorer, language: str) -> None:
    for words in ("--help", "-h", ""):
        said = scorer([*words.split(), "--lang", language])
        assert said.status == 0
        told = [line.split("  ")[1].strip() for line in said.out.splitlines() if line.startswith("  ")]
        assert [name for name in MODULES if name not in told] == []


@pytest.mark.parametrize("name", sorted(commands()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_a_command_names_every_word_and_option_and_shows_examples(
    scorer: Scorer, language: str, name: str
) -> None:
    out = scorer.fine(f"{name} --help --lang {language}").out
    options = [opt for param in commands()[name].params if param.param_type_name == "option" for opt in param.opts]
    assert [opt for opt in (*options, "--lang", "--help") if opt not in out] == []
    assert ("--json" in out) is ("--json" not in commands()[name].without)
    assert (f"--game {'ПАРТИЯ' if language == 'ru' else 'GAME'}" in out or "--game PARTIJA" in out) is (
        "--game" not in commands()[name].without
    )
    assert f"  kingscore {name}" in out
    assert "{" not in out
    assert "cli." not in out


@pytest.mark.parametrize("name", sorted(commands()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_the_help_are_commands_that_can_be_read(scorer: Scorer, language: str, name: str) -> None:
    import shlex

    from kingscore.storage import resources

    examples = str(resources.texts(language, "cli")[f"{name.replace(' ', '.')}.examples"]).splitlines()
    for line in examples:
        program, *words = shlex.split(line)
        called = name.split()
        assert (program, words[: len(called)]) == ("kingscore", called)
        commands()[name].make_context(name, [word for word in words[len(called) :] if word != "--json"])


@pytest.mark.parametrize("name", sorted(groups()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_a_group_names_its_verbs_and_shows_examples(scorer: Scorer, language: str, name: str) -> None:
    out = scorer.fine(f"{name} --help --lang {language}").out
    assert scorer.fine(f"help {name} --lang {language}").out == out
    verbs = groups()[name].list_commands(None)
    assert f"kingscore {name} {'|'.join(verbs)} …" in out
    assert [verb for verb in verbs if f"\n  {verb} " not in out] == []
    assert f"  kingscore {name}" in out
    assert "{" not in out
    assert "cli." not in out


@pytest.mark.parametrize("name", sorted(groups()))
def test_a_group_alone_is_its_first_verb(scorer: Scorer, name: str) -> None:
    first = groups()[name].list_commands(None)[0]
    assert first == ("info" if name == "library" else "list")
    assert scorer.fine(f"{name} --json").out == scorer.fine(f"{name} {first} --json").out


def test_a_usage_error_that_nobody_foresaw_is_a_finding_as_well() -> None:
    import typer

    found = commands()["undo"].usage_fault(typer.BadParameter("odd"))
    assert (found.code, dict(found.values)["found"]) == ("U807", "odd")


def test_the_version_is_told(scorer: Scorer) -> None:
    from kingscore import __version__

    assert scorer.fine("--version").out == f"kingscore {__version__}\n"


def test_a_sentence_that_does_not_fit_beside_its_row_stands_below() -> None:
    rows = [("1", "kingscore deal no-king Rasa", "Rasa took it"), ("2", "kingscore undo", "")]
    assert beside(rows, None, "  ") == ["  1  kingscore deal no-king Rasa  Rasa took it", "  2  kingscore undo"]
    assert beside(rows, 46, "  ") == ["  1  kingscore deal no-king Rasa  Rasa took it", "  2  kingscore undo"]
    assert beside(rows, 45, "  ") == ["  1  kingscore deal no-king Rasa", "      Rasa took it", "  2  kingscore undo"]
    assert beside(rows, 15, "  ")[1:3] == ["      Rasa took", "      it"]

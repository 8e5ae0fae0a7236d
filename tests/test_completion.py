"""Shells complete commands, verbs, options with their values, names, and the contracts that may come."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingscore.cli import main
from kingscore.cli.program import SHELLS, VARIABLE
from tests.commands import commands, groups
from tests.scorer import Scorer

LITHUANIAN = "new lithuanian Ona Jonas Rasa Vytas --date 2026-11-29"


class Asked:
    """What a shell is offered, by the protocol of typer's scripts."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, shell: str, line: str) -> str:
        """The answer to a line at whose end somebody asks; a blank at the end begins another word."""
        self.capsys.readouterr()
        words = line.split(" ")
        with self.monkeypatch.context() as shells:
            shells.setenv(VARIABLE, f"complete_{shell}")
            shells.setenv("_TYPER_COMPLETE_ARGS", line)
            shells.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
            shells.setenv("COMP_WORDS", "\n".join(words))
            shells.setenv("COMP_CWORD", str(len(words) - 1))
            assert main([]) == 0
        said = self.capsys.readouterr()
        assert said.err == ""
        return said.out.strip()

    def words(self, line: str) -> list[str]:
        """What bash is offered."""
        return self("bash", line).splitlines()


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(capsys, monkeypatch)


def test_every_command_and_verb_is_completed(asked: Asked) -> None:
    assert [name for name in (*commands(), *groups()) if name.split()[-1] not in asked.words(f"kingscore {name}")] == []


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_option_is_completed(asked: Asked, name: str) -> None:
    offered = asked.words(f"kingscore {name} -")
    options = [max(param.opts, key=len) for param in commands()[name].params if param.param_type_name == "option"]
    assert [opt for opt in (*options, "--json", "--lang", "--help") if opt not in offered] == []


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kingscore games ", ["list", "delete", "restore"]),
        ("kingscore games delete ", ["2026-11-29-lithuanian"]),
        ("kingscore use 2026-11-2", ["2026-11-29-lithuanian"]),
        ("kingscore --game ", ["2026-11-29-lithuanian"]),
        ("kingscore show --game 2026", ["2026-11-29-lithuanian"]),
        ("kingscore --lang ", ["en", "lt", "ru"]),
        ("kingscore deal ", ["no-tricks"]),
        ("kingscore --lang ru deal ", ["не-брать-взяток"]),
        ("kingscore deal --lang lt ", ["neimti-kirčių"]),
        ("kingscore deal no-tricks V", ["Vytas"]),
        ("kingscore new lithuanian-de", ["lithuanian-declared", "lithuanian-declared-3"]),
        ("kingscore new lithuanian --option finish = d", ["domino"]),
        ("kingscore new lithuanian --option finish =", ["domino", "short", "trumps"]),
        ("kingscore export --to = p", ["pdf", "png"]),
        ("kingscore export --layout ", ["grid", "triangle", "personal"]),
        ("kingscore settle --rule p", ["pairs", "pot"]),
        ("kingscore players rename R", ["Rasa"]),
        ("kingscore explain D40", [f"D40{n}" for n in range(1, 10)]),
        ("kingscore completion ", list(SHELLS)),
        ("kingscore check ", []),
        ("kingscore deal --game nothing ", []),
    ],
)
def test_values_are_completed(scorer: Scorer, asked: Asked, line: str, offered: list[str]) -> None:
    scorer.fine(LITHUANIAN)
    assert sorted(asked.words(line)) == sorted(offered)


def test_without_a_library_nothing_is_offered_and_nothing_said(asked: Asked) -> None:
    assert asked.words("kingscore deal ") == []
    assert asked.words("kingscore games delete ") == []


def test_what_is_offered_for_a_deal_is_read_as_that_contract(scorer: Scorer, asked: Asked) -> None:
    """In every language, for every contract that may come where players declare."""
    scorer.fine("new lithuanian-declared Ona Jonas Rasa Vytas --option order=free")
    coming = scorer.fine("show --json").document["next"]["contracts"]
    for language in ("en", "ru", "lt"):
        offered = asked.words(f"kingscore --lang {language} deal ")
        assert len(offered) == len(coming)
        for word, contract in zip(offered, coming, strict=True):
            scorer.fine(["deal", "--lang", language, "--agreed", "a trial", word, "foul", "A"])
            assert scorer.fine("show --json").document["document"]["deals"][-1]["contract"] == contract
            scorer.fine("undo")


def test_zsh_and_fish_are_told_what_a_command_does_in_the_language_spoken(asked: Asked) -> None:
    assert '"delete":"ištrinti partiją; ją galima atkurti"' in asked("zsh", "kingscore --lang lt games d")
    assert asked("fish", "kingscore --lang ru games d") == "delete\tудалить партию; её можно восстановить"
    assert asked("zsh", "kingscore check ") == "_files"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_is_printed(scorer: Scorer, shell: str) -> None:
    script = scorer.fine(f"completion {shell}").out
    assert f"{VARIABLE}=complete_{shell}" in script
    assert scorer.fine(f"completion {shell} --json").document["content"] + "\n" == script
    assert scorer("completion tcsh").status == 2


def test_bash_completes_a_line(scorer: Scorer, tmp_path: Path) -> None:
    """By the script that is printed, in a real bash."""
    scorer.fine(LITHUANIAN)
    scorer.fine(["players", "add", "Ona P."])
    program = tmp_path / "kingscore"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kingscore "$@"\n')
    program.chmod(0o755)
    drive = """
    eval "$(kingscore completion bash)"
    offer() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _kingscore_completion kingscore
        printf '%s|' "${COMPREPLY[@]}"; echo
    }
    complete -p kingscore
    offer kingscore games ""
    offer kingscore deal ""
    offer kingscore sheet lithuanian --option finish = d
    offer kingscore players list Ona
    """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(["bash", "-c", drive], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "complete -o default -F _kingscore_completion kingscore",
        "list|delete|restore|",
        "no-tricks|",
        "domino|",
        "Ona|'Ona P.'|",
    ]

"""Lines from a file or a pipe end at the first that is refused; a line that is typed is used for its own deal only."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from kingscore.cli.run import run
from tests.scorer import Keys, Said, Scorer
from tests.test_play import Terminal, deals, recorded

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "kingscore"
FAULTY = """variant: lithuanian
players: Ona, Jonas, Rasa, Vytas

no-tricks 2 3 1 1
no-hearts 0 1 4 2
no-jacks-and-kings 1 3 2 1
no-queens 1 1 0 1
"""
GAPS = """variant: lithuanian
players: Ona, Jonas, Rasa, Vytas

no-tricks 2 3 1 2
no-king Rasa
"""


@dataclass(frozen=True)
class Reader:
    """A command that reads lines: what is done before it, lines that it takes, lines that it refuses at any of them."""

    command: str
    before: tuple[str, ...]
    good: tuple[str, ...]
    refused: tuple[str, ...]
    file: str = ""


READERS = {
    "play, fixed order": Reader(
        "play",
        ("new lithuanian Ona Jonas Rasa Vytas",),
        ("2 1 3 2", "0 0 5 3", "0 3 3 2"),
        # A wrong sum, no such contract, no such deal, nothing to bring back, what could not be read, two in one line.
        ("2 1 3 3", "what", "amend 9 2 1 3 2", "redo", '"', "amend 9 delete && deal 2 1 3 2"),
    ),
    "play, declared": Reader(
        "play",
        ("new lithuanian-declared Ona Jonas Rasa Vytas",),
        ("no-tricks 2 1 3 2", "no-hearts 0 0 5 3", "no-queens 1 1 0 2"),
        ("no-tricks 2 1 3 3", "no-tricks by Nobody 2 1 3 2"),
    ),
    "play, words of its own": Reader(
        "play",
        ("new lithuanian Ona Jonas Rasa Vytas",),
        ("deal 2 1 3 2", "amend 1 2 2 2 2", "undo", "hearts 0 1 4 3"),
        ("amend 7 2 2 2 2", "hearts 9 9 9 9"),
    ),
    "check --fix, stored": Reader(
        "check --fix", ("import faulty.king --keep-errors",), ("1", "n", "2", "1"), ("99", "what", "2 3 1 2"), FAULTY
    ),
    "check --fix, a file": Reader("check --fix faulty.king", (), ("1", "1", "n", "1", "y"), ("what", "99"), FAULTY),
    "check --fix, missing deals": Reader(
        "check --fix",
        ("import faulty.king --keep-errors",),
        ("y", "0 1 4 3", "y", "1 3 2 2", "y", "1 1 0 2"),
        ("9 9 9 9", "what"),
        GAPS,
    ),
}
CASES = [
    pytest.param(reader, place, refused, id=f"{name}-{place}-{refused}")
    for name, reader in READERS.items()
    for refused in reader.refused
    for place in (*range(len(reader.good)), "every")
]


class Table:
    """A folder with a library of its own, and lines that come from a file."""

    def __init__(self, folder: Path, scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.scorer, self.monkeypatch = folder, scorer, monkeypatch

    def after(self, reader: Reader, lines: Sequence[str]) -> tuple[Said, str]:
        """What a command says to lines, and the file and the deals afterwards."""
        self.folder.mkdir()
        self.monkeypatch.chdir(self.folder)
        self.monkeypatch.setenv("KINGSCORE_DB", str(self.folder / "games.db"))
        file = self.folder / "faulty.king"
        file.write_text(reader.file, "utf-8")
        for command in reader.before:
            self.scorer(command)
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        said = self.scorer(reader.command)
        kept = self.scorer("export").out if reader.before else ""
        return said, file.read_text("utf-8") + kept.partition("\n\n")[2]


@pytest.mark.parametrize(("reader", "place", "refused"), CASES)
def test_nothing_behind_a_refused_line_is_recorded(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    reader: Reader,
    place: int | str,
    refused: str,
) -> None:
    lines, at = [refused] * len(reader.good), 0
    if isinstance(place, int):
        lines, at = [*reader.good], place
        lines[at] = refused
    scorer = Scorer(capsys)
    _, expected = Table(tmp_path / "short", scorer, monkeypatch).after(reader, reader.good[:at])
    said, kept = Table(tmp_path / "whole", scorer, monkeypatch).after(reader, lines)
    assert (said.status, kept) == (1, expected)
    assert "Error U832" in said.err
    words = " ".join(said.err.split())
    assert f"Stopped at line {at + 1} of the input" in words
    assert f"not used: {len(lines) - at - 1}." in words


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_lines_without_a_fault_are_all_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, reader: Reader
) -> None:
    said, kept = Table(tmp_path / "whole", Scorer(capsys), monkeypatch).after(reader, reader.good)
    assert "U832" not in said.err
    _, short = Table(tmp_path / "short", Scorer(capsys), monkeypatch).after(reader, reader.good[:-1])
    assert kept != short


def test_every_line_is_read_in_one_place() -> None:
    """What asks for lines elsewhere would go on behind a refused one."""
    sources = {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    assert [name for name, text in sources.items() if "stdin.readline" in text or "in sys.stdin:" in text] == [
        "cli/context.py"
    ]
    askers = {name for name, text in sources.items() if "context.input" in text}
    assert askers == {"cli/play.py", "cli/checking.py"}, "each belongs into the table above"


@pytest.mark.parametrize(("language", "words"), [("en", "line 2 of"), ("ru", "строке 2 ввода"), ("lt", "eilute 2")])
def test_the_line_is_named_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setenv("KINGSCORE_LANG", language)
    reader = READERS["play, fixed order"]
    said, _ = Table(tmp_path / "whole", Scorer(capsys), monkeypatch).after(reader, ("2 1 3 2", "what", "0 0 5 3"))
    said_words = " ".join(said.err.split())
    assert words in said_words
    assert "tail -n +2 FILE | kingscore play" in said_words


def test_a_pipe_that_stays_open_is_not_waited_for(tmp_path: Path) -> None:
    """A program that talks to ``play`` sees it end, instead of waiting for it for ever."""
    environ = {
        **os.environ,
        "KINGSCORE_DB": str(tmp_path / "games.db"),
        "PYTHONPATH": str(ROOT),
        "KINGSCORE_LANG": "en",
    }
    assert run(("new", "lithuanian", "A", "B", "C", "D"), environ) == 0
    command = [sys.executable, "-m", "kingscore", "play"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environ, **pipes) as playing:  # type: ignore[call-overload]
        playing.stdin.write(b"2 1 3 3\n0 0 5 3\n")
        playing.stdin.flush()
        assert playing.wait(timeout=60) == 1
        assert "not used: ≥ 1." in " ".join(playing.stderr.read().decode().split())


def test_somebody_at_the_keys_tries_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where what is printed goes elsewhere (``kingscore play | tee evening.txt``)."""
    scorer = Scorer(capsys)
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    monkeypatch.setattr("sys.stdin", Keys("no-tricks 2 3 1 1\nno-tricks 2 3 1 2\n"))
    said = scorer("play")
    assert "U832" not in said.err
    assert deals(scorer) == ["no-tricks 2 3 1 2"]


# Two at one game

FIXED, DECLARED = "lithuanian", "lithuanian-declared"


class Two:
    """Somebody at the keys, and somebody else at another table of the same game."""

    def __init__(self, folder: Path, variant: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.store, self.capsys = folder / "games.db", capsys
        self.other("new", variant, "Ona", "Jonas", "Rasa", "Vytas")
        self.screen = Terminal(self.store)
        self.screen.until("1> ")

    def other(self, *words: str) -> None:
        assert run(words, {"KINGSCORE_DB": str(self.store)}) == 0

    def left(self) -> list[str]:
        """The deals, after the screen was left."""
        self.screen.type("\x15\x04")
        assert self.screen.status() == 0
        return recorded(self.store, self.capsys)


@pytest.mark.parametrize("variant", [FIXED, DECLARED])
@pytest.mark.parametrize("line", ["no-tricks 2 3 1 2", "no-tricks 2 3 1 1"], ids=["sound", "faulty"])
def test_a_line_for_a_deal_that_somebody_else_recorded_is_used_for_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: str, line: str
) -> None:
    """Whether it was refused for that or for a fault of its own, it is shown and stands there no more."""
    two = Two(tmp_path, variant, capsys)
    two.other("deal", "no-tricks", "2", "2", "2", "2")
    before = recorded(two.store, capsys)
    two.screen.type(f"{line}\r")
    two.screen.until(f"this line is not used: {line}")
    two.screen.until("Next: deal 2")
    two.screen.until("2> ")
    two.screen.type("\r")
    two.screen.until("2> ")
    assert two.left() == before


@pytest.mark.parametrize("variant", [FIXED, DECLARED])
def test_a_refused_line_that_stands_there_is_not_recorded_once_somebody_else_was_quicker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: str
) -> None:
    two = Two(tmp_path, variant, capsys)
    two.screen.type("no-tricks 2 3 1 1\r")
    two.screen.until("D440")
    two.screen.until("1> no-tricks 2 3 1 1")
    two.other("deal", "no-tricks", "2", "2", "2", "2")
    before = recorded(two.store, capsys)
    two.screen.type("\x7f2\r")
    two.screen.until("S701")
    two.screen.until("this line is not used: no-tricks 2 3 1 2")
    two.screen.until("2> ")
    two.screen.type("\r")
    two.screen.until("2> ")
    assert two.left() == before


def test_a_refused_line_stays_while_its_deal_is_due(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What somebody else changed elsewhere in the game has nothing to do with it."""
    two = Two(tmp_path, FIXED, capsys)
    two.screen.type("no-tricks 2 3 1 2\r")
    two.screen.until("2> ")
    two.other("amend", "1", "2", "2", "2", "2")
    two.screen.type("0 0 5 3\r")
    two.screen.until("S701")
    two.screen.until("2> 0 0 5 3")
    two.screen.type("\r")
    two.screen.until("3> ")
    assert two.left() == ["no-tricks 2 2 2 2", "no-hearts 0 0 5 3"]


@pytest.mark.parametrize("variant", [FIXED, DECLARED])
def test_what_was_typed_ahead_of_a_refusal_is_discarded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: str
) -> None:
    two = Two(tmp_path, variant, capsys)
    two.screen.type("no-tricks 2 3 1 1\rno-hearts 0 1 4 3\rno-queens 1 1 0 2\r")
    two.screen.until("D440")
    two.screen.until("What was typed after it was discarded")
    two.screen.until("1> no-tricks 2 3 1 1")
    two.screen.type("\x7f2\r")
    two.screen.until("2> ")
    assert len(two.left()) == 1


@pytest.mark.parametrize("variant", [FIXED, DECLARED])
def test_what_was_typed_ahead_is_not_recorded_after_a_deal_of_somebody_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: str
) -> None:
    two = Two(tmp_path, variant, capsys)
    two.other("deal", "no-tricks", "2", "2", "2", "2")
    before = recorded(two.store, capsys)
    two.screen.type("no-tricks 2 3 1 2\rno-hearts 0 1 4 3\r")
    two.screen.until("S701")
    two.screen.until("What was typed after it was discarded")
    two.screen.until("2> ")
    assert two.left() == before


def test_of_a_line_of_two_deals_the_first_is_not_recorded_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its first deal stands, so that the whole line no longer belongs to the deal that is due."""
    two = Two(tmp_path, FIXED, capsys)
    two.screen.type("deal 2 3 1 2 && deal 0 1 4 4\r")
    two.screen.until("D440")
    two.screen.until("this line is not used")
    two.screen.until("2> ")
    assert two.left() == ["no-tricks 2 3 1 2"]

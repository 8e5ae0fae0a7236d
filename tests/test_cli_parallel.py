"""A folder with a lot of games on the command line: told in order as each alone, interrupted cleanly, memory flat."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kingscore.app.parallel import FEW

ROOT = Path(__file__).parents[1]
GAME = """variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
dealer: Vytas

no-tricks   2 3 1 2
no-hearts   -0 -16 -0 -0
"""
#: What stands among the good games, and the codes it gets.
AMONG = {
    "0003.king": (GAME.replace("2 3 1 2", "2 3 1 1"), ["D440"]),
    "0077.json": ('{"format": "kingscore-game/1", "variant":', ["F216"]),
    "0100.king": ("", ["F204"]),
    "0101.king": (GAME.replace("lithuanian", "lithuanan"), ["V301"]),
}


def folder(path: Path, number: int) -> Path:
    """A folder with so many games, some of them broken."""
    path.mkdir()
    for n in range(number):
        (path / f"{n:04}.king").write_text(GAME, "utf-8")
    for name, (content, _) in AMONG.items():
        (path / name).write_text(content, "utf-8")
    return path


@pytest.fixture
def lot(tmp_path: Path) -> Path:
    return folder(tmp_path / "lot", FEW + 60)


def settings() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def kingscore(words: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kingscore", *map(str, words)]
    return subprocess.run(command, env=settings(), capture_output=True, text=True, check=False)


def test_each_file_is_told_in_order_the_broken_ones_too(lot: Path) -> None:
    done = kingscore(["check", lot, "--jsonl"])
    told = [json.loads(line) for line in done.stdout.splitlines()]
    names = sorted(path.name for path in lot.iterdir())
    assert [Path(one["file"]).name for one in told] == names
    found = {Path(one["file"]).name: [f["code"] for f in one["findings"]] for one in told if one["findings"]}
    assert found == {name: codes for name, (_, codes) in AMONG.items()}
    assert (done.returncode, done.stderr) == (1, "")


def test_what_is_told_of_a_lot_is_what_is_told_of_each_alone(lot: Path) -> None:
    names = sorted(lot.iterdir())[:110:9]
    for words in (["--jsonl"], []):
        whole = kingscore(["check", lot, *words]).stdout
        for name in names:
            assert kingscore(["check", name, *words]).stdout in whole


def test_one_document_holds_a_lot_too(lot: Path) -> None:
    done = kingscore(["check", lot, "--json"])
    document = json.loads(done.stdout)
    assert list(document) == ["ok", "files"]
    assert document["ok"] is False
    lines = kingscore(["check", lot, "--jsonl"]).stdout.splitlines()
    assert document["files"] == [json.loads(line) for line in lines]


def test_standard_input_may_be_one_of_a_lot(lot: Path) -> None:
    command = [sys.executable, "-m", "kingscore", "check", str(lot), "-", "--jsonl"]
    done = subprocess.run(command, env=settings(), input=GAME, capture_output=True, text=True, check=False)
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["file"], last["ok"], last["totals"]) == ("-", True, [-4, -22, -2, -4])


def test_control_c_ends_it_at_once_without_a_word_and_leaves_no_process_behind(lot: Path) -> None:
    command = [sys.executable, "-m", "kingscore", "check", *[str(lot)] * 40, "--jsonl"]
    running = subprocess.Popen(
        command, env=settings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert running.stdout is not None
    assert running.stdout.readline()  # the rest is not read: the pipe is full long before the end
    os.killpg(running.pid, signal.SIGINT)
    assert running.communicate(timeout=60)[1] == b""
    assert running.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


def test_a_reader_that_goes_away_ends_it_without_a_word(lot: Path) -> None:
    command = [sys.executable, "-m", "kingscore", "check", *[str(lot)] * 40]
    running = subprocess.Popen(
        command, env=settings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait(timeout=60) == 0
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


def on_a_terminal(words: Sequence[str | Path]) -> tuple[str, str]:
    """What a command writes to standard output, and what to the terminal that is its standard error."""
    here, there = pty.openpty()
    command = [sys.executable, "-m", "kingscore", *map(str, words)]
    running = subprocess.Popen(command, env=settings(), stdout=subprocess.PIPE, stderr=there, text=True)
    os.close(there)
    out = running.communicate(timeout=120)[0]
    shown = b""
    while True:
        try:
            part = os.read(here, 1 << 16)
        except OSError:  # the terminal's other end is closed
            break
        if not part:
            break
        shown += part
    os.close(here)
    return out, shown.decode()


def test_a_terminal_sees_how_far_it_is_and_nothing_of_it_stays(lot: Path) -> None:
    out, shown = on_a_terminal(["check", lot, "--jsonl"])
    assert len(out.splitlines()) == FEW + 61
    seen = [line for line in shown.split("\r") if line.strip()]
    assert seen[0] == f"Files checked: 16 of {FEW + 61} · with errors: 1"
    assert seen[-1] == f"Files checked: {(FEW + 61) // 16 * 16} of {FEW + 61} · with errors: 4"
    assert shown.endswith("\r"), "the line is wiped at the end"
    assert shown.split("\r")[-2].strip() == ""


def test_of_few_files_no_progress_is_shown(tmp_path: Path) -> None:
    (tmp_path / "one.king").write_text(GAME, "utf-8")
    assert on_a_terminal(["check", tmp_path])[1] == ""


def most_memory(words: Sequence[str | Path]) -> int:
    """The most memory that any process of a command has held, in KiB."""
    command = [sys.executable, "-m", "kingscore", *map(str, words)]
    running = subprocess.Popen(command, env=settings(), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 1
    return used.ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def test_memory_stays_flat_line_by_line(lot: Path) -> None:
    once, often = (most_memory(["check", *[lot] * times, "--jsonl"]) for times in (2, 30))
    assert often - once < 4 * 1024, "thirty times a folder takes no more than twice the folder"

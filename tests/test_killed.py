"""Killed before any step on files, one after the other: a file is the old one or the new one, a library never empty.

The steps are those that Python reports to its audit hooks: what is opened, renamed, linked, removed, made.
Kills in the middle of SQLite's own writing are tried at random by ``benchmarks/soak_library.py``.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kingscore import journal
from kingscore.model.findings import Refused
from kingscore.storage import open_store
from kingscore.storage.database import STEPS
from kingscore.storage.files import write_out
from kingscore.storage.sqlite import Database
from kingscore.storage.upkeep import backup, restore_backup, verify
from tests.evenings import evening, numbered, time
from tests.test_library_care import CASES, LITHUANIAN

STEPS_ON_FILES = ("open", "os.rename", "os.link", "os.remove", "os.chmod", "os.chown", "os.mkdir", "sqlite3.connect")


def kills(work: Callable[[], object], prepared: Callable[[], None]) -> Iterator[int]:
    """Prepares the files and runs the work in a process that is killed before its next step, once for each step; the
    last run is not killed."""
    for last in range(1, 1000):
        prepared()
        child = os.fork()
        if not child:
            left = last

            def counted(event: str, _: object) -> None:
                nonlocal left
                if event in STEPS_ON_FILES:
                    left -= 1
                    if not left:
                        os.kill(os.getpid(), signal.SIGKILL)

            sys.addaudithook(counted)
            try:
                work()
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        yield last
        if not os.WIFSIGNALED(status):
            assert os.waitstatus_to_exitcode(status) == 0
            return
    raise AssertionError("it never came to its end")


def library(path: Path, deals: int) -> None:
    with open_store(str(path)) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        for number in range(1, deals + 1):
            store.append(name, journal.dealt(numbered(number), time(number)), number)


def deals_in(path: Path) -> int | str:
    """How many deals the one game of a library has; the code for which it cannot be opened."""
    try:
        with open_store(str(path)) as store:
            assert verify(store) == ()
            return next(row.deals for row in store.games())
    except Refused as refused:
        return refused.findings[0].code


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if ".tmp" in path.name]


@pytest.mark.parametrize(("before", "there"), [("none", "S711"), ("damaged", "S712"), ("sound", 1)])
def test_a_restore_that_is_killed_leaves_the_old_library_or_the_backup(
    tmp_path: Path, before: str, there: int | str
) -> None:
    copy, folder = tmp_path / "copy.db", tmp_path / "home"
    path = folder / "games.db"
    library(copy, 3)
    old = tmp_path / "old.db"
    library(old, 1)

    def prepared() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if before != "none":
            shutil.copy(old, path)
        if before == "damaged":
            with path.open("r+b") as file:
                file.write(b"garbage garbage!")

    states = []
    for _ in kills(lambda: restore_backup(str(path), copy), prepared):
        states.append(deals_in(path) if path.exists() else "S711")
        if path.exists() and states[-1] != "S712":
            assert left_over(folder) == []
    assert set(states) == {there, 3}
    assert states == sorted(states, key=lambda state: state == 3)


@pytest.mark.parametrize("damaged", [False, True])
def test_a_restore_goes_to_where_a_link_leads(tmp_path: Path, damaged: bool) -> None:
    copy, real, link = tmp_path / "copy.db", tmp_path / "elsewhere" / "games.db", tmp_path / "games.db"
    library(copy, 3)
    real.parent.mkdir()
    shutil.copy(copy, real)
    if damaged:
        real.write_bytes(b"garbage")
    real.chmod(0o640)
    link.symlink_to(real)
    kept = restore_backup(str(link), copy)
    assert kept is not None
    assert (link.is_symlink(), kept.parent, deals_in(link)) == (True, real.parent, 3)
    assert (real.stat().st_mode & 0o777, kept.is_symlink()) == (0o640, False)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_upgrade_that_is_killed_is_finished_when_the_library_is_next_opened(tmp_path: Path, version: int) -> None:
    path = tmp_path / "games.db"

    def prepared() -> None:
        for file in tmp_path.iterdir():
            file.unlink()
        with closing(sqlite3.connect(path)) as old:
            old.executescript((CASES / "store-version-1.sql").read_text("utf-8"))
        if version > 1:
            Database(path, steps=STEPS[:version]).close()

    for _ in kills(lambda: open_store(str(path)).close(), prepared):
        with open_store(str(path)) as store:
            assert verify(store) == ()
            assert {row.name: row.totals for row in store.games()} == {
                "2026-11-29-lithuanian": (-4, -22, -2, -4),
                "friday": (-4, -6, -2, -4),
            }
        assert left_over(tmp_path) == []


def test_summaries_that_were_broken_off_are_made_when_the_library_is_next_opened(tmp_path: Path) -> None:
    """Right after the tables of this version stood; SQLite’s own writing in between is killed at random elsewhere."""
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript((CASES / "store-version-1.sql").read_text("utf-8"))
    Database(path).close()
    with closing(sqlite3.connect(path)) as half:
        assert half.execute("SELECT count(*) FROM tallies").fetchone() == (0,)
    with open_store(str(path)) as store:
        assert verify(store) == ()
        assert store.database.rows("SELECT count(*) FROM tallies") == [(3,)]


def test_a_new_library_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "home" / "games.db"

    def prepared() -> None:
        shutil.rmtree(path.parent, ignore_errors=True)

    for _ in kills(lambda: open_store(str(path)).close(), prepared):
        assert not path.exists() or path.stat().st_size > 4096
        with open_store(str(path)) as store:
            assert store.database.remark is None
        assert left_over(path.parent) == []


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_a_file_that_is_written_over_is_the_old_or_the_new_one(tmp_path: Path, linked: bool, mode: int) -> None:
    """Whenever the program is killed; it keeps its permissions, and a link stays a link to it."""
    real = tmp_path / "folder" / "real.king"
    real.parent.mkdir()
    path = tmp_path / "link.king" if linked else real

    def prepared() -> None:
        for file in (*real.parent.iterdir(), *tmp_path.glob("*.king")):
            file.unlink()
        real.write_bytes(b"old")
        real.chmod(mode)
        if linked:
            path.symlink_to(real)

    contents = []
    for _ in kills(lambda: write_out(path, b"new", True), prepared):
        contents.append(real.read_bytes())
        assert stat.S_IMODE(real.stat().st_mode) == mode
        assert path.is_symlink() == linked
        write_out(path, b"newer", True)
        assert left_over(real.parent) == []
    assert set(contents) == {b"old", b"new"}


def test_a_backup_that_is_written_over_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    path, real, link = tmp_path / "games.db", tmp_path / "real.db", tmp_path / "link.db"
    library(path, 2)
    library(real, 1)
    real.chmod(0o640)
    link.symlink_to(real)

    def prepared() -> None:
        pass

    def work() -> None:
        with open_store(str(path)) as store:
            backup(store, link, force=True)

    for _ in kills(work, prepared):
        assert link.is_symlink()
        assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert deals_in(real) == 2


def test_a_private_file_is_never_readable_by_others_while_it_is_made(tmp_path: Path) -> None:
    path = tmp_path / "mine.king"

    def prepared() -> None:
        for file in tmp_path.iterdir():
            file.unlink()
        path.write_bytes(b"old")
        path.chmod(0o600)

    for _ in kills(lambda: write_out(path, b"new", True), prepared):
        assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_what_a_living_process_is_making_is_left_alone(tmp_path: Path) -> None:
    path, dead = tmp_path / "out.king", os.fork()
    if not dead:
        os._exit(0)
    os.waitpid(dead, 0)
    own, other, gone = (tmp_path / f".out.king.{number}.tmp" for number in (os.getpid(), os.getppid(), dead))
    for file in (other, gone):
        file.write_bytes(b"half")
    write_out(path, b"new", False)
    assert (own.exists(), other.exists(), gone.exists()) == (False, True, False)
    os.utime(other, (0, 0))  # a number that has gone to another process since
    write_out(path, b"newer", True)
    assert left_over(tmp_path) == []

"""Several programs at one store, and programs that are killed: nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time as clock
from contextlib import closing
from pathlib import Path

import pytest

from kingscore.storage import Store, open_store, sqlite, variant_files
from kingscore.storage.upkeep import verify
from tests.evenings import evening, time
from tests.recording import LATER, ROOT, VERSION, kill_while_recording, start

#: The kinds of library that differ in how several programs meet there.
KINDS = pytest.mark.parametrize("home", ["wal", pytest.param("server", marks=pytest.mark.server)], indirect=True)


def begun(path: Path | str) -> str:
    with open_store(str(path)) as store:
        return store.begin(evening(), variant_files.variant("lithuanian"), time(0))


@KINDS
def test_two_programs_at_one_game_lose_and_double_nothing(home: str) -> None:
    name, times = begun(home), 300
    programs = {who: start("race", home, name, who, str(times)) for who in ("Ona", "Jonas")}
    heard = {who: program.communicate()[0].split() for who, program in programs.items()}
    assert [program.returncode for program in programs.values()] == [0, 0]
    with open_store(home) as store:
        kept = store.load(name)
        assert verify(store) == ()
    assert len(kept.game.deals) == 2 * times
    for who in programs:
        mine = [(i + 2, d.note) for i, d in enumerate(kept.game.deals) if d.note.startswith(who)]
        assert [note for _, note in mine] == [f"{who} {n}" for n in range(1, times + 1)]
        assert [seq for seq, _ in mine] == [int(seq) for seq in heard[who]]


@KINDS
def test_programs_that_make_a_store_at_the_same_moment_all_find_it(home: str) -> None:
    programs = [start("begin", home) for _ in range(5)]
    names = sorted(program.communicate()[0].strip() for program in programs)
    assert names == ["2026-11-29-lithuanian", *(f"2026-11-29-lithuanian-{n}" for n in range(2, 6))]
    with open_store(home) as store:
        assert sorted(row.name for row in store.games()) == names
        assert verify(store) == ()


@pytest.mark.parametrize(
    ("home", "log", "times"),
    [("wal", "wal", 25), ("plain", "plain", 10), pytest.param("server", "", 10, marks=pytest.mark.server)],
    indirect=["home"],
)
def test_a_program_killed_while_it_records_has_lost_nothing_that_it_acknowledged(
    home: str, log: str, times: int
) -> None:
    name, chance = begun(home), random.Random(25)
    for _ in range(times):
        killed = kill_while_recording(home, name, chance, log)
        assert killed.faults == ()
        assert killed.there - killed.acknowledged in (0, 1)
    assert killed.there > times  # so it was killed at work, not before


def test_a_program_killed_while_it_takes_games_in_leaves_each_whole_or_not_at_all(tmp_path: Path) -> None:
    """The first kills may come before there is a store at all."""
    chance = random.Random(7)
    for number in range(12):
        path = tmp_path / f"{number}.db"
        program = start("keep_taking_in", str(path))
        assert program.stdout is not None
        heard = "".join(program.stdout.readline() for _ in range(chance.randrange(4)))
        clock.sleep(chance.random() * (0.01 if heard else 0.2))
        program.kill()
        heard += program.communicate()[0]
        names = [line.strip() for line in heard.splitlines(keepends=True) if line.endswith("\n")]
        with open_store(str(path)) as store:
            assert verify(store) == ()
            there = sorted((row.name for row in store.games()), key=lambda name: int(name[6:]))
            assert there[: len(names)] == names
            assert len(there) - len(names) in (0, 1)
            assert {len(store.load(name).game.deals) for name in there} <= {40}


def test_a_program_killed_while_it_upgrades_leaves_the_old_store_or_the_new_one(tmp_path: Path) -> None:
    path, chance = tmp_path / "games.db", random.Random(3)
    name = begun(path)
    old = path.read_bytes()
    for _ in range(10):
        program = start("upgrade", str(path))
        assert program.stdout is not None
        program.stdout.readline()
        clock.sleep(chance.random() * 0.02)
        program.kill()
        program.communicate()
        with closing(sqlite3.connect(path)) as found:
            version = found.execute("PRAGMA user_version").fetchone()[0]
        assert version in (VERSION, -(VERSION + 1), VERSION + 1)
        with Store(sqlite.Database(path, steps=LATER)) as store:
            assert store.load(name).seen == 1
            assert verify(store) == ()
        with open_store(f"{path}.version-{VERSION}") as copy:
            assert verify(copy) == ()
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(old)


@pytest.mark.soak
def test_a_thousand_kills_lose_nothing() -> None:
    command = [sys.executable, "-m", "benchmarks.soak_kill", "1000"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0
    assert done.stdout.count("500 kills, 0 acknowledged changes missing, faults: none") == 2


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["import", "payments", "upgrade", "restore"])
def test_a_thousand_kills_of_other_work_lose_nothing_and_leave_nothing_half_done(kind: str) -> None:
    command = [sys.executable, "-m", "benchmarks.soak_library", kind, "1000"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0
    assert f"{kind}: 1000 kills, 0 acknowledged changes missing, faults: none" in done.stdout


@KINDS
def test_two_programs_that_write_payments_at_once_lose_and_double_none(home: str) -> None:
    begun(home)
    programs = [start("keep_paying", home) for _ in range(2)]
    clock.sleep(1.5)
    for program in programs:
        program.kill()
    heard = [int(line) for one in programs for line in one.communicate()[0].splitlines() if line.isdigit()]
    with open_store(home) as store:
        amounts = [int(one.amount) for one in store.purse().payments]
        assert verify(store) == ()
    assert len(heard) == len(set(heard))
    assert amounts == list(range(1, len(amounts) + 1))
    assert set(heard) <= set(amounts)
    assert len(amounts) > 10

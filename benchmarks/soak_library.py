"""Kills programs that take games in, write payments down, upgrade or restore a library; counts what is missing.

Usage: python -m benchmarks.soak_library import|payments|upgrade|restore [KILLS] [SEED]. The exit status is 1 if
anything acknowledged was missing, anything half done was there, or a library did not verify.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
import time as clock
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kingscore.model.findings import Refused
from kingscore.storage import Store, open_store, variant_files
from kingscore.storage.upkeep import verify
from tests.evenings import evening, time
from tests.recording import ROOT, start

FIRST = ROOT / "tests" / "cases" / "store-version-1.sql"
#: What a kill came to: how many acknowledged things were missing, and in which state the library was found.
Outcome = tuple[int, str]


def killed(program: subprocess.Popen[str], lines: int, pause: float) -> list[str]:
    """Ends a program after so many lines and a pause; gives the whole lines that it had printed."""
    assert program.stdout is not None
    heard = "".join(program.stdout.readline() for _ in range(lines))
    clock.sleep(pause)
    program.kill()
    heard += program.communicate()[0]
    return [line.strip() for line in heard.splitlines(keepends=True) if line.endswith("\n")]


def verified(store: Store) -> str:
    return ",".join(sorted({one.code for one in verify(store)}))


def taking_in(path: Path, chance: random.Random) -> Outcome:
    """A new library every time: the kill may come before there is one at all."""
    lines = chance.randrange(4)
    names = killed(start("keep_taking_in", str(path)), lines, chance.random() * (0.01 if lines else 0.2))
    with open_store(str(path)) as store:
        there = {row.name for row in store.games()}
        halves = [name for name in there if len(store.load(name).game.deals) != 40]
        state = verified(store) or ("half a game" if halves or len(there) - len(names) not in (0, 1) else "")
    return len(set(names) - there), state or f"{len(there) - len(names)} more than acknowledged"


def paying(path: Path, chance: random.Random) -> Outcome:
    """One library all along."""
    heard = killed(start("keep_paying", str(path)), chance.randrange(4), chance.random() * 0.02)
    numbers = [int(line) for line in heard if line.isdigit()]
    with open_store(str(path)) as store:
        purse = store.purse()
        true = [int(one.amount) for one in purse.payments] == list(range(1, purse.seen + 1))
        state = verified(store) or ("" if true else "other payments")
    return max(0, max(numbers, default=0) - purse.seen), state or "sound"


def upgrading(path: Path, chance: random.Random) -> Outcome:
    """A new store of the first schema every time: afterwards it is the old one or today's, and opens with all in it."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript(FIRST.read_text("utf-8"))
    killed(start("bring_up_to_date", str(path)), 1, chance.random() * 0.03)
    with closing(sqlite3.connect(path)) as found:
        version = found.execute("PRAGMA user_version").fetchone()[0]
    with open_store(str(path)) as store:
        games = {row.name: (row.totals, store.load(row.name).seen) for row in store.games()}
        sound = verified(store)
    whole = games == {"2026-11-29-lithuanian": ((-4, -22, -2, -4), 6), "friday": ((-4, -6, -2, -4), 1)}
    state = "" if whole and not sound else f"faults {sound} {games}"
    return int(not whole), state or f"found as version {version}"


def restoring(path: Path, chance: random.Random) -> Outcome:
    """A damaged library and its backup every time: afterwards the damaged one is still there, or the backup stands in
    its place, and never an empty one."""
    copy = path.with_name(f"{path.name}.copy")
    with open_store(str(copy)) as store:
        name = store.begin(evening(), variant_files.variant("lithuanian"), time(0))
    path.write_bytes(b"garbage garbage!")
    killed(start("bring_back", str(path), str(copy)), 1, chance.random() * 0.06)
    try:
        with open_store(str(path)) as store:
            names = [row.name for row in store.games()]
            state = verified(store) or ("sound" if names == [name] else f"holds {names}")
    except Refused as refused:
        code = refused.findings[0].code
        return 0, "sound" if code == "S712" and copy.exists() else f"cannot be opened: {code}"
    return 0, state


KINDS: dict[str, tuple[Callable[[Path, random.Random], Outcome], bool]] = {
    "import": (taking_in, True),
    "payments": (paying, False),
    "upgrade": (upgrading, True),
    "restore": (restoring, True),
}


def main(kind: str, times: int, seed: int) -> int:
    """Runs so many kills of a kind and prints what was counted; the exit status."""
    look, fresh = KINDS[kind]
    chance, missing, states = random.Random(seed), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(times):
            path = Path(folder) / ("games.db" if not fresh else f"{number}.db")
            lost, state = look(path, chance)
            missing += lost
            states[state] += 1
            for left in Path(folder).glob(f"{number}.db*") if fresh else ():
                left.unlink()
    good = {"sound", "0 more than acknowledged", "1 more than acknowledged"}
    bad = {state: n for state, n in states.items() if state not in good and not state.startswith("found as version")}
    print(f"{kind}: {times} kills, {missing} acknowledged changes missing, faults: {bad or 'none'}")
    print("  " + ", ".join(f"{state} {n} times" for state, n in sorted(states.items())))
    return 1 if missing or bad else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main(words[0], int(words[1]) if len(words) > 1 else 1000, int(words[2]) if len(words) > 2 else 1))

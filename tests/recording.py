"""Programs that record into a store, to be raced against one another or killed while they do.

Each prints the number of every event that was acknowledged, the moment that it is.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from kingscore import journal
from kingscore.model.findings import Refused
from kingscore.model.game import Deal
from kingscore.scoring.money import Payment, paid
from kingscore.storage import open_store, sqlite, variant_files
from kingscore.storage.database import STEPS
from kingscore.storage.upkeep import restore_backup, verify
from tests.evenings import evening, numbered, time

ROOT = Path(__file__).parents[1]
#: How many versions of the schema there are.
VERSION = len(STEPS)
#: The schema as a later version may have it.
LATER = (*STEPS, ("ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT ''", "CREATE TABLE places (name TEXT)"))


def start(role: str, *words: str) -> subprocess.Popen[str]:
    """One of the programs below, in a process of its own."""
    command = [sys.executable, "-m", "tests.recording", role, *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def refuse_wal() -> None:
    """A stand-in for a folder that refuses the write-ahead log: this program does not ask for it."""
    sqlite._ask_for_wal = lambda _: None  # type: ignore[assignment]


def keep_recording(path: str, name: str, log: str) -> None:
    """Records deals one after the other until somebody ends it; each bears its number, so that none can be missed."""
    if log == "plain":
        refuse_wal()
    with open_store(path) as store:
        kept = store.load(name)
        print("ready", flush=True)
        while True:
            number = len(kept.game.deals) + 1
            kept = store.append(name, journal.dealt(numbered(number), time(number)), kept.seen)
            print(kept.seen, flush=True)


def race(path: str, name: str, who: str, times: str) -> None:
    """Records so many deals into a game into which others record as well, looking again whenever it has moved on."""
    with open_store(path) as store:
        kept = store.load(name)
        for number in range(1, int(times) + 1):
            deal = Deal("no-tricks", note=f"{who} {number}")
            while True:
                try:
                    kept = store.append(name, journal.dealt(deal, time(number)), kept.seen)
                    break
                except Refused as fault:
                    if fault.findings[0].code != "S701":
                        raise
                    kept = store.load(name)
            print(kept.seen, flush=True)
            while number == 10 and all(deal.note.startswith(who) for deal in kept.game.deals):
                kept = store.load(name)  # the others may have started later


def keep_taking_in(path: str) -> None:
    """Opens a store, new or not, and takes in whole games one after the other until somebody ends it."""
    with open_store(path) as store:
        for number in count():
            game = replace(evening(), id=f"taken-{number}", deals=tuple(numbered(n) for n in range(1, 41)))
            print(store.take_in(game, variant_files.variant("lithuanian"), time(0)).name, flush=True)


def upgrade(path: str) -> None:
    """Brings a store to a later version."""
    print("ready", flush=True)
    sqlite.Database(Path(path), steps=LATER).close()
    print("done", flush=True)


def bring_up_to_date(path: str) -> None:
    """Opens a library of an older version, which brings it to today's."""
    print("ready", flush=True)
    open_store(path).close()
    print("done", flush=True)


def bring_back(path: str, copy: str) -> None:
    """Restores a backup."""
    print("ready", flush=True)
    restore_backup(path, Path(copy))
    print("done", flush=True)


def keep_paying(path: str) -> None:
    """Writes payments down one after the other until somebody ends it; each bears its number."""
    with open_store(path) as store:
        print("ready", flush=True)
        while True:
            seen = store.purse().seen
            payment = Payment("Ona", "Jonas", str(seen + 1), "EUR", "2026-11-29")
            try:
                store.enter("payments", (paid(payment, time(seen)),), seen)
            except Refused as fault:
                if fault.findings[0].code != "S724":
                    raise
                continue  # somebody else was quicker
            print(seen + 1, flush=True)


def begin(path: str) -> None:
    """Opens a store that others make at the same moment, and begins a game in it."""
    with open_store(path) as store:
        print(store.begin(evening(), variant_files.variant("lithuanian"), time(0)), flush=True)


@dataclass(frozen=True)
class Killed:
    """What was found after a kill: the last acknowledged event's number, the number of events in the store, faults."""

    acknowledged: int
    there: int
    faults: tuple[str, ...]


def kill_while_recording(path: Path | str, name: str, chance: random.Random, log: str = "wal") -> Killed:
    """Starts recording, kills it at a random moment with SIGKILL, and looks at what is there."""
    with open_store(str(path)) as store:
        acknowledged = store.load(name).seen
    program = start("keep_recording", str(path), name, log)
    assert program.stdout is not None
    heard = ""
    if chance.random() < 0.8:
        heard = "".join(program.stdout.readline() for _ in range(chance.randrange(1, 6)))
        clock.sleep(chance.random() * 0.01)
    else:
        clock.sleep(chance.random() * 0.3)
    program.kill()
    heard += program.communicate()[0]
    for line in heard.splitlines(keepends=True):
        if line.endswith("\n") and line.strip().isdigit():
            acknowledged = int(line)
    with open_store(str(path)) as store:
        faults = tuple(found.code for found in verify(store))
        kept = store.load(name)
    if kept.game.deals != tuple(numbered(n) for n in range(1, kept.seen)):
        faults = (*faults, "other deals")
    return Killed(acknowledged, kept.seen, faults)


ROLES: dict[str, Callable[..., None]] = {
    role.__name__: role
    for role in (keep_recording, keep_taking_in, keep_paying, race, begin, upgrade, bring_up_to_date, bring_back)
}

if __name__ == "__main__":
    ROLES[sys.argv[1]](*sys.argv[2:])

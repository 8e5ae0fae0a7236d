"""A club's evening: many tables record into one library at once, in a file and on a server, while others look.

Usage: python -m benchmarks.soak_tables [TABLES] [DEALS]. Each table is a program of its own with a game of its own, and
all of them now and then record into one game that they share. Two programs read all the time and do not wait for a
lock, not even a moment. The exit status is 1 if anything acknowledged is missing, anything else is there, anything was
read that nobody wrote, a reader had to wait, or the library does not verify.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time as clock
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import IO

from kingscore import journal
from kingscore.model.findings import Refused
from kingscore.model.game import Deal
from kingscore.storage import Store, open_store, variant_files
from kingscore.storage.upkeep import verify
from tests.evenings import evening, time
from tests.server import server

ROOT = Path(__file__).parents[1]
READERS = 2
chance = random.Random()
#: Every so many deals of its own a table records one into the game that all share.
SHARED_EVERY = 5


@dataclass(frozen=True)
class Counted:
    """What one evening came to. ``told`` says how often a table was told to look again, by code."""

    acknowledged: int
    there: int
    lost: int
    doubled: int
    strange: int
    told: dict[str, int]
    reads: int
    waits: int
    faults: tuple[str, ...]
    seconds: float

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.strange or self.waits or self.faults) and self.reads > 0


# The programs


def record(store: Store, name: str, note: str, seen: int, told: Counter[str]) -> int:
    """Records one deal, looking again and saying it again as often as it is refused; the number of its event."""
    for tries in count(1):
        try:
            return store.append(name, journal.dealt(Deal("no-tricks", note=note), time(seen)), seen).seen
        except Refused as fault:
            code = fault.findings[0].code
            if code not in ("S701", "S718"):
                raise
            told[code] += 1
            clock.sleep(chance.random() * 0.02 * min(tries, 20))  # a table that is refused waits a moment
            seen = store.load(name).seen
    raise AssertionError("never reached")


def table(url: str, shared: str, who: str, deals: str) -> None:
    """One table's evening; prints each deal once it is acknowledged."""
    told: Counter[str] = Counter()
    with open_store(f"{url}&application_name=table-{who}" if "://" in url else url, 60) as store:
        ready()
        own = store.begin(replace(evening(), id=f"table-{who}"), variant_files.variant("lithuanian"), time(0))
        seen = 1
        for number in range(1, int(deals) + 1):
            seen = record(store, own, f"{who} {number}", seen, told)
            print("deal", own, seen, who, number, flush=True)
            if number % SHARED_EVERY == 0:
                at = record(store, shared, f"{who} {number}", store.load(shared).seen, told)
                print("deal", shared, at, who, number, flush=True)
    for code, times in told.items():
        print("told", code, times, flush=True)


def reader(url: str, shared: str) -> None:
    """Reads without ever waiting, until its own input ends: lists games, replays the shared one, and adds nothing."""
    reads, waits, strange = 0, 0, 0
    with open_store(url) as store:
        patience = "SELECT set_config('lock_timeout', '1ms', false)" if "://" in url else "PRAGMA busy_timeout=0"
        store.database.rows(patience)
        ready(wait=False)
        reading = Stopped(sys.stdin)
        while not reading.stopped:
            try:
                known = {row.name: row.deals for row in store.games()}
                kept = store.load(shared)
            except Refused as fault:
                waits += fault.findings[0].code == "S718"
                strange += fault.findings[0].code != "S718"
                continue
            strange += len(kept.game.deals) < known[shared] or len(kept.game.deals) != kept.seen - 1
            reads += 1
    print("reads", reads, waits, strange, flush=True)


class Stopped:
    """True once nothing more comes from a file, without waiting for it."""

    def __init__(self, file: IO[str]) -> None:
        import threading

        self.stopped = False

        def listen() -> None:
            file.read()
            self.stopped = True

        threading.Thread(target=listen, daemon=True).start()


def ready(wait: bool = True) -> None:
    """All begin at the same moment: when a line comes in."""
    print("ready", flush=True)
    if wait:
        sys.stdin.readline()


# The evening


def start(role: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.soak_tables", role, *words]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def play(url: str, tables: int, deals: int) -> Counted:
    """So many tables record so many deals each; afterwards the library is compared with what was acknowledged."""
    with open_store(url) as store:
        shared = store.begin(replace(evening(), id="shared"), variant_files.variant("lithuanian"), time(0))
        seated = [start("table", url, shared, str(number), str(deals)) for number in range(tables)]
        looking = [start("reader", url, shared) for _ in range(READERS)]
        for program in (*seated, *looking):
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
        began = clock.monotonic()
        heard = said(seated)
        seconds = clock.monotonic() - began
        reads = [line.split()[1:] for text in said(looking) for line in text.splitlines()]
        return compared(store, "".join(heard), [[int(word) for word in row] for row in reads], seconds)


def said(programs: list[subprocess.Popen[str]]) -> list[str]:
    """All that the programs print, once each has heard that it may begin, or end."""
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    heard = [program.communicate()[0] for program in programs]
    assert [program.returncode for program in programs] == [0] * len(programs)
    return heard


def compared(store: Store, heard: str, reads: list[list[int]], seconds: float) -> Counted:
    lines = [line.split() for line in heard.splitlines()]
    acknowledged = {(game, int(seq)): f"{who} {number}" for _, game, seq, who, number in deals_of(lines)}
    there = Counter[tuple[str, str]]()
    at: dict[tuple[str, int], str] = {}
    for row in store.games():
        for number, deal in enumerate(store.load(row.name).game.deals):
            there[row.name, deal.note] += 1
            at[row.name, number + 2] = deal.note
    told = Counter[str]()
    for line in lines:
        if line[0] == "told":
            told[line[1]] += int(line[2])
    return Counted(
        acknowledged=len(deals_of(lines)),
        there=sum(there.values()),
        lost=sum(at.get(place) != note for place, note in acknowledged.items()),
        doubled=sum(times - 1 for times in there.values()),
        strange=len(at.keys() - acknowledged.keys()) + sum(row[2] for row in reads),
        told=dict(told),
        reads=sum(row[0] for row in reads),
        waits=sum(row[1] for row in reads),
        faults=tuple(found.code for found in verify(store)),
        seconds=seconds,
    )


def deals_of(lines: list[list[str]]) -> list[list[str]]:
    return [line for line in lines if line[0] == "deal"]


@contextmanager
def places() -> Iterator[dict[str, str]]:
    """An empty library of each kind; the server waits for its disk, as a club's does."""
    safe = {"fsync": "on", "full_page_writes": "on"}
    with tempfile.TemporaryDirectory() as folder, server(safe) as started:
        yield {"file": str(Path(folder) / "games.db"), "server": started.schema()}


def main(tables: int, deals: int) -> int:
    """Plays the evening in both kinds of library; the exit status."""
    good = True
    with places() as found:
        for kind, url in found.items():
            one = play(url, tables, deals)
            good &= one.good
            print(f"{kind}: {tables} tables × {deals} deals at once, with those of the game that all share:")
            print(f"  {one.acknowledged} acknowledged, {one.there} there in {one.seconds:.1f} s")
            print(f"  {one.lost} lost, {one.doubled} doubled, {one.strange} that nobody wrote")
            print(f"  told to look again: {one.told or 'never'}; faults: {', '.join(one.faults) or 'none'}")
            print(f"  {one.reads} times read meanwhile, {one.waits} times not at once", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    words = sys.argv[1:]
    roles: dict[str, Callable[..., None]] = {"table": table, "reader": reader}
    if words and words[0] in roles:
        roles[words[0]](*words[1:])
        sys.exit(0)
    numbers = [int(word) for word in words]
    sys.exit(main(numbers[0] if numbers else 40, numbers[1] if len(numbers) > 1 else 50))

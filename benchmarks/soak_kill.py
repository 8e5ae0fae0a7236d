"""Kills a program that records, over and over, and counts what is missing afterwards: `python -m benchmarks.soak_kill`.

Usage: python -m benchmarks.soak_kill [KILLS] [SEED]. Each journal mode takes half of the kills; the exit status is 1 if
anything acknowledged was missing, anything else was there, or a store did not verify.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from kingscore.storage import open_store, variant_files
from tests.evenings import evening, time
from tests.recording import Killed, kill_while_recording, refuse_wal

#: After so many deals the next game begins, so that looking at it stays quick.
LONG = 200


def kills(folder: Path, log: str, times: int, chance: random.Random) -> list[Killed]:
    """So many kills of a program that records into a store of its own."""
    path = folder / f"{log}.db"
    out: list[Killed] = []
    name = ""
    for _ in range(times):
        if not name or out[-1].there > LONG:
            with open_store(str(path)) as store:
                name = store.begin(evening(), variant_files.variant("lithuanian"), time(0))
        out.append(kill_while_recording(path, name, chance, log))
    return out


def report(log: str, found: list[Killed]) -> bool:
    """Prints what was counted; True if all is as it must be."""
    missing = sum(max(0, killed.acknowledged - killed.there) for killed in found)
    more = Counter(killed.there - killed.acknowledged for killed in found)
    faults = Counter(fault for killed in found for fault in killed.faults)
    print(f"{log}: {len(found)} kills, {missing} acknowledged changes missing, faults: {dict(faults) or 'none'}")
    print(f"  on disk but not yet acknowledged when killed: one change {more[1]} times, none {more[0]} times")
    return not missing and not faults and set(more) <= {0, 1}


def main(times: int, seed: int) -> int:
    """Runs it in both journal modes; the exit status."""
    chance, good = random.Random(seed), True
    with tempfile.TemporaryDirectory() as folder:
        for log in ("wal", "plain"):
            if log == "plain":
                refuse_wal()
            good &= report(log, kills(Path(folder), log, times // 2, chance))
    return 0 if good else 1


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    sys.exit(main(words[0] if words else 1000, words[1] if len(words) > 1 else 1))

"""How long a command takes beside an empty Python: run by hand, ``python benchmarks/start.py [ROUNDS]``.

Every round runs each command once, in turn and in a new order; what is printed is the median of the ratios to
``python -I -c pass`` of the same round, so that a busy machine troubles all alike. Recording a deal and ``--help`` are
to stay at or below 9, and the 56th deal at or below 1.2 times the first.
"""

from __future__ import annotations

import compileall
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import kingscore

PACKAGE = Path(kingscore.__file__).parent
EMPTY = [sys.executable, "-I", "-c", "pass"]
PROGRAM = [sys.executable, "-m", "kingscore"]
#: A long king: fifty-six deals, so that the last one has the longest journal behind it.
LONG = ("new", "declared", "Ona", "Jonas", "Rasa", "Vytas", "--option", "order=free")
HALF = (
    "no-tricks 2 3 1 2",
    "no-hearts 2 3 1 2",
    "no-jacks 1 1 1 1",
    "no-queens 1 1 1 1",
    "no-king A",
    "no-last-two A B",
)
OTHER = tuple(line.replace("no-", "take-") for line in HALF)
ALL = "all tricks 2 3 1 2, hearts 2 3 1 2, jacks 1 1 1 1, queens 1 1 1 1, king-of-hearts A, last-two A B"


def fifty_six() -> list[str]:
    """The lines of a complete long king."""
    once = [*HALF, f"no-{ALL}", *OTHER, f"take-{ALL}"]
    return [line for line in once for _ in range(4)]


def run(words: list[str], store: Path) -> float:
    """The milliseconds of one process."""
    environment = {**os.environ, "KINGSCORE_DB": str(store)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    taken = (time.perf_counter() - began) * 1000
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr}")
    return taken


def stores(folder: Path) -> tuple[Path, Path]:
    """A store with a game just begun, and one with all its deals but the last."""
    first, last = folder / "first.db", folder / "last.db"
    run([*PROGRAM, *LONG], first)
    shutil.copy(first, last)
    for line in fifty_six()[:-1]:
        run([*PROGRAM, "deal", line], last)
    return first, last


def rounds(count: int, folder: Path) -> dict[str, list[float]]:
    """The milliseconds of each command in each round."""
    first, last = stores(folder)
    taken: dict[str, list[float]] = {"empty": [], "--help": [], "first deal": [], "56th deal": []}
    for number in range(count):
        fresh = {"first deal": folder / f"f{number}.db", "56th deal": folder / f"l{number}.db"}
        shutil.copy(first, fresh["first deal"])
        shutil.copy(last, fresh["56th deal"])
        words = {
            "empty": EMPTY,
            "--help": [*PROGRAM, "--help"],
            "first deal": [*PROGRAM, "deal", fifty_six()[0]],
            "56th deal": [*PROGRAM, "deal", fifty_six()[-1]],
        }
        for name in random.sample(list(words), len(words)):
            taken[name].append(run(words[name], fresh.get(name, first)))
    return taken


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    compileall.compile_dir(PACKAGE, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        taken = rounds(count, Path(folder))
    print(f"{count} rounds   fastest ms   median ratio to an empty Python")
    for name, times in taken.items():
        ratios = [own / empty for own, empty in zip(times, taken["empty"], strict=True)]
        print(f"{name:<12} {min(times):10.1f} {statistics.median(ratios):12.2f}")
    growth = [last / first for last, first in zip(taken["56th deal"], taken["first deal"], strict=True)]
    print(f"56th deal beside the first: {statistics.median(growth):.2f}")


if __name__ == "__main__":
    main()

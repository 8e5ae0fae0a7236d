"""How a library that grows for years answers: ``python -m benchmarks.scale [GAMES…]``, from the checkout.

Makes a library for each number of games (1,000 and 10,000 unless said; 40 deals a game on average, sixty players of
whom some play often and most seldom, ten years of evenings), then runs each command as a process of its own, in turn.
Printed are the shortest of three times in seconds and the least of the processor’s seconds, which other programs on
the machine hardly change. Recording is timed in the same library and in one that holds nothing else: both are to be
alike. With ``--keep FOLDER`` the libraries stay there and are used again.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.generate import VARIANTS
from kingscore import library
from kingscore.frozen import replace
from kingscore.game import Game
from kingscore.store import Store, open_store
from tests.generator import legal_game

ROOT = Path(__file__).parents[1]
PEOPLE = tuple(f"Player {number:02}" for number in range(1, 61))
#: So many different games are played with cards; the others are the same with other people on other days.
POOL = 200
FIRST_DAY = date(2016, 1, 1)
DAYS = 3650
ROUNDS = 3
#: What is asked.
QUESTIONS = {
    "stats": ("stats",),
    "stats, one player": ("stats", PEOPLE[0]),
    "stats, one variant": ("stats", "--variant", "minsk"),
    "stats --rating": ("stats", "--rating"),
    "games --player": ("games", "--player", PEOPLE[0]),
    "settle --since, a year": ("settle", "--since", "2024-12-28"),
    "settle --since, all": ("settle", "--since", "2016-01-01"),
}


def pool(random: Random) -> list[Game]:
    """Whole games, legally played, of the variants of the generator in turn."""
    return [legal_game(library.variant(VARIANTS[n % len(VARIANTS)]).rules(), random) for n in range(POOL)]


def fill(store: Store, games: int, seed: int = 1) -> int:
    """Takes so many games in; gives the number of their deals."""
    random = Random(seed)
    made, deals = pool(random), 0
    weights = [1 / (place + 3) for place in range(len(PEOPLE))]
    for number in range(games):
        game = made[number % POOL]
        day = FIRST_DAY + timedelta(days=number * DAYS // games)
        people = _table(random, weights, game.rules.table)
        game = replace(game, players=people, date=day.isoformat(), id="")
        store.take_in(game, library.variant(game.rules.variant), f"{day}T20:00:00Z")
        deals += len(game.deals)
    return deals


def _table(random: Random, weights: Sequence[float], seats: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    while len(found) < seats:
        found.setdefault(random.choices(PEOPLE, weights)[0])
    return tuple(found)


def made(path: Path, games: int) -> str:
    """A library in a file, made where it is missing; what it holds, in words."""
    if path.exists():
        return f"{games} games in {path}, {path.stat().st_size // 2**20} MB"
    began = time.perf_counter()
    with open_store(str(path)) as store:
        connection = getattr(store.database, "connection", None)
        if connection is not None:
            connection.execute("PRAGMA synchronous=OFF")  # for making only: nothing here is worth waiting for a disk
        deals = fill(store, games)
    took = time.perf_counter() - began
    return f"{games} games with {deals} deals in {took:.0f} s, {path.stat().st_size // 2**20} MB"


class Took(NamedTuple):
    """Seconds on the clock and of the processor."""

    clock: float
    processor: float


def least(times: Iterable[Took]) -> Took:
    """The shortest of each."""
    clocks, processors = zip(*times, strict=True)
    return Took(min(clocks), min(processors))


def processor() -> float:
    """The processor's seconds of all commands so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(words: Sequence[str], path: Path) -> Took:
    """What one command took. RuntimeError where it does not go well."""
    environment = {**os.environ, "KINGSCORE_DB": str(path), "KINGSCORE_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    used, began = processor(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "kingscore", *words], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    took = Took(time.perf_counter() - began, processor() - used)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.decode()}")
    return took


def recording(path: Path) -> Took:
    """What it takes to record one deal in a game that was just begun, the shortest of four."""
    run(("new", "lithuanian", *PEOPLE[:4], "--option", "order=free", "--date", "2026-11-29"), path)
    return least(run(("deal", line), path) for line in ("trumps 2 2 2 2",) * 4)


def measured(path: Path, empty: Path) -> dict[str, Took]:
    """Every question's shortest time, and recording here and in a library that holds nothing else."""
    found = {name: least(run(words, path) for _ in range(ROUNDS)) for name, words in QUESTIONS.items()}
    found["deal"] = recording(path)
    found["deal, empty library"] = recording(empty)
    return found


def main(words: Sequence[str]) -> None:
    keep = Path(words[words.index("--keep") + 1]) if "--keep" in words else None
    numbers = [int(word) for word in words if word.isascii() and word.isdigit()] or [1_000, 10_000]
    folder = keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    for games in numbers:
        path = folder / f"games-{games}.db"
        print(made(path, games), flush=True)
        results.append(measured(path, folder / f"empty-{games}-{os.getpid()}.db"))
    print(f"\n{'seconds, of the processor':28}" + "".join(f"{games:>16}" for games in numbers))
    for name in results[0]:
        told = (f"{result[name].clock:.2f} {result[name].processor:6.2f}" for result in results)
        print(f"{name:28}" + "".join(f"{one:>16}" for one in told))
    if keep is None:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1:])

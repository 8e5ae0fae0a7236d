"""How a library that grows for years answers: ``python -m benchmarks.scale [GAMES…]``, from the checkout.

Makes a library for each number of games (1,000 and 10,000 unless said; 40 deals a game on average, sixty players of
whom some play often and most seldom, ten years of evenings), then runs each command as a process of its own, in turn.
Printed are the shortest of three times in seconds, the least of the processor’s seconds, which other programs on the
machine hardly change, and the most memory in MiB; behind each number of games but the first, how many times as long the
processor took as for the one before. Nothing is to grow faster than the games do. Recording is timed in the same
library and in one that holds nothing else: both are to be alike.

Games are taken in whole; with ``--as-played`` every deal is recorded as an event of its own, as at a table. With
``--keep FOLDER`` the libraries stay there and are used again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.generate import VARIANTS
from kingscore import journal
from kingscore.model.game import Game
from kingscore.storage import Store, open_store, variant_files
from tests.generator import legal_game

ROOT = Path(__file__).parents[1]
PEOPLE = tuple(f"Player {number:02}" for number in range(1, 61))
#: So many different games are played with cards; the others are the same with other people on other days.
POOL = 200
FIRST_DAY = date(2016, 1, 1)
DAYS = 3650
ROUNDS = 3
#: Runs a command and writes behind its errors: seconds on the clock, of the processor, the most memory in KiB, status.
STARTER = """
import os, sys, time
began = time.perf_counter()
number = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(number, 0)
took = time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status)
print(*took, file=sys.stderr)
"""
#: What is asked.
QUESTIONS = {
    "stats": ("stats",),
    "stats, one player": ("stats", PEOPLE[0]),
    "stats, one variant": ("stats", "--variant", "minsk"),
    "stats --rating": ("stats", "--rating"),
    "games": ("games",),
    "games list --player": ("games", "--player", PEOPLE[0]),
    "settle --since, a year": ("settle", "--since", "2024-12-28"),
    "settle --since, all": ("settle", "--since", "2016-01-01"),
}


def pool(random: Random) -> list[Game]:
    """Whole games, legally played, of the variants of the generator in turn."""
    return [legal_game(variant_files.variant(VARIANTS[n % len(VARIANTS)]).rules(), random) for n in range(POOL)]


def fill(store: Store, games: int, as_played: bool = False, seed: int = 1) -> int:
    """Takes so many games in, or records them deal by deal; gives the number of their deals."""
    random = Random(seed)
    made, deals = pool(random), 0
    weights = [1 / (place + 3) for place in range(len(PEOPLE))]
    for number in range(games):
        game = made[number % POOL]
        day = FIRST_DAY + timedelta(days=number * DAYS // games)
        people = _table(random, weights, game.rules.table)
        game = replace(game, players=people, date=day.isoformat(), id="")
        if as_played:
            record(store, game)
        else:
            store.take_in(game, variant_files.variant(game.rules.variant), f"{day}T20:00:00Z")
        deals += len(game.deals)
    return deals


def record(store: Store, game: Game) -> None:
    """A game as at a table: it is begun, and every deal is an event, two minutes apart."""
    begun = datetime.fromisoformat(f"{game.date}T18:00:00")
    name = store.begin(
        replace(game, deals=(), finished=""), variant_files.variant(game.rules.variant), f"{game.date}T18:00:00Z"
    )
    for seen, deal in enumerate(game.deals, 1):
        store.append(name, journal.dealt(deal, f"{(begun + timedelta(minutes=2 * seen)).isoformat()}Z"), seen)


def _table(random: Random, weights: Sequence[float], seats: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    while len(found) < seats:
        found.setdefault(random.choices(PEOPLE, weights)[0])
    return tuple(found)


def made(path: Path, games: int, as_played: bool) -> str:
    """A library in a file, made where it is missing; what it holds, in words."""
    if path.exists():
        return f"{games} games in {path}, {path.stat().st_size // 2**20} MiB"
    began = time.perf_counter()
    with open_store(str(path)) as store:
        connection = getattr(store.database, "connection", None)
        if connection is not None:
            connection.execute("PRAGMA synchronous=OFF")  # for making only: nothing here is worth waiting for a disk
        deals = fill(store, games, as_played)
    took = time.perf_counter() - began
    return f"{games} games with {deals} deals in {took:.0f} s, {path.stat().st_size // 2**20} MiB"


class Took(NamedTuple):
    """Seconds on the clock and of the processor, and the most memory in MiB."""

    clock: float
    processor: float
    memory: float


def least(times: Iterable[Took]) -> Took:
    """The shortest of each, and the most memory."""
    clocks, processors, memory = zip(*times, strict=True)
    return Took(min(clocks), min(processors), max(memory))


def run(words: Sequence[str], path: Path) -> Took:
    """What one command took. RuntimeError where it does not go well."""
    environment = {**os.environ, "KINGSCORE_DB": str(path), "KINGSCORE_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # A process begins with as much memory as the one that starts it had, so a small one starts and measures it.
    command = [sys.executable, "-I", "-S", "-c", STARTER, sys.executable, "-m", "kingscore", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    *said, figures = done.stderr.decode().splitlines()
    clock, processor, memory, status = figures.split()
    if status != "0":
        raise RuntimeError("\n".join((" ".join(words), *said)))
    return Took(float(clock), float(processor), int(memory) / 1024)


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


def printed(numbers: Sequence[int], results: Sequence[dict[str, Took]]) -> None:
    """The table: a line for each question, for each number of games the figures and how they grew."""
    heads = [f"{numbers[0]:>20,}", *(f"{games:>20,}{f'x {games / less:g}':>8}" for less, games in pairwise(numbers))]
    print(f"\n{'seconds, processor, MiB':26}" + "".join(heads))
    for name in results[0]:
        line = [_told(results[0][name])]
        for less, more in pairwise(result[name] for result in results):
            line.append(_told(more) + f"{f'x {more.processor / less.processor:.1f}':>8}")
        print(f"{name:26}" + "".join(line))


def _told(took: Took) -> str:
    return f"{took.clock:>8.2f}{took.processor:>6.2f}{took.memory:>6.0f}"


def main(words: Sequence[str]) -> None:
    keep = Path(words[words.index("--keep") + 1]) if "--keep" in words else None
    as_played = "--as-played" in words
    numbers = sorted(int(word) for word in words if word.isascii() and word.isdigit()) or [1_000, 10_000]
    folder = keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    results = []
    for games in numbers:
        path = folder / f"games-{games}{'-as-played' * as_played}.db"
        print(made(path, games, as_played), flush=True)
        results.append(measured(path, folder / f"empty-{games}-{os.getpid()}.db"))
    printed(numbers, results)
    if keep is None:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1:])

"""How fast a lot of games is checked, beside ``bean-check`` on as many transactions.

From the checkout: ``python -m benchmarks.bulk_check [GAMES] [ROUNDS]``. 10,000 games have 400,000 deals. They are made
in a folder of their own (see ``generate``), with a ledger that has a balanced transaction for every deal, of as many
postings as the deal has players. Then, in one run and in turn, ``kingscore check --jsonl FOLDER`` checks the games on
all cores and on one, and ``bean-check --no-cache`` (Debian's ``beancount``) the ledger. All times are those of whole
processes, start included; the fastest round counts.

Printed, a row a program: deals, seconds, deals a second, microseconds a deal by the clock and of CPU, peak memory of
the largest process. The exit status is 1 if kingscore took longer for a deal than bean-check for a transaction, by the
clock on all cores, or if it did not find just the files that were broken on purpose.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.generate import Made, made, names
from kingscore.app.parallel import cores, each

PROGRAM = [sys.executable, "-m", "kingscore", "check", "--jsonl"]
SEED = 1


@dataclass(frozen=True)
class Run:
    """One run of a program: seconds by the clock and of CPU, peak memory in MiB, its exit status."""

    seconds: float
    cpu: float
    memory: float
    status: int


def run(words: Sequence[str], only: set[int] | None = None, out: Path = Path(os.devnull)) -> Run:
    """Runs a program to its end, on some cores only where they are named."""
    began = time.perf_counter()
    pid = os.fork()
    if not pid:
        if only is not None:
            os.sched_setaffinity(0, only)
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.execvp(words[0], list(words))
    _, status, used = os.wait4(pid, 0)
    seconds = time.perf_counter() - began
    return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))


def make(folder: Path, ledger: Path, games: int) -> tuple[int, int]:
    """The games and the ledger; gives how many deals there are, and how many files are broken."""
    deals = broken = 0
    with ledger.open("w") as file:
        for player in range(4):
            file.write(f"1990-01-01 open Assets:Player{player}\n")
        for part in each(names(games), partial(made, folder, SEED)):
            deals += sum(one.deals for one in part)
            broken += sum(one.broken for one in part)
            file.writelines(map(transactions, part))
    return deals, broken


def transactions(game: Made) -> str:
    """A balanced transaction for each deal: a posting a player, the last one makes up for the others."""
    out = []
    for number, points in enumerate(game.points, 1):
        balanced = (*points[:-1], -sum(points[:-1]))
        postings = (f"  Assets:Player{player}  {value} POINT\n" for player, value in enumerate(balanced))
        out.append(f'\n2026-11-29 * "deal {number}"\n{"".join(postings)}')
    return "".join(out)


def found_wrong(out: Path) -> int:
    with out.open(encoding="utf-8") as lines:
        return sum('"ok": false' in line for line in lines)


def shown(name: str, deals: int, best: Run) -> str:
    per_deal, cpu = (1e6 * value / deals for value in (best.seconds, best.cpu))
    return (
        f"{name:30}{deals:9,}{best.seconds:9.2f}{deals / best.seconds:12,.0f}{per_deal:12.1f}{cpu:9.1f}"
        f"{best.memory:10.0f}"
    )


def main(games: int, rounds: int) -> int:
    with tempfile.TemporaryDirectory() as place:
        folder, ledger, out = Path(place, "games"), Path(place, "ledger.beancount"), Path(place, "out")
        folder.mkdir()
        deals, broken = make(folder, ledger, games)
        here = min(os.sched_getaffinity(0))
        programs: dict[str, tuple[list[str], set[int] | None, Path]] = {}
        programs[f"kingscore, cores: {cores()}"] = ([*PROGRAM, str(folder)], None, out)
        programs["kingscore, cores: 1"] = ([*PROGRAM, str(folder)], {here}, Path(os.devnull))
        if shutil.which("bean-check"):
            programs["bean-check"] = (["bean-check", "--no-cache", str(ledger)], None, Path(os.devnull))
        else:
            print("bean-check is not installed (Debian: apt-get install beancount)", file=sys.stderr)
        times = [{name: run(*how) for name, how in programs.items()} for _ in range(rounds)]
        best = {name: min((one[name] for one in times), key=lambda one: one.seconds) for name in programs}
        wrong = found_wrong(out)
    print(f"{'':30}{'deals':>9}{'s':>9}{'deals/s':>12}{'us/deal':>12}{'cpu us':>9}{'peak MiB':>10}")
    print("\n".join(shown(name, deals, one) for name, one in best.items()))
    print(f"broken files: {broken}, found: {wrong}")
    all_cores = next(iter(best.values()))
    return int(wrong != broken or all_cores.seconds > best.get("bean-check", all_cores).seconds)


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    sys.exit(main(words[0] if words else 10_000, words[1] if len(words) > 1 else 1))

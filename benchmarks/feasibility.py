"""How long exact feasibility takes: each combined deal from counts and from points alone, warm and from a cold start.

Run it from the checkout: ``python benchmarks/feasibility.py [rounds]``. Times are milliseconds of CPU, so that a busy
machine does not matter. "cold" is a question asked when nothing is remembered, as in a fresh process, "worst" the
slowest of those. The points are random splits of the total on the contract's unit, many of them near the edges; the
counts are such as give them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parent.parent))

from kingscore.checks import feasibility
from kingscore.checks.feasibility import counts_possible, lots, points_possible, possible_counts
from kingscore.model.game import Deal, Row
from kingscore.model.rules import Contract, Rules
from kingscore.storage import variant_files

ROOMS = (feasibility, lots)


@dataclass(frozen=True)
class Line:
    """Times of one contract: what each question took, in seconds, and how many points were possible."""

    name: str
    counts: list[float]
    warm: list[float]
    cold: list[float]
    possible: int


def forget() -> None:
    """Empties whatever the modules remember, as in a fresh process."""
    for room in ROOMS:
        for remembered in caches(room):
            remembered()


def caches(room: ModuleType) -> Iterator[Callable[[], None]]:
    for value in vars(room).values():
        clear = getattr(value, "cache_clear", None)
        if clear is not None and getattr(value, "__module__", "") == room.__name__:
            yield clear


def timed(question: Callable[[], object]) -> float:
    start = process_time()
    question()
    return process_time() - start


def split(rules: Rules, contract: Contract, random: Random) -> Row:
    """The total (or, with a stock, some total) split at random, on the contract's unit."""
    unit = gcd(*(item.value for item in contract.items))
    whole = abs(contract.base_total) // unit
    if contract.loose:
        whole = random.randint(whole // 2, whole + 2)
    cuts = sorted(random.choice((random.randint(0, whole), whole // 2, 1, whole)) for _ in range(rules.playing - 1))
    sign = -1 if contract.penalty else 1
    return tuple(sign * unit * (right - left) for left, right in zip([0, *cuts], [*cuts, whole], strict=True))


def measured(rules: Rules, contract: Contract, rounds: int, random: Random) -> Line:
    seats, deal = tuple(range(rules.table)), Deal(contract.id)
    rows = [split(rules, contract, random) for _ in range(rounds)]
    cold = []
    for row in rows:
        forget()
        cold.append(timed(lambda row=row: points_possible(rules, contract, row, seats, deal)))  # type: ignore[misc]
    warm = [timed(lambda row=row: points_possible(rules, contract, row, seats, deal)) for row in rows]  # type: ignore[misc]
    known = [counts for row in rows[:40] for counts in possible_counts(rules, contract, row, seats, deal, 3)]
    counted = [
        timed(lambda counts=counts: counts_possible(rules, contract, counts, seats, deal))  # type: ignore[misc]
        for counts in known
    ]
    possible = sum(points_possible(rules, contract, row, seats, deal) for row in rows)
    return Line(f"{rules.variant} {rules.table} {contract.id}", counted, warm, cold, possible)


def combined() -> Iterator[tuple[Rules, Contract]]:
    """Every contract of several items, of every variant for each number of players."""
    for variant in map(variant_files.variant, variant_files.variant_ids()):
        for table in variant.tables:
            rules = variant.rules(table)
            yield from ((rules, contract) for contract in rules.contracts if len(contract.items) > 1)


def shown(line: Line, rounds: int) -> str:
    ms = [1000 * sum(times) / max(1, len(times)) for times in (line.counts, line.warm, line.cold)]
    worst = 1000 * max(line.cold)
    return f"{line.name:34}{ms[0]:9.3f}{ms[1]:9.3f}{ms[2]:9.3f}{worst:9.2f}{line.possible:6d}/{rounds}"


def main(rounds: int) -> None:
    random = Random(1)
    for rules, contract in combined():
        measured(rules, contract, 1, random)
    print(f"{'combined deal, ms':34}{'counts':>9}{'points':>9}{'cold':>9}{'worst':>9}{'possible':>10}")
    worst = 0.0
    for rules, contract in combined():
        line = measured(rules, contract, rounds, random)
        worst = max(worst, *line.cold)
        print(shown(line, rounds), flush=True)
    print(f"slowest of all: {1000 * worst:.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)

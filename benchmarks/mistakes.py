"""By class of mistake: how many are found, how many are fixed correctly, and whether anything that is true is faulted.

Run it from the checkout: ``python benchmarks/mistakes.py [games] [seed] [class …]``. Legal games of every variant,
table and set of options are kept in every way that people keep them (counts or points, with and without declarers,
unfinished, with written totals, with fouls); each class plants one mistake in each. ``seen`` are records that cannot
be true, by a second opinion that shares no code with the checker; the others are simply other games and must not be
faulted. ``found`` and ``false`` are the checker's word on either kind; ``told`` is the mean number of errors reported
for one mistake. ``first``, ``third`` and ``any`` count how often the true game comes back by the first repair, one of
the first three, any repair; ``few`` how many slips of one entry have fewer than four repairs that change one entry,
``lost`` how many of those do not have the truth among the first three.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.mistakes import PLANTERS
from tests.trials import clean, games, trial

COLUMNS = ("planted", "seen", "found", "false", "told", "first", "third", "any", "few", "lost")


def main(words: Sequence[str]) -> int:
    """The table; the exit status tells whether anything was missed or faulted without reason."""
    count = int(words[0]) if words else 300
    seed = int(words[1]) if len(words) > 1 else 1
    classes = words[2:] or tuple(PLANTERS)
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    begun = process_time()
    for game, random in games(count, seed):
        rows["clean"].update(clean(game))
        for kind in classes:
            rows[kind].update(trial(kind, game, random))
    print(f"{'':22}" + "".join(f"{name:>8}" for name in COLUMNS))
    for kind, row in rows.items():
        told = f"{row['told'] / row['found']:.2f}" if row["found"] else "-"
        cells = [told if name == "told" else str(row[name]) for name in COLUMNS]
        print(f"{kind:22}" + "".join(f"{cell:>8}" for cell in cells))
    total = Counter[str]()
    for row in rows.values():
        total.update(row)
    missed = total["seen"] - total["found"]
    print(f"\n{count} games, seed {seed}: {missed} missed, {total['false']} faulted without reason, "
          f"{total['lost']} not fixed, {process_time() - begun:.0f} s of CPU")  # fmt: skip
    return int(bool(missed or total["false"] or total["lost"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Checks, scores and settles game files by the public interface: ``python examples/standings.py FILE…``"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import kingscore
from kingscore.model.findings import Refused


def lines(files: list[str]) -> Iterator[str]:
    """A line a file and a line a transfer, then everybody's points over all sound games."""
    sums: Counter[str] = Counter()
    for file in files:
        try:
            game = kingscore.read_game(file)
        except Refused as refused:
            yield f"{file}: not a game ({', '.join(item.code for item in refused.findings)})"
            continue
        report = kingscore.check_game(game)
        if not report.ok or report.totals is None:
            errors = [item.code for item in report.findings if item.severity == "error"]
            yield f"{file}: {len(errors)} errors ({', '.join(errors)})"
            continue
        totals = dict(zip(game.players, report.totals, strict=True))
        sums.update(totals)
        yield f"{file}: " + ", ".join(f"{player} {points:+}" for player, points in totals.items())
        for transfer in kingscore.settle(game).document()["transfers"]:
            yield f"  {transfer['from']} pays {transfer['to']} {transfer['amount']} {transfer['currency'] or 'points'}"
    yield "Together: " + ", ".join(f"{player} {points:+}" for player, points in sums.most_common())


if __name__ == "__main__":
    print("\n".join(lines(sys.argv[1:])))

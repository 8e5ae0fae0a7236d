"""What one game came to, deal by deal and seat by seat, and its text: from it all figures are made. It sums nothing up.

A tally says nothing that the game does not: it can be made anew from the journal at any time.
"""

from __future__ import annotations

import json
from typing import Any

from kingscore.model.frozen import dataclass
from kingscore.model.game import Game, playing
from kingscore.model.json_values import canonical
from kingscore.scoring.score import ScoreTable, score


@dataclass(frozen=True, slots=True)
class Tally:
    """``contracts`` are the ids of the deals in order; ``points`` a row a seat with the points of each deal.

    None stands there for a seat that sat out, and on every seat of a deal that gives no points. ``premiums`` are those
    contracts that are written as premiums. ``totals`` and ``places`` are None as soon as one deal gives no points.
    ``agreed`` deals were recorded although something is wrong with them.
    """

    contracts: tuple[str, ...]
    points: tuple[tuple[int | None, ...], ...]
    premiums: tuple[str, ...] = ()
    totals: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    agreed: int = 0


def tally_of(game: Game, table: ScoreTable | None = None) -> Tally:
    """The tally of a game as it stands; ``table`` is its score table where that is known already."""
    table = table or score(game)
    seats = range(game.rules.table)
    some_sit_out = game.rules.playing < game.rules.table
    rows: list[list[int | None]] = []
    for line in table.lines:
        row: list[int | None] = [None] * len(seats) if line.points is None else list(line.points)
        if some_sit_out:
            there = playing(game, line.number)
            row = [points if seat in there else None for seat, points in zip(seats, row, strict=True)]
        rows.append(row)
    ids = tuple(line.contract for line in table.lines)
    return Tally(
        ids,
        tuple(tuple(row[seat] for row in rows) for seat in seats),
        tuple(dict.fromkeys(one for one in ids if not _is_penalty(game, one))),
        table.totals,
        table.places,
        sum(1 for deal in game.deals if deal.agreed),
    )


def _is_penalty(game: Game, contract_id: str) -> bool:
    contract = game.rules.contract(contract_id)
    return contract is not None and contract.penalty


def write_tally(tally: Tally) -> str:
    """The tally as canonical JSON text: each contract's id once, the deals as numbers of it."""
    ids = tuple(dict.fromkeys(tally.contracts))
    number = {one: at for at, one in enumerate(ids)}
    return canonical(
        {
            "agreed": tally.agreed,
            "contracts": ids,
            "deals": [number[one] for one in tally.contracts],
            "places": tally.places,
            "points": tally.points,
            "premiums": tally.premiums,
            "totals": tally.totals,
        }
    )


def read_tally(text: str) -> Tally:
    """The tally of a text. ValueError, TypeError or LookupError for one that ``write_tally`` has not made."""
    raw = json.loads(text)
    ids: list[str] = raw["contracts"]
    return Tally(
        tuple([ids[number] for number in raw["deals"]]),
        tuple(map(tuple, raw["points"])),
        tuple(raw["premiums"]),
        _row(raw["totals"]),
        _row(raw["places"]),
        raw["agreed"],
    )


def _row(raw: Any) -> tuple[int, ...] | None:
    return None if raw is None else tuple(raw)

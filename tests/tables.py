"""Games for tests: made of the documents under ``tests/cases`` without the reader that is itself under test."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kingscore.model.game import Bid, Deal, Game, Row, Written
from kingscore.model.rules import Rules
from kingscore.storage import variant_files

CASES = Path(__file__).parent / "cases"


def lines(name: str) -> Iterator[dict[str, Any]]:
    """Each case of a file, in its order."""
    with (CASES / f"{name}.jsonl").open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


@cache
def rules(variant: str, players: int, options: tuple[tuple[str, str], ...] = ()) -> Rules:
    return variant_files.variant(variant).rules(players, dict(options))


def game(document: Mapping[str, Any]) -> Game:
    """A game of a document that is well formed."""
    players = tuple(document["players"])
    options = tuple(sorted(document.get("options", {}).items()))
    seat = {name: number for number, name in enumerate(players)}
    written = document.get("written")
    return Game(
        rules=rules(document["variant"], len(players), options),
        players=players,
        dealer=seat[document["dealer"]],
        deals=tuple(deal(one, seat) for one in document["deals"]),
        date=document.get("date", ""),
        finished=document.get("finished", ""),
        written=None if written is None else _written(written),
    )


def deal(raw: Mapping[str, Any], seat: Mapping[str, int]) -> Deal:
    """A deal as it stands in a document."""
    bid = raw.get("bid")
    return Deal(
        contract=raw["contract"],
        declarer=_seat(raw, "declarer", seat),
        form=raw.get("form"),
        trump=raw.get("trump"),
        counts=tuple((item, tuple(row)) for item, row in raw["counts"].items()) if "counts" in raw else None,
        points=_row(raw.get("points")),
        places=_row(raw.get("places")),
        bid=None if bid is None else _bid(bid, seat),
        titles=tuple(raw["titles"]) if "titles" in raw else None,
        foul=_seat(raw, "foul", seat),
        note=raw.get("note", ""),
        agreed=raw.get("agreed", ""),
    )


def _seat(raw: Mapping[str, Any], key: str, seat: Mapping[str, int]) -> int | None:
    return seat[raw[key]] if key in raw else None


def _row(row: list[int | None] | None) -> Row | None:
    return None if row is None else tuple(row)


def _bid(raw: Mapping[str, Any], seat: Mapping[str, int]) -> Bid:
    who = {key: _seat(raw, key, seat) for key in ("seller", "buyer", "bidder")}
    return Bid(**who, tricks=raw.get("tricks"), points=raw.get("points"), suit=raw.get("suit"))


def _written(raw: Mapping[str, Any]) -> Written:
    running = raw.get("running")
    return Written(_row(raw.get("totals")), None if running is None else tuple(tuple(row) for row in running))

"""A row for each game, written with every change, so that finding games never replays them. It can be made anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kingscore.journal import State
from kingscore.model.frozen import dataclass
from kingscore.model.game import Finished, Stake
from kingscore.model.json_values import canonical, stake_from_raw, stake_to_raw
from kingscore.scoring.schedule import is_over
from kingscore.scoring.score import ScoreTable, score
from kingscore.storage.access import Connection


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: ``planned`` deals are None where the end is open, ``ended`` is True when none is to come.

    ``seen`` is the number of the last event, ``begun`` and ``changed`` are the times of the first and the last.
    ``totals`` are the points seat by seat, None where a deal gives none.
    """

    name: str
    id: str
    variant: str
    digest: str
    date: str
    players: tuple[str, ...]
    deals: int
    planned: int | None
    ended: bool
    finished: Finished
    binned: bool
    seen: int
    begun: str
    changed: str
    totals: tuple[int, ...] | None
    stake: Stake | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are meant: all that fit everything said. Dates are ISO texts, both ends included; ``player`` is a
    whole name, any of those by which the person goes; ``names`` are those of the games, all where there are none."""

    player: str = ""
    variant: str = ""
    since: str = ""
    until: str = ""
    binned: bool = False
    names: tuple[str, ...] = ()


COLUMNS = (
    "name",
    "id",
    "variant",
    "digest",
    "date",
    "players",
    "deals",
    "planned",
    "ended",
    "finished",
    "binned",
    "seen",
    "begun",
    "changed",
    "totals",
    "stake",
)
#: Stands for totals that are not known yet: the row was written before there was a place for them.
UNKNOWN = ""
UPSERT = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
    f" ON CONFLICT (name) DO UPDATE SET {', '.join(f'{c} = excluded.{c}' for c in COLUMNS[1:])}"
)


def row_of(name: str, state: State, table: ScoreTable | None = None) -> GameRow:
    """The row that a game's state gives; ``table`` is its score table where that is known already."""
    game = state.game
    table = table or score(game)
    return GameRow(
        name=name,
        id=game.id,
        variant=game.rules.variant,
        digest=state.digest,
        date=game.date,
        players=game.players,
        deals=len(game.deals),
        planned=game.rules.deals,
        ended=is_over(game, table),
        finished=game.finished,
        binned=state.binned,
        seen=state.seen,
        begun=state.log[0].at,
        changed=state.log[-1].at,
        totals=table.totals,
        stake=game.stake,
    )


def to_columns(row: GameRow) -> tuple[Any, ...]:
    """A row's values in the order of the columns, as every database can hold them."""
    values = {column: getattr(row, column) for column in COLUMNS}
    values |= {key: storable(values[key]) for key in ("id", "date")}
    values |= {"players": canonical(row.players), "ended": int(row.ended), "binned": int(row.binned)}
    values |= {"totals": canonical(row.totals), "stake": canonical(stake_to_raw(row.stake))}
    return tuple(values.values())


def from_columns(values: tuple[Any, ...]) -> GameRow:
    """The row that ``to_columns`` made the values of. ValueError or TypeError for values of a damaged file."""
    held = dict(zip(COLUMNS, values, strict=True))
    totals = json.loads(held["totals"] or "null")
    held |= {
        "players": tuple(str(name) for name in json.loads(held["players"])),
        "ended": bool(held["ended"]),
        "binned": bool(held["binned"]),
        "totals": None if totals is None else tuple(int(points) for points in totals),
        "stake": stake_from_raw(json.loads(held["stake"] or "null")),
    }
    return GameRow(**held)


def totals_known(values: Sequence[object]) -> bool:
    """False for the values of a row that was written before totals were kept."""
    return values[COLUMNS.index("totals")] != UNKNOWN


def seats_of(row: GameRow) -> list[tuple[Any, ...]]:
    """The rows by which a player's games are found."""
    return [(row.name, seat, storable(player)) for seat, player in enumerate(row.players)]


def write_row(connection: Connection, row: GameRow, seats: bool = True) -> None:
    """The summary of a game, with the seats where they may have changed."""
    connection.execute(UPSERT, to_columns(row))
    if seats:
        connection.execute("DELETE FROM seats WHERE game = ?", (row.name,))
        connection.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats_of(row))


def storable(text: str) -> str:
    """A text that every database takes: halves of surrogate pairs become question marks."""
    return text.encode(errors="replace").decode()


def question(wanted: Wanted, names: Sequence[str] = ()) -> tuple[str, list[Any]]:
    """The SQL for the games wanted, latest first, and its values. ``names`` are all those of the player wanted."""
    where, values = condition(wanted, names)
    return f"SELECT {', '.join(COLUMNS)} FROM games WHERE {where} ORDER BY date DESC, begun DESC, name", values


def condition(wanted: Wanted, names: Sequence[str] = ()) -> tuple[str, list[Any]]:
    """What has to hold for the games wanted, in SQL, and its values."""
    conditions: list[tuple[str, Any]] = [
        ("binned = ?", int(wanted.binned)),
        ("variant = ?", wanted.variant or None),
        ("date >= ?", wanted.since or None),
        ("date <> '' AND date <= ?", wanted.until or None),
    ]
    said = [(clause, value) for clause, value in conditions if value is not None]
    where, values = " AND ".join(clause for clause, _ in said), [value for _, value in said]
    if wanted.player:
        where += f" AND name IN (SELECT game FROM seats WHERE player IN ({', '.join('?' * len(names)) or 'NULL'}))"
        values += [storable(name) for name in names]
    if wanted.names:
        where += f" AND name IN ({', '.join('?' * len(wanted.names))})"
        values += [storable(name) for name in wanted.names]
    return where, values

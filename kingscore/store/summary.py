"""A row for each game, written with every change, so that finding games never replays them. It can be made anew."""

from __future__ import annotations

import json
import unicodedata
from sqlite3 import Connection
from typing import Any

from kingscore.course import is_over
from kingscore.frozen import dataclass
from kingscore.game import Finished
from kingscore.journal import State
from kingscore.journal.written import canonical


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: ``planned`` deals are None where the end is open, ``ended`` is True when none is to come.

    ``seen`` is the number of the last event, ``begun`` and ``changed`` are the times of the first and the last.
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are meant: all that fit everything said. Dates are ISO texts, both ends included."""

    player: str = ""
    variant: str = ""
    since: str = ""
    until: str = ""
    binned: bool = False


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
)
UPSERT = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
    f" ON CONFLICT (name) DO UPDATE SET {', '.join(f'{c} = excluded.{c}' for c in COLUMNS[1:])}"
)


def row_of(name: str, state: State) -> GameRow:
    """The row that a game's state gives."""
    game = state.game
    return GameRow(
        name=name,
        id=game.id,
        variant=game.rules.variant,
        digest=state.digest,
        date=game.date,
        players=game.players,
        deals=len(game.deals),
        planned=game.rules.deals,
        ended=is_over(game),
        finished=game.finished,
        binned=state.binned,
        seen=state.seen,
        begun=state.log[0].at,
        changed=state.log[-1].at,
    )


def to_columns(row: GameRow) -> tuple[Any, ...]:
    """A row's values in the order of the columns, as every database can hold them."""
    values = {column: getattr(row, column) for column in COLUMNS}
    values |= {key: storable(values[key]) for key in ("id", "date")}
    values |= {"players": canonical(row.players), "ended": int(row.ended), "binned": int(row.binned)}
    return tuple(values.values())


def from_columns(values: tuple[Any, ...]) -> GameRow:
    """The row that ``to_columns`` made the values of. ValueError or TypeError for values of a damaged file."""
    held = dict(zip(COLUMNS, values, strict=True))
    held |= {
        "players": tuple(str(name) for name in json.loads(held["players"])),
        "ended": bool(held["ended"]),
        "binned": bool(held["binned"]),
    }
    return GameRow(**held)


def seats_of(row: GameRow) -> list[tuple[Any, ...]]:
    """The rows by which a player's games are found."""
    return [(row.name, seat, storable(player), folded(player)) for seat, player in enumerate(row.players)]


def write_row(connection: Connection, row: GameRow, seats: bool = True) -> None:
    """The summary of a game, with the seats where they may have changed."""
    connection.execute(UPSERT, to_columns(row))
    if seats:
        connection.execute("DELETE FROM seats WHERE game = ?", (row.name,))
        connection.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", seats_of(row))


def storable(text: str) -> str:
    """A text that every database takes: halves of surrogate pairs become question marks."""
    return text.encode(errors="replace").decode()


def folded(name: str) -> str:
    """A name as it is searched for: without case, accents and invisible marks, in every script."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if unicodedata.category(c) not in ("Mn", "Me", "Cf", "Cs", "Cc"))


def question(wanted: Wanted) -> tuple[str, list[Any]]:
    """The SQL for the games wanted, latest first, and its values."""
    conditions = (
        ("binned = ?", int(wanted.binned)),
        ("variant = ?", wanted.variant or None),
        ("date >= ?", wanted.since or None),
        ("date <> '' AND date <= ?", wanted.until or None),
        ("name IN (SELECT game FROM seats WHERE folded = ?)", folded(wanted.player) if wanted.player else None),
    )
    said = [(condition, value) for condition, value in conditions if value is not None]
    where = " AND ".join(condition for condition, _ in said)
    columns = ", ".join(COLUMNS)
    return f"SELECT {columns} FROM games WHERE {where} ORDER BY date DESC, begun DESC, name", [v for _, v in said]

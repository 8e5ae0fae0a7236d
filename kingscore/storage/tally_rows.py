"""What each game came to, a row beside its summary, written in the same transaction. It can be made anew.

Without it every figure over many games would replay them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingscore.journal import State
from kingscore.model.frozen import dataclass
from kingscore.scoring.score import score
from kingscore.statistics.tally import tally_of, write_tally
from kingscore.storage.access import Connection
from kingscore.storage.summary import GameRow, Wanted, condition, row_of, write_row

UPSERT = "INSERT INTO tallies VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET body = excluded.body"


@dataclass(frozen=True, slots=True)
class Summary:
    """All that is kept of a game beside its journal."""

    row: GameRow
    tally: str


def summed_up(name: str, state: State) -> Summary:
    """What a game's state comes to; best made before a transaction, in which others may have to wait."""
    table = score(state.game)
    return Summary(row_of(name, state, table), write_tally(tally_of(state.game, table)))


def write_summary(connection: Connection, summary: Summary, seats: bool = True) -> None:
    """Writes it down, the seats where they may have changed."""
    write_row(connection, summary.row, seats)
    connection.execute(UPSERT, (summary.row.name, summary.tally))


def write_state(connection: Connection, name: str, state: State) -> None:
    """Sums a game up and writes that down."""
    write_summary(connection, summed_up(name, state))


def tallies_question(wanted: Wanted, names: Sequence[str] = ()) -> tuple[str, list[Any]]:
    """The SQL for the games wanted with what each came to, the earliest first, and its values; as ``question``."""
    where, values = condition(wanted, names)
    sql = (
        "SELECT name, date, variant, players, ended, body FROM games LEFT JOIN tallies ON game = name"
        f" WHERE {where} ORDER BY date, begun, name DESC"
    )
    return sql, values

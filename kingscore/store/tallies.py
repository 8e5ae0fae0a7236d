"""What each game came to, a row beside its summary, written in the same transaction. It can be made anew.

Without it every figure over many games would replay them all.
"""

from __future__ import annotations

from kingscore.journal import State
from kingscore.score import score
from kingscore.stats.tally import tally_of, write_tally
from kingscore.store.access import AnyDatabase, Connection
from kingscore.store.summary import GameRow, row_of, write_row

UPSERT = "INSERT INTO tallies VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET body = excluded.body"


def write_state(connection: Connection, name: str, state: State, seats: bool = True) -> GameRow:
    """All that is kept of a game beside its journal; the seats where they may have changed."""
    table = score(state.game)
    row = row_of(name, state, table)
    write_row(connection, row, seats)
    connection.execute(UPSERT, (name, write_tally(tally_of(state.game, table))))
    return row


def tally_texts(database: AnyDatabase) -> dict[str, str]:
    """Every tally that is kept, as text, by the game's name."""
    return dict(database.rows("SELECT game, body FROM tallies"))

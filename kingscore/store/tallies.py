"""What each game came to, a row beside its summary, written in the same transaction. It can be made anew.

Without it every figure over many games would replay them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.journal import State
from kingscore.score import score
from kingscore.stats.tally import tally_of, write_tally
from kingscore.store.access import AnyDatabase, Connection
from kingscore.store.summary import GameRow, row_of, write_row

#: So many games are asked for by name; of more it is quicker to read all.
FEW = 1000
UPSERT = "INSERT INTO tallies VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET body = excluded.body"


def write_state(connection: Connection, name: str, state: State, seats: bool = True) -> GameRow:
    """All that is kept of a game beside its journal; the seats where they may have changed."""
    table = score(state.game)
    row = row_of(name, state, table)
    write_row(connection, row, seats)
    connection.execute(UPSERT, (name, write_tally(tally_of(state.game, table))))
    return row


def tally_texts(database: AnyDatabase, names: Sequence[str]) -> dict[str, str]:
    """The tallies of these games as text, by the games' names; where many are wanted, all that are kept."""
    if len(names) > FEW:
        return dict(database.rows("SELECT game, body FROM tallies"))
    places = ", ".join("?" * len(names)) or "NULL"
    return dict(database.rows(f"SELECT game, body FROM tallies WHERE game IN ({places})", list(names)))

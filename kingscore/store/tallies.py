"""What each game came to, a row beside its summary, written in the same transaction. It can be made anew.

Without it every figure over many games would replay them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.frozen import dataclass
from kingscore.journal import State
from kingscore.score import score
from kingscore.stats.tally import tally_of, write_tally
from kingscore.store.access import AnyDatabase, Connection
from kingscore.store.summary import GameRow, row_of, write_row

#: So many games are asked for by name; of more it is quicker to read all.
FEW = 1000
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


def tally_texts(database: AnyDatabase, names: Sequence[str]) -> dict[str, str]:
    """The tallies of these games as text, by the games' names; where many are wanted, all that are kept."""
    if len(names) > FEW:
        return dict(database.rows("SELECT game, body FROM tallies"))
    places = ", ".join("?" * len(names)) or "NULL"
    return dict(database.rows(f"SELECT game, body FROM tallies WHERE game IN ({places})", list(names)))

"""The care of a store: copies it, replays all of it and compares, makes the summaries anew. It changes no journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from kingscore.journal import State
from kingscore.model.findings import Finding, Refused, finding
from kingscore.statistics.tally import tally_of, write_tally
from kingscore.storage.access import AnyDatabase, Connection
from kingscore.storage.faults import told
from kingscore.storage.journal_rows import seal
from kingscore.storage.sqlite import Database
from kingscore.storage.summary import COLUMNS, GameRow, row_of, seats_of, to_columns
from kingscore.storage.tally_rows import write_state

#: So many games are made anew in one transaction, during which nobody else writes to them.
AT_ONCE = 100


class Replayed(Protocol):
    """A game replayed from its journal."""

    @property
    def state(self) -> State: ...


class Store(Protocol):
    """What the care of a store asks of it: its file, and each game replayed."""

    database: AnyDatabase

    def load(self, name: str) -> Replayed: ...

    def replay(self, name: str, whole: bool = True) -> Replayed: ...

    def people(self) -> object: ...

    def purse(self) -> object: ...


def backup(store: Store, path: Path, write: Callable[[Path], None], force: bool = False) -> None:
    """Writes a whole copy to a plain file; ``write`` puts it under its name only when it is complete."""
    target, database = path.absolute(), store.database
    with told(target, database.patience):
        # Put in the place of the store itself, a copy would be joined with the side files that are still in use.
        own = isinstance(database, Database) and target.exists() and target.samefile(database.path)
        if target.exists() and (not force or own):
            raise Refused(finding("S723", path=str(target)), status=3)
        write(target)


def verify(store: Store) -> tuple[Finding, ...]:
    """All that is damaged or differs, none if the store is sound."""
    with store.database.standing_still():
        return (*store.database.damage(), *_variants(store), *_games(store), *_books(store))


def _variants(store: Store) -> Iterator[Finding]:
    """Contents, names and rules that were altered."""
    bodies = store.database.rows("SELECT digest, body, seal FROM variants")
    rules = store.database.rows("SELECT digest, players, options, body, seal FROM rules")
    named = store.database.rows("SELECT digest, body, seal FROM names")
    for *kept, sealed in (*bodies, *named, *rules):
        if seal(*kept) != sealed:
            yield finding("S722", digest=kept[0], path=store.database.place)


def _games(store: Store) -> Iterator[Finding]:
    for name in _names(store):
        try:
            state = store.load(name).state
        except Refused as fault:
            yield from fault.findings
        else:
            yield from _differences(store, row_of(name, state))
            yield from _tally_differs(store, name, write_tally(tally_of(state.game)))


def _books(store: Store) -> Iterator[Finding]:
    for read in (store.people, store.purse):
        try:
            read()
        except Refused as fault:
            yield from fault.findings


def _differences(store: Store, row: GameRow) -> Iterator[Finding]:
    """Where the lists say something else than the journal."""
    held = store.database.rows(f"SELECT {', '.join(COLUMNS)} FROM games WHERE name = ?", (row.name,))
    for column, is_there, expected in zip(COLUMNS, held[0] if held else (), to_columns(row), strict=bool(held)):
        if is_there != expected:
            yield finding("S721", game=row.name, key=column, found=str(is_there), expected=str(expected))
    sitting = "SELECT game, seat, player FROM seats WHERE game = ? ORDER BY seat"
    seats = store.database.rows(sitting, (row.name,))
    if seats != seats_of(row):
        yield finding("S721", game=row.name, key="seats", found=str(len(seats)), expected=str(len(row.players)))


def _tally_differs(store: Store, name: str, expected: str) -> Iterator[Finding]:
    held = store.database.rows("SELECT body FROM tallies WHERE game = ?", (name,))
    found = str(held[0][0]) if held else "—"
    if found != expected:
        yield finding("S721", game=name, key="tally", found=_around(found, expected), expected=_around(expected, found))


def _around(text: str, other: str) -> str:
    """A text from where it parts from another, cut to what can be read."""
    same = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    start = max(0, same - 10)
    return text[start : start + 40]


def _names(store: Store) -> tuple[str, ...]:
    return tuple(str(name) for (name,) in store.database.rows("SELECT name FROM games ORDER BY name"))


def rebuild(store: Store) -> tuple[Finding, ...]:
    """Makes every summary anew, so many games a transaction; a game that cannot be replayed keeps its old one.

    Gives what stops a game from being replayed, and where the last events are gone: such a game goes on with the rest.
    """
    faults: list[Finding] = []
    names = _names(store)
    for start in range(0, len(names), AT_ONCE):
        with store.database.writing() as connection:
            for name in names[start : start + AT_ONCE]:
                faults += _rebuilt(store, connection, name)
    return tuple(faults)


def _rebuilt(store: Store, connection: Connection, name: str) -> Iterator[Finding]:
    # Nobody may add an event between the reading of the journal and the writing of what it comes to.
    held = connection.execute(f"SELECT seen FROM games WHERE name = ?{store.database.hold}", (name,)).fetchone()[0]
    try:
        state = store.replay(name, whole=False).state
    except Refused as fault:
        yield from fault.findings
        return
    if isinstance(held, int) and state.seen < held:
        yield finding("S720", "gap", game=name, event=state.seen + 1)
    write_state(connection, name, state)

"""The care of a store: copies it, replays all of it and compares, makes the summaries anew. It changes no journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from kingscore.findings import Finding, Refused, finding
from kingscore.journal import State
from kingscore.library import content_digest
from kingscore.stats.tally import tally_of, write_tally
from kingscore.store.database import Database
from kingscore.store.faults import told
from kingscore.store.summary import COLUMNS, GameRow, row_of, seats_of, to_columns
from kingscore.store.tallies import write_state


class Replayed(Protocol):
    """A game replayed from its journal."""

    @property
    def state(self) -> State: ...


class Store(Protocol):
    """What the care of a store asks of it: its file, and each game replayed."""

    database: Database

    def load(self, name: str) -> Replayed: ...

    def replay(self, name: str, whole: bool = True) -> Replayed: ...

    def people(self) -> object: ...

    def purse(self) -> object: ...


def backup(database: Database, path: Path, force: bool = False) -> None:
    """Writes a whole copy to a plain file, under its name only when it is complete."""
    target = path.absolute()
    with told(target, database.patience):
        # Put in the place of the store itself, a copy would be joined with the side files that are still in use.
        if target.exists() and (not force or target.samefile(database.path)):
            raise Refused(finding("S723", path=str(target)), status=3)
        database.copy_to(target)


def verify(store: Store) -> tuple[Finding, ...]:
    """All that is damaged or differs, none if the store is sound."""
    return (*_file(store), *_variants(store), *_games(store), *_books(store))


def _file(store: Store) -> Iterator[Finding]:
    path = str(store.database.path)
    size, page = store.database.path.stat().st_size, store.database.rows("PRAGMA page_size")[0][0]
    if size % page:
        # What is missing of the last page reads as noughts, which may even pass for an empty page.
        yield finding("S715", path=path, reason=f"{size} = {size // page} × {page} + {size % page}")
    for (reason,) in store.database.rows("PRAGMA integrity_check(5)"):
        if reason != "ok":
            yield finding("S715", path=path, reason=str(reason))
    for table, _, other, _ in store.database.rows("PRAGMA foreign_key_check"):
        yield finding("S715", path=path, reason=f"{table} → {other}")


def _variants(store: Store) -> Iterator[Finding]:
    for digest, body in store.database.rows("SELECT digest, body FROM variants"):
        if content_digest(str(body)) != digest:
            yield finding("S722", digest=digest, path=str(store.database.path))


def _games(store: Store) -> Iterator[Finding]:
    for name, _ in _names(store):
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


def _names(store: Store) -> Iterator[tuple[str, int]]:
    """Every game's name and the number of its last event by its summary; a damaged file may hold anything there."""
    for name, seen in store.database.rows("SELECT name, seen FROM games ORDER BY name"):
        yield str(name), seen if isinstance(seen, int) else 0


def rebuild(store: Store) -> tuple[Finding, ...]:
    """Makes every summary anew in one transaction; a game that cannot be replayed keeps its old one.

    Gives what stops a game from being replayed, and where the last events are gone: such a game goes on with the rest.
    """
    faults: list[Finding] = []
    with store.database.writing() as connection:
        for name, seen in _names(store):
            try:
                state = store.replay(name, whole=False).state
            except Refused as fault:
                faults += fault.findings
                continue
            if state.seen < seen:
                faults.append(finding("S720", "gap", game=name, event=state.seen + 1))
            write_state(connection, name, state)
    return tuple(faults)

"""Copies a whole library into another, between a file and a server either way. It changes nothing in the first.

What may stand in the second is only what the first holds as well: each game and each book there must be the beginning
of the same one here. So a copy that was broken off goes on where it stopped, and nothing of anybody's is written over.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from kingscore.journal import State
from kingscore.model.findings import Finding, Refused, finding, has_errors
from kingscore.model.frozen import dataclass
from kingscore.storage.access import AnyDatabase, Connection
from kingscore.storage.sqlite import Database
from kingscore.storage.tally_rows import write_state
from kingscore.storage.upkeep import Store, verify

JOURNAL = "SELECT game, seq, at, kind, body, seal FROM journal WHERE game = ? ORDER BY seq"
ENTRIES = "SELECT book, seq, at, kind, body, seal FROM entries WHERE book = ? ORDER BY seq"
SEALS = "SELECT game, seq, seal FROM journal ORDER BY game, seq"
#: What all games share, with the columns of each table.
KEPT = (
    ("variants", "digest, body, seal"),
    ("names", "digest, body, seal"),
    ("rules", "digest, players, options, body, seal"),
)
CHOOSE = "INSERT INTO chosen VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET game = excluded.game"
#: How many games a refusal names.
NAMED = 5
#: What says that one game cannot be read, and nothing of the others.
UNREADABLE = ("journal-not-readable", "kept-variant-missing")

#: Told after each game: how many are done, and of how many.
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Copied:
    """How many games went over whole or in part, how many were there already, and all that is not as it should be."""

    games: int
    already: int
    findings: tuple[Finding, ...]


def copy_library(source: Store, target: Store, tell: Tell | None = None) -> Copied:
    """All games, rules, books and choices go over, a transaction a game, and are verified there.

    A game that cannot be read stays behind and is told, with the others gone over. Refused, status 3, with nothing
    written: S746 where the target holds anything else or is the same library.
    """
    here, there = source.database, target.database
    if here.identity == there.identity:
        raise Refused(finding("S746", "same", path=there.place), status=3)
    with here.standing_still():
        names = _names(here)
        _must_be_a_beginning(here, there, names)
        _copy_variants(here, there)
        copied, faults = _copy_games(source, there, names, tell)
        for (book,) in here.rows("SELECT book FROM books ORDER BY book"):
            _copy_book(here, there, book)
        _copy_chosen(here, there)
        found = (*faults, *verify(target), *_differences(here, there, names, faults))
    return Copied(copied, len(names) - copied - len(faults), found)


def copy_to_file(source: Store, path: Path, store: Callable[[AnyDatabase], Store]) -> None:
    """A library on a server as a plain file, under its name only when it is whole. Refused where it is damaged."""
    with (
        tempfile.TemporaryDirectory(dir=path.parent, prefix=".kingscore-") as folder,
        closing(Database(Path(folder) / "games.db")) as database,
    ):
        found = copy_library(source, store(database)).findings
        if has_errors(found):
            raise Refused(*found, status=3)
        database.copy_to(path)


def _names(database: AnyDatabase) -> tuple[str, ...]:
    return tuple(str(name) for (name,) in database.rows("SELECT name FROM games ORDER BY begun, name"))


# What may stand in the target


def _must_be_a_beginning(source: AnyDatabase, target: AnyDatabase, names: tuple[str, ...]) -> None:
    """Nothing of the target would be lost or mixed up."""
    known, there = set(names), _names(target)
    more = (name for name in there if name not in known)
    differs = (name for name in there if not _begins(source, target, JOURNAL, name))
    for how, wrong in (("more", more), ("differs", differs)):
        if games := tuple(wrong):
            raise Refused(finding("S746", how, path=target.place, games=games[:NAMED], n=len(games)), status=3)
    for (book,) in target.rows("SELECT book FROM books"):
        if not _begins(source, target, ENTRIES, book):
            raise Refused(finding("S746", str(book), path=target.place), status=3)


def _begins(source: AnyDatabase, target: AnyDatabase, question: str, name: str) -> bool:
    whole, part = source.rows(question, (name,)), target.rows(question, (name,))
    return whole[: len(part)] == part


# Going over


def _copy_variants(source: AnyDatabase, target: AnyDatabase) -> None:
    for table, columns in KEPT:
        there = set(target.rows(f"SELECT {columns} FROM {table}"))
        missing = [row for row in source.rows(f"SELECT {columns} FROM {table} ORDER BY 1, 2") if row not in there]
        if missing:
            places = ", ".join("?" for _ in columns.split(","))
            with target.writing() as connection:
                connection.executemany(f"INSERT INTO {table} VALUES ({places}) ON CONFLICT DO NOTHING", missing)


def _copy_games(
    source: Store, target: AnyDatabase, names: tuple[str, ...], tell: Tell | None
) -> tuple[int, tuple[Finding, ...]]:
    """How many went over, and why others did not."""
    copied, faults = 0, []
    for number, name in enumerate(names, 1):
        try:
            state = source.replay(name).state
        except Refused as fault:
            if any(not found.is_a(*UNREADABLE) for found in fault.findings):
                raise
            faults.append(fault.findings[0])
        else:
            copied += _copy_game(source.database, target, name, state)
        if tell:
            tell(number, len(names))
    return copied, tuple(faults)


def _copy_game(source: AnyDatabase, target: AnyDatabase, name: str, state: State) -> bool:
    """True if anything of the game was still missing there."""
    here = source.rows(JOURNAL, (name,))
    there = target.rows("SELECT count(*) FROM journal WHERE game = ?", (name,))[0][0]
    if there == len(here):
        return False
    with target.writing() as connection:
        write_state(connection, name, state)
        connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", here[there:])
    return True


def _copy_book(source: AnyDatabase, target: AnyDatabase, book: str) -> None:
    here = source.rows(ENTRIES, (book,))
    there = target.rows("SELECT count(*) FROM entries WHERE book = ?", (book,))[0][0]
    if there == len(here):
        return
    with target.writing() as connection:
        _write_seen(connection, book, len(here))
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", here[there:])


def _write_seen(connection: Connection, book: str, seen: int) -> None:
    held = "INSERT INTO books VALUES (?, ?) ON CONFLICT (book) DO UPDATE SET seen = excluded.seen"
    connection.execute(held, (book, seen))


def _copy_chosen(source: AnyDatabase, target: AnyDatabase) -> None:
    """Everybody's chosen game; what is ours here is ours there, by whatever name each database calls us."""
    whose = {source.who: target.who}
    here = {whose.get(who, who): game for who, game in source.rows("SELECT who, game FROM chosen ORDER BY who")}
    there = set(target.rows("SELECT who, game FROM chosen"))
    missing = [(who, game) for who, game in here.items() if (who, game) not in there]
    held = {name for (name,) in target.rows("SELECT name FROM games")}
    if missing:
        with target.writing() as connection:
            connection.executemany(CHOOSE, [(who, game) for who, game in missing if game in held])


def _differences(
    source: AnyDatabase, target: AnyDatabase, names: tuple[str, ...], told: tuple[Finding, ...]
) -> Iterator[Finding]:
    """Where the copy is not what was to be copied, but for games of which it was told why they stayed behind."""
    behind = {dict(found.values).get("game") for found in told}
    lost = {row[0] for row in set(source.rows(SEALS)) ^ set(target.rows(SEALS))} - behind
    if len(told) < len(names) and lost:
        yield finding("S748", path=target.place, games=tuple(sorted(lost))[:NAMED], n=len(lost))

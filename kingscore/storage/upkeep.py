"""The care of a store: everything replayed and compared, a backup made and brought back, all copied to another library.

Each game and each log in the other library must be the beginning of the same one here. So a copy that was interrupted
goes on where it stopped, and nothing is overwritten.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from kingscore.model.findings import Finding, Refused, finding, has_errors
from kingscore.storage import rows
from kingscore.storage.database import PATIENCE, AnyDatabase, Rows
from kingscore.storage.files import beside, put_in_place
from kingscore.storage.games import CHOOSE, Store, open_store
from kingscore.storage.sqlite import SERVERS, Database, locate, private_file, refusing_faults

JOURNAL = "SELECT game, seq, at, kind, body, seal FROM journal WHERE game = ? ORDER BY seq"
ENTRIES = "SELECT book, seq, at, kind, body, seal FROM entries WHERE book = ? ORDER BY seq"
SEALS = "SELECT game, seq, seal FROM journal ORDER BY game, seq"
#: What all games share: the question for it and the statement that adds what is missing.
SHARED = (
    ("SELECT digest, body, seal FROM variants ORDER BY 1", rows.KEEP_VARIANT),
    (
        "SELECT digest, body, seal FROM names ORDER BY 1",
        "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    ("SELECT digest, players, options, body, seal FROM rules ORDER BY 1, 2, 3", rows.KEEP_RULES),
)
#: How many games a refusal names.
NAMED = 5
#: What says that one game cannot be read, and nothing of the others.
UNREADABLE = ("journal-not-readable", "kept-variant-missing")

#: Called after each game: how many are done, and of how many.
Progress = Callable[[int, int], None]
#: What says that a file cannot be read as a store, so that it is put aside instead of written over.
DAMAGED = ("not-a-database", "store-damaged")


def verify(store: Store) -> tuple[Finding, ...]:
    """Everything replayed and compared: all that is damaged (S715, S720, S722) or differs (S721)."""
    with store.database.standing_still():
        altered = (
            row for question, _ in SHARED for row in store.database.rows(question) if rows.seal(*row[:-1]) != row[-1]
        )
        contents = (finding("S722", digest=row[0], path=store.database.place) for row in altered)
        return (*store.database.damage(), *contents, *_games(store))


def _games(store: Store) -> Iterator[Finding]:
    """Games, people and payments that cannot be replayed, and where the lists differ from a game."""
    for (name,) in store.database.rows("SELECT name FROM games ORDER BY name"):
        try:
            state = store.load(str(name)).state
        except Refused as fault:
            yield from fault.findings
        else:
            yield from _differences(store, rows.summary_of(str(name), state))
    for read in (store.people, store.purse):
        try:
            read()
        except Refused as fault:
            yield from fault.findings


def _differences(store: Store, summary: rows.Summary) -> Iterator[Finding]:
    """Where the lists say something else than the journal."""
    row = summary.row
    held = store.database.rows(f"SELECT {', '.join(rows.COLUMNS)} FROM games WHERE name = ?", (row.name,))
    for column, is_there, expected in zip(
        rows.COLUMNS, held[0] if held else (), rows.to_columns(row), strict=bool(held)
    ):
        if is_there != expected:
            yield finding("S721", game=row.name, key=column, found=str(is_there), expected=str(expected))
    sitting = "SELECT game, seat, player FROM seats WHERE game = ? ORDER BY seat"
    seats = store.database.rows(sitting, (row.name,))
    if seats != rows.seats_of(row):
        yield finding("S721", game=row.name, key="seats", found=str(len(seats)), expected=str(len(row.players)))
    tallies = store.database.rows("SELECT body FROM tallies WHERE game = ?", (row.name,))
    found, expected = str(tallies[0][0]) if tallies else "—", summary.tally
    if found != expected:
        parts = _around(found, expected), _around(expected, found)
        yield finding("S721", game=row.name, key="tally", found=parts[0], expected=parts[1])


def _around(text: str, other: str) -> str:
    """A text from where it parts from another, cut to what can be read."""
    same = next((at for at, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    start = max(0, same - 10)
    return text[start : start + 40]


# A backup


def backup(store: Store, path: Path, force: bool = False) -> None:
    """A whole copy in one plain file, also while others write; it gets its name when it is complete.

    Refused, status 3: S723 for a file that is there, unless forced; all that is damaged in a library on a server.
    """
    target, database = path.absolute(), store.database
    with refusing_faults(target, database.patience):
        # Put in the place of the store itself, a copy would be joined with the side files that are still in use.
        own = isinstance(database, Database) and target.exists() and target.samefile(database.path)
        if target.exists() and (not force or own):
            raise Refused(finding("S723", path=str(target)), status=3)
        if isinstance(database, Database):
            database.copy_to(target)
            return
        with (
            tempfile.TemporaryDirectory(dir=target.parent, prefix=".kingscore-") as folder,
            closing(Database(Path(folder) / "games.db")) as copy,
        ):
            faults = copy_library(store, Store(copy)).findings
            if has_errors(faults):
                raise Refused(*faults, status=3)
            copy.copy_to(target)


def restore_backup(url: str | None, source: Path, patience: float = PATIENCE) -> Path | None:
    """The store at an address holds what a backup holds; gives the file in which the old one is kept, None for none.

    The backup itself is only read. Refused, status 3, with nothing changed: S711 to S715 and S720 to S725 where it is
    no sound store, S716 to S718 where the store cannot be written.
    """
    url = url and url.strip()
    if url and url.lower().startswith(SERVERS):
        raise Refused(finding("S747"), status=3)
    path = Path(os.path.realpath(locate(url)))  # what a link leads to is exchanged, and the link stays
    with refusing_faults(source, patience):
        if not source.is_file():
            raise Refused(finding("S711", "" if source.exists() else "missing", path=str(source)), status=3)
        work = beside(path)
        private_file(work)
        try:
            for side in ("", "-wal"):
                if (there := source.with_name(source.name + side)).exists():
                    shutil.copyfile(there, work.with_name(work.name + side))
            _must_be_sound(work, source)
            return _exchanged(path, work, patience)
        finally:
            for left in work.parent.glob(f"{work.name}*"):
                left.unlink()


def _must_be_sound(work: Path, source: Path) -> None:
    """Opened, brought up to date and verified; the refusal names the backup, not the copy of it."""
    try:
        with open_store(str(work)) as store:
            store.rebuild()
            found = verify(store)
            store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    except Refused as fault:
        found = fault.findings
    if has_errors(found):
        where = {"path": str(source)}
        named = (replace(f, values=tuple((key, where.get(key, value)) for key, value in f.values)) for f in found)
        raise Refused(*named, status=3)


def _exchanged(path: Path, work: Path, patience: float) -> Path | None:
    """A library that can be opened is exchanged within itself, so that those who have it open go on with the new one;
    a damaged one and none at all by a file that is whole and on disk. Whenever it is stopped, one or the other stands
    there."""
    if path.exists():
        try:
            with closing(Database(path, patience)) as database:
                kept = _free(path, "before-restore")
                database.copy_to(kept)
                database.take_over(work)
                return kept
        except Refused as fault:
            if not fault.findings[0].is_a(*DAMAGED):
                raise
    with closing(sqlite3.connect(work)) as whole:  # no change may be left in a side file
        whole.execute("PRAGMA journal_mode=DELETE").fetchone()
    if not path.exists():
        # One that somebody has begun meanwhile is kept like any other.
        return None if put_in_place(work, path, over=False) else _exchanged(path, work, patience)
    kept = _free(path, "damaged")
    try:
        os.link(path, kept)
    except OSError:  # a file system without links
        shutil.copyfile(path, kept)
    for side in ("-wal", "-shm"):  # the changes of one file must not be taken for those of the other
        if (there := path.with_name(path.name + side)).exists():
            os.replace(there, kept.with_name(kept.name + side))
    put_in_place(work, path)
    return kept


def _free(path: Path, what: str) -> Path:
    """A name beside a file that no other file has."""
    kept, number = path.with_name(f"{path.name}.{what}"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.{what}-{number}")
    return kept


# A copy in another library


@dataclass(frozen=True, slots=True)
class CopyReport:
    """How many games went over whole or in part, how many were there already, and all that is not as it should be."""

    games: int
    already: int
    findings: tuple[Finding, ...]


def copy_library(source: Store, target: Store, progress: Progress | None = None) -> CopyReport:
    """All games, rules, logs and choices go over, a transaction a game, and are verified there.

    A game that cannot be read stays behind and is reported, with the others gone over. Refused, status 3, with nothing
    written: S746 where the target holds anything else or is the same library.
    """
    here, there = source.database, target.database
    if here.identity == there.identity:
        raise Refused(finding("S746", "same", path=there.place), status=3)
    with here.standing_still():
        names = _names(here)
        _must_be_a_beginning(here, there, names)
        for question, insertion in SHARED:
            known = set(there.rows(question))
            if missing := [row for row in here.rows(question) if row not in known]:
                with there.writing() as connection:
                    connection.executemany(insertion, missing)
        copied, faults = _copy_games(source, there, names, progress)
        for (title,) in here.rows("SELECT book FROM books ORDER BY book"):
            if rest := _rest(here, there, ENTRIES, title):
                with there.writing() as connection:
                    connection.execute(rows.HOLD, (title, rest[-1][1]))
                    connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rest)
        _copy_chosen(here, there)
        found = (*faults, *verify(target), *_missing(here, there, names, faults))
    return CopyReport(copied, len(names) - copied - len(faults), found)


def _names(database: AnyDatabase) -> tuple[str, ...]:
    return tuple(str(name) for (name,) in database.rows("SELECT name FROM games ORDER BY begun, name"))


def _must_be_a_beginning(source: AnyDatabase, target: AnyDatabase, names: tuple[str, ...]) -> None:
    """Nothing of the target would be lost or mixed up."""
    known, there = set(names), _names(target)
    more = (name for name in there if name not in known)
    differs = (name for name in there if _rest(source, target, JOURNAL, name) is None)
    for how, wrong in (("more", more), ("differs", differs)):
        if games := tuple(wrong):
            raise Refused(finding("S746", how, path=target.place, games=games[:NAMED], n=len(games)), status=3)
    for (title,) in target.rows("SELECT book FROM books"):
        if _rest(source, target, ENTRIES, title) is None:
            raise Refused(finding("S746", str(title), path=target.place), status=3)


def _rest(source: AnyDatabase, target: AnyDatabase, question: str, name: str) -> Rows | None:
    """The rows that the target still lacks; None where those there are no beginning of those here."""
    whole, part = source.rows(question, (name,)), target.rows(question, (name,))
    return whole[len(part) :] if whole[: len(part)] == part else None


def _copy_games(
    source: Store, target: AnyDatabase, names: tuple[str, ...], progress: Progress | None
) -> tuple[int, tuple[Finding, ...]]:
    """How many went over, and why others did not."""
    copied, faults = 0, []
    for number, name in enumerate(names, 1):
        try:
            state = source.load(name).state
        except Refused as fault:
            if any(not found.is_a(*UNREADABLE) for found in fault.findings):
                raise
            faults.append(fault.findings[0])
        else:
            if rest := _rest(source.database, target, JOURNAL, name):
                with target.writing() as connection:
                    rows.write_summary(connection, rows.summary_of(name, state))
                    connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", rest)
                copied += 1
        if progress:
            progress(number, len(names))
    return copied, tuple(faults)


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


def _missing(
    source: AnyDatabase, target: AnyDatabase, names: tuple[str, ...], faults: tuple[Finding, ...]
) -> Iterator[Finding]:
    """Where the copy is not what was to be copied, but for games that stayed behind for these faults."""
    behind = {dict(found.values).get("game") for found in faults}
    lost = {row[0] for row in set(source.rows(SEALS)) ^ set(target.rows(SEALS))} - behind
    if len(faults) < len(names) and lost:
        yield finding("S748", path=target.place, games=tuple(sorted(lost))[:NAMED], n=len(lost))

"""The books beside the games, people and payments, as rows: entries added with a seal, read only if none is missing."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.findings import Refused, finding
from kingscore.scoring.event_log import Note, Title
from kingscore.scoring.money import Purse, fold_purse
from kingscore.scoring.people import People, fold_people
from kingscore.storage.access import AnyDatabase, Conflict, Connection
from kingscore.storage.journal_rows import seal

QUESTION = "SELECT seq, kind, at, body, seal, (SELECT seen FROM books WHERE book = ?) FROM entries WHERE book = ?"


def read_book(database: AnyDatabase, title: Title) -> tuple[Note, ...]:
    """All entries of a book. Refused, status 3: S725 where one was altered or is missing."""
    held = database.rows("SELECT seen FROM books WHERE book = ?", (title,))  # first: others may be adding entries
    rows = database.rows(f"{QUESTION} ORDER BY seq", (title, title))
    notes = []
    for expected, (seq, kind, at, body, sealed, _) in enumerate(rows, 1):
        if seq != expected or seal(title, seq, kind, at, body) != sealed:
            raise _damaged(title, expected, f"{seq} ≠ {expected}" if seq != expected else "seal")
        notes.append(Note(kind, at, body))
    if held and isinstance(held[0][0], int) and held[0][0] > len(notes):
        raise _damaged(title, len(notes) + 1, f"{len(notes)} < {held[0][0]}")
    return tuple(notes)


def _damaged(title: Title, event: int, reason: str) -> Refused:
    return Refused(finding("S725", title, event=event, reason=reason), status=3)


def write_book(connection: Connection, title: Title, notes: Sequence[Note], seen: int) -> None:
    """More entries. Refused, status 3, with nothing written: S724 where somebody else has added some since ``seen``."""
    last = connection.execute("SELECT count(*) FROM entries WHERE book = ?", (title,)).fetchone()[0]
    if last != seen:
        raise _moved_on(title, seen, last)
    held = "INSERT INTO books VALUES (?, ?) ON CONFLICT (book) DO UPDATE SET seen = excluded.seen"
    connection.execute(held, (title, seen + len(notes)))
    for seq, note in enumerate(notes, seen + 1):
        values = (title, seq, note.at, note.kind, note.body, seal(title, seq, note.kind, note.at, note.body))
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)


def people_of(database: AnyDatabase) -> People:
    """What the book of people comes to. Refused: S725 where it is damaged."""
    return fold_people(read_book(database, "people"))


def purse_of(database: AnyDatabase) -> Purse:
    """What the book of payments comes to. Refused: S725 where it is damaged."""
    return fold_purse(read_book(database, "payments"))


def enter(database: AnyDatabase, title: Title, notes: Sequence[Note], seen: int) -> None:
    """More entries in a book, all or none, in a transaction of their own.

    Refused, with nothing written: S724 if the book has moved on, S725 if it would not be readable with them.
    """
    before = read_book(database, title)
    if len(before) != seen:
        raise _moved_on(title, seen, len(before))
    (fold_people if title == "people" else fold_purse)((*before, *notes))
    try:
        with database.writing() as connection:
            write_book(connection, title, notes, seen)
    except Conflict:
        raise _moved_on(title, seen, len(read_book(database, title))) from None


def _moved_on(title: Title, seen: int, found: int) -> Refused:
    return Refused(finding("S724", title, seen=seen, found=found), status=3)

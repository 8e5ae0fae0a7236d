"""The logs of people and payments as rows: entries added with a seal, read only if none is missing."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.findings import Refused, finding
from kingscore.model.json_values import Event
from kingscore.scoring.event_log import Title
from kingscore.scoring.money import fold_purse
from kingscore.scoring.people import fold_people
from kingscore.storage.database import AnyDatabase, Conflict
from kingscore.storage.game_rows import seal

COUNT = "SELECT count(*) FROM entries WHERE book = ?"
HOLD = "INSERT INTO books VALUES (?, ?) ON CONFLICT (book) DO UPDATE SET seen = excluded.seen"
QUESTION = "SELECT seq, kind, at, body, seal, (SELECT seen FROM books WHERE book = ?) FROM entries WHERE book = ?"


def read_log(database: AnyDatabase, title: Title) -> tuple[Event, ...]:
    """All entries of a log. Refused, status 3: S725 where one was altered or is missing."""
    held = database.rows("SELECT seen FROM books WHERE book = ?", (title,))  # first: others may be adding entries
    rows = database.rows(f"{QUESTION} ORDER BY seq", (title, title))
    events = []
    for expected, (seq, kind, at, body, sealed, _) in enumerate(rows, 1):
        if seq != expected or seal(title, seq, kind, at, body) != sealed:
            raise _damaged(title, expected, f"{seq} ≠ {expected}" if seq != expected else "seal")
        events.append(Event(kind, at, body))
    if held and isinstance(held[0][0], int) and held[0][0] > len(events):
        raise _damaged(title, len(events) + 1, f"{len(events)} < {held[0][0]}")
    return tuple(events)


def _damaged(title: Title, event: int, reason: str) -> Refused:
    return Refused(finding("S725", title, event=event, reason=reason), status=3)


def enter(database: AnyDatabase, title: Title, events: Sequence[Event], seen: int) -> None:
    """More entries in a log, all or none, in a transaction of their own.

    Refused, with nothing written: S724 if the log has moved on, S725 if it would not be readable with them.
    """
    before = read_log(database, title)
    if len(before) != seen:
        raise _moved_on(title, seen, len(before))
    (fold_people if title == "people" else fold_purse)((*before, *events))
    try:
        with database.writing() as connection:
            last = connection.execute(COUNT, (title,)).fetchone()[0]
            if last != seen:
                raise _moved_on(title, seen, last)
            connection.execute(HOLD, (title, seen + len(events)))
            for seq, event in enumerate(events, seen + 1):
                values = (title, seq, event.at, event.kind, event.body, seal(title, seq, *event))
                connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
    except Conflict:
        raise _moved_on(title, seen, len(read_log(database, title))) from None


def _moved_on(title: Title, seen: int, found: int) -> Refused:
    return Refused(finding("S724", title, seen=seen, found=found), status=3)

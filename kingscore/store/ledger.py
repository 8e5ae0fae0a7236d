"""The rows of the journal: events written with a seal, and read back only if nothing is missing or altered."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from sqlite3 import Connection

from kingscore.findings import Refused, finding
from kingscore.journal import Event
from kingscore.store.database import Rows

#: The columns that ``events_of`` reads.
COLUMNS = "seq, kind, at, body, seal"


def seal(*parts: str) -> int:
    """A check number over all that a row holds, so that an altered row does not pass for a true one."""
    return zlib.crc32("\0".join(parts).encode()) & 0x7FFFFFFF  # fits the whole numbers of every database


def events_of(name: str, rows: Rows) -> Iterator[Event]:
    """The events of a game's rows. Refused: S720 where one is missing or was altered."""
    for expected, (seq, kind, at, body, sealed) in enumerate(rows, 1):
        event = Event(kind, at, body)
        if seq != expected:
            raise Refused(finding("S720", "gap", game=name, event=expected), status=3)
        if seal(name, str(seq), kind, at, body) != sealed:
            raise Refused(finding("S720", "altered", game=name, event=seq), status=3)
        yield event


def write_event(connection: Connection, name: str, seq: int, event: Event) -> None:
    sealed = seal(name, str(seq), event.kind, event.at, event.body)
    values = (name, seq, event.at, event.kind, event.body, sealed)
    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", values)

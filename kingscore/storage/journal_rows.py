"""The rows of the journal: events written with a seal, and read back only if nothing is missing or altered."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from kingscore.journal import Event
from kingscore.model.findings import Refused, finding
from kingscore.storage.access import Connection, Rows

#: Asks for what ``events_of`` reads; the game's name fills both places.
QUESTION = (
    "SELECT seq, kind, at, body, seal, (SELECT seen FROM games WHERE name = ?) FROM journal WHERE game = ? ORDER BY seq"
)


def seal(*parts: object) -> int:
    """A check number over all that a row holds, so that an altered row does not pass for a true one.

    A damaged row may hold anything in place of a text; then the number does not fit.
    """
    return zlib.crc32("\0".join(map(str, parts)).encode()) & 0x7FFFFFFF  # fits the whole numbers of every database


def events_of(name: str, rows: Rows, whole: bool = True) -> Iterator[Event]:
    """The events of a game's rows. Refused: S720 where one was altered or is missing.

    The last ones are missed by the summary's number; ``whole`` False passes over that and takes what there is.
    """
    for expected, (seq, kind, at, body, sealed, _) in enumerate(rows, 1):
        if seq != expected:
            raise Refused(finding("S720", "gap", game=name, event=expected), status=3)
        if seal(name, seq, kind, at, body) != sealed:
            raise Refused(finding("S720", "altered", game=name, event=seq), status=3)
        yield Event(kind, at, body)
    seen = rows[-1][-1]
    if whole and isinstance(seen, int) and seen > len(rows):
        raise Refused(finding("S720", "gap", game=name, event=len(rows) + 1), status=3)


def write_event(connection: Connection, name: str, seq: int, event: Event) -> None:
    sealed = seal(name, seq, event.kind, event.at, event.body)
    values = (name, seq, event.at, event.kind, event.body, sealed)
    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", values)

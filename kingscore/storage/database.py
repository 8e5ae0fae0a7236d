"""What the store asks of a database, whichever it is: questions, one transaction, a view that stands still."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from kingscore.model.findings import Finding, Refused, finding

#: How long to wait for another writer, in seconds.
PATIENCE = 10.0

Rows = list[tuple[Any, ...]]


class Answer(Protocol):
    """The rows that a statement gave."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> Rows: ...


class Connection(Protocol):
    """A transaction that has begun. In a statement each value stands as a question mark."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Answer: ...

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> object: ...


class AnyDatabase(Protocol):
    """An open database with all tables of the schema.

    ``place`` is its address as anybody may see it, ``identity`` is the same for the same one, ``who`` says whose chosen
    game is meant, ``hold`` is what a question ends in that keeps other writers from the rows that it gives until the
    transaction is over.
    """

    place: str
    identity: str
    who: str
    hold: str
    patience: float
    read_only: bool
    upgraded: bool

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """All rows of a question."""

    def each(self, sql: str, values: Sequence[Any] = ()) -> Generator[tuple[Any, ...]]:
        """The rows of a question one after the other, all as of one moment, of which only some are held at a time.

        Not inside another block; to end before the last row, close it.
        """

    def writing(self) -> AbstractContextManager[Connection]:
        """One transaction that is on disk when the block is left, and has left no trace if anything went wrong.

        Refused: ``Conflict`` where somebody else wrote the same row.
        """

    def standing_still(self) -> AbstractContextManager[None]:
        """All questions in this block are answered from one and the same moment. Nothing may be written in it."""

    def damage(self) -> Iterator[Finding]:
        """What the database itself has to say against its content."""

    def close(self) -> None: ...


class Conflict(Refused):
    """Two wrote the same row at the same moment, and this one came second: nothing of it was written."""

    def __init__(self, place: str) -> None:
        super().__init__(finding("S718", "conflict", path=place), status=3)

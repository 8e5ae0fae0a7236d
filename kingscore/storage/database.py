"""What the store asks of a database, whichever it is, and which tables stand there, version by version.

A new store goes through all versions, an old one through the rest. The statements are the same for every database but
for ``{strict}`` and ``{bare}``, which only SQLite has words for. Texts hold JSON and ISO times, so that no type differs
from one database to the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from kingscore.model.findings import Finding, Refused, finding

#: How long to wait for another writer, in seconds.
PATIENCE = 10.0

Rows = list[tuple[Any, ...]]
Steps = tuple[tuple[str, ...], ...]


class Connection(Protocol):
    """A transaction that has begun. In a statement each value stands as a question mark."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Any: ...

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> object: ...


class AnyDatabase(ABC):
    """An open database with all tables of the schema.

    ``place`` is its address as anybody may see it, ``identity`` is the same for the same one, ``who`` says whose chosen
    game is meant, ``hold`` is what a question ends in that keeps other writers from the rows that it gives until the
    transaction is over. ``read_only`` is True where we may only read, ``upgraded`` where it has come to a new version
    and summaries are still to be made anew, ``remark`` is what is to be said of how it was found; ``to_write``
    and ``to_read`` begin a transaction, ``kind`` says which refusal of writing is shown, ``sequence`` orders rows as
    they were written, or as nearly so as can be told.
    """

    place: str
    identity: str
    who, hold, kind, sequence = "", "", "", "rowid"
    to_write, to_read = "BEGIN IMMEDIATE", "BEGIN"
    read_only = upgraded = False
    remark: Finding | None = None
    patience: float
    steps: Steps
    connection: Any

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """All rows of a question."""
        with self.refusing_faults():
            found: Rows = self.connection.execute(sql, values).fetchall()
            return found

    @abstractmethod
    def each(self, sql: str, values: Sequence[Any] = ()) -> Generator[tuple[Any, ...]]:
        """The rows of a question one after the other, all as of one moment, of which only some are held at a time.

        Not inside another block; to end before the last row, close it.
        """

    def writing(self) -> AbstractContextManager[Connection]:
        """One transaction that is on disk when the block is left, and has left no trace if anything went wrong.

        Refused: ``Conflict`` where somebody else wrote the same row.
        """
        if self.read_only:
            raise Refused(finding("S716", self.kind, path=self.place))
        return self._transaction(self.to_write)

    def standing_still(self) -> AbstractContextManager[Connection]:
        """All questions in this block are answered from one and the same moment. Nothing may be written in it."""
        return self._transaction(self.to_read)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        with self.refusing_faults():
            self.connection.execute(begin)
            try:
                yield self.connection
            except BaseException:
                self.roll_back()
                raise
        with self.refusing_faults("commit"):
            try:
                self.connection.execute("COMMIT")
            except BaseException:
                self.roll_back()
                raise

    @abstractmethod
    def roll_back(self) -> None:
        """Ends a transaction if one has begun; nothing of it stays."""

    @abstractmethod
    def refusing_faults(self, how: str = "") -> AbstractContextManager[None]:
        """Faults that arise while the database is used are refused as findings; ``how`` is ``commit`` where a
        transaction is being ended."""

    @abstractmethod
    def summaries_made(self) -> None:
        """From now on the summaries are those of this version; whoever opens it before that makes them."""

    def checked_version(self, version: int) -> int:
        """The version of the schema. Refused: S714 that of a newer program."""
        if version > len(self.steps):
            raise Refused(finding("S714", path=self.place, found=version, expected=len(self.steps)))
        return version

    def damage(self) -> Iterator[Finding]:
        """What the database itself has to say against its content."""
        return iter(())

    def close(self) -> None:
        self.connection.close()


class Conflict(Refused):
    """Two wrote the same row at the same moment, and this one came second: nothing of it was written."""

    def __init__(self, place: str) -> None:
        super().__init__(finding("S718", "conflict", path=place), status=3)


# The tables

#: The words of an embedded file, and of a server.
SQLITE_WORDS, SERVER_WORDS = {"strict": " STRICT", "bare": " STRICT, WITHOUT ROWID"}, {"strict": "", "bare": ""}

#: Whole contents of variants, by the hash of the text: a game keeps the rules that it began with. Here and in the
#: journal a ``seal`` tells a row that was altered.
VARIANTS = "CREATE TABLE variants (digest TEXT PRIMARY KEY, body TEXT NOT NULL, seal INTEGER NOT NULL){strict}"
#: The rules that such a content makes for so many players with some options, resolved once and shared by all games.
RULES = """
CREATE TABLE rules (
  digest TEXT NOT NULL REFERENCES variants (digest), players INTEGER NOT NULL, options TEXT NOT NULL,
  body TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (digest, players, options)
){bare}"""
#: The same content with the names that an own variant's file brought; they may be corrected and change no game.
NAMES = """
CREATE TABLE names (
  digest TEXT PRIMARY KEY REFERENCES variants (digest), body TEXT NOT NULL, seal INTEGER NOT NULL
){strict}"""
#: A row for each game, only to find games quickly: everything but the name can be rebuilt from the journal.
GAMES = """
CREATE TABLE games (
  name TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, variant TEXT NOT NULL,
  digest TEXT NOT NULL REFERENCES variants (digest), date TEXT NOT NULL, players TEXT NOT NULL,
  deals INTEGER NOT NULL, planned INTEGER, ended INTEGER NOT NULL, finished TEXT NOT NULL,
  binned INTEGER NOT NULL, seen INTEGER NOT NULL, begun TEXT NOT NULL, changed TEXT NOT NULL
){strict}"""
SEATS = """
CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games (name), seat INTEGER NOT NULL, player TEXT NOT NULL, folded TEXT NOT NULL,
  PRIMARY KEY (game, seat)
){bare}"""
#: What was acknowledged: rows are added, never changed and never taken out.
JOURNAL = """
CREATE TABLE journal (
  game TEXT NOT NULL REFERENCES games (name), seq INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (game, seq)
){bare}"""
#: The game last begun or chosen; ``who`` is empty where one person has the store to himself.
CHOSEN = "CREATE TABLE chosen (who TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games (name)){strict}"

#: What belongs to no game: people, payments. ``seen`` is the number of a log's last entry; entries are added, never
#: changed and never taken out.
BOOKS = "CREATE TABLE books (book TEXT PRIMARY KEY, seen INTEGER NOT NULL){strict}"
ENTRIES = """
CREATE TABLE entries (
  book TEXT NOT NULL REFERENCES books (book), seq INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (book, seq)
){bare}"""

#: What each game came to deal by deal, a text a game: all figures over many games are made of these.
TALLIES = "CREATE TABLE tallies (game TEXT PRIMARY KEY REFERENCES games (name), body TEXT NOT NULL){strict}"

#: The steps from each version to the next: the first makes version 1. A released step is never changed.
STEPS: Steps = (
    (
        VARIANTS,
        GAMES,
        "CREATE INDEX games_by_date ON games (date, variant)",
        SEATS,
        "CREATE INDEX seats_by_player ON seats (folded, game)",
        JOURNAL,
        CHOSEN,
    ),
    (
        BOOKS,
        ENTRIES,
        # What settling over many games needs; empty where it is not known yet.
        "ALTER TABLE games ADD COLUMN totals TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN stake TEXT NOT NULL DEFAULT 'null'",
        # A player's games are found by all the names of the person, just as they stand.
        "DROP INDEX seats_by_player",
        "ALTER TABLE seats DROP COLUMN folded",
        "CREATE INDEX seats_by_player ON seats (player, game)",
    ),
    (TALLIES,),
    (RULES, NAMES),
)


def file_statements(steps: Steps, version: int) -> Iterator[str]:
    """What brings an embedded file of that version up to date."""
    return (statement.format(**SQLITE_WORDS) for step in steps[version:] for statement in step)


def server_statements(steps: Steps, version: int) -> Iterator[str]:
    """The same on a server, where texts are compared and sorted sign by sign as well, whatever its language."""
    statements = (statement.format(**SERVER_WORDS) for step in steps[version:] for statement in step)
    return (statement.replace(" TEXT", ' TEXT COLLATE "C"') for statement in statements)

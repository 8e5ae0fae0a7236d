"""The embedded database file: found, made, brought up to date, its faults told as findings. It knows no games."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kingscore.findings import Refused, finding
from kingscore.store.schema import SQLITE_WORDS, STEPS

#: Marks a SQLite file as ours: "King" in ASCII.
APPLICATION_ID = 0x4B696E67
#: How long a writer waits for another one, in seconds.
PATIENCE = 10.0

Rows = list[tuple[Any, ...]]


def locate(url: str | None) -> Path:
    """The file that an address names: a plain path, ``sqlite:///path``, or nothing for the user's data folder.

    Refused: S710 for any other kind of address, of which only the scheme is told since the rest may hold a password.
    """
    if not url:
        from platformdirs import user_data_path

        return user_data_path("kingscore", appauthor=False) / "kingscore.db"
    scheme, mark, rest = url.partition("://")
    if not mark or not scheme.replace("+", "").replace(".", "").replace("-", "").isalnum():
        return _absolute(url)
    if scheme.lower() == "sqlite" and len(rest) > 1 and rest.startswith("/"):
        return _absolute(rest[1:])
    raise Refused(finding("S710", "sqlite" if scheme.lower() == "sqlite" else "", scheme=scheme), status=3)


def _absolute(path: str) -> Path:
    # An absolute path also keeps SQLite from taking ":memory:" and the like for something other than a file.
    return Path(os.path.abspath(os.path.expanduser(path)))


class Database:
    """One open store file. ``read_only`` where file or folder allow no writing."""

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self.path, self.patience, self.read_only = path, patience, False
        with self.told():
            _make_room(path)
            self.connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
            try:
                self._ready()
            except BaseException:
                self.connection.close()
                raise

    def _ready(self) -> None:
        version = self._version()
        self.connection.execute("PRAGMA foreign_keys=ON")
        if self._one("PRAGMA journal_mode") != "wal":
            self._ask_for_wal()
        # In WAL this is FULL; where WAL is refused it also syncs the folder when the side file goes.
        self.connection.execute("PRAGMA synchronous=EXTRA")
        if version < len(STEPS):
            self._bring_up_to_date()

    def _one(self, sql: str) -> Any:
        return self.connection.execute(sql).fetchone()[0]

    def _version(self) -> int:
        """The schema's version, 0 for a new file. Refused: S713 a file of something else, S714 a newer store."""
        mark, version = self._one("PRAGMA application_id"), int(self._one("PRAGMA user_version"))
        if mark != APPLICATION_ID and (mark or version or self._one("SELECT count(*) FROM sqlite_master")):
            raise Refused(finding("S713", path=str(self.path)), status=3)
        if version > len(STEPS):
            raise Refused(finding("S714", path=str(self.path), found=version, expected=len(STEPS)), status=3)
        return version

    def _ask_for_wal(self) -> None:
        try:
            self.connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError:
            # A network folder, or somebody else is at it just now: the plain journal is as safe, only slower. A fault
            # of the file itself comes up again at the next statement.
            return

    def _bring_up_to_date(self) -> None:
        with self.writing() as connection:
            for number in range(self._version(), len(STEPS)):
                for statement in STEPS[number]:
                    connection.execute(statement.format(**SQLITE_WORDS))
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={len(STEPS)}")

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """All rows of a question."""
        with self.told():
            return self.connection.execute(sql, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that is on disk when the block is left, and has left no trace if anything went wrong."""
        with self.told():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turns the faults of database and file system into findings."""
        try:
            yield
        except sqlite3.Error as fault:
            raise Refused(fault_finding(fault, self.path, self.patience), status=3) from None
        except (OSError, ValueError) as fault:
            raise Refused(_file_finding(fault, self.path), status=3) from None

    def close(self) -> None:
        self.connection.close()


def _make_room(path: Path) -> None:
    """The folder and an empty file that only the owner may read; SQLite gives its side files the same permissions."""
    if path.exists():
        if not path.is_file():
            raise Refused(finding("S711", path=str(path)), status=3)
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return  # another process was quicker


def is_conflict(fault: sqlite3.Error) -> bool:
    """True if a row of that key already stood; any other broken constraint is no conflict of two writers."""
    return getattr(fault, "sqlite_errorcode", 0) in (
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
        sqlite3.SQLITE_CONSTRAINT_ROWID,
    )


def fault_finding(fault: sqlite3.Error, path: Path, patience: float) -> Any:
    """What a database's fault means for the one who keeps score."""
    where, reason = str(path), str(fault)
    match getattr(fault, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return finding("S712", path=where)
        case sqlite3.SQLITE_CORRUPT:
            return finding("S715", path=where, reason=reason)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return finding("S716", path=where)
        case sqlite3.SQLITE_FULL:
            return finding("S717", path=where)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return finding("S718", path=where, n=round(patience))
        case sqlite3.SQLITE_ERROR if "no such table" in reason or "no such column" in reason:
            return finding("S715", path=where, reason=reason)
        case _:
            return finding("S719", path=where, reason=reason)


def _file_finding(fault: OSError | ValueError, path: Path) -> Any:
    if isinstance(fault, PermissionError):
        return finding("S716", path=str(path))
    reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
    return finding("S719", path=str(path), reason=reason)

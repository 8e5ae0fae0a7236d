"""The embedded database file: located, created, brought up to date, its faults turned into findings."""

from __future__ import annotations

import errno
import os
import re
import shlex
import sqlite3
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from kingscore.model.findings import Finding, Refused, Value, finding
from kingscore.storage.database import PATIENCE, STEPS, AnyDatabase, Conflict, Steps, file_statements
from kingscore.storage.files import beside, put_in_place

#: Marks a SQLite file as ours: "King" in ASCII.
APPLICATION_ID = 0x4B696E67
#: How an address begins that names a library on a server.
SERVERS = ("postgresql://", "postgres://")
#: An address of a server with a slip in it: as the name of a file it would show a password.
NEARLY_A_SERVER = re.compile(r"^postgres(ql)?:|:[^/\\]*@", re.IGNORECASE)


def locate(url: str | None) -> Path:
    """The file that an address names: a plain path, ``sqlite:///path``, or nothing for the user's data folder.

    After ``sqlite:///`` a path is read as it would be without it: one more slash makes it absolute. Refused: S710 for
    any other kind of address, of which only the scheme is shown, since the rest may hold a password.
    """
    url = (url or "").strip()
    if not url:
        from platformdirs import user_data_path

        return user_data_path("kingscore", appauthor=False) / "kingscore.db"
    scheme, mark, rest = url.partition("://")
    path = url
    if mark and all(c.isascii() and (c.isalnum() or c in "+.-") for c in scheme):
        if scheme.lower() != "sqlite" or len(rest) < 2 or not rest.startswith("/"):
            raise Refused(finding("S710", "sqlite" if scheme.lower() == "sqlite" else "", scheme=scheme))
        path = rest[1:]
    elif NEARLY_A_SERVER.search(url):
        raise Refused(finding("S710", "server"), status=3)
    try:
        # An absolute path also keeps SQLite from taking ":memory:" and the like for something other than a file.
        return Path(os.path.abspath(os.path.expanduser(path.replace("\0", "\N{SYMBOL FOR NULL}"))))
    except FileNotFoundError:  # the folder in which we are is gone
        raise Refused(finding("S711", "missing", path=path), status=3) from None


class Database(AnyDatabase):
    """One open store file. One person has it to himself, and one writer at a time has all of it."""

    connection: sqlite3.Connection

    def __init__(self, path: Path, patience: float = PATIENCE, steps: Steps = STEPS) -> None:
        self.path, self.patience, self.steps = path, patience, steps
        self.address, self.place, self.identity = path.as_uri(), str(path), os.path.realpath(path)
        with self.refusing_faults():
            beside(path)
            made_if_missing(path, steps)
            must_be_readable(path)
            effective = os.access in os.supports_effective_ids
            self.read_only = not all(os.access(p, os.W_OK, effective_ids=effective) for p in (path, path.parent))
            if self.read_only:
                self._open_to_read()
            else:
                self._open()

    def _open_to_read(self) -> None:
        self.address += "?mode=ro"
        try:
            self._open()
        except sqlite3.OperationalError:
            # Without its side files, and with no right to make them, SQLite reads a file only on the word that nobody
            # writes to it; while somebody does, the side files are there.
            if self.path.with_name(self.path.name + "-wal").exists():
                raise
            self.address += "&immutable=1"
            self._open()

    def _open(self) -> None:
        connection = self.connection = sqlite3.connect(
            self.address, timeout=self.patience, isolation_level=None, uri=True
        )
        try:
            # In one view of the file: another process may be making the store at this very moment, and mark and version
            # from before and after would look like a file of something else.
            connection.execute("BEGIN")
            version, self.upgraded = self._version()
            connection.execute("ROLLBACK")
            connection.execute("PRAGMA foreign_keys=ON")
            if not self.read_only and connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                _ask_for_wal(connection)
            # In WAL the same as FULL; where WAL is refused, the folder is synced as well when the side file goes.
            connection.execute("PRAGMA synchronous=EXTRA")
            if version < len(self.steps):
                self._bring_up_to_date()
        except BaseException:
            connection.close()
            raise

    def _version(self) -> tuple[int, bool]:
        """The schema's version, 0 for an empty file, and whether its summaries are still to be made. Refused: S713 a
        file of something else, S714 a newer store."""
        (mark,) = self.connection.execute("PRAGMA application_id").fetchone()
        version = int(self.connection.execute("PRAGMA user_version").fetchone()[0])
        used = mark or version or self.connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if mark != APPLICATION_ID and used:
            raise Refused(finding("S713", path=str(self.path)))
        return self.checked_version(abs(version)), version < 0

    def _bring_up_to_date(self) -> None:
        """All steps that are missing, in one transaction; a store that holds something is copied first."""
        with self.writing() as connection:
            version, self.upgraded = self._version()  # another process may have been quicker
            if 0 < version < len(self.steps):
                self.copy_to(self.path.with_name(f"{self.path.name}.version-{version}"))
            for statement in file_statements(self.steps, version):
                connection.execute(statement)
            self.remark = None if version else self._emptied()
            self.upgraded = self.upgraded or 0 < version < len(self.steps)
            for statement in marks(-len(self.steps) if self.upgraded else len(self.steps)):
                connection.execute(statement)

    def _emptied(self) -> Finding:
        """That an empty file stood here, with the newest of the older copies beside it."""
        beside_it = (file for file in self.path.parent.iterdir() if file.name.startswith(f"{self.path.name}."))
        copies = sorted((file for file in beside_it if file.stat().st_size), key=lambda file: file.stat().st_mtime)
        if not copies:
            return finding("S729", path=self.place)
        return finding("S729", "copies", path=self.place, copy=shlex.quote(str(copies[-1])))

    def summaries_made(self) -> None:
        with self.writing() as connection:
            connection.execute(marks(len(self.steps))[1])

    def each(self, sql: str, values: Sequence[Any] = ()) -> Generator[tuple[Any, ...]]:
        with self.refusing_faults(), closing(self.connection.execute(sql, values)) as cursor:
            yield from cursor

    def roll_back(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def refusing_faults(self, how: str = "") -> AbstractContextManager[None]:
        return refusing_faults(self.path, self.patience)

    def damage(self) -> Iterator[Finding]:
        """What SQLite finds wrong with the file."""
        size, page = self.path.stat().st_size, self.rows("PRAGMA page_size")[0][0]
        if size % page:
            # What is missing of the last page reads as noughts, which may even pass for an empty page.
            yield finding("S715", path=self.place, reason=f"{size} = {size // page} × {page} + {size % page}")
        for (reason,) in self.rows("PRAGMA integrity_check(5)"):
            if reason != "ok":
                yield finding("S715", path=self.place, reason=str(reason))
        for table, _, other, _ in self.rows("PRAGMA foreign_key_check"):
            yield finding("S715", path=self.place, reason=f"{table} → {other}")

    def copy_to(self, path: Path) -> None:
        """A whole copy in one plain file, under its name only when it is complete and on disk; one there is replaced.

        It is made through a connection of its own, so that this one may be in the middle of a transaction.
        """
        path = Path(os.path.realpath(path))
        part = beside(path)
        private_file(part)
        try:
            source, copy = sqlite3.connect(self.address, timeout=0, uri=True), sqlite3.connect(part)
            with closing(source), closing(copy):
                source.backup(copy, progress=self._giving_up())
                copy.execute("PRAGMA journal_mode=DELETE").fetchone()
            put_in_place(part, path)
        finally:
            part.unlink(missing_ok=True)

    def take_over(self, path: Path) -> None:
        """All that another store file holds in place of all that this one holds, in one step also for those who have
        it open. The file must be of this version."""
        if self.read_only:
            raise Refused(finding("S716", path=str(self.path)))
        with self.refusing_faults(), closing(sqlite3.connect(path)) as source:
            source.backup(self.connection, progress=self._giving_up())

    def _giving_up(self) -> Callable[[int, int, int], None]:
        """Ends a copy that has waited too long: Python tries again four times a second while a file is locked."""
        tries = iter(range(round(self.patience * 4)))

        def give_up(status: int, _remaining: int, _total: int) -> None:
            if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and next(tries, None) is None:
                fault = sqlite3.OperationalError("database is locked")
                fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise fault

        return give_up


def _ask_for_wal(connection: sqlite3.Connection) -> None:
    # Where it is refused (a network folder, or somebody else is at the file just now) the plain journal is as safe,
    # only slower. A fault of the file itself comes up again at the next statement.
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode=WAL").fetchone()


def private_file(path: Path) -> None:
    """An empty file that only its owner may read, in its folder; SQLite gives side files the same permissions."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Refused(finding("S711", "folder", path=str(path.parent))) from None
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def made_if_missing(path: Path, steps: Steps) -> None:
    """A new store, all tables in it, appears under its name at once: no other process ever finds an empty file."""
    if path.exists():
        return
    made = beside(path)
    private_file(made)
    try:
        with closing(sqlite3.connect(made, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            for statement in (*file_statements(steps, 0), *marks(len(steps))):
                connection.execute(statement)
            connection.execute("COMMIT")
        put_in_place(made, path, over=False)
    finally:
        made.unlink(missing_ok=True)


def marks(version: int) -> tuple[str, str]:
    """What marks a file as a store of a version; below nothing while its summaries are still to be made anew."""
    return f"PRAGMA application_id={APPLICATION_ID}", f"PRAGMA user_version={version}"


def must_be_readable(path: Path) -> None:
    """Refused: what SQLite would take for an empty file and write over, one that is shorter than its first page, and
    an empty one beside which the changes of another lie."""
    if not path.is_file():
        raise Refused(finding("S711", path=str(path)))
    with path.open("rb") as file:
        head, size = file.read(18), path.stat().st_size
    if size and not head.startswith(b"SQLite format 3\0"):
        raise Refused(finding("S712", path=str(path)))
    page = int.from_bytes(head[16:18])
    least = 65536 if page == 1 else max(page, 512)
    changes = path.with_name(path.name + "-wal")
    if size < least and (size or (changes.exists() and changes.stat().st_size)):
        raise Refused(finding("S715", path=str(path), reason=f"{size} < {least}"))


# Faults

#: A row of that key already stood; any other broken constraint is no conflict of two writers.
CONFLICTS = (
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
)
#: The codes for the faults of SQLite and of the file system, by their own, and what their findings say besides the
#: path. The statements are ours: a table or column that is not there, or a row that fits no other, is damage.
FAULTS = {
    sqlite3.SQLITE_NOTADB: ("S712",),
    **dict.fromkeys((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT), ("S715", "reason")),
    **dict.fromkeys((sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH), ("S716",)),
    sqlite3.SQLITE_FULL: ("S717",),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), ("S718", "n")),
}
SYSTEM_FAULTS = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), ("S716",)),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), ("S717",)),
}


@contextmanager
def refusing_faults(path: Path, patience: float) -> Iterator[None]:
    """Turns the faults that arise while a file is used into findings, all of status 3."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeError) as fault:
        raise refusal(fault, path, patience) from None


def refusal(fault: sqlite3.Error | OSError | UnicodeError, path: Path, patience: float) -> Refused:
    """What a fault is refused as; one of SQLite without a code of its own comes from texts that are no UTF-8."""
    if isinstance(fault, sqlite3.Error):
        number = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if number in CONFLICTS:
            return Conflict(str(path))
        code, *shown = FAULTS.get(number & 0xFF, ("S719", "reason"))
        reason: Value = str(fault)
    else:
        from kingscore.storage.resources import system_reason

        code, *shown = SYSTEM_FAULTS.get(getattr(fault, "errno", None) or 0, ("S719", "reason"))
        reason = system_reason(fault)
    values: dict[str, Value] = {"path": str(path), "reason": reason, "n": round(patience)}
    return Refused(Finding(code, "error", tuple((key, values[key]) for key in ("path", *shown))))

"""A library on a PostgreSQL server: many tables record at once, and who reads waits for nobody. It knows no games.

One game has one writer at a time because no two events of a game may bear the same number; nothing is locked for that.
"""

from __future__ import annotations

import getpass
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from kingscore.model.findings import Finding, Refused, finding
from kingscore.storage.access import PATIENCE, Answer, Connection, Rows
from kingscore.storage.address import Address, read_address
from kingscore.storage.schema import STEPS, Steps, server_statements
from kingscore.storage.server_faults import entry_fault, is_lost, told

Given = TypeVar("Given")
#: The oldest server that will do; older ones are no longer maintained by anybody.
OLDEST = 13
#: One upgrade at a time: the number of the lock, "King" in ASCII.
LOCK = 0x4B696E67
#: How many rows of many are asked for at a time.
AT_A_TIME = 1000
#: What the connection is given unless the address says otherwise: how soon it is noticed that the other end is gone.
MANNERS = {"connect_timeout": "10", "keepalives_idle": "10", "keepalives_interval": "5", "tcp_user_timeout": "20000"}

#: Everything that is to be known before the first statement of the store.
GREETING = """
SELECT current_schema(), to_regclass('kingscore') IS NOT NULL,
  pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
  NOT coalesce(has_table_privilege(to_regclass('journal'), 'INSERT'), true), session_user,
  set_config('lock_timeout', ?, false),
  CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""
#: Whatever stands where our tables would, but for what belongs to an extension.
STRANGERS = """
SELECT count(*) FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
  AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""


class Session:
    """A connection that takes the statements of the store as they are."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Answer:
        return self.connection.execute(_placed(sql), tuple(values))

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> None:
        self.connection.cursor().executemany(_placed(sql), rows)


def _placed(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()


class Server:
    """One open library on a server. ``upgrade`` True brings an older one up to date, which is else refused (S745)."""

    hold = " FOR UPDATE"

    def __init__(self, url: str, patience: float = PATIENCE, steps: Steps = STEPS, upgrade: bool = False) -> None:
        self.address: Address = read_address(url)
        self.place, self.patience, self.steps, self.upgrade = self.address.place, patience, steps, upgrade
        self.read_only = self.upgraded = False
        self.who = self.identity = ""
        self.connection = self._connected()

    # Coming in

    def _connected(self) -> psycopg.Connection[Any]:
        settings = {**MANNERS, **self.address.settings, "client_encoding": "UTF8"}
        try:
            connection: psycopg.Connection[Any] = psycopg.connect("", autocommit=True, **settings)  # type: ignore[arg-type]
        except psycopg.Error as fault:
            raise Refused(entry_fault(fault, self.address), status=3) from None
        except (OSError, UnicodeError, ValueError):
            raise Refused(finding("S741"), status=3) from None
        connection.prepare_threshold = None  # so that a pooler may stand between
        try:
            with told(self.address, self.patience):
                self._make_ready(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_ready(self, connection: psycopg.Connection[Any]) -> None:
        """Refused: S744 a server that does not fit, S713 a database of something else, S714 and S745 another form."""
        version, encoding = connection.info.server_version, connection.info.parameter_status("server_encoding")
        if version < OLDEST * 10000:
            raise self._unfit("old", found=str(version // 10000), expected=str(OLDEST))
        if encoding != "UTF8":
            raise self._unfit("encoding", found=encoding or "—")
        greeting = Session(connection).execute(GREETING, (f"{round(self.patience * 1000)}ms",)).fetchone()
        schema, ours, standby, reader, role, *_ = greeting
        if schema is None:
            raise self._unfit("schema")
        self.read_only, self.who = standby or reader, self._client(role)
        self.identity = f"{self.place}#{schema}"
        if self._version(connection, ours) < len(self.steps):
            self._bring_up_to_date(connection)

    def _unfit(self, how: str, found: str = "", expected: str = "") -> Refused:
        return Refused(finding("S744", how, path=self.place, found=found, expected=expected), status=3)

    def _client(self, role: str) -> str:
        """Whose chosen game it is: a role's on one machine, or by the name that the address gives this table."""
        named = self.address.settings.get("application_name")
        if named:
            return f"{role}/{named}"
        try:
            user = getpass.getuser()
        except (KeyError, OSError, ImportError):
            user = ""
        return f"{role}/{user}@{socket.gethostname()}"

    # The schema

    def _version(self, connection: psycopg.Connection[Any], ours: bool) -> int:
        """The version of the schema, 0 where there is none yet."""
        if not ours:
            if connection.execute(STRANGERS.encode()).fetchone() == (0,):
                return 0
            # The tables may be ours by now: another program can have made them between the two looks, all at once.
            if connection.execute(b"SELECT to_regclass('kingscore') IS NULL").fetchone() == (True,):
                raise Refused(finding("S713", path=self.place), status=3)
        (version,) = connection.execute("SELECT version FROM kingscore").fetchone() or (0,)
        if version > len(self.steps):
            raise Refused(finding("S714", path=self.place, found=version, expected=len(self.steps)), status=3)
        if version < len(self.steps) and not self.upgrade:
            raise Refused(finding("S745", path=self.place, found=version, expected=len(self.steps)), status=3)
        return int(version)

    def _bring_up_to_date(self, connection: psycopg.Connection[Any]) -> None:
        """All steps that are missing, in one transaction; who comes at the same moment waits and finds them done."""
        if self.read_only:
            raise Refused(finding("S716", "making", path=self.place), status=3)
        with self._making(), connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            connection.execute("CREATE TABLE IF NOT EXISTS kingscore (version INTEGER NOT NULL)")
            (version,) = connection.execute("SELECT max(version) FROM kingscore").fetchone() or (None,)
            if version is None:
                connection.execute("INSERT INTO kingscore VALUES (0)")
            for statement in server_statements(self.steps, version or 0):
                connection.execute(statement.encode())
            connection.execute("UPDATE kingscore SET version = %s", (len(self.steps),))
        self.upgraded = 0 < (version or 0) < len(self.steps)

    @contextmanager
    def _making(self) -> Iterator[None]:
        try:
            yield
        except errors.InsufficientPrivilege:
            raise Refused(finding("S716", "making", path=self.place), status=3) from None

    # Reading and writing

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        """All rows of a question."""
        with told(self.address, self.patience):
            return self._again(lambda: Session(self.connection).execute(sql, values).fetchall())

    def each(self, sql: str, values: Sequence[Any] = ()) -> Generator[tuple[Any, ...]]:
        """The rows of a question one after the other; the server keeps those that were not asked for yet."""
        with self.standing_still(), self.connection.cursor(name="each") as cursor:
            cursor.itersize = AT_A_TIME
            yield from cursor.execute(_placed(sql), tuple(values))

    def _again(self, ask: Callable[[], Given]) -> Given:
        """An answer; where the connection was lost outside any transaction, from a new one."""
        free = self._status() in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)
        try:
            return ask()
        except psycopg.Error as fault:
            if not (free and is_lost(fault)):
                raise
        self.connection.close()
        self.connection = self._connected()
        return ask()

    def _status(self) -> TransactionStatus:
        return self.connection.info.transaction_status

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that is on the server's disk when the block is left, and has left no trace if not."""
        if self.read_only:
            raise Refused(finding("S716", "server", path=self.place), status=3)
        with self._transaction("BEGIN ISOLATION LEVEL READ COMMITTED"):
            yield Session(self.connection)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """All questions in this block are answered from one and the same moment."""
        with self._transaction("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"):
            yield

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with told(self.address, self.patience):
            self._again(lambda: self.connection.execute(begin.encode()))
            try:
                yield
            except BaseException:
                self._roll_back()
                raise
        with told(self.address, self.patience, "commit"):
            try:
                self.connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        if not self.connection.closed and self._status() != TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                self.connection.execute("ROLLBACK")

    def damage(self) -> Iterator[Finding]:
        """Nothing: a server keeps its rows whole and its keys true."""
        return iter(())

    def close(self) -> None:
        self.connection.close()

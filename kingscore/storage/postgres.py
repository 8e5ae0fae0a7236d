"""A library on a PostgreSQL server: many tables record at once, and readers never wait.

One game has one writer at a time because no two events of a game may bear the same number; nothing is locked for that.
"""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.language import veiled
from kingscore.storage.database import PATIENCE, STEPS, AnyDatabase, Conflict, Steps, server_statements

#: The oldest server that will do; older ones are no longer maintained by anybody.
OLDEST = 13
#: One upgrade at a time: the number of the lock, "King" in ASCII.
LOCK = 0x4B696E67
#: How many rows of many are asked for at a time.
AT_A_TIME = 1000
#: What the connection is given unless the address says otherwise: how soon it is noticed that the other end is gone.
MANNERS = {"connect_timeout": "10", "keepalives_idle": "10", "keepalives_interval": "5", "tcp_user_timeout": "20000"}

#: Settings whose values are shown to nobody.
SECRET = re.compile(r"password|secret|token|scram", re.IGNORECASE)
HOST = re.compile(r"[\w.~:,\[\]/-]*")
CONFLICTS = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
BUSY = (errors.LockNotAvailable, errors.QueryCanceled)
FULL = (errors.DiskFull, errors.OutOfMemory)
#: The statements are ours: a table or column that is not there, or a row that fits no other, is damage.
DAMAGED = (
    errors.UndefinedTable,
    errors.UndefinedColumn,
    errors.DatatypeMismatch,
    errors.IntegrityError,
    errors.DataCorrupted,
    errors.IndexCorrupted,
    errors.CharacterNotInRepertoire,
    errors.InvalidTextRepresentation,
)
#: While it connects, the library passes on what the server wrote, but not its code. Of a server that speaks another
#: language the reason is quoted.
REFUSALS = (
    (
        re.compile(r"authentication failed|no password supplied|pg_hba\.conf|role .* (does not exist|not permitted)"),
        "login",
    ),
    (re.compile(r"database .* does not exist"), "database"),
    (re.compile(r"too many (connections|clients)|connection slots|too many .* for role"), "full"),
)
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


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a library, taken apart: ``place`` may be shown, ``settings`` are those of the connection.

    A slip in an address easily makes a part of the password look like a host or a name. So an address is refused unless
    each part is plain beyond doubt, and nothing of a refused one is shown.
    """

    place: str
    settings: Mapping[str, str] = field(repr=False)

    def redacted(self, text: str) -> str:
        """A text of the server or its library as it may be shown: empty where it holds a secret of this address."""
        secrets = [value for key, value in self.settings.items() if SECRET.search(key) and value]
        forms = (form for value in secrets for form in (value, quote(value), quote(value, safe="")))
        if any(form in text for form in forms):
            return ""
        lines = (line for line in text.splitlines() if not line.startswith("\t"))  # what follows a tab is advice
        return veiled(" ".join(" ".join(lines).removeprefix("connection failed: ").split()))


def read_address(url: str) -> Address:
    """The address, by the rules of the server's own library. Refused, status 3: S741, which quotes nothing."""
    rest = url.partition("://")[2]
    if not _is_plain(rest):
        raise Refused(finding("S741"))
    try:
        parts = conninfo_to_dict(f"postgresql://{rest}")
    except (psycopg.Error, UnicodeError, ValueError):
        raise Refused(finding("S741")) from None
    settings = {key: str(value) for key, value in parts.items() if value is not None}
    if not HOST.fullmatch(settings.get("host", "")):
        raise Refused(finding("S741"))
    user, host, port, name = (settings.get(key, "") for key in ("user", "host", "port", "dbname"))
    if "," not in host:
        host = quote(host, safe="") if host.startswith("/") else f"[{host}]" if ":" in host else host
        host += f":{port}" if port else ""
    return Address(f"postgresql://{quote(user)}{'@' if user else ''}{host}/{quote(name)}", settings)


def _is_plain(rest: str) -> bool:
    """True if user, password, host, port and database end where they seem to."""
    before, _, query = rest.partition("?")
    authority, _, database = before.partition("/")
    user, _, hosts = authority.rpartition("@")
    ports = [host.rpartition("]")[2].partition(":")[2] for host in hosts.split(",")]
    return (
        rest.isprintable()
        and "@" not in user + database + query.partition("=")[0]
        and "/" not in database
        and all(not port or (port.isascii() and port.isdigit()) for port in ports)
    )


class Session:
    """A connection that takes the statements of the store as they are. Where it was lost outside any transaction,
    the next statement goes over a new one."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self.connect = connect
        self.connection = connect()

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        free = self.status in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)
        try:
            return self.connection.execute(_placed(sql), tuple(values))
        except psycopg.Error as fault:
            if not (free and is_lost(fault)):
                raise
        self.connection.close()
        self.connection = self.connect()
        return self.connection.execute(_placed(sql), tuple(values))

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]], /) -> None:
        self.connection.cursor().executemany(_placed(sql), rows)

    @property
    def status(self) -> TransactionStatus:
        return self.connection.info.transaction_status

    def close(self) -> None:
        self.connection.close()


def _placed(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()


class Server(AnyDatabase):
    """One open library on a server. ``upgrade`` True brings an older one up to date, which is else refused (S745)."""

    hold, kind, sequence = " FOR UPDATE", "server", "name"
    to_write, to_read = "BEGIN ISOLATION LEVEL READ COMMITTED", "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    connection: Session

    def __init__(self, url: str, patience: float = PATIENCE, steps: Steps = STEPS, upgrade: bool = False) -> None:
        self.address: Address = read_address(url)
        self.place, self.patience, self.steps, self.upgrade = self.address.place, patience, steps, upgrade
        self.connection = Session(self._connected)

    # Coming in

    def _connected(self) -> psycopg.Connection[Any]:
        settings = {**MANNERS, **self.address.settings, "client_encoding": "UTF8"}
        try:
            connection: psycopg.Connection[Any] = psycopg.connect("", autocommit=True, **settings)  # type: ignore[arg-type]
        except psycopg.Error as fault:
            raise Refused(entry_fault(fault, self.address)) from None
        except (OSError, UnicodeError, ValueError):
            raise Refused(finding("S741")) from None
        connection.prepare_threshold = None  # so that a pooler may stand between
        try:
            with self.refusing_faults():
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
        greeting: Any = connection.execute(_placed(GREETING), (f"{round(self.patience * 1000)}ms",)).fetchone()
        schema, ours, standby, reader, role, *_ = greeting
        if schema is None:
            raise self._unfit("schema")
        self.read_only, self.who = standby or reader, self._client(role)
        self.identity = f"{self.place}#{schema}"
        version = self._version(connection, ours)
        if version < 0:  # broken off; a role that only records leaves the rest to the owner, and works it out each time
            may = connection.execute("SELECT has_table_privilege('kingscore', 'UPDATE')").fetchone()
            self.upgraded = may == (True,)
        if abs(version) < len(self.steps):
            self._bring_up_to_date(connection)

    def _unfit(self, how: str, found: str = "", expected: str = "") -> Refused:
        return Refused(finding("S744", how, path=self.place, found=found, expected=expected))

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
        """The version of the schema, 0 where there is none yet, below it where summaries are still to be made."""
        if not ours:
            if connection.execute(STRANGERS.encode()).fetchone() == (0,):
                return 0
            # The tables may be ours by now: another program can have made them between the two looks, all at once.
            if connection.execute(b"SELECT to_regclass('kingscore') IS NULL").fetchone() == (True,):
                raise Refused(finding("S713", path=self.place))
        (version,) = connection.execute("SELECT version FROM kingscore").fetchone() or (0,)
        if abs(version) < len(self.steps) and not self.upgrade:
            raise Refused(finding("S745", path=self.place, found=abs(version), expected=len(self.steps)))
        self.checked_version(abs(version))
        return int(version)

    def _bring_up_to_date(self, connection: psycopg.Connection[Any]) -> None:
        """All steps that are missing, in one transaction; who comes at the same moment waits and finds them done."""
        if self.read_only:
            raise Refused(finding("S716", "making", path=self.place))
        try:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                connection.execute("CREATE TABLE IF NOT EXISTS kingscore (version INTEGER NOT NULL)")
                (version,) = connection.execute("SELECT max(version) FROM kingscore").fetchone() or (None,)
                if version is None:
                    connection.execute("INSERT INTO kingscore VALUES (0)")
                for statement in server_statements(self.steps, abs(version or 0)):
                    connection.execute(statement.encode())
                self.upgraded = (version or len(self.steps)) < len(self.steps)
                marked = -len(self.steps) if self.upgraded else len(self.steps)
                connection.execute("UPDATE kingscore SET version = %s", (marked,))
        except errors.InsufficientPrivilege:
            raise Refused(finding("S716", "making", path=self.place)) from None

    def summaries_made(self) -> None:
        with self.writing() as connection:
            connection.execute("UPDATE kingscore SET version = ?", (len(self.steps),))

    # Reading and writing

    def each(self, sql: str, values: Sequence[Any] = ()) -> Generator[tuple[Any, ...]]:
        with self.standing_still(), self.connection.connection.cursor(name="each") as cursor:
            cursor.itersize = AT_A_TIME
            yield from cursor.execute(_placed(sql), tuple(values))

    def roll_back(self) -> None:
        if not self.connection.connection.closed and self.connection.status != TransactionStatus.IDLE:
            with suppress(psycopg.Error):
                self.connection.execute("ROLLBACK")

    @contextmanager
    def refusing_faults(self, how: str = "lost") -> Iterator[None]:
        try:
            yield
        except psycopg.Error as fault:
            if isinstance(fault, CONFLICTS):
                raise Conflict(self.place) from None
            raise Refused(server_fault(fault, self.address, self.patience, how)) from None
        except UnicodeError as fault:
            raise Refused(finding("S719", path=self.place, reason=str(fault))) from None


# Faults


def server_fault(fault: psycopg.Error, address: Address, patience: float, how: str = "lost") -> Finding:
    """The finding for a fault of an open connection, by the server's own code."""
    where, reason = address.place, address.redacted(str(fault)) or "—"
    if isinstance(fault, errors.InsufficientPrivilege):
        return finding("S716", "reading", path=where, reason=reason)
    if isinstance(fault, errors.ReadOnlySqlTransaction):
        return finding("S716", "server", path=where)
    if isinstance(fault, FULL):
        return finding("S717", path=where)
    if isinstance(fault, BUSY):
        return finding("S718", path=where, n=round(patience))
    if isinstance(fault, DAMAGED):
        return finding("S715", "server", path=where, reason=reason)
    if is_lost(fault):
        return finding("S742", how, path=where, reason=reason)
    return finding("S719", path=where, reason=reason)


def is_lost(fault: psycopg.Error) -> bool:
    """True if the connection is gone: the server was stopped, or the net is down."""
    ended = (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow, errors.IdleSessionTimeout)
    if isinstance(fault, ended):
        return True
    return fault.sqlstate is None and isinstance(fault, psycopg.OperationalError | psycopg.InterfaceError)


def entry_fault(fault: psycopg.Error, address: Address) -> Finding:
    """The finding for a connection that did not come about."""
    reason = address.redacted(str(fault)) or "—"
    how = next((how for pattern, how in REFUSALS if pattern.search(str(fault))), "")
    if how in ("login", "database"):
        return finding("S743", how, path=address.place, reason=reason)
    return finding("S742", how, path=address.place, reason=reason)

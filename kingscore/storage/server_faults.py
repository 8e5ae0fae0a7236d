"""What a fault of a database server means for the one who keeps score. It mends nothing and tells no secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from kingscore.model.findings import Finding, Refused, finding
from kingscore.storage.access import Conflict
from kingscore.storage.address import Address

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
#: While it connects, the library tells what the server said, but not its code. Of a server that speaks another language
#: the reason is quoted.
REFUSALS = (
    (
        re.compile(r"authentication failed|no password supplied|pg_hba\.conf|role .* (does not exist|not permitted)"),
        "login",
    ),
    (re.compile(r"database .* does not exist"), "database"),
    (re.compile(r"too many (connections|clients)|connection slots|too many .* for role"), "full"),
)


@contextmanager
def told(address: Address, patience: float, how: str = "lost") -> Iterator[None]:
    """Turns the faults that arise while a server is used into findings, all of status 3.

    ``how`` says what a lost connection means: ``lost`` for nothing written, ``commit`` where that is not known.
    """
    try:
        yield
    except psycopg.Error as fault:
        if isinstance(fault, CONFLICTS):
            raise Conflict(address.place) from None
        raise Refused(server_fault(fault, address, patience, how), status=3) from None
    except UnicodeError as fault:
        raise Refused(finding("S719", path=address.place, reason=str(fault)), status=3) from None


def server_fault(fault: psycopg.Error, address: Address, patience: float, how: str = "lost") -> Finding:
    """The finding for a fault of an open connection, by the server's own code."""
    where, reason = address.place, address.told(str(fault)) or "—"
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
    reason = address.told(str(fault)) or "—"
    how = next((how for pattern, how in REFUSALS if pattern.search(str(fault))), "")
    if how in ("login", "database"):
        return finding("S743", how, path=address.place, reason=reason)
    return finding("S742", how, path=address.place, reason=reason)

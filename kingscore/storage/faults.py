"""What a fault of the database or of the file system means for the one who keeps score. It mends nothing."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kingscore.model.findings import Finding, Refused, finding
from kingscore.storage.access import Conflict


@contextmanager
def told(path: Path, patience: float) -> Iterator[None]:
    """Turns the faults that arise while a file is used into findings, all of status 3."""
    try:
        yield
    except sqlite3.Error as fault:
        if is_conflict(fault):
            raise Conflict(str(path)) from None
        raise Refused(database_fault(fault, path, patience), status=3) from None
    except (OSError, UnicodeError) as fault:
        raise Refused(file_fault(fault, path), status=3) from None


def is_conflict(fault: sqlite3.Error) -> bool:
    """True if a row of that key already stood; any other broken constraint is no conflict of two writers."""
    return getattr(fault, "sqlite_errorcode", 0) in (
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
        sqlite3.SQLITE_CONSTRAINT_ROWID,
    )


def database_fault(fault: sqlite3.Error, path: Path, patience: float) -> Finding:
    """The finding for a fault of SQLite, by its own code; a fault without one comes from texts that are no UTF-8."""
    where, reason = str(path), str(fault)
    match getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return finding("S712", path=where)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return finding("S716", path=where)
        case sqlite3.SQLITE_FULL:
            return finding("S717", path=where)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return finding("S718", path=where, n=round(patience))
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_CONSTRAINT:
            # The statements are ours: a table or column that is not there, or a row that fits no other, is damage.
            return finding("S715", path=where, reason=reason)
        case _:
            return finding("S719", path=where, reason=reason)


def file_fault(fault: OSError | UnicodeError, path: Path) -> Finding:
    """The finding for a fault of the file system."""
    code = fault.errno if isinstance(fault, OSError) else None
    if code in (errno.EACCES, errno.EPERM, errno.EROFS):
        return finding("S716", path=str(path))
    if code in (errno.ENOSPC, errno.EDQUOT):
        return finding("S717", path=str(path))
    from kingscore.storage.resources import system_reason

    return finding("S719", path=str(path), reason=system_reason(fault))

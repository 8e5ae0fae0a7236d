"""Brings a backup back in the place of a store. What stood there is kept beside it, sound or not; nothing is mended."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

from kingscore.model.findings import Refused, finding, has_errors
from kingscore.model.frozen import replace
from kingscore.storage.access import PATIENCE
from kingscore.storage.address import is_server
from kingscore.storage.faults import told
from kingscore.storage.games import open_store
from kingscore.storage.sqlite import Database, locate, make_room

#: What says that a file cannot be read as a store, so that it is put aside instead of written over.
DAMAGED = ("not-a-database", "store-damaged")


def restore_backup(url: str | None, source: Path, patience: float = PATIENCE) -> Path | None:
    """The store at an address holds what a backup holds; gives the file in which the old one is kept, None for none.

    The backup itself is only read. Refused, status 3, with nothing changed: S711 to S715 and S720 to S725 where it is
    no sound store, S716 to S718 where the store cannot be written.
    """
    if is_server(url):
        raise Refused(finding("S747"), status=3)
    path = locate(url)
    work = path.with_name(f".{path.name}.restoring-{os.getpid()}")
    with told(source, patience):
        if not source.is_file():
            raise Refused(finding("S711", "" if source.exists() else "missing", path=str(source)), status=3)
        try:
            _copied(source, work)
            _must_be_sound(work, source)
            return _exchanged(path, work, patience)
        finally:
            for left in work.parent.glob(f"{work.name}*"):
                left.unlink()


def _copied(source: Path, work: Path) -> None:
    make_room(work)
    for side in ("", "-wal"):
        if (there := source.with_name(source.name + side)).exists():
            shutil.copyfile(there, work.with_name(work.name + side))


def _must_be_sound(work: Path, source: Path) -> None:
    """Opened, brought up to date and verified; the refusal names the backup, not the copy of it."""
    try:
        with open_store(str(work)) as store:
            store.rebuild()
            found = store.verify()
            store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    except Refused as fault:
        found = fault.findings
    if has_errors(found):
        where = {"path": str(source)}
        named = (replace(one, values=tuple((key, where.get(key, v)) for key, v in one.values)) for one in found)
        raise Refused(*named, status=3)


def _exchanged(path: Path, work: Path, patience: float) -> Path | None:
    if not path.exists():
        with closing(Database(path, patience)) as database:
            database.take_over(work)
        return None
    try:
        with closing(Database(path, patience)) as database:
            kept = _free(path, "before-restore")
            database.copy_to(kept)
            database.take_over(work)
            return kept
    except Refused as fault:
        if not fault.findings[0].is_a(*DAMAGED):
            raise
    kept = _free(path, "damaged")
    for side in ("-wal", "-shm", ""):
        if (there := path.with_name(path.name + side)).exists():
            os.replace(there, kept.with_name(kept.name + side))
    with closing(Database(path, patience)) as database:
        database.take_over(work)
    return kept


def _free(path: Path, what: str) -> Path:
    """A name beside a file that no other file has."""
    kept, number = path.with_name(f"{path.name}.{what}"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.{what}-{number}")
    return kept

"""Files written whole or not at all, and names for them that every system takes."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kingscore.model.findings import Refused, finding

#: Names that Windows keeps for devices, whatever ending follows.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
#: The longest name of a file, its ending and a number left aside.
LONGEST = 80
#: After so many seconds what is named by a process cannot be its work any more: the number has gone to another one.
A_DAY = 86400.0


def write_out(path: Path, content: bytes, force: bool) -> None:
    """A file that stands there whole or not at all, whenever the program is stopped.

    Refused, status 3: U820 where it is there already and ``force`` is not given. OSError names the file, or the folder
    that is missing or stands in its place.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe
        else:
            _written(path, content, force)
    except OSError as fault:
        missing = fault.errno == errno.ENOENT and not path.parent.exists()
        fault.filename = str(path.parent if missing else path)
        raise


def _written(path: Path, content: bytes, force: bool) -> None:
    """The file written beside its place and moved there; where a link stands, the file that it points to."""
    taken = Refused(finding("U820", file=str(path)), status=3)
    if not force and os.path.lexists(path):
        raise taken
    path = Path(os.path.realpath(path))
    made = beside(path)
    try:
        # Nobody else may read it before it has the permissions of the file whose place it takes.
        mode = 0o600 if path.exists() else 0o666
        with open(made, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if not put_in_place(made, path, over=force):
            raise taken
    finally:
        made.unlink(missing_ok=True)


def beside(path: Path) -> Path:
    """Where a file is made before it takes its place: hidden, and named by this process. What processes that were
    stopped left there is removed."""
    name = f".{path.name[:LONGEST]}"
    made = re.compile(re.escape(name) + r"(?:\..+)?\.([0-9]{1,10})\.tmp(-wal|-shm|-journal)?")
    with suppress(OSError):
        for other in os.listdir(path.parent):
            if (found := made.fullmatch(other)) and _left_behind(path.parent / other, int(found[1])):
                (path.parent / other).unlink()
    return path.with_name(f"{name}.{os.getpid()}.tmp")


def _left_behind(file: Path, process: int) -> bool:
    """True if the process that made a file is gone. Elsewhere than on POSIX only its age tells."""
    if os.name == "posix":
        with suppress(PermissionError, OverflowError):
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return True
    return file.stat().st_mtime < time.time() - A_DAY


def put_in_place(made: Path, path: Path, over: bool = True) -> bool:
    """A finished file takes its place and is on disk; false where one stands there already and may not be written
    ``over``. One that is replaced leaves its permissions, and its owner where that is allowed."""
    if over:
        with suppress(FileNotFoundError):
            old = path.stat()
            if hasattr(os, "chown"):
                with suppress(PermissionError):
                    os.chown(made, old.st_uid, old.st_gid)
            os.chmod(made, stat.S_IMODE(old.st_mode))
        os.replace(made, path)
    else:
        try:
            os.link(made, path)  # where another file took the name meanwhile, that one stays
        except FileExistsError:
            return False
        except OSError:  # a file system without links
            os.rename(made, path)
    with suppress(PermissionError):  # the list of files reaches the disk, on systems that can open a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    return True


def safe_name(word: str) -> str:
    """A word as a file's name on every system: Latin letters, digits, hyphen, underscore, dot; no device's name."""
    plain = (c for c in unicodedata.normalize("NFKD", word) if unicodedata.category(c) not in ("Mn", "Cf"))
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "-" for c in plain)
    name = kept[:LONGEST].strip(".-") or "game"
    return f"_{name}" if name.partition(".")[0].casefold() in DEVICES else name


def safe_names(words: Iterable[str]) -> tuple[str, ...]:
    """A name for each word, no two alike even where capitals do not count."""
    taken: set[str] = set()
    out = []
    for word in words:
        name = stem = safe_name(word)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        out.append(name)
    return tuple(out)

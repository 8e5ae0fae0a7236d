"""Files written whole or not at all, and names for them that every system takes."""

from __future__ import annotations

import errno
import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from kingscore.model.findings import Refused, finding

#: Names that Windows keeps for devices, whatever ending follows.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
#: The longest name of a file, its ending and a number left aside.
LONGEST = 80


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
    """The file written beside its place and moved there."""
    taken = Refused(finding("U820", file=str(path)), status=3)
    if not force and os.path.lexists(path):
        raise taken
    beside = path.with_name(f".{path.name[:40]}.{os.getpid()}.tmp")
    try:
        with open(beside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if force:
            os.replace(beside, path)
            return
        try:
            os.link(beside, path)  # where another file took the name meanwhile, that one stays
        except FileExistsError:
            raise taken from None
        except OSError:  # a file system without links
            os.rename(beside, path)
    finally:
        beside.unlink(missing_ok=True)


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

"""The whole library as plain files in a folder, games and books, and back. It changes nothing that is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.json_values import canonical
from kingscore.notation import write_king
from kingscore.scoring.event_log import TITLES, Note, Title
from kingscore.storage import Store
from kingscore.storage.files import safe_names, write_out
from kingscore.storage.resources import carrying

#: How the file of a book ends: a line an entry.
SUFFIX = ".book"


def export_library(store: Store, folder: Path, force: bool = False) -> tuple[Path, ...]:
    """Every game that is not in the bin as a ``.king`` file, and every book; gives the files.

    A game whose rules are not what ships under their name today brings them along. Refused, status 3: U820 before
    anything is written where a file is there; OSError as the system gives it.
    """
    names = tuple(row.name for row in reversed(store.games()))
    texts: dict[Path, str] = {}
    for name, file in zip(names, safe_names(names), strict=True):
        kept = store.load(name)
        texts[folder / f"{file}.king"] = write_king(carrying(kept.game, kept.variant))
    texts |= {folder / f"{title}{SUFFIX}": text for title in TITLES if (text := _text(_notes(store, title)))}
    there = [path for path in texts if path.exists() and not force]
    if there:
        raise Refused(*(finding("U820", file=str(path)) for path in there[:5]), status=3)
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_out(path, text.encode(), force)
    return tuple(texts)


def _notes(store: Store, title: Title) -> tuple[Note, ...]:
    log = store.people().log if title == "people" else store.purse().log
    return tuple(line.note for line in log)


def _text(notes: tuple[Note, ...]) -> str:
    return "".join(canonical({"kind": one.kind, "at": one.at, "body": one.raw}) + "\n" for one in notes)


def take_in_books(store: Store, words: Sequence[str]) -> tuple[Finding, ...]:
    """The books in those of the words that are folders taken in where the library's own go no further than they do.

    Gives S727 for a book that differs from the library's own, S728 for one that cannot be read; nothing of it is taken.
    """
    folders = [Path(word) for word in words if Path(word).is_dir()]
    books = [(title, path) for one in folders for title in TITLES if (path := one / f"{title}{SUFFIX}").is_file()]
    return tuple(found for title, path in books for found in _take_in(store, title, path))


def _take_in(store: Store, title: Title, path: Path) -> tuple[Finding, ...]:
    own = _notes(store, title)
    try:
        notes = tuple(_note(line) for line in path.read_text("utf-8").splitlines())
        if own != notes[: len(own)] and notes != own[: len(notes)]:
            return (finding("S727", title, file=str(path)),)
        if len(notes) > len(own):
            store.enter(title, notes[len(own) :], len(own))
    except (ValueError, TypeError, LookupError, RecursionError, OSError):
        return (finding("S728", file=str(path)),)
    except Refused as refused:
        return refused.findings
    return ()


def _note(line: str) -> Note:
    raw = json.loads(line)
    kind, at, body = raw["kind"], raw["at"], raw["body"]
    if not (isinstance(kind, str) and isinstance(at, str) and isinstance(body, dict)):
        raise TypeError(line[:60])
    return Note(kind, at, canonical(body))

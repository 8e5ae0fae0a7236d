"""Many games as files in a folder: a season, or the whole library with its books, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kingscore.app.export import Look, render_game
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.json_values import Event, canonical
from kingscore.model.language import Language
from kingscore.notation.king import write_king
from kingscore.scoring.event_log import TITLES, Title
from kingscore.storage import GameFilter, Store
from kingscore.storage.files import safe_names, write_out
from kingscore.storage.variant_files import carrying

#: How the file of a book ends: a line an entry.
SUFFIX = ".book"


@dataclass(frozen=True, slots=True)
class SeasonRequest:
    """What every game is to become, and the folder that the files go to."""

    form: str
    look: Look
    chart: bool
    folder: str
    force: bool


@dataclass(frozen=True, slots=True)
class Exported:
    """A game's file, empty where it could not be made, with what there is to say and the status that it asks for."""

    game: str
    file: str
    findings: tuple[Finding, ...]
    players: tuple[str, ...] = ()
    status: int = 0


def files_of(store: Store, wanted: GameFilter, request: SeasonRequest) -> tuple[tuple[str, Path], ...]:
    """The games wanted, the earliest first, each with its file. Refused, status 2: U824 where there is none; status 3:
    U820 where a file is there already, before any is written."""
    names = tuple(row.name for row in reversed(store.games(wanted)))
    if not names:
        raise Refused(finding("U824"), status=2)
    files = [Path(request.folder, f"{name}.{request.form}") for name in safe_names(names)]
    _refuse_existing(files, request.force)
    return tuple(zip(names, files, strict=True))


def _refuse_existing(files: Iterable[Path], force: bool) -> None:
    there = [file for file in files if file.exists() and not force]
    if there:
        raise Refused(*(finding("U820", file=str(file)) for file in there[:5]), status=3)


def written(
    store: Store, files: tuple[tuple[str, Path], ...], request: SeasonRequest, language: Language
) -> Iterator[Exported]:
    """Writes each game's file; a game that cannot be made is mentioned and stops none of the others.

    Refused, status 3: U820; OSError where the folder cannot be written.
    """
    Path(request.folder).mkdir(parents=True, exist_ok=True)
    for name, file in files:
        try:
            kept = store.load(name)
            rendered = render_game(kept, request.form, request.look, language, chart=request.chart)
        except Refused as refused:
            yield Exported(name, "", refused.findings, refused.players, refused.status)
            continue
        write_out(file, rendered.content, request.force)
        yield Exported(name, str(file), rendered.findings, kept.game.players)


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
    for title in TITLES:
        events = (line.event for line in store.log(title))
        lines = [canonical({"kind": event.kind, "at": event.at, "body": event.raw}) for event in events]
        if lines:
            texts[folder / f"{title}{SUFFIX}"] = "\n".join(lines) + "\n"
    _refuse_existing(texts, force)
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_out(path, text.encode(), force)
    return tuple(texts)


def take_in_books(store: Store, words: Sequence[str]) -> tuple[Finding, ...]:
    """The books in those of the words that are folders taken in where the library's own go no further than they do.

    Gives S727 for a book that differs from the library's own, S728 for one that cannot be read; nothing of it is taken.
    """
    folders = [Path(word) for word in words if Path(word).is_dir()]
    books = [(title, path) for one in folders for title in TITLES if (path := one / f"{title}{SUFFIX}").is_file()]
    return tuple(found for title, path in books for found in _take_in(store, title, path))


def _take_in(store: Store, title: Title, path: Path) -> tuple[Finding, ...]:
    own = tuple(line.event for line in store.log(title))
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


def _note(line: str) -> Event:
    raw = json.loads(line)
    kind, at, body = raw["kind"], raw["at"], raw["body"]
    if not (isinstance(kind, str) and isinstance(at, str) and isinstance(body, dict)):
        raise TypeError(line[:60])
    return Event(kind, at, canonical(body))

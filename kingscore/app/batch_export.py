"""Many games as files in a folder, one after the other, each as soon as it is made. It prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kingscore.app.export import Look, exported, pictured
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.model.language import Language
from kingscore.render import Rendered
from kingscore.storage import Kept, Store, Wanted
from kingscore.storage.files import safe_names, write_out


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


def files_of(store: Store, wanted: Wanted, request: SeasonRequest) -> tuple[tuple[str, Path], ...]:
    """The games wanted, the earliest first, each with its file. Refused, status 2: U824 where there is none; status 3:
    U820 where a file is there already, before any is written."""
    names = tuple(row.name for row in reversed(store.games(wanted)))
    if not names:
        raise Refused(finding("U824"), status=2)
    files = [Path(request.folder, f"{name}.{request.form}") for name in safe_names(names)]
    there = [file for file in files if file.exists() and not request.force]
    if there:
        raise Refused(*(finding("U820", file=str(file)) for file in there[:5]), status=3)
    return tuple(zip(names, files, strict=True))


def written(
    store: Store, files: tuple[tuple[str, Path], ...], request: SeasonRequest, language: Language
) -> Iterator[Exported]:
    """Writes each game's file; a game that cannot be made is told of and stops none of the others.

    Refused, status 3: U820; OSError where the folder cannot be written.
    """
    Path(request.folder).mkdir(parents=True, exist_ok=True)
    for name, file in files:
        try:
            kept = store.load(name)
            made = one(kept, request.form, request.look, language, chart=request.chart)
        except Refused as refused:
            yield Exported(name, "", refused.findings, refused.players, refused.status)
            continue
        write_out(file, made.content, request.force)
        yield Exported(name, str(file), made.findings, kept.game.players)


def one(kept: Kept, form: str, look: Look, language: Language, *, chart: bool) -> Rendered:
    """A game that is kept as its sheet, itself, or its picture."""
    if chart:
        return pictured(kept.game, form, look, language)
    return exported(kept.game, kept.variant, form, look, language)

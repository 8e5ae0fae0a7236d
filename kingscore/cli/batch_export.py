"""A whole season written to a folder: which games, how far it is, what came of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kingscore.cli.context import Desk
from kingscore.cli.output import STANDARD_OUTPUT, form_of
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass

if TYPE_CHECKING:
    from kingscore.app.batch_export import Made
    from kingscore.app.export import Look


@dataclass(frozen=True)
class Wish:
    """What the words of the command ask every game to become, and where it goes."""

    to: str
    look: Look
    chart: bool
    folder: str
    force: bool


def season(desk: Desk, wish: Wish, which: Mapping[str, str]) -> int:
    """Write every game wanted, and tell of each that could not be. Refused, status 2: P101, P102, V301, U811, U824,
    U826; status 3: U820."""
    from kingscore.app.batch_export import Season, files_of, written
    from kingscore.app.game_filter import Asked, wanted

    if wish.folder in ("", STANDARD_OUTPUT) or desk.game:
        raise Refused(finding("U826", "game" if desk.game else ""), status=2)
    asked = Season(form_of(wish.to, wish.chart), wish.look, wish.chart, Path(wish.folder), wish.force)
    made: list[Made] = []
    with desk.store() as store:
        games = wanted(store, Asked(which["--player"], which["--variant"], which["--since"]))
        files = files_of(store, games, asked)
        try:
            for one in written(store, files, asked, desk.language):
                made.append(one)
                _progress(desk, len(made), len(files), one.game)
        finally:
            _progress(desk, 0, 0, "")
    return _told(desk, made, asked.form, wish.folder)


def _progress(desk: Desk, done: int, of: int, game: str) -> None:
    """How far it is, on one line of a terminal that is taken away in the end; nothing anywhere else."""
    if sys.stderr.isatty() and not desk.json:
        told = desk.say("season.progress", done=done, of=of, game=game) if of else ""
        sys.stderr.write(f"\r\x1b[K{told}")
        sys.stderr.flush()


def _told(desk: Desk, made: list[Made], form: str, folder: str) -> int:
    findings: list[Finding] = []
    for one in made:
        findings += one.findings
        if one.findings and not desk.json:
            print(desk.say("season.of", game=one.game), file=sys.stderr)
        desk.report(one.findings, one.players)
    files = [one for one in made if one.file]
    desk.tell("season.written", n=len(files), folder=folder)
    listed = [{"game": one.game, "file": one.file or None} for one in made]
    desk.document({**desk.findings(findings), "to": form, "files": listed})
    return max(one.status for one in made)

"""A whole season written to a folder: which games, how far it is, what came of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kingscore.cli.context import Context
from kingscore.cli.output import STANDARD_OUTPUT, exported_form
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


def season(context: Context, wish: Wish, which: Mapping[str, str]) -> int:
    """Write every game wanted, and tell of each that could not be. Refused, status 2: P101, P102, V301, U811, U824,
    U826; status 3: U820."""
    from kingscore.app.batch_export import Season, files_of, written
    from kingscore.app.game_filter import Asked, wanted

    if wish.folder in ("", STANDARD_OUTPUT) or context.game:
        raise Refused(finding("U826", "game" if context.game else ""), status=2)
    asked = Season(exported_form(wish.to, wish.chart), wish.look, wish.chart, Path(wish.folder), wish.force)
    made: list[Made] = []
    with context.store() as store:
        games = wanted(store, Asked(which["--player"], which["--variant"], which["--since"]))
        files = files_of(store, games, asked)
        try:
            for one in written(store, files, asked, context.language):
                made.append(one)
                _progress(context, len(made), len(files), one.game)
        finally:
            _progress(context, 0, 0, "")
    return _told(context, made, asked.form, wish.folder)


def _progress(context: Context, done: int, of: int, game: str) -> None:
    """How far it is, on one line of a terminal that is taken away in the end; nothing anywhere else."""
    if sys.stderr.isatty() and not context.json:
        told = context.say("season.progress", done=done, of=of, game=game) if of else ""
        sys.stderr.write(f"\r\x1b[K{told}")
        sys.stderr.flush()


def _told(context: Context, made: list[Made], form: str, folder: str) -> int:
    findings: list[Finding] = []
    for one in made:
        findings += one.findings
        if one.findings and not context.json:
            print(context.say("season.of", game=one.game), file=sys.stderr)
        context.report(one.findings, one.players)
    files = [one for one in made if one.file]
    context.tell("season.written", n=len(files), folder=folder)
    listed = [{"game": one.game, "file": one.file or None} for one in made]
    context.document({**context.findings(findings), "to": form, "files": listed})
    return max(one.status for one in made)

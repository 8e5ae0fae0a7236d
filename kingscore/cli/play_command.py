"""The command that keeps a game at the table: play."""

from __future__ import annotations

import typer

from kingscore.cli.context import Desk
from kingscore.model.findings import Refused, finding


def play(context: typer.Context) -> int:
    """Keep a game, asked deal by deal."""
    from kingscore.cli.play import Play
    from kingscore.cli.prompt import Asker

    desk = Desk.of(context)
    if desk.json:
        raise Refused(finding("U814", first="play", second="--json"), status=2)
    with desk.store() as store:
        return Play(desk, store, desk.kept(store), Asker()).run()

"""The command that keeps a game at the table: play."""

from __future__ import annotations

import typer

from kingscore.cli.context import Context
from kingscore.model.findings import Refused, finding


def play(ctx: typer.Context) -> int:
    """Keep a game, asked deal by deal."""
    from kingscore.cli.play import Play
    from kingscore.cli.prompt import Asker

    context = Context.of(ctx)
    if context.json:
        raise Refused(finding("U814", first="play", second="--json"), status=2)
    with context.store() as store:
        return Play(context, store, context.kept(store), Asker()).run()

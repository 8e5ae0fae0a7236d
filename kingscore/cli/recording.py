"""The commands that change a game: deal, undo, redo, amend, finish."""

from __future__ import annotations

from typing import Annotated

import typer

from kingscore.cli import format_game
from kingscore.cli.context import Context

Line = Annotated[list[str], typer.Argument()]
Why = Annotated[str, typer.Option("--why")]


def deal(ctx: typer.Context, line: Line, agreed: Annotated[str, typer.Option("--agreed")] = "") -> int:
    """Record the next deal."""
    from kingscore.app.change import record

    context = Context.of(ctx)
    with context.store() as store:
        change = record(store, context.name(store), line, context.now(), agreed)
    format_game.recorded(context, change)
    return 0


def amend(ctx: typer.Context, what: Annotated[str, typer.Argument()], line: Line, why: Why = "") -> int:
    """Mend an earlier deal or the head of the game."""
    from kingscore.cli.amend import amended

    context = Context.of(ctx)
    with context.store() as store:
        change = amended(store, context.name(store), (what, *line), context.now(), why)
    format_game.amended(context, change)
    format_game.recorded(context, change)
    return 0


def undo(ctx: typer.Context) -> int:
    """Take back the last change."""
    from kingscore.app.change import undo

    context = Context.of(ctx)
    with context.store() as store:
        change = undo(store, context.name(store), context.now())
    context.tell("told.undone", what=format_game.entry(context, change.game, change.entry.of or change.entry))
    format_game.recorded(context, change)
    return 0


def redo(ctx: typer.Context) -> int:
    """Bring back what was taken back."""
    from kingscore.app.change import redo

    context = Context.of(ctx)
    with context.store() as store:
        change = redo(store, context.name(store), context.now())
    context.tell("told.redone", what=format_game.entry(context, change.game, change.entry.of or change.entry))
    format_game.recorded(context, change)
    return 0


def finish(ctx: typer.Context, early: Annotated[bool, typer.Option("--early")] = False) -> int:
    """Say that the game is over."""
    from kingscore.app.change import finish

    context = Context.of(ctx)
    with context.store() as store:
        change = finish(store, context.name(store), context.now(), early)
    context.report(change.findings, change.game.players)
    context.write_set(format_game.ending(context, change.game, change.table))
    if context.json:
        context.document(format_game.document(context, change))
    return 0

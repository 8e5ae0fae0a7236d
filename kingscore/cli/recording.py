"""The commands that change a game: deal, undo, redo, amend, finish."""

from __future__ import annotations

from typing import Annotated

import typer

from kingscore.cli import format_game
from kingscore.cli.context import Desk

Line = Annotated[list[str], typer.Argument()]
Why = Annotated[str, typer.Option("--why")]


def deal(context: typer.Context, line: Line, agreed: Annotated[str, typer.Option("--agreed")] = "") -> int:
    """Record the next deal."""
    from kingscore.app.change import record

    desk = Desk.of(context)
    with desk.store() as store:
        change = record(store, desk.name(store), line, desk.now(), agreed)
    format_game.recorded(desk, change)
    return 0


def amend(context: typer.Context, what: Annotated[str, typer.Argument()], line: Line, why: Why = "") -> int:
    """Mend an earlier deal or the head of the game."""
    from kingscore.cli.amend import amended

    desk = Desk.of(context)
    with desk.store() as store:
        change = amended(store, desk.name(store), (what, *line), desk.now(), why)
    format_game.amended(desk, change)
    format_game.recorded(desk, change)
    return 0


def undo(context: typer.Context) -> int:
    """Take back the last change."""
    from kingscore.app.change import undo

    desk = Desk.of(context)
    with desk.store() as store:
        change = undo(store, desk.name(store), desk.now())
    desk.tell("told.undone", what=format_game.entry(desk, change.game, change.entry.of or change.entry))
    format_game.recorded(desk, change)
    return 0


def redo(context: typer.Context) -> int:
    """Bring back what was taken back."""
    from kingscore.app.change import redo

    desk = Desk.of(context)
    with desk.store() as store:
        change = redo(store, desk.name(store), desk.now())
    desk.tell("told.redone", what=format_game.entry(desk, change.game, change.entry.of or change.entry))
    format_game.recorded(desk, change)
    return 0


def finish(context: typer.Context, early: Annotated[bool, typer.Option("--early")] = False) -> int:
    """Say that the game is over."""
    from kingscore.app.change import finish

    desk = Desk.of(context)
    with desk.store() as store:
        change = finish(store, desk.name(store), desk.now(), early)
    desk.report(change.findings, change.game.players)
    desk.write_set(format_game.ending(desk, change.game, change.table))
    if desk.json:
        desk.document(format_game.document(desk, change))
    return 0

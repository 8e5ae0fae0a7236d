"""The commands that begin a game, choose one and change it: new, use, deal, undo, redo, amend, finish."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kingscore.cli import format_game, options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context

if TYPE_CHECKING:
    from kingscore.app.change import Change
    from kingscore.storage import LibraryGame, Store

Line = Annotated[list[str], typer.Argument(autocompletion=options.contracts)]
Why = Annotated[str, typer.Option("--why")]


@app.command("new")
def new(
    context: Context,
    variant: Annotated[str, typer.Argument(autocompletion=options.variants)] = "",
    names: options.PlayerNames = None,
    dealer: Annotated[str, typer.Option("--dealer", autocompletion=options.players)] = "",
    option: options.HouseRules = None,
    stake: Annotated[str, typer.Option("--stake")] = "",
    date: Annotated[str, typer.Option("--date")] = "",
    again: Annotated[bool, typer.Option("--again")] = False,
) -> int:
    """Begin a game."""
    from kingscore.app.begin import GameRequest, begin, begin_again

    if again:
        options.refuse_beside("--again", (("variant", variant), ("names", names), ("--option", option)))
    elif not variant or not names:
        raise options.missing("new", "names" if variant else "variant")
    request = GameRequest(variant, tuple(names or ()), options.pairs(option), dealer, stake, date or today())
    with context.store() as store:
        kept = (begin_again if again else begin)(store, request, context.now())
    return format_game.begun(context, kept)


def today() -> str:
    """The day of the local calendar."""
    return time.strftime("%Y-%m-%d")


@app.command("use")
def use(context: Context, game: options.GameName) -> None:
    """Choose the game in play."""
    with context.store() as store:
        name = store.use(game)
    context.tell("result.use", game=name)
    context.document({"ok": True, "game": name})


@app.command("deal", cls=GameCommand)
def deal(context: Context, line: Line, agreed: Annotated[str, typer.Option("--agreed")] = "") -> int:
    """Record the next deal."""
    from kingscore.app.change import record

    with context.store() as store:
        change = record(store, context.kept(store), line, context.now(), agreed)
    return format_game.recorded(context, change)


@app.command("amend", cls=GameCommand)
def amend(
    context: Context,
    what: Annotated[str, typer.Argument()],
    line: Annotated[list[str], typer.Argument()],
    why: Why = "",
) -> int:
    """Change an earlier deal or the head of the game."""
    with context.store() as store:
        change = amended(store, context.kept(store), (what, *line), context.now(), why)
    return format_game.amended(context, change)


def amended(store: Store, kept: LibraryGame, words: Sequence[str], at: str, why: str = "") -> Change:
    """The change that ``N LINE``, ``N delete``, ``N before LINE`` or ``head KEY=VALUE`` asks for."""
    from kingscore.app import change
    from kingscore.app.begin import amend_head

    what, *rest = words
    if what == "head":
        return amend_head(store, kept, " ".join(rest), at, why)
    number = options.whole(what, "amend")
    if rest == ["delete"]:
        return change.remove(store, kept, number, at, why)
    if rest == ["before"]:
        raise options.missing("amend", "line")
    if rest[0] == "before":
        return change.insert(store, kept, number, rest[1:], at, why)
    return change.amend(store, kept, number, rest, at, why)


@app.command("undo", cls=GameCommand)
def undo(context: Context) -> int:
    """Take back the last change."""
    from kingscore.app.change import undo

    with context.store() as store:
        change = undo(store, context.kept(store), context.now())
    return format_game.recorded(context, change)


@app.command("redo", cls=GameCommand)
def redo(context: Context) -> int:
    """Bring back what was taken back."""
    from kingscore.app.change import redo

    with context.store() as store:
        change = redo(store, context.kept(store), context.now())
    return format_game.recorded(context, change)


@app.command("finish", cls=GameCommand)
def finish(context: Context, early: Annotated[bool, typer.Option("--early")] = False) -> int:
    """Say that the game is over."""
    from kingscore.app.change import finish

    with context.store() as store:
        change = finish(store, context.kept(store), context.now(), early)
    return format_game.finished(context, change)

"""The commands that begin a game, choose one and change it: new, use, deal, undo, redo, amend, finish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from kingscore.app import change
from kingscore.cli import format_game, options
from kingscore.cli.commands import Command, GameCommand, app
from kingscore.cli.context import Context
from kingscore.notation.names import names_remarked

if TYPE_CHECKING:
    from kingscore.notation import Words
    from kingscore.storage import LibraryGame, Store

Line = Annotated[list[str], typer.Argument(autocompletion=options.contracts)]
Why = Annotated[str, typer.Option("--why")]


@app.command("new", cls=Command.where(excludes={"--again": ("variant", "names", "--option")}))
def new(
    context: Context,
    variant: Annotated[str, typer.Argument(autocompletion=options.variants)] = "",
    names: options.PlayerNames = None,
    dealer: Annotated[str, typer.Option("--dealer", autocompletion=options.players)] = "",
    option: options.HouseRules = None,
    stake: Annotated[str, typer.Option("--stake")] = "",
    date: Annotated[str, typer.Option("--date")] = "",
    again: Annotated[bool, typer.Option("--again")] = False,
    new_unit: options.NewUnit = False,
) -> None:
    """Begin a game."""
    from kingscore.app.begin import GameRequest, begin, begin_again
    from kingscore.model.days import day_remarked

    if not again and not (variant and names):
        raise options.missing("new", "names" if variant else "variant")
    players, day = tuple(names or ()), date or context.today()
    request = GameRequest(variant, players, options.pairs(option), dealer, stake, day, new_unit)
    begun = begin_again if again else begin
    with context.store() as store:
        kept = context.asked(lambda request: begun(store, request, context.now()), request)
    context.report(names_remarked(kept.game.players), kept.game.players)
    format_game.begun(context, kept)
    context.report(day_remarked(kept.game.date, context.today()))


@app.command("use")
def use(context: Context, game: options.GameName) -> None:
    """Choose the game in play."""
    with context.store() as store:
        name = store.use(game)
    context.done("result.use", game=name)


@app.command("deal", cls=GameCommand)
def deal(context: Context, line: Line, agreed: Annotated[str, typer.Option("--agreed")] = "") -> None:
    """Record the next deal."""
    with context.store() as store:
        done = change.record(store, context.kept(store), line, context.now(), context.words, agreed)
    format_game.recorded(context, done)


@app.command("amend", cls=GameCommand)
def amend(
    context: Context,
    what: options.Word,
    line: Annotated[list[str], typer.Argument()],
    why: Why = "",
    new_unit: options.NewUnit = False,
) -> None:
    """Change an earlier deal or the head of the game."""
    from kingscore.model.days import day_remarked

    with context.store() as store:
        done = amended(store, context.kept(store), (what, *line), context.now(), context.words, why, new_unit)
    context.report(day_remarked(done.game.date, context.today()) if what == "head" else ())
    format_game.recorded(context, done)


def amended(
    store: Store,
    kept: LibraryGame,
    words: Sequence[str],
    at: str,
    grammar: Words,
    why: str = "",
    new_unit: bool = False,
) -> change.Change:
    """The change that ``N LINE``, ``N delete``, ``N before LINE`` or ``head KEY=VALUE`` asks for."""
    what, *rest = words
    if what == "head":
        from kingscore.app.begin import amend_head

        return amend_head(store, kept, rest, at, why, new_unit)
    number = options.whole(what, "amend")
    if rest == ["delete"]:
        return change.remove(store, kept, number, at, why)
    if rest == ["before"]:
        raise options.missing("amend", "line")
    if rest[0] == "before":
        return change.insert(store, kept, number, rest[1:], at, grammar, why)
    return change.amend(store, kept, number, rest, at, grammar, why)


@app.command("replace", cls=GameCommand)
def replace(
    context: Context,
    seat: Annotated[str, typer.Argument(autocompletion=options.players)],
    name: Annotated[str, typer.Argument(autocompletion=options.players)],
    deal: Annotated[int | None, options.number("--from")] = None,
    why: Why = "",
) -> None:
    """Let another player sit down."""
    from kingscore.app.begin import SeatRequest, seat_player

    with context.store() as store:
        done = seat_player(store, context.kept(store), SeatRequest(seat, name, deal), context.now(), why)
    format_game.recorded(context, done)


@app.command("undo", cls=GameCommand)
def undo(context: Context) -> None:
    """Take back the last change."""
    with context.store() as store:
        done = change.undo(store, context.kept(store), context.now())
    format_game.recorded(context, done)


@app.command("redo", cls=GameCommand)
def redo(context: Context) -> None:
    """Bring back what was taken back."""
    with context.store() as store:
        done = change.redo(store, context.kept(store), context.now())
    format_game.recorded(context, done)


@app.command("finish", cls=GameCommand)
def finish(context: Context, early: Annotated[bool, typer.Option("--early")] = False) -> None:
    """Say that the game is over."""
    with context.store() as store:
        done = change.finish(store, context.kept(store), context.now(), early)
    format_game.finished(context, done)

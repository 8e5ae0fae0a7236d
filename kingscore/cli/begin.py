"""The commands that begin and choose games: new, use."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import format_game
from kingscore.cli.columns import columns
from kingscore.cli.context import Context
from kingscore.cli.numbers import missing, pairs

if TYPE_CHECKING:
    from kingscore.storage import Kept, Store

Names = Annotated[list[str] | None, typer.Argument()]
Options = Annotated[list[str] | None, typer.Option("--option")]
Text = typer.Option


def new(
    ctx: typer.Context,
    variant: Annotated[str, typer.Argument()] = "",
    names: Names = None,
    dealer: Annotated[str, Text("--dealer")] = "",
    option: Options = None,
    stake: Annotated[str, Text("--stake")] = "",
    date: Annotated[str, Text("--date")] = "",
    again: Annotated[bool, Text("--again")] = False,
) -> int:
    """Begin a game."""
    context = Context.of(ctx)
    said = {"dealer": dealer, "stake": stake, "date": date or today()}
    with context.store() as store:
        if again:
            return begun(context, _again(store, said, context.now()))
        return begun(context, _begin(store, variant, names or [], (pairs(option or []), said), context.now()))


def today() -> str:
    """The day of the local calendar."""
    return time.strftime("%Y-%m-%d")


def _again(store: Store, said: dict[str, str], at: str) -> Kept:
    from kingscore.app.begin import again

    return again(store, said, at)


def _begin(store: Store, variant: str, names: list[str], said: Any, at: str) -> Kept:
    from kingscore.app.begin import Wish, begin

    if not variant or not names:
        raise missing("new", "names" if variant else "variant")
    options, more = said
    return begin(store, Wish(variant, tuple(names), options, **more), at)


def begun(context: Context, kept: Kept) -> int:
    """Tell that a game has begun: its name, who sits where, what comes first."""
    from kingscore.scoring.schedule import upcoming
    from kingscore.scoring.score import score

    game, table = kept.game, score(kept.game)
    coming = upcoming(game, table)
    context.tell("told.new", game=kept.name, variant=game.rules.names)
    rows = [(f"{chr(65 + seat)}", name) for seat, name in enumerate(game.players)]
    context.write(columns(rows, "  ", right=False))
    context.write_set(["", *format_game.following(context, game, coming, table)])
    options = dict(game.rules.options)
    standing = format_game.standing_document(game, table, coming)
    context.document({"ok": True, "game": kept.name, "variant": game.rules.variant, "options": options, **standing})
    return 0


def use(ctx: typer.Context, game: Annotated[str, typer.Argument()]) -> int:
    """Choose the game in play."""
    context = Context.of(ctx)
    with context.store() as store:
        name = store.use(game)
    context.tell("told.use", game=name)
    context.document({"ok": True, "game": name})
    return 0

"""The commands for paper and files: sheet, export, import."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kingscore.cli.context import Context
from kingscore.cli.numbers import maybe_whole, pairs
from kingscore.cli.output import exported_form, form_of, hand_out, suffix
from kingscore.model.findings import Finding, Refused, finding

if TYPE_CHECKING:
    from kingscore.app.export import Look
    from kingscore.app.files import Asked
    from kingscore.storage import Store

To = Annotated[str, typer.Option("--to")]
Layout = Annotated[str, typer.Option("--layout")]
Template = Annotated[str, typer.Option("--template")]
Paper = Annotated[str, typer.Option("--paper")]
Orientation = Annotated[str, typer.Option("--orientation")]
Dialect = Annotated[str, typer.Option("--dialect")]
Back = Annotated[bool, typer.Option("--back")]
Output = Annotated[str, typer.Option("-o", "--output")]
Force = Annotated[bool, typer.Option("--force")]
Text = typer.Option


def export(
    ctx: typer.Context,
    to: To = "",
    layout: Layout = "",
    template: Template = "",
    paper: Paper = "",
    orientation: Orientation = "",
    dialect: Dialect = "",
    back: Back = False,
    chart: Annotated[bool, Text("--chart")] = False,
    every: Annotated[bool, Text("--all")] = False,
    player: Annotated[str, Text("--player")] = "",
    variant: Annotated[str, Text("--variant")] = "",
    since: Annotated[str, Text("--since")] = "",
    output: Output = "",
    force: Force = False,
) -> int:
    """The game as a file, or a whole season."""
    from kingscore.app.export import Look
    from kingscore.cli.batch_export import Wish, season

    context, look = Context.of(ctx), Look(layout, template, paper, orientation, None, dialect, back)
    which = {"--player": player, "--variant": variant, "--since": since}
    if every:
        return season(context, Wish(to, look, chart, output, force), which)
    if said := [option for option, value in which.items() if value]:
        raise Refused(finding("U825", option=said[0]), status=2)
    return _one(context, (to, chart), look, (output, force))


def _one(context: Context, form: tuple[str, bool], look: Look, where: tuple[str, bool]) -> int:
    """The game meant, as a file or on standard output."""
    from kingscore.app.batch_export import one

    to, chart = form
    named = exported_form(to or suffix(where[0]), chart)
    with context.store() as store:
        kept = context.kept(store)
    return hand_out(context, named, one(kept, named, look, context.language, chart=chart), where)


def sheet(
    ctx: typer.Context,
    variant: Annotated[str, typer.Argument()],
    names: Annotated[list[str] | None, typer.Argument()] = None,
    players: Annotated[str, Text("--players")] = "",
    option: Annotated[list[str] | None, Text("--option")] = None,
    to: To = "",
    layout: Layout = "",
    template: Template = "",
    paper: Paper = "",
    orientation: Orientation = "",
    per_page: Annotated[str, Text("--per-page")] = "",
    dialect: Dialect = "",
    back: Back = False,
    output: Output = "",
    force: Force = False,
) -> int:
    """A blank score sheet."""
    from kingscore.app.export import Blank, Look, blank_sheet

    context = Context.of(ctx)
    form = form_of(to or suffix(output) or "pdf", "sheet", "game")
    look = Look(layout, template, paper, orientation, maybe_whole(per_page, "--per-page"), dialect, back)
    wish = Blank(variant, tuple(names or ()), maybe_whole(players, "--players"), pairs(option or []), look)
    return hand_out(context, form, blank_sheet(wish, form, context.language), (output, force))


def import_(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument()],
    keep_errors: Annotated[bool, typer.Option("--keep-errors")] = False,
    variant: Annotated[str, typer.Option("--variant")] = "",
    option: Annotated[list[str] | None, typer.Option("--option")] = None,
) -> int:
    """Take in games from files."""
    from kingscore.app.files import files_in
    from kingscore.cli.checking import asked_for

    context = Context.of(ctx)
    how = (keep_errors, asked_for(variant, option))
    taken, findings, status = [], list[Finding](), 0
    with context.store() as store:
        every = files_in(files)
        for file in every:
            name, found, worse = _taken(context, store, file, how, len(every) == 1)
            taken.append({"file": file, "game": name})
            findings += found
            status = max(status, worse)
        books = _books(context, store, files)
        _chosen(context, store, [str(one["game"]) for one in taken if one["game"]])
    status = max(status, int(bool(books)))
    context.document({**context.findings((*findings, *books)), "games": taken})
    return status


def _chosen(context: Context, store: Store, games: list[str]) -> None:
    """The one game that was taken in is in play where none was."""
    if len(games) == 1 and store.current() is None:
        context.tell("told.use", game=store.use(games[0]))


def _taken(
    context: Context, store: Store, file: str, how: tuple[bool, Asked], alone: bool
) -> tuple[str | None, tuple[Finding, ...], int]:
    """One file taken in: the game's name, what there is to say, the status. What one file refuses stops no other. A
    file ``alone`` is in play afterwards where no game was."""
    from kingscore.app.files import take_in
    from kingscore.cli.checking import standard_input
    from kingscore.cli.format_repair import of_game

    try:
        taken, checked = take_in(store, file, standard_input, context.now(), *how)
    except Refused as refused:
        _told_of_file(context, refused, file, how[1])
        context.tell("told.not-taken", file=file)
        return None, refused.findings, refused.status
    players = checked.game.players if checked.game is not None else ()
    in_play = store.current() or (taken.name if alone else None)
    elsewhere = taken.name if context.named or taken.name != in_play else None
    kept = (of_game(one, elsewhere) for one in checked.findings)
    found = (*kept, *(one for one in (taken.already, taken.like) if one is not None))
    context.report(found, players)
    if taken.already is None:
        context.tell("told.taken", file=file, game=taken.name)
    return taken.name, found, 0


def _told_of_file(context: Context, refused: Refused, file: str, asked: Asked) -> None:
    """What keeps a file from being taken in, on standard error, with what is to be written in it."""
    from kingscore.cli.format_repair import pointer

    context.report(refused.findings, refused.players, file=file)
    if not context.json and (closing := pointer(refused.findings, file, asked, context.language)):
        print(closing, file=sys.stderr)


def _books(context: Context, store: Store, files: list[str]) -> tuple[Finding, ...]:
    """The books of people and payments that lie in a folder beside its games; what there is to say of them."""
    from kingscore.app.library_export import take_in_books

    found = take_in_books(store, files)
    context.report(found)
    return found

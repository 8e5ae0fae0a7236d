"""The commands for paper and files: sheet, export, import."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from kingscore.cli import options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import STANDARD_OUTPUT, Context, OutputTarget, put
from kingscore.model.findings import Finding, Refused, finding
from kingscore.render.formats import formats_for

if TYPE_CHECKING:
    from kingscore.app.begin import GamesRequest
    from kingscore.app.files import TableRules
    from kingscore.app.folders import Exported, SeasonRequest
    from kingscore.storage import Store

To = Annotated[str, typer.Option("--to", autocompletion=lambda: formats_for("sheet", "game", "chart"))]
Layout = Annotated[str, typer.Option("--layout", autocompletion=lambda: ("grid", "triangle", "personal"))]
Template = Annotated[str, typer.Option("--template", autocompletion=options.templates)]
Paper = Annotated[str, typer.Option("--paper", autocompletion=lambda: ("A4", "A5", "Letter"))]
Orientation = Annotated[str, typer.Option("--orientation", autocompletion=lambda: ("portrait", "landscape"))]
Back = Annotated[bool, typer.Option("--back")]


@app.command("sheet")
def sheet(
    context: Context,
    variant: options.VariantName,
    names: options.PlayerNames = None,
    players: options.Seats = None,
    option: options.HouseRules = None,
    to: To = "",
    layout: Layout = "",
    template: Template = "",
    paper: Paper = "",
    orientation: Orientation = "",
    per_page: Annotated[int | None, options.number("--per-page", "1", "2", "4")] = None,
    dialect: options.Dialect = "",
    back: Back = False,
    output: options.Output = "",
    force: options.Force = False,
) -> None:
    """A blank score sheet."""
    from kingscore.app.export import Look, SheetRequest, blank_sheet

    where = OutputTarget(output, force)
    form = options.form_of(to or where.suffix or "pdf", "sheet", "game")
    look = Look(layout, template, paper, orientation, per_page, dialect, back)
    request = SheetRequest(variant, tuple(names or ()), players, options.pairs(option), look)
    context.deliver(form, blank_sheet(request, form, context.language), where)


@app.command("export", cls=GameCommand)
def export(
    context: Context,
    to: To = "",
    layout: Layout = "",
    template: Template = "",
    paper: Paper = "",
    orientation: Orientation = "",
    dialect: options.Dialect = "",
    back: Back = False,
    chart: Annotated[bool, typer.Option("--chart")] = False,
    every: Annotated[bool, typer.Option("--all")] = False,
    player: options.Player = "",
    variant: options.Variant = "",
    since: options.Since = "",
    output: options.Output = "",
    force: options.Force = False,
) -> int:
    """The game as a file, or a whole season."""
    from kingscore.app.begin import GamesRequest
    from kingscore.app.export import Look, render_game
    from kingscore.app.folders import SeasonRequest

    where = OutputTarget(output, force)
    look, games = Look(layout, template, paper, orientation, None, dialect, back), GamesRequest(player, variant, since)
    if every:
        return _season(context, SeasonRequest(_form(to, chart), look, chart, output, force), games)
    if games != GamesRequest():
        option = "--player" if player else "--variant" if variant else "--since"
        raise Refused(finding("U825", option=option), status=2)
    form = _form(to or where.suffix, chart)
    context.deliver(form, render_game(context.load(), form, look, context.language, chart=chart), where)
    return 0


def _form(to: str, chart: bool) -> str:
    """The form meant; a game is itself unless said, its picture an SVG. Refused, status 2: U808."""
    return options.form_of(to or "svg", "chart") if chart else options.form_of(to or "king", "sheet", "game")


def _season(context: Context, request: SeasonRequest, games: GamesRequest) -> int:
    """Write every game wanted, and say of each that could not be what is wrong. Refused, status 2: P101, P102, V301,
    U811, U824, U826; status 3: U820."""
    from kingscore.app.begin import games_filter
    from kingscore.app.folders import files_of, written
    from kingscore.cli.context import Progress

    if request.folder in ("", STANDARD_OUTPUT) or context.game:
        raise Refused(finding("U826", "game" if context.game else ""), status=2)
    exported: list[Exported] = []

    def phrase(**counts: object) -> str:
        return context.say("season.progress", game=exported[-1].game, **counts)

    with context.store() as store:
        files = files_of(store, games_filter(store, games), request)
        with Progress(sys.stderr, len(files) * (not context.json), phrase) as progress:
            for item in written(store, files, request, context.language):
                exported.append(item)
                progress.show(1, 0)
    findings: list[Finding] = []
    for item in exported:
        findings += item.findings
        if item.findings and not context.json:
            put(context.say("season.of", game=item.game), sys.stderr)
        context.report(item.findings, item.players)
    context.tell("season.written", n=sum(bool(item.file) for item in exported), folder=request.folder)
    listed = [{"game": item.game, "file": item.file or None} for item in exported]
    context.document({**context.findings(findings), "to": request.form, "files": listed})
    return max(item.status for item in exported)


@app.command("import")
def import_(
    context: Context,
    files: Annotated[list[str], typer.Argument()],
    keep_errors: Annotated[bool, typer.Option("--keep-errors")] = False,
    variant: options.Variant = "",
    option: options.HouseRules = None,
) -> int:
    """Take in games from files."""
    from kingscore.app.files import files_in
    from kingscore.app.folders import take_in_books
    from kingscore.cli.checking import table_rules

    taken, findings, status = [], list[Finding](), 0
    with context.store() as store:
        every = files_in(files)
        intake = Intake(store, table_rules(variant, option), keep_errors, len(every) == 1)
        for file in every:
            name, found, worse = _taken(context, intake, file)
            taken.append({"file": file, "game": name})
            findings += found
            status = max(status, worse)
        books = take_in_books(store, files)
        context.report(books)
        names = [str(item["game"]) for item in taken if item["game"]]
        if len(names) == 1 and store.current() is None:
            context.tell("result.use", game=store.use(names[0]))
    context.document({**context.findings((*findings, *books)), "games": taken})
    return max(status, int(bool(books)))


class Intake(NamedTuple):
    """How files are taken in; one ``alone`` is in play afterwards where no game was."""

    store: Store
    rules: TableRules
    keep_errors: bool
    alone: bool


def _taken(context: Context, intake: Intake, file: str) -> tuple[str | None, tuple[Finding, ...], int]:
    """One file taken in: the game's name, what there is to say, the status. What one file refuses stops no other."""
    from kingscore.app.files import take_in
    from kingscore.cli.checking import standard_input
    from kingscore.cli.format_finding import of_game, pointer

    try:
        taken, checked = take_in(intake.store, file, standard_input, context.now(), intake.keep_errors, intake.rules)
    except Refused as refused:
        context.report(refused.findings, refused.players, file=file)
        if not context.json and (closing := pointer(refused.findings, file, intake.rules, context.language)):
            put(closing, sys.stderr)
        context.tell("result.not-imported", file=file)
        return None, refused.findings, refused.status
    players = checked.game.players if checked.game is not None else ()
    in_play = intake.store.current() or (taken.name if intake.alone else None)
    elsewhere = taken.name if context.named or taken.name != in_play else None
    kept = (of_game(one, elsewhere) for one in checked.findings)
    found = (*kept, *(one for one in (taken.already, taken.like) if one is not None))
    context.report(found, players)
    if taken.already is None:
        context.tell("result.imported", file=file, game=taken.name)
    return taken.name, found, 0

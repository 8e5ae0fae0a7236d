"""The commands that look at games: show, log, chances, stats."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import format_game, options
from kingscore.cli.commands import Command, GameCommand, app
from kingscore.cli.context import Context, OutputTarget, picked
from kingscore.cli.format_finding import local
from kingscore.model.findings import Refused, finding
from kingscore.model.language import signed
from kingscore.render.formats import formats_for
from kingscore.render.text_width import columns, room, shown

if TYPE_CHECKING:
    from kingscore.app.standings import StandingsReport
    from kingscore.model.game import Game
    from kingscore.statistics.chances import Chances, Outlook
    from kingscore.statistics.figures import Figures
    from kingscore.storage import LibraryGame


@app.command("show", cls=GameCommand)
def show(context: Context, chart: Annotated[bool, typer.Option("--chart")] = False) -> None:
    """The table of the game, or a picture of it in signs."""
    kept = context.load()
    if context.json:
        context.document(_document(context, kept))
    elif chart:
        from kingscore.render.terminal import show_chart

        context.write(show_chart(kept.game, context.language, room(sys.stdout)))
    else:
        context.write(table(context, kept))


def table(context: Context, kept: LibraryGame) -> str:
    """The game's table: as wide as the terminal and coloured there, neither cut nor coloured anywhere else."""
    from kingscore.render.terminal import show

    screen = sys.stdout.isatty()
    width = os.get_terminal_size(sys.stdout.fileno()).columns if screen else None
    colour = screen and "NO_COLOR" not in context.environ and context.environ.get("TERM") != "dumb"
    return "\n".join((show(kept.game, context.language, width, colour), *_flagged(context, kept.game)))


def _flagged(context: Context, game: Game) -> Iterator[str]:
    """A line for the deals that are not right, and one for those that were recorded by agreement all the same."""
    from kingscore.checks import check_game

    wrong = {one.deal for one in check_game(game).findings if one.severity == "error" and one.deal is not None}
    agreed = [number for number, deal in enumerate(game.deals, 1) if deal.agreed]
    for what, deals in (("wrong", tuple(sorted(wrong))), ("agreed", tuple(agreed))):
        if deals:
            yield context.say(f"show.{what}.several" if len(deals) > 1 else f"show.{what}", deals=deals)


def _document(context: Context, kept: LibraryGame) -> dict[str, Any]:
    import json

    from kingscore.checks import check_game
    from kingscore.notation.codec import write_document
    from kingscore.scoring.schedule import upcoming
    from kingscore.scoring.score import score
    from kingscore.storage.variant_files import carrying

    game, found, report = kept.game, score(kept.game), check_game(kept.game)
    return {
        "game": kept.name,
        "document": json.loads(write_document(carrying(game, kept.variant))),
        "points": [line.points for line in found.lines],
        "running": [line.running for line in found.lines],
        **format_game.standing_document(game, found, upcoming(game, found)),
        **context.findings(report.findings, game.players),
    }


@app.command("log", cls=GameCommand)
def log(context: Context) -> None:
    """Every change of the game."""
    from kingscore.notation import write_deal

    kept = context.load()
    rows, listed = [], []
    for entry in kept.log:
        text = format_game.entry(context, kept.game, entry)
        number, changed = entry.number or 1, filter(None, (entry.old, entry.new))
        deals = [write_deal(deal, kept.game, number, context.words) for deal in changed]
        why = context.say("log.why", why=entry.why) if entry.why else ""
        rows.append((str(entry.seq), local(entry.at), " · ".join(filter(None, (text, " → ".join(deals), why)))))
        stands = entry.seq in kept.state.standing or entry.kind in ("begin", "import")
        change = {"number": entry.seq, "at": entry.at, "change": entry.kind, "deal": entry.number, "why": entry.why}
        listed.append({**change, "text": text, "stands": stands})
    context.write_rows(rows)
    context.document({"game": kept.name, "log": listed})


@app.command("chances", cls=GameCommand)
def chances(context: Context) -> None:
    """Who can still win the game, and what each needs."""
    from kingscore.statistics.chances import chances as chances_of

    kept = context.load()
    found = chances_of(kept.game)
    if context.json:
        context.document(_outlook_document(kept, found))
    else:
        context.write(_outlooks(context, kept, found))


def _outlooks(context: Context, kept: LibraryGame, found: Chances) -> str:
    say, names = context.language.say, tuple(map(shown, kept.game.players))
    left = say("standings.open_end") if found.left is None else say("standings.left", n=found.left)
    order = sorted(found.seats, key=lambda one: -one.total)
    rows = [("", say("standings.now"), say("standings.lowest"), say("standings.highest"))]
    for one in order:
        span = ("", "") if found.left is None else (signed(one.lowest), signed(one.highest))
        rows.append((names[one.seat], signed(one.total), *span))
    lines = [f"{kept.name} · {left}", "", columns(rows, "  "), ""]
    lines += ["  " + _sentence(context, one, names) for one in order]
    lines += ["", *(say(f"standings.aside.{what}") for what in found.aside)] if found.aside else []
    return "\n".join([*lines, *([say("standings.sooner")] if found.sooner else [])])


def _sentence(context: Context, one: Outlook, names: tuple[str, ...]) -> str:
    """``Ona: needs 34 more than Jonas``"""
    say, name = context.language.say, names[one.seat]
    if one.chance != "open":
        return say(f"standings.chance.{one.chance}", name=name)
    if not one.rivals:
        return say("standings.chance.leads", name=name)
    needs = "; ".join(say("standings.needs", n=rival.needs, name=names[rival.seat]) for rival in one.rivals)
    return say("standings.chance.open", name=name, needs=needs)


def _outlook_document(kept: LibraryGame, found: Chances) -> dict[str, Any]:
    names, ending = kept.game.players, found.left is not None
    players = [
        {
            "player": names[one.seat],
            "total": one.total,
            "chance": one.chance,
            "lowest": one.lowest if ending else None,
            "highest": one.highest if ending else None,
            "needs": [
                {"player": names[other.seat], "points_more": other.needs, "at_most": other.most if ending else None}
                for other in one.rivals
            ],
        }
        for one in found.seats
    ]
    ends = picked(found, deals_left="left", may_end_sooner="sooner", left_aside="aside")
    return {"game": kept.name, **ends, "players": players}


OF_GAMES = ("name", "--player", "--variant", "--since", "--until", "--rating", "--to", "--output")


@app.command("stats", cls=Command.where(excludes={"--figures": OF_GAMES}))
def stats(
    context: Context,
    name: options.PlayerName = "",
    group: Annotated[list[str] | None, typer.Option("--player", autocompletion=options.players)] = None,
    variant: options.Variant = "",
    since: options.Since = "",
    until: options.Until = "",
    last: Annotated[int | None, options.number("--last")] = None,
    rating: Annotated[bool, typer.Option("--rating")] = False,
    figures: Annotated[bool, typer.Option("--figures")] = False,
    to: Annotated[str, typer.Option("--to", autocompletion=lambda: formats_for("report"))] = "",
    dialect: options.Dialect = "",
    output: options.Output = "",
    force: options.Force = False,
) -> None:
    """The standings of everybody, or one player's page."""
    from kingscore.app.standings import StandingsRequest, report_of, standings_of
    from kingscore.render.formats import formats_with, write
    from kingscore.render.terminal import plain_text

    if figures:
        _glossary(context)
        return
    where = OutputTarget(output, force)
    word = to or where.suffix or ("html" if output else "")
    form = options.form_of(word, "report") if word else ""
    if dialect and form not in formats_with("--dialect"):
        raise Refused(finding("U823", option="--dialect", to=form or "—", expected=formats_with("--dialect")), status=2)
    request = StandingsRequest(name, tuple(group or ()), variant, since, until, last or 5, rating)
    with context.store() as store:
        found = standings_of(store, request)
    if form:
        rendered = write(form, "report", report_of(found, context.language), dialect=dialect or "comma")
        context.deliver(form, rendered, where)
    elif context.json:
        context.document(_stats_document(found))
    else:
        text = plain_text(report_of(found, context.language).sheet, room(sys.stdout))
        context.write(text)


def _glossary(context: Context) -> None:
    """Every figure with what it means."""
    from kingscore.statistics.report import FIGURES

    say = context.language.say
    listed = [
        {"figure": key, "name": say(f"standings.head.{key}"), "means": say(f"standings.figure.{key}")}
        for key in FIGURES
    ]
    context.write_set([line for one in listed for line in (one["name"], f"  {one['means']}")])
    context.document({"figures": listed})


def _stats_document(report: StandingsReport) -> dict[str, Any]:
    found, ratings = report.standings, {one.person: one for one in report.ratings}
    players = []
    for one in found.people:
        player = _figures(one.figures)
        if report.request.rated:
            rating = ratings.get(one.name)
            player["rating"] = rating and picked(rating, "mu", "sigma", "games", at_least="ordinal")
        if report.person:
            played = ("variant", "contract", "deals", "points", "best", "worst", "average")
            sides = ({"side": "premium" if contract.premium else "penalty"} for contract in one.contracts)
            player["contracts"] = [{**picked(c, *played), **side} for c, side in zip(one.contracts, sides, strict=True)]
        met = [picked(m, "games", "ahead", "level", "behind", "points", player="other") for m in one.meetings]
        players.append({**player, "head_to_head": met if report.person else None})
    counts = {"games": found.games, "unfinished": found.games - found.results, "agreed_deals": found.agreed}
    return {**counts, "variants": found.variants, "players": players}


def _figures(one: Figures) -> dict[str, Any]:
    deal = {"deal": "number", "points": "points", "game": "game", "contract": "contract"}
    return {
        **picked(one, "games", "wins", "shared", "form", "points", "deals", "mean_place"),
        **picked(one, player="person", unfinished="others", points_of_games="gained"),
        **picked(one, points_per_game="per_game", points_per_deal="per_deal"),
        "firsts_in_a_row": picked(one.firsts, "now", "longest"),
        "without_a_first": picked(one.without, "now", "longest"),
        "best": one.best and picked(one.best, **deal),
        "worst": one.worst and picked(one.worst, **deal),
    }

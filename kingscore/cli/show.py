"""The commands that look at games: show, log, chances, stats."""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import format_game, options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context, picked
from kingscore.cli.format_finding import local
from kingscore.model.findings import Refused, finding
from kingscore.model.language import signed
from kingscore.render.formats import formats_for
from kingscore.render.text_width import columns, room, shown, wrapped

if TYPE_CHECKING:
    from kingscore.app.standings import StandingsReport
    from kingscore.statistics.chances import Chances, Outlook
    from kingscore.statistics.figures import ByContract, DealAt, Figures
    from kingscore.statistics.rating import Rating
    from kingscore.storage import LibraryGame


@app.command("show", cls=GameCommand)
def show(context: Context, chart: Annotated[bool, typer.Option("--chart")] = False) -> None:
    """The table of the game, or a picture of it in signs."""
    with context.store() as store:
        kept = context.kept(store)
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
    return "\n".join((show(kept.game, context.language, width, colour), *flagged(context, kept)))


def flagged(context: Context, kept: LibraryGame) -> list[str]:
    """A line for the deals that are not right, and one for those that were recorded by agreement all the same."""
    from kingscore.checks import check_game

    wrong = {one.deal for one in check_game(kept.game).findings if one.severity == "error" and one.deal is not None}
    agreed = [number for number, deal in enumerate(kept.game.deals, 1) if deal.agreed]
    lots = (("wrong", tuple(sorted(wrong))), ("agreed", tuple(agreed)))
    said = ((f"show.{what}.several" if len(lot) > 1 else f"show.{what}", lot) for what, lot in lots if lot)
    return [context.say(key, deals=lot) for key, lot in said]


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

    with context.store() as store:
        kept = context.kept(store)
    rows, listed = [], []
    for entry in kept.log:
        text = format_game.entry(context, kept.game, entry)
        deals = [write_deal(deal, kept.game, entry.number or 1) for deal in (entry.old, entry.new) if deal is not None]
        why = context.say("log.why", why=entry.why) if entry.why else ""
        rows.append((str(entry.seq), local(entry.at), " · ".join(filter(None, (text, " → ".join(deals), why)))))
        stands = entry.seq in kept.state.standing or entry.kind in ("begin", "import")
        change = {"number": entry.seq, "at": entry.at, "change": entry.kind, "deal": entry.number, "why": entry.why}
        listed.append({**change, "text": text, "stands": stands})
    context.write(columns(rows, right=False))
    context.document({"game": kept.name, "log": listed})


@app.command("chances", cls=GameCommand)
def chances(context: Context) -> None:
    """Who can still win the game, and what each needs."""
    from kingscore.statistics.chances import chances as chances_of

    with context.store() as store:
        kept = context.kept(store)
    found = chances_of(kept.game)
    context.write("" if context.json else _outlooks(context, kept, found))
    context.document(_outlook_document(kept, found))


def _outlooks(context: Context, kept: LibraryGame, found: Chances) -> str:
    say, names = context.language.say, tuple(map(shown, kept.game.players))
    head = [kept.name, say("standings.open_end") if found.left is None else say("standings.left", n=found.left)]
    order = sorted(found.seats, key=lambda one: -one.total)
    rows = [("", say("standings.now"), say("standings.lowest"), say("standings.highest"))]
    for one in order:
        span = ("", "") if found.left is None else (signed(one.lowest), signed(one.highest))
        rows.append((names[one.seat], signed(one.total), *span))
    lines = [" · ".join(head), "", columns(rows, "  "), ""]
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
    names, open_end = kept.game.players, found.left is None
    players = []
    for one in found.seats:
        needs = [
            {"player": names[rival.seat], "points_more": rival.needs, "at_most": None if open_end else rival.most}
            for rival in one.rivals
        ]
        span = {"lowest": None if open_end else one.lowest, "highest": None if open_end else one.highest}
        players.append({"player": names[one.seat], "total": one.total, **span, "chance": one.chance, "needs": needs})
    ends = {"deals_left": found.left, "may_end_sooner": found.sooner, "left_aside": found.aside}
    return {"game": kept.name, **ends, "players": players}


@app.command("stats")
def stats(
    context: Context,
    name: options.PlayerName = "",
    group: Annotated[list[str] | None, typer.Option("--player", autocompletion=options.players)] = None,
    variant: options.Variant = "",
    since: options.Since = "",
    until: options.Until = "",
    last: Annotated[str, typer.Option("--last")] = "5",
    rating: Annotated[bool, typer.Option("--rating")] = False,
    figures: Annotated[bool, typer.Option("--figures")] = False,
    to: Annotated[str, typer.Option("--to", autocompletion=lambda: formats_for("report"))] = "",
    dialect: options.Dialect = "",
    output: options.Output = "",
    force: options.Force = False,
) -> int:
    """The standings of everybody, or one player's page."""
    from kingscore.app.standings import StandingsRequest, report_of, standings_of
    from kingscore.render.formats import formats_with, write
    from kingscore.render.terminal import plain_text

    where = options.target(output, force)
    if figures:
        others = {"name": name, "--player": group, "--variant": variant, "--since": since, "--until": until}
        options.refuse_beside("--figures", {**others, "--rating": rating, "--to": to, "--output": output}.items())
        return _glossary(context)
    word = to or where.suffix or ("html" if output else "")
    form = options.form_of(word, "report") if word else ""
    if dialect and form not in formats_with("--dialect"):
        raise Refused(finding("U823", option="--dialect", to=form or "—", expected=formats_with("--dialect")), status=2)
    request = StandingsRequest(name, tuple(group or ()), variant, since, until, options.whole(last, "--last"), rating)
    with context.store() as store:
        found = standings_of(store, request)
    if form:
        rendered = write(form, "report", report_of(found, context.language), dialect=dialect or "comma")
        return context.deliver(form, rendered, where)
    if context.json:
        context.document(_stats_document(found))
    else:
        text = plain_text(report_of(found, context.language).sheet, room(sys.stdout))
        context.write("\n".join(shown(line) for line in text.split("\n")))
    return 0


def _glossary(context: Context) -> int:
    """Every figure with what it means."""
    from kingscore.statistics.report import FIGURES, glossary

    told = glossary(context.language)
    within = room(sys.stdout)
    context.write("\n".join(line for name, words in told for line in (name, *wrapped(words, within, "  "))))
    listed = [{"figure": key, "name": name, "means": words} for key, (name, words) in zip(FIGURES, told, strict=True)]
    context.document({"figures": listed})
    return 0


def _stats_document(report: StandingsReport) -> dict[str, Any]:
    found, ratings = report.standings, {one.person: one for one in report.ratings}
    players = []
    for one in found.people:
        player = _figures(one.figures)
        if report.request.rated:
            player["rating"] = _rating(ratings.get(one.name))
        if report.person:
            player["contracts"] = [_contract(contract) for contract in one.contracts]
        met = [{"player": m.other, **picked(m, "games", "ahead", "level", "behind", "points")} for m in one.meetings]
        players.append({**player, "head_to_head": met if report.person else None})
    counts = {"games": found.games, "unfinished": found.games - found.results, "agreed_deals": found.agreed}
    return {**counts, "variants": found.variants, "players": players}


def _figures(one: Figures) -> dict[str, Any]:
    return {
        "player": one.person,
        "unfinished": one.others,
        **picked(one, "games", "wins", "shared", "form", "points", "deals"),
        "mean_place": _rounded(one.mean_place),
        "firsts_in_a_row": picked(one.firsts, "now", "longest"),
        "without_a_first": picked(one.without, "now", "longest"),
        "points_of_games": one.gained,
        "points_per_game": _rounded(one.per_game),
        "points_per_deal": _rounded(one.per_deal),
        "best": _deal(one.best),
        "worst": _deal(one.worst),
    }


def _rounded(value: Fraction | None) -> float | None:
    """An average for programs; the whole numbers that it comes from stand beside it."""
    return None if value is None else round(float(value), 4)


def _deal(deal: DealAt | None) -> dict[str, Any] | None:
    return None if deal is None else {"deal": deal.number, **picked(deal, "points", "game", "contract")}


def _rating(one: Rating | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"mu": round(one.mu, 4), "sigma": round(one.sigma, 4), "at_least": round(one.ordinal, 4), "games": one.games}


def _contract(one: ByContract) -> dict[str, Any]:
    side = {"side": "premium" if one.premium else "penalty", "average": _rounded(one.average)}
    return {**picked(one, "variant", "contract", "deals", "points", "best", "worst"), **side}

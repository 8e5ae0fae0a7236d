"""The commands that look at a game: show, log."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import format_game
from kingscore.cli.columns import columns, room
from kingscore.cli.context import Context
from kingscore.cli.format_finding import local

if TYPE_CHECKING:
    from kingscore.journal import Entry
    from kingscore.storage import Kept


def show(ctx: typer.Context, chart: Annotated[bool, typer.Option("--chart")] = False) -> int:
    """The table of the game, or a picture of it in signs."""
    context = Context.of(ctx)
    with context.store() as store:
        kept = context.kept(store)
    context.write("" if context.json else picture(context, kept) if chart else table(context, kept))
    context.document(_document(context, kept) if context.json else {})
    return 0


def table(context: Context, kept: Kept) -> str:
    """The game's table: as wide as the terminal and coloured there, neither cut nor coloured anywhere else."""
    from kingscore.render.terminal import show

    screen = sys.stdout.isatty()
    width = os.get_terminal_size(sys.stdout.fileno()).columns if screen else None
    colour = screen and "NO_COLOR" not in context.environ and context.environ.get("TERM") != "dumb"
    return "\n".join((show(kept.game, context.language, width, colour), *flagged(context, kept)))


def flagged(context: Context, kept: Kept) -> list[str]:
    """A line for the deals that are not right, and one for those that were recorded by agreement all the same."""
    from kingscore.checks import check_game

    wrong = {one.deal for one in check_game(kept.game).findings if one.severity == "error" and one.deal is not None}
    agreed = [number for number, deal in enumerate(kept.game.deals, 1) if deal.agreed]
    lots = (("wrong", tuple(sorted(wrong))), ("agreed", tuple(agreed)))
    said = ((f"show.{what}.several" if len(lot) > 1 else f"show.{what}", lot) for what, lot in lots if lot)
    return [context.say(key, deals=lot) for key, lot in said]


def picture(context: Context, kept: Kept) -> str:
    """The running totals in signs, as wide as the terminal allows."""
    from kingscore.render.picture import show_chart

    return show_chart(kept.game, context.language, room(sys.stdout))


def _document(context: Context, kept: Kept) -> dict[str, Any]:
    import json

    from kingscore.checks import check_game
    from kingscore.notation import write_document
    from kingscore.scoring.schedule import upcoming
    from kingscore.scoring.score import score
    from kingscore.storage.resources import carrying

    game, found, report = kept.game, score(kept.game), check_game(kept.game)
    return {
        "game": kept.name,
        "document": json.loads(write_document(carrying(game, kept.variant))),
        "points": [line.points for line in found.lines],
        "running": [line.running for line in found.lines],
        **format_game.standing_document(game, found, upcoming(game, found)),
        **context.findings(report.findings, game.players),
    }


def log(ctx: typer.Context) -> int:
    """Every change of the game."""
    context = Context.of(ctx)
    with context.store() as store:
        kept = context.kept(store)
    rows = [_row(context, kept, entry) for entry in kept.log]
    context.write(columns(rows, right=False))
    context.document({"game": kept.name, "log": [_entry(context, kept, entry) for entry in kept.log]})
    return 0


def _row(context: Context, kept: Kept, entry: Entry) -> tuple[str, ...]:
    told = format_game.entry(context, kept.game, entry)
    stood = _lines(kept, entry)
    why = context.say("log.why", why=entry.why) if entry.why else ""
    return (str(entry.seq), local(entry.at), " · ".join(filter(None, (told, stood, why))))


def _lines(kept: Kept, entry: Entry) -> str:
    """What stood before and what stands now, as lines."""
    from kingscore.notation import write_deal

    lines = [write_deal(deal, kept.game, entry.number or 1) for deal in (entry.old, entry.new) if deal is not None]
    return " → ".join(lines)


def _entry(context: Context, kept: Kept, entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.seq,
        "at": entry.at,
        "change": entry.kind,
        "deal": entry.number,
        "why": entry.why,
        "text": format_game.entry(context, kept.game, entry),
        "stands": entry.seq in kept.state.standing or entry.kind in ("begin", "import"),
    }

"""The commands about many games and about how a game may end: stats, chances."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli.columns import room, shown, wrapped
from kingscore.cli.context import Context
from kingscore.cli.numbers import whole
from kingscore.cli.output import form_of, hand_out, suffix
from kingscore.model.findings import Refused, finding
from kingscore.model.language import signed

if TYPE_CHECKING:
    from kingscore.app.standings import Found
    from kingscore.statistics.chances import Chances, Outlook
    from kingscore.statistics.figures import ByContract, DealAt, Figures, Meeting
    from kingscore.statistics.rating import Rating
    from kingscore.storage import Kept

Text = typer.Option


def stats(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument()] = "",
    group: Annotated[list[str] | None, Text("--player")] = None,
    variant: Annotated[str, Text("--variant")] = "",
    since: Annotated[str, Text("--since")] = "",
    until: Annotated[str, Text("--until")] = "",
    last: Annotated[str, Text("--last")] = "5",
    rating: Annotated[bool, Text("--rating")] = False,
    figures: Annotated[bool, Text("--figures")] = False,
    to: Annotated[str, Text("--to")] = "",
    dialect: Annotated[str, Text("--dialect")] = "",
    output: Annotated[str, Text("-o", "--output")] = "",
    force: Annotated[bool, Text("--force")] = False,
) -> int:
    """The standings of everybody, or one player's page."""
    from kingscore.app.standings import Choice, found

    context = Context.of(ctx)
    if figures:
        return _glossary(context)
    form = _form(to, output, dialect)
    choice = Choice(name, tuple(group or ()), variant, since, until, whole(last, "--last"), rating)
    with context.store() as store:
        made = found(store, choice)
    return _file(context, made, form, dialect, (output, force)) if form else _told(context, made)


def _glossary(context: Context) -> int:
    """Every figure with what it means."""
    from kingscore.statistics.report import FIGURES, glossary

    told = glossary(context.language)
    within = room(sys.stdout)
    context.write("\n".join(line for name, words in told for line in (name, *wrapped(words, within, "  "))))
    listed = [{"figure": key, "name": name, "means": words} for key, (name, words) in zip(FIGURES, told, strict=True)]
    context.document({"figures": listed})
    return 0


def _form(to: str, output: str, dialect: str) -> str:
    """The form of the file that is asked for, empty for the screen. Refused, status 2: U808, U823."""
    from kingscore.render.formats import formats_with

    word = to or suffix(output) or ("html" if output else "")
    form = form_of(word, "report") if word else ""
    if dialect and form not in formats_with("--dialect"):
        raise Refused(finding("U823", option="--dialect", to=form or "—", expected=formats_with("--dialect")), status=2)
    return form


def _file(context: Context, made: Found, form: str, dialect: str, where: tuple[str, bool]) -> int:
    from kingscore.app.standings import report_of
    from kingscore.render.formats import write

    return hand_out(
        context, form, write(form, "report", report_of(made, context.language), dialect=dialect or "comma"), where
    )


def _told(context: Context, made: Found) -> int:
    if context.json:
        context.document(_document(made))
        return 0
    from kingscore.app.standings import report_of
    from kingscore.render.plain import plain_text

    text = plain_text(report_of(made, context.language).sheet, room(sys.stdout))
    context.write("\n".join(shown(line) for line in text.split("\n")))
    return 0


def _document(made: Found) -> dict[str, Any]:
    found, rated = made.standings, {one.person: one for one in made.ratings}
    players = [
        {
            **_figures(one.figures),
            **({"rating": _rating(rated.get(one.name))} if made.choice.rated else {}),
            **({"contracts": [_contract(c) for c in one.contracts]} if made.person else {}),
            "head_to_head": [_meeting(met) for met in one.meetings] if made.person else None,
        }
        for one in found.people
    ]
    return {
        "games": found.games,
        "unfinished": found.games - found.results,
        "agreed_deals": found.agreed,
        "variants": found.variants,
        "players": players,
    }


def _figures(one: Figures) -> dict[str, Any]:
    return {
        "player": one.person,
        "games": one.games,
        "unfinished": one.others,
        "wins": one.wins,
        "shared": one.shared,
        "mean_place": _rounded(one.mean_place),
        "form": one.form,
        "firsts_in_a_row": {"now": one.firsts.now, "longest": one.firsts.longest},
        "without_a_first": {"now": one.without.now, "longest": one.without.longest},
        "points": one.points,
        "points_of_games": one.gained,
        "points_per_game": _rounded(one.per_game),
        "deals": one.deals,
        "points_per_deal": _rounded(one.per_deal),
        "best": _deal(one.best),
        "worst": _deal(one.worst),
    }


def _rounded(value: Fraction | None) -> float | None:
    """An average for programs; the whole numbers that it comes from stand beside it."""
    return None if value is None else round(float(value), 4)


def _deal(deal: DealAt | None) -> dict[str, Any] | None:
    if deal is None:
        return None
    return {"points": deal.points, "game": deal.game, "deal": deal.number, "contract": deal.contract}


def _rating(one: Rating | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"mu": round(one.mu, 4), "sigma": round(one.sigma, 4), "at_least": round(one.ordinal, 4), "games": one.games}


def _contract(one: ByContract) -> dict[str, Any]:
    return {
        "variant": one.variant,
        "contract": one.contract,
        "side": "premium" if one.premium else "penalty",
        "deals": one.deals,
        "points": one.points,
        "average": _rounded(one.average),
        "best": one.best,
        "worst": one.worst,
    }


def _meeting(one: Meeting) -> dict[str, Any]:
    return {
        "player": one.other,
        "games": one.games,
        "ahead": one.ahead,
        "level": one.level,
        "behind": one.behind,
        "points": one.points,
    }


def chances(ctx: typer.Context) -> int:
    """Who can still win the game, and what each needs."""
    from kingscore.statistics.chances import chances as reckon

    context = Context.of(ctx)
    with context.store() as store:
        kept = context.kept(store)
    found = reckon(kept.game)
    context.write("" if context.json else _outlooks(context, kept, found))
    context.document(_outlook_document(kept, found))
    return 0


def _outlooks(context: Context, kept: Kept, found: Chances) -> str:
    from kingscore.cli.columns import columns

    say, names = context.language.say, tuple(map(shown, kept.game.players))
    head = [kept.name, say("standings.open_end") if found.left is None else say("standings.left", n=found.left)]
    order = sorted(found.seats, key=lambda one: -one.total)
    rows = [("", say("standings.now"), say("standings.lowest"), say("standings.highest"))]
    rows += [(names[o.seat], signed(o.total), *_span(o, found)) for o in order]
    lines = [" · ".join(head), "", columns(rows, "  "), ""]
    lines += ["  " + _sentence(context, one, names) for one in order]
    lines += ["", *(say(f"standings.aside.{what}") for what in found.aside)] if found.aside else []
    return "\n".join([*lines, *([say("standings.sooner")] if found.sooner else [])])


def _span(one: Outlook, found: Chances) -> tuple[str, str]:
    return ("", "") if found.left is None else (signed(one.lowest), signed(one.highest))


def _sentence(context: Context, one: Outlook, names: tuple[str, ...]) -> str:
    """``Ona: needs 34 more than Jonas``"""
    say, name = context.language.say, names[one.seat]
    if one.chance != "open":
        return say(f"standings.chance.{one.chance}", name=name)
    if not one.rivals:
        return say("standings.chance.leads", name=name)
    needs = "; ".join(say("standings.needs", n=rival.needs, name=names[rival.seat]) for rival in one.rivals)
    return say("standings.chance.open", name=name, needs=needs)


def _outlook_document(kept: Kept, found: Chances) -> dict[str, Any]:
    names = kept.game.players
    return {
        "game": kept.name,
        "deals_left": found.left,
        "may_end_sooner": found.sooner,
        "left_aside": found.aside,
        "players": [
            {
                "player": names[one.seat],
                "total": one.total,
                "lowest": None if found.left is None else one.lowest,
                "highest": None if found.left is None else one.highest,
                "chance": one.chance,
                "needs": [
                    {
                        "player": names[rival.seat],
                        "points_more": rival.needs,
                        "at_most": None if found.left is None else rival.most,
                    }
                    for rival in one.rivals
                ],
            }
            for one in found.seats
        ],
    }

"""The commands that answer questions about the rules: variants, rules."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli.columns import columns, room, wrapped
from kingscore.cli.context import Context
from kingscore.cli.numbers import maybe_whole, pairs
from kingscore.cli.output import form_of, hand_out, suffix
from kingscore.cli.paper import Force, Output

if TYPE_CHECKING:
    from kingscore.app.rules import Question
    from kingscore.model.rules import Rules
    from kingscore.rulebook import Page

Number = Annotated[str, typer.Option("--players")]
Options = Annotated[list[str] | None, typer.Option("--option")]


def variants(
    ctx: typer.Context,
    players: Number = "",
    cards: Annotated[str, typer.Option("--cards")] = "",
    zero_sum: Annotated[bool, typer.Option("--zero-sum")] = False,
    max_deals: Annotated[str, typer.Option("--max-deals")] = "",
    show: Annotated[str, typer.Option("--show")] = "",
    check: Annotated[str, typer.Option("--check")] = "",
    new: Annotated[str, typer.Option("--new")] = "",
    base: Annotated[str, typer.Option("--from")] = "",
) -> int:
    """List the variants, or handle one of the user’s own."""
    from kingscore.app.rules import Wanted, offered

    context = Context.of(ctx)
    if show or check or new or base:
        from kingscore.cli.own_variants import Asked, own_variant

        return own_variant(context, Asked(show, check, new, base))
    seats, most = maybe_whole(players, "--players"), maybe_whole(max_deals, "--max-deals")
    found = offered(Wanted(seats, maybe_whole(cards, "--cards"), zero_sum, most))
    head = tuple(context.say(f"offer.{part}") for part in ("id", "name", "players", "cards", "deals", "total"))
    rows = [_row(context, tables) for tables in found]
    context.write(columns([head, *rows], right=False) if rows else context.say("offer.none"))
    context.document({"variants": [_variant(context, tables) for tables in found]})
    return 0


def _row(context: Context, tables: tuple[Rules, ...]) -> tuple[str, ...]:
    """A variant in a line; what differs from table to table stands beside each other, as ``52/51``."""
    first = tables[0]
    show = context.language.show
    cells = (
        [rules.table for rules in tables],
        [rules.deck.size for rules in tables],
        [rules.deals if rules.deals is not None else "–" for rules in tables],
        [rules.total if rules.total is not None else "–" for rules in tables],
    )
    return (
        first.variant,
        first.names.of(context.language.code),
        *("/".join(_alike(map(show, cell))) for cell in cells),
    )


def _alike(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts, one where all are the same."""
    found = tuple(texts)
    return found[:1] if len(set(found)) == 1 else found


def _variant(context: Context, tables: tuple[Rules, ...]) -> dict[str, Any]:
    first = tables[0]
    shown = [
        {"players": r.table, "cards": r.deck.size, "hand": r.hand, "deals": r.deals, "total": r.total} for r in tables
    ]
    return {"variant": first.variant, "name": first.names.of(context.language.code), "tables": shown}


def rules(
    ctx: typer.Context,
    variant: Annotated[str, typer.Argument()] = "",
    contract: Annotated[list[str] | None, typer.Argument()] = None,
    players: Number = "",
    option: Options = None,
    search: Annotated[str, typer.Option("--search")] = "",
    to: Annotated[str, typer.Option("--to")] = "",
    output: Output = "",
    force: Force = False,
) -> int:
    """Answer from the rules of a variant."""
    from kingscore.app.rules import Question, answer
    from kingscore.render.formats import FORMATS, write
    from kingscore.rulebook.pages import WIDTH

    context = Context.of(ctx)
    if search:
        return searched(context, search)
    form = form_of(to or suffix(output) or "text", "rules")
    asked = Question(variant, " ".join(contract or ()), maybe_whole(players, "--players"), pairs(option or []))
    pages = answer(asked if variant else _in_play(context), context.language)
    made = write(form, "rules", pages, context.language.code, room(sys.stdout) or WIDTH)
    if output or not FORMATS[form].text or (to and context.json):
        return hand_out(context, form, made, (output, force))
    context.write(made.content.decode("utf-8").removesuffix("\n"))
    context.document({"pages": [_page(page) for page in pages]})
    return 0


def searched(context: Context, words: str) -> int:
    """The sentences of all rules that hold these words, and in which variants."""
    from kingscore.app.rules import found_words

    hits, within = found_words(words, context.language), room(sys.stdout)
    for hit in hits:
        context.write(
            "\n".join([*wrapped(hit.text, within), *wrapped(context.language.show(hit.variants), within, "  ")])
        )
    if not hits:
        context.tell("rules.nothing", words=words)
    found = [
        {"topic": h.topic, "text": h.text, "variants": [context.language.show(v) for v in h.variants]} for h in hits
    ]
    context.document({"hits": found})
    return 0


def _in_play(context: Context) -> Question:
    """The question that the game in play asks: its next deal."""
    from kingscore.app.rules import next_deal

    with context.store() as store:
        return next_deal(context.kept(store))


def _page(page: Page) -> dict[str, Any]:
    sections = [
        {
            "topic": section.topic,
            "title": section.title,
            "sentences": section.sentences,
            "tables": [{"title": title, "head": grid.head, "rows": grid.rows} for title, grid in section.grids],
        }
        for section in page.sections
    ]
    return {"title": page.title, "note": page.note, "sections": sections}

"""The commands that hold variants against each other: compare, identify."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli.columns import room, wrapped
from kingscore.cli.context import Context
from kingscore.cli.numbers import maybe_whole, pairs

if TYPE_CHECKING:
    from kingscore.rulebook import Book
    from kingscore.rulebook.compare import Difference, Differences
    from kingscore.rulebook.identify import Match


def compare(
    ctx: typer.Context,
    first: Annotated[str, typer.Argument()],
    second: Annotated[str, typer.Argument()],
    players: Annotated[str, typer.Option("--players")] = "",
    option: Annotated[list[str] | None, typer.Option("--option")] = None,
) -> int:
    """What differs between two variants."""
    from kingscore.app.rules import compared

    context = Context.of(ctx)
    seats, options = maybe_whole(players, "--players"), pairs(option or [])
    books, found = compared((first, second), seats, options, context.language)
    names = tuple(_title(book) for book in books)
    context.write("\n".join(_told(context, names, found)) if found else context.say("compare.same", names=names))
    context.document({"first": first, "second": second, "differences": [_topic(one) for one in found]})
    return 0


def _title(book: Book) -> str:
    return book.say("page.for", n=book.rules.table, variant=book.variant.names)


def _told(context: Context, names: tuple[str, ...], found: tuple[Differences, ...]) -> list[str]:
    """What differs, topic by topic; each side marked by a letter that stands for the variant."""
    lines = [f"{letter}  {name}" for letter, name in zip("AB", names, strict=True)]
    for topic in found:
        lines += ["", topic.title]
        for row in topic.rows:
            lines += _sides(row)
    return lines


def _sides(row: Difference) -> list[str]:
    import sys

    out: list[str] = []
    within = room(sys.stdout)
    for letter, text in (("A", row.first), ("B", row.second)):
        first, *others = wrapped(text or "—", None if within is None else within - 5)
        out += [f"  {letter}  {first}", *("     " + line for line in others)]
    return out


def _topic(topic: Differences) -> dict[str, Any]:
    rows = [{"key": row.key, "first": row.first or None, "second": row.second or None} for row in topic.rows]
    return {"topic": topic.topic, "title": topic.title, "rows": rows}


def identify(ctx: typer.Context, line: Annotated[list[str], typer.Argument()]) -> int:
    """Which variants fit totals or names of deals."""
    from kingscore.app.rules import identified
    from kingscore.rulebook.identify import reason

    context = Context.of(ctx)
    found = identified(line)
    for match in found:
        context.write(f"{_match(context, match)}\n  {reason(match, context.language)}")
    if not found:
        context.tell("offer.none")
    context.document({"matches": [_document(context, match, reason(match, context.language)) for match in found]})
    return 0


def _match(context: Context, match: Match) -> str:
    """``Lithuanian King · kingscore new lithuanian … --option finish=trumps``"""
    options = "".join(f" --option {key}={value}" for key, value in match.options)
    called = context.language.show(match.names)
    return f"{called} · {context.say('identify.players', n=match.players)} · kingscore new {match.variant} …{options}"


def _document(context: Context, match: Match, reason: str) -> dict[str, Any]:
    return {
        "variant": match.variant,
        "name": context.language.show(match.names),
        "players": match.players,
        "options": dict(match.options),
        "how": match.how,
        "reason": reason,
        "misses": [miss.number for miss in match.misses],
    }

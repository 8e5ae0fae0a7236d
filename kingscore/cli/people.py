"""The command that shows and mends who is who: players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli.columns import columns, shown
from kingscore.cli.context import Context
from kingscore.cli.format_finding import local
from kingscore.cli.numbers import missing

if TYPE_CHECKING:
    from kingscore.scoring.event_log import Line
    from kingscore.scoring.people import Seated
    from kingscore.storage import Store

Text = typer.Option


def players(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument()] = "",
    rename: Annotated[str, Text("--rename")] = "",
    alias: Annotated[str, Text("--alias")] = "",
    merge: Annotated[str, Text("--merge")] = "",
    new: Annotated[bool, Text("--new")] = False,
    apart: Annotated[bool, Text("--apart")] = False,
    undo: Annotated[str, Text("--undo")] = "",
    log: Annotated[bool, Text("--log")] = False,
) -> int:
    context = Context.of(ctx)
    said: dict[str, str | bool] = {
        "--rename": rename,
        "--alias": alias,
        "--merge": merge,
        "--new": new,
        "--apart": apart,
    }
    wish = next((option for option, value in {**said, "--undo": undo, "--log": log}.items() if value), "")
    with context.store() as store:
        if wish == "--undo":
            return _undone(context, store, undo)
        if wish == "--log":
            return _logged(context, store)
        return _changed(context, store, name, (wish, said[wish])) if wish else _listed(context, store, name)


def _listed(context: Context, store: Store, word: str) -> int:
    roster = store.roster()
    found = roster.search(word) if word else roster.everybody
    text = columns([_row(context, one) for one in found], right=False) if found else context.language.say("people.none")
    context.write(text)
    context.document({"players": [document(one) for one in found]})
    return 0


def _row(context: Context, one: Seated) -> tuple[str, ...]:
    others = shown(", ".join(one.names[1:]))
    return shown(one.person.name), context.language.say("people.games", n=one.games), others


def document(one: Seated) -> dict[str, Any]:
    """A person for programs."""
    return {"name": one.person.name, "aliases": one.names[1:], "games": one.games}


def _changed(context: Context, store: Store, name: str, wish: tuple[str, str | bool]) -> int:
    from kingscore.app import people

    if not name:
        raise missing("players", "name")
    option, other = wish
    at = context.now()
    match option:
        case "--rename":
            who = people.rename(store, name, str(other), at)
        case "--alias":
            who = people.alias(store, name, str(other), at)
        case "--merge":
            who = people.merge(store, name, str(other), at)
        case "--new":
            who = people.newcomer(store, name, at)
        case _:
            who = people.apart(store, name, at)
    context.write(columns([_row(context, who)], right=False))
    context.document({"ok": True, "player": document(who), "change": store.people().seen})
    return 0


def _undone(context: Context, store: Store, word: str) -> int:
    from kingscore.app.people import undo

    number = undo(store, word, context.now())
    told = _told(context, store, store.people().log[number - 1])
    context.write(context.language.say("people.undone", what=told))
    context.document({"ok": True, "undone": number})
    return 0


def _logged(context: Context, store: Store) -> int:
    log = store.people().log
    rows = [(str(line.seq), local(line.note.at), _told(context, store, line), _mark(context, line)) for line in log]
    context.write(columns(rows, right=False) if rows else context.language.say("people.log.none"))
    held = [
        {"number": line.seq, "at": line.note.at, "change": line.note.kind, **line.note.raw, "stands": line.stands}
        for line in log
    ]
    context.document({"log": held})
    return 0


def _mark(context: Context, line: Line) -> str:
    return "" if line.stands else context.language.say("people.log.struck")


def _told(context: Context, store: Store, line: Line) -> str:
    """A change in words."""
    from kingscore.app.people import labels

    raw, named = line.note.raw, labels([one.note for one in store.people().log])
    values = {"name": str(raw.get("name", "")), "number": str(raw.get("of", ""))}
    values |= {key: named.get(raw[key], "—") for key in ("person", "into") if key in raw}
    return shown(context.language.say(f"people.log.{line.note.kind}", **values))

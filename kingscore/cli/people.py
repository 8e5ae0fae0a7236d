"""The command that shows and mends who is who: players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli.columns import columns, shown
from kingscore.cli.context import Desk
from kingscore.cli.format_finding import local
from kingscore.cli.numbers import missing

if TYPE_CHECKING:
    from kingscore.scoring.event_log import Line
    from kingscore.scoring.people import Seated
    from kingscore.storage import Store

Text = typer.Option


def players(
    context: typer.Context,
    name: Annotated[str, typer.Argument()] = "",
    rename: Annotated[str, Text("--rename")] = "",
    alias: Annotated[str, Text("--alias")] = "",
    merge: Annotated[str, Text("--merge")] = "",
    new: Annotated[bool, Text("--new")] = False,
    apart: Annotated[bool, Text("--apart")] = False,
    undo: Annotated[str, Text("--undo")] = "",
    log: Annotated[bool, Text("--log")] = False,
) -> int:
    desk = Desk.of(context)
    said: dict[str, str | bool] = {
        "--rename": rename,
        "--alias": alias,
        "--merge": merge,
        "--new": new,
        "--apart": apart,
    }
    wish = next((option for option, value in {**said, "--undo": undo, "--log": log}.items() if value), "")
    with desk.store() as store:
        if wish == "--undo":
            return _undone(desk, store, undo)
        if wish == "--log":
            return _logged(desk, store)
        return _changed(desk, store, name, (wish, said[wish])) if wish else _listed(desk, store, name)


def _listed(desk: Desk, store: Store, word: str) -> int:
    roster = store.roster()
    found = roster.search(word) if word else roster.everybody
    text = columns([_row(desk, one) for one in found], right=False) if found else desk.language.say("people.none")
    desk.write(text)
    desk.document({"players": [document(one) for one in found]})
    return 0


def _row(desk: Desk, one: Seated) -> tuple[str, ...]:
    others = shown(", ".join(one.names[1:]))
    return shown(one.person.name), desk.language.say("people.games", n=one.games), others


def document(one: Seated) -> dict[str, Any]:
    """A person for programs."""
    return {"name": one.person.name, "aliases": one.names[1:], "games": one.games}


def _changed(desk: Desk, store: Store, name: str, wish: tuple[str, str | bool]) -> int:
    from kingscore.app import people

    if not name:
        raise missing("players", "name")
    option, other = wish
    at = desk.now()
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
    desk.write(columns([_row(desk, who)], right=False))
    desk.document({"ok": True, "player": document(who), "change": store.people().seen})
    return 0


def _undone(desk: Desk, store: Store, word: str) -> int:
    from kingscore.app.people import undo

    number = undo(store, word, desk.now())
    told = _told(desk, store, store.people().log[number - 1])
    desk.write(desk.language.say("people.undone", what=told))
    desk.document({"ok": True, "undone": number})
    return 0


def _logged(desk: Desk, store: Store) -> int:
    log = store.people().log
    rows = [(str(line.seq), local(line.note.at), _told(desk, store, line), _mark(desk, line)) for line in log]
    desk.write(columns(rows, right=False) if rows else desk.language.say("people.log.none"))
    held = [
        {"number": line.seq, "at": line.note.at, "change": line.note.kind, **line.note.raw, "stands": line.stands}
        for line in log
    ]
    desk.document({"log": held})
    return 0


def _mark(desk: Desk, line: Line) -> str:
    return "" if line.stands else desk.language.say("people.log.struck")


def _told(desk: Desk, store: Store, line: Line) -> str:
    """A change in words."""
    from kingscore.app.people import labels

    raw, named = line.note.raw, labels([one.note for one in store.people().log])
    values = {"name": str(raw.get("name", "")), "number": str(raw.get("of", ""))}
    values |= {key: named.get(raw[key], "—") for key in ("person", "into") if key in raw}
    return shown(desk.language.say(f"people.log.{line.note.kind}", **values))

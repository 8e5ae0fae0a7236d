"""The commands for games that are kept, for people, and for the library as a whole: games, players, library."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.app import people
from kingscore.cli import options
from kingscore.cli.commands import app
from kingscore.cli.context import Context, Progress, picked
from kingscore.cli.format_finding import local
from kingscore.cli.options import PlayerName, Word
from kingscore.model.findings import Finding, has_errors
from kingscore.render.text_width import shown

if TYPE_CHECKING:
    from kingscore.scoring.event_log import LoggedEvent
    from kingscore.scoring.people import Seated

games = typer.Typer()
players = typer.Typer()
library = typer.Typer()
app.add_typer(games, name="games")
app.add_typer(players, name="players")
app.add_typer(library, name="library")


# Games


@games.command("list")
def list_games(
    context: Context,
    player: options.Player = "",
    variant: options.Variant = "",
    since: options.Since = "",
    until: options.Until = "",
    deleted: Annotated[bool, typer.Option("--deleted")] = False,
) -> None:
    """The games that are kept."""
    from kingscore.app.begin import GamesRequest, games_filter

    with context.store() as store:
        found = store.games(games_filter(store, GamesRequest(player, variant, since, until, deleted)))
        current = store.current()
    rows = []
    for game in found:
        state = context.say("games.over" if game.ended else "games.open")
        deals = f"{game.deals}/{game.planned}" if game.planned else str(game.deals)
        of = (game.name, game.date, game.variant, deals, state, shown(", ".join(game.players)))
        rows.append(("*" if game.name == current else "", *of))
    context.write_rows(rows, context.say("result.no-games"))
    listed = [
        {
            "game": game.name,
            "current": game.name == current,
            "over": game.ended,
            **picked(game, "variant", "date", "players", "deals", "planned", "finished"),
        }
        for game in found
    ]
    context.document({"games": listed})


@games.command("delete")
def delete_game(context: Context, game: options.GameName) -> None:
    """Delete a game; it can be restored."""
    from kingscore.app.settle import payments_of_deleted

    with context.store() as store:
        name = store.delete(store.find(game), context.now()).name
        findings = payments_of_deleted(store, name)
    context.done("result.deleted", game=name, deleted=True)
    context.report(findings)


@games.command("restore")
def restore_game(context: Context, game: Annotated[str, typer.Argument(autocompletion=options.deleted_games)]) -> None:
    """Restore a game that was deleted."""
    with context.store() as store:
        name = store.restore(store.find(game), context.now()).name
    context.done("result.restored", game=name, deleted=False)


# People


@players.command("list")
def list_players(context: Context, name: PlayerName = "") -> None:
    """Everybody, or those whose names have this part."""
    with context.store() as store:
        roster = store.roster()
    found = roster.search(name) if name else roster.everybody
    context.write_rows([_person(context, seated) for seated in found], context.language.say("people.none"))
    context.document({"players": [_person_document(seated) for seated in found]})


def _person(context: Context, seated: Seated) -> tuple[str, ...]:
    others = shown(", ".join(seated.names[1:]))
    return shown(seated.person.name), context.language.say("people.games", n=seated.games), others


def _person_document(seated: Seated) -> dict[str, Any]:
    return {"name": seated.person.name, "aliases": seated.names[1:], "games": seated.games}


@players.command("add")
def add_player(context: Context, name: Word) -> None:
    """Make somebody known who has not played yet."""
    _changed(context, people.add, name)


@players.command("rename")
def rename_player(context: Context, name: PlayerName, new: Word) -> None:
    """Give somebody another name."""
    _changed(context, people.rename, name, new)


@players.command("alias")
def alias_player(context: Context, name: PlayerName, alias: Word) -> None:
    """Make known by what other name somebody is called."""
    _changed(context, people.alias, name, alias)


@players.command("merge")
def merge_players(context: Context, name: PlayerName, other: PlayerName) -> None:
    """Say that two are the same person."""
    _changed(context, people.merge, name, other)


@players.command("split")
def split_player(context: Context, name: PlayerName) -> None:
    """Make just this spelling a person of its own."""
    _changed(context, people.split, name)


def _changed(context: Context, change: Callable[..., Seated], *words: str) -> None:
    with context.store() as store:
        seated = change(store, *words, context.now())
        seen = store.people().seen
    context.write_rows([_person(context, seated)])
    context.document({"ok": True, "player": _person_document(seated), "change": seen})


@players.command("undo")
def undo_player(context: Context, number: Word = "last") -> None:
    """Take back a change of names."""
    with context.store() as store:
        seq, log = people.undo(store, number, context.now()), store.people().log
    tell_undone(context, seq, _change(context, log, log[seq - 1]))


@players.command("log")
def log_players(context: Context) -> None:
    """Every change of names."""
    with context.store() as store:
        log = store.people().log
    write_log(context, log, partial(_change, context, log), context.language.say("people.log.none"))
    context.document({"log": log_document(log, "change")})


def _change(context: Context, log: Sequence[LoggedEvent], line: LoggedEvent) -> str:
    """A change in words."""
    raw, named = line.event.raw, people.labels([entry.event for entry in log])
    values = {"name": str(raw.get("name", "")), "number": str(raw.get("of", ""))}
    values |= {key: named.get(raw[key], "—") for key in ("person", "into") if key in raw}
    return shown(context.language.say(f"people.log.{line.event.kind}", **values))


def tell_undone(context: Context, seq: int, what: str) -> None:
    """Say what entry of the log of people or of payments was struck out."""
    context.write(context.language.say("people.undone", what=what))
    context.document({"ok": True, "undone": seq})


def write_log(context: Context, log: Sequence[LoggedEvent], phrase: Callable[[LoggedEvent], str], none: str) -> None:
    """The log of people or of payments, each entry in words; those that were struck out are marked."""
    struck = context.language.say("people.log.struck")
    rows = [(str(line.seq), local(line.event.at), phrase(line), "" if line.stands else struck) for line in log]
    context.write_rows(rows, none)


def log_document(log: Sequence[LoggedEvent], kind: str) -> list[dict[str, Any]]:
    """The log of people or of payments for programs; ``kind`` is the key for what sort of entry each is."""
    return [
        {"number": line.seq, "at": line.event.at, kind: line.event.kind, **line.event.raw, "stands": line.stands}
        for line in log
    ]


# The library


@library.command("info")
def show_info(context: Context) -> None:
    """Where the library is kept and how much is in it."""
    from kingscore.storage import GameFilter

    with context.store() as store:
        place, kept, deleted = store.database.place, store.games(), store.games(GameFilter(binned=True))
        people, payments = store.roster().everybody, store.purse().payments
    counts = {"games": len(kept), "deleted": len(deleted), "players": len(people), "payments": len(payments)}
    held = {"place": shown(place), **counts}
    rows = [(context.say(f"result.library.info.{what}"), str(value)) for what, value in held.items()]
    context.write_rows(rows)
    context.document({"place": place, **counts})


@library.command("backup")
def back_up(context: Context, file: Word, force: options.Force = False) -> None:
    """Write a whole copy of the library to a file."""
    from kingscore.storage import upkeep

    with context.store() as store:
        upkeep.backup(store, Path(file), force)
    context.done("result.written", file=file)


@library.command("restore")
def restore_library(context: Context, file: Word) -> None:
    """Bring a backup back; what was there is kept beside it."""
    from kingscore.storage.upkeep import restore_backup

    kept = restore_backup(context.place, Path(file))
    context.tell("result.library.back", file=shown(file))
    if kept is not None:
        context.tell("result.library.kept", file=shown(str(kept)))
    context.document({"ok": True, "file": file, "kept": str(kept) if kept else None})


@library.command("verify")
def verify_library(context: Context) -> int:
    """Replay every game and compare."""
    from kingscore.storage import upkeep

    with context.store() as store:
        found = upkeep.verify(store)
        n = len(store.games()) if not has_errors(found) else 0
    return _sound(context, found, context.say("result.library.sound", n=n))


@library.command("rebuild")
def rebuild_library(context: Context) -> int:
    """Make the lists again from the journals."""
    with context.store() as store:
        found = store.rebuild()
    return _sound(context, found, context.say("result.library.rebuilt"))


def _sound(context: Context, found: tuple[Finding, ...], good: str, **more: object) -> int:
    """The findings, or that all is well. Status 3 for damage, 1 for what can be made again."""
    context.report(found)
    if not found:
        context.write(good)
    context.document({**context.findings(found), **more})
    return 3 if has_errors(found) else int(bool(found))


@library.command("upgrade")
def upgrade_library(context: Context) -> None:
    """Bring a library on a server up to date."""
    from kingscore.storage import open_store

    with open_store(context.place, upgrade=True) as store:
        now, place = store.database.upgraded, store.database.place
    context.tell("result.library.upgraded" if now else "result.library.latest", place=shown(place))
    context.document({"ok": True, "place": place, "upgraded": now})


@library.command("copy")
def copy_library(context: Context, address: Annotated[str, typer.Argument()]) -> int:
    """Copy the library to another address. Status 3 where a game stayed behind or the copy differs."""
    from kingscore.storage import open_store, upkeep

    with (
        context.store() as store,
        Progress(sys.stderr, 0, partial(context.say, "result.library.copying")) as progress,
        open_store(address) as other,
    ):
        copied, place = upkeep.copy_library(store, other, progress.reached), other.database.place
    context.tell("result.library.copied", n=copied.games, place=shown(place))
    if copied.already:
        context.tell("result.library.there", n=copied.already)
    counts = {"place": place, "games": copied.games, "already": copied.already}
    return _sound(context, copied.findings, context.say("result.library.same"), **counts)


@library.command("export")
def export_library(context: Context, folder: Annotated[str, typer.Argument()], force: options.Force = False) -> None:
    """Write the whole library to a folder as plain files."""
    from kingscore.app.folders import export_library

    with context.store() as store:
        files = export_library(store, Path(folder), force)
    context.tell("result.library.exported", n=len(files), folder=shown(folder))
    context.document({**context.findings(()), "files": [str(path) for path in files]})

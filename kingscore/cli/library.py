"""The commands for games that are kept, for people, and for the library as a whole: games, players, library."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import options
from kingscore.cli.commands import app
from kingscore.cli.context import Context, Progress
from kingscore.cli.format_finding import local
from kingscore.model.findings import Finding, has_errors
from kingscore.render.text_width import columns, shown

if TYPE_CHECKING:
    from kingscore.scoring.event_log import LoggedEvent
    from kingscore.scoring.people import Seated
    from kingscore.storage import GameRow, Store

games = typer.Typer()
players = typer.Typer()
library = typer.Typer()
app.add_typer(games, name="games")
app.add_typer(players, name="players")
app.add_typer(library, name="library")
File = Annotated[str, typer.Argument()]
Name = Annotated[str, typer.Argument()]
Number = Annotated[str, typer.Argument()]


# Games


@games.command("list")
def list_games(
    ctx: typer.Context,
    player: options.Player = "",
    variant: options.Variant = "",
    since: options.Since = "",
    until: options.Until = "",
    deleted: Annotated[bool, typer.Option("--deleted")] = False,
) -> int:
    """The games that are kept."""
    from kingscore.app.begin import GamesRequest, games_filter

    context = Context.of(ctx)
    with context.store() as store:
        found = store.games(games_filter(store, GamesRequest(player, variant, since, until, deleted)))
        current = store.current()
    rows = [_row(context, game, game.name == current) for game in found]
    context.write(columns(rows, right=False) if rows else context.say("result.no-games"))
    context.document({"games": [_document(game, game.name == current) for game in found]})
    return 0


def _row(context: Context, game: GameRow, current: bool) -> tuple[str, ...]:
    deals = f"{game.deals}/{game.planned}" if game.planned else str(game.deals)
    state = context.say("games.over" if game.ended else "games.open")
    return ("*" if current else "", game.name, game.date, game.variant, deals, state, shown(", ".join(game.players)))


def _document(game: GameRow, current: bool) -> dict[str, Any]:
    return {
        "game": game.name,
        "current": current,
        "variant": game.variant,
        "date": game.date,
        "players": game.players,
        "deals": game.deals,
        "planned": game.planned,
        "over": game.ended,
        "finished": game.finished,
    }


@games.command("delete")
def delete_game(ctx: typer.Context, game: options.GameName) -> int:
    """Delete a game; it can be restored."""
    context = Context.of(ctx)
    with context.store() as store:
        name = store.delete(store.find(game), context.now()).name
    context.tell("result.deleted", game=name)
    context.document({"ok": True, "game": name, "deleted": True})
    return 0


@games.command("restore")
def restore_game(ctx: typer.Context, game: Annotated[str, typer.Argument(autocompletion=options.deleted_games)]) -> int:
    """Restore a game that was deleted."""
    context = Context.of(ctx)
    with context.store() as store:
        name = store.restore(store.find(game), context.now()).name
    context.tell("result.restored", game=name)
    context.document({"ok": True, "game": name, "deleted": False})
    return 0


# People


@players.command("list")
def list_players(ctx: typer.Context, name: options.PlayerName = "") -> int:
    """Everybody, or those whose names have this part."""
    context = Context.of(ctx)
    with context.store() as store:
        roster = store.roster()
    found = roster.search(name) if name else roster.everybody
    rows = [_person(context, seated) for seated in found]
    context.write(columns(rows, right=False) if rows else context.language.say("people.none"))
    context.document({"players": [_person_document(seated) for seated in found]})
    return 0


def _person(context: Context, seated: Seated) -> tuple[str, ...]:
    others = shown(", ".join(seated.names[1:]))
    return shown(seated.person.name), context.language.say("people.games", n=seated.games), others


def _person_document(seated: Seated) -> dict[str, Any]:
    return {"name": seated.person.name, "aliases": seated.names[1:], "games": seated.games}


def _changed(context: Context, store: Store, seated: Seated) -> int:
    context.write(columns([_person(context, seated)], right=False))
    context.document({"ok": True, "player": _person_document(seated), "change": store.people().seen})
    return 0


@players.command("add")
def add_player(ctx: typer.Context, name: Name) -> int:
    """Make somebody known who has not played yet."""
    from kingscore.app import people

    context = Context.of(ctx)
    with context.store() as store:
        return _changed(context, store, people.add(store, name, context.now()))


@players.command("rename")
def rename_player(ctx: typer.Context, name: options.PlayerName, new: Name) -> int:
    """Give somebody another name."""
    from kingscore.app import people

    context = Context.of(ctx)
    with context.store() as store:
        return _changed(context, store, people.rename(store, name, new, context.now()))


@players.command("alias")
def alias_player(ctx: typer.Context, name: options.PlayerName, alias: Name) -> int:
    """Make known by what other name somebody is called."""
    from kingscore.app import people

    context = Context.of(ctx)
    with context.store() as store:
        return _changed(context, store, people.alias(store, name, alias, context.now()))


@players.command("merge")
def merge_players(ctx: typer.Context, name: options.PlayerName, other: options.PlayerName) -> int:
    """Say that two are the same person."""
    from kingscore.app import people

    context = Context.of(ctx)
    with context.store() as store:
        return _changed(context, store, people.merge(store, name, other, context.now()))


@players.command("split")
def split_player(ctx: typer.Context, name: options.PlayerName) -> int:
    """Make just this spelling a person of its own."""
    from kingscore.app import people

    context = Context.of(ctx)
    with context.store() as store:
        return _changed(context, store, people.split(store, name, context.now()))


@players.command("undo")
def undo_player(ctx: typer.Context, number: Number = "last") -> int:
    """Take back a change of names."""
    from kingscore.app import people

    context = Context.of(ctx)
    with context.store() as store:
        seq = people.undo(store, number, context.now())
        what = _change(context, store, store.people().log[seq - 1])
    context.write(context.language.say("people.undone", what=what))
    context.document({"ok": True, "undone": seq})
    return 0


@players.command("log")
def log_players(ctx: typer.Context) -> int:
    """Every change of names."""
    context = Context.of(ctx)
    with context.store() as store:
        log = store.people().log
        struck = context.language.say("people.log.struck")
        rows = [
            (str(line.seq), local(line.event.at), _change(context, store, line), "" if line.stands else struck)
            for line in log
        ]
    context.write(columns(rows, right=False) if rows else context.language.say("people.log.none"))
    listed = [
        {"number": line.seq, "at": line.event.at, "change": line.event.kind, **line.event.raw, "stands": line.stands}
        for line in log
    ]
    context.document({"log": listed})
    return 0


def _change(context: Context, store: Store, line: LoggedEvent) -> str:
    """A change in words."""
    from kingscore.app.people import labels

    raw, named = line.event.raw, labels([entry.event for entry in store.people().log])
    values = {"name": str(raw.get("name", "")), "number": str(raw.get("of", ""))}
    values |= {key: named.get(raw[key], "—") for key in ("person", "into") if key in raw}
    return shown(context.language.say(f"people.log.{line.event.kind}", **values))


# The library


@library.command("info")
def show_info(ctx: typer.Context) -> int:
    """Where the library is kept and how much is in it."""
    from kingscore.storage import GameFilter

    context = Context.of(ctx)
    with context.store() as store:
        place, kept, deleted = store.database.place, store.games(), store.games(GameFilter(binned=True))
        people, payments = store.roster().everybody, store.purse().payments
    counts = {"games": kept, "deleted": deleted, "players": people, "payments": payments}
    say = context.language.say
    rows = [(say(f"shelf.info.{what}"), str(len(held))) for what, held in counts.items()]
    context.write(columns([(say("shelf.info.place"), shown(place)), *rows], right=False))
    context.document({"place": place, **{what: len(held) for what, held in counts.items()}})
    return 0


@library.command("backup")
def back_up(ctx: typer.Context, file: File, force: options.Force = False) -> int:
    """Write a whole copy of the library to a file."""
    from kingscore.storage import upkeep

    context = Context.of(ctx)
    with context.store() as store:
        upkeep.backup(store, Path(file), force)
    context.tell("result.written", file=file)
    context.document({"ok": True, "file": file})
    return 0


@library.command("restore")
def restore_library(ctx: typer.Context, file: File) -> int:
    """Bring a backup back; what was there is kept beside it."""
    from kingscore.storage.upkeep import restore_backup

    context = Context.of(ctx)
    kept = restore_backup(context.environ.get("KINGSCORE_DB") or None, Path(file))
    context.write(context.language.say("shelf.back", file=shown(file)))
    if kept is not None:
        context.write(context.language.say("shelf.kept", file=shown(str(kept))))
    context.document({"ok": True, "file": file, "kept": str(kept) if kept else None})
    return 0


@library.command("verify")
def verify_library(ctx: typer.Context) -> int:
    """Replay every game and compare."""
    from kingscore.storage import upkeep

    context = Context.of(ctx)
    with context.store() as store:
        found = upkeep.verify(store)
        n = len(store.games()) if not has_errors(found) else 0
    return _sound(context, found, context.language.say("shelf.sound", n=n))


@library.command("rebuild")
def rebuild_library(ctx: typer.Context) -> int:
    """Make the lists again from the journals."""
    context = Context.of(ctx)
    with context.store() as store:
        found = store.rebuild()
    return _sound(context, found, context.language.say("shelf.rebuilt"))


def _sound(context: Context, found: tuple[Finding, ...], good: str) -> int:
    """The findings, or that all is well. Status 3 for damage, 1 for what can be made again."""
    context.report(found)
    if not found:
        context.write(good)
    context.document(context.findings(found))
    return 3 if has_errors(found) else int(bool(found))


@library.command("upgrade")
def upgrade_library(ctx: typer.Context) -> int:
    """Bring a library on a server up to date."""
    from kingscore.storage import open_store

    context = Context.of(ctx)
    with open_store(context.environ.get("KINGSCORE_DB") or None, upgrade=True) as store:
        now, place = store.database.upgraded, store.database.place
    context.write(context.language.say("shelf.upgraded" if now else "shelf.latest", place=shown(place)))
    context.document({"ok": True, "place": place, "upgraded": now})
    return 0


@library.command("copy")
def copy_library(ctx: typer.Context, address: Annotated[str, typer.Argument()]) -> int:
    """Copy the library to another address. Status 3 where a game stayed behind or the copy differs."""
    from kingscore.storage import open_store, upkeep

    context = Context.of(ctx)
    say = context.language.say
    progress = Progress(sys.stderr, 0, lambda **values: say("shelf.copying", **values))

    def tell(done: int, total: int) -> None:
        progress.total = total
        progress.show(done - progress.done, 0)

    with context.store() as store, progress, open_store(address) as other:
        copied, place = upkeep.copy_library(store, other, tell), other.database.place
    context.report(copied.findings)
    context.write(say("shelf.copied", n=copied.games, place=shown(place)))
    if copied.already:
        context.write(say("shelf.there", n=copied.already))
    if not copied.findings:
        context.write(say("shelf.same"))
    counts = {"place": place, "games": copied.games, "already": copied.already}
    context.document({**context.findings(copied.findings), **counts})
    return 3 if has_errors(copied.findings) else int(bool(copied.findings))


@library.command("export")
def export_library(ctx: typer.Context, folder: Annotated[str, typer.Argument()], force: options.Force = False) -> int:
    """Write the whole library to a folder as plain files."""
    from kingscore.app.folders import export_library

    context = Context.of(ctx)
    with context.store() as store:
        files = export_library(store, Path(folder), force)
    context.write(context.language.say("shelf.exported", n=len(files), folder=shown(folder)))
    context.document({**context.findings(()), "files": [str(path) for path in files]})
    return 0

"""The command that lists games and cares for the library: games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import library_progress
from kingscore.cli.columns import columns, shown
from kingscore.cli.context import Context
from kingscore.model.findings import Finding, has_errors

if TYPE_CHECKING:
    from kingscore.app.game_filter import Asked
    from kingscore.storage import GameRow, Store

Text = typer.Option


def games(
    ctx: typer.Context,
    player: Annotated[str, Text("--player")] = "",
    variant: Annotated[str, Text("--variant")] = "",
    since: Annotated[str, Text("--since")] = "",
    until: Annotated[str, Text("--until")] = "",
    binned: Annotated[bool, Text("--bin")] = False,
    delete: Annotated[str, Text("--delete")] = "",
    restore: Annotated[str, Text("--restore")] = "",
    backup: Annotated[str, Text("--backup")] = "",
    restore_backup: Annotated[str, Text("--restore-backup")] = "",
    export: Annotated[str, Text("--export")] = "",
    copy_to: Annotated[str, Text("--copy-to")] = "",
    verify: Annotated[bool, Text("--verify")] = False,
    rebuild: Annotated[bool, Text("--rebuild")] = False,
    upgrade: Annotated[bool, Text("--upgrade")] = False,
    force: Annotated[bool, Text("--force")] = False,
) -> int:
    from kingscore.app.game_filter import Asked

    context = Context.of(ctx)
    said = {"--delete": delete, "--restore": restore, "--backup": backup, "--restore-backup": restore_backup}
    said |= {"--export": export, "--copy-to": copy_to, "--verify": "yes" * verify, "--rebuild": "yes" * rebuild}
    said |= {"--upgrade": "yes" * upgrade}
    wish = next((option for option, value in said.items() if value), "")
    if wish == "--restore-backup":
        return _brought_back(context, restore_backup)
    if wish == "--upgrade":
        return library_progress.upgraded(context)
    with context.store() as store:
        match wish:
            case "--delete" | "--restore":
                return _moved(context, store, delete, restore)
            case "--backup":
                return _backed_up(context, store, backup, force)
            case "--export":
                return _exported(context, store, export, force)
            case "--copy-to":
                return library_progress.copied(context, store, copy_to)
            case "--verify":
                return _verified(context, store)
            case "--rebuild":
                return _rebuilt(context, store)
        return _listed(context, store, Asked(player, variant, since, until, binned))


def _moved(context: Context, store: Store, delete: str, restore: str) -> int:
    name = store.find(delete or restore)
    kept = store.delete(name, context.now()) if delete else store.restore(name, context.now())
    context.tell("told.deleted" if delete else "told.restored", game=kept.name)
    context.document({"ok": True, "game": kept.name, "deleted": bool(delete)})
    return 0


def _listed(context: Context, store: Store, asked: Asked) -> int:
    from kingscore.app.game_filter import wanted

    found, current = store.games(wanted(store, asked)), store.current()
    rows = [_row(context, game, game.name == current) for game in found]
    context.write(columns(rows, right=False) if rows else context.say("told.no-games"))
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


def _backed_up(context: Context, store: Store, file: str, force: bool) -> int:
    store.backup(Path(file), force)
    context.tell("told.written", file=file)
    context.document({"ok": True, "file": file})
    return 0


def _brought_back(context: Context, file: str) -> int:
    from kingscore.storage.restore import restore_backup

    kept = restore_backup(context.environ.get("KINGSCORE_DB") or None, Path(file))
    context.write(context.language.say("shelf.back", file=shown(file)))
    if kept is not None:
        context.write(context.language.say("shelf.kept", file=shown(str(kept))))
    context.document({"ok": True, "file": file, "kept": str(kept) if kept else None})
    return 0


def _exported(context: Context, store: Store, folder: str, force: bool) -> int:
    from kingscore.app.library_export import export_library

    files = export_library(store, Path(folder), force)
    context.write(context.language.say("shelf.exported", n=len(files), folder=shown(folder)))
    context.document({**context.findings(()), "files": [str(path) for path in files]})
    return 0


def _verified(context: Context, store: Store) -> int:
    found = store.verify()
    n = len(store.games()) if not has_errors(found) else 0
    return _told(context, found, context.language.say("shelf.sound", n=n))


def _rebuilt(context: Context, store: Store) -> int:
    found = store.rebuild()
    return _told(context, found, context.language.say("shelf.rebuilt"))


def _told(context: Context, found: tuple[Finding, ...], good: str) -> int:
    """The findings, or that all is well. Status 3 for damage, 1 for what can be made anew."""
    context.report(found)
    if not found:
        context.write(good)
    context.document(context.findings(found))
    return 3 if has_errors(found) else int(bool(found))

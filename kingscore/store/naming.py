"""How a game in the store is called: a short word that can be typed and that no other game has. It renames nothing."""

from __future__ import annotations

from kingscore.game import Game
from kingscore.store.access import Connection


def new_name(connection: Connection, game: Game) -> str:
    """A name that is free: the game's own id where it can be typed, else date and variant, with a number if need be."""
    if game.id and _typeable(game.id) and not _taken(connection, game.id):
        return game.id
    dated = game.date if game.date.isascii() and game.date.replace("-", "").isdigit() else ""
    stem = "-".join(part for part in (dated, game.rules.variant) if part)
    same = "SELECT count(*) FROM games WHERE date = ? AND variant = ?"
    number = connection.execute(same, (game.date, game.rules.variant)).fetchone()[0] + 1
    name = stem if number == 1 else f"{stem}-{number}"
    while _taken(connection, name):
        number += 1
        name = f"{stem}-{number}"
    return name


def _typeable(word: str) -> bool:
    """True for a word that a shell takes as it is and that is no option."""
    return len(word) <= 64 and word[0].isalnum() and all(c.isalnum() or c in "-_." for c in word)


def _taken(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM games WHERE name = ? OR id = ?", (name, name)).fetchone() is not None

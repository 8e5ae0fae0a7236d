"""The identity of a game in the store: a short name that no other has, its id, and when two games are the same."""

from __future__ import annotations

from kingscore.model.game import Game
from kingscore.model.json_values import canonical
from kingscore.notation.codec import head_to_raw, to_raw
from kingscore.storage.database import Connection
from kingscore.storage.game_rows import storable
from kingscore.storage.resources import content_digest


def new_name(connection: Connection, game: Game) -> str:
    """A name that is free: the game's own id where it can be typed, else date and variant, with a number if need be."""
    # A word that a shell takes as it is and that is no option.
    plain = len(game.id) <= 64 and game.id[:1].isalnum() and all(c.isalnum() or c in "-_." for c in game.id)
    if plain and not _taken(connection, game.id):
        return game.id
    stem = _stem(game)
    number = _free_number(connection, stem)
    return stem if number == 1 else f"{stem}-{number}"


def own_id(game: Game) -> str:
    """An id for a whole game that has none, out of what it holds: the same file taken in twice is one game.

    With its ``~`` it is no word for the shell, so that the game is named after its day and variant wherever it goes.
    """
    # Options count by those that both know when two games are compared, so that they cannot be part of it.
    head = {key: value for key, value in head_to_raw(game).items() if key not in ("id", "options")}
    content = canonical(head | {"deals": [to_raw(deal) for deal in game.deals]})
    return f"{_stem(game)}~{content_digest(storable(content))}"


def _stem(game: Game) -> str:
    dated = game.date if game.date.isascii() and game.date.replace("-", "").isdigit() else ""
    return "-".join(part for part in (dated, game.rules.variant) if part)


def _free_number(connection: Connection, stem: str) -> int:
    """A number that makes a free name of the stem, 1 for the stem alone. As a rule all that are taken stand in a row:
    where it ends is found in few steps even behind thousands of games of no day."""
    if not _taken(connection, stem):
        return 1
    taken, free = 1, 2
    while _taken(connection, f"{stem}-{free}"):
        taken, free = free, 2 * free
    while free - taken > 1:
        middle = (taken + free) // 2
        if _taken(connection, f"{stem}-{middle}"):
            taken = middle
        else:
            free = middle
    return free


def _taken(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM games WHERE name = ? OR id = ?", (name, name)).fetchone() is not None


def same_game(one: Game, other: Game) -> bool:
    """True if nothing that a file could say differs. The rules count by variant and by the options that both know: a
    variant may have got new ones since."""
    mine, theirs = dict(one.rules.options), dict(other.rules.options)
    options = tuple((key, mine[key]) for key in mine if key in theirs)
    if options != tuple((key, theirs[key]) for key in mine if key in theirs):
        return False
    heads = (canonical(head_to_raw(game) | {"options": options}) for game in (one, other))
    return len(set(heads)) == 1 and one.deals == other.deals


def much_the_same(one: Game, other: Game) -> bool:
    """True for games of the same people that have at least half of their deals in common, each at its place."""
    same = sum(mine == theirs for mine, theirs in zip(one.deals, other.deals, strict=False))
    return one.players == other.players and 2 * same >= max(len(one.deals), len(other.deals), 1)

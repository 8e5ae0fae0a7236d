"""A game written as a ``.king`` file: a head, an empty line, a line a deal; ``read_king`` inverts it."""

from __future__ import annotations

import json

from kingscore.model.game import Game
from kingscore.notation.document_write import shown_options
from kingscore.notation.headtext import PLAIN_KEY, entry, head_text, kept_value, list_name, one_line
from kingscore.notation.king_head import KEYS
from kingscore.notation.write import write_deal


def write_king(game: Game) -> str:
    """A game as a text file in its canonical form."""
    head = "\n".join(f"{key}: {value}" for key, value in head_of(game))
    deals = "\n".join(write_deal(deal, game, number) for number, deal in enumerate(game.deals, 1))
    return f"{head}\n\n{deals}\n" if deals else f"{head}\n"


def head_of(game: Game) -> list[tuple[str, str]]:
    """The lines of the head: each key as it stands in a file, with its value."""
    options = ", ".join(f"{key}={value}" for key, value in shown_options(game).items())
    out = [
        ("variant", game.rules.variant),
        ("options", options),
        ("players", ", ".join(list_name(name) for name in game.players)),
        ("dealer", list_name(game.players[game.dealer])),
        ("date", game.date),
        ("stake", f"{game.stake.per_point} {game.stake.currency}" if game.stake else ""),
        ("id", head_text(game.id) if game.id else ""),
        ("finished", game.finished),
        *_written(game),
        ("note", head_text(game.note) if game.note else ""),
        ("ignore", ", ".join(game.ignore)),
        ("rules", one_line(game.rules.content)),
    ]
    return [(key, value) for key, value in out if value] + [_kept(key, text) for key, text in game.extra]


def _written(game: Game) -> list[tuple[str, str]]:
    written = game.written
    if written is None:
        return []
    out = []
    if written.totals is not None:
        out.append(("written", " ".join(map(entry, written.totals)) or "-"))
    if written.running is not None:
        out.append(("running", ", ".join(" ".join(map(entry, row)) or "-" for row in written.running) or ","))
    return out or [("written", ",")]


def _kept(key: str, text: str) -> tuple[str, str]:
    """A key that is not known: in quotes where it could be taken for one that is."""
    plain = PLAIN_KEY.fullmatch(key) is not None and key.casefold() not in KEYS
    return (key if plain else one_line(json.dumps(key, ensure_ascii=False))), kept_value(text)

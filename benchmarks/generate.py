"""Makes a lot of legal games as files: ``python -m benchmarks.generate FOLDER [GAMES] [SEED]``, from the checkout.

Cards are dealt and played as in the tests, so every deal is one that a table could see. Four variants take turns whose
games have forty deals on average (27 to 56; three and four players); half of the files are documents, half are
``.king`` files, and one in a thousand is broken on purpose. The same seed makes the same files.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from kingscore.app.parallel import each
from kingscore.model.game import Game, playing
from kingscore.notation.codec import write_document
from kingscore.notation.king import write_king
from kingscore.scoring.score import deal_points
from kingscore.storage import variant_files
from tests.generator import legal_game

VARIANTS = ("declared", "lithuanian-declared", "atomic", "minsk")
#: One file in so many ends too soon, or has a line too many. An odd number, so that both kinds are among them.
BROKEN_ONE_IN = 999


class Made(NamedTuple):
    """A file that was made: how many deals, whether it is broken, and each deal's points, one number a player."""

    deals: int
    broken: bool
    points: tuple[tuple[int, ...], ...]


def made(folder: Path, seed: int, name: str) -> Made:
    """One game written to a file; all that chance decides follows from the seed and the file's name."""
    number, chance = int(Path(name).stem), Random(f"{seed}/{name}")
    game = legal_game(variant_files.variant(VARIANTS[number % len(VARIANTS)]).rules(), chance)
    text = write_document(game) if name.endswith(".json") else write_king(game)
    broken = number % BROKEN_ONE_IN == BROKEN_ONE_IN // 2
    (folder / name).write_text(spoilt(text) if broken else text, "utf-8")
    return Made(len(game.deals), broken, points(game))


def spoilt(text: str) -> str:
    """A document that ends in the middle, a ``.king`` file with a line that means nothing."""
    return text[: len(text) // 2] if text.startswith("{") else f"{text}and so on\n"


def points(game: Game) -> tuple[tuple[int, ...], ...]:
    """Each deal's points, for the players that took part."""
    out = []
    for number, deal in enumerate(game.deals, 1):
        seats = playing(game, number)
        scored = deal_points(game.rules, deal, seats) or ()
        out.append(tuple(scored[seat] for seat in seats))
    return tuple(out)


def names(games: int) -> tuple[str, ...]:
    """The files' names, in the order of a walk through the folder."""
    return tuple(f"{number:06}{'.king' if number // len(VARIANTS) % 2 else '.json'}" for number in range(games))


def main(folder: Path, games: int, seed: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    deals = broken = 0
    for part in each(names(games), partial(made, folder, seed)):
        deals += sum(one.deals for one in part)
        broken += sum(one.broken for one in part)
    print(f"{games} games with {deals} deals in {folder}, {broken} of them broken")


if __name__ == "__main__":
    words = sys.argv[1:]
    if not words:
        raise SystemExit(__doc__)
    main(Path(words[0]), int(words[1]) if len(words) > 1 else 10_000, int(words[2]) if len(words) > 2 else 1)

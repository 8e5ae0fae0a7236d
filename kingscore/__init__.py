"""kingscore: score-keeper and rules reference for the card game King and its family.

A line a room, each importing only from those above it; down to ``statistics`` they are pure:

    model       values: items, cards, rules, games, findings and their codes, languages
    scoring     points, the schedule, money, who owes whom, people, payments
    variant     a variant file read, and the rules that it makes for one table
    notation    a deal in a line, a game as a ``.king`` file and as a document
    journal     a game's changes as events, and the game that they come to
    checks      all that is wrong with a deal or a game, and what would fix it
    sheets      a score table laid out as cells and shapes by a template
    rulebook    the rules in words, from the data that scores; search, compare, identify
    statistics  figures over many games, and their reports
    storage     games and books on disk or on a server, and the data that is shipped
    render      sheets, reports and statements in each format, and on the screen
    importers   tables kept by hand or in a spreadsheet, understood and made games
    app         what a command does, as one call that a script could make
    cli         reads words, calls, prints, chooses the exit status

The way of one deal: ``cli`` takes the words as strings; ``storage`` gives the game; ``notation`` makes a deal of the
words; ``checks`` says all that is wrong, and nothing is written if anything is; ``storage`` appends one event in one
transaction and refuses if the game has moved on meanwhile; ``scoring`` adds up; ``render`` draws.

From a script, the functions below are the public interface; each loads what it needs when it is called.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kingscore.checks import CheckReport
    from kingscore.model.game import Game
    from kingscore.scoring.score import ScoreTable
    from kingscore.scoring.settlement import Rule, Settlement
    from kingscore.sheets.cells import Sheet
    from kingscore.storage import Store
    from kingscore.variant import Variant

__version__ = "0.1.0"
__all__ = ["check_game", "lay_out", "load_variant", "open_store", "read_game", "render_sheet", "score", "settle"]


def open_store(address: str | None = None) -> Store:
    """The library at an address (a file, or ``postgresql://…``), by itself the user's own; a context manager.

    Refused (``kingscore.model.findings.Refused``), status 3: S7xx where it cannot be opened.
    """
    from kingscore import storage

    return storage.open_store(address)


def load_variant(name: str) -> Variant:
    """A variant by its id (``lithuanian``) or by the path of a file; ``load_variant(name).rules(4)`` are its rules for
    a table of four. Refused: V301 where there is none, V3xx with everything that is wrong in its file.
    """
    from kingscore.storage import variant_files

    return variant_files.variant(name)


def read_game(file: str | Path) -> Game:
    """A game from a ``.king`` file, a JSON document or a table kept by hand, told by its content.

    The game need not be sound: ``check_game`` says. Refused: with every finding, where no game could be made of it.
    """
    from kingscore.app.files import check_file
    from kingscore.model.findings import Refused

    report = check_file(str(file), lambda _: b"")
    if report.game is None:
        raise Refused(*report.findings, status=1 if report.opened else 3)
    return report.game


def check_game(game: Game) -> CheckReport:
    """All that is wrong with a game: ``findings`` in the order of its deals, the ``points`` that hold, ``totals``."""
    from kingscore import checks

    return checks.check_game(game)


def score(game: Game) -> ScoreTable:
    """Points and running totals, seat by seat (whole numbers), the totals and the places (1 is best)."""
    from kingscore.scoring.score import score

    return score(game)


def settle(game: Game, rule: Rule = "balance") -> Settlement:
    """Who pays whom at the end, by ``balance``, ``winner``, ``pairs`` or ``pot``: ``transfers`` in whole coins of the
    game's stake, in points where it has none. Refused: M6xx where it cannot be settled."""
    from kingscore.scoring.settlement import settle_game

    return settle_game(game, rule)


def lay_out(game: Game, layout: str = "grid", language: str = "en") -> Sheet:
    """The sheet of a game as cells, by the shipped template of a layout (``grid``, ``triangle``, ``personal``) or one
    of the user's own. Refused: R901 where the layout does not fit the variant, R906 where there is no such template."""
    from kingscore import sheets
    from kingscore.storage import resources

    return sheets.lay_out(game, resources.template(layout, game.rules.variant), resources.language(language))


def render_sheet(sheet: Sheet, to: str) -> bytes:
    """A sheet as a file: ``pdf``, ``xlsx``, ``csv``, ``tsv``, ``md``, ``html``, ``png``. Refused: R909 for another."""
    from kingscore.render import render

    return render(sheet, to).content

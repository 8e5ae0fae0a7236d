"""A game or a blank sheet in a form for paper, screens or other programs, as bytes. It writes no file."""

from __future__ import annotations

from kingscore import library
from kingscore.findings import Refused
from kingscore.frozen import dataclass
from kingscore.game import Game
from kingscore.language import Language
from kingscore.render import Rendered, render
from kingscore.rules import Rules
from kingscore.sheet import blank, lay_out
from kingscore.sheet.template import Template


@dataclass(frozen=True, slots=True)
class Blank:
    """What a blank sheet is to be; ``seats`` None and an empty ``layout`` are what is usual."""

    variant: str
    names: tuple[str, ...] = ()
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    layout: str = ""


def exported(game: Game, form: str, layout: str, language: Language) -> Rendered:
    """A game in a form: ``king`` and ``json`` are the game itself, all others its sheet. Refused: R9xx."""
    from kingscore import notation

    if form == "king":
        return Rendered(notation.write_king(game).encode("utf-8"))
    if form == "json":
        return Rendered(notation.write_document(game).encode("utf-8"))
    return render(lay_out(game, _template(game.rules, layout), language), form)


def blank_sheet(wish: Blank, form: str, language: Language) -> Rendered:
    """An empty sheet. Refused, status 2: V301, V308 to V310; R9xx."""
    try:
        variant = library.variant(wish.variant)
        rules = variant.rules(_seats(wish, variant.tables), dict(wish.options))
    except Refused as refused:
        raise Refused(*refused.findings, status=2) from None
    return render(blank(rules, wish.names, _template(rules, wish.layout), language), form)


def _seats(wish: Blank, tables: tuple[int, ...]) -> int | None:
    """As many as said, else as many as are named where so many may sit there or more names than usual are given."""
    named = len(wish.names)
    return named if wish.seats is None and (named in tables or named > tables[0]) else wish.seats


def _template(rules: Rules, layout: str) -> Template:
    return library.template(layout or rules.layout, rules.variant)

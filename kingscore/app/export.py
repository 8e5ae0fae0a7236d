"""A game or a blank sheet as the bytes of a file, for paper, screens or other programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kingscore.model.findings import Refused, finding
from kingscore.model.game import Game
from kingscore.model.language import Language
from kingscore.model.rules import Rules
from kingscore.render import Rendered, render
from kingscore.render.formats import formats_for, formats_with, write
from kingscore.sheets import Sheet, blank, lay_out
from kingscore.sheets.labels import SEAT_LETTERS
from kingscore.sheets.template import Template
from kingscore.storage import LibraryGame, resources, variant_files

if TYPE_CHECKING:
    from kingscore.sheets.shapes import Page
    from kingscore.variant import Variant


class Look(NamedTuple):
    """How a sheet is to look, by the names of the options; what is empty, None or False is as usual."""

    layout: str = ""
    template: str = ""
    paper: str = ""
    orientation: str = ""
    per_page: int | None = None
    dialect: str = ""
    back: bool = False

    def options(self) -> tuple[str, ...]:
        """The options that were given."""
        return tuple(f"--{key.replace('_', '-')}" for key, value in self._asdict().items() if value)


class SheetRequest(NamedTuple):
    """What a blank sheet is to be; ``seats`` None is what is usual, or as many as are named."""

    variant: str
    names: tuple[str, ...] = ()
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    look: Look = Look()


def render_game(kept: LibraryGame, form: str, look: Look, language: Language, *, chart: bool) -> Rendered:
    """A game that is kept as its sheet, itself, or the picture of its running totals. Refused: U823, R9xx."""
    if not chart:
        return exported(kept.game, kept.variant, form, look, language)
    from kingscore.render import render_chart

    for option in look.options():
        raise Refused(finding("U823", "chart", option=option))
    return render_chart(kept.game, form, language)


def exported(game: Game, variant: Variant, form: str, look: Look, language: Language) -> Rendered:
    """A game in a form; ``variant`` tells its rules on the back. Refused: U823, R9xx."""
    _goes(look, form)
    game = variant_files.carrying(game, variant)
    if form in formats_for("game"):
        return write(form, "game", game)
    sheet = lay_out(game, template_of(game.rules, look), language)
    back = _back(variant, game.rules, sheet, language) if look.back else ()
    return render(sheet, form, dialect=look.dialect or "comma", back=back)


def blank_sheet(request: SheetRequest, form: str, language: Language) -> Rendered:
    """An empty sheet. Refused, status 2: U823, V301, V308 to V310; R9xx."""
    look = request.look
    _goes(look, form)
    variant, rules = _rules(request)
    # A game before its first deal; a player who is not named is called by the letter of the seat.
    named = (*request.names, *SEAT_LETTERS[len(request.names) : rules.table])
    players = tuple(name or SEAT_LETTERS[seat] for seat, name in enumerate(named))
    game = variant_files.carrying(Game(rules, players, rules.table - 1), variant)
    if form in formats_for("game"):
        return write(form, "game", game)
    rules = game.rules
    sheet = blank(rules, request.names, template_of(rules, look), language)
    back = _back(variant, rules, sheet, language) if look.back else ()
    return render(sheet, form, dialect=look.dialect or "comma", back=back)


def _rules(request: SheetRequest) -> tuple[Variant, Rules]:
    """The variant and its rules for this table; the names must be such as a game may have."""
    from kingscore.notation import names_refused

    variant = variant_files.called(request.variant)
    # As many as are named, where so many may sit there or more names than usual are given.
    named, tables = len(request.names), variant.tables
    by_name = request.seats is None and (named in tables or named > tables[0])
    rules = variant.rules(named if by_name else request.seats, dict(request.options))
    faults = [one for one in names_refused(request.names) if one.seat is None or request.names[one.seat]]
    if faults:
        raise Refused(*faults, players=request.names)
    if len(request.names) > rules.table:
        raise Refused(finding("U805", found=request.names[rules.table], command="sheet"))
    return variant, rules


def _goes(look: Look, form: str) -> None:
    """Refused, status 2: U823 for an option that would change nothing in this form."""
    faults = [
        finding("U823", option=option, to=form, expected=formats_with(option))
        for option in look.options()
        if form not in formats_with(option)
    ]
    if faults:
        raise Refused(*faults)


def template_of(rules: Rules, look: Look) -> Template:
    """The template meant: a file or a name, else the usual one of the layout, on the paper that is asked for.

    Refused, status 2: R903 to R907; status 3: R908.
    """
    name = look.template
    if resources.is_path(name):
        found = resources.template_file(Path(name))
    else:
        found = resources.template(name or look.layout or rules.layout, rules.variant)
    if name and look.layout:
        found = replace(found, layout=look.layout)
    try:
        asked = {key: getattr(look, key) or None for key in ("paper", "orientation", "per_page")}
        return found.on(**asked)
    except Refused as refused:
        # A word of a template that was said as an option is called as it was typed.
        faults = []
        for fault in refused.findings:
            values = dict(fault.values)
            values["key"] = f"--{values['key']}".replace("_", "-")
            faults.append(replace(fault, values=tuple(values.items())))
        raise Refused(*faults) from None


def _back(variant: Variant, rules: Rules, sheet: Sheet, language: Language) -> tuple[Page, ...]:
    """The card of the rules on paper like the sheet's, once on the back of each part that is cut out."""
    from kingscore.render.fonts import fonts
    from kingscore.rulebook import page
    from kingscore.rulebook.leaflet import leaflet
    from kingscore.sheets.pages import on_each_part

    told = page(variant, rules.table, dict(rules.options), language)
    return on_each_part(sheet, lambda size: leaflet(told, fonts(), language.code, size).pages)

"""A score table laid out as cells and shapes by a template: grid, triangle, personal grids. It knows no file format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Game
from kingscore.model.language import Language, signed
from kingscore.model.rules import Rules
from kingscore.sheets.cells import Block, Sheet
from kingscore.sheets.grid_money import payments
from kingscore.sheets.grid_sums import deal_places, grid_block
from kingscore.sheets.labels import (
    NO_BREAK,
    Making,
    contract_cells,
    date_shown,
    making,
    short_name,
    title_words,
    trump_forms,
)
from kingscore.sheets.personal import personal_blocks
from kingscore.sheets.standing import standing_block
from kingscore.sheets.template import COLUMNS, Template
from kingscore.sheets.triangle import triangle_blocks

__all__ = ["Sheet", "Template", "blank", "fitting_layouts", "lay_out"]


def lay_out(game: Game, template: Template, language: Language, *, to_come: bool = True) -> Sheet:
    """A game as a filled sheet, with rows for deals ``to_come``. Refused: R901 where the layout does not fit."""
    return _sheet(making(game, template, language, to_come=to_come))


def blank(rules: Rules, players: Sequence[str], template: Template, language: Language) -> Sheet:
    """An empty sheet to write on; ``players`` may be fewer than sit at the table, the rest is left to be written."""
    names = (*players, *("",) * rules.table)[: rules.table]
    return _sheet(making(Game(rules, tuple(names), rules.table - 1), template, language, blank=True))


def _unplayed(making: Making) -> Game:
    """The game of a blank sheet before its first deal; who is not named is called by the letter of the seat."""
    return replace(making.game, players=tuple(making.name(seat) for seat in range(making.rules.table)))


def fitting_layouts(rules: Rules) -> tuple[str, ...]:
    """The layouts that make sense for a game, its usual one first.

    Triangles need a number of deals that is known; personal grids ask who declared a contract.
    """
    fitting = ["grid"]
    if rules.deals is not None:
        fitting.append("triangle")
    if rules.schedule.kind in ("declared", "chosen"):
        fitting.append("personal")
    return tuple(sorted(fitting, key=lambda layout: layout != rules.layout))


def _sheet(making: Making) -> Sheet:
    making = _with_entries(making)
    rules, template = making.rules, making.template
    fitting = fitting_layouts(rules)
    if template.layout not in fitting:
        raise Refused(finding("R901", layout=template.layout, variant=rules.names, expected=fitting), status=2)
    return Sheet(
        layout=template.layout,
        title=making.template.label(making.language.code, "title") or rules.names.of(making.language.code),
        subtitle=" · ".join(filter(None, (date_shown(making), _values(making) if template.values else ""))),
        language=making.language.code,
        template=template,
        players=making.game.players,
        blocks=_LAYOUTS[template.layout](making),
        variant=rules.variant,
        options=rules.options,
        content=rules.content,
        contracts=contract_cells(making),
        deals=deal_places(making),
        date=making.game.date,
        date_shown=date_shown(making),
        facts=() if making.blank else payments(making),
        signatures=tuple(making.name(seat) for seat in range(rules.table)) if template.signatures else (),
        blank=making.blank,
        forms=trump_forms(making),
        titles=title_words(making),
        game=_unplayed(making) if making.blank else making.game,
        per_player=rules.schedule.kind == "declared",
    )


def _with_entries(making: Making) -> Making:
    """Triangles and personal grids are filled from a grid that has every column, whatever the template says."""
    if making.template.layout == "grid":
        return making
    return replace(making, template=replace(making.template, columns=COLUMNS, running=True, bare_penalties=False))


def _values(making: Making) -> str:
    """What each contract costs or brings, in a line: ``tricks −2 · hearts −2``."""
    out = []
    for contract in making.rules.contracts:
        name = short_name(making, contract)
        name = name if making.language.has(f"sheets.short.{contract.id}") else name[0].lower() + name[1:]
        if contract.prizes:
            out.append(f"{name} {'/'.join(map(str, contract.prizes))}")
        elif len(contract.items) == 1:
            bare = name.lstrip("−+" + NO_BREAK)
            out.append(f"{bare} {signed(contract.items[0].value)}")
    return " · ".join(dict.fromkeys(out))


def _grid(making: Making) -> tuple[Block, ...]:
    return (grid_block(making),)


def _triangle(making: Making) -> tuple[Block, ...]:
    """A sector a player, where they stand, and the grid from which a workbook fills both."""
    seats = making.rules.table
    sectors = triangle_blocks(making, seats + 1)
    return (*sectors, standing_block(making, seats, seats + 1), _entries(making))


def _personal(making: Making) -> tuple[Block, ...]:
    """A grid a player, where they stand, and the grid from which a workbook fills both."""
    seats = making.rules.table
    return (*personal_blocks(making, seats + 1), standing_block(making, seats, seats + 1), _entries(making))


def _entries(making: Making) -> Block:
    """The grid that people fill where the sheet itself is drawn from it."""
    return replace(grid_block(making), kind="entries").numbered(making.rules.table + 1)


_LAYOUTS: dict[str, Callable[[Making], tuple[Block, ...]]] = {
    "grid": _grid,
    "triangle": _triangle,
    "personal": _personal,
}

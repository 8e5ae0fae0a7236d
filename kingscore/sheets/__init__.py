"""A score table laid out as cells and shapes by a template: grid, triangle, personal grids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kingscore.model.findings import Refused, finding
from kingscore.model.game import Game
from kingscore.model.language import Language, signed
from kingscore.model.rules import Rules
from kingscore.sheets.cells import Block, Sheet
from kingscore.sheets.grid import Grid, grid_of
from kingscore.sheets.labels import (
    NO_BREAK,
    SheetPlan,
    contract_cells,
    date_shown,
    plan_sheet,
    short_name,
    title_words,
    trump_forms,
)
from kingscore.sheets.players import personal_blocks, triangle_blocks
from kingscore.sheets.template import COLUMNS, Template
from kingscore.sheets.totals import deal_places, grid_block, payments, standing_block

__all__ = ["Sheet", "Template", "blank", "fitting_layouts", "lay_out"]


def lay_out(game: Game, template: Template, language: Language, *, to_come: bool = True) -> Sheet:
    """A game as a filled sheet, with rows for deals ``to_come``. Refused: R901 where the layout does not fit."""
    return _sheet(plan_sheet(game, template, language, to_come=to_come), game)


def blank(rules: Rules, players: Sequence[str], template: Template, language: Language) -> Sheet:
    """An empty sheet to write on; ``players`` may be fewer than sit at the table, the rest is left to be written."""
    names = (*players, *("",) * rules.table)[: rules.table]
    plan = plan_sheet(Game(rules, names, rules.table - 1), template, language, blank=True)
    # A player without a name is called by the letter of the seat.
    return _sheet(plan, replace(plan.game, players=tuple(map(plan.name, range(rules.table)))))


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


def _sheet(plan: SheetPlan, game: Game) -> Sheet:
    """``game`` is what the sheet says that it was made from."""
    rules, template, language = plan.rules, plan.template, plan.language
    fitting = fitting_layouts(rules)
    if template.layout not in fitting:
        raise Refused(finding("R901", layout=template.layout, variant=rules.names, expected=fitting), status=2)
    if template.layout == "grid":
        grid = grid_of(plan)
    else:
        # Triangles and personal grids are drawn from a grid with every column, the last block of their sheet. Paper
        # does not show it; in a workbook it is the page where the deals are entered.
        plan = replace(plan, template=replace(template, columns=COLUMNS, running=True, bare_penalties=False))
        grid = grid_of(plan, rules.table + 1)
    return Sheet(
        layout=template.layout,
        title=template.label(language.code, "title") or rules.names.of(language.code),
        subtitle=" · ".join(filter(None, (date_shown(plan), _values(plan) if template.values else ""))),
        language=language.code,
        template=plan.template,
        blocks=_blocks(grid),
        contracts=contract_cells(plan),
        deals=deal_places(grid),
        date_shown=date_shown(plan),
        facts=() if plan.blank else payments(plan),
        signatures=tuple(map(plan.name, grid.seats)) if template.signatures else (),
        blank=plan.blank,
        forms=trump_forms(plan),
        titles=title_words(plan),
        game=game,
    )


def _blocks(grid: Grid) -> tuple[Block, ...]:
    """The grid; or a block a player, where they stand, and the grid from which both are drawn."""
    if grid.plan.template.layout == "grid":
        return (grid_block(grid),)
    own = triangle_blocks(grid) if grid.plan.template.layout == "triangle" else personal_blocks(grid)
    return (*own, standing_block(grid, len(own)), replace(grid_block(grid), kind="entries"))


def _values(plan: SheetPlan) -> str:
    """What each contract costs or brings, in a line: ``tricks −2 · hearts −2``."""
    out = []
    for contract in plan.rules.contracts:
        name = short_name(plan, contract)
        name = name if plan.language.has(f"sheets.short.{contract.id}") else name[0].lower() + name[1:]
        if contract.prizes:
            out.append(f"{name} {'/'.join(map(str, contract.prizes))}")
        elif len(contract.items) == 1:
            bare = name.lstrip("−+" + NO_BREAK)
            out.append(f"{bare} {signed(contract.items[0].value)}")
    return " · ".join(dict.fromkeys(out))

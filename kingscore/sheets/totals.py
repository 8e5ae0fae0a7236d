"""What stands below a grid's deals: the sums of its phases, totals, places and money; and where the players stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from kingscore.model.game import Row
from kingscore.scoring.schedule import is_complete
from kingscore.sheets.cells import (
    Area,
    Block,
    Cell,
    Check,
    Column,
    DealPlace,
    EntryRule,
    Formula,
    Must,
    Role,
    SheetFact,
)
from kingscore.sheets.grid import DealRow, Grid, Section, deal_cells, head_cells, tone_of
from kingscore.sheets.labels import SheetPlan, must_of, sides

if TYPE_CHECKING:
    from kingscore.scoring.settlement import Settlement

#: Decimals of a stake that is still to be written.
USUAL = 2
_ROLES: dict[str, Role] = {"total": "total", "place": "place"}


def grid_block(grid: Grid) -> Block:
    """The grid as a block: head, deals with the sums of their phases, then totals and places."""
    cells = [*head_cells(grid)]
    ruled = [0]
    for section in grid.sections:
        for row in section.deals:
            cells += deal_cells(grid, section, row)
        if section.sum_row is not None:
            cells += _section_sum(grid, section, section.sum_row)
            ruled += [section.sum_row - 1, section.sum_row]
    last = cells[-1].row
    cells += _closing(grid, last + 1)
    ruled.append(last)
    return Block("", grid.columns, cells[-1].row + 1, tuple(cells), ruled=tuple(dict.fromkeys(ruled)))


def deal_places(grid: Grid) -> tuple[DealPlace, ...]:
    """Where each deal stands in the grid, so that a filled sheet can be read."""
    return tuple(
        DealPlace(
            deal.row,
            "" if grid.chosen or deal.contract is None else deal.contract.id,
            grid.bare(section.side),
            grid.counted(deal.contract),
        )
        for section in grid.sections
        for deal in section.deals
    )


def standing_block(grid: Grid, own: int) -> Block:
    """Where the players stand, a row each: the sheet's block of number ``own``, summed up from its grid."""
    both = sides(grid.plan)
    keys = (*(both if len(both) == 2 else ()), "total", "place")
    totals = tuple(Area(seat + 1, len(keys) - 1, seat + 1, len(keys) - 1, own) for seat in grid.seats)
    labels = ("column.player", *(f"sum.{key}" for key in keys))
    cells = [Cell(0, at, "head", grid.plan.word(label)) for at, label in enumerate(labels)]
    for seat in grid.seats:
        name = Formula("copy", (grid.down(grid.points_at(seat), 0),))
        cells.append(Cell(seat + 1, 0, "label", grid.plan.sitters(seat), formula=name))
        for at, key in enumerate(keys, 1):
            cells.append(replace(_seat_sum(grid, key, seat, totals), row=seat + 1, column=at))
    columns = (Column("player", None, 30, "left"), *(Column(key, None, 14) for key in keys))
    return Block("", columns, len(grid.seats) + 1, tuple(cells), 1, None, "standing", (0,))


def _seat_sum(grid: Grid, key: str, seat: int, totals: tuple[Area, ...]) -> Cell:
    """A player's penalties, premiums, total or place, still without a row; ``totals`` are the cells of all totals."""
    number = _sums(grid.plan, key)[seat]
    if key == "place":
        by_total = not grid.plan.rules.lower_title_wins_ties
        formula = Formula("place", (totals[seat],), among=totals) if by_total else None
        return Cell(0, 0, "place", number=number, formula=formula)
    if key == "total":
        formula, tone = sum_formula(grid, seat), tone_of(number)
        return Cell(0, 0, "total", number=number, style="signed", tone=tone, formula=formula)
    return Cell(0, 0, "sums", number=number, style="signed", formula=sum_formula(grid, seat, key))


def _sums(plan: SheetPlan, key: str) -> Row:
    """Penalties, premiums, totals or places, None for each player before the first deal."""
    table = plan.table
    sums = {"penalty": table.penalties, "premium": table.premiums, "total": table.totals, "place": table.places}
    return (sums[key] if plan.game.deals else None) or (None,) * plan.rules.table


def sum_formula(grid: Grid, seat: int, side: str = "") -> Formula:
    """A seat's sum of penalties, of premiums, or of both."""
    contracts, deals = grid.column("contract"), [deal for section in grid.sections for deal in section.deals]
    if side and grid.chosen and contracts is not None and deals:
        area = grid.areas(seat, False)
        named = (grid.down(contracts, deals[0].row, deals[-1].row),)
        return Formula("side", area, when=area, among=named, side=side)
    plus, minus = (grid.areas(seat, bare, side=side) for bare in (False, True))
    return Formula("sum", plus, minus, when=(*plus, *minus))


def _section_sum(grid: Grid, section: Section, row: int) -> Iterator[Cell]:
    """The sum of a phase, with its minus where penalties were written bare."""
    bare = grid.bare(section.side)
    yield from _label(grid, row, section.side)
    lines = [deal.line for deal in section.deals if deal.line is not None]
    points = [line.points for line in lines if line.points is not None]
    known = bool(lines) and len(points) == len(lines)
    sums = [sum(row[seat] for row in points) if known else None for seat in grid.seats]
    for seat, total in zip(grid.seats, sums, strict=True):
        area = (grid.down(grid.points_at(seat), section.deals[0].row, section.deals[-1].row),)
        formula = Formula("sum", () if bare else area, area if bare else (), when=area)
        yield Cell(row, grid.points_at(seat), "sums", number=total, columns=grid.width, style="signed", formula=formula)
    musts = [must_of(grid.plan.rules, row.contract) for row in section.deals if row.contract is not None]
    must = sum(m.totals[0] for m in musts) if all(len(m.totals) == 1 for m in musts) else None
    yield from _row_check(grid, row, must, sums, [section])


def _label(grid: Grid, row: int, key: str) -> Iterator[Cell]:
    """A label over the columns that stand before the players."""
    if before := grid.points_at(0):
        yield Cell(row, 0, _ROLES.get(key, "sums"), grid.plan.word(f"sum.{key}"), columns=before)


def _row_check(
    grid: Grid, row: int, must: int | None, sums: Iterable[int | None], over: Iterable[Section]
) -> Iterator[Cell]:
    """What a row of sums must come to and does; judged once all its deals are played."""
    must_at, sum_at = grid.column("must"), grid.column("sum")
    if must_at is not None:
        yield Cell(row, must_at, "must", number=must)
    if sum_at is None:
        return
    known = [number for number in sums if number is not None]
    total = sum(known) if len(known) == len(grid.seats) else None
    deals = [deal for section in over for deal in section.deals]
    whole = all(deal.line is not None for deal in deals) and (grid.plan.to_come or grid.plan.over)
    wrong = whole and total is not None and must is not None and total != must
    cells = grid.of_players(row)
    yield Cell(
        row,
        sum_at,
        "sum",
        number=total,
        tone="wrong" if wrong else "",
        formula=Formula("sum", cells, when=cells),
        check=None if must is None or not deals else _check(grid, must, deals),
    )


def _check(grid: Grid, must: int, deals: list[DealRow]) -> Check:
    """The check of a sum over deals: the rows of sums between them are full as well."""
    first, last = deals[0].row, deals[-1].row
    between = sum(first <= (section.sum_row or 0) <= last for section in grid.sections)
    over = tuple(grid.down(grid.points_at(seat), first, last) for seat in grid.seats)
    return Check(over, len(deals) * grid.plan.rules.playing + between * len(grid.seats), Must((must,)))


def _closing(grid: Grid, row: int) -> Iterator[Cell]:
    """Sums of penalties and premiums where the phases have none of their own, then totals, places and money."""
    plan = grid.plan
    both = grid.chosen and len(sides(plan)) == 2 and bool(grid.sections[0].deals)
    total_row = row + 2 if both else row
    totals = grid.of_players(total_row)
    for at, key in enumerate((*(sides(plan) if both else ()), "total", "place"), row):
        yield from _label(grid, at, key)
        for seat in grid.seats:
            cell = _seat_sum(grid, key, seat, totals)
            yield replace(cell, row=at, column=grid.points_at(seat), columns=grid.width)
        if key != "place":
            yield from _row_check(grid, at, _must_come_to(plan, key), _sums(plan, key), grid.sections)
    if plan.template.money and (plan.blank or plan.game.stake is not None):
        yield from _money_row(grid, total_row + 2, totals)


def _must_come_to(plan: SheetPlan, key: str) -> int | None:
    """What all totals, penalties or premiums come to; None where that is open, as in a game that was stopped."""
    rules = plan.rules
    if plan.over and not is_complete(plan.game, plan.table):
        return None
    if key == "total":
        return rules.total if rules.schedule.limit is None else None
    times = rules.schedule.times(rules.table) or {}
    of_side = [c for c in rules.contracts if c.penalty == (key == "penalty")]
    fixed = times and all(len(c.totals) == 1 and not c.bid and not c.loose for c in of_side)
    return sum(c.base_total * times[c.id] for c in of_side) if fixed else None


def _money_row(grid: Grid, row: int, totals: tuple[Area, ...]) -> Iterator[Cell]:
    """What each player's balance is worth; the stake stands under "must", its currency under "sum"."""
    plan, stake = grid.plan, grid.plan.game.stake
    settled = None if stake is None else settlement(plan)
    currency = "" if stake is None else stake.currency
    must, total = grid.column("must"), grid.column("sum")
    label = plan.word("sum.money")
    if before := grid.points_at(0):
        yield Cell(row, 0, "place", f"{label}, {currency}" if currency else label, columns=before)
    rate = () if must is None else (grid.down(must, row),)
    for seat in grid.seats:
        cell = _money(plan, seat, settled, Formula("money", (totals[seat],), when=rate, among=totals))
        yield replace(cell, row=row, column=grid.points_at(seat), columns=grid.width)
    if must is not None:
        exact = "" if stake is None else stake.per_point
        shown = exact.replace(".", plan.language.decimal_mark)
        yield Cell(row, must, "must", shown, amount=exact, entry=EntryRule("amount") if plan.blank else None)
    if total is not None:
        yield Cell(row, total, "must", currency, entry=EntryRule("currency") if plan.blank else None)


def _money(plan: SheetPlan, seat: int, settled: Settlement | None, formula: Formula) -> Cell:
    """What one player wins or pays. A formula multiplies, so it stands only where settling gives the same: where every
    balance is a whole number of coins."""
    if settled is None:
        return Cell(0, 0, "money", formula=replace(formula, digits=USUAL) if formula.when else None)
    even = all(Fraction(balance) == exact for balance, exact in zip(settled.balances, settled.exact, strict=True))
    balance, coin = settled.balances[seat], settled.coin
    return Cell(
        0,
        0,
        "money",
        coin.shown(balance, plan.language.decimal_mark),
        tone=tone_of(balance),
        formula=replace(formula, digits=coin.decimals) if even and formula.when else None,
        amount=coin.exact(balance),
    )


def settlement(plan: SheetPlan) -> Settlement | None:
    """The balances at the game's stake, else in points; None before the first deal, or where a deal gives no points."""
    from kingscore.scoring.settlement import settle

    game, totals = plan.game, plan.table.totals
    return settle(totals, game.players, game.stake) if game.deals and totals else None


def payments(plan: SheetPlan) -> tuple[SheetFact, ...]:
    """Who pays whom once the game is over: at the stake, else in points."""
    from kingscore.scoring.settlement import settle_game

    if not (plan.over and plan.template.money and plan.game.deals and plan.table.totals):
        return ()
    settled = settle_game(plan.game)
    coin, players = settled.coin, settled.players
    shown = []
    for transfer in settled.transfers:
        amount = coin.shown(transfer.amount, plan.language.decimal_mark)
        shown.append(f"{players[transfer.payer]} → {players[transfer.payee]} {amount} {coin.currency or ''}".rstrip())
    return (SheetFact(plan.word("payments"), " · ".join(shown)),) if shown else ()

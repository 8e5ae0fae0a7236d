"""A grid as a block, with the sums of its phases, totals and places below the deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kingscore.model.frozen import replace
from kingscore.model.game import Row
from kingscore.scoring.schedule import is_complete
from kingscore.sheets.cells import Area, Block, Cell, Check, DealPlace, Formula, Must, Role, Style
from kingscore.sheets.grid import DealRow, Grid, Section, plan
from kingscore.sheets.grid_deals import deal_cells, head_cells, tone_of
from kingscore.sheets.grid_money import has_money_row, money_row
from kingscore.sheets.labels import Making, must_of, row_of


def grid_block(making: Making) -> Block:
    """The grid as a block: head, deals with the sums of their phases, then totals and places."""
    grid = plan(making)
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


def deal_places(making: Making) -> tuple[DealPlace, ...]:
    """Where each deal stands in the grid, for whoever takes a filled sheet back."""
    grid = plan(making)
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


def _section_sum(grid: Grid, section: Section, row: int) -> Iterator[Cell]:
    """The sum of a phase, with its minus where penalties were written bare."""
    bare = grid.bare(section.side)
    yield from _label(grid, row, f"sum.{section.side}", "sums")
    sums = [_played(section.deals, seat) for seat in grid.seats]
    for seat, total in zip(grid.seats, sums, strict=True):
        at = grid.points_at(seat)
        area = (Area(section.deals[0].row, at, section.deals[-1].row, at),)
        formula = Formula("sum", () if bare else area, area if bare else (), when=area)
        yield Cell(row, at, "sums", number=total, columns=grid.width, style="signed", formula=formula)
    musts = [must_of(grid.making.rules, row.contract) for row in section.deals if row.contract is not None]
    must = sum(m.totals[0] for m in musts) if all(len(m.totals) == 1 for m in musts) else None
    yield from _row_check(grid, row, must, sums, [section])


def _played(rows: tuple[DealRow, ...], seat: int) -> int | None:
    """What a seat's recorded deals come to; None where none is recorded or one gives no points."""
    lines = [row.line for row in rows if row.line is not None]
    if not lines or any(line.points is None for line in lines):
        return None
    return sum(line.points[seat] for line in lines if line.points is not None)


def _label(grid: Grid, row: int, key: str, role: Role) -> Iterator[Cell]:
    """A label over the columns that stand before the players."""
    before = grid.points_at(0)
    if before:
        yield Cell(row, 0, role, grid.making.word(key), columns=before)


def _row_check(
    grid: Grid, row: int, must: int | None, sums: Iterable[int | None], over: Iterable[Section]
) -> Iterator[Cell]:
    """What a row of sums must come to and does; judged once all its deals are played."""
    must_at, sum_at = grid.column("must"), grid.column("sum")
    if must_at is not None:
        yield Cell(row, must_at, "must", number=must)
    if sum_at is None:
        return
    found = list(sums)
    total = None if any(s is None for s in found) else sum(s for s in found if s is not None)
    deals = [deal for section in over for deal in section.deals]
    whole = all(deal.line is not None for deal in deals) and (grid.making.to_come or grid.making.over)
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
    over = tuple(Area(deals[0].row, grid.points_at(seat), deals[-1].row, grid.points_at(seat)) for seat in grid.seats)
    sums = sum(deals[0].row <= (s.sum_row or 0) <= deals[-1].row for s in grid.sections) * len(grid.seats)
    return Check(over, len(deals) * grid.making.rules.playing + sums, Must((must,)))


def _closing(grid: Grid, row: int) -> Iterator[Cell]:
    """Sums of penalties and premiums where the phases have none of their own, then totals and places."""
    making = grid.making
    sides = {"penalty" if contract.penalty else "premium" for contract in making.rules.contracts}
    if grid.chosen and len(sides) == 2 and grid.sections[0].deals:
        for side, found in (("penalty", making.table.penalties), ("premium", making.table.premiums)):
            yield from _side_row(grid, row, side, _if_played(grid, found))
            row += 1
    yield from _total_row(grid, row)
    yield from _place_row(grid, row + 1, row)
    if has_money_row(making):
        yield from money_row(grid, row + 2, row)


def _if_played(grid: Grid, found: Row | None) -> Row:
    return row_of(found if grid.making.game.deals else None, len(grid.seats))


def side_formula(grid: Grid, seat: int, side: str, block: int = 0) -> Formula:
    """A seat's sum of penalties or of premiums in the grid that is the sheet's block of that number."""
    contracts, deals = grid.column("contract"), grid.sections[0].deals
    if grid.chosen and contracts is not None and deals:
        area = tuple(replace(a, block=block) for a in grid.areas(seat, False))
        named = (Area(deals[0].row, contracts, deals[-1].row, contracts, block),)
        return Formula("side", area, when=area, among=named, side=side)
    plus = grid.areas(seat, False, side=side, block=block)
    minus = grid.areas(seat, True, side=side, block=block)
    return Formula("sum", plus, minus, when=(*plus, *minus))


def total_formula(grid: Grid, seat: int, block: int = 0) -> Formula:
    """A seat's total in the grid that is the sheet's block of that number."""
    plus, minus = grid.areas(seat, False, block=block), grid.areas(seat, True, block=block)
    return Formula("sum", plus, minus, when=(*plus, *minus))


def _side_row(grid: Grid, row: int, side: str, found: Row) -> Iterator[Cell]:
    yield from _label(grid, row, f"sum.{side}", "sums")
    for seat in grid.seats:
        yield _wide(grid, row, seat, "sums", found[seat], "signed", side_formula(grid, seat, side))
    times = grid.making.rules.schedule.times(grid.making.rules.table) or {}
    of_side = [c for c in grid.making.rules.contracts if c.penalty == (side == "penalty")]
    fixed = times and all(len(c.totals) == 1 and not c.bid and not c.loose for c in of_side)
    must = sum(c.base_total * times[c.id] for c in of_side) if fixed and not _stopped(grid.making) else None
    yield from _row_check(grid, row, must, found, grid.sections)


def _total_row(grid: Grid, row: int) -> Iterator[Cell]:
    making = grid.making
    totals = _if_played(grid, making.table.totals)
    yield from _label(grid, row, "sum.total", "total")
    for seat in grid.seats:
        yield _wide(grid, row, seat, "total", totals[seat], "signed", total_formula(grid, seat))
    fixed = making.rules.total is not None and making.rules.schedule.limit is None
    must = making.rules.total if fixed and not _stopped(making) else None
    yield from _row_check(grid, row, must, totals, grid.sections)


def _stopped(making: Making) -> bool:
    """True if the game ended before its last deal: then no sum comes to what it would have come to."""
    return making.over and not is_complete(making.game, making.table)


def _place_row(grid: Grid, row: int, totals: int) -> Iterator[Cell]:
    found = _if_played(grid, grid.making.table.places)
    among = grid.of_players(totals)
    by_total = not grid.making.rules.lower_title_wins_ties
    yield from _label(grid, row, "sum.place", "place")
    for seat in grid.seats:
        formula = Formula("place", (among[seat],), among=among) if by_total else None
        yield _wide(grid, row, seat, "place", found[seat], "plain", formula)


def _wide(
    grid: Grid, row: int, seat: int, role: Role, found: int | None, style: Style, formula: Formula | None
) -> Cell:
    """A cell as wide as all that a player has."""
    tone = tone_of(found) if role == "total" else ""
    return Cell(
        row, grid.points_at(seat), role, number=found, columns=grid.width, style=style, tone=tone, formula=formula
    )

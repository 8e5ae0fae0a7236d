"""A sheet's formulas as spreadsheets write them, empty as long as what they need is. Nothing is worked out here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kingscore.sheet.cells import Area, Cell, Check, Formula

#: Names by which the workbook's formulas find the hidden page's columns.
PLAYERS, NUMBERS, CONTRACTS, MUST, TOTALS = "ks_players", "ks_seats", "ks_contracts", "ks_must", "ks_totals"
LOW, HIGH, LEAST, GREATEST, STEP = "ks_low", "ks_high", "ks_least", "ks_greatest", "ks_step"
SIDES = {"penalty": "ks_penalties", "premium": "ks_premiums"}


def letters(column: int) -> str:
    """A column's letters, counted from 0: ``A`` … ``Z``, ``AA`` …."""
    out = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        out = chr(ord("A") + rest) + out
    return out


@dataclass(frozen=True)
class Places:
    """Where the blocks of a sheet stand on a page: the row and column of each upper left corner, from 0."""

    origins: tuple[tuple[int, int], ...]

    def address(self, row: int, column: int, block: int = 0) -> str:
        top, left = self.origins[block]
        return f"{letters(left + column)}{top + row + 1}"

    def area(self, area: Area) -> str:
        first = self.address(area.top, area.left, area.block)
        last = self.address(area.bottom, area.right, area.block)
        return first if first == last else f"{first}:{last}"

    def list(self, areas: tuple[Area, ...]) -> str:
        return ",".join(map(self.area, areas))


def formula_text(formula: Formula, places: Places, players: int) -> str:
    """A formula as a cell holds it, ``=`` before it."""
    return "=" + _WRITERS[formula.does](formula, places, players)


def _guarded(formula: Formula, places: Places, text: str) -> str:
    return f'IF(COUNT({places.list(formula.when)})=0,"",{text})' if formula.when else text


def _sum(formula: Formula, places: Places, _: int) -> str:
    plus = f"SUM({places.list(formula.plus)})" if formula.plus else ""
    minus = f"-SUM({places.list(formula.minus)})" if formula.minus else ""
    return _guarded(formula, places, plus + minus or "0")


def _side(formula: Formula, places: Places, _: int) -> str:
    named, points = places.area(formula.among[0]), places.area(formula.plus[0])
    return _guarded(formula, places, f"SUMPRODUCT(SUMIF({named},{SIDES[formula.side]},{points}))")


def _next(formula: Formula, places: Places, players: int) -> str:
    above = places.area(formula.plus[0])
    # Compared with =, not searched: a search would read the stars and tildes of a name as wildcards.
    seat = f"SUMPRODUCT(({PLAYERS}={above})*{NUMBERS})"
    return f'IF({above}="","",INDEX({PLAYERS},MOD({seat},{players})+1))'


def _place(formula: Formula, places: Places, players: int) -> str:
    mine = places.area(formula.plus[0])
    others = [places.area(area) for area in formula.among if area != formula.plus[0]]
    better = "".join(f"+(N({other})>{mine})" for other in others)
    return f'IF(COUNT({places.list(formula.among)})<{players},"",1{better})'


def _must(formula: Formula, places: Places, _: int) -> str:
    named = places.area(formula.plus[0])
    return f'IF({named}="","",IFERROR(INDEX({MUST},MATCH({named},{CONTRACTS},0)),"?"))'


_WRITERS: dict[str, Callable[[Formula, Places, int], str]] = {
    "sum": _sum,
    "side": _side,
    "next": _next,
    "place": _place,
    "must": _must,
}


def wrong_if(check: Check, cell: Cell, places: Places, block: int) -> str:
    """The condition under which a sum is wrong: all its cells are filled, and it is none of what it must come to."""
    total = places.address(cell.row, cell.column, block)
    filled = f"COUNT({places.list(check.over)})>={check.full}"
    if check.named is not None:
        row = f"MATCH({places.area(check.named)},{CONTRACTS},0)"
        known = f"ISNUMBER(MATCH({total},INDEX({TOTALS},{row},0),0))"
        between = f"AND({total}>=INDEX({LOW},{row}),{total}<=INDEX({HIGH},{row}))"
        return f"AND({filled},NOT(IFERROR(OR({known},{between}),FALSE)))"
    must = check.must
    assert must is not None, "a check names its contract or its total"
    if must.totals:
        met = ",".join(f"{total}={value}" for value in must.totals)
        return f"AND({filled},NOT(OR({met})))"
    return f"AND({filled},OR({total}<{must.low},{total}>{must.high}))"

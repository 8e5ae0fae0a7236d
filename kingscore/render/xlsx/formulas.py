"""A sheet's formulas as spreadsheets write them, empty as long as what they need is. Nothing is worked out here."""

from __future__ import annotations

from collections.abc import Callable

from kingscore.model.frozen import dataclass, replace
from kingscore.sheets.cells import Area, Cell, Check, Formula, Sheet

#: Names by which the workbook's formulas find the hidden page's columns.
PLAYERS, NUMBERS, CONTRACTS, MUST, TOTALS = "ks_players", "ks_seats", "ks_contracts", "ks_must", "ks_totals"
LOW, HIGH, LEAST, GREATEST, STEP = "ks_low", "ks_high", "ks_least", "ks_greatest", "ks_step"
SIDES = {"penalty": "ks_penalties", "premium": "ks_premiums"}
#: How many cells of a triangle stand beside each other.
WRAP = 4


def letters(column: int) -> str:
    """A column's letters, counted from 0: ``A`` … ``Z``, ``AA`` …."""
    out = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        out = chr(ord("A") + rest) + out
    return out


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a block stands: page, row and column from 0; ``wrap`` columns side by side, the next ones below them."""

    page: int
    top: int
    left: int
    rows: int
    wrap: int = 0

    def at(self, row: int, column: int) -> tuple[int, int]:
        """Row and column of a cell on the page."""
        if not self.wrap:
            return self.top + row, self.left + column
        return self.top + column // self.wrap * self.rows + row, self.left + column % self.wrap


@dataclass(frozen=True)
class Places:
    """Where the blocks of a sheet stand, as seen from a page: what lies on another is named with its page."""

    sheet: Sheet
    spots: tuple[Spot, ...]
    pages: tuple[str, ...]
    page: int = 0

    def on(self, page: int) -> Places:
        return replace(self, page=page)

    def address(self, row: int, column: int, block: int = 0) -> str:
        """``C5``: a cell's address on its own page."""
        down, across = self.spots[block].at(row, column)
        return f"{letters(across)}{down + 1}"

    def area(self, area: Area) -> str:
        first = self.address(area.top, area.left, area.block)
        last = self.address(area.bottom, area.right, area.block)
        shown = first if first == last else f"{first}:{last}"
        page = self.spots[area.block].page
        return shown if page == self.page else f"'{self.pages[page]}'!{shown}"

    def list(self, areas: tuple[Area, ...]) -> str:
        return ",".join(map(self.area, areas))

    @property
    def entries(self) -> int:
        """The number of the grid in which the deals stand."""
        return next(n for n, block in enumerate(self.sheet.blocks) if block.kind in ("grid", "entries"))

    def column(self, holds: str, seat: int | None = None) -> str:
        """A column of that grid over all its rows of deals."""
        block = self.sheet.blocks[self.entries]
        at = next(i for i, c in enumerate(block.columns) if c.holds == holds and c.seat == seat)
        deals = self.sheet.deals
        return self.area(Area(deals[0].row, at, deals[-1].row, at, self.entries))


def formula_text(formula: Formula, places: Places) -> str:
    """A formula as a cell holds it, ``=`` before it."""
    return "=" + _WRITERS[formula.does](formula, places)


def _guarded(formula: Formula, places: Places, text: str) -> str:
    return f'IF(COUNT({places.list(formula.when)})=0,"",{text})' if formula.when else text


def _sum(formula: Formula, places: Places) -> str:
    plus = f"SUM({places.list(formula.plus)})" if formula.plus else ""
    minus = f"-SUM({places.list(formula.minus)})" if formula.minus else ""
    return _guarded(formula, places, plus + minus or "0")


def _side(formula: Formula, places: Places) -> str:
    named, points = places.area(formula.among[0]), places.area(formula.plus[0])
    return _guarded(formula, places, f"SUMPRODUCT(SUMIF({named},{SIDES[formula.side]},{points}))")


def _next(formula: Formula, places: Places) -> str:
    above = places.area(formula.plus[0])
    # Compared with =, not searched: a search would read the stars and tildes of a name as wildcards.
    seat = f"SUMPRODUCT(({PLAYERS}={above})*{NUMBERS})"
    return f'IF({above}="","",INDEX({PLAYERS},MOD({seat},{len(places.sheet.players)})+1))'


def _place(formula: Formula, places: Places) -> str:
    mine = places.area(formula.plus[0])
    others = [places.area(area) for area in formula.among if area != formula.plus[0]]
    better = "".join(f"+(N({other})>{mine})" for other in others)
    return f'IF(COUNT({places.list(formula.among)})<{len(formula.among)},"",1{better})'


def _must(formula: Formula, places: Places) -> str:
    named = places.area(formula.plus[0])
    return f'IF({named}="","",IFERROR(INDEX({MUST},MATCH({named},{CONTRACTS},0)),"?"))'


def _copy(formula: Formula, places: Places) -> str:
    there = places.area(formula.plus[0])
    return f'IF({there}="","",{there})'


def _declared(formula: Formula, places: Places) -> str:
    return f'"{_name(formula, places)}"'


def _name(formula: Formula, places: Places) -> str:
    found = next(contract.short for contract in places.sheet.contracts if contract.id == formula.named)
    return found.replace('"', '""')


def _player(formula: Formula, places: Places) -> str:
    return f"INDEX({PLAYERS},{formula.seat + 1})"


def declared_times(formula: Formula, places: Places, *, exact: bool = False) -> str:
    """How often a seat has declared a contract; ``exact``: as conditions on the very deal of that time."""
    name = next(contract.name for contract in places.sheet.contracts if contract.id == formula.named)
    quoted = name.replace('"', '""')
    declarer = f"({places.column('declarer')}=INDEX({PLAYERS},{formula.seat + 1}))"
    if places.sheet.per_player:
        conditions = f'{declarer}*({places.column("contract")}="{quoted}")'
        return f"{conditions}*({places.column('time')}={formula.time})" if exact else conditions
    contract = f'({places.column("contract")}="{quoted}")'
    return f"{declarer}*{contract}" if exact else contract


def _got(formula: Formula, places: Places) -> str:
    deal = declared_times(formula, places, exact=True)
    points = places.column("points", formula.plus[0].left)
    played = f"SUMPRODUCT({deal}*ISNUMBER({points}))"
    return f'IF({played}=0,"",SUMPRODUCT({deal},{points}))'


def _time(formula: Formula, places: Places) -> str:
    contract, declarer = map(places.area, formula.plus)
    contracts, declarers = map(places.area, formula.among)
    same = f"SUMPRODUCT(({contracts}={contract})*({declarers}={declarer}))"
    return f'IF({contract}="","",{same})'


def _money(formula: Formula, places: Places) -> str:
    mine, stake, all_totals = places.area(formula.plus[0]), places.list(formula.when), places.list(formula.among)
    worth = f"ROUND(({mine}-SUM({all_totals})/{len(formula.among)})*{stake},{formula.digits})"
    return f'IF(COUNT({all_totals},{stake})<{len(formula.among) + 1},"",{worth})'


def _bid(formula: Formula, places: Places) -> str:
    suit, bid = map(places.area, formula.plus)
    worth = "+".join(f'({suit}="{sign}")*{total}' for sign, total in formula.suits)
    return f'IF(OR({suit}="",{bid}=""),"{formula.named}",{worth}-{bid})'


_WRITERS: dict[str, Callable[[Formula, Places], str]] = {
    "sum": _sum,
    "side": _side,
    "next": _next,
    "place": _place,
    "must": _must,
    "copy": _copy,
    "declared": _declared,
    "player": _player,
    "got": _got,
    "time": _time,
    "money": _money,
    "bid": _bid,
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
    if check.stated is not None:
        must_be = places.area(check.stated)
        return f"AND({filled},ISNUMBER({must_be}),{total}<>{must_be})"
    must = check.must
    assert must is not None, "a check names its contract or its total"
    if must.totals:
        met = ",".join(f"{total}={value}" for value in must.totals)
        return f"AND({filled},NOT(OR({met})))"
    return f"AND({filled},OR({total}<{must.low},{total}>{must.high}))"


def crossed_if(formula: Formula, places: Places) -> str:
    """The condition under which a contract's name is struck through."""
    return f"SUMPRODUCT({declared_times(formula, places)}*1)>={formula.time}"

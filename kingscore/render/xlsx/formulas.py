"""Where a sheet's blocks stand in a workbook, and its formulas as spreadsheets write them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kingscore.model.game import Game
from kingscore.sheets.cells import Area, Block, Cell, Check, Formula, Sheet

#: Names by which the workbook's formulas find the hidden page's columns.
PLAYERS, NUMBERS, CONTRACTS, MUST, TOTALS = "ks_players", "ks_seats", "ks_contracts", "ks_must", "ks_totals"
LOW, HIGH, LEAST, GREATEST, STEP = "ks_low", "ks_high", "ks_least", "ks_greatest", "ks_step"
SIDES = {"penalty": "ks_penalties", "premium": "ks_premiums"}
#: How many cells of a triangle stand beside each other.
WRAP = 4
#: Rows above the first block: title, subtitle, an empty one.
ABOVE = 3
#: Rows and columns of three by three in which a table of so many sits, clockwise; the middle is free.
SEATS = {
    3: ((2, 1), (0, 0), (0, 2)),
    4: ((2, 1), (1, 0), (0, 1), (1, 2)),
    5: ((2, 1), (1, 0), (0, 0), (0, 2), (1, 2)),
    6: ((2, 1), (2, 0), (0, 0), (0, 1), (0, 2), (2, 2)),
}


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

    @property
    def game(self) -> Game:
        assert self.sheet.game is not None, "only a sheet that shows a game becomes a workbook with formulas"
        return self.sheet.game

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


def spots_of(sheet: Sheet) -> tuple[Spot, ...]:
    """A place for every block: triangles round a middle, other blocks below each other; the grid that fills them has a
    page of its own."""
    if sheet.layout == "triangle":
        return _round_a_middle(sheet)
    out, row = [], ABOVE
    for block in sheet.blocks:
        own_page = block.kind == "entries"
        out.append(Spot(1, ABOVE, 0, block.rows) if own_page else Spot(0, row, 0, block.rows))
        row += block.rows + 2
    return tuple(out)


def wrapped_rows(block: Block) -> int:
    """How many rows a triangle's block takes, its name's row left aside."""
    return -(-len(block.columns) // WRAP) * block.rows


def _round_a_middle(sheet: Sheet) -> tuple[Spot, ...]:
    """Blocks of wrapped cells, each below the row of its player's name, and where they stand in the middle."""
    sectors = [block for block in sheet.blocks if block.kind == "sector"]
    high = max(*map(wrapped_rows, sectors), len(sectors) + 1) + 2
    seats = SEATS[len(sectors)]
    out, seat = [], 0
    for block in sheet.blocks:
        if block.kind == "sector":
            down, across = seats[seat]
            out.append(Spot(0, ABOVE + down * high + 1, across * (WRAP + 1), block.rows, WRAP))
            seat += 1
        elif block.kind == "entries":
            out.append(Spot(1, ABOVE, 0, block.rows))
        else:
            out.append(Spot(0, ABOVE + high + 1, WRAP + 1, block.rows))
    return tuple(out)


def formula_text(formula: Formula, places: Places) -> str:
    """A formula as a cell holds it, ``=`` before it; it comes to nothing as long as what it needs is not there."""
    match formula.does:
        case "declared" | "player" | "got":
            return f"={_of_seat(formula, places)}"
        case "sum" | "side":
            return f"={_sum(formula, places)}"
    first, among = places.area(formula.plus[0]), [places.area(area) for area in formula.among]
    match formula.does:
        case "copy":
            return f'=IF({first}="","",{first})'
        case "next":
            # Compared with =, not searched: a search would read the stars and tildes of a name as wildcards.
            seat = f"SUMPRODUCT(({PLAYERS}={first})*{NUMBERS})"
            return f'=IF({first}="","",INDEX({PLAYERS},MOD({seat},{len(places.game.players)})+1))'
        case "place":
            better = "".join(f"+(N({other})>{first})" for other in among if other != first)
            return f'=IF(COUNT({",".join(among)})<{len(among)},"",1{better})'
        case "must":
            return f'=IF({first}="","",IFERROR(INDEX({MUST},MATCH({first},{CONTRACTS},0)),"?"))'
        case "time":
            same = f"SUMPRODUCT(({among[0]}={first})*({among[1]}={places.area(formula.plus[1])}))"
            return f'=IF({first}="","",{same})'
        case "money":
            stake, totals = places.list(formula.when), ",".join(among)
            worth = f"ROUND(({first}-SUM({totals})/{len(among)})*{stake},{formula.digits})"
            return f'=IF(COUNT({totals},{stake})<{len(among) + 1},"",{worth})'
        case "bid":
            bid = places.area(formula.plus[1])
            worth = "+".join(f'({first}="{sign}")*{total}' for sign, total in formula.suits)
            return f'=IF(OR({first}="",{bid}=""),"{formula.named}",{worth}-{bid})'


def _sum(formula: Formula, places: Places) -> str:
    """A sum of cells less others, or of those beside which a contract of one side is named."""
    if formula.does == "side":
        named, points = places.area(formula.among[0]), places.area(formula.plus[0])
        text = f"SUMPRODUCT(SUMIF({named},{SIDES[formula.side]},{points}))"
    else:
        plus = f"SUM({places.list(formula.plus)})" if formula.plus else ""
        minus = f"-SUM({places.list(formula.minus)})" if formula.minus else ""
        text = plus + minus or "0"
    return f'IF(COUNT({places.list(formula.when)})=0,"",{text})' if formula.when else text


def _of_seat(formula: Formula, places: Places) -> str:
    """A player's name, a contract that he may declare, or the points that a seat got when he declared it."""
    if formula.does == "player":
        return f"INDEX({PLAYERS},{formula.seat + 1})"
    if formula.does == "declared":
        short = next(contract.short for contract in places.sheet.contracts if contract.id == formula.named)
        return '"' + short.replace('"', '""') + '"'
    deal = declared_times(formula, places, exact=True)
    points = places.column("points", formula.plus[0].left)
    played = f"SUMPRODUCT({deal}*ISNUMBER({points}))"
    return f'IF({played}=0,"",SUMPRODUCT({deal},{points}))'


def declared_times(formula: Formula, places: Places, *, exact: bool = False) -> str:
    """How often a seat has declared a contract; ``exact``: as conditions on the very deal of that time."""
    name = next(contract.name for contract in places.sheet.contracts if contract.id == formula.named)
    quoted = name.replace('"', '""')
    declarer = f"({places.column('declarer')}=INDEX({PLAYERS},{formula.seat + 1}))"
    contract = f'({places.column("contract")}="{quoted}")'
    if places.sheet.per_player:
        conditions = f"{declarer}*{contract}"
        return f"{conditions}*({places.column('time')}={formula.time})" if exact else conditions
    return f"{declarer}*{contract}" if exact else contract


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

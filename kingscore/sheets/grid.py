"""The plan of a grid: its columns, its rows of deals, its phases. It fills no cell and knows no paper."""

from __future__ import annotations

from itertools import groupby

from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal
from kingscore.model.rules import Contract, Rules
from kingscore.scoring.schedule import deals_to_come, still_due
from kingscore.scoring.score import Line
from kingscore.sheets.cells import Area, Column
from kingscore.sheets.labels import Making, must_of, must_shown, only_counted

SHARES = {
    "number": 5,
    "dealer": 11,
    "contract": 26,
    "declarer": 12,
    "trump": 7,
    "buyer": 11,
    "bid": 6,
    "title": 9,
    "must": 9,
    "sum": 8,
}


@dataclass(frozen=True)
class DealRow:
    """A row for one deal: its number from 1, its contract where that is known, the deal where it is recorded."""

    number: int
    contract: Contract | None
    deal: Deal | None
    line: Line | None
    row: int = 0

    @property
    def side(self) -> str:
        """``penalty`` or ``premium``, empty where the contract is still open."""
        if self.contract is None:
            return ""
        return "penalty" if self.contract.penalty else "premium"


@dataclass(frozen=True)
class Section:
    """Deals that follow each other on one side, and the row of their sum (None where one sum serves all)."""

    side: str
    deals: tuple[DealRow, ...]
    sum_row: int | None


def deal_rows(making: Making) -> tuple[DealRow, ...]:
    """A row for every deal that was played, and for those to come."""
    game, rules = making.game, making.rules
    played, left, due = len(game.deals), deals_to_come(game), still_due(game)
    planned = played + left if left is not None else making.template.open_rows
    count = played if making.over or not making.to_come else max(planned, played)
    only = rules.contracts[0] if len(rules.contracts) == 1 else None
    out = []
    for number in range(1, count + 1):
        deal = game.deals[number - 1] if number <= played else None
        line = making.table.lines[number - 1] if deal is not None else None
        ahead = due[number - played - 1 : number - played] if deal is None else (deal.contract,)
        contract_id = ahead[0] if ahead else ""
        out.append(DealRow(number, rules.contract(contract_id) or only, deal, line))
    return tuple(out)


def sections(making: Making, rows: tuple[DealRow, ...], first: int) -> tuple[Section, ...]:
    """The deals by phases, each row with its place; phases are summed where the game has two in a fixed order."""
    fixed = making.rules.schedule.kind == "fixed" and not making.rules.schedule.free
    groups = [tuple(group) for _, group in groupby(rows, key=lambda r: r.side)] if fixed else [rows]
    summed = fixed and len(groups) > 1 and len({r.side for r in rows}) == 2
    at, out = first, []
    for group in groups:
        placed = tuple(replace(r, row=at + i) for i, r in enumerate(group))
        at += len(placed)
        out.append(Section(group[0].side if fixed and group else "", placed, at if summed else None))
        at += 1 if summed else 0
    return tuple(out)


@dataclass(frozen=True)
class Grid:
    """A grid in the making: its columns and sections, and where a seat's cells stand."""

    making: Making
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]

    def column(self, holds: str, seat: int | None = None) -> int | None:
        return next((i for i, c in enumerate(self.columns) if c.holds == holds and c.seat == seat), None)

    def points_at(self, seat: int) -> int:
        found = self.column("points", seat)
        assert found is not None, "every seat has a column"
        return found

    @property
    def width(self) -> int:
        """How many columns a seat takes."""
        return sum(column.seat == 0 for column in self.columns)

    def bare(self, side: str) -> bool:
        """True where points of that side are written without their minus."""
        return side == "penalty" and self.making.template.bare_penalties

    def counted(self, contract: Contract | None) -> str:
        """The item whose counts stand in place of points, empty where points do."""
        return only_counted(self.making.rules, contract)

    def areas(
        self, seat: int, bare: bool, last: int | None = None, *, side: str = "", block: int = 0
    ) -> tuple[Area, ...]:
        """A seat's points, section by section, down to a row; those written bare, or the others; of one side or all."""
        column, out = self.points_at(seat), []
        for section in self.sections:
            if self.bare(section.side) == bare and side in ("", section.side):
                rows = [d.row for d in section.deals if last is None or d.row <= last]
                unsummed = {d.row for d in section.deals if self.counted(d.contract)}
                out += [Area(low, column, high, column, block) for low, high in _runs(rows, unsummed)]
        return tuple(out)

    @property
    def seats(self) -> range:
        return range(self.making.rules.table)

    def of_players(self, row: int) -> tuple[Area, ...]:
        """The players' cells of a row, without the running totals between them."""
        return tuple(Area(row, self.points_at(seat), row, self.points_at(seat)) for seat in self.seats)

    @property
    def chosen(self) -> bool:
        return contracts_chosen(self.making.rules)


def _runs(rows: list[int], without: set[int]) -> list[tuple[int, int]]:
    """The first and the last of rows that follow each other, some left out."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if row in without:
            continue
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


def _share(making: Making, name: str) -> int:
    """How wide a column is beside the others; ways of playing a trump deal need room for their words."""
    if name == "must":
        return _must_share(making)
    forms = {form for contract in making.rules.contracts for form in contract.forms}
    return SHARES[name] + (4 if name == "trump" and forms - {"suit", "by-last"} else 0)


def _must_share(making: Making) -> int:
    """Room for all the totals that a deal may come to."""
    longest = max(len(must_shown(must_of(making.rules, contract))) for contract in making.rules.contracts)
    return max(SHARES["must"], min(18, longest + 2))


def plan(making: Making) -> Grid:
    """The columns and rows of a grid, deals from row 1 on."""
    return Grid(making, grid_columns(making), sections(making, deal_rows(making), 1))


def contracts_chosen(rules: Rules) -> bool:
    """True where the contract of a deal is chosen at the table."""
    return len(rules.contracts) > 1 and (rules.schedule.kind != "fixed" or rules.schedule.free)


def needless_columns(rules: Rules) -> set[str]:
    """The columns that a game has no use for."""
    used = {
        "declarer": any(c.declared or c.bid for c in rules.contracts),
        "trump": any(c.forms or c.bid for c in rules.contracts),
        "buyer": any(c.sale is not None for c in rules.contracts),
        "bid": any(c.sale is not None or c.bid for c in rules.contracts),
        "title": any(c.titles for c in rules.contracts),
    }
    return {"time", *(name for name, use in used.items() if not use)}


def _wanted(making: Making) -> tuple[str, ...]:
    """The template's columns; a game whose deals are chosen cannot do without their names."""
    columns = making.template.columns
    return ("contract", *columns) if contracts_chosen(making.rules) and "contract" not in columns else columns


def grid_columns(making: Making) -> tuple[Column, ...]:
    """The template's columns, those left out that this game has no use for."""
    rules = making.rules
    needless = needless_columns(rules)
    out: list[Column] = []
    for name in _wanted(making):
        if name == "players":
            for seat in range(rules.table):
                out.append(Column("points", seat, 9, "right"))
                if making.template.running:
                    out.append(Column("running", seat, 9, "right"))
                if "title" in making.template.columns and "title" not in needless:
                    out.append(Column("title", seat, SHARES["title"], "left"))
        elif name == "time" and rules.schedule.kind == "declared":
            out.append(Column("time", None, 4))
        elif name != "title" and name not in needless:
            left = name in ("contract", "declarer", "buyer")
            out.append(Column(name, None, _share(making, name), "left" if left else "centre"))
    return tuple(out)

"""A grid's columns, its rows of deals by phases, and the cells of its head and of each deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from kingscore.model.game import Deal, Row, dealer_of, playing
from kingscore.model.items import SUIT_SIGNS
from kingscore.model.rules import Contract, Rules
from kingscore.scoring.schedule import deals_to_come, still_due
from kingscore.scoring.score import ScoreLine
from kingscore.sheets.cells import Area, Cell, Check, Column, EntryRule, Formula, Must, Tone
from kingscore.sheets.labels import (
    SheetPlan,
    bid_entry,
    buyer_shown,
    contract_cells,
    contract_name,
    declarer_seat,
    declarer_shown,
    entry_of,
    must_of,
    must_shown,
    only_counted,
    suit_shown,
    title_words,
    trump_choices,
    trump_shown,
)

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
#: What stands for a player who takes no part in a deal, and for points that the record does not give.
OUT, UNKNOWN = "–", "?"


@dataclass(frozen=True)
class DealRow:
    """A row for one deal: its number from 1, its contract where that is known, the deal where it is recorded."""

    number: int
    contract: Contract | None
    deal: Deal | None
    line: ScoreLine | None
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


@dataclass(frozen=True)
class Grid:
    """A grid to be filled: its columns and sections, and its number among the blocks of its sheet."""

    plan: SheetPlan
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    number: int = 0

    def column(self, holds: str, seat: int | None = None) -> int | None:
        return next((i for i, c in enumerate(self.columns) if c.holds == holds and c.seat == seat), None)

    def points_at(self, seat: int) -> int:
        at = self.column("points", seat)
        assert at is not None, "every seat has a column"
        return at

    @property
    def width(self) -> int:
        """How many columns a seat takes."""
        return sum(column.seat == 0 for column in self.columns)

    def bare(self, side: str) -> bool:
        """True where points of that side are written without their minus."""
        return side == "penalty" and self.plan.template.bare_penalties

    def counted(self, contract: Contract | None) -> str:
        """The item whose counts stand in place of points, empty where points do."""
        return only_counted(self.plan.rules, contract)

    def down(self, column: int, first: int, last: int | None = None) -> Area:
        """The cells of a column from one row to another, or of one row alone."""
        return Area(first, column, first if last is None else last, column, self.number)

    def areas(self, seat: int, bare: bool, last: int | None = None, *, side: str = "") -> tuple[Area, ...]:
        """A seat's points, section by section, down to a row; those written bare, or the others; of one side or all.

        Deals that only count something have no points to be summed.
        """
        runs: list[tuple[int, int]] = []
        for section in self.sections:
            if self.bare(section.side) != bare or side not in ("", section.side):
                continue
            for deal in section.deals:
                if (last is not None and deal.row > last) or self.counted(deal.contract):
                    continue
                if runs and runs[-1][1] == deal.row - 1 and deal is not section.deals[0]:
                    runs[-1] = (runs[-1][0], deal.row)
                else:
                    runs.append((deal.row, deal.row))
        return tuple(self.down(self.points_at(seat), low, high) for low, high in runs)

    @property
    def seats(self) -> range:
        return range(self.plan.rules.table)

    def of_players(self, row: int) -> tuple[Area, ...]:
        """The players' cells of a row, without the running totals between them."""
        return tuple(self.down(self.points_at(seat), row) for seat in self.seats)

    @property
    def chosen(self) -> bool:
        return contracts_chosen(self.plan.rules)


def grid_of(plan: SheetPlan, number: int = 0) -> Grid:
    """The columns and rows of a grid that is the sheet's block of that number, deals from row 1 on."""
    return Grid(plan, grid_columns(plan), sections(plan, deal_rows(plan), 1), number)


def deal_rows(plan: SheetPlan) -> tuple[DealRow, ...]:
    """A row for every deal that was played, and for those to come."""
    game, rules = plan.game, plan.rules
    played, left, due = len(game.deals), deals_to_come(game), still_due(game)
    planned = played + left if left is not None else plan.template.open_rows
    count = played if plan.over or not plan.to_come else max(planned, played)
    only = rules.contracts[0] if len(rules.contracts) == 1 else None
    out = []
    for number in range(1, count + 1):
        deal = game.deals[number - 1] if number <= played else None
        line = plan.table.lines[number - 1] if deal is not None else None
        ahead = due[number - played - 1 : number - played] if deal is None else (deal.contract,)
        contract_id = ahead[0] if ahead else ""
        out.append(DealRow(number, rules.contract(contract_id) or only, deal, line))
    return tuple(out)


def sections(plan: SheetPlan, rows: tuple[DealRow, ...], first: int) -> tuple[Section, ...]:
    """The deals by phases, each row with its place; phases are summed where the game has two in a fixed order."""
    fixed = plan.rules.schedule.kind == "fixed" and not plan.rules.schedule.free
    groups = [tuple(group) for _, group in groupby(rows, key=lambda r: r.side)] if fixed else [rows]
    summed = fixed and len(groups) > 1 and len({r.side for r in rows}) == 2
    at, out = first, []
    for group in groups:
        placed = tuple(replace(r, row=at + i) for i, r in enumerate(group))
        at += len(placed)
        out.append(Section(group[0].side if fixed and group else "", placed, at if summed else None))
        at += 1 if summed else 0
    return tuple(out)


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


def grid_columns(plan: SheetPlan) -> tuple[Column, ...]:
    """The template's columns that this game has a use for; one whose deals are chosen cannot do without their names."""
    rules, names = plan.rules, plan.template.columns
    needless = needless_columns(rules)
    out: list[Column] = []
    for name in ("contract", *names) if contracts_chosen(rules) and "contract" not in names else names:
        if name == "players":
            for seat in range(rules.table):
                out.append(Column("points", seat, 9, "right"))
                if plan.template.running:
                    out.append(Column("running", seat, 9, "right"))
                if "title" in names and "title" not in needless:
                    out.append(Column("title", seat, SHARES["title"], "left"))
        elif name == "time" and rules.schedule.kind == "declared":
            out.append(Column("time", None, 4))
        elif name != "title" and name not in needless:
            left = name in ("contract", "declarer", "buyer")
            out.append(Column(name, None, _share(rules, name), "left" if left else "centre"))
    return tuple(out)


def _share(rules: Rules, name: str) -> int:
    """How wide a column is beside the others: there is room for all the totals that a deal may come to, and for the
    words of ways to play a trump deal."""
    if name == "must":
        longest = max(len(must_shown(must_of(rules, contract))) for contract in rules.contracts)
        return max(SHARES["must"], min(18, longest + 2))
    forms = {form for contract in rules.contracts for form in contract.forms}
    return SHARES[name] + (4 if name == "trump" and forms - {"suit", "by-last"} else 0)


def head_cells(grid: Grid) -> Iterator[Cell]:
    """What the columns hold; a player's name stands over his points and running totals."""
    plan = grid.plan
    for at, column in enumerate(grid.columns):
        if column.holds == "points" and column.seat is not None:
            entry = EntryRule("text") if plan.blank else None
            yield Cell(0, at, "name", plan.sitters(column.seat), columns=grid.width, entry=entry)
        elif column.seat is None:
            # What is bid is a price where the right to name the trump is sold.
            sold = column.holds == "bid" and any(contract.sale is not None for contract in plan.rules.contracts)
            yield Cell(0, at, "head", plan.word("column.price" if sold else f"column.{column.holds}"))


def deal_cells(grid: Grid, section: Section, row: DealRow) -> Iterator[Cell]:
    """One deal from its number to its check."""
    for at, column in enumerate(grid.columns):
        if column.seat is not None:
            yield _seat_cell(grid, section, row, at)
        elif column.holds == "must":
            must, named = _must(grid, section, row), _named(grid, row)
            formula = Formula("must", (named,)) if named is not None else _bid_formula(grid, row)
            text = "" if must is None or len(must.totals) == 1 else must_shown(must)
            number = must.totals[0] if must is not None and len(must.totals) == 1 else None
            yield Cell(row.row, at, "must", text, number, formula=formula)
        elif column.holds == "sum":
            yield _sum_cell(grid, section, row, at)
        else:
            yield _word_cell(grid, row, at, column.holds)


def _seat_cell(grid: Grid, section: Section, row: DealRow, at: int) -> Cell:
    """What one player has in this deal: points, running total or title."""
    holds, seat = grid.columns[at].holds, grid.columns[at].seat or 0
    if holds == "points":
        return _points_cell(grid, section, row, seat)
    if holds == "running":
        plus, minus = (grid.areas(seat, bare, row.row) for bare in (False, True))
        formula = Formula("sum", plus, minus, when=grid.of_players(row.row))
        running = row.line.running[seat] if row.line is not None and row.line.running is not None else None
        return Cell(row.row, at, "running", number=running, style="signed", tone=tone_of(running), formula=formula)
    words = {title: word for word, title in title_words(grid.plan)}
    held = row.deal.titles[seat : seat + 1] if row.deal is not None and row.deal.titles is not None else ()
    entry = EntryRule("choice", choices=tuple(words.values())) if row.contract is None or row.contract.titles else None
    return Cell(row.row, at, "mark", "".join(words.get(title, title) for title in held), entry=entry)


def _points_cell(grid: Grid, section: Section, row: DealRow, seat: int) -> Cell:
    plan, at = grid.plan, grid.points_at(seat)
    out = plan.dealers_known and seat not in playing(plan.game, row.number)
    points = row_written(grid, section, row)[seat]
    if out and not points:
        return Cell(row.row, at, "entry", OUT, tone="out")
    entry = _entry(grid, section, row)
    if row.line is not None and points is None:
        return Cell(row.row, at, "entry", UNKNOWN, tone="wrong", entry=entry)
    return Cell(row.row, at, "entry", number=points, entry=entry)


def row_written(grid: Grid, section: Section, row: DealRow) -> Row:
    """What a deal's row says seat by seat: points, bare or signed, or counts; None where it says nothing."""
    points = row.line.points if row.line is not None else None
    item = grid.counted(row.contract)
    if item and row.deal is not None and row.deal.row(item) is not None:
        return tuple(n or 0 for n in row.deal.row(item) or ())
    if points is None:
        return (None,) * len(grid.seats)
    return tuple(-p for p in points) if grid.bare(section.side) else points


def _entry(grid: Grid, section: Section, row: DealRow) -> EntryRule:
    """What may be written: the contract's numbers, or any contract's where it is chosen at the table."""
    if row.contract is not None and grid.counted(row.contract):
        return EntryRule("points", 0, row.contract.items[0].amount)
    if row.contract is not None:
        entry = entry_of(row.contract)
    else:
        every = [entry_of(contract) for contract in grid.plan.rules.contracts]
        entry = EntryRule("points", min(e.low for e in every), max(e.high for e in every))
    return EntryRule("points", -entry.high, -entry.low, entry.step) if grid.bare(section.side) else entry


def tone_of(total: int | None) -> Tone:
    """Red for what is owed, green for what is won, nothing for neither."""
    if not total:
        return ""
    return "penalty" if total < 0 else "premium"


def _must(grid: Grid, section: Section, row: DealRow) -> Must | None:
    """What the numbers as they are written must come to; None while the contract is open."""
    if row.contract is None:
        return None
    must = must_of(grid.plan.rules, row.contract, row.deal)
    return must.flipped() if grid.bare(section.side) else must


def _named(grid: Grid, row: DealRow) -> Area | None:
    """Where the row's contract is chosen; None where it is fixed, and where the bid made the total of the deal."""
    at = grid.column("contract")
    settled = row.deal is not None and row.contract is not None and row.contract.bid
    return None if at is None or not grid.chosen or settled else grid.down(at, row.row)


def _bid_formula(grid: Grid, row: DealRow) -> Formula | None:
    """What a deal must come to by the suit and the bid beside it; None where there is no bid, or no column for it."""
    rules, contract = grid.plan.rules, row.contract
    suit, bid = grid.column("trump"), grid.column("bid")
    if contract is None or not contract.bid or suit is None or bid is None:
        return None
    worth = tuple(
        (sign, sum(rules.held(item, suit) * item.value for item in contract.items)) for suit, sign in SUIT_SIGNS.items()
    )
    cells = (grid.down(suit, row.row), grid.down(bid, row.row))
    return Formula("bid", cells, named=must_shown(must_of(rules, contract)), suits=worth)


def _sum_cell(grid: Grid, section: Section, row: DealRow, at: int) -> Cell:
    players = grid.of_players(row.row)
    shown = [number for number in row_written(grid, section, row) if number is not None]
    must, named, at_must = _must(grid, section, row), _named(grid, row), grid.column("must")
    total = sum(shown) if shown else None
    by_bid = named is None and at_must is not None and _bid_formula(grid, row) is not None
    stated = grid.down(at_must, row.row) if by_bid and at_must is not None else None
    check = Check(players, grid.plan.rules.playing, must if named is None else None, named, stated)
    tone: Tone = "wrong" if total is not None and must is not None and not must.met(total) else ""
    formula = Formula("sum", players, when=players)
    return Cell(row.row, at, "sum", number=total, tone=tone, formula=formula, check=check)


def _word_cell(grid: Grid, row: DealRow, at: int, holds: str) -> Cell:
    """A cell that says something about the deal as a whole, in words or by a number."""
    plan, contract, deal = grid.plan, row.contract, row.deal
    # The contracts that the row may be about.
    possible = plan.rules.contracts if contract is None or grid.chosen else (contract,)
    players = EntryRule("choice", choices=plan.everybody)
    match holds:
        case "number":
            return Cell(row.row, at, "mark", number=row.number)
        case "dealer":
            # Written once on a blank sheet, from there on the next player each time.
            shown = plan.name(dealer_of(plan.game, row.number), row.number) if plan.dealers_known else ""
            if row.number == 1:
                return Cell(row.row, at, "mark", shown, entry=players)
            above = next(d.row for s in grid.sections for d in s.deals if d.number == row.number - 1)
            formula = Formula("next", (grid.down(at, above),), among=grid.of_players(0))
            return Cell(row.row, at, "mark", shown, formula=None if plan.game.seated else formula)
        case "declarer":
            shown = declarer_shown(plan, row.number, contract)
            declared = contract is None or contract.declared or contract.bid
            return Cell(row.row, at, "mark", shown, entry=players if declared else None)
        case "trump":
            named = contract is None or bool(contract.forms) or contract.bid
            free = grid.column("bid") is None and "bid" not in needless_columns(plan.rules)
            entry = EntryRule("choice", choices=trump_choices(plan), free=free) if named else None
            apart = grid.column("bid") is not None
            shown = "" if deal is None else suit_shown(plan, deal) if apart else trump_shown(plan, deal, row.number)
            return Cell(row.row, at, "mark", shown, entry=entry)
        case "buyer":
            entry = players if any(contract.sale is not None for contract in possible) else None
            return Cell(row.row, at, "mark", "" if deal is None else buyer_shown(plan, deal, row.number), entry=entry)
        case "bid":
            # What was bid, or the price for which the right to name the trump was sold.
            bid = deal.bid if deal is not None else None
            number = None if bid is None else bid.tricks if bid.tricks is not None else bid.points
            return Cell(row.row, at, "mark", number=number, entry=bid_entry(possible, plan.rules))
        case "time":
            return _time_cell(grid, row, at)
    name = deal.contract if deal is not None else ""
    names = tuple(cell.name for cell in contract_cells(plan)) if grid.chosen else ()
    entry = EntryRule("choice", choices=names) if grid.chosen else None
    return Cell(row.row, at, "label", name if contract is None else contract_name(plan, contract), entry=entry)


def _time_cell(grid: Grid, row: DealRow, at: int) -> Cell:
    """For the how-manieth time this declarer declares this contract."""
    plan, first = grid.plan, grid.sections[0].deals[0].row
    contracts, declarers = grid.column("contract"), grid.column("declarer")
    formula = None
    if contracts is not None and declarers is not None:
        here = (grid.down(contracts, row.row), grid.down(declarers, row.row))
        so_far = (grid.down(contracts, first, row.row), grid.down(declarers, first, row.row))
        formula = Formula("time", here, among=so_far)
    if row.deal is None:
        return Cell(row.row, at, "mark", formula=formula)
    mine = (declarer_seat(plan, row.number), row.deal.contract)
    before = plan.game.deals[: row.number]
    time = sum((declarer_seat(plan, n), deal.contract) == mine for n, deal in enumerate(before, 1))
    return Cell(row.row, at, "mark", number=time, formula=formula)

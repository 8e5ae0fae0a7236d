"""The cells of a grid's head and of its rows of deals. It adds up nothing that the score table has not."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.game import Row, playing
from kingscore.model.items import SUIT_SIGNS
from kingscore.model.rules import Contract
from kingscore.sheets.cells import Area, Cell, Check, Entry, Formula, Must, Tone
from kingscore.sheets.grid import DealRow, Grid, Section, needless_columns
from kingscore.sheets.labels import (
    Making,
    bid_entry,
    buyer_shown,
    contract_cells,
    contract_name,
    dealer_shown,
    declarer_seat,
    declarer_shown,
    entry_of,
    must_of,
    must_shown,
    suit_shown,
    title_words,
    trump_choices,
    trump_shown,
)

#: What stands for a player who takes no part in a deal, and for points that the record does not give.
OUT, UNKNOWN = "–", "?"


def head_cells(grid: Grid) -> Iterator[Cell]:
    """What the columns hold; a player's name stands over his points and running totals."""
    making = grid.making
    for at, column in enumerate(grid.columns):
        if column.holds == "points" and column.seat is not None:
            entry = Entry("text") if making.blank else None
            yield Cell(0, at, "name", making.game.players[column.seat], columns=grid.width, entry=entry)
        elif column.seat is None:
            yield Cell(0, at, "head", making.word(_title(making, column.holds)))


def _title(making: Making, holds: str) -> str:
    """The title of a column; what is bid is a price where the right to name the trump is sold."""
    sold = holds == "bid" and any(contract.sale is not None for contract in making.rules.contracts)
    return "column.price" if sold else f"column.{holds}"


def deal_cells(grid: Grid, section: Section, row: DealRow) -> Iterator[Cell]:
    """One deal from its number to its check."""
    for at, column in enumerate(grid.columns):
        if column.holds == "points" and column.seat is not None:
            yield _points_cell(grid, section, row, at, column.seat)
        elif column.holds == "running" and column.seat is not None:
            yield _running_cell(grid, row, at, column.seat)
        elif column.holds == "title" and column.seat is not None:
            yield _title_cell(grid, row, at, column.seat)
        elif column.holds == "must":
            yield _must_cell(grid, section, row, at)
        elif column.holds == "sum":
            yield _sum_cell(grid, section, row, at)
        else:
            yield _word_cell(grid, row, at, column.holds)


def _points_cell(grid: Grid, section: Section, row: DealRow, at: int, seat: int) -> Cell:
    making = grid.making
    out = making.dealers_known and seat not in playing(making.game, row.number)
    points = written(grid, section, row)[seat]
    if out and not points:
        return Cell(row.row, at, "entry", OUT, tone="out")
    entry = _entry(grid, section, row)
    if row.line is not None and points is None:
        return Cell(row.row, at, "entry", UNKNOWN, tone="wrong", entry=entry)
    return Cell(row.row, at, "entry", number=points, entry=entry)


def written(grid: Grid, section: Section, row: DealRow) -> Row:
    """What a deal's row says seat by seat: points, bare or signed, or counts; None where it says nothing."""
    points = row.line.points if row.line is not None else None
    item = grid.counted(row.contract)
    if item and row.deal is not None and row.deal.row(item) is not None:
        return tuple(n or 0 for n in row.deal.row(item) or ())
    if points is None:
        return (None,) * len(grid.seats)
    return tuple(-p for p in points) if grid.bare(section.side) else points


def _title_cell(grid: Grid, row: DealRow, at: int, seat: int) -> Cell:
    """The title that a player has in this deal."""
    words = {title: word for word, title in title_words(grid.making)}
    held = row.deal.titles[seat : seat + 1] if row.deal is not None and row.deal.titles is not None else ()
    entry = Entry("choice", choices=tuple(words.values())) if row.contract is None or row.contract.titles else None
    return Cell(row.row, at, "mark", "".join(words.get(title, title) for title in held), entry=entry)


def _entry(grid: Grid, section: Section, row: DealRow) -> Entry:
    """What may be written: the contract's numbers, or any contract's where it is chosen at the table."""
    if row.contract is not None and grid.counted(row.contract):
        return Entry("points", 0, row.contract.items[0].amount)
    if row.contract is not None:
        entry = entry_of(row.contract)
    else:
        every = [entry_of(contract) for contract in grid.making.rules.contracts]
        entry = Entry("points", min(e.low for e in every), max(e.high for e in every))
    return Entry("points", -entry.high, -entry.low, entry.step) if grid.bare(section.side) else entry


def _running_cell(grid: Grid, row: DealRow, at: int, seat: int) -> Cell:
    formula = Formula(
        "sum", grid.areas(seat, False, row.row), grid.areas(seat, True, row.row), when=grid.of_players(row.row)
    )
    running = row.line.running[seat] if row.line is not None and row.line.running is not None else None
    return Cell(row.row, at, "running", number=running, style="signed", tone=tone_of(running), formula=formula)


def tone_of(total: int | None) -> Tone:
    """Red for what is owed, green for what is won, nothing for neither."""
    if not total:
        return ""
    return "penalty" if total < 0 else "premium"


def _must(grid: Grid, section: Section, row: DealRow) -> Must | None:
    """What the numbers as they are written must come to; None while the contract is open."""
    if row.contract is None:
        return None
    must = must_of(grid.making.rules, row.contract, row.deal)
    return must.flipped() if grid.bare(section.side) else must


def _named(grid: Grid, row: DealRow) -> Area | None:
    """Where the row's contract is chosen; None where it is fixed, and where the bid made the total of the deal."""
    at = grid.column("contract")
    settled = row.deal is not None and row.contract is not None and row.contract.bid
    return None if at is None or not grid.chosen or settled else Area(row.row, at, row.row, at)


def _must_cell(grid: Grid, section: Section, row: DealRow, at: int) -> Cell:
    must, named = _must(grid, section, row), _named(grid, row)
    formula = Formula("must", (named,)) if named is not None else _bid_formula(grid, row)
    if must is not None and len(must.totals) == 1:
        return Cell(row.row, at, "must", number=must.totals[0], formula=formula)
    return Cell(row.row, at, "must", "" if must is None else must_shown(must), formula=formula)


def _bid_formula(grid: Grid, row: DealRow) -> Formula | None:
    """What a deal must come to by the suit and the bid beside it; None where there is no bid, or no column for it."""
    rules, contract = grid.making.rules, row.contract
    suit, bid = grid.column("trump"), grid.column("bid")
    if contract is None or not contract.bid or suit is None or bid is None:
        return None
    worth = tuple(
        (sign, sum(rules.held(item, suit) * item.value for item in contract.items)) for suit, sign in SUIT_SIGNS.items()
    )
    open_until_bid = must_shown(must_of(rules, contract))
    cells = tuple(Area(row.row, at, row.row, at) for at in (suit, bid))
    return Formula("bid", cells, named=open_until_bid, suits=worth)


def _sum_cell(grid: Grid, section: Section, row: DealRow, at: int) -> Cell:
    players = grid.of_players(row.row)
    shown = [number for number in written(grid, section, row) if number is not None]
    must = _must(grid, section, row)
    total = sum(shown) if shown else None
    wrong = total is not None and must is not None and not must.met(total)
    named = _named(grid, row)
    at_must, by_bid = grid.column("must"), named is None and _bid_formula(grid, row) is not None
    told = Area(row.row, at_must, row.row, at_must) if by_bid and at_must is not None else None
    check = Check(players, grid.making.rules.playing, must if named is None else None, named, told)
    formula = Formula("sum", players, when=players)
    tone: Tone = "wrong" if wrong else ""
    return Cell(row.row, at, "sum", number=total, tone=tone, formula=formula, check=check)


def _word_cell(grid: Grid, row: DealRow, at: int, holds: str) -> Cell:
    making, contract = grid.making, row.contract
    match holds:
        case "number":
            return Cell(row.row, at, "mark", number=row.number)
        case "dealer":
            return _dealer_cell(grid, row, at)
        case "declarer":
            shown = declarer_shown(making, row.number, contract)
            declared = contract is None or contract.declared or contract.bid
            return Cell(row.row, at, "mark", shown, entry=_players(grid) if declared else None)
        case "trump":
            asked = contract is None or bool(contract.forms) or contract.bid
            free = grid.column("bid") is None and "bid" not in needless_columns(making.rules)
            entry = Entry("choice", choices=trump_choices(making), free=free) if asked else None
            told = suit_shown if grid.column("bid") is not None else trump_shown
            return Cell(row.row, at, "mark", "" if row.deal is None else told(making, row.deal), entry=entry)
        case "buyer":
            entry = _players(grid) if any(sold.sale is not None for sold in _possible(grid, row)) else None
            return Cell(row.row, at, "mark", "" if row.deal is None else buyer_shown(making, row.deal), entry=entry)
        case "bid":
            return _bid_cell(grid, row, at)
        case "time":
            return _time_cell(grid, row, at)
        case _:
            return _contract_cell(grid, row, at)


def _possible(grid: Grid, row: DealRow) -> tuple[Contract, ...]:
    """The contracts that a row may be about."""
    return grid.making.rules.contracts if row.contract is None or grid.chosen else (row.contract,)


def _bid_cell(grid: Grid, row: DealRow, at: int) -> Cell:
    """What was bid, or the price for which the right to name the trump was sold."""
    bid = row.deal.bid if row.deal is not None else None
    number = None if bid is None else bid.tricks if bid.tricks is not None else bid.points
    return Cell(row.row, at, "mark", number=number, entry=bid_entry(_possible(grid, row), grid.making.rules))


def _time_cell(grid: Grid, row: DealRow, at: int) -> Cell:
    """For the how-manieth time this declarer declares this contract."""
    making, first = grid.making, grid.sections[0].deals[0].row
    contracts, declarers = grid.column("contract"), grid.column("declarer")
    formula = None
    if contracts is not None and declarers is not None:
        here = tuple(Area(row.row, column, row.row, column) for column in (contracts, declarers))
        so_far = tuple(Area(first, column, row.row, column) for column in (contracts, declarers))
        formula = Formula("time", here, among=so_far)
    if row.deal is None:
        return Cell(row.row, at, "mark", formula=formula)
    mine = (declarer_seat(making, row.number), row.deal.contract)
    before = making.game.deals[: row.number]
    time = sum((declarer_seat(making, n), deal.contract) == mine for n, deal in enumerate(before, 1))
    return Cell(row.row, at, "mark", number=time, formula=formula)


def _contract_cell(grid: Grid, row: DealRow, at: int) -> Cell:
    text = "" if row.contract is None else contract_name(grid.making, row.contract)
    if row.deal is not None and row.contract is None:
        text = row.deal.contract
    names = tuple(cell.name for cell in contract_cells(grid.making)) if grid.chosen else ()
    return Cell(row.row, at, "label", text, entry=Entry("choice", choices=names) if grid.chosen else None)


def _dealer_cell(grid: Grid, row: DealRow, at: int) -> Cell:
    """The dealer: written once on a blank sheet, from there on the next player each time."""
    if row.number == 1:
        return Cell(row.row, at, "mark", dealer_shown(grid.making, 1), entry=_players(grid))
    above = next(d.row for s in grid.sections for d in s.deals if d.number == row.number - 1)
    formula = Formula("next", (Area(above, at, above, at),), among=grid.of_players(0))
    return Cell(row.row, at, "mark", dealer_shown(grid.making, row.number), formula=formula)


def _players(grid: Grid) -> Entry:
    return Entry("choice", choices=tuple(grid.making.name(seat) for seat in grid.seats))

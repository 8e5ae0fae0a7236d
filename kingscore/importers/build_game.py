"""A table that was understood made into a game: deals, who declared, what was sold or bid, the totals written below.

What the paper does not say and the points do is worked out; nothing else is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingscore.checks.rule_index import rule_index_of
from kingscore.checks.schedule import alignment_of
from kingscore.importers.declarers import completed, declarer_of, with_rights
from kingscore.importers.detect_variant import Recognised
from kingscore.importers.layout import NUMERIC
from kingscore.importers.matching import Dealt
from kingscore.importers.metadata import NO_FACTS, Facts
from kingscore.importers.rows import marked
from kingscore.importers.sums import SumRow, sum_rows
from kingscore.importers.words import TableWords
from kingscore.model.findings import Finding, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal, Game, Row, Written, playing, seats_playing
from kingscore.model.rules import Contract, Rules
from kingscore.notation.names import seat_of


@dataclass(frozen=True)
class Made:
    """The game of a table, its rows of sums, and the numbers (from 1) of deals whose sale or bid was worked out."""

    game: Game
    sums: tuple[SumRow, ...]
    worked_out: tuple[int, ...]


def made(found: Recognised, words: TableWords, facts: Facts = NO_FACTS) -> Made:
    """The game that a table holds; deals in whose cells stands no number are ``unread``."""
    game, worked_out = _likeliest(found, words, facts.dealer)
    sums = sum_rows(found.rows, found.fit)
    own = facts.content if facts.variant == game.rules.variant else ""
    rules = replace(game.rules, content=own) if own else game.rules
    game = replace(game, rules=rules, date=facts.date, stake=facts.stake, written=_written(found, sums))
    return Made(game, sums, worked_out)


def _likeliest(found: Recognised, words: TableWords, first_dealer: int | None) -> tuple[Game, tuple[int, ...]]:
    """The game with the dealer that the table tells; where it does not, one for whom all sales can have been."""
    table = found.fit.rules.table
    told = _dealer(found, first_dealer)
    first = told if told is not None else _turned(_dealt(found, words, table - 1))
    games = []
    for dealer in [first] if told is not None else [(first + n) % table for n in range(table)]:
        game, worked_out, left = completed(_dealt(found, words, dealer))
        games.append((game, worked_out))
        if not left:
            break
    return games[-1] if not left else games[0]


def _dealt(found: Recognised, words: TableWords, dealer: int) -> Game:
    """The deals as they stand in the table, if this seat dealt first."""
    bare = Game(found.fit.rules, found.layout.names, dealer)
    deals = tuple(_deal(found, words, bare, number) for number in range(1, len(found.fit.deals) + 1))
    return replace(bare, deals=deals)


def _turned(game: Game) -> int:
    """Who must have dealt first for the declarers that are named to be in turn."""
    alignment = alignment_of(game, rule_index_of(game.rules))
    return (game.dealer + alignment.turned) % game.rules.table


def _dealer(found: Recognised, first: int | None) -> int | None:
    """Who dealt first: as the deals say, else as it stands above them, else as the empty places of those who sit out
    tell; None where nothing does."""
    layout, rules = found.layout, found.fit.rules
    for number, deal in enumerate(found.fit.deals):
        seats = (
            seat_of(layout.text(deal.row.row, "dealer"), layout.names) if layout.column("dealer") is not None else ()
        )
        if len(seats) == 1:
            return (seats[0] - (deal.slot if deal.slot is not None else number)) % rules.table
    if first is not None or rules.table == rules.playing:
        return first
    return min(reversed(range(rules.table)), key=lambda dealer: _astray(found.fit.deals, rules, dealer))


def _astray(deals: Sequence[Dealt], rules: Rules, dealer: int) -> int:
    """How much stands where nobody plays, if this seat dealt first; a stroke where somebody plays counts less."""
    out = 0
    for number, deal in enumerate(deals):
        seats = seats_playing(rules, (dealer + number) % rules.table)
        for seat, (points, cell) in enumerate(zip(deal.points, deal.row.cells, strict=True)):
            out += 10 * bool(points and seat not in seats) + 2 * (seat in seats and (cell.dash or not cell.kind))
            out += seat not in seats and cell.kind == "number"
    return out


def _deal(found: Recognised, words: TableWords, bare: Game, number: int) -> Deal:
    dealt = found.fit.deals[number - 1]
    contract = bare.rules.contract(dealt.contract)
    if contract is None or _unread_seats(dealt, contract):
        return Deal(dealt.contract, unread=True)
    seats = playing(bare, number)
    row = _row(found, dealt, seats)
    layout, at = found.layout, dealt.row.row
    deal = Deal(contract.id, declarer=declarer_of(layout, at, contract), points=row)
    if dealt.row.marks:
        counts = tuple(n if n or seat in seats else None for seat, n in enumerate(dealt.row.marks))
        deal = replace(deal, points=None, counts=((contract.items[0].id, counts),))
    elif not contract.base_total and len(contract.items) == 1 and sum(n or 0 for n in row) == contract.items[0].amount:
        return replace(deal, points=None, counts=((contract.items[0].id, row),))
    return with_rights(layout, at, contract, words, deal)


def _unread_seats(dealt: Dealt, contract: Contract | None) -> tuple[int, ...]:
    """The seats in whose cell stands what this deal cannot have."""
    marks = dealt.row.marks
    if dealt.row.odd or not marks or (contract is not None and marked(contract, marks) is not None):
        return dealt.row.odd
    return tuple(seat for seat, n in enumerate(marks) if n)


def _row(found: Recognised, dealt: Dealt, seats: Sequence[int]) -> Row:
    """The points seat by seat. What is left empty is nothing, unless it is one place and the others do not come out."""
    empty = [seat for seat in seats if not dealt.row.cells[seat].kind]
    missing = empty if len(empty) == 1 and not dealt.sound and not found.fit.running else []
    return tuple(
        (points or 0 if seat in seats else points or None) if seat not in missing else None
        for seat, points in enumerate(dealt.points)
    )


def _written(found: Recognised, sums: Sequence[SumRow]) -> Written | None:
    """The totals that stand on the paper: after each deal where they do, and at the end."""
    count = len(found.fit.deals)
    whole = [one for one in sums if one.of == "all"]
    at_end = [one.written for one in whole if len(one.deals) == count and None not in one.written]
    running = _columns(found)
    if running is None and [len(one.deals) for one in whole] == list(range(1, count + 1)) and count > 1:
        running = tuple(one.written for one in whole)
    if running is not None and any(None in row for row in running):
        running = None
    totals = at_end[-1] if at_end else None
    if running is not None and totals is not None and totals == running[-1]:
        totals = None
    return Written(totals, running) if totals is not None or running is not None else None


def _columns(found: Recognised) -> tuple[Row, ...] | None:
    """The running totals in columns of their own, where most of them are what comes out."""
    columns = found.layout.running
    if not columns or any(column is None for column in columns):
        return None
    rows, true = [], (0,) * len(columns)
    same = 0
    for deal in found.fit.deals:
        true = tuple(a + (b or 0) for a, b in zip(true, deal.points, strict=True))
        row = tuple(found.layout.page.cells[deal.row.row][c].number for c in columns if c is not None)
        same += sum(w == t for w, t in zip(row, true, strict=True))
        rows.append(row)
    return tuple(rows) if 2 * same > len(rows) * len(columns) else None


def odd_cells(found: Recognised) -> Iterator[tuple[int, int, Finding]]:
    """Deal, seat and finding of each cell in which stands no whole number."""
    for number, deal in enumerate(found.fit.deals, 1):
        for seat in _unread_seats(deal, found.fit.rules.contract(deal.contract)):
            cell = deal.row.cells[seat]
            address = found.layout.page.address(deal.row.row, found.layout.players[seat])
            how = cell.kind if cell.kind in NUMERIC else ""
            yield number, seat, finding("F251", how, deal=number, seat=seat, cell=address, found=cell.text)

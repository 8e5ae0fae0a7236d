"""Turns a table that was understood into a game: deals, who declared, what was sold or bid, the sums written below.

What the paper does not say but the points do is worked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kingscore.checks.alignment import align
from kingscore.checks.context import DealContext
from kingscore.checks.deal import context_of, faults_of
from kingscore.checks.misreadings import fits, sales
from kingscore.importers.detect_variant import Detected, Metadata
from kingscore.importers.layout import Layout, TableWords
from kingscore.importers.matching import Dealt, Fit, Numbers, TableRow, marked, running_totals
from kingscore.model.findings import Place
from kingscore.model.folding import key
from kingscore.model.game import Bid, Deal, Game, Row, Written, playing, seats_playing
from kingscore.model.rules import SUITS, Contract
from kingscore.notation.names import seat_of

_SOLD = re.compile(r"(?:→|->)\s*(?P<name>.+?)\s+(?P<price>[0-9]{1,4})\s*$")
_NUMBER = re.compile(r"[0-9]{1,4}")


Of = Literal["all", "since", "penalties", "premiums", ""]
Points = tuple[int, ...]


@dataclass(frozen=True)
class SumRow:
    """A row of sums: what it adds up (empty where that is not clear), the indexes of those deals, what is ``written``
    with the sign that points have, and what is ``due``. ``turned``: the paper has it without its minus."""

    row: TableRow
    of: Of
    deals: tuple[int, ...]
    written: Numbers
    due: Points
    turned: bool = False

    @property
    def off(self) -> Points:
        """By how much each number differs from what comes out; 0 where none is written."""
        return tuple(0 if w is None else w - d for w, d in zip(self.written, self.due, strict=True))

    @property
    def same(self) -> int:
        """How many numbers are what comes out."""
        return sum(w == d for w, d in zip(self.written, self.due, strict=True))

    @property
    def labelled(self) -> bool:
        """True if the label says that it is these sums."""
        sums = self.row.sums
        if self.of in ("penalties", "premiums"):
            return self.of in sums
        return "total" in sums or (self.of == "all" and bool(sums))


def sum_rows(rows: Sequence[TableRow], fit: Fit) -> tuple[SumRow, ...]:
    """Every row of sums with numbers in it, in order: each as what most of its numbers say that it is; its label
    decides where numbers do not."""
    points = [tuple(n or 0 for n in deal.points) for deal in fit.deals]
    contracts = [fit.rules.contract(deal.contract) for deal in fit.deals]
    costly = [
        sum(row) < 0 if contract is None else contract.penalty for contract, row in zip(contracts, points, strict=True)
    ]
    out: list[SumRow] = []
    count, since = 0, 0
    for row in rows:
        count += row.kind == "deal"
        if row.kind != "sum" or all(n is None for n in row.numbers):
            continue
        ways = []
        for of, deals in _parts(costly[:count], since, row.sums):
            due = tuple(sum(points[at][seat] for at in deals) for seat in range(len(row.cells)))
            ways.append(SumRow(row, of, deals, row.numbers, due))
            ways.append(SumRow(row, of, deals, tuple(None if n is None else -n for n in row.numbers), due, turned=True))
        best = max(ways, key=lambda way: (way.same, way.labelled, not way.turned))
        if 2 * best.same < len(row.cells):
            best = min([way for way in ways if way.labelled] or ways, key=lambda way: sum(map(abs, way.off)))
        since = count if best.of in ("since", "penalties", "premiums") else since
        out.append(best)
    return tuple(out)


def _parts(costly: Sequence[bool], since: int, sums: Sequence[str]) -> Iterator[tuple[Of, tuple[int, ...]]]:
    """What a row may add up. A side of which no deal was played yet has its noughts only where the label says so."""
    every = tuple(range(len(costly)))
    yield "all", every
    if since:
        yield "since", every[since:]
    penalties, premiums = (tuple(at for at in every if costly[at] is side) for side in (True, False))
    if penalties != every and (penalties or "penalties" in sums):
        yield "penalties", penalties
    if premiums != every and (premiums or "premiums" in sums):
        yield "premiums", premiums


@dataclass(frozen=True)
class TableGame:
    """The game of a table and how it was made of it: its rows of sums, and the numbers (from 1) of deals whose sale or
    bid was worked out."""

    file: str
    detected: Detected
    game: Game
    sums: tuple[SumRow, ...]
    worked_out: tuple[int, ...]

    def address(self, row: int, seat: int) -> str:
        return self.detected.layout.page.address(row, self.detected.layout.players[seat])

    def place(self, row: int, seat: int | None = None) -> Place:
        """A row of the table with a player's cell marked; the text begins with the address."""
        layout = self.detected.layout
        page, at = layout.page, layout.players[seat or 0]
        cells = [page.cells[row][column].text for column in layout.players]
        start = page.called(row) if seat is None else page.address(row, at)
        text = " │ ".join((*filter(None, (start, layout.label(row))), *cells))
        if seat is None:
            return Place(self.file, page.line(row, at), text=text)
        begin = len(text) - len(" │ ".join(cells[seat:]))
        return Place(self.file, page.line(row, at), begin, begin + len(cells[seat]), text)


def _with_rights(layout: Layout, row: int, contract: Contract, words: TableWords, deal: Deal) -> Deal:
    """The deal with its declarer, who has a column or is named beside the deal, and its trump, form, sale or bid:
    ``♠``, ``♠ → Jonas 2``, ``♣ 7``, or in columns of their own."""
    if contract.declared or contract.bid:
        declarer = _seat(layout, layout.text(row, "declarer"))
        parts = {key(part) for part in re.split(r"[\s,;:()\[\]/.]+", layout.label(row)) if len(part) > 1}
        named = [seat for seat, name in enumerate(layout.names) if key(name) in parts]
        deal = replace(deal, declarer=named[0] if declarer is None and len(named) == 1 else declarer)
    if not (contract.forms or contract.bid):
        return deal
    text = layout.text(row, "trump")
    sold = _SOLD.search(text)
    before = text[: sold.start()] if sold else text
    suit = words.suit(before)
    suit = suit if suit in SUITS else None
    numbers = [_NUMBER.search(part) for part in (sold["price"] if sold else layout.text(row, "price"), before)]
    price, beside = (int(found[0]) if found else None for found in numbers)
    if contract.bid:
        price = price or beside
        whole = deal.declarer is not None and price is not None and suit is not None
        return replace(deal, bid=Bid(bidder=deal.declarer, points=price, suit=suit) if whole else None)
    forms, folded = words.words.forms, key(before)
    inside = (form for word, form in forms.items() if len(word) > 4 and word in folded)
    form = forms.get(folded) or next(inside, None)
    deal = replace(deal, trump=suit, form=form if form in contract.forms else None)
    buyer = _seat(layout, sold["name"] if sold else layout.text(row, "buyer"))
    if contract.sale is None or buyer is None or price is None or deal.declarer is None:
        return deal
    tricks, points = (price, None) if contract.sale.unit == "tricks" else (None, price)
    return replace(deal, bid=Bid(seller=deal.declarer, buyer=buyer, tricks=tricks, points=points))


def _seat(layout: Layout, text: str) -> int | None:
    seats = seat_of(text, layout.names) if text else ()
    return seats[0] if len(seats) == 1 else None


def completed(game: Game) -> tuple[Game, tuple[int, ...], int]:
    """The game with the sales and bids that its points tell of and nobody wrote down, the deals that have them, and how
    many have none although they come to what they should."""
    worked_out: list[int] = []
    left = 0
    for number, deal in enumerate(game.deals, 1):
        contract = game.rules.contract(deal.contract)
        if contract is None or deal.unread or deal.bid is not None or not (contract.bid or contract.sale is not None):
            continue
        context = context_of(align(game), number)
        row = None if context is None else context.deal.points
        if context is None or row is None or any(row[seat] is None for seat in context.seats):
            continue
        if not contract.bid and (sum(n or 0 for n in row) not in contract.totals or fits(context, row)):
            continue
        bid = next(_bids(context, row) if contract.bid else sales(context, row), None)
        if bid is not None:
            game = game.with_deal_at(number, replace(deal, bid=bid))
            worked_out.append(number)
        left += bid is None and not contract.bid
    return game, tuple(worked_out), left


def _bids(context: DealContext, row: Row) -> Iterator[Bid]:
    """Every bid with which the points of a deal can be."""
    item, total = context.contract.items[0], sum(n or 0 for n in row)
    declarer = context.deal.declarer
    for bidder in context.seats if declarer is None else (declarer,):
        for suit in SUITS:
            bid = Bid(bidder=bidder, points=item.value * context.rules.deck.of_suit(suit) - total, suit=suit)
            if (bid.points or 0) > 0 and not faults_of(replace(context, deal=replace(context.deal, bid=bid))):
                yield bid


def build_game(file: str, detected: Detected, words: TableWords, metadata: Metadata) -> TableGame:
    """The game that a table holds; deals in whose cells stands no number are ``unread``. Where nothing tells the
    dealer, it is one for whom all sales can have been."""
    table, first = detected.fit.rules.table, _dealer(detected, metadata.dealer)
    dealers = [] if first is None else [first]
    if first is None:
        game = _dealt(detected, words, table - 1)
        turned = align(game).turned  # so that the declarers named are in turn
        dealers = [(game.dealer + turned + n) % table for n in range(table)]
    games = []
    for dealer in dealers:
        games.append(completed(_dealt(detected, words, dealer)))
        if not games[-1][2]:
            break
    game, worked_out, _ = games[0] if games[-1][2] else games[-1]
    sums = sum_rows(detected.rows, detected.fit)
    own = metadata.content if metadata.variant == game.rules.variant else ""
    rules = replace(game.rules, content=own) if own else game.rules
    game = replace(game, rules=rules, date=metadata.date, stake=metadata.stake, written=_written(detected, sums))
    return TableGame(file, detected, game, sums, worked_out)


def _dealt(detected: Detected, words: TableWords, dealer: int) -> Game:
    """The deals as they stand in the table, if this seat dealt first."""
    bare = Game(detected.fit.rules, detected.layout.names, dealer)
    deals = enumerate(detected.fit.deals, 1)
    return replace(bare, deals=tuple(_deal(detected, words, dealt, playing(bare, number)) for number, dealt in deals))


def _dealer(detected: Detected, first: int | None) -> int | None:
    """Who dealt first: as the deals say, else as it stands above them, else as the empty places of those who sit out
    tell; None where nothing does."""
    layout, rules = detected.layout, detected.fit.rules
    for number, deal in enumerate(detected.fit.deals):
        seat = _seat(layout, layout.text(deal.row.row, "dealer"))
        if seat is not None:
            return (seat - (deal.slot if deal.slot is not None else number)) % rules.table
    if first is not None or rules.table == rules.playing:
        return first

    def astray(dealer: int) -> int:
        """How much stands where nobody plays, if this seat dealt first; a stroke where somebody plays counts less."""
        out = 0
        for number, deal in enumerate(detected.fit.deals):
            seats = seats_playing(rules, (dealer + number) % rules.table)
            for seat, (points, cell) in enumerate(zip(deal.points, deal.row.cells, strict=True)):
                out += 10 * bool(points and seat not in seats) + 2 * (seat in seats and (cell.dash or not cell.kind))
                out += seat not in seats and cell.kind == "number"
        return out

    return min(reversed(range(rules.table)), key=astray)


def _deal(detected: Detected, words: TableWords, dealt: Dealt, seats: tuple[int, ...]) -> Deal:
    contract = detected.fit.rules.contract(dealt.contract)
    if contract is None or unread_seats(dealt, contract):
        return Deal(dealt.contract, unread=True)
    # What is left empty is nothing, unless it is one place and the others do not come out.
    empty = [seat for seat in seats if not dealt.row.cells[seat].kind]
    missing = empty if len(empty) == 1 and not dealt.sound and not detected.fit.running else []
    row = tuple(
        None if seat in missing else points or 0 if seat in seats else points or None
        for seat, points in enumerate(dealt.points)
    )
    deal = Deal(contract.id, points=row)
    if dealt.row.marks:
        counts = tuple(n if n or seat in seats else None for seat, n in enumerate(dealt.row.marks))
        deal = Deal(contract.id, counts=((contract.items[0].id, counts),))
    elif not contract.base_total and len(contract.items) == 1 and sum(n or 0 for n in row) == contract.items[0].amount:
        deal = Deal(contract.id, counts=((contract.items[0].id, row),))
    return _with_rights(detected.layout, dealt.row.row, contract, words, deal)


def unread_seats(dealt: Dealt, contract: Contract | None) -> tuple[int, ...]:
    """The seats in whose cell stands what this deal cannot have."""
    marks = dealt.row.marks
    if dealt.row.odd or not marks or (contract is not None and marked(contract, marks) is not None):
        return dealt.row.odd
    return tuple(seat for seat, n in enumerate(marks) if n)


def _written(detected: Detected, sums: Sequence[SumRow]) -> Written | None:
    """The totals that stand on the paper: after each deal where they do, in a column of each player most of whose
    numbers are what comes out or in rows, and at the end."""
    deals, columns, cells = detected.fit.deals, detected.layout.running, detected.layout.page.cells
    whole = [item for item in sums if item.of == "all"]
    running: tuple[Row, ...] | None = None
    if columns and None not in columns:
        running = tuple(tuple(cells[deal.row.row][c].number for c in columns if c is not None) for deal in deals)
        due = running_totals([deal.points for deal in deals])
        same = sum(
            n == total for row, true in zip(running, due, strict=True) for n, total in zip(row, true, strict=True)
        )
        running = running if 2 * same > len(running) * len(columns) else None
    if running is None and [len(item.deals) for item in whole] == list(range(1, len(deals) + 1)) and len(deals) > 1:
        running = tuple(item.written for item in whole)
    if running is not None and any(None in row for row in running):
        running = None
    at_end = [item.written for item in whole if len(item.deals) == len(deals) and None not in item.written]
    totals = at_end[-1] if at_end and (running is None or at_end[-1] != running[-1]) else None
    return Written(totals, running) if totals is not None or running is not None else None

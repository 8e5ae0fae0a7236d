"""Whether a deal's points can come from the cards: exact, through every share of cards and tricks worth as much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kingscore.check.feasible_cards import MARKS, TRICK_PLACES, Pips, cards_of
from kingscore.check.feasible_counts import amounts, counts_possible
from kingscore.check.feasible_lots import (
    Lot,
    Lots,
    can_share_out,
    shares_of_cards,
    shares_worth,
    ways_to_share_out,
)
from kingscore.check.feasible_tricks import Run, runs
from kingscore.game import Deal, Row
from kingscore.rules import SUITS, Contract, Deck, Rules
from kingscore.score import transfer

Whole = tuple[int, ...]
Counts = dict[str, Row]


class Table(NamedTuple):
    """What the lots of a deal follow from: deck, seats, hand, the items with their values, the suit that was bid."""

    deck: Deck
    pips: Pips
    players: int
    hand: int
    items: tuple[tuple[str, int], ...]
    suit: str
    loose: bool


class Problem(NamedTuple):
    """Lots, and for each seat (and the stock) the shares of which it must have one; ``seats`` of them are seats."""

    lots: Lots
    piles: tuple[Sequence[int], ...]
    seats: int
    points: Whole


def points_possible(rules: Rules, contract: Contract, points: Row, seats: Whole, deal: Deal) -> bool:
    """True if some counts that are possible give exactly these points.

    ``points`` is a row as long as the table, of which only the playing ``seats`` are looked at; ``deal`` gives sale,
    bid, foul, form and titles. False where a number is missing.
    """
    row = _played(points, seats)
    if row is None:
        return False
    if deal.foul is not None:
        return row == tuple(whole_total(rules, contract, deal) if seat == deal.foul else 0 for seat in seats)
    if contract.placement:
        return sorted(row) == sorted(contract.prizes)
    row = before_bid(contract, deal, row, seats)
    if is_sweep(contract, row):
        return True
    if len(contract.items) == 1:
        return any(True for _ in _counted(rules, contract, row, seats, deal))
    return any(can_share_out(problem.lots, problem.piles) for problem in _problems(rules, contract, row, deal))


def possible_counts(
    rules: Rules, contract: Contract, points: Row, seats: Whole, deal: Deal, limit: int
) -> Iterator[Counts]:
    """Up to ``limit`` different counts that give these points, each a row as long as the table for every item.

    None for a foul, a placement deal and points that nothing gives.
    """
    row = _played(points, seats)
    if row is None or deal.foul is not None or contract.placement:
        return
    seen: set[tuple[Whole, ...]] = set()
    for rows in _rows_giving(rules, contract, before_bid(contract, deal, row, seats), seats, deal):
        if len(seen) >= limit:
            return
        if rows not in seen:
            seen.add(rows)
            yield {
                item.id: _at_table(counted, seats, rules.table)
                for item, counted in zip(contract.items, rows, strict=True)
            }


def _rows_giving(rules: Rules, contract: Contract, row: Whole, seats: Whole, deal: Deal) -> Iterator[tuple[Whole, ...]]:
    """The rows of all items that give some points of the cards, the same ones perhaps more than once."""
    if is_sweep(contract, row):
        held = amounts(rules, contract, deal)
        yield tuple(tuple(held[item.id] if points else 0 for points in row) for item in contract.items)
    if len(contract.items) == 1:
        yield from _counted(rules, contract, row, seats, deal)
        return
    for problem in _problems(rules, contract, row, deal):
        for shares in ways_to_share_out(problem.lots, problem.piles):
            taken = [_items_of(problem.lots, share, p) for share, p in zip(shares, problem.points, strict=False)]
            yield tuple(zip(*taken, strict=True))


def _played(points: Row, seats: Whole) -> Whole | None:
    """The points of the seats that play, None where one is missing."""
    row = tuple(value for seat in seats if seat < len(points) and (value := points[seat]) is not None)
    return row if len(row) == len(seats) else None


def _at_table(row: Whole, seats: Whole, table: int) -> Row:
    held = dict(zip(seats, row, strict=True))
    return tuple(held.get(seat) for seat in range(table))


def whole_total(rules: Rules, contract: Contract, deal: Deal) -> int:
    """What a foul costs: all that the deal holds, and the bid."""
    bid = deal.bid.points or 0 if contract.bid and deal.bid is not None else 0
    held = amounts(rules, contract, deal)
    return sum(contract.prizes) + sum(item.value * held[item.id] for item in contract.items) - bid


def before_bid(contract: Contract, deal: Deal, row: Whole, seats: Whole) -> Whole:
    """The points of the cards alone: a sale handed back, a bid taken off."""
    moved, bid = transfer(contract, deal), deal.bid
    if bid is None:
        return row
    out = dict(zip(seats, row, strict=True))
    if moved and bid.seller in out and bid.buyer in out:
        out[bid.seller] -= moved
        out[bid.buyer] += moved
    if contract.bid and bid.bidder in out:
        out[bid.bidder] += bid.points or 0
    return tuple(out.values())


def is_sweep(contract: Contract, row: Whole) -> bool:
    """True if these points are those of a seat that took everything."""
    return contract.sweep is not None and sorted(row, key=abs) == [0] * (len(row) - 1) + [contract.sweep]


def _counted(rules: Rules, contract: Contract, row: Whole, seats: Whole, deal: Deal) -> Iterator[tuple[Whole, ...]]:
    """The counts of the only item that give some points, plain and doubled."""
    item = contract.items[0]
    if item.value == 0:
        tops = _most_tricks(rules, contract, seats, deal)
        if not any(row) and sum(tops) >= item.amount:
            yield (_filled(tops, item.amount),)
        return
    for factor in (1, 2) if contract.doubles else (1,):
        if any(value % (item.value * factor) for value in row):
            continue
        counted = tuple(value // (item.value * factor) for value in row)
        swept = contract.sweep is not None and amounts(rules, contract, deal)[item.id] in counted
        if swept or (contract.doubles and (0 in counted) != (factor == 2)):
            continue
        if counts_possible(rules, contract, {item.id: _at_table(counted, seats, rules.table)}, seats, deal):
            yield (counted,)


def _most_tricks(rules: Rules, contract: Contract, seats: Whole, deal: Deal) -> Whole:
    """The most that each seat may count of an item without points: all, or what a title allows."""
    ceilings = dict(zip(contract.titles, contract.ceilings, strict=False))
    titles = deal.titles or ()
    return tuple(
        ceilings.get(titles[seat], contract.items[0].amount) if seat < len(titles) else contract.items[0].amount
        for seat in seats
    )


def _filled(tops: Whole, amount: int) -> Whole:
    """An amount shared out from the first seat on, no seat above its top."""
    out = []
    for top in tops:
        out.append(min(top, amount))
        amount -= out[-1]
    return tuple(out)


def _problems(rules: Rules, contract: Contract, row: Whole, deal: Deal) -> Iterator[Problem]:
    """Every question of shares that a combined deal's points come down to: one of them must have an answer."""
    items = tuple((item.id, item.value) for item in contract.items)
    for suit in _suits(rules, contract, deal):
        table = Table(rules.deck, rules.pips, rules.playing, rules.hand, items, suit, contract.loose)
        for run in runs(rules.playing, rules.hand, rules.stock if contract.loose else 0):
            low, high = contract.tricks_range or (0, len(run.sizes))
            lots = lots_of(table, run)
            if lots is None or not low <= len(run.sizes) <= high:
                continue
            stock = (shares_of_cards(lots, run.stock),) if contract.loose else ()
            yield from _with_doubling(contract, lots, row, stock)


def _suits(rules: Rules, contract: Contract, deal: Deal) -> tuple[str, ...]:
    """The suits that may have been bid: the one recorded, else one of each length."""
    if deal.bid is not None and deal.bid.suit is not None:
        return (deal.bid.suit,)
    if contract.item("suit-cards") is None:
        return ("",)
    return tuple({rules.deck.of_suit(suit): suit for suit in SUITS}.values())


def _with_doubling(contract: Contract, lots: Lots, row: Whole, stock: tuple[Sequence[int], ...]) -> Iterator[Problem]:
    piles = [_shares(contract, lots, points) for points in row]
    if not contract.doubles:
        yield Problem(lots, (*piles, *stock), len(row), row)
        return
    some = [[s for s in shares if not _is_none(lots, s, p)] for shares, p in zip(piles, row, strict=True)]
    yield Problem(lots, (*some, *stock), len(row), row)
    if any(points % 2 for points in row):
        return
    half = tuple(points // 2 for points in row)
    piles = [_shares(contract, lots, points) for points in half]
    for seat, points in enumerate(half):
        none = [share for share in piles[seat] if _is_none(lots, share, points)]
        yield Problem(lots, (*piles[:seat], none, *piles[seat + 1 :], *stock), len(row), half)


def _shares(contract: Contract, lots: Lots, points: int) -> Sequence[int]:
    """The shares worth some points; those that would be a sweep count otherwise and are left out."""
    shares = _worth(lots, points)
    if contract.sweep is None:
        return shares
    return [share for share in shares if not _is_all(lots, share, points)]


@lru_cache(maxsize=2048)
def _worth(lots: Lots, points: int) -> Sequence[int]:
    return tuple(shares_worth(lots, points))


def _is_none(lots: Lots, share: int, points: int) -> bool:
    return not any(_items_of(lots, share, points))


def _is_all(lots: Lots, share: int, points: int) -> bool:
    return _items_of(lots, share, points) == _items_of(lots, lots.whole, lots.bounds[0][0] + lots.bounds[0][1])


def _items_of(lots: Lots, share: int, points: int) -> Whole:
    """What a share worth some points counts for each item, its spare tricks among them."""
    digits = lots.digits(share)
    out = [
        sum(n * lot.counts[i] for n, lot in zip(digits, lots.lots, strict=True))
        for i in range(len(lots.lots[0].counts))
    ]
    if lots.spare is not None:
        worth = sum(n * lot.worth for n, lot in zip(digits, lots.lots, strict=True))
        spare = (points - worth) // lots.spare.worth
        out = [held + spare * count for held, count in zip(out, lots.spare.counts, strict=True)]
    return tuple(out)


@lru_cache(maxsize=512)
def lots_of(table: Table, run: Run) -> Lots | None:
    """The lots of a deal that runs in some way; None where a trick that is named cannot be."""
    named = _named_tricks(table, run)
    if named is None:
        return None
    cards, marks = _card_lots(table), _mark_lots(table)
    free = [size for number, size in enumerate(run.sizes, 1) if number not in named]
    counts, worth = _row(table, ("tricks",))
    tricks = [Lot(number, worth, counts, -size) for size, number in sorted(Counter(free).items())]
    places = [Lot(number, worth, counts, -size) for (counts, worth, size), number in Counter(named.values()).items()]
    keeper = [Lot(1, 0, _row(table, ())[0], -run.left)] if run.left else []
    spare = None
    if not table.loose and worth and tricks:
        spare, tricks = tricks[0], []
    if not table.loose and not any(counts) and _never_short(table, cards, len(named)):
        tricks, cards = [], [Lot(lot.number, lot.worth, lot.counts, 0) for lot in cards]
    lots = sorted([*cards, *marks, *places, *tricks, *keeper], key=lambda lot: -abs(lot.worth))
    return Lots(tuple(lots), spare)


def _row(table: Table, items: tuple[str, ...]) -> tuple[Whole, int]:
    """What a thing counts that counts for these items, once for each time an item is named, and what it is worth."""
    counts = tuple(items.count(item) for item, _ in table.items)
    return counts, sum(count * value for count, (_, value) in zip(counts, table.items, strict=True))


def _card_lots(table: Table) -> list[Lot]:
    cards = cards_of(table.deck, table.pips, tuple(item for item, _ in table.items), table.suit)
    kinds = Counter(cards.shared)
    for item, number in zip(table.items, cards.own, strict=True):
        if number:
            kinds[_row(table, (item[0],))[0]] += number
    values = [value for _, value in table.items]
    return [
        Lot(number, sum(c * v for c, v in zip(counts, values, strict=True)), counts, 1)
        for counts, number in kinds.items()
    ]


def _mark_lots(table: Table) -> list[Lot]:
    return [Lot(1, value, _row(table, (item,))[0], 0) for item, value in table.items if item in MARKS]


def _named_tricks(table: Table, run: Run) -> dict[int, tuple[Whole, int, int]] | None:
    """The tricks that items name, by number: what each counts, is worth and how many cards it holds."""
    last = len(run.sizes)
    places = [
        (place if place > 0 else last + 1 + place, item)
        for item, _ in table.items
        for place in TRICK_PLACES.get(item, ())
    ]
    if any(not 1 <= number <= last for number, _ in places):
        return None
    return {
        number: (*_row(table, ("tricks", *(item for at, item in places if at == number))), run.sizes[number - 1])
        for number, _ in places
    }


def _never_short(table: Table, cards: list[Lot], named: int) -> bool:
    """True if the tricks always suffice: where they are not counted and the counting cards are few."""
    counting = sum(lot.number for lot in cards)
    return named + (counting + table.players * (table.players - 1)) // table.players <= table.hand

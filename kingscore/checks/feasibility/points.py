"""Whether a deal's points can come from the cards: exact, through every share of cards and tricks worth as much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kingscore.checks.feasibility.cards import Run, orders, runs
from kingscore.checks.feasibility.counts import amounts, counts_possible
from kingscore.checks.feasibility.shares import (
    LotRules,
    Lots,
    can_share_out,
    card_lots,
    lots_of,
    shares_of_cards,
    shares_worth,
    ways_to_share_out,
    worth_of_all,
)
from kingscore.model.game import Deal, Row
from kingscore.model.rules import SUITS, Contract, Rules
from kingscore.scoring.score import transfer, whole_total

Whole = tuple[int, ...]
Counts = dict[str, Row]


class Problem(NamedTuple):
    """Lots, the shares of which each seat must have one (after the seats the stock, if any), the seats' points."""

    lots: Lots
    piles: tuple[Sequence[int], ...]
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
        whole = whole_total(rules, contract, deal)
        return deal.foul in seats and row == tuple(whole if seat == deal.foul else 0 for seat in seats)
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
        # The most that each seat may count of an item without points: all, or what a title allows.
        ceilings = dict(zip(contract.titles, contract.ceilings, strict=False))
        titles = deal.titles or ()
        tops = [ceilings.get(titles[s], item.amount) if s < len(titles) else item.amount for s in seats]
        if not any(row) and sum(tops) >= item.amount:
            # From the first seat on, no seat above its top.
            before = [min(item.amount, sum(tops[:n])) for n in range(len(tops) + 1)]
            yield (tuple(after - so_far for so_far, after in pairwise(before)),)
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


def _problems(rules: Rules, contract: Contract, row: Whole, deal: Deal) -> Iterator[Problem]:
    """Every question of shares that a combined deal's points come down to: one of them must have an answer."""
    items = tuple((item.id, item.value) for item in contract.items)
    rows = [(row, False)]
    if contract.doubles and not any(points % 2 for points in row):
        rows.append((tuple(points // 2 for points in row), True))
    suits = [deal.bid.suit or ""] if deal.bid is not None else [""]
    if not suits[0] and contract.item("suit-cards") is not None:
        # Of the suits that may have been bid one of each length.
        suits = list({rules.deck.of_suit(suit): suit for suit in SUITS}.values())
    for suit in suits:
        lot_rules = LotRules(rules.deck, rules.pips, rules.playing, rules.hand, items, suit, contract.loose)
        for run in runs(rules.playing, rules.hand, rules.stock if contract.loose else 0):
            low, high = contract.tricks_range or (0, len(run.sizes))
            if low <= len(run.sizes) <= high:
                for points, doubled in rows:
                    yield from _in_run(contract, lot_rules, run, points, doubled)


def _in_run(contract: Contract, lot_rules: LotRules, run: Run, row: Whole, doubled: bool) -> Iterator[Problem]:
    """The problems of a deal that ran in one way; ``row`` are the points before they were doubled."""
    missing = worth_of_all(lot_rules, len(run.sizes)) - sum(row)
    if missing and not contract.loose:
        return
    stock: tuple[list[int], ...] = ()
    if contract.loose:
        left = shares_of_cards(card_lots(lot_rules), lot_rules.deck.size - lot_rules.players * lot_rules.hand).get(
            missing, ()
        )
        stock = ([share for held, share in left if held <= run.stock],)
    lots = lots_of(lot_rules, run) if all(stock) else None
    if lots is None:
        return
    piles: list[Sequence[int]] = [_worth(lots, points) for points in row]
    if contract.sweep is not None:
        # Those that would be a sweep count otherwise and are left out.
        everything = _items_of(lots, lots.whole, lots.worth)
        pairs = zip(piles, row, strict=True)
        piles = [[share for share in shares if _items_of(lots, share, p) != everything] for shares, p in pairs]
    for some in _with_nobody(contract, lots, row, piles, doubled):
        if all(some):
            yield from _in_order(Problem(lots, (*some, *stock), row), run)


def _in_order(problem: Problem, run: Run) -> Iterator[Problem]:
    """The problem with each seat kept to what its hand could win, for each order of the hands by length."""
    ranked = orders(run, len(problem.points))
    if len(ranked) == 1:
        yield problem
        return
    if not can_share_out(problem.lots, problem.piles):
        return
    players = len(problem.points)
    for ranks in sorted(ranked, key=lambda ranks: sum(r * abs(p) for r, p in zip(ranks, problem.points, strict=True))):
        piles = map(problem.lots.within_reach, problem.piles, ranks)
        yield Problem(problem.lots, (*piles, *problem.piles[players:]), problem.points)


def _with_nobody(
    contract: Contract, lots: Lots, row: Whole, piles: list[Sequence[int]], doubled: bool
) -> Iterator[list[Sequence[int]]]:
    """The seats' shares, where it matters: with somebody who has none in a doubled deal, else with no such."""
    if not contract.doubles:
        yield piles
        return
    none = [
        [share for share in shares if not any(_items_of(lots, share, p))] for shares, p in zip(piles, row, strict=True)
    ]
    if not doubled:
        yield [[s for s in shares if s not in less] for shares, less in zip(piles, none, strict=True)]
        return
    for seat, shares in enumerate(none):
        yield [*piles[:seat], shares, *piles[seat + 1 :]]


@lru_cache(maxsize=2048)
def _worth(lots: Lots, points: int) -> Sequence[int]:
    return tuple(shares_worth(lots, points))


def _items_of(lots: Lots, share: int, points: int) -> Whole:
    """What a share worth some points counts for each item, its spare tricks among them."""
    digits = lots.digits(share)
    out = [sum(n * lot.counts[i] for n, lot in zip(digits, lots.lots, strict=True)) for i in range(lots.items)]
    if lots.spare is not None:
        worth = sum(n * lot.worth for n, lot in zip(digits, lots.lots, strict=True))
        spare = (points - worth) // lots.spare.worth
        out = [held + spare * count for held, count in zip(out, lots.spare.counts, strict=True)]
    return tuple(out)

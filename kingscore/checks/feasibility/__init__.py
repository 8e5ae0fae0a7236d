"""Exact feasibility: whether some distribution of the deck over the captured tricks gives a deal's record.

Only the cards count here, not legal play; rows are taken to be as long as the table. Counts are a question of points
too: of a contract in which each item is worth so much that no sum of others comes to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kingscore.checks.feasibility.lots import (
    Lots,
    Run,
    Whole,
    can_share_out,
    lots_of,
    orders,
    runs,
    shares_of_cards,
    shares_worth,
    ways_to_share_out,
)
from kingscore.model.game import Deal, Row
from kingscore.model.items import CARDS, ITEM_KINDS
from kingscore.model.rules import SUITS, Contract, Item, Rules
from kingscore.scoring.score import transfer, whole_total

#: Bits that the count of one item takes where the counts of all are one number.
WIDTH = 16


class Problem(NamedTuple):
    """Lots, the shares of which each seat must have one (after the seats the stock, if any), the seats' points."""

    lots: Lots
    piles: tuple[Sequence[int], ...]
    points: Whole


def counts_possible(
    rules: Rules, contract: Contract, counts: Mapping[str, Row], seats: tuple[int, ...], deal: Deal
) -> bool:
    """True if some distribution of the deck over the tricks gives these counts of all the contract's items.

    ``counts`` are rows as long as the table, of which only the playing ``seats`` are looked at; ``deal`` gives the
    form, the suit bid and the titles. False where an item's row is missing.
    """
    whole: dict[str, Whole] = {}
    for item in contract.items:
        row = _playing(counts.get(item.id) or (), seats)
        if row is None or min(row) < 0:
            return False
        whole[item.id] = row
    tricks = whole.get("tricks", ())
    if not whole or (deal.form == "rospis" and not set(tricks) <= {rules.tricks // rules.playing}):
        return False  # The deal was written down without play, and the shares are not equal.
    if any(count > top for count, top in zip(tricks, _tops(contract, seats, deal, sum(tricks)), strict=False)):
        return False
    first = contract.items[0]
    if len(whole) == 1 and ITEM_KINDS[first.id].plain and not contract.loose and first.amount <= rules.tricks:
        return sum(whole[first.id]) == first.amount  # So few that each may have a trick of its own.
    counted = _as_counted(contract)
    pairs = [(whole[item.id], item.value) for item in counted.items]
    row = tuple(sum(taken[n] * value for taken, value in pairs) for n in range(len(seats)))
    return any(can_share_out(lots, piles) for lots, piles, _ in _problems(rules, counted, row, deal))


@lru_cache(maxsize=256)
def _as_counted(contract: Contract) -> Contract:
    """The contract in which points tell all counts: those of each item are bits of their own.

    Cards are the dearest, since the search begins with them.
    """
    items = sorted(contract.items, key=lambda item: item.id in CARDS)
    valued = tuple(replace(item, value=1 << WIDTH * n) for n, item in enumerate(items))
    return replace(contract, items=valued, sweep=None, doubles=False)


def _tops(contract: Contract, seats: Whole, deal: Deal, most: int) -> Whole:
    """The most tricks that the title of each seat allows."""
    ceilings, titles = dict(zip(contract.titles, contract.ceilings, strict=False)), deal.titles or ()
    return tuple(ceilings.get(titles[seat], most) if seat < len(titles) else most for seat in seats)


def points_possible(rules: Rules, contract: Contract, points: Row, seats: Whole, deal: Deal) -> bool:
    """True if some counts that are possible give exactly these points.

    ``points`` is a row as long as the table, of which only the playing ``seats`` are looked at; ``deal`` gives sale,
    bid, foul, form and titles. False where a number is missing.
    """
    row = _playing(points, seats)
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
    return any(can_share_out(lots, piles) for lots, piles, _ in _problems(rules, contract, row, deal))


def possible_counts(
    rules: Rules, contract: Contract, points: Row, seats: Whole, deal: Deal, limit: int
) -> Iterator[dict[str, Row]]:
    """Up to ``limit`` different counts that give these points, each a row as long as the table for every item.

    None for a foul, a placement deal and points that nothing gives.
    """
    row = _playing(points, seats)
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
        held = [_held(rules, item, deal) for item in contract.items]
        yield tuple(tuple(amount if points else 0 for points in row) for amount in held)
    if len(contract.items) == 1:
        yield from _counted(rules, contract, row, seats, deal)
        return
    for problem in _problems(rules, contract, row, deal):
        for shares in ways_to_share_out(problem.lots, problem.piles):
            taken = [problem.lots.counts(share, p) for share, p in zip(shares, problem.points, strict=False)]
            yield tuple(zip(*taken, strict=True))


def _playing(entries: Row, seats: Whole) -> Whole | None:
    """The entries of the seats that play, None where one is missing."""
    row = tuple(value for seat in seats if seat < len(entries) and (value := entries[seat]) is not None)
    return row if len(row) == len(seats) else None


def _held(rules: Rules, item: Item, deal: Deal) -> int:
    return rules.held(item, deal.bid.suit if deal.bid is not None else None)


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
        tops = _tops(contract, seats, deal, item.amount)
        if not any(row) and sum(tops) >= item.amount:
            # From the first seat on, no seat above its top.
            before = [min(item.amount, sum(tops[:n])) for n in range(len(tops) + 1)]
            yield (tuple(after - so_far for so_far, after in pairwise(before)),)
        return
    for factor in (1, 2) if contract.doubles else (1,):
        if any(value % (item.value * factor) for value in row):
            continue
        counted = tuple(value // (item.value * factor) for value in row)
        swept = contract.sweep is not None and _held(rules, item, deal) in counted
        if swept or (contract.doubles and (0 in counted) != (factor == 2)):
            continue
        if counts_possible(rules, contract, {item.id: _at_table(counted, seats, rules.table)}, seats, deal):
            yield (counted,)


def _problems(rules: Rules, contract: Contract, row: Whole, deal: Deal) -> Iterator[Problem]:
    """Every question of shares that a deal's points come down to: one of them must have an answer."""
    rows = [(row, False)]
    if contract.doubles and not any(points % 2 for points in row):
        rows.append((tuple(points // 2 for points in row), True))
    suits = [deal.bid.suit or ""] if deal.bid is not None else [""]
    if not suits[0] and contract.item("suit-cards") is not None:
        # Of the suits that may have been bid one of each length.
        suits = list({rules.deck.of_suit(suit): suit for suit in SUITS}.values())
    for suit in suits:
        for run in runs(rules.playing, rules.hand, rules.stock if contract.loose else 0):
            low, high = contract.tricks_range or (0, len(run.sizes))
            lots = lots_of(rules, contract, suit, run) if low <= len(run.sizes) <= high else None
            if lots is not None:
                for points, doubled in rows:
                    yield from _in_run(contract, lots, run, points, doubled)


def _in_run(contract: Contract, lots: Lots, run: Run, row: Whole, doubled: bool) -> Iterator[Problem]:
    """The problems of a deal that ran in one way; ``row`` are the points before they were doubled."""
    missing = lots.worth - sum(row)
    stock: tuple[Sequence[int], ...] = ()
    if contract.loose:
        cards = tuple(lot for lot in lots.lots if lot.fills == 1)
        stock = (shares_of_cards(cards, run.stock).get(missing, ()),)
    if not all(stock) or (missing and not contract.loose):
        return
    piles: list[Sequence[int]] = [shares_worth(lots, points) for points in row]
    if contract.sweep is not None:
        # Those that would be a sweep count otherwise and are left out.
        everything = lots.counts(lots.whole, lots.worth)
        pairs = zip(piles, row, strict=True)
        piles = [[share for share in shares if lots.counts(share, p) != everything] for shares, p in pairs]
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
    none = [[share for share in shares if not any(lots.counts(share, p))] for shares, p in zip(piles, row, strict=True)]
    if not doubled:
        yield [[s for s in shares if s not in less] for shares, less in zip(piles, none, strict=True)]
        return
    for seat, shares in enumerate(none):
        yield [*piles[:seat], shares, *piles[seat + 1 :]]

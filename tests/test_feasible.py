"""Feasibility is exact: what a blunt enumeration of all distributions gives, no more and no less."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kingscore.checks.feasibility import counts_possible, points_possible, possible_counts
from kingscore.model.game import Deal, Row
from kingscore.model.rules import Deck
from kingscore.scoring.score import deal_points
from tests.small_deals import SMALL_DEALS, Record, Small, all_records, dealt_out, plus


def as_counts(small: Small, record: Record) -> dict[str, Row]:
    return {item: tuple(row) for (item, _), row in zip(small.items, record, strict=True)}


def points_of(small: Small, record: Record) -> tuple[int, ...]:
    deal = Deal("x", counts=tuple(as_counts(small, record).items()))
    points = deal_points(small.rules, deal, small.seats)
    assert points is not None
    return points


def fits(small: Small, record: Record) -> bool:
    return counts_possible(small.rules, small.contract, as_counts(small, record), small.seats, Deal("x"))


def worth_it(small: Small, points: tuple[int, ...]) -> bool:
    return points_possible(small.rules, small.contract, points, small.seats, Deal("x"))


def explained(small: Small, points: tuple[int, ...]) -> list[Record]:
    found = possible_counts(small.rules, small.contract, points, small.seats, Deal("x"), 10**6)
    return [tuple(tuple(v for v in counts[item] if v is not None) for item, _ in small.items) for counts in found]


def near(points: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Points that come about, and those beside them: one seat off, or a little moved between two."""
    out = set(points)
    for row in points:
        for seat, other in product(range(len(row)), repeat=2):
            for step in (-3, -2, -1, 1, 2, 3):
                moved = plus(row, seat, step)
                out |= {moved, plus(moved, other, -step)}
    return out


def holds_exactly(small: Small, records: Iterable[Record], most: int = 10**6) -> None:
    """Counts, points and the counts given for points are just those of the enumeration; of each at most so many."""
    true = dealt_out(small)
    assert all(fits(small, record) for record in islice(sorted(true), most))
    for record in islice(records, most):
        assert fits(small, record) == (record in true), record
    giving: dict[tuple[int, ...], set[Record]] = {}
    for record in true:
        giving.setdefault(points_of(small, record), set()).add(record)
    for points in Random(1).sample(beside := sorted(near(set(giving))), min(most, len(beside))):
        assert worth_it(small, points) == (points in giving), points
    for points, expected in islice(giving.items(), most):
        found = explained(small, points)
        assert set(found) == expected, points
        assert len(found) == len(expected)


@pytest.mark.parametrize("name", SMALL_DEALS)
def test_counts_and_points_are_possible_just_when_some_distribution_gives_them(name: str) -> None:
    small = SMALL_DEALS[name]
    holds_exactly(small, islice(all_records(small), 0, None, 11 if name == "all six, three tricks" else 1))


CARD_ITEMS = ("hearts", "jacks", "jacks-and-kings", "queens", "king-of-hearts", "queen-of-spades", "heart-pips")


@st.composite
def small_deals(draw: st.DrawFn) -> Small:
    """Any few cards, any items of them with any values, with or without talon, stock, sweep, doubling."""
    players, hand = draw(st.sampled_from([(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3)]))
    talon, stock = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 1), (0, 3)]))
    ranks = ("9", "10", "J", "Q", "K")
    whole = list(Deck(ranks).cards())
    used = draw(
        st.sets(
            st.sampled_from(whole), min_size=players * hand + talon + stock, max_size=players * hand + talon + stock
        )
    )
    cards = draw(st.lists(st.sampled_from(CARD_ITEMS), max_size=4, unique=True))
    tricks = draw(st.lists(st.sampled_from(("tricks", "last-two", "last-trick")), max_size=2, unique=True))
    marks = draw(st.sampled_from(((), (), ("at-25",))))
    items = [i for i in (*tricks, *cards, *marks) if i != "last-two" or hand > 1] or ["tricks"]
    values = st.integers(-4, 4).filter(bool)
    return Small(
        Deck(ranks, tuple(card for card in whole if card not in used)),
        players,
        hand,
        tuple((item, draw(values)) for item in items),
        talon,
        stock,
        tuple(zip(ranks, draw(st.permutations((1, 2, 2, 3, 3))), strict=True)),
        None if stock else draw(st.sampled_from((None, None, 6))),
        draw(st.sampled_from((False, False, True))),
    )


@settings(max_examples=60, deadline=None)
@given(small_deals())
def test_any_small_deal_is_judged_as_by_enumeration(small: Small) -> None:
    assume(any(item.amount for item in small.contract.items))
    holds_exactly(small, all_records(small), 100)

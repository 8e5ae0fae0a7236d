"""Ratings: the values of the published example, the order of the games, and what is said where openskill is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest

from kingscore.model.findings import Refused
from kingscore.statistics.rating import Rating, Strengths
from kingscore.statistics.tally import Played
from tests.test_statistics import EVENINGS, game

FOUR = ("A", "B", "C", "D")
#: Places 1, 2, 3, 4.
ONE = game("2026-01-01", ((3, 2, 1, 0),), FOUR)


def ratings(games: Iterable[Played]) -> tuple[Rating, ...]:
    strengths = Strengths()
    for one in games:
        strengths.add(one)
    return strengths.ratings()


def test_one_game_of_four_gives_what_the_model_says() -> None:
    """The values of Weng and Lin's algorithm 4 for four players who begin alike, worked out by the formulas of their
    paper (2011): with equal strengths each step's probability is one over those still in."""
    mu, sigma, beta = 25.0, 25 / 3, 25 / 6
    c = (4 * (sigma**2 + beta**2 + (25 / 300) ** 2)) ** 0.5
    squared = sigma**2 + (25 / 300) ** 2
    p = [1 / 4, 1 / 3, 1 / 2, 1]
    expected = [1 - p[0], 1 - p[0] - p[1], 1 - p[0] - p[1] - p[2], 1 - sum(p)]
    found = {one.person: one for one in ratings([ONE])}
    for person, omega in zip(FOUR, expected, strict=True):
        assert found[person].mu == pytest.approx(mu + squared / c * omega, rel=1e-9)
        assert found[person].games == 1
        assert found[person].sigma < sigma
        assert found[person].ordinal == found[person].mu - 3 * found[person].sigma


def test_those_who_win_more_come_first_and_surely_so_with_more_games() -> None:
    games = [ONE._replace(name=f"2026-01-{n:02}") for n in range(1, 21)]
    few, many = ratings(games[:2]), ratings(games)
    assert [one.person for one in many] == ["A", "B", "C", "D"]
    assert all(after.sigma < before.sigma for after, before in zip(many, few, strict=True))
    assert [one.games for one in many] == [20] * 4


def test_a_shared_place_rates_alike() -> None:
    found = {one.person: one for one in ratings([game("2026-01-01", ((2, 2, 0),), ("A", "B", "C"))])}
    assert found["A"].mu == found["B"].mu > found["C"].mu
    assert found["A"].sigma == found["B"].sigma


def test_games_without_a_result_do_not_count() -> None:
    assert ratings([ONE._replace(over=False), EVENINGS[3]]) == ()
    assert ratings([ONE, ONE._replace(over=False)]) == ratings([ONE])
    assert ratings([game("2026-01-01", ((2, 2, 0),), ("A", "A", "C"))]) == ()


def test_the_order_of_the_games_counts_and_the_seats_do_not() -> None:
    other = game("2026-01-02", ((0, 1, 5),), ("A", "B", "E"))
    assert ratings([ONE, other]) != ratings([other, ONE])
    turned = game("2026-01-01", ((0, 1, 2, 3),), FOUR[::-1])
    assert {one.person: (round(one.mu, 9), round(one.sigma, 9)) for one in ratings([turned])} == {
        one.person: (round(one.mu, 9), round(one.sigma, 9)) for one in ratings([ONE])
    }


def test_without_openskill_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(Refused) as found:
        ratings([ONE])
    assert ([one.code for one in found.value.findings], found.value.status) == (["K101"], 3)

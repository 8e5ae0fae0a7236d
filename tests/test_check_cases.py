"""The checker on games with known right answers: true ones are clean, every mistake that can be seen is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kingscore.checks import check_deal, check_game
from kingscore.checks.repairs import repairs_for
from kingscore.checks.repairs.rows import with_declarer
from kingscore.model.findings import Severity
from tests import tables
from tests.generator import in_points

TRUE = list(tables.lines("true"))
MISTAKES = list(tables.lines("mistakes"))
OPEN_END = {"joker-king"}
#: The codes by which a kind of mistake may be told, where it can be seen at all.
TOLD_BY = {
    "bid-broken": {"D425", "D426", "D427", "D428", "D431"},
    "bid-lost": {"D443", "D452"},
    "cell-dropped": {"D402", "D403"},
    "cell-extra": {"D402"},
    "combined-clash": {"D450"},
    "combined-points-infeasible": {"D441", "D442", "D443"},
    "contract-repeated": {"C510"},
    "counts-for-points": {"D446", "D447"},
    "deal-missing": {"C501", "C503", "C511"},
    "deal-twice": {"C504", "C505", "C506"},
    "deals-out-of-order": {"C502"},
    "declarer-wrong": {"C502", "C507"},
    "digits-swapped": {"D441", "D442", "D449"},
    "double-forgotten": {"D445"},
    "placing-gap": {"D415"},
    "placing-tie": {"D414"},
    "point-off": {"D438", "D441", "D442"},
    "points-for-counts": {"D448"},
    "prize-tie": {"D449"},
    "seats-swapped": {"C512", "C513"},
    "sign-flipped": {"D438", "D446"},
    "sitter-scores": {"D403", "D404"},
    "sweep-forgotten": {"D444"},
    "total-wrong": {"T601"},
    "unit-off": {"D438", "D440", "D441"},
}


def ids(cases: list[dict[str, Any]]) -> list[str]:
    return [case["id"] for case in cases]


@pytest.mark.parametrize("case", TRUE, ids=ids(TRUE))
def test_a_true_game_is_clean_and_scored_right(case: dict[str, Any]) -> None:
    """No finding at all, not even a hint; the points of each deal and the totals are the known ones."""
    game = tables.game(case["game"])
    report = check_game(game)
    assert report.findings == ()
    assert report.ok
    assert report.points == tuple(tuple(row) for row in case["points"])
    assert report.totals == tuple(case["totals"])
    assert report.complete


@pytest.mark.parametrize("case", TRUE[::3], ids=ids(TRUE[::3]))
def test_a_true_game_is_clean_after_every_deal(case: dict[str, Any]) -> None:
    """A game in the middle is not faulted for what is still to come."""
    document = case["game"]
    for count in range(len(document["deals"]) + 1):
        started = {**document, "deals": document["deals"][:count], "finished": ""}
        game = tables.game(started)
        assert check_game(game).findings == ()
        assert count == 0 or check_deal(game, count) == ()


@pytest.mark.parametrize("case", MISTAKES, ids=ids(MISTAKES))
def test_a_mistake_is_seen_exactly_where_it_can_be(case: dict[str, Any]) -> None:
    """What can be seen is an error with a fitting code; what cannot is another possible game and is not faulted."""
    report = check_game(tables.game(case["game"]))
    assert report.ok == (not case["detectable"])
    errors = {found.code for found in report.findings if found.severity == "error"}
    assert bool(errors) == case["detectable"]
    assert errors <= TOLD_BY.get(case["class"], set())
    if not case["detectable"]:
        assert report.findings == ()
        assert report.totals is not None


@pytest.mark.parametrize(
    "case", [c for c in MISTAKES if c["detectable"]], ids=ids([c for c in MISTAKES if c["detectable"]])
)
def test_one_mistake_is_told_once(case: dict[str, Any]) -> None:
    """No flood: a mistake brings one finding, at most one more for the other half of it."""
    report = check_game(tables.game(case["game"]))
    assert 1 <= len(report.findings) <= 2


def in_one_deal(classes: set[str]) -> Iterator[dict[str, Any]]:
    return (case for case in MISTAKES if case["detectable"] and case["class"] in classes)


ONE_DEAL = list(in_one_deal(set(TOLD_BY) - {"total-wrong", "seats-swapped", "deal-missing", "declarer-wrong"}))


@pytest.mark.parametrize("case", ONE_DEAL, ids=ids(ONE_DEAL))
def test_a_mistake_in_a_deal_is_told_at_that_deal(case: dict[str, Any]) -> None:
    """The finding points at the deal, whose points are then not counted."""
    game = tables.game(case["game"])
    report = check_game(game)
    told = {found.deal for found in report.findings}
    if case["class"] == "contract-repeated":
        contract = case["where"]["contract"]
        assert {game.deals[(number or 1) - 1].contract for number in told} == {contract}
    elif case["class"] == "deal-twice":
        assert {game.deals[(number or 1) - 1] for number in told} == {game.deals[case["where"]["deal"]]}
    else:
        assert told == {case["where"]["deal"] + 1}
    assert all(report.points[(number or 1) - 1] is None for number in told)
    assert report.totals is None


def test_the_true_deal_is_among_the_repairs() -> None:
    """Of mistakes in one deal whose true game is known, the repairs include the deal as it was."""
    truth = {case["id"]: case["game"] for case in TRUE}
    one_slip = {"unit-off", "digits-swapped", "sign-flipped", "cell-dropped", "cell-extra", "points-for-counts"}
    one_slip |= {"placing-tie", "placing-gap", "sweep-forgotten", "double-forgotten", "sitter-scores"}
    known = [c for c in in_one_deal(one_slip) if c["id"].split("#")[0] in truth]
    assert len(known) > 5
    for case in known:
        game, true = tables.game(case["game"]), tables.game(truth[case["id"].split("#")[0]])
        true = in_points(true) if case["entry"] == "points" else true
        number = case["where"]["deal"] + 1
        found = next(one for one in check_game(game).findings if one.deal == number)
        repaired = [repair.deal for repair in repairs_for(game, found)]
        assert with_declarer(true, number, true.deals[number - 1]) in repaired, case["id"]


def test_severities_are_those_of_the_catalogue() -> None:
    severities: set[Severity] = {f.severity for c in MISTAKES for f in check_game(tables.game(c["game"])).findings}
    assert severities == {"error"}

"""Every fault that one deal can have: the smallest record that provokes it, nothing else found in it, and its repair.

``cases/faults.jsonl`` holds a deal a line, alone in a game, with the code, the place, a part of the English message and
the first repairs; ``cases/good.jsonl`` deals that look odd and are fine.
"""

from __future__ import annotations

from typing import Any

import pytest

from kingscore.checks import check_deal, check_game
from kingscore.checks.repairs import repairs_for, with_repairs
from kingscore.cli.format_finding import command_line, message, why
from kingscore.model.findings import CODES
from kingscore.model.game import Deal, Game
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests import tables

Case = dict[str, Any]
FAULTS = list(tables.lines("faults"))
GOOD = list(tables.lines("good"))
#: What a line cannot hold, so that no file can: tested below by hand.
BY_HAND = {"D407", "D437", "D460"}


def alone(case: Case) -> Game:
    """A game with one deal, which its last seat dealt."""
    keys = ("variant", "options", "players")
    return tables.game({**{k: case[k] for k in keys}, "dealer": case["players"][-1], "deals": [case["deal"]]})


def named(case: Case) -> str:
    return f"{case['code']}.{case['how'] or 'plain'}-{case['variant']}"


@pytest.mark.parametrize("case", FAULTS, ids=named)
def test_a_fault_is_told_once_with_its_numbers(case: Case) -> None:
    report = check_game(alone(case))
    assert [(f.code, f.how) for f in report.findings] == [(case["code"], case["how"])]
    found = report.findings[0]
    assert (found.deal, found.severity, found.seat, found.item) == (1, "error", case["seat"], case["item"])
    assert case["says"] in message(found, resources.language("en"), case["players"])
    assert (report.ok, report.points, report.totals) == (False, (None,), None)


@pytest.mark.parametrize("case", FAULTS, ids=named)
def test_recording_the_deal_tells_the_same(case: Case) -> None:
    game = alone(case)
    assert check_deal(game, 1) == check_game(game).findings


@pytest.mark.parametrize("case", FAULTS, ids=named)
def test_the_likeliest_repairs_come_first(case: Case) -> None:
    game = alone(case)
    repairs = repairs_for(game, check_game(game).findings[0])
    assert [command_line(repair) for repair in repairs[:3]] == case["repairs"]
    assert len(repairs) <= 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_and_every_repair_can_be_phrased(language: str) -> None:
    """No placeholder is left without a value; each message names its deal."""
    spoken = resources.language(language)
    for case in FAULTS:
        game = alone(case)
        for found in with_repairs(game, check_game(game).findings):
            assert "1" in message(found, spoken, game.players)
            assert all(why(repair, spoken) for repair in found.repairs)


def test_every_code_of_a_deal_is_provoked_here() -> None:
    provoked = {case["code"] for case in FAULTS} | BY_HAND
    assert {code for code in CODES if code.startswith("D")} == provoked


@pytest.mark.parametrize("case", GOOD, ids=lambda case: f"{case['variant']}-{case['deal']['contract']}")
def test_what_can_be_is_not_faulted(case: Case) -> None:
    report = check_game(alone(case))
    assert report.findings == ()
    assert report.points[0] is not None


def in_lithuanian(deal: dict[str, Any]) -> Game:
    players = ["Ona", "Jonas", "Rasa", "Vytas"]
    return alone({"variant": "lithuanian", "options": {"order": "free"}, "players": players, "deal": deal})


def test_a_row_that_stands_there_twice_is_told() -> None:
    row = ("tricks", (2, 3, 1, 2))
    game = in_lithuanian({"contract": "no-tricks"}).with_deal_at(1, Deal("no-tricks", counts=(row, row)))
    found = check_game(game).findings
    assert [(f.code, f.item) for f in found] == [("D407", "tricks")]
    assert [command_line(repair) for repair in repairs_for(game, found[0])] == ["kingscore amend 1 no-tricks 2 3 1 2"]


def test_a_seat_that_is_not_at_the_table_is_told() -> None:
    game = in_lithuanian({"contract": "no-tricks"}).with_deal_at(1, Deal("trumps", declarer=7, foul=-1))
    report = check_game(game)
    assert [(f.code, f.how) for f in report.findings] == [("D418", "declarer"), ("D418", "foul")]
    assert report.points == (None,)


def test_the_trick_of_the_lithuanian_source_costs_38() -> None:
    """The king, queen and ace of hearts with a seven in the last trick but one."""
    taken = {"tricks": [1, 7, 0, 0], "hearts": [3, 5, 0, 0], "jacks-and-kings": [1, 7, 0, 0], "queens": [1, 3, 0, 0],
             "king-of-hearts": [1, 0, 0, 0], "last-two": [1, 1, 0, 0]}  # fmt: skip
    report = check_game(in_lithuanian({"contract": "no-all", "counts": taken}))
    assert report.findings == ()
    assert report.points == ((-38, -58, 0, 0),)


def test_several_faults_of_a_deal_are_told_at_once() -> None:
    taken = {"tricks": [7, 1, 0, 0], "hearts": [9, 0, 0, 0], "jacks-and-kings": [8, 0, 0, 0], "queens": [1, 1, 1, 0],
             "king-of-hearts": [1, 0, 0, 0], "last-two": [1, 0, 0, 0]}  # fmt: skip
    found = check_game(in_lithuanian({"contract": "no-all", "trump": "spades", "counts": taken})).findings
    assert [(f.code, f.item) for f in found] == [
        ("D420", None),
        ("D409", "hearts"),
        ("D440", "queens"),
        ("D440", "last-two"),
    ]


def test_the_titles_of_a_reign_follow_the_tricks_before_it() -> None:
    """Most tricks first; a tie keeps the order of the titles in the quota deal."""
    quota = {
        "contract": "quota",
        "titles": ["king", "prince", "soldier", "peasant"],
        "counts": {"tricks": [1, 4, 2, 2]},
    }
    reign = {"contract": "reign", "counts": {"tricks": [3, 2, 2, 2]}}
    players = ["Ona", "Jonas", "Rasa", "Vytas"]
    head = {"variant": "korol", "options": {}, "players": players, "dealer": "Vytas"}

    def found(*titles: str) -> list[tuple[str, int | None]]:
        game = tables.game({**head, "deals": [quota, {**reign, "titles": list(titles)}]})
        return [(f.code, f.seat) for f in check_game(game).findings]

    assert found("peasant", "king", "prince", "soldier") == []
    assert found("peasant", "king", "soldier", "prince") == [("D437", 2)]
    wrong = tables.game({**head, "deals": [quota, {**reign, "titles": ["king", "prince", "soldier", "peasant"]}]})
    repair = repairs_for(wrong, check_game(wrong).findings[0])[0]
    assert command_line(repair) == "kingscore amend 2 reign titles peasant king prince soldier: 3 2 2 2"


def test_an_unrecorded_title_is_only_hinted_at() -> None:
    players = ["Ona", "Jonas", "Rasa", "Vytas"]
    deal = {"contract": "quota", "counts": {"tricks": [3, 2, 2, 2]}}
    report = check_game(alone({"variant": "korol", "options": {}, "players": players, "deal": deal}))
    assert [(f.code, f.how, f.severity) for f in report.findings] == [("D435", "missing", "hint")]
    assert (report.ok, report.points) == (True, ((0, 0, 0, 0),))


def test_a_deal_that_was_agreed_on_stays_flagged_and_counts_as_written() -> None:
    deal = {"contract": "no-queens", "counts": {"queens": [1, 1, 1, 0]}, "agreed": "a queen was lost"}
    report = check_game(in_lithuanian(deal))
    assert [(f.code, f.severity) for f in report.findings] == [("D440", "warning"), ("D460", "hint")]
    assert dict(report.findings[1].values)["reason"] == "a queen was lost"
    assert (report.ok, report.points, report.totals) == (True, ((-4, -4, -4, 0),), (-4, -4, -4, 0))


def test_an_agreement_without_a_fault_is_no_finding() -> None:
    deal = {"contract": "no-queens", "counts": {"queens": [1, 1, 2, 0]}, "agreed": "we counted twice"}
    assert check_game(in_lithuanian(deal)).findings == ()


def test_what_gives_no_points_cannot_be_agreed_on() -> None:
    report = check_game(in_lithuanian({"contract": "no-tricks", "agreed": "nobody knows"}))
    assert [(f.code, f.severity) for f in report.findings] == [("D410", "error")]


def test_a_deal_that_could_not_be_read_only_keeps_its_place() -> None:
    game = in_lithuanian({"contract": "no-tricks"}).with_deal_at(1, Deal("no-tricks", unread=True))
    report = check_game(game)
    assert (report.findings, report.points, report.totals) == ((), (None,), None)


SILLY = (
    ("lithuanian", Deal("no-tricks", counts=(("tricks", (8, 8, 8, 8)),))),
    ("lithuanian", Deal("no-tricks", points=(5, -1, -1, -1))),
    ("lithuanian", Deal("no-tricks", points=(16, 16, 16, 16))),
    ("lithuanian", Deal("domino", points=(48, 48, 48, 48))),
    ("lithuanian", Deal("domino", points=(7, 7, 7, 7))),
    ("lithuanian", Deal("trumps", points=(-24, -24, -24, -24))),
    ("self-teacher", Deal("no-hearts", points=(-90, -90, -90, -90))),
    ("self-teacher", Deal("no-queens", points=(-3, 5, -3, 7))),
    ("domino-king", Deal("no-tricks", counts=(("tricks", (9, 9, 9, 9)),))),
    ("domino-king", Deal("no-tricks", points=(90, 90, 90, 90))),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "deal"), SILLY)
def test_where_no_single_entry_fixes_a_deal_that_is_put_in_words(variant: str, deal: Deal, language: str) -> None:
    """No dash stands where the entries would be named, and no list is empty."""
    game = Game(variant_files.variant(variant).rules(4, {}), ("Ona", "Jonas", "Rasa", "Vytas"), 3, (deal,))
    told = [
        message(f, resources.language(language), game.players) for f in check_game(game).findings if f.code[0] == "D"
    ]
    assert told
    for text in told:
        assert ": —" not in text
        assert ": ." not in text


def test_a_hint_is_only_fixed_by_what_takes_it_away() -> None:
    """Nobody is offered other counts because no titles are recorded, nor because a deal was agreed on."""
    reign = Game(variant_files.variant("korol").rules(4, {}), ("Ona", "Jonas", "Rasa", "Vytas"), 3)
    reign = reign.with_deal(Deal("quota", counts=(("tricks", (4, 3, 1, 1)),)))
    agreed = in_lithuanian({"contract": "no-tricks", "counts": {"tricks": [3, 3, 1, 2]}, "agreed": "nine tricks"})
    for game, code in ((reign, "D435"), (agreed, "D460")):
        hint = next(f for f in check_game(game).findings if f.code == code)
        assert repairs_for(game, hint) == ()

"""What comes next, what is left and when a game is over follow from the deals that were recorded, and agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscore.checks import check_deal
from kingscore.model.game import Game
from kingscore.notation.king import read_king
from kingscore.scoring.schedule import deals_to_come, is_over, still_due, to_come, upcoming
from kingscore.statistics.chances import chances
from kingscore.storage import resources, variant_files
from tests.scorer import Scorer

HEAD = "variant: lithuanian\nplayers: Ona, Jonas, Rasa, Vytas\ndealer: Vytas\n"
#: A result that can be, for each contract of the order.
RESULTS = {
    "no-tricks": "2 3 1 2",
    "no-hearts": "0 1 4 3",
    "no-jacks-and-kings": "3 2 2 1",
    "no-queens": "1 1 2 0",
    "no-king": "Rasa",
    "no-last-two": "Ona Vytas",
    "no-all": "-18 -18 -30 -30",
    "trumps": "2 2 2 2",
    "domino": "Ona Jonas Rasa Vytas",
}
ORDER = (*list(RESULTS)[:7], *["trumps"] * 4, "domino")
T, H, J, Q, K, L, A = ORDER[:7]


def game_of(contracts: tuple[str, ...], agreed: bool = False) -> Game:
    """A game with these deals in this order, each possible by itself."""
    kept = ' agreed "so be it"' if agreed else ""
    lines = (f"{contract} {RESULTS[contract]}{kept}" for contract in contracts)
    found = read_king("\n".join((HEAD, *lines)), "", variant_files.open_rules, resources.words()).game
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("recorded", "due"),
    [
        ((), ORDER),
        ((T, H), ORDER[2:]),
        # Two in each other’s place.
        ((T, J, H), ORDER[3:]),
        # Queens before their time: what was passed over comes next, and queens do not come again.
        ((T, H, Q), (J, *ORDER[4:])),
        ((T, H, Q, J), ORDER[4:]),
        ((T, H, K), (J, Q, *ORDER[5:])),
        # One under a wrong name stands for the one in whose place it is.
        ((H, H), ORDER[2:]),
        ((T, H, H), ORDER[3:]),
        # One that was recorded twice stands for nothing.
        ((T, T, H), ORDER[2:]),
        ((*ORDER[:7], *["trumps"] * 4), ("domino",)),
        (ORDER, ()),
        ((*ORDER[:11], "trumps"), ()),
        ((T, *ORDER[:11]), ("domino",)),
    ],
)
def test_what_is_due_follows_from_what_was_recorded(recorded: tuple[str, ...], due: tuple[str, ...]) -> None:
    game = game_of(recorded)
    coming = upcoming(game)
    assert still_due(game) == due
    assert deals_to_come(game) == len(due)
    assert to_come(game) == dict(Counter(due))
    assert is_over(game) == (not due)
    assert chances(game).left == len(due)
    assert (coming.contracts if coming is not None else ()) == due[:1]
    assert coming is None or coming.number == len(recorded) + 1


@st.composite
def evenings(draw: st.DrawFn) -> tuple[str, ...]:
    """The beginning of the order with up to two deals left out, put in, changed or exchanged."""
    deals = list(ORDER[: draw(st.integers(0, 11))])
    for change in draw(st.lists(st.sampled_from(["out", "in", "other", "exchanged"]), max_size=2)):
        at = draw(st.integers(0, max(0, len(deals) - 1)))
        if change == "in":
            deals.insert(at, draw(st.sampled_from(ORDER)))
        elif deals and change == "out":
            del deals[at]
        elif deals and change == "other":
            deals[at] = draw(st.sampled_from(ORDER))
        elif len(deals) > 1:
            deals.insert(at, deals.pop())
    return tuple(deals)


@given(evenings(), st.booleans())
def test_what_is_announced_is_taken_until_nothing_is_left(recorded: tuple[str, ...], agreed: bool) -> None:
    """However the record stands, the deal that comes next is not faulted for its place, and each makes one fewer."""
    game, left = game_of(recorded, agreed), deals_to_come(game_of(recorded))
    assert left is not None
    while (coming := upcoming(game)) is not None:
        deal = replace(game_of(coming.contracts).deals[0], declarer=None)
        game = game.with_deal(deal)
        faults = [one.code for one in check_deal(game, len(game.deals)) if one.severity == "error"]
        assert faults == []
        left -= 1
        assert (left, deals_to_come(game)) == (left, left)
    assert left == 0


@given(evenings(), st.booleans())
def test_the_deals_to_come_are_those_of_the_chances(recorded: tuple[str, ...], agreed: bool) -> None:
    game = game_of(recorded, agreed)
    assert chances(game).left == deals_to_come(game) == sum((to_come(game) or {}).values())


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str]) -> Scorer:
    scorer = Scorer(capsys)
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-11-27")
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine("deal no-hearts 0 0 5 3")
    return scorer


@pytest.mark.parametrize(
    ("words", "left", "coming", "contracts"),
    [
        (["amend 1 no-hearts 2 1 2 3"], 10, "Next: deal 3 · No jacks and kings", 10),
        (["deal no-queens 1 1 2 0 --agreed out"], 9, "Next: deal 4 · No jacks and kings", 9),
        (["deal no-hearts 1 1 3 3 --agreed twice"], 9, "Next: deal 4 · No queens", 9),
    ],
)
def test_number_list_next_and_chances_say_the_same(
    scorer: Scorer, words: list[str], left: int, coming: str, contracts: int
) -> None:
    for line in words:
        scorer.fine(line)
    shown = scorer.fine("show").out
    number, names = shown.split("Left to play: ")[1].splitlines()[:2]
    listed = sum(int(name.partition("×")[2] or 1) for name in names.split(", "))
    assert number == f"{left} deals"
    assert listed == contracts
    assert coming in shown
    assert coming.rpartition(" · ")[2] in names
    assert f"{left} deals to come" in scorer.fine("chances").out
    assert scorer("settle").err.count(f"{left} deals") == 1


def test_where_it_is_not_known_which_contract_a_deal_stands_for_that_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ona declared the same twice: 56 − 5 deals are left, and of her contracts 13 of which she has 12 to declare."""
    scorer = Scorer(capsys)
    scorer.fine("new declared Ona Jonas Rasa Vytas")
    for line in ("2 3 1 2", "2 3 1 2", "2 3 1 2", "2 3 1 2", "2 3 1 2 --agreed again"):
        scorer.fine(f"deal no-tricks {line}")
    shown = scorer.fine("show").out
    assert "Left to play: 51 deals, out of these 52" in shown
    assert "51 deals to come" in scorer.fine("chances").out


def test_a_freed_order_lists_what_the_game_still_holds(capsys: pytest.CaptureFixture[str]) -> None:
    scorer = Scorer(capsys)
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --option order=free")
    scorer.fine("deal no-queens 1 1 2 0")
    shown = scorer.fine("show").out
    assert "Left to play: 11 deals\n  No tricks, No hearts, No jacks and kings, No king of hearts, " in shown


def test_a_sheet_names_the_deals_that_are_due(scorer: Scorer) -> None:
    """No queens were played before their time: they are not printed again."""
    scorer.fine("deal no-queens 1 1 2 0 --agreed out")
    sheet = scorer.fine("export --to csv").out
    assert [sheet.count(name) for name in ("No queens", "No jacks and kings", "Domino")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("tricks", "dealer"),
    # Fewest tricks make the peasant; of two with as many it is the one whose title was the lower.
    [("1 4 3 1", "Vytas"), ("0 4 3 2", "Ona"), ("3 3 3 0", "Vytas"), ("3 0 3 3", "Jonas"), ("2 3 2 2", "Vytas")],
)
def test_the_peasant_deals_the_reign(capsys: pytest.CaptureFixture[str], tricks: str, dealer: str) -> None:
    """The holder of the highest trump leads there, which no record shows."""
    scorer = Scorer(capsys)
    begun = scorer.fine("new korol Ona Jonas Rasa Vytas --dealer Vytas").out
    assert "Dealer: Vytas · Leads: Ona" in begun
    said = scorer.fine(f"deal quota titles king prince soldier peasant: {tricks}").out
    assert f"  Dealer: {dealer}\n" in said + "\n"
    assert "Leads" not in said
    assert f"dealer: {dealer}" in scorer.fine("show").out
    coming = scorer.fine("show --json").document["next"]
    assert (coming["dealer"], coming["leads"]) == (dealer, None)

"""A deal while it is recorded: what is not due is refused at that deal, whatever else could explain the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from kingscore.checks import check_deal, check_game
from kingscore.checks.repairs import with_repairs
from kingscore.cli.format_finding import command_line
from kingscore.model.findings import Finding
from kingscore.model.game import Bid, Deal, Game
from kingscore.model.rules import Rules
from kingscore.scoring.schedule import upcoming
from kingscore.storage import variant_files
from tests.generator import legal_game
from tests.rules_shipped import every_rules


def fixed_rules() -> list[Rules]:
    kept = [rules for rules in every_rules() if rules.schedule.kind == "fixed" and not rules.schedule.free]
    return [rules for rules in kept if rules.schedule.limit is None]


def errors(game: Game) -> list[Finding]:
    """The errors that refuse the last deal of a game."""
    return [one for one in check_deal(game, len(game.deals)) if one.severity == "error"]


def begun(variant: str, deals: int) -> Game:
    """A legal game so far, in which every trump deal has its declarer."""
    rules = variant_files.variant(variant).rules(None, {})
    whole = legal_game(rules, Random(3))
    return replace(whole, finished="", deals=whole.deals[:deals])


def strange_deals(whole: Game, number: int) -> Iterator[Deal]:
    """Deals of the same evening that are not due as deal ``number``, as they were and with other declarers."""
    due = whole.deals[number - 1].contract
    for deal in whole.deals:
        if deal.contract != due:
            yield deal
            if deal.declarer is not None and deal.bid is None:
                yield from (replace(deal, declarer=seat) for seat in range(whole.rules.table))


@pytest.mark.parametrize("rules", fixed_rules(), ids=lambda rules: f"{rules.variant}-{rules.table}")
def test_a_deal_that_is_not_due_is_refused_where_it_is_recorded(rules: Rules) -> None:
    """Also where an earlier deal is as good a candidate for being the one too many."""
    whole = replace(legal_game(rules, Random(5)), finished="")
    for number in range(1, len(whole.deals) + 1):
        so_far = replace(whole, deals=whole.deals[: number - 1])
        for strange in strange_deals(whole, number):
            found = errors(so_far.with_deal(strange))
            assert found, (number, strange)
            assert "C506" not in {one.code for one in found}, (number, strange)


@pytest.mark.parametrize("rules", every_rules(), ids=lambda rules: f"{rules.variant}-{rules.table}")
def test_a_legal_game_is_recorded_deal_by_deal_without_a_word(rules: Rules) -> None:
    whole = replace(legal_game(rules, Random(7)), finished="")
    for number in range(1, len(whole.deals) + 1):
        assert not errors(replace(whole, deals=whole.deals[:number])), number


def test_the_last_place_does_not_take_one_trump_deal_more() -> None:
    """The declarer of the deal before names trumps once more, with other numbers, instead of the last deal."""
    game = begun("russian-12", 11)
    last = game.deals[-1]
    (item, row), *_ = last.counts or ()
    again = replace(last, counts=((item, (*row[1:], row[0])),))
    found = errors(game.with_deal(replace(again, trump=None, bid=None, form=None)))
    assert [(one.code, one.deal) for one in found][:1] == [("C501", 12)]


def test_a_contract_too_early_hears_what_is_due_and_not_of_the_end_of_the_game() -> None:
    whole = replace(legal_game(variant_files.variant("lithuanian").rules(None, {}), Random(3)), finished="")
    trumps = next(deal for deal in whole.deals if deal.contract == "trumps")
    game = replace(whole, deals=whole.deals[:4])
    for seat in range(4):
        found = check_deal(game.with_deal(replace(trumps, declarer=seat)), 5)
        due = dict(next(one for one in found if one.code == "C501").values)["due"]
        contract = game.rules.contract("no-king")
        assert contract is not None
        assert due == contract.names


def test_too_early_in_a_whole_record_is_told_the_same_way() -> None:
    whole = legal_game(variant_files.variant("lithuanian").rules(None, {}), Random(3))
    trumps = next(deal for deal in whole.deals if deal.contract == "trumps")
    record = replace(whole, finished="", deals=(*whole.deals[:4], replace(trumps, declarer=whole.dealer)))
    assert "C501" in [one.code for one in check_game(record).findings if one.deal == 5]
    assert "C506" not in [one.code for one in check_game(record).findings]


def test_the_other_half_of_a_swap_that_was_agreed_on_is_taken() -> None:
    """Two deals in each other’s place, the first by agreement: the second is then no fault."""
    whole = replace(legal_game(variant_files.variant("lithuanian").rules(None, {}), Random(3)), finished="")
    first = replace(whole.deals[2], agreed="dealt in the wrong order")
    game = replace(whole, deals=(whole.deals[0], first, whole.deals[1]))
    assert not errors(game)


def test_a_second_wrong_declarer_does_not_move_the_first_dealer() -> None:
    """After one agreed exception the next deal is still judged by the dealer who is written down."""
    rules = variant_files.variant("minsk").rules(3, {})
    whole = replace(legal_game(rules, Random(3)), finished="")
    wrong = [replace(d, declarer=((d.declarer or 0) + 1) % 3) for d in whole.deals[:2]]
    game = replace(whole, deals=(replace(wrong[0], agreed="he asked for it"), wrong[1]))
    assert "C507" in [one.code for one in errors(game)]


def test_repairs_of_a_deal_that_is_not_due_are_those_of_its_own_place() -> None:
    game = begun("russian-12", 8)
    coming = upcoming(game)
    assert coming is not None
    tricks = game.rules.contract("no-tricks")
    assert tricks is not None
    game = game.with_deal(Deal("no-tricks", counts=(("tricks", (1, 2, 3, 2)),)))
    found = with_repairs(game, check_deal(game, 9), 8)
    lines = [command_line(repair) for one in found for repair in one.repairs]
    assert any(line.startswith("kingscore deal trumps by ") for line in lines)


def test_a_sale_named_the_other_way_round_is_turned_round() -> None:
    """The buyer is in turn himself, so that he cannot buy: he is the seller."""
    game = begun("russian-12", 7)
    coming = upcoming(game)
    assert coming is not None
    assert coming.declarer is not None
    turn, other = coming.declarer, (coming.declarer + 1) % 4
    sale = Bid(seller=other, buyer=turn, tricks=3)
    game = game.with_deal(Deal("trumps", declarer=other, bid=sale, counts=(("tricks", (3, 2, 2, 1)),)))
    found = [one for one in with_repairs(game, check_deal(game, 8), 7) if one.code == "C507"]
    names = game.players[turn], game.players[other]
    line = f"kingscore deal trumps by {names[0]} sold to {names[1]} for 3: 3 2 2 1"
    assert next(command_line(repair) for one in found for repair in one.repairs) == line


def test_of_a_deal_that_is_not_due_nobody_is_told_whose_turn_it_was() -> None:
    """Another declarer would not make it the one that is due."""
    game = begun("lithuanian", 4)
    for seat in range(4):
        strange = Deal("trumps", declarer=seat, counts=(("tricks", (3, 2, 2, 1)),))
        assert [one.code for one in errors(game.with_deal(strange))] in (["C501"], ["C503"])

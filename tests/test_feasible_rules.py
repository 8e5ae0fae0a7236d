"""Feasibility heeds each rule of a deal: fouls, prizes, sales, bids, titles, sweeps, doubling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kingscore.checks.feasibility import counts_possible, points_possible, possible_counts
from kingscore.model.game import Bid, Deal, Row
from kingscore.model.language import Names
from kingscore.model.rules import Contract, Deck, Item, Rules
from kingscore.scoring.score import deal_points
from kingscore.storage import variant_files


def rules_of(variant: str, players: int | None = None, **options: str) -> Rules:
    return variant_files.variant(variant).rules(players, options)


def possible(rules: Rules, deal: Deal, points: Row) -> bool:
    contract = rules.contract(deal.contract)
    assert contract is not None
    return points_possible(rules, contract, points, tuple(range(rules.table)), deal)


def counts_fit(rules: Rules, deal: Deal) -> bool:
    contract = rules.contract(deal.contract)
    assert contract is not None
    return counts_possible(rules, contract, dict(deal.counts or ()), tuple(range(rules.table)), deal)


def test_a_foul_costs_the_whole_deal_and_nobody_else_anything() -> None:
    rules = rules_of("lithuanian")
    assert possible(rules, Deal("no-queens", foul=2), (0, 0, -16, 0))
    assert not possible(rules, Deal("no-queens", foul=2), (0, 0, -12, -4))
    assert not possible(rules, Deal("no-queens", foul=1), (0, 0, -16, 0))
    assert not possible(rules, Deal("no-queens", foul=7), (0, 0, 0, 0))


def test_a_foul_in_a_bid_deal_costs_the_suit_that_was_bid_and_the_bid() -> None:
    deal = Deal("suit-auction", bid=Bid(bidder=1, points=6, suit="clubs"), foul=1)
    assert possible(rules_of("bidding-king", 4), deal, (0, -19, 0, 0))
    assert possible(rules_of("bidding-king", 3), deal, (0, -18, 0))
    assert not possible(rules_of("bidding-king", 3), deal, (0, -19, 0))
    assert deal_points(rules_of("bidding-king", 3), deal, (0, 1, 2)) == (0, -18, 0)


def test_prizes_go_to_the_places_in_any_order() -> None:
    rules = rules_of("lithuanian")
    assert possible(rules, Deal("domino"), (12, 48, 0, 36))
    assert not possible(rules, Deal("domino"), (36, 36, 24, 0))


def test_a_sale_in_tricks_is_handed_back_before_points_are_judged() -> None:
    rules = rules_of("russian-12")
    sold = Deal("trumps", bid=Bid(seller=0, buyer=1, tricks=2))
    assert possible(rules, sold, (6, -6, 12, 12))
    assert not possible(rules, sold, (3, -3, 12, 12))
    assert not possible(rules, Deal("trumps"), (6, -6, 12, 12))


def test_a_sale_in_points_is_handed_back_before_points_are_judged() -> None:
    rules = rules_of("polish-auction", 4)
    sold = Deal("trumps", bid=Bid(seller=2, buyer=3, points=75))
    assert possible(rules, sold, (100, 100, 175, -50))
    assert not possible(rules, sold, (125, 100, 50, 50))


def test_a_bid_is_taken_off_before_points_are_judged() -> None:
    rules = rules_of("bidding-king", 4)
    deal = Deal("suit-auction", bid=Bid(bidder=0, points=7, suit="hearts"))
    assert possible(rules, deal, (-7, -13, 0, 0))
    assert not possible(rules, deal, (-6, -14, 0, 0))


def test_without_a_suit_a_bid_may_have_named_any_suit_of_that_length() -> None:
    rules = rules_of("bidding-king", 3)
    contract = rules.contract("suit-auction")
    assert contract is not None
    for held, fits in ((13, True), (12, True), (11, False)):
        counts = {"suit-cards": (held - 4, 4, 0)}
        assert counts_possible(rules, contract, counts, (0, 1, 2), Deal("suit-auction")) == fits
        assert possible(rules, Deal("suit-auction"), (4 - held, -4, 0)) == fits


def test_a_deal_written_down_without_play_is_in_equal_shares() -> None:
    rules = rules_of("russian-12")
    assert counts_fit(rules, Deal("trumps", form="rospis", counts=(("tricks", (2, 2, 2, 2)),)))
    assert not counts_fit(rules, Deal("trumps", form="rospis", counts=(("tricks", (1, 3, 2, 2)),)))
    assert possible(rules, Deal("trumps", form="rospis"), (6, 6, 6, 6))
    assert not possible(rules, Deal("trumps", form="rospis"), (3, 9, 6, 6))


def test_nobody_has_more_tricks_than_his_title_allows() -> None:
    rules = rules_of("korol")
    titles = ("prince", "king", "peasant", "soldier")
    assert counts_fit(rules, Deal("quota", titles=titles, counts=(("tricks", (3, 0, 3, 3)),)))
    assert not counts_fit(rules, Deal("quota", titles=titles, counts=(("tricks", (2, 0, 4, 3)),)))
    assert possible(rules, Deal("quota", titles=titles), (0, 0, 0, 0))
    assert not possible(rules, Deal("quota", titles=titles), (0, 1, 0, -1))


def test_a_sweep_takes_the_place_of_what_the_cards_would_cost() -> None:
    rules = rules_of("self-teacher")
    assert possible(rules, Deal("no-hearts"), (0, 8, 0, 0))
    assert not possible(rules, Deal("no-hearts"), (0, -8, 0, 0))
    assert not possible(rules, Deal("no-hearts"), (0, -16, 0, 0))


def test_a_sweep_that_looks_like_another_deal_is_not_faulted() -> None:
    rules = rules_of("omnibus", 4)
    assert possible(rules, Deal("omnibus"), (26, 0, 0, 0))
    # Three hearts and the queen with one, ten hearts and the ten with another.
    assert possible(rules, Deal("omnibus"), (-16, 0, 0, 0))
    assert list(explanations(rules, Deal("omnibus"), (-16, 0, 0, 0)))
    assert all(
        max(row or 0 for row in counts["hearts"]) < 13
        for counts in explanations(rules, Deal("omnibus"), (-16, 0, 0, 0))
    )


def explanations(rules: Rules, deal: Deal, points: Row) -> Iterable[dict[str, Row]]:
    contract = rules.contract(deal.contract)
    assert contract is not None
    return possible_counts(rules, contract, points, tuple(range(rules.table)), deal, 50)


def test_all_pay_double_once_when_somebody_has_none() -> None:
    rules = rules_of("self-teacher")
    assert possible(rules, Deal("no-queens"), (-4, -8, -4, 0))
    assert possible(rules, Deal("no-queens"), (-8, -8, 0, 0))
    assert possible(rules, Deal("no-queens"), (-2, -2, -2, -2))
    assert not possible(rules, Deal("no-queens"), (-2, -4, -2, 0))
    assert not possible(rules, Deal("no-queens"), (-4, -4, -4, -4))


def test_a_number_or_a_row_that_is_missing_is_not_possible() -> None:
    rules = rules_of("lithuanian")
    contract = rules.contract("no-tricks")
    assert contract is not None
    seats = (0, 1, 2, 3)
    for row in ((2, 3, 1), (2, 3, None, 2), (-1, 5, 2, 2), ()):
        assert not counts_possible(rules, contract, {"tricks": row}, seats, Deal("no-tricks"))
    assert not counts_possible(rules, contract, {}, seats, Deal("no-tricks"))
    assert not points_possible(rules, contract, (-8, -8, 0), seats, Deal("no-tricks"))
    assert not points_possible(rules, contract, (-8, -8, 0, None), seats, Deal("no-tricks"))


def test_a_hidden_clash_of_two_items_is_found() -> None:
    """A queen too many and two hearts too few cancel in points; who has no trick cannot hold the king."""
    rules = rules_of("lithuanian")
    right = {
        "tricks": (2, 0, 4, 2),
        "hearts": (1, 0, 7, 0),
        "jacks-and-kings": (3, 0, 3, 2),
        "queens": (1, 0, 2, 1),
        "king-of-hearts": (0, 0, 1, 0),
        "last-two": (0, 0, 2, 0),
    }
    assert counts_fit(rules, Deal("no-all", counts=tuple(right.items())))
    for item, row in (
        ("king-of-hearts", (0, 1, 0, 0)),
        ("king-of-hearts", (0, 0, 0, 1)),
        ("last-two", (0, 1, 1, 0)),
        ("hearts", (0, 1, 7, 0)),
        ("tricks", (2, 0, 1, 5)),
        ("jacks-and-kings", (5, 0, 0, 3)),
    ):
        assert not counts_fit(rules, Deal("no-all", counts=tuple({**right, item: row}.items()))), item


def test_numbers_of_any_size_get_an_answer() -> None:
    rules = rules_of("lithuanian")
    huge = 10**30
    for contract in ("no-all", "no-hearts", "trumps", "domino"):
        assert not possible(rules, Deal(contract), (huge, -huge - 96, 0, 0))
        assert not possible(rules, Deal(contract), (-huge, huge - 96, 0, 0))
    seats = (0, 1, 2, 3)
    for table in (rules, rules_of("domino-king")):
        whole = table.contract("no-all")
        assert whole is not None
        counts = {item.id: (huge, -huge, 1, 1) for item in whole.items}
        assert not counts_possible(table, whole, counts, seats, Deal("no-all"))


def test_a_contract_whose_items_the_deck_lacks_is_worth_nothing_to_anybody() -> None:
    deck = Deck(("7", "8"))
    items = tuple(Item(item, Names(()), 0, -2) for item in ("queens", "jokers"))
    contract = Contract("x", Names(()), items)
    rules = replace(rules_of("lithuanian"), deck=deck, hand=2, contracts=(contract,))
    assert possible(rules, Deal("x"), (0, 0, 0, 0))
    assert not possible(rules, Deal("x"), (2, -2, 0, 0))

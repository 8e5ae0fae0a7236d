"""Feasibility for the shipped variants: whatever cards can do is possible, and the known impossibilities are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd
from random import Random

import pytest

from kingscore.checks.feasibility import counts_possible, points_possible, possible_counts
from kingscore.model.game import Bid, Deal, Game, Row, playing, seats_playing
from kingscore.model.rules import SUITS, Contract, Rules
from kingscore.scoring.score import deal_points
from kingscore.storage import variant_files
from tests import tables


def every_rules() -> Iterator[Rules]:
    """Each variant for each number of players, with its usual options and with each other choice once."""
    for variant in map(variant_files.variant, variant_files.variant_ids()):
        for table in variant.tables:
            yield variant.rules(table)
            for option in variant.options(table):
                for choice in option.choices:
                    if choice not in (option.default, "free"):
                        yield variant.rules(table, {option.key: choice})


EVERY_RULES = list(every_rules())


def shown(rules: Rules) -> str:
    return " ".join((rules.variant, str(rules.table), *(f"{k}={v}" for k, v in rules.options if k != "order")))


def thrown(rules: Rules, contract: Contract, random: Random) -> tuple[Deal, tuple[int, ...]]:
    """A deal in which the cards were thrown on the table at random and each trick given to one who played to it."""
    seats = seats_playing(rules, random.randrange(rules.table))
    suit = random.choice(SUITS)
    piles, winners = tricks_of(rules, contract, seats, suit, random)
    counts = []
    for item in contract.items:
        row: list[int | None] = [0 if seat in seats else None for seat in range(rules.table)]
        for seat, number in counted(rules, item.id, piles, winners, suit, random):
            row[seat] = (row[seat] or 0) + number
        counts.append((item.id, tuple(row)))
    bid = Bid(bidder=seats[0], points=random.randint(1, 9), suit=suit) if contract.bid else None
    return Deal(contract.id, counts=tuple(counts), bid=bid), seats


def tricks_of(
    rules: Rules, contract: Contract, seats: tuple[int, ...], suit: str, random: Random
) -> tuple[list[tuple[int, str]], list[int]]:
    """The cards that lie in each seat's pile, and who won each trick."""
    cards = [*rules.deck.cards(), *["*"] * rules.deck.jokers]
    random.shuffle(cards)
    if rules.talon:
        # What is laid away must not count.
        free = [card for card in cards if not any(held(rules, item.id, card, suit) for item in contract.items)]
        for card in free[: rules.talon]:
            cards.remove(card)
    lengths = dict.fromkeys(seats, rules.hand)
    for _ in range(random.choice((0, rules.stock, random.randint(0, rules.stock)))):
        lengths[random.choice(seats)] += 1
    piles, winners = [], []
    while sum(length > 0 for length in lengths.values()) > 1:
        players = [seat for seat, length in lengths.items() if length]
        winners.append(random.choice([*players, players[0], players[0]]))
        piles += [(winners[-1], cards.pop()) for _ in players]
        lengths = {seat: max(0, length - 1) for seat, length in lengths.items()}
    piles += [(seat, cards.pop()) for seat, length in lengths.items() for _ in range(length)]
    return piles, winners


def counted(
    rules: Rules, item: str, piles: list[tuple[int, str]], winners: list[int], suit: str, random: Random
) -> Iterator[tuple[int, int]]:
    """What seats count of an item, piece by piece."""
    match item:
        case "tricks":
            yield from ((seat, 1) for seat in winners)
        case "last-two":
            yield from ((seat, 1) for seat in winners[-2:])
        case "last-trick":
            yield winners[-1], 1
        case "seventh-and-last":
            yield from ((winners[6], 1), (winners[-1], 1))
        case "at-25" | "at-50" | "at-75" | "at-100" | "left-with-cards":
            yield random.choice(winners), 1
        case _:
            yield from ((seat, held(rules, item, card, suit)) for seat, card in piles)


def held(rules: Rules, item: str, card: str, suit: str) -> int:
    """What a card counts for an item."""
    hearts, rank = card[0] == "H", card[1:]
    return {
        "hearts": int(hearts),
        "jacks": int(rank == "J"),
        "jacks-and-kings": int(rank in ("J", "K")),
        "queens": int(rank == "Q"),
        "king-of-hearts": int(card == "HK"),
        "jokers": int(card == "*"),
        "heart-pips": dict(rules.pips).get(rank, 0) if hearts else 0,
        "suit-cards": int(card[0] == suit[0].upper()),
        "queen-of-spades": int(card == "SQ"),
        "ten-of-diamonds": int(card == "D10"),
    }.get(item, 0)


def within_ceilings(contract: Contract, deal: Deal) -> Deal | None:
    """The deal with titles in the order of its tricks, where the contract has titles; None if one is above its own."""
    row = deal.row("tricks")
    if not contract.titles or row is None:
        return deal
    order = sorted(range(len(row)), key=lambda seat: -(row[seat] or 0))
    titles = tuple(contract.titles[order.index(seat)] for seat in range(len(row)))
    tops = dict(zip(contract.titles, contract.ceilings, strict=False))
    if any((row[seat] or 0) > tops.get(titles[seat], 99) for seat in range(len(row))):
        return None
    return Deal(deal.contract, counts=deal.counts, titles=titles)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=shown)
def test_whatever_cards_and_tricks_come_about_is_possible(rules: Rules) -> None:
    random = Random(shown(rules))
    for contract in rules.contracts:
        for _ in range(12 if len(contract.items) > 1 else 3):
            if contract.placement:
                continue
            dealt, seats = thrown(rules, contract, random)
            deal = within_ceilings(contract, dealt)
            if deal is None:
                continue
            points = deal_points(rules, deal, seats)
            assert points is not None
            assert counts_possible(rules, contract, dict(deal.counts or ()), seats, deal), deal
            assert points_possible(rules, contract, points, seats, deal), (deal, points)


@pytest.mark.parametrize("rules", EVERY_RULES, ids=shown)
def test_counts_given_for_points_are_possible_and_worth_them(rules: Rules) -> None:
    random = Random(shown(rules))
    for contract in (contract for contract in rules.contracts if len(contract.items) > 1):
        deal, seats = thrown(rules, contract, random)
        points = deal_points(rules, deal, seats)
        assert points is not None
        given = list(possible_counts(rules, contract, points, seats, deal, 7))
        assert given
        assert len({tuple(counts.items()) for counts in given}) == len(given)
        for counts in given:
            explained = Deal(contract.id, counts=tuple(counts.items()), bid=deal.bid)
            assert counts_possible(rules, contract, counts, seats, explained)
            assert deal_points(rules, explained, seats) == points


@pytest.mark.parametrize("rules", EVERY_RULES, ids=shown)
def test_a_slip_in_one_count_is_never_possible_where_the_total_is_fixed(rules: Rules) -> None:
    random = Random(shown(rules))
    for contract in rules.contracts:
        if contract.placement or contract.loose:
            continue
        deal, seats = thrown(rules, contract, random)
        for item, row in deal.counts or ():
            slipped = list(row)
            seat = random.choice(seats)
            slipped[seat] = (slipped[seat] or 0) + random.choice((-2, -1, 1, 2, 3))
            assert not counts_possible(rules, contract, {**dict(deal.counts or ()), item: tuple(slipped)}, seats, deal)
            assert not counts_possible(
                rules, contract, {**dict(deal.counts or ()), item: row[: seats[-1]]}, seats, deal
            )


def splits(amount: int, seats: int, top: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every way to split an amount between seats, the largest part first."""
    top = amount if top is None else min(top, amount)
    if seats == 1:
        yield from ((amount,),) if amount <= top else ()
        return
    for first in range(top, -1, -1):
        for rest in splits(amount - first, seats - 1, first):
            yield first, *rest


def impossible(rules: Rules, some: Iterable[tuple[int, ...]] | None = None) -> Iterator[tuple[int, ...]]:
    """The points of the combined deal that are on its unit and add up, yet that no cards give; without signs.

    ``some``: only these splits, in units, are looked at.
    """
    contract, players = rules.contract("no-all"), rules.table
    assert contract is not None
    unit = gcd(*(item.value for item in contract.items))
    for split in some if some is not None else splits(-contract.base_total // unit, players):
        row = tuple(-part * unit for part in split)
        if not points_possible(rules, contract, row, tuple(range(players)), Deal("no-all")):
            yield tuple(-points for points in row)


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("lithuanian", 4, {}),
        ("symmetric", 4, {}),
        ("symmetric", 4, {"boys": "jacks-and-kings"}),
        ("symmetric", 3, {}),
        ("symmetric", 3, {"boys": "jacks-and-kings"}),
    ],
)
def test_every_split_of_96_for_four_and_150_for_three_comes_from_some_cards(
    variant: str, players: int, options: dict[str, str]
) -> None:
    assert list(impossible(variant_files.variant(variant).rules(players, options))) == []


def test_116_cannot_have_a_seat_at_1_3_or_5_and_everything_else_can() -> None:
    found = set(impossible(variant_files.variant("simple").rules(3)))
    assert found == {split for split in splits(116, 3) if {1, 3, 5} & set(split)}


def test_lithuanian_3_cannot_have_a_1_a_3_or_two_5s_and_everything_else_can() -> None:
    found = set(impossible(variant_files.variant("lithuanian-3").rules(3)))
    assert found == {split for split in splits(96, 3) if {1, 3} & set(split) or split.count(5) == 2}


def test_104_for_six_lacks_just_two_splits() -> None:
    flat = {split for split in splits(52, 6, 12) if sum(split) == 52}
    others = set(list(splits(52, 6))[::9])
    assert set(impossible(variant_files.variant("symmetric").rules(6), flat | others)) == {
        (18, 18, 18, 18, 18, 14),
        (18, 18, 18, 18, 16, 16),
    }


def test_polish_combined_deal_has_no_seat_at_10_or_30() -> None:
    rules = variant_files.variant("polish").rules(4)
    contract = rules.contract("no-all")
    assert contract is not None
    for small in (10, 30):
        for other in range(0, 1300 - small, 130):
            row = (-small, -other, -(1300 - small - other), 0)
            assert not points_possible(rules, contract, row, (0, 1, 2, 3), Deal("no-all"))
    assert points_possible(rules, contract, (-20, -400, -880, 0), (0, 1, 2, 3), Deal("no-all"))


TRUE = list(tables.lines("true"))
MISTAKES = list(tables.lines("mistakes"))
#: Mistakes in a deal itself that cards and values give away.
SEEN_IN_THE_DEAL = ("combined-clash", "combined-points-infeasible", "sweep-forgotten", "double-forgotten")


def deal_possible(game: Game, number: int) -> bool:
    """True if the counts and the points that a deal records are possible."""
    deal, seats = game.deals[number - 1], playing(game, number)
    contract = game.rules.contract(deal.contract)
    assert contract is not None
    if deal.counts is not None and not counts_possible(game.rules, contract, dict(deal.counts), seats, deal):
        return False
    return deal.points is None or points_possible(game.rules, contract, deal.points, seats, deal)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: str(case["id"]))
def test_every_deal_of_a_true_game_is_possible_in_counts_and_in_points(case: dict[str, object]) -> None:
    game = tables.game(case["game"])  # type: ignore[arg-type]
    points: list[Row] = [tuple(row) for row in case["points"]]  # type: ignore[attr-defined]
    for number, deal in enumerate(game.deals, 1):
        contract = game.rules.contract(deal.contract)
        assert contract is not None
        assert deal_possible(game, number)
        assert points_possible(game.rules, contract, points[number - 1], playing(game, number), deal)


@pytest.mark.parametrize(
    "case", [m for m in MISTAKES if m["class"] in SEEN_IN_THE_DEAL], ids=lambda case: str(case["id"])
)
def test_a_clash_is_found_in_its_deal_and_in_no_other(case: dict[str, dict[str, int]]) -> None:
    game = tables.game(case["game"])
    wrong = [number for number in range(1, len(game.deals) + 1) if not deal_possible(game, number)]
    assert wrong == [case["where"]["deal"] + 1]


@pytest.mark.parametrize("case", [m for m in MISTAKES if not m["detectable"]], ids=lambda case: str(case["id"]))
def test_what_nobody_can_see_is_possible(case: dict[str, dict[str, int]]) -> None:
    game = tables.game(case["game"])
    assert all(deal_possible(game, number) for number in range(1, len(game.deals) + 1))

"""Every kind of item that a variant can count goes all the way: rules, true deals, words, lines, sheets, chances.

The kinds are those of the program's own table. What each counts is written here a second time, card by card and trick
by trick; a kind that this file does not know fails by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from kingscore.checks import check_deal, check_game
from kingscore.model.game import Bid, Deal, Game
from kingscore.model.items import ITEMS, SUIT_LETTERS
from kingscore.model.rules import Rules
from kingscore.notation import read_deal, write_deal
from kingscore.render import render
from kingscore.render.text_tables import rules_text
from kingscore.rulebook import contract_page, facts, open_book, page
from kingscore.scoring.score import score
from kingscore.sheets import fitting_layouts, lay_out
from kingscore.statistics.chances import chances
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant import Variant
from kingscore.variant.models import faults_of

Row = tuple[int, ...]
SEATS, NAMES = 3, ("Ona", "Jonas", "Rasa")
RANKS = ("9", "10", "J", "Q", "K", "A")
JOKER = "*"
#: Twenty-four cards: eight for each, or seven and a stock of three.
DECK = (*(suit + rank for suit in "SHDC" for rank in RANKS if suit + rank != "S9"), JOKER)
PIPS = {"9": 9, "10": 10, "J": 2, "Q": 3, "K": 4, "A": 11}
HANDS = {"whole": (8, 0), "loose": (7, 3)}
VALUE, TRICK = -3, -1
#: So many games of three deals are dealt for each item; of the first few, more is asked.
GAMES, CLOSELY = 60, 12


# --- what each item counts, a second time


@dataclass
class Play:
    """A deal as it was played: every trick with its taker, what each seat has in the end, every card as it was laid."""

    tricks: list[tuple[int, list[str]]] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    context: list[tuple[int, str]] = field(default_factory=list)
    suit: str = "clubs"


#: By a card and the suit that was named: how often it counts.
CARDS: Mapping[str, Callable[[str, str], int]] = {
    "hearts": lambda card, _: int(card.startswith("H")),
    "jacks": lambda card, _: int(card.endswith("J")),
    "jacks-and-kings": lambda card, _: int(card.endswith(("J", "K"))),
    "queens": lambda card, _: int(card.endswith("Q")),
    "king-of-hearts": lambda card, _: int(card == "HK"),
    "queen-of-spades": lambda card, _: int(card == "SQ"),
    "ten-of-diamonds": lambda card, _: int(card == "D10"),
    "jokers": lambda card, _: int(card == JOKER),
    "heart-pips": lambda card, _: PIPS[card[1:]] if card.startswith("H") else 0,
    "suit-cards": lambda card, suit: int(SUIT_LETTERS.get(card[0]) == suit),
}
#: By the number of a trick and how many there are: how often it counts.
TRICKS: Mapping[str, Callable[[int, int], int]] = {
    "tricks": lambda number, last: 1,
    "last-two": lambda number, last: int(number > last - 2),
    "last-trick": lambda number, last: int(number == last),
    "seventh-and-last": lambda number, last: int(number == 7) + int(number == last),
}
#: By the whole deal: the one seat that has it.
SEAT: Mapping[str, Callable[[Play], int]] = {
    "at-25": lambda play: reaches(play, 25),
    "at-50": lambda play: reaches(play, 50),
    "at-75": lambda play: reaches(play, 75),
    "at-100": lambda play: reaches(play, 100),
    "left-with-cards": lambda play: play.context[-1][0],
}
#: Items that only count once somebody has named a suit.
NAMED = ("suit-cards",)


def reaches(play: Play, limit: int) -> int:
    """Who lays the card with which all that were laid come to so much."""
    total = 0
    for seat, card in play.context:
        total += PIPS.get(card[1:], 0)
        if total >= limit:
            return seat
    raise AssertionError(limit)


def counted(item: str, play: Play) -> Row:
    """How many of an item each seat has."""
    if item in CARDS:
        return tuple(sum(CARDS[item](card, play.suit) for card in pile) for pile in play.piles)
    if item in TRICKS:
        last = len(play.tricks)
        return tuple(
            sum(TRICKS[item](number, last) for number, (taker, _) in enumerate(play.tricks, 1) if taker == seat)
            for seat in range(SEATS)
        )
    return tuple(int(SEAT[item](play) == seat) for seat in range(SEATS))


def dealt(random: Random, hand: int, stock: int) -> Play:
    """The cards dealt and played by the rules: suits are followed; with a stock, who cannot follow draws."""
    cards = random.sample(DECK, len(DECK))
    hands, rest = [cards[seat * hand : (seat + 1) * hand] for seat in range(SEATS)], cards[SEATS * hand :]
    assert len(rest) == stock
    play, leader = Play(suit=random.choice(tuple(SUIT_LETTERS.values()))), random.randrange(SEATS)
    while sum(map(bool, hands)) > 1:
        trick: list[tuple[int, str]] = []
        for seat in ((leader + n) % SEATS for n in range(SEATS)):
            if not hands[seat]:
                continue
            led = trick[0][1][0] if trick else ""
            while led and rest and not any(card[0] == led for card in hands[seat]):
                hands[seat].append(rest.pop())
            card = random.choice([card for card in hands[seat] if card[0] == led] or hands[seat])
            hands[seat].remove(card)
            trick.append((seat, card))
        leader = max((one for one in trick if one[1][0] == trick[0][1][0]), key=lambda one: strength(one[1]))[0]
        play.tricks.append((leader, [card for _, card in trick]))
        play.piles[leader] += play.tricks[-1][1]
        play.context += trick
    for seat, left in enumerate(hands):
        play.piles[seat] += left
    return play


def strength(card: str) -> int:
    return RANKS.index(card[1:]) if card != JOKER else len(RANKS)


# --- a variant for one item: alone, and in a combined deal with another


def beside(item: str) -> str:
    return "tricks" if item != "tricks" else "hearts"


def variant_of(item: str, how: str) -> Variant:
    """Three deals: the other item, this one alone, both at once; its stated numbers are worked out here."""
    hand, stock = HANDS[how]
    values = {"other": {beside(item): TRICK}, "alone": {item: VALUE}}
    contracts: dict[str, dict[str, Any]] = {
        "other": {"values": values["other"]},
        "alone": {"values": values["alone"]},
        "both": {"combines": ["other", "alone"]},
    }
    for name, contract in contracts.items():
        worth = values["other"] | values["alone"] if name == "both" else values[name]
        contract["names"] = {"en": f"Deal {name}", "ru": f"Сдача {name}", "lt": f"Dalijimas {name}"}
        contract["bid"] = any(one in NAMED for one in worth)
        contract.update(stated(worth, stock))
        if stock and "tricks" in worth:
            contract["tricks_range"] = [hand, hand + stock // 2]
    fixed = not stock and item not in NAMED
    total = {"total": sum(contract["total"] for contract in contracts.values())} if fixed else {}
    return variant_files.from_raw(
        {
            "id": "guard",
            "names": {"en": "Guard", "ru": "Страж", "lt": "Sargas"},
            "tables": [SEATS],
            "layout": "grid",
            "deck": {"ranks": list(RANKS), "removed": ["S9"], "jokers": 1},
            "deal": {"hand": hand, "stock": stock, "packets": []},
            "pips": PIPS,
            "game": {"deals": len(contracts), **total},
            "schedule": {
                "kind": "fixed",
                "order": list(contracts),
                "declarer": "bidder" if item in NAMED else "forehand",
            },
            "contracts": contracts,
        }
    )


def stated(worth: Mapping[str, int], stock: int) -> dict[str, Any]:
    """The total of a deal; with a stock the range, and that cards may stay there."""
    cards = [sum(value * CARDS[i](card, "hearts") for i, value in worth.items() if i in CARDS) for card in DECK]
    always = sum(value * each for i, value in worth.items() if (each := how_often(i)) is not None)
    if not stock:
        return {"total": sum(cards) + always + 8 * worth.get("tricks", 0)}
    kept = sum(sorted(cards, key=abs)[: len(cards) - stock])
    ends = [part + always + n * worth.get("tricks", 0) for part, n in ((kept, 7), (sum(cards), 8))]
    return {"loose": True, "range": [min(ends), max(ends)]}


def how_often(item: str) -> int | None:
    """How many of an item there are however the cards fall; None for cards and for tricks."""
    if item in SEAT:
        return 1
    return sum(TRICKS[item](number, 8) for number in range(1, 9)) if item in TRICKS and item != "tricks" else None


@cache
def rules_of(item: str, how: str) -> Rules:
    return variant_of(item, how).rules()


def deal_of(contract: str, items: tuple[str, ...], play: Play) -> Deal:
    deal = Deal(contract, counts=tuple((one, counted(one, play)) for one in items))
    if not any(one in NAMED for one in items):
        return deal
    return replace(deal, declarer=1, bid=Bid(bidder=1, points=5, suit=play.suit))


def games(item: str, how: str, many: int = GAMES) -> Iterator[Game]:
    """So many true games, of one deal of each contract."""
    random, rules = Random(f"{item} {how}"), rules_of(item, how)
    other = beside(item)
    for _ in range(many):
        plays = [dealt(random, *HANDS[how]) for _ in range(3)]
        wanted = (("other", (other,)), ("alone", (item,)), ("both", (other, item)))
        deals = tuple(deal_of(name, items, play) for (name, items), play in zip(wanted, plays, strict=True))
        yield Game(rules, NAMES, random.randrange(SEATS), deals)


def points_of(deal: Deal) -> Row:
    """What a deal comes to, worked out here."""
    alone = {"other": TRICK, "alone": VALUE}
    rows = [row for _, row in deal.counts or ()]
    values = (TRICK, VALUE) if deal.contract == "both" else (alone[deal.contract],)
    paid = 5 if deal.bid is not None else 0
    return tuple(
        sum(value * (row[seat] or 0) for value, row in zip(values, rows, strict=True)) - (paid if seat == 1 else 0)
        for seat in range(SEATS)
    )


EVERY = [(item, how) for item in ITEMS for how in HANDS]
each_item = pytest.mark.parametrize("item", ITEMS)
each_way = pytest.mark.parametrize(("item", "how"), EVERY)


# --- the guard


def test_this_guard_knows_every_item() -> None:
    """A kind of item that is new in the program has to be counted here as well, by its cards, tricks or seat."""
    known = (*CARDS, *TRICKS, *SEAT)
    assert [item for item in ITEMS if item not in known] == []
    assert [item for item in known if item not in ITEMS] == []


@each_way
def test_the_numbers_that_its_variant_states_come_out(item: str, how: str) -> None:
    assert [(one.code, dict(one.values)) for one in faults_of(variant_of(item, how))] == []


@each_way
def test_every_true_deal_passes(item: str, how: str) -> None:
    """Alone and combined, in counts: nothing is found, when the deal is recorded and when the game is checked."""
    for game in games(item, how):
        report = check_game(game)
        assert report.findings == (), [(one.code, one.deal, dict(one.values)) for one in report.findings]
        assert report.points == tuple(map(points_of, game.deals))
        assert not [one for number in (1, 2, 3) for one in check_deal(game, number)]


@each_way
def test_every_true_deal_passes_in_points(item: str, how: str) -> None:
    for game in games(item, how, CLOSELY):
        deals = (replace(deal, counts=None, points=points_of(deal)) for deal in game.deals)
        report = check_game(replace_game(game, tuple(deals)))
        assert report.findings == (), [(one.code, one.deal, dict(one.values)) for one in report.findings]


@each_item
def test_a_slip_in_a_count_is_found(item: str) -> None:
    """One more or one fewer of it with anybody, alone or combined, is an error in that deal."""
    for game in games(item, "whole", CLOSELY):
        for number in (2, 3):
            deal = game.deals[number - 1]
            for seat, off in ((seat, off) for seat in range(SEATS) for off in (-1, 1)):
                row = dict(deal.counts or ())[item]
                slip = tuple((n or 0) + off if at == seat else n for at, n in enumerate(row))
                counts = tuple((one, slip if one == item else kept) for one, kept in deal.counts or ())
                found = check_game(game.with_deal_at(number, replace(deal, counts=counts))).findings
                assert any(one.severity == "error" and one.deal == number for one in found), (slip, counts)


def replace_game(game: Game, deals: tuple[Deal, ...]) -> Game:
    return Game(game.rules, game.players, game.dealer, deals)


@each_way
def test_a_deal_is_written_as_a_line_and_read_again(item: str, how: str) -> None:
    for game in games(item, how, CLOSELY):
        for number, deal in enumerate(game.deals, 1):
            before = replace_game(game, game.deals[: number - 1])
            line = write_deal(deal, game, number)
            assert not line.startswith("{")
            assert read_deal(line, before, number, resources.words()) == deal, line


@each_item
@pytest.mark.parametrize("code", LANGUAGES)
def test_its_words_are_there_in_every_language(item: str, code: str) -> None:
    language = resources.language(code)
    assert language.has(f"terms.item.{item}")
    assert language.has(f"rules.each.{item}")
    item_names = resources.words(code).kinds["item"][item]
    assert item_names.of(code) == language.say(f"terms.item.{item}")


@each_way
@pytest.mark.parametrize("code", LANGUAGES)
def test_its_rules_are_written_in_every_language(item: str, how: str, code: str) -> None:
    """The whole page and that of each deal: with the name of the item and no id, key or hole in it."""
    variant, language = variant_of(item, how), resources.language(code)
    pages = [page(variant, None, None, language)]
    pages += [contract_page(variant, None, None, contract, language) for contract in ("alone", "both")]
    name = resources.names("terms")["item"][item].of(code)
    for text in (rules_text([one], "", 100) for one in pages):
        ids = set(re.findall(r"[a-z]+(?:[-_.][a-z0-9]+)+", text)) & {*ITEMS, *(f"each.{one}" for one in ITEMS)}
        assert ids <= {name}
        assert "{" not in text
    assert list(facts(open_book(variant, None, None, language)))
    if how == "whole":
        assert name in rules_text([pages[-1]], "", 100)


@each_item
@pytest.mark.parametrize("code", LANGUAGES)
def test_its_sheets_are_laid_out(item: str, code: str) -> None:
    """Every layout that fits a game has a template, and its table holds the totals of the game."""
    language = resources.language(code)
    game = next(games(item, "whole", 1))
    layouts = fitting_layouts(game.rules)
    assert {"grid", "triangle"} <= {*layouts}
    totals = score(game).totals
    assert totals == tuple(map(sum, zip(*map(points_of, game.deals), strict=True)))
    for layout in layouts:
        sheet = lay_out(game, resources.template(layout), language)
        text = render(sheet, "csv").content.decode("utf-8").replace("\N{MINUS SIGN}", "-")
        assert all(str(total) in text for total in totals)


@each_way
def test_chances_hold_whatever_comes(item: str, how: str) -> None:
    """After one deal, each seat's lowest and highest total has the true end between them; who won could still win."""
    for game in games(item, how, CLOSELY):
        totals = score(game).totals
        assert totals is not None
        free = 5 if item in NAMED else 0  # what somebody bids is left aside
        for seat in chances(replace_game(game, game.deals[:1])).seats:
            assert seat.lowest - 2 * free <= totals[seat.seat] <= seat.highest
            assert seat.chance != "none" or totals[seat.seat] < max(totals) or free

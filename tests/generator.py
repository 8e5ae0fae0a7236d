"""Complete legal games for tests: cards are really dealt and played, so that counts are what a table could see.

It counts cards by itself and takes from the program only the rules and the course of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from kingscore.model.game import Bid, Deal, Game, Row, forehand, playing
from kingscore.model.items import SUIT_LETTERS
from kingscore.model.rules import SUITS, Contract, Rules
from kingscore.scoring.schedule import Upcoming, is_complete, upcoming
from kingscore.scoring.score import deal_points

NAMES = ("Ona", "Jonas", "Rasa", "Vytas", "Глеб", "Зоя")
PIPS_TO_A_HUNDRED = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
JOKER = "X*"
#: One deal in so many is dealt so that one seat takes everything: by chance a sweep hardly ever comes.
ONE_SWEEP_IN = 12


@dataclass
class Played:
    """What came of the tricks of a deal: the winner of each, and the cards in the pile of each seat."""

    winners: list[int] = field(default_factory=list)
    piles: dict[int, list[str]] = field(default_factory=dict)


def legal_game(rules: Rules, random: Random, *, deals: int | None = None) -> Game:
    """A complete legal game with counts; an open one ends after a few deals. ``deals`` stops it early."""
    players = tuple(random.sample(NAMES, rules.table))
    game = Game(rules, players, random.randrange(rules.table))
    open_end = rules.deals is None and rules.schedule.limit is None
    most = deals if deals is not None else (random.randint(3, 8) if open_end else 10_000)
    while len(game.deals) < most:
        coming = upcoming(game)
        if coming is None:
            break
        game = game.with_deal(legal_deal(game, coming, random))
    if open_end or (is_complete(game) and random.random() < 0.5):
        return replace(game, finished="yes")
    return game


def in_points(game: Game) -> Game:
    """The same game with its deals recorded in points where the record holds counts."""
    deals = []
    for number, deal in enumerate(game.deals, 1):
        seats = playing(game, number)
        points = deal_points(game.rules, deal, seats) if deal.counts is not None else None
        shown = None if points is None else tuple(p if seat in seats else None for seat, p in enumerate(points))
        deals.append(deal if shown is None else replace(deal, counts=None, points=shown))
    return replace(game, deals=tuple(deals))


def legal_deal(game: Game, coming: Upcoming, random: Random) -> Deal:
    """A legal deal for the next place in a game."""
    rules = game.rules
    contract = rules.contract(random.choice(coming.contracts))
    assert contract is not None
    declarer = coming.declarer
    if rules.schedule.declarer == "bidder" or (declarer is None and contract.declared):
        declarer = random.choice(coming.playing)
    return _Deal(game, coming, contract, declarer, random).made()


@dataclass
class _Deal:
    game: Game
    coming: Upcoming
    contract: Contract
    declarer: int | None
    random: Random

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def seats(self) -> tuple[int, ...]:
        return self.coming.playing

    def made(self) -> Deal:
        contract = self.contract
        deal = Deal(contract.id, self.declarer)
        if contract.placement:
            return replace(deal, places=self._row(self._places()))
        if contract.item("left-with-cards"):
            loser = self.random.choice(self.seats)
            return replace(deal, counts=(("left-with-cards", self._row({loser: 1})),))
        if contract.item("at-100"):
            return replace(deal, counts=self._hundred())
        deal = self._forms(deal)
        if deal.form == "rospis":
            return deal
        played = self._played(deal)
        rows = tuple((item.id, self._row(self._counted(item.id, played, deal))) for item in contract.items)
        return replace(deal, counts=rows, titles=self._titles())

    def _row(self, of: dict[int, int]) -> Row:
        return tuple(of.get(seat, 0) if seat in self.seats else None for seat in range(self.rules.table))

    def _places(self) -> dict[int, int]:
        order = self.random.sample(self.seats, len(self.seats))
        return {seat: place for place, seat in enumerate(order, 1)}

    def _forms(self, deal: Deal) -> Deal:
        """The deal with its trump, form, sale or bid."""
        contract, random = self.contract, self.random
        suit = random.choice(SUITS)
        if contract.bid:
            return replace(deal, bid=Bid(bidder=self.declarer, points=random.randint(1, 9), suit=suit))
        if not contract.forms:
            return deal
        form = random.choice(contract.forms)
        trump = {"no-trump": "none", "misere": "misere", "rospis": None}.get(form, suit)
        deal = replace(deal, form=form if len(contract.forms) > 1 else None, trump=trump)
        if contract.sale is None or form == "rospis" or random.random() < 0.6:
            return deal
        buyer = random.choice([seat for seat in self.seats if seat != self.declarer])
        price = contract.sale.step * random.randint(1, self.rules.tricks if contract.sale.unit == "tricks" else 9)
        if contract.sale.unit == "tricks":
            return replace(deal, bid=Bid(seller=self.declarer, buyer=buyer, tricks=price))
        return replace(deal, bid=Bid(seller=self.declarer, buyer=buyer, points=price))

    # --- the cards

    def _deck(self) -> list[str]:
        jokers = [JOKER] * self.rules.deck.jokers
        cards = [*self.rules.deck.cards(), *jokers]
        self.random.shuffle(cards)
        return cards

    def _hands(self) -> tuple[dict[int, list[str]], list[str]]:
        """A hand for each seat, and the cards left over; now and then one seat gets the highest of each suit."""
        cards = self._deck()
        seats = list(self.seats)
        if self.random.randrange(ONE_SWEEP_IN) == 0:
            self.random.shuffle(seats)
            high = self.rules.deck.ranks.index
            cards.sort(key=lambda card: -1 if card == JOKER else high(card[1:]), reverse=True)
        size = self.rules.hand
        hands = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(seats)}
        return hands, cards[len(seats) * size :]

    def _played(self, deal: Deal) -> Played:
        hands, rest = self._hands()
        taker = self.declarer
        if self.rules.talon and taker is not None:
            hands[taker] = self._after_discard([*hands[taker], *rest])
        if self.rules.stock:
            return self._with_stock(hands, rest)
        return self._tricks(hands, deal)

    def _after_discard(self, cards: list[str]) -> list[str]:
        """The declarer's hand without two cards, none of which counts in this deal."""
        free = [card for card in cards if not self._counts(card)]
        away = self.random.sample(free, self.rules.talon)
        return [card for card in cards if card not in away]

    def _counts(self, card: str) -> bool:
        return any(card_counts(item.id, card, None) for item in self.contract.items)

    def _tricks(self, hands: dict[int, list[str]], deal: Deal) -> Played:
        """All tricks of a deal; where titles have ceilings, a seat that has reached its own drops out."""
        played = Played(piles={seat: [] for seat in self.seats})
        trump = self._trump_letter(deal)
        leader = forehand(self.game, self.coming.number)
        ceilings = self._ceilings()
        for _ in range(self.rules.tricks):
            active = [s for s in self.seats if played.winners.count(s) < ceilings.get(s, self.rules.tricks)]
            leader = leader if leader in active else min(active, key=lambda s: (s - leader) % self.rules.table)
            order = sorted(active, key=lambda s: (s - leader) % self.rules.table)
            trick: list[tuple[int, str]] = []
            for seat in order:
                card = self._card(hands[seat], trick)
                hands[seat].remove(card)
                trick.append((seat, card))
            leader = winner_of(trick, trump, self._strength(deal))
            played.winners.append(leader)
            played.piles[leader] += [card for _, card in trick]
        return played

    def _trump_letter(self, deal: Deal) -> str | None:
        letters = {suit: letter for letter, suit in SUIT_LETTERS.items()}
        if self.contract.titles:
            return self.random.choice("SHDC")
        return letters.get(deal.trump or "")

    def _strength(self, deal: Deal) -> Callable[[str], float]:
        ranks = self.rules.deck.ranks
        sign = -1 if deal.form == "misere" else 1
        return lambda card: sign * (ranks.index("10") + 0.5 if card == JOKER else ranks.index(card[1:]))

    def _card(self, hand: Sequence[str], trick: list[tuple[int, str]]) -> str:
        """A card that may be played: of the suit led if there is one, no heart to lead where that is banned."""
        if trick:
            led = suit_of(trick[0][1])
            return self.random.choice([card for card in hand if suit_of(card) == led] or list(hand))
        plain = [card for card in hand if suit_of(card) != "H"]
        return self.random.choice(plain if plain and self.contract.heart_lead == "banned" else list(hand))

    def _with_stock(self, hands: dict[int, list[str]], stock: list[str]) -> Played:
        """A deal with a stock: who cannot follow draws until he can; it ends when at most one seat holds cards."""
        played = Played(piles={seat: [] for seat in self.seats})
        leader = forehand(self.game, self.coming.number)
        while sum(bool(hand) for hand in hands.values()) > 1:
            order = sorted((s for s in self.seats if hands[s]), key=lambda s: (s - leader) % self.rules.table)
            trick: list[tuple[int, str]] = []
            for seat in order:
                led = suit_of(trick[0][1]) if trick else None
                while led and stock and not any(suit_of(card) == led for card in hands[seat]):
                    hands[seat].append(stock.pop())
                card = self._card(hands[seat], trick)
                hands[seat].remove(card)
                trick.append((seat, card))
            leader = winner_of(trick, None, lambda card: self.rules.deck.ranks.index(card[1:]))
            played.winners.append(leader)
            played.piles[leader] += [card for _, card in trick]
        for seat, hand in hands.items():
            played.piles[seat] += hand
        return played

    # --- the counts

    def _counted(self, item: str, played: Played, deal: Deal) -> dict[int, int]:
        winners = played.winners
        tricks = {
            "tricks": winners,
            "last-two": winners[-2:],
            "last-trick": winners[-1:],
            "seventh-and-last": [winners[6], winners[-1]] if len(winners) > 6 else [],
        }
        if item in tricks:
            return {seat: tricks[item].count(seat) for seat in self.seats}
        suit = deal.bid.suit if deal.bid else None
        if item == "heart-pips":
            values = dict(self.rules.pips)
            return {s: sum(values[c[1:]] for c in pile if c[0] == "H") for s, pile in played.piles.items()}
        return {seat: sum(card_counts(item, card, suit) for card in pile) for seat, pile in played.piles.items()}

    def _hundred(self) -> tuple[tuple[str, Row], ...]:
        """Cards laid one by one; who reaches 25, 50, 75 and 100 with the running sum."""
        hands, _ = self._hands()
        order = sorted(self.seats, key=lambda s: (s - forehand(self.game, self.coming.number)) % self.rules.table)
        reached: dict[str, Row] = {}
        total = 0
        for turn in range(self.rules.hand):
            for seat in order:
                before, total = total, total + PIPS_TO_A_HUNDRED.get(hands[seat][turn][1:], 0)
                for item in self.contract.items:
                    if before < int(item.id.removeprefix("at-")) <= total:
                        reached[item.id] = self._row({seat: 1})
        return tuple((item.id, reached[item.id]) for item in self.contract.items)

    # --- titles

    def _titles(self) -> tuple[str, ...] | None:
        """The titles of this deal by seat: given freely in the first deal, then by its tricks."""
        titles = self.contract.titles
        if not titles:
            return None
        before = self.game.deals[-1] if self.game.deals else None
        row = before.row("tricks") if before else None
        if self.contract.ceilings or before is None or row is None or before.titles is None:
            return self._given
        had = before.titles
        order = sorted(self.seats, key=lambda seat: (-(row[seat] or 0), titles.index(had[seat])))
        return tuple(titles[order.index(seat)] for seat in range(self.rules.table))

    @property
    def _given(self) -> tuple[str, ...]:
        """The same free choice each time it is asked for in one deal."""
        turn = self.game.dealer + len(self.game.players[0])
        return tuple(self.contract.titles[(seat + turn) % self.rules.table] for seat in range(self.rules.table))

    def _ceilings(self) -> dict[int, int]:
        if not self.contract.ceilings:
            return {}
        return {
            seat: self.contract.ceilings[self.contract.titles.index(title)] for seat, title in enumerate(self._given)
        }


def suit_of(card: str) -> str:
    """The suit to follow: the joker goes with the hearts."""
    return "H" if card == JOKER else card[0]


def winner_of(trick: list[tuple[int, str]], trump: str | None, strength: Callable[[str], float]) -> int:
    """Who takes a trick: the joker where no heart was led, else the highest trump, else the highest of the suit led."""
    led = suit_of(trick[0][1])
    if led != "H":
        for seat, card in trick:
            if card == JOKER:
                return seat
    suits = [suit_of(card) for _, card in trick]
    asked = trump if trump in suits else led
    return max((t for t in trick if suit_of(t[1]) == asked), key=lambda t: strength(t[1]))[0]


def card_counts(item: str, card: str, suit: str | None) -> bool:
    """Whether a card is one of an item; ``suit`` is the one that a bidder named."""
    match item:
        case "hearts":
            return card[0] == "H"
        case "heart-pips":
            return card[0] == "H"
        case "jacks":
            return card[1:] == "J"
        case "queens":
            return card[1:] == "Q"
        case "jacks-and-kings":
            return card[1:] in ("J", "K")
        case "king-of-hearts":
            return card == "HK"
        case "queen-of-spades":
            return card == "SQ"
        case "ten-of-diamonds":
            return card == "D10"
        case "jokers":
            return card == JOKER
        case "suit-cards":
            return suit is not None and SUIT_LETTERS.get(card[0]) == suit
        case _:
            return False

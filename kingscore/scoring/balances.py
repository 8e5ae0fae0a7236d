"""What is owed over many games less what was paid, a currency apart from the other, with the way down to each game.

Debts are kept exactly and rounded once, at the end. It knows people by their shown names; it stores nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from kingscore.model.frozen import dataclass
from kingscore.model.game import Stake
from kingscore.scoring.money import DECIMALS, POINTS, Coin, coin_of, per_point
from kingscore.scoring.payments import Payment
from kingscore.scoring.settlement import Rule, by_debt, debts, entries
from kingscore.scoring.transfers import (
    SURELY_FEWEST,
    Transfer,
    brought_to,
    fewest_transfers,
    net,
    net_owed,
    whole_balances,
    whole_payments,
    without_circles,
)


@dataclass(frozen=True, slots=True)
class Debt:
    """What one owes another, exactly, in units of the currency."""

    payer: str
    payee: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class Item:
    """One game or payment in an account: a payment is a debt of the one who was paid. ``decimals`` are those that its
    amounts have where the currency itself says nothing of that."""

    name: str
    date: str
    currency: str | None
    debts: tuple[Debt, ...]
    people: tuple[str, ...]
    rule: Rule | None = None
    decimals: int = 0
    note: str = ""

    @property
    def is_payment(self) -> bool:
        return self.rule is None

    def balance(self, name: str) -> Fraction:
        """What one person gains by it."""
        gained = sum((d.amount for d in self.debts if d.payee == name), Fraction(0))
        return gained - sum((d.amount for d in self.debts if d.payer == name), Fraction(0))


@dataclass(frozen=True, slots=True)
class Account:
    """All items of one currency and what is still owed: ``people`` and ``balances`` go together and sum to zero.

    ``pairs`` are the debts between those who played, without circles; ``fewest`` settle the same balances.
    """

    coin: Coin
    items: tuple[Item, ...]
    people: tuple[str, ...]
    exact: tuple[Fraction, ...]
    balances: tuple[int, ...]
    pairs: tuple[Transfer, ...]
    fewest: tuple[Transfer, ...]
    pairwise: bool

    @property
    def certain(self) -> bool:
        """True if there are certainly no fewer transfers than ``fewest``."""
        return sum(1 for balance in self.balances if balance) <= SURELY_FEWEST

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """By pairs where the rule settles by pairs and nothing was paid yet, else the fewest."""
        return self.pairs if self.pairwise else self.fewest


def game_item(
    name: str, date: str, people: Sequence[str], totals: Sequence[int], terms: tuple[Rule, Stake | None, Stake | None]
) -> Item:
    """What one game comes to. ``terms`` are the rule, the stake for a point, and the entry of each, which settles
    instead of points where it is there."""
    rule, stake, entry = terms
    money = entry or stake
    coin, worth = coin_of(money), per_point(money)
    owed = entries(totals, worth) if entry else debts(totals, worth, rule)
    named = tuple(
        Debt(people[payer], people[payee], amount / 10**coin.decimals)
        for (payer, payee), amount in owed.items()
        if amount and people[payer] != people[payee]
    )
    around = tuple(dict.fromkeys(people))
    return Item(name, date, coin.currency, named, around, "pot" if entry else rule, coin.decimals)


def payment_item(payment: Payment, payer: str, payee: str) -> Item:
    """A payment by the people that its names mean."""
    decimals = len(payment.amount.partition(".")[2].rstrip("0"))
    debt = Debt(payee, payer, Fraction(payment.amount))
    people = tuple(dict.fromkeys((payer, payee)))
    owed = (debt,) if payer != payee else ()
    return Item(f"№ {payment.seq}", payment.date, payment.currency, owed, people, None, decimals, payment.note)


def accounts(items: Iterable[Item]) -> tuple[Account, ...]:
    """An account for each currency, points last; the order of items and people changes nothing but the proof's."""
    by_currency: dict[str | None, list[Item]] = {}
    for item in items:
        by_currency.setdefault(item.currency, []).append(item)
    order = sorted(by_currency, key=lambda currency: (currency is None, currency or ""))
    return tuple(_account(currency, by_currency[currency]) for currency in order)


def _account(currency: str | None, items: Sequence[Item]) -> Account:
    coin = _coin(currency, items)
    people = tuple(sorted({name for item in items for name in item.people}))
    place = {name: at for at, name in enumerate(people)}
    owed: dict[tuple[int, int], Fraction] = {}
    for item in items:
        for debt in item.debts:
            pair = (place[debt.payer], place[debt.payee])
            owed[pair] = owed.get(pair, Fraction(0)) + debt.amount * 10**coin.decimals
    exact = net_owed(owed, len(people))
    pairwise = all(item.rule in ("winner", "pairs", "pot") for item in items)
    pairs = whole_payments(without_circles(owed, people), people)
    balances = net(pairs, len(people)) if pairwise else whole_balances(exact, people)
    if not pairwise:
        pairs = brought_to(pairs, balances, people)
    fewest = fewest_transfers(balances, people)
    told = (by_debt(pairs, balances, people), by_debt(fewest, balances, people))
    return Account(coin, tuple(items), people, exact, balances, *told, pairwise)


def _coin(currency: str | None, items: Sequence[Item]) -> Coin:
    if currency is None:
        return POINTS
    return Coin(currency, DECIMALS.get(currency, max(item.decimals for item in items)))

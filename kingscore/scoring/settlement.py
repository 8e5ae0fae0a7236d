"""Who pays whom: for one game from points and a stake, and over many games less what was paid, each currency apart.

Debts are kept exactly and rounded once, at the end, by the rules of ``transfers``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Game, Stake, as_of
from kingscore.scoring.money import DECIMALS, POINTS, Coin, Payment, coin_of, per_point
from kingscore.scoring.schedule import deals_to_come, is_over
from kingscore.scoring.score import ScoreTable, score
from kingscore.scoring.transfers import (
    SURELY_FEWEST,
    Owed,
    Transfer,
    brought_to,
    fewest_transfers,
    net,
    net_owed,
    whole_balances,
    whole_payments,
    without_circles,
)

Rule = Literal["balance", "winner", "pairs", "pot"]
#: How debts can be settled: in the fewest transfers, or each pair for itself.
VIEWS = ("fewest", "pairs")
#: Who sat on the seats, and the points that they got there.
Part: TypeAlias = tuple[Sequence[str], Sequence[int]]
#: Who owes whom.
Pair: TypeAlias = tuple[str, str]
RULES: tuple[Rule, ...] = ("balance", "winner", "pairs", "pot")


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who owes whom. ``balances`` are coins seat by seat and sum to zero; ``transfers`` bring each to nothing.

    ``exact`` are the balances before rounding; ``findings`` are warnings (M910). The largest debts come first.
    """

    rule: Rule
    players: tuple[str, ...]
    coin: Coin
    exact: tuple[Fraction, ...]
    balances: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    findings: tuple[Finding, ...] = ()

    def document(self) -> dict[str, list[dict[str, str | None]]]:
        """The settlement for machines: ``{"transfers": [{"from", "to", "amount", "currency"}]}``, amounts as exact
        decimals in text."""
        return {"transfers": transfers_document(self.players, self.coin, self.transfers)}


def transfers_document(people: Sequence[str], coin: Coin, transfers: Sequence[Transfer]) -> list[dict[str, str | None]]:
    """Transfers for machines, amounts as exact decimals in text."""
    return [
        {"from": people[t.payer], "to": people[t.payee], "amount": coin.exact(t.amount), "currency": coin.currency}
        for t in transfers
    ]


def settle_game(game: Game, rule: Rule = "balance") -> Settlement:
    """Who owes whom as a game stands. A game with deals to come is settled with a warning.

    Refused: M911 where a deal gives no points.
    """
    table = score(game)
    if table.totals is None:
        raise Refused(*(finding("M911", deal=line.number) for line in table.lines if line.points is None), status=1)
    early: tuple[Finding, ...] = ()
    if not is_over(game, table):
        left = deals_to_come(game)
        early = (finding("M910", "open", n=len(game.deals)) if left is None else finding("M910", n=left),)
    return _settled(parts_of(game, table), game.everybody, game.stake, rule, early)


def settle(
    totals: Sequence[int],
    players: Sequence[str],
    stake: Stake | None = None,
    rule: Rule = "balance",
    findings: tuple[Finding, ...] = (),
) -> Settlement:
    """Who owes whom for total points, seat by seat.

    ``balance``: a balance is the points less the table's average, times the stake, settled in the fewest transfers.
    ``winner``: each pays the winner what he is behind; several winners share it evenly. ``pairs``: each pair settles
    its difference. ``pot``: who is below the average puts that into the pot, which is the winner's alone. The fewest
    are certain for up to a dozen people.
    """
    return _settled(((tuple(players), tuple(totals)),), tuple(players), stake, rule, findings)


def _settled(
    parts: Sequence[Part], players: tuple[str, ...], stake: Stake | None, rule: Rule, findings: tuple[Finding, ...]
) -> Settlement:
    coin, worth = coin_of(stake), per_point(stake)
    place = {name: at for at, name in enumerate(players)}
    owed = {(place[a], place[b]): amount for (a, b), amount in between_people(parts, worth, rule).items()}
    exact = net_owed(owed, len(players))
    if rule == "balance":
        balances = whole_balances(exact, players)
        transfers = fewest_transfers(balances, players)
    else:
        transfers = whole_payments(owed, players)
        balances = net(transfers, len(players))
    return Settlement(rule, players, coin, exact, balances, by_debt(transfers, balances, players), findings)


def by_debt(transfers: Sequence[Transfer], balances: Sequence[int], players: Sequence[str]) -> tuple[Transfer, ...]:
    """Transfers with those of the largest debtor first."""
    return tuple(
        sorted(transfers, key=lambda t: (balances[t.payer], -balances[t.payee], players[t.payer], players[t.payee]))
    )


def debts(totals: Sequence[int], worth: Fraction, rule: Rule | Literal["entry"], row: Sequence[int] = ()) -> Owed:
    """What each owes each under a rule, exactly; ``worth`` is that of a point, or what each puts into a pot.

    Under ``pairs`` a seat owes every seat that has more the difference, under ``balance`` an even part of it. All other
    rules pay the winners, in even parts: the distance to them (``winner``), the distance to the table's average of
    those below it (``pot``), or just what was put in (``entry``). Of a ``row``, the points of one deal, comes that
    deal's part of what is owed by the totals: the parts of all deals are the whole. It may be less than nothing.
    """
    row = row or totals
    seats, best, average = range(len(totals)), max(totals), Fraction(sum(row), len(row))
    if rule in ("balance", "pairs"):
        part = worth if rule == "pairs" else worth / len(totals)
        return {(a, b): (row[b] - row[a]) * part for a in seats for b in seats if row[a] < row[b]}
    below = [seat for seat in seats if totals[seat] * len(totals) < sum(totals)]
    winners = [seat for seat in seats if totals[seat] == best]
    distances: dict[str, Callable[[int, int], Fraction | int]] = {
        "winner": lambda seat, winner: row[winner] - row[seat],
        "pot": lambda seat, _: average - row[seat] if seat in below else 0,
        "entry": lambda seat, _: 1,
    }
    pairs = ((seat, winner) for seat in seats if seat not in winners for winner in winners)
    owing = ((pair, distances[rule](*pair) * worth / len(winners)) for pair in pairs)
    return {pair: amount for pair, amount in owing if amount}


def between_people(parts: Sequence[Part], worth: Fraction, rule: Rule | Literal["entry"]) -> dict[Pair, Fraction]:
    """What each person owes each, exactly, where people may have changed places: every deal's part is owed between
    those who sat there then. Nobody owes himself anything."""
    totals = [sum(column) for column in zip(*(row for _, row in parts), strict=True)]
    share = worth / len(parts) if rule == "entry" else worth
    owed: dict[Pair, Fraction] = {}
    for people, row in parts:
        for (payer, payee), amount in debts(totals, share, rule, row).items():
            pair, back = (people[payer], people[payee]), (people[payee], people[payer])
            if back in owed:
                owed[back] -= amount
            else:
                owed[pair] = owed.get(pair, Fraction(0)) + amount
    turned = ((pair, amount) if amount > 0 else (pair[::-1], -amount) for pair, amount in owed.items())
    return {pair: amount for pair, amount in turned if amount and pair[0] != pair[1]}


def parts_of(game: Game, table: ScoreTable) -> tuple[Part, ...]:
    """Who sat on the seats in each deal, with its points; the whole game in one part where nobody changed places."""
    if not game.seated:
        return ((game.players, table.totals or ()),)
    return tuple((as_of(game, line.number).players, line.points or ()) for line in table.lines)


# Over many games


@dataclass(frozen=True, slots=True)
class Debt:
    """What one owes another, exactly, in units of the currency."""

    payer: str
    payee: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class AccountItem:
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
    items: tuple[AccountItem, ...]
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
    def view(self) -> str:
        """By pairs where the rule settles by pairs and nothing was paid yet, else the fewest."""
        return "pairs" if self.pairwise else "fewest"

    def transfers(self, view: str = "") -> tuple[Transfer, ...]:
        """Who pays whom in one of ``VIEWS``, in its own where none is asked for."""
        return self.pairs if (view or self.view) == "pairs" else self.fewest

    def transfers_document(self, view: str = "") -> list[dict[str, str | None]]:
        """The same for machines."""
        return transfers_document(self.people, self.coin, self.transfers(view))


@dataclass(frozen=True, slots=True)
class Basis:
    """How a game is settled: the rule, the stake for a point, and the entry of each, which settles instead of points
    where there is one."""

    rule: Rule = "balance"
    stake: Stake | None = None
    entry: Stake | None = None


def game_item(name: str, date: str, parts: Sequence[Part], basis: Basis) -> AccountItem:
    """What one game comes to."""
    money = basis.entry or basis.stake
    coin, worth = coin_of(money), per_point(money)
    owed = between_people(parts, worth, "entry" if basis.entry else basis.rule)
    named = tuple(Debt(*pair, amount / coin.per_unit) for pair, amount in owed.items())
    around = tuple(dict.fromkeys(person for people, _ in parts for person in people))
    return AccountItem(name, date, coin.currency, named, around, "pot" if basis.entry else basis.rule, coin.decimals)


def payment_item(payment: Payment, payer: str, payee: str) -> AccountItem:
    """A payment by the people that its names mean."""
    decimals = len(payment.amount.partition(".")[2].rstrip("0"))
    debt = Debt(payee, payer, Fraction(payment.amount))
    people = tuple(dict.fromkeys((payer, payee)))
    owed = (debt,) if payer != payee else ()
    return AccountItem(f"№ {payment.seq}", payment.date, payment.currency, owed, people, None, decimals, payment.note)


def accounts(items: Iterable[AccountItem]) -> tuple[Account, ...]:
    """An account for each currency, points last; the order of items and people changes only the breakdown's."""
    by_currency: dict[str | None, list[AccountItem]] = {}
    for item in items:
        by_currency.setdefault(item.currency, []).append(item)
    order = sorted(by_currency, key=lambda currency: (currency is None, currency or ""))
    return tuple(_account(currency, by_currency[currency]) for currency in order)


def _account(currency: str | None, items: Sequence[AccountItem]) -> Account:
    decimals = DECIMALS.get(currency or "", max(item.decimals for item in items))
    coin = POINTS if currency is None else Coin(currency, decimals)
    people = tuple(sorted({name for item in items for name in item.people}))
    place = {name: at for at, name in enumerate(people)}
    owed: dict[tuple[int, int], Fraction] = {}
    for item in items:
        for debt in item.debts:
            pair = (place[debt.payer], place[debt.payee])
            owed[pair] = owed.get(pair, Fraction(0)) + debt.amount * coin.per_unit
    exact = net_owed(owed, len(people))
    pairwise = all(item.rule in ("winner", "pairs", "pot") for item in items)
    pairs = whole_payments(without_circles(owed, people), people)
    balances = net(pairs, len(people)) if pairwise else whole_balances(exact, people)
    if not pairwise:
        pairs = brought_to(pairs, balances, people)
    fewest = fewest_transfers(balances, people)
    pairs, fewest = by_debt(pairs, balances, people), by_debt(fewest, balances, people)
    return Account(coin, tuple(items), people, exact, balances, pairs, fewest, pairwise)

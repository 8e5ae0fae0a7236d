"""An account down to each game and payment, for people as a table and for programs. It adds nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kingscore.cli.columns import columns, shown
from kingscore.cli.context import Context
from kingscore.model.language import MINUS
from kingscore.scoring.money import Coin
from kingscore.scoring.settlement import Account
from kingscore.scoring.transfers import Transfer


def proof(context: Context, account: Account) -> str:
    """A row a game and a payment, a column a person; then what was rounded, and the balances."""
    say, mark = context.language.say, context.language.decimal_mark
    rows = [(account.coin.currency or context.say("settle.unit"), *account.people)]
    for item in account.items:
        amounts = tuple(_cell(item.balance(name) * scale(account.coin), account.coin, mark) for name in account.people)
        name = f"{say('owing.payment')} {item.name}" if item.is_payment else item.name
        rows.append((f"{item.date}  {name}", *amounts))
    off = tuple(b - e for b, e in zip(account.balances, account.exact, strict=True))
    if any(off):
        rows.append((say("owing.rounded"), *(_cell(one, account.coin, mark) for one in off)))
    rows.append((say("owing.balance"), *(_cell(Fraction(b), account.coin, mark) for b in account.balances)))
    return columns([tuple(map(shown, row)) for row in rows])


def scale(coin: Coin) -> int:
    """How many coins a unit has."""
    return int(10**coin.decimals)


def _cell(amount: Fraction, coin: Coin, mark: str) -> str:
    """Coins with their sign; what is left of a coin follows as a fraction: ``+0.43 1/3``."""
    if not amount:
        return coin.shown(0, mark)
    whole, rest = divmod(abs(amount), 1)
    part = f" {rest.numerator}/{rest.denominator}" if rest else ""
    return ("+" if amount > 0 else MINUS) + coin.shown(int(whole), mark) + part


def transfers(account: Account, which: Sequence[Transfer]) -> list[dict[str, Any]]:
    """Transfers as the published format has them."""
    return [
        {
            "from": account.people[t.payer],
            "to": account.people[t.payee],
            "amount": account.coin.exact(t.amount),
            "currency": account.coin.currency,
        }
        for t in which
    ]


def account_document(account: Account, whole: bool) -> dict[str, Any]:
    """An account for programs; ``exact`` amounts are fractions of the currency's unit as text, ``13/30``."""
    told: dict[str, Any] = {
        "currency": account.coin.currency,
        "balances": {n: account.coin.exact(b) for n, b in zip(account.people, account.balances, strict=True)},
        "fewest": transfers(account, account.fewest),
        "certain": account.certain,
        "pairs": transfers(account, account.pairs),
    }
    if whole:
        exact = (amount / scale(account.coin) for amount in account.exact)
        told["exact"] = {name: str(amount) for name, amount in zip(account.people, exact, strict=True)}
        told["items"] = [
            {
                "payment" if item.is_payment else "game": item.name,
                "date": item.date,
                "rule": item.rule,
                "note": item.note,
                "amounts": {name: str(item.balance(name)) for name in item.people},
            }
            for item in account.items
        ]
    return told

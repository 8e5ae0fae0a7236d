"""Who owes whom, as people and programs read it: balances, transfers, and an account down to each game and payment."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kingscore.cli.context import Context
from kingscore.model.frozen import dataclass, replace
from kingscore.model.language import MINUS, Amount
from kingscore.render.text_width import columns, shown
from kingscore.scoring.money import Coin
from kingscore.scoring.transfers import SURELY_FEWEST, Transfer

if TYPE_CHECKING:
    from kingscore.app.settle import Settlement
    from kingscore.model.game import Stake
    from kingscore.scoring.settlement import Account

VIEWS = ("fewest", "pairs")


@dataclass(frozen=True, slots=True)
class SettlementView:
    """How a settlement is shown: ``view`` fewest or pairs, empty as the rule has it; ``several`` where more than one
    game may be meant, else ``stake`` and ``entry`` are those of the game."""

    proof: bool
    view: str
    several: bool
    stake: Stake | None = None
    entry: Stake | None = None


def lines(context: Context, found: Settlement, shape: SettlementView) -> list[str]:
    say = context.language.say
    parts = [say("owing.games", n=len(found.games))] if shape.several else []
    for account in found.accounts:
        if shape.proof:
            parts.append(_breakdown(context, account))
        elif shape.several:
            parts.append(_balances(context, account))
        parts += _debts(context, account, shape)
    return parts if found.accounts else [*parts, say("owing.nothing")]


def _balances(context: Context, account: Account) -> str:
    rows = [
        (shown(name), _signed(context, account, balance), _unit(context, account))
        for name, balance in zip(account.people, account.balances, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda at: (-account.balances[at], account.people[at]))
    return columns([rows[at] for at in order], "  ")


def _signed(context: Context, account: Account, amount: int) -> str:
    return "+" * (amount > 0) + account.coin.shown(amount, context.language.decimal_mark)


def _unit(context: Context, account: Account) -> str:
    return shown(account.coin.currency or context.say("settle.unit"))


def _views(account: Account, shape: SettlementView) -> tuple[str, ...]:
    if shape.view:
        return (shape.view,)
    return VIEWS if shape.proof else ("pairs" if account.pairwise else "fewest",)


def _debts(context: Context, account: Account, shape: SettlementView) -> list[str]:
    """Who pays whom, below the way in which it came about."""
    parts = []
    mark = context.language.decimal_mark
    for view in _views(account, shape):
        transfers = account.fewest if view == "fewest" else account.pairs
        rows = [
            (account.people[t.payer], "→", account.people[t.payee], account.coin.shown(t.amount, mark))
            for t in transfers
        ]
        told = columns([(*map(shown, row), _unit(context, account)) for row in rows], "  ", right=False) if rows else ""
        parts.append(f"{_head(context, account, view, shape)}\n{told or '  ' + context.say('settle.nothing')}")
    return parts


def _head(context: Context, account: Account, view: str, shape: SettlementView) -> str:
    if not shape.several and view == _views(account, replace(shape, view="", proof=False))[0]:
        if shape.entry is not None:
            return f"{context.say('settle.entry')} · {context.say('settle.each', amount=_amount(shape.entry))}"
        rule = next((item.rule for item in account.items if item.rule), "balance")
        return f"{context.say(f'settle.{rule}')} · {_money(context, shape.stake)}"
    how = "greedy" if view == "fewest" and not account.certain else view
    return context.language.say(f"owing.{how}", n=SURELY_FEWEST)


def _money(context: Context, stake: Stake | None) -> str:
    if stake is None:
        return context.say("settle.points")
    return context.say("settle.stake", amount=_amount(stake))


def _amount(stake: Stake) -> Amount:
    return Amount(stake.per_point, shown(stake.currency))


def document(context: Context, found: Settlement, shape: SettlementView) -> dict[str, Any]:
    """``{"transfers": […]}``; for several games or with a proof also all that leads there."""
    views = {"fewest": lambda a: a.fewest, "pairs": lambda a: a.pairs, "": lambda a: a.transfers}
    listed: dict[str, Any] = {
        "transfers": [t for account in found.accounts for t in _transfers(account, views[shape.view](account))]
    }
    if shape.several or shape.proof:
        listed |= {"games": [row.name for row in reversed(found.games)]}
        listed |= {"accounts": [_account_document(account, shape.proof) for account in found.accounts]}
        listed |= context.findings(found.findings)
    return listed


def _breakdown(context: Context, account: Account) -> str:
    """A row a game and a payment, a column a person; then what was rounded, and the balances."""
    say, mark = context.language.say, context.language.decimal_mark
    rows = [(account.coin.currency or context.say("settle.unit"), *account.people)]
    for item in account.items:
        amounts = tuple(_cell(item.balance(name) * _scale(account.coin), account.coin, mark) for name in account.people)
        name = f"{say('owing.payment')} {item.name}" if item.is_payment else item.name
        rows.append((f"{item.date}  {name}", *amounts))
    off = tuple(b - e for b, e in zip(account.balances, account.exact, strict=True))
    if any(off):
        rows.append((say("owing.rounded"), *(_cell(one, account.coin, mark) for one in off)))
    rows.append((say("owing.balance"), *(_cell(Fraction(b), account.coin, mark) for b in account.balances)))
    return columns([tuple(map(shown, row)) for row in rows])


def _scale(coin: Coin) -> int:
    """How many coins a unit has."""
    return int(10**coin.decimals)


def _cell(amount: Fraction, coin: Coin, mark: str) -> str:
    """Coins with their sign; what is left of a coin follows as a fraction: ``+0.43 1/3``."""
    if not amount:
        return coin.shown(0, mark)
    whole, rest = divmod(abs(amount), 1)
    part = f" {rest.numerator}/{rest.denominator}" if rest else ""
    return ("+" if amount > 0 else MINUS) + coin.shown(int(whole), mark) + part


def _transfers(account: Account, which: Sequence[Transfer]) -> list[dict[str, Any]]:
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


def _account_document(account: Account, whole: bool) -> dict[str, Any]:
    """An account for programs; ``exact`` amounts are fractions of the currency's unit as text, ``13/30``."""
    listed: dict[str, Any] = {
        "currency": account.coin.currency,
        "balances": {n: account.coin.exact(b) for n, b in zip(account.people, account.balances, strict=True)},
        "fewest": _transfers(account, account.fewest),
        "certain": account.certain,
        "pairs": _transfers(account, account.pairs),
    }
    if whole:
        exact = (amount / _scale(account.coin) for amount in account.exact)
        listed["exact"] = {name: str(amount) for name, amount in zip(account.people, exact, strict=True)}
        listed["items"] = [
            {
                "payment" if item.is_payment else "game": item.name,
                "date": item.date,
                "rule": item.rule,
                "note": item.note,
                "amounts": {name: str(item.balance(name)) for name in item.people},
            }
            for item in account.items
        ]
    return listed

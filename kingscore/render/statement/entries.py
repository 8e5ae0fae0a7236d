"""An account as entries in whole coins, each summing to zero: games, payments, at last what rounding came to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from fractions import Fraction

from kingscore.model.frozen import dataclass
from kingscore.scoring.settlement import Account, Item
from kingscore.scoring.transfers import whole_balances

#: The day of what has none.
NO_DAY = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Entry:
    """``amounts`` are whole coins person by person, in the account's order, and sum to zero. ``kind`` is ``game``,
    ``payment`` or ``rounding``."""

    kind: str
    name: str
    day: date
    amounts: tuple[int, ...]
    note: str = ""


def entries(account: Account) -> tuple[Entry, ...]:
    """All entries of an account in order; their sums are its balances."""
    made = [_entry(account, item) for item in account.items]
    sums = [sum(entry.amounts[at] for entry in made) for at in range(len(account.people))]
    off = tuple(balance - there for balance, there in zip(account.balances, sums, strict=True))
    if any(off):
        made.append(Entry("rounding", "", last_day(made), off))
    return tuple(made)


def _entry(account: Account, item: Item) -> Entry:
    exact = [item.balance(name) * Fraction(10**account.coin.decimals) for name in account.people]
    kind = "payment" if item.is_payment else "game"
    return Entry(kind, item.name, day_of(item.date), whole_balances(exact, account.people), item.note)


def day_of(text: str) -> date:
    """A day of the calendar; the first of 1970 for what is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return NO_DAY


def last_day(made: Sequence[Entry]) -> date:
    return max((entry.day for entry in made), default=NO_DAY)


def day_after(made: Sequence[Entry]) -> date:
    """The day after the last entry, on which the balances are stated."""
    last = last_day(made)
    return last + timedelta(days=1) if last < date.max else last

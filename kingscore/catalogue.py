"""The list of variants: what each needs and comes to, and which fit a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kingscore.language import Names
from kingscore.rules import Rules
from kingscore.variant import Variant


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a variant should be like; None where it does not matter."""

    players: int | None = None
    cards: int | None = None
    zero_sum: bool = False
    max_deals: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A variant at one number of players, with its usual options. ``deals`` and ``total`` are None where not fixed."""

    id: str
    names: Names
    players: int
    cards: int
    deals: int | None
    total: int | None


def entries(variants: Iterable[Variant], wanted: Wanted) -> tuple[Entry, ...]:
    """Each variant at each number of players for which it fits, in the order given, the usual number first."""
    found = (variant.rules(table) for variant in variants for table in variant.tables)
    return tuple(_entry(rules) for rules in found if fits(rules, wanted))


def _entry(rules: Rules) -> Entry:
    # A game with a limit may end after any deal, so its number of deals is not fixed.
    deals = None if rules.schedule.limit is not None else rules.deals
    return Entry(rules.variant, rules.names, rules.table, rules.deck.size, deals, rules.total)


def fits(rules: Rules, wanted: Wanted) -> bool:
    """True if a game by these rules is what is wanted. An open end is never known to be short enough."""
    entry = _entry(rules)
    return (
        wanted.players in (None, entry.players)
        and wanted.cards in (None, entry.cards)
        and (not wanted.zero_sum or entry.total == 0)
        and (wanted.max_deals is None or (entry.deals is not None and entry.deals <= wanted.max_deals))
    )

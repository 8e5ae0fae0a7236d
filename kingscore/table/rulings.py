"""What is asked about the rules, answered: the variants there are, a variant’s page, one deal’s. It prints nothing."""

from __future__ import annotations

from dataclasses import dataclass

from kingscore import library
from kingscore.course import upcoming
from kingscore.findings import Refused
from kingscore.language import Language
from kingscore.rulebook import Page, contract_page, page
from kingscore.rules import Rules
from kingscore.store import Kept
from kingscore.variant import Variant


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which variants are asked for: all that fit everything said."""

    players: int | None = None
    cards: int | None = None
    zero_sum: bool = False
    max_deals: int | None = None


def offered(wanted: Wanted) -> tuple[tuple[Rules, ...], ...]:
    """The variants wanted, each with its usual rules for every number of players that fits."""
    found = []
    for variant_id in library.variant_ids():
        variant = library.variant(variant_id)
        tables = tuple(rules for n in sorted(variant.tables) if _fits(rules := variant.rules(n), wanted))
        if tables:
            found.append(tables)
    return tuple(found)


def _fits(rules: Rules, wanted: Wanted) -> bool:
    return (
        wanted.players in (None, rules.table)
        and wanted.cards in (None, rules.deck.size)
        and (not wanted.zero_sum or rules.total == 0)
        and (wanted.max_deals is None or (rules.deals is not None and rules.deals <= wanted.max_deals))
    )


@dataclass(frozen=True, slots=True)
class Question:
    """Whose rules are asked for: a variant, one contract of it or all (empty), so many players, options.

    ``kept`` is the variant of a game that keeps its own rules.
    """

    variant: str
    contract: str = ""
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    contracts: tuple[str, ...] = ()
    kept: Variant | None = None


def next_deal(kept: Kept) -> Question:
    """The question that a game in play asks: the contracts that may come next, all of its rules when it is over."""
    rules, coming = kept.game.rules, upcoming(kept.game)
    contracts = coming.contracts if coming is not None else ()
    return Question(rules.variant, "", rules.table, rules.options, contracts, kept.variant)


def answer(asked: Question, language: Language) -> tuple[Page, ...]:
    """The pages that answer a question. Refused, status 2: V301, V308 to V310, V317."""
    try:
        variant = asked.kept or library.variant(asked.variant)
        options, contracts = dict(asked.options), asked.contracts or tuple(filter(None, (asked.contract,)))
        if not contracts:
            return (page(variant, asked.seats, options, language),)
        return tuple(contract_page(variant, asked.seats, options, one, language) for one in contracts)
    except Refused as refused:
        raise Refused(*refused.findings, status=2) from None

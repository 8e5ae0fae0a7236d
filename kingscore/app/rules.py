"""Answers questions about the rules: which variants there are, the page of a variant, the page of one deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kingscore.app.resolve_variant import called
from kingscore.model.findings import Refused
from kingscore.model.language import Language
from kingscore.model.rules import Rules
from kingscore.rulebook import Book, Hit, RulesPage, contract_page, open_book, page, search
from kingscore.rulebook.compare import Differences, differences
from kingscore.rulebook.identify import Match, identify
from kingscore.scoring.schedule import upcoming
from kingscore.storage import LibraryGame, resources, variant_files
from kingscore.variant import Variant


@dataclass(frozen=True, slots=True)
class VariantsRequest:
    """Which variants are asked for: all that fit everything said."""

    players: int | None = None
    cards: int | None = None
    zero_sum: bool = False
    max_deals: int | None = None


def offered(request: VariantsRequest) -> tuple[tuple[Rules, ...], ...]:
    """The variants wanted, each with its usual rules for every number of players that fits."""
    found = []
    for variant in every_variant():
        tables = tuple(rules for n in sorted(variant.tables) if _fits(rules := variant.rules(n), request))
        if tables:
            found.append(tables)
    return tuple(found)


def _fits(rules: Rules, request: VariantsRequest) -> bool:
    return (
        request.players in (None, rules.table)
        and request.cards in (None, rules.deck.size)
        and (not request.zero_sum or rules.total == 0)
        and (request.max_deals is None or (rules.deals is not None and rules.deals <= request.max_deals))
    )


@dataclass(frozen=True, slots=True)
class RulesRequest:
    """Whose rules are asked for: a variant, one contract of it or all (empty), so many players, options.

    ``kept`` is the variant of a game that keeps its own rules.
    """

    variant: str
    contract: str = ""
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    contracts: tuple[str, ...] = ()
    kept: Variant | None = None


def next_deal(kept: LibraryGame) -> RulesRequest:
    """The question that a game in play asks: the contracts that may come next, all of its rules when it is over."""
    rules, coming = kept.game.rules, upcoming(kept.game)
    contracts = coming.contracts if coming is not None else ()
    return RulesRequest(rules.variant, "", rules.table, rules.options, contracts, kept.variant)


def answer(request: RulesRequest, language: Language) -> tuple[RulesPage, ...]:
    """The pages that answer a question. Refused, status 2: V301, V308 to V310, V317; status 3: V314."""
    try:
        variant = request.kept or called(request.variant)
        options, contracts = dict(request.options), request.contracts or tuple(filter(None, (request.contract,)))
        if not contracts:
            return (page(variant, request.seats, options, language),)
        return tuple(contract_page(variant, request.seats, options, one, language) for one in contracts)
    except Refused as refused:
        raise Refused(*refused.findings, status=max(2, refused.status)) from None


def every_variant() -> Iterator[Variant]:
    """All variants at hand, shipped and the user's own; an own one with a fault is left out."""
    for variant_id in (*variant_files.variant_ids(), *variant_files.own_variant_ids()):
        try:
            yield variant_files.variant(variant_id)
        except Refused:
            continue


def found_words(words: str, language: Language) -> tuple[Hit, ...]:
    """The sentences of all rules that answer a question asked in any language, best first, in one language."""
    others = tuple(resources.language(code) for code in resources.LANGUAGES if code != language.code)
    return search(words, every_variant(), (language, *others))


def compared(
    ids: tuple[str, str], seats: int | None, options: Sequence[tuple[str, str]], language: Language
) -> tuple[tuple[Book, Book], tuple[Differences, ...]]:
    """Two variants at a table of the same size where both have one, and what differs between them.

    An option counts for whichever of the two has it. Refused, status 2: V301, V308 to V310; status 3: V314.
    """
    try:
        first, second = map(called, ids)
        both = [n for n in first.tables if n in second.tables]
        at = seats if seats is not None else (both[0] if both else None)
        books = (_book(first, at, options, second, language), _book(second, at, options, first, language))
    except Refused as refused:
        raise Refused(*refused.findings, status=max(2, refused.status)) from None
    return books, differences(*books)


def _book(
    variant: Variant, seats: int | None, options: Sequence[tuple[str, str]], other: Variant, language: Language
) -> Book:
    """A variant opened with those of the options that are its own, and with those that are nobody's, to be refused."""
    mine, theirs = _keys(variant, seats), _keys(other, seats)
    own = {key: value for key, value in options if key in mine or key not in theirs}
    return open_book(variant, seats, own, language)


def _keys(variant: Variant, seats: int | None) -> set[str]:
    return {option.key for option in variant.options(variant.seated(seats))}


def identified(asked: Sequence[str]) -> tuple[Match, ...]:
    """The variants that fit totals or names of deals, best first. Refused, status 2: V318."""
    return identify(asked, every_variant())

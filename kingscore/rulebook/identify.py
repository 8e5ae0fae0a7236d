"""Recognises a game: which variants, tables and options fit the totals of its deals or the deals themselves.

What fits best comes first, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Literal, get_args

from kingscore.model.findings import Refused, finding
from kingscore.model.folding import key
from kingscore.model.language import Language, Names, signed
from kingscore.model.rules import Contract, Rules
from kingscore.notation.scan import read_int
from kingscore.variant import Variant, span_of

#: Best first: a whole game in order, the beginning of one, deals that players order, another order, an open end.
How = Literal["complete", "begun", "declared", "any-order", "open", "near"]
MOST = 12


@dataclass(frozen=True, slots=True)
class Miss:
    """A deal that does not fit: its number from 1, what was found, what would have been right (empty: not known)."""

    number: int
    found: str
    expected: str | Names = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A variant that fits: at which table, with which options, how, and the deals that do not.

    ``options`` are those that differ from the usual ones. ``unsigned``: penalties were taken without a minus.
    ``strict``: the totals are fixed, so that fitting says something.
    """

    variant: str
    names: Names
    players: int
    options: tuple[tuple[str, str], ...]
    how: How
    given: int
    deals: int | None
    misses: tuple[Miss, ...] = ()
    unsigned: bool = False
    strict: bool = True


#: A deal as it was given: what it comes to, or the words by which it is called.
Given = int | str


def identify(words: Sequence[str], variants: Iterable[Variant], most: int = MOST) -> tuple[Match, ...]:
    """The variants that fit deal totals (``-16 -16 24``) or deals by name, best first.

    Those that nearly fit come with them if nothing fits whose totals are fixed.
    Refused, status 2: V318 where neither can be read from the words, or where no variant has a deal of a name.
    """
    given, known = read(words), tuple(variants)
    matches = [match for variant in known for match in _of_variant(variant, given)]
    best = [match for match in matches if match.how != "near"]
    unknown = () if best else _unknown_names(given, known)
    if unknown:
        raise Refused(finding("V318", "name", found=unknown), status=2)
    if not any(match.strict for match in best):
        near = [match for match in matches if match.how == "near"]
        least = min((len(match.misses) for match in near), default=0)
        best += [match for match in near if len(match.misses) == least]
    # Of the ways to choose options at one table only those count that change as little as any.
    fewest: dict[tuple[str, int, How], int] = {}
    for match in best:
        way = (match.variant, match.players, match.how)
        fewest[way] = min(fewest.get(way, len(match.options)), len(match.options))
    plainest = (m for m in best if len(m.options) == fewest[m.variant, m.players, m.how])
    return tuple(sorted(plainest, key=_rank)[:most])


def read(words: Sequence[str]) -> tuple[Given, ...]:
    """Numbers, or names of deals, from words that may also be joined by commas. Refused, status 2: V318."""
    text = " ".join(words)
    parts = [word for word in text.replace(",", " ").replace(";", " ").split() if word.strip()]
    numbers = []
    for word in parts:
        try:
            numbers.append(read_int(word))
        except (Refused, ValueError):
            continue
    if parts and len(numbers) == len(parts):
        return tuple(numbers)
    names = [name.strip() for name in text.replace(";", ",").split(",")] if "," in text else list(words)
    names = [name for name in names if name]
    if not names or numbers:
        raise Refused(finding("V318", found=text), status=2)
    return tuple(names)


def _unknown_names(given: Sequence[Given], variants: Sequence[Variant]) -> tuple[str, ...]:
    """The names that no variant has a deal of, whatever its table and options."""
    left = {value for value in given if isinstance(value, str)}
    for variant in variants if left else ():
        for table in variant.tables:
            for chosen in variant.choices(table):
                contracts = variant.rules(table, chosen).contracts
                left -= {value for value in left if any(key(value) in _names(contract) for contract in contracts)}
    return tuple(value for value in given if value in left and isinstance(value, str))


def _rank(match: Match) -> tuple[int, ...]:
    how, unknown = get_args(How).index(match.how), sum(not miss.expected for miss in match.misses)
    return (how, not match.strict, len(match.misses), unknown, match.unsigned, len(match.options))


def _of_variant(variant: Variant, given: tuple[Given, ...]) -> Iterator[Match]:
    for table in variant.tables:
        usual = {option.key: option.default for option in variant.options(table)}
        for chosen in variant.choices(table):
            rules = variant.rules(table, chosen)
            how, misses, unsigned = _fit(rules, given)
            if len(misses) * 3 <= len(given):
                differ = tuple((key, value) for key, value in chosen.items() if usual[key] != value)
                strict = not any(contract.loose or contract.bid for contract in rules.contracts)
                seen = (how, len(given), rules.deals, misses, unsigned, strict)
                yield Match(variant.id, variant.names, table, differ, *seen)


def _fit(rules: Rules, given: tuple[Given, ...]) -> tuple[How, tuple[Miss, ...], bool]:
    """How the rules fit what was given, in the best way, and whether penalties had to be read as unsigned."""
    signs = (False, True) if all(isinstance(value, int) and value >= 0 for value in given) else (False,)
    fits = [(*_fit_signed(rules, given, unsigned), unsigned) for unsigned in signs]
    return min(fits, key=lambda fit: len(fit[1]))


def _fit_signed(rules: Rules, given: tuple[Given, ...], unsigned: bool) -> tuple[How, tuple[Miss, ...]]:
    kind = rules.schedule.kind
    if kind == "open":
        misses = _misses(rules, given, [rules.contracts] * len(given), unsigned)
        return ("near" if misses else "open"), misses
    if kind in ("declared", "chosen"):
        misses = _left_over(rules, given, unsigned)
        return ("near" if misses else "declared"), misses
    order = [tuple(c for c in rules.contracts if c.id == name) for name in rules.schedule.order]
    misses = _misses(rules, given, order, unsigned)
    if not misses:
        return ("complete" if len(given) == len(order) else "begun"), ()
    if len(given) > 1 and not _left_over(rules, given, unsigned):
        return "any-order", ()
    return "near", misses


def _misses(
    rules: Rules, given: tuple[Given, ...], places: Sequence[tuple[Contract, ...]], unsigned: bool
) -> tuple[Miss, ...]:
    """The deals that do not fit their place; those beyond the last place fit none."""
    out = []
    for number, value in enumerate(given, 1):
        place = places[number - 1] if number <= len(places) else ()
        if not any(_fits(rules, contract, value, unsigned) for contract in place):
            expected = "" if not place else place[0].names if isinstance(value, str) else signed(place[0].base_total)
            out.append(Miss(number, _shown(value), expected))
    return tuple(out)


def _left_over(rules: Rules, given: tuple[Given, ...], unsigned: bool) -> tuple[Miss, ...]:
    """The deals that find no place if each contract comes as often as it should, in any order: as few as can be."""
    times = rules.schedule.times(rules.table) or {}
    slots = [contract for contract, n in times.items() for _ in range(n)]
    fits = {value: [c.id for c in rules.contracts if _fits(rules, c, value, unsigned)] for value in set(given)}
    taken: dict[int, int] = {}

    def place(deal: int, seen: set[int]) -> bool:
        """Finds a slot for a deal, moving those that stand in its way (augmenting paths)."""
        for slot, contract in enumerate(slots):
            if slot not in seen and contract in fits[given[deal]]:
                seen.add(slot)
                if slot not in taken or place(taken[slot], seen):
                    taken[slot] = deal
                    return True
        return False

    return tuple(Miss(deal + 1, _shown(given[deal])) for deal in range(len(given)) if not place(deal, set()))


def _fits(rules: Rules, contract: Contract, value: Given, unsigned: bool) -> bool:
    if isinstance(value, str):
        return key(value) in _names(contract)
    if contract.loose:
        least, most = sorted(span_of(contract, rules.deck, rules.stock, rules.pips))
        if value % (gcd(*(item.value for item in contract.items)) or 1):
            return False
        return least <= value <= most or (unsigned and least <= -value <= most)
    if contract.bid:
        # Any bid makes the total lower; a suit can be short by one card.
        return value <= max(contract.totals)
    return value in contract.totals or (unsigned and -value in contract.totals)


@lru_cache(maxsize=512)
def _names(contract: Contract) -> frozenset[str]:
    """All that a contract is called, folded, with hyphens too."""
    names = {key(name) for name in (contract.id, *contract.names.all)}
    return frozenset(names | {name.replace(" ", "-") for name in names})


def _shown(value: Given) -> str:
    return signed(value) if isinstance(value, int) else value


def reason(match: Match, language: Language) -> str:
    """Why a match is one, in words."""
    parts = []
    if match.how in ("complete", "begun"):
        parts.append(language.say("rules.identify.exact", n=match.given))
        whole = match.how == "complete"
        parts.append(language.say("rules.identify.complete" if whole else "rules.identify.begun", n=match.deals or 0))
    elif match.how == "near":
        deals = []
        for miss in match.misses:
            key = "deal" if miss.expected else "deal-alone"
            values = {"number": miss.number, "found": miss.found, "expected": miss.expected}
            deals.append(language.say(f"rules.identify.{key}", **values))
        parts.append(language.say("rules.identify.near", n=len(deals), deals=tuple(deals)))
    else:
        parts.append(language.say(f"rules.identify.{match.how}", n=match.given))
    if match.unsigned:
        parts.append(language.say("rules.identify.unsigned"))
    return " ".join(parts)

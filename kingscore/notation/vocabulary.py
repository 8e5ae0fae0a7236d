"""The words that a line may hold, in all languages: those of the grammar, and what contracts and items answer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, NamedTuple, TypeVar

from kingscore.model.folding import Known, exact, key
from kingscore.model.language import Names
from kingscore.model.rules import Contract, Item, Rules

#: What parts the words of a name: ``no-last-two``, ``valetai/karaliai``.
_STOP = re.compile(r"[,:\"]")
_PART = re.compile(r"[^\s,:\"/\-]+")
#: No name has more characters; what stands behind them is not looked at.
LONGEST_NAME = 400
Kinds = Mapping[str, Mapping[str, Names]]


class Token(NamedTuple):
    """A word of a line, folded, with its columns."""

    text: str
    start: int
    end: int


class Name(NamedTuple):
    """One name as its folded words; ``rank`` is 0 in the language spoken, 1 in English, 2 in any other."""

    words: tuple[str, ...]
    rank: int


class Beginning(NamedTuple):
    """A name that stands at the beginning of some words, up to the column ``end``; ``cut`` where words are shortened or
    left out."""

    end: int
    cut: bool
    rank: int


def tokens_of(text: str, at: int = 0, joins: frozenset[str] = frozenset()) -> tuple[Token, ...]:
    """The words of a line from a column on, up to a comma, a colon or a quote; "and" is none of them but the first."""
    stop = _STOP.search(text, at, at + LONGEST_NAME)
    found = [
        Token(key(m[0]), m.start(), m.end())
        for m in _PART.finditer(text, at, stop.start() if stop else at + LONGEST_NAME)
    ]
    return tuple([token for i, token in enumerate(found) if i == 0 or token.text not in joins])


def beginnings(tokens: Sequence[Token], name: Name) -> Iterator[Beginning]:
    """Every way in which a name begins some words, cut short word by word; a number is never cut."""
    same = True
    for at, (token, word) in enumerate(zip(tokens, name.words, strict=False), 1):
        same = same and token.text == word
        if not word.startswith(token.text) or (token.text[:1].isdigit() and token.text != word):
            return
        if not all(part.text[:1].isdigit() for part in tokens[:at]):
            yield Beginning(token.end, not (same and at == len(name.words)), name.rank)


def best(found: Iterator[Beginning]) -> tuple[Beginning, ...]:
    """The surest of the beginnings that end in each place, the longest first."""
    out: dict[int, Beginning] = {}
    for one in found:
        if one.end not in out or one[1:] < out[one.end][1:]:
            out[one.end] = one
    return tuple(out[end] for end in sorted(out, reverse=True))


@dataclass(frozen=True, eq=False)
class Words:
    """The grammar's own words, folded, with what they mean: of two things that share one the first language has it.

    ``clauses`` (by, sold-to, for, bids, foul, titles, note, agreed), ``forms``, ``suits`` (whole words and signs),
    ``letters`` (these and single letters, for where a trump can stand), ``titles``, ``entries`` (``_`` and ``x``),
    ``shares`` (all, both), ``joins`` (and), ``before`` (in, with: before a suit or a player they are nothing).
    ``endings`` are those that a name takes in other cases, by its own. ``polarity`` holds the words that make the name
    of a thing that of a contract: ``no`` and ``take``. ``order`` are the languages, the one spoken first.
    """

    order: tuple[str, ...]
    kinds: Kinds

    def _known(self, *kinds: str, languages: int | None = None) -> Known[str]:
        out: Known[str] = Known()
        for kind in kinds:
            named = self.kinds.get(kind, {})
            for thing in named:
                out.setdefault(key(thing), thing)
            for language in self.order[:languages]:
                for thing, names in named.items():
                    for name in dict(names.by_language).get(language, ()):
                        out.setdefault(key(name), thing)
        return out

    @cached_property
    def clauses(self) -> Known[str]:
        return _hyphened(self._known("clause"))

    @cached_property
    def forms(self) -> Known[str]:
        return _hyphened(self._known("form"))

    @cached_property
    def suits(self) -> Known[str]:
        return self._known("suit")

    @cached_property
    def letters(self) -> Known[str]:
        """Letters of the language spoken and of English only: one letter means too much in others."""
        letters = {exact(name): thing for name, thing in self._letters()}
        return Known({**letters, **self.suits})

    def _letters(self) -> Iterator[tuple[str, str]]:
        for language in reversed(self.order[:2]):
            for thing, names in self.kinds.get("letter", {}).items():
                for name in dict(names.by_language).get(language, ()):
                    yield name, thing

    @cached_property
    def titles(self) -> Known[str]:
        return self._known("title")

    @cached_property
    def entries(self) -> Known[str]:
        return self._known("entry")

    @cached_property
    def shares(self) -> Known[str]:
        return self._known("share")

    @cached_property
    def joins(self) -> frozenset[str]:
        return frozenset(self._known("join"))

    @cached_property
    def before(self) -> Known[str]:
        return self._known("before")

    @cached_property
    def endings(self) -> Mapping[str, tuple[str, ...]]:
        return {key(own): tuple(map(key, names.all)) for own, names in self.kinds.get("ending", {}).items()}

    @cached_property
    def polarity(self) -> tuple[tuple[str, Name], ...]:
        """What stands before a thing to make it a contract, with ``no`` or ``take``."""
        return tuple(
            (sign, name) for sign, names in self.kinds.get("polarity", {}).items() for name in self.names(names)
        )

    def names(self, *called: Names) -> tuple[Name, ...]:
        """All names of a thing as words, in the order of the languages."""
        out: dict[tuple[str, ...], int] = {}
        for names in called:
            for language, every in names.by_language:
                rank = min(self.order.index(language) if language in self.order else 2, 2)
                for name in every:
                    words = tuple(token.text for token in tokens_of(name, joins=self.joins))
                    out[words] = min(rank, out.get(words, rank))
        return tuple(Name(words, rank) for words, rank in out.items() if words)

    @cached_property
    def keyboards(self) -> tuple[str, ...]:
        """The letters of other alphabets on the keys of a keyboard, row by row as ``QWERTYUIOP[]``."""
        return tuple(self.kinds["keyboard"]["qwerty"].all) if "keyboard" in self.kinds else ()

    @cached_property
    def _latin(self) -> dict[int, str]:
        return str.maketrans({letter: names.all[0] for letter, names in self.kinds.get("latin", {}).items()})

    def romanised(self, text: str) -> str:
        """A text as it is typed where there are only Latin letters: ``vzyatki``."""
        return text.casefold().translate(self._latin)

    def spoken_names(self, rules: Rules) -> Iterator[str]:
        """What a line about a game may name, as words: contracts, items, suits, forms, clauses."""
        for contract in rules.contracts:
            yield contract.id
            yield from contract.names.all
            for item in contract.items:
                yield from item.names.all
        for kind in ("suit", "form", "clause"):
            for names in self.kinds.get(kind, {}).values():
                yield from names.all

    def item_names(self, item: Item) -> tuple[Name, ...]:
        """What an item answers to: its id, its names, and the short forms of tables kept by hand."""
        known = self.kinds.get("item", {}).get(item.id), self.kinds.get("shorthand", {}).get(item.id)
        return (*self.names(item.names, *(names for names in known if names)), _of_id(item.id))

    @staticmethod
    def written(words: Mapping[str, Sequence[str]]) -> Words:
        """The words of a line that is written: ids, and a few that stand for them."""
        kinds = {
            kind: {thing.replace(" ", "-"): Names((("en", (thing,)),)) for thing in things}
            for kind, things in words.items()
        }
        return Words(("en",), kinds)


def _of_id(thing: str) -> Name:
    return Name(tuple(thing.split("-")), 1)


def _hyphened(names: Known[str]) -> Known[str]:
    """The same names with hyphens between their words as well, as ids are written."""
    for name, thing in list(names.items()):
        names.setdefault(name.replace(" ", "-"), thing)
    return names


T = TypeVar("T")


class NameIndex(Generic[T]):
    """Things with the names that they answer to, found by the letter with which a name begins."""

    def __init__(self, named: Iterable[tuple[T, Iterable[Name]]]) -> None:
        self._by_letter: dict[str, dict[T, list[Name]]] = {}
        for thing, names in named:
            for name in names:
                self._by_letter.setdefault(name.words[0][:1], {}).setdefault(thing, []).append(name)

    def begun(self, tokens: Sequence[Token]) -> Iterator[tuple[T, Beginning]]:
        """Every way in which a name of a thing begins some words."""
        for thing, names in self._by_letter.get(tokens[0].text[:1], {}).items() if tokens else ():
            for name in names:
                for one in beginnings(tokens, name):
                    yield thing, one


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a line of one game may begin with: ``ids`` of contracts, and the names that each answers to."""

    words: Words
    ids: frozenset[str]
    names: NameIndex[str]
    signs: Mapping[str, str]
    #: Those where a trump can stand: there the letter of a suit is the suit.
    trumps: frozenset[str] = frozenset()

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: Rules, words: Words) -> Vocabulary:
        contracts = {contract.id: contract for contract in rules.contracts}
        names = NameIndex((one.id, contract_names(one, words)) for one in rules.contracts)
        signs = {one.id: "no" if one.penalty else "take" for one in contracts.values() if one.items}
        trumps = frozenset(one.id for one in rules.contracts if one.forms)
        return Vocabulary(words, frozenset(contracts), names, signs, trumps)

    def named(self, tokens: Sequence[Token], letters: frozenset[str]) -> dict[str, tuple[Beginning, ...]]:
        """The contracts whose names begin some words, each with the columns where these may end.

        One of the ``letters``, which are seats or begin a player's name, is no beginning of a contract.
        """
        if not tokens:
            return {}
        after = [
            (sign, tokens[len(name.words) :], name.rank)
            for sign, name in self.words.polarity
            if tuple(token.text for token in tokens[: len(name.words)]) == name.words
        ]
        first = tokens[0]
        found: dict[str, list[Beginning]] = {}
        for contract, one in self.names.begun(tokens):
            letter = first.text in letters or (contract in self.trumps and first.text in self.words.letters)
            if not letter or (not one.cut and one.end > first.end):
                found.setdefault(contract, []).append(one)
        for sign, rest, rank in after:
            for contract, one in self.names.begun(rest):
                if self.signs.get(contract) == sign:
                    found.setdefault(contract, []).append(one._replace(rank=max(rank, one.rank)))
        return {contract: best(iter(begun)) for contract, begun in found.items()}


def contract_names(contract: Contract, words: Words) -> tuple[Name, ...]:
    """What a contract answers to: its id, its names, and where it counts one thing without trumps, that thing's."""
    things = words.item_names(contract.items[0]) if len(contract.items) == 1 and not contract.forms else ()
    return (*words.names(contract.names), *things, _of_id(contract.id))


@lru_cache(maxsize=256)
def items_named(contract: Contract, words: Words) -> NameIndex[Item]:
    """The items that a contract counts, by what each answers to."""
    return NameIndex((item, words.item_names(item)) for item in contract.items)

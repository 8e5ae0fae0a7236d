"""A search for words in the rules of many variants, in any language, answered in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kingscore.model.folding import loose
from kingscore.model.language import Language, Names
from kingscore.rulebook.facts import Book, Fact, open_book
from kingscore.rulebook.pages import facts
from kingscore.variant import Variant

#: How much of two words has to be the same beginning for them to be forms of one: three letters of five.
ALIKE, OF = 3, 5
MOST = 12
TOPIC_WEIGHTS = {"readings": 2, "combined": 3, "options": 3}
#: A list of all deals holds every word and answers nothing.
NOT_ASKED_FOR = ("deals.order", "declaring.quota")


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence of the rules that answers: its topic's title, the variants that it holds in, how well it fits."""

    topic: str
    text: str
    variants: tuple[Names, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """A fact of one variant: the words of its sentence, and other words by which it may be looked for."""

    variant: Names
    fact: Fact
    title: str
    sentence: frozenset[str]
    terms: frozenset[str]


def search(query: str, variants: Iterable[Variant], languages: Sequence[Language], most: int = MOST) -> tuple[Hit, ...]:
    """The sentences that answer best, best first, in the first of the languages; the same sentence only once.

    Each variant is read at all its tables with its usual options. Words fit other forms of themselves.
    """
    stop = {word for language in languages for word in words_of(language.say("rules.search.stop"))}
    words = [word for word in words_of(query) if word not in stop] or words_of(query)
    entries = [entry for variant in variants for entry in _entries(variant, languages)]
    known = Counter(word for entry in entries for word in entry.sentence | entry.terms)
    forms = {word: frozenset(other for other in known if alike(word, other)) for word in words}
    common = {word: max(1, sum(known[form] for form in fits)) for word, fits in forms.items()}
    rarity = {word: max(1, (len(entries) // n).bit_length()) for word, n in common.items()}
    return _grouped([(_weight(entry, forms, rarity), entry) for entry in entries], most)


def words_of(text: str) -> list[str]:
    """The words of a text, folded: no case, no accents, ё as е."""
    return "".join(c if c.isalnum() else " " for c in loose(text)).split()


def _entries(variant: Variant, languages: Sequence[Language]) -> Iterable[_Entry]:
    for table in variant.tables:
        first = open_book(variant, table, None, languages[0])
        books = [replace(first, language=language) for language in languages]
        # By what a variant at a table is called: its names, and how many sit there.
        company = f"company.{first.rules.table}"
        called = (*first.variant.names.all, *(book.say(company) for book in books if book.has(company)))
        names = frozenset(words_of(" ".join(called)))
        for row in zip(*(facts(book) for book in books), strict=True):
            if row[0].key in NOT_ASKED_FOR:
                continue
            sentence = frozenset(word for fact in row for word in words_of(fact.text))
            terms = frozenset(word for book, fact in zip(books, row, strict=True) for word in _terms(book, fact))
            yield _Entry(variant.names, row[0], first.say(f"topic.{row[0].topic}"), sentence, terms | names)


def _terms(book: Book, fact: Fact) -> Iterable[str]:
    """The title of a fact's topic, what people call it, and the names of the deal that it is about."""
    yield from words_of(book.say(f"topic.{fact.topic}"))
    for key in (f"search.{fact.topic}", f"search.{fact.key}"):
        if book.has(key):
            yield from words_of(book.say(key))
    contract = book.rules.contract(fact.contract)
    if contract is not None:
        yield from words_of(" ".join(contract.names.all))


def alike(word: str, other: str) -> bool:
    """True for two forms of one word: they begin alike for three fifths of the longer, and at least four letters."""
    same = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    return word == other or (same >= 4 and same * OF >= max(len(word), len(other)) * ALIKE)


def _weight(entry: _Entry, forms: dict[str, frozenset[str]], rarity: dict[str, int]) -> int:
    """How well an entry answers: rare words weigh more, words of the sentence itself more than what it is called.

    An entry with all the words of the query weighs most; long lists and how a passage was read weigh less than a rule.
    """
    weight, complete = 0, True
    for word, fits in forms.items():
        ways = (entry.terms & fits, word in entry.terms, entry.sentence & fits, word in entry.sentence)
        best = max(rank for rank, holds in enumerate((True, *ways)) if holds)
        weight += rarity[word] * best
        complete = complete and best > 0
    return weight * (4 if complete else 1) * TOPIC_WEIGHTS.get(entry.fact.topic, 4)


def _grouped(weighed: list[tuple[int, _Entry]], most: int) -> tuple[Hit, ...]:
    """Entries of the same sentence as one hit; only those that weigh at least half of the best."""
    best = max((weight for weight, _ in weighed), default=0)
    groups: dict[tuple[str, str], list[tuple[int, _Entry]]] = {}
    for weight, entry in weighed:
        if weight and 2 * weight >= best:
            groups.setdefault((entry.title, entry.fact.text), []).append((weight, entry))
    hits = [
        Hit(title, text, tuple(dict.fromkeys(e.variant for _, e in group)), max(w for w, _ in group))
        for (title, text), group in groups.items()
    ]
    return tuple(sorted(hits, key=lambda hit: (-hit.weight, -len(hit.variants)))[:most])

"""The rules of a variant at one table as facts in words: a topic, a key that two variants share, and a sentence.

Every fact is derived from the data that scores the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kingscore.model.items import SUIT_LETTERS, SUIT_SIGNS
from kingscore.model.language import Language, signed
from kingscore.model.rules import Contract, Rules
from kingscore.variant import PlayFacts, Variant


class Fact(NamedTuple):
    """One thing that is true of a variant at a table: its key, which begins with its topic, and the sentence.

    ``contract`` is the deal that it is about, empty for the whole game; ``tabled`` facts stand in a table on the page.
    """

    key: str
    text: str
    contract: str = ""
    tabled: bool = False

    @property
    def topic(self) -> str:
        return self.key.partition(".")[0]


class FactTable(NamedTuple):
    """A small table: head, rows, and which columns hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


class PageSection(NamedTuple):
    """A part of a page: sentences, then tables with a line above each (which may be empty)."""

    topic: str
    title: str
    sentences: tuple[str, ...]
    grids: tuple[tuple[str, FactTable], ...] = ()


class RulesPage(NamedTuple):
    """The rules of a variant or of one of its deals: a title, a line below it, sections."""

    title: str
    note: str
    sections: tuple[PageSection, ...]


@dataclass(frozen=True)
class Book:
    """A variant opened at one table, with the options chosen, in one language."""

    variant: Variant
    rules: Rules
    play: PlayFacts
    language: Language

    def say(self, key: str, **values: object) -> str:
        return self.language.say(f"rules.{key}", **values)

    def as_fact(self, key: str, text: str = "", /, contract: Contract | None = None, **values: object) -> Fact:
        """A fact of a key, in the words of a text (of its own key unless said), about one deal or the whole game."""
        return Fact(key, self.language.say(f"rules.{text or key}", **values), contract.id if contract else "")

    def has(self, key: str) -> bool:
        return self.language.has(f"rules.{key}")

    def name(self, contract: Contract) -> str:
        return contract.names.of(self.language.code)

    def names(self, contracts: Iterable[Contract]) -> str:
        """Contracts by name, with commas."""
        return ", ".join(dict.fromkeys(self.name(contract) for contract in contracts))

    def repeated(self, contract: Contract, times: int) -> str:
        """A contract by name, with how often it comes where that is more than once."""
        name = self.name(contract)
        return self.say("declaring.times", contract=name, times=times) if times > 1 else name

    def either(self, parts: Sequence[str]) -> str:
        """``a, b or c``."""
        return self._listed("list.or", parts)

    def both(self, parts: Sequence[str]) -> str:
        """``a, b and c``."""
        return self._listed("list.and", parts)

    def _listed(self, key: str, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self.say(key, first=", ".join(parts[:-1]), last=parts[-1])

    def rank(self, rank: str) -> str:
        """A rank as it is printed on the cards of the language: ``D`` for a Lithuanian queen."""
        return self.say(f"rank.{rank}") if rank.isalpha() else rank

    def card(self, card: str) -> str:
        """``"HQ"`` as ``♥Q``."""
        return SUIT_SIGNS[SUIT_LETTERS[card[0]]] + self.rank(card[1:])

    def cards(self, cards: Iterable[str]) -> str:
        return " ".join(self.card(card) for card in cards)

    def totals(self, contract: Contract) -> str:
        """What a deal can come to: ``−16``, ``−8, −16 or +8``."""
        return self.either([signed(total) for total in contract.totals])

    def trumps(self) -> tuple[Contract, ...]:
        """The deals in which trumps are named."""
        return tuple(contract for contract in self.rules.contracts if contract.forms)


def open_book(variant: Variant, table: int | None, options: Mapping[str, str] | None, language: Language) -> Book:
    """A variant opened at a table. Refused: as ``Variant.rules``."""
    return Book(variant, variant.rules(table, options), variant.play(table, options), language)

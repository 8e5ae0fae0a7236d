"""The words of hand-kept tables in all languages: what a column holds, what a row adds up, which deal a row names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingscore.model.folding import key
from kingscore.model.rules import Contract
from kingscore.model.suggest import suggest
from kingscore.notation.scan import Words

#: What a row of sums may be called after, by what it adds up.
SUMS = ("penalties", "premiums", "difference", "total")
#: Rows that are neither deals nor sums.
ASIDE = ("place", "money", "date", "note")
#: What a row above the table may tell of the whole game.
FACTS = ("variant", "options", "date", "dealer", "stake")
#: What stands beside the points in a grid, and never over them.
BESIDE = ("number", "dealer", "contract", "declarer", "trump", "buyer", "price", "check", "total")
HEADS = (*BESIDE, "note", "date", "money", "place", "time", "player")
LONGEST_LABEL = 80
#: How alike a label must be to a name to be taken for it.
SURELY_ALIKE = 0.82
_NUMBERING = re.compile(r"^[(\[]?[0-9]{1,3}[)\].:]*[ –—-]*(?=\D)")
_COUNTED = re.compile(r"[ #№(\[.-]*[0-9]{1,2}[)\].]*$")
_BRACKETS = re.compile(r"[(\[][^)\]]*[)\]]")


@dataclass(frozen=True)
class TableWords:
    """``kinds``: folded word → what it stands for; ``shorthand`` folded word → item; ``words`` those of a deal's
    line."""

    kinds: Mapping[str, frozenset[str]]
    shorthand: Mapping[str, frozenset[str]]
    words: Words

    @staticmethod
    def of(raw: Mapping[str, Mapping[str, Sequence[str]]], words: Words) -> TableWords:
        """Words from ``{"label": {"total": ["sum", …], …}, "shorthand": {"hearts": ["♥"]}}``."""
        kinds: dict[str, frozenset[str]] = {}
        shorthand: dict[str, frozenset[str]] = {}
        for by_word, table in ((kinds, raw["label"]), (shorthand, raw["shorthand"])):
            for kind, name in ((kind, plain(name)) for kind, names in table.items() for name in names):
                by_word[name] = by_word.get(name, frozenset()) | {kind}
        return TableWords(kinds, shorthand, words)

    def _begun(self, text: str, kinds: Sequence[str]) -> frozenset[str]:
        """Which of some kinds the longest words stand for with which a text begins."""
        words = [word for part in text.split() if (word := plain(part))]
        starts = (self.kinds.get(" ".join(words[:count]), frozenset()) for count in range(min(4, len(words)), 0, -1))
        return next((found.intersection(kinds) for found in starts if not found.isdisjoint(kinds)), frozenset())

    def roles(self, head: str) -> frozenset[str]:
        """What a column under this head may hold; nothing where the head is no such word."""
        return self._begun(head, HEADS)

    def sums(self, label: str) -> tuple[str, ...]:
        """What a row of this label adds up: the label is such a word, or begins with one."""
        return tuple(kind for kind in SUMS if kind in self._begun(label, (*SUMS, *ASIDE)))

    def aside(self, label: str) -> bool:
        """True for the label of a row that tells places, money or a date."""
        return not self._begun(label, (*SUMS, *ASIDE)).isdisjoint(ASIDE)

    def fact(self, label: str) -> str:
        """What a row of this label tells of the whole game; empty where the label is no such word."""
        kinds = self.kinds.get(plain(label), frozenset())
        return next((fact for fact in FACTS if fact in kinds), "")

    def running(self, head: str, player: str) -> bool:
        """True for the head of a column that holds a player's running totals: his name with a word for sums, or any
        name with a Σ beside one without."""
        text, name = plain(head), plain(player)
        if text.endswith(("Σ", "σ")) and not name.endswith(("Σ", "σ")):
            return True
        rest = text.removeprefix(name).strip()
        return not rest or "total" in self.kinds.get(rest, frozenset()) or rest in ("Σ", "σ")

    def suit(self, label: str) -> str | None:
        """The suit or form with which a label begins."""
        for word in re.split(r"[\s,;:/]+", key(label)):
            for text in (word, word[:1]):
                if text in self.words.suits:
                    return self.words.suits[text]
        return None


def plain(text: str) -> str:
    """A text folded, without the points and colons around it."""
    return key(text[:LONGEST_LABEL]).strip(" .:;,*_=-–—").replace(".", "")


class ContractLabels:
    """Which contracts a label may mean, among some contracts; looked up once for each label."""

    def __init__(self, contracts: Iterable[Contract], words: TableWords) -> None:
        self.words = words
        self.names: dict[str, dict[str, None]] = {}
        self.trumps: dict[str, None] = {}
        self.shown: set[str] = set()
        for contract in contracts:
            self.shown |= {plain(names[0]) for _, names in contract.names.by_language if names}
            own = [contract.id, *contract.names.all]
            for item in contract.items if len(contract.items) == 1 else ():
                own += [*item.names.all, *(name for name, items in words.shorthand.items() if item.id in items)]
            for name in own:
                self.names.setdefault(plain(name), {})[contract.id] = None
            if contract.forms:
                self.trumps[contract.id] = None
        self.meanings = lru_cache(maxsize=None)(self._meanings)

    def _meanings(self, label: str) -> tuple[str, ...]:
        """The ids that a label may mean, exact names before likenesses: names with which it begins, then those that
        were cut short or mistyped; empty where it means none of these."""
        if exact := self.exact(label):
            return exact
        ways = _ways(label)
        words = [text.split() for text in ways]
        starts = [start for parts in words for n in range(len(parts), 0, -1) if len(start := " ".join(parts[:n])) > 2]
        longest = max((start for start in starts if start in self.names), key=len, default="")
        if longest:
            return tuple(self.names[longest])
        texts = [text for text in ways if len(text) >= 4]
        for text in texts:
            begun = [name for name in self.names if name.startswith(text)]
            if begun:
                return tuple(dict.fromkeys(item for name in begun for item in self.names[name]))
        close = (name for text in texts for name in suggest(text, self.names, most=1, alike=SURELY_ALIKE))
        return next((tuple(self.names[name]) for name in close), ())

    def exact(self, label: str) -> tuple[str, ...]:
        """The ids of which a label is a name, its number aside."""
        return next((tuple(self.names[text]) for text in _ways(label) if text in self.names), ())

    def is_shown(self, label: str) -> bool:
        """True if a label is the very name that stands on sheets."""
        return not self.shown.isdisjoint(_ways(label))

    def trump(self, label: str) -> tuple[str, ...]:
        """The trump contracts, where a label begins with a suit or a way to play (``♠ Ona``)."""
        return tuple(self.trumps) if self.words.suit(label) is not None else ()


@lru_cache(maxsize=4096)
def _ways(label: str) -> tuple[str, ...]:
    """A label as it stands, without its number, without a count at its end, without what stands in brackets."""
    bare = _NUMBERING.sub("", label.strip()[:LONGEST_LABEL])
    short = _BRACKETS.sub("", bare)
    texts = (label, bare, _COUNTED.sub("", bare), short, _COUNTED.sub("", short))
    without = (text.lstrip("−-–+ ") for text in texts)
    return tuple(text for text in dict.fromkeys(plain(text) for text in (*texts, *without)) if text)

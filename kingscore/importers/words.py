"""The words of hand-kept tables in all languages: what a column holds, what a row adds up, which deal a row names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from kingscore.model.folding import key
from kingscore.model.frozen import dataclass
from kingscore.model.rules import Contract
from kingscore.model.suggest import suggest
from kingscore.notation.vocabulary import Words

#: What a row of sums may be called after, by what it adds up.
SUMS = ("penalties", "premiums", "difference", "total")
#: Rows that are neither deals nor sums.
ASIDE = ("place", "money", "date", "note")
#: What a row above the table may tell of the whole game.
FACTS = ("variant", "options", "date", "dealer", "stake")
ROLES = (
    *("number", "dealer", "contract", "declarer", "trump", "buyer", "price"),
    *("check", "note", "date", "money", "place", "time"),
)
LONGEST_LABEL = 80
#: How alike a label must be to a name to be taken for it.
SURELY_ALIKE = 0.82
_NUMBERING = re.compile(r"^[(\[]?[0-9]{1,3}[)\].:]*[ –—-]*(?=\D)")
_COUNTED = re.compile(r"[ #№(\[.-]*[0-9]{1,2}[)\].]*$")
_BRACKETS = re.compile(r"[(\[][^)\]]*[)\]]")


@dataclass(frozen=True)
class TableWords:
    """``roles`` and ``sums``: folded word → what it stands for; ``shorthand`` folded word → item; ``words`` those of a
    deal's line."""

    kinds: Mapping[str, frozenset[str]]
    shorthand: Mapping[str, frozenset[str]]
    words: Words

    @staticmethod
    def of(raw: Mapping[str, Mapping[str, Sequence[str]]], words: Words) -> TableWords:
        """Words from ``{"label": {"total": ["sum", …], …}, "shorthand": {"hearts": ["♥"]}}``."""
        return TableWords(_turned(raw["label"]), _turned(raw["shorthand"]), words)

    def roles(self, head: str) -> frozenset[str]:
        """What a column under this head may hold; nothing where the head is no such word."""
        words = plain(head).split()
        begun = (" ".join(words[:count]) for count in range(min(4, len(words)), 0, -1))
        found = next((self.kinds[text] for text in begun if text in self.kinds), frozenset())
        return found & {*ROLES, "player", "total"}

    def sums(self, label: str) -> tuple[str, ...]:
        """What a row of this label adds up: the label is such a word, or begins with one."""
        return tuple(kind for kind in SUMS if kind in self._begun(label))

    def aside(self, label: str) -> bool:
        """True for the label of a row that tells places, money or a date."""
        return bool(self._begun(label) & {*ASIDE})

    def fact(self, label: str) -> str:
        """What a row of this label tells of the whole game; empty where the label is no such word."""
        kinds = self.kinds.get(plain(label), frozenset())
        return next((fact for fact in FACTS if fact in kinds), "")

    def _begun(self, label: str) -> frozenset[str]:
        words = [word for part in label.split() if (word := plain(part))]
        for count in range(min(3, len(words)), 0, -1):
            found = self.kinds.get(" ".join(words[:count]))
            if found and found & {*SUMS, *ASIDE}:
                return found
        return frozenset()

    def running(self, head: str, player: str) -> bool:
        """True for the head of a column that holds a player's running totals: his name with a word for sums, or any
        name with a Σ beside one without."""
        text, name = plain(head), plain(player)
        if text.endswith(("Σ", "σ")) and not name.endswith(("Σ", "σ")):
            return True
        rest = text.removeprefix(name).strip() if name and text.startswith(name) else text
        return not rest or "total" in self.kinds.get(rest, frozenset()) or rest in ("Σ", "σ")

    def suit(self, label: str) -> str | None:
        """The suit or form with which a label begins."""
        for word in re.split(r"[\s,;:/]+", key(label)):
            if word in self.words.suits:
                return self.words.suits[word]
            for sign in word[:1]:
                if sign in self.words.suits:
                    return self.words.suits[sign]
        return None


def plain(text: str) -> str:
    """A text folded, without the points and colons around it."""
    return key(text[:LONGEST_LABEL]).strip(" .:;,*_=-–—").replace(".", "")


def _turned(kinds: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    out: dict[str, frozenset[str]] = {}
    for kind, names in kinds.items():
        for name in names:
            out[plain(name)] = out.get(plain(name), frozenset()) | {kind}
    return out


class Naming:
    """Which contracts a label may mean, among some contracts; looked up once for each label."""

    def __init__(self, contracts: Iterable[Contract], words: TableWords) -> None:
        self.words = words
        self.names: dict[str, dict[str, None]] = {}
        self.trumps: tuple[str, ...] = ()
        self.shown: set[str] = set()
        for contract in contracts:
            self.shown |= {plain(names[0]) for _, names in contract.names.by_language if names}
            for name in (contract.id, *contract.names.all, *_own(contract, words)):
                self.names.setdefault(plain(name), {})[contract.id] = None
            if contract.forms and contract.id not in self.trumps:
                self.trumps += (contract.id,)
        self.found = lru_cache(maxsize=None)(self._found)

    def _found(self, label: str) -> tuple[str, ...]:
        """The ids that a label may mean, exact names before likenesses; empty where it means none of these."""
        for text in _ways(label):
            if text in self.names:
                return tuple(self.names[text])
        longest = max((name for text in _ways(label) for name in self._inside(text)), key=len, default="")
        if longest:
            return tuple(self.names[longest])
        return self._alike(label)

    def exact(self, label: str) -> tuple[str, ...]:
        """The ids of which a label is a name, its number aside."""
        return next((tuple(self.names[text]) for text in _ways(label) if text in self.names), ())

    def is_shown(self, label: str) -> bool:
        """True if a label is the very name that stands on sheets."""
        return any(text in self.shown for text in _ways(label))

    def _inside(self, text: str) -> list[str]:
        """Names with which a label begins, word by word."""
        words = text.split()
        return [name for n in range(len(words), 0, -1) if (name := " ".join(words[:n])) in self.names and len(name) > 2]

    def _alike(self, label: str) -> tuple[str, ...]:
        """Contracts whose name was cut short or mistyped."""
        texts = [text for text in _ways(label) if len(text) >= 4]
        for text in texts:
            begun = [name for name in self.names if name.startswith(text)]
            if begun:
                return tuple(dict.fromkeys(item for name in begun for item in self.names[name]))
        for text in texts:
            for close in suggest(text, self.names, most=1, alike=SURELY_ALIKE):
                return tuple(self.names[close])
        return ()

    def trump(self, label: str) -> tuple[str, ...]:
        """The trump contracts, where a label begins with a suit or a way to play (``♠ Ona``)."""
        return self.trumps if self.words.suit(label) is not None else ()


def _own(contract: Contract, words: TableWords) -> tuple[str, ...]:
    """What a contract of one item may be called shortly: by its item."""
    if len(contract.items) != 1:
        return ()
    item = contract.items[0]
    short = tuple(name for name, items in words.shorthand.items() if item.id in items)
    return (*item.names.all, *short)


@lru_cache(maxsize=4096)
def _ways(label: str) -> tuple[str, ...]:
    """A label as it stands, without its number, without a count at its end, without what stands in brackets."""
    bare = _NUMBERING.sub("", label.strip()[:LONGEST_LABEL])
    short = _BRACKETS.sub("", bare)
    texts = (label, bare, _COUNTED.sub("", bare), short, _COUNTED.sub("", short))
    without = (text.lstrip("−-–+ ") for text in texts)
    return tuple(text for text in dict.fromkeys(plain(text) for text in (*texts, *without)) if text)

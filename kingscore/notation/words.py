"""The fixed words of a line in all languages at once, ready to be looked up; it knows no variant and reads no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from kingscore.model.folding import Known, key
from kingscore.model.frozen import dataclass


@dataclass(frozen=True)
class Words:
    """The grammar's own words: folded word → what it means.

    ``clauses`` (by, sold-to, for, bids, foul, titles, note, agreed), ``forms``, ``suits`` (whole words and signs),
    ``letters`` (of suits, for where a trump can stand), ``titles``, ``entries`` (``_`` and ``x``), ``items``.
    """

    clauses: Known[str]
    forms: Known[str]
    suits: Known[str]
    letters: Known[str]
    titles: Known[str]
    entries: Known[str]
    items: Known[str]

    @cached_property
    def suits_and_letters(self) -> Known[str]:
        """Suits in words and by their letters, for where a trump can stand."""
        return Known({**self.letters, **self.suits})

    @staticmethod
    def of(raw: Mapping[str, Mapping[str, Sequence[str]]]) -> Words:
        """Words from ``{"clause": {"by": ["by", …]}, …}``, the names of all items among them."""
        return Words(*(lookup(raw[kind]) for kind in ("clause", "form", "suit", "letter", "title", "entry", "item")))


def lookup(names: Mapping[str, Sequence[str]]) -> Known[str]:
    """Folded name → id; the id names itself. Of two that share a name the first has it."""
    out: Known[str] = Known()
    for thing, known in names.items():
        for name in (thing, *known):
            out.setdefault(key(name), thing)
    for name, thing in list(out.items()):
        out.setdefault(hyphened(name), thing)
    return out


def hyphened(name: str) -> str:
    """A name of several words as ids are written; people take it over from them."""
    return name.replace(" ", "-")

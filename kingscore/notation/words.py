"""The fixed words of a line in all languages at once, ready to be looked up; it knows no variant and reads no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingscore.frozen import dataclass, field
from kingscore.notation.fold import key


@dataclass(frozen=True)
class Words:
    """The grammar's own words: folded word → what it means.

    ``clauses`` (by, sold-to, for, bids, foul, titles, note, agreed), ``forms``, ``suits`` (whole words and signs),
    ``letters`` (of suits, for where a trump can stand), ``titles``, ``entries`` (``_`` and ``x``), ``items``.
    """

    clauses: Mapping[str, str]
    forms: Mapping[str, str]
    suits: Mapping[str, str]
    letters: Mapping[str, str]
    titles: Mapping[str, str]
    entries: Mapping[str, str]
    items: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def of(raw: Mapping[str, Mapping[str, Sequence[str]]], items: Mapping[str, Sequence[str]]) -> Words:
        """Words from ``{"clause": {"by": ["by", …]}, …}`` and the names of all items."""
        clauses, forms, suits, letters, titles, entries = (
            lookup(raw[kind]) for kind in ("clause", "form", "suit", "letter", "title", "entry")
        )
        return Words(clauses, forms, suits, letters, titles, entries, lookup(items))


def lookup(names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Folded name → id; the id names itself. Of two that share a name the first has it."""
    out: dict[str, str] = {}
    for thing, known in names.items():
        for name in (thing, *known):
            out.setdefault(key(name), thing)
    return out

"""Known words that look like one that was not understood."""

from __future__ import annotations

from collections.abc import Iterable

from kingscore.model.folding import loose

#: How alike two words must be, from 0 to 1, for the one to be suggested in place of the other.
ALIKE = 0.6
#: Longer texts are compared by their beginning.
COMPARED = 100


def suggest(word: str, known: Iterable[str], most: int = 3, alike: float = ALIKE) -> tuple[str, ...]:
    """The known words nearest to a word, the nearest first, case and accents aside; none where none is near."""
    import difflib

    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(loose(name), name)
    return tuple(folded[name] for name in difflib.get_close_matches(loose(word)[:COMPARED], folded, most, alike))

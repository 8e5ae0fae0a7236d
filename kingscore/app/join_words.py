"""One line of the words that a shell hands over: what was one word there stays one. It reads no deal."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence


def joined(
    words: Sequence[str], players: Sequence[str], notes: Collection[str] = (), naming: Collection[str] = ()
) -> str:
    """The words as one line of a deal.

    A shell takes quotation marks away: a word that is a player's whole name with a space, a comma or the like in it
    gets them back, and so does the text after a word of ``notes`` (``note`` in every language), unless that word stands
    after one of ``naming`` (``by``), where a name belongs. Any other word stays as it is, so that a whole line in
    quotation marks is that line.
    """
    known = {_same(name) for name in players}
    out: list[str] = []
    for word in words:
        after_note = bool(out) and _same(out[-1]) in notes and (not out[1:] or _same(out[-2]) not in naming)
        out.append(quoted(word) if after_note or (_needs_quotes(word) and _same(word) in known) else word)
    return " ".join(out)


def quoted(word: str) -> str:
    """A word between quotation marks; one that is so already stays as it is."""
    if len(word) > 1 and word.startswith('"') and word.endswith('"'):
        return word
    return '"' + word.replace('"', '""') + '"'


def _needs_quotes(word: str) -> bool:
    return any(c.isspace() or c in ',:"#' for c in word)


def _same(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())

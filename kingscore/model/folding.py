"""Folds texts for comparison (case, accents, zero-width characters), with the way back to the user's columns."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

T = TypeVar("T")
#: White space that a loose text does not keep as it stands.
_RUN = re.compile(r"\s\s|[^\S ]")
_BREAK = re.compile(r"[\s,:\"]")
#: Letters that carry their stroke or ligature inside, so that taking accents off does not make them plain.
_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
)


#: Line and paragraph separators, lone surrogates, control characters; what turns the direction of a line round.
_CONTROL = ("Cc", "Cs", "Zl", "Zp")
_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def steers(char: str) -> bool:
    """True for a character that could steer a terminal, or disturb a screen or a file."""
    return unicodedata.category(char) in _CONTROL or char in _TURNING


def control_characters(text: str, allowed: str = "") -> tuple[str, ...]:
    """The characters of a text that steer, but for those allowed, each once, as ``U+001B``."""
    if text.isprintable():
        return ()
    return tuple(dict.fromkeys(f"U+{ord(c):04X}" for c in text if c not in allowed and steers(c)))


def steering(value: object, path: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where in a value of mappings and lists a text or a key has characters that steer, and which; a text may have line
    ends and tabs."""
    if isinstance(value, str):
        if characters := control_characters(value, "\n\t"):
            yield path, characters
    elif isinstance(value, Mapping | list):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            below = f"{path}.{key}".lstrip(".") if isinstance(key, str) else path
            yield from steering(key, below)
            yield from steering(part, below)


@lru_cache(maxsize=4096)
def exact(text: str) -> str:
    """A text as it counts for an exact match: composed (NFC), case folded."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


@lru_cache(maxsize=4096)
def loose(text: str) -> str:
    """A text without case, accents and characters that have no width; white space is one space."""
    if text.isascii():
        return text.lower() if not text.isspace() else " "
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFC", text).casefold()).translate(_PLAIN)
    kept = (c for c in folded if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
    return unicodedata.normalize("NFC", "".join(" " if c.isspace() else c for c in kept))


def key(text: str) -> str:
    """A loose text with single spaces between its words and none around them."""
    return " ".join(loose(text).split())


def without_width(text: str) -> str:
    """A text without the characters that cannot be seen: two names that differ in these only look the same."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


class Known(dict[str, T]):
    """Folded names with what they mean, ready to be found in a line."""

    @cached_property
    def first(self) -> frozenset[str]:
        """The characters with which names begin."""
        return frozenset(name[:1] for name in self)

    @cached_property
    def most(self) -> int:
        """How many words the longest name has; commas, colons and quotes part words too."""
        return 1 + max((len(_BREAK.findall(name)) for name in self), default=0)


class Folded(NamedTuple):
    """A folded text; ``starts[i]`` is the original's column from which character i comes, its length last.

    ``breaks`` are the places of white space, commas, colons and quotes, where a word ends.
    """

    text: str
    starts: Sequence[int]
    breaks: list[int]

    def find(self, names: Known[T], column: int) -> tuple[T, int] | None:
        """The longest of some names that begins at a column of the original, with the column after it.

        A name ends before white space, a comma, a colon or a quote, and never inside what is one sign there.
        """
        text, starts = self.text, self.starts
        at = column if type(starts) is range else bisect_left(starts, column)
        if text[at : at + 1] not in names.first:
            return None
        after = bisect_right(self.breaks, at)
        ends = self.breaks[after : after + names.most]
        if len(ends) < names.most:
            ends = [*ends, len(text)]
        for end in reversed(ends):
            name = text[at:end]
            if name in names and not (0 < end < len(text) and starts[end] == starts[end - 1]):
                return names[name], starts[end]
        return None


def is_plain(text: str) -> bool:
    """True for a text that folds to the same exactly and loosely."""
    return text.isascii() and not _RUN.search(text)


def folded(text: str, fold: Callable[[str], str]) -> Folded:
    """A text folded piece by piece, a piece being a character with the marks that belong to it."""
    if fold is exact or not _RUN.search(text):
        alone = text.lower() if text.isascii() else "".join([_alone(c, fold) for c in text])
        if "\0" not in alone:
            return Folded(alone, range(len(text) + 1), [match.start() for match in _BREAK.finditer(alone)])
    out: list[str] = []
    starts: list[int] = []
    for start, piece in _pieces(text):
        new = fold(piece)
        if fold is loose and new == " " and out and out[-1] == " ":
            continue
        out.extend(new)
        starts.extend([start] * len(new))
    whole = "".join(out)
    return Folded(whole, (*starts, len(text)), [match.start() for match in _BREAK.finditer(whole)])


@lru_cache(maxsize=4096)
def _alone(character: str, fold: Callable[[str], str]) -> str:
    """What a character folds to where it stands alone and stays one character; a zero for any other."""
    new = fold(character)
    return new if len(new) == 1 and not _belongs_to_another(character) else "\0"


def _belongs_to_another(character: str) -> bool:
    """True for a combining mark, and for the later parts of a Hangul syllable."""
    return bool(unicodedata.combining(character)) or "\u1160" <= character <= "\u11ff"


def _pieces(text: str) -> list[tuple[int, str]]:
    """Each character with the combining marks (and the later parts of a Hangul syllable) after it."""
    starts = [i for i, c in enumerate(text) if i == 0 or not _belongs_to_another(c)]
    return [(start, text[start:end]) for start, end in pairwise([*starts, len(text)])]

"""The text of a CSV file: its encoding found out by what the letters then spell. It reads no file."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from kingscore.model.frozen import dataclass

#: Tried where a text is not UTF-8: the usual code pages of the languages spoken here.
CODE_PAGES = ("cp1251", "cp1257", "koi8-r", "cp866")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 20_000
#: What a text in Russian or Lithuanian is written with besides ASCII.
USUAL = frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюяąčęėįšųūž–—−«»„“”’…№€♠♥♦♣Σ\u00a0")


@dataclass(frozen=True, slots=True)
class Text:
    """A file's text and the encoding in which it was written."""

    text: str
    encoding: str


def decoded(raw: bytes, known: Callable[[str], bool]) -> Text | None:
    """The text of a file's bytes; ``known`` tells words that tables have. None where it is no text at all."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _whole(raw[len(mark) :], encoding)
    if b"\0" in raw:
        return _whole(raw, _wide(raw))
    try:
        return Text(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    found = [one for one in (_whole(raw, page) for page in CODE_PAGES) if one is not None]
    return max(found, key=lambda one: _likely(one.text[:_SAMPLE], known), default=None)


def _whole(raw: bytes, encoding: str) -> Text | None:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else Text(text, encoding)


def _wide(raw: bytes) -> str:
    """UTF-16 without its mark: its every other byte is zero, where the letters are Latin."""
    return "utf-16-le" if raw[1::2].count(0) >= raw[::2].count(0) else "utf-16-be"


def _likely(text: str, known: Callable[[str], bool]) -> int:
    """How much a text looks like one: words that are known, none that mixes alphabets or cases, no strange signs."""
    strange = sum(sign > "\x7f" and sign.casefold() not in USUAL for sign in text)
    return sum(10 * known(word) - 3 * _mixed(word) for word in _WORD.findall(text)) - 3 * strange


def _mixed(word: str) -> bool:
    cyrillic = sum("\u0400" <= sign <= "\u04ff" for sign in word)
    return 0 < cyrillic < len(word) or not (word.islower() or word.isupper() or word.istitle())

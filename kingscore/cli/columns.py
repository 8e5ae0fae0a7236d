"""How wide a text stands in a terminal, and rows set in columns. It cuts and colours nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

#: Characters that steer a terminal or turn the reading direction; they are shown by their code instead.
STEERING = {
    chr(n) for n in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}


def cells(text: str) -> int:
    """How many columns of a terminal a text takes: 2 for a wide character, 0 for an accent."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def shown(text: str) -> str:
    """A text with nothing in it that could steer a terminal: ``\\x1b`` for the escape character, a space for a tab."""
    if text.isprintable():
        return text
    return "".join(_shown(c) for c in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    if character in STEERING or unicodedata.category(character) == "Cs":
        code = ord(character)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    return character


def padded(text: str, width: int, right: bool = False) -> str:
    """A text filled with spaces to so many columns."""
    gap = " " * max(0, width - cells(text))
    return gap + text if right else text + gap


def columns(rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """Rows set in columns: the first flush left, the others flush right, two spaces between."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            padded(cell, width, right=place > 0) for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join((indent + line).rstrip() for line in lines)

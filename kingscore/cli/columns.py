"""Rows set in columns, and texts with nothing in them that could steer a terminal. It cuts and colours nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from kingscore.render.width import pad, width

#: Characters that turn the reading direction of a line.
TURNING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def shown(text: str) -> str:
    """A text with nothing in it that could steer a terminal: ``\\x1b`` for the escape character, a space for a tab."""
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    if character in TURNING or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        code = ord(character)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    return character


def columns(rows: Sequence[Sequence[str]], indent: str = "", right: bool = True) -> str:
    """Rows set in columns two spaces apart: the first flush left, the others flush right unless said."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            pad(cell, wide, "right" if right and place else "left")
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join((indent + line).rstrip() for line in lines)

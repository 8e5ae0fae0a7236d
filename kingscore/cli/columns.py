"""Rows set in columns, and texts with nothing in them that could steer a terminal. It cuts and colours nothing."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from kingscore.render.text_width import pad, width

#: How wide sentences are set at most.
WIDEST = 100
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


def room(out: TextIO) -> int | None:
    """How many columns a terminal has, 80 where it does not tell, 40 to 100 of them used for sentences; None for a file
    or a pipe."""
    if not out.isatty():
        return None
    return max(40, min(WIDEST, (os.get_terminal_size(out.fileno()).columns or 80) - 1))


def wrapped(text: str, within: int | None, indent: str = "") -> list[str]:
    """A text in lines that fit so many columns, as it is for None; a word that is too long stays whole."""
    if within is None:
        return [indent + line for line in text.splitlines()]
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(indent + longer) > within:
                lines.append(indent + line)
                line = word
            else:
                line = longer
        lines.append(indent + line)
    return lines


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


def beside(rows: Sequence[Sequence[str]], within: int | None, indent: str = "") -> list[str]:
    """Rows in columns with a sentence in the last one; where that is too broad for so many columns, each sentence
    stands below its row, set in as many. What stands before it, a command to be copied, is never parted."""
    lines = columns(rows, indent, right=False).split("\n")
    if within is None or max(map(width, lines)) <= within:
        return lines
    lines = columns([row[:-1] for row in rows], indent, right=False).split("\n")
    below = indent + "    "
    return [text for line, row in zip(lines, rows, strict=True) for text in (line, *_under(row[-1], within, below))]


def _under(text: str, within: int, indent: str) -> list[str]:
    return wrapped(text, within, indent) if text else []

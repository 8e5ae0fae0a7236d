"""How wide a text is on a screen of fixed columns; texts padded, cut, wrapped and set in columns."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, TextIO

from kingscore.model.folding import steers

ELLIPSIS = "…"
_JOINER, _EMOJI_LOOK = "\u200d", "\ufe0f"
#: The classes of signs that take two columns, and the categories of those that belong to the sign before.
_WIDE, _TIED = ("W", "F"), ("Mn", "Me", "Cf")
Align = Literal["left", "centre", "right"]


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """The parts of a text that a screen shows as one sign, each with its columns (0, 1 or 2).

    What combines with the sign before it, and what a joiner ties to it, stays with it.
    """
    sign, columns = "", 0
    for char in text:
        skin = "\U0001f3fb" <= char <= "\U0001f3ff"
        combines = skin or unicodedata.category(char) in _TIED
        if sign and (combines or sign.endswith(_JOINER)):
            sign += char
            columns = 2 if char == _EMOJI_LOOK else columns
            continue
        if sign:
            yield sign, columns
        wide = unicodedata.east_asian_width(char) in _WIDE
        sign, columns = char, 0 if combines and not skin else 2 if wide else 1
    if sign:
        yield sign, columns


@lru_cache(maxsize=4096)  # lists of many games say the same few names again and again
def width(text: str) -> int:
    """The columns that a text takes."""
    ordinary = text.isascii() or not any(
        unicodedata.east_asian_width(char) in _WIDE or unicodedata.category(char) in _TIED for char in text
    )
    return len(text) if ordinary else sum(columns for _, columns in clusters(text))


def cut(text: str, columns: int) -> str:
    """The text if it fits, else as much of it as fits before an ellipsis."""
    if width(text) <= columns:
        return text
    out, used = "", 0
    for sign, wide in clusters(text):
        if used + wide > columns - 1:
            break
        out, used = out + sign, used + wide
    return (out.rstrip() + ELLIPSIS) if columns else ""


def pad(text: str, columns: int, align: Align = "left") -> str:
    """The text cut or filled with spaces to so many columns."""
    if width(text) > columns:
        text = cut(text, columns)
    space = columns - width(text)
    if align == "right":
        return " " * space + text
    before = space // 2 if align == "centre" else 0
    return " " * before + text + " " * (space - before)


#: How wide sentences are set at most.
WIDEST = 100


def shown(text: str) -> str:
    """A text with nothing in it that could steer a terminal: ``\\x1b`` for the escape character, a space for a tab."""
    if text.isprintable():
        return text
    return "".join(_escaped(char) if steers(char) else char for char in text.replace("\t", " "))


def _escaped(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"


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
    return [
        text
        for line, row in zip(lines, rows, strict=True)
        for text in (line, *(wrapped(row[-1], within, below) if row[-1] else ()))
    ]

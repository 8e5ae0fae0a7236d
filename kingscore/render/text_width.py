"""How wide a text is on a screen of fixed columns, and texts padded or cut to a width. It prints nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

ELLIPSIS = "…"
_JOINER, _EMOJI_LOOK = "\u200d", "\ufe0f"
Align = Literal["left", "centre", "right"]


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """The parts of a text that a screen shows as one sign, each with its columns (0, 1 or 2).

    What combines with the sign before it, and what a joiner ties to it, stays with it.
    """
    sign, columns = "", 0
    for char in text:
        tied = sign.endswith(_JOINER) or _combines(char)
        if sign and tied:
            sign += char
            columns = 2 if char == _EMOJI_LOOK else columns
            continue
        if sign:
            yield sign, columns
        sign, columns = char, _columns(char)
    if sign:
        yield sign, columns


def _combines(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Cf") or "\U0001f3fb" <= char <= "\U0001f3ff"


def _columns(char: str) -> int:
    if _combines(char) and not "\U0001f3fb" <= char <= "\U0001f3ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def width(text: str) -> int:
    """The columns that a text takes."""
    return len(text) if text.isascii() else _width(text)


@lru_cache(maxsize=4096)
def _width(text: str) -> int:
    # Lists of many games say the same few names again and again.
    return sum(columns for _, columns in clusters(text))


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
    text = cut(text, columns)
    space = columns - width(text)
    if align == "right":
        return " " * space + text
    before = space // 2 if align == "centre" else 0
    return " " * before + text + " " * (space - before)

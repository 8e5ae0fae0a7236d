"""Whole numbers as people type them: ASCII digits with an optional sign, nothing else; it never rounds or guesses."""

from __future__ import annotations

import re

#: More digits than any score has; longer ones are refused before they cost time or memory.
MOST_DIGITS = 9
LARGEST_NUMBER = 999_999_999
SIGNS = "-+\N{MINUS SIGN}\N{EN DASH}"  # the hyphen first: it stands in a set of a pattern
_NUMBER = re.compile(rf"([{SIGNS}]?)([0-9]{{1,{MOST_DIGITS}}})")


def read_int(text: str) -> int:
    """The whole number that a text is. ValueError for anything else: ``1_0``, ``3.0``, ``٣``, ``1e3``, nothing."""
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError(text)
    sign, digits = found.groups()
    return int(digits) if sign in ("", "+") else -int(digits)


def has_sign(text: str) -> bool:
    """True if a number is written with a sign, which makes it points."""
    return text[:1] in SIGNS and text != ""


def too_long(text: str) -> bool:
    """True if a text is a whole number, but one of more digits than any score has."""
    if len(text) <= MOST_DIGITS:
        return False
    return re.fullmatch(rf"[{SIGNS}]?[0-9]+", text) is not None and len(text.lstrip(SIGNS)) > MOST_DIGITS


def looks_numeric(text: str) -> bool:
    """True if somebody meant a number: it begins with a digit of any script, or with a sign before one."""
    rest = text.lstrip(SIGNS)
    return rest[:1].isdigit() or rest[:1].isnumeric()

"""A JSON text changed in those values that are others now, its own layout kept everywhere else. It knows no game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from kingscore.model.frozen import dataclass

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
#: A value as JSON text on one line.
Spell = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Member:
    """A value in a text, from ``start`` to ``end``; in an object with its key, which begins at ``at``."""

    key: str
    at: int
    start: int
    end: int


def members(text: str, at: int = 0) -> list[Member]:
    """The members of the object, or the elements of the list, that begins at ``at``; the text is known to be JSON."""
    at = _after_space(text, at)
    named = text[at] == "{"
    at = _after_space(text, at + 1)
    out: list[Member] = []
    while text[at] not in "]}":
        key, start = "", at
        if named:
            key, end = _DECODER.raw_decode(text, at)
            start = _after_space(text, _after_space(text, end) + 1)
        _, end = _DECODER.raw_decode(text, start)
        out.append(Member(key, at, start, end))
        at = _after_space(text, end)
        at = _after_space(text, at + 1) if text[at] == "," else at
    return out


def respelled(text: str, was: Any, now: Any, spell: Spell) -> str:
    """The text of the value ``was`` as that of ``now``. A key may be missing in the text where its value went without
    saying."""
    if was == now:
        return text
    if isinstance(was, Mapping) and isinstance(now, Mapping) and text.startswith("{"):
        return _object(text, was, now, spell)
    if isinstance(was, list | tuple) and isinstance(now, list | tuple) and text.startswith("["):
        parts = members(text)
        if len(was) == len(now) == len(parts):
            new = [respelled(text[one.start : one.end], a, b, spell) for one, a, b in zip(parts, was, now, strict=True)]
            return _spliced(text, [(one.start, one.end, to) for one, to in zip(parts, new, strict=True)])
    return spell(now)


def _object(text: str, was: Mapping[str, Any], now: Mapping[str, Any], spell: Spell) -> str:
    parts = members(text)
    edits: list[tuple[int, int, str]] = []
    for place, one in enumerate(parts):
        if one.key in was and one.key not in now:
            last = place + 1 == len(parts)
            edits.append((parts[place - 1].end, one.end, "") if last and place else (one.at, _next(parts, place), ""))
        elif one.key in was:
            edits.append((one.start, one.end, respelled(text[one.start : one.end], was[one.key], now[one.key], spell)))
    known = {one.key for one in parts}
    for key, value in now.items():
        if key not in known and was.get(key) != value:
            edits.append(_put_in(text, parts, f"{spell(key)}: {spell(value)}"))
    return _spliced(text, edits)


def _next(parts: Sequence[Member], place: int) -> int:
    """Where the member after this one begins; the end of this one where it is the last."""
    return parts[place + 1].at if place + 1 < len(parts) else parts[place].end


def _put_in(text: str, parts: Sequence[Member], member: str) -> tuple[int, int, str]:
    """A new member behind the first one, parted from it as the second is."""
    if not parts:
        at = text.index("{") + 1
        return at, at, member
    gap = text[parts[0].end : parts[1].at] if len(parts) > 1 else ", "
    return parts[0].end, parts[0].end, f"{gap}{member}"


def in_list(text: str, elements: Sequence[tuple[int | None, str]]) -> str:
    """The list of the text with these elements: each with the place that it had in the list (from 0; None for a new
    one) and its own text."""
    old = members(text)
    if not old or not elements:
        return "[" + ", ".join(element for _, element in elements) + "]"
    head, tail = text[: old[0].start], text[old[-1].end :]
    gaps = [text[one.end : after.start] for one, after in pairwise(old)]
    usual = gaps[0] if gaps else "," + (head[1:] or " ")
    out = head
    for n, (place, element) in enumerate(elements):
        gap = gaps[place - 1] if place else usual
        out += (gap if n else "") + element
    return out + tail


def _spliced(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    out, at = "", 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        out += text[at:start] + new
        at = max(at, end)
    return out + text[at:]


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at

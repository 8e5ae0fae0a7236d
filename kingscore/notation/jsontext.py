"""JSON read strictly and written back unchanged: duplicate keys, odd numbers and depth are noticed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, TypeAlias

from kingscore.model.findings import Finding, finding
from kingscore.model.folding import control_characters
from kingscore.notation.scan import MOST_DIGITS

#: Nested deeper than any document needs to be.
DEEPEST = 32
Json: TypeAlias = Any


class JsonObject(dict[str, Json]):
    """An object of a document; ``doubled`` are the keys that stood in it more than once."""

    doubled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Literal:
    """JSON as it was written: a number that is no whole number of usual size (``1.50``, ``1e3``, ``NaN``), a value that
    is kept."""

    text: str


class TooDeep(ValueError):
    """Brackets inside brackets beyond all need."""


def parse(text: str) -> Json:
    """The value of a JSON text. Raises json.JSONDecodeError where it is none, TooDeep where it is nested too deep."""

    def whole(digits: str) -> int | Literal:
        return int(digits) if len(digits.lstrip("-")) <= MOST_DIGITS else Literal(digits)

    try:
        return json.loads(text, object_pairs_hook=_table, parse_float=Literal, parse_int=whole, parse_constant=Literal)
    except RecursionError:
        raise TooDeep from None


def _table(pairs: list[tuple[str, Json]]) -> JsonObject:
    table = JsonObject(pairs)
    if len(table) < len(pairs):
        times = Counter(key for key, _ in pairs)
        table.doubled = tuple(key for key, n in times.items() if n > 1)
    return table


def text_of(value: Json, depth: int = 0) -> str:
    """A value as JSON text on one line, numbers as they were written. Raises TooDeep."""
    if depth > DEEPEST:
        raise TooDeep
    if isinstance(value, Literal):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text_of(k)}: {text_of(v, depth + 1)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(text_of(part, depth + 1) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def visible(text: str) -> str:
    """JSON text in which what cannot be seen on a line is escaped; it reads as the same value."""
    found = control_characters(text)
    for name in found:
        text = text.replace(chr(int(name[2:], 16)), f"\\u{name[2:]}")
    return text


def what(value: Json) -> str:
    """A value as it is quoted in a finding: short."""
    try:
        text = text_of(value)
    except TooDeep:
        return "[[…]]"
    return text if len(text) <= 60 else text[:59] + "…"


def flaws(value: Json, path: str, depth: int = 0) -> list[Finding]:
    """What a kept value must not hold: F206 doublets, F217 numbers that are none, F218 too much depth, F224 characters
    that steer a terminal, halves of a surrogate pair too."""
    if depth > DEEPEST:
        return [finding("F218", path=path.partition("[")[0])]
    if isinstance(value, Literal):
        return [finding("F217", path=path, found=value.text)] if value.text[-1] in "Ny" else []
    if isinstance(value, str):
        characters = control_characters(value, "\n\t")
        return [finding("F224", path=path, found=characters)] if characters else []
    out = [finding("F206", path=path, key=key) for key in value.doubled] if isinstance(value, JsonObject) else []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in pairs:
        if isinstance(key, str):
            out += flaws(key, f"{path}.{key}", depth)
        step = f"{path}.{key}" if isinstance(key, str) else f"{path}[{key}]"
        out += flaws(part, step, depth + 1)
    return out

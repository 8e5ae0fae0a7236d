"""Events and their values as JSON, written canonically and read strictly: what is kept must come back as it was.

Everything malformed raises ValueError or TypeError.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple, TypeVar

from kingscore.model.game import Row, Stake

T = TypeVar("T")


class Event(NamedTuple):
    """One entry of a log or journal: its kind, when it was written (ISO time), what it holds as canonical JSON."""

    kind: str
    at: str
    body: str = "{}"

    @property
    def raw(self) -> dict[str, Any]:
        """What it holds. ValueError or TypeError for a body that is no JSON object."""
        return strict(dict, json.loads(self.body))


def canonical(value: Any) -> str:
    """A value as JSON text that is the same for the same value: keys in order, no spaces, letters as they are.

    Halves of a surrogate pair, which no database takes, are escaped.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    return text


def strict(kind: type[T], value: object) -> T:
    """The value, which must be of that very type."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(type(value).__name__)
    return value


def row_from_raw(raw: object) -> Row:
    row = strict(list, raw)
    for entry in row:
        if entry is not None:
            strict(int, entry)
    return tuple(row)


def pairs_from_raw(raw: object) -> tuple[tuple[str, str], ...]:
    return tuple((strict(str, key), strict(str, text)) for key, text in strict(list, raw))


def names_from_raw(raw: object) -> tuple[str, ...]:
    return tuple(strict(str, name) for name in strict(list, raw))


def stake_to_raw(stake: Stake | None) -> list[str] | None:
    return None if stake is None else [stake.per_point, stake.currency]


def stake_from_raw(raw: Any) -> Stake | None:
    if raw is None:
        return None
    per_point, currency = raw
    return Stake(strict(str, per_point), strict(str, currency))

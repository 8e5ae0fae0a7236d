"""Values of JSON written canonically and read strictly: what is kept beside a seal must come back as it was.

Everything malformed raises ValueError or TypeError.
"""

from __future__ import annotations

import json
from typing import Any

from kingscore.model.game import Row, Stake


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


def text_from_raw(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value


def number_from_raw(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(type(value).__name__)
    return value


def list_from_raw(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(type(value).__name__)
    return value


def row_from_raw(value: Any) -> Row:
    if not isinstance(value, list):
        raise TypeError(type(value).__name__)
    for entry in value:
        if entry is not None and type(entry) is not int:
            raise TypeError(type(entry).__name__)
    return tuple(value)


def pairs_from_raw(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple((text_from_raw(key), text_from_raw(text)) for key, text in list_from_raw(value))


def names_from_raw(raw: Any) -> tuple[str, ...]:
    return tuple(text_from_raw(name) for name in list_from_raw(raw))


def stake_to_raw(stake: Stake | None) -> list[str] | None:
    return None if stake is None else [stake.per_point, stake.currency]


def stake_from_raw(raw: Any) -> Stake | None:
    if raw is None:
        return None
    per_point, currency = raw
    return Stake(text_from_raw(per_point), text_from_raw(currency))

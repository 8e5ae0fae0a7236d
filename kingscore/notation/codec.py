"""Deals and heads inside the journal: JSON by the table of fields, read and written.

Seats are numbers, so that a player's new name touches no deal. What a deal does not have is left out; pairs stay lists
of pairs, so that their order and doublets are kept. Everything malformed raises ValueError, TypeError or KeyError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kingscore.model.game import Bid, Deal, Game, Written
from kingscore.model.json_values import (
    names_from_raw,
    pairs_from_raw,
    row_from_raw,
    stake_from_raw,
    stake_to_raw,
    strict,
)
from kingscore.notation.fields import BID, DEAL, HEAD, WRITTEN, Field, head_value

Raw = dict[str, Any]


def to_raw(part: Deal | Bid | Written, fields: tuple[Field, ...] = DEAL) -> Raw:
    """A deal, or a part of one, as a mapping that JSON can hold."""
    given = ((field, getattr(part, field.name)) for field in fields)
    return {field.name: value_to_raw(field, value) for field, value in given if value != field.default}


def deal_from_raw(raw: Mapping[str, Any]) -> Deal:
    """The deal that ``to_raw`` wrote."""
    return Deal(**from_raw(raw, DEAL))


def head_to_raw(game: Game) -> Raw:
    """Everything of a game but its deals: rules only by variant and options."""
    given = ((field, head_value(game, field)) for field in HEAD if field.kind != "content")
    return {field.name: value_to_raw(field, value) for field, value in given if value != field.default}


def from_raw(raw: Mapping[str, Any], fields: tuple[Field, ...]) -> Raw:
    """The values of those fields that stand in a mapping, by their names."""
    given, values = raw.keys(), dict[str, Any]()
    for field in fields:
        if field.name in given:
            value = raw[field.name]
            open_value = value is None and field.default is None and not field.needed
            values[field.name] = None if open_value else _READERS[field.kind](value)
    return values


def value_to_raw(field: Field, value: Any) -> Any:
    """The value of one field as JSON can hold it."""
    return _WRITERS[field.kind](value) if field.kind in _WRITERS and value is not None else value


def value_from_raw(field: Field, raw: Any) -> Any:
    """The value of one field."""
    return from_raw({field.name: raw}, (field,))[field.name]


#: How the values of a kind are written; all others are what JSON holds as they are.
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "bid": lambda bid: to_raw(bid, BID),
    "stake": stake_to_raw,
    "written": lambda written: to_raw(written, WRITTEN),
}
_READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("text", "lines", "word", "date", "variant"), partial(strict, str)),
    **dict.fromkeys(("number", "seat"), partial(strict, int)),
    **dict.fromkeys(("names", "codes"), names_from_raw),
    **dict.fromkeys(("options", "extra"), pairs_from_raw),
    "flag": bool,
    "row": row_from_raw,
    "rows": lambda raw: tuple(row_from_raw(row) for row in strict(list, raw)),
    "counts": lambda raw: tuple((strict(str, item), row_from_raw(row)) for item, row in strict(list, raw)),
    "bid": lambda raw: Bid(**from_raw(raw, BID)),
    "stake": stake_from_raw,
    "written": lambda raw: Written(**from_raw(raw, WRITTEN)),
}

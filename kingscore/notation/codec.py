"""A game's values as JSON by the table of fields: inside the journal, read and written, and in documents, written.

In the journal seats are numbers, so that a player's new name touches no deal. What a deal does not have is left out;
pairs stay lists of pairs, so that their order and doublets are kept. Everything malformed raises ValueError, TypeError
or KeyError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kingscore.model.game import Bid, Deal, Game, Written, declarer_in_turn
from kingscore.model.json_values import (
    names_from_raw,
    pairs_from_raw,
    row_from_raw,
    stake_from_raw,
    stake_to_raw,
    strict,
)
from kingscore.notation.fields import BID, DEAL, FORMAT, HEAD, IMPLIED_TRUMP, PARTS, WRITTEN, Field, head_value
from kingscore.notation.jsontext import Literal, text_of

Raw = dict[str, Any]
#: Keys that are kept though nobody knows them, each by the path to it, with its value as JSON text.
Extra = tuple[tuple[str, str], ...]


# The journal


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


# Documents


def write_document(game: Game) -> str:
    """A game as a document: a line for each key, a line for each deal."""
    head = [f" {text_of(key)}: {text_of(value)}" for key, value in head_parts(game).items()]
    deals = [f"  {braces(game, number, deal)}" for number, deal in enumerate(game.deals, 1)]
    body = "[\n" + ",\n".join(deals) + "\n ]" if deals else "[]"
    return "{\n" + ",\n".join((*head, f' "deals": {body}')) + "\n}\n"


def deal_document(game: Game, number: int, deal: Deal) -> dict[str, Any]:
    """Deal ``number`` (from 1) as in a document."""
    document: dict[str, Any] = json.loads(braces(game, number, deal))
    return document


def braces(game: Game, number: int, deal: Deal) -> str:
    """Deal ``number`` (from 1) as in a document, on one line."""
    return text_of(deal_parts(game, number, deal))


def shown_options(game: Game) -> dict[str, str]:
    """The options of a game as they are written: all that the variant has, and the order where it is free."""
    return {key: value for key, value in game.rules.options if (key, value) != ("order", "fixed")}


def head_parts(game: Game) -> Raw:
    """What a document holds of a game beside its deals."""
    out: Raw = {"format": FORMAT, "options": {}}
    for field in HEAD:
        value = head_value(game, field)
        if field.public and value != field.default:
            out[field.name] = _part(game, field, value)
    return _with_extra(out, game.extra)


def deal_parts(game: Game, number: int, deal: Deal) -> Raw:
    """What a document holds of deal ``number`` (from 1)."""
    left_open = _left_open(game, number, deal)
    out: Raw = {}
    for field in DEAL:
        value = getattr(deal, field.name)
        if field.public and (value != field.default or field.name in left_open):
            out[field.name] = _part(game, field, value)
    return _with_extra(out, deal.extra)


def _part(game: Game, field: Field, value: Any) -> Any:
    """The value of a field as a document has it."""
    if value is None:
        return None
    match field.kind:
        case "seat":
            return game.players[value]
        case "options":
            return shown_options(game)
        case "counts":
            return dict(value)
        case "content":
            return Literal(value)
        case kind if kind in PARTS:
            given = ((part, getattr(value, part.name)) for part in PARTS[kind])
            return {part.name: _part(game, part, inner) for part, inner in given if inner is not None}
    return value


def _left_open(game: Game, number: int, deal: Deal) -> set[str]:
    """What must be said to be open, since a reader would fill it in."""
    implied = {
        "declarer": implied_declarer(game, number, deal),
        "trump": IMPLIED_TRUMP.get(deal.form or ""),
        "counts": deal.form if deal.form == "rospis" and deal.points is None else None,
    }
    return {name for name, value in implied.items() if value is not None and getattr(deal, name) is None}


def implied_declarer(game: Game, number: int, deal: Deal) -> int | None:
    """Who declares where nobody is named: who sold or bid, else who is in turn."""
    bid, contract = deal.bid, game.rules.contract(deal.contract)
    if bid is not None and (bid.seller is not None or bid.bidder is not None):
        return bid.seller if bid.seller is not None else bid.bidder
    return declarer_in_turn(game, number) if contract is not None and contract.declared else None


def _with_extra(out: Raw, extra: Extra) -> Raw:
    """The kept keys put back where they stood."""
    for path, text in extra:
        parent, _, key = path.rpartition("/")
        inside = out.get(parent) if parent else out
        (inside if isinstance(inside, dict) else out)[key.replace("~1", "/").replace("~0", "~")] = Literal(text)
    return out

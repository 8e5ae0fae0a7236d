"""Games written as documents for machines (JSON): the same game, the same text."""

from __future__ import annotations

import json
from typing import Any

from kingscore.model.game import Deal, Game, declarer_in_turn
from kingscore.notation.fields import DEAL, FORMAT, HEAD, IMPLIED_TRUMP, PARTS, Field, head_value
from kingscore.notation.jsontext import Literal, text_of

Parts = dict[str, Any]
Extra = tuple[tuple[str, str], ...]


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


def head_parts(game: Game) -> Parts:
    """What a document holds of a game beside its deals."""
    out: Parts = {"format": FORMAT, "options": {}}
    for field in HEAD:
        value = head_value(game, field)
        if field.public and value != field.default:
            out[field.name] = _part(game, field, value)
    return _with_extra(out, game.extra)


def deal_parts(game: Game, number: int, deal: Deal) -> Parts:
    """What a document holds of deal ``number`` (from 1)."""
    left_open = _left_open(game, number, deal)
    out: Parts = {}
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


def _with_extra(out: Parts, extra: Extra) -> Parts:
    """The kept keys put back where they stood."""
    for path, text in extra:
        parent, _, key = path.rpartition("/")
        inside = out.get(parent) if parent else out
        (inside if isinstance(inside, dict) else out)[key.replace("~1", "/").replace("~0", "~")] = Literal(text)
    return out

"""The published JSON Schema of a game document; it describes the form and says nothing of the game."""

from __future__ import annotations

from typing import Any

from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, SUITS, TRUMPS
from kingscore.notation.document import FINISHED, FORMAT
from kingscore.notation.numbers import LARGEST_NUMBER

Schema = dict[str, Any]
_NAME: Schema = {"type": "string", "minLength": 1}
_ROW: Schema = {
    "type": "array",
    "items": {"type": ["integer", "null"], "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
    "description": "Seat by seat; null for a seat that sits out.",
}


def document_schema() -> Schema:
    """The schema of a game document (JSON Schema 2020-12). Unknown keys are allowed: they are kept."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "type": "object",
        "required": ["format", "variant", "players", "dealer", "deals"],
        "properties": {
            "format": {"const": FORMAT},
            "variant": {"type": "string", "minLength": 1},
            "options": {"type": "object", "additionalProperties": {"type": "string"}},
            "rules": {
                "type": "object",
                "description": "The variant itself, as its file has it, where it is not shipped.",
            },
            "players": {"type": "array", "items": _NAME, "minItems": 3, "maxItems": 6},
            "dealer": {**_NAME, "description": "Who dealt the first deal; the deal passes clockwise."},
            "id": {"type": "string"},
            "date": {"type": "string", "format": "date"},
            "finished": {"enum": list(FINISHED)},
            "note": {"type": "string"},
            "ignore": {
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "description": "Codes, or letters of families, that the players agreed not to be told of.",
            },
            "stake": _stake(),
            "written": {
                "type": "object",
                "properties": {"totals": _ROW, "running": {"type": "array", "items": _ROW}},
            },
            "deals": {"type": "array", "items": {"$ref": "#/$defs/deal"}},
        },
        "$defs": {"deal": _deal(), "bid": _bid()},
    }


def _stake() -> Schema:
    return {
        "type": "object",
        "required": ["per_point", "currency"],
        "properties": {
            "per_point": {"type": "string", "pattern": "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},
            "currency": {"type": "string", "minLength": 1},
        },
    }


def _deal() -> Schema:
    return {
        "type": "object",
        "required": ["contract"],
        "properties": {
            "contract": {"type": "string"},
            "declarer": {"type": ["string", "null"]},
            "form": {"enum": [*FORMS, None]},
            "trump": {"enum": [*TRUMPS, None]},
            "titles": {"type": "array", "items": {"type": "string"}},
            "counts": {
                "type": ["object", "null"],
                "propertyNames": {"enum": list(ITEMS)},
                "additionalProperties": _ROW,
            },
            "points": _ROW,
            "places": _ROW,
            "bid": {"$ref": "#/$defs/bid"},
            "foul": _NAME,
            "note": {"type": "string"},
            "agreed": {"type": "string"},
        },
    }


def _bid() -> Schema:
    return {
        "type": "object",
        "properties": {
            "seller": _NAME,
            "buyer": _NAME,
            "bidder": _NAME,
            "tricks": {"type": "integer"},
            "points": {"type": "integer"},
            "suit": {"enum": list(SUITS)},
        },
    }

"""The written form of deals and heads inside the journal: JSON with seat indexes, read and written. It judges nothing.

Seats are numbers, so that a player's new name touches no deal. What a deal does not have is left out; pairs stay lists
of pairs, so that their order and doublets are kept. Everything malformed raises ValueError, TypeError or KeyError.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kingscore.model.game import Bid, Deal, Game, Row, Stake, Written

Raw = dict[str, Any]


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


def deal_to_raw(deal: Deal) -> Raw:
    """A deal as a mapping that JSON can hold."""
    out: Raw = {"contract": deal.contract}
    for key in ("declarer", "form", "trump", "points", "places", "titles", "foul"):
        value = getattr(deal, key)
        if value is not None:
            out[key] = value
    if deal.counts is not None:
        out["counts"] = deal.counts
    if deal.bid is not None:
        bid = deal.bid
        out["bid"] = {key: v for key in BID_KEYS if (v := getattr(bid, key)) is not None}
    for key in ("note", "agreed", "extra", "unread"):
        if getattr(deal, key):
            out[key] = getattr(deal, key)
    return out


BID_KEYS = ("seller", "buyer", "bidder", "tricks", "points", "suit")


def deal_from_raw(raw: Mapping[str, Any]) -> Deal:
    """The deal that ``deal_to_raw`` wrote."""
    get = raw.get
    return Deal(
        contract=_text(raw["contract"]),
        declarer=_number(get("declarer")),
        form=_maybe(get("form")),
        trump=_maybe(get("trump")),
        counts=tuple((_text(item), _whole_row(row)) for item, row in raw["counts"]) if "counts" in raw else None,
        points=_row(get("points")),
        places=_row(get("places")),
        bid=_bid(raw["bid"]) if "bid" in raw else None,
        titles=tuple(_text(title) for title in raw["titles"]) if "titles" in raw else None,
        foul=_number(get("foul")),
        note=_text(get("note", "")),
        agreed=_text(get("agreed", "")),
        extra=_pairs(get("extra", ())),
        unread=bool(get("unread", False)),
    )


def _bid(raw: Mapping[str, Any]) -> Bid:
    numbers = {key: _number(raw.get(key)) for key in BID_KEYS if key != "suit"}
    return Bid(**numbers, suit=_maybe(raw.get("suit")))


def head_to_raw(game: Game) -> Raw:
    """Everything of a game but its deals: rules only by variant and options."""
    out: Raw = {
        "variant": game.rules.variant,
        "options": game.rules.options,
        "players": game.players,
        "dealer": game.dealer,
    }
    for key in ("date", "id", "finished", "note", "extra", "ignore"):
        if getattr(game, key):
            out[key] = getattr(game, key)
    if game.stake is not None:
        out["stake"] = stake_to_raw(game.stake)
    if game.written is not None:
        out["written"] = written_to_raw(game.written)
    return out


def stake_to_raw(stake: Stake | None) -> list[str] | None:
    return None if stake is None else [stake.per_point, stake.currency]


def stake_from_raw(raw: Any) -> Stake | None:
    if raw is None:
        return None
    per_point, currency = raw
    return Stake(_text(per_point), _text(currency))


def written_to_raw(written: Written | None) -> Raw | None:
    if written is None:
        return None
    return {k: v for k, v in (("totals", written.totals), ("running", written.running)) if v is not None}


def written_from_raw(raw: Any) -> Written | None:
    if raw is None:
        return None
    running = raw.get("running")
    return Written(_row(raw.get("totals")), None if running is None else tuple(_whole_row(row) for row in running))


def names_from_raw(raw: Any) -> tuple[str, ...]:
    return tuple(_text(name) for name in _list(raw))


def pairs_from_raw(raw: Any) -> tuple[tuple[str, str], ...]:
    return _pairs(_list(raw))


def number_from_raw(raw: Any) -> int:
    number = _number(raw)
    if number is None:
        raise ValueError("null")
    return number


def text_from_raw(raw: Any) -> str:
    return _text(raw)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value).__name__)
    return value


def _maybe(value: Any) -> str | None:
    return None if value is None else _text(value)


def _number(value: Any) -> int | None:
    if value is not None and type(value) is not int:
        raise TypeError(type(value).__name__)
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(type(value).__name__)
    return value


def _row(value: Any) -> Row | None:
    return None if value is None else _whole_row(value)


def _whole_row(value: Any) -> Row:
    return tuple(_number(entry) for entry in _list(value))


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple((_text(key), _text(text)) for key, text in value)

"""The written form of deals and heads inside the journal: JSON with seat indexes, read and written. It judges nothing.

Seats are numbers, so that a player's new name touches no deal. What a deal does not have is left out; pairs stay lists
of pairs, so that their order and doublets are kept. Everything malformed raises ValueError, TypeError or KeyError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kingscore.model.game import Bid, Deal, Game, Written
from kingscore.model.json_values import (
    optional_number_from_raw,
    optional_row_from_raw,
    optional_text_from_raw,
    pairs_from_raw,
    row_from_raw,
    stake_to_raw,
    text_from_raw,
)

Raw = dict[str, Any]


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
        contract=text_from_raw(raw["contract"]),
        declarer=optional_number_from_raw(get("declarer")),
        form=optional_text_from_raw(get("form")),
        trump=optional_text_from_raw(get("trump")),
        counts=tuple((text_from_raw(item), row_from_raw(row)) for item, row in raw["counts"])
        if "counts" in raw
        else None,
        points=optional_row_from_raw(get("points")),
        places=optional_row_from_raw(get("places")),
        bid=_bid(raw["bid"]) if "bid" in raw else None,
        titles=tuple(text_from_raw(title) for title in raw["titles"]) if "titles" in raw else None,
        foul=optional_number_from_raw(get("foul")),
        note=text_from_raw(get("note", "")),
        agreed=text_from_raw(get("agreed", "")),
        extra=pairs_from_raw(get("extra", [])),
        unread=bool(get("unread", False)),
    )


def _bid(raw: Mapping[str, Any]) -> Bid:
    numbers = {key: optional_number_from_raw(raw.get(key)) for key in BID_KEYS if key != "suit"}
    return Bid(**numbers, suit=optional_text_from_raw(raw.get("suit")))


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


def written_to_raw(written: Written | None) -> Raw | None:
    if written is None:
        return None
    return {k: v for k, v in (("totals", written.totals), ("running", written.running)) if v is not None}


def written_from_raw(raw: Any) -> Written | None:
    if raw is None:
        return None
    running = raw.get("running")
    return Written(
        optional_row_from_raw(raw.get("totals")),
        None if running is None else tuple(row_from_raw(row) for row in running),
    )

"""Games written as documents for machines (JSON): the same game, the same text; it checks nothing."""

from __future__ import annotations

import json
from typing import Any

from kingscore.model.frozen import dataclass
from kingscore.model.game import Bid, Deal, Game, declarer_in_turn
from kingscore.notation.document import FORMAT
from kingscore.notation.jsontext import text_of
from kingscore.notation.tables import Extra, step

Parts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A value that stays as it was written."""

    text: str


def write_document(game: Game) -> str:
    """A game as a document: a line for each key, a line for each deal."""
    head = [f" {text_of(key)}: {text_of_parts(value)}" for key, value in head_parts(game).items()]
    deals = [f"  {braces(game, number, deal)}" for number, deal in enumerate(game.deals, 1)]
    body = "[\n" + ",\n".join(deals) + "\n ]" if deals else "[]"
    return "{\n" + ",\n".join((*head, f' "deals": {body}')) + "\n}\n"


def deal_document(game: Game, number: int, deal: Deal) -> dict[str, Any]:
    """Deal ``number`` (from 1) as in a document."""
    found: dict[str, Any] = json.loads(braces(game, number, deal))
    return found


def braces(game: Game, number: int, deal: Deal) -> str:
    """Deal ``number`` (from 1) as in a document, on one line."""
    return text_of_parts(deal_parts(game, number, deal))


def shown_options(game: Game) -> dict[str, str]:
    """The options of a game as they are written: all that the variant has, and the order where it is free."""
    return {key: value for key, value in game.rules.options if (key, value) != ("order", "fixed")}


def text_of_parts(value: Any) -> str:
    """Parts of a document as JSON text on one line; what was kept stays as it was written."""
    if isinstance(value, _Kept):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text_of(key)}: {text_of_parts(part)}" for key, part in value.items()) + "}"
    return text_of(value)


def head_parts(game: Game) -> Parts:
    """What a document holds of a game beside its deals."""
    out: Parts = {
        "format": FORMAT,
        "variant": game.rules.variant,
        "options": shown_options(game),
        "players": game.players,
        "dealer": game.players[game.dealer],
    }
    for key in ("id", "date", "finished", "note", "ignore"):
        if getattr(game, key):
            out[key] = getattr(game, key)
    if game.stake is not None:
        out["stake"] = {"per_point": game.stake.per_point, "currency": game.stake.currency}
    if game.written is not None:
        rows = (("totals", game.written.totals), ("running", game.written.running))
        out["written"] = {key: row for key, row in rows if row is not None}
    if game.rules.content:
        out["rules"] = _Kept(game.rules.content)
    return _with_extra(out, game.extra)


def _with_extra(out: Parts, extra: Extra) -> Parts:
    """The kept keys put back where they stood."""
    for path, text in extra:
        parent, _, key = path.rpartition("/")
        inside = out.get(parent) if parent else out
        (inside if isinstance(inside, dict) else out)[step(key)] = _Kept(text)
    return out


def deal_parts(game: Game, number: int, deal: Deal) -> Parts:
    """What a document holds of deal ``number`` (from 1)."""
    out: Parts = {"contract": deal.contract}
    contract = game.rules.contract(deal.contract)
    if deal.declarer is not None:
        out["declarer"] = game.players[deal.declarer]
    elif _implied_declarer(game, number, deal, contract is not None and contract.declared) is not None:
        out["declarer"] = None
    if deal.form is not None:
        out["form"] = deal.form
    if deal.trump is not None or deal.form in ("misere", "no-trump"):
        out["trump"] = deal.trump
    if deal.titles is not None:
        out["titles"] = deal.titles
    _results(out, game, number, deal)
    if deal.bid is not None:
        out["bid"] = _bid(game, deal.bid)
    if deal.foul is not None:
        out["foul"] = game.players[deal.foul]
    for key in ("note", "agreed"):
        if getattr(deal, key):
            out[key] = getattr(deal, key)
    return _with_extra(out, deal.extra)


def _implied_declarer(game: Game, number: int, deal: Deal, declared: bool) -> int | None:
    bid = deal.bid
    if bid is not None and (bid.seller is not None or bid.bidder is not None):
        return bid.seller if bid.seller is not None else bid.bidder
    return declarer_in_turn(game, number) if declared else None


def _results(out: Parts, game: Game, number: int, deal: Deal) -> None:
    if deal.counts is not None:
        out["counts"] = dict(deal.counts)
    elif deal.form == "rospis" and deal.points is None:
        out["counts"] = None
    if deal.points is not None:
        out["points"] = deal.points
    if deal.places is not None:
        out["places"] = deal.places


def _bid(game: Game, bid: Bid) -> Parts:
    out: Parts = {}
    for key in ("seller", "buyer", "bidder"):
        seat = getattr(bid, key)
        if seat is not None:
            out[key] = game.players[seat]
    for key in ("tricks", "points", "suit"):
        if getattr(bid, key) is not None:
            out[key] = getattr(bid, key)
    return out

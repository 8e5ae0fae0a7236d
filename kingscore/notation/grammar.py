"""The rest of a line after its contract: clauses and result in any order, then the deal that they make.

It refuses what they cannot mean for that contract; sums, order and turns are left to the checks.
"""

from __future__ import annotations

from typing import NoReturn

from kingscore.model.folding import key
from kingscore.model.game import Bid, Deal, Row, declarer_in_turn
from kingscore.notation.clauses import take_clause
from kingscore.notation.draft import Draft
from kingscore.notation.names import near
from kingscore.notation.numbers import looks_numeric
from kingscore.notation.results import names_fit, nearest, take_result
from kingscore.notation.shares import (
    Counts,
    count_row,
    counts_of_names,
    is_points,
    place_row,
    places_of_names,
    point_row,
    whole_span,
)


def rest_of_line(draft: Draft) -> Deal:
    """The rest of the line, read for one contract."""
    scan = draft.scan
    colon = False
    while not scan.done:
        if scan.char in ":,":
            colon = colon or scan.char == ":"
            draft.letters = False
            scan.at += 1
            continue
        if colon and not draft.has_result and _name_after_colon(draft):
            continue
        if take_clause(draft):
            continue
        if not draft.has_result and take_result(draft):
            continue
        _not_understood(draft)
    return _finished(draft)


def _name_after_colon(draft: Draft) -> bool:
    """After the colon comes the result: there a known name is a name even if it is one of the grammar's words."""
    if draft.scan.known_player() is None and draft.scan.char != '"':
        return False
    return take_result(draft)


def _not_understood(draft: Draft) -> NoReturn:
    scan = draft.scan
    span = scan.span()
    word = scan.line[span[0] : span[1]]
    if draft.has_result and (scan.find_player()[0] or looks_numeric(word) or scan.find(draft.item_names)):
        raise scan.refused("L130", span, found=word)
    if not draft.contract.forms and draft.words.suits.get(key(word)):
        _suit_out_of_place(draft, span, word)
    if not draft.has_result and names_fit(draft):
        raise scan.refused("L103", span, found=word, near=near(word, draft.game.players))
    if scan.find(draft.words.clauses) == ("for", span[1]):
        raise scan.refused("L101", span, "for", found=word)
    close = nearest(draft, word)
    raise scan.refused("L101", span, "" if close else "alone", found=word, near=close)


def _suit_out_of_place(draft: Draft, span: tuple[int, int], word: str) -> NoReturn:
    if draft.contract.item("heart-pips") and draft.words.suits[key(word)] == "hearts":
        raise draft.scan.refused("L118", span, found=word, contract=draft.contract.names)
    how = "unbid" if draft.contract.bid and draft.bid is None else "trump"
    raise draft.scan.refused("L124", span, how, found=word, contract=draft.contract.names)


def _finished(draft: Draft) -> Deal:
    contract = draft.contract
    if draft.declarer is None and (contract.declared or draft.buyer is not None):
        draft.declarer = declarer_in_turn(draft.game, draft.number)
    trump = draft.trump or {"misere": "misere", "no-trump": "none"}.get(draft.form or "")
    counts, points, places = _result(draft)
    return Deal(
        contract.id,
        draft.declarer,
        draft.form,
        trump,
        counts,
        points,
        places,
        _bid(draft),
        draft.titles,
        draft.foul,
        draft.note,
        draft.agreed,
    )


def _bid(draft: Draft) -> Bid | None:
    sale = draft.contract.sale
    if draft.buyer is None and draft.bid is None:
        return None
    if draft.declarer is None:
        raise draft.scan.refused("L122", draft.said.get("bids") or draft.said["sold-to"], "by")
    if draft.bid is not None:
        return Bid(bidder=draft.declarer, points=draft.bid, suit=draft.suit)
    if sale is not None and sale.unit == "points":
        return Bid(seller=draft.declarer, buyer=draft.buyer, points=draft.price)
    return Bid(seller=draft.declarer, buyer=draft.buyer, tricks=draft.price)


def _result(draft: Draft) -> tuple[Counts | None, Row | None, Row | None]:
    """Counts, points and places of the deal, of which one is given (none with a foul)."""
    contract = draft.contract
    if draft.items is not None:
        return _item_counts(draft), None, None
    if draft.names is not None:
        if contract.placement:
            return None, None, places_of_names(draft, draft.names)
        return counts_of_names(draft, contract.items, draft.names), None, None
    if draft.row is None:
        return _without_result(draft), None, None
    if is_points(draft, draft.row):
        return None, point_row(draft, draft.row), None
    if contract.placement:
        return None, None, place_row(draft, draft.row)
    if len(contract.items) != 1:
        names = tuple(item.names for item in contract.items)
        raise draft.scan.refused("L119", whole_span(draft.row), contract=contract.names, items=names)
    return ((contract.items[0].id, count_row(draft, contract.items[0], draft.row)),), None, None


def _item_counts(draft: Draft) -> Counts:
    out: list[tuple[str, Row]] = []
    for item in draft.contract.items:
        found = (draft.items or {})[item.id]
        entries = tuple(entry for entry in found if not isinstance(entry, int))
        names = tuple(seat for seat in found if isinstance(seat, int))
        signed = next((entry for entry in entries if entry.signed), None)
        if signed is not None:
            raise draft.scan.refused("L120", (signed.start, signed.end), item=item.names)
        if names:
            out += counts_of_names(draft, (item,), names)
        else:
            out.append((item.id, count_row(draft, item, entries)))
    return tuple(out)


def _without_result(draft: Draft) -> Counts | None:
    """A deal written down without play is shared equally; a foul needs no result. Refused: L131 nothing is said."""
    if draft.foul is not None:
        return None
    rules = draft.game.rules
    if draft.form == "rospis" and draft.contract.items:
        share = rules.tricks // rules.playing
        row = tuple(share if seat in draft.seats else None for seat in range(rules.table))
        return ((draft.contract.items[0].id, row),)
    end = len(draft.scan.line)
    how = "places" if draft.contract.placement else ""
    raise draft.scan.refused("L131", (end, end), how, contract=draft.contract.names, players=draft.players(draft.seats))

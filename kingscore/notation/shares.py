"""From the entries of a line to the rows of a deal: who has which entry, what the rest is; it judges no sum."""

from __future__ import annotations

from math import gcd
from typing import NoReturn

from kingscore.model.game import Row
from kingscore.model.rules import Item
from kingscore.notation.draft import Draft
from kingscore.notation.scan import Entry

Counts = tuple[tuple[str, Row], ...]


def whole_span(entries: tuple[Entry, ...]) -> tuple[int, int]:
    return entries[0].start, entries[-1].end


def by_seat(draft: Draft, entries: tuple[Entry, ...]) -> dict[int, Entry]:
    """Each playing seat's entry. Refused: L108 a wrong number of entries, L110 two rests, L112 an x out of place."""
    scan, out = draft.scan, draft.out
    marks = [entry for entry in entries if entry.kind == "sits-out"]
    if len(entries) == draft.game.rules.table and out and marks:
        for seat, entry in enumerate(entries):
            if (entry.kind == "sits-out") != (seat in out):
                how = "plays" if entry.kind == "sits-out" else "sits-out"
                name, sitting = draft.game.players[seat], draft.players(out)
                raise scan.refused("L112", (entry.start, entry.end), how, name=name, out=sitting)
        pairs = dict(enumerate(entries))
    elif marks and not out:
        raise scan.refused("L112", (marks[0].start, marks[0].end), "nobody", n=len(draft.seats))
    elif marks or len(entries) != len(draft.seats):
        _wrong_number(draft, entries)
    else:
        pairs = dict(zip(draft.seats, entries, strict=True))
    rests = [entry for entry in entries if entry.kind == "rest"]
    if len(rests) > 1:
        raise scan.refused("L110", (rests[1].start, rests[1].end))
    return {seat: entry for seat, entry in pairs.items() if seat in draft.seats}


def _wrong_number(draft: Draft, entries: tuple[Entry, ...]) -> NoReturn:
    players, out = draft.players(draft.seats), draft.players(draft.out)
    found, expected = len(entries), len(draft.seats)
    how = "sitters" if out else ""
    raise draft.scan.refused("L108", whole_span(entries), how, found=found, expected=expected, players=players, out=out)


def is_points(draft: Draft, entries: tuple[Entry, ...]) -> bool:
    """True if a row is points: one sign makes it so. Refused: L109 where another number than 0 lacks its sign."""
    if not any(entry.signed for entry in entries):
        return False
    for entry in entries:
        if entry.kind == "number" and not entry.signed and entry.value:
            raise draft.scan.refused("L109", (entry.start, entry.end), found=entry.value)
    return True


def _row(draft: Draft, values: dict[int, int]) -> Row:
    return tuple(values.get(seat) for seat in range(draft.game.rules.table))


def filled(draft: Draft, shares: dict[int, Entry], rest: int) -> Row:
    """The row with the rest put in its place."""
    return _row(draft, {seat: rest if e.kind == "rest" else e.value for seat, e in shares.items()})


def given(shares: dict[int, Entry]) -> int:
    return sum(entry.value for entry in shares.values())


def rest_of(shares: dict[int, Entry]) -> Entry | None:
    return next((entry for entry in shares.values() if entry.kind == "rest"), None)


def held(draft: Draft, item: Item) -> int | None:
    """How many of an item this deal holds; None where that is open (a stock, a suit not named)."""
    if draft.contract.loose:
        return None
    if item.id == "suit-cards":
        return draft.game.rules.deck.of_suit(draft.suit) if draft.suit else None
    return item.amount


def count_row(draft: Draft, item: Item, entries: tuple[Entry, ...]) -> Row:
    """A row of counts. Refused: L111 where the rest cannot be known or cannot be."""
    shares = by_seat(draft, entries)
    rest = rest_of(shares)
    if rest is None:
        return filled(draft, shares, 0)
    amount = held(draft, item)
    span = (rest.start, rest.end)
    if amount is None:
        raise draft.scan.refused("L111", span, "open", item=item.names)
    left = amount - given(shares)
    if left < 0:
        raise draft.scan.refused("L111", span, "count", item=item.names, amount=amount, given=given(shares), over=-left)
    return filled(draft, shares, left)


def point_row(draft: Draft, entries: tuple[Entry, ...]) -> Row:
    """A row of points. Refused: L111 where the rest cannot be known or cannot be."""
    shares = by_seat(draft, entries)
    rest = rest_of(shares)
    if rest is None:
        return filled(draft, shares, 0)
    span = (rest.start, rest.end)
    total = _total(draft, span)
    left = total - given(shares)
    if not _possible(draft, left):
        raise draft.scan.refused("L111", span, "points", total=total, given=given(shares), left=left)
    return filled(draft, shares, left)


def _total(draft: Draft, span: tuple[int, int]) -> int:
    """What the points of this deal come to, where that is one number."""
    contract = draft.contract
    if contract.loose or (contract.bid and draft.bid is None):
        raise draft.scan.refused("L111", span, "open", item=contract.names)
    if len(contract.totals) > 1:
        raise draft.scan.refused("L111", span, "totals", contract=contract.names, totals=contract.totals)
    if not contract.bid:
        return contract.base_total
    return sum((held(draft, item) or 0) * item.value for item in contract.items) - (draft.bid or 0)


def _possible(draft: Draft, left: int) -> bool:
    """True if one seat may have so many points: within what the deal holds and of its unit; a bid moves more."""
    contract = draft.contract
    if contract.prizes:
        return left in contract.prizes
    if draft.bid is not None or draft.buyer is not None:
        return True
    worth = [item.value * item.amount for item in contract.items]
    unit = gcd(*(item.value for item in contract.items)) or 1
    return sum(w for w in worth if w < 0) <= left <= sum(w for w in worth if w > 0) and left % unit == 0


def place_row(draft: Draft, entries: tuple[Entry, ...]) -> Row:
    """The places, seat by seat. Refused: L111 where the rest is no place."""
    shares = by_seat(draft, entries)
    rest = rest_of(shares)
    if rest is None:
        return filled(draft, shares, 0)
    last = len(shares)
    left = last * (last + 1) // 2 - given(shares)
    if not 1 <= left <= last:
        raise draft.scan.refused("L111", (rest.start, rest.end), "places", n=last)
    return filled(draft, shares, left)


def places_of_names(draft: Draft, names: tuple[int, ...]) -> Row:
    """The places of players named in order; the one not named is last. Refused: L128 a player named twice."""
    twice = next((seat for i, seat in enumerate(names) if seat in names[:i]), None)
    if twice is not None:
        raise draft.scan.refused("L128", draft.said["result"], name=draft.game.players[twice])
    left = [seat for seat in draft.seats if seat not in names] if len(names) < len(draft.seats) else []
    return _row(draft, {seat: place for place, seat in enumerate((*names, *left), 1)})


def counts_of_names(draft: Draft, items: tuple[Item, ...], names: tuple[int, ...]) -> Counts:
    """Counts from the takers of single things, which are named thing by thing."""
    out: list[tuple[str, Row]] = []
    at = 0
    for item in items:
        takers = names[at : at + item.amount]
        at += item.amount
        values = dict.fromkeys(draft.seats, 0)
        for seat in takers:
            values[seat] = values.get(seat, 0) + 1
        out.append((item.id, _row(draft, values)))
    return tuple(out)

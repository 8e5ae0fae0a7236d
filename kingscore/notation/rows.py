"""The rows that a result comes to: counts, points or places. Whether they add up is left to the checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import gcd
from typing import Any

from kingscore.model.game import Row, equal_share
from kingscore.model.rules import Item
from kingscore.notation.results import Draft, Entries, Given, Share, apart
from kingscore.notation.scan import RowEntry, Span, takes_names

#: Digits are run together only where no player can have more of a thing.
MOST_AT_ONCE = 9
Counts = tuple[tuple[str, Row], ...]


def result_of(draft: Draft) -> dict[str, Any]:
    """Counts, points or places of the deal, by the name of its field; none of them with a foul."""
    contract, scan, result = draft.contract, draft.scan, draft.result
    if result is None:
        if draft.foul is not None:
            return {}
        if draft.form == "rospis" and contract.items:  # written down without play
            return {"counts": ((contract.items[0].id, equal_share(draft.game, draft.seats)),)}
        end, how = len(scan.line), "places" if contract.placement else ""
        raise scan.refused("L131", (end, end), how, contract=contract.names, players=draft.players(draft.seats))
    if "" not in result:
        return {"counts": tuple(pair for item in contract.items for pair in _counts(draft, (item,), result[item.id]))}
    given = result[""]
    if given.called:
        return _called(draft, given.shares)
    row = given.entries
    signed = any(entry.signed for entry in row)
    unsigned = next((entry for entry in row if entry.kind == "number" and entry.value and not entry.signed), None)
    if signed and unsigned:
        raise scan.refused("L109", unsigned.span, found=unsigned.value)
    if signed:  # one sign makes the row points
        return {"points": _row(draft, row, partial(_rest_of_points, draft))}
    if contract.placement:
        return {"places": _row(draft, row, partial(_rest_of_places, draft)) if row else _places(draft, given.shares)}
    if row and len(contract.items) != 1:
        names = tuple(item.names for item in contract.items)
        raise scan.refused("L119", (row[0].start, row[-1].end), contract=contract.names, items=names)
    return {"counts": _counts(draft, contract.items, given)}


def _called(draft: Draft, shares: tuple[Share, ...]) -> dict[str, Any]:
    """Counts or points of the whole deal as they were called player by player."""
    contract, scan = draft.contract, draft.scan
    signed = [share for share in shares if share.signed]
    if signed:
        plain = next((share for share in shares if share.value and not share.signed), None)
        if plain is not None:
            raise scan.refused("L109", plain.span, found=plain.value or 0)
        return {"points": _by_seat(draft, shares, contract.base_total)}
    if len(contract.items) != 1:
        names = tuple(item.names for item in contract.items)
        raise scan.refused("L119", draft.said["result"], contract=contract.names, items=names)
    return {"counts": _counts(draft, contract.items, Given(shares=shares))}


def _by_seat(draft: Draft, shares: tuple[Share, ...], every: int) -> Row:
    """The row of what was called; who was not named took nothing. Refused: L136 somebody named twice with a number."""
    row = dict.fromkeys(draft.seats, 0)
    times = Counter(share.seat for share in shares)
    for share in reversed(shares):
        if times[share.seat] > 1 and (share.value is not None or share.every):
            raise draft.scan.refused("L136", share.span, name=draft.game.players[share.seat])
        if share.every == "both" and abs(every) != 2:
            raise draft.scan.refused("L101", share.span, "alone", found=draft.scan.typed[slice(*share.span)], near=())
        value = every if share.every else 1 if share.value is None else share.value
        row[share.seat] = row.get(share.seat, 0) + value
    return tuple(row.get(seat) for seat in range(draft.game.rules.table))


def _counts(draft: Draft, items: tuple[Item, ...], given: Given) -> Counts:
    """The counts of one item from its row, or of several from the takers of single things, named thing by thing."""
    every: tuple[RowEntry | Share, ...] = (*given.entries, *given.shares)
    signed = next((one for one in every if one.signed), None)
    if given.entries or given.called:
        (item,) = items
        if signed is not None:
            raise draft.scan.refused("L120", signed.span, item=item.names)
        if given.called:
            if not takes_names(items) and (bare := _bare(given.shares)) is not None:
                found, players = draft.scan.typed[slice(*bare.span)], draft.players(draft.seats)
                raise draft.scan.refused("L114", bare.span, found=found, contract=item.names, players=players)
            return ((item.id, _by_seat(draft, given.shares, item.amount)),)
        return ((item.id, _row(draft, given.entries, partial(_rest_of_counts, draft, item), item)),)
    out: list[tuple[str, Row]] = []
    at = 0
    for item in items:
        takers = tuple(share.seat for share in given.shares[at : at + item.amount])
        at += item.amount
        known = {*draft.seats, *takers}
        out.append((item.id, tuple(takers.count(s) if s in known else None for s in range(draft.game.rules.table))))
    return tuple(out)


def _bare(shares: tuple[Share, ...]) -> Share | None:
    return next((share for share in shares if share.value is None and not share.every), None)


#: What the rest of a row is, from the sum of all other entries and the columns of the ``_``.
Rest = Callable[[int, Span], int]


def _row(draft: Draft, entries: Entries, rest: Rest, item: Item | None = None) -> Row:
    """The row of the table; an x may stand for a sitter-out. Refused: L108 a wrong number of entries, L110 two rests,
    L112 an x out of place."""
    if item is not None and item.amount <= MOST_AT_ONCE:
        entries = apart(draft, entries)
    short = len(entries) == len(draft.seats) - 1 and all(entry.kind == "number" for entry in entries)
    if short and draft.fill and not any(entry.signed for entry in entries) and len(draft.contract.totals) == 1:
        end = entries[-1].end
        entries = (*entries, RowEntry("rest", end, end))
        draft.filled = (draft.seats[-1],)
    scan, table = draft.scan, draft.game.rules.table
    out = tuple([seat for seat in range(table) if seat not in draft.seats])
    kinds = [entry.kind for entry in entries]
    marked = "sits-out" in kinds
    if marked and not out:
        raise scan.refused("L112", entries[kinds.index("sits-out")].span, "nobody", n=len(draft.seats))
    if len(entries) != (table if marked else len(draft.seats)):
        span, how = (entries[0].start, entries[-1].end), "sitters" if out else ""
        found, expected, players = len(entries), len(draft.seats), draft.players(draft.seats)
        raise scan.refused("L108", span, how, found=found, expected=expected, players=players, out=draft.players(out))
    for seat, entry in enumerate(entries if marked else ()):
        if (entry.kind == "sits-out") != (seat in out):
            how = "plays" if entry.kind == "sits-out" else "sits-out"
            raise scan.refused("L112", entry.span, how, name=draft.game.players[seat], out=draft.players(out))
    by_seat = dict(zip(range(table) if marked else draft.seats, entries, strict=True))
    values = {seat: entry.value for seat, entry in by_seat.items() if entry.kind != "sits-out"}
    if "rest" in kinds:
        first, *others = (entry.span for entry in entries if entry.kind == "rest")
        if others:
            raise scan.refused("L110", others[0])
        left = rest(sum(values.values()), first)
        values |= {seat: left for seat, entry in by_seat.items() if entry.kind == "rest"}
    return tuple([values.get(seat) for seat in range(table)])


def held(draft: Draft, item: Item) -> int | None:
    """How many of an item this deal holds; None where that is open (a stock, a suit not named)."""
    if draft.contract.loose:
        return None
    if item.id == "suit-cards":
        return draft.game.rules.deck.of_suit(draft.bid.suit) if draft.bid and draft.bid.suit else None
    return item.amount


def _rest_of_counts(draft: Draft, item: Item, given: int, span: Span) -> int:
    """The rest of a row of counts. Refused: L111 where it cannot be known or cannot be."""
    amount = held(draft, item)
    if amount is None:
        raise draft.scan.refused("L111", span, "open", item=item.names)
    if amount < given:
        over = given - amount
        raise draft.scan.refused("L111", span, "count", item=item.names, amount=amount, given=given, over=over)
    return amount - given


def _rest_of_points(draft: Draft, given: int, span: Span) -> int:
    """The rest of a row of points, where the deal has one total. Refused: L111 where it is open or cannot be."""
    contract = draft.contract
    if contract.loose or (contract.bid and draft.bid is None):
        raise draft.scan.refused("L111", span, "open", item=contract.names)
    if len(contract.totals) > 1:
        raise draft.scan.refused("L111", span, "totals", contract=contract.names, totals=contract.totals)
    total = contract.base_total
    if contract.bid:
        bid = draft.bid.points or 0 if draft.bid is not None else 0
        total = sum((held(draft, item) or 0) * item.value for item in contract.items) - bid
    left = total - given
    if not _possible(draft, left):
        raise draft.scan.refused("L111", span, "points", total=total, given=given, left=left)
    return left


def _possible(draft: Draft, left: int) -> bool:
    """True if one seat may have so many points: within what the deal holds and of its unit; a bid moves more."""
    contract = draft.contract
    if contract.prizes:
        return left in contract.prizes
    if draft.bid is not None:
        return True
    worth = [item.value * item.amount for item in contract.items]
    unit = gcd(*(item.value for item in contract.items)) or 1
    return sum(w for w in worth if w < 0) <= left <= sum(w for w in worth if w > 0) and left % unit == 0


def _rest_of_places(draft: Draft, given: int, span: Span) -> int:
    last = len(draft.seats)
    left = last * (last + 1) // 2 - given
    if not 1 <= left <= last:
        raise draft.scan.refused("L111", span, "places", n=last)
    return left


def _places(draft: Draft, shares: tuple[Share, ...]) -> Row:
    """The places of players named in order; the one not named is last. Refused: L128 a player named twice."""
    names = tuple(share.seat for share in shares)
    twice = next((seat for i, seat in enumerate(names) if seat in names[:i]), None)
    if twice is not None:
        raise draft.scan.refused("L128", draft.said["result"], name=draft.game.players[twice])
    left = [seat for seat in draft.seats if seat not in names] if len(names) < len(draft.seats) else []
    places = {seat: place for place, seat in enumerate((*names, *left), 1)}
    return tuple(places.get(seat) for seat in range(draft.game.rules.table))

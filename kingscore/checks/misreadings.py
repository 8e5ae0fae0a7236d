"""What somebody may have meant by numbers that cannot be: the likeliest cause, named once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from kingscore.checks.context import DealContext, Faults, alone, cell, played, shown_row, unit, with_entry
from kingscore.model.findings import Finding
from kingscore.model.game import Bid, Deal, Row
from kingscore.scoring.score import deal_points, transfer


def fits(context: DealContext, row: Row) -> bool:
    """True if a whole row of points can come out of this deal."""
    if context.contract.placement:
        return _taken(context, row) == sorted(context.contract.prizes)
    if not unit(context.contract):
        return not any(row)
    # Loaded here, since a deal recorded in counts has no need of it.
    from kingscore.checks.feasibility import points_possible

    return points_possible(context.rules, context.contract, row, context.seats, context.deal)


def scaled(row: Row, factor: int) -> Row:
    """A row with each entry multiplied; empty places stay empty."""
    return tuple(None if value is None else value * factor for value in row)


def unsigned(row: Row) -> Row:
    """A row without its signs; empty places stay empty."""
    return tuple(None if value is None else abs(value) for value in row)


def _counts_as_points(context: DealContext, row: Row) -> Row | None:
    """The points that a row gives when it is read as counts; None where that is impossible too."""
    taken = [value or 0 for value in row]
    if len(context.contract.items) != 1 or min(taken) < 0 < max(taken):
        return None
    item, deal = context.contract.items[0], context.deal
    counts = unsigned(row)
    low, high = context.least_and_most(item)
    if not low <= sum(value or 0 for value in counts) <= high:
        return None
    points = deal_points(context.rules, replace(deal, counts=((item.id, counts),), points=None), context.seats)
    return None if points is None else tuple(points[s] if s in context.seats else None for s in range(len(row)))


def _signed_right(context: DealContext, row: Row) -> Row | None:
    """The row with its signs put right, where that alone makes it possible: all of them, those that differ, or one."""
    for signed in (scaled(row, -1), *(scaled(unsigned(row), sign) for sign in (-1, 1))):
        if signed != row and fits(context, signed):
            return signed
    for seat in context.seats:
        if row[seat] and fits(context, signed := with_entry(row, seat, -(row[seat] or 0))):
            return signed
    return None


def sales(context: DealContext, row: Row) -> Iterator[Bid]:
    """Every sale that is not recorded and would make the row possible, the cheapest first."""
    sale, seller = context.contract.sale, context.declarer
    if sale is None or seller is None or context.deal.bid is not None or seller not in context.seats:
        return
    most = context.rules.tricks if sale.unit == "tricks" else 4 * context.contract.base_total // sale.step
    for n in range(1, most + 1):
        for buyer in context.seats:
            tricks, points = (n, None) if sale.unit == "tricks" else (None, n * sale.step)
            bid = Bid(seller=seller, buyer=buyer, tricks=tricks, points=points)
            if buyer != seller and fits(replace(context, deal=replace(context.deal, bid=bid)), row):
                yield bid


def single_cells(context: DealContext, row: Row) -> tuple[tuple[int, int], ...]:
    """Each ``(seat, value)`` that, put in place of the one entry, makes the row possible."""
    if context.contract.placement:
        wanted = Counter(context.contract.prizes)
        have = Counter(row[seat] or 0 for seat in context.seats)
        left = list((wanted - have).elements())
        extra = have - wanted
        return tuple((s, left[0]) for s in context.seats if len(left) == 1 and (row[s] or 0) in extra)
    found = sum(row[seat] or 0 for seat in context.seats)
    offs = sorted((total - found for total in possible_totals(context) if total != found), key=abs)
    return tuple(
        (seat, (row[seat] or 0) + off)
        for off in offs
        for seat in context.seats
        if fits(context, with_entry(row, seat, (row[seat] or 0) + off))
    )


def possible_totals(context: DealContext) -> tuple[int, ...]:
    contract = context.contract
    if not contract.loose:
        return context.totals
    spans = [sorted(n * item.value for n in context.least_and_most(item)) for item in contract.items]
    low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
    step = unit(contract) or 1
    return tuple(range(high, low - 1, -step))[:60]


#: Why a row of points is not what it should be.
Reason = Literal["sweep", "doubled", "halved", "paid", "sign", "times", "as-counts", "sale", "as-places"]


class Misreading(NamedTuple):
    """Another way in which a row of points may have been meant.

    ``row`` is what the row should be, ``deal`` the deal that has it. A small ``cost``
    is likely. ``seat`` is the one that it is about, if one is.
    """

    why: Reason
    row: Row
    deal: Deal
    cost: int = 0
    seat: int | None = None


#: The misreadings that are only proposed: whether they are possible is not known yet.
UNTRIED = ("doubled", "halved", "paid")


def misreadings(context: DealContext, row: Row) -> Iterator[Misreading]:
    """Every other way in which somebody may have meant a row of points, the likeliest first."""
    contract, deal = context.contract, context.deal

    def points(why: Reason, meant: Row, cost: int = 0, seat: int | None = None) -> Misreading:
        return Misreading(why, meant, replace(deal, points=meant), cost, seat)

    full = [seat for seat in context.seats if row[seat] in (contract.base_total, 2 * contract.base_total)]
    rest = sum(abs(row[seat] or 0) for seat in context.seats if seat not in full)
    if contract.sweep is not None and len(full) == 1 and not rest:
        # The seat that took everything, without the sweep.
        flat = tuple(None if v is None else contract.sweep * (s == full[0]) for s, v in enumerate(row))
        yield points("sweep", flat, seat=full[0])
    if contract.doubles:
        yield points("doubled", scaled(row, 2))
        if not any((value or 0) % 2 for value in row):
            yield points("halved", tuple(value and value // 2 for value in row))
    if deal.bid is not None:
        # The price of the sale or the bid that is recorded was left out.
        before = dict(zip(context.seats, played(context, row), strict=True))
        yield points("paid", tuple(None if v is None else 2 * v - before.get(s, v) for s, v in enumerate(row)))
    if (signed := _signed_right(context, row)) is not None:
        yield points("sign", signed)
    if (counted := _counts_as_points(context, row)) is not None:
        yield points("times", counted, 1)
        counts = unsigned(row)
        yield Misreading("as-counts", counts, replace(deal, points=None, counts=((contract.items[0].id, counts),)), 2)
    for n, bid in enumerate(sales(context, row)):
        yield Misreading("sale", row, replace(deal, bid=bid), n, bid.buyer)
    if contract.placement and _taken(context, row) == list(range(1, len(context.seats) + 1)):
        yield Misreading("as-places", row, replace(deal, points=None, places=row))


def _taken(context: DealContext, row: Row) -> list[int]:
    return sorted(row[seat] or 0 for seat in context.seats)


def misread_points(context: DealContext, row: Row) -> Faults:
    """One finding, or one for each entry, on a row of points that is whole and cannot be."""
    if context.contract.placement:
        yield from _prizes(context, row)
        return
    for misread in misreadings(context, row):
        if misread.why not in UNTRIED or fits(replace(context, deal=misread.deal), misread.row):
            yield _misread(context, row, misread)
            return
    yield from _numbers(context, row, unit(context.contract))


def _misread(context: DealContext, row: Row, misread: Misreading) -> Finding:
    bid, now, then = misread.deal.bid, shown_row(row), shown_row(misread.row)
    match misread.why:
        case "sweep":
            found, expected = row[misread.seat or 0] or 0, context.contract.sweep or 0
            return context.fault("D444", seat=misread.seat, found=found, expected=expected)
        case "doubled" | "halved":
            return context.fault("D445", "undue" if misread.why == "halved" else "", found=now, expected=then)
        case "paid" if bid is not None and context.contract.bid:
            return context.fault("D451", "bid", seat=bid.bidder, price=bid.points or 0)
        case "paid" if bid is not None:
            price = transfer(context.contract, context.deal)
            return context.fault("D451", "sale", seat=bid.buyer, price=price, seller=context.player(bid.seller))
        case "sale" if bid is not None:
            how, price = "tricks" if bid.tricks else "points", bid.tricks or bid.points or 0
            return context.fault("D452", how, seat=bid.buyer, seller=context.player(bid.seller), price=price)
        case "sign":
            return _signs(context, row, misread.row)
    return context.fault("D447", found=now, expected=then)


def total_of_points(context: DealContext, row: Row) -> Faults:
    """Only whether the points come to a total: where a sale is recorded wrongly, nothing more can be said."""
    found = sum(row[seat] or 0 for seat in context.seats)
    if not context.contract.bid and found not in possible_totals(context):
        yield from _numbers(context, row, 1)


def _signs(context: DealContext, row: Row, signed: Row) -> Finding:
    wrong = [seat for seat in context.seats if row[seat] != signed[seat]]
    all_of_them = len(wrong) == sum(bool(row[seat]) for seat in context.seats)
    costs = sum(value or 0 for value in signed) < 0
    how = ("row.minus" if costs else "row.plus") if all_of_them else "cell"
    cells = tuple(cell(context.game, seat, row[seat], signed[seat] or 0) for seat in wrong)
    return context.fault("D446", how, seat=None if all_of_them and len(wrong) > 1 else wrong[0], cells=cells,
                     found=shown_row(row), expected=shown_row(signed))  # fmt: skip


def _prizes(context: DealContext, row: Row) -> Faults:
    wanted = context.contract.prizes
    taken = _taken(context, row)
    if taken == list(range(1, len(wanted) + 1)):
        yield context.fault("D447", "places", found=shown_row(row), expected=wanted)
        return
    if sorted(-n for n in taken) == sorted(wanted):
        yield _signs(context, row, scaled(row, -1))
        return
    extra, left = Counter(taken) - Counter(wanted), Counter(wanted) - Counter(taken)
    cells = tuple(cell(context.game, seat, row[seat], value) for seat, value in single_cells(context, row))
    tied = [seat for seat in context.seats if (row[seat] or 0) in wanted and (row[seat] or 0) in extra]
    seat = tied[0] if tied else next(s for s in context.seats if (row[s] or 0) in extra)
    yield context.fault("D449", alone("tie" if tied else "", cells), seat=seat, found=row[seat] or 0, expected=wanted,
                     players=context.players(tied), left=tuple(left.elements()), cells=cells)  # fmt: skip


def _numbers(context: DealContext, row: Row, step: int) -> tuple[Finding, ...]:
    possible = possible_totals(context)
    found = sum(row[seat] or 0 for seat in context.seats)
    nearest = min(possible, key=lambda total: abs(total - found)) if possible else 0
    before = dict(zip(context.seats, played(context, row), strict=True))
    broken = [seat for seat in context.seats if before[seat] % step] if step else []
    cells = tuple(cell(context.game, seat, row[seat], value) for seat, value in single_cells(context, row)[:8])
    fault = partial(
        context.fault, total=found, expected=nearest, totals=possible[:3], difference=abs(nearest - found),
        n=abs(nearest - found), cells=cells, least=min(possible), most=max(possible), step=step,
    )  # fmt: skip
    if broken:
        how = alone("total", cells) if found != nearest else ""
        return tuple(fault("D442", how, seat=seat, found=row[seat] or 0) for seat in broken)
    if found not in possible:
        how = "range" if context.contract.loose else "several" if len(possible) > 1 else ""
        return (fault("D441", alone(how, cells), found=found),)
    return (context.fault("D443", found=shown_row(row), items=tuple(i.names for i in context.contract.items)),)

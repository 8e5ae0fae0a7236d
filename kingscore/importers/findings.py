"""What there is to say of a table: how it was read, what the checker says at its cells, and the sums that are off.

A sum on the paper is a witness: it shows which entry of a deal is wrong, and a right deal shows a wrong sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kingscore.checks.alignment import align
from kingscore.checks.deal import faults_and_points
from kingscore.checks.repairs.rows import with_declarer
from kingscore.importers.build_game import Points, SumRow, TableGame, completed, unread_seats
from kingscore.importers.detect_variant import Detected, ImportRequest
from kingscore.importers.layout import NUMERIC
from kingscore.importers.matching import Fitting
from kingscore.model.findings import Finding, Place, Value, finding
from kingscore.model.game import Deal, Game
from kingscore.model.language import number as shown_number
from kingscore.model.repairs import InsertDeal, RecordDeal, Repair, ReplaceDeal, Sentence
from kingscore.model.rules import Contract

#: So many rows or deals are listed by their numbers.
MOST_LISTED = 12


def hints(table: TableGame, request: ImportRequest, page: str) -> Iterator[Finding]:
    """How the table was read, a hint for each thing that might have been read otherwise."""
    layout, fit = table.detected.layout, table.detected.fit
    if page:
        yield finding("F240", "page", page=page)
    turned, head = "columns" if layout.page.turned else "rows", layout.page.called(layout.head)
    yield finding("F240", turned, head=head, players=layout.names, n=len(fit.deals))
    if not request.variant:
        rules, detected = fit.rules, table.detected
        words = " ".join(
            (f"--variant {rules.variant}", *(f"--option {key}={value}" for key, value in detected.unusual))
        )
        n, whole = sum(deal.amiss < 10 for deal in fit.deals), rules.deals or 0
        yield finding("F243", detected.how, variant=rules.names, words=words, n=n, deals=len(fit.deals), whole=whole)
    if fit.running:
        yield finding("F242")
    marked = tuple(number for number, deal in enumerate(fit.deals, 1) if any(deal.row.marks) and deal.sound)
    if marked:
        yield finding("F240", "marks", n=len(marked), deals=few(marked))
    added = minus_added(table.detected)
    if added:
        yield finding("F241", n=len(added), deals=few(added))
    for of in ("all", "since", "penalties", "premiums"):
        rows = tuple(layout.page.called(sums.row.row) for sums in table.sums if sums.of == of)
        if rows:
            yield finding("F245", of, rows=few(rows))
    if table.worked_out:
        bid = any(contract.bid for contract in fit.rules.contracts)
        yield finding("F244", "bid" if bid else "sale", n=len(table.worked_out), deals=few(table.worked_out))


def odd_cells(table: TableGame) -> Iterator[Finding]:
    """A finding for each cell in which stands no whole number."""
    for number, deal in enumerate(table.detected.fit.deals, 1):
        for seat in unread_seats(deal, table.detected.fit.rules.contract(deal.contract)):
            cell, row = deal.row.cells[seat], deal.row.row
            place, address = table.place(row, seat), table.address(row, seat)
            how = cell.kind if cell.kind in NUMERIC else ""
            yield finding("F251", how, deal=number, seat=seat, cell=address, found=cell.text, place=place)


def few(values: tuple[Value, ...] | tuple[int, ...] | tuple[str, ...]) -> tuple[Value, ...]:
    """The first of many values, with a sign that there are more."""
    return (*values[:MOST_LISTED], "…") if len(values) > MOST_LISTED else tuple(values)


def minus_added(detected: Detected) -> tuple[int, ...]:
    """The numbers of the deals whose points were given their minus."""
    deals = enumerate(detected.fit.deals, 1)
    return tuple(number for number, deal in deals if deal.turned and any(deal.points))


def described(table: TableGame) -> dict[str, Any]:
    """How the table was read, for programs."""
    layout, fit = table.detected.layout, table.detected.fit
    address = layout.page.address
    heads = zip(layout.names, layout.players, strict=True)
    return {
        "page": layout.page.name or None,
        "deals_in": "columns" if layout.page.turned else "rows",
        "names_in": layout.page.called(layout.head),
        "players": [{"name": name, "cell": address(layout.head, column - layout.moved)} for name, column in heads],
        "deals": [
            {
                "number": number,
                "label": deal.row.label,
                "contract": deal.contract or None,
                "cells": [address(deal.row.row, column) for column in layout.players],
            }
            for number, deal in enumerate(fit.deals, 1)
        ],
        "running": fit.running,
        "minus_added": list(minus_added(table.detected)),
        "sums": [
            {
                "in": layout.page.called(sums.row.row),
                "label": sums.row.label,
                "of": sums.of,
                "deals": [at + 1 for at in sums.deals],
                "written": list(sums.written),
            }
            for sums in table.sums
        ],
        "fits": table.detected.how,
        "options": dict(fit.rules.options),
        "worked_out": list(table.worked_out),
    }


#: Why a repair is likely that the sums below a deal tell.
SUMS = "files.repair.sums"
#: What the checker says where a deal is missing.
GAPS = ("contract-out-of-order", "deal-missing", "contract-used-up", "finished-too-early")


def _placed(table: TableGame, item: Finding) -> Finding:
    """A finding with the cell or row at which it points, its repairs with the cells that they change."""
    place, row = item.place, _row_of(table, item)
    if place is None or not place.text:
        place = Place(file=table.file) if row is None else table.place(row, _seat_of(table, item))
    repairs = []
    for repair in item.repairs:
        cells = () if repair.why[0].key == SUMS else _cells(table, repair)
        why = (Sentence("files.repair.cells", (("cells", cells),)),)
        repairs.append(replace(repair, why=why) if cells else repair)
    return replace(item, place=place, repairs=tuple(repairs))


def _seat_of(table: TableGame, item: Finding) -> int | None:
    """The seat at which a finding points, by itself or by the one entry that its likeliest repair changes."""
    first = item.repairs[0] if item.repairs else None
    if item.seat is not None or first is None or first.why[0].key != SUMS or first.number is None:
        return item.seat
    own, points = table.game.deals[first.number - 1].points or (), first.deal.points or ()
    changed = [seat for seat, (old, new) in enumerate(zip(own, points, strict=False)) if (old or 0) != (new or 0)]
    return changed[0] if len(changed) == 1 else None


def _row_of(table: TableGame, item: Finding) -> int | None:
    deals = table.detected.fit.deals
    if item.deal is not None and not item.is_a("written-running-total-differs") and 0 < item.deal <= len(deals):
        return deals[item.deal - 1].row.row
    if item.is_a("written-total-differs", "written-running-total-differs"):
        rows = [s.row.row for s in table.sums if s.of == "all" and len(s.deals) == (item.deal or len(deals))]
        return rows[-1] if rows else deals[item.deal - 1].row.row if item.deal else None
    return None


def _cells(table: TableGame, repair: Repair) -> tuple[str, ...]:
    """What a repaired deal changes in the table: ``C7: 4 → 6``; nothing where it is not the numbers that change."""
    edit = repair.edits[0]
    if len(repair.edits) > 1 or not isinstance(edit, ReplaceDeal) or edit.number > len(table.game.deals):
        return ()
    dealt, points = table.detected.fit.deals[edit.number - 1], edit.deal.points
    own = table.game.deals[edit.number - 1].points
    if points is None or own is None or edit.deal.contract != dealt.contract:
        return ()

    def shown(value: int | None) -> str:
        return "—" if value is None else shown_number(-value if dealt.turned else value)

    return tuple(
        f"{table.address(dealt.row.row, seat)}: {shown(old)} → {shown(new)}"
        for seat, (old, new) in enumerate(zip(own, points, strict=True))
        if (old or 0) != (new or 0) or (old is None) != (new is None)
    )


def table_findings(table: TableGame, checked: Iterable[Finding]) -> tuple[Finding, ...]:
    """The checker's findings at their cells, the witness of the sums first among the repairs, and sums that are off."""
    kept = list(checked)
    faulty = {item.deal for item in kept if item.scope == "deal" and item.severity == "error" and item.deal is not None}
    faulty |= {number for number, deal in enumerate(table.game.deals, 1) if deal.unread}
    errors = _sum_errors(table.sums, table.game, faulty)
    early = {seat for error in errors if error.kind == "sum" and error.carried for seat in error.seats}
    missing = any(error.kind == "missing" for error in errors)
    out: list[Finding] = []
    for item in kept:
        # A written total that is off because a deal is missing, or that carries an error on, is not said twice.
        total = item.is_a("written-total-differs", "written-running-total-differs")
        if total and (missing or item.seat in early):
            continue
        repair = None
        if item.scope == "deal" and item.deal in faulty and item.severity != "hint":
            repair = next(_by_sums(table, item.deal, faulty), None)
        others = tuple(other for other in item.repairs if repair is None or other.edits != repair.edits)
        out.append(item if repair is None else replace(item, repairs=(repair, *others)))
    gap = any(item.is_a(*GAPS) for item in kept)
    for error in errors:
        out += _of_error(table, error, gap)
    return tuple(_placed(table, item) for item in out)


@dataclass(frozen=True)
class _SumError:
    """One cause: the first sum in which it shows and by how much.

    ``sum``: added up wrongly. ``swapped``: as if two entries of a deal stood under each other's names. ``missing``: as
    if a deal, one of ``contracts``, had no row. ``carried``: later sums have it too.
    """

    row: SumRow
    off: Points
    kind: Literal["sum", "swapped", "missing"]
    carried: bool = False
    contracts: tuple[Contract, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, off in enumerate(self.off) if off)


def _sum_errors(sums: Sequence[SumRow], game: Game, faulty: set[int]) -> tuple[_SumError, ...]:
    """The causes, in the order in which they show. Sums over deals (numbers from 1) that are faulty tell nothing."""
    out: list[_SumError] = []
    for row in sums:
        if not row.of or any(at + 1 in faulty for at in row.deals):
            continue
        inside = [error for error in out if set(error.row.deals) <= set(row.deals)]
        carried = [sum(error.off[seat] for error in inside) for seat in range(len(row.off))]
        left = tuple(off - on for off, on in zip(row.off, carried, strict=True))
        fresh = min(row.off, left, key=lambda off: sum(map(bool, off)))  # carried on, or not
        if not any(fresh):
            out = [replace(error, carried=True) if error in inside and any(row.off) else error for error in out]
        elif not any(error.off == fresh for error in out):
            contracts = _contracts_like(game, fresh) if sum(fresh) else ()
            swapped = not sum(fresh) and sum(map(bool, fresh)) == 2
            kind: Literal["sum", "swapped", "missing"] = "swapped" if swapped else "missing" if contracts else "sum"
            out.append(_SumError(row, fresh, kind, contracts=contracts))
    return tuple(out)


def _contracts_like(game: Game, off: Points) -> tuple[Contract, ...]:
    """The contracts that are still to come and that a row like this would be."""
    rules = game.rules
    have = Counter(deal.contract for deal in game.deals)
    times = rules.schedule.times(rules.table)
    fitting = Fitting(rules)
    return tuple(
        contract
        for contract in rules.contracts
        if (times is None or have[contract.id] < times.get(contract.id, 0)) and fitting.amiss(contract, off) < 10
    )


def _of_error(table: TableGame, error: _SumError, gap: bool) -> Iterator[Finding]:
    """What there is to say of a wrong sum that the checker has not said: it knows totals, and gaps in a schedule."""
    written, sums = table.game.written, error.row
    running, last = written is not None and written.running is not None, len(sums.deals) == len(table.game.deals)
    known = written is not None and sums.of == "all" and (running or last)
    if error.kind == "missing":
        if not gap:
            yield _missing(table, error)
    elif (error.kind == "sum" or written is None) and (
        not known or (error.carried and written is not None and not running)
    ):
        sign = -1 if sums.turned else 1
        for seat in error.seats:
            found, due = (sums.written[seat] or 0) * sign, sums.due[seat] * sign
            yield finding(
                "F255", sums.of, seat=seat, cell=table.address(sums.row.row, seat), player=table.game.players[seat],
                found=found, expected=due, difference=abs(due - found), n=abs(due - found),
                place=table.place(sums.row.row, seat),
            )  # fmt: skip


def _by_sums(table: TableGame, number: int, faulty: set[int]) -> Iterator[Repair]:
    """The repairs of a deal with which a sum that goes over it comes out."""
    game, deal = table.game, table.game.deals[number - 1]
    if deal.points is None:
        return
    for sums in sorted(table.sums, key=lambda row: len(row.deals)):
        if number - 1 not in sums.deals or any(at + 1 in faulty for at in sums.deals if at != number - 1):
            continue
        pairs = zip(deal.points, sums.off, strict=True)
        trial = replace(deal, points=tuple((old or 0) + move if move else old for old, move in pairs))
        sold = completed(game.with_deal_at(number, trial))[0].deals[number - 1]
        whole = None
        for way in (trial, sold):
            faults, points = faults_and_points(align(game.with_deal_at(number, way)), number)
            if points is not None and not any(item.severity == "error" for item in faults):
                whole = way
                break
        if trial.points != deal.points and whole is not None:
            repair = Repair(game, (ReplaceDeal(number, with_declarer(game, number, whole)),))
            row = table.detected.layout.page.called(sums.row.row)
            values = (("cells", _cells(table, repair) or ("—",)), ("row", row))
            yield replace(repair, why=(Sentence(SUMS, values),))


def _missing(table: TableGame, error: _SumError) -> Finding:
    """The deal that the sums have and the rows have not, with the edit that puts it in where that is sure."""
    game, number = table.game, len(error.row.deals) + 1
    cells = tuple(f"{p} {shown_number(n)}" for p, n in zip(game.players, error.off, strict=True))
    names = tuple(contract.names for contract in error.contracts)
    place = table.place(error.row.row.row)
    repairs = []
    for contract in error.contracts if len(error.contracts) < 4 else ():
        deal = with_declarer(game, number, Deal(contract.id, points=error.off))
        edit = InsertDeal(number, deal) if number <= len(game.deals) else RecordDeal(number, deal)
        repairs.append(Repair(game, (edit,), (Sentence("deals.repair.put-in", (("contract", contract.names),)),)))
    return finding("F256", deal=number, cells=cells, contracts=names[:4], place=place, repairs=tuple(repairs))

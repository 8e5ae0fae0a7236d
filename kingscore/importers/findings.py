"""What there is to say of a table: how it was read, what the checker says at its cells, and the sums that are off.

A sum on the paper is a witness: it shows which entry of a deal is wrong, and a right deal shows a wrong sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kingscore.checks.alignment import align
from kingscore.checks.deal import faults_and_points
from kingscore.checks.repairs.rows import with_declarer
from kingscore.importers.build_game import Built, completed
from kingscore.importers.detect_variant import Detected, ImportRequest
from kingscore.importers.sums import SumError, sum_errors
from kingscore.model.findings import Finding, Place, Value, finding
from kingscore.model.game import Deal, Game
from kingscore.model.language import number as shown_number
from kingscore.model.repairs import InsertDeal, RecordDeal, Repair, ReplaceDeal, Sentence

#: So many rows or deals are listed by their numbers.
MOST_LISTED = 12


def hints(table: TableGame, request: ImportRequest, page: str) -> Iterator[Finding]:
    """How the table was read, a hint for each thing that might have been read otherwise."""
    layout, fit, built = table.detected.layout, table.detected.fit, table.built
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
        rows = tuple(layout.page.called(sums.row.row) for sums in built.sums if sums.of == of)
        if rows:
            yield finding("F245", of, rows=few(rows))
    if built.worked_out:
        bid = any(contract.bid for contract in fit.rules.contracts)
        yield finding("F244", "bid" if bid else "sale", n=len(built.worked_out), deals=few(built.worked_out))


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
            for sums in table.built.sums
        ],
        "fits": table.detected.how,
        "options": dict(fit.rules.options),
        "worked_out": list(table.built.worked_out),
    }


#: Why a repair is likely that the sums below a deal tell.
SUMS = "files.repair.sums"
#: What the checker says where a deal is missing.
GAPS = ("contract-out-of-order", "deal-missing", "contract-used-up", "finished-too-early")


@dataclass(frozen=True)
class TableGame:
    """The game of a table, and how it was made of it."""

    file: str
    detected: Detected
    built: Built

    @property
    def game(self) -> Game:
        return self.built.game

    def place(self, row: int, seat: int | None = None) -> Place:
        """A row of the table with a player's cell marked; the text begins with the address."""
        layout = self.detected.layout
        at = layout.players[seat if seat is not None else 0]
        cells = [layout.page.cells[row][column].text for column in layout.players]
        label = layout.label(row)
        text = layout.page.address(row, at) if seat is not None else layout.page.called(row)
        text = f"{text} │ {label}" if label else text
        start = end = None
        for player, cell in enumerate(cells):
            text += " │ "
            if player == seat:
                start, end = len(text), len(text) + len(cell)
            text += cell
        return Place(self.file, layout.page.line(row, at), start, end, text)

    def placed(self, item: Finding) -> Finding:
        """A finding with the cell or row at which it points, its repairs with the cells that they change."""
        place, row = item.place, self.row_of(item)
        if place is None or not place.text:
            place = Place(file=self.file) if row is None else self.place(row, self.seat_of(item))
        repairs = []
        for repair in item.repairs:
            cells = () if repair.why[0].key == SUMS else self.cells(repair)
            why = (Sentence("files.repair.cells", (("cells", cells),)),)
            repairs.append(replace(repair, why=why) if cells else repair)
        return replace(item, place=place, repairs=tuple(repairs))

    def seat_of(self, item: Finding) -> int | None:
        """The seat at which a finding points, by itself or by the one entry that its likeliest repair changes."""
        first = item.repairs[0] if item.repairs else None
        if item.seat is not None or first is None or first.why[0].key != SUMS or first.number is None:
            return item.seat
        own, points = self.game.deals[first.number - 1].points or (), first.deal.points or ()
        changed = [seat for seat, (old, new) in enumerate(zip(own, points, strict=False)) if (old or 0) != (new or 0)]
        return changed[0] if len(changed) == 1 else None

    def row_of(self, item: Finding) -> int | None:
        deals = self.detected.fit.deals
        if item.deal is not None and not item.is_a("written-running-total-differs") and 0 < item.deal <= len(deals):
            return deals[item.deal - 1].row.row
        if item.is_a("written-total-differs", "written-running-total-differs"):
            rows = [s.row.row for s in self.built.sums if s.of == "all" and len(s.deals) == (item.deal or len(deals))]
            return rows[-1] if rows else deals[item.deal - 1].row.row if item.deal else None
        return None

    def cells(self, repair: Repair) -> tuple[str, ...]:
        """What a repaired deal changes in the table: ``C7: 4 → 6``; nothing where it is not the numbers that change."""
        edit = repair.edits[0]
        if len(repair.edits) > 1 or not isinstance(edit, ReplaceDeal) or edit.number > len(self.game.deals):
            return ()
        dealt, points = self.detected.fit.deals[edit.number - 1], edit.deal.points
        own = self.game.deals[edit.number - 1].points
        if points is None or own is None or edit.deal.contract != dealt.contract:
            return ()

        def shown(value: int | None) -> str:
            return "—" if value is None else shown_number(-value if dealt.turned else value)

        return tuple(
            f"{self.address(dealt.row.row, seat)}: {shown(old)} → {shown(new)}"
            for seat, (old, new) in enumerate(zip(own, points, strict=True))
            if (old or 0) != (new or 0) or (old is None) != (new is None)
        )

    def address(self, row: int, seat: int) -> str:
        return self.detected.layout.page.address(row, self.detected.layout.players[seat])


def table_findings(table: TableGame, checked: Iterable[Finding]) -> tuple[Finding, ...]:
    """The checker's findings at their cells, the witness of the sums first among the repairs, and sums that are off."""
    kept = list(checked)
    faulty = {item.deal for item in kept if item.scope == "deal" and item.severity == "error" and item.deal is not None}
    faulty |= {number for number, deal in enumerate(table.game.deals, 1) if deal.unread}
    errors = sum_errors(table.built.sums, table.game, faulty)
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
    return tuple(map(table.placed, out))


def _of_error(table: TableGame, error: SumError, gap: bool) -> Iterator[Finding]:
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
    for sums in sorted(table.built.sums, key=lambda row: len(row.deals)):
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
            values = (("cells", table.cells(repair) or ("—",)), ("row", row))
            yield replace(repair, why=(Sentence(SUMS, values),))


def _missing(table: TableGame, error: SumError) -> Finding:
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

"""What the checker says of a table's game, pointed at the cells of the table, with the sums that do not come out.

A sum on the paper is a witness: it tells which entry of a deal is wrong, and a deal that is right tells of a wrong sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kingscore.checks.deal import faults_and_points
from kingscore.checks.repairs.repair import with_declarer
from kingscore.checks.rule_index import rule_index_of
from kingscore.checks.schedule import alignment_of
from kingscore.importers.build_game import Made
from kingscore.importers.declarers import completed
from kingscore.importers.detect_variant import Recognised
from kingscore.importers.sum_errors import Slip, slips_of
from kingscore.importers.sums import Points, SumRow
from kingscore.model.findings import Finding, Place, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal, Game, Row
from kingscore.model.language import number as shown_number
from kingscore.model.repairs import InsertDeal, RecordDeal, Repair, ReplaceDeal, Sentence

#: Why a repair is likely that the sums below a deal tell.
SUMS = "files.repair.sums"
#: What the checker says where a deal is missing.
GAPS = ("contract-out-of-order", "deal-missing", "contract-used-up", "finished-too-early")


@dataclass(frozen=True)
class Judged:
    """A table's game with what was found in it."""

    file: str
    found: Recognised
    made: Made

    @property
    def game(self) -> Game:
        return self.made.game

    def place(self, row: int, seat: int | None = None) -> Place:
        """A row of the table with a player's cell marked; the text begins with the address."""
        layout = self.found.layout
        at = layout.players[seat if seat is not None else 0]
        cells = [layout.page.cells[row][column].text for column in layout.players]
        label = layout.label(row)
        text = layout.page.address(row, at) if seat is not None else layout.page.called(row)
        start = end = None
        for one, cell in enumerate(["", label, *cells] if label else ["", *cells]):
            if one == 0:
                continue
            text += " │ "
            if seat is not None and one - (2 if label else 1) == seat:
                start, end = len(text), len(text) + len(cell)
            text += cell
        return Place(self.file, layout.page.line(row, at), start, end, text)

    def placed(self, one: Finding) -> Finding:
        """A finding with the cell or row at which it points."""
        place = one.place
        if place is None or not place.text:
            row = self.row_of(one)
            place = Place(file=self.file) if row is None else self.place(row, self.seat_of(one))
        return replace(one, place=place, repairs=tuple(self.repair(repair) for repair in one.repairs))

    def seat_of(self, one: Finding) -> int | None:
        """The seat at which a finding points, by itself or by the one entry that its likeliest mend changes."""
        first = one.repairs[0] if one.repairs else None
        if one.seat is not None or first is None or first.why[0].key != SUMS or first.number is None:
            return one.seat
        own, points = self.game.deals[first.number - 1].points or (), first.deal.points or ()
        changed = [seat for seat, (old, new) in enumerate(zip(own, points, strict=False)) if (old or 0) != (new or 0)]
        return changed[0] if len(changed) == 1 else None

    def row_of(self, one: Finding) -> int | None:
        deals = self.found.fit.deals
        if one.deal is not None and not one.is_a("written-running-total-differs") and 0 < one.deal <= len(deals):
            return deals[one.deal - 1].row.row
        if one.is_a("written-total-differs", "written-running-total-differs"):
            rows = [s.row.row for s in self.made.sums if s.of == "all" and len(s.deals) == (one.deal or len(deals))]
            return rows[-1] if rows else deals[one.deal - 1].row.row if one.deal else None
        return None

    def repair(self, repair: Repair) -> Repair:
        """A repair that tells the cells in which something else should stand."""
        cells = self.cells(repair)
        if not cells or repair.why[0].key == SUMS:
            return repair
        return replace(repair, why=(Sentence("files.repair.cells", (("cells", cells),)),))

    def cells(self, repair: Repair) -> tuple[str, ...]:
        """What a mended deal changes in the table: ``C7: 4 → 6``; nothing where it is not the numbers that change."""
        edit = repair.edits[0]
        if len(repair.edits) > 1 or not isinstance(edit, ReplaceDeal) or edit.number > len(self.game.deals):
            return ()
        dealt, points = self.found.fit.deals[edit.number - 1], edit.deal.points
        own = self.game.deals[edit.number - 1].points
        if points is None or own is None or edit.deal.contract != dealt.contract:
            return ()
        sign = -1 if dealt.turned else 1
        return tuple(
            f"{self.address(dealt.row.row, seat)}: {_shown(old, sign)} → {_shown(new, sign)}"
            for seat, (old, new) in enumerate(zip(own, points, strict=True))
            if (old or 0) != (new or 0) or (old is None) != (new is None)
        )

    def address(self, row: int, seat: int) -> str:
        return self.found.layout.page.address(row, self.found.layout.players[seat])


def _shown(value: int | None, sign: int) -> str:
    return "—" if value is None else shown_number(value * sign)


def judged(table: Judged, told: Iterable[Finding]) -> tuple[Finding, ...]:
    """The checker's findings at their cells, the witness of the sums first among the mends, and sums that are off."""
    kept = list(told)
    faulty = {one.deal for one in kept if one.scope == "deal" and one.severity == "error" and one.deal is not None}
    faulty |= {number for number, deal in enumerate(table.game.deals, 1) if deal.unread}
    slips = slips_of(table.made.sums, table.game, faulty)
    out = [_witnessed(table, one, faulty) for one in kept if not _told_better(one, slips)]
    gap = any(one.is_a(*GAPS) for one in kept)
    own = [one for slip in slips for one in _of_slip(table, slip, gap)]
    return tuple(table.placed(one) for one in (*out, *own))


def _told_better(one: Finding, slips: Sequence[Slip]) -> bool:
    """True for a written total of the checker's that is off because a deal is missing, or that carries a slip on."""
    if not one.is_a("written-total-differs", "written-running-total-differs"):
        return False
    early = {seat for slip in slips if slip.kind == "sum" and slip.carried for seat in slip.seats}
    return any(slip.kind == "missing" for slip in slips) or one.seat in early


def _of_slip(table: Judged, slip: Slip, gap: bool) -> Iterator[Finding]:
    """What there is to say of a slip that the checker has not said: it knows totals, and gaps in a schedule."""
    checked = table.game.written
    known = checked is not None and slip.row.of == "all" and (checked.running is not None or _last(table, slip.row))
    if slip.kind == "missing":
        if not gap:
            yield _missing(table, slip)
    elif slip.kind == "sum" or checked is None:
        for seat in slip.seats:
            if not known or (slip.carried and checked is not None and checked.running is None):
                yield _sum_off(table, slip.row, seat)


def _witnessed(table: Judged, one: Finding, faulty: set[int]) -> Finding:
    """A finding on a deal with the mend that the sums below it tell, before all others."""
    number = one.deal
    if one.scope != "deal" or number not in faulty or one.severity == "hint":
        return one
    repair = next(_told_by_sums(table, number, faulty), None)
    if repair is None:
        return one
    others = tuple(other for other in one.repairs if other.edits != repair.edits)
    return replace(one, repairs=(repair, *others))


def _told_by_sums(table: Judged, number: int, faulty: set[int]) -> Iterator[Repair]:
    game, deal = table.game, table.game.deals[number - 1]
    if deal.points is None:
        return
    for row in sorted(table.made.sums, key=lambda row: len(row.deals)):
        if number - 1 in row.deals and not any(at + 1 in faulty for at in row.deals if at != number - 1):
            trial = replace(deal, points=_moved(deal.points, row.off))
            sold = completed(game.with_deal_at(number, trial))[0].deals[number - 1]
            whole = next((one for one in (trial, sold) if _sound(game, number, one)), None)
            if trial.points != deal.points and whole is not None:
                yield _repair(table, number, whole, row)


def _moved(points: Row, off: Points) -> Row:
    return tuple(old if not move else (old or 0) + move for old, move in zip(points, off, strict=True))


def _sound(game: Game, number: int, deal: Deal) -> bool:
    index = rule_index_of(game.rules)
    trial = game.with_deal_at(number, deal)
    found, points = faults_and_points(trial, index, alignment_of(trial, index), number)
    return points is not None and not any(one.severity == "error" for one in found)


def _repair(table: Judged, number: int, deal: Deal, row: SumRow) -> Repair:
    made = Repair(table.game, (ReplaceDeal(number, with_declarer(table.game, number, deal)),))
    values = (("cells", table.cells(made) or ("—",)), ("row", table.found.layout.page.called(row.row.row)))
    return replace(made, why=(Sentence(SUMS, values),))


def _last(table: Judged, row: SumRow) -> bool:
    return len(row.deals) == len(table.game.deals)


def _sum_off(table: Judged, row: SumRow, seat: int) -> Finding:
    sign = -1 if row.turned else 1
    written, due = (row.written[seat] or 0) * sign, row.due[seat] * sign
    return finding(
        "F255", row.of, seat=seat, cell=table.address(row.row.row, seat), player=table.game.players[seat],
        found=written, expected=due, difference=abs(due - written), n=abs(due - written),
        place=table.place(row.row.row, seat),
    )  # fmt: skip


def _missing(table: Judged, slip: Slip) -> Finding:
    """The deal that the sums have and the rows have not, with the command that puts it in where that is sure."""
    game, number = table.game, len(slip.row.deals) + 1
    cells = tuple(f"{p} {shown_number(n)}" for p, n in zip(game.players, slip.off, strict=True))
    names = tuple(contract.names for contract in slip.contracts)
    place = table.place(slip.row.row.row)
    repairs = []
    for contract in slip.contracts if len(slip.contracts) < 4 else ():
        deal = with_declarer(game, number, Deal(contract.id, points=slip.off))
        edit = InsertDeal(number, deal) if number <= len(game.deals) else RecordDeal(number, deal)
        repairs.append(Repair(game, (edit,), (Sentence("deals.repair.put-in", (("contract", contract.names),)),)))
    return finding("F256", deal=number, cells=cells, contracts=names[:4], place=place, repairs=tuple(repairs))

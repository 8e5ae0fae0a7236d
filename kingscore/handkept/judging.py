"""What the checker says of a table's game, pointed at the cells of the table, with the sums that do not come out.

A sum on the paper is a witness: it tells which entry of a deal is wrong, and a deal that is right tells of a wrong sum.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from kingscore.check.one_deal import faults_and_points
from kingscore.check.order import course_of
from kingscore.check.places import ground_of
from kingscore.check.repairs.mend import command_line, commands, mend
from kingscore.findings import Finding, Place, Repair, finding
from kingscore.frozen import dataclass, replace
from kingscore.game import Deal, Game, Row
from kingscore.handkept.making import Made
from kingscore.handkept.recognising import Recognised
from kingscore.handkept.sums import Points, SumRow
from kingscore.language import number as shown_number


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
        if one.place is not None and one.place.text:
            return one
        row = self.row_of(one)
        place = Place(file=self.file) if row is None else self.place(row, one.seat)
        return replace(one, place=place, repairs=tuple(self.repair(repair) for repair in one.repairs))

    def row_of(self, one: Finding) -> int | None:
        deals = self.found.fit.deals
        if one.deal is not None and one.code != "T602" and 0 < one.deal <= len(deals):
            return deals[one.deal - 1].row.row
        if one.code in ("T601", "T602"):
            rows = [s.row.row for s in self.made.sums if s.of == "all" and len(s.deals) == (one.deal or len(deals))]
            return rows[-1] if rows else deals[one.deal - 1].row.row if one.deal else None
        return None

    def repair(self, repair: Repair) -> Repair:
        """A repair that tells the cells in which something else should stand."""
        cells = self.cells(repair)
        if not cells or repair.why == "files.repair.sums":
            return repair
        return replace(repair, why="files.repair.cells", values=(("cells", cells),))

    def cells(self, repair: Repair) -> tuple[str, ...]:
        """What a mended deal changes in the table: ``C7: 4 → 6``; nothing where it is not the numbers that change."""
        number = repair.number
        if not repair.deal or number is None or number > len(self.game.deals) or " && " in repair.line:
            return ()
        mended, dealt = json.loads(repair.deal), self.found.fit.deals[number - 1]
        points, own = mended.get("points"), self.game.deals[number - 1].points
        if points is None or own is None or mended.get("contract") != dealt.contract or " before " in repair.line:
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
    faulty = {one.deal for one in kept if one.code[0] == "D" and one.severity != "hint" and one.deal is not None}
    unread = {number for number, deal in enumerate(table.game.deals, 1) if deal.unread}
    out = [table.placed(_witnessed(table, one, faulty | unread)) for one in kept]
    return (*out, *(table.placed(one) for one in _sums_off(table, faulty | unread)))


def _witnessed(table: Judged, one: Finding, faulty: set[int]) -> Finding:
    """A finding on a deal with the mend that the sums below it tell, before all others."""
    number = one.deal
    if one.code[0] != "D" or number not in faulty or one.severity == "hint":
        return one
    repair = next(_told_by_sums(table, number, faulty), None)
    if repair is None:
        return one
    others = tuple(other for other in one.repairs if other.line != repair.line)
    return replace(one, repairs=(repair, *others))


def _told_by_sums(table: Judged, number: int, faulty: set[int]) -> Iterator[Repair]:
    game, deal = table.game, table.game.deals[number - 1]
    if deal.points is None:
        return
    for row in sorted(table.made.sums, key=lambda row: len(row.deals)):
        if number - 1 in row.deals and not any(at + 1 in faulty for at in row.deals if at != number - 1):
            points = _moved(deal.points, row.off)
            if points == deal.points or not _sound(game, number, replace(deal, points=points)):
                continue
            yield _repair(table, number, replace(deal, points=points), row)


def _moved(points: Row, off: Points) -> Row:
    return tuple(old if not move else (old or 0) + move for old, move in zip(points, off, strict=True))


def _sound(game: Game, number: int, deal: Deal) -> bool:
    ground = ground_of(game.rules)
    trial = game.with_deal_at(number, deal)
    found, points = faults_and_points(trial, ground, course_of(trial, ground), number)
    return points is not None and not any(one.severity == "error" for one in found)


def _repair(table: Judged, number: int, deal: Deal, row: SumRow) -> Repair:
    from kingscore.notation.document_write import deal_document

    words = commands(table.game, mend(number, deal, "points", 0), len(table.game.deals))
    document = json.dumps(deal_document(table.game, number, deal), ensure_ascii=False)
    made = Repair(command_line(words), "", (), number, document, words)
    values = (("cells", table.cells(made) or ("—",)), ("row", table.found.layout.page.called(row.row.row)))
    return replace(made, why="files.repair.sums", values=values)


def _sums_off(table: Judged, faulty: set[int]) -> Iterator[Finding]:
    """Sums that do not come out although the deals they add up are right, each slip once: a later sum that carries it
    on is none of its own. The last sum of all is compared by the checker, as a written total."""
    told: list[tuple[SumRow, Points]] = []
    checked = table.game.written
    for row in table.made.sums:
        if not row.of or any(at + 1 in faulty for at in row.deals):
            continue
        carried = _carried(row, told, len(row.due))
        for seat, off in enumerate(row.off):
            known = checked is not None and row.of == "all" and (checked.running is not None or _last(table, row))
            if off and off != carried[seat] and not known:
                yield _sum_off(table, row, seat)
        if any(row.off):
            told.append((row, row.off))


def _carried(row: SumRow, told: Sequence[tuple[SumRow, Points]], width: int) -> Points:
    """What slips in sums above come to, where a sum seems to have been added up from these."""
    parts = [off for above, off in told if set(above.deals) < set(row.deals)]
    return tuple(sum(off[seat] for off in parts) for seat in range(width))


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


def missing(table: Judged, deal: Deal) -> Finding:
    """The deal that the totals have and the rows have not, with the command that records it."""
    from kingscore.notation.document_write import deal_document

    game, number = table.game, len(table.game.deals) + 1
    contract = game.rules.contract(deal.contract)
    cells = tuple(f"{p} {shown_number(n or 0)}" for p, n in zip(game.players, deal.points or (), strict=True))
    words = commands(game, mend(number, deal, "points", 0), len(game.deals))
    names = contract.names if contract is not None else deal.contract
    record = json.dumps(deal_document(game.with_deal(deal), number, deal), ensure_ascii=False)
    repair = Repair(command_line(words), "deals.repair.put-in", (("contract", names),), number, record, words)
    row = next((one.row.row for one in reversed(table.made.sums) if one.of == "all"), None)
    place = Place(file=table.file) if row is None else table.place(row)
    return finding("F256", deal=number, cells=cells, contract=names, place=place, repairs=(repair,))

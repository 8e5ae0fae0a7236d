"""Whether totals that somebody wrote on a sheet are those that come out. It trusts the deals, never the sheet."""

from __future__ import annotations

from kingscore.check.laid import Faults, cell, player
from kingscore.findings import Finding, finding
from kingscore.game import Game, Row
from kingscore.score import Points, ScoreTable


def written_totals_come_out(game: Game, table: ScoreTable) -> Faults:
    row = game.written.totals if game.written is not None else None
    if row is None:
        return
    if len(row) != game.rules.table:
        yield finding("T603", "totals", found=len(row), expected=game.rules.table)
    elif table.totals is not None:
        yield from _compared(game, row, table.totals, None)


def written_running_totals_come_out(game: Game, table: ScoreTable) -> Faults:
    """Each deal's row is compared by its step from the row before, so that one slip is told once."""
    rows = game.written.running if game.written is not None else None
    if rows is None:
        return
    if len(rows) != len(game.deals):
        yield finding("T604", found=len(rows), expected=len(game.deals), n=abs(len(rows) - len(game.deals)))
    off: Points = (0,) * game.rules.table
    for line, row in zip(table.lines, rows, strict=False):
        if len(row) != game.rules.table:
            yield finding("T603", "running", deal=line.number, number=line.number, found=len(row),
                          expected=game.rules.table)  # fmt: skip
            return
        if line.running is None:
            return
        now = tuple((written or 0) - true for written, true in zip(row, line.running, strict=True))
        if now not in (off, (0,) * len(now)):
            due = tuple(true + before for true, before in zip(line.running, off, strict=True))
            yield from _compared(game, row, due, line.number)
        off = now


def _compared(game: Game, row: Row, due: Points, number: int | None) -> Faults:
    wrong = [seat for seat in range(len(due)) if row[seat] != due[seat]]
    if not wrong:
        return
    code = "T601" if number is None else "T602"
    if len(wrong) == 2 and (row[wrong[0]], row[wrong[1]]) == (due[wrong[1]], due[wrong[0]]):
        yield _told(game, code, "swapped", number, row, due, wrong)
        return
    for seat in wrong:
        how = "empty" if row[seat] is None else "sign" if row[seat] == -due[seat] else ""
        yield _told(game, code, how, number, row, due, [seat])


def _told(game: Game, code: str, how: str, number: int | None, row: Row, due: Points, wrong: list[int]) -> Finding:
    seat = wrong[0]
    found = row[seat] or 0
    return finding(
        code, how, deal=number, seat=seat, number=number or 0, player=player(game, seat), other=player(game, wrong[-1]),
        found=found, expected=due[seat], difference=abs(due[seat] - found), n=abs(due[seat] - found),
        cells=tuple(cell(game, s, row[s], due[s]) for s in wrong),
    )  # fmt: skip


def game_comes_to_its_total(game: Game, table: ScoreTable) -> Faults:
    """A complete game sums to what its variant states; only deals that were agreed on can change that."""
    expected, totals, deals = game.rules.total, table.totals, game.rules.deals
    if expected is None or totals is None or deals is None or len(game.deals) != deals:
        return
    agreed = tuple(n for n, deal in enumerate(game.deals, 1) if deal.agreed)
    found = sum(totals)
    if found != expected and agreed:
        yield finding("T605", found=found, expected=expected, difference=abs(found - expected),
                      n=abs(found - expected), deals=agreed)  # fmt: skip


WRITTEN = (written_totals_come_out, written_running_totals_come_out, game_comes_to_its_total)

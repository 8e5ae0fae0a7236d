"""Whether totals that somebody wrote on a sheet are those that come out of the deals."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.checks.context import Faults, cell, player, shown_row
from kingscore.model.findings import Finding, finding
from kingscore.model.game import Game, Row, as_of
from kingscore.scoring.score import Points, ScoreTable


def written_totals_come_out(game: Game, table: ScoreTable) -> Faults:
    row = game.written.totals if game.written is not None else None
    if row is None:
        return
    if len(row) != game.rules.table:
        yield finding("T603", "totals", found=len(row), expected=game.rules.table)
    elif table.totals is not None:
        yield from _compared(game, row, table.totals, None)


def written_running_totals_come_out(game: Game, table: ScoreTable) -> Faults:
    """Each deal's row is compared by its step from the row before, so that one slip is one finding."""
    rows = game.written.running if game.written is not None else None
    if rows is None:
        return
    for number, row in enumerate(rows, 1):
        if len(row) != game.rules.table:
            deal = number if number <= len(game.deals) else None
            yield finding("T603", "running", deal=deal, number=number, found=len(row), expected=game.rules.table)
            return
    if len(rows) != len(game.deals):
        yield _rows_missing(game, table, rows)
        return
    off: Points = (0,) * game.rules.table
    for line, row in zip(table.lines, rows, strict=True):
        if line.running is None:
            return
        now = tuple((written or 0) - true for written, true in zip(row, line.running, strict=True))
        if now not in (off, (0,) * len(now)):
            due = tuple(true + before for true, before in zip(line.running, off, strict=True))
            yield from _compared(game, row, due, line.number)
        off = now


def _compared(game: Game, row: Row, due: Points, number: int | None) -> Faults:
    """One finding on a row that differs: one slip in a deal or in adding up moves several entries of it."""
    wrong = [seat for seat in range(len(due)) if row[seat] != due[seat]]
    if not wrong:
        return
    game = as_of(game, number or len(game.deals))
    crossed = len(wrong) == 2 and (row[wrong[0]], row[wrong[1]]) == (due[wrong[1]], due[wrong[0]])
    how = "swapped" if crossed else "several"
    if len(wrong) == 1:
        seat = wrong[0]
        how = "empty" if row[seat] is None else "sign" if row[seat] == -due[seat] else ""
    code, seat = "T601" if number is None else "T602", wrong[0]
    found = row[seat] or 0
    yield finding(
        code, how, deal=number, seat=None if how == "several" else seat, number=number or 0, player=player(game, seat),
        other=player(game, wrong[-1]), found=found, expected=due[seat], difference=abs(due[seat] - found),
        n=abs(due[seat] - found), cells=tuple(cell(game, s, row[s], due[s]) for s in wrong),
        players=tuple(player(game, s) for s in wrong),
    )  # fmt: skip


def _rows_missing(game: Game, table: ScoreTable, rows: Sequence[Row]) -> Finding:
    """Which deal has no row, or which row has no deal, where all the others fit."""
    found, expected = len(rows), len(game.deals)
    points, stepped = [line.points for line in table.lines], steps(rows)
    fault = finding("T604", found=found, expected=expected, n=abs(found - expected))
    if found == expected + 1 and (place := one_more(stepped, points)) is not None:
        row, number = shown_row(stepped[place]), place + 1
        deal = number if place < expected else None
        fault = finding("T604", "missing" if deal else "missing.last", deal=deal, number=number, row=row)
    elif found == expected - 1 and (place := one_more(points, stepped)) is not None:
        contract = game.rules.contract(game.deals[place].contract)
        name = contract.names if contract is not None else game.deals[place].contract
        fault = finding("T604", "extra", deal=place + 1, number=place + 1, contract=name)
    return fault


def steps(rows: Sequence[Row]) -> list[Points]:
    """What each row of running totals adds to the one before it."""
    before = [(0,) * len(row) for row in rows[:1]] + list(rows[:-1])
    pairs = zip(rows, before, strict=True)
    return [tuple((now or 0) - (then or 0) for now, then in zip(row, old, strict=True)) for row, old in pairs]


def one_more(longer: Sequence[Points | None], shorter: Sequence[Points | None]) -> int | None:
    """Where the longer of two lists has one more, from 0, if all the rest is the same."""
    same = 0
    while same < len(shorter) and longer[same] == shorter[same] is not None:
        same += 1
    return same if longer[same + 1 :] == shorter[same:] and None not in shorter[same:] else None


def game_comes_to_its_total(game: Game, table: ScoreTable) -> Faults:
    """A complete game sums to what its variant states; only deals that were agreed on can change that."""
    expected, totals, deals = game.rules.total, table.totals, game.rules.deals
    if expected is None or totals is None or deals is None or len(game.deals) != deals:
        return
    agreed = tuple(n for n, deal in enumerate(game.deals, 1) if deal.agreed)
    found = sum(totals)
    if found != expected and agreed:
        how, off = "several" if len(agreed) > 1 else "", abs(found - expected)
        yield finding("T605", how, found=found, expected=expected, difference=off, n=off, deals=agreed)


WRITTEN = (written_totals_come_out, written_running_totals_come_out, game_comes_to_its_total)

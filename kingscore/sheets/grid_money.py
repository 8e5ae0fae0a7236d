"""A grid's last row: what each player wins or pays at the stake, and who pays whom. It rounds as settling does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kingscore.scoring.money import Coin
from kingscore.sheets.cells import Area, Cell, Entry, Fact, Formula
from kingscore.sheets.grid import Grid
from kingscore.sheets.grid_deals import tone_of
from kingscore.sheets.labels import Making

if TYPE_CHECKING:
    from kingscore.scoring.settlement import Settlement

#: Decimals of a stake that is still to be written.
USUAL = 2


def has_money_row(making: Making) -> bool:
    """True where there is a stake, or room is wanted to write one."""
    return making.template.money and (making.blank or making.game.stake is not None)


def money_row(grid: Grid, row: int, totals: int) -> Iterator[Cell]:
    """What each player's balance is worth; the stake stands under "must", its currency under "sum"."""
    making = grid.making
    found = settlement(making)
    currency = making.game.stake.currency if making.game.stake is not None else ""
    must, total = grid.column("must"), grid.column("sum")
    label = making.word("sum.money")
    if grid.points_at(0):
        yield Cell(row, 0, "place", f"{label}, {currency}" if currency else label, columns=grid.points_at(0))
    for seat in grid.seats:
        yield _money(grid, row, seat, totals, found)
    if must is not None:
        exact = making.game.stake.per_point if making.game.stake is not None else ""
        entry = Entry("amount") if making.blank else None
        yield Cell(row, must, "must", _shown(exact, making), amount=exact, entry=entry)
    if total is not None:
        yield Cell(row, total, "must", currency, entry=Entry("currency") if making.blank else None)


def _money(grid: Grid, row: int, seat: int, totals: int, found: Settlement | None) -> Cell:
    making, must, at = grid.making, grid.column("must"), grid.points_at(seat)
    digits = found.coin.decimals if found is not None else USUAL
    formula = None
    if must is not None and (found is None or _even(found)):
        among = tuple(Area(totals, area.left, totals, area.left) for area in grid.of_players(totals))
        formula = Formula("money", (among[seat],), when=(Area(row, must, row, must),), among=among, digits=digits)
    if found is None:
        return Cell(row, at, "money", columns=grid.width, formula=formula)
    balance = found.balances[seat]
    shown, exact = found.coin.shown(balance, making.language.decimal_mark), found.coin.exact(balance)
    tone = tone_of(balance)
    return Cell(row, at, "money", shown, columns=grid.width, tone=tone, formula=formula, amount=exact)


def _even(found: Settlement) -> bool:
    """True where every balance is a whole number of coins, so that multiplying gives the same as settling."""
    return all(Fraction(balance) == exact for balance, exact in zip(found.balances, found.exact, strict=True))


def _shown(exact: str, making: Making) -> str:
    return exact.replace(".", making.language.decimal_mark)


def settlement(making: Making) -> Settlement | None:
    """The balances at the game's stake, None before the first deal or where a deal gives no points."""
    from kingscore.scoring.settlement import settle

    game, totals = making.game, making.table.totals
    return settle(totals, game.players, game.stake) if game.stake is not None and game.deals and totals else None


def payments(making: Making) -> tuple[Fact, ...]:
    """Who pays whom once the game is over: at the stake, else in points."""
    game, totals = making.game, making.table.totals
    if not making.over or not game.deals or totals is None or not making.template.money:
        return ()
    from kingscore.scoring.settlement import settle

    found = settle(totals, game.players, game.stake)
    told = [
        f"{game.players[t.payer]} → {game.players[t.payee]} {_amount(found.coin, t.amount, making)}"
        for t in found.transfers
    ]
    return (Fact(making.word("payments"), " · ".join(told)),) if told else ()


def _amount(coin: Coin, amount: int, making: Making) -> str:
    shown = coin.shown(amount, making.language.decimal_mark)
    return f"{shown} {coin.currency}" if coin.currency else shown

"""The command that settles: who owes whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from kingscore.cli.columns import columns
from kingscore.cli.desk import Desk
from kingscore.cli.numbers import chosen
from kingscore.findings import Refused

if TYPE_CHECKING:
    from kingscore.settle import Rule, Settlement
    from kingscore.store import Kept


def settle(context: typer.Context, rule: Annotated[str, typer.Option("--rule")] = "balance") -> int:
    """Who owes whom."""
    from kingscore.settle import RULES

    desk = Desk.of(context)
    with desk.store() as store:
        kept = desk.kept(store)
    settled = _settled(kept, cast("Rule", chosen(rule, "--rule", RULES)))
    desk.report(settled.findings, settled.players)
    desk.write(told(desk, kept, settled))
    desk.document(settled.document())
    return 0


def _settled(kept: Kept, rule: Rule) -> Settlement:
    from kingscore.settle import settle_game

    try:
        return settle_game(kept.game, rule)
    except Refused as refused:
        raise Refused(*refused.findings, status=refused.status, players=kept.game.players) from None


def told(desk: Desk, kept: Kept, settled: Settlement) -> str:
    """The debts, a line each, below the rule by which they came about."""
    stake, mark = kept.game.stake, desk.say("mark.decimal")
    money = (
        desk.say("settle.stake", per_point=stake.per_point.replace(".", mark), currency=stake.currency)
        if stake
        else desk.say("settle.points")
    )
    head = f"{desk.say(f'settle.{settled.rule}')} · {money}"
    if not settled.transfers:
        return f"{head}\n  {desk.say('settle.nothing')}"
    rows = [
        (
            settled.players[t.payer],
            "→",
            settled.players[t.payee],
            settled.coin.shown(t.amount, mark),
            _unit(desk, settled),
        )
        for t in settled.transfers
    ]
    return f"{head}\n{columns(rows, '  ', right=False)}"


def _unit(desk: Desk, settled: Settlement) -> str:
    return settled.coin.currency or desk.say("settle.unit")

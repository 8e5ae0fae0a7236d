"""Debts: who pays whom, from points and a stake. It rounds by the rules of ``transfers`` and prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.model.game import Game, Stake
from kingscore.scoring.money import Coin, coin_of, per_point
from kingscore.scoring.schedule import deals_to_come, is_over
from kingscore.scoring.score import score
from kingscore.scoring.transfers import Owed, Transfer, fewest_transfers, net, net_owed, whole_balances, whole_payments

Rule = Literal["balance", "winner", "pairs", "pot"]
RULES: tuple[Rule, ...] = ("balance", "winner", "pairs", "pot")


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who owes whom. ``balances`` are coins seat by seat and sum to zero; ``transfers`` bring each to nothing.

    ``exact`` are the balances before rounding; ``findings`` are warnings (M910). The largest debts come first.
    """

    rule: Rule
    players: tuple[str, ...]
    coin: Coin
    exact: tuple[Fraction, ...]
    balances: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    findings: tuple[Finding, ...] = ()

    def document(self) -> dict[str, list[dict[str, str | None]]]:
        """The settlement for machines: ``{"transfers": [{"from", "to", "amount", "currency"}]}``, amounts as exact
        decimals in text."""
        return {
            "transfers": [
                {
                    "from": self.players[t.payer],
                    "to": self.players[t.payee],
                    "amount": self.coin.exact(t.amount),
                    "currency": self.coin.currency,
                }
                for t in self.transfers
            ]
        }


def settle_game(game: Game, rule: Rule = "balance") -> Settlement:
    """Who owes whom as a game stands. A game with deals to come is settled with a warning.

    Refused: M911 where a deal gives no points.
    """
    table = score(game)
    if table.totals is None:
        raise Refused(*(finding("M911", deal=line.number) for line in table.lines if line.points is None))
    early = () if is_over(game, table) else (_unfinished(game),)
    return settle(table.totals, game.players, game.stake, rule, early)


def _unfinished(game: Game) -> Finding:
    left = deals_to_come(game)
    return finding("M910", "open", n=len(game.deals)) if left is None else finding("M910", n=left)


def settle(
    totals: Sequence[int],
    players: Sequence[str],
    stake: Stake | None = None,
    rule: Rule = "balance",
    findings: tuple[Finding, ...] = (),
) -> Settlement:
    """Who owes whom for total points, seat by seat.

    ``balance``: a balance is the points less the table's average, times the stake, settled in the fewest transfers.
    ``winner``: each pays the winner what he is behind; several winners share it evenly. ``pairs``: each pair settles
    its difference. ``pot``: who is below the average puts that into the pot, which is the winner's alone. The fewest
    are certain for up to a dozen people.
    """
    coin, worth = coin_of(stake), per_point(stake)
    owed = debts(totals, worth, rule)
    exact = net_owed(owed, len(totals))
    if rule == "balance":
        balances = whole_balances(exact, players)
        transfers = fewest_transfers(balances, players)
    else:
        transfers = whole_payments(owed, players)
        balances = net(transfers, len(totals))
    return Settlement(rule, tuple(players), coin, exact, balances, by_debt(transfers, balances, players), findings)


def by_debt(transfers: Sequence[Transfer], balances: Sequence[int], players: Sequence[str]) -> tuple[Transfer, ...]:
    """Transfers with those of the largest debtor first."""
    return tuple(
        sorted(transfers, key=lambda t: (balances[t.payer], -balances[t.payee], players[t.payer], players[t.payee]))
    )


def debts(totals: Sequence[int], worth: Fraction, rule: Rule) -> Owed:
    """What each owes each under a rule, exactly. Under ``balance`` an even part of the difference of each pair."""
    match rule:
        case "winner":
            return to_winner(totals, worth)
        case "pairs":
            return between_pairs(totals, worth)
        case "pot":
            return into_pot(totals, worth)
        case _:
            return between_pairs(totals, worth / len(totals))


def into_pot(totals: Sequence[int], worth: Fraction) -> Owed:
    """What each who is below the table's average owes the winners: his distance to it, in even parts."""
    average = Fraction(sum(totals), len(totals))
    winners = first(totals)
    return {
        (seat, winner): (average - points) * worth / len(winners)
        for seat, points in enumerate(totals)
        if points < average
        for winner in winners
    }


def entries(totals: Sequence[int], entry: Fraction) -> Owed:
    """What each owes the winners where all put the same into a pot: his entry, in even parts."""
    winners = first(totals)
    return {
        (seat, winner): entry / len(winners) for seat in range(len(totals)) if seat not in winners for winner in winners
    }


def first(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most points."""
    return tuple(seat for seat, points in enumerate(totals) if points == max(totals))


def to_winner(totals: Sequence[int], worth: Fraction) -> Owed:
    """What each owes the winners: his distance to them, in even parts."""
    best, winners = max(totals), first(totals)
    return {
        (seat, winner): (best - points) * worth / len(winners)
        for seat, points in enumerate(totals)
        if points < best
        for winner in winners
    }


def between_pairs(totals: Sequence[int], worth: Fraction) -> Owed:
    """What each owes every seat that has more: the difference."""
    seats = range(len(totals))
    return {(a, b): (totals[b] - totals[a]) * worth for a in seats for b in seats if totals[a] < totals[b]}

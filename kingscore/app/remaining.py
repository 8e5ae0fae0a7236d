"""What is still to be shared out in a deal that is only half entered.

A half entered line is finished with noughts and a rest (``2 3`` becomes ``2 3 0 _``) and read like any other: what the
rest then comes to is what is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingscore.checks import check_deal
from kingscore.model.findings import Finding, Refused, has_errors
from kingscore.model.game import Deal, Game, playing
from kingscore.model.rules import Contract, Item
from kingscore.notation import Words, read_deal
from kingscore.scoring.schedule import upcoming
from kingscore.scoring.score import Points, deal_points

#: The refusal of a rest that cannot be: what is said already is too much.
TOO_MUCH = "rest-impossible"


@dataclass(frozen=True, slots=True)
class Sharing:
    """How far a deal is said: ``left`` of ``item`` (of the points, for None) is still to share among ``seats`` that
    have none yet, and after that all of ``items``.

    ``points`` are those of a deal that is said to its end; ``findings`` what is wrong with it, or with a half of it.
    """

    contract: Contract | None
    item: Item | None = None
    left: int = 0
    seats: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()
    points: Points | None = None
    findings: tuple[Finding, ...] = ()


def sharing(line: str, game: Game, words: Words) -> Sharing | None:
    """How far a line says the next deal of a game; None where that cannot be told."""
    if not line.strip():
        return _untouched(game)
    number = len(game.deals) + 1
    whole = _read(line, game, words)
    if isinstance(whole, Deal):
        found = check_deal(game.with_deal(whole), number)
        points = None if has_errors(found) else deal_points(game.rules, whole, playing(game, number))
        return Sharing(game.rules.contract(whole.contract), points=points, findings=found)
    seats, too_much = playing(game, number), None
    for short, missing, rest in _endings(line, game, len(seats)):
        deal = _read(rest, game, words)
        if isinstance(deal, Deal):
            return _half(deal, game, seats[len(seats) - short :], missing)
        too_much = too_much or next((found for found in deal if found.is_a(TOO_MUCH)), None)
    return Sharing(None, findings=(too_much,)) if too_much is not None else None


def _read(line: str, game: Game, words: Words) -> Deal | tuple[Finding, ...]:
    try:
        return read_deal(line, game, len(game.deals) + 1, words)
    except Refused as refused:
        return refused.findings


def _untouched(game: Game) -> Sharing | None:
    """Everything is still to be shared, where it is clear which deal comes."""
    coming = upcoming(game)
    contract = game.rules.contract(coming.contracts[0]) if coming and len(coming.contracts) == 1 else None
    if coming is None or contract is None or not contract.items:
        return None
    first, *others = contract.items
    return Sharing(contract, first, first.amount, coming.playing, tuple(others))


def _endings(line: str, game: Game, seats: int) -> Iterator[tuple[int, int, str]]:
    """How many seats and how many items may still be without their own, and the line finished accordingly: with a whole
    row for each item of a contract that is still to come."""
    start, row = line.rstrip(" ,"), " ".join((*["0"] * (seats - 1), "_"))
    later = [(0, "")]
    for contract in game.rules.contracts:
        for at in range(1, len(contract.items)):
            items = contract.items[at:]
            later.append((len(items), "".join(f", {item.id} {row}" for item in items)))
    for missing, rest in later:
        for short in range(1, seats + 1):
            yield short, missing, " ".join((start, *["0"] * (short - 1), "_")) + rest


def _half(deal: Deal, game: Game, seats: tuple[int, ...], missing: int) -> Sharing | None:
    contract = game.rules.contract(deal.contract)
    if contract is None:
        return None
    if deal.points is not None:
        return Sharing(contract, None, deal.points[seats[-1]] or 0, seats)
    if deal.counts is None:
        return None
    at = len(contract.items) - missing - 1
    item = contract.items[at]
    row = deal.row(item.id) or ()
    left = row[seats[-1]] if seats[-1] < len(row) else None
    return Sharing(contract, item, left or 0, seats, contract.items[at + 1 :])

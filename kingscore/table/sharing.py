"""What is still to be shared out in a deal that is only half said. It reads and checks, and keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingscore.check import check_deal
from kingscore.course import upcoming
from kingscore.findings import Finding, Refused, has_errors
from kingscore.game import Deal, Game, playing
from kingscore.notation import read_deal
from kingscore.notation.words import Words
from kingscore.rules import Contract, Item
from kingscore.score import Points, deal_points


@dataclass(frozen=True, slots=True)
class Sharing:
    """How far a deal is said: ``left`` of ``item`` still to share among ``seats`` that have none yet, then ``items``.

    ``points`` and ``findings`` are those of a deal that is said to its end.
    """

    contract: Contract
    item: Item | None = None
    left: int = 0
    seats: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()
    points: Points | None = None
    findings: tuple[Finding, ...] = ()


def sharing(line: str, game: Game, words: Words) -> Sharing | None:
    """How far a line says the next deal of a game; None where that cannot be told."""
    number = len(game.deals) + 1
    if not line.strip():
        return _untouched(game)
    whole = _read(line, game, number, words)
    if whole is not None:
        return _said(whole, game, number)
    seats = playing(game, number)
    for missing, rest in _endings(line, game, number, words):
        for short in range(1, len(seats) + 1):
            deal = _read(" ".join((line.rstrip(" ,"), *["0"] * (short - 1), "_", rest)), game, number, words)
            if deal is not None and deal.counts is not None:
                return _half(deal, game, seats[len(seats) - short :], missing)
    return None


def _read(line: str, game: Game, number: int, words: Words) -> Deal | None:
    try:
        return read_deal(line, game, number, words)
    except Refused:
        return None


def _untouched(game: Game) -> Sharing | None:
    """Everything is still to be shared, where it is clear which deal comes."""
    coming = upcoming(game)
    contract = game.rules.contract(coming.contracts[0]) if coming and len(coming.contracts) == 1 else None
    if coming is None or contract is None or not contract.items:
        return None
    first, *others = contract.items
    return Sharing(contract, first, first.amount, coming.playing, tuple(others))


def _said(deal: Deal, game: Game, number: int) -> Sharing | None:
    contract = game.rules.contract(deal.contract)
    if contract is None:
        return None
    found = check_deal(game.with_deal(deal), number)
    points = None if has_errors(found) else deal_points(game.rules, deal, playing(game, number))
    return Sharing(contract, points=points, findings=found)


def _endings(line: str, game: Game, number: int, words: Words) -> Iterator[tuple[int, str]]:
    """How many items of the contract may still be to come, and how a line would go on with a rest for each."""
    yield 0, ""
    contracts = {c.id: c for c in game.rules.contracts if len(c.items) > 1}
    seats = playing(game, number)
    for contract in contracts.values():
        for at in range(1, len(contract.items)):
            rows = ("0 " * (len(seats) - 1) + "_" for _ in contract.items[at:])
            yield (
                len(contract.items) - at,
                ", " + ", ".join(f"{item.id} {row}" for item, row in zip(contract.items[at:], rows, strict=True)),
            )


def _half(deal: Deal, game: Game, seats: tuple[int, ...], missing: int) -> Sharing | None:
    contract = game.rules.contract(deal.contract)
    if contract is None or deal.counts is None:
        return None
    at = len(contract.items) - missing - 1
    item = contract.items[at]
    row = deal.row(item.id) or ()
    left = row[seats[-1]] if seats and seats[-1] < len(row) else None
    return Sharing(contract, item, left or 0, seats, contract.items[at + 1 :])

"""How a repair is proposed, and how likely the slip is that it undoes."""

from __future__ import annotations

from dataclasses import replace

from kingscore.model.game import Deal, Game, Row, declarer_in_turn
from kingscore.model.language import Value
from kingscore.model.repairs import Edit, Repair, ReplaceDeal, Sentence


def proposal(game: Game, edits: tuple[Edit, ...], why: str, cost: int, /, **values: Value) -> Repair:
    """Edits with the reason ``deals.repair.<why>``."""
    return Repair(game, edits, (Sentence(f"deals.repair.{why}", tuple(values.items())),), cost)


def replacing(game: Game, number: int, deal: Deal, why: str, cost: int, /, **values: Value) -> Repair:
    """Another deal in place of deal ``number``."""
    return proposal(game, (ReplaceDeal(number, deal),), why, cost, **values)


def with_declarer(game: Game, number: int, deal: Deal, turn: int | None = None) -> Deal:
    """The deal with its declarer named where it goes without saying who it was. ``turn`` is the seat that was in turn,
    where that is not the one of the deal's number."""
    contract, schedule = game.rules.contract(deal.contract), game.rules.schedule
    declared = contract is not None and (contract.bid or (contract.declared and not schedule.free))
    if deal.declarer is not None or not declared:
        return deal
    seller, bidder = (deal.bid.seller, deal.bid.bidder) if deal.bid is not None else (None, None)
    turn = turn if turn is not None else declarer_in_turn(game, number)
    return replace(deal, declarer=next((seat for seat in (seller, turn, bidder) if seat is not None), None))


def keystrokes(old: Row | None, new: Row | None) -> int:
    """How much was mistyped between two rows: a sign, a digit, two digits swapped, an entry left out each count 1."""
    if old is None or new is None or len(old) != len(new):
        return distance([str(v) for v in old or ()], [str(v) for v in new or ()])
    count = 0
    for a, b in zip(old, new, strict=True):
        if a is None or b is None:
            count += a is not b
        else:
            # A sign counts where there is one on both sides, for 0 has none.
            count += distance(str(abs(a)), str(abs(b))) + (a * b < 0)
    return count


def distance(a: str | list[str], b: str | list[str]) -> int:
    """Insertions, deletions, changes and swaps of neighbours that make one of the other."""
    above, before = list(range(len(b) + 1)), [0] * (len(b) + 1)
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        above, before = row, above
    return above[-1]


def with_row(deal: Deal, name: str, row: Row) -> Deal:
    """The deal with one of its rows replaced: the counts of an item, ``points`` or ``places``."""
    if name == "points":
        return replace(deal, points=row)
    if name == "places":
        return replace(deal, places=row)
    return replace(deal, counts=tuple((item, row if item == name else old) for item, old in deal.counts or ()))

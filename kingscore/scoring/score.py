"""Points: whole-number arithmetic from a game to its score table."""

from __future__ import annotations

from dataclasses import dataclass

from kingscore.model.game import Deal, Game, Row, playing
from kingscore.model.rules import Contract, Rules

Points = tuple[int, ...]


def deal_points(rules: Rules, deal: Deal, seats: tuple[int, ...]) -> Points | None:
    """The points of a deal, a number for every seat at the table (0 for one that sits out).

    ``seats`` are those that play. None where the record gives no points: an unknown contract, a row of the wrong
    length, an item missing. A record that is wrong in any other way is added up as it stands.
    """
    contract = rules.contract(deal.contract)
    if contract is None:
        return None
    if deal.foul is not None:
        total = whole_total(rules, contract, deal)
        return tuple(total if seat == deal.foul else 0 for seat in range(rules.table))
    if deal.points is not None:
        return _filled(deal.points, rules.table)
    if contract.placement:
        return _prizes(contract, deal.places, rules.table)
    given = dict(deal.counts or ())
    rows: dict[str, Points | None] = {item.id: _filled(given.get(item.id), rules.table) for item in contract.items}
    if deal.form == "rospis" and deal.counts is None and "rospis" in contract.forms:
        rows = {"tricks": (rules.tricks // rules.playing,) * rules.table}  # a deal written down without play
    counts = {item: row for item, row in rows.items() if row is not None}
    if len(counts) < len(rows):
        return None
    return _after_bid(contract, deal, _counted(contract, counts, seats, rules.table))


def whole_total(rules: Rules, contract: Contract, deal: Deal) -> int:
    """What a foul costs: all that the deal holds, of a suit that was bid as many cards as it has, and the bid."""
    bid = deal.bid
    if not contract.bid or bid is None:
        return contract.base_total
    return sum(item.value * rules.held(item, bid.suit) for item in contract.items) - (bid.points or 0)


def _filled(row: Row | None, table: int) -> Points | None:
    if row is None or len(row) != table:
        return None
    return tuple(value or 0 for value in row)


def _prizes(contract: Contract, places: Row | None, table: int) -> Points | None:
    filled = _filled(places, table)
    if filled is None or any(not 0 <= place <= len(contract.prizes) for place in filled):
        return None
    return tuple(contract.prizes[place - 1] if place else 0 for place in filled)


def _counted(contract: Contract, counts: dict[str, Points], seats: tuple[int, ...], table: int) -> Points:
    """Counts times values; a sweep comes before doubling, and doubling doubles once."""
    if contract.sweep is not None:
        swept = [s for s in seats if all(counts[item.id][s] == item.amount for item in contract.items)]
        if swept:
            return tuple(contract.sweep if seat in swept else 0 for seat in range(table))
    factor = 2 if contract.doubles and any(not any(counts[i.id][s] for i in contract.items) for s in seats) else 1
    points = [0] * table
    for item in contract.items:
        worth = factor * item.value
        for seat, count in enumerate(counts[item.id]):
            points[seat] += worth * count
    return tuple(points)


def transfer(contract: Contract, deal: Deal) -> int:
    """The points that the buyer of a sold deal hands to its seller; 0 where nothing was sold.

    A sale in tricks moves that many tricks' worth (Russian long text: the buyer may go below zero).
    """
    bid = deal.bid
    if bid is None or contract.sale is None or bid.seller is None or bid.buyer is None:
        return 0
    if contract.sale.unit == "points":
        return bid.points or 0
    return (bid.tricks or 0) * contract.items[0].value


def _after_bid(contract: Contract, deal: Deal, points: Points) -> Points:
    out = list(points)
    bid = deal.bid
    moved = transfer(contract, deal)
    if bid is not None and moved and bid.seller is not None and bid.buyer is not None:
        out[bid.seller] += moved
        out[bid.buyer] -= moved
    if contract.bid and bid is not None and bid.bidder is not None:
        out[bid.bidder] -= bid.points or 0
    return tuple(out)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One deal of the score table: its points (None where it gives none) and the running totals after it."""

    number: int
    contract: str
    points: Points | None
    running: Points | None


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Every deal's points, running totals, sums of penalties and premiums, totals and places (1 is best).

    ``totals`` and what comes of them are None as soon as one deal gives no points.
    """

    lines: tuple[ScoreLine, ...]
    penalties: Points | None
    premiums: Points | None
    totals: Points | None
    places: tuple[int, ...] | None


def score(game: Game) -> ScoreTable:
    """The score table of a game as it stands."""
    table = game.rules.table
    running: Points | None = (0,) * table
    penalties, premiums = [0] * table, [0] * table
    lines = []
    for number, deal in enumerate(game.deals, 1):
        points = deal_points(game.rules, deal, playing(game, number))
        running = None if running is None or points is None else tuple(map(sum, zip(running, points, strict=True)))
        lines.append(ScoreLine(number, deal.contract, points, running))
        contract = game.rules.contract(deal.contract)
        side = penalties if contract is not None and contract.penalty else premiums
        for seat, value in enumerate(points or ()):
            side[seat] += value
    whole = running is not None
    return ScoreTable(
        tuple(lines),
        tuple(penalties) if whole else None,
        tuple(premiums) if whole else None,
        running,
        places(game, running) if running is not None else None,
    )


def places(game: Game, totals: Points) -> tuple[int, ...]:
    """The place of every seat: most points first, equal totals share a place.

    Where the rules break ties (korol), the lower title of the reign stands before the higher.
    """
    ranks = [(-total, 0) for total in totals]
    if game.rules.lower_title_wins_ties:
        ranks = [(-total, -_title(game, seat)) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other < mine for other in ranks) for mine in ranks)


def _title(game: Game, seat: int) -> int:
    """How low a seat's title in the last titled deal is: 0 for the highest."""
    for deal in reversed(game.deals):
        contract = game.rules.contract(deal.contract)
        if contract is not None and deal.titles and seat < len(deal.titles) and deal.titles[seat] in contract.titles:
            return contract.titles.index(deal.titles[seat])
    return 0

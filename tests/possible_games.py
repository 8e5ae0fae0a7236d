"""Whether a record is a game that could have been played, told by brute force and simple reasoning.

A second opinion on the checker: it takes from the program only the rules, and shares no code with the checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from kingscore.model.game import Bid, Deal, Game, Row
from kingscore.model.rules import SUITS, Contract, Rules

Whole = tuple[int, ...]
#: What a trick deal may be played with, by its form.
TRUMPS: dict[str, set[str | None]] = {
    "suit": {None, *SUITS},
    "by-last": {None, *SUITS},
    "no-trump": {None, "none"},
    "misere": {None, "misere"},
    "rospis": {None},
}
LAST = ("last-two", "last-trick", "seventh-and-last")


def could_have_been(game: Game) -> bool:
    """True if the whole record can be true: every deal, their order, the end, what somebody added up."""
    if not all(possible_deal(game, number) for number in range(1, len(game.deals) + 1)):
        return False
    points = [points_of(game, number) for number in range(1, len(game.deals) + 1)]
    return course_holds(game) and end_holds(game, points) and sums_hold(game, points)


# --- who plays


def dealer_of(game: Game, number: int) -> int:
    return (game.dealer + number - 1) % game.rules.table


def seats_of(game: Game, number: int) -> Whole:
    """Everybody but the dealer at a table one too large, and but his right neighbour at one two too large."""
    table, dealer = game.rules.table, dealer_of(game, number)
    out = [(dealer - n) % table for n in range(table - game.rules.playing)]
    return tuple(seat for seat in range(table) if seat not in out)


def turn_of(game: Game, number: int) -> int | None:
    """Whose turn it is to declare, None where anybody may."""
    if game.rules.schedule.free or game.rules.schedule.declarer == "bidder":
        return None
    dealer, table = dealer_of(game, number), game.rules.table
    if game.rules.schedule.declarer == "dealers-right":
        return (dealer - 1) % table
    return next(seat for n in range(1, table + 1) if (seat := (dealer + n) % table) in seats_of(game, number))


# --- the course


def course_holds(game: Game) -> bool:
    rules, schedule = game.rules, game.rules.schedule
    contracts = [deal.contract for deal in game.deals]
    if rules.deals is not None and len(contracts) > rules.deals:
        return False
    if schedule.kind == "open":
        return True
    if schedule.kind == "fixed" and not schedule.free:
        return tuple(contracts) == schedule.order[: len(contracts)]
    if schedule.kind == "declared" and not schedule.free:
        turns = [turn_of(game, number) for number in range(1, len(contracts) + 1)]
        return all(
            times <= dict(schedule.quota)[contract]
            for (_, contract), times in Counter(zip(turns, contracts, strict=True)).items()
        )
    most = schedule.times(rules.table) or {}
    return all(times <= most.get(contract, 0) for contract, times in Counter(contracts).items())


def end_holds(game: Game, points: Sequence[Whole]) -> bool:
    """A game to a limit ends with the deal that reaches it; a finished one has all its deals or its limit."""
    rules, limit = game.rules, game.rules.schedule.limit
    running, reached = [0] * rules.table, None
    for number, row in enumerate(points, 1):
        running = [old + new for old, new in zip(running, row, strict=True)]
        if reached is None and limit is not None and min(running) <= limit:
            reached = number
    if reached is not None and reached < len(points):
        return False
    if game.finished != "yes" or rules.deals == len(points) or (limit is None and rules.deals is None):
        return True
    return reached is not None


def sums_hold(game: Game, points: Sequence[Whole]) -> bool:
    written = game.written
    if written is None:
        return True
    rows = [tuple(map(sum, zip(*points[:n], strict=True))) for n in range(1, len(points) + 1)]
    totals = rows[-1] if rows else (0,) * game.rules.table
    if written.totals is not None and written.totals != totals:
        return False
    return written.running is None or list(written.running) == rows


# --- one deal


def possible_deal(game: Game, number: int) -> bool:
    deal, rules = game.deals[number - 1], game.rules
    contract = rules.contract(deal.contract)
    if contract is None or not clauses_hold(game, number, contract):
        return False
    seats = seats_of(game, number)
    rows = [row for _, row in deal.counts or ()] + [r for r in (deal.points, deal.places) if r is not None]
    if not all(shaped(row, seats, rules.table) for row in rows):
        return False
    if deal.foul is not None:
        only = deal.counts is None and deal.places is None
        return only and contract.base_total < 0 and (deal.points is None or points_possible(game, number, contract))
    if deal.form == "rospis":
        return all({row[seat] for seat in seats} <= {_share(rules, contract, row is deal.points)} for row in rows)
    if contract.placement:
        return deal.counts is None and placed(game, number, contract)
    if deal.places is not None or (deal.counts is None and deal.points is None):
        return False
    if deal.counts is not None and not counts_possible(game, number, contract):
        return False
    if deal.points is None:
        return True
    if deal.counts is not None:
        return _playing(deal.points, seats) == _playing(points_of(game, number), seats)
    return points_possible(game, number, contract)


def _share(rules: Rules, contract: Contract, points: bool) -> int:
    share = rules.tricks // rules.playing
    return share * contract.items[0].value if points else share


def shaped(row: Row, seats: Whole, table: int) -> bool:
    return len(row) == table and all((row[seat] is not None) == (seat in seats) for seat in range(table))


def _playing(row: Row, seats: Whole) -> Whole:
    return tuple(row[seat] or 0 for seat in seats)


def clauses_hold(game: Game, number: int, contract: Contract) -> bool:
    deal, seats, turn = game.deals[number - 1], seats_of(game, number), turn_of(game, number)
    bid = deal.bid
    bound = turn if contract.declared else None
    if deal.declarer is not None and (deal.declarer not in seats or bound not in (None, deal.declarer)):
        return False
    if deal.foul is not None and deal.foul not in seats:
        return False
    if not _trump_holds(deal, contract) or not _titles_hold(game, number, contract):
        return False
    if contract.bid:
        return (
            bid is not None
            and bid.bidder in seats
            and deal.declarer in (None, bid.bidder)
            and (bid.points or 0) >= 1
            and bid.suit in SUITS
            and (bid.seller, bid.buyer, bid.tricks) == (None, None, None)
        )
    if bid is None:
        return True
    if contract.sale is None or bid.bidder is not None or bid.suit is not None:
        return False
    declarer = deal.declarer if deal.declarer is not None else turn
    if bid.seller not in seats or bid.buyer not in seats or bid.seller == bid.buyer:
        return False
    if declarer is not None and bid.seller != declarer:
        return False
    if contract.sale.unit == "tricks":
        return bid.points is None and 1 <= (bid.tricks or 0) <= game.rules.tricks
    price = bid.points or 0
    return bid.tricks is None and price > 0 and price % contract.sale.step == 0


def _trump_holds(deal: Deal, contract: Contract) -> bool:
    if deal.trump is None and deal.form is None:
        return True
    form = deal.form or {"none": "no-trump", "misere": "misere"}.get(deal.trump or "", "suit")
    if not contract.forms or (form not in contract.forms and (deal.form is not None or form != "suit")):
        return False
    return deal.trump in TRUMPS[form]


def _titles_hold(game: Game, number: int, contract: Contract) -> bool:
    deal = game.deals[number - 1]
    if deal.titles is None:
        return True
    if sorted(deal.titles) != sorted(contract.titles):
        return False
    tricks = deal.row("tricks")
    if contract.ceilings and tricks is not None:
        tops = dict(zip(contract.titles, contract.ceilings, strict=True))
        if any((taken or 0) > tops[title] for taken, title in zip(tricks, deal.titles, strict=False)):
            return False
    before = game.deals[number - 2] if number > 1 else None
    row = before.row("tricks") if before is not None else None
    if contract.ceilings or before is None or before.titles is None or row is None:
        return True
    had, order = before.titles, contract.titles
    ranked = sorted(range(len(order)), key=lambda seat: (-(row[seat] or 0), order.index(had[seat])))
    return deal.titles == tuple(order[ranked.index(seat)] for seat in range(len(order)))


def placed(game: Game, number: int, contract: Contract) -> bool:
    deal, seats = game.deals[number - 1], seats_of(game, number)
    if deal.places is None and deal.points is None:
        return False
    if deal.places is not None and sorted(_playing(deal.places, seats)) != list(range(1, len(seats) + 1)):
        return False
    if deal.points is None:
        return True
    if deal.places is not None:
        return _playing(deal.points, seats) == _playing(points_of(game, number), seats)
    return sorted(_playing(deal.points, seats)) == sorted(contract.prizes)


# --- points


def points_of(game: Game, number: int) -> Whole:
    """The points of a possible deal, a number for every seat at the table."""
    deal, rules = game.deals[number - 1], game.rules
    contract = rules.contract(deal.contract)
    assert contract is not None
    if deal.points is not None and (deal.counts, deal.places, deal.foul) == (None, None, None):
        return tuple(value or 0 for value in deal.points)
    seats = seats_of(game, number)
    if deal.foul is not None:
        row: dict[int, int] = {deal.foul: sum(_cards_of(rules, deal, i.id, i.amount) * i.value for i in contract.items)}
        row[deal.foul] -= deal.bid.points or 0 if contract.bid and deal.bid else 0
    elif deal.places is not None:
        row = {seat: contract.prizes[(deal.places[seat] or 0) - 1] for seat in seats}
    elif deal.form == "rospis" and deal.counts is None:
        row = dict.fromkeys(seats, _share(rules, contract, True))
    else:
        counts = [_playing(deal.row(item.id) or (), seats) for item in contract.items]
        row = dict(zip(seats, counted(rules, contract, deal, counts), strict=True))
        row = paid(contract, deal, row)
    return tuple(row.get(seat, 0) for seat in range(rules.table))


def _cards_of(rules: Rules, deal: Deal, item: str, amount: int) -> int:
    """How many of an item there are: of a suit that was bid, its cards."""
    if item == "suit-cards" and deal.bid is not None and deal.bid.suit in SUITS:
        return sum(card[0] == str(deal.bid.suit)[0].upper() for card in rules.deck.cards())
    return amount


def counted(rules: Rules, contract: Contract, deal: Deal, counts: Sequence[Whole]) -> Whole:
    """Counts times values: all for the one that took everything where that pays, twice where somebody took none."""
    amounts = [_cards_of(rules, deal, item.id, item.amount) for item in contract.items]
    piles = list(zip(*counts, strict=True))
    plain = tuple(sum(n * i.value for n, i in zip(pile, contract.items, strict=True)) for pile in piles)
    if contract.sweep is not None and tuple(amounts) in piles:
        return tuple(contract.sweep if pile == tuple(amounts) else 0 for pile in piles)
    if contract.doubles and any(not any(pile) for pile in piles):
        return tuple(2 * points for points in plain)
    return plain


def paid(contract: Contract, deal: Deal, row: dict[int, int]) -> dict[int, int]:
    """The points after the price of a sale or a bid was paid."""
    bid = deal.bid
    if bid is None:
        return row
    if contract.bid and bid.bidder is not None:
        return row | {bid.bidder: row[bid.bidder] - (bid.points or 0)}
    if contract.sale is not None and bid.seller is not None and bid.buyer is not None:
        price = (bid.tricks or 0) * contract.items[0].value + (bid.points or 0)
        row = row | {bid.seller: row[bid.seller] + price}
        return row | {bid.buyer: row[bid.buyer] - price}
    return row


# --- what the cards allow


def counts_possible(game: Game, number: int, contract: Contract) -> bool:
    deal, rules = game.deals[number - 1], game.rules
    given = dict(deal.counts or ())
    if sorted(given) != sorted(item.id for item in contract.items) or len(given) != len(deal.counts or ()):
        return False
    seats = seats_of(game, number)
    rows = {item: _playing(row, seats) for item, row in given.items()}
    if any(min(row) < 0 for row in rows.values()):
        return False
    for item in contract.items:
        low, high = span(rules, contract, deal, item.id, item.amount)
        if not low <= sum(rows[item.id]) <= high:
            return False
    if "heart-pips" in rows and tuple(sorted(rows["heart-pips"])) not in pips_shared(rules):
        return False
    if len(rows) == 1:
        return True
    if contract.loose:
        from kingscore.checks.feasibility import counts_possible as exact  # brute force is out of reach here

        return exact(rules, contract, given, seats, deal)
    return cards_allow(rules, tuple(sorted(rows.items())))


def span(rules: Rules, contract: Contract, deal: Deal, item: str, amount: int) -> tuple[int, int]:
    """Between which numbers an item's counts may add up; cards may stay in a stock."""
    amount = _cards_of(rules, deal, item, amount)
    if not contract.loose or item in LAST:
        return amount, amount
    if item == "tricks":
        return rules.hand, rules.hand + rules.stock // 2
    return max(0, amount - rules.stock), amount


@cache
def cards_allow(rules: Rules, rows: tuple[tuple[str, Whole], ...]) -> bool:
    """Whether cards can be found for rows that add up: every way that the hearts which count twice may lie."""
    counts = dict(rows)
    if "tricks" not in counts:
        return True
    return any(_fits(rules, counts, holders) for holders in _shared_hearts(rules))


@cache
def _shared_hearts(rules: Rules) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Who may have the hearts that count for more than one thing, or for more than one; everybody each."""
    ranks = [card[1:] for card in rules.deck.cards() if card[0] == "H"]
    special = ranks if rules.pips else [rank for rank in ranks if rank in ("J", "Q", "K")]
    ways = product(range(rules.playing), repeat=len(special))
    return tuple(tuple(zip(special, way, strict=True)) for way in ways)


def _fits(rules: Rules, counts: dict[str, Whole], holders: tuple[tuple[str, int], ...]) -> bool:
    left = {item: list(row) for item, row in counts.items() if item not in ("tricks", *LAST)}
    cards = [0] * rules.playing
    for rank, seat in holders:
        cards[seat] += 1
        for item, worth in heart_counts(rules, rank, tuple(left)):
            left[item][seat] -= worth
    if any(min(row) < 0 for row in left.values()):
        return False
    if "heart-pips" in left and any(left["heart-pips"]):
        return False
    for seat in range(rules.playing):
        cards[seat] += sum(row[seat] for item, row in left.items() if item != "heart-pips")
        last = sum(counts[item][seat] for item in LAST if item in counts)
        tricks = counts["tricks"][seat]
        if cards[seat] > rules.playing * tricks or last > tricks:
            return False
    return True


def heart_counts(rules: Rules, rank: str, items: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """What a heart counts for, other than being one of the plain ones."""
    counts = {
        "hearts": 1,
        "heart-pips": dict(rules.pips).get(rank, 0),
        "jacks": int(rank == "J"),
        "jacks-and-kings": int(rank in ("J", "K")),
        "queens": int(rank == "Q"),
        "king-of-hearts": int(rank == "K"),
    }
    return ((item, counts[item]) for item in items if counts.get(item))


def points_possible(game: Game, number: int, contract: Contract) -> bool:
    deal, rules, seats = game.deals[number - 1], game.rules, seats_of(game, number)
    row = _playing(deal.points or (), seats)
    if deal.foul is not None:
        return deal.points is None or row == _playing(points_of_foul(game, number), seats)
    nothing = paid(contract, deal, dict.fromkeys(seats, 0))
    before = tuple(points - nothing[seat] for points, seat in zip(row, seats, strict=True))
    if len(contract.items) == 1:
        return tuple(sorted(before)) in all_points(rules, contract, _suit(deal))
    if contract.loose:
        from kingscore.checks.feasibility import points_possible as exact  # brute force is out of reach here

        return exact(rules, contract, deal.points or (), seats, deal)
    if contract.item("tricks") is None:
        return tuple(sorted(before)) in all_points(rules, contract, "")
    return combined_points_possible(rules, contract, tuple(sorted(before)))


def points_of_foul(game: Game, number: int) -> Whole:
    deal = game.deals[number - 1]
    return points_of(game.with_deal_at(number, Deal(deal.contract, foul=deal.foul, bid=deal.bid)), number)


def _suit(deal: Deal) -> str:
    return deal.bid.suit or "" if deal.bid is not None else ""


@cache
def all_points(rules: Rules, contract: Contract, suit: str) -> frozenset[Whole]:
    """Every row of points, sorted, that some counts of the items give, each item shared out in every way."""
    deal = Deal(contract.id, bid=Bid(suit=suit) if suit else None)
    shares = []
    for item in contract.items:
        low, high = span(rules, contract, deal, item.id, item.amount)
        if item.id == "heart-pips":
            shares.append(sorted(pips_shared(rules)))
        else:
            shares.append([row for total in range(low, high + 1) for row in compositions(total, rules.playing)])
    return frozenset(tuple(sorted(counted(rules, contract, deal, way))) for way in product(*shares))


def compositions(total: int, seats: int) -> Iterator[Whole]:
    """Every way to share out so many things."""
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, seats - 1):
            yield (first, *rest)


@cache
def pips_shared(rules: Rules) -> frozenset[Whole]:
    """Every way that the hearts' values can fall, in falling order of the seats."""
    reached: set[Whole] = {(0,) * rules.playing}
    for card in rules.deck.cards():
        if card[0] == "H":
            value = dict(rules.pips).get(card[1:], 0)
            every = ((*row[:seat], row[seat] + value, *row[seat + 1 :]) for row in reached for seat in range(len(row)))
            reached = {tuple(sorted(row)) for row in every}
    return frozenset(reached)


@cache
def combined_points_possible(rules: Rules, contract: Contract, points: Whole) -> bool:
    """Whether cards and tricks can be found for the points of a combined deal."""
    if sum(points) != contract.base_total:
        return False
    return any(_points_fit(rules, contract, points, holders) for holders in _shared_hearts(rules))


def _points_fit(rules: Rules, contract: Contract, points: Whole, holders: tuple[tuple[str, int], ...]) -> bool:
    items = {item.id: item for item in contract.items}
    counted_items = tuple(item for item in items if item not in ("tricks", *LAST))
    left = {item: items[item].amount for item in counted_items}
    due, cards = list(points), [0] * rules.playing
    for rank, seat in holders:
        cards[seat] += 1
        for item, worth in heart_counts(rules, rank, counted_items):
            due[seat] -= worth * items[item].value
            left[item] -= worth
    if any(n < 0 for n in left.values()):
        return False
    order = tuple(left)
    values = tuple(items[item].value for item in order)
    last = next(items[item] for item in LAST if item in items)
    reached = {(*left.values(), items["tricks"].amount, last.amount)}
    for seat in range(rules.playing):
        reached = set(_further(reached, due[seat], cards[seat], values, (items["tricks"].value, last.value), rules))
        if not reached:
            return False
    return any(not any(rest) for rest in reached)


def _further(
    reached: set[Whole], due: int, cards: int, values: Whole, tricks: tuple[int, int], rules: Rules
) -> Iterator[Whole]:
    """What may be left over when one more seat has taken what its points say."""
    for *own, trick, last in reached:
        for taken in product(*(range(n + 1) for n in own)):
            rest = due - sum(n * value for n, value in zip(taken, values, strict=True))
            held = cards + sum(taken)
            for lasts in range(last + 1):
                number, odd = divmod(rest - lasts * tricks[1], tricks[0])
                if not odd and lasts <= number <= trick and held <= rules.playing * number:
                    yield (*(n - t for n, t in zip(own, taken, strict=True)), trick - number, last - lasts)

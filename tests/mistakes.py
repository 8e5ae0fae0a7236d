"""Plants slips that people make into legal games: each kind by itself, at a random place, with what was true kept.

Whether a slip can be seen at all is not known here: some records with one are simply other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from kingscore.model.game import Bid, Deal, Game, Row, Written, declarer_in_turn, playing
from kingscore.model.rules import SUITS, Contract
from kingscore.scoring.score import score
from tests.generator import in_points


@dataclass(frozen=True)
class Slip:
    """A record with one mistake. ``number`` is the deal concerned (0: none), ``cell`` tells that one entry is wrong."""

    kind: str
    true: Game
    wrong: Game
    number: int = 0
    cell: bool = False
    repairable: bool = True


Planter = Callable[[Game, Random], "tuple[Game, int] | Game | None"]


def deals_where(game: Game, fits: Callable[[Deal, Contract], bool]) -> list[int]:
    """The numbers of the deals that a slip can happen in."""
    out = []
    for number, deal in enumerate(game.deals, 1):
        contract = game.rules.contract(deal.contract)
        if contract is not None and fits(deal, contract):
            out.append(number)
    return out


def contract_of(game: Game, number: int) -> Contract:
    contract = game.rules.contract(game.deals[number - 1].contract)
    assert contract is not None
    return contract


def changed(game: Game, number: int, **changes: object) -> tuple[Game, int]:
    return game.with_deal_at(number, replace(game.deals[number - 1], **changes)), number  # type: ignore[arg-type]


def with_count(deal: Deal, item: str, row: Row) -> tuple[tuple[str, Row], ...]:
    return tuple((one, row if one == item else old) for one, old in deal.counts or ())


def with_value(row: Row, seat: int, value: int | None) -> Row:
    return (*row[:seat], value, *row[seat + 1 :])


def seats_with(row: Row, fits: Callable[[int], bool] = bool) -> list[int]:
    return [seat for seat, value in enumerate(row) if value is not None and fits(value)]


def some_row(game: Game, number: int, random: Random) -> tuple[str, Row] | None:
    """One of a deal's rows: an item's counts, or ``points``, or ``places``."""
    deal = game.deals[number - 1]
    rows = [*(deal.counts or ())]
    rows += [("points", deal.points)] if deal.points is not None else []
    rows += [("places", deal.places)] if deal.places is not None else []
    return random.choice(rows) if rows else None


def with_row(game: Game, number: int, item: str, row: Row) -> tuple[Game, int]:
    if item in ("points", "places"):
        return changed(game, number, **{item: row})
    return changed(game, number, counts=with_count(game.deals[number - 1], item, row))


def played(deal: Deal, contract: Contract) -> bool:
    return deal.form != "rospis" and deal.foul is None


def counted(deal: Deal, contract: Contract) -> bool:
    return deal.counts is not None and played(deal, contract)


def pointed(deal: Deal, contract: Contract) -> bool:
    return deal.points is not None and deal.foul is None


def any_deal(game: Game, random: Random, fits: Callable[[Deal, Contract], bool]) -> int | None:
    numbers = deals_where(game, fits)
    return random.choice(numbers) if numbers else None


# --- one deal, numbers


def unit_off(game: Game, random: Random) -> tuple[Game, int] | None:
    """One entry is one unit too high or too low."""
    number = any_deal(game, random, lambda d, c: counted(d, c) or (pointed(d, c) and not c.placement))
    if number is None:
        return None
    deal, contract = game.deals[number - 1], contract_of(game, number)
    if deal.points is not None:
        step = abs(random.choice(contract.items).value) or 1
        seat = random.choice(seats_with(deal.points, lambda _: True))
        off = random.choice((-step, step))
        return with_row(game, number, "points", with_value(deal.points, seat, (deal.points[seat] or 0) + off))
    item, row = random.choice(deal.counts or ())
    seat = random.choice(seats_with(row, lambda _: True))
    value = (row[seat] or 0) + random.choice((-1, 1, 1))
    return with_row(game, number, item, with_value(row, seat, max(0, value) if row[seat] else 1))


def point_off(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: pointed(d, c) and not c.placement)
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    seat = random.choice(seats_with(row, lambda _: True))
    return with_row(game, number, "points", with_value(row, seat, (row[seat] or 0) + random.choice((-1, 1))))


def digits_swapped(game: Game, random: Random) -> tuple[Game, int] | None:
    def turned(value: int) -> int:
        return int(str(abs(value))[::-1]) * (1 if value > 0 else -1)

    def fits(d: Deal, c: Contract) -> bool:
        return any(v is not None and abs(v) > 9 and turned(v) != v for _, row in _rows(d) for v in row)

    number = any_deal(game, random, fits)
    if number is None:
        return None
    able = [(i, r) for i, r in _rows(game.deals[number - 1]) if seats_with(r, lambda v: abs(v) > 9 and turned(v) != v)]
    item, row = random.choice(able)
    seat = random.choice(seats_with(row, lambda v: abs(v) > 9 and turned(v) != v))
    return with_row(game, number, item, with_value(row, seat, turned(row[seat] or 0)))


def _rows(deal: Deal) -> Iterator[tuple[str, Row]]:
    yield from deal.counts or ()
    yield from [("points", deal.points)] if deal.points is not None else []
    yield from [("places", deal.places)] if deal.places is not None else []


def sign_flipped(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: pointed(d, c) and any(d.points or ()))
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    seat = random.choice(seats_with(row))
    return with_row(game, number, "points", with_value(row, seat, -(row[seat] or 0)))


def row_sign_flipped(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: pointed(d, c) and any(d.points or ()))
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    return with_row(game, number, "points", tuple(None if v is None else -v for v in row))


def cell_dropped(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: True)
    found = some_row(game, number, random) if number else None
    if number is None or found is None:
        return None
    item, row = found
    seat = random.choice(seats_with(row, lambda _: True))
    return with_row(game, number, item, (*row[:seat], *row[seat + 1 :]))


def cell_extra(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: True)
    found = some_row(game, number, random) if number else None
    if number is None or found is None:
        return None
    item, row = found
    at = random.randint(0, len(row))
    more = random.choice([0, *(v for v in row if v is not None)])
    return with_row(game, number, item, (*row[:at], more, *row[at:]))


def cell_emptied(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: True)
    found = some_row(game, number, random) if number else None
    if number is None or found is None:
        return None
    item, row = found
    return with_row(game, number, item, with_value(row, random.choice(seats_with(row, lambda _: True)), None))


def points_for_counts(game: Game, random: Random) -> tuple[Game, int] | None:
    """Points stand where counts belong, with or without their minus."""
    number = any_deal(game, random, counted)
    if number is None:
        return None
    deal, contract = game.deals[number - 1], contract_of(game, number)
    item = random.choice(contract.items)
    row, value = deal.row(item.id), random.choice((item.value, abs(item.value)))
    if row is None or value in (0, 1):
        return None
    return with_row(game, number, item.id, tuple(None if v is None else v * value for v in row))


def counts_for_points(game: Game, random: Random) -> tuple[Game, int] | None:
    """Counts stand where points belong, with or without a minus."""

    def fits(d: Deal, c: Contract) -> bool:
        return pointed(d, c) and len(c.items) == 1 and abs(c.items[0].value) > 1 and d.bid is None and not c.doubles

    number = any_deal(game, random, fits)
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    value = abs(contract_of(game, number).items[0].value)
    if contract_of(game, number).sweep in row or any((v or 0) % value for v in row):
        return None
    sign = random.choice((1, -1))
    return with_row(game, number, "points", tuple(None if v is None else sign * abs(v) // value for v in row))


def moved(game: Game, random: Random) -> tuple[Game, int] | None:
    """A thing is put down to another seat."""
    number = any_deal(game, random, counted)
    if number is None:
        return None
    item, row = random.choice(game.deals[number - 1].counts or ())
    giver = random.choice(seats_with(row))
    taker = random.choice([s for s in seats_with(row, lambda _: True) if s != giver])
    by = random.randint(1, row[giver] or 1)
    new = with_value(with_value(row, giver, (row[giver] or 0) - by), taker, (row[taker] or 0) + by)
    return with_row(game, number, item, new)


def combined_clash(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: counted(d, c) and len(c.items) > 1)
    if number is None:
        return None
    only = replace(game, deals=tuple(d if n == number else Deal("none") for n, d in enumerate(game.deals, 1)))
    found = moved(only, random)
    return None if found is None else (game.with_deal_at(number, found[0].deals[number - 1]), number)


def combined_points(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: pointed(d, c) and len(c.items) > 1)
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    one, other = random.sample(seats_with(row, lambda _: True), 2)
    by = random.randint(1, 12)
    return with_row(game, number, "points", with_value(
        with_value(row, one, (row[one] or 0) - by), other, (row[other] or 0) + by))  # fmt: skip


def seats_swapped(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: True)
    found = some_row(game, number, random) if number else None
    if number is None or found is None:
        return None
    item, row = found
    one, other = random.sample(seats_with(row, lambda _: True), 2)
    return with_row(game, number, item, with_value(with_value(row, one, row[other]), other, row[one]))


def sitter_scores(game: Game, random: Random) -> tuple[Game, int] | None:
    def fits(d: Deal, c: Contract) -> bool:
        return any(None in row for _, row in _rows(d))

    number = any_deal(game, random, fits)
    if number is None:
        return None
    found = some_row(game, number, random)
    assert found is not None
    item, row = found
    seat = random.choice([s for s, v in enumerate(row) if v is None])
    taken = random.choice(seats_with(row, lambda _: True))
    how = random.choice(("zero", "extra", "takes over"))
    if how == "takes over":
        return with_row(game, number, item, with_value(with_value(row, seat, row[taken]), taken, None))
    return with_row(game, number, item, with_value(row, seat, 0 if how == "zero" else random.randint(1, 3)))


def sweep_forgotten(game: Game, random: Random) -> tuple[Game, int] | None:
    def fits(d: Deal, c: Contract) -> bool:
        return pointed(d, c) and c.sweep is not None and c.sweep in (d.points or ())

    number = any_deal(game, random, fits)
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    contract = contract_of(game, number)
    total = contract.base_total * (2 if contract.doubles and random.random() < 0.3 else 1)
    return with_row(game, number, "points", tuple(total if v == contract.sweep else v for v in row))


def double_forgotten(game: Game, random: Random) -> tuple[Game, int] | None:
    """Points are not doubled though somebody took none, or are though nobody did."""
    number = any_deal(game, random, lambda d, c: pointed(d, c) and c.doubles and c.sweep not in (d.points or ()))
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    if 0 in row:
        return with_row(game, number, "points", tuple(None if v is None else v // 2 for v in row))
    return with_row(game, number, "points", tuple(None if v is None else v * 2 for v in row))


def placing_tie(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: d.places is not None)
    row = game.deals[number - 1].places if number else None
    if number is None or row is None:
        return None
    one, other = random.sample(seats_with(row), 2)
    return with_row(game, number, "places", with_value(row, one, row[other]))


def placing_gap(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: d.places is not None)
    row = game.deals[number - 1].places if number else None
    if number is None or row is None:
        return None
    value = random.choice((0, len(seats_with(row)) + 1, 9))
    return with_row(game, number, "places", with_value(row, random.choice(seats_with(row)), value))


def prize_tie(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: c.placement and d.points is not None)
    row = game.deals[number - 1].points if number else None
    if number is None or row is None:
        return None
    one, other = random.sample(seats_with(row, lambda _: True), 2)
    if row[one] == row[other]:
        return None
    return with_row(game, number, "points", with_value(row, one, row[other]))


def count_negative(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, counted)
    if number is None:
        return None
    item, row = random.choice(game.deals[number - 1].counts or ())
    able = seats_with(row)
    seat = random.choice(able)
    return with_row(game, number, item, with_value(row, seat, -(row[seat] or 0)))


def item_dropped(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, counted)
    if number is None:
        return None
    counts = game.deals[number - 1].counts or ()
    gone = random.randrange(len(counts))
    return changed(game, number, counts=(*counts[:gone], *counts[gone + 1 :]))


# --- clauses


def bid_broken(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: d.bid is not None)
    if number is None:
        return None
    deal, contract, bid = game.deals[number - 1], contract_of(game, number), game.deals[number - 1].bid or Bid()
    seats = playing(game, number)
    if contract.bid:
        ways = [replace(bid, points=0), replace(bid, suit=None), replace(bid, points=-3)]
        ways += [replace(bid, bidder=s) for s in seats if s != bid.bidder and deal.declarer is not None]
        return changed(game, number, bid=random.choice(ways))
    ways = [replace(bid, buyer=bid.seller), replace(bid, seller=bid.buyer, buyer=bid.seller)]
    ways += [replace(bid, tricks=0), replace(bid, tricks=game.rules.tricks + 1)] if bid.tricks is not None else []
    ways += [replace(bid, points=(bid.points or 0) + 7), replace(bid, points=0)] if bid.points is not None else []
    return changed(game, number, bid=random.choice(ways))


def bid_lost(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: d.bid is not None and not c.bid)
    return None if number is None else changed(game, number, bid=None)


def price_off(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: d.bid is not None and pointed(d, c))
    if number is None:
        return None
    bid = game.deals[number - 1].bid or Bid()
    sale = contract_of(game, number).sale
    if bid.tricks is not None:
        new = replace(bid, tricks=random.choice([n for n in range(1, game.rules.tricks + 1) if n != bid.tricks]))
    else:
        new = replace(bid, points=(bid.points or 0) + (sale.step if sale else 1))
    return changed(game, number, bid=new)


def wrong_trump(game: Game, random: Random) -> tuple[Game, int] | None:
    """A trump or a form in a deal that has none, or one that contradicts the other."""
    number = any_deal(game, random, lambda d, c: True)
    if number is None:
        return None
    deal = game.deals[number - 1]
    if not contract_of(game, number).forms:
        return changed(game, number, trump=random.choice(SUITS))
    if deal.form == "misere":
        return changed(game, number, trump=random.choice(SUITS))
    return changed(game, number, form="misere", trump=random.choice(SUITS))


def foul_misused(game: Game, random: Random) -> tuple[Game, int] | None:
    """A foul beside counts, or in a deal that pays; or one in a deal that costs, which is simply another game."""
    number = any_deal(game, random, lambda d, c: True)
    if number is None:
        return None
    seat = random.choice(playing(game, number))
    if random.random() < 0.5:
        return changed(game, number, foul=seat)
    return changed(game, number, foul=seat, counts=None, points=None, places=None, form=None, trump=None)


def foul_of_sitter(game: Game, random: Random) -> tuple[Game, int] | None:
    out = [n for n in range(1, len(game.deals) + 1) if len(playing(game, n)) < game.rules.table]
    out = [n for n in out if contract_of(game, n).penalty]
    if not out:
        return None
    number = random.choice(out)
    seat = next(s for s in range(game.rules.table) if s not in playing(game, number))
    return changed(game, number, foul=seat, counts=None, points=None)


def titles_wrong(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: d.titles is not None)
    titles = game.deals[number - 1].titles if number else None
    if number is None or titles is None:
        return None
    one, other = random.sample(range(len(titles)), 2)
    new = list(titles)
    new[one] = new[other] if random.random() < 0.5 else titles[other]
    new[other] = titles[other] if new[one] == new[other] and random.random() < 0.5 else titles[one]
    return changed(game, number, titles=tuple(new))


# --- the course


def contract_repeated(game: Game, random: Random) -> tuple[Game, int] | None:
    """A deal stands under the name of another contract that was declared."""
    if game.rules.schedule.kind not in ("declared", "chosen") and not game.rules.schedule.free:
        return None
    number = any_deal(game, random, lambda d, c: len(c.items) == 1 and (d.counts is not None or d.points is not None))
    if number is None:
        return None
    return _renamed(game, number, random)


def contract_wrong(game: Game, random: Random) -> tuple[Game, int] | None:
    """A deal stands under a wrong name, whatever the order."""
    number = any_deal(game, random, lambda d, c: len(c.items) == 1 and (d.counts is not None or d.points is not None))
    return None if number is None else _renamed(game, number, random)


def _renamed(game: Game, number: int, random: Random) -> tuple[Game, int] | None:
    deal, true = game.deals[number - 1], contract_of(game, number)
    others = [c for c in game.rules.contracts if len(c.items) == 1 and c.id != true.id]
    alike = [c for c in others if c.base_total == true.base_total or deal.points is None]
    if not alike:
        return None
    other = random.choice(alike)
    if deal.counts is None:
        return changed(game, number, contract=other.id)
    return changed(game, number, contract=other.id, counts=((other.items[0].id, deal.counts[0][1]),))


def contract_unknown(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: True)
    if number is None:
        return None
    letters = list(game.deals[number - 1].contract)
    at = random.randrange(len(letters) - 1)
    letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return changed(game, number, contract="".join(letters))


def deal_missing(game: Game, random: Random) -> tuple[Game, int] | None:
    if len(game.deals) < 2:
        return None
    number = random.randint(1, len(game.deals))
    return game.without_deal(number), number


def deal_twice(game: Game, random: Random) -> tuple[Game, int] | None:
    if not game.deals:
        return None
    number = random.randint(1, len(game.deals))
    return game.with_deal_before(number, game.deals[number - 1]), number


def deals_out_of_order(game: Game, random: Random) -> tuple[Game, int] | None:
    if len(game.deals) < 2:
        return None
    number = random.randint(1, len(game.deals) - 1)
    one, other = game.deals[number - 1 : number + 1]
    if one == other:
        return None
    return game.with_deal_at(number, other).with_deal_at(number + 1, one), number


def declarer_wrong(game: Game, random: Random) -> tuple[Game, int] | None:
    number = any_deal(game, random, lambda d, c: c.declared and d.declarer is not None and not c.bid)
    if number is None:
        return None
    seats = [seat for seat in playing(game, number) if seat != game.deals[number - 1].declarer]
    return changed(game, number, declarer=random.choice(seats))


def declarers_swapped(game: Game, random: Random) -> tuple[Game, int] | None:
    numbers = [n for n in range(1, len(game.deals)) if contract_of(game, n).declared]
    numbers = [n for n in numbers if contract_of(game, n + 1).declared and not game.deals[n - 1].bid]
    if not numbers:
        return None
    number = random.choice(numbers)
    one, other = game.deals[number - 1 : number + 1]
    if one.declarer == other.declarer or other.bid:
        return None
    swapped = game.with_deal_at(number, replace(one, declarer=other.declarer))
    return swapped.with_deal_at(number + 1, replace(other, declarer=one.declarer)), number


def first_dealer_wrong(game: Game, random: Random) -> Game | None:
    others = [seat for seat in range(game.rules.table) if seat != game.dealer]
    return replace(game, dealer=random.choice(others))


def finished_wrong(game: Game, random: Random) -> Game | None:
    """Said to be over, and deals are still to come."""
    if len(game.deals) < 2:
        return None
    return replace(game, deals=game.deals[: random.randint(1, len(game.deals) - 1)], finished="yes")


def deals_after_the_end(game: Game, random: Random) -> tuple[Game, int] | None:
    if not game.deals:
        return None
    return game.with_deal(random.choice(game.deals)), len(game.deals) + 1


# --- what somebody wrote


def with_totals(game: Game) -> Game:
    return replace(game, written=Written(totals=score(game).totals))


def with_running(game: Game) -> Game:
    lines = score(game).lines
    return replace(game, written=Written(running=tuple(line.running for line in lines if line.running is not None)))


def total_wrong(game: Game, random: Random) -> Game | None:
    totals = list(score(game).totals or ())
    if not totals:
        return None
    one, other = random.sample(range(len(totals)), 2)
    how = random.choice(("off", "sign", "swapped", "balanced"))
    if how == "sign":
        totals[one] = -totals[one]
    elif how == "swapped":
        totals[one], totals[other] = totals[other], totals[one]
    else:
        by = random.choice((1, 2, 4, 10))
        totals[one] += by
        totals[other] -= by if how == "balanced" else 0
    return replace(game, written=Written(totals=tuple(totals)))


def running_wrong(game: Game, random: Random) -> tuple[Game, int] | None:
    """A slip in one row of the running totals, which is then carried on or not."""
    rows = [line.running for line in score(game).lines]
    if not rows or None in rows:
        return None
    number = random.randint(1, len(rows))
    seat, by = random.randrange(game.rules.table), random.choice((-10, -2, 1, 3, 8))
    last = len(rows) if random.random() < 0.5 else number
    out = []
    for n, row in enumerate(rows, 1):
        assert row is not None
        off = by if number <= n <= last else 0
        out.append((*row[:seat], row[seat] + off, *row[seat + 1 :]))
    return replace(game, written=Written(running=tuple(out))), number


def seats_swapped_beside_totals(game: Game, random: Random) -> tuple[Game, int] | None:
    """Two entries of a deal changed places after the totals were written."""
    return seats_swapped(with_totals(game), random)


def deal_missing_beside_totals(game: Game, random: Random) -> tuple[Game, int] | None:
    return deal_missing(with_totals(game), random)


#: Slips of one entry: what was true must stand among the first three repairs where fewer than four are equally likely.
CELLS: dict[str, Planter] = {
    "unit-off": unit_off,
    "point-off": point_off,
    "digits-swapped": digits_swapped,
    "sign-flipped": sign_flipped,
    "cell-dropped": cell_dropped,
    "cell-extra": cell_extra,
    "cell-emptied": cell_emptied,
    "count-negative": count_negative,
    "placing-tie": placing_tie,
    "placing-gap": placing_gap,
    "prize-tie": prize_tie,
    "sweep-forgotten": sweep_forgotten,
}
#: Slips of which nobody can tell what was true.
LOST: dict[str, Planter] = {
    "deal-missing": deal_missing,
    "foul-misused": foul_misused,
    "foul-of-sitter": foul_of_sitter,
    "finished-wrong": finished_wrong,
    "item-dropped": item_dropped,
}
OTHERS: dict[str, Planter] = {
    "row-sign-flipped": row_sign_flipped,
    "points-for-counts": points_for_counts,
    "counts-for-points": counts_for_points,
    "thing-moved": moved,
    "combined-clash": combined_clash,
    "combined-points": combined_points,
    "seats-swapped": seats_swapped,
    "sitter-scores": sitter_scores,
    "double-forgotten": double_forgotten,
    "bid-broken": bid_broken,
    "bid-lost": bid_lost,
    "price-off": price_off,
    "wrong-trump": wrong_trump,
    "titles-wrong": titles_wrong,
    "contract-repeated": contract_repeated,
    "contract-wrong": contract_wrong,
    "contract-unknown": contract_unknown,
    "deal-twice": deal_twice,
    "deals-out-of-order": deals_out_of_order,
    "declarer-wrong": declarer_wrong,
    "declarers-swapped": declarers_swapped,
    "first-dealer-wrong": first_dealer_wrong,
    "deals-after-the-end": deals_after_the_end,
    "total-wrong": total_wrong,
    "running-wrong": running_wrong,
    "seats-swapped-totals": seats_swapped_beside_totals,
    "deal-missing-totals": deal_missing_beside_totals,
}
PLANTERS: dict[str, Planter] = {**CELLS, **OTHERS, **LOST}
WITH_TOTALS = {"total-wrong", "seats-swapped-totals", "deal-missing-totals"}


def plant(kind: str, game: Game, random: Random) -> Slip | None:
    """The game with one slip of a kind, None where the game has no place for it or nothing changed."""
    found = PLANTERS[kind](game, random)
    if found is None:
        return None
    wrong, number = found if isinstance(found, tuple) else (found, 0)
    true = game
    if kind in WITH_TOTALS:
        true = with_totals(game)
    elif kind == "running-wrong":
        true = with_running(game)
    if wrong == true:
        return None
    return Slip(kind, true, wrong, number, kind in CELLS, kind not in LOST)


def varied(game: Game, random: Random) -> Game:
    """The game as somebody else may have kept it: in points, without declarers, stopped, going on, with totals."""
    if random.random() < 0.5:
        game = with_prizes(in_points(game))
    elif random.random() < 0.3:
        game = mixed(game, random)
    if random.random() < 0.2:
        game = replace(game, deals=tuple(_without_declarer(game, n) for n in range(1, len(game.deals) + 1)))
    chance = random.random()
    if chance < 0.25:
        count = random.randint(0, len(game.deals))
        game = replace(game, deals=game.deals[:count], finished=random.choice(("", "early")))
    if random.random() < 0.15:
        game = with_a_foul(game, random)
    chance = random.random()
    if chance < 0.15:
        return with_totals(game)
    return with_running(game) if chance < 0.3 else game


def with_prizes(game: Game) -> Game:
    """The game with points in place of placings as well."""
    lines = score(game).lines
    deals = (
        replace(deal, places=None, points=line.points) if deal.places is not None else deal
        for deal, line in zip(game.deals, lines, strict=True)
    )
    return replace(game, deals=tuple(deals))


def mixed(game: Game, random: Random) -> Game:
    """Some deals in points, some in counts, some in both."""
    deals = []
    for counted, points in zip(game.deals, in_points(game).deals, strict=True):
        deals.append(random.choice((counted, points, replace(counted, points=points.points))))
    return replace(game, deals=tuple(deals))


def _without_declarer(game: Game, number: int) -> Deal:
    deal = game.deals[number - 1]
    in_turn = deal.declarer == declarer_in_turn(game, number) and not game.rules.schedule.free
    return replace(deal, declarer=None) if in_turn else deal


def with_a_foul(game: Game, random: Random) -> Game:
    numbers = deals_where(game, lambda d, c: c.penalty and not c.titles)
    if not numbers or game.rules.schedule.limit is not None:
        return game
    number = random.choice(numbers)
    old = game.deals[number - 1]
    foul = Deal(old.contract, old.declarer, foul=random.choice(playing(game, number)), bid=old.bid)
    return game.with_deal_at(number, foul)

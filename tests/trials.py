"""Trials of the checker: a mistake is planted in a legal game, and what the checker says of it is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from kingscore.checks import check_game
from kingscore.checks.repairs import with_repairs
from kingscore.model.game import Deal, Game, Row, declarer_in_turn
from kingscore.model.repairs import repaired
from kingscore.model.rules import Contract, Rules
from kingscore.scoring.score import score
from tests.generator import legal_game
from tests.mistakes import Slip, plant, varied
from tests.possible_games import could_have_been, possible_deal, seats_of, span
from tests.rules_shipped import every_rules

FEW = 4


def games(count: int, seed: int) -> Iterator[tuple[Game, Random]]:
    """Legal games, every variant as often as any other, each kept in one of the ways that people keep them."""
    variants: dict[str, list[Rules]] = {rules.variant: [] for rules in every_rules()}
    for rules in every_rules():
        variants[rules.variant].append(rules)
    names = sorted(variants)
    for number in range(count):
        random = Random(seed * 1_000_003 + number)
        rules = random.choice(variants[names[number % len(names)]])
        yield varied(legal_game(rules, random), random), random


def clean(game: Game) -> Counter[str]:
    """What is said of a game in which nothing is wrong."""
    assert could_have_been(game)
    return Counter({"planted": 1, "false": int(bool(check_game(game).findings))})


def trial(kind: str, game: Game, random: Random) -> Counter[str]:
    """One mistake of a kind, if the game has a place for it: planted, seen, found, false; told and repaired."""
    slip = plant(kind, game, random)
    if slip is None:
        return Counter()
    out = Counter({"planted": 1})
    errors = [one for one in check_game(slip.wrong).findings if one.severity == "error"]
    if could_have_been(slip.wrong):
        return out + Counter({"false": int(bool(errors))})
    out["seen"], out["found"], out["told"] = 1, int(bool(errors)), len(errors)
    place = rank(slip)
    out += Counter({"first": int(place == 0), "third": int(place < 3), "any": int(place < 99)})
    if slip.cell and not possible_deal(slip.wrong, slip.number) and len(alternatives(slip)) < FEW:
        out += Counter({"few": 1, "lost": int(place >= 3)})
    return out


def rank(slip: Slip) -> int:
    """At which place of any finding's repairs the true game comes back, from 0; 99 where at none."""
    errors = [one for one in check_game(slip.wrong).findings if one.severity == "error"]
    best = 99
    for found in with_repairs(slip.wrong, errors):
        for place, repair in enumerate(found.repairs[:best]):
            back = repaired(slip.wrong, repair)
            if same(back, slip.true) or (slip.kind == "deal-missing-totals" and same_sums(back, slip.true)):
                best = place
                break
    return best


def same(one: Game, other: Game) -> bool:
    """True if two games say the same; a declarer in turn may be named or not."""
    if (one.dealer, one.finished, one.written) != (other.dealer, other.finished, other.written):
        return False
    return len(one.deals) == len(other.deals) and all(
        _named(one, number) == _named(other, number) for number in range(1, len(one.deals) + 1)
    )


def same_sums(one: Game, other: Game) -> bool:
    """True if two games have the same contracts with the same points: of a missing deal no more can be known."""
    table, expected = score(one).lines, score(other).lines
    return [(line.contract, line.points) for line in table] == [(line.contract, line.points) for line in expected]


def _named(game: Game, number: int) -> Deal:
    deal = game.deals[number - 1]
    contract = game.rules.contract(deal.contract)
    if deal.declarer is None and contract is not None and contract.declared and not game.rules.schedule.free:
        return replace(deal, declarer=declarer_in_turn(game, number))
    return deal


# --- what else one entry could have been


def alternatives(slip: Slip) -> set[Deal]:
    """Every deal that is possible and differs from the recorded one in a single entry."""
    game, number = slip.wrong, slip.number
    contract = game.rules.contract(game.deals[number - 1].contract)
    assert contract is not None
    return {
        deal
        for deal in _one_entry_changed(game, number, contract)
        if possible_deal(game.with_deal_at(number, deal), number)
    }


def _one_entry_changed(game: Game, number: int, contract: Contract) -> Iterator[Deal]:
    deal = game.deals[number - 1]
    for item, row in deal.counts or ():
        found = contract.item(item)
        if found is not None:
            low, high = span(game.rules, contract, deal, item, found.amount)
            for new in _rows(game, number, row, set(range(low, high + 1))):
                yield replace(deal, counts=tuple((one, new if one == item else old) for one, old in deal.counts or ()))
    if deal.points is not None:
        for new in _rows(game, number, deal.points, totals(game, deal, contract)):
            yield replace(deal, points=new)
    if deal.places is not None:
        count = game.rules.playing
        for new in _rows(game, number, deal.places, {count * (count + 1) // 2}):
            yield replace(deal, places=new)


def totals(game: Game, deal: Deal, contract: Contract) -> set[int]:
    """Every total that points may come to."""
    bid = deal.bid.points or 0 if contract.bid and deal.bid else 0
    if contract.loose:
        low, high = sorted((0, contract.base_total))
        return set(range(low, high + 1))
    whole = {item: span(game.rules, contract, deal, item.id, item.amount)[1] for item in contract.items}
    base = sum(amount * item.value for item, amount in whole.items()) + sum(contract.prizes)
    sweep = {contract.sweep - bid} if contract.sweep is not None else set()
    return {base - bid, *([2 * base] if contract.doubles else []), *sweep}


def _rows(game: Game, number: int, row: Row, sums: set[int]) -> Iterator[Row]:
    """The row with one entry changed, put in or taken out, so that it comes to one of these sums."""
    table, seats = game.rules.table, seats_of(game, number)
    found = sum(value or 0 for value in row)
    if len(row) == table:
        empty = [seat for seat in seats if row[seat] is None]
        for seat in empty or seats:
            for total in sums:
                yield (*row[:seat], (row[seat] or 0) + total - found, *row[seat + 1 :])
    elif len(row) == table - 1:
        for seat in range(table):
            for total in sums if seat in seats else [found]:
                yield (*row[:seat], total - found if seat in seats else None, *row[seat:])
    else:
        for seat in range(len(row)):
            yield (*row[:seat], *row[seat + 1 :])

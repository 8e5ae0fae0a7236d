"""Who can still win: the right answers by hand, and the same as trying every way in which the last deals can fall."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from kingscore.model.findings import Refused
from kingscore.model.game import Deal, Game
from kingscore.model.rules import Contract
from kingscore.scoring.score import score
from kingscore.statistics.chances import (
    Coming,
    can_win,
    chance_of,
    chances,
    coming,
    highest,
    lowest,
    most_over,
    parts,
    searched,
)
from kingscore.storage import variant_files
from tests.generator import legal_game


def after(variant: str, deals: int, seed: int, seats: int | None = None) -> Game:
    """A game that was legally played up to so many deals before its end."""
    rules = variant_files.variant(variant).rules(seats)
    assert rules.deals is not None
    return replace(legal_game(rules, Random(seed), deals=rules.deals - deals), finished="")


def outcomes(one: Coming, table: int) -> list[tuple[int, ...]]:
    """Every row of points that a deal can give, by the rules stated a second time: each item shared out for itself."""
    contract = one.contract
    if contract.placement:
        return [spread(order, one, table) for order in set(permutations(contract.prizes))]
    rows = []
    for shares in product(*(parts(item.amount, len(one.seats)) for item in contract.items)):
        rows.append(spread(points(contract, shares, len(one.seats)), one, table))
    return list(set(rows))


def points(contract: Contract, shares: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    for seat in range(seats):
        if contract.sweep is not None and all(s[seat] == i.amount for s, i in zip(shares, contract.items, strict=True)):
            return tuple(contract.sweep if one == seat else 0 for one in range(seats))
    double = 2 if contract.doubles and any(not any(s[seat] for s in shares) for seat in range(seats)) else 1
    return tuple(
        double * sum(item.value * share[seat] for item, share in zip(contract.items, shares, strict=True))
        for seat in range(seats)
    )


def spread(row: tuple[int, ...], one: Coming, table: int) -> tuple[int, ...]:
    return tuple(dict(zip(one.seats, row, strict=True)).get(seat, 0) for seat in range(table))


def brute(totals: tuple[int, ...], to_come: tuple[Coming, ...]) -> list[str]:
    """The chance of every seat, from every final table."""
    finals = {totals}
    for one in to_come:
        rows = outcomes(one, len(totals))
        finals = {tuple(map(sum, zip(final, row, strict=True))) for final in finals for row in rows}
    found = []
    for seat in range(len(totals)):
        ahead = [final[seat] - max(final[:seat] + final[seat + 1 :]) for final in finals]
        found.append(
            "sure" if min(ahead) > 0 else "first" if min(ahead) == 0 else "open" if max(ahead) >= 0 else "none"
        )
    return found


@pytest.mark.parametrize(
    ("variant", "seats", "deals"),
    [
        ("russian-3", 3, 2),
        ("lithuanian", 4, 1),
        ("lithuanian", 4, 2),
        ("czech", 4, 1),
        ("czech", 3, 2),
        ("self-teacher", 4, 1),
        ("lithuanian-declared-3", 4, 2),
        ("lithuanian-declared-3", 5, 1),
        ("ordered-14", 4, 1),
    ],
)
def test_the_chances_are_those_of_trying_everything(variant: str, seats: int, deals: int) -> None:
    """Also for totals that the cards would not have given: close ones, where it matters who gets what."""
    random = Random(7)
    seen = set()
    for seed in range(4):
        game = after(variant, deals, seed, seats)
        to_come = coming(game)
        assert to_come is not None
        assert len(to_come) == deals
        spans = [highest(one, seat) - lowest(one, seat) for one in to_come for seat in one.seats]
        for _ in range(12):
            most = sum(spans) // random.choice((1, seats))
            totals = tuple(random.randint(0, most) for _ in range(seats))
            found = [chance_of(seat, totals, to_come) for seat in range(seats)]
            assert found == brute(totals, to_come), (totals, to_come)
            seen |= set(found)
    assert seen >= {"open", "none"}


def test_the_whole_search_finds_what_the_quick_try_finds() -> None:
    random = Random(3)
    answers = set()
    for seed in range(6):
        to_come = coming(after("lithuanian", 3, seed))
        assert to_come is not None
        for _ in range(20):
            totals = tuple(random.randint(0, 150) for _ in range(4))
            needs = tuple(totals[s] - totals[0] for s in (1, 2, 3))
            found = searched(0, (1, 2, 3), needs, to_come)
            assert found == can_win(0, totals, to_come)
            answers.add(found)
    assert answers == {True, False}


def test_the_bounds_are_the_extremes_of_every_outcome() -> None:
    for variant, seats in (("czech", 4), ("self-teacher", 4), ("lithuanian", 4), ("lithuanian-declared-3", 4)):
        rules = variant_files.variant(variant).rules(seats)
        for contract in rules.contracts:
            if len(contract.items) > 2:
                continue
            one = Coming(contract, tuple(range(rules.playing)))
            rows = outcomes(one, rules.table)
            for seat in range(rules.table):
                assert highest(one, seat) == max(row[seat] for row in rows), contract.id
                assert lowest(one, seat) == min(row[seat] for row in rows), contract.id
                for other in set(range(rules.table)) - {seat}:
                    assert most_over(one, seat, other) == max(row[seat] - row[other] for row in rows), contract.id


def test_an_evening_by_hand() -> None:
    """Before the layout of the Lithuanian game (prizes 48, 36, 12, 0) with totals 13, −19, 16 and −10."""
    game = after("lithuanian", 1, 1)
    last = game.rules.schedule.order[-1]
    assert game.rules.contract(last) is not None
    prizes = sorted(game.rules.contract(last).prizes)  # type: ignore[union-attr]
    assert prizes == [0, 12, 36, 48]
    rows = [(13, -19, 16, -10)] + [(0, 0, 0, 0)] * (len(game.deals) - 1)
    game = replace(
        game,
        deals=tuple(
            replace(deal, counts=None, places=None, bid=None, points=row)
            for deal, row in zip(game.deals, rows, strict=True)
        ),
    )
    found = chances(game)
    assert found.left == 1
    assert [one.chance for one in found.seats] == ["open", "open", "open", "open"]
    assert [(one.lowest, one.highest) for one in found.seats] == [(13, 61), (-19, 29), (16, 64), (-10, 38)]
    ona, jonas, rasa, _ = found.seats
    assert [(r.seat, r.needs, r.most) for r in jonas.rivals] == [(2, 35, 48), (0, 32, 48), (3, 9, 48)]
    assert [(r.seat, r.needs, r.most) for r in ona.rivals] == [(2, 3, 48)]
    assert rasa.rivals == ()


def test_jonas_who_needs_two_to_fail_cannot_win_by_one_prize() -> None:
    """He gets 48 and is at 29; the others get 36, 12 and 0, and 16 with 12 is 28, but 13 with 36 is 49."""
    game = after("lithuanian", 1, 1)
    to_come = coming(game)
    assert to_come is not None
    assert not can_win(1, (13, -19, 16, 10), to_come)
    assert can_win(1, (13, -19, 16, -10), to_come)  # 13 + 12 = 25, 16 + 0 = 16, −10 + 36 = 26


def test_whoever_leads_by_more_than_is_left_cannot_be_caught() -> None:
    to_come = coming(after("lithuanian", 1, 1))
    assert to_come is not None
    assert chance_of(0, (49, 0, 0, 0), to_come) == "sure"
    assert chance_of(0, (48, 0, 0, 0), to_come) == "first"
    assert chance_of(0, (47, 0, 0, 0), to_come) == "open"
    assert chance_of(1, (49, 0, 0, 0), to_come) == "none"


def test_a_game_that_is_over_has_its_winner() -> None:
    game = legal_game(variant_files.variant("lithuanian").rules(), Random(2))
    found = chances(game)
    totals = score(game).totals
    assert totals is not None
    assert found.left == 0
    assert {one.chance for one in found.seats} <= {"sure", "first", "none"}
    assert next(one.total for one in found.seats if one.chance in ("sure", "first")) == max(totals)
    assert all(one.lowest == one.highest == one.total for one in found.seats)


def test_with_an_open_end_nobody_is_ruled_out() -> None:
    game = legal_game(variant_files.variant("joker-king").rules(), Random(2), deals=3)
    found = chances(replace(game, finished=""))
    assert found.left is None
    assert {one.chance for one in found.seats} == {"open"}


def test_a_deal_without_points_stops_it() -> None:
    game = after("lithuanian", 3, 1)
    broken = replace(game, deals=(*game.deals[:-1], Deal(game.deals[-1].contract)))
    with pytest.raises(Refused) as found:
        chances(broken)
    assert [(f.code, f.deal) for f in found.value.findings] == [("M911", len(broken.deals))]


def test_every_table_at_every_moment_is_answered() -> None:
    """From the first deal on, for all variants: the leader is never ruled out, the sum of what is left fits."""
    for variant in variant_files.variant_ids():
        offered = variant_files.variant(variant)
        for seats in sorted(offered.tables):
            rules = offered.rules(seats)
            whole = legal_game(rules, Random(5))
            for cut in {0, len(whole.deals) // 2, len(whole.deals) - 1}:
                game = replace(whole, deals=whole.deals[:cut], finished="")
                found = chances(game)
                best = max(one.total for one in found.seats)
                assert all(one.chance != "none" for one in found.seats if one.total == best), (variant, seats, cut)
                assert all(one.lowest <= one.total + 10_000 and one.lowest <= one.highest for one in found.seats)
                assert rules.deals is None or found.left == rules.deals - cut

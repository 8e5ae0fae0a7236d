"""What settling must hold: nothing is lost or made, nobody is a coin off, no transfer too many, no name preferred."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore.model.findings import Refused
from kingscore.model.game import Deal, Game, Stake
from kingscore.scoring.money import DECIMALS, POINTS, Coin, coin_of, per_point, read_stake, stake_of
from kingscore.scoring.settlement import RULES, Settlement, settle, settle_game
from kingscore.scoring.transfers import SURELY_FEWEST, fewest_transfers, net, whole_balances
from kingscore.storage import variant_files

PLAYERS = ("Ona", "Jonas", "Rasa", "Vytas", "Élise", "Вера", "16")
EUR = Stake("0.05", "EUR")


def paid(settlement: Settlement) -> dict[tuple[str, str], str]:
    """Who gives whom how much, by name."""
    names = settlement.players
    return {(names[t.payer], names[t.payee]): settlement.coin.exact(t.amount) for t in settlement.transfers}


def test_balance_of_the_lithuanian_sources_result() -> None:
    """+13 −19 +16 −10 at five cents: three transfers, each to the cent."""
    assert paid(settle((13, -19, 16, -10), PLAYERS[:4], EUR)) == {
        ("Jonas", "Rasa"): "0.80",
        ("Jonas", "Ona"): "0.15",
        ("Vytas", "Ona"): "0.50",
    }


def test_winner_gets_from_each_the_difference() -> None:
    assert paid(settle((13, -19, 16, -10), PLAYERS[:4], EUR, "winner")) == {
        ("Ona", "Rasa"): "0.15",
        ("Jonas", "Rasa"): "1.75",
        ("Vytas", "Rasa"): "1.30",
    }


def test_winners_who_tie_share_evenly() -> None:
    assert paid(settle((5, 5, -3, -7), PLAYERS[:4], None, "winner")) == {
        ("Vytas", "Ona"): "6",
        ("Vytas", "Jonas"): "6",
        ("Rasa", "Ona"): "4",
        ("Rasa", "Jonas"): "4",
    }


def test_pairs_settle_every_difference() -> None:
    assert paid(settle((13, -19, 16, -10), PLAYERS[:4], None, "pairs")) == {
        ("Ona", "Rasa"): "3",
        ("Jonas", "Ona"): "32",
        ("Jonas", "Rasa"): "35",
        ("Jonas", "Vytas"): "9",
        ("Vytas", "Ona"): "23",
        ("Vytas", "Rasa"): "26",
    }


def test_a_balance_is_the_points_less_the_average() -> None:
    """Where points do not sum to zero; a table of four is exact to the hundredth."""
    settlement = settle((-20, -30, -27, -80), PLAYERS[:4])
    assert settlement.exact == tuple(100 * (p - Fraction(-157, 4)) for p in (-20, -30, -27, -80))
    assert [settlement.coin.exact(b) for b in settlement.balances] == ["19.25", "9.25", "12.25", "-40.75"]


def test_two_pairs_that_cancel_need_two_transfers() -> None:
    """Paying the largest debt to the largest credit first would take three."""
    assert len(fewest_transfers((5, -2, -5, 2), PLAYERS[:4])) == 2
    assert len(fewest_transfers((6, 4, -3, -3, -2, -2), PLAYERS[:6])) == 4


@pytest.mark.parametrize("rule", RULES)
def test_no_transfer_where_all_have_the_same(rule: str) -> None:
    assert settle((7, 7, 7), PLAYERS[:3], EUR, rule).transfers == ()  # type: ignore[arg-type]


def test_the_settlement_for_machines() -> None:
    assert settle((0, 0), ("[/red]", "=1+1"), Stake("0.5", "JPY")).document() == {"transfers": []}
    assert settle((2, -2), ("[/red]", "=1+1"), Stake("0.5", "JPY")).document() == {
        "transfers": [{"from": "=1+1", "to": "[/red]", "amount": "1", "currency": "JPY"}]
    }
    assert settle((2, -2), ("A1", "B1")).document() == {
        "transfers": [{"from": "B1", "to": "A1", "amount": "2", "currency": None}]
    }


totals = st.lists(st.integers(-200, 200), min_size=2, max_size=7)
stakes = st.sampled_from(
    (
        None,
        EUR,
        Stake("0.001", "EUR"),
        Stake("0.37", "RUB"),
        Stake("0.333333", "USD"),
        Stake("0.7", "JPY"),
        Stake("1", "nut"),
    )
)
rules = st.sampled_from(RULES)


@given(totals, stakes, rules)
def test_nothing_is_lost_and_nobody_is_a_coin_off(points: list[int], stake: Stake | None, rule: str) -> None:
    """Balances sum to zero, each less than a coin from the exact one, and the transfers bring each to nothing."""
    settlement = settle(points, PLAYERS[: len(points)], stake, rule)  # type: ignore[arg-type]
    assert sum(settlement.exact) == 0
    assert sum(settlement.balances) == 0
    assert all(abs(b - e) < 1 for b, e in zip(settlement.balances, settlement.exact, strict=True))
    assert net(settlement.transfers, len(points)) == settlement.balances
    assert all(t.amount > 0 and t.payer != t.payee for t in settlement.transfers)


@given(totals, stakes, rules, st.randoms(use_true_random=False))
def test_the_order_of_names_changes_nothing(points: list[int], stake: Stake | None, rule: str, random: Random) -> None:
    names = PLAYERS[: len(points)]
    order = list(range(len(points)))
    random.shuffle(order)
    turned = settle([points[i] for i in order], [names[i] for i in order], stake, rule)  # type: ignore[arg-type]
    straight = settle(points, names, stake, rule)  # type: ignore[arg-type]
    assert turned.document() == straight.document()


@given(totals, stakes)
def test_each_pair_and_each_winner_is_a_coin_off_at_most(points: list[int], stake: Stake | None) -> None:
    """Under ``pairs`` and ``winner`` no single debt is a whole coin from its exact amount either."""
    worth, best, names = per_point(stake), max(points), PLAYERS[: len(points)]
    pairs = {(t.payer, t.payee): t.amount for t in settle(points, names, stake, "pairs").transfers}
    for a, b in combinations(range(len(points)), 2):
        owed = (points[b] - points[a]) * worth
        assert abs(pairs.get((a, b), 0) - pairs.get((b, a), 0) - owed) < 1
    shares = settle(points, names, stake, "winner").transfers
    for t in shares:
        assert points[t.payee] == best
        assert abs(t.amount - (best - points[t.payer]) * worth / points.count(best)) < 1


def most_groups(balances: Sequence[int]) -> int:
    """The most groups that each sum to zero, by trying every group that holds the first person."""
    if not balances:
        return 0
    rest = range(1, len(balances))
    sizes = (set(chosen) for size in range(len(balances)) for chosen in combinations(rest, size))
    return max(
        1 + most_groups([balances[i] for i in rest if i not in chosen])
        for chosen in sizes
        if balances[0] + sum(balances[i] for i in chosen) == 0
    )


@settings(max_examples=150)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_the_transfers_are_as_few_as_can_be(start: list[int]) -> None:
    """As few as an exhaustive search of all groupings finds, up to seven people."""
    balances = [*start, -sum(start)]
    owing = [b for b in balances if b]
    transfers = fewest_transfers(balances, PLAYERS[: len(balances)])
    assert net(transfers, len(balances)) == tuple(balances)
    assert len(transfers) == len(owing) - most_groups(owing)


@pytest.mark.parametrize("people", [SURELY_FEWEST, SURELY_FEWEST + 1, 40])
def test_many_people_settle_in_fewer_transfers_than_people(people: int) -> None:
    """At a dozen the fewest are still found: six pairs that cancel take six."""
    balances = [sign * (1 + 3**i) for i in range(people // 2) for sign in (1, -1)] + [0] * (people % 2)
    names = [f"P{i}" for i in range(people)]
    assert len(fewest_transfers(balances, names)) == people // 2
    balances[0] += 1
    balances[-1] -= 1
    transfers = fewest_transfers(balances, names)
    assert net(transfers, people) == tuple(balances)
    assert len(transfers) < people


def test_the_odd_coin_does_not_always_meet_the_same_name() -> None:
    """Three in the same position: over many evenings each of them gets the odd coin about as often."""
    got = [0, 0, 0]
    for evening in range(300):
        exact = [evening + Fraction(2, 3)] * 3 + [Fraction(-3 * evening - 2)]
        for seat, coins in enumerate(whole_balances(exact, ("Ona", "Jonas", "Rasa", "Vytas"))[:3]):
            got[seat] += coins - evening
    assert sum(got) == 600
    assert min(got) > 170


GAME = Game(variant_files.variant("lithuanian").rules(), PLAYERS[:4], 3)


def test_an_unfinished_game_settles_with_a_warning() -> None:
    game = GAME.with_deal(Deal("no-tricks", points=(-4, -6, -2, -4)))
    settlement = settle_game(game)
    assert [(f.code, f.severity, dict(f.values)) for f in settlement.findings] == [("M910", "warning", {"n": 11})]
    assert paid(settlement) == {("Jonas", "Rasa"): "2"}


def test_a_game_that_the_players_stopped_settles_without_a_warning() -> None:
    game = Game(GAME.rules, GAME.players, 3, (Deal("no-tricks", points=(-4, -6, -2, -4)),), finished="early")
    assert settle_game(game).findings == ()


def test_a_deal_without_points_is_not_settled() -> None:
    game = GAME.with_deal(Deal("no-tricks", counts=(("tricks", (2, 3)),)))
    with pytest.raises(Refused) as refused:
        settle_game(game)
    assert [(f.code, f.deal) for f in refused.value.findings] == [("M911", 1)]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("0.05 EUR", "0.05", "EUR"),
        ("0,05 €", "0.05", "EUR"),
        ("€0.05", "0.05", "EUR"),
        ("$ 0.10", "0.10", "USD"),
        (" 5 ct ", "0.05", "EUR"),
        ("1.5 ct", "0.015", "EUR"),
        ("250 centų", "2.5", "EUR"),
        ("50 коп.", "0.5", "RUB"),
        ("10 рублей", "10", "RUB"),
        ("+2 eur", "2", "EUR"),
        ("0,005 EUR", "0.005", "EUR"),
        ("1 JPY", "1", "JPY"),
        ("2 спички", "2", "спички"),
        ("3 🍺", "3", "🍺"),
    ],
)
def test_a_stake_as_people_write_it(text: str, amount: str, currency: str) -> None:
    assert read_stake(text) == Stake(amount, currency)


@pytest.mark.parametrize(
    ("text", "code", "how"),
    [
        ("", "M901", ""),
        ("EUR", "M901", ""),
        ("٣ EUR", "M901", ""),
        ("5. EUR", "M901", ""),
        ("0.0.5 EUR", "M901", ""),
        ("1,000 JPY", "M901", "thousands"),
        ("0.05", "M902", ""),
        ("0.05 ERU", "M903", ""),
        ("1e3 EUR", "M903", "unit"),
        ("1_0 EUR", "M903", "unit"),
        ("5 EUR 3", "M903", "unit"),
        ("5 \x07", "M903", "unit"),
        ("5 " + "x" * 21, "M903", "unit"),
        ("0 EUR", "M904", ""),
        ("-5 EUR", "M904", ""),
        ("−0.05 EUR", "M904", ""),
        ("1234567890 EUR", "M905", ""),
        ("0.0000001 EUR", "M905", ""),
    ],
)
def test_a_stake_that_is_not_one_exact_amount_is_refused(text: str, code: str, how: str) -> None:
    with pytest.raises(Refused) as refused:
        read_stake(text)
    assert [(f.code, f.how) for f in refused.value.findings] == [(code, how)]


@pytest.mark.parametrize("per", ["", "1e3", "1_0", "NaN", "٣", ".5", "5.", "1/3", "-1", "0", "0.00"])
def test_a_documents_stake_is_an_exact_decimal_above_zero(per: str) -> None:
    with pytest.raises(Refused):
        stake_of(per, "EUR")


@given(st.text(max_size=30))
def test_any_text_is_a_stake_or_a_finding(text: str) -> None:
    """Whatever is read is written and read again as the same."""
    try:
        stake = read_stake(text)
    except Refused:
        return
    assert read_stake(f"{stake.per_point} {stake.currency}") == stake
    assert stake_of(stake.per_point, stake.currency) == stake
    assert per_point(stake) > 0


def test_coins_have_the_decimals_of_their_currency() -> None:
    assert [coin_of(Stake("1", c)).decimals for c in ("EUR", "RUB", "JPY", "KWD", "CLF")] == [2, 2, 0, 3, 4]
    assert coin_of(Stake("0.50", "matches")) == Coin("matches", 1)
    assert coin_of(None) == POINTS
    assert {"EUR", "USD", "RUB", "UAH", "PLN", "CZK", "GBP"} <= set(DECIMALS)


@pytest.mark.parametrize(
    ("coin", "amount", "exact", "shown"),
    [
        (Coin("EUR", 2), 5, "0.05", "0,05"),
        (Coin("EUR", 2), -1900, "-19.00", "−19,00"),
        (Coin("JPY", 0), 1900, "1900", "1900"),
        (POINTS, 1900, "19", "19"),
        (POINTS, -425, "-4.25", "−4,25"),
        (POINTS, 450, "4.5", "4,5"),
        (POINTS, 0, "0", "0"),
    ],
)
def test_amounts_are_written_exactly(coin: Coin, amount: int, exact: str, shown: str) -> None:
    assert coin.exact(amount) == exact
    assert coin.shown(amount, ",") == shown

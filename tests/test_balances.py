"""Debts over many games: nothing is lost, rounded once, as few transfers as can be, whatever the order of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore.model.game import Stake
from kingscore.scoring.money import Payment, Purse, Terms
from kingscore.scoring.settlement import (
    RULES,
    Account,
    AccountItem,
    Basis,
    Rule,
    accounts,
    game_item,
    payment_item,
    settle,
)
from kingscore.scoring.transfers import SURELY_FEWEST, net, without_circles
from tests.test_settlement import most_groups

PEOPLE = ("Ona", "Jonas", "Rasa", "Vytas", "Élise", "Вера", "16")
EUR, JPY = Stake("0.05", "EUR"), Stake("0.7", "JPY")

stakes = st.sampled_from((None, EUR, JPY, Stake("0.001", "EUR"), Stake("1", "nut"), Stake("0.25", "nut")))
rules = st.sampled_from(RULES)


def whole_game(name: str, date: str, people: Sequence[str], totals: Sequence[int], basis: Basis) -> AccountItem:
    """What a game comes to in which nobody changed places."""
    return game_item(name, date, ((people, totals),), basis)


@st.composite
def games(draw: st.DrawFn) -> AccountItem:
    """A game of three to six out of seven people, with or without a stake or an entry."""
    people = draw(st.permutations(PEOPLE))[: draw(st.integers(3, 6))]
    totals = draw(st.lists(st.integers(-90, 90), min_size=len(people), max_size=len(people)))
    entry = draw(st.sampled_from((None, None, Stake("5", "EUR"))))
    day = f"2026-11-{draw(st.integers(1, 30)):02}"
    return whole_game(f"game-{draw(st.integers(0, 999))}", day, people, totals, Basis(draw(rules), draw(stakes), entry))


@st.composite
def payments(draw: st.DrawFn) -> AccountItem:
    payer, payee = draw(st.permutations(PEOPLE))[:2]
    amount, currency = draw(st.sampled_from((("1.25", "EUR"), ("7", "JPY"), ("3", "nut"), ("0.5", "nut"), ("4", None))))
    return payment_item(Payment(payer, payee, amount, currency, "2026-12-01"), payer, payee)


items = st.lists(st.one_of(games(), games(), payments()), max_size=12)


def exact_by_hand(account: Account, name: str) -> Fraction:
    """A person's balance in coins, added up debt by debt."""
    debts = [debt for item in account.items for debt in item.debts]
    units = sum((d.amount for d in debts if d.payee == name), Fraction(0))
    return (units - sum((d.amount for d in debts if d.payer == name), Fraction(0))) * int(10**account.coin.decimals)


@given(items)
def test_balances_sum_to_zero_each_within_a_coin_and_both_views_settle_them(held: list[AccountItem]) -> None:
    for account in accounts(held):
        assert sum(account.balances) == 0
        for name, exact, balance in zip(account.people, account.exact, account.balances, strict=True):
            assert exact == exact_by_hand(account, name)
            assert abs(balance - exact) < 1
        for view in (account.pairs, account.fewest):
            assert net(view, len(account.people)) == account.balances
            assert all(t.amount > 0 and t.payer != t.payee for t in view)
            assert len({frozenset((t.payer, t.payee)) for t in view}) == len(view)
        assert not has_circle(account)


def has_circle(account: Account) -> bool:
    """True if somebody would pay what comes back to him by way of others."""
    left = {(t.payer, t.payee) for t in account.pairs}
    while left:
        payers = {payer for payer, _ in left}
        onward = {(payer, payee) for payer, payee in left if payee in payers}
        if onward == left:
            return True
        left = onward
    return False


@settings(max_examples=60)
@given(items)
def test_the_fewest_are_as_few_as_an_exhaustive_search_finds(held: list[AccountItem]) -> None:
    """Up to seven people, whose balances are whole coins."""
    for account in accounts(held):
        owing = [balance for balance in account.balances if balance]
        assert len(account.fewest) == len(owing) - most_groups(owing)
        assert account.certain


def told(account: Account) -> tuple[object, ...]:
    """All that an account says, by name."""

    def named(view: Sequence[object]) -> list[tuple[str, str, int]]:
        return [(account.people[t.payer], account.people[t.payee], t.amount) for t in view]  # type: ignore[attr-defined]

    balances = dict(zip(account.people, account.balances, strict=True))
    return account.coin, balances, named(account.pairs), named(account.fewest)


@given(items, st.randoms(use_true_random=False))
def test_the_order_of_games_payments_and_names_changes_nothing(held: list[AccountItem], chance: Random) -> None:
    turned = []
    for item in held:
        people, debts = list(item.people), list(item.debts)
        chance.shuffle(people)
        chance.shuffle(debts)
        turned.append(replace(item, people=tuple(people), debts=tuple(debts)))
    chance.shuffle(turned)
    assert [told(account) for account in accounts(turned)] == [told(account) for account in accounts(held)]


@given(items, st.booleans())
def test_whoever_pays_as_told_owes_nothing_any_more(held: list[AccountItem], by_pairs: bool) -> None:
    """Also where a part of a coin was rounded away: it makes no new debt."""
    for account in accounts(held):
        paid = []
        for t in account.pairs if by_pairs else account.fewest:
            payer, payee = account.people[t.payer], account.people[t.payee]
            amount = account.coin.exact(t.amount)
            paid.append(payment_item(Payment(payer, payee, amount, account.coin.currency), payer, payee))
        if paid:
            (after,) = accounts((*account.items, *paid))
            assert (after.balances, after.pairs, after.fewest) == ((0,) * len(account.people), (), ())


@given(st.lists(st.integers(-90, 90), min_size=3, max_size=6), stakes, rules)
def test_one_game_settles_as_the_game_itself_does(points: list[int], stake: Stake | None, rule: Rule) -> None:
    names = PEOPLE[: len(points)]
    (account,) = accounts((whole_game("one", "2026-11-29", names, points, Basis(rule, stake)),))
    alone = settle(points, names, stake, rule)
    mine = {(account.people[t.payer], account.people[t.payee]): t.amount for t in account.transfers()}
    assert mine == {(names[t.payer], names[t.payee]): t.amount for t in alone.transfers}
    assert {n: b for n, b in zip(account.people, account.balances, strict=True) if b} == {
        n: b for n, b in zip(names, alone.balances, strict=True) if b
    }


def test_currencies_are_kept_apart_and_points_come_last() -> None:
    held = [
        whole_game(str(n), "", PEOPLE[:3], (3, 0, -3), Basis("balance", stake))
        for n, stake in enumerate((None, JPY, EUR))
    ]
    found = accounts(held)
    assert [account.coin.currency for account in found] == ["EUR", "JPY", None]
    assert [account.balances for account in found] == [(0, 15, -15), (0, 2, -2), (0, 300, -300)]
    assert [account.people for account in found] == [("Jonas", "Ona", "Rasa")] * 3


def test_things_that_are_no_money_have_the_decimals_of_their_finest_stake() -> None:
    held = [
        whole_game(str(n), "", PEOPLE[:3], (3, 0, -3), Basis("balance", Stake(s, "nut")))
        for n, s in enumerate(("1", "0.25"))
    ]
    (account,) = accounts(held)
    assert (account.coin.decimals, account.balances) == (2, (0, 375, -375))


def test_the_pot_of_those_below_the_average_is_the_winners_alone() -> None:
    """13, 16 over the average; −19, −10 pay: 29 points to Rasa, nothing to Ona."""
    (account,) = accounts((whole_game("g", "", PEOPLE[:4], (13, -19, 16, -10), Basis("pot", EUR)),))
    assert dict(zip(account.people, account.balances, strict=True)) == {
        "Jonas": -95,
        "Ona": 0,
        "Rasa": 145,
        "Vytas": -50,
    }


def test_equal_entries_go_to_the_winners_in_even_parts() -> None:
    (account,) = accounts((whole_game("g", "", PEOPLE[:4], (5, 5, -3, -7), Basis("balance", EUR, Stake("5", "EUR"))),))
    assert dict(zip(account.people, account.balances, strict=True)) == {
        "Jonas": 500,
        "Ona": 500,
        "Rasa": -500,
        "Vytas": -500,
    }


def test_debts_in_a_circle_cancel() -> None:
    owed = {(0, 1): Fraction(5), (1, 2): Fraction(3), (2, 0): Fraction(4), (1, 0): Fraction(1)}
    assert without_circles(owed, "abc") == {(0, 1): Fraction(1), (2, 0): Fraction(1)}


def test_a_club_of_forty_is_settled_and_says_that_fewer_may_be_possible() -> None:
    chance = Random(5)
    names = [f"P{n:02}" for n in range(40)]
    held = [
        whole_game(
            str(n), "", chance.sample(names, 4), [chance.randrange(-50, 50) for _ in range(4)], Basis("balance", EUR)
        )
        for n in range(100)
    ]
    (account,) = accounts(held)
    assert sum(1 for b in account.balances if b) > SURELY_FEWEST
    assert not account.certain
    assert net(account.fewest, 40) == account.balances
    assert len(account.fewest) < 40


def test_terms_are_those_of_the_variant_and_of_the_day() -> None:
    everywhere = Terms("", "2026-01-01", EUR, None, "winner", 1)
    own = Terms("lithuanian", "2026-06-01", JPY, None, "pairs", 2)
    later = Terms("lithuanian", "2026-09-01", None, Stake("5", "EUR"), "pot", 3)
    purse = Purse(terms=(everywhere, own, later))
    found = [purse.terms_for(v, d) for v, d in (("lithuanian", "2025-12-31"), ("polish", "2026-12-01"))]
    assert found == [Terms(), everywhere]
    assert [purse.terms_for("lithuanian", f"2026-{d}") for d in ("05-31", "06-01", "09-01")] == [everywhere, own, later]

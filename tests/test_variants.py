"""The shipped variants are what the sources say, add up at every table and with every option, and are quick to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore.checks import check_game
from kingscore.model.findings import Refused
from kingscore.model.game import Game
from kingscore.model.rules import Rules
from kingscore.scoring.score import score
from kingscore.storage import variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant.models import faults_of
from tests.generator import in_points, legal_game

SIX = "-16 -16 -16 -16 -16 -16"
MIRRORED = f"{SIX} -96 16 16 16 16 16 16 96"
MIRRORED_3 = "-20 -20 -20 -16 -20 -20 -116 20 20 20 16 20 20 116"
MIRRORED_30 = "-30 -24 -24 -24 -24 -24 -150 30 24 24 24 24 24 150"
MIRRORED_5 = "-16 -20 -16 -16 -16 -16 -100 16 20 16 16 16 16 100"
MIRRORED_6 = "-16 -24 -16 -16 -16 -16 -104 16 24 16 16 16 16 104"
POLISH = "-260 -260 -240 -240 -150 -150"
POLISH_3 = "-255 -260 -240 -240 -140 -140"
MINSK = "-40 -40 -40 -40 -40 -40 80x3"
BOYS = ("jacks", "jacks-and-kings")
LAST = ("last-trick", "last-two", "seventh-and-last")

#: What each variant comes to: variant, number at the table, options, then the totals of its deals in order (``24x8``
#: is eight deals of 24; in a declared game what one player declares), the total of a game, and its number of deals.
Row = tuple[str, int, dict[str, str], str, int | None, int | None]


def _rows() -> Iterator[Row]:
    yield "lithuanian", 4, {"finish": "domino"}, f"{SIX} -96 24x4 96", 0, 12
    yield "lithuanian", 4, {"finish": "trumps"}, f"{SIX} -96 24x8", 0, 15
    yield "lithuanian", 4, {"finish": "short"}, f"{SIX} 24x4", 0, 10
    yield "russian-8", 4, {}, f"{SIX} -96 24x8", 0, 15
    yield "lithuanian-3", 3, {}, f"{SIX} -96 24x6 48", 0, 14
    yield "russian-3", 3, {}, "-20 -20 -20 -20 -24 -16 40x3", 0, 9
    for boys in BOYS:
        yield "russian-12", 4, {"boys": boys}, f"{SIX} -96 24x4 96", 0, 12
        yield "symmetric", 4, {"boys": boys}, MIRRORED, 0, 14
        yield "symmetric", 3, {"boys": boys}, MIRRORED_30, 0, 14
        yield "symmetric", 5, {"boys": boys}, MIRRORED_5, 0, 14
        yield "symmetric", 6, {"boys": boys}, MIRRORED_6, 0, 14
        yield "payback-8", 4, {"boys": boys}, f"{SIX} -96 24x8", 0, 15
        yield "payback-4-all", 4, {"boys": boys}, f"{SIX} -96 24x4 96", 0, 12
        yield "payback-4", 4, {"boys": boys}, f"{SIX} 24x4", 0, 10
        yield "ordered-14", 4, {"boys": boys}, MIRRORED, 0, 14
        yield "atomic", 3, {"boys": boys, "payback": "4"}, "-40 -40 -40 -40 -40 -40 40x6", 0, 36
        yield "atomic", 3, {"boys": boys, "payback": "8"}, MINSK, 0, 27
    for variant in ("simple", "short-king"):
        yield variant, 4, {}, MIRRORED, 0, 14
    yield "simple", 3, {}, MIRRORED_3, 0, 14
    yield "short-king", 3, {}, "-20 -20 -20 -16 -20 -20 -116 20 20 20 16 20 20 116", 0, 14
    yield "declared", 4, {}, MIRRORED, 0, 56
    yield "declared", 3, {}, MIRRORED_3, 0, 42
    yield "minsk", 3, {}, MINSK, 0, 27
    yield "lithuanian-declared", 4, {}, f"{SIX} 24x4", 0, 40
    yield "lithuanian-declared", 3, {}, f"{SIX} 24x4", 0, 30
    yield "lithuanian-declared-3", 3, {}, MINSK, 0, 27
    yield "lithuanian-declared-3", 4, {}, MINSK, 0, 36
    yield "lithuanian-declared-3", 5, {}, MINSK, 0, 45
    yield from _polish()
    yield "self-teacher", 4, {}, "-8/8 -8/-16/8 -8/-16/8 -8/-16/8 -8 -8 -16 -8 24x4", None, 12
    yield "czech", 4, {}, "-16/8 -8/8 -8/-16/8 -8 -8 -8", None, 6
    yield "czech", 3, {}, "-16/8 -6/8 -8/-16/8 -8 -8 -8", None, 6
    yield "omnibus", 4, {}, "-16/26", None, None
    yield "omnibus", 3, {}, "-16/26", None, None
    yield "joker-king", 4, {}, "-124", None, None
    yield "joker-king", 3, {}, "-124", None, None
    yield "bidding-king", 4, {}, "-13", None, None
    yield "bidding-king", 3, {}, "-13", None, None
    yield "domino-king", 4, {}, "-20 -16 -16 -16 -16 -16 -100 20 16 16 16 16 16 100", None, 14
    yield "korol", 4, {}, "0 9", 9, 2


def _polish() -> Iterator[Row]:
    for last in LAST:
        for robber in ("yes", "no"):
            more, times = (" -1300", 2) if robber == "yes" else ("", 1)
            more_3 = more and " -1275"
            chosen = {"robber": robber, "last": last}
            extra = 1 if robber == "yes" else 0
            four, three = f"{POLISH}{more}", f"{POLISH_3}{more_3}"
            for payback, totals, totals_3, deals, deals_3 in (
                ("trumps", f"325x{4 * times}", f"425x{3 * times}", 4 * times, 3 * times),
                ("lottery-1", f"1300x{times}", f"1275x{times}", times, times),
                ("lottery-4", f"325x{4 * times}", f"425x{3 * times}", 4 * times, 3 * times),
            ):
                yield "polish", 4, chosen | {"payback": payback}, f"{four} {totals}", 0, 6 + extra + deals
                yield "polish", 3, chosen | {"payback": payback}, f"{three} {totals_3}", 0, 6 + extra + deals_3
        chosen = {"robber": "yes", "last": last, "payback": "mixed"}
        yield "polish", 4, chosen, f"{POLISH} -1300 325x4 1300", 0, 12
        yield "polish", 3, chosen, f"{POLISH_3} -1275 425x3 1275", 0, 11
        for payback, totals, totals_3 in (("trumps", "325x8", "425x6"), ("mixed", "325x4 1300", "425x3 1275")):
            deals = 15 if payback == "trumps" else 12
            deals_3 = 13 if payback == "trumps" else 11
            chosen = {"last": last, "payback": payback}
            yield "polish-auction", 4, chosen, f"{POLISH} -1300 {totals}", 0, deals
            yield "polish-auction", 3, chosen, f"{POLISH_3} -1275 {totals_3}", 0, deals_3


ROWS = tuple(_rows())
IDS = [f"{v}-{n}-{'-'.join(o.values())}" for v, n, o, *_ in ROWS]


def _listed(totals: str) -> list[tuple[int, ...]]:
    out: list[tuple[int, ...]] = []
    for word in totals.split():
        several, _, times = word.partition("x")
        out += [tuple(int(n) for n in several.split("/"))] * int(times or 1)
    return out


def _deals(rules: Rules) -> list[str]:
    order = rules.schedule.order
    return list(order or (contract for contract, n in rules.schedule.quota for _ in range(n)))


@pytest.mark.parametrize(("variant", "table", "chosen", "totals", "game", "deals"), ROWS, ids=IDS)
def test_every_deal_comes_to_what_the_sources_say(
    variant: str, table: int, chosen: dict[str, str], totals: str, game: int | None, deals: int | None
) -> None:
    """Each deal of each variant, at each table and with each option, has the totals of the literal table above."""
    rules = variant_files.variant(variant).rules(table, chosen)
    found = [contract.totals for name in _deals(rules) if (contract := rules.contract(name))]
    if rules.schedule.kind in ("declared", "chosen"):
        assert sorted(found) == sorted(_listed(totals))
    else:
        assert found == _listed(totals)
    assert rules.total == game
    assert rules.deals == deals


def test_the_table_above_leaves_nothing_out() -> None:
    """Every table and every choice that a shipped variant offers stands in the literal table once."""
    offered = Counter(
        (variant, table, tuple(sorted(chosen.items())))
        for variant in variant_files.variant_ids()
        for table in variant_files.variant(variant).tables
        for chosen in variant_files.variant(variant).choices(table)
    )
    stated = Counter((v, n, tuple(sorted(o.items()))) for v, n, o, *_ in ROWS)
    assert offered == stated
    assert len(variant_files.variant_ids()) == 26


def test_the_defaults_are_those_of_the_sources() -> None:
    """What is played if nobody says otherwise."""
    assert {
        (variant, table, option.key, option.default)
        for variant in variant_files.variant_ids()
        for table in variant_files.variant(variant).tables
        for option in variant_files.variant(variant).options(table)
        if option.key not in ("order", "boys")
    } == {
        ("lithuanian", 4, "finish", "domino"),
        ("atomic", 3, "payback", "4"),
        ("polish", 4, "robber", "yes"),
        ("polish", 3, "robber", "yes"),
        ("polish", 4, "last", "last-trick"),
        ("polish", 3, "last", "last-trick"),
        ("polish", 4, "payback", "mixed"),
        ("polish", 3, "payback", "mixed"),
        ("polish-auction", 4, "last", "last-trick"),
        ("polish-auction", 3, "last", "last-trick"),
        ("polish-auction", 4, "payback", "trumps"),
        ("polish-auction", 3, "payback", "trumps"),
    }
    assert variant_files.variant("polish").options(4, {"robber": "no"})[2].default == "trumps"
    assert variant_files.variant("russian-12").options(4)[0].default == "jacks"


def test_trump_deals_are_played_as_each_source_says() -> None:
    """The forms of a trump deal and what a sale is counted in."""
    russian = ("suit", "by-last", "misere", "rospis")
    stated = {
        "russian-8": (("suit", "by-last"), None),
        "russian-3": (("suit", "by-last"), None),
        "russian-12": (russian, ("tricks", 1)),
        "payback-8": (("suit", "by-last", "no-trump", "misere", "rospis"), ("tricks", 1)),
        "payback-4-all": (("suit", "by-last", "no-trump", "misere", "rospis"), ("tricks", 1)),
        "payback-4": (("suit", "by-last", "no-trump", "misere", "rospis"), ("tricks", 1)),
        "polish-auction": (("suit",), ("points", 25)),
    }
    lithuanian = ("lithuanian", "lithuanian-3", "lithuanian-declared", "lithuanian-declared-3")
    plain = (*lithuanian, "minsk", "atomic", "self-teacher", "polish")
    for variant in (*stated, *plain):
        contract = variant_files.variant(variant).rules().contract("trumps")
        assert contract is not None
        forms, sale = stated.get(variant, (("suit",), None))
        assert contract.forms == forms
        assert (contract.sale and (contract.sale.unit, contract.sale.step)) == sale


def test_heart_lead_bans_are_those_of_the_sources() -> None:
    """Where hearts may not be led while another suit is held."""
    simple = "no-hearts no-king no-all take-hearts take-king take-all"
    banned = {
        "lithuanian": "no-hearts no-king no-all",
        "lithuanian-3": "no-hearts no-king no-all",
        "russian-3": "no-hearts no-king",
        "russian-8": "no-hearts no-king no-all",
        "russian-12": "no-hearts",
        "simple": simple,
        "declared": simple,
        "short-king": "no-king no-all take-hearts take-king take-all",
        "symmetric": "no-all",
        "payback-8": "no-all",
        "payback-4-all": "no-all",
        "ordered-14": "no-all",
        "minsk": "no-hearts no-king",
        "lithuanian-declared": "no-hearts no-king",
        "lithuanian-declared-3": "no-hearts no-king",
        "polish": "no-hearts no-king",
        "polish-auction": "no-hearts no-king",
    }
    for variant in variant_files.variant_ids():
        rules = variant_files.variant(variant).rules()
        found = {contract.id for contract in rules.contracts if contract.heart_lead == "banned"}
        assert found == set(banned.get(variant, "").split()), variant


@pytest.mark.parametrize("variant", variant_files.variant_ids())
def test_a_shipped_variant_has_no_fault(variant: str) -> None:
    """The checker of variant files finds nothing in what is shipped."""
    assert faults_of(variant_files.variant(variant)) == ()


@pytest.mark.parametrize("variant", variant_files.variant_ids())
def test_names_stand_in_every_language_and_lead_to_one_contract(variant: str) -> None:
    """Two contracts of a variant share a name only if one is to be avoided and the other to be taken."""
    found = variant_files.variant(variant)
    assert all(found.names.of(language) != found.id for language in LANGUAGES)
    for table in found.tables:
        for chosen in found.choices(table):
            halves: dict[tuple[str, bool], str] = {}
            for contract in found.rules(table, chosen).contracts:
                for name in (contract.id, *contract.names.all):
                    key = (name.casefold(), contract.penalty)
                    assert halves.setdefault(key, contract.id) == contract.id, (name, contract.id)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(ROWS), st.booleans(), st.integers(0, 2**32))
def test_a_legal_game_has_no_findings_and_comes_to_its_total(row: Row, free: bool, seed: int) -> None:
    """A really dealt game of any variant, table and option passes every check, in counts and in points."""
    variant, table, chosen, _, total, deals = row
    shipped = variant_files.variant(variant)
    if free and any(option.key == "order" for option in shipped.options(table)):
        chosen = chosen | {"order": "free"}
    game = legal_game(shipped.rules(table, chosen), Random(seed))
    for same in (game, in_points(game)):
        assert check_game(same).findings == ()
        totals = score(same).totals
        assert totals is not None
        if total is not None:
            assert sum(totals) == total
    _deal_totals_hold(game)
    if deals is not None and shipped.rules(table).schedule.limit is None:
        assert len(game.deals) == deals


def _deal_totals_hold(game: Game) -> None:
    """Every deal comes to one of its contract's totals, less the bid; cards left in a stock leave a range."""
    for deal, line in zip(game.deals, score(game).lines, strict=True):
        contract = game.rules.contract(deal.contract)
        assert contract is not None
        assert line.points is not None
        bid = (deal.bid.points or 0) if contract.bid and deal.bid else 0
        short = 1 if bid and deal.bid and deal.bid.suit == "clubs" and "C2" in game.rules.deck.removed else 0
        total = sum(line.points)
        if contract.loose:
            assert 0 <= abs(total) <= abs(contract.base_total)
        else:
            assert total in [t - bid + short for t in contract.totals]


def test_where_one_deal_follows_from_another_the_order_is_no_choice() -> None:
    """Korol: the titles of the reign come of the quota deal. What was written before the option went is still read."""
    korol = variant_files.variant("korol")
    assert [option.key for option in korol.options(4)] == []
    assert korol.rules(4, {"order": "fixed"}) == korol.rules(4)
    assert not korol.rules(4).schedule.free
    with pytest.raises(Refused) as refused:
        korol.rules(4, {"order": "free"})
    assert [one.code for one in refused.value.findings] == ["V308"]

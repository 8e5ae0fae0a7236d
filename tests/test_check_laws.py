"""Laws of the checker, for every variant, table and set of options: legal games are clean, no single slip passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingscore.checks import check_deal, check_game
from kingscore.checks.alignment import align
from kingscore.checks.context import rows_of
from kingscore.checks.deal import DEAL_CHECKS, context_of, plainly_sound
from kingscore.checks.repairs import repairs_for, with_repairs
from kingscore.checks.repairs.rows import with_declarer, with_rows
from kingscore.cli.format_finding import command_line
from kingscore.model.findings import Finding
from kingscore.model.game import Bid, Deal, Game, Row, Written
from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, TRUMPS
from kingscore.notation.codec import deal_document
from kingscore.storage import variant_files
from tests.generator import in_points, legal_game
from tests.rules_shipped import every_rules
from tests.tables import deal

LAW = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**32)


def test_there_is_something_to_hold_the_laws_for() -> None:
    assert {rules.variant for rules in every_rules()} == set(variant_files.variant_ids())
    assert len(every_rules()) > 100


@st.composite
def legal_games(draw: st.DrawFn) -> tuple[Game, Random]:
    """A game that could have been played, in counts or in points, and luck to go on with."""
    random = Random(draw(SEEDS))
    rules = random.choice(every_rules())
    game = legal_game(rules, random)
    return (in_points(game) if random.random() < 0.5 else game), random


@LAW
@given(legal_games())
def test_a_legal_game_has_no_finding(made: tuple[Game, Random]) -> None:
    """Each deal's points are there, and they sum to one of the contract's totals."""
    game, _ = made
    report = check_game(game)
    assert report.findings == ()
    for played, points in zip(game.deals, report.points, strict=True):
        contract = game.rules.contract(played.contract)
        assert contract is not None
        assert points is not None
        if not contract.bid and not contract.loose:
            assert sum(points) in contract.totals


def slips(row: Row, random: Random) -> Iterator[Row]:
    """A row with one entry off by one, with its sign turned, its digits turned round, or left out."""
    seats = [seat for seat, value in enumerate(row) if value is not None]
    seat = random.choice(seats)
    value = row[seat] or 0
    turned = int(str(abs(value))[::-1]) * (1 if value > 0 else -1)
    for other in (value + 1, value - 1, -value, turned):
        if other != value:
            yield (*row[:seat], other, *row[seat + 1 :])
    yield (*row[:seat], *row[seat + 1 :])


def one_slip(game: Game, random: Random) -> tuple[Game, int] | None:
    """The game with a single slip in one entry of one deal, where the deal's total is fixed."""
    number = random.randint(1, len(game.deals))
    true = game.deals[number - 1]
    contract = game.rules.contract(true.contract)
    rows = rows_of(true)
    if contract is None or contract.loose or not rows or true.form == "rospis":
        return None
    item, row = random.choice(rows)
    return game.with_deal_at(number, with_rows(true, {item: random.choice(list(slips(row, random)))})), number


@LAW
@given(legal_games())
def test_no_single_slip_passes(made: tuple[Game, Random]) -> None:
    game, random = made
    slipped = one_slip(game, random)
    if slipped is None:
        return
    wrong, number = slipped
    report = check_game(wrong)
    found = [f for f in report.findings if f.severity == "error"]
    assert [f.deal for f in found][:1] == [number]
    assert (report.ok, report.points[number - 1], report.totals) == (False, None, None)
    assert {f.code for f in check_deal(wrong, number)} == {f.code for f in found if f.deal == number}


@LAW
@given(legal_games())
def test_the_repairs_of_a_single_slip_include_the_true_deal(made: tuple[Game, Random]) -> None:
    """The deal as it was is offered; among the first three, unless four or more are equally likely."""
    game, random = made
    slipped = one_slip(game, random)
    if slipped is None:
        return
    wrong, number = slipped
    found = next(f for f in check_game(wrong).findings if f.deal == number)
    repairs = repairs_for(wrong, found)
    offered = [repair.deal for repair in repairs]
    assert with_declarer(game, number, game.deals[number - 1]) in offered
    rank = offered.index(with_declarer(game, number, game.deals[number - 1]))
    alike = [repair for repair in repairs if repair.why[0].key == repairs[rank].why[0].key]
    assert rank < 3 or len(alike) > 3


@LAW
@given(legal_games())
def test_a_repair_leaves_nothing_wrong_with_the_deal(made: tuple[Game, Random]) -> None:
    game, random = made
    slipped = one_slip(game, random)
    if slipped is None:
        return
    wrong, number = slipped
    found = next(f for f in check_game(wrong).findings if f.deal == number)
    for repaired in repaired_games(wrong, number, found):
        assert [f for f in check_game(repaired).findings if f.deal == number and f.code.startswith("D")] == []


def repaired_games(game: Game, number: int, found: Finding) -> Iterator[Game]:
    """The game with each repair done; the document of a deal is read by what this test knows of it."""
    seat = {name: n for n, name in enumerate(game.players)}
    for repair in repairs_for(game, found):
        raw = deal_document(game, number, repair.deal)
        yield game.with_deal_at(number, deal({k: v for k, v in raw.items() if v is not None}, seat))


@LAW
@given(legal_games())
def test_a_game_is_clean_after_each_of_its_deals(made: tuple[Game, Random]) -> None:
    game, random = made
    count = random.randint(0, len(game.deals))
    started = replace(game, deals=game.deals[:count], finished="")
    assert check_game(started).findings == ()
    assert check_game(replace(started, finished="early")).findings == ()
    assert count == 0 or check_deal(started, count) == ()


@LAW
@given(legal_games())
def test_a_missing_or_doubled_deal_is_told_at_most_once(made: tuple[Game, Random]) -> None:
    """Whatever is taken out of a finished game or put in twice: one finding on its course, and none on its deals."""
    game, random = made
    game = replace(game, finished="yes")
    number = random.randint(1, len(game.deals))
    for wrong in (game.without_deal(number), game.with_deal_before(number, game.deals[number - 1])):
        found = check_game(wrong).findings
        assert len(found) <= 1
        assert all(f.code.startswith("C") for f in found)
        if game.rules.deals is not None and game.rules.schedule.limit is None:
            assert len(found) == 1


def broken_deal(game: Game, random: Random) -> Deal:
    """A deal of anything: rows of any length, numbers of any size, clauses that contradict each other."""
    table = game.rules.table
    contract = random.choice([*game.rules.contracts, None])
    items = [item.id for item in contract.items] if contract is not None else []

    def row() -> Row:
        size = random.choice([table, table, table, table - 1, table + 1, 0])
        return tuple(random.choice([None, 0, 1, 2, 3, -1, -4, 8, 16, -16, 48, 10**30]) for _ in range(size))

    seats: list[int | None] = [None, *range(table)]
    prices: list[int | None] = [None, 0, -1, 1, 2, 25, 7, 10**20]

    def seat() -> int | None:
        return random.choice(seats)

    def price() -> int | None:
        return random.choice(prices)

    bid = Bid(seat(), seat(), seat(), price(), price(), random.choice([None, "clubs", "stars"]))
    counts = tuple((random.choice([*items, *items, *ITEMS]), row()) for _ in range(random.randint(0, 6)))
    return Deal(
        contract=contract.id if contract is not None else random.choice(["", "no-such", "no-tricks"]),
        declarer=seat(),
        form=random.choice([None, None, *FORMS, "?"]),
        trump=random.choice([None, None, *TRUMPS, "?"]),
        counts=random.choice([None, counts, counts]),
        points=random.choice([None, row()]),
        places=random.choice([None, None, row()]),
        bid=random.choice([None, bid]),
        titles=random.choice([None, ("king", "king"), ("king", "prince", "soldier", "peasant"), ()]),
        foul=random.choice([None, None, seat()]),
        agreed=random.choice(["", "so"]),
        unread=random.random() < 0.1,
    )


@LAW
@given(legal_games())
def test_nothing_however_broken_ends_in_an_error_of_the_program(made: tuple[Game, Random]) -> None:
    game, random = made
    deals = list(game.deals)
    for _ in range(random.randint(1, 6)):
        deals.insert(random.randint(0, len(deals)), broken_deal(game, random))
    table = game.rules.table
    totals = tuple(random.choice([None, 0, 10**30]) for _ in range(random.choice([table, table, 0])))
    written = random.choice([None, Written(totals, ((), totals)), Written(None, (totals,) * len(deals))])
    wrong = replace(game, deals=tuple(deals), written=written, finished=random.choice(["", "yes", "early"]))
    report = check_game(wrong)
    assert len(report.points) == len(deals)
    assert report.ok == all(f.severity != "error" for f in report.findings)
    for found in with_repairs(wrong, random.sample(report.findings, min(3, len(report.findings)))):
        assert len(found.repairs) <= 8
        assert all(command_line(repair).startswith("kingscore ") for repair in found.repairs)
    check_deal(wrong, random.randint(1, len(deals)))


@LAW
@given(legal_games())
def test_a_deal_that_is_sound_at_a_glance_is_sound_by_every_check(made: tuple[Game, Random]) -> None:
    """Also where one part of it is another, or one entry: what the glance passes no check may fault."""
    game, random = made
    alignment = align(game)
    for number, true in enumerate(game.deals, 1):
        odd, name = broken_deal(game, random), random.choice([field.name for field in fields(Deal)])
        rows = [with_rows(true, {item: new}) for item, row in rows_of(true) for new in slips(row, random)]
        for trial in (true, replace(true, **{name: getattr(odd, name)}), *rows):
            context = context_of(alignment.with_deal(number, trial), number)
            if context is not None and plainly_sound(context):
                assert [fault for check in DEAL_CHECKS for fault in check(context)] == []

"""The course of a game: order, missing and surplus deals, declarers, quotas, the end, written totals. One cause, one
finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from kingscore.checks import check_deal, check_game
from kingscore.checks.repairs import repairs_for, with_repairs
from kingscore.cli.format_finding import command_line, message, why
from kingscore.model.findings import CODES, Finding
from kingscore.model.game import Deal, Game, Written
from kingscore.model.rules import Rules
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests.generator import in_points, legal_game

PLAYERS = ("Ona", "Jonas", "Rasa", "Vytas", "Eglė", "Petras")


def rules(variant: str, table: int | None = None, **options: str) -> Rules:
    return variant_files.variant(variant).rules(table, options)


def played(variant: str, table: int | None = None, seed: int = 1, **options: str) -> Game:
    """A complete legal game, said to be finished, in which Ona deals last."""
    game = legal_game(rules(variant, table, **options), Random(seed))
    return replace(game, players=PLAYERS[: game.rules.table], finished="yes")


def told(game: Game) -> list[tuple[str, str, int | None]]:
    return [(f.code, f.how, f.deal) for f in check_game(game).findings]


def value(found: Finding, key: str) -> object:
    return dict(found.values)[key]


def lines(game: Game, found: Finding) -> list[str]:
    return [command_line(repair) for repair in repairs_for(game, found)]


def without(game: Game, *numbers: int) -> Game:
    for number in sorted(numbers, reverse=True):
        game = game.without_deal(number)
    return game


def swapped(game: Game, number: int) -> Game:
    one, other = game.deals[number - 1], game.deals[number]
    return game.with_deal_at(number, other).with_deal_at(number + 1, one)


def declared_by(game: Game, number: int, seat: int) -> Game:
    return game.with_deal_at(number, replace(game.deals[number - 1], declarer=seat))


# Fixed order


def test_a_missing_deal_is_told_once_and_by_name() -> None:
    """It moves the order and all declarers behind it; only the gap is told."""
    game = played("lithuanian")
    for number in range(1, 12):
        short = without(game, number)
        found = check_game(short).findings
        if game.deals[number - 1].contract == "trumps":
            assert [f.code for f in found] == ["C503"]
            continue
        assert [(f.code, f.how, f.deal) for f in found] == [("C503", "due", number)]
        due = short.rules.contract(game.deals[number - 1].contract)
        assert due is not None
        assert value(found[0], "due") == (due.names,)


def test_the_last_deal_missing_means_finished_too_early() -> None:
    game = without(played("lithuanian"), 12)
    found = check_game(game).findings
    assert [(f.code, f.deal) for f in found] == [("C511", None)]
    assert (value(found[0], "found"), value(found[0], "expected"), value(found[0], "n")) == (11, 12, 1)
    assert check_game(replace(game, finished="")).findings == ()
    assert check_game(replace(game, finished="early")).findings == ()


def test_several_missing_deals_are_told_at_each_gap() -> None:
    game = without(played("symmetric"), 3, 4, 9)
    found = check_game(game).findings
    assert [(f.code, f.deal, value(f, "n")) for f in found] == [("C503", 3, 2), ("C503", 7, 1)]


def test_a_missing_deal_does_not_hide_another_fault() -> None:
    game = without(played("symmetric"), 5)
    first = game.deals[8]
    wrong = replace(first, counts=tuple((item, (*row[:-1], (row[-1] or 0) + 1)) for item, row in first.counts or ()))
    codes = [f.code for f in check_game(game.with_deal_at(9, wrong)).findings]
    assert codes[0] == "C503"
    assert len(codes) == 2
    assert codes[1] in {"D409", "D440"}


def test_a_deal_recorded_twice_is_told_once_at_its_second_place() -> None:
    game = played("russian-8")
    for number in (1, 4, 9, 15):
        doubled = game.with_deal_before(number + 1, game.deals[number - 1])
        found = check_game(doubled).findings
        assert [(f.code, f.deal) for f in found] == [("C504", number + 1)]
        assert value(found[0], "other") == number
        assert lines(doubled, found[0]) == [f"kingscore amend {number + 1} delete"]


def test_a_strange_deal_in_between_is_one_too_many() -> None:
    game, other = played("symmetric"), played("symmetric", seed=2)
    assert told(game.with_deal_before(4, other.deals[9])) == [("C505", "", 4)]


def test_deals_after_the_end_are_told_once() -> None:
    game, other = played("symmetric"), played("symmetric", seed=2)
    longer = replace(game, deals=(*game.deals, *other.deals[:3]))
    found = check_game(longer).findings
    assert [(f.code, f.deal) for f in found] == [("C506", 15)]
    assert (value(found[0], "n"), value(found[0], "deals"), value(found[0], "last")) == (3, 14, 17)


def test_a_very_long_record_is_still_told_of() -> None:
    game = played("symmetric")
    longer = replace(game, deals=game.deals * 6)
    assert "C506" in {f.code for f in check_game(longer).findings}


def test_two_neighbours_in_each_others_place_are_told_once() -> None:
    game = swapped(played("simple", 4), 3)
    found = check_game(game).findings
    assert [(f.code, f.deal) for f in found] == [("C502", 3)]
    first, second = lines(game, found[0])[0].split(" && ")
    assert first.startswith("kingscore amend 3 no-queens")
    assert second.startswith("kingscore amend 4 no-hearts")


def test_a_contract_out_of_order_names_the_one_that_is_due() -> None:
    game = played("lithuanian")
    started = replace(game, deals=(*game.deals[:2], game.deals[4]), finished="")
    found = check_deal(started, 3)
    assert [(f.code, f.deal) for f in found] == [("C501", 3)]
    due = game.rules.contract("no-jacks-and-kings")
    assert due is not None
    assert value(found[0], "due") == due.names


def test_a_deal_under_the_name_of_another_is_repaired_by_its_name() -> None:
    """Five hearts and three, written as jacks and kings: it adds up, but hearts are due."""
    hearts = Deal("no-jacks-and-kings", counts=(("jacks-and-kings", (5, 3, 0, 0)),))
    game = Game(rules("lithuanian"), PLAYERS[:4], 3, (Deal("no-tricks", counts=(("tricks", (2, 2, 2, 2)),)), hearts))
    found = check_game(game).findings
    assert [(f.code, f.deal) for f in found] == [("C501", 2)]
    assert lines(game, found[0])[0] == "kingscore amend 2 no-hearts 5 3 0 0"


def test_the_wrong_declarer_of_a_trump_deal_is_told_with_the_right_one() -> None:
    game = played("lithuanian")
    right = game.deals[8].declarer
    assert right is not None
    wrong = declared_by(game, 9, (right + 2) % 4)
    found = check_game(wrong).findings
    assert [(f.code, f.deal, f.seat) for f in found] == [("C507", 9, (right + 2) % 4)]
    assert value(found[0], "due") == PLAYERS[right]
    assert lines(wrong, found[0])[0].startswith(f"kingscore amend 9 trumps by {PLAYERS[right]}")


def test_a_declarer_where_nobody_declares_is_only_a_warning() -> None:
    """Nothing is said of the forehand, who leads; anybody else deserves a word."""
    game = replace(played("lithuanian"), dealer=0)
    game = replace(game, deals=tuple(replace(d, declarer=None) for d in game.deals[:7]), finished="")
    assert check_game(declared_by(game, 1, 1)).findings == ()
    report = check_game(declared_by(game, 1, 2))
    assert [(f.code, f.severity, f.deal) for f in report.findings] == [("C508", "warning", 1)]
    assert report.ok


def test_the_first_dealer_is_corrected_once_instead_of_every_declarer() -> None:
    game = played("russian-8")
    turned = replace(game, dealer=(game.dealer + 1) % 4)
    found = check_game(turned).findings
    assert [(f.code, f.deal) for f in found] == [("C509", None)]
    name = PLAYERS[game.dealer]
    assert value(found[0], "due") == name
    assert lines(turned, found[0]) == [f"kingscore amend head dealer={name}"]


def test_order_free_frees_order_and_declarers_but_not_how_often() -> None:
    game = played("lithuanian", order="free", seed=4)
    assert check_game(game).findings == ()
    mixed = replace(game, deals=tuple(reversed(game.deals)))
    mixed = replace(mixed, deals=tuple(replace(d, declarer=0) if d.declarer is not None else d for d in mixed.deals))
    assert check_game(mixed).findings == ()
    twice = game.with_deal_at(3, game.deals[0])
    assert [(c, h) for c, h, _ in told(twice)] == [("C510", "game")]


# Declared games


@pytest.mark.parametrize("table", [3, 4, 5])
def test_a_missing_deal_of_a_declared_game_is_told_once(table: int) -> None:
    """Declarers and sitters-out are one place off from there on; what its declarer has left is named."""
    game = played("lithuanian-declared-3", table)
    for number in (2, 10, len(game.deals) - 2):
        gone = game.deals[number - 1]
        found = check_game(without(game, number)).findings
        assert [(f.code, f.how, f.deal) for f in found] == [("C503", "turn", number)]
        assert gone.declarer is not None
        assert value(found[0], "player") == PLAYERS[gone.declarer]
        contract = game.rules.contract(gone.contract)
        assert contract is not None
        assert value(found[0], "due") == (contract.names,)


def test_a_contract_declared_too_often_names_what_is_left() -> None:
    game = played("declared", 4, seed=3)
    number = next(n for n, deal in enumerate(game.deals, 1) if n > 20 and deal.contract == "no-jacks")
    declarer = game.deals[number - 1].declarer
    other = next(d for d in game.deals if d.declarer == declarer and d.contract == "no-hearts")
    wrong = game.with_deal_at(number, replace(other, declarer=declarer))
    found = check_game(wrong).findings
    assert [(f.code, f.how, f.seat) for f in found] == [("C510", "player", declarer)]
    jacks = game.rules.contract("no-jacks")
    assert jacks is not None
    assert value(found[0], "left") == (jacks.names,)


def test_a_wrong_declarer_brings_no_finding_about_quotas() -> None:
    game = played("minsk")
    for number in (5, 12, 27):
        seat = game.deals[number - 1].declarer
        assert seat is not None
        assert told(declared_by(game, number, (seat + 1) % 3)) == [("C507", "", number)]


def test_swapped_declarers_are_told_apart_from_swapped_deals() -> None:
    """Where the deals fit the quotas only with their declarers exchanged, the declarers are told."""
    game = played("atomic", seed=6)
    deals = game.deals
    number = next(
        n for n in range(20, len(deals)) if {deals[n - 1].contract, deals[n].contract} == {"trumps", "no-king"}
    )
    one, other = deals[number - 1].declarer, deals[number].declarer
    assert one is not None
    assert other is not None
    wrong = declared_by(declared_by(game, number, other), number + 1, one)
    assert {code for code, _, _ in told(wrong)} <= {"C502", "C507"}
    assert told(swapped(game, number)) == [("C502", "", number)]


def test_the_deal_after_an_agreed_exception_is_not_faulted_for_it() -> None:
    """Who declared out of turn by agreement used up his own contract."""
    game = played("declared", 4)
    started = replace(game, deals=game.deals[:2], finished="")
    seat = started.deals[1].declarer
    assert seat is not None
    other = next(d for d in game.deals[2:] if d.declarer == (seat + 1) % 4)
    agreed = started.with_deal_at(2, replace(other, agreed="Vytas was at the door"))
    report = check_game(agreed)
    assert [(f.code, f.severity) for f in report.findings] == [("C507", "warning"), ("D460", "hint")]
    assert report.totals is not None


# The end of open games


def test_nothing_may_come_after_the_limit() -> None:
    game = played("omnibus")
    count = len(game.deals)
    longer = replace(game, deals=(*game.deals, *game.deals[:2]))
    found = check_game(longer).findings
    assert [(f.code, f.deal) for f in found] == [("C512", count + 1)]
    assert (value(found[0], "reached"), value(found[0], "n"), value(found[0], "limit")) == (count, 2, -100)
    assert [f.code for f in check_deal(longer, count + 1)] == ["C512"]
    assert check_deal(longer, count) == ()


def test_finished_before_the_limit_is_told_with_what_is_missing() -> None:
    game = without(played("omnibus"), len(played("omnibus").deals))
    found = check_game(game).findings
    assert [(f.code, f.deal) for f in found] == [("C513", None)]
    low = min(check_game(game).totals or ())
    assert (value(found[0], "found"), value(found[0], "n")) == (low, low + 100)
    assert check_game(replace(game, finished="early")).findings == ()
    assert check_game(replace(game, finished="")).findings == ()


def test_an_open_end_is_never_too_early_or_too_late() -> None:
    game = played("joker-king")
    assert check_game(without(game, 1)).findings == ()
    assert check_game(game.with_deal(game.deals[0])).findings == ()


# Written totals


def with_written(
    game: Game, totals: Sequence[int | None] | None, running: Sequence[Sequence[int]] | None = None
) -> Game:
    rows = None if running is None else tuple(tuple(row) for row in running)
    return replace(game, written=Written(None if totals is None else tuple(totals), rows))


def true_totals(game: Game) -> list[int]:
    return list(check_game(game).totals or ())


def running(game: Game) -> list[list[int]]:
    rows, row = [], [0] * game.rules.table
    for points in check_game(game).points:
        row = [a + b for a, b in zip(row, points or (), strict=True)]
        rows.append(row)
    return rows


def test_written_totals_are_compared_one_by_one() -> None:
    game = played("short-king", 4)
    right = true_totals(game)
    assert check_game(with_written(game, right)).findings == ()
    off = with_written(game, [right[0] + 2, *right[1:3], right[3] - 5])
    found = check_game(off).findings
    assert [(f.code, f.how, f.seat) for f in found] == [("T601", "several", None)]
    assert value(found[0], "players") == ("Ona", "Vytas")
    assert check_game(off).totals == tuple(right)
    sign = with_written(game, [*right[:2], -right[2], right[3]])
    assert told(sign) == [("T601", "sign", None)]
    pair = with_written(game, [right[1], right[0], *right[2:]])
    assert told(pair) == [("T601", "swapped", None)]
    assert told(with_written(game, [*right[:3], None])) == [("T601", "empty", None)]
    assert told(with_written(game, right[:3])) == [("T603", "totals", None)]


def test_a_slip_in_the_running_totals_is_told_where_it_arises() -> None:
    game = played("short-king", 4)
    rows = running(game)
    assert check_game(with_written(game, None, rows)).findings == ()
    carried = [[r[0] + (4 if n >= 5 else 0), *r[1:]] for n, r in enumerate(rows)]
    found = check_game(with_written(game, None, carried)).findings
    assert [(f.code, f.deal, f.seat, value(f, "difference")) for f in found] == [("T602", 6, 0, 4)]
    once = [[r[0] + (4 if n == 5 else 0), *r[1:]] for n, r in enumerate(rows)]
    assert told(with_written(game, None, once)) == [("T602", "", 6)]
    assert told(with_written(game, None, rows[:-1])) == [("T604", "extra", 14)]
    assert told(with_written(game, None, rows[:-2])) == [("T604", "", None)]
    ragged = [rows[0], rows[1][:2], *rows[2:]]
    assert told(with_written(game, None, ragged)) == [("T603", "running", 2)]


def test_written_totals_tell_what_a_missing_deal_came_to() -> None:
    """The schedule says what it was, the totals what it came to: the command that puts it in is whole."""
    game = in_points(played("symmetric"))
    short = with_written(without(game, 6), true_totals(game))
    found = check_game(short).findings
    assert [f.code for f in found][:1] == ["C503"]
    points = " ".join(f"{'-' if v < 1 else '+'}{abs(v)}" for v in (game.deals[5].points or ()) if v is not None)
    assert lines(short, found[0]) == [f"kingscore amend 6 before no-last-two {points}"]


def test_written_totals_single_out_the_entry_that_is_wrong() -> None:
    """Four entries would fix the sum; the written totals leave one."""
    game = in_points(played("symmetric"))
    right = true_totals(game)
    for seat in range(4):
        row = list(game.deals[2].points or ())
        row[seat] = (row[seat] or 0) - 4
        wrong = with_written(game.with_deal_at(3, replace(game.deals[2], points=tuple(row))), right)
        found = next(f for f in check_game(wrong).findings if f.deal == 3)
        first = repairs_for(wrong, found)[0]
        repaired = " ".join(f"{'-' if (v or 0) < 1 else '+'}{abs(v or 0)}" for v in game.deals[2].points or ())
        assert command_line(first) == f"kingscore amend 3 no-jacks {repaired}"


def test_a_deal_agreed_on_can_move_the_total_of_a_complete_game() -> None:
    game = in_points(played("symmetric"))
    row = tuple((v or 0) - (4 if seat == 0 else 0) for seat, v in enumerate(game.deals[2].points or ()))
    agreed = game.with_deal_at(3, replace(game.deals[2], points=row, agreed="a jack fell down"))
    report = check_game(agreed)
    assert [f.code for f in report.findings if f.severity == "warning"] == ["D441", "T605"]
    assert report.ok
    assert sum(report.totals or ()) == -4


# All of it


def provoked() -> list[Game]:
    lithuanian, omnibus = played("lithuanian"), played("omnibus")
    right = true_totals(lithuanian)
    declared = played("minsk")
    first = declared.deals[0]
    again = next(n for n, d in enumerate(declared.deals, 1) if n > 1 and d.declarer == first.declarer)
    return [
        without(lithuanian, 3),
        without(declared, 3),
        without(lithuanian, 12),
        swapped(lithuanian, 2),
        lithuanian.with_deal_before(4, lithuanian.deals[2]),
        lithuanian.with_deal_before(4, lithuanian.deals[9]),
        replace(lithuanian, deals=(*lithuanian.deals, lithuanian.deals[4])),
        replace(lithuanian, deals=(*lithuanian.deals[:2], lithuanian.deals[4]), finished=""),
        declared_by(lithuanian, 9, (lithuanian.deals[8].declarer or 0) - 1 if lithuanian.deals[8].declarer else 1),
        declared_by(lithuanian, 1, lithuanian.dealer),
        replace(played("russian-8"), dealer=(played("russian-8").dealer + 1) % 4),
        declared.with_deal_at(again, first),
        played("ordered-14").with_deal_at(14, replace(played("ordered-14").deals[0])),
        replace(omnibus, deals=(*omnibus.deals, omnibus.deals[0])),
        without(omnibus, len(omnibus.deals)),
        with_written(lithuanian, [right[0] + 2, *right[1:]]),
        with_written(lithuanian, None, [[v + 2 for v in row] for row in running(lithuanian)]),
        with_written(lithuanian, right[:2]),
        with_written(lithuanian, None, running(lithuanian)[:4]),
        lithuanian.with_deal_at(5, Deal("no-king", points=(-16, -16, 0, 0), agreed="both of them")),
        replace(declared_by(lithuanian, 9, (lithuanian.deals[8].declarer or 0) - 1), ignore=("C",)),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_about_the_course_can_be_said(language: str) -> None:
    spoken = resources.language(language)
    for game in provoked():
        for found in with_repairs(game, check_game(game).findings):
            assert message(found, spoken, game.players)
            assert all(why(repair, spoken) for repair in found.repairs)


def test_every_code_of_the_course_is_provoked_here() -> None:
    codes = {f.code for game in provoked() for f in check_game(game).findings}
    wanted = {code for code in CODES if code[0] in "CT"}
    assert {code for code in codes if code[0] in "CT"} == wanted


# One cause, one finding


def test_a_deal_under_the_name_of_another_is_reported_once_and_repaired() -> None:
    """Its numbers are wrong for the name and right for what is due: only the name is told."""
    game = played("lithuanian")
    hearts = game.deals[1]
    row = (hearts.counts or ())[0][1]
    wrong = game.with_deal_at(2, Deal("no-queens", counts=(("queens", row),)))
    found = check_game(wrong).findings
    assert [(f.code, f.how, f.deal) for f in found] == [("C501", "name", 2)]
    assert lines(wrong, found[0])[0].startswith("kingscore amend 2 no-hearts ")


def test_a_declared_deal_under_the_name_of_another_is_told_where_it_stands() -> None:
    """Not where its name comes a second time."""
    game = played("minsk")
    hearts = next(n for n, deal in enumerate(game.deals, 1) if deal.contract == "no-hearts")
    row = (game.deals[hearts - 1].counts or ())[0][1]
    declarer = game.deals[hearts - 1].declarer
    wrong = game.with_deal_at(hearts, Deal("no-queens", declarer, counts=(("queens", row),)))
    found = check_game(wrong).findings
    assert [(f.code, f.how, f.deal) for f in found] == [("C510", "name", hearts)]
    assert lines(wrong, found[0])[0].startswith(f"kingscore amend {hearts} no-hearts ")


def test_declarers_of_two_deals_the_other_way_round_are_one_finding() -> None:
    game = played("declared", 4)
    one, other = game.deals[4].declarer, game.deals[5].declarer
    assert one is not None
    assert other is not None
    wrong = declared_by(declared_by(game, 5, other), 6, one)
    found = check_game(wrong).findings
    assert [f.deal for f in found] == [5]
    assert found[0].code in ("C502", "C507")
    assert any("amend 5" in line and "amend 6" in line for line in lines(wrong, found[0]))


def undeclared(game: Game) -> Game:
    return replace(game, deals=tuple(replace(deal, declarer=None) for deal in game.deals))


def test_a_missing_deal_is_found_by_the_quotas_where_nobody_wrote_who_declared() -> None:
    game = undeclared(played("declared", 4))
    assert check_game(game).findings == ()
    found = check_game(without(game, 20)).findings
    assert [f.code for f in found] == ["C503"]
    assert (found[0].deal or 0) <= 20


def test_a_doubled_deal_is_found_by_the_quotas_where_nobody_wrote_who_declared() -> None:
    game = undeclared(played("declared", 4))
    doubled = game.with_deal_before(21, game.deals[19])
    found = check_game(doubled).findings
    assert [(f.code, f.deal) for f in found] == [("C504", 21)]


def test_only_sales_tell_that_the_first_dealer_is_another() -> None:
    """A sale names its seller, who is the one in turn, even where no declarer is recorded."""
    game = undeclared(played("payback-8"))
    sold = [n for n, deal in enumerate(game.deals, 1) if deal.bid is not None]
    assert len(sold) > 1
    found = check_game(replace(game, dealer=(game.dealer + 1) % 4)).findings
    assert [f.code for f in found] == ["C509"]


# Sums that somebody wrote, and deals


def test_a_row_of_running_totals_without_a_deal_shows_the_missing_deal() -> None:
    """Where the order does not show it, the sums do; the repair puts the deal in with its points."""
    game = replace(in_points(played("joker-king", 4)), finished="")
    short = with_written(game.without_deal(2), None, running(game))
    found = check_game(short).findings
    assert [(f.code, f.how, f.deal) for f in found] == [("T604", "missing", 2)]
    assert lines(short, found[0])[0].startswith("kingscore amend 2 before joker-hearts ")


def test_a_missing_deal_in_a_fixed_order_is_put_in_from_the_running_totals() -> None:
    game = played("lithuanian")
    short = with_written(game.without_deal(4), None, running(game))
    found = check_game(short).findings
    assert [f.code for f in found] == ["C503"]
    assert lines(short, found[0])[0].startswith("kingscore amend 4 before no-queens ")


def test_a_deal_without_a_row_of_running_totals_is_one_too_many() -> None:
    game = in_points(played("joker-king", 4))
    doubled = with_written(game.with_deal_before(3, game.deals[1]), None, running(game))
    found = check_game(doubled).findings
    assert [f.code for f in found] == ["T604"]
    assert lines(doubled, found[0])[0] == f"kingscore amend {found[0].deal} delete"


def test_a_deal_that_the_running_totals_contradict_is_repaired_by_them() -> None:
    """Two entries of a possible deal changed places after the totals were written."""
    game = played("short-king", 4)
    right = running(game)
    row = (game.deals[0].counts or ())[0][1]
    one, other = next((a, b) for a in range(4) for b in range(4) if row[a] != row[b])
    new = list(row)
    new[one], new[other] = new[other], new[one]
    swapped = game.with_deal_at(1, replace(game.deals[0], counts=(("tricks", tuple(new)),)))
    wrong = with_written(swapped, None, right)
    found = check_game(wrong).findings
    assert [(f.code, f.deal) for f in found] == [("T602", 1)]
    assert lines(wrong, found[0])[0] == f"kingscore amend 1 no-tricks {' '.join(map(str, row))}"


def test_a_sum_that_was_added_up_wrongly_is_corrected_in_the_head() -> None:
    game = played("short-king", 4)
    right = true_totals(game)
    off = with_written(game, [right[0] + 3, *right[1:]])
    assert lines(off, check_game(off).findings[0])[0] == f"kingscore amend head written={' '.join(map(str, right))}"


def test_a_game_stopped_early_may_be_said_to_be() -> None:
    short = without(played("lithuanian"), 12)
    assert lines(short, check_game(short).findings[0])[-1] == "kingscore amend head finished=early"


# What a table turns off


def out_of_turn() -> Game:
    """A finished declared game in which one deal names the wrong declarer."""
    game = played("declared", 4)
    return declared_by(game, 9, (game.deals[8].declarer or 0) - 1 if game.deals[8].declarer else 1)


@pytest.mark.parametrize("word", ["C507", "C"])
def test_what_a_table_turned_off_is_passed_over_and_named(word: str) -> None:
    """The record counts as good without it, its points and totals hold; one word says what is passed over."""
    game = out_of_turn()
    assert told(game) == [("C507", "", 9)]
    report = check_game(replace(game, ignore=(word,)))
    assert report.ok
    assert report.totals is not None
    assert [(f.code, f.severity, value(f, "codes"), value(f, "deals")) for f in report.findings] == [
        ("C520", "warning", ("C507",), (9,))
    ]


def test_what_is_turned_off_but_not_found_is_not_named() -> None:
    assert check_game(replace(played("declared", 4), ignore=("C507", "D"))).findings == ()


def test_turning_off_one_code_hides_no_other() -> None:
    game = replace(out_of_turn().with_deal_at(1, Deal("no-king", points=(-16, -16, 0, 0))), ignore=("C507",))
    assert not check_game(game).ok


def test_a_wrong_sum_that_is_passed_over_counts_as_it_stands() -> None:
    """The totals are those of the record; that they cannot be is still said."""
    game = played("lithuanian").with_deal_at(5, Deal("no-king", points=(-16, -16, 0, 0)))
    report = check_game(replace(game, ignore=("D441", "D443")))
    assert (report.ok, report.points[4]) == (True, (-16, -16, 0, 0))
    assert [f.code for f in report.findings] == ["C520"]


def test_a_deal_that_gives_no_points_cannot_be_passed_over() -> None:
    game = played("lithuanian").with_deal_at(5, Deal("no-king", points=(-16, 0, 0)))
    assert [f.code for f in check_game(replace(game, ignore=("D",))).findings] == ["D402"]


def test_recording_passes_over_what_is_turned_off() -> None:
    game = out_of_turn()
    begun = replace(game, deals=game.deals[:9], finished="")
    assert [f.code for f in check_deal(begun, 9)] == ["C507"]
    assert [(f.code, f.deal) for f in check_deal(replace(begun, ignore=("C507",)), 9)] == [("C520", 9)]


def test_one_deal_is_told_as_one_and_several_as_several() -> None:
    """Whatever names deals by their numbers agrees with how many they are, in every language."""
    spoken = {code: resources.language(code) for code in ("en", "ru", "lt")}
    told = {
        "en": ("agreement: deal 2.", "agreement: deals 2, 3."),
        "ru": ("записана раздача 2.", "записаны раздачи: 2, 3."),
        "lt": ("užrašytas padalijimas 2.", "užrašyti padalijimai: 2, 3."),
    }
    for code, (one, several) in told.items():
        values = {"found": 8, "expected": 9, "difference": 1, "n": 1}
        assert spoken[code].say("totals.T605.message", deals=(2,), **values).endswith(one)
        assert spoken[code].say("totals.T605.message.several", deals=(2, 3), **values).endswith(several)


def test_how_many_deals_are_meant_picks_the_message() -> None:
    from tests.test_schedule import game_of

    order = ("no-tricks", "no-hearts", "no-jacks-and-kings", "no-queens", "no-king", "no-last-two", "no-all")
    whole = game_of((*order, *["trumps"] * 4, "domino"))
    lost = replace(whole.deals[0], counts=(("tricks", (2, 3, 1, 1)),), agreed="one trick was lost")
    again = replace(whole.deals[1], counts=(("hearts", (0, 1, 4, 2)),), agreed="one heart was lost")
    single, both = whole.with_deal_at(1, lost), whole.with_deal_at(1, lost).with_deal_at(2, again)
    assert [(f.code, f.how) for f in check_game(single).findings if f.code == "T605"] == [("T605", "")]
    assert [(f.code, f.how) for f in check_game(both).findings if f.code == "T605"] == [("T605", "several")]
    unagreed = [replace(game, deals=tuple(replace(d, agreed="") for d in game.deals), ignore=("D",))
                for game in (single, both)]  # fmt: skip
    hows = [[f.how for f in check_game(game).findings if f.code == "C520"] for game in unagreed]
    assert hows == [["deal"], [""]]

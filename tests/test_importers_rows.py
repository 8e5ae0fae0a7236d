"""Rows of a table that are no plain numbers: what stands above the names, marks for who took it, a name twice.

Each is read or told; none vanishes.
"""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl import Workbook

from kingscore import importers
from kingscore.app.files import RECOGNISED, CheckedFile, TableRules, check_file
from kingscore.cli.format_finding import command_line
from kingscore.model.game import Game, Stake
from kingscore.scoring.schedule import upcoming
from kingscore.scoring.score import score
from kingscore.storage import resources, variant_files
from tests.generator import legal_deal

LITHUANIAN = TableRules("lithuanian")
TABLE = ",Ona,Jonas,Rasa,Vytas\nNo tricks,-4,-6,-2,-4\nNo hearts,0,-2,-8,-6\n"
COLUMNS = ",No tricks,No hearts\nOna,-4,0\nJonas,-6,-2\nRasa,-2,-8\nVytas,-4,-6\n"
OPEN = ",Ona,Jonas,Rasa,Vytas\nNo tricks,4,6,2,4\nNo hearts,0,2,8,6\nNo jacks and kings,0,6,6,4\nNo queens,8,0,4,4\n"


def check(text: str, folder: Path, asked: TableRules = LITHUANIAN) -> CheckedFile:
    path = folder / "t.csv"
    path.write_text(text, "utf-8")
    return check_file(str(path), lambda most: b"", asked)


def game(found: CheckedFile) -> Game:
    assert found.game is not None
    return found.game


def told(found: CheckedFile) -> list[tuple[str, str, Any]]:
    """What is said of rows above the table: code, how, and the row."""
    above = [one for one in found.findings if one.code in ("F247", "F248", "F249")]
    return [(one.code, one.how, dict(one.values)["row"]) for one in above]


@pytest.mark.parametrize("table", [TABLE, COLUMNS])
@pytest.mark.parametrize(
    ("row", "day"),
    [
        ("date,2003-05-05", "2003-05-05"),
        ("Date: 2003-05-05", "2003-05-05"),
        ("дата,05.06.2003", "2003-06-05"),
        ("Data,2003 05 05", "2003-05-05"),
        ("День: 5.5.2003", "2003-05-05"),
        ("Day,31/12/2003", "2003-12-31"),
        ("Day,12/31/2003", "2003-12-31"),
        ("2003-05-05", "2003-05-05"),
        ("King at Ona’s,2003.05.05", "2003-05-05"),
    ],
)
def test_the_day_above_a_table_is_its_date(tmp_path: Path, row: str, day: str, table: str) -> None:
    """Also where nothing says that it is the date, and where deals are columns."""
    found = check(f"{row}\n{table}", tmp_path)
    assert (game(found).date, ("F249", "date", "1") in told(found), found.ok) == (day, True, True)


def test_a_day_beside_the_names_or_below_the_table_is_its_date(tmp_path: Path) -> None:
    for text in (f"2003-05-05{TABLE}", f"{TABLE}\nDate,2003-05-05\n"):
        found = check(text, tmp_path)
        assert (game(found).date, len(game(found).deals)) == ("2003-05-05", 2)


def test_a_workbook_has_its_day_as_a_day(tmp_path: Path) -> None:
    book = Workbook()
    page: Any = book.active
    for row in (("Date", date(2003, 5, 5)), ("", "Ona", "Jonas", "Rasa", "Vytas"), ("No tricks", -4, -6, -2, -4)):
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    (tmp_path / "t.xlsx").write_bytes(out.getvalue())
    found = check_file(str(tmp_path / "t.xlsx"), lambda most: b"", LITHUANIAN)
    assert (game(found).date, told(found)) == ("2003-05-05", [("F249", "date", "1")])


@pytest.mark.parametrize(
    ("rows", "how", "row"),
    [
        ("date,05/06/2003", "date", "1"),
        ("date,2003-02-30", "date", "1"),
        ("date,yesterday", "date", "1"),
        ("05/06/2003", "date", "1"),
        ("2003-05-05\n2004-05-05", "several", "1"),
        ("Lapkritis\nvariant,nothing", "variant", "2"),
        ("variant,minsk", "table", "1"),
        ("options,finish=never", "options", "1"),
        ("dealer,Zoe", "dealer", "1"),
        ("stake,5", "stake", "1"),
        ("stake,much", "stake", "1"),
    ],
)
def test_what_cannot_be_read_above_a_table_is_told(tmp_path: Path, rows: str, how: str, row: str) -> None:
    found = check(f"{rows}\n{TABLE}", tmp_path)
    assert told(found) == [("F247", how, row)]
    assert (found.ok, game(found).date, game(found).stake) == (True, "", None)


def test_it_is_told_too_where_no_variant_can_be_chosen(tmp_path: Path) -> None:
    found = check(f"variant,minsk\n{TABLE}", tmp_path, RECOGNISED)
    assert [one.code for one in found.findings] == ["F247", "F253"]


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("variant", "lithuanian", "options", "dealer", "Rasa", "stake"), "finish=domino"),
        (("Вариант", "Литовский кинг", "Условия", "Сдающий", "C", "Ставка"), "finish=domino"),
        (("Variantas", "lithuanian", "Sąlygos", "Dalija", "rasa", "Statymas"), "finish=domino"),
    ],
)
def test_a_table_tells_its_rules_dealer_and_stake(tmp_path: Path, words: tuple[str, ...], option: str) -> None:
    variant, name, options, dealer, who, stake = words
    head = f"{variant};{name}\n{options};{option}\n{dealer};{who}\n{stake};0,05 EUR\n"
    found = game(check(head + TABLE.replace(",", ";"), tmp_path, RECOGNISED))
    assert (found.rules.variant, found.rules.option("finish")) == ("lithuanian", "domino")
    assert (found.dealer, found.stake) == (2, Stake("0.05", "EUR"))


def test_a_stake_that_fell_apart_is_put_together(tmp_path: Path) -> None:
    assert game(check(f"stake,0,05 EUR\n{TABLE}", tmp_path)).stake == Stake("0.05", "EUR")


def test_what_is_asked_for_comes_before_what_the_table_says(tmp_path: Path) -> None:
    found = game(check(f"variant,lithuanian\noptions,finish=domino\n{TABLE}", tmp_path, TableRules("russian-12")))
    assert found.rules.variant == "russian-12"


def test_other_pairs_above_a_table_are_told_as_left_out(tmp_path: Path) -> None:
    found = check(f"Place: Vilnius\nWeather,rain\nA long evening\n{TABLE}", tmp_path)
    assert told(found) == [("F248", "", "1"), ("F248", "", "2")]


@pytest.mark.parametrize("mark", ["x", "X", "х", "×", "+", "✓", "✔", "v", "V", "*", "-16"])
def test_a_mark_tells_who_took_the_one_thing(tmp_path: Path, mark: str) -> None:
    """Rasa has the king of hearts: 2 + 8 + 6 + 4 and 16, all of them penalties."""
    found = check(f"{OPEN}No king,,,{mark},\n".replace(",4,6,2,4", ",-4,-6,-2,-4") if mark == "-16" else
                  f"{OPEN}No king,,,{mark},\n", tmp_path)  # fmt: skip
    assert found.ok
    assert len(game(found).deals) == 5
    assert found.report is not None
    assert found.report.points[4] == (0, 0, -16, 0)


def test_marks_are_told_as_what_they_were_read_for(tmp_path: Path) -> None:
    found = check(f"{OPEN}No king,,,x,\nNo last two,-8,,,-8\n", tmp_path)
    assert [dict(one.values)["deals"] for one in found.findings if one.how == "marks"] == [(5,)]
    assert (found.ok, len(game(found).deals)) == (True, 6)
    assert found.report is not None
    assert found.report.totals == (-20, -14, -36, -26)


@pytest.mark.parametrize(("cells", "points"), [("x,,,x", (-8, 0, 0, -8)), ("–,xx,–,–", (0, -16, 0, 0)),
                                               ("x,✓,x,✓", (0, -8, 0, -8))])  # fmt: skip
def test_two_marks_tell_who_took_the_two(tmp_path: Path, cells: str, points: tuple[int, ...]) -> None:
    """A cross beside ticks stands for nothing."""
    found = check(f"{OPEN}No king,,,x,\nNo last two,{cells}\n", tmp_path)
    assert found.report is not None
    assert found.report.points[5] == points


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("No king,,,?,", {"D6"}),
        ("No king,,,Rasa,", {"D6"}),
        ("No king,,,xx,", {"D6"}),
        ("No king,x,,x,", {"B6", "D6"}),
        ("No king,lost,,,", {"B6"}),
        ("5. Kng of herts,,,nobody knows,", {"D6"}),
    ],
)
def test_a_deal_with_anything_in_it_never_vanishes(tmp_path: Path, row: str, cells: set[str]) -> None:
    for rest in ("", "No last two,-8,,,-8\n"):
        found = check(f"{OPEN}{row}\n{rest}", tmp_path)
        told = [(one.code, one.deal, dict(one.values)["cell"]) for one in found.findings if one.code == "F251"]
        assert told == [("F251", 5, cell) for cell in sorted(cells)]
        assert game(found).deals[4].unread
        assert len(game(found).deals) == (6 if rest else 5)
        assert not any("delete" in command_line(repair) for one in found.findings for repair in one.repairs)


def test_deals_to_come_are_none(tmp_path: Path) -> None:
    """A stroke for who will sit out, or a cross where crosses stand for that, is no result."""
    head = ",Ona,Jonas,Rasa,Vytas\nNo tricks,-8,-4,-28,{0}\nNo hearts,{0},-10,-30,0\nNo queens,,{0},,\nNo king,,,{0},\n"
    for sign in ("–", "x"):
        found = check(head.format(sign), tmp_path, TableRules("lithuanian-declared-3"))
        assert (len(game(found).deals), found.ok) == (2, True)


@pytest.mark.parametrize("asked", [RECOGNISED, LITHUANIAN])
def test_a_name_that_stands_twice_is_the_fault(tmp_path: Path, asked: TableRules) -> None:
    for text in (TABLE, COLUMNS):
        found = check(text.replace("Jonas", "ona"), tmp_path, asked)
        assert [one.code for one in found.findings] == ["N803"]
        place = found.findings[0].place
        assert place is not None
        assert (place.file[-5:], place.line) == ("t.csv", 1 if text == TABLE else 2)


def test_a_name_over_each_running_total_is_no_second_player(tmp_path: Path) -> None:
    head = ",Ona,Ona,Jonas,Jonas,Rasa,Rasa,Vytas,Vytas\n"
    found = check(f"{head}No tricks,-4,-4,-6,-6,-2,-2,-4,-4\nNo hearts,0,-4,-2,-8,-8,-10,-6,-10\n", tmp_path)
    assert (game(found).players, found.ok) == (("Ona", "Jonas", "Rasa", "Vytas"), True)


@pytest.mark.parametrize(("cell", "how"), [("99999999999999999999", "large"), ("-12345678901", "large"), ("abc", "")])
def test_one_cell_is_the_fault_where_it_makes_a_player_of_none(tmp_path: Path, cell: str, how: str) -> None:
    """Three players have a number, and Lithuanian King is played by four."""
    found = check(f",Ona,Jonas,Rasa,Vytas\nNo tricks,4,6,2,{cell}\n", tmp_path)
    faults = [(one.code, one.how, dict(one.values)["cell"]) for one in found.findings if one.severity == "error"]
    assert faults == [("F251", how, "E2")]


def test_three_players_are_too_few_where_nothing_else_is_wrong(tmp_path: Path) -> None:
    found = check(",Ona,Jonas,Rasa\nNo tricks,4,6,6\n", tmp_path)
    assert [one.code for one in found.findings] == ["V310"]


LITHUANIAN_BEGUN = ",Ona,Jonas,Rasa,Vytas\nBe kirčių,4,6,2,4\nBe širdžių,0,2,8,6\nBe valetų ir karalių,0,6,6,4\n"


@pytest.mark.parametrize("names", [{}, {"names": {"en": ["Our King"]}}])
def test_a_copy_of_a_variant_does_not_compete_with_it(names: dict[str, Any]) -> None:
    """One’s own variant that is still as it was begun: the shipped one is taken, or named alone among others."""
    shipped = tuple(map(variant_files.variant, variant_files.variant_ids()))
    own = {"id": "our-king", "base": ["lithuanian"], **names}
    copy = variant_files.from_raw({**variant_files.variant("lithuanian").raw, **own})
    words = importers.TableWords.of(resources.table_words(), resources.words())

    def read(text: str, wish: importers.ImportRequest) -> importers.ImportedTable:
        return importers.read_table(text.encode(), "t.csv", wish, words, variant_files.open_rules)

    for text in (LITHUANIAN_BEGUN, TABLE):
        alone, beside = (read(text, importers.ImportRequest(known)).reading for known in (shipped, (*shipped, copy)))
        assert (beside.game, beside.findings) == (alone.game, alone.findings)
    asked = read(LITHUANIAN_BEGUN, importers.ImportRequest((*shipped, copy), "our-king")).reading
    assert asked.game is not None
    assert asked.game.rules.variant == "our-king"


def test_all_variants_that_fit_are_named(tmp_path: Path) -> None:
    """As many as there are said to be, and the first is the one that is proposed."""
    found = check(",Ona,Jonas,Rasa,Vytas\n1,-4,-6,-2,-4\n", tmp_path, RECOGNISED).findings
    values = dict(next(one for one in found if one.code == "F253").values)
    variants = values["variants"]
    assert isinstance(variants, tuple)
    assert {"lithuanian", "russian-12", "simple", "symmetric"} <= set(variants)
    assert (values["n"], values["first"]) == (len(variants), variants[0])


@pytest.mark.parametrize("above", ["", "date;1997-05-01\nvariant;lithuanian\n"])
@pytest.mark.parametrize("more", ["", ";16"])
def test_names_one_cell_before_their_numbers_are_those_of_the_rows_below(tmp_path: Path, above: str, more: str) -> None:
    """The cell over the names of the deals was left out; with a sum beside the numbers or none."""
    rows = f"Ona;Jonas;Rasa;Vytas\nBe kirčių;4;6;2;4{more}\nBe širdžių;0;2;8;6{more}\n"
    found = check(above + rows, tmp_path)
    assert game(found).players == ("Ona", "Jonas", "Rasa", "Vytas")
    assert [deal.points for deal in game(found).deals] == [(-4, -6, -2, -4), (0, -2, -8, -6)]
    assert found.ok
    assert found.table is not None
    line = 1 + above.count("\n")
    assert [one["cell"] for one in found.table["players"]] == [f"{column}{line}" for column in "ABCD"]


def test_a_word_over_the_names_of_the_deals_is_no_player(tmp_path: Path) -> None:
    """Three players with the sum of each deal beside them look like four whose head lacks its first cell."""
    rules = variant_files.variant("lithuanian-3").rules(3)
    played = Game(rules, ("Ona", "Jonas", "Rasa"), 2)
    while len(played.deals) < 4:
        coming = upcoming(played)
        assert coming is not None
        played = played.with_deal(legal_deal(played, coming, Random(len(played.deals))))
    rows = [";".join((deal.contract, *map(str, line.points or ()), str(sum(line.points or ()))))
            for deal, line in zip(played.deals, score(played).lines, strict=True)]  # fmt: skip
    found = check("\n".join(("Vakaras;Ona;Jonas;Rasa", *rows)), tmp_path, RECOGNISED)
    assert game(found).players == played.players
    assert found.report is not None
    assert found.report.points == tuple(line.points for line in score(played).lines)

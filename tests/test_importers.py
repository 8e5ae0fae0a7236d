"""Tables kept by hand are read as people write them, in any hand, and come to the same points."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from dataclasses import replace as replace_hand
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore.app.files import CheckedFile, TableRules, check_file
from kingscore.checks import check_game
from kingscore.cli.format_finding import command_line
from kingscore.model.game import Game
from kingscore.render import render
from kingscore.sheets import fitting_layouts, lay_out
from kingscore.storage import resources
from tests import tables
from tests.handwriting import Hand, as_csv, as_xlsx, rows
from tests.scorer import Scorer

#: Names that the code page of their language has.
NAMES = {
    "ru": ("Аня", "Пётр", "Елена Сергеевна", "Юля", "Щукин", "Игорь"),
    "lt": ("Rūta", "Žydrūnas", "Ąžuolas Kęstutis", "Šarūnė", "Ieva", "Jonas"),
}
CASES = {case["id"]: case for case in tables.lines("true")}


@cache
def played(case_id: str) -> Game:
    return tables.game(CASES[case_id]["game"])


def checked(content: bytes, file: str, folder: Any, asked: TableRules) -> CheckedFile:
    path = folder / file
    path.write_bytes(content)
    return check_file(str(path), lambda most: b"", asked)


def asked_of(game: Game) -> TableRules:
    return TableRules(game.rules.variant, game.rules.options)


def told(found: CheckedFile) -> list[tuple[str, int | None, str]]:
    return [(one.code, one.deal, one.how) for one in found.findings if one.severity != "hint"]


def points(found: CheckedFile) -> list[list[int] | None]:
    assert found.report is not None
    return [None if row is None else list(row) for row in found.report.points]


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any hand that leaves a table readable: running totals alone need no sums, a missing name no other signs."""
    running = draw(st.integers(0, 4)) == 0
    language = draw(st.sampled_from(("en", "ru", "lt")))
    encodings = {"ru": ("utf-8", "utf-8-sig", "utf-16", "cp1251"), "lt": ("utf-8", "utf-8-sig", "utf-16", "cp1257")}
    delimiter = draw(st.sampled_from((";", ",", "\t")))
    decimals = draw(st.sampled_from(("", "", ",0", ".0", ",00")))
    encoding = draw(st.sampled_from(encodings.get(language, ("utf-8", "utf-16-le", "utf-8-sig"))))
    signs = ("-", "\N{EN DASH}") if encoding.startswith("cp") else ("-", "\N{MINUS SIGN}", "\N{EN DASH}")
    return Hand(
        language=language,
        names=draw(st.sampled_from(("full", "numbered", "beside"))),
        turned=draw(st.booleans()),
        bare=not running and draw(st.booleans()),
        running=running,
        sums="none" if running else draw(st.sampled_from(("none", "total", "phases", "each", "column"))),
        columns=draw(st.sampled_from(((), (), ("dealer",), ("declarer", "dealer"), ("check",)))),
        minus=draw(st.sampled_from(signs)),
        plus=draw(st.booleans()),
        decimals=decimals,
        nought="0" if running else draw(st.sampled_from(("0", "0", "-", ""))),
        title=draw(st.booleans()),
        notes=draw(st.booleans()),
        blank_every=draw(st.sampled_from((0, 0, 3))),
        delimiter=delimiter,
        encoding=encoding,
        quoted=draw(st.booleans()),
        as_text=draw(st.booleans()),
    )


@settings(max_examples=150, deadline=None)
@given(case_id=st.sampled_from(sorted(CASES)), hand=hands(), book=st.booleans(), at=st.integers(0, 3))
def test_any_hand_comes_to_the_same_points(
    tmp_path_factory: pytest.TempPathFactory, case_id: str, hand: Hand, book: bool, at: int
) -> None:
    game, true = played(case_id), CASES[case_id]["points"]
    if hand.encoding.startswith("cp"):
        game = replace(game, players=NAMES[hand.language][: len(game.players)])
    if game.rules.variant == "korol":  # its first deal gives nothing, so that an empty row would be all of it
        hand = replace_hand(hand, nought="0")
    table = rows(game, true, hand)
    content = as_xlsx(table, at, at) if book else as_csv(table, hand)
    found = checked(content, "t.xlsx" if book else "t.csv", tmp_path_factory.getbasetemp(), asked_of(game))
    assert told(found) == []
    assert points(found) == true


EVENING = next(case for case in sorted(CASES) if case.startswith("lithuanian,dengimas=true,kordebaletas=true"))
SAMPLES = Path(__file__).parent / "importers"
PLAIN = Hand(delimiter=",")


def sample(name: str) -> CheckedFile:
    return check_file(str(SAMPLES / name), lambda most: b"")


def table(found: CheckedFile) -> Mapping[str, Any]:
    assert found.table is not None
    return found.table


@pytest.mark.parametrize("case_id", sorted(CASES))
def test_the_variant_is_recognised_or_several_are_named(tmp_path: Path, case_id: str) -> None:
    """By names and totals alone; where rules differ in nothing that a table shows, the points are right anyway."""
    game = played(case_id)
    found = checked(as_csv(rows(game, CASES[case_id]["points"], PLAIN), PLAIN), "t.csv", tmp_path, TableRules())
    several = [dict(one.values)["variants"] for one in found.findings if one.code == "F253"]
    if several:
        assert game.rules.variant in several[0]  # type: ignore[operator]
    else:
        assert points(found) == CASES[case_id]["points"]
        assert found.game is not None
        sold = {"polish-auction": "polish"}
        assert found.game.rules.variant in (game.rules.variant, sold.get(game.rules.variant))


def test_deals_without_names_are_told_by_their_order(tmp_path: Path) -> None:
    game = played(EVENING)
    true = CASES[EVENING]["points"]
    hand = Hand(names="none", bare=True)
    found = checked(as_csv(rows(game, true, hand), hand), "t.csv", tmp_path, TableRules())
    assert (told(found), points(found)) == ([], true)
    assert table(found)["minus_added"] == [1, 2, 3, 4, 5, 6, 7]


def test_deals_that_players_choose_need_names(tmp_path: Path) -> None:
    """Of fifty-six deals only the eight combined ones are told by what they come to."""
    case = next(case for case in CASES if case.startswith("declared,players=4"))
    hand = Hand(names="none")
    found = checked(
        as_csv(rows(played(case), CASES[case]["points"], hand), hand), "t.csv", tmp_path, TableRules("declared")
    )
    assert [(one.code, dict(one.values)["n"]) for one in found.findings] == [("F254", 48)]


def test_a_lithuanian_evening_without_minus_signs() -> None:
    """The entry of the combined deal that is off is told by the sums below it."""
    found = sample("kingas.csv")
    assert found.game is not None
    assert found.game.rules.variant == "lithuanian"
    assert [deal.declarer for deal in found.game.deals[7:11]] == [0, 1, 2, 3]
    assert (told(found), table(found)["names_in"], table(found)["deals_in"]) == ([("D441", 7, "")], "4", "rows")
    assert [(one["in"], one["of"]) for one in table(found)["sums"]] == [
        ("12", "all"),
        ("18", "premiums"),
        ("19", "all"),
    ]
    fault = next(one for one in found.findings if one.code == "D441")
    assert dict(fault.repairs[0].why[0].values) == {"cells": ("D11: 10 → 12",), "row": "12"}
    assert command_line(fault.repairs[0]) == "kingscore amend 7 no-all -48 -20 -12 -16"
    assert fault.place is not None
    assert fault.place.text[fault.place.start : fault.place.end] == "10"


def test_running_totals_in_an_old_encoding() -> None:
    found = sample("preferans.csv")
    assert told(found) == []
    assert (table(found)["encoding"], table(found)["delimiter"], table(found)["running"]) == ("cp1251", "\t", True)
    assert found.report is not None
    assert found.report.totals == (-15, -16, 47, -16)


def test_deals_in_columns_with_a_sum_added_up_wrongly() -> None:
    found = sample("columns.csv")
    assert told(found) == [("F255", None, "all")]
    fault = next(one for one in found.findings if one.code == "F255")
    values = dict(fault.values)
    assert (values["cell"], values["player"], values["found"], values["expected"]) == ("H4", "Cid", -32, -30)
    assert (table(found)["deals_in"], table(found)["names_in"], table(found)["encoding"]) == (
        "columns",
        "A",
        "utf-16-le",
    )


@pytest.mark.parametrize("sums", ["total", "phases", "each"])
def test_one_wrong_entry_is_found_and_the_sums_tell_which(tmp_path: Path, sums: str) -> None:
    """Whatever the entry, as long as the deal then does not come out: the first repair is the true one."""
    for case_id in sorted(CASES)[::9]:
        game, true = played(case_id), CASES[case_id]["points"]
        if game.rules.variant in ("korol", "domino-king", "bidding-king"):
            continue
        hand = Hand(sums=sums)
        kept = rows(game, true, hand)
        deals = [at for at, row in enumerate(kept) if at and row[0] not in ("Sum", "Total")]
        number = 1 + len(deals) // 2
        seat = next(seat for seat, cell in enumerate(kept[deals[number - 1]][1:]) if cell != "–")
        kept[deals[number - 1]][seat + 1] = true[number - 1][seat] + 2
        found = checked(as_csv(kept, hand), "t.csv", tmp_path, asked_of(game))
        assert {deal for _, deal, _ in told(found)} == {number}, case_id
        repaired = next(one for one in found.findings if one.severity == "error").repairs[0].deal
        assert [value or 0 for value in repaired.points or ()] == true[number - 1], case_id


def test_a_deal_without_its_row_is_told_by_the_totals(tmp_path: Path) -> None:
    case = EVENING
    for language in ("en", "ru", "lt"):
        hand = Hand(language=language, sums="each")
        kept = rows(played(case), CASES[case]["points"], hand)
        del kept[-2]
        found = checked(as_csv(kept, hand), "t.csv", tmp_path, TableRules("lithuanian"))
        assert told(found) == [("F256", 12, "")]
        fault = next(one for one in found.findings if one.code == "F256")
        repaired = fault.repairs[0].deal
        assert (repaired.contract, [*(repaired.points or ())]) == ("domino", CASES[case]["points"][-1])
        assert command_line(fault.repairs[0]).startswith("kingscore deal domino ")


def test_two_entries_under_each_others_names_are_told_once(tmp_path: Path) -> None:
    case = EVENING
    kept = rows(played(case), CASES[case]["points"], Hand(sums="total"))
    at = next(at for at, row in enumerate(kept) if at and row[1] != row[2])
    kept[at][1], kept[at][2] = kept[at][2], kept[at][1]
    found = checked(as_csv(kept, PLAIN), "t.csv", tmp_path, TableRules("lithuanian"))
    assert [code for code, _, _ in told(found)] == ["T601"]


@pytest.mark.parametrize("case_id", sorted(CASES)[::7])
def test_a_sheet_that_was_printed_here_comes_back(tmp_path: Path, case_id: str) -> None:
    """A workbook of any layout has nothing to explain; a CSV file has the same points and declarers."""
    game = played(case_id)
    for layout in fitting_layouts(game.rules):
        sheet = lay_out(game, resources.template(layout, game.rules.variant), resources.language("lt"))
        back = checked(render(sheet, "xlsx").content, "t.xlsx", tmp_path, TableRules())
        assert (back.findings, back.table, points(back)) == (
            check_game(game).findings, None, CASES[case_id]["points"],
        )  # fmt: skip
        text = checked(render(sheet, "csv").content, "t.csv", tmp_path, asked_of(game))
        assert (told(text), points(text)) == ([], CASES[case_id]["points"])
        assert text.game is not None
        declared = [deal.declarer for deal in game.deals if deal.declarer is not None]
        assert [deal.declarer for deal in text.game.deals if deal.declarer is not None] == declared


@pytest.fixture
def scorer(scorer: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scorer:
    monkeypatch.chdir(tmp_path)
    return scorer


def test_a_table_is_checked_and_taken_in_on_the_command_line(scorer: Scorer) -> None:
    shutil.copy(SAMPLES / "kingas.csv", "kingas.csv")
    said = scorer("check kingas.csv --json").document["files"][0]
    assert (said["variant"], said["ok"], said["table"]["fits"]) == ("lithuanian", False, "complete")
    assert scorer("import kingas.csv").status == 1
    scorer.fine("import kingas.csv --keep-errors")
    kept = scorer.fine("export --to json").document
    assert [deal.get("agreed") for deal in kept["deals"]].count("kingas.csv:11") == 1
    assert scorer("check kingas.csv --variant nothing").status == 2
    assert scorer("check kingas.csv --variant lithuanian --option finish=short --json").status == 1
    shutil.copy(SAMPLES / "preferans.csv", "preferans.csv")
    scorer.fine("import preferans.csv")
    assert "47" in scorer.fine("show").out


def test_rules_that_there_are_not_are_told(tmp_path: Path) -> None:
    """Options that no variant has, that this one has not, and a number of players for whom it has no rules."""
    game, true = played(EVENING), CASES[EVENING]["points"]
    content = as_csv(rows(game, true, PLAIN), PLAIN)
    for asked, code in (
        (TableRules("", (("finish", "never"),)), "F252"),
        (TableRules("lithuanian", (("finish", "never"),)), "V309"),
        (TableRules("lithuanian", (("boys", "jacks"),)), "V308"),
        (TableRules("minsk"), "V310"),
    ):
        assert [one.code for one in checked(content, "t.csv", tmp_path, asked).findings] == [code]

"""The grid as cells: its numbers are those of the score table, its shape that of the sheet that players draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kingscore.model.findings import Refused
from kingscore.model.game import Game, Stake
from kingscore.scoring.score import score
from kingscore.scoring.settlement import settle_game
from kingscore.sheets import Sheet, blank, fitting_layouts, lay_out
from kingscore.sheets.cells import Block, Cell
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES
from tests.test_sheet_paper import games

#: The paybacks and placing of an evening whose result is that of the Lithuanian book's example.
SHOWN = ("no-tricks", "no-hearts", "no-jacks-and-kings", "no-queens", "no-king", "no-last-two", "no-all")


def sheet_of(played: Game, layout: str = "grid", language: str = "en", own: bool = True) -> Sheet:
    template = resources.template(layout, played.rules.variant if own else "")
    return lay_out(played, template, resources.language(language))


def cells(block: Block, role: str) -> list[Cell]:
    return [cell for cell in block.cells if cell.role == role]


def by_seat(block: Block, role: str, holds: str) -> list[list[int | None]]:
    """The numbers of a role, row by row, in the players' columns that hold something."""
    found: dict[int, list[int | None]] = {}
    for cell in sorted(cells(block, role), key=lambda c: (c.row, c.column)):
        if block.columns[cell.column].holds == holds:
            found.setdefault(cell.row, []).append(cell.number)
    return list(found.values())


@pytest.mark.parametrize("key", sorted(games()), ids=lambda key: f"{key[0]}-{key[1]}")
def test_the_numbers_are_those_of_the_score_table(key: tuple[str, int]) -> None:
    """Points (a dash for who sits out), running totals, totals and places, for every variant and table; counts where
    a deal has no points for them."""
    played, table = games()[key], score(games()[key])
    block = sheet_of(played, own=False).blocks[0]
    points = [[n or 0 for n in row] for row in by_seat(block, "entry", "points")]
    told = [deal.row("tricks") if deal.contract == "quota" else None for deal in played.deals]
    assert points == [list(row or line.points or ()) for row, line in zip(told, table.lines, strict=True)]
    assert by_seat(block, "running", "running") == [list(line.running or ()) for line in table.lines]
    assert by_seat(block, "total", "points") == [list(table.totals or ())]
    assert by_seat(block, "place", "points") == [list(table.places or ())]
    assert [cell for cell in block.cells if cell.tone == "wrong"] == []


@pytest.mark.parametrize("finished", ["", "early"])
@pytest.mark.parametrize("key", sorted(games()), ids=lambda key: f"{key[0]}-{key[1]}")
def test_no_sum_of_a_game_that_was_stopped_is_called_wrong(key: tuple[str, int], finished: str) -> None:
    """Neither here nor by the workbook's own condition, once all the cells that it asks for are filled."""
    whole = games()[key]
    for count in (1, 3, len(whole.deals) // 2, len(whole.deals) - 1):
        played = replace(whole, deals=whole.deals[:count], finished=finished)  # type: ignore[arg-type]
        block = sheet_of(played, own=False).blocks[0]
        numbers = {(cell.row, cell.column): cell.number for cell in block.cells}
        assert [cell for cell in block.cells if cell.tone == "wrong"] == []
        judged = [(cell, cell.check) for cell in block.cells if cell.check is not None and cell.check.must is not None]
        for cell, check in judged:
            places = [
                (r, c) for a in check.over for r in range(a.top, a.bottom + 1) for c in range(a.left, a.right + 1)
            ]
            if sum(numbers.get(place) is not None for place in places) >= check.full and check.must is not None:
                assert check.must.met(cell.number or 0)


def test_the_lithuanian_grid_has_the_shape_of_its_source() -> None:
    """Seven penalties without minus, their sum with it, four paybacks and the placing, their sum, the difference."""
    played = games()["lithuanian", 4]
    table = score(played)
    block = sheet_of(played, language="lt").blocks[0]
    rows = [[cell for cell in block.in_row(row) if block.columns[cell.column].holds == "points"] for row in range(17)]
    numbers = [[cell.number for cell in row] for row in rows]
    assert numbers[1:8] == [[-p for p in line.points or ()] for line in table.lines[:7]]
    assert numbers[8] == list(table.penalties or ())
    assert numbers[9:14] == [list(line.points or ()) for line in table.lines[7:]]
    assert numbers[14] == list(table.premiums or ())
    assert numbers[15] == list(table.totals or ())
    assert [block.in_row(row)[0].text for row in (8, 14, 15)] == ["Baudos taškai", "Premijiniai taškai", "Skirtumas"]
    assert [cell.shown for cell in rows[8]] == [f"−{-p}" for p in table.penalties or ()]
    assert not any("−" in cell.shown for row in rows[1:8] for cell in row)


def test_each_deal_says_what_it_must_come_to_and_does() -> None:
    played = games()["lithuanian", 4]
    block = sheet_of(played, own=False).blocks[0]
    must, sums = cells(block, "must"), cells(block, "sum")
    assert [c.number for c in must] == [*[-16] * 6, -96, -192, *[24] * 4, 96, 192, 0]
    assert [c.number for c in sums] == [c.number for c in must]


def test_a_deal_that_does_not_add_up_is_marked_and_its_sums_with_it() -> None:
    played = games()["lithuanian", 4]
    wrong = played.with_deal_at(2, replace(played.deals[1], counts=None, points=(-2, -2, -2, -2)))
    block = sheet_of(wrong, own=False).blocks[0]
    assert [(c.row, c.number) for c in block.cells if c.tone == "wrong"] == [(2, -8), (8, -184), (15, 8)]


def test_a_deal_whose_total_depends_on_what_happened_shows_all_its_totals() -> None:
    rules = games()["self-teacher", 4].rules
    block = blank(rules, (), resources.template("grid"), resources.language("en")).blocks[0]
    assert "−8 / −16 / 8" in [c.shown for c in cells(block, "must")]


def test_who_sits_out_has_a_dash() -> None:
    played = games()["lithuanian-declared-3", 5]
    block = sheet_of(played).blocks[0]
    first = [c for c in block.in_row(1) if c.role == "entry"]
    assert [c.shown for c in first].count("–") == 2
    assert [c.tone for c in first].count("out") == 2


def test_a_blank_sheet_names_its_deals_and_leaves_the_rest_to_be_written() -> None:
    rules = games()["lithuanian", 4].rules
    for language in LANGUAGES:
        block = blank(rules, ("Ona",), resources.template("grid"), resources.language(language)).blocks[0]
        labels = [c.text for c in cells(block, "label")]
        names = {contract.id: contract.names.of(language) for contract in rules.contracts}
        assert labels[:7] == [names[contract] for contract in SHOWN]
        assert [c.text for c in cells(block, "name")] == ["Ona", "", "", ""]
        assert {c.number for c in cells(block, "entry")} == {None}


def test_an_open_game_has_rows_to_write_on() -> None:
    rules = games()["omnibus", 4].rules
    template = replace(resources.template("grid"), open_rows=23)
    block = blank(rules, (), template, resources.language("en")).blocks[0]
    assert len(by_seat(block, "entry", "points")) == 23


def test_a_layout_that_does_not_fit_is_refused_with_those_that_do() -> None:
    rules = games()["omnibus", 4].rules
    assert fitting_layouts(rules) == ("grid",)
    for layout in ("triangle", "personal"):
        with pytest.raises(Refused) as refused:
            blank(rules, (), resources.template(layout), resources.language("en"))
        assert refused.value.status == 2
        assert [f.code for f in refused.value.findings] == ["R901"]


def test_a_declared_triangle_crosses_out_what_was_declared_and_strikes_older_totals() -> None:
    """Ten contracts a player and two totals; the newest number is the seat's sum of that side."""
    played = replace(games()["lithuanian-declared", 4], finished="")
    played = replace(played, deals=played.deals[:21])
    table = score(played)
    for seat, block in enumerate(sheet_of(played, "triangle").blocks[:4]):
        contracts, totals = cells(block, "label"), cells(block, "running")
        mine = [deal.contract for deal in played.deals if deal.declarer == seat]
        crossed = [c for c in contracts if c.crossed]
        assert (len(contracts), len(crossed), len(totals)) == (10, len(mine), 2)
        assert [t.number or 0 for t in totals] == [(table.penalties or ())[seat], (table.premiums or ())[seat]]
        gains = [p for line in table.lines if (p := (line.points or ())[seat]) > 0]
        assert [*totals[1].struck, totals[1].number] == [sum(gains[: n + 1]) for n in range(len(gains))]


def test_a_dealt_triangle_has_a_cell_a_deal_with_points_and_running_total() -> None:
    played = games()["symmetric", 6]
    table = score(played)
    blocks = sheet_of(played, "triangle").blocks
    assert [block.kind for block in blocks] == [*["sector"] * 6, "standing", "entries"]
    for seat, block in enumerate(blocks[:6]):
        assert [c.number for c in cells(block, "entry")] == [(line.points or ())[seat] for line in table.lines]
        assert [c.number for c in cells(block, "running")] == [(line.running or ())[seat] for line in table.lines]


def test_a_personal_grid_has_a_column_a_contract_and_a_row_a_declarer() -> None:
    """What a player got when another declared stands in that one's row; his own declared contracts are crossed out."""
    played = games()["lithuanian-declared", 4]
    table = score(played)
    for seat, block in enumerate(sheet_of(played, "personal").blocks[:4]):
        entries = cells(block, "entry")
        for declarer in range(4):
            got = [
                (line.points or ())[seat]
                for deal, line in zip(played.deals, table.lines, strict=True)
                if deal.declarer == declarer
            ]
            assert sorted(c.number or 0 for c in entries if c.row == declarer + 1) == sorted(got)
        assert all(c.crossed for c in cells(block, "head")[:10])
        assert cells(block, "total")[1].number == (table.totals or ())[seat]


def test_the_stake_gives_each_player_what_he_wins_or_pays_and_who_pays_whom() -> None:
    """Not a zero-sum game: a balance is the points less the table's average; balances sum to zero."""
    played = replace(games()["self-teacher", 4], stake=Stake("0.05", "EUR"))
    sheet = sheet_of(played, language="lt")
    money = cells(sheet.blocks[0], "money")
    settled = settle_game(played)
    assert [c.amount for c in money] == [settled.coin.exact(balance) for balance in settled.balances]
    assert all(c.text == c.amount.replace("-", "−").replace(".", ",") for c in money)
    assert sum(settled.balances) == 0
    assert [fact.title for fact in sheet.facts] == ["Atsiskaitymas"]
    assert sheet.facts[0].text.count("→") == len(settled.transfers)
    assert cells(sheet_of(games()["self-teacher", 4]).blocks[0], "money") == []

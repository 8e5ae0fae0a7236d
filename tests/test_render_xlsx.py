"""Workbooks: formulas have their values, texts stay texts, entry cells are guarded; a filled one comes back."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils import get_column_letter

from kingscore.importers.filled_sheet import About, about_of, read_filled_sheet
from kingscore.importers.sheet_cells import SheetCells
from kingscore.importers.workbook import Workbook, read_workbook
from kingscore.model.findings import Refused
from kingscore.model.game import Game
from kingscore.notation.codec import write_document
from kingscore.notation.document import read_document
from kingscore.notation.read_game import Reading
from kingscore.render import render
from kingscore.scoring.score import score
from kingscore.sheets import Sheet, blank, fitting_layouts, lay_out
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests.test_sheet_paper import games

ODD = ("=1+1", "@x", "#N/A", "O'Neil & Co", "<Ann>", "[/red]", "Žydrūnė Šiaučiūnaitė", "שלום", "👩‍🦰 Ona", "16", "+5")
EVERY = [
    (variant, seats, layout, LANGUAGES[at % 3])
    for at, (variant, seats, layout) in enumerate(
        (variant, seats, layout)
        for (variant, seats), played in sorted(games().items())
        for layout in fitting_layouts(played.rules)
    )
]


#: What the hidden page of a sheet says.
ABOUT_SIMPLE = json.dumps(
    {
        "format": "kingscore-sheet/1",
        "variant": "simple",
        "options": {"order": "fixed"},
        "players": 4,
        "layout": "grid",
        "language": "en",
        "date": "",
        "page": "Score",
        "head": 4,
        "columns": {"points": ["D", "F", "H", "J"], "titles": [], "dealer": "B", "contract": "C"},
        "contracts": {"No tricks": "no-tricks"},
        "forms": {},
        "titles": {},
        "stake": {"per_point": "L24"},
        "deals": [[5, "no-tricks", False, ""]],
    }
)


def sheet_of(played: Game, layout: str, language: str = "en") -> Sheet:
    return lay_out(played, resources.template(layout, played.rules.variant), resources.language(language))


def blank_of(played: Game, layout: str, names: tuple[str, ...] = (), language: str = "en") -> Sheet:
    return blank(played.rules, names, resources.template(layout, played.rules.variant), resources.language(language))


def book(content: bytes, *, values: bool = True) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=values)


def read_sheet(content: bytes) -> Reading:
    """The game on a filled sheet, with everything that is wrong in its form."""
    filled = read_filled_sheet(read_workbook(content, "s.xlsx"), variant_files.open_rules)
    assert filled is not None
    return filled[0]


def same_game(one: Game | None, other: Game) -> bool:
    """Two games of one record: the order in which counts were named does not matter."""
    return one is not None and json.loads(write_document(one)) == json.loads(write_document(normal(other)))


def normal(played: Game) -> Game:
    """The game as its document reads back."""
    found = read_document(write_document(played), "game.json", variant_files.open_rules).game
    assert found is not None
    return found


def formula_cells(content: bytes) -> Iterator[tuple[str, str, Any]]:
    """Page, address and stored value of each formula."""
    written, stored = book(content, values=False), book(content)
    for page in written.worksheets:
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    yield page.title, cell.coordinate, stored[page.title][cell.coordinate].value


@pytest.mark.parametrize(("variant", "seats", "layout", "language"), EVERY[::2])
def test_a_filled_sheet_comes_back_as_the_same_game(variant: str, seats: int, layout: str, language: str) -> None:
    """Counts, bids and notes too, since the workbook carries the game as long as its cells still say the same."""
    played = games()[variant, seats]
    found = read_sheet(render(sheet_of(played, layout, language), "xlsx").content)
    assert found.findings == ()
    assert same_game(found.game, played)
    assert len(found.lines) == len(played.deals)


@pytest.mark.parametrize(("variant", "seats", "layout", "language"), [one for one in EVERY if one[2] == "grid"])
def test_the_cells_alone_give_the_same_points(variant: str, seats: int, layout: str, language: str) -> None:
    """What people fill in by hand: contracts, declarers and points, without the game behind them."""
    played = games()[variant, seats]
    sheet = replace(sheet_of(played, layout, language), blank=True)
    found = read_sheet(render(sheet, "xlsx").content)
    assert found.findings == ()
    assert found.game is not None
    assert [line.points for line in score(found.game).lines] == [line.points for line in score(played).lines]
    assert found.game.players == played.players
    assert found.game.dealer == played.dealer
    assert [deal.contract for deal in found.game.deals] == [deal.contract for deal in played.deals]


def test_what_somebody_changed_in_a_cell_counts_more_than_the_game_behind_it() -> None:
    played = games()["lithuanian", 4]
    changed = book(render(sheet_of(played, "grid"), "xlsx").content, values=False)
    page = changed.worksheets[0]
    found = next(c for row in page.iter_rows() for c in row if c.value == played.players[0])
    column = found.column_letter
    page[f"{column}{found.row + 1}"].value, page[f"{column}{found.row + 2}"].value = 8, "−2"
    out = io.BytesIO()
    changed.save(out)
    back = read_sheet(out.getvalue()).game
    assert back is not None
    assert [deal.points[0] for deal in back.deals[:2] if deal.points] == [-8, 2]


def test_the_same_game_gives_the_same_bytes() -> None:
    sheet = sheet_of(games()["declared", 4], "triangle")
    first = render(sheet, "xlsx").content
    time.sleep(2.1)  # a zip's clock counts in steps of two seconds
    assert render(sheet, "xlsx").content == first


def test_every_formula_has_its_value_stored() -> None:
    """Previews do not calculate. The totals among the values are those of the score table."""
    played = games()["simple", 4]
    cells = list(formula_cells(render(sheet_of(played, "grid"), "xlsx").content))
    assert len(cells) > 80
    assert [cell for cell in cells if cell[2] is None] == []
    totals = score(played).totals
    assert totals is not None
    assert set(totals) <= {value for _, _, value in cells}


def test_a_formula_on_a_blank_sheet_shows_nothing() -> None:
    """Neither a zero nor an error before anything is written."""
    cells = list(formula_cells(render(blank_of(games()["declared", 4], "grid"), "xlsx").content))
    shown = [value for page, _, value in cells if page != "kingscore"]
    assert len(shown) > 200
    assert [value for value in shown if value not in (None, "")] == []


@pytest.mark.parametrize("layout", ["grid", "triangle", "personal"])
def test_names_stay_texts(layout: str) -> None:
    played = games()["lithuanian-declared-3", 5]
    for names in (ODD[:5], ODD[5:10], ODD[6:11]):
        content = render(blank_of(played, layout, names), "xlsx").content
        written = book(content, values=False)
        cells = [c for page in written.worksheets for row in page.iter_rows() for c in row if c.value in names]
        assert {c.value for c in cells} == set(names)
        assert {c.data_type for c in cells} == {"s"}
        back = read_sheet(content)
        assert back.game is not None
        assert back.game.players == names


def test_control_signs_and_lone_surrogates_do_not_make_a_file_unreadable() -> None:
    sheet = replace(blank_of(games()["simple", 4], "grid"), title="a\x00b\ud800c", subtitle="\x1b[31m")
    assert book(render(sheet, "xlsx").content).worksheets[0]["A1"].value == "ab?c"


def test_only_entry_cells_are_open_and_no_password_is_asked() -> None:
    written = book(render(blank_of(games()["lithuanian", 4], "grid"), "xlsx").content, values=False)
    page = written.worksheets[0]
    assert all(sheet.protection.sheet and not sheet.protection.password for sheet in written.worksheets)
    open_cells = {c.coordinate for row in page.iter_rows() for c in row if not c.protection.locked}
    formulas = {c.coordinate for row in page.iter_rows() for c in row if c.data_type == "f"}
    assert open_cells & formulas == set()
    ruled = {a for rule in page.data_validations.dataValidation for area in rule.sqref.ranges for a in _cells(area)}
    assert open_cells <= ruled
    assert len(open_cells) == 12 * 4 + 4 + 1 + 4 + 4 + 2  # points, names, first dealer, declarers, trumps, stake


def _cells(area: Any) -> Iterator[str]:
    for row in area.rows:
        for line, column in [row] if isinstance(row, tuple) and isinstance(row[0], int) else row:
            yield f"{get_column_letter(column)}{line}"


def test_entry_cells_say_what_they_take() -> None:
    """Lists for names and prizes, steps for points; each with a prompt in the sheet's language."""
    for language in LANGUAGES:
        page = book(render(blank_of(games()["lithuanian", 4], "grid", language=language), "xlsx").content).worksheets[0]
        rules = page.data_validations.dataValidation
        assert {rule.type for rule in rules} == {"list", "custom", "textLength", "decimal"}
        assert all(rule.prompt and rule.showInputMessage and len(rule.promptTitle) <= 32 for rule in rules)
        prizes = [rule for rule in rules if rule.formula1 == '"48,36,12,0"']
        assert len(prizes) == 4
        steps = [rule.formula1 for rule in rules if rule.type == "custom"]
        assert any("MOD(G5,2)=0" in step and "G5<=16" in step and "G5>=0" in step for step in steps)


def test_numbers_are_numbers_with_a_true_minus() -> None:
    page = book(render(sheet_of(games()["simple", 4], "grid"), "xlsx").content).worksheets[0]
    numbers = [c for row in page.iter_rows(min_row=5) for c in row if isinstance(c.value, int)]
    assert len(numbers) > 100
    assert all("−" in c.number_format for c in numbers)


def test_the_workbook_says_what_it_is() -> None:
    """In its properties for people, and on a hidden page for programs."""
    found = book(render(blank_of(games()["lithuanian", 4], "grid"), "xlsx").content)
    told = {prop.name: prop.value for prop in found.custom_doc_props.props}
    assert told["kingscore-variant"] == "lithuanian"
    assert "finish=domino" in told["kingscore-options"]
    assert found["kingscore"].sheet_state == "hidden"
    about = json.loads(found["kingscore"]["A1"].value)
    assert about["format"] == told["kingscore-format"] == "kingscore-sheet/1"


def test_it_prints_on_one_page_where_that_is_readable_else_with_its_head_on_each() -> None:
    page = book(render(blank_of(games()["lithuanian", 4], "grid"), "xlsx").content).worksheets[0]
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 1)
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert page.print_title_rows == "$4:$4"
    assert page.freeze_panes == "F5"
    played = games()["joker-king", 4]
    long = replace(played, deals=(played.deals * 200)[:120], finished="")
    page = book(render(sheet_of(long, "grid"), "xlsx").content).worksheets[0]
    assert (page.page_setup.fitToWidth, page.page_setup.fitToHeight) == (1, 0)
    assert page.page_setup.orientation == "portrait"


def test_a_sheet_on_its_side_is_printed_so() -> None:
    sheet = sheet_of(games()["simple", 4], "grid")
    on_its_side = replace(sheet, template=sheet.template.on(orientation="landscape", paper="A5"))
    page = book(render(on_its_side, "xlsx").content).worksheets[0]
    assert (page.page_setup.orientation, page.page_setup.paperSize) == ("landscape", 11)


def test_a_bid_has_cells_of_its_own_and_makes_what_the_deal_must_come_to() -> None:
    """A list for the suit, a whole number for the bid; the sum is red where it is not what both make."""
    page = book(render(blank_of(games()["bidding-king", 3], "grid"), "xlsx").content, values=False).worksheets[0]
    heads = {c.value: c.column_letter for c in page[4] if c.value}
    rules = {str(rule.sqref).split(":")[0]: rule for rule in page.data_validations.dataValidation}
    suit, bid, must, total = (heads[name] for name in ("Trump", "Bid", "Must", "Sum"))
    assert (rules[f"{suit}5"].type, rules[f"{suit}5"].errorStyle) == ("list", None)
    assert (rules[f"{bid}5"].type, rules[f"{bid}5"].formula1, rules[f"{bid}5"].formula2) == ("whole", "1", "99")
    told = page[f"{must}5"].value
    assert told.startswith(f'=IF(OR({suit}5="",{bid}5=""),"≤ −13",')
    assert f'({suit}5="♣")*-12' in told
    assert f'({suit}5="♠")*-13' in told
    red = {str(area.sqref): rule.formula[0] for area in page.conditional_formatting for rule in area.rules}
    assert f"{total}5<>{must}5" in red[f"{total}5"]


def test_a_sale_has_a_list_of_buyers_and_a_price_in_steps() -> None:
    page = book(render(blank_of(games()["polish-auction", 4], "grid"), "xlsx").content, values=False).worksheets[0]
    heads = {c.value: c.column_letter for c in page[4] if c.value}
    first = next(r for r in range(5, 40) if page[f"{heads['Deal']}{r}"].value == "Trumps")
    rules = {str(rule.sqref).split(":")[0]: rule for rule in page.data_validations.dataValidation}
    assert rules[f"{heads['Buyer']}{first}"].formula1 == "ks_players"
    assert f"MOD({heads['Price']}{first},25)=0" in rules[f"{heads['Price']}{first}"].formula1


def test_a_trump_that_is_none_is_said_with_its_cell() -> None:
    played = games()["lithuanian-declared", 4]
    changed = book(render(replace(sheet_of(played, "grid"), blank=True), "xlsx").content, values=False)
    page = changed.worksheets[0]
    row = next(r for r in range(5, 45) if page[f"C{r}"].value == "Trumps")
    for text, trump in (("пики", "spades"), ("♡", "hearts"), ("7", None)):
        page[f"E{row}"].value = text
        out = io.BytesIO()
        changed.save(out)
        found = read_sheet(out.getvalue())
        if trump is None:
            assert [(f.code, f.how, dict(f.values)["cell"]) for f in found.findings] == [("R914", "trump", f"E{row}")]
        else:
            assert found.game is not None
            assert found.game.deals[row - 5].trump == trump


def test_where_a_template_has_no_columns_for_a_sale_it_stands_beside_the_trump() -> None:
    """It comes back from there as well."""
    played = games()["polish-auction", 4]
    template = replace(resources.template("grid"), columns=("dealer", "contract", "declarer", "trump", "players"))
    content = render(replace(lay_out(played, template, resources.language("en")), blank=True), "xlsx").content
    found = read_sheet(content).game
    assert found is not None
    assert [deal.bid for deal in found.deals] == [deal.bid for deal in played.deals]
    assert any(deal.bid for deal in found.deals)


def test_a_triangle_is_blocks_round_a_middle_filled_from_the_page_of_deals() -> None:
    written = book(render(sheet_of(games()["lithuanian-declared", 4], "triangle"), "xlsx").content, values=False)
    assert written.sheetnames == ["Score", "Deals", "kingscore"]
    page = written.worksheets[0]
    assert all(c.protection.locked for row in page.iter_rows() for c in row)
    tops = {
        name: page[cell].value for name, cell in (("near", "F20"), ("left", "A12"), ("far", "F4"), ("right", "K12"))
    }
    assert set(tops.values()) == {f"=INDEX(ks_players,{seat})" for seat in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("value", "how"), [("3,5", ""), (2.5, ""), (True, ""), ("=1/0", "formula"), (None, "empty"), ("drei", "")]
)
def test_what_is_no_whole_number_is_said_with_its_cell(value: object, how: str) -> None:
    played = games()["simple", 4]
    changed = book(render(replace(sheet_of(played, "grid"), blank=True), "xlsx").content, values=False)
    changed.worksheets[0]["D6"].value = value
    out = io.BytesIO()
    changed.save(out)
    found = read_sheet(out.getvalue())
    assert found.game is None
    assert [(f.code, f.how, dict(f.values)["cell"]) for f in found.findings] == [("R911", how, "D6")]
    assert found.findings[0].place is not None
    assert found.findings[0].place.line == 6


@pytest.mark.parametrize("value", [-4.0, "-4", " −4 ", "–4", -4.0000000000001])
def test_what_programs_make_of_a_whole_number_is_read_as_it_was_meant(value: object) -> None:
    played = games()["simple", 4]
    changed = book(render(replace(sheet_of(played, "grid"), blank=True), "xlsx").content, values=False)
    changed.worksheets[0]["D6"].value = value
    out = io.BytesIO()
    changed.save(out)
    found = read_sheet(out.getvalue()).game
    assert found is not None
    assert found.deals[1].points is not None
    assert found.deals[1].points[0] == -4


def test_unknown_words_and_gaps_are_said_with_their_cells() -> None:
    played = games()["lithuanian-declared", 4]
    changed = book(render(replace(sheet_of(played, "grid"), blank=True), "xlsx").content, values=False)
    page = changed.worksheets[0]
    page["C5"].value, page["D6"].value = "no trix", "Nobody"
    for column in "FHJL":
        page[f"{column}8"].value = None
    out = io.BytesIO()
    changed.save(out)
    found = read_sheet(out.getvalue())
    assert {(f.code, f.how, dict(f.values)["cell"]) for f in found.findings} == {
        ("R914", "contract", "C5"),
        ("R914", "player", "D6"),
        ("R915", "", "8"),
    }


def _zip_of(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, "<")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "F204"),
        (b"PK\x03\x04nonsense", "F258"),
        (_zip_of("xl/workbook.xml"), "F258"),
        (_zip_of("[Content_Types].xml"), "F258"),
        (b"\0" * (17 * 1024 * 1024), "F257"),
    ],
    ids=["empty", "torn", "no workbook", "no content", "huge"],
)
def test_what_is_no_sheet_is_refused_by_name(content: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_sheet(content)
    assert [f.code for f in refused.value.findings] == [code]


@pytest.mark.parametrize(
    "about", ["", "[]", "{}", '{"format": "kingscore-sheet/9"}', '{"format":"kingscore-sheet/1","options":3}', "{", "5"]
)
def test_a_hidden_page_that_says_nothing_known_is_no_sheet(about: str) -> None:
    changed = book(render(sheet_of(games()["simple", 4], "grid"), "xlsx").content, values=False)
    changed["kingscore"]["A1"].value = about
    out = io.BytesIO()
    changed.save(out)
    assert read_filled_sheet(read_workbook(out.getvalue(), "s.xlsx"), variant_files.open_rules) is None


def test_a_workbook_without_the_hidden_page_is_no_sheet() -> None:
    out = io.BytesIO()
    openpyxl.Workbook().save(out)
    assert read_filled_sheet(read_workbook(out.getvalue(), "s.xlsx"), variant_files.open_rules) is None


def test_a_variant_that_there_is_not_is_a_finding() -> None:
    changed = book(render(sheet_of(games()["simple", 4], "grid"), "xlsx").content, values=False)
    cell = changed["kingscore"]["A1"]
    cell.value = cell.value.replace('"variant":"simple"', '"variant":"nowhere"')
    out = io.BytesIO()
    changed.save(out)
    found = read_sheet(out.getvalue())
    assert found.game is None
    assert [f.code for f in found.findings] == ["V301"]


def test_a_stake_written_on_a_blank_sheet_comes_back() -> None:
    content = render(blank_of(games()["simple", 4], "grid", ("Ona", "Jonas", "Rasa", "Vytas")), "xlsx").content
    about = json.loads(book(content)["kingscore"]["A1"].value)
    for worth, currency, told in ((0.05, "EUR", "0.05"), ("0,5", "€", "0.5"), (2, "zł", "2")):
        changed = book(content, values=False)
        page = changed.worksheets[0]
        page[about["stake"]["per_point"]].value, page[about["stake"]["currency"]].value = worth, currency
        out = io.BytesIO()
        changed.save(out)
        back = read_sheet(out.getvalue()).game
        assert back is not None
        assert back.stake is not None
        assert back.stake.per_point == told


@settings(max_examples=60)
@given(
    key=st.sampled_from(sorted(json.loads(ABOUT_SIMPLE))),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=5,
    ),
)
def test_whatever_stands_on_the_hidden_page_is_no_traceback(key: str, value: object) -> None:
    """It is a sheet still, or it is said that it is none."""
    told = json.dumps({**json.loads(ABOUT_SIMPLE), key: value})
    sheets = SheetCells("kingscore", True, {(0, 0): told}, {}), SheetCells("Score", False, {}, {})
    found = about_of(Workbook("s.xlsx", sheets))
    assert found is None or isinstance(found, About)


def test_a_changed_declarer_counts_more_than_the_game_behind_it() -> None:
    played = games()["lithuanian-declared", 4]
    changed = book(render(sheet_of(played, "grid"), "xlsx").content, values=False)
    page = changed.worksheets[0]
    page["D5"].value = next(name for name in played.players if name != page["D5"].value)
    out = io.BytesIO()
    changed.save(out)
    back = read_sheet(out.getvalue()).game
    assert back is not None
    assert back.deals[0].declarer == played.players.index(page["D5"].value)


def test_a_file_that_unpacks_to_something_huge_is_not_opened() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (80 * 1024 * 1024))
    with pytest.raises(Refused) as refused:
        read_sheet(out.getvalue())
    assert [(f.code, f.how) for f in refused.value.findings] == [("F257", "unpacked")]

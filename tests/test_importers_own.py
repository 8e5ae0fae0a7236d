"""A CSV file that kingscore wrote comes back as it was, whatever its language, dialect and layout; so does a workbook.

Where somebody has changed a number since, the number is what was meant.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kingscore.app.export import Look, SheetRequest, blank_sheet
from kingscore.app.files import RECOGNISED, CheckedFile, TableRules, check_file
from kingscore.model.game import Deal, Game, Stake
from kingscore.render import render
from kingscore.render.text_tables import DIALECTS
from kingscore.scoring.schedule import upcoming
from kingscore.scoring.score import score
from kingscore.sheets import blank, fitting_layouts, lay_out
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests.generator import in_points, legal_deal, legal_game

VARIANTS = variant_files.variant_ids()
LINE = "no-tricks by Ona: 2 3 1 2"
LAYOUTS = ("grid", "triangle", "personal")


def games(variant_id: str) -> list[Game]:
    """A whole game and a begun one at each table of a variant, with any of its options, a day and a stake."""
    variant, out = variant_files.variant(variant_id), []
    for table in variant.tables:
        for deals in (None, 2):
            random = Random(f"{variant_id} {table} {deals}")
            options = random.choice(list(variant.choices(table)))
            game = legal_game(variant.rules(table, options), random, deals=deals)
            out.append(replace(game, date="2026-11-27", stake=Stake("0.05", "EUR"), note="a long evening"))
    return out


def written(game: Game, language: str, layout: str = "grid", dialect: str = "comma") -> bytes:
    sheet = lay_out(game, resources.template(layout, game.rules.variant), resources.language(language))
    return render(sheet, "csv", dialect=dialect).content


def read(content: bytes, folder: Path, asked: TableRules = RECOGNISED, file: str = "t.csv") -> CheckedFile:
    path = folder / file
    path.write_bytes(content)
    return check_file(str(path), lambda most: b"", asked)


def fields(content: bytes) -> list[list[str]]:
    """The rows of a file; an empty line is a row with an empty field."""
    return [row or [""] for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))]


def rewritten(rows: list[list[str]], delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue().encode(encoding)


def told(found: CheckedFile) -> list[tuple[str, str]]:
    return [(one.code, one.how) for one in found.findings]


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_what_was_written_is_read_again_exactly(tmp_path: Path, variant_id: str) -> None:
    """All of it: players, variant, options, date, dealer, counts, declarers, sales, stake; nothing is to explain."""
    ways = [(language, dialect) for language in LANGUAGES for dialect in DIALECTS]
    for number, game in enumerate(games(variant_id)):
        for layout in fitting_layouts(game.rules):
            for language, dialect in ways if layout == "grid" and not number else ways[number % 9 :: 4]:
                found = read(written(game, language, layout, dialect), tmp_path)
                assert (found.game, found.findings, found.table) == (game, (), None), (layout, language, dialect)


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_a_workbook_too(tmp_path: Path, variant_id: str) -> None:
    game = games(variant_id)[0]
    for layout, language in zip(fitting_layouts(game.rules), LANGUAGES, strict=False):
        sheet = lay_out(game, resources.template(layout, variant_id), resources.language(language))
        found = read(render(sheet, "xlsx").content, tmp_path, file="t.xlsx")
        assert (found.game, found.table) == (game, None)


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_the_table_alone_is_read_as_any_table_is(tmp_path: Path, variant_id: str) -> None:
    """Without the game below it, as older files are: rows of money and places are no deals, the points are the same."""
    for number, game in enumerate(games(variant_id)):
        points = tuple(line.points for line in score(game).lines)
        for layout in fitting_layouts(game.rules):
            rows = fields(written(game, LANGUAGES[number % 3], layout))
            table = [row for row in rows if row[:1] != ["kingscore"]]
            assert len(table) < len(rows)
            found = read(rewritten(table), tmp_path, TableRules(variant_id, game.rules.options))
            # Titles stand in columns without a head; they come back with the game alone.
            assert {code for code, _ in told(found)} <= {"F240", "F241", "F242", "F244", "F245"} | (
                {"D435"} if variant_id == "korol" else set()
            )
            assert found.report is not None
            assert found.report.points == points


def test_money_has_a_comma_where_spreadsheets_want_one(tmp_path: Path) -> None:
    """A point is worth five cents, so that 13 points are 65 of them."""
    game = Game(
        variant_files.variant("simple").rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3, stake=Stake("0.05", "EUR")
    )
    game = game.with_deal(Deal("no-tricks", points=(-2, -2, -2, -10)))
    for dialect, amounts in (("comma", ["0.10", "-0.30", "0.05"]), ("semicolon", ["0,10", "-0,30", "0,05"])):
        content = written(game, "lt", dialect=dialect)
        rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=DIALECTS[dialect].between)
        money = next(row for row in rows if row[0].startswith("Pinigai"))
        assert [field for field in dict.fromkeys(money[1:]) if field not in ("", "EUR")] == amounts
        assert read(content, tmp_path).game == game


def test_saving_it_again_changes_nothing(tmp_path: Path) -> None:
    """Spreadsheet programs write all fields of a row, drop noughts after the point, take another delimiter."""
    game = games("russian-12")[0]
    rows = fields(written(game, "ru", "triangle"))
    width = max(map(len, rows))
    rows = [[field.removesuffix(".00") for field in row] + [""] * (width - len(row)) for row in rows]
    for delimiter, encoding in ((";", "utf-8-sig"), ("\t", "utf-16")):
        found = read(rewritten(rows, delimiter, encoding), tmp_path)
        assert (found.game, found.findings) == (game, ())
    commas = [[field.replace(".", ",") if row[0].startswith("Деньги") else field for field in row] for row in rows]
    assert read(rewritten(commas), tmp_path).game == game


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_number_changed_in_a_cell_is_what_holds(tmp_path: Path, layout: str) -> None:
    """Two numbers exchanged in deal 3: that deal is as its cells say, all others as they were recorded."""
    game = replace(games("lithuanian-declared")[0], id="evening", ignore=("T602",))
    rows = fields(written(game, "en", layout))
    head = next(at for at, row in enumerate(rows) if row[0] == "No.")
    columns = [rows[head].index(name) for name in game.players]
    points = [int(rows[head + 3][at]) for at in columns]
    first, last = points.index(min(points)), points.index(max(points))
    points[first], points[last] = points[last], points[first]
    for at, value in zip(columns, points, strict=True):
        rows[head + 3][at] = str(value)
    found = read(rewritten(rows), tmp_path)
    assert found.game is not None
    assert ("F246", "deals") in told(found)
    whole = in_points(game)
    changed = replace(whole.deals[2], points=tuple(points))
    deals = tuple(changed if number == 2 else deal for number, deal in enumerate(game.deals))
    assert replace(found.game, written=None) == replace(game, deals=deals, id="")


def test_a_name_changed_in_the_head_is_what_holds(tmp_path: Path) -> None:
    game = games("simple")[0]
    rows = [[game.players[0] + "s" if field == game.players[0] else field for field in row]
            for row in fields(written(game, "en"))]  # fmt: skip
    found = read(rewritten(rows), tmp_path)
    assert found.game is not None
    assert ("F246", "players") in told(found)
    assert (found.game.players[0], found.game.deals) == (game.players[0] + "s", game.deals)


def test_other_rules_that_are_asked_for_are_taken(tmp_path: Path) -> None:
    game = games("simple")[0]
    found = read(written(game, "en"), tmp_path, TableRules("short-king"))
    assert found.game is not None
    assert found.game.rules.variant == "short-king"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", ["grid", "triangle"])
@pytest.mark.parametrize("names", [(), ("Ona", "Jonas", "Rasa", "Vytas")])
def test_a_blank_one_filled_by_hand_knows_its_rules(
    tmp_path: Path, language: str, layout: str, names: tuple[str, ...]
) -> None:
    wish = SheetRequest("lithuanian", names, None, (("finish", "domino"),), Look(layout=layout))
    rows = fields(blank_sheet(wish, "csv", resources.language(language)).content)
    first = next(at for at, row in enumerate(rows) if row[0] == "1" and rows[at + 1][0] == "2")
    head = rows[first - 1]
    players = ("Ona", "Jonas", "Rasa", "Vytas")
    if not names:
        for name in players:
            head[head.index("")] = name
    for name, points in zip(players, ("-4", "-6", "-2", "-4"), strict=True):
        rows[first][head.index(name)] = points
    found = read(rewritten(rows), tmp_path)
    assert found.game is not None
    rules = found.game.rules
    assert (rules.variant, rules.option("finish"), found.game.players) == ("lithuanian", "domino", players)
    assert [deal.points for deal in found.game.deals] == [(-4, -6, -2, -4)]
    assert found.ok


@pytest.mark.parametrize("end", [0, 1, 2, 5])
def test_a_game_below_the_table_that_is_cut_off_leaves_the_table(tmp_path: Path, end: int) -> None:
    """Whatever is left of it: the table is read, and nothing raises."""
    game = games("lithuanian")[0]
    rows = fields(written(game, "lt"))
    first = next(at for at, row in enumerate(rows) if row[0] == "kingscore")
    found = read(rewritten(rows[: first + end]), tmp_path, TableRules("lithuanian", game.rules.options))
    assert found.report is not None
    assert found.report.points == tuple(line.points for line in score(game).lines)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("players: Ona, Jonas, Rasa, Vytas", "players: Ona, Jonas, Rasa"),
        (LINE, "no-tricks by Ona: -4 -6 -2"),
        (LINE, "no-hearts by Ona: 0 1 4 3"),
        (LINE, "no tricks at all"),
        ("variant: declared", "variant: nothing"),
    ],
)
def test_a_game_below_the_table_that_is_another_gives_way_to_the_table(tmp_path: Path, old: str, new: str) -> None:
    game = Game(variant_files.variant("declared").rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3)
    game = game.with_deal(Deal("no-tricks", 0, counts=(("tricks", (2, 3, 1, 2)),)))
    text = written(game, "en").decode("utf-8-sig")
    assert old in text
    found = read(text.replace(old, new).encode(), tmp_path, TableRules("declared"))
    assert [one.code for one in found.findings if one.code not in ("F240", "F245")] == ["F246"]
    assert found.report is not None
    assert found.report.points == tuple(line.points for line in score(game).lines)


def test_a_side_that_nobody_has_played_yet_has_its_noughts(tmp_path: Path) -> None:
    """After penalties alone a row of premiums is all nought, and after premiums alone the one of penalties."""
    rules, players = variant_files.variant("declared").rules(4), ("Ona", "Jonas", "Rasa", "Vytas")
    for contract, points in (("no-tricks", (-4, -6, -2, -4)), ("take-tricks", (4, 6, 2, 4))):
        game = Game(rules, players, 3).with_deal(Deal(contract, 0, points=points))
        table = [row for row in fields(written(game, "en")) if row[0] != "kingscore"]
        assert read(rewritten(table), tmp_path, TableRules("declared")).ok


def blanks(variant_id: str) -> list[tuple[Game, str, bytes]]:
    """A game of one deal at each table and in each layout, with the blank sheet on which it might be written."""
    variant, out = variant_files.variant(variant_id), []
    for table in variant.tables:
        rules = variant.rules(table)
        game = Game(rules, ("Ona", "Jonas", "Rasa", "Vytas", "Zita", "Agnė")[:table], table - 1)
        coming = upcoming(game)
        assert coming is not None
        game = in_points(game.with_deal(legal_deal(game, coming, Random(f"{variant_id} {table}"))))
        for number, layout in enumerate(fitting_layouts(rules)):
            template = resources.template(layout, variant_id)
            sheet = blank(rules, game.players, template, resources.language(LANGUAGES[number]))
            out.append((game, layout, render(sheet, "csv").content))
    return out


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_a_blank_sheet_is_a_game_that_nobody_played_yet(tmp_path: Path, variant_id: str) -> None:
    """As it was written, and with another name in the head, which breaks the seal."""
    for game, layout, content in blanks(variant_id):
        found = read(content, tmp_path)
        assert (found.game, found.findings) == (replace(game, deals=()), ()), layout
        renamed = [["Zuzana" if field == game.players[0] else field for field in row] for row in fields(content)]
        again = read(rewritten(renamed), tmp_path)
        assert again.game is not None
        assert (again.game.players, again.game.deals) == (("Zuzana", *game.players[1:]), ())


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_a_blank_sheet_without_names_has_the_letters_of_the_seats(tmp_path: Path, variant_id: str) -> None:
    for table in variant_files.variant(variant_id).tables:
        found = read(
            blank_sheet(SheetRequest(variant_id, (), table), "csv", resources.language("lt")).content, tmp_path
        )
        assert found.game is not None
        assert (found.game.players, found.game.deals, found.findings) == (tuple("ABCDEF"[:table]), (), ())


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_the_first_deal_on_a_blank_sheet_is_that_deal_and_nothing_else(tmp_path: Path, variant_id: str) -> None:
    """Written into the columns that stand for it; what a deal must come to, and sums, are no points."""
    for game, layout, content in blanks(variant_id):
        language = LANGUAGES[fitting_layouts(game.rules).index(layout)]
        rows, played = fields(content), fields(written(game, language, layout))
        head, other = _head_of(rows), _head_of(played)
        for at, name in enumerate(rows[head]):
            if name in played[other] and at <= max(map(rows[head].index, game.players)):
                rows[head + 1][at] = played[other + 1][played[other].index(name)]
        found = read(rewritten(rows), tmp_path)
        assert found.game is not None, (layout, told(found))
        assert found.game.players == game.players
        assert found.report is not None
        assert found.report.points == tuple(line.points for line in score(game).lines)
        # Titles stand in columns without a head; they come back with the game alone.
        assert {code for code, _ in told(found)} <= {"F240", "F241", "F244", "D435" if variant_id == "korol" else ""}


def _head_of(rows: list[list[str]]) -> int:
    return next(at for at, row in enumerate(rows) if row[0] in ("No.", "№", "Nr."))


def test_the_king_of_hearts_marked_alone_is_that_deal(tmp_path: Path) -> None:
    """Deals before it are missed; nobody is taken for a player who is none."""
    wish = SheetRequest("lithuanian", ("Ona", "Jonas", "Rasa", "Vytas"))
    rows = fields(blank_sheet(wish, "csv", resources.language("en")).content)
    row = next(row for row in rows if "No king of hearts" in row)
    row[rows[0].index("Rasa")] = "x"
    found = read(rewritten(rows), tmp_path)
    assert found.game is not None
    assert found.game.players == ("Ona", "Jonas", "Rasa", "Vytas")
    assert [(deal.contract, deal.counts) for deal in found.game.deals] == [
        ("no-king", (("king-of-hearts", (0, 0, 1, 0)),))
    ]


def as_workbook(rows: list[list[str]]) -> bytes:
    """A CSV file opened by a spreadsheet program and saved as a workbook: numbers are numbers, texts are texts."""
    from openpyxl import Workbook

    workbook, out = Workbook(), io.BytesIO()
    page = workbook.create_sheet("Score", 0)
    for at, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            number = text.removeprefix("-").replace(".", "", 1)
            cell = page.cell(at, column)
            cell.value = float(text) if number.isascii() and number.isdigit() else text or None
    workbook.save(out)
    return out.getvalue()


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_saved_as_a_workbook_the_game_below_the_table_is_found(tmp_path: Path, variant_id: str) -> None:
    """Variant, date, stake, note and counts stand in it alone; a note may be longer than any word of a table."""
    for number, game in enumerate(games(variant_id)):
        long = replace(game, note="a long evening " * 60 + ".")
        for layout in fitting_layouts(game.rules):
            found = read(as_workbook(fields(written(long, LANGUAGES[number % 3], layout))), tmp_path, file="t.xlsx")
            assert (found.game, found.findings) == (long, ()), layout


def test_a_number_changed_in_such_a_workbook_is_what_holds(tmp_path: Path) -> None:
    game = Game(variant_files.variant("simple").rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3, note="kept")
    game = game.with_deal(Deal("no-tricks", counts=(("tricks", (1, 1, 1, 10)),)))
    game = game.with_deal(Deal("no-hearts", counts=(("hearts", (3, 3, 3, 4)),)))
    rows = fields(written(game, "en"))
    rows[1] = ["-12" if field == "-10" else "0" if field == "-2" else field for field in rows[1]]
    found = read(as_workbook(rows), tmp_path, file="t.xlsx")
    assert found.game is not None
    assert ("F246", "deals") in told(found)
    assert (found.game.note, found.game.deals[1]) == ("kept", game.deals[1])


def test_a_number_changed_in_a_workbook_of_ours_loses_nothing_else(tmp_path: Path) -> None:
    """As in a CSV file: stake, note and the counts of the deal that nobody touched; the changed one is in points."""
    from openpyxl import load_workbook

    rules, players = variant_files.variant("lithuanian").rules(4), ("Ona", "Jonas", "Rasa", "Vytas")
    game = Game(rules, players, 3, date="2026-11-20", stake=Stake("0.05", "EUR"), note="a long evening", id="evening")
    game = game.with_deal(Deal("no-tricks", counts=(("tricks", (2, 1, 1, 4)),)))
    game = game.with_deal(Deal("no-hearts", counts=(("hearts", (2, 3, 1, 2)),)))
    for layout in ("grid", "triangle"):
        sheet = lay_out(game, resources.template(layout, "lithuanian"), resources.language("en"))
        workbook, out = load_workbook(io.BytesIO(render(sheet, "xlsx").content)), io.BytesIO()
        page = next(page for page in workbook.worksheets if any(cell.value == "No." for row in page for cell in row))
        head = next(row for row in page if row[0].value == "No.")
        columns = {str(cell.value): at for at, cell in enumerate(head, 1)}
        first, second = (page.cell((head[0].row or 0) + 1, columns[name]) for name in ("Ona", "Jonas"))
        assert abs(int(str(first.value))) == 4
        first.value, second.value = second.value, first.value
        workbook.save(out)
        found = read(out.getvalue(), tmp_path, file="t.xlsx")
        assert told(found) == [("F246", "deals")]
        changed = Deal("no-tricks", points=(-2, -4, -2, -8))
        assert found.game == replace(game, deals=(changed, game.deals[1]), id="")


def test_a_deal_added_to_a_begun_game_is_no_change(tmp_path: Path) -> None:
    """The deals before it are as recorded; the sums, which a CSV file does not add up again, were rubbed out."""
    game = Game(variant_files.variant("simple").rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3, note="kept")
    game = game.with_deal(Deal("no-tricks", counts=(("tricks", (1, 1, 1, 5)),)))
    rows = fields(written(game, "en"))
    head = _head_of(rows)
    for name, points in zip(game.players, ("-4", "-4", "-4", "-4"), strict=True):
        at = rows[head].index(name)
        rows[head + 2][at] = points
        for row in rows:
            if row[0] in ("Penalties", "Total"):
                row[at] = ""
    found = read(rewritten(rows), tmp_path)
    assert found.game is not None
    assert (found.ok, "F246" in {code for code, _ in told(found)}) == (True, False)
    assert (found.game.note, found.game.deals) == ("kept", (*game.deals, Deal("no-jacks", points=(-4, -4, -4, -4))))


@pytest.mark.parametrize("columns", ["", "x", "9 8 7 6", "6 7 8", "6 7 8 9 10", "0 7 8 9", "6 6 7 8", "998 999 1 2"])
@pytest.mark.parametrize("seal", ["", "#", "#00000000"])
def test_a_record_that_tells_its_columns_wrongly_is_no_trouble(tmp_path: Path, columns: str, seal: str) -> None:
    """The table holds, or the record does; nothing breaks, and the players are those of the head in any case."""
    game = games("lithuanian")[0]
    text = written(game, "en").decode("utf-8")
    (form,) = [line for line in text.splitlines() if "kingscore-table/1" in line]
    spoilt = text.replace(form, f"kingscore,kingscore-table/1 {columns} {seal}")
    found = read(spoilt.encode("utf-8"), tmp_path)
    assert found.game is not None
    assert found.game.players == game.players
    bare = read(text.replace(form, "kingscore,kingscore-table/1 ").encode("utf-8"), tmp_path)
    assert bare.game is not None

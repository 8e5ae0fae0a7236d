"""Workbooks in LibreOffice, made to calculate on loading: it agrees with each value that is stored, and sees a slip."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from kingscore import library
from kingscore.render import render
from kingscore.render.xlsx.read import read_xlsx_sheet
from kingscore.score import score
from kingscore.sheet import blank, fitting_layouts
from tests.test_render_xlsx import blank_of, book, formula_cells, sheet_of
from tests.test_sheet_paper import games

pytestmark = pytest.mark.system
#: Makes LibreOffice calculate every formula when it opens a workbook, instead of believing the stored values.
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
</oor:items>"""


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A LibreOffice of its own, so that nobody's settings are touched."""
    folder = tmp_path_factory.mktemp("office")
    (folder / "user").mkdir()
    (folder / "user" / "registrymodifications.xcu").write_text(ALWAYS, "utf-8")
    return folder


def calculated(files: dict[str, bytes], profile: Path, folder: Path) -> dict[str, bytes]:
    """The workbooks as LibreOffice saves them, all in one run."""
    (folder / "out").mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    office = shutil.which("soffice")
    assert office is not None, "this test needs LibreOffice"
    subprocess.run(
        [
            office,
            f"-env:UserInstallation=file://{profile}",
            "--headless",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(folder / "out"),
            *(str(folder / name) for name in files),
        ],
        check=True,
        capture_output=True,
        timeout=600,
    )
    return {name: (folder / "out" / name).read_bytes() for name in files}


def differences(before: bytes, after: bytes) -> list[tuple[str, str, Any, Any]]:
    """Formulas whose value is another one after calculating; an empty text and an empty cell are the same."""
    found = book(after)
    return [
        (page, address, value, found[page][address].value)
        for page, address, value in formula_cells(before)
        if (found[page][address].value if found[page][address].value not in (None, "") else None)
        != (value if value not in (None, "") else None)
    ]


def disagreements(
    sheets: list[tuple[str, int, str]], profile: Path, folder: Path
) -> dict[str, list[tuple[str, str, Any, Any]]]:
    """What LibreOffice calculates otherwise in these sheets, filled and blank."""
    files = {}
    for variant, seats, layout in sheets:
        played, name = games()[variant, seats], f"{variant}-{seats}-{layout}"
        files[f"{name}.xlsx"] = render(sheet_of(played, layout), "xlsx").content
        files[f"{name}-blank.xlsx"] = render(blank_of(played, layout), "xlsx").content
    after = calculated(files, profile, folder)
    return {name: found for name in files if (found := differences(files[name], after[name]))}


ALL = [
    (variant, seats, layout)
    for (variant, seats), played in sorted(games().items())
    for layout in fitting_layouts(played.rules)
]


def test_every_stored_value_is_what_libreoffice_calculates(profile: Path, tmp_path: Path) -> None:
    """A sheet of each variant, the layouts in turn."""
    variants = sorted({variant for variant, _, _ in ALL})
    some = [[sheet for sheet in ALL if sheet[0] == variant] for variant in variants]
    chosen = [sheets[at % len(sheets)] for at, sheets in enumerate(some)]
    assert len(chosen) > 25
    assert disagreements(chosen, profile, tmp_path) == {}


@pytest.mark.soak
def test_every_value_of_every_sheet_is_what_libreoffice_calculates(profile: Path, tmp_path: Path) -> None:
    """Every variant, table and layout."""
    assert len(ALL) > 80
    assert disagreements(ALL, profile, tmp_path) == {}


def test_the_comparison_sees_a_wrong_stored_value(profile: Path, tmp_path: Path) -> None:
    """Were LibreOffice to believe what is stored, the test above would hold whatever is stored."""
    import zipfile

    content = render(sheet_of(games()["simple", 4], "grid"), "xlsx").content
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(out, "w") as target:
        for entry in source.infolist():
            part = source.read(entry)
            if entry.filename == "xl/worksheets/sheet1.xml":
                part = part.replace(b"</f><v>", b"</f><v>9", 1)
            target.writestr(entry, part)
    after = calculated({"wrong.xlsx": out.getvalue()}, profile, tmp_path)
    assert len(differences(out.getvalue(), after["wrong.xlsx"])) == 1


def test_a_slip_in_an_entry_cell_shows_in_its_sum_and_check(profile: Path, tmp_path: Path) -> None:
    """The sum is no longer what it must come to, and the rule that turns it red holds there and nowhere else."""
    content = render(sheet_of(games()["simple", 4], "grid"), "xlsx").content
    changed = book(content, values=False)
    page = changed.worksheets[0]
    rules = {str(area.sqref): rule.formula[0] for area in page.conditional_formatting for rule in area.rules}
    page["D5"].value = page["D5"].value + 2
    for at, (address, condition) in enumerate(sorted(rules.items()), 1):
        page[f"Z{at}"].value, page[f"AA{at}"].value = f"={condition}", address
    out = io.BytesIO()
    changed.save(out)
    after = book(calculated({"slip.xlsx": out.getvalue()}, profile, tmp_path)["slip.xlsx"]).worksheets[0]
    red = {after[f"AA{at}"].value for at in range(1, len(rules) + 1) if after[f"Z{at}"].value}
    sums = {c.coordinate for row in after.iter_rows(max_col=20) for c in row if c.value == -14}
    assert len(rules) > 15
    assert "M5" in sums & red
    assert red == {"M5", "M12", "M21"}


def test_an_evening_on_a_blank_sheet_comes_back_from_libreoffice(profile: Path, tmp_path: Path) -> None:
    """Names, contracts, declarers and points typed in, saved by LibreOffice, taken back: the game that was played."""
    played = games()["lithuanian-declared", 4]
    rules = played.rules
    content = render(blank(rules, (), library.template("grid"), library.language("lt")), "xlsx").content
    filled = openpyxl.load_workbook(io.BytesIO(content))
    page = filled.worksheets[0]
    names = {contract.id: contract.names.of("lt") for contract in rules.contracts}
    for seat, name in enumerate(played.players):
        page.cell(4, 6 + 2 * seat).value = name
    page["B5"].value = played.players[played.dealer]
    for row, (deal, line) in enumerate(zip(played.deals, score(played).lines, strict=True), 5):
        page[f"C{row}"].value = names[deal.contract]
        assert deal.declarer is not None
        page[f"D{row}"].value = played.players[deal.declarer]
        page[f"E{row}"].value = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}.get(deal.trump or "")
        for seat, points in enumerate(line.points or ()):
            page.cell(row, 6 + 2 * seat).value = points
    out = io.BytesIO()
    filled.save(out)
    after = calculated({"evening.xlsx": out.getvalue()}, profile, tmp_path)["evening.xlsx"]
    back = read_xlsx_sheet(after, "evening.xlsx", library.open_rules)
    assert back.findings == ()
    assert back.game is not None
    assert (back.game.players, back.game.dealer) == (played.players, played.dealer)
    told = [(d.contract, d.declarer, d.trump) for d in back.game.deals]
    assert told == [(d.contract, d.declarer, d.trump) for d in played.deals]
    assert [line.points for line in score(back.game).lines] == [line.points for line in score(played).lines]
    totals = {c.value for row in book(after).worksheets[0].iter_rows(min_row=45) for c in row}
    assert set(score(played).totals or ()) <= totals

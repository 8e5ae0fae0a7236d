"""Workbooks in LibreOffice, made to calculate on loading: it agrees with each value that is stored, and sees a slip."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from kingscore.render import render
from kingscore.sheets import fitting_layouts
from tests.office import calculated, new_profile
from tests.test_render_xlsx import blank_of, book, formula_cells, sheet_of
from tests.test_sheet_paper import games

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_profile(tmp_path_factory.mktemp("office"))


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

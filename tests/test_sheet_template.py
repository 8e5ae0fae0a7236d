"""Templates: the shipped ones are whole, a user's own works the same way, and every fault in one is told at once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kingscore.model.findings import Refused
from kingscore.render import render
from kingscore.sheets import blank
from kingscore.sheets.template import COLOURS, LAYOUTS
from kingscore.sheets.template_file import read_template, template_schema
from kingscore.storage import resources
from tests import schemas
from tests.test_sheet_paper import games


def codes(raw: dict[str, object]) -> list[tuple[str, object]]:
    with pytest.raises(Refused) as refused:
        read_template(raw, "mine", ("en", "lt", "ru"))
    return [(f.code, dict(f.values)["key"]) for f in refused.value.findings]


def test_every_layout_has_its_template_and_every_shipped_template_is_read() -> None:
    assert set(LAYOUTS) <= set(resources.template_names())
    found = [resources.template(name) for name in resources.template_names()]
    assert {template.layout for template in found} == set(LAYOUTS)


def test_a_variant_has_its_own_template_where_there_is_one() -> None:
    assert resources.template("grid", "lithuanian").bare_penalties
    assert not resources.template("grid", "simple").bare_penalties
    assert resources.template("triangle", "lithuanian") == resources.template("triangle")


def test_a_template_of_ones_own_changes_paper_columns_colours_and_words(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        'layout = "grid"\npaper = "A5"\norientation = "landscape"\ncolumns = ["contract", "players"]\n'
        'running = false\nsignatures = false\n[colours]\npenalty = "#000000"\n[labels.en]\ntitle = "Club evening"\n',
        "utf-8",
    )
    template = resources.template_file(path)
    sheet = blank(games()["simple", 4].rules, (), template, resources.language("en"))
    assert sheet.title == "Club evening"
    assert [column.holds for column in sheet.blocks[0].columns] == ["contract", *["points"] * 4]
    assert sheet.signatures == ()
    assert template.size == (595.28, 419.53)
    assert (template.colour("penalty"), template.colour("ink")) == ("#000000", COLOURS["ink"])
    assert render(sheet, "pdf").content.startswith(b"%PDF")


def test_every_fault_of_a_template_is_told_at_once() -> None:
    raw: dict[str, object] = {
        "papper": "A5",
        "paper": "A6",
        "per_page": 3,
        "margin": 500,
        "open_rows": True,
        "running": "yes",
        "columns": ["deal"],
        "colours": {"ink": "black", "paint": "#ffffff"},
        "labels": {"fr": {}, "en": {"title": 3}},
    }
    assert codes(raw) == [
        ("R903", "papper"),
        ("R904", "paper"),
        ("R904", "per_page"),
        ("R905", "margin"),
        ("R905", "open_rows"),
        ("R905", "running"),
        ("R904", "columns"),
        ("R904", "columns"),
        ("R905", "colours.ink"),
        ("R904", "colours"),
        ("R904", "labels"),
        ("R905", "labels.en"),
    ]


def outcome(raw: dict[str, object]) -> set[str]:
    """The codes for which a template is refused, none where it is one."""
    try:
        read_template(raw, "mine", ("en", "lt", "ru"))
    except Refused as refused:
        return {f.code for f in refused.findings}
    return set()


@pytest.mark.parametrize("value", [None, 3, [], {}, [1], {"a": []}, ["A4"], "", -1, 2.5])
@pytest.mark.parametrize("key", ["layout", "paper", "per_page", "margin", "running", "columns", "colours", "labels"])
def test_no_value_ends_in_a_traceback(key: str, value: object) -> None:
    """Whatever stands in a template, it is a template or it is refused."""
    assert outcome({key: value}) <= {"R904", "R905"}


def test_a_file_that_is_no_template_is_refused_by_name(tmp_path: Path) -> None:
    broken, absent = tmp_path / "broken.toml", tmp_path / "absent.toml"
    broken.write_text("paper = A4", "utf-8")
    for path, code, status in ((broken, "R907", 2), (absent, "R908", 3)):
        with pytest.raises(Refused) as refused:
            resources.template_file(path)
        assert [f.code for f in refused.value.findings] == [code]
        assert refused.value.status == status
    with pytest.raises(Refused) as refused:
        resources.template("circle")
    assert [f.code for f in refused.value.findings] == ["R906"]


def test_paper_can_be_chosen_for_one_sheet() -> None:
    template = resources.template("grid").on(paper="Letter", per_page=2)
    assert (template.paper, template.per_page, template.orientation) == ("Letter", 2, "portrait")
    with pytest.raises(Refused) as refused:
        template.on(paper="A0", orientation="askew")
    assert [dict(f.values)["key"] for f in refused.value.findings] == ["paper", "orientation"]


@pytest.mark.parametrize("path", sorted(resources.shipped("templates").glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_valid_by_the_schema(path: Path) -> None:
    assert list(schemas.faults(template_schema(resources.LANGUAGES), tomllib.loads(path.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    "faulty", [{"papper": "A5"}, {"paper": "A6"}, {"margin": 500}, {"columns": ["deal"]}, {"colours": {"ink": "black"}}]
)
def test_the_schema_refuses_what_the_model_refuses(faulty: dict[str, Any]) -> None:
    assert list(schemas.faults(template_schema(resources.LANGUAGES), faulty))
    assert outcome(faulty)

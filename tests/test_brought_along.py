"""A game of a house variant brings its rules along: in a line file and in a document, there and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kingscore.app.files import check_file, take_in
from kingscore.model.game import Game
from kingscore.notation.codec import write_document
from kingscore.notation.document import read_document
from kingscore.notation.king import read_king, write_king
from kingscore.render import render
from kingscore.scoring.score import score
from kingscore.sheets import blank, lay_out
from kingscore.storage import open_store, resources, variant_files
from kingscore.variant import Variant
from kingscore.variant.models import faults_of
from tests.evenings import tricks

ENGLISH = resources.language("en")
AT = "2026-11-29T20:00:00Z"
HOUSE = """\
base = "lithuanian"
id = "our-king"
[names]
en = "Our King with \\"quotes\\" and a # sign"
[contracts.no-tricks]
values = {tricks = -3}
total = -24
[contracts.no-all]
total = -104
[game]
total = -16
"""
SHORT = """\
[[case]]
when = {finish = ["short"]}
game.total = -8
"""


def house(folder: Path, text: str = HOUSE + SHORT) -> Variant:
    """The variant of a file of one's own, which only this test has."""
    path = folder / "our-king.toml"
    path.write_text(text.replace("[game]\n", "[game]\ndeals = 12\n"), "utf-8")
    return variant_files.from_raw(variant_files.whole_content(path))


def game_of(variant: Variant) -> Game:
    game = Game(variant.rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3, (tricks(2, 3, 1, 2),), id="our evening")
    return variant_files.carrying(game, variant)


@pytest.mark.parametrize("form", ["king", "json"])
def test_a_house_variant_travels_with_its_game(tmp_path: Path, form: str) -> None:
    variant = house(tmp_path)
    assert faults_of(variant) == ()
    game = game_of(variant)
    file = tmp_path / f"evening.{form}"
    file.write_text(write_king(game) if form == "king" else write_document(game), "utf-8")
    checked = check_file(str(file), lambda _: b"")
    assert checked.findings == ()
    assert checked.report is not None
    assert checked.report.points == ((-6, -9, -3, -6),)
    with open_store(str(tmp_path / "games.db")) as store:
        taken, _ = take_in(store, str(file), lambda _: b"", AT)
        kept = store.load(taken.name)
        assert kept.variant.raw == variant.raw
        assert score(kept.game).totals == (-6, -9, -3, -6)
        again = variant_files.carrying(kept.game, kept.variant)
    assert write_king(again) == write_king(game)
    assert write_document(again) == write_document(game)


@pytest.mark.parametrize("form", ["filled", "blank"])
def test_a_house_variant_travels_with_its_workbook(tmp_path: Path, form: str) -> None:
    game = game_of(house(tmp_path))
    look = resources.template("grid")
    sheet = lay_out(game, look, ENGLISH) if form == "filled" else blank(game.rules, game.players, look, ENGLISH)
    file = tmp_path / "evening.xlsx"
    file.write_bytes(render(sheet, "xlsx").content)
    checked = check_file(str(file), lambda _: b"")
    assert checked.ok
    assert checked.game is not None
    assert checked.game.rules.names == game.rules.names
    assert checked.report is not None
    assert checked.report.points == (((-6, -9, -3, -6),) if form == "filled" else ())
    assert variant_files.variant_of(checked.game.rules).raw == json.loads(game.rules.content)


@pytest.mark.parametrize("form", ["filled", "changed", "blank"])
def test_a_house_variant_travels_with_its_table(tmp_path: Path, form: str) -> None:
    """In CSV too: as it was written, with a number changed in it since, and blank, filled by hand."""
    game = game_of(house(tmp_path))
    look = resources.template("grid")
    sheet = blank(game.rules, game.players, look, ENGLISH) if form == "blank" else lay_out(game, look, ENGLISH)
    text = render(sheet, "csv").content.decode("utf-8-sig")
    row = next(line for line in text.splitlines() if line.startswith("1,Vytas,No tricks,"))
    points = {"filled": "-6,-6,-9,-9,-3,-3,-6,-6", "changed": "-3,-3,-9,-9,-6,-6,-6,-6", "blank": "-6,,-9,,-3,,-6,"}[
        form
    ]
    written = f"1,Vytas,No tricks,,,{points},-24,"
    file = tmp_path / "evening.csv"
    file.write_text(text.replace(row, written if form == "blank" else f"{written}-24"), "utf-8")
    checked = check_file(str(file), lambda _: b"")
    # Nobody has added up again below the number that was changed.
    assert [one.code for one in checked.findings if one.severity == "error"] == ["T601"] * (form == "changed")
    assert checked.report is not None
    assert checked.report.points == ((-3, -9, -6, -6) if form == "changed" else (-6, -9, -3, -6),)
    with open_store(str(tmp_path / "games.db")) as store:
        taken, _ = take_in(store, str(file), lambda _: b"", AT, keep_errors=True)
        kept = store.load(taken.name)
        assert variant_files.carrying(kept.game, kept.variant).rules.content == game.rules.content


def test_a_shipped_variant_is_only_named(tmp_path: Path) -> None:
    shipped = variant_files.variant("lithuanian")
    assert game_of(shipped).rules.content == ""
    older = variant_files.from_raw({**shipped.raw, "sources": []})
    assert json.loads(game_of(older).rules.content)["id"] == "lithuanian"


def test_rules_brought_along_under_another_name_are_refused(tmp_path: Path) -> None:
    game = game_of(house(tmp_path))
    text = write_king(replace(game, rules=replace(game.rules, variant="lithuanian")))
    reading = read_king(text, "evening.king", variant_files.open_rules, resources.words())
    assert reading.game is None
    assert [(one.code, dict(one.values)["found"]) for one in reading.findings] == [("V319", "our-king")]


@pytest.mark.parametrize(
    ("rules", "code"), [('{"id": "our-king"}', "V310"), ('{"a": NaN}', "F217"), ("[1]", "F205"), ("{", "F205")]
)
def test_broken_rules_brought_along_are_findings(rules: str, code: str) -> None:
    text = f"variant: our-king\nplayers: Ona, Jonas, Rasa, Vytas\nrules: {rules}\n"
    reading = read_king(text, "evening.king", variant_files.open_rules, resources.words())
    assert reading.game is None
    assert code in [one.code for one in reading.findings]


@pytest.mark.parametrize(("rules", "code"), [("{}", "V319"), ('{"a": NaN}', "F217"), ("[1]", "F219"), ("5", "F219")])
def test_broken_rules_in_a_document_are_findings(rules: str, code: str) -> None:
    head = '"format": "kingscore-game/1", "variant": "our-king", "players": ["O", "J", "R", "V"], "dealer": "V"'
    reading = read_document(f'{{{head}, "deals": [], "rules": {rules}}}', "evening.json", variant_files.open_rules)
    assert reading.game is None
    assert code in [one.code for one in reading.findings]


def test_a_total_that_is_wrong_with_some_options_only_says_with_which(tmp_path: Path) -> None:
    (fault,) = faults_of(house(tmp_path, HOUSE))
    assert (fault.code, fault.how) == ("V306", "where")
    assert dict(fault.values) == {"key": "game.total", "stated": -16, "found": -8, "where": ("finish = short",)}

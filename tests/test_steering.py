"""No text steers a terminal: refused on its way in, from wherever it comes, and shown harmlessly on its way out."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kingscore.app.export import Look, exported
from kingscore.app.files import check_file
from kingscore.model.findings import Refused
from kingscore.model.folding import control_characters, steers
from kingscore.model.game import Game
from kingscore.notation import read_deal
from kingscore.notation.codec import write_document
from kingscore.notation.fields import DEAL, HEAD
from kingscore.render.fonts import fonts
from kingscore.render.formats import write
from kingscore.render.text_tables import FORMULA, guarded, unguarded
from kingscore.render.text_width import shown
from kingscore.sheets import Template
from kingscore.sheets.chart import chart
from kingscore.sheets.labels import plan_sheet
from kingscore.storage import resources, variant_files
from kingscore.variant.models import faults_of_form
from tests.evenings import evening
from tests.scorer import Scorer

ROOT = Path(__file__).parents[1]
ENGLISH = resources.language("en")
#: Escape, bell, carriage return, delete, the two starts of a C1 sequence, what turns a line round, line separators.
STEERING = (
    "\x1b[31m",
    "\x07",
    "\r",
    "\x7f",
    "\x9b2J",
    "\x85",
    "\u202e",
    "\u2067",
    "\u061c",
    "\u200f",
    "\u2028",
    "\ud800",
)
#: Names that are hard on a format: each must come out of it as it went in.
NAMES = ("=cmd|' /C calc'!A0", "+1+1", "@SUM(1)", "-2", "'=x", "''", "<b>&amp;", "a|b", "]]>", "`x`", "[/red]", "שרה")


def is_harmless(text: str) -> bool:
    return not any(steers(char) for char in text.replace("\n", ""))


@pytest.mark.parametrize("characters", STEERING)
def test_every_text_field_of_a_document_refuses_it(characters: str) -> None:
    """The fields are those of the tables, so that a new one is tried as well."""
    whole = json.loads(write_document(played(evening())))
    texts = [field.name for field in HEAD if field.kind in ("text", "lines", "date", "variant") and field.public]
    for name in texts:
        assert "F224" in codes({**whole, name: f"a{characters}"}) or name in ("date", "variant"), name
        assert codes({**whole, name: f"a{characters}"}), name
    for name in (field.name for field in DEAL if field.kind in ("text", "lines") and field.name != "contract"):
        deal = {**whole["deals"][0], name: f"a{characters}"}
        assert "F224" in codes({**whole, "deals": [deal]}), name
    assert codes({**whole, "players": [f"Ona{characters}", "Jonas", "Rasa", "Vytas"], "dealer": "Jonas"})
    assert "F224" in codes({**whole, "unknown": {"deep": [f"a{characters}"]}})
    assert "F224" in codes({**whole, "unknown": {f"a{characters}": 1}})
    assert codes({**whole, "options": {"finish": f"a{characters}"}})
    assert codes({**whole, "stake": {"per_point": "1", "currency": f"a{characters}"}})
    assert codes({**whole, "seated": [{"from": 2, "seat": 1, "player": f"a{characters}"}]})


def codes(document: object) -> list[str]:
    from kingscore.notation.document import read_document

    found = read_document(json.dumps(document), "x.json", variant_files.open_rules).findings
    return [one.code for one in found if one.severity == "error"]


@pytest.mark.parametrize("characters", STEERING[:-1])
@pytest.mark.parametrize(
    "line",
    [
        ["amend", "head", "note={}"],
        ["amend", "head", "Ona={}"],
        ["amend", "head", "stake=1 {}"],
        ["amend", "head", "seated=2 B {}"],
        ["amend", "1", "no-tricks 2 3 1 2", "--why", "{}"],
        ["deal", "0 1 4 3", "note", "{}"],
        ["deal", "0 1 4 2", "--agreed", "{}"],
        ["replace", "B", "{}"],
        ["new", "lithuanian", "{}", "B1", "C1", "D1"],
        ["players", "add", "{}"],
        ["players", "rename", "Ona", "{}"],
        ["players", "alias", "Ona", "{}"],
        ["pay", "Ona", "Jonas", "1 EUR", "--note", "{}"],
        ["pay", "Ona", "Jonas", "1 {}"],
        ["games", "delete", "{}"],
        ["rules", "{}"],
        ["explain", "{}"],
        ["check", "{}.king"],
        ["variants", "new", "{}"],
    ],
    ids=lambda line: " ".join(line) if isinstance(line, list) else None,
)
def test_every_word_of_a_command_refuses_it_and_no_answer_repeats_it(
    scorer: Scorer, line: list[str], characters: str
) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal 2 3 1 2")
    before = scorer.fine("log --json").out
    said = scorer([word.replace("{}", f"x{characters}y") for word in line])
    assert said.status != 0
    assert is_harmless(said.out + said.err)
    assert scorer.fine("log --json").out == before
    said = scorer([*(word.replace("{}", f"x{characters}y") for word in line), "--json"])
    assert is_harmless(said.out + said.err)


@pytest.mark.parametrize("characters", STEERING[:-1])
def test_a_variant_and_a_template_refuse_it_in_every_text_and_key(tmp_path: Path, characters: str) -> None:
    whole = dict(variant_files.variant("lithuanian").raw)
    for raw in (
        {**whole, "names": {"en": [f"King{characters}"]}},
        {
            **whole,
            "contracts": {
                **whole["contracts"],
                "no-tricks": {**whole["contracts"]["no-tricks"], "names": {"en": characters}},
            },
        },
        {**whole, f"a{characters}": 1},
    ):
        _, faults = faults_of_form(variant_files.from_raw(raw))
        assert ("V304", "control") in [(one.code, one.how) for one in faults]
    file = tmp_path / "mine.toml"
    file.write_text(f"[labels.en]\ntotal = {json.dumps('x' + characters)}\n", "utf-8")
    with pytest.raises(Refused) as refused:
        resources.template_file(file)
    assert {one.code for one in refused.value.findings} <= {"R905", "R907"}


def test_a_house_variant_in_a_file_cannot_bring_it_along(scorer: Scorer, tmp_path: Path) -> None:
    document = json.loads(write_document(played(evening())))
    raw = {**variant_files.variant("lithuanian").raw, "id": "evil", "names": {"en": ["King\x1b]0;owned\x07\x1b[2J"]}}
    document |= {"variant": "evil", "rules": raw}
    file = tmp_path / "evil.json"
    file.write_text(json.dumps(document), "utf-8")
    for command in ("check", "import"):
        said = scorer([command, str(file)])
        assert said.status != 0
        assert is_harmless(said.out + said.err)


def test_the_name_of_a_file_or_a_folder_is_shown_harmlessly(scorer: Scorer, tmp_path: Path) -> None:
    folder = tmp_path / "d\x1b[31m"
    folder.mkdir()
    (folder / "game.king").write_text(
        "variant: lithuanian\nplayers: Ona, Jonas, Rasa, Vytas\ndealer: Vytas\n\nno-tricks 2 3 1 2\n", "utf-8"
    )
    lines = (
        ["import", str(folder)],
        ["check", str(folder)],
        ["check", str(folder), "--json"],
        ["export", "-o", str(folder / "a\x07.pdf")],
        ["library", "backup", str(folder / "copy\x9b.db")],
        ["sheet", "lithuanian", "-o", str(folder / "b\u202e.pdf")],
        ["library", "export", str(tmp_path / "out\x1b")],
    )
    for line in lines:
        said = scorer(line)
        assert said.status == 0, (line, said.err)
        assert is_harmless(said.out + said.err), line


def test_all_that_people_read_is_printed_in_one_place() -> None:
    """``put`` of the command line; the others print the version, schemas, completions, and redraw one line."""
    allowed = {"context.py": 2, "run.py": 1, "program.py": 2, "play.py": 3}
    printing = ("print", "sys.stdout.write", "sys.stderr.write", "sys.stdout.buffer.write")
    found: dict[str, int] = {}
    for path in sorted((ROOT / "kingscore").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in printing:
                found[path.name] = found.get(path.name, 0) + 1
    assert found == allowed


# What comes out


def played(game: Game) -> Game:
    return game.with_deal(read_deal("no-tricks 2 3 1 2", game, 1, resources.words()))


def written(game: Game, form: str, look: Look | None = None) -> bytes:
    return exported(game, variant_files.variant("lithuanian"), form, look or Look(), ENGLISH).content


def games_with_hard_names() -> list[Game]:
    return [played(replace(evening(), players=NAMES[at : at + 4])) for at in range(0, len(NAMES), 4)]


@pytest.mark.parametrize("game", games_with_hard_names(), ids=lambda game: " ".join(game.players))
def test_hard_names_leave_every_format_well_formed(game: Game) -> None:
    ET.fromstring(write("svg", "chart", chart(plan_sheet(game, Template("grid"), ENGLISH), fonts())).content)
    page = written(game, "html").decode()
    parser = Cells()
    parser.feed(page)
    assert set(game.players) <= set(parser.texts)
    markdown = written(game, "md").decode()
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1


class Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("dialect", ["comma", "semicolon", "tab"])
@pytest.mark.parametrize("game", games_with_hard_names(), ids=lambda game: " ".join(game.players))
def test_no_field_of_a_csv_is_a_formula_and_every_name_comes_back(game: Game, dialect: str, tmp_path: Path) -> None:
    content = written(game, "csv", Look(dialect=dialect))
    sign = {"comma": ",", "semicolon": ";", "tab": "\t"}[dialect]
    for row in csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=sign):
        for field in row:
            number = re.fullmatch(r"[-+]?[0-9]+([.,][0-9]+)?", field)
            assert not field.startswith(("=", "@", "\t", "\r")), field
            assert number or not field.startswith(("+", "-")), field
    file = tmp_path / "game.csv"
    file.write_bytes(content)
    back = check_file(str(file), lambda most: b"").game
    assert back is not None
    assert back.players == game.players


@pytest.mark.parametrize("text", [*NAMES, "", "Ona", "'", "'Ona", "=", "\t=x", "−4"])
def test_a_guard_is_taken_off_again(text: str) -> None:
    field = guarded(text)
    assert (unguarded(field) if field != text else field) == text
    assert not field.startswith(FORMULA) or field.startswith("'")


@pytest.mark.parametrize("characters", STEERING)
def test_what_is_shown_is_what_is_refused(characters: str) -> None:
    assert control_characters(characters)
    assert is_harmless(shown(f"a{characters}b"))

"""A repaired file keeps everything else, also what could not be read, and what is left in it is reported."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from kingscore.notation.codec import write_document
from kingscore.notation.document import read_document
from kingscore.storage import variant_files
from tests.scorer import Said, Scorer

HEAD = """\
# our Friday
variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
dealer: Vytas  # by lot
"""
#: −4 −2 −2 −8, then −0 −0 −10 −6.
TOTALS = "written: -4 -2 -12 -14\n"
DEALS = "no-tricks 2 1 1 4\nno-hearts 0 0 5 3\n"
#: Seven hearts of eight.
SLIP = "no-hearts 0 0 5 2"


class Asked:
    """``check`` of one file, its questions answered by lines."""

    def __init__(self, path: Path, scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self.scorer, self.monkeypatch = path, scorer, monkeypatch

    def __call__(self, text: str, *answers: str, words: tuple[str, ...] = ("--fix",)) -> Said:
        self.path.write_text(text, encoding="utf-8")
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        return self.scorer(["check", str(self.path), *words])

    @property
    def text(self) -> str:
        return self.path.read_text("utf-8")


@pytest.fixture
def king(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(tmp_path / "evening.king", Scorer(capsys), monkeypatch)


@pytest.fixture
def document(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(tmp_path / "evening.json", Scorer(capsys), monkeypatch)


def test_deals_without_an_empty_line_before_them_are_read_all_the_same(king: Asked) -> None:
    """One line is missing, so one thing is wrong; the totals are right and nothing else is offered for them."""
    said = king(HEAD + TOTALS + DEALS, words=("--json",))
    assert [one["code"] for one in said.document["files"][0]["findings"]] == ["F205"]
    assert said.document["files"][0]["totals"] == [-4, -2, -12, -14]
    told = king(HEAD + TOTALS + DEALS, words=()).out
    assert "evening.king:6\n" in told
    assert "To fix the file: kingscore check --fix" in told


def test_the_empty_line_before_the_deals_is_put_in(king: Asked) -> None:
    said = king(HEAD + TOTALS + DEALS, "y", "y")
    assert (said.status, "No errors are left." in said.out) == (0, True)
    assert king.text == HEAD + TOTALS + "\n" + DEALS


def test_the_empty_line_comes_with_the_other_repairs_or_stays_out(king: Asked) -> None:
    glued = HEAD + "no-tricks 2 1 1 4\n" + SLIP + "\n"
    assert king(glued, "y", "4", "y").status == 0
    assert king.text == HEAD + "\nno-tricks 2 1 1 4\nno-hearts 0 0 5 3\n"
    said = king(glued, "n", "4", "y")
    assert (said.status, "1 error left: F205" in said.out) == (1, True)
    assert king.text == HEAD + "no-tricks 2 1 1 4\nno-hearts 0 0 5 3\n"
    assert (king(glued, "q", "y").status, king.text) == (1, glued)


def test_a_document_needs_no_empty_line_and_loses_nothing_without_it(king: Asked, tmp_path: Path) -> None:
    out = tmp_path / "b.json"
    said = king(HEAD + TOTALS + DEALS, "y", words=("--fix", "-o", str(out)))
    assert (said.status, "No errors are left." in said.out) == (0, True)
    assert [deal["contract"] for deal in json.loads(out.read_text("utf-8"))["deals"]] == ["no-tricks", "no-hearts"]


@pytest.mark.parametrize("odd", ["stake 0.05 EUR", "date: 30.02.1999", "written: -4 -2 x12 -14", '"mood: x'])
def test_a_line_of_the_head_that_could_not_be_read_stays_as_it_stands(king: Asked, odd: str) -> None:
    text = f"{HEAD}{odd}\n\nno-tricks 2 1 1 4\n{SLIP}\n"
    said = king(text, "n", "y") if odd.startswith("written") else king(text, "4", "y")
    assert (said.status, "Nothing is wrong" in said.out) == (1, False)
    assert f"{odd}\n\n" in king.text


def test_a_deal_that_could_not_be_read_stays_as_it_stands(king: Asked) -> None:
    said = king(f"{HEAD}date: 30.02.1999\n\nno-trickz 2 1 1 4\n{SLIP}\n", "4", "y")
    assert (said.status, "2 errors left: F210, L133" in said.out) == (1, True)
    assert king.text == f"{HEAD}date: 30.02.1999\n\nno-trickz 2 1 1 4\nno-hearts 0 0 5 3\n"


@pytest.mark.parametrize("odd", ["no-trickz 2 1 1 4", "stake 0.05 EUR"])
def test_no_totals_are_judged_while_a_line_is_unread(king: Asked, odd: str) -> None:
    """The line may be a deal's: then zeros are not what the deals come to."""
    text = f"{HEAD}{TOTALS}finished: yes\n{odd}\n\n{SLIP}\n"
    said = king(text, words=("--json",)).document["files"][0]
    assert "T601" not in {one["code"] for one in said["findings"]}
    assert said["totals"] is None
    assert "written:" not in king(text, "q").out


def test_no_deal_is_missing_while_a_line_is_unread(king: Asked) -> None:
    """The first deal is there, though nobody could read its line."""
    said = king(f"{HEAD}no-trickz 2 1 1 4\nno-hearts 0 0 5 3\n", words=("--json",)).document["files"][0]
    assert [one["code"] for one in said["findings"]] == ["F205", "F205"]
    assert king(f"{HEAD}no-trickz 2 1 1 4\nno-hearts 0 0 5 3\n", "n").out.count("Do it?") == 1


@pytest.mark.parametrize("deals", ["null", '"none"', "{}"])
def test_no_totals_are_judged_of_a_document_without_its_deals(document: Asked, deals: str) -> None:
    text = GAME.replace('"date"', '"written": {"totals": [-4, -2, -12, -14]}, "date"').replace(LIST, deals)
    said = document(text, words=("--json",)).document["files"][0]
    assert "T601" not in {one["code"] for one in said["findings"]}


def test_a_head_that_is_repaired_keeps_its_other_lines(king: Asked) -> None:
    said = king(f"\n{HEAD}written: 0 0 0 0   # added up by Jonas\nmood: good\n\n{DEALS}", "1", "y")
    assert said.status == 0
    assert king.text == f"\n{HEAD}written: -4 -2 -12 -14   # added up by Jonas\nmood: good\n\n{DEALS}"


def test_a_deal_put_in_before_all_others_stands_below_the_empty_line(king: Asked) -> None:
    said = king(f"{HEAD}\nno-hearts 0 0 5 3\nno-jacks-and-kings 3 2 2 1\n", "y", "2 1 1 4", "y")
    assert said.status == 0
    assert king.text == f"{HEAD}\n{DEALS}no-jacks-and-kings 3 2 2 1\n"


LIST = '[{"contract": "no-tricks", "counts": {"tricks": [2, 1, 1, 3]}}]'
GAME = (
    '{"format": "kingscore-game/1", "variant": "lithuanian", "players": ["Ona", "Jonas", "Rasa", "Vytas"],'
    f' "dealer": "Vytas", "date": "1998-12-01", "deals": {LIST}}}'
)


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [("1998-12-01", "1998-13-01", "F210"), ("[2, 1, 1, 3]", "7", "F219"), (LIST, "{}", "F219")],
)
def test_a_document_is_not_repaired_where_what_could_not_be_read_would_be_lost(
    document: Asked, was: str, now: str, code: str
) -> None:
    text = GAME.replace(was, now)
    said = document(text, "1", "y")
    assert (said.status, f"Fix these by hand first: {code}" in said.out) == (1, True)
    assert document.text == text
    assert "Do it?" not in said.out


def test_a_game_file_goes_into_no_document_where_something_would_be_lost(king: Asked, tmp_path: Path) -> None:
    for odd in ("stake 0.05 EUR\n\n", "\nno-trickz 2 1 1 4\n"):
        said = king(HEAD + odd + SLIP + "\n", "1", "y", words=("--fix", "-o", str(tmp_path / "out.json")))
        assert (said.status, "Fix these by hand first" in said.out) == (1, True)
        assert not (tmp_path / "out.json").exists()


def test_what_was_not_asked_for_is_named_where_the_rest_is_good(king: Asked) -> None:
    said = king(f"{HEAD}\nno-tricks 2 1 1 4\n{SLIP}\n", words=("--fix", "--select", "C"))
    assert said.status == 0
    assert said.out.endswith("Not reported, as requested: D440\nNo other errors are left.\n")
    said = king(f"{HEAD}date: x\n\n{SLIP.replace('2', '3')}\n", words=("--fix", "--ignore", "F210,C"))
    assert "Not reported, as requested: C501, F210\n" in said.out


#: Points without their minus; hearts come to −14 instead of −16.
PAPER = "Ona,Jonas,Rasa,Vytas\n4,2,2,8\n0,0,10,4\n"


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(tmp_path / "paper.csv", Scorer(capsys), monkeypatch)


def test_a_table_is_repaired_by_the_rules_by_which_it_was_checked(table: Asked, tmp_path: Path) -> None:
    """The command that is suggested reads the table as it was read."""
    rules = ("--variant", "lithuanian", "--option", "finish=trumps")
    out = tmp_path / "paper.king"
    for command in ("check", "import"):
        table.path.write_text(PAPER, encoding="utf-8")
        said = table.scorer([command, str(table.path), *rules])
        pointer = f"kingscore check --fix {table.path} {' '.join(rules)} -o {out}\n"
        assert (said.status, pointer in said.out + said.err) == (1, True)
    assert table(PAPER, "3", words=("--fix", *rules, "-o", str(out))).status == 0
    repaired = out.read_text("utf-8")
    assert repaired.startswith("variant: lithuanian\noptions: finish=trumps\n")
    assert repaired.endswith("\n\nno-tricks -4 -2 -2 -8\nno-hearts -0 -0 -12 -4\n")


def test_a_workbook_that_kingscore_made_is_repaired(table: Asked, tmp_path: Path) -> None:
    book, out = tmp_path / "sheet.xlsx", tmp_path / "sheet.king"
    table.scorer(["sheet", "lithuanian", "Ona", "Jonas", "Rasa", "Vytas", "-o", str(book)])
    filled = load_workbook(book)
    for row, entries in ((5, (4, 2, 2, 8)), (6, (0, 0, 10, 4))):
        for column, entry in enumerate(entries, 6):
            filled.worksheets[0].cell(row, column).value = entry
    filled.save(book)
    assert f"check --fix {book} -o {out}\n" in table.scorer(["check", str(book)]).out
    table.monkeypatch.setattr("sys.stdin", io.StringIO("3\n"))
    assert table.scorer(["check", "--fix", str(book), "-o", str(out)]).status == 0
    assert out.read_text("utf-8").endswith("\n\nno-tricks -4 -2 -2 -8\nno-hearts -0 -0 -12 -4\n")


def test_a_csv_that_kingscore_made_becomes_a_game_file(king: Asked, tmp_path: Path) -> None:
    """The rows of its deals are no lines of a game file."""
    csv, out = tmp_path / "table.csv", tmp_path / "table.king"
    king(f'{HEAD}\nno-tricks 2 1 1 3 agreed "as on paper"\n', words=())
    king.scorer(["import", str(king.path)])
    king.scorer(["export", "-o", str(csv)])
    king.monkeypatch.setattr("sys.stdin", io.StringIO("4\n"))
    assert king.scorer(["check", "--fix", str(csv), "-o", str(out)]).status == 0
    assert out.read_text("utf-8").endswith("\n\nno-tricks 2 1 1 4\n")


#: Laid out by hand: keys in an order of one's own, no options, one deal on a line and one on many, a number as written.
LAID_OUT = """\
{
    "players": ["Ona","Jonas","Rasa","Vytas"], "format": "kingscore-game/1",
    "written": {"totals": [-4, -2, -12, -15]},
    "dealer":"Vytas",
    "mood": 1.50,
    "deals": [
        {"contract":"no-tricks", "counts": {"tricks": [2,1,1,4]}},

        {
            "contract": "no-hearts",
            "counts": {
                "hearts": [
                    0, 0,
                    5, 2
                ]
            }
        },
        {"contract":"no-queens", "counts":{"queens":[1,1,2,0]}, "note": "x"}
    ],
    "variant": "lithuanian"
}
"""
PUT_IN = '{"contract": "no-jacks-and-kings", "counts": {"jacks-and-kings": [3, 2, 2, 1]}},\n'


def canonical(text: str) -> str:
    """A document as kingscore writes it."""
    game = read_document(text, "", variant_files.open_rules).game
    assert game is not None
    return write_document(game)


def test_a_repaired_document_is_written_in_its_canonical_form(document: Asked) -> None:
    """Only what was repaired is another: an entry, a deal put in, the totals, −4−0−6−4 and so on."""
    said = document(LAID_OUT, "4", "1", "3 2 2 1", "1", "y")
    assert (said.status, "No errors are left." in said.out) == (0, True)
    expected = LAID_OUT.replace("5, 2", "5, 3").replace("-4, -2, -12, -15", "-14, -10, -24, -16")
    assert document.text == canonical(expected.replace('{"contract":"no-queens"', f'{PUT_IN}{{"contract":"no-queens"'))
    assert '"mood": 1.50' in document.text


def test_a_deal_is_taken_out_of_a_document(document: Asked) -> None:
    text = LAID_OUT.replace("5, 2", "5, 3").replace("-4, -2, -12, -15", "-4, -2, -12, -14")
    assert document(text, "2", "y").status == 0
    last = ',\n        {"contract":"no-queens", "counts":{"queens":[1,1,2,0]}, "note": "x"}'
    assert document.text == canonical(text.replace(last, ""))


def test_a_document_on_one_line_gets_a_line_for_each_deal(document: Asked) -> None:
    assert document(GAME, "4", "y").status == 0
    assert document.text == canonical(GAME.replace("[2, 1, 1, 3]", "[2, 1, 1, 4]"))


def test_what_ends_with_one_line_end_ends_so_when_it_is_written_anew(king: Asked, tmp_path: Path) -> None:
    """Also where it becomes a document; lines end as they ended."""
    out = tmp_path / "out.json"
    assert king(f"{HEAD}\n{DEALS}", words=("--fix", "-o", str(out))).status == 0
    assert out.read_text("utf-8").endswith("]\n}\n")
    king.path.write_bytes(f"{HEAD}\nno-tricks 2 1 1 3\n".replace("\n", "\r\n").encode())
    king.monkeypatch.setattr("sys.stdin", io.StringIO("4\ny\n"))
    assert king.scorer(["check", "--fix", str(king.path)]).status == 0
    assert king.path.read_bytes() == f"{HEAD}\nno-tricks 2 1 1 4\n".replace("\n", "\r\n").encode()


@pytest.mark.parametrize("kind", ["king", "document"])
def test_a_deal_put_in_leaves_the_lines_behind_it_as_they_are(request: pytest.FixtureRequest, kind: str) -> None:
    """A line that names no declarer means who is in turn where it stands, so nobody is out of turn in the end."""
    asked: Asked = request.getfixturevalue(kind)
    rows = ("no-queens 1 1 2 0", "no-king Rasa", "no-last-two 1 1 0 0", "no-all -0 -32 -32 -32", "trumps 2 3 1 2")
    text = "\n".join((HEAD, DEALS + "no-jacks-and-kings 3 2 2 1", *rows)) + "\n"
    if kind == "document":
        asked.path.with_suffix(".king").write_text(text, encoding="utf-8")
        asked.scorer(["import", str(asked.path.with_suffix(".king"))])
        text = re.sub(r' "id": .*\n', "", asked.scorer(["export", "--to", "json"]).out)
    short = re.sub(r".*no-king.*\n", "", text)
    said = asked(short, "1", "Rasa", "y")
    assert (said.status, "C5" in said.out.partition("Done")[2]) == (0, False)
    assert asked.text == text.replace("no-king Rasa", "no-king: Rasa")

"""Files on the command line: checked, taken in, written, in the documented forms; what is wrong in one stops none."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from kingscore.app.files import SUFFIXES, TABLES
from kingscore.model.findings import CODES
from kingscore.storage.resources import LANGUAGES
from tests.scorer import Scorer

GOOD = """variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
dealer: Vytas
date: 2026-11-29
id: tuesday

no-tricks   2 3 1 2
no-hearts   -0 -16 -0 -0
"""
WRONG = GOOD.replace("2 3 1 2", "2 3 1 1").replace("tuesday", "wednesday")


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scorer:
    """A scorer in a folder with a good game, a wrong one, and files that are none."""
    monkeypatch.chdir(tmp_path)
    for name, content in {
        "good.king": GOOD,
        "wrong.king": WRONG,
        "games/b.king": GOOD,
        "games/a.king": WRONG,
        "games/notes.txt": "not a game",
        "games/.hidden.king": "not looked at",
        "empty.king": "",
        "broken.json": '{"format": "kingscore-game/1", "variant":',
        "unknown.king": GOOD.replace("lithuanian", "lithuanan"),
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8")
    (tmp_path / "binary.king").write_bytes(b"\x00\x01\x02PK\x03\x04")
    (tmp_path / "old.king").write_bytes(GOOD.replace("Ona", "Аня").encode("cp1251"))
    return Scorer(capsys)


def test_check_prints_the_documented_document(scorer: Scorer) -> None:
    said = scorer("check wrong.king --json")
    assert said.status == 1
    found = said.document["files"][0]["findings"]
    assert found[0].pop("message").startswith("Deal 1, No tricks: ")
    repairs = found[0].pop("repairs")
    assert said.document == {
        "ok": False,
        "files": [
            {
                "file": "wrong.king",
                "variant": "lithuanian",
                "ok": False,
                "findings": said.document["files"][0]["findings"],
                "points": [None, [0, -16, 0, 0]],
                "totals": None,
                "complete": False,
            }
        ],
    }
    assert found == [{"code": "D440", "severity": "error", "deal": 1, "seat": None, "item": "tricks"}]
    assert next(
        {"line": repair["line"], "deal": repair["deal"]["number"]}
        for repair in repairs
        if repair["deal"]["counts"] == {"tricks": [2, 3, 1, 2]}
    ) == {"line": "kingscore amend 1 no-tricks 2 3 1 2", "deal": 1}
    assert all(set(repair) == {"line", "why", "deal"} and repair["why"] for repair in repairs)


def test_a_good_file_is_ok(scorer: Scorer) -> None:
    said = scorer.fine("check good.king --json").document
    assert said == {
        "ok": True,
        "files": [
            {
                "file": "good.king",
                "variant": "lithuanian",
                "ok": True,
                "findings": [],
                "points": [[-4, -6, -2, -4], [0, -16, 0, 0]],
                "totals": [-4, -22, -2, -4],
                "complete": False,
            }
        ],
    }


def test_a_finding_quotes_the_files_own_line_with_its_number(scorer: Scorer) -> None:
    said = scorer("check wrong.king")
    assert said.err == ""
    assert said.out.startswith("Error D440 · deal 1 · wrong.king:7\n")
    assert "\n    no-tricks   2 3 1 1\n" in said.out
    assert "wrong.king: 1 error" in said.out


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("empty.king", "F204"),
        ("broken.json", "F216"),
        ("binary.king", "F202"),
        ("old.king", "F201"),
        ("unknown.king", "V301"),
    ],
)
def test_whatever_is_wrong_inside_a_file_is_a_finding_and_the_others_are_reported(
    scorer: Scorer, file: str, code: str
) -> None:
    said = scorer(f"check {file} good.king --json")
    assert said.status == 1
    first, second = said.document["files"]
    assert (first["file"], first["ok"], first["variant"], first["totals"]) == (file, False, None, None)
    assert code in [found["code"] for found in first["findings"]]
    assert (second["file"], second["ok"]) == ("good.king", True)


def test_a_file_that_cannot_be_opened_is_status_3_and_the_others_are_reported(scorer: Scorer) -> None:
    said = scorer("check nowhere.king wrong.king good.king --json")
    assert said.status == 3
    assert [(file["file"], file["ok"]) for file in said.document["files"]] == [
        ("nowhere.king", False),
        ("wrong.king", False),
        ("good.king", True),
    ]
    assert [found["code"] for found in said.document["files"][0]["findings"]] == ["U891"]


def test_a_folder_is_walked_in_order(scorer: Scorer) -> None:
    said = scorer("check games --json")
    assert [file["file"] for file in said.document["files"]] == ["games/a.king", "games/b.king"]
    Path("none").mkdir()
    nothing = scorer("check none --json")
    assert (nothing.status, nothing.document["findings"][0]["code"]) == (2, "U821")
    assert ", ".join((*SUFFIXES, *TABLES)) in nothing.document["findings"][0]["message"]


@pytest.mark.parametrize("command", ["check", "import"])
def test_what_is_no_file_in_a_folder_is_left_out(scorer: Scorer, command: str) -> None:
    """A pipe would be waited for without an end; a link to a game is one, a link to nothing is told as missing."""
    Path("old").mkdir()
    os.mkfifo("old/f.king")
    assert [one["code"] for one in scorer(f"{command} old --json").document["findings"]] == ["U821"]
    os.symlink(Path("good.king").resolve(), "old/g.king")
    assert scorer(f"{command} old").status == 0
    os.symlink("nowhere", "old/h.csv")
    said = scorer(f"{command} old")
    assert (said.status, "U891" in said.out + said.err) == (3, True)


PAGES = {"pdf": "PDF", "png": "PNG", "html": "HTML", "md": "Markdown"}


@pytest.mark.parametrize("form", PAGES)
def test_a_page_or_a_picture_is_told_as_one_thing(scorer: Scorer, form: str) -> None:
    """Whatever a sheet was exported as to be looked at: one finding that names it and what can be read instead."""
    scorer.fine("import good.king")
    scorer.fine(f"export --to {form} -o sheet.{form}")
    for command in ("check", "import"):
        said = scorer(f"{command} sheet.{form}")
        told = said.out + said.err
        assert (said.status, told.count("Error ")) == (1, 1)
        assert f"Error F259 · sheet.{form}\n  The file is {PAGES[form]}," in told


def test_a_picture_of_a_game_is_told_as_one_thing(scorer: Scorer) -> None:
    scorer.fine("import good.king")
    scorer.fine("export --chart --to svg -o chart.svg")
    found = scorer("check chart.svg --json").document["files"][0]["findings"]
    assert [(one["code"], "SVG" in one["message"]) for one in found] == [("F259", True)]


def test_jsonl_is_a_line_a_file(scorer: Scorer) -> None:
    said = scorer("check good.king wrong.king --jsonl")
    assert said.status == 1
    assert [json.loads(line)["ok"] for line in said.out.splitlines()] == [True, False]


@pytest.mark.parametrize("form", ["king", "json"])
def test_standard_input_is_read_as_what_it_is(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    scorer.fine("import good.king")
    text = scorer.fine(f"--game tuesday export --to {form}").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    said = scorer.fine("check - --json").document
    assert (said["files"][0]["file"], said["files"][0]["totals"]) == ("-", [-4, -22, -2, -4])


def test_a_huge_file_is_not_read_whole(scorer: Scorer) -> None:
    with open("huge.king", "wb") as file:
        file.truncate(100 * 2**20)
    said = scorer("check huge.king --json")
    assert (said.status, said.document["files"][0]["findings"][0]["code"]) == (1, "F203")


def test_what_steers_a_terminal_is_shown_and_not_sent(scorer: Scorer) -> None:
    Path("steer.king").write_text(GOOD.replace("2 3 1 2", "2 3 \x1b[2J 2"), "utf-8")
    said = scorer("check steer.king")
    assert said.status == 1
    assert "\x1b" not in said.out
    assert "\\x1b[2J" in said.out


def test_a_very_long_line_is_cut_around_the_place(scorer: Scorer) -> None:
    Path("long.king").write_text(GOOD.replace("2 3 1 2", "2 3 1 " + "x" * 5000), "utf-8")
    said = scorer("check long.king")
    assert said.status == 1
    assert max(map(len, said.out.splitlines())) < 300


def test_import_takes_games_in_and_says_when_they_are_here_already(scorer: Scorer) -> None:
    said = scorer.fine("import good.king --json").document
    assert said["games"] == [{"file": "good.king", "game": "tuesday"}]
    again = scorer.fine("import good.king --json").document
    assert [found["code"] for found in again["findings"]] == ["S706"]
    Path("good.king").write_text(GOOD.replace("2 3 1 2", "2 2 2 2"), "utf-8")
    other = scorer("import good.king --json")
    assert (other.status, [found["code"] for found in other.document["findings"]]) == (1, ["S705"])


def test_a_file_corrected_and_imported_again_is_reported_as_there_twice(scorer: Scorer) -> None:
    text = "".join(line for line in GOOD.splitlines(True) if not line.startswith("id:"))
    Path("one.king").write_text(text.replace("2 3 1 2", "2 3 1 1"), "utf-8")
    said = scorer("import one.king")
    assert (said.status, "one.king: not imported" in said.out) == (1, True)
    scorer.fine("import one.king --keep-errors")
    Path("one.king").write_text(text, "utf-8")
    found = scorer.fine("import one.king --json").document["findings"]
    assert [(one["code"], one["severity"]) for one in found] == [("S726", "hint")]
    scorer.fine("games delete 2026-11-29-lithuanian")
    assert [row["game"] for row in scorer.fine("games --json").document["games"]] == ["2026-11-29-lithuanian-2"]


def test_a_file_without_an_id_is_taken_in_once(scorer: Scorer) -> None:
    Path("good.king").write_text("".join(line for line in GOOD.splitlines(True) if not line.startswith("id:")), "utf-8")
    first = scorer.fine("import good.king --json").document
    again = scorer.fine("import good.king --json").document
    assert [found["code"] for found in again["findings"]] == ["S706"]
    assert again["games"] == first["games"]
    assert len(scorer.fine("games --json").document["games"]) == 1


def test_import_refuses_errors_unless_they_are_to_be_kept(scorer: Scorer) -> None:
    refused = scorer("import wrong.king good.king --json")
    assert refused.status == 1
    assert refused.document["games"] == [
        {"file": "wrong.king", "game": None},
        {"file": "good.king", "game": "tuesday"},
    ]
    scorer.fine("import wrong.king --keep-errors")
    scorer.fine("--game wednesday export -o kept.king")
    assert [found["code"] for found in scorer("check kept.king --json").document["files"][0]["findings"]] == ["D440"]


def test_what_cannot_be_read_is_never_taken_in(scorer: Scorer) -> None:
    Path("torn.king").write_text(GOOD.replace("2 3 1 2", "2 3 1 zwei"), "utf-8")
    assert scorer("import torn.king --keep-errors").status == 1
    assert scorer("import nowhere.king").status == 3
    assert scorer.fine("games --json").document == {"games": []}


def test_a_sheet_that_was_printed_here_comes_back(scorer: Scorer) -> None:
    scorer.fine("import good.king")
    scorer.fine("--game tuesday export -o sheet.xlsx")
    said = scorer.fine("check sheet.xlsx --json").document["files"][0]
    assert (said["ok"], said["totals"]) == (True, [-4, -22, -2, -4])
    Path("other.xlsx").write_bytes(b"PK\x03\x04 and then nothing")
    assert scorer("check other.xlsx --json").document["files"][0]["findings"][0]["code"] == "F258"


@pytest.mark.parametrize("form", ["king", "json", "xlsx"])
def test_other_rules_that_are_asked_for_are_told_to_change_nothing(scorer: Scorer, form: str) -> None:
    """A game’s file says by which rules it is played; what it says anyway is not told. Nothing is refused for it."""
    scorer.fine("import good.king")
    scorer.fine(f"--game tuesday export -o out.{form}")

    def told(words: str) -> list[tuple[str, str]]:
        document = scorer.fine(f"{words} --json --lang en").document
        found = document.get("findings", []) or [one for file in document.get("files", []) for one in file["findings"]]
        return [(one["code"], one["message"].partition(" has no effect here")[0]) for one in found]

    assert told(f"check out.{form} --variant lithuanian --option finish=domino") == []
    other = [("F260", "--variant simple"), ("F260", "--option finish=trumps"), ("F260", "--option boys=jacks")]
    assert told(f"check out.{form} --variant simple --option finish=trumps --option boys=jacks") == other
    assert set(other) <= set(told(f"import out.{form} --variant simple --option finish=trumps --option boys=jacks"))


@pytest.mark.parametrize("form", ["king", "json"])
def test_what_is_exported_comes_back_the_same(scorer: Scorer, form: str) -> None:
    scorer.fine("import good.king")
    scorer.fine(f"--game tuesday export -o out.{form}")
    once = Path(f"out.{form}").read_bytes()
    scorer.fine("games delete tuesday")
    Path(f"out.{form}").write_bytes(once.replace(b"tuesday", b"thursday"))
    scorer.fine(f"import out.{form}")
    scorer.fine(f"--game thursday export --to {form} -o again.{form}")
    assert Path(f"again.{form}").read_bytes() == once.replace(b"tuesday", b"thursday")


def test_a_file_that_is_there_is_only_written_over_on_request(scorer: Scorer) -> None:
    scorer.fine("import good.king")
    Path("out.king").write_text("mine", "utf-8")
    said = scorer("--game tuesday export -o out.king --json")
    assert (said.status, said.document["findings"][0]["code"]) == (3, "U820")
    assert Path("out.king").read_text("utf-8") == "mine"
    scorer.fine("--game tuesday export -o out.king --force")
    assert Path("out.king").read_text("utf-8").startswith("variant: lithuanian\n")
    assert [path.name for path in Path.cwd().iterdir() if path.suffix == ".tmp"] == []


def test_a_file_that_cannot_be_written_is_status_3(scorer: Scorer) -> None:
    scorer.fine("import good.king")
    said = scorer("--game tuesday export -o nowhere/out.king --json")
    assert (said.status, said.document["findings"][0]["code"]) == (3, "U891")


@pytest.mark.parametrize("form", ["xlsx", "pdf", "csv", "md", "html"])
def test_a_blank_sheet_in_every_form_and_language(scorer: Scorer, form: str) -> None:
    for language in LANGUAGES:
        scorer.fine(f"sheet lithuanian-declared-3 --players 4 --to {form} -o {language}.{form} --lang {language}")
        assert Path(f"{language}.{form}").stat().st_size > 200


def test_a_blank_sheet_may_have_names(scorer: Scorer) -> None:
    out = scorer.fine("sheet lithuanian Ona Jonas Rasa Vytas --to csv").out
    assert all(name in out for name in ("Ona", "Jonas", "Rasa", "Vytas"))


@pytest.mark.parametrize(
    ("words", "code"),
    [("sheet lithuanan", "V301"), ("sheet lithuanian --players 5", "V310"), ("sheet lithuanian --option x=y", "V308")],
)
def test_a_sheet_that_cannot_be_is_refused(scorer: Scorer, words: str, code: str) -> None:
    said = scorer(f"{words} --to csv --json")
    assert (said.status, said.document["findings"][0]["code"]) == (2, code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_explained(scorer: Scorer, language: str) -> None:
    told = scorer.fine(f"explain --lang {language} --json").document["codes"]
    assert [one["code"] for one in told] == list(CODES)
    for code in CODES.values():
        page = scorer.fine(f"explain {code.code} --lang {language}").out
        assert page.startswith(f"{code.code} · ")
        assert len(page.splitlines()) >= 6
    assert scorer.fine("explain unknown-variant").out == scorer.fine("explain v301").out


def test_a_file_that_cannot_be_written_is_told_by_what_is_in_the_way(scorer: Scorer) -> None:
    """The folder that is missing, the folder where a file is wanted, the device that is full: each by its name."""
    scorer("new lithuanian Ona Jonas Rasa Vytas")
    for output, named in (("nowhere/a.king", "“nowhere”"), ("games", "“games” is a folder")):
        for forced in ("", " --force"):
            said = scorer(f"export -o {output}{forced}")
            assert said.status == 3
            assert named in said.err
    if Path("/dev/full").exists():
        said = scorer("export -o /dev/full")
        assert (said.status, "/dev/full" in said.err) == (3, True)


def test_the_only_game_taken_in_is_in_play_where_none_was(scorer: Scorer) -> None:
    """The next command speaks of it; a game that is in play is never pushed aside."""
    assert "The game in play: tuesday" in scorer.fine("import good.king").out
    assert scorer.fine("show").out
    Path("other.king").write_text(GOOD.replace("tuesday", "friday"), "utf-8")
    assert "in play" not in scorer.fine("import other.king").out
    assert "id: tuesday" in scorer.fine("export").out


def test_of_several_games_taken_in_none_is_in_play(scorer: Scorer) -> None:
    Path("other.king").write_text(GOOD.replace("tuesday", "friday"), "utf-8")
    scorer.fine("import good.king other.king")
    assert scorer("show").status == 2


#: What was typed, the exit status and the code, and what stands in the message in each language.
UNOPENED = [
    ("variants check nope.toml", 3, "V314", ("“nope.toml”", "«nope.toml»", "„nope.toml“")),
    ("variants check .", 3, "V314", ("“.” cannot be opened: it is a folder", "это папка", "tai aplankas")),
    ("new nope.toml Ona Jonas Rasa Vytas", 3, "V314", ("there is no such file", "такого файла", "tokio failo")),
    ("rules nope.toml", 3, "V314", ("there is no such file", "такого файла", "tokio failo")),
    ("compare simple nope.toml", 3, "V314", ("there is no such file", "такого файла", "tokio failo")),
    ("sheet nope.toml", 3, "V314", ("there is no such file", "такого файла", "tokio failo")),
    ("sheet simple --template nope.toml", 3, "R908", ("there is no such file", "такого файла", "tokio failo")),
    ("sheet simple --template ./", 3, "R908", ("it is a folder", "это папка", "tai aplankas")),
    ("library export slip.king", 3, "U891", ("a folder is expected", "нужна папка", "reikia aplanko")),
    ("export --all -o slip.king", 3, "U891", ("a folder is expected", "нужна папка", "reikia aplanko")),
    ("library backup slip.king/copy.db", 3, "S711", ("file of that name", "стоит файл", "yra failas")),
    ("variants check broken.toml", 1, "V302", ("line 2, column 5", "строка 2, столбец 5", "eilutė 2, stulpelis 5")),
    ("new broken.toml A B C D", 2, "V302", ("line 2, column 5", "строка 2, столбец 5", "eilutė 2, stulpelis 5")),
    ("variants check half.toml", 1, "V302", ("half.toml ends", "half.toml обрывается", "half.toml baigiasi")),
    ("variants check bytes.toml", 1, "V302", ("0xFF in line 2", "0xFF в строке 2", "0xFF eilutėje 2")),
    ("variants check deep.toml", 1, "V302", ("too deep", "слишком глубоко", "per giliai")),
    ("sheet simple --template broken.toml", 2, "R907", ("line 2, column 5", "строка 2", "eilutė 2")),
    ("sheet simple --template half.toml", 2, "R907", ("half.toml ends", "обрывается", "baigiasi")),
    ("sheet simple --template bytes.toml", 2, "R907", ("0xFF in line 2", "0xFF в строке 2", "0xFF eilutėje 2")),
]


@pytest.mark.parametrize(("words", "status", "code", "told"), UNOPENED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_cannot_be_opened_or_is_no_toml_is_told_in_the_language(
    scorer: Scorer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    words: str,
    status: int,
    code: str,
    told: tuple[str, ...],
) -> None:
    """The system's reasons are said in the language; the parser of TOML is quoted, its place said in words."""
    monkeypatch.chdir(tmp_path)
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    files = {"slip.king": b"", "broken.toml": b"a = 1\nfoo bar\n", "half.toml": b"a = [1,\n"}
    files |= {"bytes.toml": b"a = 1\n\xff\xfe", "deep.toml": b"a = " + b"[" * 5000}
    for name, content in files.items():
        Path(name).write_bytes(content)
    said = scorer(f"{words} --lang {language}")
    assert (said.status, code in said.out + said.err) == (status, True)
    assert told[("en", "ru", "lt").index(language)] in said.out + said.err
    for english in ("No such file", "Is a directory", "File exists", "Not a directory", "codec", "at line"):
        assert english not in said.out + said.err


def test_a_table_is_read_by_a_variant_of_an_id_not_by_a_file(scorer: Scorer, tmp_path: Path) -> None:
    """A file of rules is no variant that a game could name: it is refused as an unknown one."""
    table, own = tmp_path / "t.csv", tmp_path / "own.toml"
    table.write_text("Ona,Jonas,Rasa,Vytas\n-4,-6,-2,-4\n", "utf-8")
    own.write_text('base = "lithuanian"\nid = "own"\n', "utf-8")
    said = scorer(f"check {table} --variant {own} --json")
    assert (said.status, [one["code"] for one in said.document["findings"]]) == (2, ["V301"])

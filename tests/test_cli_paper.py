"""Paper on the command line: sheets and games in every form, on every paper, one or a season of them, whole or not at
all."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pypdfium2
import pytest
from PIL import Image

from kingscore.app import export, folders
from kingscore.render.formats import formats_for
from kingscore.sheets.template import PAPERS
from kingscore.storage.files import safe_name, safe_names, write_out
from kingscore.storage.resources import LANGUAGES
from tests.scorer import Said, Scorer

EVENING = """variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
date: {date}
id: {id}

no-tricks   2 3 1 2
no-hearts   -0 -16 -0 -0
"""
#: Names that have tripped up programs, in tables of four.
ODD = (
    ("=1+1", "@x", "#N/A", "O'Neil & Co"),
    ("<Ann>", "[/red]", "Žydrūnė Šiaučiūnaitė", "Александра-Виктория Константинопольская"),
    ("שלום", "👩‍🦰 Ona", "16", "I"),
)
MISSING = ("שלום", "👩‍🦰 Ona")
FORMS = tuple(form for form in formats_for("sheet", "game") if form != "png")


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scorer:
    """A scorer in a folder of his own, with three evenings kept, the last one in play."""
    monkeypatch.chdir(tmp_path)
    scorer = Scorer(capsys)
    for number, date in enumerate(("2026-09-01", "2026-10-02", "2026-11-03"), 1):
        Path("game.king").write_text(EVENING.format(date=date, id=f"evening-{number}"), "utf-8")
        scorer.fine("import game.king")
    scorer.fine("use evening-3")
    return scorer


def code(said: Said) -> tuple[int, str]:
    return said.status, said.document["findings"][0]["code"]


def pages(file: str) -> list[tuple[float, float]]:
    document = pypdfium2.PdfDocument(Path(file).read_bytes())
    return [(round(w), round(h)) for w, h in (page.get_size() for page in document)]


def words(file: str) -> str:
    document = pypdfium2.PdfDocument(Path(file).read_bytes())
    return "\n".join(page.get_textpage().get_text_bounded() for page in document).replace("\r\n", "\n")


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_sheet_lies_on_the_paper_that_was_asked_for(scorer: Scorer, paper: str) -> None:
    width, height = (round(side) for side in PAPERS[paper])
    for command in ("export", "sheet lithuanian"):
        scorer.fine(f"{command} --to pdf --paper {paper} -o up.pdf --force")
        scorer.fine(f"{command} --to pdf --paper {paper} --orientation landscape --back -o side.pdf --force")
        assert pages("up.pdf") == [(width, height)]
        assert pages("side.pdf") == [(height, width)] * 2


def test_several_blank_sheets_share_a_page_and_have_the_rules_on_the_back(scorer: Scorer) -> None:
    scorer.fine("sheet lithuanian --per-page 4 --back --lang ru -o four.pdf")
    document = pypdfium2.PdfDocument(Path("four.pdf").read_bytes())
    front, back = (page.get_textpage().get_text_bounded() for page in document)
    assert front.count("Литовский кинг") == 4
    assert front.count("✂") == 2
    assert [back.count(words) for words in ("Сдача карт", "Литовский кинг", "✂")] == [4, 4, 0]


@pytest.mark.parametrize(("words", "across", "down"), [("", 1, 2), ("--orientation landscape", 2, 1)])
def test_each_half_of_a_page_has_all_the_rules_on_its_back(scorer: Scorer, words: str, across: int, down: int) -> None:
    """Cut along the dashes, no word is cut: none stands in two halves."""
    scorer.fine(f"sheet lithuanian --per-page 2 --back {words} -o two.pdf")
    back = pypdfium2.PdfDocument(Path("two.pdf").read_bytes())[1]
    (width, height), text = back.get_size(), back.get_textpage()
    halves: dict[tuple[int, int], int] = {}
    for at in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(at)
        part = int(left / width * across), int(bottom / height * down)
        assert part == (int(right / width * across), int(top / height * down))
        halves[part] = halves.get(part, 0) + 1
    assert len(halves) == 2
    assert len(set(halves.values())) == 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sheet lithuanian --paper A6", "R904"),
        ("sheet lithuanian --orientation across", "R904"),
        ("sheet lithuanian --per-page 3", "R904"),
        ("sheet lithuanian --per-page none", "U809"),
        ("sheet omnibus --layout triangle", "R901"),
        ("sheet lithuanian --layout circle", "R906"),
        ("sheet symmetric --players 6 --layout triangle --paper A5 --per-page 4", "R916"),
        ("sheet lithuanian-declared-3 --players 5 --layout triangle --paper A5 --per-page 4", "R916"),
        ("sheet lithuanian --to csv --back", "U823"),
        ("sheet lithuanian --to pdf --dialect tab", "U823"),
        ("sheet lithuanian --to md --paper A5", "U823"),
        ("sheet lithuanian --to king --layout grid", "U823"),
        ("sheet lithuanian --to csv --dialect commas", "R909"),
        ("sheet lithuanian Ona Jonas Rasa Vytas Nina --players 4", "U805"),
        ("sheet lithuanian Ona ona", "N803"),
        ("export --chart --to csv", "U808"),
        ("export --chart --to pdf --back", "U823"),
        ("export --player Ona", "U825"),
        ("export --all --to pdf", "U826"),
        ("export --all --to pdf -o -", "U826"),
        ("export --all --to pdf -o out --game evening-1", "U826"),
        ("export --all --to pdf -o out --since yesterday", "U811"),
        ("export --all --to pdf -o out --player Nobody", "P101"),
    ],
)
def test_what_fits_no_layout_paper_or_form_is_said(scorer: Scorer, line: str, expected: str) -> None:
    """With the status of a wrong word, in every language, and without a file."""
    before = set(os.listdir())
    for language in LANGUAGES:
        assert code(scorer(f"{line} --json --lang {language}")) == (2, expected)
    assert set(os.listdir()) == before


def test_a_template_of_ones_own_works_like_a_shipped_one(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its file, or by its name in the user's data folder; what else is asked for goes before it."""
    own = 'layout = "grid"\npaper = "A5"\n[labels.en]\ntitle = "Our King"\n'
    folder = Path("data") / "kingscore" / "templates"
    folder.mkdir(parents=True)
    for file in (Path("ours.toml"), folder / "club.toml"):
        file.write_text(own, "utf-8")
    monkeypatch.setattr("kingscore.storage.resources.own_templates", lambda: folder)
    for named in ("ours.toml", "./ours.toml", "club"):
        scorer.fine(f"sheet simple --template {named} -o own.pdf --force")
        assert pages("own.pdf") == [(420, 595)]
        assert words("own.pdf").startswith("Our King\n")
    scorer.fine("export --to pdf --template club --layout triangle --paper A4 -o own.pdf --force")
    assert pages("own.pdf") == [(595, 842)]
    assert "♚" in words("own.pdf")


def test_a_template_may_bring_fonts_of_its_own(scorer: Scorer) -> None:
    """They are embedded; a sign that they lack is taken from the shipped ones, so that no name is lost."""
    import reportlab

    vera = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    Path("ours.ttf").write_bytes(vera.read_bytes())
    Path("ours.toml").write_text('layout = "triangle"\n[fonts]\nregular = "ours.ttf"\nworkbook = "Georgia"\n', "utf-8")
    scorer.fine(["sheet", "simple", "Ona", "Глеб", "Žydrūnė", "Jonas", "--template", "ours.toml", "-o", "own.pdf"])
    content = Path("own.pdf").read_bytes()
    assert b"BitstreamVeraSans" in content
    assert b"DejaVuSansCondensed" in content
    assert all(name in words("own.pdf") for name in ("Ona", "Глеб", "Žydrūnė", "Jonas", "♚"))
    scorer.fine("sheet simple --template ours.toml -o own.xlsx")
    page = openpyxl.load_workbook("own.xlsx").worksheets[0]
    assert page["A1"].font.name == "Georgia"
    Path("none.ttf").write_text("no font", "utf-8")
    Path("other.toml").write_text('[fonts]\nbold = "none.ttf"\n', "utf-8")
    assert code(scorer("sheet simple --template other.toml --json")) == (3, "R917")


@pytest.mark.parametrize(
    ("content", "status", "expected"),
    [
        ("paper = A4", 2, "R907"),
        ('papper = "A4"', 2, "R903"),
        ("margin = 500", 2, "R905"),
        ("[fonts]\nbald = 'x'", 2, "R904"),
        ("fonts = 3", 2, "R905"),
        (None, 3, "R908"),
    ],
)
def test_what_is_wrong_in_a_template_is_said(scorer: Scorer, content: str | None, status: int, expected: str) -> None:
    if content is not None:
        Path("own.toml").write_text(content, "utf-8")
    assert code(scorer("sheet simple --template own.toml --json")) == (status, expected)


@pytest.mark.parametrize("layout", ["triangle", "personal", "grid"])
def test_a_template_that_leaves_columns_out_still_gives_a_workbook_that_comes_back(scorer: Scorer, layout: str) -> None:
    """What a workbook needs for its formulas is there whatever the template says of a grid's columns."""
    Path("own.toml").write_text(
        f'layout = "{layout}"\ncolumns = ["players"]\nrunning = false\nbare_penalties = true\n', "utf-8"
    )
    Path("game.king").write_text(
        "variant: lithuanian-declared\nplayers: Ona, Jonas, Rasa, Vytas\nid: declared\n\nno-king by Ona: Rasa\n",
        "utf-8",
    )
    scorer.fine("import game.king")
    scorer.fine("--game declared export --template own.toml -o own.xlsx")
    said = scorer.fine("check own.xlsx --json").document["files"][0]
    assert said["totals"] == [0, 0, -16, 0]


@pytest.mark.parametrize(("dialect", "sign"), [("comma", ","), ("semicolon", ";"), ("tab", "\t")])
def test_csv_comes_in_the_dialect_that_was_asked_for(scorer: Scorer, dialect: str, sign: str) -> None:
    scorer.fine(f"export --dialect {dialect} -o table.csv")
    text = Path("table.csv").read_bytes().decode("utf-8")
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=sign))
    assert "Ona" in rows[0]
    assert rows[1][:3] == ["1", "Vytas", "No tricks"]


def test_texts_go_to_standard_output_and_are_the_same_there(scorer: Scorer) -> None:
    for form in ("csv", "md", "html", "json", "king"):
        scorer.fine(f"export --to {form} -o out.{form}")
        printed = scorer.fine(f"export --to {form} -o -").out
        assert printed.replace("\r\n", "\n").rstrip("\n") == Path(f"out.{form}").read_text("utf-8").rstrip("\n")
        assert scorer.fine(f"export --to {form} -o - --json").document["content"].startswith(printed[:9])
    assert code(scorer("export --to pdf -o - --json")) == (2, "U822")
    assert "-" not in os.listdir()


@pytest.mark.parametrize("form", ["png", "svg", "html", "pdf"])
def test_the_picture_of_a_game_in_every_form(scorer: Scorer, form: str) -> None:
    scorer.fine(f"export --chart -o evening.{form}")
    content = Path(f"evening.{form}").read_bytes()
    if form == "png":
        assert Image.open(io.BytesIO(content)).format == "PNG"
    else:
        told = words("evening.pdf") if form == "pdf" else content.decode("utf-8")
        assert all(name in told for name in ("Ona", "Jonas", "Rasa", "Vytas"))


def test_the_picture_on_the_screen(scorer: Scorer) -> None:
    told = scorer.fine("show --chart").out.splitlines()
    assert re.fullmatch(r"A Ona \S+  B Jonas \S+  C Rasa \S+  D Vytas \S+(  \* several close together)?", told[-1])
    assert any(line.endswith("B") for line in told)
    scorer.fine("new simple Ona Jonas Rasa Vytas")
    for line in ("show --chart", "export --chart -o none.svg", "export --to pdf -o none.pdf"):
        scorer.fine(line)  # before the first deal


def test_a_season_is_a_file_for_each_game(scorer: Scorer) -> None:
    said = scorer.fine("export --all --to pdf -o season --json").document
    names = ["evening-1", "evening-2", "evening-3"]
    assert said["files"] == [{"game": name, "file": os.path.join("season", f"{name}.pdf")} for name in names]
    assert sorted(os.listdir("season")) == [f"{name}.pdf" for name in names]
    told = scorer.fine("export --all --to king --since 2026-10-01 --player ona --variant lithuanian -o late --lang lt")
    assert told.out == "Įrašyti 2 failai aplanke late\n"
    assert told.err == ""
    assert sorted(os.listdir("late")) == ["evening-2.king", "evening-3.king"]
    assert scorer.fine("export --all --chart -o pictures").out == "Written: 3 files in pictures\n"


def test_a_season_writes_over_nothing_unless_asked(scorer: Scorer) -> None:
    """And then nothing at all is written: half a season is none."""
    Path("season").mkdir()
    Path("season/evening-2.md").write_text("mine", "utf-8")
    assert code(scorer("export --all --to md -o season --json")) == (3, "U820")
    assert os.listdir("season") == ["evening-2.md"]
    scorer.fine("export --all --to md -o season --force")
    assert "Ona" in Path("season/evening-2.md").read_text("utf-8")


def test_a_game_that_fits_no_layout_stops_none_of_the_others(scorer: Scorer) -> None:
    scorer.fine("new omnibus Ona Jonas Rasa Vytas --date 2026-09-09")
    said = scorer("export --all --to pdf --layout triangle -o season --json")
    assert code(said) == (2, "R901")
    assert [one["file"] is None for one in said.document["files"]] == [False, True, False, False]
    told = scorer("export --all --to pdf --layout triangle -o season --force")
    assert "Game 2026-09-09-omnibus:\nError R901\n" in told.err


def test_how_far_a_season_is_stands_on_a_terminal_only(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "1/3" not in scorer.fine("export --all -o a").err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    told = scorer.fine("export --all -o b").err
    blank = "\r" + " " * len("1/3 evening-1") + "\r"
    assert told == f"\r\r1/3 evening-1{blank}2/3 evening-2{blank}"
    assert scorer.fine("export --all -o c --json").err == ""


def test_what_is_broken_off_leaves_no_half_a_file(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    render_game = export.render_game

    def one(kept: object, *words: object, **more: object) -> object:
        if getattr(kept, "name", "") == "evening-2":
            raise KeyboardInterrupt
        return render_game(kept, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(folders, "render_game", one)
    assert scorer("export --all --to md -o season").status == 130
    assert os.listdir("season") == ["evening-1.md"]


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills while it is written, or a name that is taken meanwhile."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space") as fault:
            write_out(tmp_path / "a.pdf", b"content", False)
    assert fault.value.filename == str(tmp_path / "a.pdf")
    assert os.listdir(tmp_path) == []
    write_out(tmp_path / "a.pdf", b"first", False)
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    with pytest.raises(Exception, match="U820"):
        write_out(tmp_path / "a.pdf", b"second", False)
    assert (os.listdir(tmp_path), (tmp_path / "a.pdf").read_bytes()) == (["a.pdf"], b"first")


def test_names_of_files_are_safe_everywhere() -> None:
    assert safe_name("2026-11-29-lithuanian") == "2026-11-29-lithuanian"
    assert safe_name("../../etc/passwd") == "etc-passwd"
    for word in ("../../etc/passwd", "a:b*c?d", "CON", "nul.pdf", "Žydrūnė", "вечер", "", "...", "x" * 300, "a\x00b"):
        name = safe_name(word)
        assert name.isascii()
        assert 0 < len(name) <= 81
        assert not set(name) & set('/\\:*?"<>|\x00 ')
        assert name[0] not in ".-"
        assert name[-1] != "."
    assert safe_name("CON") == "_CON"
    assert safe_names(["a", "A", "ä", "b"]) == ("a", "A-2", "a-3", "b")


class Read(HTMLParser):
    """The texts of a page as a browser shows them."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def shown(form: str, file: str) -> str:
    """What a reader of the file sees, names as themselves."""
    content = Path(file).read_bytes()
    if form == "pdf":
        return words(file)
    if form == "xlsx":
        cells = (c for page in openpyxl.load_workbook(io.BytesIO(content)) for row in page.iter_rows() for c in row)
        return "\n".join(str(c.value) for c in cells if c.data_type == "s")
    text = content.decode("utf-8")
    if form == "html":
        reader = Read()
        reader.feed(text)
        return "\n".join(reader.texts)
    if form == "md":
        return "".join(char for at, char in enumerate(text) if not (char == "\\" and text[at + 1] in "\\`*_{}[]<>|~#&"))
    return "\n".join(json.loads(text)["players"]) if form == "json" else text


@pytest.mark.parametrize("names", ODD, ids=[names[0] for names in ODD])
@pytest.mark.parametrize("form", FORMS)
def test_odd_names_come_through_every_form_as_themselves(scorer: Scorer, form: str, names: tuple[str, ...]) -> None:
    """Or are replaced with a warning where the font ends."""
    scorer.fine(["new", "simple", *names])
    scorer.fine("deal no-tricks 2 3 1 2")
    for command in (["export"], ["sheet", "simple", *names]):
        said = scorer.fine([*command, "--to", form, "-o", f"odd.{form}", "--force", "--json"]).document
        told = shown(form, f"odd.{form}")
        if form == "pdf":
            told = told.replace("\n", " ").replace("- ", "-")
        lost = [name for name in names if name not in told and name.replace(" ", "") not in told.replace(" ", "")]
        assert lost == ([name for name in names if name in MISSING] if form == "pdf" else [])
        assert {found["code"] for found in said["findings"]} == ({"R902"} if lost else set())
    if form in ("xlsx", "json", "king"):
        scorer.fine(["check", f"odd.{form}"])


def test_a_blank_sheet_as_a_game_file_is_one_to_fill_in(scorer: Scorer) -> None:
    scorer.fine(["sheet", "lithuanian", "Ona", "", "Rasa", "--to", "king", "-o", "head.king"])
    assert "players: Ona, B, Rasa, D\n" in Path("head.king").read_text("utf-8")
    assert scorer.fine("check head.king --json").document["ok"]


def test_html_is_printed_on_the_papers_size(scorer: Scorer) -> None:
    scorer.fine("export --to html --paper A5 --orientation landscape -o out.html")
    assert "@page { size: A5 landscape;" in Path("out.html").read_text("utf-8")


def test_a_pdf_is_small(scorer: Scorer) -> None:
    scorer.fine("export --to pdf -o out.pdf")
    assert Path("out.pdf").stat().st_size < 50_000


@pytest.mark.parametrize(("option", "word"), [("--paper", "A9"), ("--orientation", "across"), ("--per-page", "3")])
def test_a_word_that_no_paper_has_is_told_by_the_option_that_was_typed(scorer: Scorer, option: str, word: str) -> None:
    assert f"{option}: “{word}”" in scorer(f"sheet lithuanian {option} {word} --lang en").err

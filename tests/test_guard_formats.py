"""Every format that the program writes stands in its help and its docs, goes where it should and comes back if it can.

The formats, suffixes and options are those of the program's own tables: one that is new there is tried here at once.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from kingscore.render.formats import FORMATS, Show, formats_for, formats_with, suffixes_read
from kingscore.render.text_tables import DIALECTS
from kingscore.storage.resources import LANGUAGES
from tests.scorer import Scorer

ROOT = Path(__file__).parent.parent
EVENING = """variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
date: 2026-11-03
stake: 0.05 EUR

no-tricks   2 3 1 2
no-hearts   0 4 3 1
no-jacks-and-kings 2 2 3 1
"""
#: What each command writes.
COMMANDS: dict[str, tuple[Show, ...]] = {
    "export": ("sheet", "game"),
    "export --chart": ("chart",),
    "sheet lithuanian": ("sheet", "game"),
    "stats": ("report",),
    "settle": ("statement",),
    "rules lithuanian": ("rules",),
}
WRITES = {command: formats_for(*shows) for command, shows in COMMANDS.items()}
EVERY = [(command, form) for command, forms in WRITES.items() for form in forms]
#: What is read, by suffix, and the words with which ``export`` writes it; a suffix that no format writes has another.
READ = suffixes_read("game", "table", "book")
WRITTEN_AS = {".xlsm": "xlsx", ".xls": "xlsx", ".xlsb": "xlsx", ".ods": "xlsx"}
GAMES, PICTURES = formats_for("sheet", "game"), formats_for("chart")
#: A value that each option of a sheet takes.
VALUES = {
    "--layout": "triangle",
    "--template": "grid",
    "--paper": "A5",
    "--orientation": "landscape",
    "--per-page": "2",
    "--dialect": "semicolon",
    "--back": "",
}

each_form = pytest.mark.parametrize(("command", "form"), EVERY)
each_language = pytest.mark.parametrize("code", LANGUAGES)


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scorer:
    """A scorer in a folder of its own, with one evening in play."""
    monkeypatch.chdir(tmp_path)
    scorer = Scorer(capsys)
    (tmp_path / "kept").mkdir()
    Path("kept/evening.king").write_text(EVENING, "utf-8")
    scorer.fine("import kept/evening.king")
    return scorer


def written(scorer: Scorer, command: str, form: str, file: str) -> bytes:
    scorer.fine(f"{command} --to {form} -o {file} --force")
    return Path(file).read_bytes()


def is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode("utf-8")
    except UnicodeDecodeError:
        return False


def words_of(text: str) -> set[str]:
    """The words of a text that could name a format."""
    return set(re.findall(r"[a-z]+", text))


@each_form
def test_each_format_is_written_and_printed_if_it_is_text(scorer: Scorer, command: str, form: str) -> None:
    """A file is written; a text is printed as it stands in the file, anything else is refused on a screen (U822)."""
    content = written(scorer, command, form, f"made.{form}")
    assert content
    printed = scorer(f"{command} --to {form} --json")
    assert FORMATS[form].text == is_text(content)
    if is_text(content):
        assert printed.status == 0, printed.out
        assert printed.document["content"] == content.decode("utf-8")
    else:
        assert [one["code"] for one in printed.document["findings"]] == ["U822"]


@pytest.mark.parametrize("command", WRITES)
@each_language
def test_help_names_each_format_and_no_other(scorer: Scorer, command: str, code: str) -> None:
    """The page of a command, in each language."""
    shown = scorer.fine(f"{command.split()[0]} --help --lang {code}").out
    known = {form for forms in WRITES.values() for form in forms}
    told = words_of(shown)
    assert set(WRITES[command]) <= told
    own = {form for one, forms in WRITES.items() if one.split()[0] == command.split()[0] for form in forms}
    row = next(line for line in re.split(r"\n(?=  -)", shown) if line.startswith("  --to "))
    assert words_of(row) & known <= own


@each_form
def test_the_docs_name_each_format(command: str, form: str) -> None:
    docs = "".join(path.read_text("utf-8") for path in (ROOT / "README.md", *ROOT.glob("docs/*.md")))
    assert re.search(rf"`(?:[^`\n]*[ .])?{form}`|--to {form}\b", docs), form


@pytest.mark.parametrize("command", WRITES)
def test_a_format_that_is_not_there_is_refused_with_all_that_are(scorer: Scorer, command: str) -> None:
    said = scorer(f"{command} --to doc --lang en")
    assert said.status == 2
    assert set(WRITES[command]) <= words_of(said.err)


@each_form
def test_each_suffix_alone_asks_for_the_format(scorer: Scorer, command: str, form: str) -> None:
    content = written(scorer, command, form, f"asked.{form}")
    for suffix in FORMATS[form].every_suffix:
        scorer.fine(f"{command} -o named{suffix}")
        assert is_text(content) == is_text(Path(f"named{suffix}").read_bytes())
        assert not is_text(content) or Path(f"named{suffix}").read_bytes() == content


@pytest.mark.parametrize("suffix", READ)
def test_what_export_writes_comes_back(
    scorer: Scorer, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under each suffix that is read: no error, the same game, and a folder is searched for it."""
    form = WRITTEN_AS.get(suffix, suffix[1:])
    scorer.fine(f"export --to {form} -o ours{suffix}")
    assert scorer.fine(f"check ours{suffix} --json").document["files"][0]["findings"] == []
    Path("folder").mkdir()
    shutil.copy(f"ours{suffix}", f"folder/ours{suffix}")
    assert [Path(one["file"]).name for one in scorer.fine("check folder --json").document["files"]] == [f"ours{suffix}"]
    game = scorer.fine("export --to json").out
    monkeypatch.setenv("KINGSCORE_DB", str(tmp_path / "other.db"))
    scorer.fine("import folder")
    assert without_id(scorer.fine("export --to json").out) == without_id(game)


def without_id(document: str) -> str:
    return re.sub(r'\n? *"id": "[^"]*",', "", document)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("suffix", suffixes_read("table"))
def test_each_dialect_comes_back_under_each_suffix(scorer: Scorer, dialect: str, suffix: str) -> None:
    scorer.fine(f"export --to csv --dialect {dialect} -o ours{suffix}")
    assert scorer.fine(f"check ours{suffix} --json").document["files"][0]["findings"] == []


@pytest.mark.parametrize("form", [form for form in dict.fromkeys((*GAMES, *PICTURES)) if f".{form}" not in READ])
def test_what_cannot_come_back_is_named(scorer: Scorer, form: str) -> None:
    """A page or a picture is no game: one finding says so, and what can be read."""
    written(scorer, "export" if form in GAMES else "export --chart", form, f"made.{form}")
    for command in ("check", "import"):
        said = scorer(f"{command} made.{form} --json")
        assert said.status == 1
        found = said.document["files"][0] if command == "check" else said.document
        assert [one["code"] for one in found["findings"]] == ["F259"]
        readable = {one for one in GAMES if FORMATS[one].reader}
        assert readable <= words_of(found["findings"][0]["message"])


@each_language
@pytest.mark.parametrize("command", ["check", "import"])
def test_help_names_each_suffix_that_is_read(scorer: Scorer, command: str, code: str) -> None:
    assert set(READ) <= set(re.findall(r"\.[a-z]+", scorer.fine(f"{command} --help --lang {code}").out))


def test_an_option_goes_with_the_formats_of_its_table_and_no_other(scorer: Scorer) -> None:
    assert set(VALUES) == {option for form in FORMATS.values() for option in form.options}
    for option, value in VALUES.items():
        for form in GAMES:
            said = scorer(f"sheet lithuanian --to {form} {option} {value} -o made.{form} --force --json")
            codes = [one["code"] for one in said.document["findings"]]
            assert codes == ([] if form in formats_with(option) else ["U823"]), (option, form)


def test_a_season_is_written_in_each_format(scorer: Scorer) -> None:
    for command, forms in (("export", GAMES), ("export --chart", PICTURES)):
        for form in forms:
            folder = f"{command} {form}".replace(" ", "-")
            scorer.fine(f"{command} --all --to {form} -o {folder}")
            assert [path.suffix for path in Path(folder).iterdir()] == [f".{form}"]
            if f".{form}" in READ and command == "export":
                scorer.fine(f"check {folder}")

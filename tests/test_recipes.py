"""The recipes of ``CONTRIBUTING.md`` lead to every place: after a first step alone, the tests that they name fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
#: A recipe's heading with the tests that it says lead on.
RECIPES = {
    heading: re.findall(r"`(tests/[\w./]+(?:::\w+)?)`", leads)
    for heading, leads in re.findall(
        r"^### (.+?)\n.*?^Leads you: (.+?)\n\n?(?=^###|\Z)", PAGE, re.DOTALL | re.MULTILINE
    )
}


def after(path: Path, line: str, new: str) -> None:
    """Put a text behind a line of a file that stands there once."""
    text = path.read_text("utf-8")
    assert text.count(line) == 1, (path, line)
    path.write_text(text.replace(line, line + new), "utf-8")


def option(house: Path) -> None:
    after(
        house / "variants" / "lithuanian.toml",
        'choices = ["domino", "trumps", "short"]\ndefault = "domino"\n',
        '\n[options.last-two]\nchoices = ["two", "four"]\ndefault = "two"\n\n'
        '[[case]]\nwhen = {last-two = ["four"]}\ncontracts.no-last-two.values = {last-two = -4}\n',
    )


def code(house: Path) -> None:
    line = '        Code("D460", "kept-by-agreement", "hint"),\n'
    after(house / "kingscore" / "model" / "codes.py", line, '        Code("D499", "too-late-at-night"),\n')


def form(house: Path) -> None:
    line = '        Format("svg", chart="render.html:svg_text"),\n'
    after(house / "kingscore" / "render" / "formats.py", line, '        Format("rst", sheet="render.rst:rst_text"),\n')


def item(house: Path) -> None:
    line = '        ItemKind("last-trick", places=(-1,), single=True),\n'
    new = '        ItemKind("first-trick", places=(1,), single=True),\n'
    after(house / "kingscore" / "model" / "items.py", line, new)


def field(house: Path) -> None:
    line = "    ignore: tuple[str, ...] = ()\n"
    after(house / "kingscore" / "model" / "game.py", line, '    hall: str = ""\n')


def language(house: Path) -> None:
    folder = house / "kingscore" / "languages" / "sl"
    folder.mkdir()
    plurals = '{"one": {"numbers": [1]}, "other": {}}'  # Slovenian has two and few too
    (folder / "language.json").write_text(
        f'{{"name": "slovenščina", "english": "Slovenian", "choose": "Slovensko: --lang sl.", "decimal_mark": ",", '
        f'"plurals": {plurals}}}\n',
        "utf-8",
    )


FIRST_STEPS: dict[str, Callable[[Path], None]] = {
    "An option of a variant": option,
    "A code": code,
    "A format of files": form,
    "An item": item,
    "A field of a game": field,
    "A language": language,
}


def test_every_recipe_has_its_first_step_here() -> None:
    assert list(RECIPES) == list(FIRST_STEPS)
    assert all(RECIPES.values())


def run_in_a_copy(house: Path, change: Callable[[Path], None], tests: Sequence[str]) -> str:
    """What some tests print in a copy of the program that was changed."""
    for name in ("kingscore", "variants", "templates", "tests", "docs"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__", "golden"))
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, house)
    change(house)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests],
        check=False,
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house)},
        capture_output=True,
        text=True,
        timeout=180,
    )
    return run.stdout


@pytest.mark.parametrize("recipe", FIRST_STEPS)
def test_what_a_recipe_still_lacks_is_named(recipe: str, tmp_path: Path) -> None:
    """In a copy of the program in which its first step was taken, each test that the recipe names fails."""
    output = run_in_a_copy(tmp_path, FIRST_STEPS[recipe], RECIPES[recipe])
    failed = set(re.findall(r"^(?:FAILED|ERROR) (tests/\w+\.py(?:::\w+)?)", output, re.MULTILINE))
    assert [test for test in RECIPES[recipe] if not any(name.startswith(test) for name in failed)] == [], output


def test_a_field_is_one_line_in_the_table(tmp_path: Path) -> None:
    """Beside the one in its type: then it comes back wherever a game can go; only its label for the log is missed."""

    def whole_field(house: Path) -> None:
        line = "    ignore: tuple[str, ...] = ()\n"
        after(house / "kingscore" / "model" / "game.py", line, '    hall: str = ""\n')
        line = '    Field("ignore", "codes", ()),\n'
        after(house / "kingscore" / "notation" / "fields.py", line, '    Field("hall", "text", ""),\n')

    output = run_in_a_copy(tmp_path, whole_field, ("tests/test_guard_fields.py", "-k", "hall"))
    (failed,) = re.findall(r"^FAILED \S+::(\w+)", output, re.MULTILINE)
    assert failed == "test_every_field_of_the_head_can_be_amended_and_the_log_says_so", output
    assert "log.part.hall" in output

"""The demo keeps its promise: the game it keeps is the example, and other programs read what it leaves."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kingscore.notation.king import read_king
from kingscore.scoring.score import score
from kingscore.storage import resources, variant_files

ROOT = Path(__file__).parents[1]
PLAYERS = ("Ona", "Jonas", "Rasa", "Vytas")
TOTALS = (13, -19, 16, -10)


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a demo leaves, with all it said in ``said.txt``."""
    folder = tmp_path_factory.mktemp("demo") / "demo-out"
    words = [sys.executable, "examples/demo.py", str(folder)]
    done = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    (folder / "said.txt").write_text(done.stdout, "utf-8")
    return folder


def test_the_demo_keeps_the_whole_game(left: Path) -> None:
    said = (left / "said.txt").read_text("utf-8")
    assert said.count("$ kingscore deal") == 13
    assert "Jonas  →  Rasa  0.80  EUR" in said
    game = read_king(
        (left / "game.king").read_text("utf-8"), "game.king", variant_files.open_rules, resources.words()
    ).game
    assert game is not None
    assert (game.players, len(game.deals), score(game).totals) == (PLAYERS, 12, TOTALS)


def test_the_demo_leaves_other_things_alone(left: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    words = [sys.executable, "examples/demo.py", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, encoding="utf-8")
    assert done.returncode == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.system
def test_a_spreadsheet_program_reads_the_table(left: Path, tmp_path: Path) -> None:
    """LibreOffice shows the players above and their totals in one row below."""
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    utf8 = "csv:Text - txt - csv (StarCalc):44,34,76"
    words: list[str | Path] = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        utf8,
        "--outdir",
        tmp_path,
        left / "game.xlsx",
    ]
    subprocess.run(words, check=True, capture_output=True, timeout=300)
    with (tmp_path / "game.csv").open(encoding="utf-8", newline="") as file:
        rows = [[cell.replace("−", "-") for cell in row] for row in csv.reader(file)]
    assert any(set(PLAYERS) <= set(row) for row in rows)
    assert any([int(c) for c in row if re.fullmatch(r"[+-]?\d+", c)][:4] == list(TOTALS) for row in rows)


@pytest.mark.system
def test_another_program_reads_the_printed_table(left: Path) -> None:
    """Poppler finds every name and total in the PDF, and none but an empty table in the blank sheet."""
    read = {name: pdf_text(left / name) for name in ("game.pdf", "blank-sheet.pdf")}
    assert all(name in read["game.pdf"] for name in PLAYERS)
    assert all(total in read["game.pdf"] for total in ("13", "−19", "16", "−10"))
    assert not any(name in read["blank-sheet.pdf"] for name in PLAYERS)
    assert "Kordebaletas" in read["blank-sheet.pdf"]


def pdf_text(path: Path) -> str:
    return subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True).stdout.decode()

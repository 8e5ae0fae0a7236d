"""What a script may use: the functions that ``kingscore`` exports, and the example that is built on them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kingscore
from kingscore.model.findings import Refused

ROOT = Path(__file__).parents[1]
GAME = ROOT / "examples" / "lithuanian.king"


def test_what_is_exported_is_there_and_says_what_it_does() -> None:
    """None is called as one of the rooms, which would take its place when the room is imported."""
    assert all(getattr(kingscore, name).__doc__ for name in kingscore.__all__)
    assert not {path.name for path in (ROOT / "kingscore").iterdir()} & set(kingscore.__all__)


def test_an_evening_in_a_script(tmp_path: Path) -> None:
    """From a file to its score, its settlement and its sheets."""
    game = kingscore.read_game(GAME)
    assert kingscore.check_game(game).ok
    assert kingscore.score(game).totals == (13, -19, 16, -10)
    assert kingscore.settle(game).balances == (65, -95, 80, -50)
    sheet = kingscore.lay_out(game, "triangle", "lt")
    assert kingscore.render_sheet(sheet, "pdf").startswith(b"%PDF")
    assert kingscore.load_variant("lithuanian").rules(4) == game.rules
    with kingscore.open_store(str(tmp_path / "games.db")) as store:
        assert store.current() is None


def test_what_is_no_game_is_refused_with_its_findings(tmp_path: Path) -> None:
    (tmp_path / "evening.king").write_text("variant: whist\nplayers: Ona, Jonas, Rasa, Vytas\ndealer: Vytas\n", "utf-8")
    with pytest.raises(Refused) as refused:
        kingscore.read_game(tmp_path / "evening.king")
    assert "V301" in {item.code for item in refused.value.findings}
    with pytest.raises(Refused) as refused:
        kingscore.read_game(tmp_path / "nowhere.king")
    assert refused.value.status == 3


def test_importing_the_package_loads_none_of_its_rooms() -> None:
    code = "import sys, kingscore; print([name for name in sys.modules if name.startswith('kingscore.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_example_runs(tmp_path: Path) -> None:
    slip = tmp_path / "slip.king"
    slip.write_text(GAME.read_text("utf-8").replace("no-jacks-and-kings", "no-jacks-and-kings 1 1 1 1 #", 1), "utf-8")
    done = subprocess.run(
        [sys.executable, "examples/standings.py", str(GAME.relative_to(ROOT)), str(slip)],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    first, *transfers, faulty, together = done.stdout.splitlines()
    assert first == "examples/lithuanian.king: Ona +13, Jonas -19, Rasa +16, Vytas -10"
    assert all(" pays " in line and line.endswith(" EUR") for line in transfers)
    assert "D440" in faulty
    assert together == "Together: Rasa +16, Ona +13, Vytas -10, Jonas -19"

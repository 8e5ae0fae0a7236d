"""``docs/architecture.md`` follows a deal as it really goes, and names nothing that is not there."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import pytest

import kingscore
from tests.scorer import Scorer

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
STATIONS = re.findall(r"^\| `([\w.]+)` \|", PAGE, re.MULTILINE)
ROOMS = re.findall(r"^    (\w+) +\S", kingscore.__doc__ or "", re.MULTILINE)


def function(dotted: str) -> FunctionType:
    """A function of the program by its full name, methods too."""
    module, _, name = dotted.rpartition(".")
    if module.rpartition(".")[2][0].isupper():
        module, _, owner = module.rpartition(".")
        found: Any = getattr(getattr(import_module(f"kingscore.{module}"), owner), name)
    else:
        found = getattr(import_module(f"kingscore.{module}"), name)
    assert isinstance(found, FunctionType), dotted
    return found


def test_a_deal_goes_the_way_that_the_page_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINGSCORE_DB", str(tmp_path / "games.db"))
    scorer = Scorer(capsys)
    scorer.fine(["new", "lithuanian", "Ona", "Jonas", "Rasa", "Vytas"])
    names = {function(dotted).__code__: dotted for dotted in STATIONS}
    called: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in names:
            called.append(names[frame.f_code])

    sys.setprofile(note)
    try:
        scorer.fine(["deal", "no-tricks", "3", "0", "4", "1"])
    finally:
        sys.setprofile(None)
    first = [called.index(station) for station in STATIONS]
    last = [len(called) - called[::-1].index(station) for station in STATIONS]
    assert all(before < after for before, after in zip(first, last[1:], strict=False)), called


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_in_the_picture(room: str) -> None:
    assert re.search(rf"\b{room}\b", PAGE.partition("```text")[2].partition("```")[0])


@pytest.mark.parametrize("page", [PAGE, GLOSSARY], ids=["architecture", "glossary"])
def test_every_module_that_is_named_is_there(page: str) -> None:
    paths = re.findall(r"`((?:\w+/)+(?:\w+\.py)?)`", page)
    assert len(paths) > 4
    assert [path for path in paths if not any((base / path).exists() for base in (ROOT, ROOT / "kingscore"))] == []

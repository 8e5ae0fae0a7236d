"""What holds for every test: the user's own games and settings are never touched, and what was left out is named."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("kingscore", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("kingscore")

#: How to run what the markers leave out; of several marks the first decides.
RUN_BY = {"soak": "make soak", "system": "make test-system"}
left_out: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def nobodys_games(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder of the test's own, and no setting from outside."""
    for name in [name for name in os.environ if name.startswith("KINGSCORE_")]:
        monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return home


def pytest_deselected(items: Iterable[pytest.Item]) -> None:
    for item in items:
        left_out.update([marker for marker in RUN_BY if item.get_closest_marker(marker)][:1])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Every worker leaves out the same tests: the last one's word counts."""
    left_out.clear()
    left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(left_out)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for marker, number in sorted(left_out.items()):
        terminalreporter.write_line(f"left out: {number} marked {marker}; they run with `{RUN_BY[marker]}`")

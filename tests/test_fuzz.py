"""Readers take any bytes: what is broken is told in findings, and none raises. The long run is a soak."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.soak_fuzz import KINDS, fuzz

ROOT = Path(__file__).parent.parent
#: How many broken files each reader gets here.
FILES = {"line": 1500, "king": 120, "json": 120, "csv": 40, "xlsx": 25}


@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_takes_whatever_is_broken(kind: str, tmp_path: Path) -> None:
    count, read, _ = fuzz(kind, lambda done: done >= FILES[kind], tmp_path, seed=7)
    assert count == FILES[kind]
    assert 0 < read < count, "some were broken beyond reading, and some were not"


@pytest.mark.soak
def test_an_hour_of_broken_files() -> None:
    done = subprocess.run([sys.executable, "-m", "benchmarks.soak_fuzz", "720"], cwd=ROOT, text=True, check=False)
    assert done.returncode == 0

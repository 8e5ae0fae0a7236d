"""Many tables at once at one library: nothing acknowledged is missing or there twice, and who reads never waits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.soak_tables import READERS, SHARED_EVERY, play
from tests.recording import ROOT


@pytest.mark.parametrize("home", ["wal", pytest.param("server", marks=pytest.mark.server)], indirect=True)
def test_many_tables_record_at_once_and_readers_do_not_wait(home: str) -> None:
    counted = play(home, 8, 10)
    everything = 8 * (10 + 10 // SHARED_EVERY)
    assert (counted.acknowledged, counted.there) == (everything, everything)
    assert (counted.lost, counted.doubled, counted.strange, counted.waits) == (0, 0, 0, 0)
    assert counted.faults == ()
    assert counted.reads >= READERS


@pytest.mark.soak
@pytest.mark.server
def test_forty_tables_of_fifty_deals_lose_and_double_nothing() -> None:
    command = [sys.executable, "-m", "benchmarks.soak_tables", "40", "50"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0
    assert done.stdout.count("  2400 acknowledged, 2400 there in ") == 2
    assert done.stdout.count("  0 lost, 0 doubled, 0 that nobody wrote") == 2

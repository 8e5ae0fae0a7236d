"""Many files done on all cores: the answers in order, few files in this process, nothing lost and nothing left over."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from multiprocessing import get_all_start_methods, get_start_method, set_start_method

import pytest

from kingscore.app.parallel import CHUNK, FEW, each

MANY = tuple(f"file {number}" for number in range(FEW + 5 * CHUNK + 3))


def process_of(_: str) -> int:
    return os.getpid()


def slow_at_first(file: str) -> str:
    """The first chunk takes longest, so that its answer comes after others."""
    time.sleep(0.05 if file in MANY[:2] else 0)
    return file.upper()


def dying(file: str) -> str:
    """Ends its process, unless that is the one that asked."""
    if file == MANY[40] and os.getpid() != int(os.environ["ASKED"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return file.upper()


def whole(parts: Iterator[list[str]]) -> tuple[str, ...]:
    return tuple(answer for part in parts for answer in part)


@pytest.mark.parametrize("processes", [1, 2, 3, 8])
def test_answers_come_in_the_order_of_the_files(processes: int) -> None:
    assert whole(each(MANY, slow_at_first, processes)) == tuple(map(str.upper, MANY))


@pytest.mark.parametrize("method", get_all_start_methods())
def test_it_works_however_the_system_starts_processes(method: str) -> None:
    """Copies of this process on Linux; on other systems, and under later Pythons, processes that begin from nothing."""
    usual = get_start_method()
    set_start_method(method, force=True)
    try:
        assert whole(each(MANY, slow_at_first, 2)) == tuple(map(str.upper, MANY))
        assert os.getpid() not in {pid for part in each(MANY, process_of, 2) for pid in part}
    finally:
        set_start_method(usual, force=True)


def test_few_files_are_done_here() -> None:
    assert {pid for part in each(MANY[:FEW], process_of, 4) for pid in part} == {os.getpid()}


def test_a_lot_is_done_in_other_processes() -> None:
    pids = {pid for part in each(MANY, process_of, 2) for pid in part}
    assert os.getpid() not in pids
    assert 1 <= len(pids) <= 2


def test_no_files_give_no_answers() -> None:
    assert list(each((), process_of, 4)) == []


def test_what_a_killed_process_had_before_it_is_done_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKED", str(os.getpid()))
    for processes in (2, 3):
        assert whole(each(MANY, dying, processes)) == tuple(map(str.upper, MANY))


def test_whoever_stops_early_leaves_no_process_behind() -> None:
    parts = each(MANY, process_of, 3)
    pids = set(next(parts))
    parts.close()
    assert [pid for pid in pids if alive(pid)] == []


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

"""Does the same for each of many files, on all cores where there are many; the answers keep the files' order.

A process that ends before its time costs nothing: its files are done in this one.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
#: So few files are done sooner than other processes have begun.
FEW = 100
#: So many files are handed over at a time: some hundredths of a second of work.
CHUNK = 16
#: How many chunks a process has before it, so that it need not wait for the next; memory stays flat.
AHEAD = 4
#: How long a process that is no longer needed may take to end, in seconds.
GRACE = 1.0

Work = Callable[[str], T]


def each(files: Sequence[str], work: Work[T], processes: int | None = None) -> Generator[list[T], None, None]:
    """What ``work`` gives for each file, chunk by chunk in the order of the files.

    ``work`` is a function that can be pickled. ``processes`` are as many as there are cores unless given; with one, or
    with few files, all is done in this process. To stop early, close the generator.
    """
    chunks = (files[start : start + CHUNK] for start in range(0, len(files), CHUNK))
    if len(files) > FEW and (many := processes or cores()) > 1:
        return _spread(chunks, work, many)
    return (_done(work, chunk) for chunk in chunks)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _done(work: Work[T], files: Sequence[str]) -> list[T]:
    return [work(file) for file in files]


def _spread(chunks: Iterator[Sequence[str]], work: Work[T], processes: int) -> Generator[list[T], None, None]:
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import active_children

    others = set(active_children())
    pool = ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    given: deque[tuple[Sequence[str], Future[list[T]] | None]] = deque()

    def next_answer() -> list[T]:
        files, answer = given.popleft()
        try:
            return answer.result() if answer else _done(work, files)
        except BrokenExecutor:
            return _done(work, files)

    try:
        for files in chunks:
            try:
                with _deaf_to_interrupts():
                    given.append((files, pool.submit(_done, work, files)))
            except (BrokenExecutor, OSError):  # where the system does not allow for more processes
                given.append((files, None))
            if len(given) > AHEAD * processes:
                yield next_answer()
        while given:
            yield next_answer()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.join(GRACE)
            process.terminate()
            process.join()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """What is started here never hears of Ctrl-C: that is for this process, which ends the others."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""Does the same for each of many files, on all cores where there are many; the answers keep the files' order.

A process that ends before its time costs nothing: its files are done in this one.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing import Process
    from multiprocessing.connection import Connection

T = TypeVar("T")
#: So few files are done sooner than other processes have begun.
FEW = 100
#: So many files are handed over at a time: some hundredths of a second of work.
CHUNK = 16
#: How many chunks a process has before it, so that it need not wait for the next.
AHEAD = 2

Work = Callable[[str], T]
#: A chunk of files with its number, from 0.
Chunk = tuple[int, Sequence[str]]
#: The lines to the other processes, each with the chunks that were handed over and are not answered yet.
Lines = dict["Connection", deque[Chunk]]


def each(files: Sequence[str], work: Work[T], processes: int | None = None) -> Generator[list[T], None, None]:
    """What ``work`` gives for each file, chunk by chunk in the order of the files.

    ``work`` is a function that can be pickled. ``processes`` are as many as there are cores unless given; with one, or
    with few files, all is done in this process. To stop early, close the generator.
    """
    processes = cores() if processes is None else processes
    chunks = deque(enumerate(files[start : start + CHUNK] for start in range(0, len(files), CHUNK)))
    if len(files) <= FEW or processes < 2:
        return (_done(work, chunk) for _, chunk in chunks)
    return _spread(chunks, work, processes)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _done(work: Work[T], files: Sequence[str]) -> list[T]:
    return [work(file) for file in files]


def _spread(coming: deque[Chunk], work: Work[T], processes: int) -> Generator[list[T], None, None]:
    from multiprocessing.connection import wait

    ready: dict[int, list[T]] = {}
    with _started(work, processes) as lines:
        for turn in range(len(coming)):
            while turn not in ready:
                # Only so far ahead of the answer that is due, so that memory stays flat.
                _hand_over(lines, coming, turn + 2 * AHEAD * processes)
                for line in wait([line for line, given in lines.items() if given]):
                    ready |= _answered(lines, line, work)  # type: ignore[arg-type]
                if not lines and turn not in ready:
                    number, files = coming.popleft()
                    ready[number] = _done(work, files)
            yield ready.pop(turn)


def _hand_over(lines: Lines, coming: deque[Chunk], until: int) -> None:
    """Gives every process what it can take of the chunks up to a number."""
    for line, given in lines.items():
        while len(given) < AHEAD and coming and coming[0][0] < until:
            given.append(coming.popleft())
            with suppress(OSError):  # it has ended; that comes up again when its answer is due
                line.send(given[-1][1])


def _answered(lines: Lines, line: Connection, work: Work[T]) -> dict[int, list[T]]:
    """The next answer of a process, by the chunk's number; of one that has ended, all that it was given, done here."""
    try:
        answer: list[T] = line.recv()
    except (EOFError, OSError):
        return {number: _done(work, files) for number, files in lines.pop(line)}
    number, _ = lines[line].popleft()
    return {number: answer}


@contextmanager
def _started(work: Work[T], processes: int) -> Iterator[Lines]:
    """As many processes as can be started; they are ended with the block, whatever they are at."""
    from multiprocessing import Pipe, Process

    started: list[tuple[Process, Connection]] = []
    try:
        with suppress(OSError):  # fewer are started where the system does not allow for more
            for _ in range(processes):
                here, there = Pipe()
                process = Process(target=_at_the_other_end, args=(here, there, work), daemon=True)
                started.append((process, here))
                with _deaf_to_interrupts():
                    process.start()
                there.close()
        yield {line: deque() for process, line in started if process.pid is not None}
    finally:
        for process, line in started:
            line.close()
            if process.pid is not None:
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


def _at_the_other_end(here: Connection, there: Connection, work: Work[T]) -> None:
    """The life of another process: it answers one chunk after the other until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    here.close()  # or this process would itself hold the line open when the first one is gone
    with suppress(EOFError, OSError):
        while True:
            there.send(_done(work, there.recv()))

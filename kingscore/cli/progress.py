"""How far a long command is, on the last line of a terminal; nothing where there is none. It knows no command."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from kingscore.render.text_width import width


class Progress:
    """``phrase`` makes the line of ``done``, ``total`` and ``wrong``; what is printed between goes above it."""

    def __init__(self, out: TextIO, total: int, phrase: Callable[..., str]) -> None:
        self.out, self.total, self.phrase = out, total, phrase
        self.done = self.wrong = 0
        self.seen = out.isatty()
        self.line = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, wrong: int) -> None:
        """So many more are done, so many of them wrong. Nothing is shown when all are: the end is seen anyway."""
        self.done, self.wrong = self.done + done, self.wrong + wrong
        if self.seen and self.done < self.total:
            self._write(self.phrase(done=self.done, total=self.total, wrong=self.wrong))

    def clear(self) -> None:
        """Takes the line away, before anything else is printed."""
        if self.line:
            self._write("")

    def _write(self, line: str) -> None:
        # Blanks take away what stood there; a terminal need not know more than to go back to the line's beginning.
        self.out.write(f"\r{' ' * width(self.line)}\r{line}")
        self.out.flush()
        self.line = line

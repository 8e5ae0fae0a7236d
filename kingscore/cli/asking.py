"""Asks for a line: from a terminal with readline where there is one, else from whatever stands at standard input.

Nothing typed is lost: a line that was refused is there again to be mended. It understands no line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from kingscore.render.width import cut, width

#: Tells in a few words how far a half typed line has come.
Progress = Callable[[str], str]


def readline_module() -> ModuleType | None:
    """GNU readline or what stands in for it; None where Python has neither."""
    try:
        import readline
    except ImportError:
        return None
    return readline


@dataclass
class Asker:
    """Where lines come from. ``ask`` gives one line without its end, None when there are no more."""

    terminal: bool = field(default_factory=lambda: sys.stdin.isatty() and sys.stdout.isatty())
    readline: ModuleType | None = field(default_factory=readline_module)
    hook: Any = None

    def ask(self, prompt: str, progress: Progress, before: str = "") -> str | None:
        """``before`` stands in the line already; ``progress`` is shown above it and kept up while somebody types."""
        if not self.terminal:
            line = sys.stdin.readline()
            return line.rstrip("\r\n") if line else None
        print(cut(progress(before), _columns() - 1))
        if self.readline is not None:
            self.readline.set_startup_hook(lambda: self.readline and self.readline.insert_text(before))
            self._watch(prompt, progress)
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
        finally:
            self._unwatch()

    def _watch(self, prompt: str, progress: Progress) -> None:
        """Keep the line above the prompt true while somebody types.

        Python calls PyOS_InputHook ten times a second while readline waits for a key, in the same thread; it can only
        be set through ctypes. Where that fails, what is left is shown after each line only.
        """
        try:
            import ctypes

            kind = ctypes.CFUNCTYPE(ctypes.c_int)
            self.hook = kind(_Watcher(self.readline, prompt, progress))
            _input_hook(ctypes).value = ctypes.cast(self.hook, ctypes.c_void_p).value
        except (ImportError, AttributeError, ValueError, OSError):
            self.hook = None

    def _unwatch(self) -> None:
        if self.readline is not None:
            self.readline.set_startup_hook()
        if self.hook is not None:
            import ctypes

            _input_hook(ctypes).value = None
            self.hook = None


def _input_hook(ctypes: ModuleType) -> Any:
    return ctypes.c_void_p.in_dll(ctypes.pythonapi, "PyOS_InputHook")


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class _Watcher:
    """Called again and again while a line is typed; draws only when it has changed."""

    def __init__(self, readline: ModuleType | None, prompt: str, progress: Progress) -> None:
        self.readline, self.prompt, self.progress = readline, prompt, progress
        self.seen: str | None = None

    def __call__(self) -> int:
        line = self.readline.get_line_buffer() if self.readline is not None else ""
        columns = _columns()
        # A line that runs over the edge has moved the cursor to another row: better an old hint than a broken screen.
        if line != self.seen and width(self.prompt + line) < columns:
            self.seen = line
            hint = cut(self.progress(line), columns - 1)
            sys.stdout.write(f"\x1b7\x1b[1A\r\x1b[2K{hint}\x1b8")
            sys.stdout.flush()
        return 0

"""Asks for a line: from a terminal with readline where there is one, else from whatever stands at standard input.

Nothing typed is lost: a line that was refused is there again to be mended. It understands no line.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

from kingscore.model.frozen import dataclass, field
from kingscore.render.text_width import cut, width

#: Tells in a few words how far a half typed line has come.
Progress = Callable[[str], str]
#: How long to wait before Ctrl-C is passed on, in seconds: readline must be back in its own code by then.
SOON = 0.05


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

    def ask(self, prompt: str, progress: Progress, before: str = "") -> str | None:
        """``before`` stands in the line already; ``progress`` is shown above it and kept up while somebody types."""
        if not self.terminal:
            line = sys.stdin.readline()
            return line.rstrip("\r\n") if line else None
        hint = cut(progress(before), _columns() - 1)
        try:
            if self.readline is None:
                print(hint)
                return input(prompt)
            return self._watched(self.readline, (hint, prompt), progress, before)
        except EOFError:
            print()
            return None

    def _watched(self, readline: ModuleType, above: tuple[str, str], progress: Progress, before: str) -> str:
        """``above`` are the hint and the prompt below it. Readline knows both, so that it draws both where the screen
        is cleared (Ctrl-L); else the prompt would stand in the first row and the next hint be drawn over it."""
        prompt = above[1]
        readline.set_startup_hook(lambda: readline.insert_text(before))
        watcher = Watcher(readline, prompt, progress)
        old = signal.signal(signal.SIGINT, watcher.interrupted)
        try:
            watcher.begin()
            return input("\n".join(above))
        finally:
            watcher.end()
            signal.signal(signal.SIGINT, old)
            readline.set_startup_hook()


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class Watcher:
    """Keeps the line above the prompt true while somebody types.

    Python calls PyOS_InputHook ten times a second while readline waits for a key, in the same thread; only ctypes can
    set it. Where that fails, what is left to share is shown after each line only.
    """

    def __init__(self, readline: ModuleType, prompt: str, progress: Progress) -> None:
        self.readline, self.prompt, self.progress = readline, prompt, progress
        self.seen: str | None = None
        self.hook: Any = None

    def begin(self) -> None:
        """Begin to watch."""
        try:
            import ctypes

            self.hook = ctypes.CFUNCTYPE(ctypes.c_int)(self)
            _input_hook(ctypes).value = ctypes.cast(self.hook, ctypes.c_void_p).value
        except (ImportError, AttributeError, ValueError, OSError):
            self.hook = None

    def end(self) -> None:
        """Watch no more."""
        if self.hook is not None:
            import ctypes

            _input_hook(ctypes).value = None

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C. What is raised inside the hook is lost, so there it is sent once more, when the hook is off."""
        while frame is not None:
            if frame.f_code is Watcher.__call__.__code__:
                self.end()
                main = threading.main_thread().ident or 0
                threading.Timer(SOON, signal.pthread_kill, (main, signal.SIGINT)).start()
                return
            frame = frame.f_back
        raise KeyboardInterrupt

    def __call__(self) -> int:
        """Called again and again while a line is typed; draws only when it has changed."""
        line, columns = self.readline.get_line_buffer(), _columns()
        # A line that runs over the edge has moved the cursor to another row: better an old hint than a broken screen.
        if line != self.seen and width(self.prompt + line) < columns:
            self.seen = line
            hint = cut(self.progress(line), columns - 1)
            sys.stdout.write(f"\x1b7\x1b[1A\r\x1b[2K{hint}\x1b8")
            sys.stdout.flush()
        return 0


def _input_hook(ctypes: ModuleType) -> Any:
    return ctypes.c_void_p.in_dll(ctypes.pythonapi, "PyOS_InputHook")

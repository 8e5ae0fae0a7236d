"""The command that keeps a whole evening at the table: asks for the next deal until the game is over."""

from __future__ import annotations

import os
import select
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import Any

from kingscore.app.change import Change, finish, record, redo, undo
from kingscore.app.remaining import Sharing, sharing
from kingscore.cli import format_finding, format_game
from kingscore.cli.commands import LoopCommand, app
from kingscore.cli.context import Context, InputLines
from kingscore.model.findings import Refused
from kingscore.model.language import signed
from kingscore.render.text_width import cut, room, shown, width, wrapped
from kingscore.scoring.schedule import Upcoming, upcoming
from kingscore.scoring.score import score
from kingscore.storage import LibraryGame, Store

#: Words that are no deal; each language has its own beside the English ones.
WORDS = ("undo", "redo", "show", "help", "finish", "quit")


@app.command("play", cls=LoopCommand)
def play(context: Context) -> int:
    """Keep a game, asked deal by deal."""
    with context.store() as store:
        return Sitting(context, store, context.kept(store)).run()


@dataclass
class Sitting:
    """One sitting: the game as it was last seen, the line to be corrected for the deal that is due, and whether any
    line was refused."""

    context: Context
    store: Store
    kept: LibraryGame
    again: str = ""
    refused: bool = False

    def run(self) -> int:
        """Ask until the lines or the patience end, or a line of a file or a pipe is refused: then the status is 1."""
        self.context.tell("play.hello.over" if self.over else "play.hello", game=self.kept.name)
        game, table = self.kept.game, score(self.kept.game)
        self.context.write_set(format_game.following(self.context, game, upcoming(game, table), table))
        while True:
            coming = upcoming(self.kept.game)
            try:
                line = ask(f"{coming.number if coming else '–'}> ", self.context.input, self.progress, self.again)
            except KeyboardInterrupt:
                print()
                break
            if line is None:
                break
            self.again = ""
            try:
                if not self.answer(line.strip()):
                    break
                sys.stdout.flush()
            except Refused as refused:
                self.refused = True
                if not self.goes_on(line, coming, refused):
                    break
        self.context.tell("play.bye.over" if self.over else "play.bye", n=len(self.kept.game.deals))
        return int(self.refused and not on_terminal())

    @property
    def over(self) -> bool:
        """True where the game takes no deal any more."""
        return upcoming(self.kept.game) is None

    def goes_on(self, line: str, due: Upcoming | None, refused: Refused) -> bool:
        """Say why a line was refused that was typed for the deal ``due``; False where it comes from a file or a pipe.

        It stands there again only while that deal is still due. What was typed ahead was meant to follow it, so that it
        is thrown away.
        """
        lines, players = self.context.input, refused.players or self.kept.game.players
        if lines.stream:
            self.context.report((*refused.findings, lines.stopped()), players)
            return False
        ahead = discard_typed()
        self.context.report(refused.findings, players)
        self.kept = self.store.load(self.kept.name)
        game = self.kept.game
        if (coming := upcoming(game)) == due:
            self.again = line
        else:
            self.context.tell("play.moved", line=shown(line))
            self.context.write_set(format_game.following(self.context, game, coming, score(game)))
        if ahead:
            self.context.tell("play.ahead")
        return True

    def answer(self, line: str) -> bool:
        """Do what a line says; False when it says that this is enough. Refused: as ``deal`` and the others."""
        word = _own_word(self.context, line)
        if word == "quit":
            return False
        if word == "help":
            page = self.context.say("play.page.examples").splitlines()
            self.context.write("\n".join(wrapped("\n".join(map(str.strip, page)), room(sys.stdout), "  ")))
        elif word == "show":
            from kingscore.cli.show import table

            self.context.write(table(self.context, self.kept))
        elif line:
            own = [("finish", "--early")] if word == "finish" else [(word,)]
            for command in own if word else _commands(line, (self.kept.name, self.context.named or "")):
                change = self._change(command)
                self.kept = change.kept
                format_game.recorded(self.context, change, summed_up=word != "finish")
            if word == "finish":
                self.context.tell("play.finished")
        return True

    def _change(self, command: tuple[str, ...]) -> Change:
        """What a command changes; one that is no command is a deal."""
        changes: dict[tuple[str, ...], Callable[[Store, LibraryGame, str], Change]] = {("undo",): undo, ("redo",): redo}
        at, (first, *rest) = self.context.now(), command
        if command in changes:
            return changes[command](self.store, self.kept, at)
        if command == ("finish", "--early"):
            return finish(self.store, self.kept, at, early=True)
        if first == "amend" and len(rest) > 1:
            from kingscore.cli.recording import amended

            return amended(self.store, self.kept, rest, at, self.context.words)
        return record(self.store, self.kept, rest if first == "deal" and rest else command, at, self.context.words)

    def progress(self, line: str) -> str:
        """How far a half typed line has come, in a few words; how to start over while a refused line stands there."""
        if line and line == self.again:
            return self.context.say("play.again")
        if self.over:
            return self.context.say("play.over")
        if _own_word(self.context, line.strip()):
            return ""
        shared = sharing(line, self.kept.game, self.context.words)
        return "" if shared is None else _shared_out(self.context, shared, self.kept.game.players)


def _commands(line: str, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The commands of a line: a deal as it stands, or whole commands as repairs show them, joined by ``&&``; they may
    name the game that is kept here."""
    first, _, rest = line.partition(" ")
    if first not in ("kingscore", "amend", "deal") or not rest.strip():
        return [(line,)]
    try:
        parts = [tuple(shlex.split(part)) for part in line.split(" && ")]
    except ValueError:
        return [(line,)]
    own = [part[1:] if part[0] == "kingscore" else part for part in parts if part and part != ("kingscore",)]
    return [part[2:] if part[0] == "--game" and part[1:2] and part[1] in names and part[2:] else part for part in own]


def _own_word(context: Context, line: str) -> str:
    """The word of the loop that a line is, empty where it is none."""
    typed = "help" if line == "?" else line.casefold()
    return next((word for word in WORDS if typed in (word, *context.say(f"play.word.{word}").split(", "))), "")


def _shared_out(context: Context, shared: Sharing, players: tuple[str, ...]) -> str:
    """What is still to be shared out, or what a deal said to its end comes to."""
    name = shared.contract.names if shared.contract is not None else ""
    if shared.seats:
        item = shared.item.names if shared.item is not None else context.say("result.points")
        left = context.say("play.left", contract=name, item=item, left=shared.left)
        seats = context.say("play.seats", names=tuple(players[seat] for seat in shared.seats))
        later = context.say("play.later", items=tuple(item.names for item in shared.items)) if shared.items else ""
        return " · ".join(filter(None, (left, seats, later)))
    if shared.points is not None:
        points = " ".join(f"{player} {signed(n)}" for player, n in zip(players, shared.points, strict=True))
        return context.say("play.fits", contract=name, points=points)
    wrong = next((one for one in shared.findings if one.severity == "error"), None)
    return format_finding.message(wrong, context.language, players).partition(". ")[0] if wrong is not None else ""


# Asking for a line

#: Says in a few words how far a half typed line has come.
Progress = Callable[[str], str]
#: How long to wait before Ctrl-C is passed on, in seconds: readline must be back in its own code by then.
SOON = 0.05
#: How long lines that are pasted may come in, in seconds.
LONGEST_PASTE = 1.0


def on_terminal() -> bool:
    """True where somebody types and reads on a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def discard_typed() -> bool:
    """What was typed and not read yet thrown away, as long as it still comes in; True if a line was among it."""
    try:
        import termios
    except ImportError:
        return False
    found, until = False, time.monotonic() + LONGEST_PASTE
    with suppress(OSError, ValueError, termios.error):
        while time.monotonic() < until and select.select([sys.stdin], [], [], SOON)[0]:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            found = True
        termios.tcflush(sys.stdin, termios.TCIFLUSH)  # a line that is only begun does not show
    return found


def ask(prompt: str, lines: InputLines, progress: Progress, before: str) -> str | None:
    """One line without its end, None when there are no more. ``before`` stands in the line already; ``progress`` is
    shown above it and, with GNU readline or what stands in for it, kept up while somebody types."""
    if not on_terminal():
        return lines.next()
    hint = cut(progress(before), _columns() - 1)
    # Readline knows both lines, so that it draws both where the screen is cleared (Ctrl-L); else the prompt would stand
    # in the first row and the next hint be drawn over it.
    watched: AbstractContextManager[None] = nullcontext()
    with suppress(ImportError):
        import readline

        watched = Watcher(readline, prompt, progress, before)
    try:
        with watched:
            return input(f"{hint}\n{prompt}")
    except EOFError:
        print()
        return None


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

    def __init__(self, readline: ModuleType, prompt: str, progress: Progress, before: str) -> None:
        self.readline, self.prompt, self.progress, self.before = readline, prompt, progress, before
        self.seen: str | None = None
        self.hook: Any = None
        self.handler: Any = None

    def __enter__(self) -> None:
        self.readline.set_startup_hook(lambda: self.readline.insert_text(self.before))
        self.handler = signal.signal(signal.SIGINT, self.interrupted)
        with suppress(ImportError, AttributeError, ValueError, OSError):
            import ctypes

            hook = ctypes.CFUNCTYPE(ctypes.c_int)(self.draw)
            self._set_hook(ctypes.cast(hook, ctypes.c_void_p).value)
            self.hook = hook  # Python must keep it as long as it may be called

    def __exit__(self, *_: object) -> None:
        self._set_hook(None)
        signal.signal(signal.SIGINT, self.handler)
        self.readline.set_startup_hook()

    def _set_hook(self, address: int | None) -> None:
        if address is not None or self.hook is not None:
            import ctypes

            ctypes.c_void_p.in_dll(ctypes.pythonapi, "PyOS_InputHook").value = address

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C. What is raised inside the hook is lost, so there it is sent once more, when the hook is off."""
        while frame is not None:
            if frame.f_code is Watcher.draw.__code__:
                self._set_hook(None)
                main = threading.main_thread().ident or 0
                threading.Timer(SOON, signal.pthread_kill, (main, signal.SIGINT)).start()
                return
            frame = frame.f_back
        raise KeyboardInterrupt

    def draw(self) -> int:
        """Called again and again while a line is typed; draws only when it has changed."""
        line, columns = self.readline.get_line_buffer(), _columns()
        # A line that runs over the edge has moved the cursor to another row: better an old hint than a broken screen.
        if line != self.seen and width(self.prompt + line) < columns:
            self.seen = line
            hint = cut(self.progress(line), columns - 1)
            sys.stdout.write(f"\x1b7\x1b[1A\r\x1b[2K{hint}\x1b8")
            sys.stdout.flush()
        return 0

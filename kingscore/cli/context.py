"""What every command is given: the user's language, the game it acts on, where text or a document is written."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

from kingscore.cli import format_finding
from kingscore.model.findings import Finding, Refused, finding, has_errors, together
from kingscore.model.language import Language
from kingscore.render.text_width import columns, room, shown, width, wrapped
from kingscore.storage import resources

if TYPE_CHECKING:
    from kingscore.notation import Words
    from kingscore.render.formats import Rendered
    from kingscore.storage import LibraryGame, Store


Request = TypeVar("Request", bound=Any)
Result = TypeVar("Result")
#: What is refused unless it is said on purpose, and the part of a request that says so.
ASKED = {"M917": "again", "M919": "new_unit"}
#: Stands for standard output where a file could be named.
STANDARD_OUTPUT = "-"


class OutputTarget(NamedTuple):
    """Where a file goes, empty or ``-`` for standard output, and whether one that is there may be written over."""

    path: str = ""
    force: bool = False

    @property
    def suffix(self) -> str:
        """The form that the file's name asks for: ``pdf`` for ``evening.pdf``."""
        return os.path.splitext(self.path)[1][1:].lower()


#: How long lines that will not be used are counted, in seconds: a pipe may never end.
COUNTING = 0.5


@dataclass
class InputLines:
    """Standard input, line by line. A file or a pipe is a ``stream``: what was meant for one deal would be taken for
    another if it went on behind a line that was refused."""

    number: int = 0

    @property
    def stream(self) -> bool:
        """True where nobody sits at the keys, who would see that a line was refused."""
        return not sys.stdin.isatty()

    def next(self) -> str | None:
        """The next line without its end, None when there are no more."""
        line = sys.stdin.readline()
        self.number += bool(line)
        return line.rstrip("\r\n") if line else None

    def stopped(self, how: str = "") -> Finding:
        """U832: the line read last was refused, and those behind it are not used."""
        at, whole = self.number, False
        with suppress(TimeoutError), _within(COUNTING):
            while self.next() is not None:
                pass
            whole = True
        return finding("U832", how, line=at, unused=f"{'' if whole else '≥ '}{self.number - at}")


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """TimeoutError where it takes longer; nothing is measured where the system cannot."""

    def over(*_: object) -> None:
        raise TimeoutError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def put(text: str, out: TextIO | None = None, end: str = "\n", *, as_it_is: bool = False) -> None:
    """Print a text: the one place through which all goes that people read, so that nothing in it steers a terminal."""
    harmless = text if as_it_is else "\n".join(map(shown, text.split("\n")))
    print(harmless, file=out or sys.stdout, end=end, flush=not end.endswith("\n"))


def json_text(content: object) -> str:
    """A document as JSON on one line; what could steer a terminal is escaped, and reads as the same value."""
    from kingscore.notation.jsontext import visible

    return visible(json.dumps(content, ensure_ascii=False))


@dataclass(frozen=True)
class Context:
    """What every command is given. With ``json`` only ``document`` writes to standard output, else only ``tell``."""

    language: Language
    environ: Mapping[str, str]
    game: str | None = None
    json: bool = False
    input: InputLines = field(default_factory=InputLines)

    @property
    def place(self) -> str | None:
        """Where the library is kept if ``KINGSCORE_DB`` says so; None for the user's own."""
        return self.environ.get("KINGSCORE_DB") or None

    def store(self) -> Store:
        """The store of this user."""
        from kingscore.storage import open_store

        store = open_store(self.place)
        if store.database.remark:
            self.report((store.database.remark,))
        return store

    def name(self, store: Store) -> str:
        """The game meant: ``--game``, else ``KINGSCORE_GAME``, else the one in play. Refused: S702 to S704."""
        return store.pick(self.named)

    @property
    def named(self) -> str | None:
        """The game that was asked for by name; None where the one in play is meant."""
        return self.game or self.environ.get("KINGSCORE_GAME") or None

    def kept(self, store: Store) -> LibraryGame:
        """The game meant, as it stands."""
        return store.load(self.name(store))

    def load(self) -> LibraryGame:
        """The game meant, as it stands, where nothing else is done with the store."""
        with self.store() as store:
            return self.kept(store)

    @property
    def words(self) -> Words:
        """The words of a deal's line, those of the language spoken first."""
        return resources.words(self.language.code)

    def now(self) -> str:
        """The time, as the journal keeps it."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    def today(self) -> str:
        """The day of the local calendar."""
        return time.strftime("%Y-%m-%d")

    def sure(self, findings: Sequence[Finding]) -> bool:
        """True where somebody at a terminal, shown what speaks against it, wants it all the same."""
        if self.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return False
        self.report(findings)
        put(self.say("sure"), sys.stderr, end=" ")
        return sys.stdin.readline().strip().casefold() in self.say("sure.yes").split()

    def asked(self, act: Callable[[Request], Result], request: Request) -> Result:
        """What comes of a request; where it is refused for what may yet be meant, somebody at a terminal is asked."""
        while True:
            try:
                return act(request)
            except Refused as refused:
                field = ASKED.get(refused.findings[0].code)
                if field is None or not self.sure(refused.findings):
                    raise
                request = replace(request, **{field: True})

    def say(self, key: str, /, **values: object) -> str:
        """A text of the command line (``cli.<key>``)."""
        return self.language.say(f"cli.{key}", **values)

    def tell(self, key: str, /, **values: object) -> None:
        """Print a text of the command line for people."""
        self.write_set(self.say(key, **values).split("\n"))

    def write_set(self, lines: Sequence[str]) -> None:
        """Print sentences for people, set between words as wide as the terminal, each behind its own indent."""
        within = room(sys.stdout)
        for line in lines:
            text = line.lstrip(" ")
            self.write("\n".join(wrapped(text, within, line[: len(line) - len(text)]) or [""]))

    def write(self, text: str, *, as_it_is: bool = False) -> None:
        """Print something for people; nothing where a document was asked for. What was rendered for another program, or
        is coloured and harmless already, goes out ``as_it_is``."""
        if not self.json:
            put(text, as_it_is=as_it_is)

    def write_rows(self, rows: Sequence[Sequence[str]], none: str = "") -> None:
        """Print rows for people in columns; ``none`` where there is no row."""
        self.write(columns(rows, right=False) if rows else none)

    def done(self, key: str, /, **values: object) -> None:
        """Print what was done, for people or as the document, which says the same."""
        self.tell(key, **values)
        self.document({"ok": True, **values})

    def document(self, content: Mapping[str, Any]) -> None:
        """Print the one document of this command, if one was asked for."""
        if self.json:
            put(json_text(content), as_it_is=True)

    def deliver(self, form: str, rendered: Rendered, target: OutputTarget) -> None:
        """Write what was rendered into the file named, or print it. Refused: U820; U822 for what nobody can read."""
        from kingscore.render.formats import FORMATS

        if target.path and target.path != STANDARD_OUTPUT:
            from pathlib import Path

            from kingscore.storage.files import write_out

            write_out(Path(target.path), rendered.content, target.force)
            self.tell("result.written", file=target.path)
            self.document({**self.findings(rendered.findings), "to": form, "file": target.path})
        elif FORMATS[form].text:
            content = rendered.content.decode("utf-8")
            self.write(content.removesuffix("\n"), as_it_is=not sys.stdout.isatty())
            self.document({**self.findings(rendered.findings), "to": form, "content": content})
        elif self.json or sys.stdout.isatty():
            raise Refused(finding("U822", to=form), status=2)
        else:
            sys.stdout.buffer.write(rendered.content)
        self.report(rendered.findings)

    def report(
        self, findings: Sequence[Finding], players: Sequence[str] = (), to: TextIO | None = None, file: str = ""
    ) -> None:
        """Print findings for people, to standard error unless said otherwise; of a ``file``, with what is to be
        written in it."""
        if not findings or self.json:
            return
        findings = together(findings)
        out = to or sys.stderr
        with suppress(OSError):  # it comes up again, as a fault of its own, when the command ends
            sys.stdout.flush()
        for found in self._of_game(findings):
            put(format_finding.spoken(found, self.language, players, room(out), file), out)
        if closing := format_finding.more(findings, self.language):
            put(closing, out)

    def findings(self, findings: Sequence[Finding], players: Sequence[str] = ()) -> dict[str, Any]:
        """Findings as a part of a document: ``{"ok", "findings"}``."""
        listed = [format_finding.document(found, self.language, players) for found in self._of_game(together(findings))]
        return {"ok": not has_errors(tuple(findings)), "findings": listed}

    def _of_game(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Findings whose repairs act on the game that was asked for, even if another one is in play."""
        in_file = [one.place is not None and bool(one.place.file) for one in findings]
        names = [None if there else self.named for there in in_file]
        return list(map(format_finding.of_game, findings, names))

    def refuse(self, findings: Sequence[Finding], players: Sequence[str] = ()) -> None:
        """Say why a command stops: findings on standard error, or as the document."""
        self.report(findings, players)
        self.document(self.findings(findings, players))


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

    def show(self, done: int, wrong: int = 0) -> None:
        """So many more are done, so many of them wrong."""
        self.wrong += wrong
        self.reached(self.done + done, self.total)

    def reached(self, done: int, total: int) -> None:
        """So many are done by now, of so many. Nothing is shown when all are: the end is seen anyway."""
        self.done, self.total = done, total
        if self.seen and done < total:
            self._write(self.phrase(done=done, total=total, wrong=self.wrong))

    def clear(self) -> None:
        """Takes the line away, before anything else is printed."""
        if self.line:
            self._write("")

    def _write(self, line: str) -> None:
        # Blanks take away what stood there; a terminal need not know more than to go back to the line's beginning.
        self.out.write(f"\r{' ' * width(self.line)}\r{line}")
        self.out.flush()
        self.line = line


def picked(value: object, *names: str, **renamed: str) -> dict[str, Any]:
    """A part of a document: the attributes of a value that are published, ``renamed`` those under another name than
    their own. Averages are rounded; the whole numbers that they come from are published beside them."""
    attributes = {**{name: name for name in names}, **renamed}
    found = {name: getattr(value, attribute) for name, attribute in attributes.items()}
    return {name: round(float(one), 4) if isinstance(one, Fraction | float) else one for name, one in found.items()}

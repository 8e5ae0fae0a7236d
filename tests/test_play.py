"""The guided loop: it takes lines like any command, loses nothing typed, and leaves the game as acknowledged."""

from __future__ import annotations

import codecs
import fcntl
import io
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

from kingscore.app.remaining import Sharing, sharing
from kingscore.cli.run import run
from kingscore.model.game import Game
from kingscore.notation import read_deal
from kingscore.storage import resources, variant_files
from tests.scorer import Scorer

ROOT = Path(__file__).parents[1]
PLAYERS = ("Ona", "Jonas", "Rasa", "Vytas")
FOUR = ("no-tricks 2 3 1 2", "no-hearts 0 1 4 3", "no-jacks-and-kings 1 3 2 2", "no-queens 1 1 0 2")
SIX = (*FOUR, "no-king A", "no-last-two A B")


def typed(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[int, str, str]:
    """What the loop does with lines from a file."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    said = scorer("play")
    return said.status, said.out, said.err


@pytest.fixture
def scorer(capsys: pytest.CaptureFixture[str]) -> Scorer:
    found = Scorer(capsys)
    found.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-11-29")
    return found


def deals(scorer: Scorer) -> list[str]:
    return scorer.fine("export").out.partition("\n\n")[2].strip().splitlines()


def test_deals_are_recorded_line_by_line(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, err = typed(scorer, monkeypatch, "no-tricks 2 3 1 2", "", "  hearts 0 1 4 3 ", "quit", "no-king A")
    assert (status, err) == (0, "")
    assert deals(scorer) == ["no-tricks 2 3 1 2", "no-hearts 0 1 4 3"]
    assert "Next: deal 3 of 12 · No jacks and kings" in out
    assert "2 deals are kept" in out


@pytest.mark.parametrize(
    ("language", "undo", "redo", "show", "leave"),
    [
        ("en", "undo", "redo", "show", "quit"),
        ("ru", "отмена", "вернуть", "таблица", "выход"),
        ("lt", "atšaukti", "grąžinti", "lentelė", "išeiti"),
        ("lt", "undo", "redo", "show", "exit"),
    ],
)
def test_the_words_of_the_loop_are_known_in_each_language(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, language: str, undo: str, redo: str, show: str, leave: str
) -> None:
    monkeypatch.setenv("KINGSCORE_LANG", language)
    one, two = "no-tricks 2 3 1 2", "no-hearts 0 1 4 3"
    assert typed(scorer, monkeypatch, one, two, undo, show, undo, redo, "?", leave, "x")[0] == 0
    assert deals(scorer) == [one]


def test_repairs_can_be_pasted_as_they_are_shown(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    pasted = "kingscore amend 1 no-tricks 2 2 2 2 && kingscore deal 'no-hearts 0 1 4 3'"
    assert typed(scorer, monkeypatch, "deal no-tricks 2 3 1 2", pasted)[0] == 0
    assert deals(scorer) == ["no-tricks 2 2 2 2", "no-hearts 0 1 4 3"]
    assert typed(scorer, monkeypatch, "amend 2 delete", "amend head dealer=Rasa", "kingscore undo")[0] == 0
    assert deals(scorer) == ["no-tricks 2 2 2 2"]
    assert "dealer: Vytas" in scorer.fine("export").out


def test_finish_ends_the_game(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, err = typed(scorer, monkeypatch, "no-tricks 2 3 1 2", "finish", "no-hearts 0 1 4 3")
    assert status == 1
    assert "U818" in err
    assert "finished: early" in scorer.fine("export").out


@pytest.mark.parametrize(
    ("language", "word", "taken_back", "nothing_more"),
    [
        ("en", "finish", "Type undo, and the game goes on", "It takes no more deals"),
        ("ru", "конец", "отмена — и партия продолжится", "Новых раздач в ней не будет"),
        ("lt", "pabaiga", "atšaukti – ir partija tęsis", "Naujų padalijimų joje nebus"),
    ],
)
def test_the_end_says_how_to_take_it_back_and_what_can_be_done_now(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, language: str, word: str, taken_back: str, nothing_more: str
) -> None:
    monkeypatch.setenv("KINGSCORE_LANG", language)
    _, out, _ = typed(scorer, monkeypatch, "no-tricks 2 3 1 2", word)
    assert taken_back in out
    assert out.endswith("kingscore new --again\n")
    status, out, err = typed(scorer, monkeypatch, "show")
    assert (status, err) == (0, "")
    assert nothing_more in out.splitlines()[0]
    assert "kingscore settle" in out
    assert out.splitlines()[-1].endswith("kingscore new --again")
    assert "kingscore play" not in out
    _, out, _ = typed(scorer, monkeypatch, "undo")
    assert "kingscore new --again" not in out
    assert out.splitlines()[-1].endswith("kingscore play")


@pytest.mark.parametrize(
    "odd",
    [
        '"',
        "kingscore",
        'kingscore deal "',
        "amend",
        "deal",
        "\x1b[A",
        "\ud800",
        "&& &&",
        "amend 1",
        "{",
        "x" * 30_000,
    ],
    ids=lambda odd: ascii(odd[:20]),
)
def test_whatever_is_typed_is_a_finding(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, odd: str) -> None:
    status, out, err = typed(scorer, monkeypatch, odd)
    assert status == 1
    assert "U832" in err
    assert "U899" not in err
    assert "Traceback" not in out + err
    assert deals(scorer) == []


def half(line: str, *before: str, variant: str = "lithuanian") -> Sharing:
    """How far a line has come in a game of these deals."""
    words = resources.words()
    game = Game(variant_files.variant(variant).rules(4), PLAYERS, 3)
    for deal in before:
        game = game.with_deal(read_deal(deal, game, len(game.deals) + 1, words))
    found = sharing(line, game, words)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "item", "left", "seats"),
    [
        ("", "tricks", 8, (0, 1, 2, 3)),
        ("no-tr", "tricks", 8, (0, 1, 2, 3)),
        ("no-tricks 2", "tricks", 6, (1, 2, 3)),
        ("2 3", "tricks", 3, (2, 3)),
        ("no-tricks 2 3 3", "tricks", 0, (3,)),
        ("-4 -6", None, -6, (2, 3)),
    ],
)
def test_what_is_still_to_be_shared_out(line: str, item: str | None, left: int, seats: tuple[int, ...]) -> None:
    found = half(line)
    assert (found.item.id if found.item else None, found.left, found.seats) == (item, left, seats)


def test_a_combined_deal_tells_what_comes_after() -> None:
    found = half("no-all tricks 2 3 1 2, hearts 0 1", *SIX)
    assert found.item is not None
    assert (found.item.id, found.left, found.seats) == ("hearts", 7, (2, 3))
    assert [item.id for item in found.items] == ["jacks-and-kings", "queens", "king-of-hearts", "last-two"]


def test_a_sitter_out_gets_nothing() -> None:
    found = half("hearts 2 3", variant="lithuanian-declared-3")
    assert (found.left, found.seats) == (3, (2,))


def test_a_deal_said_to_its_end_tells_its_points_or_what_is_wrong() -> None:
    assert half("no-tricks 2 3 1 2").points == (-4, -6, -2, -4)
    assert [found.code for found in half("no-tricks 2 3 1 3").findings] == ["D440"]
    assert [found.code for found in half("no-tricks 2 3 9").findings] == ["L111"]


class Terminal:
    """The loop in a real terminal, with somebody at the keys."""

    def __init__(self, store: Path, *words: str, columns: int = 0) -> None:
        self.pid, self.keys = pty.fork()
        if not self.pid:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            environ = {"KINGSCORE_DB": str(store), "PYTHONPATH": str(ROOT), "TERM": "xterm", "KINGSCORE_LANG": "en"}
            os.execve(sys.executable, [sys.executable, "-m", "kingscore", "play", *words], {**os.environ, **environ})
        self.seen = ""
        # A sign of several bytes may come in two parts.
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def until(self, text: str, seconds: float = 30) -> str:
        """Everything on the screen up to the time that a text has come; AssertionError if it never does."""
        end = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < end:
            if select.select([self.keys], [], [], 0.2)[0]:
                try:
                    self.seen += self.decode(os.read(self.keys, 65536))
                except OSError:
                    break
        assert text in self.seen, self.seen
        seen, self.seen = self.seen, self.seen.partition(text)[2]
        return seen

    def type(self, text: str) -> None:
        os.write(self.keys, text.encode())

    def status(self) -> int:
        """Read what is still to come, then the exit status, the negative number of a signal.

        AssertionError, and nothing is left running, if the program does not end.
        """
        while True:
            if not select.select([self.keys], [], [], 30)[0]:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError("the program does not end")
            try:
                if not os.read(self.keys, 65536):
                    break
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "games.db"
    assert run(("new", "lithuanian", *PLAYERS), {"KINGSCORE_DB": str(path)}) == 0
    capsys.readouterr()
    return path


def recorded(store: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    assert run(("export",), {"KINGSCORE_DB": str(store)}) == 0
    return capsys.readouterr().out.partition("\n\n")[2].strip().splitlines()


def test_what_is_left_is_shown_while_one_types(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("no-tricks 2 3")
    screen.until("3 left · for Rasa, Vytas")
    screen.type(" 1 2")
    screen.until("Ona −4 Jonas −6 Rasa −2 Vytas −4")
    screen.type("\r")
    screen.until("2> ")
    assert recorded(store, capsys) == ["no-tricks 2 3 1 2"]
    screen.type("quit\r")
    assert screen.status() == 0


def test_a_screen_that_was_cleared_shows_what_is_left_above_the_prompt(store: Path) -> None:
    """Ctrl-L: the prompt does not stand in the first row, where the next hint would be drawn over it."""
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("no-tricks 2 3")
    screen.until("3 left · for Rasa, Vytas")
    screen.type("\x0c")
    screen.until("left · for")
    screen.until("1> no-tricks 2 3")
    screen.type(" 1")
    screen.until("2 left · for Vytas")
    screen.type("\x03")
    assert screen.status() == 0


def test_a_refused_line_stands_there_again_to_be_corrected(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("no-tricks 2 3 1 1\r")
    screen.until("D440")
    screen.until("1> no-tricks 2 3 1 1")
    screen.type("\x7f2\r")
    screen.until("2> ")
    assert recorded(store, capsys) == ["no-tricks 2 3 1 2"]
    screen.type("\x04")
    assert screen.status() == 0


def test_ctrl_c_leaves_the_game_as_it_was_acknowledged(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("no-tricks 2 3 1 2\r")
    screen.until("2> ")
    screen.type("no-hearts 0 1 4")
    screen.until("3 left · for Vytas")
    screen.type("\x03")
    screen.until("1 deal is kept")
    assert screen.status() == 0
    assert recorded(store, capsys) == ["no-tricks 2 3 1 2"]


def test_a_killed_terminal_leaves_the_game_as_it_was_acknowledged(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("no-tricks 2 3 1 2\r")
    screen.until("2> ")
    screen.type("no-hearts 0 1 4 3")
    os.kill(screen.pid, signal.SIGKILL)
    assert screen.status() == -signal.SIGKILL
    assert recorded(store, capsys) == ["no-tricks 2 3 1 2"]


def test_a_deal_that_somebody_else_recorded_meanwhile_is_shown(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    assert run(("deal", "no-tricks", "2", "2", "2", "2"), {"KINGSCORE_DB": str(store)}) == 0
    screen.type("no-tricks 2 3 1 2\r")
    screen.until("S701")
    screen.until("this line is not used: no-tricks 2 3 1 2")
    screen.until("2> ")
    assert recorded(store, capsys) == ["no-tricks 2 2 2 2"]
    screen.type("\x03")
    assert screen.status() == 0


class Meanwhile:
    """Lines from somebody at one table, and what somebody else does at another just before each is read."""

    def __init__(self, *steps: tuple[str, tuple[str, ...]]) -> None:
        self.steps = list(steps)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if not self.steps:
            return ""
        line, command = self.steps.pop(0)
        if command:
            assert run(command, dict(os.environ)) == 0
        return line + "\n"


@pytest.mark.parametrize(("word", "code"), [("undo", "S701"), ("redo", "S708"), ("finish", "S701")])
def test_a_word_of_the_loop_does_what_was_seen_and_nothing_else(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, word: str, code: str
) -> None:
    """Somebody else took the last deal back meanwhile: the one before, which nobody meant, stays; nor is that deal
    brought back by somebody who never saw it go."""
    lines = ("no-tricks 2 3 1 2", ()), ("no-hearts 0 1 4 3", ()), (word, ("undo",))
    monkeypatch.setattr(sys, "stdin", Meanwhile(*lines))
    said = scorer("play")
    assert (said.status, code in said.err) == (1, True)
    assert deals(scorer) == ["no-tricks 2 3 1 2"]
    assert "finished" not in scorer.fine("export").out


def test_on_a_narrow_terminal_no_word_is_parted(store: Path) -> None:
    """Mends stand whole on a line of their own, with the reason below; sentences are set between words."""
    screen = Terminal(store, columns=50)
    screen.until("1> ")
    screen.type("no-tricks 2 3 1 1\r")
    screen.until("no-tricks 2 3 1 1\r\n")
    lines = screen.until("explain D440").replace("\r", "").splitlines()
    assert max(map(len, lines)) < 50
    at = lines.index("    kingscore deal no-tricks 2 3 2 1")
    assert lines[at + 1] == "        Rasa: 2 instead of 1 in the row “tricks”"
    screen.until("1> ")
    screen.type("\x15finish\r")
    assert "\r\nFinished by mistake? Type undo, and the game goes\r\non.\r\n" in screen.until("\r\non.\r\n")
    screen.until("–> ")  # a key typed before the prompt stands there would be lost
    screen.type("\x04")
    assert screen.status() == 0


def test_over_a_refused_line_stands_how_to_empty_it(store: Path) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("what\r")
    screen.until("L133")
    screen.until("Ctrl-U")
    screen.until("1> what")
    screen.type("\x15no-tricks 2 3 1 2\r")
    screen.until("2> ")
    screen.type("\x04")
    assert screen.status() == 0


def test_after_the_end_the_way_back_and_the_way_out_are_told(store: Path) -> None:
    screen = Terminal(store)
    screen.until("1> ")
    screen.type("no-tricks 2 3 1 2\r")
    screen.until("2> ")
    screen.type("finish\r")
    screen.until("The game is over · undo")
    screen.type("undo\r")
    screen.until("2> ")
    screen.type("\x04")
    assert screen.status() == 0


def test_when_somebody_else_was_quicker_is_told_on_the_clock_of_this_place(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the log tells it: two minutes ago must not look like two hours ago."""
    monkeypatch.setenv("TZ", "Europe/Vilnius")
    time.tzset()
    try:
        monkeypatch.setattr(sys, "stdin", Meanwhile(("no-tricks 2 3 1 2", ("deal", "no-tricks", "2", "2", "2", "2"))))
        said = scorer("play")
        when = scorer.fine("log").out.splitlines()[-1].split("  ")[1]
        assert f"{when})" in said.err
        assert when.startswith("20")
    finally:
        monkeypatch.undo()
        time.tzset()

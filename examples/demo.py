"""An evening of King in one go: keeps the game of ``lithuanian.king`` deal by deal with the program's own commands.

Run it as ``make demo``, or as ``python examples/demo.py FOLDER``; what an earlier demo left there is
replaced. It stops with status 1 as soon as anything comes out otherwise than it should.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

GAME = Path(__file__).with_name("lithuanian.king")
#: The third deal as it is first called out: it comes to −14 where the deck holds −16.
SLIP = (3, "no-jacks-and-kings -0 -6 -6 -2")
TOTALS = {"Ona": "+13", "Jonas": "−19", "Rasa": "+16", "Vytas": "−10"}
#: What a demo leaves behind, its database with side files included.
LEFT = ("game.xlsx", "game.pdf", "game.king", "blank-sheet.pdf", "games.db", "games.db-wal", "games.db-shm")


class Scorer:
    """Somebody who types commands: shows each with what it printed, and minds the exit status."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {
            **os.environ,
            "KINGSCORE_DB": str(folder / "games.db"),
            "KINGSCORE_LANG": "en",
            "COLUMNS": "100",
        }

    def types(self, *words: str, status: int = 0) -> str:
        """The output of ``kingscore WORDS``. SystemExit if it ends with another status."""
        print(f"$ kingscore {shlex.join(words)}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "kingscore", *words],
            check=False,
            env={**self.environ, "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        print(done.stdout, flush=True)
        if done.returncode != status:
            raise SystemExit(f"The command ended with status {done.returncode} and should have ended with {status}.")
        return done.stdout


def head_and_deals(text: str) -> tuple[dict[str, str], list[str]]:
    """The keys of a game file's head and its deal lines, without comments."""
    head, _, deals = text.partition("\n\n")
    keys = dict(line.split(": ", 1) for line in head.splitlines() if not line.startswith("#"))
    return keys, [line for line in deals.splitlines() if line and not line.startswith("#")]


def beginning(keys: dict[str, str]) -> Iterator[str]:
    """The words that begin a game with a head like this."""
    yield from ("new", keys["variant"], *keys["players"].split(", "), "--option", keys["options"])
    for key in ("dealer", "date", "stake"):
        yield from (f"--{key}", keys[key])


def play(scorer: Scorer) -> None:
    """The whole game, with one slip that is refused and then fixed."""
    keys, lines = head_and_deals(GAME.read_text("utf-8"))
    scorer.types(*beginning(keys))
    for number, line in enumerate(lines, 1):
        if number == SLIP[0]:
            refused = scorer.types("deal", SLIP[1], status=1)
            expect("14" in refused and "16" in refused, "The refusal names what was found and what the deal comes to.")
        scorer.types("deal", " ".join(line.split()))


def hand_round(scorer: Scorer) -> None:
    """Table, settlement and sheets."""
    table = scorer.types("show")
    expect(
        all(name in table and total in table for name, total in TOTALS.items()), "The totals are those of the source."
    )
    scorer.types("settle")
    scorer.types("settle", "--rule", "winner")
    for words in (
        ("export", "--to", "xlsx", "-o", "game.xlsx"),
        ("export", "--to", "pdf", "-o", "game.pdf"),
        ("export", "--to", "king", "-o", "game.king"),
        ("sheet", "lithuanian", "--to", "pdf", "-o", "blank-sheet.pdf"),
    ):
        path = scorer.folder / words[-1]
        scorer.types(*words[:-1], str(path))
        expect(path.stat().st_size > 0, f"{path} is there.")
    scorer.types("check", str(scorer.folder / "game.king"))


def expect(true: bool, law: str) -> None:
    if not true:
        raise SystemExit(f"This should be so and is not: {law}")


def main(folder: Path) -> None:
    if folder.exists() and any(path.name not in LEFT for path in folder.iterdir()):
        raise SystemExit(f"{folder} holds other things than a demo; name an empty folder.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    scorer = Scorer(folder)
    play(scorer)
    hand_round(scorer)
    print(f"In {folder}: {', '.join(sorted(path.name for path in folder.iterdir()))}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("demo-out"))

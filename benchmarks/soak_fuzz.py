"""Readers under broken input: ``python -m benchmarks.soak_fuzz [SECONDS] [SEED]``, from the checkout.

For so many seconds each (600 unless said) every reader gets files that were whole a moment ago: bytes turned, cut out,
doubled, put in from another file; in a workbook, inside its parts too. What comes back has to be a finding or a game
that can be judged: never an exception, and never more than ten seconds for one file. Printed, a row a reader: files,
how many could still be read, the slowest in milliseconds; then the peak memory of the whole run. The exit status is 1
at the first exception, with the file that provoked it left where it says.
"""

from __future__ import annotations

import io
import resource
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from kingscore.app.files import check_file
from kingscore.model.findings import Refused
from kingscore.model.game import Game
from kingscore.notation import read_deal, write_deal
from kingscore.notation.codec import write_document
from kingscore.notation.king import write_king
from kingscore.render import render
from kingscore.sheets import lay_out
from kingscore.storage import resources, variant_files
from tests.generator import legal_game

VARIANTS = (
    "lithuanian",
    "russian-12",
    "self-teacher",
    "lithuanian-declared-3",
    "bidding-king",
    "polish-auction",
    "korol",
)
LONGEST = 10.0
#: What a slip of the keyboard or a broken disk puts in.
BITS = (
    b"\0",
    b"\xff",
    b'"',
    b"#",
    b",",
    b";",
    b":",
    b"\n",
    b"-",
    "−".encode(),
    b"{",
    b"]",
    b"9" * 400,
    b"_",
    b"x",
    b"=",
)


@cache
def games() -> tuple[Game, ...]:
    return tuple(legal_game(variant_files.variant(one).rules(), Random(one)) for one in VARIANTS)


@cache
def whole(kind: str) -> tuple[bytes, ...]:
    """Good files of a kind, one a game: ``king``, ``json``, ``csv`` or ``xlsx``."""
    if kind in ("king", "json"):
        write = write_king if kind == "king" else write_document
        return tuple(write(game).encode() for game in games())
    look, english = resources.template("grid"), resources.language("en")
    return tuple(render(lay_out(game, look, english), kind).content for game in games())


def broken(raw: bytes, other: bytes, random: Random) -> bytes:
    """The bytes with one to six things done to them."""
    out = bytearray(raw)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(out) + 1)
        end = min(len(out), at + random.randint(1, 40))
        match random.randrange(5):
            case 0:
                out[at:end] = b""
            case 1:
                out[at:at] = out[at:end] * random.randint(1, 30)
            case 2:
                out[at:at] = random.choice(BITS)
            case 3:
                start = random.randrange(len(other) or 1)
                out[at:end] = other[start : start + 60]
            case _:
                out[at:end] = bytes(random.randrange(256) for _ in range(end - at))
    return bytes(out if random.random() < 0.9 else out[: random.randrange(len(out) + 1)])


def broken_book(raw: bytes, random: Random) -> bytes:
    """A workbook with a part of it broken; the archive itself stays whole."""
    into = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as new:
        hit = random.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, broken(part, part, random) if name == hit else part)
    return into.getvalue()


def files(kind: str, random: Random) -> bytes:
    """One broken file of a kind."""
    raw, other = random.choice(whole(kind)), random.choice(whole(kind))
    if kind == "xlsx" and random.random() < 0.7:
        return broken_book(raw, random)
    return broken(raw, other, random)


def read_line(raw: bytes, random: Random) -> bool:
    """A deal's line, broken; True if it could be read all the same."""
    game = random.choice(games())
    number = random.randrange(len(game.deals)) + 1
    line = write_deal(game.deals[number - 1], game, number)
    text = broken(line.encode(), raw, random).decode("utf-8", "replace")
    try:
        read_deal(text, game, number, resources.words())
    except Refused:
        return False
    return True


def fuzz(kind: str, until: Callable[[int], bool], folder: Path, seed: int) -> tuple[int, int, float]:
    """Feeds one reader until ``until`` says so of the number of files; gives files, those read, the slowest in seconds.

    Whatever the reader raises is raised, the file left in ``folder``.
    """
    random = Random(f"{kind}/{seed}")
    count = read = 0
    slowest = 0.0
    while not until(count):
        count += 1
        began = time.perf_counter()
        if kind == "line":
            read += read_line(whole("king")[0], random)
        else:
            file = folder / f"broken.{kind}"
            file.write_bytes(files(kind, random))
            read += check_file(str(file), lambda _: b"").game is not None
        slowest = max(slowest, time.perf_counter() - began)
        assert slowest < LONGEST, f"{kind}: {slowest:.1f} s for one file"
    return count, read, slowest


KINDS = ("line", "king", "json", "csv", "xlsx")


def main(seconds: float, seed: int) -> int:
    folder = Path(tempfile.mkdtemp(prefix="kingscore-fuzz-"))
    print(f"{'':8}{'files':>9}{'read':>9}{'slowest ms':>12}")
    for kind in KINDS:
        end = time.monotonic() + seconds
        try:
            count, read, slowest = fuzz(kind, lambda _, end=end: time.monotonic() > end, folder, seed)  # type: ignore[misc]
        except Exception:
            traceback.print_exc()
            print(f"{kind}: the file that did it lies in {folder}", file=sys.stderr)
            return 1
        print(f"{kind:8}{count:9,}{read:9,}{slowest * 1000:12.0f}", flush=True)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")
    return 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(given[0] if given else 600, given[1] if len(given) > 1 else 1))

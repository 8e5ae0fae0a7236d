"""Game files: found, opened, read, checked, taken in. It alone opens game files; it phrases nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from kingscore import library, notation
from kingscore.check import Report, check_game
from kingscore.check.repairs import with_repairs
from kingscore.findings import Finding, Place, Refused, finding, has_errors
from kingscore.frozen import dataclass
from kingscore.game import Game
from kingscore.notation.reading import LARGEST, Reading, text_of_bytes
from kingscore.store import Store, Taken

#: What a folder is searched for.
SUFFIXES = (".king", ".json")
STANDARD_INPUT = "-"
#: How a workbook begins, being a zip archive.
WORKBOOK = b"PK\x03\x04"
#: Gives at most so many bytes of standard input.
Input = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Checked:
    """A file with all that is wrong in it. ``report`` is None where no game could be made of it; ``opened`` is False
    where the file itself could not be read."""

    file: str
    reading: Reading
    report: Report | None
    findings: tuple[Finding, ...]
    opened: bool = True

    @property
    def game(self) -> Game | None:
        return self.reading.game

    @property
    def ok(self) -> bool:
        """True if nothing found is an error."""
        return not has_errors(self.findings)


def files_in(words: Sequence[str]) -> tuple[str, ...]:
    """The files meant: a folder is walked for game files, in order of their names. Refused, status 2: U821 where a
    folder holds none."""
    return tuple(name for word in words for name in (_walked(word) if os.path.isdir(word) else (word,)))


def _walked(folder: str) -> Iterator[str]:
    found = False
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                found = True
                yield os.path.join(here, name)
    if not found:
        raise Refused(finding("U821", folder=folder, expected=SUFFIXES), status=2)


def read_bytes(file: str, standard_input: Input) -> bytes:
    """The first bytes of a file, one more than a game file may have. OSError as the system gives it."""
    if file == STANDARD_INPUT:
        return standard_input(LARGEST + 1)
    with open(file, "rb") as opened:
        return opened.read(LARGEST + 1)


def read_game(file: str, standard_input: Input) -> tuple[Reading, str]:
    """A game file read, with its text (empty for a workbook); what is wrong with its form stands in the reading.

    OSError where it cannot be opened.
    """
    raw = read_bytes(file, standard_input)
    try:
        if raw.startswith(WORKBOOK):
            return _filled_sheet(raw, file), ""
        text = text_of_bytes(raw, file)
    except Refused as refused:
        return Reading(None, refused.findings), ""
    if is_document(file, text):
        return notation.read_document(text, file, library.open_rules), text
    return notation.read_king(text, file, library.open_rules, library.words()), text


def _filled_sheet(raw: bytes, file: str) -> Reading:
    from kingscore.render.xlsx.read import read_xlsx_sheet

    return read_xlsx_sheet(raw, file, library.open_rules)


def is_document(file: str, text: str) -> bool:
    """True for JSON: by the file's name, else by its first sign."""
    if file.lower().endswith(SUFFIXES):
        return file.lower().endswith(".json")
    return text.lstrip().startswith(("{", "["))


def check_file(file: str, standard_input: Input) -> Checked:
    """Everything that is wrong with a file, what could not be opened included (U891)."""
    try:
        reading, text = read_game(file, standard_input)
    except OSError as fault:
        found = (trouble(fault, file),)
        return Checked(file, Reading(None, found), None, found, opened=False)
    if reading.game is None:
        return Checked(file, reading, None, reading.findings)
    report = check_game(reading.game)
    told = with_repairs(reading.game, report.findings)
    known = {one.deal for one in reading.findings if one.severity == "error" and one.deal is not None}
    own = tuple(_placed(one, file, reading, text) for one in told if not _unread(one, known))
    return Checked(file, reading, report, _by_deal((*reading.findings, *own)))


def _unread(found: Finding, unread: set[int]) -> bool:
    """True for what the checker says of a deal that could not be read: the reader has said it better."""
    return found.deal is not None and found.deal in unread


def _placed(found: Finding, file: str, reading: Reading, text: str) -> Finding:
    """A finding with the place of its deal in the file."""
    if found.deal is None or not 0 < found.deal <= len(reading.lines):
        return found.at(Place(file=file))
    line = reading.lines[found.deal - 1]
    lines = text.splitlines()
    return found.at(Place(file=file, line=line, text=lines[line - 1] if 0 < line <= len(lines) else ""))


def _by_deal(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is wrong with the file and its head, then deal by deal, then the game as a whole."""
    kept = tuple(findings)
    head = [one for one in kept if one.deal is None and one.code[0] in "FVNUM"]
    whole = [one for one in kept if one.deal is None and one not in head]
    return (*head, *sorted((one for one in kept if one.deal is not None), key=lambda one: one.deal or 0), *whole)


def trouble(fault: OSError, file: str) -> Finding:
    """U891: what the operating system said of a file, by its errno so that every language has words for it."""
    import errno

    name = errno.errorcode.get(fault.errno or 0, "")
    known = ("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "ENAMETOOLONG")
    reason = fault.strerror or type(fault).__name__
    return finding("U891", name if name in known else "", file=str(fault.filename or file), reason=reason)


def take_in(
    store: Store, file: str, standard_input: Input, at: str, keep_errors: bool = False
) -> tuple[Taken, Checked]:
    """The game of a file taken into the store. Refused with nothing written: what is wrong in it, unless its errors are
    to be kept; what cannot be read at all is refused always. Refused, status 3: U891; S705 another game of that id."""
    checked = check_file(file, standard_input)
    game = checked.game
    if game is None or not checked.reading.ok or not (checked.ok or keep_errors):
        players = game.players if game is not None else ()
        raise Refused(*checked.findings, status=1 if checked.opened else 3, players=players)
    return store.take_in(game, library.variant(game.rules.variant), at), checked

"""What a reader of whole games gives back: the game as far as it could be read, and all that is wrong in its form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kingscore.model.findings import Finding, Place, Refused, finding, has_errors
from kingscore.model.game import Game
from kingscore.model.rules import Rules

#: Variant id, players at the table, options, the variant's content as JSON text where the file brings it along → the
#: rules; Refused with V codes where there are none.
OpenRules = Callable[[str, int, Mapping[str, str], str], Rules]
#: A file that holds one game is never larger; larger ones are not read at all. In bytes, and in characters of a text.
LARGEST = 1024 * 1024
#: How files begin that were made to be looked at; so much of a text tells whether it is one, as does the rule below the
#: head of a table in Markdown.
_PICTURES = (
    (b"%PDF-", "PDF"),
    (b"\x89PNG\r\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
)
_SAMPLE = 4000
_RULED = re.compile(rb"^\| *:?-{2,}:? *\|", re.MULTILINE)
#: More deals than any game has; what stands after them is not read.
MOST_DEALS = 2000
#: So many findings of one code are kept for a file, more than are said one by one; of all others only their number.
MOST_TOLD = 100
#: More options than any variant has; what stands after them cannot be known either.
MOST_OPTIONS = 20


@dataclass(frozen=True, slots=True)
class Reading:
    """A game read from a file.

    ``game`` is None where its head could not be read. A deal that could not be read stands in it as ``unread``, so that
    the others keep their numbers; only a reading that is ``ok`` may be kept. ``lines[i]`` is the line of deal i in a
    ``.king`` file. ``whole`` is False where something was not read that may hold deals, so that nothing can be said of
    totals or of deals that are missing; ``glued`` is the line of the first deal where no empty line stands before it.
    """

    game: Game | None
    findings: tuple[Finding, ...] = ()
    lines: tuple[int, ...] = ()
    whole: bool = True
    glued: int = 0

    @property
    def ok(self) -> bool:
        """True if nothing that was found is an error."""
        return self.game is not None and not has_errors(self.findings)


def counted(findings: Sequence[Finding], times: Mapping[str, int]) -> tuple[Finding, ...]:
    """The findings of a file, the first of each code standing also for those that were not kept: ``times`` says how
    many of a code were noted."""
    out, left = [], {code: n - MOST_TOLD for code, n in times.items() if n > MOST_TOLD}
    for one in findings:
        out.append(replace(one, times=one.times + left.pop(one.code, 0)))
    return tuple(out)


def unreadable(text: str, file: str) -> Finding | None:
    """Why a text cannot be a game at all: too large, not a text, empty; None where it may be one."""
    place = Place(file=file)
    if len(text) > LARGEST:
        return finding("F203", most=LARGEST // 2**20, place=place)
    if "\0" in text:
        return finding("F202", place=place)
    if not text.strip("\ufeff \t\r\n"):
        return finding("F204", place=place)
    return None


def text_of_bytes(raw: bytes, file: str) -> str:
    """The text of a file. Refused: F201 other encodings than UTF-8, F202 no text, F203 too large, F259 a page or a
    picture.

    So that a huge file is never read whole, read at most ``LARGEST + 1`` bytes of it.
    """
    place = Place(file=file)
    form = form_of(raw)
    if form:
        raise Refused(finding("F259", form=form, place=place))
    if len(raw) > LARGEST:
        raise Refused(finding("F203", most=LARGEST // 2**20, place=place))
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Refused(finding("F201", "utf-16", place=place))
    if b"\0" in raw:
        raise Refused(finding("F202", place=place))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        raise Refused(
            finding("F201", found=f"0x{raw[fault.start]:02X}", line=line, place=Place(file=file, line=line))
        ) from None


def form_of(raw: bytes) -> str:
    """What a file is that was made to be looked at: ``PDF``, ``PNG``, ``HTML``, …; empty for any other."""
    binary = next((form for begun, form in _PICTURES if raw.startswith(begun)), "")
    if binary:
        return binary
    head = raw[:_SAMPLE].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html")):
        return "HTML"
    if head.startswith((b"<svg", b"<?xml", b"<!doctype svg")):
        return "SVG" if b"<svg" in head else "XML"
    return "Markdown" if head.startswith((b"#", b"|")) and _RULED.search(raw[: 2 * _SAMPLE]) else ""


def lines_of(text: str) -> list[str]:
    """The lines of a game file: they end at a line feed, a carriage return or both, and at nothing else."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")

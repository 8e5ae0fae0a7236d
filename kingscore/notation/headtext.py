"""The small texts of a game file's head: comments, quotes, lists, kept values; each is read and written as a pair.

It knows no key and no meaning.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kingscore.notation.jsontext import visible
from kingscore.notation.names import control_characters
from kingscore.notation.write import quoted

PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_\-/~]*")


class NotClosed(ValueError):
    """A quote that opens and never closes: its column."""

    def __init__(self, column: int) -> None:
        super().__init__(str(column))
        self.column = column


def quote_end(text: str, start: int) -> int:
    """The column after the quote that closes the one at ``start``. NotClosed where none does."""
    at = start + 1
    while True:
        end = text.find('"', at)
        if end < 0:
            raise NotClosed(start)
        if text[end + 1 : end + 2] != '"':
            return end + 1
        at = end + 2


def without_comment(line: str) -> str:
    """A line up to its comment: ``#`` at the start or after white space, outside quotes.

    A quote opens only where a word begins, so that 5" in a note does no harm; one that never closes is a plain sign.
    """
    if "#" not in line:
        return line
    at = 0
    fresh = True
    while at < len(line):
        char = line[at]
        if char == "#" and (at == 0 or line[at - 1].isspace()):
            return line[:at]
        if char == '"' and fresh:
            try:
                at = quote_end(line, at)
            except NotClosed:
                at += 1
            fresh = False
            continue
        fresh = char.isspace() or char in ",:"
        at += 1
    return line


def parted(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a list with commas between them, each with its column; commas in quotes part nothing.

    NotClosed for a quote without an end.
    """
    start = at = 0
    while at <= len(text):
        if at == len(text) or text[at] == ",":
            piece = text[start:at]
            yield start + len(piece) - len(piece.lstrip()), piece.strip()
            start = at + 1
        elif text[at] == '"' and not text[start:at].strip():
            at = quote_end(text, at)
            continue
        at += 1


def unquoted(text: str) -> str:
    """A name without its quotes, a doubled quote being one; a name without quotes as it is."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1].replace('""', '"')
    return text


def list_name(name: str) -> str:
    """A name as it stands in a head: in quotes where a comma, a comment, a quote or white space would be lost."""
    odd = any(c in ',#"' for c in name) or name != name.strip() or "  " in name
    return quoted(name) if odd else name


def one_line(text: str) -> str:
    """JSON in which neither a quote nor a # can be taken for the end of a text or the start of a comment."""
    escaped = re.sub(r"\\(.)", lambda found: "\\u0022" if found[1] == '"' else found[0], text)
    return visible(escaped.replace("#", "\\u0023"))


def head_text(text: str) -> str:
    """A free text as a head's value: as it is where it reads back, else as JSON."""
    safe = text == text.strip() and not text.startswith(('"', "#")) and without_comment(text) == text
    if text and safe and not control_characters(text):
        return text
    return one_line(json.dumps(text, ensure_ascii=False))


def read_head_text(text: str) -> str:
    """The free text that ``head_text`` wrote. ValueError for a quote that begins no JSON text."""
    if not text.startswith('"'):
        return text
    found = json.loads(text)
    if not isinstance(found, str):
        raise ValueError(text)
    return found


def kept_value(text: str) -> str:
    """A kept value (JSON text) as a head's value: a plain text without quotes where that reads back."""
    value = json.loads(text)
    if isinstance(value, str) and head_text(value) == value and not _is_json(value):
        return value
    return one_line(text)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def entry(value: int | None) -> str:
    """A number of a row of points, a sitter-out as x."""
    if value is None:
        return "x"
    return str(value) if value <= 0 else f"+{value}"

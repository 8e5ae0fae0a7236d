"""The texts in the head of a game's file: comments, quotes, lists, the values of fields; each read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from kingscore.model.codes import JUDGED, codes_of, unknown_codes
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Row
from kingscore.notation.fields import Field
from kingscore.notation.jsontext import visible
from kingscore.notation.names import NotClosed, control_characters, near, quote_end, quoted, seat_of, unquoted
from kingscore.notation.scan import read_int

PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_\-/~]*")


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


def is_date(text: str) -> bool:
    """True for a day that there is, as ``2026-11-29``."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


# The values of the table's fields

Report = Callable[[Finding], None]


def read_value(field: Field, text: str, players: Sequence[str], report: Report) -> Any:
    """The value of a field from its text; its default for no text, and for one that is no value, which is reported.

    Reported: F209 a player, F210 a date, F212 a word or a code, F214 a number, F224 a control character, F226 a quote;
    M901 to M905 a stake.
    """
    if not text:
        return field.default
    match field.kind:
        case "seat":
            name = unquoted(text)
            seats = seat_of(name, players, letters=not text.startswith('"'))
            if len(seats) == 1:
                return seats[0]
            if players:  # without names nobody is unknown
                report(finding("F209", "line", found=text[:60], near=near(name, players)))
        case "date":
            if is_date(text):
                return text
            report(finding("F210", found=text[:60]))
        case "word":
            if text in field.words:
                return text
            report(finding("F212", "line", found=text[:60], expected=field.words))
        case "codes":
            words = [word.strip() for word in text.split(",")]
            for word in unknown_codes(words):
                report(finding("F212", "line", found=word[:60], expected=JUDGED))
            return codes_of(words)
        case "stake":
            from kingscore.scoring.money import read_stake

            try:
                return read_stake(text)
            except Refused as refused:
                for one in refused.findings:
                    report(one)
        case "text" | "lines":
            try:
                value = read_head_text(text)
            except (ValueError, RecursionError):
                report(finding("F226"))
                return field.default
            characters = control_characters(value, "\n\t")
            if not characters:
                return value
            report(finding("F224", found=characters, path=field.name))
        case "row":
            return _read_row(text, report) if text != "," else None
        case "rows":
            return tuple(_read_row(part, report) for part in text.split(",")) if text != "," else ()
    return field.default


def _read_row(text: str, report: Report) -> Row:
    """Numbers with blanks between them; ``x`` for a sitter-out, ``-`` alone for an empty row."""
    row: list[int | None] = []
    for word in text.split() if text.strip() != "-" else ():
        try:
            row.append(None if word == "x" else read_int(word))
        except ValueError:
            report(finding("F214", found=word[:60]))
    return tuple(row)


def write_value(field: Field, value: Any, players: Sequence[str]) -> str:
    """A value as ``read_value`` reads it."""
    match field.kind:
        case "seat":
            return list_name(players[value])
        case "names":
            return ", ".join(map(list_name, value))
        case "codes":
            return ", ".join(value)
        case "options":
            return ", ".join(f"{key}={choice}" for key, choice in value)
        case "stake":
            return f"{value.per_point} {value.currency}"
        case "text" | "lines":
            return head_text(value)
        case "content":
            return one_line(value)
        case "row":
            return _row_text(value)
        case "rows":
            return ", ".join(map(_row_text, value)) or ","
    return str(value)


def _row_text(row: Row) -> str:
    """A row of points: a sign before what is above nothing, a sitter-out as x, an empty row as a dash."""
    return " ".join("x" if value is None else f"{value:+}" if value > 0 else str(value) for value in row) or "-"

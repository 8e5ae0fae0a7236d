"""A game's values by the table of fields, read and written: in the journal, in documents, in the head of a file.

In the journal seats are numbers, so that a player's new name touches no deal. What a deal does not have is left out;
pairs stay lists of pairs, so that their order and doublets are kept. Everything malformed raises ValueError, TypeError
or KeyError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from kingscore.model.codes import JUDGED, codes_of, unknown_codes
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.folding import control_characters
from kingscore.model.game import Bid, Deal, Game, Row, SeatChange, Written, as_of, declarer_in_turn
from kingscore.model.json_values import (
    names_from_raw,
    pairs_from_raw,
    row_from_raw,
    stake_from_raw,
    stake_to_raw,
    strict,
)
from kingscore.notation.fields import BID, DEAL, FORMAT, HEAD, IMPLIED_TRUMP, PARTS, SEATED, WRITTEN, Field, head_value
from kingscore.notation.jsontext import Literal, text_of, visible
from kingscore.notation.names import SEATS, NotClosed, near, quote_end, quoted, seat_of, unquoted
from kingscore.notation.scan import read_int

Raw = dict[str, Any]
#: Keys that are kept though nobody knows them, each by the path to it, with its value as JSON text.
Extra = tuple[tuple[str, str], ...]


# The journal


def to_raw(part: Deal | Bid | Written, fields: tuple[Field, ...] = DEAL) -> Raw:
    """A deal, or a part of one, as a mapping that JSON can hold."""
    given = ((field, getattr(part, field.name)) for field in fields)
    return {field.name: value_to_raw(field, value) for field, value in given if value != field.default}


def deal_from_raw(raw: Mapping[str, Any]) -> Deal:
    """The deal that ``to_raw`` wrote."""
    return Deal(**from_raw(raw, DEAL))


def head_to_raw(game: Game) -> Raw:
    """Everything of a game but its deals: rules only by variant and options."""
    given = ((field, head_value(game, field)) for field in HEAD if field.kind != "content")
    return {field.name: value_to_raw(field, value) for field, value in given if value != field.default}


def from_raw(raw: Mapping[str, Any], fields: tuple[Field, ...]) -> Raw:
    """The values of those fields that stand in a mapping, by their names."""
    given, values = raw.keys(), dict[str, Any]()
    for field in fields:
        if field.name in given:
            value = raw[field.name]
            open_value = value is None and field.default is None and not field.needed
            values[field.name] = None if open_value else _READERS[field.kind](value)
    return values


def value_to_raw(field: Field, value: Any) -> Any:
    """The value of one field as JSON can hold it."""
    return _WRITERS[field.kind](value) if field.kind in _WRITERS and value is not None else value


#: How the values of a kind are written; all others are what JSON holds as they are.
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "bid": lambda bid: to_raw(bid, BID),
    "stake": stake_to_raw,
    "written": lambda written: to_raw(written, WRITTEN),
}
_READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("text", "lines", "word", "date", "variant"), partial(strict, str)),
    **dict.fromkeys(("number", "seat"), partial(strict, int)),
    **dict.fromkeys(("names", "codes"), names_from_raw),
    **dict.fromkeys(("options", "extra"), pairs_from_raw),
    "flag": bool,
    "row": row_from_raw,
    "rows": lambda raw: tuple(row_from_raw(row) for row in strict(list, raw)),
    "counts": lambda raw: tuple((strict(str, item), row_from_raw(row)) for item, row in strict(list, raw)),
    "bid": lambda raw: Bid(**from_raw(raw, BID)),
    "stake": stake_from_raw,
    "seated": lambda raw: tuple(
        SeatChange(strict(int, deal), strict(int, seat), strict(str, name)) for deal, seat, name in strict(list, raw)
    ),
    "written": lambda raw: Written(**from_raw(raw, WRITTEN)),
}


# Documents


def write_document(game: Game) -> str:
    """A game as a document: a line for each key, a line for each deal."""
    parts: Raw = {"format": FORMAT, "options": {}}
    for field in HEAD:
        value = head_value(game, field)
        if field.public and value != field.default:
            parts[field.name] = _part(game, field, value)
    head = [f" {text_of(key)}: {text_of(value)}" for key, value in _with_extra(parts, game.extra).items()]
    deals = [f"  {braces(game, number, deal)}" for number, deal in enumerate(game.deals, 1)]
    body = "[\n" + ",\n".join(deals) + "\n ]" if deals else "[]"
    return "{\n" + ",\n".join((*head, f' "deals": {body}')) + "\n}\n"


def deal_document(game: Game, number: int, deal: Deal) -> dict[str, Any]:
    """Deal ``number`` (from 1) as in a document."""
    document: dict[str, Any] = json.loads(braces(game, number, deal))
    return document


def shown_options(game: Game) -> dict[str, str]:
    """The options of a game as they are written: all that the variant has, and the order where it is free."""
    return {key: value for key, value in game.rules.options if (key, value) != ("order", "fixed")}


def braces(game: Game, number: int, deal: Deal) -> str:
    """Deal ``number`` (from 1) as in a document, on one line."""
    game = as_of(game, number)
    left_open = _left_open(game, number, deal)
    out: Raw = {}
    for field in DEAL:
        value = getattr(deal, field.name)
        if field.public and (value != field.default or field.name in left_open):
            out[field.name] = _part(game, field, value)
    return text_of(_with_extra(out, deal.extra))


def _part(game: Game, field: Field, value: Any) -> Any:
    """The value of a field as a document has it."""
    if value is None:
        return None
    match field.kind:
        case "seat":
            return game.players[value]
        case "options":
            return shown_options(game)
        case "counts":
            return dict(value)
        case "content":
            return Literal(value)
        case "seated":
            return [dict(zip((part.name for part in SEATED), change, strict=True)) for change in value]
        case kind if kind in PARTS:
            given = ((part, getattr(value, part.name)) for part in PARTS[kind])
            return {part.name: _part(game, part, inner) for part, inner in given if inner is not None}
    return value


def _left_open(game: Game, number: int, deal: Deal) -> set[str]:
    """What must be said to be open, since a reader would fill it in."""
    implied = {
        "declarer": implied_declarer(game, number, deal),
        "trump": IMPLIED_TRUMP.get(deal.form or ""),
        "counts": deal.form if deal.form == "rospis" and deal.points is None else None,
    }
    return {name for name, value in implied.items() if value is not None and getattr(deal, name) is None}


def implied_declarer(game: Game, number: int, deal: Deal) -> int | None:
    """Who declares where nobody is named: who sold or bid, else who is in turn."""
    bid, contract = deal.bid, game.rules.contract(deal.contract)
    if bid is not None and (bid.seller is not None or bid.bidder is not None):
        return bid.seller if bid.seller is not None else bid.bidder
    return declarer_in_turn(game, number) if contract is not None and contract.declared else None


def _with_extra(out: Raw, extra: Extra) -> Raw:
    """The kept keys put back where they stood."""
    for path, text in extra:
        parent, _, key = path.rpartition("/")
        inside = out.get(parent) if parent else out
        (inside if isinstance(inside, dict) else out)[key.replace("~1", "/").replace("~0", "~")] = Literal(text)
    return out


# The head of a game's file

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
        case "seated":
            return _read_seated(text, report)
        case "row":
            return _read_row(text, report) if text != "," else None
        case "rows":
            return tuple(_read_row(part, report) for part in text.split(",")) if text != "," else ()
    return field.default


def _read_seated(text: str, report: Report) -> tuple[SeatChange, ...]:
    """``6 B Denis; 9 B "Pavel; junior"``: the deal, the seat's letter, the name."""
    changes: list[SeatChange] = []
    for part in filter(None, map(str.strip, re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', text))):
        found = re.fullmatch(r'([0-9]{1,4})\s+([A-Fa-f])\s+("(?:[^"]|"")*"|[^"].*)', part)
        if found is None:
            report(finding("F261", found=part[:60]))
        else:
            changes.append(SeatChange(int(found[1]), SEATS.index(found[2].upper()), unquoted(found[3])))
    return tuple(sorted(changes))


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
        case "seated":
            return "; ".join(f"{change.deal} {SEATS[change.seat]} {list_name(change.player)}" for change in value)
        case "row":
            return _row_text(value)
        case "rows":
            return ", ".join(map(_row_text, value)) or ","
    return str(value)


def _row_text(row: Row) -> str:
    """A row of points: a sign before what is above nothing, a sitter-out as x, an empty row as a dash."""
    return " ".join("x" if value is None else f"{value:+}" if value > 0 else str(value) for value in row) or "-"


def is_date(text: str) -> bool:
    """True for a day that there is, as ``2026-11-29``."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


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


def list_name(name: str) -> str:
    """A name as it stands in a head: in quotes where a comma, a comment, a quote or white space would be lost."""
    odd = any(c in ',;#"' for c in name) or name != name.strip() or "  " in name
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

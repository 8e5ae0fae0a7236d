"""Game files (``.king``): a head of ``key: value`` lines, an empty line, a line a deal; read and written.

All faults come at once. A line that cannot be read is a finding with its number; the lines after it are read all the
same and keep their numbers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kingscore.model.findings import CODES, Finding, Place, Refused, Value, finding
from kingscore.model.folding import control_characters
from kingscore.model.game import Deal, Game, Written
from kingscore.model.rules import Rules
from kingscore.model.suggest import suggest
from kingscore.notation.codec import (
    head_text,
    one_line,
    read_head_text,
    read_value,
    shown_options,
    without_comment,
    write_value,
)
from kingscore.notation.fields import HEAD, KEYS, OF_RULES, WRITTEN, Field, head_value
from kingscore.notation.grammar import read_with
from kingscore.notation.jsontext import JsonObject, TooDeep, flaws, parse, text_of
from kingscore.notation.names import NotClosed, names_refused, names_remarked, quote_end, seats_refused, unquoted
from kingscore.notation.read_game import (
    MOST_DEALS,
    MOST_OPTIONS,
    MOST_TOLD,
    OpenRules,
    Reading,
    counted,
    lines_of,
    unreadable,
)
from kingscore.notation.vocabulary import Vocabulary, Words
from kingscore.notation.write import write_deal

PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_\-/~]*")
#: Keys of a document that have their own form in a file, so that no unknown key may take their place.
RESERVED = ("format", "deals")


# Reading


@dataclass
class FileHead:
    """The head of a file: where the values of known and of other keys stand, and what is wrong. ``after`` is the index
    of the first line after it."""

    file: str
    known: dict[str, Place] = field(default_factory=dict)
    kept: dict[str, Place] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)
    after: int = 0

    def fault(self, code: str, place: Place | None, /, how: str = "", **values: Value) -> None:
        if self.times[code] < MOST_TOLD:
            self.note(Finding(code, CODES[code].severity, tuple(values.items()), how), place)
        else:
            self.times[code] += 1

    def note(self, one: Finding, place: Place | None) -> None:
        """Notes what is wrong at a place, or in the file as a whole; of one code only so many findings."""
        self.times[one.code] += 1
        if self.times[one.code] <= MOST_TOLD:
            self.findings.append(one.at(place or Place(self.file)))


def read_king(text: str, file: str, open_rules: OpenRules, words: Words) -> Reading:
    """The game of a file, with everything that is wrong in its form."""
    unread = unreadable(text, file)
    if unread is not None:
        return Reading(None, (unread,))
    lines = lines_of(text)
    head = read_head(lines, file)
    game = _game(head, open_rules)
    glued = _first_deal(lines, game, words, head) if game is not None else 0
    if glued:
        # The deals begin there although no empty line stands before it.
        head = read_head(lines[: glued - 1], file)
        game = _game(head, open_rules)
    if game is None:
        return Reading(None, counted(head.findings, head.times))
    if glued:
        bare = without_comment(lines[glued - 1]).rstrip()
        place = Place(file, glued, len(bare) - len(bare.lstrip()), len(bare), lines[glued - 1])
        head.fault("F205", place, "glued", found=place.marked[:60])
    deals, places = _deals(lines, game, words, head)
    # Not whole where a line was passed over that may be a deal's: one in the head that is no key, one after too many.
    whole = not any(one.is_a("not-a-head-line", "too-many-deals") and not one.how for one in head.findings)
    return Reading(replace(game, deals=deals), counted(head.findings, head.times), places, whole, glued)


def read_head(lines: Sequence[str], file: str = "") -> FileHead:
    """The head of a file, up to its first empty line. Comments are no empty lines."""
    head = FileHead(file, after=len(lines))
    begun = False
    for index, line in enumerate(lines):
        bare = without_comment(line)
        if bare.strip():
            begun = True
            _head_line(line, bare, index + 1, head)
        elif begun and not line.strip():
            head.after = index
            break
    return head


def _head_line(line: str, bare: str, number: int, head: FileHead) -> None:
    start, end = len(bare) - len(bare.lstrip()), len(bare.rstrip())
    whole = Place(head.file, number, start, end, line)
    if characters := control_characters(bare, "\t"):
        head.fault("F224", whole, "line", found=characters)
        return
    try:
        colon = bare.find(":", quote_end(bare, start) if bare[start] == '"' else start)
    except NotClosed:
        colon = -1
    if colon < 0:
        head.fault("F205", whole, found=whole.marked[:60])
        return
    key = bare[start:colon].rstrip()
    value = replace(whole, start=end - len(bare[colon + 1 : end].lstrip()))
    _keep(key, value, replace(whole, end=start + len(key)), head)


def _keep(key: str, value: Place, at_key: Place, head: FileHead) -> None:
    """Keeps a value under its key, known or not; what is wrong is pointed at where the key stands."""
    known = key.casefold()
    if not key.startswith('"') and known in KEYS:
        if known in head.known:
            head.fault("F206", at_key, "line", key=known, line=head.known[known].line or 0)
        head.known.setdefault(known, value)
        return
    try:
        name = read_head_text(key)
    except (ValueError, RecursionError):
        head.fault("F205", at_key, found=key[:60])
        return
    if name in RESERVED or not key or flaws(name, ""):
        head.fault("F205", at_key, "reserved", found=name[:60])
    elif name in head.kept:
        head.fault("F206", at_key, "line", key=name, line=head.kept[name].line or 0)
    else:
        head.kept[name] = value
        close = suggest(name, KEYS) if head.times["F208"] < MOST_TOLD else ()
        head.fault("F208", at_key, "line" if close else "alone", key=name, near=close)


def _game(head: FileHead, open_rules: OpenRules) -> Game | None:
    """The game of a head, without its deals."""
    players = _players(head)
    rules = _rules(head, players, open_rules)
    values = {
        field.name: _value(head, field, players or ())
        for field in HEAD
        if field.public and field.kind not in (*OF_RULES, "names")
    }
    dealer = head.known.get("dealer")
    if dealer is None or not dealer.marked:
        values["dealer"] = len(players or ()) - 1  # as at a new table
    extra = _extra(head)
    if rules is None or players is None:
        return None
    game = Game(**{**values, "rules": rules, "players": players, "extra": extra, "dealer": values["dealer"] or 0})
    if faults := seats_refused(game):
        head.findings += [refused.at(head.known["seated"]) for refused in faults]
        return replace(game, seated=())
    return game


def _value(head: FileHead, field: Field, players: Sequence[str]) -> Any:
    """The value of a field from its line; what is wrong with it is noted. What somebody wrote has two lines."""
    if field.kind == "written":
        parts = [part._replace(name=key) for key, part in zip(field.keys, WRITTEN, strict=True)]
        if not any(part.name in head.known for part in parts):
            return None
        return Written(*(_value(head, part, players) for part in parts))
    line = head.known.get(field.name)
    if line is None:
        return field.default
    return read_value(field, line.marked, players, lambda one: head.note(one, line))


def _players(head: FileHead) -> tuple[str, ...] | None:
    line = head.known.get("players")
    if line is None or not line.marked:
        head.fault("F207", line, "line", key="players")
        return None
    try:
        players = tuple(unquoted(part) for _, part in parted(line.marked))
    except NotClosed as fault:
        head.fault("F226", replace(line, start=(line.start or 0) + fault.column))
        return None
    head.findings += [one.at(line) for one in (*names_refused(players), *names_remarked(players))]
    return players


def _rules(head: FileHead, players: tuple[str, ...] | None, open_rules: OpenRules) -> Rules | None:
    variant = head.known.get("variant")
    options = _options(head)
    if variant is None or not variant.marked:
        head.fault("F207", variant, "line", key="variant")
        return None
    if players is None or options is None:
        return None
    content = _content(head)
    if content is None:
        return None
    try:
        return open_rules(unquoted(variant.marked), len(players), options, content)
    except Refused as refused:
        at = {"wrong-number-of-players": "players", "unknown-option": "options", "unknown-option-value": "options"}
        for one in refused.findings:
            key = at.get(one.slug, "variant")
            head.findings.append(one.at(head.known.get(key, variant)))
        return None


def _content(head: FileHead) -> str | None:
    """The variant that the file brings along, as JSON text: nothing where it brings none, None where it is faulty."""
    line = head.known.get("rules")
    if line is None or not line.marked:
        return ""
    try:
        value = parse(line.marked)
    except (ValueError, TooDeep):
        value = None
    odd = () if isinstance(value, JsonObject) else (finding("F205", found=line.marked[:60]),)
    wrong = [*odd, *flaws(value, "rules")]
    for one in wrong:
        head.note(one, line)
    return None if wrong else text_of(value)


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


def _options(head: FileHead) -> dict[str, str] | None:
    line = head.known.get("options")
    if line is None or not line.marked:
        return {}
    out: dict[str, str] = {}
    before = len(head.findings)
    for part in [part.strip() for part in line.marked.split(",")][:MOST_OPTIONS]:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            head.fault("F213", line, found=part[:60])
        elif key in out:
            head.fault("F206", line, "line", key=key, line=line.line or 0)
        else:
            out[key] = value
    return out if len(head.findings) == before else None


def _extra(head: FileHead) -> tuple[tuple[str, str], ...]:
    """Unknown keys with their values as JSON text: what is JSON as it is, anything else as a text."""
    out: list[tuple[str, str]] = []
    for key, line in head.kept.items():
        try:
            value = parse(line.marked)
        except (ValueError, TooDeep):
            value = line.marked
        wrong = flaws(value, key)
        for one in wrong:
            head.note(one, line)
        if not wrong:
            out.append((key, text_of(value)))
    return tuple(out)


def _first_deal(lines: list[str], game: Game, words: Words, head: FileHead) -> int:
    """The line, from 1, that begins the deals although no empty line stands before it: a line of the head that is no
    key with a value, reads as a deal, and has no known key below it. 0 where there is none."""
    last = max(line.line or 0 for line in head.known.values())
    odd = [one.place.line or 0 for one in head.findings if one.is_a("not-a-head-line") and one.place is not None]
    vocabulary = Vocabulary.of(game.rules, words)
    for line in (line for line in odd if last < line <= head.after):
        try:
            read_with(without_comment(lines[line - 1]).rstrip(), game, 1, vocabulary, ())
            return line
        except Refused:
            continue
    return 0


def _deals(lines: list[str], game: Game, words: Words, head: FileHead) -> tuple[tuple[Deal, ...], tuple[int, ...]]:
    """The deals with the lines on which they stand; one that could not be read keeps its place as unread."""
    vocabulary = Vocabulary.of(game.rules, words)
    deals: list[Deal] = []
    places: list[int] = []
    for number, text in enumerate(lines[head.after :], head.after + 1):
        line = without_comment(text).rstrip()
        if not line.strip():
            continue
        if len(deals) >= MOST_DEALS:
            head.findings.append(finding("F225", most=MOST_DEALS, place=Place(head.file, number)))
            break
        places.append(number)
        try:
            deals.append(read_with(line, game, len(places), vocabulary, deals).deal)
        except Refused as refused:
            for one in refused.findings:
                place = replace(one.place or Place(text=line), file=head.file, line=number)
                head.findings.append(replace(one, place=place, deal=len(places)))
            deals.append(Deal("", unread=True))
    return tuple(deals), tuple(places)


# Writing


def write_king(game: Game) -> str:
    """A game as a text file in its canonical form."""
    head = "\n".join(f"{key}: {value}" for key, value in head_of(game))
    deals = "\n".join(write_deal(deal, game, number) for number, deal in enumerate(game.deals, 1))
    return f"{head}\n\n{deals}\n" if deals else f"{head}\n"


def head_of(game: Game) -> list[tuple[str, str]]:
    """The lines of the head: each key as it stands in a file, with its value."""
    out: list[tuple[str, str]] = []
    for known in HEAD:
        value = head_value(game, known)
        if not known.public or value == known.default:
            continue
        if known.kind == "written":
            rows = [(key, part, getattr(value, part.name)) for key, part in zip(known.keys, WRITTEN, strict=True)]
            lines = [(key, write_value(part, row, ())) for key, part, row in rows if row is not None]
            out += lines or [(known.name, ",")]
            continue
        value = tuple(shown_options(game).items()) if known.kind == "options" else value
        if text := write_value(known, value, game.players):
            out.append((known.name, text))
    for key, text in game.extra:  # in quotes where a key could be taken for one that is known
        plain = PLAIN_KEY.fullmatch(key) is not None and key.casefold() not in KEYS
        out.append((key if plain else one_line(json.dumps(key, ensure_ascii=False)), kept_value(text)))
    return out


def kept_value(text: str) -> str:
    """A kept value (JSON text) as a head's value: a plain text without quotes where that reads back."""
    value = json.loads(text)
    if not isinstance(value, str) or head_text(value) != value:
        return one_line(text)
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return value
    return one_line(text)  # without quotes it would be taken for something else

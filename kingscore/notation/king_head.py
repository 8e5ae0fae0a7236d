"""The head of a game file: ``key: value`` lines, taken apart and read; all that is wrong in it is noted, line by line.

It knows no deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kingscore.model.codes import JUDGED, codes_of, unknown_codes
from kingscore.model.findings import CODES, Finding, Place, Refused, Value
from kingscore.model.frozen import dataclass, field, replace
from kingscore.model.game import Finished, Game, Row, Stake, Written
from kingscore.model.rules import Rules
from kingscore.notation.document import FINISHED, is_date
from kingscore.notation.headtext import NotClosed, parted, quote_end, read_head_text, unquoted, without_comment
from kingscore.notation.jsontext import Table, TooDeep, flaws, parse, text_of
from kingscore.notation.names import control_characters, names_refused, near, seat_of
from kingscore.notation.numbers import read_int
from kingscore.notation.read_game import MOST_OPTIONS, MOST_TOLD, OpenRules

KEYS = (
    "variant",
    "options",
    "players",
    "dealer",
    "date",
    "stake",
    "id",
    "finished",
    "written",
    "running",
    "note",
    "ignore",
    "rules",
)
#: Keys of a document that have their own form in a file, so that no unknown key may take their place.
RESERVED = ("format", "deals")


@dataclass(frozen=True, slots=True)
class Said:
    """A head line: its value, where it stands in the file, and the columns of the value."""

    value: str
    line: int
    start: int
    text: str


@dataclass
class Head:
    """The head of a file, key by key, with what is wrong in it."""

    file: str
    said: dict[str, Said] = field(default_factory=dict)
    kept: dict[str, Said] = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)

    def fault(self, code: str, said: Said | None, how: str = "", **values: Value) -> None:
        """Notes a finding at a head line (at the file where there is none); of one code only so many."""
        self.told[code] += 1
        if self.told[code] > MOST_TOLD:
            return
        place = Place(self.file)
        if said is not None:
            place = Place(self.file, said.line, said.start, said.start + len(said.value), said.text)
        self.found.append(Finding(code, CODES[code].severity, tuple(values.items()), how, place=place))

    def read(self, key: str) -> str:
        return self.said[key].value if key in self.said else ""


def head_lines(lines: list[str], head: Head) -> int:
    """Reads the head; the index of the first line after it. Comments are no empty lines."""
    begun = False
    for index, line in enumerate(lines):
        bare = without_comment(line)
        if not bare.strip():
            if begun and not line.strip():
                return index
            continue
        begun = True
        _head_line(line, bare, index + 1, head)
    return len(lines)


def _head_line(line: str, bare: str, number: int, head: Head) -> None:
    start = len(bare) - len(bare.lstrip())
    whole = Said(bare.strip(), number, start, line)
    found = control_characters(bare, "\t")
    if found:
        head.fault("F224", whole, "line", found=found)
        return
    try:
        colon = bare.find(":", quote_end(bare, start) if bare[start] == '"' else start)
    except NotClosed:
        colon = -1
    if colon < 0:
        head.fault("F205", whole, found=whole.value[:60])
        return
    key, value = bare[start:colon].strip(), bare[colon + 1 :]
    said = Said(value.strip(), number, colon + 1 + len(value) - len(value.lstrip()), line)
    _keep(key, said, replace(said, value=key, start=start), head)


def _keep(key: str, said: Said, at_key: Said, head: Head) -> None:
    """Keeps a value under its key, known or not; what is wrong is pointed at where the key stands."""
    known = key.casefold()
    if not key.startswith('"') and known in KEYS:
        if known in head.said:
            head.fault("F206", at_key, "line", key=known, line=head.said[known].line)
        head.said.setdefault(known, said)
        return
    try:
        name = read_head_text(key)
    except (ValueError, RecursionError):
        head.fault("F205", at_key, found=key[:60])
        return
    if name in RESERVED or not key or flaws(name, ""):
        head.fault("F205", at_key, "reserved", found=name[:60])
    elif name in head.kept:
        head.fault("F206", at_key, "line", key=name, line=head.kept[name].line)
    else:
        head.kept[name] = said
        close = near(name, KEYS) if head.told["F208"] < MOST_TOLD else ()
        head.fault("F208", at_key, "line", key=name, near=close)


def game_of(head: Head, open_rules: OpenRules) -> Game | None:
    players = _players(head)
    rules = _rules(head, players, open_rules)
    dealer = _dealer(head, players or ())
    date = _checked(head, "date", "F210", is_date)
    stake, written, finished = _stake(head), _written(head), _finished(head)
    game_id, note, extra = _text(head, "id"), _text(head, "note"), _extra(head)
    if rules is None or players is None:
        return None
    return Game(rules, players, dealer, (), date, stake, game_id, finished, written, note, extra, _ignore(head))


def _players(head: Head) -> tuple[str, ...] | None:
    said = head.said.get("players")
    if said is None or not said.value:
        head.fault("F207", said, "line", key="players")
        return None
    try:
        players = tuple(unquoted(part) for _, part in parted(said.value))
    except NotClosed as fault:
        head.fault("F226", replace(said, value=said.value[fault.column :], start=said.start + fault.column))
        return None
    place = Place(head.file, said.line, said.start, said.start + len(said.value), said.text)
    head.found += [refused.at(place) for refused in names_refused(players)]
    return players


def _rules(head: Head, players: tuple[str, ...] | None, open_rules: OpenRules) -> Rules | None:
    variant = head.said.get("variant")
    options = _options(head)
    if variant is None or not variant.value:
        head.fault("F207", variant, "line", key="variant")
        return None
    if players is None or options is None:
        return None
    content = _content(head)
    if content is None:
        return None
    try:
        return open_rules(unquoted(variant.value), len(players), options, content)
    except Refused as refused:
        for one in refused.findings:
            key = "players" if one.is_a("wrong-number-of-players") else "variant"
            key = "options" if one.is_a("unknown-option", "unknown-option-value") else key
            said = head.said.get(key, variant)
            head.found.append(one.at(Place(head.file, said.line, said.start, said.start + len(said.value), said.text)))
        return None


def _content(head: Head) -> str | None:
    """The variant that the file brings along, as JSON text: nothing where it brings none, None where it is faulty."""
    said = head.said.get("rules")
    if said is None or not said.value:
        return ""
    try:
        value = parse(said.value)
        wrong = flaws(value, "rules") if isinstance(value, Table) else [("F205", "rules", said.value[:60])]
    except (ValueError, TooDeep):
        wrong = [("F205", "rules", said.value[:60])]
    for code, path, found in wrong[:MOST_TOLD]:
        head.fault(code, said, found=found, path=path, key=found)
    return None if wrong else text_of(value)


def _options(head: Head) -> dict[str, str] | None:
    said = head.said.get("options")
    if said is None or not said.value:
        return {}
    out: dict[str, str] = {}
    before = len(head.found)
    for part in [part.strip() for part in said.value.split(",")][:MOST_OPTIONS]:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            head.fault("F213", said, found=part[:60])
        elif key in out:
            head.fault("F206", said, "line", key=key, line=said.line)
        else:
            out[key] = value
    return out if len(head.found) == before else None


def _dealer(head: Head, players: tuple[str, ...]) -> int:
    """The seat of the first dealer; the last seat where none is named, as at a new table."""
    said = head.said.get("dealer")
    if said is None or not said.value:
        return len(players) - 1
    in_quotes = said.value.startswith('"')
    seats = seat_of(unquoted(said.value), players, letters=not in_quotes)
    if len(seats) == 1:
        return seats[0]
    if players:
        head.fault("F209", said, "line", found=said.value[:60], near=near(unquoted(said.value), players))
    return 0


def _checked(head: Head, key: str, code: str, good: Callable[[str], bool]) -> str:
    said = head.said.get(key)
    if said is None or not said.value or good(said.value):
        return said.value if said is not None else ""
    head.fault(code, said, found=said.value[:60])
    return ""


def _text(head: Head, key: str) -> str:
    said = head.said.get(key)
    if said is None:
        return ""
    try:
        text = read_head_text(said.value)
    except (ValueError, RecursionError):
        head.fault("F226", said)
        return ""
    found = control_characters(text, "\n\t")
    if found:
        head.fault("F224", said, found=found, path=key)
        return ""
    return text


def _stake(head: Head) -> Stake | None:
    said = head.said.get("stake")
    if said is None or not said.value:
        return None
    from kingscore.scoring.money import read_stake

    try:
        return read_stake(said.value)
    except Refused as refused:
        place = Place(head.file, said.line, said.start, said.start + len(said.value), said.text)
        head.found += [one.at(place) for one in refused.findings]
        return None


def _finished(head: Head) -> Finished:
    said = head.said.get("finished")
    if said is None or not said.value:
        return ""
    if said.value not in FINISHED:
        head.fault("F212", said, "line", found=said.value[:60], expected=tuple(FINISHED))
    return FINISHED.get(said.value, "")


def _ignore(head: Head) -> tuple[str, ...]:
    """The codes that are turned off in this game, with commas between them."""
    said = head.said.get("ignore")
    words = [word.strip() for word in said.value.split(",")] if said is not None and said.value else []
    for word in unknown_codes(words):
        head.fault("F212", said, "line", found=word[:60], expected=JUDGED)
    return codes_of(words)


def _written(head: Head) -> Written | None:
    said, running = head.said.get("written"), head.said.get("running")
    if said is None and running is None:
        return None
    rows = None
    if running is not None:
        parts = running.value.split(",") if running.value != "," else []
        rows = tuple(_row(head, running, part) for part in parts)
    totals = _row(head, said, said.value) if said is not None and said.value != "," else None
    return Written(totals, rows)


def _row(head: Head, said: Said, text: str) -> Row:
    """Numbers with blanks between them; ``x`` for a sitter-out, ``-`` alone for an empty row."""
    out: list[int | None] = []
    for word in text.split() if text.strip() != "-" else ():
        try:
            out.append(None if word == "x" else read_int(word))
        except ValueError:
            head.fault("F214", said, found=word[:60])
    return tuple(out)


def _extra(head: Head) -> tuple[tuple[str, str], ...]:
    """Unknown keys with their values as JSON text: what is JSON as it is, anything else as a text."""
    out: list[tuple[str, str]] = []
    for key, said in head.kept.items():
        try:
            value = parse(said.value)
        except (ValueError, TooDeep):
            value = said.value
        wrong = flaws(value, key)
        for code, path, found in wrong[:MOST_TOLD]:
            head.fault(code, said, found=found, path=path, key=found)
        if not wrong:
            out.append((key, text_of(value)))
    return tuple(out)

"""A line, read from left to right with its columns: players, numbers, and the words that are looked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeVar

from kingscore.model.findings import CODES, Finding, Place, Refused, Value
from kingscore.model.folding import Folded, Known, exact, folded, is_plain, key, loose
from kingscore.model.rules import Item
from kingscore.notation.names import SEATS, NotClosed, drawn, near, quote_end, seat_of, unquoted
from kingscore.notation.vocabulary import Token, Words, tokens_of

T = TypeVar("T")
Span = tuple[int, int]
_WORD = re.compile(r'[^\s,:"]+')
#: Quotation marks of books, which say nothing in a line but where they are part of somebody's name.
_QUOTED = re.compile(r'("(?:[^"]|"")*"?)')
_BOOKISH = str.maketrans(dict.fromkeys("«»„“”", " "))
#: More digits than any score has; longer ones are refused before they cost time or memory.
MOST_DIGITS = 9
LARGEST_NUMBER = 999_999_999
SIGNS = "-+\N{MINUS SIGN}\N{EN DASH}"  # the hyphen first: it stands in a set of a pattern
_LONG = re.compile(rf"[{SIGNS}]?[0-9]+")
_NUMBER = re.compile(rf"([{SIGNS}]?)([0-9]{{1,{MOST_DIGITS}}})")
#: Numbers a space apart, before the end or a comma that stands inside none.
_PLAIN_ROW = re.compile(rf"(?:{_NUMBER.pattern} )*{_NUMBER.pattern}(?=\s*(?:\Z|,(?!\d)))")


def read_int(text: str) -> int:
    """The whole number that a text is, as people type it: ASCII digits with an optional sign.

    ValueError for anything else: ``1_0``, ``3.0``, ``٣``, ``1e3``, nothing.
    """
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    number = _NUMBER.fullmatch(text)
    if number is None:
        raise ValueError(text)
    return _signed(*number.groups())


def _signed(sign: str, digits: str) -> int:
    return int(digits) if sign in ("", "+") else -int(digits)


def looks_numeric(text: str) -> bool:
    """True if somebody meant a number: it begins with a digit of any script, or with a sign before one."""
    rest = text.lstrip(SIGNS)
    return rest[:1].isdigit() or rest[:1].isnumeric()


def takes_names(items: Sequence[Item]) -> int:
    """How many players a bare list names: one for each thing where all are single, else none.

    In a placement deal that is decided by the places, not here.
    """
    return sum(item.amount for item in items) if all(item.single for item in items) else 0


# The line


class RowEntry(NamedTuple):
    """One entry of a row with its columns: a number, ``_`` (the rest) or ``x`` (sits out)."""

    kind: Literal["number", "rest", "sits-out"]
    start: int
    end: int
    value: int = 0
    signed: bool = False

    @property
    def span(self) -> Span:
        return self.start, self.end


class SeatNames(NamedTuple):
    """Seats by exact name, by loose name, and by the forms that a name takes in other cases."""

    exact: Known[int]
    loose: Known[int]
    forms: Known[int]


@lru_cache(maxsize=64)
def seat_names(players: tuple[str, ...], words: Words) -> SeatNames:
    """What the players of a table answer to. Kept, since every line of a game asks for them."""
    seats = range(len(players))
    forms: Known[int] = Known()
    for seat, name in enumerate(players):
        for form in _forms(key(name), words.endings):
            forms[form] = -1 if form in forms else seat  # what two could be called is nobody
    known = {form: seat for form, seat in forms.items() if seat >= 0}
    return SeatNames(
        Known(zip(map(exact, players), seats, strict=True)),
        Known(zip(map(key, players), seats, strict=True)),
        Known(known),
    )


def _forms(name: str, endings: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The forms that a name of one word takes in other cases, by its longest ending that is known."""
    own = max((ending for ending in endings if name.endswith(ending)), key=len, default=None)
    if own is None or " " in name or len(name) - len(own) < 2:
        return ()
    stem = name.removesuffix(own)
    return tuple(dict.fromkeys(stem + ending for ending in endings[own]))


def _plain(line: str, players: Sequence[str]) -> str:
    """The line without quotation marks of books, but where they stand in quotes or are part of somebody's name."""
    bookish = {chr(sign) for sign in _BOOKISH}.intersection(line)
    if not bookish or any(sign in name for name in players for sign in bookish):
        return line
    parts = _QUOTED.split(line)
    return "".join(part if at % 2 else part.translate(_BOOKISH) for at, part in enumerate(parts))


class Scan:
    """A cursor on a line. ``at`` is a column of the user's own text; folded copies serve for comparing."""

    def __init__(self, line: str, players: Sequence[str], words: Words) -> None:
        #: As it was typed, and as it is read: with quotation marks of books as blanks.
        self.typed, self.line, self.players, self.words = line, _plain(line, players), players, words
        self.exact: Folded = folded(self.line, exact)
        self.loose: Folded = self.exact if is_plain(self.line) else folded(self.line, loose)
        self.names = seat_names(tuple(players), words)
        self._standing: dict[int, tuple[int, int] | None] = {}
        self.at = 0

    def without_quotes(self) -> None:
        """Takes the quotes away in which the line begins, unless they are round a player's name."""
        self.skip()
        start, line = self.at, self.line
        if self.char == '"' and not self.find_player()[0]:
            end = quote_end(line, start)
            plain = f"{line[:start]} {line[start + 1 : end - 1]} {line[end:]}"
            self.line, self.exact = plain, folded(plain, exact)
            self.loose = folded(plain, loose)

    @cached_property
    def letters(self) -> frozenset[str]:
        """The folded letters that are seats or that players' names begin with."""
        return frozenset({*SEATS[: len(self.players)].lower(), *(key(name)[:1] for name in self.players)})

    def tokens(self) -> tuple[Token, ...]:
        """The words from the cursor on, up to a comma, a colon or a quote."""
        return tokens_of(self.line, self.at, self.words.joins)

    def refused(self, code: str, span: Span, how: str = "", **values: Value) -> Refused:
        """The refusal of this line: a finding that quotes it and points at the columns."""
        start, end = span
        place = Place(start=start, end=max(end, start), text=self.typed)
        return Refused(Finding(code, CODES[code].severity, tuple(values.items()), how, place=place))

    def skip(self, also: str = "") -> None:
        """Moves past white space (and the characters named)."""
        line, at = self.line, self.at
        while (char := line[at : at + 1]) and (char.isspace() or char in also):
            at += 1
        self.at = at

    @property
    def done(self) -> bool:
        self.skip()
        return self.at >= len(self.line)

    @property
    def char(self) -> str:
        return self.line[self.at : self.at + 1]

    def span(self, start: int | None = None) -> Span:
        """The columns of the word at ``start`` (the cursor): up to white space, comma, colon or quote."""
        begin = self.at if start is None else start
        word = _WORD.match(self.line, begin)
        return begin, word.end() if word is not None else min(begin + 1, len(self.line))

    def word(self) -> str:
        word = _WORD.match(self.line, self.at)
        return word[0] if word is not None else self.line[self.at : self.at + 1]

    def find(self, names: Known[T], text: Folded | None = None) -> tuple[T, int] | None:
        """The longest of some folded names that stands at the cursor, with the column after it."""
        return (text or self.loose).find(names, self.at)

    def take(self, names: Known[T]) -> T | None:
        """The longest of some folded names, stepped over; None leaves the cursor where it is."""
        found = self.find(names)
        if found is None:
            return None
        self.at = found[1]
        return found[0]

    def find_join(self) -> int | None:
        """The column after an "and" that stands here and is no player; None where there is none."""
        start, end = self.span()
        word = key(self.line[start:end])
        return end if word in self.words.joins and not self.find_player()[0] else None

    def quoted(self) -> str:
        """A text in quotes, stepped over; a doubled quote stands for one. Refused: L127 where it has no end."""
        start = self.at
        try:
            self.at = quote_end(self.line, start)
        except NotClosed:
            raise self.refused("L127", (start, len(self.line))) from None
        return unquoted(self.line[start : self.at])

    def known_player(self) -> tuple[int, int] | None:
        """The longest name of a player that stands here exactly, as seat and column after it."""
        if self.at not in self._standing:
            self._standing[self.at] = self.find(self.names.exact, self.exact)
        return self._standing[self.at]

    def find_player(self) -> tuple[tuple[int, ...], int]:
        """The seats that what stands here may mean, and the column after it; no seat where it is no player.

        A name in quotes is never a letter. Of several seats that a prefix fits, further words may leave one.
        """
        if self.char == '"':
            start = self.at
            text = self.quoted()
            end, self.at = self.at, start
            return seat_of(text, self.players, letters=False), end
        known = self.known_player()
        if known is not None:
            return (known[0],), known[1]
        start, end = self.span()
        if (before := self.find(self.words.before)) is not None and before[1] < len(self.line):
            self.at = before[1]
            self.skip()
            found, self.at = self.find_player(), start
            if len(found[0]) == 1:
                return found
        if end - start == 1 and (seats := self._by_letter(self.line[start])):
            return seats, end
        for names in (self.names.loose, self.names.forms):
            if (alike := self.find(names)) is not None and (names is self.names.loose or not self._by_prefix(end)[0]):
                return (alike[0],), alike[1]
        seats, end = self._by_prefix(end)
        if not seats:  # a letter of another alphabet that looks the same
            look = drawn(self.line[start:end])
            seats = tuple(seat for seat, name in enumerate(self.players) if drawn(name) == look)
        return seats, end

    def _by_letter(self, letter: str) -> tuple[int, ...]:
        """The seat of a letter, and with it everybody else whose name begins with one that looks like it."""
        look = drawn(letter)
        if look not in SEATS[: len(self.players)]:
            return ()
        begun = {seat for seat, name in enumerate(self.players) if drawn(name[:1]) == look}
        if letter.upper() == look or begun:
            return tuple(sorted({SEATS.index(look), *begun}))
        return ()

    def _by_prefix(self, end: int) -> tuple[tuple[int, ...], int]:
        """The seats whose names begin with the word here; more words are taken in while several fit."""
        seats: tuple[int, ...] = ()
        stop = end
        while True:
            found = seat_of(self.line[self.at : stop], self.players, letters=False)
            if not found:
                return seats, end
            seats, end = found, stop
            if len(seats) == 1 or stop >= len(self.line) or not self.line[stop].isspace():
                return seats, end
            after = len(self.line) - len(self.line[stop:].lstrip())
            stop = self.span(after)[1]

    def player(self) -> int:
        """The player that must stand here, stepped over. Refused: L103 nobody of that name, L104 several."""
        self.skip()
        if self.at >= len(self.line) or self.char in ",:":
            raise self.refused("L122", (self.at, self.at), "player", players=tuple(self.players))
        seats, end = self.find_player()
        if len(seats) != 1:
            span = (self.at, end)
            text = self.line[span[0] : span[1]]
            if seats:
                raise self.refused("L104", span, found=text, players=tuple(self.players[seat] for seat in seats))
            raise self.refused("L103", span, found=text, near=near(text, self.players))
        self.at = end
        return seats[0]

    def numbers(self) -> tuple[RowEntry, ...]:
        """The plain numbers, a space apart, up to the next comma or the end, stepped over; none if more stands there.

        ``entry`` would read them as well, only slower; most results are such rows.
        """
        row = _PLAIN_ROW.match(self.line, self.at)
        if row is None:
            return ()
        self.at = row.end()
        numbers = _NUMBER.finditer(self.line, row.start(), row.end())
        return tuple([RowEntry("number", n.start(), n.end(), _signed(*n.groups()), n[1] != "") for n in numbers])

    def entry(self, entries: Mapping[str, str]) -> RowEntry | None:
        """An entry of a row, stepped over; None where there is none. Refused: L106, L107 a number of another kind."""
        self.skip()
        start, end = self.span()
        word = self.line[start:end]
        kind = entries.get(loose(word)) if len(word) <= 2 else None
        if kind is not None:
            self.at = end
            return RowEntry("rest" if kind == "rest" else "sits-out", start, end)
        if not looks_numeric(word):
            return None
        value = self.number()
        return RowEntry("number", start, end, value, word[:1] in SIGNS)

    def number(self) -> int:
        """The whole number that must stand here, stepped over. Refused: L106 no whole number, L107 too long a one."""
        self.skip()
        start, end = self.span()
        word = self.line[start:end]
        commas = 0
        while self.line[end - 1 : end].isdigit() and self.line[end : end + 1] == ",":
            if not self.line[end + 1 : end + 3].lstrip(SIGNS)[:1].isdigit():
                break
            end, commas = self.span(end + 1)[1], commas + 1
        if commas:
            found = self.line[start:end]
            raise self.refused("L106", (start, end), "commas", found=found, apart=" ".join(found.split(",")))
        if len(word) > MOST_DIGITS < len(word.lstrip(SIGNS)) and _LONG.fullmatch(word):
            raise self.refused("L107", (start, end), digits=len(word), most=MOST_DIGITS)
        try:
            value = read_int(word)
        except ValueError:
            raise self.refused("L106", (start, end), found=word or "—") from None
        self.at = end
        return value

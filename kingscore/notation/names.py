"""Names of players: which are allowed, and whom a text means."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from kingscore.model.findings import Finding, finding
from kingscore.model.folding import control_characters, exact, key, without_width
from kingscore.model.game import Game, as_of
from kingscore.model.suggest import suggest

SEATS = "ABCDEF"
#: More names than any table has are reported as such; they are not compared one by one.
MOST_NAMES = 12
#: Among so many names or words a near one is looked for.
MOST_KNOWN = 500
#: The alphabets whose capitals look alike, and those that look like Latin ones.
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK")
_ALIKE = str.maketrans("АВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTYXIJSABEZHIKMNOPTYX")


def names_refused(players: Sequence[str]) -> tuple[Finding, ...]:
    """Everything that speaks against these names round the table, seat by seat; empty where they are taken."""
    out: list[Finding] = []
    for seat, name in enumerate(players[:MOST_NAMES]):
        letter = without_width(name).strip().upper()
        if not key(name):
            out.append(finding("N801", seat=seat, number=seat + 1))
        elif found := control_characters(name):
            out.append(finding("N802", seat=seat, number=seat + 1, found=found))
        elif len(letter) == 1 and letter in SEATS[: len(players)] and letter != SEATS[seat % 6]:
            out.append(finding("N804", seat=seat, number=seat + 1, name=name, letter=letter, own=SEATS[seat % 6]))
        for other in range(seat):
            out += _alike(seat, other, players)
    return tuple(out)


def _alike(seat: int, other: int, players: Sequence[str]) -> list[Finding]:
    """N803 for two names that nothing distinguishes, or only letters of a foreign alphabet that look the same."""
    name, before = players[seat], players[other]
    if not key(name):
        return []
    if key(name) == key(before):
        return [finding("N803", seat=seat, name=name, other=before, letter=SEATS[other % 6])]
    if (name.isascii() and before.isascii()) or drawn(name) != drawn(before):
        return []
    for mixed, plain in ((seat, other), (other, seat)):
        if found := _strange(players[mixed], players[plain]):
            name, before, letter = players[mixed], players[plain], SEATS[plain % 6]
            return [finding("N803", "letters", seat=mixed, name=name, other=before, letter=letter, found=found)]
    return []


def names_remarked(players: Sequence[str]) -> tuple[Finding, ...]:
    """N805 for two names at one table that differ only in letters of another alphabet or form that look the same."""
    refused = {one.seat for one in names_refused(players)}
    return tuple(
        finding("N805", seat=seat, name=name, other=players[other])
        for seat, name in enumerate(players[:MOST_NAMES])
        for other in range(seat)
        if drawn(name) == drawn(players[other]) and not {seat, other} & refused
    )


def seats_refused(game: Game) -> tuple[Finding, ...]:
    """What is wrong with those who sat down later: F261 a seat or a deal that there is not or that two sit down at,
    N80x a name, and somebody who would sit on two seats."""
    taken: set[tuple[int, int]] = set()
    for deal, seat, name in game.seated:
        if not 0 <= seat < len(game.players) or deal < 1 or (deal, seat) in taken:
            return (finding("F261", found=f"{deal} {SEATS[seat] if 0 <= seat < len(SEATS) else seat} {name}"),)
        taken.add((deal, seat))
    numbers = sorted({change.deal for change in game.seated})
    return tuple(dict.fromkeys(one for number in numbers for one in names_refused(as_of(game, number).players)))


def drawn(name: str) -> str:
    """A name by how its capitals look, whatever alphabet or width they are of."""
    return key(unicodedata.normalize("NFKC", name)).upper().translate(_ALIKE)


def _strange(name: str, like: str) -> tuple[str, ...]:
    """The letters of a name of two alphabets that are not of the alphabet of the name it looks like, each once; those
    of the rarer one where that name is of two itself."""
    own, others = _by_alphabet(name), _by_alphabet(like)
    if len(own) < 2:
        return ()
    home = next(iter(others)) if len(others) == 1 else max(own, key=lambda alphabet: len(own[alphabet]))
    return tuple(dict.fromkeys(letter for alphabet, letters in own.items() if alphabet != home for letter in letters))


def _by_alphabet(name: str) -> dict[str, list[str]]:
    """The letters of a name by the alphabet they are of."""
    found: dict[str, list[str]] = {}
    for letter in filter(str.isalpha, name):
        alphabet = unicodedata.name(letter, "").partition(" ")[0]
        if alphabet in _ALPHABETS:
            found.setdefault(alphabet, []).append(letter)
    return found


def seat_of(text: str, players: Sequence[str], *, letters: bool = True) -> tuple[int, ...]:
    """The seats that a text may mean: the exact name, else a seat letter, else accents folded, else a prefix.

    One seat: that one is meant. None: nobody. Several: it is a prefix of several names.
    """
    wanted = exact(text)
    for seat, name in enumerate(players):
        if exact(name) == wanted:
            return (seat,)
    if letters and len(text) == 1 and text.upper() in SEATS[: len(players)]:
        return (SEATS.index(text.upper()),)
    wanted = key(text)
    if not wanted:
        return ()
    same = tuple(seat for seat, name in enumerate(players) if key(name) == wanted)
    return same or tuple(seat for seat, name in enumerate(players) if key(name).startswith(wanted))


def quoted(text: str) -> str:
    """A text in quotes, a quote inside it doubled."""
    return '"' + text.replace('"', '""') + '"'


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


def unquoted(text: str) -> str:
    """A name without its quotes, a doubled quote being one; a name without quotes as it is."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1].replace('""', '"')
    return text


def near(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """Known names that look like a text, nearest first; where none does, all of them."""
    return suggest(text, known[:MOST_KNOWN]) or tuple(known[:MOST_KNOWN])

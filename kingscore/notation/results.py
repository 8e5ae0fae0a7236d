"""The result of a line as it stands there: a row, players in place of a row, or one of these for each item."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kingscore.model.findings import Refused
from kingscore.model.folding import key, loose
from kingscore.model.game import Bid, Game
from kingscore.model.rules import Contract, Item
from kingscore.notation.scan import SIGNS, RowEntry, Scan, Span, looks_numeric, takes_names
from kingscore.notation.vocabulary import Words, items_named

Entries = tuple[RowEntry, ...]


class Share(NamedTuple):
    """What one player took as it was called: ``Rasa 5``, ``both Vytas``; a name alone says one of each."""

    seat: int
    span: Span
    value: int | None = None
    signed: bool = False
    #: ``all`` or ``both`` where that is said in place of a number.
    every: str = ""


class Given(NamedTuple):
    """What is given for a deal or for one of its items: the entries of a row, or players with what they took."""

    entries: Entries = ()
    shares: tuple[Share, ...] = ()

    @property
    def called(self) -> bool:
        """True where numbers go with the names."""
        return any(share.value is not None or share.every for share in self.shares)


@dataclass
class Draft:
    """A line being read for one contract. ``result`` is by item, or for the whole deal under an empty text."""

    scan: Scan
    game: Game
    number: int
    words: Words
    contract: Contract
    seats: tuple[int, ...]
    #: True where one letter may be a suit: right after the contract and right after ``by NAME``.
    letters: bool = True
    #: True where the last entry of a row may be left out; and the seats of which it was.
    fill: bool = False
    filled: tuple[int, ...] = ()
    said: dict[str, Span] = field(default_factory=dict)
    declarer: int | None = None
    form: str | None = None
    trump: str | None = None
    bid: Bid | None = None
    titles: tuple[str, ...] | None = None
    foul: int | None = None
    note: str = ""
    agreed: str = ""
    result: dict[str, Given] | None = None

    def say(self, what: str, start: int) -> None:
        """Notes that a clause or the result is said. Refused: L121 where it was said before."""
        span = (start, self.scan.at)
        if what in self.said:
            raise self.scan.refused("L121", span, what=self.scan.line[start : self.scan.at].strip() or what)
        self.said[what] = span

    def not_here(self, how: str, start: int) -> Refused:
        """The refusal of a clause that this contract has no use for."""
        span = (start, self.scan.at)
        return self.scan.refused("L124", span, how, found=self.scan.line[start : span[1]], contract=self.contract.names)

    def players(self, seats: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.game.players[seat] for seat in seats)

    @cached_property
    def names_wanted(self) -> int:
        """How many players a bare list names: all in a placement deal, else one for each single thing, or none."""
        return len(self.seats) if self.contract.placement else takes_names(self.contract.items)


# Reading what stands there


def take_result(draft: Draft) -> bool:
    """Reads the result that stands at the cursor, if one does."""
    start = draft.scan.at
    if draft.names_wanted and _is_name(draft):
        return _take_shares(draft, start)
    entries = read_entries(draft)
    if entries:
        draft.result = {"": Given(entries)}
        draft.say("result", start)
        return True
    return _take_items(draft, start) or _take_shares(draft, start)


def row_stands(draft: Draft) -> int:
    """How many entries of a row stand at the cursor, which stays; digits run together are as many as they are."""
    start = draft.scan.at
    try:
        entries = apart(draft, read_entries(draft))
    except Refused:
        entries = ()
    draft.scan.at = start
    return len(entries)


def _is_name(draft: Draft) -> bool:
    """True if a name stands here whatever else the word may mean: in quotes, or known and no entry of a row."""
    scan = draft.scan
    if scan.char == '"':
        return True
    word = scan.word()
    if loose(word) in draft.words.entries or word.lstrip(SIGNS).isdigit():
        return False
    return scan.known_player() is not None


def read_entries(draft: Draft) -> Entries:
    """The entries of a row that stand at the cursor, one after the other (commas between them do no harm)."""
    scan, words = draft.scan, draft.words.entries
    out = [*scan.numbers()]
    nobody_out = len(draft.seats) == draft.game.rules.table
    if not out and draft.names_wanted and nobody_out and words.get(loose(scan.word())) == "sits-out":
        return ()  # an x where nobody sits out and names are looked for
    while True:
        at = scan.at
        if out:
            scan.skip(",")
            word = scan.word()
            if loose(word) not in words and not looks_numeric(word):
                scan.at = at if word else scan.at  # a comma before anything else is not the row's
                break
        entry = scan.entry(words)
        if entry is None:
            break
        out.append(entry)
    return tuple(out)


def _take_shares(draft: Draft, start: int) -> bool:
    """Players in place of a row for the whole deal, if some stand here."""
    if not (draft.scan.find_player()[0] or draft.scan.find(draft.words.shares)):
        return False
    draft.result = {"": Given(shares=_shares(draft, draft.contract, start))}
    draft.say("result", start)
    return True


def _shares(draft: Draft, of: Contract | Item, start: int) -> tuple[Share, ...]:
    """The players in place of a row. Refused: L113 too few or too many, L114 where counts are needed."""
    scan, whole = draft.scan, isinstance(of, Contract)
    wanted = draft.names_wanted if isinstance(of, Contract) else takes_names((of,))
    placement = whole and draft.contract.placement
    shares = read_shares(draft, wanted, numbers=not placement)
    if any(share.value is not None or share.every for share in shares):
        return shares
    if not wanted:
        how = "by" if whole and draft.contract.declared and draft.declarer is None else ""
        (begin, end), players = shares[0].span, draft.players(draft.seats)
        raise scan.refused("L114", (begin, end), how, found=scan.typed[begin:end], contract=of.names, players=players)
    if not wanted - placement <= len(shares) <= wanted:
        how = "places" if placement else "things"
        raise scan.refused("L113", (start, scan.at), how, found=len(shares), n=wanted, contract=of.names)
    return shares


def read_shares(draft: Draft, wanted: int, *, numbers: bool) -> tuple[Share, ...]:
    """The players that stand here, up to so many, each with what is said of him; then on, so that one too many is
    noticed."""
    scan = draft.scan
    out: list[Share] = []
    called = False
    while not scan.done:
        if (
            len(out) >= wanted
            and not called
            and (out or wanted)
            and (scan.char in ",:" or _word_stands(draft) or not _player_stands(draft))
        ):
            break
        every = _every(draft) if numbers else ""
        if scan.char == ":" or ((out or every) and not _player_stands(draft)):
            break
        begin, seat = scan.at, scan.player()
        out.append(_share(draft, Share(seat, (begin, scan.at), every=every), numbers))
        called = called or out[-1].value is not None
        at = scan.at
        scan.skip(",")
        if (joined := scan.find_join()) is not None:
            scan.at = joined
            scan.skip()
        if scan.at < len(scan.line) and not _player_stands(draft) and not (numbers and scan.find(draft.words.shares)):
            scan.at = at
            break
    return tuple(out)


def _every(draft: Draft) -> str:
    """Steps over "all" or "both" before a name, and says which."""
    scan, start = draft.scan, draft.scan.at
    if scan.known_player() is None and (every := scan.take(draft.words.shares)) is not None:
        scan.skip()
        if _player_stands(draft):
            return every
        scan.at = start
    return ""


def _share(draft: Draft, share: Share, numbers: bool) -> Share:
    """The share with the number, or the word for all, that stands behind its name."""
    scan, start = draft.scan, draft.scan.at
    scan.skip()
    if not numbers or share.every:
        return share
    if scan.known_player() is None and (every := scan.take(draft.words.shares)) is not None:
        return share._replace(every=every, span=(share.span[0], scan.at))
    if looks_numeric(scan.word()):
        begin, sign = scan.at, scan.char in SIGNS
        value = scan.number()
        return share._replace(value=value, signed=sign, span=(begin, scan.at))
    scan.at = start
    return share


def _word_stands(draft: Draft) -> bool:
    """True if a word stands here that may follow a result: of a clause, or an item."""
    return draft.scan.find(draft.words.clauses) is not None or _named_items(draft, whole=True) != ()


def _player_stands(draft: Draft) -> bool:
    scan = draft.scan
    if scan.char == '"' or scan.known_player() is not None:
        return True
    return not _word_stands(draft) and bool(scan.find_player()[0])


def _take_items(draft: Draft, start: int) -> bool:
    """``item row item row …``; all of them are to be there. Refused: L115 missing, L116 twice, L117 unknown."""
    scan = draft.scan
    items: dict[str, Given] = {}
    while not scan.done:
        begin = scan.at
        named = find_item(draft)
        if named is None:
            break
        item, scan.at = named
        if item.id in items:
            raise scan.refused("L116", (begin, scan.at), item=item.names)
        scan.skip(":")
        items[item.id] = _item_result(draft, item, begin)
        _over_comma(draft)
    if not items:
        return False
    draft.result = items
    draft.say("result", start)
    missing = tuple(item.names for item in draft.contract.items if item.id not in items)
    if missing:
        raise scan.refused("L115", (start, scan.at), contract=draft.contract.names, missing=missing)
    return True


def _over_comma(draft: Draft) -> None:
    """Steps over commas; what follows one must be an item or one of the words that follow a result."""
    scan = draft.scan
    scan.skip(",")
    if scan.at >= len(scan.line) or find_item(draft) is not None or scan.find(draft.words.clauses) is not None:
        return
    span, found = scan.span(), scan.word()
    hearts = loose(found) in {name for name, suit in draft.words.suits.items() if suit == "hearts"}
    if hearts and draft.contract.item("heart-pips"):
        raise scan.refused("L118", span, found=found, contract=draft.contract.names)
    names = tuple(item.names for item in draft.contract.items)
    raise scan.refused("L117", span, found=found, items=names, contract=draft.contract.names)


def find_item(draft: Draft) -> tuple[Item, int] | None:
    """The item of this contract that is named at the cursor (or the only one that begins so), with its end."""
    found = _named_items(draft, whole=True)
    if found:
        return max(found, key=lambda one: one[1])
    begun = _named_items(draft, whole=False)
    word = key(draft.scan.word())
    if len({item for item, _ in begun}) == 1 and draft.words.suits.get(word) != "hearts":
        return None if draft.scan.known_player() else max(begun, key=lambda one: one[1])
    return None


def _named_items(draft: Draft, *, whole: bool) -> tuple[tuple[Item, int], ...]:
    """The items whose names stand at the cursor, ``whole`` or only begun with more than a letter, with their ends."""
    tokens = draft.scan.tokens()
    if not tokens:
        return ()
    word, after = tokens[0].text, tokens[0].end
    least = after + 1 if word in draft.scan.letters or (len(word) == 1 and not whole) else after
    index = items_named(draft.contract, draft.words)
    return tuple([(item, one.end) for item, one in index.begun(tokens) if one.end >= least and not (whole and one.cut)])


def _item_result(draft: Draft, item: Item, begin: int) -> Given:
    """What stands behind an item's name: its row, or the takers' names where it is single."""
    scan = draft.scan
    scan.skip()
    if not (takes_names((item,)) and _is_name(draft)) and (entries := read_entries(draft)):
        return Given(entries)
    if scan.done or not (_player_stands(draft) or scan.find_player()[0] or scan.find(draft.words.shares)):
        raise scan.refused("L122", (begin, scan.at), "row", item=item.names)
    return Given(shares=_shares(draft, item, begin))


def apart(draft: Draft, entries: Entries) -> Entries:
    """Digits that are run together as an entry each (``0053``), as many as there are seats, or one fewer where the last
    may be left out."""
    seats = len(draft.seats)
    if len(entries) != 1 or entries[0].kind != "number" or entries[0].signed or seats < 2:
        return entries
    start, end = entries[0].span
    if end - start not in (seats, seats - 1 if draft.fill else seats):
        return entries
    return tuple(RowEntry("number", at, at + 1, int(draft.scan.line[at])) for at in range(start, end))

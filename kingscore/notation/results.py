"""The result of a line: a row, names in place of a row, or one of these for each item; and the rows that it comes to.

Whether the rows add up is left to the checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import gcd
from typing import Any, NamedTuple

from kingscore.model.findings import Refused
from kingscore.model.folding import loose
from kingscore.model.game import Bid, Game, Row, equal_share
from kingscore.model.rules import Contract, Item
from kingscore.notation.scan import SIGNS, RowEntry, Scan, Span, Words, items_of, looks_numeric, takes_names

Entries = tuple[RowEntry, ...]
Counts = tuple[tuple[str, Row], ...]


class Given(NamedTuple):
    """What is given for a deal or for one of its items: the entries of a row, or seats in place of a row."""

    entries: Entries = ()
    seats: tuple[int, ...] = ()


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
    letters: bool = False
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
        return _take_names(draft, start)
    entries = read_entries(draft)
    if entries:
        seats = _meant_as_names(draft, entries)
        draft.result = {"": Given(seats=seats) if seats else Given(entries)}
        draft.say("result", start)
        return True
    return _take_items(draft, start) or _take_names(draft, start)


def _is_name(draft: Draft) -> bool:
    """True if a name stands here whatever else the word may mean: in quotes, or known and no entry of a row."""
    scan = draft.scan
    if scan.char == '"':
        return True
    word = scan.word()
    if loose(word) in draft.words.entries or word.lstrip(SIGNS).isdigit():
        return False
    return scan.known_player() is not None


def _meant_as_names(draft: Draft, entries: Entries) -> tuple[int, ...]:
    """Players called ``16`` or ``_``: as many entries as names would be, too few for a row, each somebody's name."""
    if draft.contract.placement or not len(entries) == draft.names_wanted < len(draft.seats):
        return ()
    scan, end = draft.scan, draft.scan.at
    seats = []
    for entry in entries:
        scan.at = entry.start
        known = scan.known_player()
        seats += [known[0]] if known is not None and known[1] == entry.end else []
    scan.at = end
    return tuple(seats) if len(seats) == len(entries) else ()


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


def _take_names(draft: Draft, start: int) -> bool:
    """Players in place of a row for the whole deal, if some stand here."""
    if not draft.scan.find_player()[0]:
        return False
    draft.result = {"": Given(seats=_players(draft, draft.contract, start))}
    draft.say("result", start)
    return True


def _players(draft: Draft, of: Contract | Item, start: int) -> tuple[int, ...]:
    """The players in place of a row. Refused: L113 too few or too many, L114 where counts are needed."""
    scan, whole = draft.scan, isinstance(of, Contract)
    wanted = draft.names_wanted if isinstance(of, Contract) else takes_names((of,))
    if not wanted:
        how = "by" if whole and draft.contract.declared and draft.declarer is None else ""
        end, players = scan.find_player()[1], draft.players(draft.seats)
        found = scan.line[scan.at : end]
        raise scan.refused("L114", (scan.at, end), how, found=found, contract=of.names, players=players)
    names = read_names(draft, wanted)
    placement = whole and draft.contract.placement
    if not wanted - placement <= len(names) <= wanted:
        how = "places" if placement else "things"
        raise scan.refused("L113", (start, scan.at), how, found=len(names), n=wanted, contract=of.names)
    return names


def read_names(draft: Draft, wanted: int) -> tuple[int, ...]:
    """The players that stand here, up to so many; then on, so that one too many is noticed."""
    scan = draft.scan
    out: list[int] = []
    while not scan.done:
        if len(out) >= wanted and (scan.char in ",:" or _word_stands(draft) or not _player_stands(draft)):
            break
        if scan.char == ":" or (out and not _player_stands(draft)):
            break
        out.append(scan.player())
        at = scan.at
        scan.skip(",")
        if scan.at < len(scan.line) and not _player_stands(draft):
            scan.at = at
            break
    return tuple(out)


def _word_stands(draft: Draft) -> bool:
    """True if a word stands here that may follow a result: of a clause, or an item."""
    return draft.scan.find(draft.words.clauses) is not None or draft.scan.find(items_of(draft.contract)) is not None


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
    scan, names = draft.scan, items_of(draft.contract)
    found = scan.find(names)
    if found is None:
        word = loose(scan.word())
        begun = {item.id: item for name, item in names.items() if name.startswith(word)} if len(word) > 1 else {}
        if len(begun) == 1 and draft.words.suits.get(word) != "hearts" and not scan.known_player():
            return begun.popitem()[1], scan.span()[1]
    return found


def _item_result(draft: Draft, item: Item, begin: int) -> Given:
    """What stands behind an item's name: its row, or the takers' names where it is single."""
    scan = draft.scan
    scan.skip()
    if not (takes_names((item,)) and _is_name(draft)) and (entries := read_entries(draft)):
        return Given(entries)
    if scan.done or not (_player_stands(draft) or scan.find_player()[0]):
        raise scan.refused("L122", (begin, scan.at), "row", item=item.names)
    return Given(seats=_players(draft, item, begin))


# The rows that it comes to


def result_of(draft: Draft) -> dict[str, Any]:
    """Counts, points or places of the deal, by the name of its field; none of them with a foul."""
    contract, scan, result = draft.contract, draft.scan, draft.result
    if result is None:
        if draft.foul is not None:
            return {}
        if draft.form == "rospis" and contract.items:  # written down without play
            return {"counts": ((contract.items[0].id, equal_share(draft.game, draft.seats)),)}
        end, how = len(scan.line), "places" if contract.placement else ""
        raise scan.refused("L131", (end, end), how, contract=contract.names, players=draft.players(draft.seats))
    if "" not in result:
        return {"counts": tuple(pair for item in contract.items for pair in _counts(draft, (item,), result[item.id]))}
    given, row = result[""], result[""].entries
    signed = any(entry.signed for entry in row)
    unsigned = next((entry for entry in row if entry.kind == "number" and entry.value and not entry.signed), None)
    if signed and unsigned:
        raise scan.refused("L109", unsigned.span, found=unsigned.value)
    if signed:  # one sign makes the row points
        return {"points": _row(draft, row, partial(_rest_of_points, draft))}
    if contract.placement:
        return {"places": _row(draft, row, partial(_rest_of_places, draft)) if row else _places(draft, given.seats)}
    if row and len(contract.items) != 1:
        names = tuple(item.names for item in contract.items)
        raise scan.refused("L119", (row[0].start, row[-1].end), contract=contract.names, items=names)
    return {"counts": _counts(draft, contract.items, given)}


def _counts(draft: Draft, items: tuple[Item, ...], given: Given) -> Counts:
    """The counts of one item from its row, or of several from the takers of single things, named thing by thing."""
    if given.entries:
        (item,) = items
        signed = next((entry for entry in given.entries if entry.signed), None)
        if signed is not None:
            raise draft.scan.refused("L120", signed.span, item=item.names)
        return ((item.id, _row(draft, given.entries, partial(_rest_of_counts, draft, item))),)
    out: list[tuple[str, Row]] = []
    at = 0
    for item in items:
        takers = given.seats[at : at + item.amount]
        at += item.amount
        known = {*draft.seats, *takers}
        out.append((item.id, tuple(takers.count(s) if s in known else None for s in range(draft.game.rules.table))))
    return tuple(out)


#: What the rest of a row is, from the sum of all other entries and the columns of the ``_``.
Rest = Callable[[int, Span], int]


def _row(draft: Draft, entries: Entries, rest: Rest) -> Row:
    """The row of the table; an x may stand for a sitter-out. Refused: L108 a wrong number of entries, L110 two rests,
    L112 an x out of place."""
    scan, table = draft.scan, draft.game.rules.table
    out = tuple([seat for seat in range(table) if seat not in draft.seats])
    kinds = [entry.kind for entry in entries]
    marked = "sits-out" in kinds
    if marked and not out:
        raise scan.refused("L112", entries[kinds.index("sits-out")].span, "nobody", n=len(draft.seats))
    if len(entries) != (table if marked else len(draft.seats)):
        span, how = (entries[0].start, entries[-1].end), "sitters" if out else ""
        found, expected, players = len(entries), len(draft.seats), draft.players(draft.seats)
        raise scan.refused("L108", span, how, found=found, expected=expected, players=players, out=draft.players(out))
    for seat, entry in enumerate(entries if marked else ()):
        if (entry.kind == "sits-out") != (seat in out):
            how = "plays" if entry.kind == "sits-out" else "sits-out"
            raise scan.refused("L112", entry.span, how, name=draft.game.players[seat], out=draft.players(out))
    by_seat = dict(zip(range(table) if marked else draft.seats, entries, strict=True))
    values = {seat: entry.value for seat, entry in by_seat.items() if entry.kind != "sits-out"}
    if "rest" in kinds:
        first, *others = (entry.span for entry in entries if entry.kind == "rest")
        if others:
            raise scan.refused("L110", others[0])
        left = rest(sum(values.values()), first)
        values |= {seat: left for seat, entry in by_seat.items() if entry.kind == "rest"}
    return tuple([values.get(seat) for seat in range(table)])


def held(draft: Draft, item: Item) -> int | None:
    """How many of an item this deal holds; None where that is open (a stock, a suit not named)."""
    if draft.contract.loose:
        return None
    if item.id == "suit-cards":
        return draft.game.rules.deck.of_suit(draft.bid.suit) if draft.bid and draft.bid.suit else None
    return item.amount


def _rest_of_counts(draft: Draft, item: Item, given: int, span: Span) -> int:
    """The rest of a row of counts. Refused: L111 where it cannot be known or cannot be."""
    amount = held(draft, item)
    if amount is None:
        raise draft.scan.refused("L111", span, "open", item=item.names)
    if amount < given:
        over = given - amount
        raise draft.scan.refused("L111", span, "count", item=item.names, amount=amount, given=given, over=over)
    return amount - given


def _rest_of_points(draft: Draft, given: int, span: Span) -> int:
    """The rest of a row of points, where the deal has one total. Refused: L111 where it is open or cannot be."""
    contract = draft.contract
    if contract.loose or (contract.bid and draft.bid is None):
        raise draft.scan.refused("L111", span, "open", item=contract.names)
    if len(contract.totals) > 1:
        raise draft.scan.refused("L111", span, "totals", contract=contract.names, totals=contract.totals)
    total = contract.base_total
    if contract.bid:
        bid = draft.bid.points or 0 if draft.bid is not None else 0
        total = sum((held(draft, item) or 0) * item.value for item in contract.items) - bid
    left = total - given
    if not _possible(draft, left):
        raise draft.scan.refused("L111", span, "points", total=total, given=given, left=left)
    return left


def _possible(draft: Draft, left: int) -> bool:
    """True if one seat may have so many points: within what the deal holds and of its unit; a bid moves more."""
    contract = draft.contract
    if contract.prizes:
        return left in contract.prizes
    if draft.bid is not None:
        return True
    worth = [item.value * item.amount for item in contract.items]
    unit = gcd(*(item.value for item in contract.items)) or 1
    return sum(w for w in worth if w < 0) <= left <= sum(w for w in worth if w > 0) and left % unit == 0


def _rest_of_places(draft: Draft, given: int, span: Span) -> int:
    last = len(draft.seats)
    left = last * (last + 1) // 2 - given
    if not 1 <= left <= last:
        raise draft.scan.refused("L111", span, "places", n=last)
    return left


def _places(draft: Draft, names: tuple[int, ...]) -> Row:
    """The places of players named in order; the one not named is last. Refused: L128 a player named twice."""
    twice = next((seat for i, seat in enumerate(names) if seat in names[:i]), None)
    if twice is not None:
        raise draft.scan.refused("L128", draft.said["result"], name=draft.game.players[twice])
    left = [seat for seat in draft.seats if seat not in names] if len(names) < len(draft.seats) else []
    places = {seat: place for place, seat in enumerate((*names, *left), 1)}
    return tuple(places.get(seat) for seat in range(draft.game.rules.table))

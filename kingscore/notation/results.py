"""The result of a line as it stands there: a row, names in place of a row, or a row (or names) for each item."""

from __future__ import annotations

from typing import NoReturn

from kingscore.model.folding import loose
from kingscore.model.rules import FORMS, SUITS, Item
from kingscore.notation.draft import Draft
from kingscore.notation.names import near
from kingscore.notation.numbers import looks_numeric
from kingscore.notation.scan import Entry
from kingscore.notation.vocabulary import takes_names


def take_result(draft: Draft) -> bool:
    """Reads the result that stands at the cursor, if one does."""
    scan = draft.scan
    start = scan.at
    if names_fit(draft) and _is_name(draft):
        return _take_names(draft, start)
    entries = read_entries(draft)
    if entries:
        if not _meant_as_names(draft, entries):
            draft.row = entries
        draft.say("result", start)
        return True
    return _take_items(draft, start) or _take_names(draft, start)


def names_fit(draft: Draft) -> bool:
    return draft.contract.placement or takes_names(draft.contract) > 0


def _is_name(draft: Draft) -> bool:
    """True if a name stands here whatever else the word may mean: in quotes, or known and no entry of a row."""
    scan = draft.scan
    if scan.char == '"':
        return True
    word = scan.word()
    if loose(word) in draft.words.entries or word.lstrip("+-\N{MINUS SIGN}\N{EN DASH}").isdigit():
        return False
    return scan.known_player() is not None


def _meant_as_names(draft: Draft, entries: tuple[Entry, ...]) -> bool:
    """Players called ``16`` or ``_``: where as many entries stand as names would, and too few for a row, they are that
    if each is somebody's name."""
    scan, end = draft.scan, draft.scan.at
    if draft.contract.placement or len(entries) != takes_names(draft.contract) or len(entries) >= len(draft.seats):
        return False
    seats = []
    for entry in entries:
        scan.at = entry.start
        known = scan.known_player()
        seats += [known[0]] if known is not None and known[1] == entry.end else []
    scan.at = end
    draft.names = tuple(seats) if len(seats) == len(entries) else None
    return draft.names is not None


def read_entries(draft: Draft) -> tuple[Entry, ...]:
    """The entries of a row that stand at the cursor, one after the other (commas between them do no harm)."""
    out = [*draft.scan.numbers()]
    while _another_follows(draft) if out else not _lone_x(draft):
        entry = draft.scan.entry(draft.words.entries)
        if entry is None:
            break
        out.append(entry)
    return tuple(out)


def _another_follows(draft: Draft) -> bool:
    """True if one more entry stands after a comma or none; else the cursor stays before the comma."""
    scan = draft.scan
    at = scan.at
    scan.skip(",")
    word = scan.word()
    if loose(word) in draft.words.entries or looks_numeric(word):
        return True
    scan.at = at if word else scan.at
    return False


def _lone_x(draft: Draft) -> bool:
    """True if an x here begins somebody's name: nobody sits out, and names are looked for."""
    if draft.words.entries.get(loose(draft.scan.word())) != "sits-out":
        return False
    return not draft.out and names_fit(draft)


def _take_names(draft: Draft, start: int) -> bool:
    """Players in place of a row. Refused: L114 where this contract needs counts."""
    scan = draft.scan
    seats, end = scan.find_player()
    if not seats:
        return False
    if not names_fit(draft):
        found = scan.line[start:end]
        how = "by" if draft.contract.declared and draft.declarer is None else ""
        raise scan.refused(
            "L114", (start, end), how, found=found, contract=draft.contract.names, players=draft.players(draft.seats)
        )
    wanted = len(draft.seats) if draft.contract.placement else takes_names(draft.contract)
    draft.names = read_names(draft, wanted)
    draft.say("result", start)
    least = wanted - 1 if draft.contract.placement else wanted
    if not least <= len(draft.names) <= wanted:
        _wrong_number_of_names(draft, start, draft.names, wanted)
    return True


def _wrong_number_of_names(draft: Draft, start: int, names: tuple[int, ...], wanted: int) -> NoReturn:
    how = "places" if draft.contract.placement else "things"
    raise draft.scan.refused(
        "L113", (start, draft.scan.at), how, found=len(names), n=wanted, contract=draft.contract.names
    )


def read_names(draft: Draft, wanted: int) -> tuple[int, ...]:
    """The players that stand here, up to so many; then on, so that one too many is noticed."""
    scan = draft.scan
    out: list[int] = []
    while not scan.done:
        if len(out) >= wanted and (scan.char in BREAKERS or not _extra_name(draft)):
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


BREAKERS = ",:"


def _player_stands(draft: Draft) -> bool:
    scan = draft.scan
    if scan.char == '"' or scan.known_player() is not None:
        return True
    if scan.find(draft.words.clauses) is not None or scan.find(draft.item_names) is not None:
        return False
    return bool(scan.find_player()[0])


def _extra_name(draft: Draft) -> bool:
    """True if one more player stands here, and nothing that may follow a result."""
    scan = draft.scan
    if scan.find(draft.words.clauses) is not None or scan.find(draft.item_names) is not None:
        return False
    return _player_stands(draft)


def _take_items(draft: Draft, start: int) -> bool:
    """``item row item row …``; all of them are to be there. Refused: L115 missing, L116 twice, L117 unknown."""
    if find_item(draft) is None:
        return False
    scan = draft.scan
    items: dict[str, tuple[Entry, ...] | tuple[int, ...]] = {}
    while not scan.done:
        begin = scan.at
        found = find_item(draft)
        if found is None:
            break
        item, scan.at = found
        if item.id in items:
            raise scan.refused("L116", (begin, scan.at), item=item.names)
        scan.skip(":")
        items[item.id] = _item_result(draft, item, begin)
        _over_comma(draft)
    draft.items = items
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
    span = scan.span()
    found = scan.line[span[0] : span[1]]
    hearts = loose(found) in {name for name, suit in draft.words.suits.items() if suit == "hearts"}
    if hearts and draft.contract.item("heart-pips"):
        raise scan.refused("L118", span, found=found, contract=draft.contract.names)
    names = tuple(item.names for item in draft.contract.items)
    raise scan.refused("L117", span, found=found, items=names, contract=draft.contract.names)


def find_item(draft: Draft) -> tuple[Item, int] | None:
    """The item of this contract that is named at the cursor (or the only one that begins so), with its end."""
    scan = draft.scan
    names = draft.item_names
    found: tuple[str, int] | None = scan.find(names)
    if found is None:
        start, end = scan.span()
        word = loose(scan.line[start:end])
        ids = {item for name, item in names.items() if name.startswith(word)} if len(word) > 1 else set()
        pips = draft.words.suits.get(word) == "hearts"
        found = (ids.pop(), end) if len(ids) == 1 and not pips and not scan.known_player() else None
    item = draft.contract.item(found[0]) if found else None
    return (item, found[1]) if item is not None and found is not None else None


def _item_result(draft: Draft, item: Item, begin: int) -> tuple[Entry, ...] | tuple[int, ...]:
    """What stands behind an item's name: its row, or the takers' names where it is single."""
    scan = draft.scan
    scan.skip()
    wanted = item.amount if item.single else 0
    if not (wanted and _is_name(draft)):
        entries = read_entries(draft)
        if entries:
            return entries
    if scan.done or not (_player_stands(draft) or scan.find_player()[0]):
        raise scan.refused("L122", (begin, scan.at), "row", item=item.names)
    if not wanted:
        raise scan.refused(
            "L114", scan.span(), found=scan.word(), contract=item.names, players=draft.players(draft.seats)
        )
    names = read_names(draft, wanted)
    if len(names) != wanted:
        raise scan.refused("L113", (begin, scan.at), "things", found=len(names), n=wanted, contract=item.names)
    return names


def nearest(draft: Draft, word: str) -> tuple[str, ...]:
    """Words that would stand here and look like the one found."""
    items = (name for item in draft.contract.items for name in item.names.all)
    known = (*draft.game.players, *CLAUSE_WORDS, *FORMS, *SUITS, *items)
    close = near(word, known)
    return close if len(close) < len(known) else ()


CLAUSE_WORDS = ("by", "sold to", "bids", "foul", "titles", "note")

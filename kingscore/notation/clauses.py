"""The clauses of a line (``by``, ``sold to … for``, ``bids``, ``titles``, ``foul``, ``note``, form, suit), any order.

It reads what they say; whether that may be is left to the checks.
"""

from __future__ import annotations

from collections.abc import Callable

from kingscore.model.folding import Known, key
from kingscore.model.language import Term
from kingscore.notation.draft import Draft


def take_clause(draft: Draft) -> bool:
    """Reads the clause that stands at the cursor, if one does. A longer player's name there is no clause."""
    scan = draft.scan
    start = scan.at
    if scan.char.isdigit():  # no word of the grammar begins so, and most results do
        return False
    found = scan.find(draft.words.clauses)
    if found is not None and found[0] in CLAUSES and not _longer_name(draft, found[1]):
        scan.at = found[1]
        CLAUSES[found[0]](draft, start)
        return True
    return _take_form(draft, start) or _take_trump(draft, start)


def _longer_name(draft: Draft, end: int) -> bool:
    known = draft.scan.known_player()
    return known is not None and known[1] > end


def _by(draft: Draft, start: int) -> None:
    draft.declarer = draft.scan.player()
    draft.say("by", start)
    draft.letters = True


def _sold_to(draft: Draft, start: int) -> None:
    scan = draft.scan
    if draft.contract.sale is None:
        raise draft.not_here("sale", start)
    draft.buyer = scan.player()
    scan.skip()
    if scan.take(Known({name: True for name, clause in draft.words.clauses.items() if clause == "for"})) is None:
        raise scan.refused("L122", (scan.at, scan.span()[1] if not scan.done else scan.at), "for")
    draft.price = _amount(draft)
    draft.say("sold-to", start)
    draft.letters = False


def _amount(draft: Draft) -> int:
    if draft.scan.done:
        raise draft.scan.refused("L122", (draft.scan.at, draft.scan.at), "number")
    return draft.scan.number()


def _bids(draft: Draft, start: int) -> None:
    scan = draft.scan
    if not draft.contract.bid:
        raise draft.not_here("bid", start)
    draft.bid = _amount(draft)
    scan.skip()
    suit = scan.take(draft.words.suits_and_letters)
    if suit is None:
        raise scan.refused("L122", (scan.at, scan.span()[1] if not scan.done else scan.at), "suit")
    draft.suit = suit
    draft.say("bids", start)
    draft.letters = False


def _titles(draft: Draft, start: int) -> None:
    scan = draft.scan
    if not draft.contract.titles:
        raise draft.not_here("titles", start)
    known = Known({**draft.words.titles, **{key(title): title for title in draft.contract.titles}})
    found: list[str] = []
    while not scan.done:
        title = scan.take(known)
        if title is None:
            break
        found.append(title)
        scan.skip(",")
    draft.say("titles", start)
    if len(found) != len(draft.seats):
        raise scan.refused(
            "L125",
            (start, scan.at),
            found=len(found),
            expected=len(draft.seats),
            titles=tuple(Term("title", one) for one in draft.contract.titles),
            players=draft.players(draft.seats),
        )
    draft.titles = tuple(found)
    draft.letters = False


def _foul(draft: Draft, start: int) -> None:
    draft.foul = draft.scan.player()
    draft.say("foul", start)
    draft.letters = False


def _text(draft: Draft) -> str:
    """The text of a note: in quotes, or without them what is left of the line (a shell takes quotes away)."""
    scan = draft.scan
    scan.skip()
    return scan.quoted() if scan.char == '"' else scan.rest()


def _note(draft: Draft, start: int) -> None:
    draft.note = _text(draft)
    draft.say("note", start)


def _agreed(draft: Draft, start: int) -> None:
    draft.agreed = _text(draft)
    draft.say("agreed", start)


def _take_form(draft: Draft, start: int) -> bool:
    found = draft.scan.find(draft.words.forms)
    if found is None or _longer_name(draft, found[1]):
        return False
    draft.scan.at = found[1]
    if not draft.contract.forms:
        raise draft.not_here("trump", start)
    draft.form = found[0]
    draft.say("form", start)
    return True


def _take_trump(draft: Draft, start: int) -> bool:
    """A suit is one only where a trump can stand; its single letter only after the contract or after ``by NAME``."""
    words = draft.words
    suits = words.suits_and_letters if draft.letters and draft.contract.forms else words.suits
    found = draft.scan.find(suits)
    if found is None or _longer_name(draft, found[1]):
        return False
    if not draft.contract.forms:
        return False
    draft.scan.at = found[1]
    draft.trump = found[0]
    draft.say("trump", start)
    draft.letters = False
    return True


CLAUSES: dict[str, Callable[[Draft, int], None]] = {
    "by": _by,
    "sold-to": _sold_to,
    "bids": _bids,
    "titles": _titles,
    "foul": _foul,
    "note": _note,
    "agreed": _agreed,
}

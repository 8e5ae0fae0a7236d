"""A deal written as a line: English words, names in quotes where they would not read back; ``read_deal`` inverts it.

A deal that a line has no words for (both counts and points, a row of another length, unknown keys) is written in
braces, as it stands in a document.
"""

from __future__ import annotations

import re

from kingscore.model.findings import Refused
from kingscore.model.folding import Known, exact, key
from kingscore.model.game import Deal, Game, Row, as_of, equal_share, playing
from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, SUITS, Contract, Item
from kingscore.notation.grammar import read_with
from kingscore.notation.jsontext import visible
from kingscore.notation.names import quoted
from kingscore.notation.scan import Ids, Vocabulary, Words, takes_names

_PLAIN_NAME = re.compile(r"[^\W\d_][\w'’.\-]*( [^\W\d_][\w'’.\-]*)*")
#: The words of a line that is written: ids, which every language understands.
_WORDS = Words.of(
    {
        "clause": {
            "sold-to": ["sold to"],
            **{word: [] for word in ("agreed", "bids", "by", "for", "foul", "note", "titles")},
        },
        "form": {form: [] for form in FORMS},
        "suit": {suit: [] for suit in SUITS},
        "letter": {},
        "title": {},
        "entry": {"rest": ["_"], "sits-out": ["x"]},
        "item": {item: [] for item in ITEMS},
    }
)


def player(game: Game, seat: int) -> str:
    """A player's name as it stands in a line: in quotes wherever it would not read back as itself."""
    name = game.players[seat]
    folded = exact(name)
    others = [exact(other) for i, other in enumerate(game.players) if i != seat]
    clash = any(other.startswith(folded) or folded.startswith(other) for other in others)
    plain = _PLAIN_NAME.fullmatch(name) is not None and len(key(name)) > 1 and not clash
    return name if plain else quoted(name)


def write_deal(deal: Deal, game: Game, number: int) -> str:
    """The line of deal ``number`` (from 1) in its canonical form; in braces where the line would say another deal."""
    game = as_of(game, number)
    contract = game.rules.contract(deal.contract)
    if contract is not None:
        clauses = _clauses(deal, contract, game)
        line = " ".join((deal.contract, *clauses))
        result = _result(deal, contract, game, playing(game, number))
        if result is not None:
            colon = ":" if clauses or result.startswith(":") else ""
            line = f"{line}{colon} {result.lstrip(': ')}"
        for word, text in (("note", deal.note), ("agreed", deal.agreed)):
            line += f" {word} {quoted(text)}" if text else ""
        ids: Known[Ids] = Known({known.id: (known.id,) for known in game.rules.contracts})
        try:
            if read_with(line, game, number, Vocabulary(_WORDS, ids, ids), ()) == deal:
                return line
        except Refused:
            pass
    from kingscore.notation.codec import braces

    return visible(braces(game, number, deal))


def _clauses(deal: Deal, contract: Contract, game: Game) -> list[str]:
    out: list[str] = []
    if deal.declarer is not None:
        out += ["by", player(game, deal.declarer)]
    if deal.form is not None:
        out.append(deal.form)
    if deal.trump in SUITS:
        out.append(deal.trump)
    bid = deal.bid
    if bid is not None and bid.buyer is not None:
        price = bid.points if contract.sale is not None and contract.sale.unit == "points" else bid.tricks
        out += ["sold to", player(game, bid.buyer), "for", str(price)]
    elif bid is not None:
        out += ["bids", str(bid.points), bid.suit or ""]
    if deal.titles is not None:
        out += ["titles", *deal.titles]
    if deal.foul is not None:
        out += ["foul", player(game, deal.foul)]
    return out


def _result(deal: Deal, contract: Contract, game: Game, seats: tuple[int, ...]) -> str | None:
    if deal.places is not None:
        by_place = {place: seat for seat, place in enumerate(deal.places) if seat in seats}
        every = range(1, len(seats) + 1)
        if set(by_place) != set(every):
            return _row(deal.places)
        return ": " + " ".join(player(game, by_place[place]) for place in every)
    if deal.points is not None:
        return _row(deal.points, signed=True)
    # What a deal without play comes to is not written; with a foul a line without a row has no counts.
    shared = deal.form == "rospis" and deal.foul is None
    if deal.counts is None or (shared and [row for _, row in deal.counts] == [equal_share(game, seats)]):
        return None
    rows = [(item, deal.row(item.id) or ()) for item in contract.items]
    names = [_names(item, row, game, seats) for item, row in rows]
    if takes_names(contract.items) and all(names):
        return ": " + " ".join(names)
    if len(rows) == 1:
        return _row(rows[0][1])
    return ", ".join(f"{item.id} {taken or _row(row)}" for (item, row), taken in zip(rows, names, strict=True))


def _row(row: Row, *, signed: bool = False) -> str:
    """A row of counts, or of points, which all have a sign."""
    return " ".join("x" if n is None else "-0" if signed and not n else f"{n:+}" if signed else str(n) for n in row)


def _names(item: Item, row: Row, game: Game, seats: tuple[int, ...]) -> str:
    """The takers' names, in seat order, where they say the row; else nothing."""
    counts = dict(enumerate(count or 0 for count in row))
    if not item.single or sum(counts.values()) != item.amount or min(counts.values()) < 0:
        return ""
    takers = [seat for seat, count in counts.items() for _ in range(count)]
    return " ".join(player(game, seat) for seat in takers) if set(takers) <= set(seats) else ""

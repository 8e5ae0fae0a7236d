"""A deal written as a line, in ids or in a language; names in quotes where they would not read back as themselves.

A deal that a line has no words for (both counts and points, a row of another length, unknown keys) is written in
braces, as it stands in a document.
"""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from kingscore.model.findings import Refused
from kingscore.model.folding import exact, key
from kingscore.model.game import Deal, Game, Row, as_of, equal_share, playing
from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, SUITS, Contract, Item
from kingscore.notation.grammar import read_with
from kingscore.notation.jsontext import visible
from kingscore.notation.names import quoted
from kingscore.notation.scan import takes_names
from kingscore.notation.vocabulary import NameIndex, Vocabulary, Words

_PLAIN_NAME = re.compile(r"[^\W\d_][\w'’.\-]*( [^\W\d_][\w'’.\-]*)*")
CLAUSES = ("agreed", "bids", "by", "for", "foul", "note", "sold to", "titles")
#: The words of a line that is written in ids, which every language understands.
_IDS = Words.written({"clause": CLAUSES, "form": FORMS, "suit": SUITS, "entry": ("_", "x"), "item": tuple(ITEMS)})


class Tongue(NamedTuple):
    """How a line is written: in the words of a language, or in ids where there are none (also in English, whose words
    the ids are)."""

    words: Words = _IDS

    @property
    def language(self) -> str:
        return self.words.order[0]

    def called(self, kind: str, thing: str) -> str:
        """The first word of the language for a thing; its id where it has none."""
        names = self.words.kinds.get(kind, {}).get(thing.replace(" ", "-")) if self.language != "en" else None
        return names.of(self.language) if names is not None else thing

    def name(self, of: Contract | Item) -> str:
        return of.id if self.language == "en" else of.names.of(self.language)


def player(game: Game, seat: int) -> str:
    """A player's name as it stands in a line: in quotes wherever it would not read back as itself."""
    name = game.players[seat]
    folded = exact(name)
    others = [exact(other) for i, other in enumerate(game.players) if i != seat]
    clash = any(other.startswith(folded) or folded.startswith(other) for other in others)
    plain = _PLAIN_NAME.fullmatch(name) is not None and len(key(name)) > 1 and not clash
    return name if plain else quoted(name)


def write_deal(deal: Deal, game: Game, number: int, words: Words | None = None) -> str:
    """The line of deal ``number`` (from 1) in ids, or in the language that ``words`` are of; either reads back as that
    deal, and is in braces where no line says it."""
    game = as_of(game, number)
    contract = game.rules.contract(deal.contract)
    if contract is not None:
        ids = frozenset(known.id for known in game.rules.contracts)
        canonical = Tongue(), Vocabulary(_IDS, ids, NameIndex(()), {}), ()
        spoken = (Tongue(words), Vocabulary.of(game.rules, words), game.deals[: number - 1]) if words else canonical
        for tongue, vocabulary, before in (spoken, canonical):
            line = _line(deal, contract, game, number, tongue)
            try:
                if read_with(line, game, number, vocabulary, before).deal == deal:
                    return line
            except Refused:
                pass
    from kingscore.notation.codec import braces

    return visible(braces(game, number, deal))


def _line(deal: Deal, contract: Contract, game: Game, number: int, tongue: Tongue) -> str:
    clauses = _clauses(deal, contract, game, tongue)
    line = " ".join((tongue.name(contract), *clauses))
    result = _result(deal, contract, game, playing(game, number), tongue)
    if result is not None:
        colon = ":" if clauses or result.startswith(":") else ""
        line = f"{line}{colon} {result.lstrip(': ')}"
    for word, text in (("note", deal.note), ("agreed", deal.agreed)):
        line += f" {tongue.called('clause', word)} {quoted(text)}" if text else ""
    return line


def _clauses(deal: Deal, contract: Contract, game: Game, tongue: Tongue) -> list[str]:
    out: list[str] = []
    clause = partial(tongue.called, "clause")
    if deal.declarer is not None:
        out += [clause("by"), player(game, deal.declarer)]
    if deal.form is not None:
        out.append(tongue.called("form", deal.form))
    if deal.trump in SUITS:
        out.append(tongue.called("suit", deal.trump))
    bid = deal.bid
    if bid is not None and bid.buyer is not None:
        price = bid.points if contract.sale is not None and contract.sale.unit == "points" else bid.tricks
        out += [clause("sold to"), player(game, bid.buyer), clause("for"), str(price)]
    elif bid is not None:
        out += [clause("bids"), str(bid.points), tongue.called("suit", bid.suit or "")]
    if deal.titles is not None:
        out += [clause("titles"), *(tongue.called("title", title) for title in deal.titles)]
    if deal.foul is not None:
        out += [clause("foul"), player(game, deal.foul)]
    return out


def _result(deal: Deal, contract: Contract, game: Game, seats: tuple[int, ...], tongue: Tongue) -> str | None:
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
    return ", ".join(
        f"{tongue.name(item)} {taken or _row(row)}" for (item, row), taken in zip(rows, names, strict=True)
    )


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

"""A deal written as a line: English words, names in quotes where they would not read back; ``read_deal`` inverts it.

A deal that a line has no words for (both counts and points, a row of another length, unknown keys) is written in
braces, as it stands in a document. It judges nothing.
"""

from __future__ import annotations

import re

from kingscore.model.folding import exact, key
from kingscore.model.game import Deal, Game, Row, declarer_in_turn, equal_share, playing
from kingscore.model.rules import SUITS, TRUMPS, Contract, Item
from kingscore.notation.names import control_characters
from kingscore.notation.scan import LARGEST_NUMBER
from kingscore.notation.vocabulary import takes_names

#: Longer lines are refused before they cost time: no deal needs as much. Longer notes go into braces.
LONGEST_LINE = 20_000
_PLAIN_NAME = re.compile(r"[^\W\d_][\w'’.\-]*( [^\W\d_][\w'’.\-]*)*")


def quoted(text: str) -> str:
    """A text in quotes, a quote inside it doubled."""
    return '"' + text.replace('"', '""') + '"'


def player(game: Game, seat: int) -> str:
    """A player's name as it stands in a line: in quotes wherever it would not read back as itself."""
    name = game.players[seat]
    wanted = exact(name)
    others = [exact(other) for i, other in enumerate(game.players) if i != seat]
    clash = any(other.startswith(wanted) or wanted.startswith(other) for other in others)
    plain = _PLAIN_NAME.fullmatch(name) is not None and len(key(name)) > 1 and not clash
    return name if plain else quoted(name)


def write_deal(deal: Deal, game: Game, number: int) -> str:
    """The line of deal ``number`` (from 1) in its canonical form."""
    contract = game.rules.contract(deal.contract)
    if contract is not None and _sayable(deal, contract, game, number):
        line = _line(deal, contract, game, number)
        if len(line) <= LONGEST_LINE:
            return line
    from kingscore.notation.document_write import braces
    from kingscore.notation.jsontext import visible

    return visible(braces(game, number, deal))


def _line(deal: Deal, contract: Contract, game: Game, number: int) -> str:
    clauses = _clauses(deal, contract, game)
    result = _result(deal, contract, game, playing(game, number))
    said = " ".join((deal.contract, *clauses))
    if result is not None:
        colon = ":" if clauses or result.startswith(":") else ""
        said = f"{said}{colon} {result.lstrip(': ')}"
    for word, text in (("note", deal.note), ("agreed", deal.agreed)):
        if text:
            said += f" {word} {quoted(text)}"
    return said


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
        return _places(deal.places, game, seats)
    if deal.points is not None:
        return " ".join(_entry(value, signed=True) for value in deal.points)
    if deal.counts is None or _is_rospis_share(deal, game, seats):
        return None
    if len(deal.counts) == 1:
        row = deal.counts[0][1]
        return _names(contract.items[0], row, game, seats, ": ") or _row(row)
    if takes_names(contract):
        each = [_names(item, deal.row(item.id) or (), game, seats, "") for item in contract.items]
        if all(each):
            return ": " + " ".join(name for name in each if name)
    parts = []
    for item in contract.items:
        row = deal.row(item.id) or ()
        parts.append(f"{item.id} {_names(item, row, game, seats, '') or _row(row)}")
    return ", ".join(parts)


def _is_rospis_share(deal: Deal, game: Game, seats: tuple[int, ...]) -> bool:
    # With a foul a line without a row has no counts.
    if deal.form != "rospis" or deal.foul is not None or deal.counts is None or len(deal.counts) != 1:
        return False
    return deal.counts[0][1] == equal_share(game, seats)


def _entry(value: int | None, *, signed: bool) -> str:
    if value is None:
        return "x"
    if not signed:
        return str(value)
    return ("+" if value > 0 else "-") + str(abs(value))


def _row(row: Row) -> str:
    return " ".join(_entry(value, signed=False) for value in row)


def _names(item: Item, row: Row, game: Game, seats: tuple[int, ...], before: str) -> str:
    """The takers' names, in seat order, where they say the row; else nothing."""
    takers = [seat for seat, count in enumerate(row) for _ in range(count or 0)]
    if not item.single or len(takers) != item.amount or any(seat not in seats for seat in takers):
        return ""
    return before + " ".join(player(game, seat) for seat in takers)


def _places(places: Row, game: Game, seats: tuple[int, ...]) -> str:
    if sorted(places[seat] or 0 for seat in seats) != list(range(1, len(seats) + 1)):
        return _row(places)
    order = sorted(seats, key=lambda seat: places[seat] or 0)
    return ": " + " ".join(player(game, seat) for seat in order)


def _sayable(deal: Deal, contract: Contract, game: Game, number: int) -> bool:
    """True if a line has words for everything in a deal, and reading them gives just this deal."""
    seats = playing(game, number)
    return (
        not deal.extra
        and not control_characters(deal.note + deal.agreed, "\t")
        and _clauses_sayable(deal, contract, game, number)
        and _result_sayable(deal, contract, game, seats)
    )


def _clauses_sayable(deal: Deal, contract: Contract, game: Game, number: int) -> bool:
    implied = {"misere": "misere", "no-trump": "none"}.get(deal.form or "")
    turn = declarer_in_turn(game, number) if contract.declared else None
    return (
        (deal.declarer is not None or turn is None)
        and (bool(contract.forms) or (deal.form is None and deal.trump is None))
        and (deal.trump in SUITS or deal.trump == implied)
        and (deal.trump is None or deal.trump in TRUMPS)
        and (deal.titles is None or (bool(contract.titles) and len(deal.titles) == len(playing(game, number))))
        and set(deal.titles or ()) <= set(contract.titles)
        and _bid_sayable(deal, contract)
    )


def _bid_sayable(deal: Deal, contract: Contract) -> bool:
    bid = deal.bid
    if bid is None:
        return True
    if bid.buyer is not None:
        sale = contract.sale
        if sale is None or bid.seller is None or bid.seller != deal.declarer or bid.bidder is not None or bid.suit:
            return False
        price, other = (bid.points, bid.tricks) if sale.unit == "points" else (bid.tricks, bid.points)
        return price is not None and other is None and _short(price)
    if bid.bidder is None or bid.bidder != deal.declarer or bid.points is None or bid.suit not in SUITS:
        return False
    alone = bid.tricks is None and bid.seller is None
    return contract.bid and alone and _short(bid.points)


def _short(value: int) -> bool:
    return abs(value) <= LARGEST_NUMBER


def _result_sayable(deal: Deal, contract: Contract, game: Game, seats: tuple[int, ...]) -> bool:
    given = [result for result in (deal.counts, deal.points, deal.places) if result is not None]
    if not given:
        return deal.foul is not None and deal.form != "rospis"
    if len(given) > 1:
        return False
    if deal.points is not None:
        return _fits(deal.points, game, seats)
    if deal.places is not None:
        return contract.placement and _counted(deal.places, game, seats)
    counts = deal.counts or ()
    ids = [item for item, _ in counts]
    if not ids or ids != [item.id for item in contract.items]:
        return False
    return all(_counted(row, game, seats) for _, row in counts)


def _fits(row: Row, game: Game, seats: tuple[int, ...]) -> bool:
    """True if a row has a number for each seat that plays and none for the others."""
    if len(row) != game.rules.table:
        return False
    return all((row[seat] is not None) == (seat in seats) for seat in range(len(row))) and all(
        _short(value or 0) for value in row
    )


def _counted(row: Row, game: Game, seats: tuple[int, ...]) -> bool:
    return _fits(row, game, seats) and all((value or 0) >= 0 for value in row)

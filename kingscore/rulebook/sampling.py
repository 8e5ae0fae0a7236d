"""A line as a player would record a deal, with counts that the cards allow: the shortest lesson in the grammar."""

from __future__ import annotations

from kingscore.model.items import MARKS
from kingscore.model.rules import Contract, Item
from kingscore.rulebook.facts import Book

SEATS = "ABCDEF"


def sample_line(book: Book, contract: Contract) -> str:
    """A line that reads as this deal in the book's language; empty where a deal needs more than fits on one."""
    if contract.titles:
        return ""
    name, seats = book.name(contract), SEATS[: book.rules.table][: book.rules.playing]
    row = _result(book, contract)
    if contract.bid:
        return book.say("line.bid", contract=name, seat=seats[0], price=5, suit="♠", row=row)
    if contract.forms:
        return book.say("line.trumps", contract=name, seat=seats[0], suit="♠", row=row)
    return f"{name} {row}"


def _result(book: Book, contract: Contract) -> str:
    """The row, the names, or item by item where a deal counts several things."""
    seats = SEATS[: book.rules.playing]
    if contract.placement:
        return " ".join(reversed(seats))
    if all(item.id in MARKS for item in contract.items):
        return " ".join(seats[i % len(seats)] for i in range(len(contract.items)))
    if len(contract.items) == 1:
        return _row(book, contract.items[0])
    parts = [
        book.say("line.items", item=item.names.of(book.language.code), row=_row(book, item)) for item in contract.items
    ]
    return ", ".join(parts)


def _row(book: Book, item: Item) -> str:
    seats = SEATS[: book.rules.playing]
    if item.single:
        return " ".join(seats[i] for i in range(item.amount))
    return " ".join(str(n) for n in even(item.amount, book.rules.playing))


def even(amount: int, seats: int) -> tuple[int, ...]:
    """An amount shared as evenly as can be, the first seats with one more."""
    share, rest = divmod(amount, seats)
    return tuple(share + (seat < rest) for seat in range(seats))

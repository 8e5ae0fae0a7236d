"""What is told of sweeps and doubling, fouls, and deals that have a course of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kingscore.model.rules import Contract
from kingscore.rulebook.facts import Book, Fact, points


def bonus(book: Book) -> Iterator[Fact]:
    """Sweeps and doubling, each with the deals in which it holds."""
    swept = [contract for contract in book.rules.contracts if contract.sweep is not None]
    doubled = [contract for contract in book.rules.contracts if contract.doubles]
    for worth, group in groupby(sorted(swept, key=lambda c: c.sweep or 0), key=lambda c: c.sweep or 0):
        text = book.say("bonus.sweep", points=points(worth), contracts=book.names(group))
        yield Fact("bonus", "bonus.sweep", text)
    if doubled:
        yield Fact("bonus", "bonus.doubles", book.say("bonus.doubles", contracts=book.names(doubled)))
    if any(contract.sweep is not None for contract in doubled):
        yield Fact("bonus", "bonus.first", book.say("bonus.first"))


def fouls(book: Book) -> Iterator[Fact]:
    """Breaches that the source prices."""
    king = next((c for c in book.rules.contracts if c.item("king-of-hearts") and len(c.items) == 1), None)
    if book.play.holds("king_held_back") and king is not None:
        yield Fact("fouls", "fouls.king", book.say("fouls.king", points=points(king.base_total)), king.id)
    if book.play.holds("discard_foul"):
        worth = dict.fromkeys(points(contract.base_total) for contract in book.penalty)
        yield Fact("fouls", "fouls.discard", book.say("fouls.discard", points=book.either(list(worth))))


def special(book: Book) -> Iterator[Fact]:
    """The passages on deals that are not played for tricks, or not only."""
    told = dict(book.play.told)
    for contract in book.rules.contracts:
        for passage in told.get(contract.id, ()):
            text = book.say("told.fact", contract=book.name(contract), text=passage_text(book, contract, passage))
            yield Fact("special", f"special.{passage}", text, contract.id)


def passage_text(book: Book, contract: Contract, passage: str) -> str:
    """A passage on a deal, with the numbers of the deal."""
    titles = zip(contract.titles, contract.ceilings, strict=False)
    ceilings = ", ".join(f"{book.say(f'title.{title}')} {most}" for title, most in titles)
    return book.say(f"told.{passage}", ceilings=ceilings)

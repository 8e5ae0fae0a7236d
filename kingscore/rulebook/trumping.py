"""What is told of trump deals, the talon, the sale of the right to name trumps and the bidding for a suit."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.items import SUIT_LETTERS
from kingscore.model.rules import Contract, Sale
from kingscore.rulebook.facts import Book, Fact, points


def trumps(book: Book) -> Iterator[Fact]:
    """Who names trumps when and how, the forms of a trump deal, who may lead trumps."""
    found = book.trumps()
    for key, text in _trumps(book, found[0]) if found else ():
        yield Fact("trumps", f"trumps.{key}", text, found[0].id)


def _trumps(book: Book, contract: Contract) -> Iterator[tuple[str, str]]:
    play, chosen = book.play, book.rules.schedule.kind == "declared"
    if contract.declared and play.fact("naming") != "after-talon":
        yield "who", book.say(f"trumps.who.{'declarer' if chosen else 'forehand'}")
    if play.fact("naming") != "unsaid":
        yield "naming", book.say(f"trumps.naming.{play.fact('naming')}")
    if play.may_ask:
        yield "ask", book.say("trumps.ask")
    if play.naming_packets:
        packets = " + ".join(str(n) for n in play.naming_packets)
        yield "packets", book.say("trumps.packets", packets=packets)
    if contract.declared:
        yield from _times(book, contract)
        yield from _forms(book, contract)
    yield from _lead(book)


def _times(book: Book, contract: Contract) -> Iterator[tuple[str, str]]:
    """How often each player names trumps, where the order is fixed and shares them out evenly."""
    times = (book.rules.schedule.times(book.rules.table) or {}).get(contract.id, 0)
    if book.rules.schedule.kind == "fixed" and times % book.rules.table == 0:
        yield "times", book.say("trumps.times", times=times // book.rules.table)


def _forms(book: Book, contract: Contract) -> Iterator[tuple[str, str]]:
    share = book.rules.tricks // book.rules.playing
    for form in contract.forms:
        if form != "suit":
            yield f"form.{form}", book.say(f"trumps.form.{form}", n=share)


def _lead(book: Book) -> Iterator[tuple[str, str]]:
    if book.play.fact("trump_lead") == "declarer":
        yield "lead", book.say("trumps.lead.declarer")
    if book.play.fact("trump_lead_option") == "declarer":
        yield "lead-option", book.say("trumps.lead-option")
    if book.play.holds("buyer_leads"):
        yield "lead-buyer", book.say("trumps.lead-buyer")


def talon(book: Book) -> Iterator[Fact]:
    """Who takes the talon, whether he shows it, what he may lay away."""
    rules, play = book.rules, book.play
    if rules.talon:
        seen = "before-talon" if play.fact("declaring") == "before-talon" else "hand-seen"
        yield Fact("talon", "talon.taken", book.say(f"talon.taken.{seen}"))
        if play.fact("talon_shown") != "unsaid":
            shown = "shown" if play.fact("talon_shown") == "yes" else "hidden"
            yield Fact("talon", "talon.shown", book.say(f"talon.{shown}"))
        yield Fact("talon", "talon.discard", book.say("talon.discard", n=rules.talon))
        if play.fact("discard") != "unsaid":
            yield Fact("talon", "talon.not", book.say(f"talon.{play.fact('discard')}"))
    if play.trump_talon:
        text = book.say("talon.open", n=play.trump_talon, hand=rules.hand - 1)
        yield Fact("talon", "talon.open", text)
        yield Fact("talon", "talon.first", book.say("talon.first"))


def sale(book: Book) -> Iterator[Fact]:
    """How the right to name trumps is sold and what it costs."""
    for contract in book.trumps():
        if contract.sale is not None:
            for key, text in _sale(book, contract, contract.sale):
                yield Fact("sale", f"sale.{key}", text, contract.id)


def _sale(book: Book, contract: Contract, sale: Sale) -> Iterator[tuple[str, str]]:
    in_all = book.totals(contract)
    if sale.unit == "tricks":
        yield "offer", book.say("sale.tricks.offer")
        yield "price", book.say("sale.tricks.price", n=contract.items[0].value, total=in_all)
    else:
        yield "offer", book.say("sale.points.offer", step=sale.step)
        yield "price", book.say("sale.points.price", total=in_all)
        yield "example", _example(book, contract, sale.step)


def _example(book: Book, contract: Contract, step: int) -> str:
    """Five times the least price, and six tricks."""
    price, tricks = 5 * step, 6
    worth = tricks * contract.items[0].value
    return book.say("sale.points.example", price=price, tricks=tricks, worth=worth, left=worth - price)


def bidding(book: Book) -> Iterator[Fact]:
    """How a suit is bid for."""
    for contract in book.rules.contracts:
        if contract.bid:
            yield Fact("bidding", "bidding.order", book.say("bidding.order"))
            yield Fact("bidding", "bidding.winner", book.say("bidding.winner"))
            yield from _short_suits(book, contract)


def _short_suits(book: Book, contract: Contract) -> Iterator[Fact]:
    deck, value = book.rules.deck, contract.items[0].value
    short = {s: n for s in SUIT_LETTERS.values() if (n := deck.of_suit(s)) != len(deck.ranks)}
    if short:
        suits = ", ".join(f"{_sign(suit)} {points(n * value)}" for suit, n in short.items())
        yield Fact("bidding", "bidding.short", book.say("bidding.short", suits=suits))


def _sign(suit: str) -> str:
    return {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}[suit]

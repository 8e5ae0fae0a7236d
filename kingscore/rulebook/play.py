"""Facts on how it is played: players, cards, dealing, tricks, trumps, talon, the sale of trumps, bidding for a suit."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.items import SUIT_LETTERS, SUIT_SIGNS
from kingscore.model.language import signed
from kingscore.model.rules import Contract, Sale
from kingscore.rulebook.facts import Book, Fact


def players(book: Book) -> Iterator[Fact]:
    """How many play, who sits out, and how many others could."""
    rules = book.rules
    out = rules.table - rules.playing
    if out:
        yield Fact("players", "players", book.say("players.sit", n=rules.table, playing=rules.playing))
        yield Fact("players", "players.out", book.say(f"players.out-{min(out, 2)}"))
    else:
        yield Fact("players", "players", book.say("players.play", n=rules.table))
    others = sorted(n for n in book.variant.tables if n != rules.table)
    if others:
        words = [book.say(f"company.{n}") if book.has(f"company.{n}") else str(n) for n in others]
        yield Fact("players", "players.also", book.say("players.also", tables=book.either(words)))


def deck(book: Book) -> Iterator[Fact]:
    """The cards in use, those left out, the jokers, the ranks."""
    deck = book.rules.deck
    low = book.say(f"from.{deck.ranks[0]}")
    if deck.removed:
        left_out = book.both([book.card(card) for card in deck.removed])
        yield Fact("deck", "deck", book.say("deck.without", n=deck.size, low=low, cards=left_out))
    else:
        yield Fact("deck", "deck", book.say("deck.cards", n=deck.size, low=low))
    if book.play.removed_choice != "as-listed":
        yield Fact("deck", "deck.choice", book.say(f"deck.{book.play.removed_choice}"))
    if deck.jokers:
        yield Fact("deck", "deck.jokers", book.say("deck.jokers", n=deck.jokers))
    ranks = " ".join(book.rank(rank) for rank in reversed(deck.ranks))
    yield Fact("deck", "deck.order", book.say("deck.order", ranks=ranks))


def dealing(book: Book) -> Iterator[Fact]:
    """Who deals first, how many cards in which packets, talon and stock, whose turn it is next."""
    rules, play = book.rules, book.play
    if play.fact("seats") != "unsaid":
        yield Fact("dealing", "dealing.seats", book.say("dealing.seats"))
    if play.fact("first_dealer") != "unsaid":
        yield Fact("dealing", "dealing.first", book.say(f"dealing.first.{play.fact('first_dealer')}"))
    if play.fact("cut") != "unsaid":
        yield Fact("dealing", "dealing.cut", book.say("dealing.cut"))
    yield Fact("dealing", "dealing.hand", book.say("dealing.hand", n=rules.hand))
    if play.packets:
        size = play.packets[0] if len(set(play.packets)) == 1 else 0
        key = {1: "singly", 2: "pairs"}.get(size, "packets")
        packets = " + ".join(str(n) for n in play.packets)
        yield Fact("dealing", "dealing.packets", book.say(f"dealing.{key}", packets=packets))
    if rules.talon:
        yield Fact("dealing", "dealing.talon", book.say("dealing.talon", n=rules.talon))
    if play.holds("talon_inner"):
        yield Fact("dealing", "dealing.talon-inner", book.say("dealing.talon-inner"))
    if rules.stock:
        yield Fact("dealing", "dealing.stock", book.say("dealing.stock", n=rules.stock))
    yield Fact("dealing", "dealing.passes", book.say(f"dealing.passes.{play.fact('deal_passes')}"))


def play(book: Book) -> Iterator[Fact]:
    """Leading, following, trumping, the hearts that may not be led, the king that must be thrown, early ends."""
    facts = book.play
    trumps = bool(book.trumps())
    yield Fact("play", "play.lead", book.say("play.lead.forehand"))
    yield Fact("play", "play.follow", book.say(f"play.follow.{facts.fact('follow')}"))
    yield Fact("play", "play.take", book.say(f"play.take.{'trump' if trumps else 'suit'}"))
    if not trumps:
        yield Fact("play", "play.trumping", book.say("play.no-trumps"))
    elif facts.fact("trumping") != "unsaid":
        yield Fact("play", "play.trumping", book.say(f"play.trump.{facts.fact('trumping')}"))
    contracts = book.rules.contracts
    banned = [contract for contract in contracts if contract.heart_lead == "banned"]
    if banned:
        yield Fact("play", "play.hearts", book.say("play.hearts.banned", contracts=book.names(banned)))
    else:
        yield Fact("play", "play.hearts", book.say(f"play.hearts.{facts.fact('hearts')}"))
    thrown = [contract for contract in contracts if contract.throw_king]
    if thrown:
        yield Fact("play", "play.king", book.say("play.king", contracts=book.names(thrown)))
    if thrown and facts.holds("king_kept_when_hearts_led"):
        yield Fact("play", "play.king-kept", book.say("play.king-kept"))
    if any(contract.early_end == "items-out" for contract in contracts):
        yield Fact("play", "play.early", book.say("play.early.items-out"))
    out = [contract for contract in contracts if contract.early_end == "king-out"]
    if out:
        yield Fact("play", "play.king-out", book.say("play.early.king-out", contracts=book.names(out)))


def trumps(book: Book) -> Iterator[Fact]:
    """Who names trumps when and how, the forms of a trump deal, who may lead trumps."""
    deals = book.trumps()
    for key, text in _trumps(book, deals[0]) if deals else ():
        yield Fact("trumps", f"trumps.{key}", text, deals[0].id)


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
        # Where the order is fixed and shares trumps out evenly, each player names them equally often.
        times, seats = (book.rules.schedule.times(book.rules.table) or {}).get(contract.id, 0), book.rules.table
        if book.rules.schedule.kind == "fixed" and times % seats == 0:
            yield "times", book.say("trumps.times", times=times // seats)
        share = book.rules.tricks // book.rules.playing
        for form in contract.forms:
            if form != "suit":
                yield f"form.{form}", book.say(f"trumps.form.{form}", n=share)
    if play.fact("trump_lead") == "declarer":
        yield "lead", book.say("trumps.lead.declarer")
    if play.fact("trump_lead_option") == "declarer":
        yield "lead-option", book.say("trumps.lead-option")
    if play.holds("buyer_leads"):
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
    total = book.totals(contract)
    if sale.unit == "tricks":
        yield "offer", book.say("sale.tricks.offer")
        yield "price", book.say("sale.tricks.price", n=contract.items[0].value, total=total)
    else:
        yield "offer", book.say("sale.points.offer", step=sale.step)
        yield "price", book.say("sale.points.price", total=total)
        price, tricks = 5 * sale.step, 6  # the example: five times the least price, and six tricks
        worth = tricks * contract.items[0].value
        text = book.say("sale.points.example", price=price, tricks=tricks, worth=worth, left=worth - price)
        yield "example", text


def bidding(book: Book) -> Iterator[Fact]:
    """How a suit is bid for."""
    for contract in book.rules.contracts:
        if contract.bid:
            yield Fact("bidding", "bidding.order", book.say("bidding.order"))
            yield Fact("bidding", "bidding.winner", book.say("bidding.winner"))
            deck, value = book.rules.deck, contract.items[0].value
            short = {s: n for s in SUIT_LETTERS.values() if (n := deck.of_suit(s)) != len(deck.ranks)}
            if short:
                suits = ", ".join(f"{SUIT_SIGNS[suit]} {signed(n * value)}" for suit, n in short.items())
                yield Fact("bidding", "bidding.short", book.say("bidding.short", suits=suits))

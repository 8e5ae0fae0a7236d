"""Facts on how it is played: players, cards, dealing, tricks, trumps, talon, the sale of trumps, bidding for a suit."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.items import SUIT_LETTERS, SUIT_SIGNS
from kingscore.model.language import signed
from kingscore.rulebook.facts import Book, Fact


def players(book: Book) -> Iterator[Fact]:
    """How many play, who sits out, and how many others could."""
    rules = book.rules
    out = rules.table - rules.playing
    if out:
        yield book.as_fact("players", "players.sit", n=rules.table, playing=rules.playing)
        yield book.as_fact("players.out", f"players.out-{min(out, 2)}")
    else:
        yield book.as_fact("players", "players.play", n=rules.table)
    others = sorted(n for n in book.variant.tables if n != rules.table)
    if others:
        words = [book.say(f"company.{n}") if book.has(f"company.{n}") else str(n) for n in others]
        yield book.as_fact("players.also", tables=book.either(words))


def deck(book: Book) -> Iterator[Fact]:
    """The cards in use, those left out, the jokers, the ranks."""
    deck = book.rules.deck
    low = book.say(f"from.{deck.ranks[0]}")
    if deck.removed:
        left_out = book.both([book.card(card) for card in deck.removed])
        yield book.as_fact("deck", "deck.without", n=deck.size, low=low, cards=left_out)
    else:
        yield book.as_fact("deck", "deck.cards", n=deck.size, low=low)
    if book.play.removed_choice != "as-listed":
        yield book.as_fact("deck.choice", f"deck.{book.play.removed_choice}")
    if deck.jokers:
        yield book.as_fact("deck.jokers", n=deck.jokers)
    ranks = " ".join(book.rank(rank) for rank in reversed(deck.ranks))
    yield book.as_fact("deck.order", ranks=ranks)


def dealing(book: Book) -> Iterator[Fact]:
    """Who deals first, how many cards in which packets, talon and stock, whose turn it is next."""
    rules, play = book.rules, book.play
    if play.fact("seats") != "unsaid":
        yield book.as_fact("dealing.seats")
    if play.fact("first_dealer") != "unsaid":
        yield book.as_fact("dealing.first", f"dealing.first.{play.fact('first_dealer')}")
    if play.fact("cut") != "unsaid":
        yield book.as_fact("dealing.cut")
    yield book.as_fact("dealing.hand", n=rules.hand)
    if play.packets:
        size = play.packets[0] if len(set(play.packets)) == 1 else 0
        key = {1: "singly", 2: "pairs"}.get(size, "packets")
        yield book.as_fact("dealing.packets", f"dealing.{key}", packets=" + ".join(map(str, play.packets)))
    if rules.talon:
        yield book.as_fact("dealing.talon", n=rules.talon)
    if play.holds("talon_inner"):
        yield book.as_fact("dealing.talon-inner")
    if rules.stock:
        yield book.as_fact("dealing.stock", n=rules.stock)
    yield book.as_fact("dealing.passes", f"dealing.passes.{play.fact('deal_passes')}")


def play(book: Book) -> Iterator[Fact]:
    """Leading, following, trumping, the hearts that may not be led, the king that must be thrown, early ends."""
    facts = book.play
    trumps = bool(book.trumps())
    yield book.as_fact("play.lead", "play.lead.forehand")
    yield book.as_fact("play.follow", f"play.follow.{facts.fact('follow')}")
    yield book.as_fact("play.take", f"play.take.{'trump' if trumps else 'suit'}")
    if not trumps:
        yield book.as_fact("play.trumping", "play.no-trumps")
    elif facts.fact("trumping") != "unsaid":
        yield book.as_fact("play.trumping", f"play.trump.{facts.fact('trumping')}")
    contracts = book.rules.contracts
    banned = [contract for contract in contracts if contract.heart_lead == "banned"]
    if banned:
        yield book.as_fact("play.hearts", "play.hearts.banned", contracts=book.names(banned))
    else:
        yield book.as_fact("play.hearts", f"play.hearts.{facts.fact('hearts')}")
    thrown = [contract for contract in contracts if contract.throw_king]
    if thrown:
        yield book.as_fact("play.king", contracts=book.names(thrown))
    if thrown and facts.holds("king_kept_when_hearts_led"):
        yield book.as_fact("play.king-kept")
    if any(contract.early_end == "items-out" for contract in contracts):
        yield book.as_fact("play.early", "play.early.items-out")
    out = [contract for contract in contracts if contract.early_end == "king-out"]
    if out:
        yield book.as_fact("play.king-out", "play.early.king-out", contracts=book.names(out))


def trumps(book: Book) -> Iterator[Fact]:
    """Who names trumps when and how, the forms of a trump deal, who may lead trumps."""
    contract, play = next(iter(book.trumps()), None), book.play
    if contract is None:
        return
    chosen = book.rules.schedule.kind == "declared"
    if contract.declared and play.fact("naming") != "after-talon":
        yield book.as_fact("trumps.who", f"trumps.who.{'declarer' if chosen else 'forehand'}", contract=contract)
    if play.fact("naming") != "unsaid":
        yield book.as_fact("trumps.naming", f"trumps.naming.{play.fact('naming')}", contract=contract)
    if play.may_ask:
        yield book.as_fact("trumps.ask", contract=contract)
    if play.naming_packets:
        yield book.as_fact("trumps.packets", contract=contract, packets=" + ".join(map(str, play.naming_packets)))
    if contract.declared:
        # Where the order is fixed and shares trumps out evenly, each player names them equally often.
        times, seats = (book.rules.schedule.times(book.rules.table) or {}).get(contract.id, 0), book.rules.table
        if book.rules.schedule.kind == "fixed" and times % seats == 0:
            yield book.as_fact("trumps.times", contract=contract, times=times // seats)
        share = book.rules.tricks // book.rules.playing
        for form in contract.forms:
            if form != "suit":
                yield book.as_fact(f"trumps.form.{form}", contract=contract, n=share)
    if play.fact("trump_lead") == "declarer":
        yield book.as_fact("trumps.lead", "trumps.lead.declarer", contract=contract)
    if play.fact("trump_lead_option") == "declarer":
        yield book.as_fact("trumps.lead-option", contract=contract)
    if play.holds("buyer_leads"):
        yield book.as_fact("trumps.lead-buyer", contract=contract)


def talon(book: Book) -> Iterator[Fact]:
    """Who takes the talon, whether he shows it, what he may lay away."""
    rules, play = book.rules, book.play
    if rules.talon:
        seen = "before-talon" if play.fact("declaring") == "before-talon" else "hand-seen"
        yield book.as_fact("talon.taken", f"talon.taken.{seen}")
        if play.fact("talon_shown") != "unsaid":
            shown = "shown" if play.fact("talon_shown") == "yes" else "hidden"
            yield book.as_fact("talon.shown", f"talon.{shown}")
        yield book.as_fact("talon.discard", n=rules.talon)
        if play.fact("discard") != "unsaid":
            yield book.as_fact("talon.not", f"talon.{play.fact('discard')}")
    if play.trump_talon:
        yield book.as_fact("talon.open", n=play.trump_talon, hand=rules.hand - 1)
        yield book.as_fact("talon.first")


def sale(book: Book) -> Iterator[Fact]:
    """How the right to name trumps is sold and what it costs."""
    for contract in book.trumps():
        sale, worth, total = contract.sale, contract.items[0].value, book.totals(contract)
        if sale is None:
            continue
        yield book.as_fact("sale.offer", f"sale.{sale.unit}.offer", contract=contract, step=sale.step)
        yield book.as_fact("sale.price", f"sale.{sale.unit}.price", contract=contract, n=worth, total=total)
        if sale.unit == "points":
            price, tricks = 5 * sale.step, 6  # the example: five times the least price, and six tricks
            values = {"price": price, "tricks": tricks, "worth": tricks * worth, "left": tricks * worth - price}
            yield Fact("sale.example", book.say("sale.points.example", **values), contract.id)


def bidding(book: Book) -> Iterator[Fact]:
    """How a suit is bid for."""
    for contract in book.rules.contracts:
        if contract.bid:
            yield book.as_fact("bidding.order")
            yield book.as_fact("bidding.winner")
            deck, value = book.rules.deck, contract.items[0].value
            short = {s: n for s in SUIT_LETTERS.values() if (n := deck.of_suit(s)) != len(deck.ranks)}
            if short:
                suits = ", ".join(f"{SUIT_SIGNS[suit]} {signed(n * value)}" for suit, n in short.items())
                yield book.as_fact("bidding.short", suits=suits)

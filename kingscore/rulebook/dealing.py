"""What is told of players, cards, dealing and the play of a trick."""

from __future__ import annotations

from collections.abc import Iterator

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
        yield Fact("dealing", "dealing.packets", _packets(book))
    if rules.talon:
        yield Fact("dealing", "dealing.talon", book.say("dealing.talon", n=rules.talon))
    if play.holds("talon_inner"):
        yield Fact("dealing", "dealing.talon-inner", book.say("dealing.talon-inner"))
    if rules.stock:
        yield Fact("dealing", "dealing.stock", book.say("dealing.stock", n=rules.stock))
    yield Fact("dealing", "dealing.passes", book.say(f"dealing.passes.{play.fact('deal_passes')}"))


def _packets(book: Book) -> str:
    packets = book.play.packets
    if set(packets) == {1}:
        return book.say("dealing.singly")
    if set(packets) == {2}:
        return book.say("dealing.pairs")
    return book.say("dealing.packets", packets=" + ".join(str(n) for n in packets))


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
    yield from _hearts(book)
    yield from _king(book)
    yield from _early(book)


def _hearts(book: Book) -> Iterator[Fact]:
    banned = [contract for contract in book.rules.contracts if contract.heart_lead == "banned"]
    if not banned:
        yield Fact("play", "play.hearts", book.say(f"play.hearts.{book.play.fact('hearts')}"))
        return
    yield Fact("play", "play.hearts", book.say("play.hearts.banned", contracts=book.names(banned)))


def _king(book: Book) -> Iterator[Fact]:
    thrown = [contract for contract in book.rules.contracts if contract.throw_king]
    if thrown:
        yield Fact("play", "play.king", book.say("play.king", contracts=book.names(thrown)))
    if thrown and book.play.holds("king_kept_when_hearts_led"):
        yield Fact("play", "play.king-kept", book.say("play.king-kept"))


def _early(book: Book) -> Iterator[Fact]:
    if any(contract.early_end == "items-out" for contract in book.rules.contracts):
        yield Fact("play", "play.early", book.say("play.early.items-out"))
    out = [contract for contract in book.rules.contracts if contract.early_end == "king-out"]
    if out:
        yield Fact("play", "play.king-out", book.say("play.early.king-out", contracts=book.names(out)))

"""Facts on what each deal counts: prices, totals, the combined deal with an example, sweeps, fouls, special deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kingscore.model.items import CARDS, MARKS, TRICK_PLACES, card_worth
from kingscore.model.language import number, signed
from kingscore.model.rules import Contract, Item
from kingscore.rulebook.facts import Book, Fact, FactTable
from kingscore.variant import span_of


def parts(book: Book, contract: Contract) -> list[tuple[str, str]]:
    """What counts in a deal and its points: ``[("each trick", "−2")]``."""
    if contract.placement:
        return [(book.say("deals.place", place=i), signed(prize)) for i, prize in enumerate(contract.prizes, 1)]
    if is_combined(book, contract):
        return [(book.say("deals.all-at-once"), "")]
    return [part for item in contract.items for part in _item(book, item)]


def _item(book: Book, item: Item) -> list[tuple[str, str]]:
    if item.id != "heart-pips":
        return [(book.say(f"each.{item.id}"), signed(item.value))]
    values = dict(book.rules.pips)
    hearts = [("H" + rank, values[rank]) for rank in reversed(book.rules.deck.ranks) if rank in values]
    return [
        (" ".join(book.card(card) for card, _ in cards), signed(n * item.value))
        for n, cards in ((n, list(group)) for n, group in groupby(hearts, key=lambda pair: pair[1]))
    ]


def is_combined(book: Book, contract: Contract) -> bool:
    """True for a deal that counts what several others count one by one."""
    single = {c.items[0].id for c in book.rules.contracts if len(c.items) == 1}
    return len(contract.items) > 1 and all(item.id in single for item in contract.items)


def total(book: Book, contract: Contract) -> str:
    """What a deal comes to, with a range or the bid where the number is not fixed."""
    if contract.loose:
        least, most = sorted(span_of(contract, book.rules.deck, book.rules.stock, book.rules.pips))
        return signed(least) if least == most else book.say("deals.range", least=signed(least), most=signed(most))
    totals = book.totals(contract)
    return book.say("deals.bid", total=totals) if contract.bid else totals


def counts(book: Book, contract: Contract) -> str:
    """All that counts in a deal on one line: ``each trick −2``."""
    return ", ".join(f"{what} {worth}".strip() for what, worth in parts(book, contract))


def deals(book: Book) -> Iterator[Fact]:
    """The order of the deals and what each comes to."""
    schedule = book.rules.schedule
    if schedule.kind == "fixed" and len(schedule.contracts) > 1:
        runs = [(book.rules.contract(name), len(list(group))) for name, group in groupby(schedule.order)]
        names = ", ".join(book.repeated(contract, times) for contract, times in runs if contract is not None)
        yield book.as_fact("deals.order", contracts=names)._replace(tabled=True)
    if schedule.kind == "open" and len(schedule.contracts) == 1:
        yield book.as_fact("deals.again")
    for contract in book.rules.contracts:
        text = book.say(
            "deals.fact", contract=book.name(contract), counts=counts(book, contract), total=total(book, contract)
        )
        yield Fact(f"deals.{contract.id}", text, contract.id, tabled=True)
    if book.rules.stock:
        span = next((c.tricks_range for c in book.rules.contracts if c.tricks_range), None)
        if span:
            yield book.as_fact("deals.tricks", "deals.tricks-range", fewest=span[0], most=span[1])
        yield book.as_fact("deals.stock")


def deals_grid(book: Book) -> FactTable:
    """A row for each deal in order, and for each thing it counts: number or times, name, what counts, points, total."""
    first = {"fixed": "number", "declared": "times"}.get(book.rules.schedule.kind)
    heads = (first, "contract", "counts", "points", "total")
    rows: list[tuple[str, ...]] = []
    for label, contract in _rows(book):
        for i, (what, worth) in enumerate(parts(book, contract)):
            row = (label, book.name(contract), what, worth, total(book, contract))
            rows.append(row if i == 0 else ("", "", what, worth, ""))
    cut = 0 if first else 1
    texts = tuple(book.say(f"deals.head.{key}") for key in heads if key)
    return FactTable(texts, tuple(row[cut:] for row in rows), (3 - cut, 4 - cut))


def _rows(book: Book) -> Iterator[tuple[str, Contract]]:
    schedule = book.rules.schedule
    if schedule.kind != "fixed":
        quota = dict(schedule.quota)
        for contract in book.rules.contracts:
            yield str(quota.get(contract.id, "")), contract
        return
    number = 1
    for contract_id, group in groupby(schedule.order):
        times = len(list(group))
        repeated = book.rules.contract(contract_id)
        if repeated is not None:
            yield (str(number) if times == 1 else f"{number}–{number + times - 1}"), repeated
        number += times


def combined(book: Book) -> Iterator[Fact]:
    """How each combined deal adds up; the second one only says that it mirrors the first."""
    code = book.language.code
    several = [contract for contract in book.rules.contracts if is_combined(book, contract)]
    for contract in several:
        key, name, total_points = f"combined.{contract.id}", book.name(contract), total(book, contract)
        values = {item.id: item.value for item in several[0].items}
        if contract != several[0] and all(values.get(item.id) == -item.value for item in contract.items):
            text = book.say("combined.mirror", contract=name, total=total_points)
            yield Fact(key, text, contract.id)
            continue
        if contract.loose:
            items = ", ".join(f"{what} {worth}" for item in contract.items for what, worth in _item(book, item))
        else:
            items = ", ".join(
                book.say("combined.part", item=item.names.of(code), amount=item.amount, value=signed(item.value))
                for item in contract.items
            )
        text = book.say("combined.fact", contract=name, parts=items, total=total_points)
        yield Fact(key, text, contract.id, tabled=not contract.loose)


def combined_grids(book: Book, contract: Contract, title: str) -> tuple[tuple[str, FactTable], ...]:
    """A combined deal item by item under a title, and one trick of it worked out; empty for any other deal.

    The trick has as many cards as play: the king, queen and ace of hearts, then the lowest diamonds that the deck has.
    """
    if contract.loose or not is_combined(book, contract):
        return ()
    deck, size = book.rules.deck, book.rules.playing
    hearts = [card for card in ("HK", "HQ", "HA") if deck.has(card)][: max(size - 1, 1)]
    diamonds = [card for card in deck.cards() if card[0] == "D"]
    cards = (*hearts, *diamonds[: size - len(hearts)])
    whole, trick = [], []
    for item in contract.items:
        name, taken = item.names.of(book.language.code), int(item.id not in MARKS)
        if item.id in CARDS:
            taken = sum(card_worth(card, item.id, book.rules.pips) for card in cards)
        whole.append((name, item.amount, item.value))
        trick += [(name, taken, item.value)] if taken else []
    place = next((item for item in TRICK_PLACES if contract.item(item)), "plain")
    line = book.say(f"combined.example.{place}", cards=book.cards(cards))
    return ((title, _adding_grid(book, whole)), (line, _adding_grid(book, trick)))


def _adding_grid(book: Book, rows: list[tuple[str, int, int]]) -> FactTable:
    """Item, how many, each, together, with the sum below."""
    head = tuple(book.say(f"combined.head.{key}") for key in ("item", "amount", "value", "sum"))
    lines = [(name, number(amount), signed(value), signed(amount * value)) for name, amount, value in rows]
    whole = signed(sum(amount * value for _, amount, value in rows))
    return FactTable(head, (*lines, (book.say("combined.sum"), "", "", whole)), (1, 2, 3))


def bonus(book: Book) -> Iterator[Fact]:
    """Sweeps and doubling, each with the deals in which it holds."""
    swept = [contract for contract in book.rules.contracts if contract.sweep is not None]
    doubled = [contract for contract in book.rules.contracts if contract.doubles]
    for worth, group in groupby(sorted(swept, key=lambda c: c.sweep or 0), key=lambda c: c.sweep or 0):
        yield book.as_fact("bonus.sweep", points=signed(worth), contracts=book.names(group))
    if doubled:
        yield book.as_fact("bonus.doubles", contracts=book.names(doubled))
    if any(contract.sweep is not None for contract in doubled):
        yield book.as_fact("bonus.first")


def fouls(book: Book) -> Iterator[Fact]:
    """Breaches that the source prices."""
    king = next((c for c in book.rules.contracts if c.item("king-of-hearts") and len(c.items) == 1), None)
    if book.play.holds("king_held_back") and king is not None:
        yield book.as_fact("fouls.king", contract=king, points=signed(king.base_total))
    if book.play.holds("discard_foul"):
        worth = dict.fromkeys(signed(contract.base_total) for contract in book.rules.contracts if contract.penalty)
        yield book.as_fact("fouls.discard", points=book.either(list(worth)))


def special(book: Book) -> Iterator[Fact]:
    """The passages on deals that are not played for tricks, or not only."""
    passages = dict(book.play.told)
    for contract in book.rules.contracts:
        for passage in passages.get(contract.id, ()):
            text = book.say("passage.fact", contract=book.name(contract), text=passage_text(book, contract, passage))
            yield Fact(f"special.{passage}", text, contract.id)


def passage_text(book: Book, contract: Contract, passage: str) -> str:
    """A passage on a deal, with the numbers of the deal."""
    titles = zip(contract.titles, contract.ceilings, strict=False)
    ceilings = ", ".join(f"{book.say(f'title.{title}')} {most}" for title, most in titles)
    return book.say(f"passage.{passage}", ceilings=ceilings)

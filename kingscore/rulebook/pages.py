"""Whole pages of the rules, of a variant or of one of its deals, and what differs between those of two variants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kingscore.model.findings import Refused, finding
from kingscore.model.items import CARDS, MARKS
from kingscore.model.language import Language, signed
from kingscore.model.rules import Contract, Rules
from kingscore.rulebook import contracts, play, schedule
from kingscore.rulebook.facts import Book, Fact, FactTable, PageSection, RulesPage, open_book
from kingscore.variant import Variant

#: The names of seats in a sample line.
SEATS = "ABCDEF"
#: The topics of a page in its order, each with what makes its facts; each has a title among the texts.
TOPICS: dict[str, Callable[[Book], Iterator[Fact]]] = {
    "players": play.players,
    "deck": play.deck,
    "dealing": play.dealing,
    "declaring": schedule.declaring,
    "deals": contracts.deals,
    "combined": contracts.combined,
    "special": contracts.special,
    "play": play.play,
    "trumps": play.trumps,
    "talon": play.talon,
    "sale": play.sale,
    "bidding": play.bidding,
    "bonus": contracts.bonus,
    "fouls": contracts.fouls,
    "end": schedule.end,
    "money": schedule.money,
    "sheet": schedule.sheet,
    "options": schedule.options,
    "sources": schedule.sources,
    "readings": schedule.readings,
}
#: Where the rules of a variant come from always differs and says nothing about the play.
NOT_COMPARED = ("sources", "readings")


def facts(book: Book) -> tuple[Fact, ...]:
    """All facts of a variant at a table, topic by topic."""
    return tuple(fact for make in TOPICS.values() for fact in make(book))


def page(variant: Variant, seats: int | None, options: Mapping[str, str] | None, language: Language) -> RulesPage:
    """The whole page of a variant for so many at the table. Refused: as ``Variant.rules``."""
    book = open_book(variant, seats, options, language)
    title = book.say("page.for", n=book.rules.table, variant=variant.names)
    sections = []
    for topic, make in TOPICS.items():
        sentences = tuple(dict.fromkeys(fact.text for fact in make(book) if not fact.tabled))
        grids: tuple[tuple[str, FactTable], ...] = ()
        if topic == "deals":
            grids = (("", contracts.deals_grid(book)),)
        elif topic == "combined":
            first = [c for c in book.rules.contracts if contracts.is_combined(book, c)][:1]
            grids = tuple(grid for c in first for grid in contracts.combined_grids(book, c, f"{book.name(c)}:"))
        if sentences or grids:
            sections.append(PageSection(topic, book.say(f"topic.{topic}"), sentences, grids))
    return RulesPage(title, schedule.chosen_options(book), tuple(sections))


def contract_called(rules: Rules, words: str) -> Contract:
    """The contract of a game that is called so: id or name in any language, else the beginning of one only.

    Refused, status 2: V317 where none or several are.
    """
    folded = " ".join(words.casefold().split())
    called = {c: {c.id, *(name.casefold() for name in c.names.all)} for c in rules.contracts}
    for fits in (lambda name: name == folded, lambda name: name.startswith(folded)):
        matches = [c for c, names in called.items() if folded and any(map(fits, names))]
        if len(matches) == 1:
            return matches[0]
        if matches:
            expected = tuple(c.names for c in matches)
            raise Refused(finding("V317", "several", found=words, expected=expected, variant=rules.names), status=2)
    expected = tuple(contract.names for contract in rules.contracts)
    raise Refused(finding("V317", found=words, expected=expected, variant=rules.names), status=2)


def contract_page(
    variant: Variant, seats: int | None, options: Mapping[str, str] | None, contract_id: str, language: Language
) -> RulesPage:
    """What is worth knowing for one deal, in a few lines. Refused: as ``Variant.rules``, and V317."""
    book = open_book(variant, seats, options, language)
    contract = contract_called(book.rules, contract_id)
    sentences = tuple(dict.fromkeys(_contract_lines(book, contract)))
    grids = contracts.combined_grids(book, contract, "")
    note = book.say("page.for", n=book.rules.table, variant=variant.names)
    return RulesPage(book.name(contract), note, (PageSection("contract", "", sentences, grids),))


def _contract_lines(book: Book, contract: Contract) -> Iterator[str]:
    counts = book.say("deals.plain", counts=contracts.counts(book, contract), total=contracts.total(book, contract))
    yield counts[:1].upper() + counts[1:]
    yield from _contract_play(book, contract)
    if contract.sweep is not None:
        yield book.say("bonus.sweep-here", points=signed(contract.sweep))
    if contract.doubles:
        yield book.say("bonus.doubles-here")
    if contract.forms:
        yield from (fact.text for fact in play.trumps(book))
        yield from (fact.text for fact in play.sale(book))
    if contract.bid:
        yield from (fact.text for fact in play.bidding(book))
    for passage in dict(book.play.told).get(contract.id, ()):
        yield contracts.passage_text(book, contract, passage)
    yield from (fact.text for fact in contracts.fouls(book) if fact.contract in ("", contract.id))
    yield from _when(book, contract)
    if line := sample_line(book, contract):
        yield book.say("contract.line", line=line)


def _contract_play(book: Book, contract: Contract) -> Iterator[str]:
    if contract.placement or any(item.id in MARKS for item in contract.items):
        return
    if contract.forms and book.play.fact("trumping") != "unsaid":
        yield book.say(f"play.trump.{book.play.fact('trumping')}")
    if not contract.forms:
        yield book.say(f"contract.hearts.{contract.heart_lead}")
    if contract.throw_king:
        yield book.say("contract.king")
    if contract.throw_king and book.play.holds("king_kept_when_hearts_led"):
        yield book.say("play.king-kept")
    if contract.early_end == "items-out":
        yield book.say("play.early.items-out")
    if contract.early_end == "king-out":
        yield book.say("contract.king-out")
    if book.rules.talon and book.play.fact("discard") != "unsaid":
        cards = [item.names.of(book.language.code) for item in contract.items if item.id in CARDS]
        if cards:
            yield book.say("talon.none-of", items=", ".join(cards))


def _when(book: Book, contract: Contract) -> Iterator[str]:
    schedule = book.rules.schedule
    if schedule.kind == "declared":
        times = dict(schedule.quota)[contract.id]
        yield book.say("contract.when.once") if times == 1 else book.say("contract.when.declared", n=times)
    elif schedule.kind == "chosen":
        yield book.say("contract.when.chosen")
    elif schedule.kind == "fixed" and book.rules.deals:
        at = [i for i, contract_id in enumerate(schedule.order, 1) if contract_id == contract.id]
        numbers = str(at[0]) if len(at) == 1 else f"{at[0]}–{at[-1]}"
        key = "number" if len(at) == 1 else "numbers"
        yield book.say(f"contract.when.{key}", numbers=numbers, deals=book.rules.deals)


def sample_line(book: Book, contract: Contract) -> str:
    """A line as a player would record this deal, the shortest lesson in the grammar; empty where one is not enough."""
    if contract.titles:
        return ""
    name, row = book.name(contract), _result(book, contract)
    if contract.bid:
        return book.say("line.bid", contract=name, seat=SEATS[0], price=5, suit="♠", row=row)
    if contract.forms:
        return book.say("line.trumps", contract=name, seat=SEATS[0], suit="♠", row=row)
    return f"{name} {row}"


def _result(book: Book, contract: Contract) -> str:
    """The row, the names, or item by item where a deal counts several things."""
    seats = SEATS[: book.rules.playing]
    if contract.placement:
        return " ".join(reversed(seats))
    if all(item.id in MARKS for item in contract.items):
        return " ".join(seats[i % len(seats)] for i in range(len(contract.items)))
    rows = []
    for item in contract.items:
        share, rest = divmod(item.amount, len(seats))
        row = seats[: item.amount] if item.single else [str(share + (i < rest)) for i in range(len(seats))]
        rows.append(" ".join(row))
    if len(rows) == 1:
        return rows[0]
    names = [item.names.of(book.language.code) for item in contract.items]
    return ", ".join(book.say("line.items", item=name, row=row) for name, row in zip(names, rows, strict=True))


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: what the first variant says of it and what the second; empty where one says nothing."""

    key: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs under one topic."""

    topic: str
    title: str
    rows: tuple[Difference, ...]


def differences(first: Book, second: Book) -> tuple[Differences, ...]:
    """What differs between two books of one language, by topic; empty if nothing does."""
    here, there = ({fact.key: fact.text for fact in facts(book)} for book in (first, second))
    out = []
    for topic in TOPICS:
        keys = [key for key in dict.fromkeys((*here, *there)) if key.partition(".")[0] == topic]
        pairs = [(key, here.get(key, ""), there.get(key, "")) for key in keys]
        rows = tuple(Difference(key, a, b) for key, a, b in pairs if a != b)
        if rows and topic not in NOT_COMPARED:
            out.append(Differences(topic, first.say(f"topic.{topic}"), rows))
    return tuple(out)

"""Whole pages: all that is told of a variant, or what is worth knowing for one deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from kingscore.model.findings import Refused, finding
from kingscore.model.items import CARDS, MARKS
from kingscore.model.language import Language
from kingscore.model.rules import Contract, Rules
from kingscore.rulebook import counting, dealing, extras, schedule, trumping
from kingscore.rulebook.facts import TOPICS, Book, Fact, Grid, Page, Section, open_book, points
from kingscore.rulebook.sampling import sample_line
from kingscore.variant import Variant

ROOMS: dict[str, Callable[[Book], Iterator[Fact]]] = {
    "players": dealing.players,
    "deck": dealing.deck,
    "dealing": dealing.dealing,
    "declaring": schedule.declaring,
    "deals": counting.deals,
    "combined": counting.combined,
    "special": extras.special,
    "play": dealing.play,
    "trumps": trumping.trumps,
    "talon": trumping.talon,
    "sale": trumping.sale,
    "bidding": trumping.bidding,
    "bonus": extras.bonus,
    "fouls": extras.fouls,
    "end": schedule.end,
    "money": schedule.money,
    "sheet": schedule.sheet,
    "options": schedule.options,
    "sources": schedule.sources,
    "readings": schedule.readings,
}


def facts(book: Book) -> tuple[Fact, ...]:
    """All that is told of a variant at a table, topic by topic."""
    return tuple(fact for topic in TOPICS for fact in ROOMS[topic](book))


def page(variant: Variant, seats: int | None, options: Mapping[str, str] | None, language: Language) -> Page:
    """The whole page of a variant for so many at the table. Refused: as ``Variant.rules``."""
    book = open_book(variant, seats, options, language)
    title = book.say("page.for", n=book.rules.table, variant=variant.names)
    sections = (_section(book, topic) for topic in TOPICS)
    return Page(title, schedule.chosen_options(book), tuple(s for s in sections if s.sentences or s.grids))


def _section(book: Book, topic: str) -> Section:
    sentences = tuple(dict.fromkeys(fact.text for fact in ROOMS[topic](book) if not fact.tabled))
    grids: tuple[tuple[str, Grid], ...] = ()
    if topic == "deals":
        grids = (("", counting.deals_grid(book)),)
    elif topic == "combined":
        grids = counting.combined_grids(book)
    return Section(topic, book.say(f"topic.{topic}"), sentences, grids)


def contract_called(rules: Rules, words: str) -> Contract:
    """The contract of a game that is called so: id or name in any language, else the beginning of one only.

    Refused, status 2: V317 where none or several are.
    """
    wanted = " ".join(words.casefold().split())
    called = {c: {c.id, *(name.casefold() for name in c.names.all)} for c in rules.contracts}
    for fits in (lambda name: name == wanted, lambda name: name.startswith(wanted)):
        found = [c for c, names in called.items() if wanted and any(map(fits, names))]
        if len(found) == 1:
            return found[0]
        if found:
            expected = tuple(c.names for c in found)
            raise Refused(finding("V317", "several", found=words, expected=expected, variant=rules.names), status=2)
    expected = tuple(contract.names for contract in rules.contracts)
    raise Refused(finding("V317", found=words, expected=expected, variant=rules.names), status=2)


def contract_page(
    variant: Variant, seats: int | None, options: Mapping[str, str] | None, contract_id: str, language: Language
) -> Page:
    """What is worth knowing for one deal, in a few lines. Refused: as ``Variant.rules``, and V317."""
    book = open_book(variant, seats, options, language)
    contract = contract_called(book.rules, contract_id)
    sentences = tuple(dict.fromkeys(_contract_lines(book, contract)))
    grids: tuple[tuple[str, Grid], ...] = ()
    if counting.is_combined(book, contract) and not contract.loose:
        grids = (("", counting.own_grid(book, contract)), counting.example(book, contract))
    note = book.say("page.for", n=book.rules.table, variant=variant.names)
    return Page(book.name(contract), note, (Section("contract", "", sentences, grids),))


def _contract_lines(book: Book, contract: Contract) -> Iterator[str]:
    counts, in_all = counting.counts(book, contract), counting.total(book, contract)
    yield _capital(book.say("deals.plain", counts=counts, total=in_all))
    yield from _contract_play(book, contract)
    if contract.sweep is not None:
        yield book.say("bonus.sweep-here", points=points(contract.sweep))
    if contract.doubles:
        yield book.say("bonus.doubles-here")
    if contract.forms:
        yield from (fact.text for fact in trumping.trumps(book))
        yield from (fact.text for fact in trumping.sale(book))
    if contract.bid:
        yield from (fact.text for fact in trumping.bidding(book))
    yield from (extras.passage_text(book, contract, passage) for passage in dict(book.play.told).get(contract.id, ()))
    yield from (fact.text for fact in extras.fouls(book) if fact.contract in ("", contract.id))
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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

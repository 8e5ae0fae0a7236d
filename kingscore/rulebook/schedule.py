"""Facts on the whole game: who declares what, how it ends and is settled, its sheet, options, sources, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kingscore.model.language import signed
from kingscore.rulebook.facts import Book, Fact


def declaring(book: Book) -> Iterator[Fact]:
    """Who chooses the deal, what he has seen by then, and how often each may be chosen."""
    schedule = book.rules.schedule
    if schedule.kind not in ("declared", "chosen"):
        return
    yield book.as_fact("declaring.who", f"declaring.{schedule.declarer}")
    if book.play.fact("declaring") != "unsaid":
        yield book.as_fact("declaring.seen", f"declaring.{book.play.fact('declaring')}")
    quota = [(book.rules.contract(name), times) for name, times in schedule.quota]
    contracts = ", ".join(book.repeated(contract, times) for contract, times in quota if contract is not None)
    text = "declaring.quota" if schedule.kind == "declared" else "declaring.chosen"
    yield book.as_fact("declaring.quota", text, contracts=contracts)


def end(book: Book) -> Iterator[Fact]:
    """When the game is over, what it comes to, who wins."""
    rules = book.rules
    if rules.schedule.limit is not None:
        yield book.as_fact("end.deals", "end.limit", limit=signed(rules.schedule.limit))
        if rules.deals is not None:
            yield book.as_fact("end.most", "end.limit-deals", n=rules.deals)
    elif rules.deals is not None:
        yield book.as_fact("end.deals", n=rules.deals)
    else:
        yield book.as_fact("end.deals", "end.open")
    yield Fact("end.total", _total(book))
    yield book.as_fact("end.win")
    if rules.lower_title_wins_ties:
        yield book.as_fact("end.ties")


def _total(book: Book) -> str:
    rules = book.rules
    if rules.total is None:
        return book.say("end.total.varies")
    if rules.total != 0:
        return book.say("end.total.sum", total=signed(rules.total))
    times = rules.schedule.times(rules.table) or {}
    worth = [times[contract.id] * contract.base_total for contract in rules.contracts]
    penalties, premiums = sum(n for n in worth if n < 0), sum(n for n in worth if n > 0)
    return book.say("end.total.zero", penalties=signed(penalties), premiums=signed(premiums))


def money(book: Book) -> Iterator[Fact]:
    """How points become debts."""
    yield book.as_fact("money.balance", "money.zero" if book.rules.total == 0 else "money.average")
    if book.play.fact("settling") != "unsaid":
        yield book.as_fact("money.source", f"settling.{book.play.fact('settling')}")


def sheet(book: Book) -> Iterator[Fact]:
    """The usual sheet and how penalties are written on it."""
    yield book.as_fact("sheet.layout", f"sheet.{book.rules.layout}")
    if any(contract.penalty for contract in book.rules.contracts):
        yield book.as_fact("sheet.writing", f"sheet.{book.play.fact('writing')}")


def options(book: Book) -> Iterator[Fact]:
    """The house rules to agree on, each with what it offers at this table."""
    chosen = dict(book.rules.options)
    for option in book.variant.options(book.rules.table, chosen):
        choices = []
        for choice in option.choices:
            key = "usual" if choice == option.default else "here" if choice == chosen[option.key] else ""
            name = choice_name(book, option.key, choice)
            choices.append(book.say(f"options.{key}", choice=name) if key else name)
        text = book.say("options.fact", option=option_name(book, option.key), choices="; ".join(choices))
        yield Fact(f"options.{option.key}", text)


def option_name(book: Book, key: str) -> str:
    """An option in words; one of a variant of the user's own by the name in its file, else by its key."""
    if book.has(f"option.{key}"):
        return book.say(f"option.{key}")
    option = book.variant.raw.get("options", {}).get(key, {})
    names = option.get("names")
    names = names if isinstance(names, Mapping) else {}
    own = names.get(book.language.code) or names.get("en") or next(iter(names.values()), key)
    return own if isinstance(own, str) else key


def choice_name(book: Book, key: str, choice: str) -> str:
    """What an option offers, in words."""
    text = f"choice.{key}.{choice}"
    return book.say(text) if book.has(text) else choice


def chosen_options(book: Book) -> str:
    """The options that differ from the usual ones, on one line; empty if none does."""
    usual = {option.key: option.default for option in book.variant.options(book.rules.table, dict(book.rules.options))}
    differ = [
        book.say("options.chosen", option=option_name(book, key), choice=choice_name(book, key, value))
        for key, value in book.rules.options
        if usual.get(key) != value
    ]
    return book.say("page.with", options="; ".join(differ)) if differ else ""


def sources(book: Book) -> Iterator[Fact]:
    """Where the rules come from: document and heading."""
    for i, (document, part) in enumerate(book.play.sources):
        name = book.say(f"source.{document}") if book.has(f"source.{document}") else document
        text = book.say("sources.fact", document=name, part=part) if part else book.say("sources.whole", document=name)
        yield Fact(f"sources.{i}", text)


def readings(book: Book) -> Iterator[Fact]:
    """Unclear passages with the reading taken, and what the file itself notes."""
    for reading in book.play.readings:
        key = f"reading.{reading}"
        yield Fact(f"readings.{reading}", book.say(key) if book.has(key) else reading)
    if book.play.notes is not None:
        yield Fact("readings.own", book.play.notes.of(book.language.code))

"""What differs between two variants, topic by topic, told with the sentences of their rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingscore.rulebook.book import TOPICS, Book, Page, Section
from kingscore.rulebook.course import chosen_options
from kingscore.rulebook.pages import facts

#: Where the rules of a variant come from differs always and tells nothing of the play.
LEFT_OUT = ("sources", "readings")


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
    one = {(fact.topic, fact.key): fact.text for fact in facts(first)}
    two = {(fact.topic, fact.key): fact.text for fact in facts(second)}
    out = []
    for topic in TOPICS:
        if topic in LEFT_OUT:
            continue
        keys = dict.fromkeys(key for t, key in (*one, *two) if t == topic)
        pairs = [(key, one.get((topic, key), ""), two.get((topic, key), "")) for key in keys]
        rows = tuple(Difference(key, a, b) for key, a, b in pairs if a != b)
        if rows:
            out.append(Differences(topic, first.say(f"topic.{topic}"), rows))
    return tuple(out)


def page(first: Book, second: Book) -> Page:
    """What differs as a page: under each topic what the one says and then what the other does."""
    one, two = _labels(first, second)
    sections = [
        Section(found.topic, found.title, tuple(_told(first, one, two, found.rows)))
        for found in differences(first, second)
    ]
    note = "" if sections else first.say("compare.same")
    return Page(first.say("compare.title", a=one, b=two), note, tuple(sections))


def _labels(first: Book, second: Book) -> tuple[str, str]:
    """What tells the two apart: their names, else the number of players, else the options too."""
    names = [book.variant.names.of(book.language.code) for book in (first, second)]
    if names[0] == names[1]:
        names = [book.say("page.for", n=book.rules.table, variant=book.variant.names) for book in (first, second)]
    if names[0] == names[1]:
        names = [f"{name} {chosen_options(book)}".strip() for name, book in zip(names, (first, second), strict=True)]
    return names[0], names[1]


def _told(book: Book, one: str, two: str, rows: tuple[Difference, ...]) -> Iterator[str]:
    for row in rows:
        key = "compare.says" if row.first and row.second else "compare.only"
        for label, text in ((one, row.first), (two, row.second)):
            if text:
                yield book.say(key, variant=label, text=text)

"""What differs between two variants, topic by topic, in the sentences of their rules."""

from __future__ import annotations

from dataclasses import dataclass

from kingscore.rulebook.facts import Book
from kingscore.rulebook.pages import TOPICS, facts

#: Where the rules of a variant come from always differs and says nothing about the play.
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
    here = {(fact.topic, fact.key): fact.text for fact in facts(first)}
    there = {(fact.topic, fact.key): fact.text for fact in facts(second)}
    out = []
    for topic in TOPICS:
        keys = dict.fromkeys(key for t, key in (*here, *there) if t == topic)
        pairs = [(key, here.get((topic, key), ""), there.get((topic, key), "")) for key in keys]
        rows = tuple(Difference(key, a, b) for key, a, b in pairs if a != b)
        if rows and topic not in LEFT_OUT:
            out.append(Differences(topic, first.say(f"topic.{topic}"), rows))
    return tuple(out)

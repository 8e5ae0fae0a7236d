"""What differs between two variants, topic by topic, told with the sentences of their rules."""

from __future__ import annotations

from kingscore.model.frozen import dataclass
from kingscore.rulebook.facts import TOPICS, Book
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

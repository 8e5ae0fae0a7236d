"""People apart from their names: renamed, known by other names, two that are one.

A seat names a person by his name or an alias, exactly, else without case and accents where that fits one only. Without
any rename or merge, names that are equal but for case and accents belong to one person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kingscore.model.findings import Refused, finding
from kingscore.model.folding import exact, key
from kingscore.model.json_values import Event, strict
from kingscore.model.suggest import suggest
from kingscore.scoring.event_log import LoggedEvent, fold, noted


@dataclass(frozen=True, slots=True)
class Person:
    """A person: ``id`` is the number of the event that made him known, 0 for one who is known by games alone."""

    id: int
    name: str
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class People:
    """What the log of people comes to; ``into`` says into whom each merged person went, by ids."""

    persons: tuple[Person, ...] = ()
    into: tuple[tuple[int, int], ...] = ()
    log: tuple[LoggedEvent, ...] = ()

    @property
    def seen(self) -> int:
        """The number of the last event."""
        return len(self.log)

    def by_id(self, number: int) -> Person:
        """The person of an id, or the one into whom he was merged. KeyError for nobody."""
        merged = dict(self.into)
        while number in merged:
            number = merged[number]
        return {person.id: person for person in self.persons}[number]

    def of(self, name: str) -> Person | None:
        """Who bears that very name or alias, but for case."""
        bare = exact(name)
        return next((p for p in self.persons if any(exact(own) == bare for own in p.names)), None)


# Events


def known(name: str, at: str) -> Event:
    """That name is a person of its own from now on."""
    return noted("known", at, name=name)


def renamed(person: int, name: str, at: str) -> Event:
    """The person bears another name; the old one stays as an alias."""
    return noted("rename", at, person=person, name=name)


def aliased(person: int, name: str, at: str) -> Event:
    """The person is called so as well."""
    return noted("alias", at, person=person, name=name)


def merged(person: int, into: int, at: str) -> Event:
    """Two are one: all names of the first are aliases of the second."""
    return noted("merge", at, person=person, into=into)


# The state that the events come to


def fold_people(events: Sequence[Event]) -> People:
    """The people after all events. Refused, status 3: S725 where an event cannot be read or does not fit."""
    people, log = fold("people", events, People(), _after)
    return replace(people, log=log)


def _after(people: People, line: LoggedEvent) -> People:
    raw, kind = line.event.raw, line.event.kind
    person = None if kind == "known" else people.by_id(strict(int, raw["person"]))
    if kind == "merge" and person is not None:
        into = people.by_id(strict(int, raw["into"]))
        if into == person:
            raise ValueError(into.id)
        rest = replace(people, persons=tuple(p for p in people.persons if p != person))
        rest = replace(rest, into=(*people.into, (person.id, into.id)))
        return _with(rest, replace(into, aliases=_others(into.name, (*into.aliases, *person.names))))
    name = strict(str, raw["name"])
    if kind not in ("known", "rename", "alias") or people.of(name) not in (None, person):
        raise ValueError(kind)
    if person is None:
        return replace(people, persons=(*people.persons, Person(line.seq, name)))
    shown, names = (name, person.names) if kind == "rename" else (person.name, (*person.aliases, name))
    return _with(people, replace(person, name=shown, aliases=_others(shown, names)))


def _with(people: People, person: Person) -> People:
    return replace(people, persons=tuple(person if p.id == person.id else p for p in people.persons))


def _others(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names that are not just ``name`` spelled the very same, each once."""
    return tuple(dict.fromkeys(other for other in names if other != name))


# Who is meant by the names in games


@dataclass(frozen=True, slots=True)
class Seated:
    """A person with the spellings that stand in games and payments, the most frequent first, and in how many games."""

    person: Person
    spellings: tuple[str, ...]
    games: int

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which he goes, the one that is shown first, each once."""
        return tuple(dict.fromkeys((*self.person.names, *self.spellings)))


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody, known or only named: those with most games first. ``who`` gives the person of every spelling."""

    people: People
    everybody: tuple[Seated, ...]
    who: Mapping[str, Seated] = field(compare=False)

    def named(self, name: str) -> Seated | None:
        """Whose that name is: exactly, else without case and accents where it fits one only; None for nobody."""
        if name in self.who:
            return self.who[name]
        exactly, loosely = exact(name), key(name)
        same = [one for one in self.everybody if any(exact(own) == exactly for own in one.names)]
        alike = [one for one in self.everybody if any(key(own) == loosely for own in one.names)] if loosely else []
        return next((found[0] for found in (same, alike) if len(found) == 1), None)

    def search(self, word: str) -> tuple[Seated, ...]:
        """Everybody one of whose names has these letters in it, without regard to case and accents."""
        letters = key(word)
        return tuple(one for one in self.everybody if any(letters in key(name) for name in one.names))

    def find(self, word: str) -> Seated:
        """The one whom a word means: a name, else the beginning of one that fits one person only.

        Refused, status 2: P101 nobody, P102 several.
        """
        if found := self.named(word):
            return found
        start = key(word)
        begin = [one for one in self.everybody if any(key(name).startswith(start) for name in one.names)]
        if len(begin) == 1 and start:
            return begin[0]
        if begin and start:
            names = tuple(one.person.name for one in begin[:5])
            raise Refused(finding("P102", found=word, expected=names, n=len(begin)), status=2)
        names_of = {name: one.person.name for one in self.everybody for name in one.names}
        likely = tuple(dict.fromkeys(names_of[name] for name in suggest(word, names_of)))
        raise Refused(finding("P101", "near" if likely else "", found=word, near=likely), status=2)


def roster(people: People, counted: Sequence[tuple[str, int]]) -> Roster:
    """Everybody, from the log of people and from every spelling with the number of games in which it stands."""
    exactly = {exact(name): person for person in people.persons for name in person.names}
    loosely: dict[str, set[int]] = {}
    for person in people.persons:
        for name in person.names:
            loosely.setdefault(key(name), set()).add(person.id)
    groups: dict[tuple[str, int | str], list[tuple[str, int]]] = {("", p.id): [] for p in people.persons}
    for name, games in counted:
        bearer = exactly.get(exact(name))
        ids = {bearer.id} if bearer is not None else loosely.get(key(name), set())
        group = ("", min(ids)) if len(ids) == 1 else ("=", exact(name)) if ids else ("~", key(name) or exact(name))
        groups.setdefault(group, []).append((name, games))
    by_id = {person.id: person for person in people.persons}
    seated = []
    for (_, which), named in groups.items():
        # Of two as frequent the one that keeps capitals and accents is shown.
        named.sort(key=lambda spelled: (-spelled[1], spelled[0] == key(spelled[0]), spelled[0]))
        spellings = tuple(name for name, _ in named)
        person = by_id[which] if isinstance(which, int) else Person(0, spellings[0], spellings[1:])
        seated.append(Seated(person, spellings, sum(games for _, games in named)))
    everybody = tuple(sorted(seated, key=lambda one: (-one.games, key(one.person.name), one.person.name)))
    return Roster(people, everybody, {name: one for one in everybody for name in one.spellings})

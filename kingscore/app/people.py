"""Renames people, gives them aliases, merges two who are one person, and undoes all of that; games stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.findings import Refused, finding
from kingscore.model.folding import exact
from kingscore.model.json_values import Event
from kingscore.notation.names import names_refused
from kingscore.notation.scan import read_int
from kingscore.scoring.event_log import LoggedEvent, last_standing, undone
from kingscore.scoring.people import Person, Roster, Seated, aliased, fold_people, known, merged, renamed
from kingscore.storage import GameFilter, Store

#: The word for the latest change that stands.
LAST = "last"


def rename(store: Store, word: str, name: str, at: str) -> Seated:
    """The person bears another name from now on; games in which the old one stands are still his.

    Refused, status 2: P101, P102, N8xx, P103 where somebody else bears that name.
    """
    roster = store.roster()
    who = roster.find(word)
    _free(roster, name, who)
    notes, number = _made_known(roster, who.person, at)
    return _entered(store, roster, (*notes, renamed(number, name, at)), name)


def alias(store: Store, word: str, name: str, at: str) -> Seated:
    """The person is called so as well. Refused as ``rename``."""
    roster = store.roster()
    who = roster.find(word)
    _free(roster, name, who)
    notes, number = _made_known(roster, who.person, at)
    return _entered(store, roster, (*notes, aliased(number, name, at)), name)


def merge(store: Store, word: str, other: str, at: str) -> Seated:
    """Two are one: the other's names become aliases of the first's.

    Refused, status 2: P101, P102, P107 where they are one already, P104 where they sat at one table.
    """
    roster = store.roster()
    who, twin = roster.find(word), roster.find(other)
    if who == twin:
        raise Refused(finding("P107", name=who.person.name, found=other), status=2)
    for row in store.games(GameFilter(player=who.spellings[0])) if who.spellings else ():
        if set(row.players) & set(twin.spellings):
            names = (who.person.name, twin.person.name)
            raise Refused(finding("P104", game=row.name, name=names[0], other=names[1]), status=2)
    notes, into = _made_known(roster, who.person, at)
    more, person = _made_known(roster, twin.person, at, len(notes))
    return _entered(store, roster, (*notes, *more, merged(person, into, at)), who.person.name)


def add(store: Store, name: str, at: str) -> Seated:
    """Somebody who has not played yet. Refused, status 2: N8xx, P103 where somebody is called so."""
    roster = store.roster()
    _free(roster, name, None)
    return _entered(store, roster, (known(name, at),), name)


def split(store: Store, name: str, at: str) -> Seated:
    """Just that spelling is a person of its own, apart from those whose names are alike but for case and accents.

    Refused, status 2: N8xx, P103 where that is somebody's name or alias already, or differs by capitals alone.
    """
    roster = store.roster()
    _refuse_name(name)
    if bearer := roster.people.of(name):
        raise Refused(finding("P103", "apart", found=name, name=bearer.name), status=2)
    alike = roster.named(name)
    others = [own for own in alike.names if exact(own) != exact(name)] if alike and not alike.person.id else []
    if alike and not alike.person.id and not others and len(alike.names) > 1:
        same = next(own for own in alike.names if own != name)
        raise Refused(finding("P103", "apart", found=name, name=same), status=2)
    return _entered(store, roster, (*(known(own, at) for own in others[:1]), known(name, at)), name)


def entry_number(log: Sequence[LoggedEvent], word: str) -> int | None:
    """The number of the entry of a log that a word means, a number or ``last``; None where none such stands."""
    if word == LAST:
        return last_standing(log)
    try:
        number = read_int(word)
    except ValueError:
        return None
    return number if 1 <= number <= len(log) and log[number - 1].stands else None


def undo(store: Store, word: str, at: str) -> int:
    """A change by its number, or the last, is taken back, a merger too; gives its number. A change that was itself
    taking one back brings that back.

    Refused, status 2: P105 no such change, P106 where later changes build on it.
    """
    people = store.people()
    number = entry_number(people.log, word)
    if number is None:
        raise Refused(finding("P105", found=word, expected=people.seen), status=2)
    note = undone(number, at)
    try:
        fold_people((*(line.event for line in people.log), note))
    except Refused:
        raise Refused(finding("P106", number=number), status=2) from None
    store.enter("people", (note,), people.seen)
    return number


def _refuse_name(name: str) -> None:
    if found := names_refused((name,)):
        raise Refused(*found, status=2)


def _free(roster: Roster, name: str, who: Seated | None) -> None:
    """Refused where a name cannot be one (N8xx) or is somebody else's (P103)."""
    _refuse_name(name)
    bearer = roster.named(name)
    if bearer is not None and bearer != who:
        raise Refused(finding("P103", found=name, name=bearer.person.name), status=2)


def _made_known(roster: Roster, person: Person, at: str, before: int = 0) -> tuple[tuple[Event, ...], int]:
    """The event that makes somebody known if he is not, and his number; ``before`` events come first."""
    if person.id:
        return (), person.id
    return (known(person.name, at),), roster.people.seen + before + 1


def _entered(store: Store, roster: Roster, notes: Sequence[Event], name: str) -> Seated:
    store.enter("people", notes, roster.people.seen)
    return store.roster().find(name)


def labels(log: Sequence[Event]) -> dict[int, str]:
    """The name by which each person was made known, by the number of that event."""
    return {seq: str(note.raw["name"]) for seq, note in enumerate(log, 1) if note.kind == "known"}

"""Renames people, gives them aliases, merges two who are one person, and undoes an entry; games stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingscore.model.findings import Refused, finding
from kingscore.model.folding import exact
from kingscore.model.json_values import Event
from kingscore.notation.names import names_refused
from kingscore.notation.scan import read_int
from kingscore.scoring.event_log import Title, last_standing, undone
from kingscore.scoring.people import Person, Roster, Seated, aliased, fold_people, known, merged, renamed
from kingscore.storage import GameFilter, Store

#: The word for the latest change that stands.
LAST = "last"


def rename(store: Store, word: str, name: str, at: str) -> Seated:
    """The person bears another name from now on; games in which the old one stands are still his.

    Refused, status 2: P101, P102, N8xx, P103 where somebody else bears that name.
    """
    return _called(store, word, name, at, renamed)


def alias(store: Store, word: str, name: str, at: str) -> Seated:
    """The person is called so as well. Refused as ``rename``."""
    return _called(store, word, name, at, aliased)


def _called(store: Store, word: str, name: str, at: str, event: Callable[[int, str, str], Event]) -> Seated:
    roster = store.roster()
    who = roster.find(word)
    _free(roster, name, who)
    events, number = _made_known(roster, who.person, at)
    return _entered(store, roster, (*events, event(number, name, at)), name)


def merge(store: Store, word: str, other: str, at: str) -> Seated:
    """Two are one: the other's names become aliases of the first's.

    Refused, status 2: P101, P102, P107 where they are one already, P104 where they sat at one table.
    """
    roster = store.roster()
    who, twin = roster.find(word), roster.find(other)
    if who == twin:
        raise Refused(finding("P107", name=who.person.name, found=other))
    for row in store.games(GameFilter(player=who.spellings[0])) if who.spellings else ():
        if set(row.players) & set(twin.spellings):
            names = (who.person.name, twin.person.name)
            raise Refused(finding("P104", game=row.name, name=names[0], other=names[1]))
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
        raise Refused(finding("P103", "apart", found=name, name=bearer.name))
    alike = roster.named(name)
    others = [own for own in alike.names if exact(own) != exact(name)] if alike and not alike.person.id else []
    if alike and not alike.person.id and not others and len(alike.names) > 1:
        same = next(own for own in alike.names if own != name)
        raise Refused(finding("P103", "apart", found=name, name=same))
    return _entered(store, roster, (*(known(own, at) for own in others[:1]), known(name, at)), name)


def undo(store: Store, word: str, at: str, title: Title = "people") -> int:
    """A change by its number or the word ``last`` is taken back, a merger too, or an entry of the payments struck out;
    gives its number. A change that was itself taking one back brings that back.

    Refused, status 2: P105, M915 no such change, P106 where later changes build on it.
    """
    log = store.log(title)
    try:
        number = last_standing(log) if word == LAST else read_int(word)
    except ValueError:
        number = None
    if number is None or not 1 <= number <= len(log) or not log[number - 1].stands:
        raise Refused(finding("P105" if title == "people" else "M915", found=word, expected=len(log)))
    event = undone(number, at)
    try:
        if title == "people":
            fold_people((*(line.event for line in log), event))
    except Refused:
        raise Refused(finding("P106", number=number)) from None
    store.enter(title, (event,), len(log))
    return number


def _refuse_name(name: str) -> None:
    if found := names_refused((name,)):
        raise Refused(*found)


def _free(roster: Roster, name: str, who: Seated | None) -> None:
    """Refused where a name cannot be one (N8xx) or is somebody else's (P103)."""
    _refuse_name(name)
    bearer = roster.named(name)
    if bearer is not None and bearer != who:
        raise Refused(finding("P103", found=name, name=bearer.person.name))


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

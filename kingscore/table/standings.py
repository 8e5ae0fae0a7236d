"""The games that figures are asked for, with the people on their seats, and their report. It prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from kingscore import library
from kingscore.findings import Refused, finding
from kingscore.frozen import dataclass
from kingscore.language import Language, Names
from kingscore.people import Roster
from kingscore.stats.figures import Figures, figures_of, standings
from kingscore.stats.games import Played, seats_of, together
from kingscore.store import Store, Wanted
from kingscore.table.begin import day

if TYPE_CHECKING:
    from kingscore.rating import Rating
    from kingscore.report import Report


@dataclass(frozen=True, slots=True)
class Choice:
    """Which games and figures are asked for: ``name`` whose page, ``group`` who all sat there, a variant, days (both
    included), how many last games make the form, whether ratings are wanted."""

    name: str = ""
    group: tuple[str, ...] = ()
    variant: str = ""
    since: str = ""
    until: str = ""
    last: int = 5
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What was found: the games, the earliest first, whose page it is (empty for the standings), the figures of
    everybody or of the one, and the ratings where they were asked for."""

    choice: Choice
    games: tuple[Played, ...]
    person: str
    group: tuple[str, ...]
    figures: tuple[Figures, ...]
    ratings: tuple[Rating, ...]


def found(store: Store, choice: Choice) -> Found:
    """Refused, status 2: P101, P102 no such person, U811 no date, U824 no such games; status 3: K101."""
    roster = store.roster()
    person = roster.find(choice.name).person.name if choice.name else ""
    group = tuple(dict.fromkeys(roster.find(name).person.name for name in choice.group))
    # Ratings come from everybody's games: who else is how strong decides what a place is worth.
    games = played(store, roster, choice, "" if choice.rated else person or next(iter(group), ""))
    ratings = _ratings(games) if choice.rated else ()
    if person or group:
        games = together(games, (*group, *([person] if person else [])))
    if not games:
        raise Refused(finding("U824"), status=2)
    if person:
        figures: tuple[Figures, ...] = (figures_of(person, seats_of(games)[person]),)
    else:
        figures = standings(games)
    return Found(choice, games, person, group, figures, ratings)


def played(store: Store, roster: Roster, choice: Choice, person: str = "") -> tuple[Played, ...]:
    """The games of these days, this variant and this person, the earliest first, with the people on their seats."""
    wanted = Wanted(person, choice.variant, since=day(choice.since), until=day(choice.until))
    who = {name: seated.person.name for name, seated in roster.who.items()}
    return tuple(
        Played(row.name, row.date, row.variant, tuple([who.get(name, name) for name in row.players]), tally, row.ended)
        for row, tally in store.tallies(wanted)
    )


def _ratings(games: Sequence[Played]) -> tuple[Rating, ...]:
    from kingscore.rating import ratings

    return ratings(games)


def report_of(found: Found, language: Language) -> Report:
    """The standings or the page as tables and pictures."""
    from kingscore.report import overview, page
    from kingscore.report.words import Asked

    asked = Asked(about(found, language), found.choice.last, lambda v, c: called(v, c).of(language.code))
    if not found.person:
        return overview(found.games, found.figures, found.ratings, asked, language)
    rating = next((one for one in found.ratings if one.person == found.person), None)
    return page(found.games, found.person, rating, asked, language)


def about(found: Found, language: Language) -> str:
    """Which games these are: how many, of which variant, with whom, from when to when."""
    choice = found.choice
    parts = [language.say("standings.games", n=len(found.games))]
    if choice.variant:
        parts.append(called(choice.variant, "").of(language.code))
    if found.group:
        parts.append(language.say("standings.group", names=found.group))
    days = [game.date for game in found.games if game.date]
    if days:
        parts.append(f"{days[0]} – {days[-1]}" if days[0] != days[-1] else days[0])
    return " · ".join(parts)


@lru_cache(maxsize=1024)
def called(variant: str, contract: str) -> Names:
    """The names of a variant's contract, or of the variant; ids where they are not known (any more)."""
    known = variant in (*library.variant_ids(), *library.own_variant_ids())
    if not contract:
        return library.variant(variant).names if known else _plain(variant)
    if known:
        names = library.variant(variant).rules().contract(contract)
        if names is not None:
            return names.names
    return library.terms()["contract"].get(contract, _plain(contract))


def _plain(word: str) -> Names:
    return Names((("en", (word,)),))

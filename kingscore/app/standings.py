"""The figures that a request asks for, over the games that it selects, as a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kingscore.app.begin import days, variant_id_of
from kingscore.model.findings import Refused, finding
from kingscore.model.language import Language, Names
from kingscore.statistics.figures import Standings, standings
from kingscore.statistics.tally import Played, together
from kingscore.storage import GameFilter, Store, resources, variant_files

if TYPE_CHECKING:
    from kingscore.statistics.rating import Rating, Strengths
    from kingscore.statistics.report import StatisticsReport


@dataclass(frozen=True, slots=True)
class StandingsRequest:
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
class StandingsReport:
    """What was found: the figures of everybody or of the one whose page it is (``person``, empty for the standings),
    and the ratings where they were asked for."""

    request: StandingsRequest
    person: str
    group: tuple[str, ...]
    standings: Standings
    ratings: tuple[Rating, ...]


def standings_of(store: Store, request: StandingsRequest) -> StandingsReport:
    """Refused, status 2: P101, P102 no such person, V301 no such variant, U811 no date, U824 no such games; status 3:
    K101."""
    roster = store.roster()
    person = roster.find(request.name).person.name if request.name else ""
    group = tuple(dict.fromkeys(roster.find(name).person.name for name in request.group))
    strengths = None
    if request.rated:
        from kingscore.statistics.rating import Strengths

        strengths = Strengths()

    def rated(games: Iterable[Played], strengths: Strengths) -> Iterator[Played]:
        """The same games, each rated as it goes by."""
        for game in games:
            strengths.add(game)
            yield game

    # Ratings come from everybody's games: who else is how strong decides what a place is worth.
    one = "" if request.rated else person or next(iter(group), "")
    wanted = GameFilter(one, variant_id_of(store, request.variant), *days(request.since, request.until))
    people = {name: seated.person.name for name, seated in roster.who.items()}
    with closing(store.played(wanted, people)) as games:
        seen = rated(games, strengths) if strengths else games
        found = standings(together(seen, (*group, *([person] if person else []))), person, request.last)
    if not found.games:
        raise Refused(finding("U824"), status=2)
    return StandingsReport(request, person, group, found, strengths.ratings() if strengths else ())


def report_of(report: StandingsReport, language: Language) -> StatisticsReport:
    """The standings or the page as tables and pictures."""
    from kingscore.statistics.report import Subject, player_report, standings_report

    subject = Subject(about(report, language), lambda v, c: called(v, c).of(language.code), language)
    if not report.person:
        return standings_report(report.standings, report.ratings, subject)
    rating = next((one for one in report.ratings if one.person == report.person), None)
    return player_report(report.standings, rating, subject)


def about(report: StandingsReport, language: Language) -> str:
    """Which games these are: how many, of which variant, with whom, from when to when."""
    request, standings = report.request, report.standings
    parts = [language.say("standings.games", n=standings.games)]
    if request.variant:
        parts.append(called(request.variant, "").of(language.code))
    if report.group:
        parts.append(language.say("standings.group", names=report.group))
    if first := standings.first:
        parts.append(f"{first} – {standings.until}" if first != standings.until else first)
    return " · ".join(parts)


@lru_cache(maxsize=1024)
def called(variant: str, contract: str) -> Names:
    """The names of a variant's contract, or of the variant; ids where they are not known (any more)."""
    known = variant in (*variant_files.variant_ids(), *variant_files.own_variant_ids())
    if not contract:
        return variant_files.variant(variant).names if known else _plain(variant)
    if known:
        names = variant_files.variant(variant).rules().contract(contract)
        if names is not None:
            return names.names
    return resources.names("terms")["contract"].get(contract, _plain(contract))


def _plain(word: str) -> Names:
    return Names((("en", (word,)),))

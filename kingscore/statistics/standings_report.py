"""The standings of everybody in some games as a report: who won how often, who beat whom, which contracts pay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kingscore.model.language import Language
from kingscore.sheets.cells import Block, Cell, SheetFact
from kingscore.statistics.curves import gains_picture
from kingscore.statistics.figures import Figures
from kingscore.statistics.rating import Rating
from kingscore.statistics.report import (
    NOTHING,
    ColumnHead,
    StatisticsReport,
    Subject,
    average,
    block,
    sheet,
    text,
    whole,
)
from kingscore.statistics.standings import PersonFigures, Standings


def standings_report(standings: Standings, ratings: Sequence[Rating], subject: Subject) -> StatisticsReport:
    """The standings, and for a few people each against each and the averages by contract."""
    language = subject.language
    blocks = [_standings([person.figures for person in standings.people], ratings, subject)]
    if standings.few and len(standings.people) > 1:
        blocks += [_each_against_each(standings.people, language), *_averages(standings, subject)]
    notes = facts(standings, language)
    title = language.say("standings.title")
    return StatisticsReport(sheet(title, subject.about, language, blocks, notes), gains_picture(standings, language))


def _standings(figures: Sequence[Figures], ratings: Sequence[Rating], subject: Subject) -> Block:
    rating_of = {rating.person: rating for rating in ratings}
    heads = [
        subject.head("player", "left"),
        *map(subject.head, ("games", "wins", "shared", "place")),
        subject.head("form", "left", 2),
        subject.head("per_game", spare=1),
        subject.head("deals", spare=3),
        subject.head("per_deal"),
        subject.head("best", spare=4),
        subject.head("worst", spare=4),
        subject.head("firsts", spare=5),
        *([subject.head("rating"), subject.head("least")] if ratings else []),
    ]
    rows = []
    for own in figures:
        cells = figure_cells(own, subject.language) | {
            "best": whole(own.best.points if own.best else None, signed=True),
            "worst": whole(own.worst.points if own.worst else None, signed=True),
            "firsts": whole(own.firsts.longest),
        }
        keys = ("games", "wins", "shared", "place", "form", "per_game", "deals", "per_deal", "best", "worst", "firsts")
        rated = rating_cells(rating_of.get(own.person), subject.language) if ratings else []
        rows.append([text(own.person, name=True), *(cells[key] for key in keys), *rated])
    return block("", heads, rows)


def figure_cells(own: Figures, language: Language) -> dict[str, Cell]:
    """The plain figures of somebody, each by its key."""
    return {
        "games": whole(own.games),
        "others": whole(own.others),
        "wins": whole(own.wins),
        "shared": whole(own.shared),
        "place": average(own.mean_place, language, signed=False),
        "form": text(" ".join(map(str, own.form)) or NOTHING),
        "points": whole(own.points, signed=True),
        "per_game": average(own.per_game, language),
        "deals": whole(own.deals),
        "per_deal": average(own.per_deal, language),
    }


def rating_cells(rating: Rating | None, language: Language) -> list[Cell]:
    """A rating with its uncertainty, and what it is at least; dashes for somebody without one."""
    if rating is None:
        return [text(NOTHING), text(NOTHING)]
    mu, sigma, least = (
        average(Fraction(value), language, signed=False, digits=1)
        for value in (rating.mu, rating.sigma, rating.ordinal)
    )
    return [text(f"{mu.text} ± {sigma.text}"), least]


def _each_against_each(people: Sequence[PersonFigures], language: Language) -> Block:
    """How often the one at the left had more points than the one above, and how often fewer."""
    heads = [
        ColumnHead(language.say("standings.against"), "left"),
        *(ColumnHead(person.name, "centre") for person in people),
    ]
    rows = []
    for person in people:
        met = {meeting.other: text(f"{meeting.ahead}:{meeting.behind}") for meeting in person.meetings}
        rows.append([text(person.name, name=True), *(met.get(other.name, text(NOTHING)) for other in people)])
    return block(language.say("standings.each"), heads, rows)


def _averages(standings: Standings, subject: Subject) -> list[Block]:
    """The averages of everybody by contract, a table for each variant."""
    people, language = standings.people, subject.language
    blocks = []
    for variant in standings.variants:
        contracts = [(person.name, own) for person in people for own in person.contracts if own.variant == variant]
        keys = dict.fromkeys((own.premium, own.contract) for _, own in contracts)
        averages = {(name, own.premium, own.contract): own.average for name, own in contracts}
        rows = []
        for premium, contract in sorted(keys, key=lambda key: key[0]):
            values = (averages.get((person.name, premium, contract)) for person in people)
            rows.append([text(subject.called(variant, contract)), *(average(value, language) for value in values)])
        if rows:
            title = language.say("standings.by_contract", variant=subject.called(variant, ""))
            heads = [subject.head("contract", "left"), *(ColumnHead(person.name) for person in people)]
            blocks.append(block(title, heads, rows))
    return blocks


def facts(standings: Standings, language: Language) -> list[SheetFact]:
    """What a reader of the figures has to know: games without a result, deals by agreement, several variants."""
    others, variants = standings.games - standings.results, len(standings.variants)
    notes = []
    if others:
        notes.append(language.say("standings.note.others", n=others))
    if standings.agreed:
        notes.append(language.say("standings.note.agreed", n=standings.agreed))
    if variants > 1:
        notes.append(language.say("standings.note.variants", n=variants))
    return [SheetFact(language.say("standings.note"), words) for words in notes]

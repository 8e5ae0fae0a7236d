"""The standings of everybody in some games as a report: who won how often, who beat whom, which contracts pay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kingscore.model.language import Language
from kingscore.sheets.cells import Block, Cell, Fact
from kingscore.statistics.columns import Asked, head
from kingscore.statistics.curves import gains_picture
from kingscore.statistics.figures import Figures
from kingscore.statistics.rating import Rating
from kingscore.statistics.report import NOTHING, Head, Report, average, block, sheet, text, whole
from kingscore.statistics.standings import Person, Standings


def overview(made: Standings, ratings: Sequence[Rating], asked: Asked, language: Language) -> Report:
    """The standings, and for a few people each against each and the averages by contract."""
    blocks = [_standings([one.figures for one in made.people], ratings, asked, language)]
    if made.few and len(made.people) > 1:
        blocks.append(_each_against_each(made.people, language))
        blocks += _averages(made, asked, language)
    told = (language.say("standings.title"), asked.about)
    return Report(sheet(told, language, blocks, facts(made, language)), gains_picture(made, language))


def _standings(figures: Sequence[Figures], ratings: Sequence[Rating], asked: Asked, language: Language) -> Block:
    by_name = {one.person: one for one in ratings}
    heads = [
        head(language, "player", "left"),
        *(head(language, key) for key in ("games", "wins", "shared", "place")),
        head(language, "form", "left", 2),
        head(language, "per_game", spare=1),
        head(language, "deals", spare=3),
        head(language, "per_deal"),
        head(language, "best", spare=4),
        head(language, "worst", spare=4),
        head(language, "firsts", spare=5),
        *([head(language, "rating"), head(language, "least")] if ratings else []),
    ]
    rows = [
        [*_row(one, asked, language), *(rated(by_name.get(one.person), language) if ratings else [])] for one in figures
    ]
    return block("", heads, rows)


def _row(one: Figures, asked: Asked, language: Language) -> list[Cell]:
    return [
        text(one.person, name=True),
        whole(one.games),
        whole(one.wins),
        whole(one.shared),
        average(one.mean_place, language, signed=False),
        text(form(one)),
        average(one.per_game, language),
        whole(one.deals),
        average(one.per_deal, language),
        whole(one.best.points if one.best else None, signed=True),
        whole(one.worst.points if one.worst else None, signed=True),
        whole(one.firsts.longest),
    ]


def form(one: Figures) -> str:
    """The places of the last games, the latest last."""
    return " ".join(map(str, one.form)) or NOTHING


def rated(one: Rating | None, language: Language) -> list[Cell]:
    """A rating with its uncertainty, and what it is at least; dashes for somebody without one."""
    if one is None:
        return [text(NOTHING), text(NOTHING)]
    mu, sigma = (average(Fraction(value), language, signed=False, digits=1) for value in (one.mu, one.sigma))
    return [text(f"{mu.text} ± {sigma.text}"), average(Fraction(one.ordinal), language, signed=False, digits=1)]


def _each_against_each(people: Sequence[Person], language: Language) -> Block:
    """How often the one at the left had more points than the one above, and how often fewer."""
    heads = [Head(language.say("standings.against"), "left"), *(Head(one.name, "centre") for one in people)]
    rows = []
    for person in people:
        met = {one.other: text(f"{one.ahead}:{one.behind}") for one in person.meetings}
        rows.append([text(person.name, name=True), *(met.get(other.name, text(NOTHING)) for other in people)])
    return block(language.say("standings.each"), heads, rows)


def _averages(made: Standings, asked: Asked, language: Language) -> list[Block]:
    """The averages of everybody by contract, a table for each variant."""
    people = made.people
    blocks = []
    for variant in made.variants:
        found = [(one.name, own) for one in people for own in one.contracts if own.variant == variant]
        ids = dict.fromkeys((own.premium, own.contract) for _, own in found)
        values = {(name, own.premium, own.contract): own.average for name, own in found}
        heads = [head(language, "contract", "left"), *(Head(one.name) for one in people)]
        rows = [
            [
                text(asked.called(variant, contract)),
                *(average(values.get((one.name, side, contract)), language) for one in people),
            ]
            for side, contract in sorted(ids, key=lambda key: key[0])
        ]
        if rows:
            title = language.say("standings.by_contract", variant=asked.called(variant, ""))
            blocks.append(block(title, heads, rows))
    return blocks


def facts(made: Standings, language: Language) -> list[Fact]:
    """What a reader of the figures has to know: games without a result, deals by agreement, several variants."""
    others, variants = made.games - made.results, len(made.variants)
    told = []
    if others:
        told.append(language.say("standings.note.others", n=others))
    if made.agreed:
        told.append(language.say("standings.note.agreed", n=made.agreed))
    if variants > 1:
        told.append(language.say("standings.note.variants", n=variants))
    return [Fact(language.say("standings.note"), words) for words in told]

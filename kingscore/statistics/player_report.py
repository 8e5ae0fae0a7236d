"""One player's page as a report: his figures, variants, contracts, opponents and last games."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.sheets.cells import Block, Cell
from kingscore.statistics.curves import averages_picture, gains_picture
from kingscore.statistics.figures import ByContract, DealAt, Figures, sides
from kingscore.statistics.rating import Rating
from kingscore.statistics.report import (
    FIGURES,
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
from kingscore.statistics.standings_report import facts, figure_cells, rating_cells


def player_report(standings: Standings, rating: Rating | None, subject: Subject) -> StatisticsReport:
    """The page of somebody: of the one person whose standings they are."""
    (person,) = standings.people
    language = subject.language
    blocks = [
        _figures(person.figures, rating, subject),
        *_variants(person, subject),
        _contracts(person.contracts, subject),
        _meetings(person, subject),
        _last(person.figures, subject),
    ]
    filled = [table for table in blocks if table.rows > table.head]
    pictures = gains_picture(standings, language) + averages_picture(person.contracts, subject)
    return StatisticsReport(sheet(person.name, subject.about, language, filled, facts(standings, language)), pictures)


def _figures(own: Figures, rating: Rating | None, subject: Subject) -> Block:
    """Every figure with its name, a line each."""
    cells = figure_cells(own, subject.language)
    for key, streak in (("firsts", own.firsts), ("without", own.without)):
        cells[key] = text(subject.language.say("standings.streak", now=streak.now, longest=streak.longest))
    cells |= {"best": _deal(own.best, subject), "worst": _deal(own.worst, subject)}
    if rating is not None:
        cells |= zip(("rating", "least"), rating_cells(rating, subject.language), strict=True)
    rows = [[text(subject.head(key).text), cells[key]] for key in FIGURES if key in cells]
    return block("", [ColumnHead("", "left"), ColumnHead("", "left")], rows)


def _deal(deal: DealAt | None, subject: Subject) -> Cell:
    if deal is None:
        return text(NOTHING)
    contract = subject.called(deal.variant, deal.contract)
    points = whole(deal.points, signed=True).shown
    words = subject.language.say("standings.deal", points=points, contract=contract, game=deal.game, number=deal.number)
    return text(words)


def _variants(person: PersonFigures, subject: Subject) -> list[Block]:
    """The figures apart by variant, where there are several."""
    if len(person.variants) < 2:
        return []
    keys = ("games", "wins", "shared", "place", "per_game", "deals", "per_deal")
    rows = []
    for variant, own in person.variants:
        cells = figure_cells(own, subject.language)
        rows.append([text(subject.called(variant, "")), *(cells[key] for key in keys)])
    heads = [subject.head("variant", "left"), *map(subject.head, keys)]
    return [block(subject.language.say("standings.by_variant"), heads, rows)]


def _contracts(contracts: Sequence[ByContract], subject: Subject) -> Block:
    """Each contract, and below those of one side the whole side."""
    several = len({own.variant for own in contracts}) > 1
    say = subject.language.say

    def row(own: ByContract, label: str) -> list[Cell]:
        first = [text(subject.called(own.variant, ""))] if several else []
        extremes = (whole(own.best, signed=True), whole(own.worst, signed=True))
        return [*first, text(label), whole(own.deals), average(own.average, subject.language), *extremes]

    rows, ruled = [], []
    for side in sides(contracts):
        of_side = [own for own in contracts if (own.variant, own.premium) == (side.variant, side.premium)]
        rows += [row(own, subject.called(own.variant, own.contract)) for own in of_side]
        rows.append(row(side, say("standings.premiums" if side.premium else "standings.penalties")))
        ruled.append(len(rows))
    first = [subject.head("variant", "left")] if several else []
    heads = [*first, subject.head("contract", "left"), *map(subject.head, ("deals", "average", "best", "worst"))]
    return block(say("standings.contracts"), heads, rows, ruled)


def _meetings(person: PersonFigures, subject: Subject) -> Block:
    keys = ("games", "ahead", "level", "behind", "difference")
    heads = [subject.head("player", "left"), *map(subject.head, keys)]
    rows = []
    for met in person.meetings:
        counts = map(whole, (met.games, met.ahead, met.level, met.behind))
        rows.append([text(met.other, name=True), *counts, whole(met.points, signed=True)])
    return block(subject.language.say("standings.meetings"), heads, rows)


def _last(own: Figures, subject: Subject) -> Block:
    """The last games with a result, the latest first."""
    heads = [subject.head("date", "left"), subject.head("game", "left"), *map(subject.head, ("place_in", "points"))]
    rows = [
        [text(game.date), text(game.name), whole(game.places[seat]), whole(game.totals[seat], signed=True)]
        for game, seat in reversed(own.last)
    ]
    return block(subject.language.say("standings.last"), heads, rows)

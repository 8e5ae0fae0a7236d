"""The standings of everybody in some games as a report: who won how often, who beat whom, which contracts pay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kingscore.language import Language
from kingscore.rating import Rating
from kingscore.report.curves import gains_picture
from kingscore.report.report import NOTHING, Head, Report, average, block, sheet, text, whole
from kingscore.report.words import Asked, head
from kingscore.sheet.cells import Block, Cell, Fact
from kingscore.stats.contracts import by_contract
from kingscore.stats.figures import Figures
from kingscore.stats.games import Played, seats_of
from kingscore.stats.meetings import meetings

#: So many people at most stand in a table of each against each.
FEW = 8


def overview(
    games: Sequence[Played], figures: Sequence[Figures], ratings: Sequence[Rating], asked: Asked, language: Language
) -> Report:
    """The standings, and for a few people each against each and the averages by contract."""
    blocks = [_standings(figures, ratings, asked, language)]
    people = [one.person for one in figures]
    if 1 < len(people) <= FEW:
        blocks.append(_each_against_each(games, people, language))
        blocks += _averages(games, people, asked, language)
    told = (language.say("standings.title"), asked.about)
    return Report(sheet(told, language, blocks, facts(games, language)), gains_picture(games, people, language))


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
        text(form(one.last_places(asked.last))),
        average(one.per_game, language),
        whole(one.deals),
        average(one.per_deal, language),
        whole(one.best.points if one.best else None, signed=True),
        whole(one.worst.points if one.worst else None, signed=True),
        whole(one.firsts.longest),
    ]


def form(places: Sequence[int]) -> str:
    """The places of the last games, the latest last."""
    return " ".join(map(str, places)) or NOTHING


def rated(one: Rating | None, language: Language) -> list[Cell]:
    """A rating with its uncertainty, and what it is at least; dashes for somebody without one."""
    if one is None:
        return [text(NOTHING), text(NOTHING)]
    mu, sigma = (average(Fraction(value), language, signed=False, digits=1) for value in (one.mu, one.sigma))
    return [text(f"{mu.text} ± {sigma.text}"), average(Fraction(one.ordinal), language, signed=False, digits=1)]


def _each_against_each(games: Sequence[Played], people: Sequence[str], language: Language) -> Block:
    """How often the one at the left had more points than the one above, and how often fewer."""
    found = meetings(games, people)
    heads = [Head(language.say("standings.against"), "left"), *(Head(name, "centre") for name in people)]
    rows = []
    for person in people:
        met = [found.get((person, other)) for other in people]
        shown = [text(f"{one.ahead}:{one.behind}" if one else NOTHING) for one in met]
        rows.append([text(person, name=True), *shown])
    return block(language.say("standings.each"), heads, rows)


def _averages(games: Sequence[Played], people: Sequence[str], asked: Asked, language: Language) -> list[Block]:
    """The averages of everybody by contract, a table for each variant."""
    found = {person: by_contract(seats) for person, seats in seats_of(games).items()}
    blocks = []
    for variant in sorted({game.variant for game in games}):
        ids: dict[tuple[bool, str], None] = {}
        for one in (one for ones in found.values() for one in ones if one.variant == variant):
            ids.setdefault((one.premium, one.contract))
        values = {
            (p, o.premium, o.contract): o.average for p, ones in found.items() for o in ones if o.variant == variant
        }
        heads = [head(language, "contract", "left"), *(Head(name) for name in people)]
        rows = [
            [
                text(asked.called(variant, contract)),
                *(average(values.get((p, side, contract)), language) for p in people),
            ]
            for side, contract in sorted(ids, key=lambda key: key[0])
        ]
        if rows:
            title = language.say("standings.by_contract", variant=asked.called(variant, ""))
            blocks.append(block(title, heads, rows))
    return blocks


def facts(games: Sequence[Played], language: Language) -> list[Fact]:
    """What a reader of the figures has to know: games without a result, deals by agreement, several variants."""
    others = sum(1 for game in games if not game.counts)
    agreed = sum(game.tally.agreed for game in games)
    variants = len({game.variant for game in games})
    told = []
    if others:
        told.append(language.say("standings.note.others", n=others))
    if agreed:
        told.append(language.say("standings.note.agreed", n=agreed))
    if variants > 1:
        told.append(language.say("standings.note.variants", n=variants))
    return [Fact(language.say("standings.note"), words) for words in told]

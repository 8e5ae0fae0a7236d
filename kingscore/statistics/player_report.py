"""One player's page as a report: his figures, variants, contracts, opponents and last games. It counts nothing."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.language import Language
from kingscore.sheets.cells import Block, Cell
from kingscore.statistics.columns import Asked, head
from kingscore.statistics.contracts import ByContract, sides
from kingscore.statistics.curves import averages_picture, gains_picture
from kingscore.statistics.figures import DealAt, Figures, Streak
from kingscore.statistics.overview import facts, form, rated
from kingscore.statistics.rating import Rating
from kingscore.statistics.report import NOTHING, Head, Report, average, block, sheet, text, whole
from kingscore.statistics.standings import Person, Standings


def page(made: Standings, rating: Rating | None, asked: Asked, language: Language) -> Report:
    """The page of somebody: of the one person whose standings they are."""
    (person,) = made.people
    blocks = [
        _figures(person.figures, rating, asked, language),
        *_variants(person, asked, language),
        _contracts(person.contracts, asked, language),
        _meetings(person, language),
        _last(person.figures, language),
    ]
    pictures = gains_picture(made, language) + averages_picture(person.contracts, asked, language)
    told = (person.name, asked.about)
    return Report(
        sheet(told, language, [one for one in blocks if one.rows > one.head], facts(made, language)), pictures
    )


def _figures(one: Figures, rating: Rating | None, asked: Asked, language: Language) -> Block:
    """Every figure with its name, a line each."""
    values: list[tuple[str, Cell]] = [
        ("games", whole(one.games)),
        ("others", whole(one.others)),
        ("wins", whole(one.wins)),
        ("shared", whole(one.shared)),
        ("place", average(one.mean_place, language, signed=False)),
        ("form", text(form(one))),
        ("firsts", _streak(one.firsts, language)),
        ("without", _streak(one.without, language)),
        ("points", whole(one.points, signed=True)),
        ("per_game", average(one.per_game, language)),
        ("deals", whole(one.deals)),
        ("per_deal", average(one.per_deal, language)),
        ("best", _deal(one.best, asked, language)),
        ("worst", _deal(one.worst, asked, language)),
    ]
    if rating is not None:
        values += zip(("rating", "least"), rated(rating, language), strict=True)
    rows = [[text(head(language, key).text), cell] for key, cell in values]
    return block("", [Head("", "left"), Head("", "left")], rows)


def _streak(streak: Streak, language: Language) -> Cell:
    return text(language.say("standings.streak", now=streak.now, longest=streak.longest))


def _deal(deal: DealAt | None, asked: Asked, language: Language) -> Cell:
    if deal is None:
        return text(NOTHING)
    contract = asked.called(deal.variant, deal.contract)
    shown = whole(deal.points, signed=True).shown
    return text(language.say("standings.deal", points=shown, contract=contract, game=deal.game, number=deal.number))


def _variants(person: Person, asked: Asked, language: Language) -> list[Block]:
    """The figures apart by variant, where there are several."""
    if len(person.variants) < 2:
        return []
    keys = ("games", "wins", "shared", "place", "per_game", "deals", "per_deal")
    heads = [head(language, "variant", "left"), *(head(language, key) for key in keys)]
    rows = []
    for variant, one in person.variants:
        rows.append(
            [
                text(asked.called(variant, "")),
                whole(one.games),
                whole(one.wins),
                whole(one.shared),
                average(one.mean_place, language, signed=False),
                average(one.per_game, language),
                whole(one.deals),
                average(one.per_deal, language),
            ]
        )
    return [block(language.say("standings.by_variant"), heads, rows)]


def _contracts(found: Sequence[ByContract], asked: Asked, language: Language) -> Block:
    """Each contract, and below those of one side the whole side."""
    several = len({one.variant for one in found}) > 1
    rows, ruled = [], []
    for side in sides(found):
        own = [one for one in found if (one.variant, one.premium) == (side.variant, side.premium)]
        rows += [_contract(one, asked.called(one.variant, one.contract), several, asked, language) for one in own]
        label = language.say("standings.premiums" if side.premium else "standings.penalties")
        rows.append(_contract(side, label, several, asked, language))
        ruled.append(len(rows))
    first = [head(language, "variant", "left")] if several else []
    keys = ("deals", "average", "best", "worst")
    heads = [*first, head(language, "contract", "left"), *(head(language, key) for key in keys)]
    return block(language.say("standings.contracts"), heads, rows, ruled)


def _contract(one: ByContract, label: str, several: bool, asked: Asked, language: Language) -> list[Cell]:
    first = [text(asked.called(one.variant, ""))] if several else []
    extremes = (whole(one.best, signed=True), whole(one.worst, signed=True))
    return [*first, text(label), whole(one.deals), average(one.average, language), *extremes]


def _meetings(person: Person, language: Language) -> Block:
    keys = ("games", "ahead", "level", "behind")
    heads = [head(language, "player", "left"), *(head(language, key) for key in (*keys, "difference"))]
    rows = [
        [
            text(one.other, name=True),
            *map(whole, (one.games, one.ahead, one.level, one.behind)),
            whole(one.points, signed=True),
        ]
        for one in person.meetings
    ]
    return block(language.say("standings.meetings"), heads, rows)


def _last(one: Figures, language: Language) -> Block:
    """The last games with a result, the latest first."""
    heads = [head(language, key, "left") for key in ("date", "game")] + [
        head(language, "place_in"),
        head(language, "points"),
    ]
    rows = [
        [text(game.date), text(game.name), whole(game.places[seat]), whole(game.totals[seat], signed=True)]
        for game, seat in reversed(one.last)
    ]
    return block(language.say("standings.last"), heads, rows)

"""The standings, and one player's page, as reports: a sheet of tables with pictures beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from kingscore.model.language import MINUS, Language
from kingscore.sheets.canvas import HAIR, THIN, Canvas, TextStyle
from kingscore.sheets.cells import Block, Cell, Column, Sheet, SheetFact
from kingscore.sheets.chart import WIDTH, Curve, draw_curves
from kingscore.sheets.shapes import Drawing, Frame, Page
from kingscore.sheets.template import Template
from kingscore.sheets.text_fit import Fonts
from kingscore.statistics.figures import ByContract, DealAt, Figures, PersonFigures, Standings, sides
from kingscore.statistics.rating import Rating

NOTHING = "–"
Align: TypeAlias = Literal["left", "centre", "right"]
#: Draws a picture with the fonts that are there.
Picture: TypeAlias = Callable[[Fonts], Drawing]


@dataclass(frozen=True, slots=True)
class StatisticsReport:
    """Tables with notes below them, and the pictures that a page shows above."""

    sheet: Sheet
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column: what it is called, how it is set, and how soon it is left out where room is short (0 never)."""

    text: str
    align: Align = "right"
    spare: int = 0


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is about: a line that says which games, what a contract of a variant is called (an empty contract
    for the variant itself), and the language."""

    about: str
    called: Callable[[str, str], str]
    language: Language

    def head(self, key: str, align: Align = "right", spare: int = 0) -> ColumnHead:
        """A column under its figure's name."""
        return ColumnHead(self.language.say(f"standings.head.{key}"), align, spare)


#: Every figure that a report shows, in the order of the glossary.
FIGURES = (
    *("games", "others", "wins", "shared", "place", "form", "firsts", "without"),
    *("points", "per_game", "deals", "per_deal", "best", "worst", "average"),
    *("ahead", "level", "behind", "difference", "rating", "least"),
)


def block(title: str, heads: Sequence[ColumnHead], rows: Sequence[Sequence[Cell]], ruled: Sequence[int] = ()) -> Block:
    """A table: a head where there is one, and rows of cells whose places are given here."""
    head = [replace(text(h.text), role="head") for h in heads] if any(h.text for h in heads) else []
    lines = [*([head] if head else []), *rows]
    cells = (replace(cell, row=row, column=at) for row, line in enumerate(lines) for at, cell in enumerate(line))
    columns = tuple(Column("report", None, 1 + h.spare, h.align) for h in heads)
    return Block(title, columns, len(lines), tuple(cells), head=len(head[:1]), kind="standing", ruled=tuple(ruled))


def text(words: str, name: bool = False) -> Cell:
    """A cell with words."""
    return Cell(0, 0, "name" if name else "label", words)


def whole(number: int | None, signed: bool = False) -> Cell:
    """A cell with a whole number, a dash for none."""
    if number is None:
        return text(NOTHING)
    return Cell(0, 0, "sum", number=number, style="signed" if signed else "plain")


def average(value: Fraction | None, language: Language, signed: bool = True, digits: int = 2) -> Cell:
    """A cell with an average, rounded here and nowhere before; a dash for none."""
    if value is None:
        return text(NOTHING)
    exact = decimal(value, digits)
    shown = exact.replace("-", MINUS).replace(".", language.decimal_mark)
    plus = "+" if signed and value > 0 and exact.strip("0.") else ""
    return Cell(0, 0, "money", plus + shown, amount=exact, style="signed" if signed else "plain")


def decimal(value: Fraction, digits: int) -> str:
    """A fraction rounded to so many decimals, a half away from nothing: ``-1.25``."""
    scaled = abs(value) * 10**digits
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole_part, rest = divmod(rounded, 10**digits)
    sign = "-" if value < 0 and rounded else ""
    return f"{sign}{whole_part}.{rest:0{digits}}" if digits else f"{sign}{whole_part}"


# Everybody

#: The figures of the standings, and how soon some of them are left out where room is short.
STANDINGS = ("games", "wins", "shared", "place", "form", "per_game", "deals", "per_deal", "best", "worst", "firsts")
SPARE = {"form": 2, "per_game": 1, "deals": 3, "best": 4, "worst": 4, "firsts": 5}


def standings_report(standings: Standings, ratings: Sequence[Rating], subject: Subject) -> StatisticsReport:
    """The standings, and for a few people each against each and the averages by contract."""
    language = subject.language
    blocks = [_standings([person.figures for person in standings.people], ratings, subject)]
    if standings.few and len(standings.people) > 1:
        blocks += [_each_against_each(standings.people, language), *_averages(standings, subject)]
    return _report(language.say("standings.title"), blocks, standings, subject, gains_picture(standings, language))


def _standings(figures: Sequence[Figures], ratings: Sequence[Rating], subject: Subject) -> Block:
    rating_of = {rating.person: rating for rating in ratings}
    heads = [
        subject.head("player", "left"),
        *(subject.head(key, "left" if key == "form" else "right", SPARE.get(key, 0)) for key in STANDINGS),
        *([subject.head("rating"), subject.head("least")] if ratings else []),
    ]
    rows = []
    for own in figures:
        cells = figure_cells(own, subject.language) | {
            "best": whole(own.best.points if own.best else None, signed=True),
            "worst": whole(own.worst.points if own.worst else None, signed=True),
            "firsts": whole(own.firsts.longest),
        }
        rated = rating_cells(rating_of.get(own.person), subject.language) if ratings else []
        rows.append([text(own.person, name=True), *(cells[key] for key in STANDINGS), *rated])
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


def _report(
    title: str, blocks: Sequence[Block], standings: Standings, subject: Subject, pictures: tuple[Picture, ...]
) -> StatisticsReport:
    """Tables with what a reader of the figures has to know: games without a result, deals by agreement, variants."""
    say, others, variants = subject.language.say, standings.games - standings.results, len(standings.variants)
    notes = (("others", others), ("agreed", standings.agreed), ("variants", variants if variants > 1 else 0))
    sheet = Sheet(
        layout="report",
        title=title,
        subtitle=subject.about,
        language=subject.language.code,
        template=Template("grid"),
        blocks=tuple(blocks),
        facts=tuple(SheetFact(say("standings.note"), say(f"standings.note.{key}", n=n)) for key, n in notes if n),
    )
    return StatisticsReport(sheet, pictures)


# One player


def player_report(standings: Standings, rating: Rating | None, subject: Subject) -> StatisticsReport:
    """The page of somebody: of the one person whose standings they are."""
    (person,) = standings.people
    blocks = [
        _figures(person.figures, rating, subject),
        *_by_variant(person, subject),
        _contracts(person.contracts, subject),
        _meetings(person, subject),
        _last_games(person.figures, subject),
    ]
    filled = [table for table in blocks if table.rows > table.head]
    pictures = gains_picture(standings, subject.language) + averages_picture(person.contracts, subject)
    return _report(person.name, filled, standings, subject, pictures)


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


def _by_variant(person: PersonFigures, subject: Subject) -> list[Block]:
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


def _last_games(own: Figures, subject: Subject) -> Block:
    """The last games with a result, the latest first."""
    heads = [subject.head("date", "left"), subject.head("game", "left"), *map(subject.head, ("place_in", "points"))]
    rows = [
        [text(game.date), text(game.name), whole(game.places[seat]), whole(game.totals[seat], signed=True)]
        for game, seat in reversed(own.last)
    ]
    return block(subject.language.say("standings.last"), heads, rows)


# Pictures


#: So many curves can be kept apart, and so many steps of a curve.
CURVES, STEPS = 6, 60
#: The height of a bar's row in points.
ROW = 18.0


def gains_picture(standings: Standings, language: Language) -> tuple[Picture, ...]:
    """The points of the first few people game by game, added up; nothing where no game has a result."""
    if not standings.results:
        return ()
    title = language.say("standings.picture.gains")
    # Of very many games only every so manieth is drawn, the last among them.
    numbers = tuple(reversed(range(standings.results, 0, -standings.results // STEPS)))

    def picture(fonts: Fonts) -> Drawing:
        people = standings.people[:CURVES]
        curves = tuple(Curve(one.name, tuple(map(one.gains.after, numbers))) for one in people)
        return draw_curves(Canvas(fonts, Template("grid")), title, language.code, curves)

    return (picture,)


def averages_picture(contracts: Sequence[ByContract], subject: Subject) -> tuple[Picture, ...]:
    """The averages by contract as bars to the left and the right of nothing, a picture for each variant."""

    def picture(variant: str) -> Picture:
        bars = [(subject.called(variant, own.contract), own.average) for own in contracts if own.variant == variant]
        title = subject.language.say("standings.picture.averages", variant=subject.called(variant, ""))
        return lambda fonts: _bars(fonts, title, bars, subject.language)

    return tuple(picture(variant) for variant in dict.fromkeys(own.variant for own in contracts))


def _bars(fonts: Fonts, title: str, bars: Sequence[tuple[str, Fraction]], language: Language) -> Drawing:
    canvas = Canvas(fonts, Template("grid"))
    height = 48 + ROW * len(bars)
    left, right = 220.0, WIDTH - 60
    values = [Fraction(0), *(value for _, value in bars)]
    low, high = min(values), max(values)
    span = float(high - low) or 1.0

    def across(value: Fraction | int) -> float:
        return left + (right - left) * float(value - low) / span

    canvas.text(title, Frame(20, height - 34, WIDTH - 20, height - 8), TextStyle(17, "left", "bold"))
    for at, (label, value) in enumerate(bars):
        top = height - 42 - ROW * at
        start, end = sorted((across(0), across(value)))
        frame = Frame(start, top - ROW + 4, end, top - 4)
        # Penalties are hollow and premiums are full, so that print in one colour tells them apart.
        if value < 0:
            canvas.box(frame, THIN, "ink")
        else:
            canvas.fill(frame.polygon, "#444444")
        canvas.text(label, Frame(20, top - ROW, 150, top), TextStyle(10, "left"))
        shown = average(value, language).text
        canvas.text(shown, Frame(155, top - ROW, left - 12, top), TextStyle(10, "right"))
    bottom = height - 42 - ROW * len(bars)
    canvas.line((across(0), bottom), (across(0), height - 42), HAIR, "ink")
    return Drawing(title, language.code, (Page(WIDTH, height, canvas.take_page()),), canvas.findings())

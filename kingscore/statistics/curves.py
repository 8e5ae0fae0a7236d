"""The pictures of a report: points over the games as curves, averages by contract as bars, without colours."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kingscore.model.language import Language
from kingscore.sheets.canvas import HAIR, THIN, Canvas, TextStyle
from kingscore.sheets.chart import WIDTH, Curve, draw_curves
from kingscore.sheets.shapes import Drawing, Frame, Page
from kingscore.sheets.template import Template
from kingscore.sheets.text_fit import Fonts
from kingscore.statistics.figures import ByContract
from kingscore.statistics.report import Picture, Subject, average
from kingscore.statistics.standings import Standings

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

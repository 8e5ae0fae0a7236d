"""The picture of a game: running totals deal by deal, phases marked, with lines that differ without colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby, pairwise
from math import cos, pi, sin

from kingscore.model.language import number
from kingscore.scoring.score import ScoreLine
from kingscore.sheets.canvas import HAIR, THIN, Canvas, TextStyle
from kingscore.sheets.grid import deal_rows
from kingscore.sheets.labels import SheetPlan
from kingscore.sheets.shapes import Drawing, Frame, Page, Point, Polygon
from kingscore.sheets.text_fit import Fonts

WIDTH, HEIGHT = 640.0, 400.0
#: Room for the numbers at the left and the names at the right.
LEFT, RIGHT, TOP, BOTTOM = 46.0, 150.0, 58.0, 34.0
#: How the players' lines differ in print: colour, dash, and the corners of their marks.
LOOKS = (
    ("#a01414", 0.0, 4),
    ("#1d4f91", 5.0, 3),
    ("#14591f", 2.5, 8),
    ("#8a5a00", 8.0, 5),
    ("#5b2a86", 1.4, 6),
    ("#333333", 3.5, 4),
)
STEPS = (1, 2, 5)
NAME = 10.0


@dataclass(frozen=True)
class Scale:
    """Where a number of deals and a total lie in the frame."""

    frame: Frame
    deals: int
    low: int
    high: int

    def at(self, deal: int, total: int) -> Point:
        across = self.frame.left + self.frame.width * deal / max(1, self.deals)
        return across, self.frame.bottom + self.frame.height * (total - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Curve:
    """A line of the picture: whose it is, and his total after each step."""

    name: str
    totals: tuple[int, ...]


def chart(plan: SheetPlan, fonts: Fonts) -> Drawing:
    """The totals of every player from nothing to where he stands; deals without points end the lines."""
    canvas = Canvas(fonts, plan.template)
    lines = [line for line in plan.table.lines if line.running is not None]
    curves = tuple(
        Curve(plan.name(seat), tuple((line.running or ())[seat] for line in lines)) for seat in range(plan.rules.table)
    )
    title = plan.rules.names.of(plan.language.code)
    return draw_curves(canvas, title, plan.language.code, curves, lambda scale: _phases(canvas, plan, scale, lines))


def draw_curves(
    canvas: Canvas, title: str, language: str, curves: Sequence[Curve], below: Callable[[Scale], None] | None = None
) -> Drawing:
    """Curves from nothing over the same steps, under a title; ``below`` draws what lies below the curves."""
    totals = [0, *(total for curve in curves for total in curve.totals)]
    step = level_step(max(totals) - min(totals))
    low, high = min(totals) // step * step, -(-max(totals) // step) * step
    steps = max((len(curve.totals) for curve in curves), default=0)
    frame = Frame(LEFT, BOTTOM, WIDTH - RIGHT, HEIGHT - TOP)
    scale = Scale(frame, steps, low, high if high > low else low + step)
    canvas.text(title, Frame(LEFT, HEIGHT - 34, WIDTH - 20, HEIGHT - 8), TextStyle(17, "left", "bold"))
    if below is not None:
        below(scale)
    _axes(canvas, scale)
    ends = [_line(canvas, scale, curve, at) for at, curve in enumerate(curves)]
    _names(canvas, scale, curves, ends)
    return Drawing(title, language, (Page(WIDTH, HEIGHT, canvas.take_page()),), canvas.findings())


def level_step(span: int) -> int:
    """A round step that gives five to ten levels."""
    steps: Iterator[int] = (step * 10**power for power in count() for step in STEPS)
    return next(step for step in steps if span <= 8 * step)


def _axes(canvas: Canvas, scale: Scale) -> None:
    """Lines at round totals, and the deals' numbers below, as many as find room."""
    for total in range(scale.low, scale.high + 1, level_step(scale.high - scale.low)):
        left, y = scale.at(0, total)
        width, colour = (HAIR, "line") if total else (THIN, "rule")
        canvas.line((left, y), (scale.frame.right, y), width, colour)
        canvas.text(number(total), Frame(6, y - 6, left - 6, y + 6), TextStyle(8, "right", colour="quiet"))
    every, bottom = max(1, -(-scale.deals * 14 // int(scale.frame.width))), scale.frame.bottom
    for deal in range(every, scale.deals + 1, every):
        x, _ = scale.at(deal, scale.low)
        canvas.line((x, bottom), (x, bottom - 3), HAIR, "quiet")
        canvas.text(str(deal), Frame(x - 7, bottom - 16, x + 7, bottom - 4), TextStyle(8, colour="quiet"))


def _phases(canvas: Canvas, plan: SheetPlan, scale: Scale, lines: list[ScoreLine]) -> None:
    """Phases that follow each other are shaded in turn and named above."""
    sides = [row.side for row in deal_rows(plan)[: len(lines)]]
    phases = [(side, len(list(group))) for side, group in groupby(sides)]
    if not 1 < len(phases) <= 4:
        return
    at = 0
    for turn, (side, deals) in enumerate(phases):
        left, _ = scale.at(at, scale.low)
        right, _ = scale.at(at + deals, scale.low)
        frame = Frame(left, scale.frame.bottom, right, scale.frame.top)
        if turn % 2 == 0:
            canvas.fill(frame.polygon)
        above = Frame(left, frame.top + 2, right, frame.top + 16)
        canvas.text(plan.word(f"sum.{side}"), above, TextStyle(9, colour="quiet"))
        at += deals


def _line(canvas: Canvas, scale: Scale, curve: Curve, look: int) -> Point:
    """A player's line with a mark at every step; gives where it ends."""
    colour, dash, corners = LOOKS[look % len(LOOKS)]
    points = [scale.at(0, 0), *(scale.at(n, total) for n, total in enumerate(curve.totals, 1))]
    for start, end in pairwise(points):
        canvas.line(start, end, 1.4, colour, dash)
    size = 2.6 if len(curve.totals) <= 20 else 1.6
    for point in points[1:]:
        canvas.fill(_mark(point, corners, size), colour)
    return points[-1]


def _mark(centre: Point, corners: int, size: float) -> Polygon:
    """A regular polygon round a point: its corners tell the lines apart where colours do not."""
    x, y = centre
    angles = (2 * pi * k / corners + pi / 2 for k in range(corners))
    return tuple((x + size * cos(a), y + size * sin(a)) for a in angles)


def _names(canvas: Canvas, scale: Scale, curves: Sequence[Curve], ends: list[Point]) -> None:
    """Each name with its total where the line ends, moved apart where they would meet."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat][1])
    for seat, y in zip(order, _apart([ends[seat][1] for seat in order], NAME * 1.35, scale), strict=True):
        colour, _, corners = LOOKS[seat % len(LOOKS)]
        left = scale.frame.right + 10
        canvas.line(ends[seat], (left, y), HAIR, colour)
        canvas.fill(_mark((left + 5, y), corners, 3), colour)
        total = curves[seat].totals[-1] if curves[seat].totals else 0
        frame = Frame(left + 12, y - NAME * 0.65, WIDTH - 8, y + NAME * 0.65)
        canvas.lines(f"{curves[seat].name} {number(total)}", frame, TextStyle(NAME, "left", colour=colour), 2)


def _apart(heights: list[float], least: float, scale: Scale) -> Iterator[float]:
    """Heights from below upwards, at least so far apart, none above the frame."""
    most = scale.frame.top + TOP / 4 - least * (len(heights) - 1)
    before = None
    for at, height in enumerate(heights):
        placed = min(height, most + least * at)
        before = placed if before is None else max(placed, before + least)
        yield before

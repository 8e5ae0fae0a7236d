"""The picture of a game: running totals deal by deal, phases marked, told apart without colours. It knows no format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import cos, pi, sin

from kingscore.model.language import number
from kingscore.scoring.score import Line
from kingscore.sheets.canvas import HAIR, THIN, Pen
from kingscore.sheets.grid import deal_rows
from kingscore.sheets.labels import Making
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


def chart(making: Making, fonts: Fonts) -> Drawing:
    """The totals of every player from nothing to where he stands; deals without points end the lines."""
    pen = Pen(fonts, making.template)
    lines = [line for line in making.table.lines if line.running is not None]
    curves = tuple(
        Curve(making.name(seat), tuple((line.running or ())[seat] for line in lines))
        for seat in range(making.rules.table)
    )
    title = making.rules.names.of(making.language.code)
    return drawn(pen, (title, making.language.code), curves, lambda scale: _phases(pen, making, scale, lines))


def drawn(
    pen: Pen, told: tuple[str, str], curves: Sequence[Curve], below: Callable[[Scale], None] | None = None
) -> Drawing:
    """Curves from nothing over the same steps, under a title; ``told`` is the title and its language. ``below`` draws
    what lies below the curves."""
    title, language = told
    scale = _scale(Frame(LEFT, BOTTOM, WIDTH - RIGHT, HEIGHT - TOP), curves)
    pen.text(title, Frame(LEFT, HEIGHT - 34, WIDTH - 20, HEIGHT - 8), 17, align="left", face="bold")
    if below is not None:
        below(scale)
    _levels(pen, scale)
    _numbers(pen, scale)
    ends = [_line(pen, scale, curve, at) for at, curve in enumerate(curves)]
    _names(pen, scale, curves, ends)
    return Drawing(title, language, (Page(WIDTH, HEIGHT, pen.turn()),), pen.findings())


def _scale(frame: Frame, curves: Sequence[Curve]) -> Scale:
    totals = [0, *(total for curve in curves for total in curve.totals)]
    step = level_step(max(totals) - min(totals))
    low, high = min(totals) // step * step, -(-max(totals) // step) * step
    steps = max((len(curve.totals) for curve in curves), default=0)
    return Scale(frame, steps, low, high if high > low else low + step)


def level_step(span: int) -> int:
    """A round step that gives five to ten levels."""
    size = 1
    while True:
        for step in STEPS:
            if span <= 8 * step * size:
                return step * size
        size *= 10


def _levels(pen: Pen, scale: Scale) -> None:
    step = level_step(scale.high - scale.low)
    for total in range(scale.low, scale.high + 1, step):
        left, y = scale.at(0, total)
        pen.line((left, y), (scale.frame.right, y), THIN if total == 0 else HAIR, "rule" if total == 0 else "line")
        pen.text(number(total), Frame(6, y - 6, left - 6, y + 6), 8, align="right", colour="quiet")


def _numbers(pen: Pen, scale: Scale) -> None:
    """The deals' numbers below, as many as find room."""
    every = max(1, -(-scale.deals * 14 // int(scale.frame.width)))
    for deal in range(every, scale.deals + 1, every):
        x, _ = scale.at(deal, scale.low)
        pen.line((x, scale.frame.bottom), (x, scale.frame.bottom - 3), HAIR, "quiet")
        pen.text(str(deal), Frame(x - 7, scale.frame.bottom - 16, x + 7, scale.frame.bottom - 4), 8, colour="quiet")


def _phases(pen: Pen, making: Making, scale: Scale, lines: list[Line]) -> None:
    """Phases that follow each other are shaded in turn and named above."""
    sides = [row.side for row in deal_rows(making)[: len(lines)]]
    phases = [(side, len(list(group))) for side, group in groupby(sides)]
    if not 1 < len(phases) <= 4:
        return
    at = 0
    for turn, (side, count) in enumerate(phases):
        left, _ = scale.at(at, scale.low)
        right, _ = scale.at(at + count, scale.low)
        frame = Frame(left, scale.frame.bottom, right, scale.frame.top)
        if turn % 2 == 0:
            pen.fill(frame.polygon)
        above = Frame(left, frame.top + 2, right, frame.top + 16)
        pen.text(making.word(f"sum.{side}"), above, 9, colour="quiet")
        at += count


def _line(pen: Pen, scale: Scale, curve: Curve, look: int) -> Point:
    """A player's line with a mark at every step; gives where it ends."""
    colour, dash, corners = LOOKS[look % len(LOOKS)]
    points = [scale.at(0, 0), *(scale.at(n, total) for n, total in enumerate(curve.totals, 1))]
    for start, end in pairwise(points):
        pen.tinted(start, end, 1.4, colour, dash)
    size = 2.6 if len(curve.totals) <= 20 else 1.6
    for point in points[1:]:
        pen.shape(_mark(point, corners, size), colour)
    return points[-1]


def _mark(centre: Point, corners: int, size: float) -> Polygon:
    """A regular polygon round a point: its corners tell the lines apart where colours do not."""
    x, y = centre
    angles = (2 * pi * k / corners + pi / 2 for k in range(corners))
    return tuple((x + size * cos(a), y + size * sin(a)) for a in angles)


def _names(pen: Pen, scale: Scale, curves: Sequence[Curve], ends: list[Point]) -> None:
    """Each name with its total where the line ends, moved apart where they would meet."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat][1])
    for seat, y in zip(order, _apart([ends[seat][1] for seat in order], NAME * 1.35, scale), strict=True):
        colour, _, corners = LOOKS[seat % len(LOOKS)]
        left = scale.frame.right + 10
        pen.tinted(ends[seat], (left, y), HAIR, colour)
        pen.shape(_mark((left + 5, y), corners, 3), colour)
        total = curves[seat].totals[-1] if curves[seat].totals else 0
        frame = Frame(left + 12, y - NAME * 0.65, WIDTH - 8, y + NAME * 0.65)
        told = f"{curves[seat].name} {number(total)}"
        pen.lines(told, frame, NAME, align="left", face="regular", colour=colour, most=2)


def _apart(heights: list[float], least: float, scale: Scale) -> Iterator[float]:
    """Heights from below upwards, at least so far apart, none above the frame."""
    most = scale.frame.top + TOP / 4 - least * (len(heights) - 1)
    before = None
    for at, height in enumerate(heights):
        placed = min(height, most + least * at)
        before = placed if before is None else max(placed, before + least)
        yield before

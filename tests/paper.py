"""Texts on paper as shapes, for tests: what ink a text covers, and whether it leaves its cell or meets another."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from pathlib import Path

from fontTools.ttLib import TTFont

from kingscore.sheets.shapes import Page, Point, Polygon, Stroke, Text

FONTS = Path(__file__).parents[1] / "templates" / "fonts"
FILES = {"regular": "DejaVuSansCondensed.ttf", "bold": "DejaVuSansCondensed-Bold.ttf"}
#: Ink may touch a line's middle but not cross it; measured in points.
SLACK = 0.35


@cache
def glyphs(face: str) -> dict[int, tuple[float, float, float]]:
    """Width, lowest and highest ink of each character, in parts of the size: read from the font itself."""
    font = TTFont(FONTS / FILES[face])
    shapes, widths, units = font["glyf"], font["hmtx"].metrics, font["head"].unitsPerEm
    found = {}
    for code, name in font.getBestCmap().items():
        shape = shapes[name]
        low, high = (shape.yMin, shape.yMax) if shape.numberOfContours else (0, 0)
        found[code] = (widths[name][0] / units, low / units, high / units)
    return found


def ink(text: Text) -> Polygon:
    """The four corners of what a text covers, as it lies on the page."""
    known = [glyphs(text.face)[ord(char)] for char in text.text]
    wide = sum(width for width, _, _ in known) * text.size * text.squeeze
    low, high = min(low for _, low, _ in known) * text.size, max(high for _, _, high in known) * text.size
    corners = ((0.0, low), (wide, low), (wide, high), (0.0, high))
    return tuple(_turned(corner, text) for corner in corners)


def _turned(point: Point, text: Text) -> Point:
    angle, (x, y) = radians(text.angle), point
    return (text.at[0] + x * cos(angle) - y * sin(angle), text.at[1] + x * sin(angle) + y * cos(angle))


def outside(polygon: Polygon, point: Point) -> float:
    """How far a point lies outside a convex polygon whose corners run counter-clockwise; 0 inside."""
    far = 0.0
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if length:
            far = max(far, ((y2 - y1) * (point[0] - x1) - (x2 - x1) * (point[1] - y1)) / length)
    return far


def leaving(page: Page) -> list[str]:
    """The texts whose ink leaves their cell, and those that have none."""
    return [
        text.text for text in page.texts if not text.within or max(outside(text.within, p) for p in ink(text)) > SLACK
    ]


def meeting(page: Page) -> list[tuple[str, str]]:
    """Pairs of texts whose ink overlaps."""
    shapes = [(text.text, ink(text)) for text in page.texts]
    boxes = [
        (min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p), max(y for _, y in p)) for _, p in shapes
    ]
    found = []
    for i, (one, mine) in enumerate(shapes):
        for j in range(i + 1, len(shapes)):
            if _apart(boxes[i], boxes[j]):
                continue
            if _overlap(mine, shapes[j][1]):
                found.append((one, shapes[j][0]))
    return found


def _apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def _overlap(one: Polygon, other: Polygon) -> bool:
    """True if two convex shapes share more than a touch: no side of either parts them."""
    for polygon, against in ((one, other), (other, one)):
        for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            normal = ((y2 - y1) / (length or 1), (x1 - x2) / (length or 1))
            gaps = [(p[0] - x1) * normal[0] + (p[1] - y1) * normal[1] for p in against]
            if min(gaps) > -SLACK:
                return False
    return True


def struck(page: Page) -> list[str]:
    """The texts whose ink a line runs through, at a line's middle or beyond."""
    shapes = [(text.text, ink(text)) for text in page.texts]
    lines = [(shape.start, shape.end) for shape in page.shapes if isinstance(shape, Stroke)]
    return [text for text, polygon in shapes if any(_through(polygon, *line) for line in lines)]


def _through(polygon: Polygon, start: Point, end: Point) -> bool:
    """True if a line enters a convex shape deeper than the slack: what its sides leave of the line is not empty."""
    low, high = 0.0, 1.0
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if not length:
            return False
        normal = ((y2 - y1) / length, (x1 - x2) / length)
        first = (start[0] - x1) * normal[0] + (start[1] - y1) * normal[1] + SLACK
        last = (end[0] - x1) * normal[0] + (end[1] - y1) * normal[1] + SLACK
        if first > 0 and last > 0:
            return False
        if first > 0 or last > 0:
            at = first / (first - last)
            low, high = (max(low, at), high) if first > 0 else (low, min(high, at))
    return high - low > 1e-9

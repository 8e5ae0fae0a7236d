"""The geometry of the triangles: a player's sector of a regular polygon, cut into rows of cells. It knows no texts.

Every sector is worked out as if it lay at the bottom, its side on the x axis from the middle, its apex above; then it
is turned to its player. Rows are bands along the side; cells are divided at right angles to it, so that all but the
two at a row's ends are true rectangles.
"""

from __future__ import annotations

from math import cos, pi, radians, sin, tan

from kingscore.model.frozen import dataclass
from kingscore.sheets.shapes import Point, Polygon

#: How deep the free middle is, in parts of the apothem.
FREE = {3: 0.2, 4: 0.2, 5: 0.26, 6: 0.3}
#: The share of the depth that the row of running totals takes where it has its own.
TOTALS = {3: 0.38, 4: 0.27, 5: 0.3, 6: 0.3}
#: How far into its row a cell's label stands: there an end cell is as wide as the others.
LABEL_DEPTH = 0.2


@dataclass(frozen=True, slots=True)
class Sector:
    """One of ``sides`` sectors: the distance from the middle to a side, and how deep its cells reach."""

    sides: int
    apothem: float

    @property
    def slope(self) -> float:
        """Half a row's width at distance 1 from the middle."""
        return tan(pi / self.sides)

    @property
    def depth(self) -> float:
        """How far the cells reach from the side towards the middle."""
        return self.apothem * (1 - FREE.get(self.sides, 0.3))

    def half(self, y: float) -> float:
        """Half the sector's width at height y above its side."""
        return self.slope * (self.apothem - y)


@dataclass(frozen=True, slots=True)
class Band:
    """A row of cells: from ``low`` to ``high`` above the side, so many cells."""

    low: float
    high: float
    cells: int

    @property
    def height(self) -> float:
        return self.high - self.low


def cell_width(sector: Sector, band: Band) -> float:
    """How wide the inner cells are, so that an end cell is as wide where its label stands."""
    inner = sector.apothem - band.high
    return 2 * sector.slope * (inner + LABEL_DEPTH * band.height) / band.cells


def bands(sector: Sector, cells: int, totals: int = 0) -> tuple[Band, ...]:
    """The rows of a sector, the outermost first: the totals in a row of their own, the cells in the best split."""
    low = TOTALS.get(sector.sides, 0.3) * sector.depth if totals else 0.0
    outer = (Band(0, low, totals),) if totals else ()
    splits = (_split(sector, cells, rows, low) for rows in range(1, cells + 1))
    return (*outer, *max(splits, key=lambda split: narrowest(sector, split)))


def narrowest(sector: Sector, rows: tuple[Band, ...]) -> float:
    """The shorter side of the smallest cell: the larger it is, the better a split can be written on."""
    return min(min(cell_width(sector, band), band.height) for band in rows)


def _split(sector: Sector, cells: int, rows: int, low: float) -> tuple[Band, ...]:
    """So many rows of equal height; cells go one by one to the row where they stay widest."""
    height = (sector.depth - low) / rows
    counts = [1] * rows
    empty = [Band(low + height * row, low + height * (row + 1), 1) for row in range(rows)]
    for _ in range(cells - rows):
        wider = [cell_width(sector, Band(b.low, b.high, n + 1)) for b, n in zip(empty, counts, strict=True)]
        counts[wider.index(max(wider))] += 1
    return tuple(Band(b.low, b.high, n) for b, n in zip(empty, counts, strict=True))


def dividers(sector: Sector, band: Band) -> tuple[float, ...]:
    """Where a row is divided, from left to right."""
    wide = cell_width(sector, band)
    return tuple((k - band.cells / 2) * wide for k in range(1, band.cells))


def cell_polygon(sector: Sector, band: Band, number: int) -> Polygon:
    """The corners of a row's cell, counter-clockwise from the lower left; the ends follow the sector's edges."""
    at = dividers(sector, band)
    left = None if number == 0 else at[number - 1]
    right = None if number == band.cells - 1 else at[number]
    low, high = sector.half(band.low), sector.half(band.high)
    return (
        (-low if left is None else left, band.low),
        (low if right is None else right, band.low),
        (high if right is None else right, band.high),
        (-high if left is None else left, band.high),
    )


def span(polygon: Polygon, low: float, high: float) -> tuple[float, float]:
    """The x's that a convex polygon has in common at all heights between two."""
    spans = [_across(polygon, y) for y in (low, high)]
    return max(left for left, _ in spans), min(right for _, right in spans)


def _across(polygon: Polygon, y: float) -> tuple[float, float]:
    """Where a horizontal line enters and leaves a convex polygon."""
    found = []
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if y1 == y2:
            if y == y1:
                found += [x1, x2]
        elif min(y1, y2) <= y <= max(y1, y2):
            found.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return (min(found), max(found)) if found else (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Turn:
    """Takes a sector from the bottom to its player: so many degrees round the middle, which lies at ``centre``."""

    centre: Point
    apothem: float
    degrees: float

    def at(self, point: Point) -> Point:
        """A point of the sector as it lies on the page."""
        x, y = point[0], point[1] - self.apothem
        angle = radians(self.degrees)
        return (
            self.centre[0] + x * cos(angle) - y * sin(angle),
            self.centre[1] + x * sin(angle) + y * cos(angle),
        )

    def polygon(self, points: Polygon) -> Polygon:
        return tuple(map(self.at, points))


def extent(sides: int) -> tuple[float, float, float]:
    """How far a regular polygon of apothem 1 with its side at the bottom reaches: sideways, upwards, downwards."""
    radius = 1 / cos(pi / sides)
    corners = [
        (radius * sin(pi / sides + k * 2 * pi / sides), -radius * cos(pi / sides + k * 2 * pi / sides))
        for k in range(sides)
    ]
    return max(abs(x) for x, _ in corners), max(y for _, y in corners), -min(y for _, y in corners)

"""The triangles on paper: a player's sector of a regular polygon each, round a free middle, cut into rows of cells.

Every sector is worked out as if it lay at the bottom, its side on the x axis from the middle, its apex above; then it
is turned to its player. Rows are bands along the side; cells are divided at right angles to it, so that all but the
two at a row's ends are true rectangles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, radians, sin, tan

from kingscore.sheets.canvas import HAIR, HEAVY, THIN, Canvas, TextStyle
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.sheets.players import LABEL, POINTS, RUNNING
from kingscore.sheets.shapes import Frame, Point, Polygon
from kingscore.sheets.text_fit import ASCENT, CAPITALS, DESCENT, Fitted, fit

#: Room outside a side for the player's name.
NAME = 19.0
INSET = 2.6
LABEL_FLOOR = 6.0
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
    crossings = []
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if y1 == y2:
            if y == y1:
                crossings += [x1, x2]
        elif min(y1, y2) <= y <= max(y1, y2):
            crossings.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return (min(crossings), max(crossings)) if crossings else (0.0, 0.0)


def extent(sides: int) -> tuple[float, float, float]:
    """How far a regular polygon of apothem 1 with its side at the bottom reaches: sideways, upwards, downwards."""
    radius = 1 / cos(pi / sides)
    corners = [
        (radius * sin(pi / sides + k * 2 * pi / sides), -radius * cos(pi / sides + k * 2 * pi / sides))
        for k in range(sides)
    ]
    return max(abs(x) for x, _ in corners), max(y for _, y in corners), -min(y for _, y in corners)


@dataclass(frozen=True)
class PlacedSector:
    """A player's sector on the page, turned so many ``degrees`` round the ``centre``, with its rows."""

    canvas: Canvas
    sector: Sector
    centre: Point
    degrees: float
    bands: tuple[Band, ...]
    label: float

    def at(self, point: Point) -> Point:
        """A point of the sector as it lies on the page."""
        x, y = point[0], point[1] - self.sector.apothem
        turned = radians(self.degrees)
        return (
            self.centre[0] + x * cos(turned) - y * sin(turned),
            self.centre[1] + x * sin(turned) + y * cos(turned),
        )

    def put(self, fitted: Fitted, at: Point, style: TextStyle, cell: Polygon) -> None:
        """A fitted text in a cell, begun at a point of its baseline."""
        self.canvas.put(fitted, self.at(at), style, angle=self.degrees, within=tuple(map(self.at, cell)))

    def line(self, start: Point, end: Point, width: float, colour: str = "line") -> None:
        self.canvas.line(self.at(start), self.at(end), width, colour)

    def text(self, text: str, cell: Polygon, low: float, high: float, style: TextStyle) -> None:
        """A text between two heights of a cell, as large as they allow, at most of a size."""
        if not text:
            return
        left, right = span(cell, low, high)
        size = min(style.size, (high - low) / (ASCENT + DESCENT))
        face = self.canvas.fonts.chosen(style.face, text)
        fitted = fit(self.canvas.fonts.face(face), self.canvas.writable(text, face), size, right - left - 2 * INSET, 4)
        x = (left + right - fitted.width) / 2
        base = low + (high - low - CAPITALS * fitted.size) / 2
        self.put(fitted, (x, base), replace(style, face=face), cell)


def draw_triangle(canvas: Canvas, sheet: Sheet, frame: Frame) -> float:
    """All sectors as large as the frame allows; gives the height at which they end below."""
    blocks = [block for block in sheet.blocks if block.seat is not None]
    sides = len(blocks)
    sector = sector_in(sides, frame)
    apothem, (_, up, down) = sector.apothem, extent(sides)
    centre = ((frame.left + frame.right) / 2, frame.top - NAME - up * apothem)
    places = []
    for number, block in enumerate(blocks):
        rows, totals = rows_of(sector, block)
        label = label_size(canvas, sector, rows[1:] if totals else rows, block)
        places.append(PlacedSector(canvas, sector, centre, -360 / sides * number, rows, label))
        _sector(places[-1], block)
    half, inner, depth = sector.half(0), sector.half(sector.depth), sector.depth
    for place in places:
        # The side, the edge towards the next player, and the side of the free middle.
        place.line((-half, 0), (half, 0), HEAVY, "rule")
        place.line((-inner, depth), (inner, depth), HEAVY, "rule")
        place.line((half, 0), (inner, depth), HEAVY, "rule")
    _middle(canvas, sheet, centre, apothem - depth)
    return centre[1] - down * apothem - NAME


def sector_in(sides: int, frame: Frame) -> Sector:
    """The largest sector of so many sides whose polygon, with names round it, lies in a frame."""
    across, up, down = extent(sides)
    return Sector(sides, max(0.0, min((frame.width / 2 - NAME) / across, (frame.height - 2 * NAME) / (up + down))))


def rows_of(sector: Sector, block: Block) -> tuple[tuple[Band, ...], int]:
    """The rows of a player's sector, and how many cells of running totals the first one has."""
    totals = sum(cell.row == POINTS for cell in block.cells) if block.rows == 2 else 0
    return bands(sector, len(block.columns) - totals, totals), totals


def smallest_cell(sheet: Sheet, frame: Frame) -> float:
    """The shorter side of the smallest cell that a frame allows."""
    blocks = [block for block in sheet.blocks if block.seat is not None]
    rows, totals = rows_of(sector_in(len(blocks), frame), blocks[0])
    return narrowest(sector_in(len(blocks), frame), rows[1:] if totals else rows)


def label_span(band: Band, dealt: bool) -> tuple[float, float]:
    """Between which heights a cell's label stands: at the inner edge over the numbers of a deal, else in the middle."""
    tall = band.height
    if dealt:
        label = min(14.0, tall * 0.25)
        return band.high - label - tall * 0.05, band.high - tall * 0.05
    middle, half = (band.low + band.high) / 2, min(8.5, tall * 0.21)
    return middle - half, middle + half


def label_size(canvas: Canvas, sector: Sector, rows: tuple[Band, ...], block: Block) -> float:
    """A size at which nearly every label of a sector fits, so that they look alike; the longest are made smaller."""
    labels = [cell.text for cell in block.cells if cell.row == LABEL]
    sizes: list[float] = []
    for band in rows:
        low, high = label_span(band, block.rows == 3)
        for number in range(band.cells):
            left, right = span(cell_polygon(sector, band, number), low, high)
            most = (high - low) / (ASCENT + DESCENT)
            label = labels[len(sizes)]
            face = canvas.fonts.face(canvas.fonts.chosen("regular", label))
            sizes.append(fit(face, label, most, right - left - 2 * INSET, 4).size)
    return max(sorted(sizes)[len(sizes) // 4], LABEL_FLOOR)


def _sector(place: PlacedSector, block: Block) -> None:
    """A player's name outside his side, a line to write it on while he has none; his cells, the outermost row first."""
    half = place.sector.half(0)
    if block.title:
        outside = ((-half, -NAME), (half, -NAME), (half, -3), (-half, -3))
        place.text(block.title, outside, -NAME + 1, -3, TextStyle(face="bold"))
    else:
        place.line((-half / 3, -NAME + 4), (half / 3, -NAME + 4), HAIR)
    columns = [[cell for cell in block.cells if cell.column == at] for at in range(len(block.columns))]
    if block.rows == 2:
        totals = place.bands[0].cells
        columns = [*columns[-totals:], *columns[:-totals]]
    at = 0
    for band in place.bands:
        for number in range(band.cells):
            _cell(place, band, cell_polygon(place.sector, band, number), columns[at], block)
            at += 1
        half = place.sector.half(band.high)
        place.line((-half, band.high), (half, band.high), HAIR)
        for x in dividers(place.sector, band):
            place.line((x, band.low), (x, band.high), HAIR)


def _cell(place: PlacedSector, band: Band, polygon: Polygon, cells: list[Cell], block: Block) -> None:
    """A deal's label, points and running total, or a contract that may be declared, or a running total."""
    by_row = {cell.row: cell for cell in cells}
    if block.rows == 2:
        if POINTS in by_row:
            _totals(place, band, polygon, by_row[LABEL], by_row[POINTS])
        else:
            _contract(place, band, polygon, by_row[LABEL])
        return
    low, tall = band.low, band.height
    under, over = label_span(band, dealt=True)
    place.text(by_row[LABEL].shown, polygon, under, over, TextStyle(place.label, colour="quiet"))
    points, running = by_row[POINTS], by_row[RUNNING]
    under, over = low + tall * 0.38, low + tall * 0.38 + min(19, tall * 0.3)
    place.text(points.shown, polygon, under, over, TextStyle(colour=_colour(points)))
    under, over = low + tall * 0.05, low + tall * 0.05 + min(24, tall * 0.35)
    place.text(running.shown, polygon, under, over, TextStyle(face="bold", colour=_colour(running)))


def _colour(cell: Cell) -> str:
    return "quiet" if cell.tone == "out" else cell.tone or "ink"


def _contract(place: PlacedSector, band: Band, polygon: Polygon, cell: Cell) -> None:
    """The contract's name in the middle of its cell, which is crossed out once it was declared."""
    under, over = label_span(band, dealt=False)
    style = TextStyle(place.label, colour="quiet" if cell.crossed else "ink")
    place.text(cell.text, polygon, under, over, style)
    if not cell.crossed:
        return
    inset = band.height * 0.14
    low, high = band.low + inset, band.high - inset
    left, right = span(polygon, low, high)
    place.line((left + inset, low), (right - inset, high), THIN, "rule")
    place.line((left + inset, high), (right - inset, low), THIN, "rule")


def _totals(place: PlacedSector, band: Band, polygon: Polygon, label: Cell, total: Cell) -> None:
    """The running total of one side: label above, then the numbers as they were written, in lines from the top, the
    newest larger at the end, the older struck through; where they do not all fit, the oldest go."""
    tall = min(11.5, band.height * 0.22)
    top = band.high - band.height * 0.04
    place.text(label.text, polygon, top - tall, top, TextStyle(colour="quiet"))
    if total.number is None:
        return
    low, high = band.low + band.height * 0.05, top - tall
    big = min(19.0, (high - low) * 0.48)
    place.text(total.shown, polygon, low, low + big, TextStyle(face="bold", colour=_colour(total)))
    small = min(9.5, (high - low - big) / 2)
    if small < 4.5:
        return
    size, gap, older = small / (ASCENT + DESCENT), small * 0.45, list(total.older)
    for row in range(int((high - low - big) / small)):
        bottom = low + big + row * small
        left, right = span(polygon, bottom, bottom + small)
        line: list[Fitted] = []
        while older:
            widest = right - left - 2 * INSET - sum(number.width + gap for number in line) - gap
            number = fit(place.canvas.fonts.regular, older[-1], size, 1000)
            if number.width > widest:
                break
            older.pop()
            line.insert(0, number)
        x = (left + right - sum(number.width + gap for number in line) + gap) / 2
        for number in line:
            _struck(place, polygon, (x, bottom + DESCENT * size), number)
            x += number.width + gap


def _struck(place: PlacedSector, polygon: Polygon, at: Point, number: Fitted) -> None:
    """A number that is struck through, begun at a point of its baseline."""
    place.put(number, at, TextStyle(colour="quiet"), polygon)
    x, middle = at[0], at[1] + number.size * CAPITALS / 2
    place.line((x - 1, middle), (x + number.width + 1, middle), THIN, "quiet")


def _middle(canvas: Canvas, sheet: Sheet, centre: Point, room: float) -> None:
    """A king in the free middle, and the date below it."""
    x, y = centre
    size = min(30.0, room * 0.8)
    canvas.text("♚", Frame(x - size, y - size * 0.45, x + size, y + size * 0.75), TextStyle(size))
    if sheet.date_shown:
        half = room * 0.62
        canvas.text(
            sheet.date_shown,
            Frame(x - half, y - room * 0.62, x + half, y - room * 0.32),
            TextStyle(7.5, colour="quiet"),
        )

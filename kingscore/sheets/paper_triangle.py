"""The triangles on paper: sectors round a free middle, each turned to its player, totals and signatures below."""

from __future__ import annotations

from kingscore.model.frozen import dataclass
from kingscore.sheets.canvas import HAIR, HEAVY, THIN, Pen
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.sheets.sector import Band, Sector, Turn, bands, cell_polygon, dividers, extent, narrowest, span
from kingscore.sheets.shapes import Frame, Point, Polygon
from kingscore.sheets.text_fit import ASCENT, CAPITALS, DESCENT, Face, fit
from kingscore.sheets.triangle import LABEL, POINTS, RUNNING

#: Room outside a side for the player's name.
NAME = 19.0
INSET = 2.6
LABEL_FLOOR = 6.0


@dataclass(frozen=True)
class Place:
    """A player's sector on the page, with its rows."""

    pen: Pen
    sector: Sector
    turn: Turn
    bands: tuple[Band, ...]
    label: float = 14.0

    def line(self, start: Point, end: Point, width: float, colour: str = "line") -> None:
        self.pen.line(self.turn.at(start), self.turn.at(end), width, colour)

    def text(
        self,
        text: str,
        cell: Polygon,
        low: float,
        high: float,
        *,
        face: str = "regular",
        colour: str = "ink",
        size: float = 99,
    ) -> None:
        """A text between two heights of a cell, as large as they allow, at most of a size."""
        if not text:
            return
        left, right = span(cell, low, high)
        size = min(size, (high - low) / (ASCENT + DESCENT))
        face = self.pen.fonts.chosen(face, text)
        fitted = fit(self.pen.fonts.face(face), self.pen.writable(text, face), size, right - left - 2 * INSET, 4)
        x = (left + right - fitted.width) / 2
        base = low + (high - low - CAPITALS * fitted.size) / 2
        within = self.turn.polygon(cell)
        self.pen.put(fitted, self.turn.at((x, base)), face, colour, angle=self.turn.degrees, within=within)


def draw_triangle(pen: Pen, sheet: Sheet, frame: Frame) -> float:
    """All sectors as large as the frame allows; gives the height at which they end below."""
    blocks = [block for block in sheet.blocks if block.seat is not None]
    sides = len(blocks)
    sector = sector_in(sides, frame)
    apothem, (_, up, down) = sector.apothem, extent(sides)
    centre = ((frame.left + frame.right) / 2, frame.top - NAME - up * apothem)
    for number, block in enumerate(blocks):
        rows, totals = rows_of(sector, block)
        label = label_size(pen, sector, rows[1:] if totals else rows, block)
        _sector(Place(pen, sector, Turn(centre, apothem, -360 / sides * number), rows, label), block)
    for number in range(sides):
        _outline(Place(pen, sector, Turn(centre, apothem, -360 / sides * number), ()))
    _middle(pen, sheet, centre, apothem - sector.depth)
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


def label_size(pen: Pen, sector: Sector, rows: tuple[Band, ...], block: Block) -> float:
    """A size at which nearly every label of a sector fits, so that they look alike; the longest are made smaller."""
    labels = [cell.text for cell in block.cells if cell.row == LABEL]
    sizes: list[float] = []
    for band in rows:
        low, high = label_span(band, block.rows == 3)
        for number in range(band.cells):
            left, right = span(cell_polygon(sector, band, number), low, high)
            most = (high - low) / (ASCENT + DESCENT)
            label = labels[len(sizes)]
            face = pen.fonts.face(pen.fonts.chosen("regular", label))
            sizes.append(fit(face, label, most, right - left - 2 * INSET, 4).size)
    return max(sorted(sizes)[len(sizes) // 4], LABEL_FLOOR)


def _sector(place: Place, block: Block) -> None:
    """A player's name outside his side, a line to write it on while he has none; his cells, the outermost row first."""
    _name(place, block.title)
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


def _name(place: Place, name: str) -> None:
    half = place.sector.half(0)
    if not name:
        place.line((-half / 3, -NAME + 4), (half / 3, -NAME + 4), HAIR)
        return
    outside = ((-half, -NAME), (half, -NAME), (half, -3), (-half, -3))
    place.text(name, outside, -NAME + 1, -3, face="bold")


def _cell(place: Place, band: Band, polygon: Polygon, cells: list[Cell], block: Block) -> None:
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
    place.text(by_row[LABEL].shown, polygon, under, over, colour="quiet", size=place.label)
    points, running = by_row[POINTS], by_row[RUNNING]
    place.text(
        points.shown, polygon, low + tall * 0.38, low + tall * 0.38 + min(19, tall * 0.3), colour=_colour(points)
    )
    place.text(
        running.shown,
        polygon,
        low + tall * 0.05,
        low + tall * 0.05 + min(24, tall * 0.35),
        face="bold",
        colour=_colour(running),
    )


def _colour(cell: Cell) -> str:
    return "quiet" if cell.tone == "out" else cell.tone or "ink"


def _contract(place: Place, band: Band, polygon: Polygon, cell: Cell) -> None:
    """The contract's name in the middle of its cell, which is crossed out once it was declared."""
    under, over = label_span(band, dealt=False)
    place.text(cell.text, polygon, under, over, colour="quiet" if cell.crossed else "ink", size=place.label)
    if not cell.crossed:
        return
    inset = band.height * 0.14
    low, high = band.low + inset, band.high - inset
    left, right = span(polygon, low, high)
    place.line((left + inset, low), (right - inset, high), THIN, "rule")
    place.line((left + inset, high), (right - inset, low), THIN, "rule")


def _totals(place: Place, band: Band, polygon: Polygon, label: Cell, total: Cell) -> None:
    """The running total of one side: label above, then the numbers as they were written, the older struck through."""
    tall = min(11.5, band.height * 0.22)
    top = band.high - band.height * 0.04
    place.text(label.text, polygon, top - tall, top, colour="quiet")
    if total.number is None:
        return
    _written(place, polygon, band.low + band.height * 0.05, top - tall, total)


def _written(place: Place, polygon: Polygon, low: float, high: float, total: Cell) -> None:
    """Numbers in lines from the top, the newest larger at the end; where they do not all fit, the oldest go."""
    big = min(19.0, (high - low) * 0.48)
    place.text(total.shown, polygon, low, low + big, face="bold", colour=_colour(total))
    small = min(9.5, (high - low - big) / 2)
    if small < 4.5 or not total.struck:
        return
    rows = int((high - low - big) / small)
    face, size, gap = place.pen.fonts.regular, small / (ASCENT + DESCENT), small * 0.45
    older = list(total.older)
    for row in range(rows):
        bottom = low + big + row * small
        left, right = span(polygon, bottom, bottom + small)
        line: list[str] = []
        while older and _line_width(face, [*line, older[-1]], size, gap) <= right - left - 2 * INSET:
            line.insert(0, older.pop())
        _struck_line(place, polygon, bottom, (left + right) / 2, line, size, gap)


def _line_width(face: Face, numbers: list[str], size: float, gap: float) -> float:
    return sum(face.width(number, size) + gap for number in numbers)


def _struck_line(
    place: Place, polygon: Polygon, bottom: float, middle: float, numbers: list[str], size: float, gap: float
) -> None:
    face = place.pen.fonts.regular
    x = middle - (_line_width(face, numbers, size, gap) - gap) / 2
    base = bottom + DESCENT * size
    for number in numbers:
        fitted = fit(face, number, size, 1000)
        at = place.turn.at((x, base))
        within = place.turn.polygon(polygon)
        place.pen.put(fitted, at, "regular", "quiet", angle=place.turn.degrees, within=within)
        level = base + size * CAPITALS / 2
        place.line((x - 1, level), (x + fitted.width + 1, level), THIN, "quiet")
        x += fitted.width + gap


def _outline(place: Place) -> None:
    """The side, the edge towards the next player, and the side of the free middle."""
    sector = place.sector
    half, inner = sector.half(0), sector.half(sector.depth)
    place.line((-half, 0), (half, 0), HEAVY, "rule")
    place.line((-inner, sector.depth), (inner, sector.depth), HEAVY, "rule")
    place.line((half, 0), (inner, sector.depth), HEAVY, "rule")


def _middle(pen: Pen, sheet: Sheet, centre: Point, room: float) -> None:
    """A king in the free middle, and the date below it."""
    x, y = centre
    size = min(30.0, room * 0.8)
    pen.text("♚", Frame(x - size, y - size * 0.45, x + size, y + size * 0.75), size)
    if sheet.date_shown:
        half = room * 0.62
        pen.text(sheet.date_shown, Frame(x - half, y - room * 0.62, x + half, y - room * 0.32), 7.5, colour="quiet")

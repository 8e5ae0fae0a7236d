"""A sheet drawn on pages: title, blocks, signatures, several blank sheets on a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from kingscore.model.findings import Refused, finding
from kingscore.sheets.canvas import HAIR, HEAVY, THIN, Canvas, TextStyle
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.sheets.draw_triangle import draw_triangle, smallest_cell
from kingscore.sheets.shapes import MM, Drawing, Fill, Frame, Page, Shape, Stroke
from kingscore.sheets.text_fit import LEADING, NARROWED, Fonts, Room, fit_lines

SIGNATURES, FACTS = 34.0, 34.0
#: Room round the table of where the players stand.
AROUND = 20.0
#: The smallest cell that a number can be written into, 5 mm.
CELL = 14.0
#: With fewer rows on a page a grid is no grid.
FEWEST = 4
#: So much wider than high, a frame has the standing beside the triangles.
BESIDE = 1.1
#: The gap between two personal grids.
BETWEEN = 12.0
#: Heights of a row in points: the least that can be read, and the most that is of use.
LEAST, MOST = 9.5, 34.0
PAD = 2.4
NAME_SIZE, HEAD_SIZE = 9.5, 7.5
#: How wide a bold digit or sign is in parts of its size, and the narrowest column that holds a printed number.
DIGIT, COLUMN = 0.84, 13.0
#: A longer label may stand on two lines.
LONG = 12
#: The smallest letters of a role, else 4 points.
_FLOOR = {"mark": 6.0}
#: How large the text of a role is beside the others.
_SCALE = {"mark": 0.86, "must": 0.8, "sum": 0.86, "total": 1.15}


class TooNarrow(Exception):
    """A number does not fit its cell: cut off it would be another one."""


def draw(sheet: Sheet, fonts: Fonts) -> Drawing:
    """The sheet on as many pages as it needs; a blank one as often on each as its template asks.

    Refused, status 2: R916 where the paper is too small for it.
    """
    canvas = Canvas(fonts, sheet.template)
    width, height = sheet.template.size
    frames = page_frames(sheet, width, height)
    drawn = {"grid": _grid, "triangle": _triangle, "personal": _personal}[sheet.layout]
    try:
        shapes_of_pages = drawn(canvas, sheet, frames[0])
    except TooNarrow:
        raise _too_small(sheet) from None
    pages = []
    for shapes in shapes_of_pages:
        copies = _copies(shapes, frames[0], frames)
        if len(frames) > 1:
            copies += _cut_marks(canvas, width, height, len(frames))
        pages.append(Page(width, height, tuple(copies)))
    return Drawing(sheet.title, sheet.language, tuple(pages), canvas.findings())


def page_frames(sheet: Sheet, width: float, height: float) -> tuple[Frame, ...]:
    """The parts of a page that a sheet is drawn in: all of it, halves or quarters, each less its margin."""
    parts = page_parts(sheet, width, height)
    margin = sheet.template.margin * MM * (1 if len(parts) == 1 else 0.6)
    return tuple(part.inset(margin) for part in parts)


def page_parts(sheet: Sheet, width: float, height: float) -> tuple[Frame, ...]:
    """The parts into which a page is cut."""
    count = sheet.template.per_page if sheet.blank else 1
    across, down = {1: (1, 1), 2: (1, 2) if height > width else (2, 1), 4: (2, 2)}[count]
    w, h = width / across, height / down
    return tuple(
        Frame(w * column, height - h * (row + 1), w * (column + 1), height - h * row)
        for row in range(down)
        for column in range(across)
    )


def on_each_part(sheet: Sheet, card: Callable[[tuple[float, float]], tuple[Page, ...]]) -> tuple[Page, ...]:
    """Pages for the back of a sheet: on each part that is cut out the whole card, which is made for paper of its size
    (width and height in points)."""
    width, height = sheet.template.size
    parts = page_parts(sheet, width, height)
    origin = Frame(0, 0, parts[0].width, parts[0].height)
    cards = card((origin.width, origin.height))
    return tuple(Page(width, height, tuple(_copies(page.shapes, origin, parts))) for page in cards)


def _copies(shapes: tuple[Shape, ...], first: Frame, frames: tuple[Frame, ...]) -> list[Shape]:
    """What was drawn in one frame, in each of these."""
    return [shape for frame in frames for shape in moved(shapes, frame.left - first.left, frame.bottom - first.bottom)]


def moved(shapes: tuple[Shape, ...], right: float, up: float) -> list[Shape]:
    """The same shapes at another place."""
    if not right and not up:
        return [*shapes]

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] + right, point[1] + up)

    out: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Stroke):
            out.append(replace(shape, start=at(shape.start), end=at(shape.end)))
        elif isinstance(shape, Fill):
            out.append(replace(shape, points=tuple(map(at, shape.points))))
        else:
            out.append(replace(shape, at=at(shape.at), within=tuple(map(at, shape.within))))
    return out


def _cut_marks(canvas: Canvas, width: float, height: float, count: int) -> tuple[Shape, ...]:
    """Dashed lines to cut along, with scissors at their ends."""
    if count == 4 or height > width:
        canvas.line((0, height / 2), (width, height / 2), HAIR, "quiet", 3)
        canvas.text("✂", Frame(6, height / 2 - 6, 18, height / 2 + 6), TextStyle(10, colour="quiet"))
    if count == 4 or height <= width:
        canvas.line((width / 2, 0), (width / 2, height), HAIR, "quiet", 3)
        canvas.text("✂", Frame(width / 2 - 6, 6, width / 2 + 6, 18), TextStyle(10, colour="quiet"))
    return canvas.take_page()


def _grid(canvas: Canvas, sheet: Sheet, frame: Frame) -> list[tuple[Shape, ...]]:
    block = sheet.blocks[0]
    pages: list[tuple[Shape, ...]] = []
    row = block.head
    _roomy(sheet, column_width(block, frame, "points"), COLUMN)
    while row < block.rows or not pages:
        top = heading(canvas, sheet, frame)
        foot = closing_height(sheet)
        _roomy(
            sheet, top - frame.bottom - foot, FEWEST * LEAST + head_height(canvas, block, column_edges(block, frame))
        )
        inner = Frame(frame.left, frame.bottom + foot, frame.right, top)
        row, bottom = draw_rows(canvas, lay_rows(canvas, block, inner), row)
        if row >= block.rows:
            closing(canvas, sheet, Frame(frame.left, frame.bottom, frame.right, bottom))
        pages.append(canvas.take_page())
    return pages


def heading(canvas: Canvas, sheet: Sheet, frame: Frame) -> float:
    """The title and the line below it; gives the height at which they end."""
    large = min(19.0, frame.width / 18)
    title = Frame(frame.left, frame.top - large * 1.3, frame.right, frame.top)
    canvas.text(sheet.title, title, TextStyle(large, face="bold"), floor=8)
    if not sheet.subtitle:
        return title.bottom - large * 0.35
    size = max(5.5, large * 0.42)
    written = canvas.writable(sheet.subtitle)
    rows = 2 if canvas.fonts.regular.width(written, size) > frame.width * 1.1 else 1
    below = Frame(frame.left, title.bottom - size * 1.75 * rows, frame.right, title.bottom)
    canvas.lines(sheet.subtitle, below, TextStyle(size, colour="quiet"), rows)
    return below.bottom - large * 0.35


def signatures(canvas: Canvas, sheet: Sheet, frame: Frame) -> None:
    """A line to sign on for each player, his name below it."""
    gap = 14.0
    wide = (frame.width - gap * (len(sheet.signatures) - 1)) / len(sheet.signatures)
    for seat, name in enumerate(sheet.signatures):
        left = frame.left + seat * (wide + gap)
        canvas.line((left, frame.bottom + 10), (left + wide, frame.bottom + 10), HAIR, "quiet")
        canvas.text(name, Frame(left, frame.bottom, left + wide, frame.bottom + 9), TextStyle(6.5, colour="quiet"))


def _triangle(canvas: Canvas, sheet: Sheet, frame: Frame) -> list[tuple[Shape, ...]]:
    """The sectors; below them, or beside them where the paper is wide, where the players stand and the signatures."""
    top = heading(canvas, sheet, frame)
    inner = Frame(frame.left, frame.bottom, frame.right, top)
    if inner.width > inner.height * BESIDE:
        middle = frame.left + min(inner.width * 0.62, inner.height * 1.08)
        place, rest = replace(inner, right=middle), Frame(middle + 8, frame.bottom, frame.right, top - 10)
    else:
        place, rest = replace(inner, bottom=frame.bottom + standing_height(sheet, inner) + closing_height(sheet)), None
    _roomy(sheet, smallest_cell(sheet, place), CELL)
    bottom = draw_triangle(canvas, sheet, place)
    standing(canvas, sheet, rest or replace(frame, top=bottom))
    return [canvas.take_page()]


def _roomy(sheet: Sheet, room: float, least: float) -> None:
    """Refused, status 2: R916 where nothing could be written."""
    if room < least:
        raise _too_small(sheet)


def _too_small(sheet: Sheet) -> Refused:
    template = sheet.template
    fault = finding(
        "R916",
        "several" if sheet.blank and template.per_page > 1 else "",
        layout=sheet.layout,
        paper=template.paper,
        orientation=template.orientation,
        count=template.per_page,
    )
    return Refused(fault, status=2)


def _personal(canvas: Canvas, sheet: Sheet, frame: Frame) -> list[tuple[Shape, ...]]:
    """The players' grids below each other, then where they stand; on more pages where one is too small for them."""
    grids = tuple(block for block in sheet.blocks if block.kind == "personal")
    top = heading(canvas, sheet, frame)
    canvas.take_page()
    below, room = standing_height(sheet, frame) + closing_height(sheet), top - frame.bottom
    block = grids[0]
    each = head_height(canvas, block, column_edges(block, frame)) + LEAST * (block.rows - block.head) + BETWEEN
    _roomy(sheet, column_width(block, frame, "contract"), COLUMN)
    _roomy(sheet, room, max(each, below))
    pages: list[tuple[Shape, ...]] = []
    shares = _shared(grids, room, each, below)
    for number, share in enumerate(shares, 1):
        low = heading(canvas, sheet, frame)
        last = number == len(shares)
        high = (top - (frame.bottom + below * last)) / max(1, len(share))
        for grid in share:
            inner = Frame(frame.left, low - high + BETWEEN, frame.right, low)
            _, bottom = draw_rows(canvas, lay_rows(canvas, grid, inner), grid.head)
            low = bottom - BETWEEN
        if last:
            standing(canvas, sheet, Frame(frame.left, frame.bottom, frame.right, low))
        pages.append(canvas.take_page())
    return pages


def _shared(grids: tuple[Block, ...], room: float, each: float, below: float) -> tuple[tuple[Block, ...], ...]:
    """The grids on as few pages as hold them, evenly; the last page has so much room left ``below``."""
    for count in range(1, len(grids) + 1):
        size = -(-len(grids) // count)
        pages = tuple(grids[at : at + size] for at in range(0, len(grids), size))
        if size * each <= room and len(pages[-1]) * each + below <= room:
            return pages
    most = max(1, int(room // each))
    return (*(grids[at : at + most] for at in range(0, len(grids), most)), ())


def standing_height(sheet: Sheet, frame: Frame) -> float:
    """The room for where the players stand: rows as high as the paper allows, lower for a quarter of a page."""
    return AROUND + 16.0 + min(20.0, max(11.0, frame.height / 36)) * (_standing(sheet).rows - 1)


def _standing(sheet: Sheet) -> Block:
    return next(block for block in sheet.blocks if block.kind == "standing")


def standing(canvas: Canvas, sheet: Sheet, frame: Frame) -> None:
    """Where the players stand, in the upper part of a frame, and what closes the sheet below."""
    block = _standing(sheet)
    wide = min(frame.width, 400.0)
    left = frame.left + (frame.width - wide) / 2
    high = min(frame.height - closing_height(sheet) - 12, 24.0 * block.rows)
    inner = Frame(left, frame.top - 8 - high, left + wide, frame.top - 8)
    _, bottom = draw_rows(canvas, lay_rows(canvas, block, inner), block.head)
    closing(canvas, sheet, Frame(frame.left, frame.bottom, frame.right, bottom))


def closing_height(sheet: Sheet) -> float:
    """The room that payments and signatures need."""
    return FACTS * len(sheet.facts) + (SIGNATURES if sheet.signatures else 0)


def closing(canvas: Canvas, sheet: Sheet, frame: Frame) -> None:
    """Payments below the table, then the signatures, not far below."""
    top = frame.top - 4
    for fact in sheet.facts:
        row = Frame(frame.left, top - FACTS + 8, frame.right, top)
        canvas.lines(f"{fact.title}: {fact.text}", row, TextStyle(9), 3)
        top = row.bottom - 4
    if sheet.signatures:
        at = max(frame.bottom, top - 2.4 * SIGNATURES)
        signatures(canvas, sheet, Frame(frame.left, at, frame.right, at + SIGNATURES))


@dataclass(frozen=True)
class PlacedBlock:
    """A block laid on a frame: where its columns begin (and the last one ends), how high rows and head are."""

    block: Block
    frame: Frame
    edges: tuple[float, ...]
    row: float
    head: float
    head_size: float = 7.5

    @property
    def size(self) -> float:
        """The size of the text in a row."""
        return min(11.0, max(9.5, self.row * 0.36), self.row * 0.58)

    def below(self, row: int, top: float) -> float:
        """Where a row ends that begins at a height."""
        return top - (self.head if row == 0 else self.row)

    def cell(self, cell: Cell, top: float) -> Frame:
        """The frame of a cell whose row begins at a height."""
        height = self.head if cell.row == 0 and self.block.head else self.row * cell.rows
        return Frame(self.edges[cell.column], top - height, self.edges[cell.column + cell.columns], top)


def column_edges(block: Block, frame: Frame) -> tuple[float, ...]:
    """Where the columns begin, from left to right, and where the last one ends: by their shares, but that the others
    make room for a column whose numbers would else be cut off."""
    total = sum(column.share for column in block.columns)
    shares = [frame.width * column.share / total for column in block.columns]
    least = [0.0] * len(block.columns)
    for cell in block.cells:
        if cell.number is not None and cell.columns == 1:
            # Its number stands whole in the smallest letters.
            width = len(cell.shown) * DIGIT * _FLOOR.get(cell.role, 4.0) * NARROWED + 2 * PAD
            least[cell.column] = max(least[cell.column], width)
    for at, column in enumerate(block.columns):
        if column.holds == "points":
            least[at] = max(least[at], min(shares[at], COLUMN))
    missing = sum(max(0.0, need - share) for need, share in zip(least, shares, strict=True))
    spare = sum(max(0.0, share - need) for need, share in zip(least, shares, strict=True))
    given = min(1.0, missing / spare) if spare else 0.0
    edges = [frame.left]
    for need, share in zip(least, shares, strict=True):
        edges.append(edges[-1] + (need if share < need and spare else share - (share - need) * given))
    return (*edges[:-1], frame.right)


def column_width(block: Block, frame: Frame, holds: str) -> float:
    """How wide the narrowest column is that holds such cells."""
    edges = column_edges(block, frame)
    return min(edges[at + 1] - edges[at] for at, column in enumerate(block.columns) if column.holds == holds)


def rows_per_page(block: Block, frame: Frame, head: float) -> int:
    """How many rows below the head fit on a page."""
    return max(1, int((frame.height - head) / LEAST))


def lay_rows(canvas: Canvas, block: Block, frame: Frame) -> PlacedBlock:
    """How high the rows become: as many as there are share the frame, within what is readable and of use."""
    edges = column_edges(block, frame)
    head = head_height(canvas, block, edges)
    count = min(block.rows - block.head, rows_per_page(block, frame, head))
    row = min(MOST, (frame.height - head) / count)
    return PlacedBlock(block, frame, edges, row, head, head_size(canvas, block, edges, head))


def head_size(canvas: Canvas, block: Block, edges: tuple[float, ...], height: float) -> float:
    """The size at which every title of a column fits, so that they all look alike."""
    size = HEAD_SIZE
    for cell in block.in_row(0):
        if cell.role == "head" and cell.text:
            room = edges[cell.column + cell.columns] - edges[cell.column] - 2 * PAD
            within = Room(room, height - 1.2, head_lines(cell.text))
            lines = fit_lines(canvas.bold(cell.text), canvas.writable(cell.text, "bold"), HEAD_SIZE, within)
            size = min(size, *(line.size for line in lines))
    return max(size, 5.0)


def head_height(canvas: Canvas, block: Block, edges: tuple[float, ...]) -> float:
    """The height that the longest name of the head asks for."""
    height = 18.0
    for cell in block.in_row(0):
        if cell.text:
            room = edges[cell.column + cell.columns] - edges[cell.column] - 2 * PAD
            size, most = (HEAD_SIZE, head_lines(cell.text)) if cell.role == "head" else (NAME_SIZE, 4)
            lines = fit_lines(canvas.bold(cell.text), canvas.writable(cell.text, "bold"), size, Room(room, 60, most))
            height = max(height, len(lines) * lines[0].size * LEADING + 6)
    return height


def head_lines(title: str) -> int:
    """On how many lines a column's title may stand: no word of it is broken."""
    return min(3, len(title.split()))


def draw_rows(canvas: Canvas, placed: PlacedBlock, first: int) -> tuple[int, float]:
    """Draws the head and the rows from ``first`` on, as many as fit; gives the first row that is left, and how low
    they reach."""
    last = min(placed.block.rows, first + rows_per_page(placed.block, placed.frame, placed.head))
    heights = {0: placed.frame.top}
    for at, row in enumerate(range(first, last)):
        heights[row] = placed.frame.top - placed.head - at * placed.row
    bottom = placed.frame.top - placed.head - (last - first) * placed.row
    cells = [cell for cell in placed.block.cells if cell.row in heights]
    for cell in cells:
        sums = cell.role in ("sums", "total") and placed.block.kind == "grid"
        if cell.role in ("head", "name") or sums:
            canvas.fill(placed.cell(cell, heights[cell.row]).polygon)
    _rules(canvas, placed, heights, bottom)
    for cell in cells:
        _write(canvas, placed, placed.cell(cell, heights[cell.row]), cell)
    return last, bottom


def _rules(canvas: Canvas, placed: PlacedBlock, heights: dict[int, float], bottom: float) -> None:
    """Lines below rows, between columns, and the frame."""
    frame = placed.frame
    for row, top in heights.items():
        below = placed.below(row, top)
        ruled = row in placed.block.ruled
        canvas.line((frame.left, below), (frame.right, below), THIN if ruled else HAIR, "rule" if ruled else "line")
    for row, top in heights.items():
        below = placed.below(row, top)
        cells = placed.block.in_row(row)
        inner = {at for at, column in enumerate(placed.block.columns) if column.holds == "running"}
        starts = {cell.column for cell in cells} | {cell.column + cell.columns for cell in cells}
        for at in sorted(starts - inner - {0, len(placed.block.columns)}):
            canvas.line((placed.edges[at], top), (placed.edges[at], below), HAIR)
        empty = {cell.column for cell in cells if cell.role == "running" and not cell.shown}
        for at in sorted(empty):
            canvas.line((placed.edges[at], top - 2), (placed.edges[at], below + 2), HAIR, "line", 1.2)
    canvas.box(Frame(frame.left, bottom, frame.right, frame.top), HEAVY)


def _write(canvas: Canvas, placed: PlacedBlock, frame: Frame, cell: Cell) -> None:
    inner = frame.inset(PAD, 0.6)
    if cell.role == "name":
        canvas.lines(cell.text, inner, TextStyle(NAME_SIZE, face="bold"))
        return
    if cell.role == "head":
        style = TextStyle(placed.head_size, face="bold", colour="quiet")
        canvas.lines(cell.text, inner, style, head_lines(cell.text))
        if cell.crossed:
            canvas.line((frame.left + PAD, frame.bottom + PAD), (frame.right - PAD, frame.top - PAD), THIN, "rule")
            canvas.line((frame.left + PAD, frame.top - PAD), (frame.right - PAD, frame.bottom + PAD), THIN, "rule")
        return
    size, align = placed.size * _SCALE.get(cell.role, 1), placed.block.align(cell)
    if cell.role == "label" and len(cell.text) > LONG:
        canvas.lines(cell.text, inner, TextStyle(size, align, colour=_colour(cell)), 2)
        return
    text = f"≠ {cell.shown}" if cell.role == "sum" and cell.tone == "wrong" else cell.shown
    strong = cell.role in ("running", "sums", "total") or cell.tone == "wrong"
    style = TextStyle(size, align, "bold" if strong else "regular", _colour(cell))
    whole = canvas.text(text, inner, style, _FLOOR.get(cell.role, 4.0))
    if not whole and cell.number is not None:
        raise TooNarrow(text)


def _colour(cell: Cell) -> str:
    if cell.tone == "out" or cell.role in ("mark", "must", "place"):
        return "quiet"
    return cell.tone or ("quiet" if cell.role == "sum" else "ink")

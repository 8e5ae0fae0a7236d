"""A sheet drawn on pages: title, blocks, signatures, several blank sheets on a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kingscore.model.findings import Refused, finding
from kingscore.sheets.canvas import HAIR, Canvas, TextStyle
from kingscore.sheets.cells import Block, Sheet
from kingscore.sheets.draw_grid import (
    COLUMN,
    LEAST,
    TooNarrow,
    column_edges,
    column_width,
    draw_rows,
    head_height,
    lay_rows,
)
from kingscore.sheets.draw_triangle import draw_triangle, smallest_cell
from kingscore.sheets.shapes import MM, Drawing, Fill, Frame, Page, Shape, Stroke
from kingscore.sheets.text_fit import Fonts

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
        place = Frame(frame.left, frame.bottom, middle, top)
        _roomy(sheet, smallest_cell(sheet, place), CELL)
        draw_triangle(canvas, sheet, place)
        standing(canvas, sheet, Frame(middle + 8, frame.bottom, frame.right, top - 10))
    else:
        below = standing_height(sheet, inner) + closing_height(sheet)
        place = Frame(frame.left, frame.bottom + below, frame.right, top)
        _roomy(sheet, smallest_cell(sheet, place), CELL)
        bottom = draw_triangle(canvas, sheet, place)
        standing(canvas, sheet, Frame(frame.left, frame.bottom, frame.right, bottom))
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

"""A sheet drawn on pages: title, blocks, signatures, several blank sheets on a page. It draws values, not files."""

from __future__ import annotations

from collections.abc import Callable

from kingscore.frozen import replace
from kingscore.sheet.cells import Sheet
from kingscore.sheet.fit import Fonts
from kingscore.sheet.paper import MM, Drawing, Fill, Frame, Page, Shape, Stroke
from kingscore.sheet.paper_grid import draw_page, lay
from kingscore.sheet.paper_triangle import draw_triangle
from kingscore.sheet.pen import HAIR, Pen

SIGNATURES, STANDING, FACTS = 34.0, 44.0, 34.0
#: So much wider than high, a frame has the standing beside the triangles.
BESIDE = 1.1


def draw(sheet: Sheet, fonts: Fonts) -> Drawing:
    """The sheet on as many pages as it needs; a blank one as often on each as its template asks."""
    pen = Pen(fonts, sheet.template)
    width, height = sheet.template.size
    frames = page_frames(sheet, width, height)
    pages = []
    for shapes in _DRAWN[sheet.layout](pen, sheet, frames[0]):
        copies = [*shapes]
        for frame in frames[1:]:
            copies += moved(shapes, frame.left - frames[0].left, frame.bottom - frames[0].bottom)
        if len(frames) > 1:
            _cut_marks(pen, width, height, len(frames))
            copies += pen.turn()
        pages.append(Page(width, height, tuple(copies)))
    return Drawing(sheet.title, sheet.language, tuple(pages), pen.findings())


def page_frames(sheet: Sheet, width: float, height: float) -> tuple[Frame, ...]:
    """The parts of a page that a sheet is drawn in: all of it, halves or quarters, each less its margin."""
    count = sheet.template.per_page if sheet.blank else 1
    across, down = {1: (1, 1), 2: (1, 2) if height > width else (2, 1), 4: (2, 2)}[count]
    margin = sheet.template.margin * MM * (1 if count == 1 else 0.6)
    w, h = width / across, height / down
    return tuple(
        Frame(w * column, height - h * (row + 1), w * (column + 1), height - h * row).inset(margin)
        for row in range(down)
        for column in range(across)
    )


def moved(shapes: tuple[Shape, ...], right: float, up: float) -> list[Shape]:
    """The same shapes at another place."""

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


def _cut_marks(pen: Pen, width: float, height: float, count: int) -> None:
    """Dashed lines to cut along, with scissors at their ends."""
    level = count == 4 or height > width
    upright = count == 4 or not level
    if level:
        pen.line((0, height / 2), (width, height / 2), HAIR, "quiet", 3)
        pen.text("✂", Frame(6, height / 2 - 6, 18, height / 2 + 6), 10, colour="quiet")
    if upright:
        pen.line((width / 2, 0), (width / 2, height), HAIR, "quiet", 3)
        pen.text("✂", Frame(width / 2 - 6, 6, width / 2 + 6, 18), 10, colour="quiet")


def _grid(pen: Pen, sheet: Sheet, frame: Frame) -> list[tuple[Shape, ...]]:
    block = sheet.blocks[0]
    pages: list[tuple[Shape, ...]] = []
    row = block.head
    while row < block.rows or not pages:
        top = heading(pen, sheet, frame)
        foot = closing_height(sheet)
        inner = Frame(frame.left, frame.bottom + foot, frame.right, top)
        row, bottom = draw_page(pen, lay(pen, block, inner), row)
        if row >= block.rows:
            closing(pen, sheet, Frame(frame.left, frame.bottom, frame.right, bottom))
        pages.append(pen.turn())
    return pages


def heading(pen: Pen, sheet: Sheet, frame: Frame) -> float:
    """The title and the line below it; gives the height at which they end."""
    large = min(19.0, frame.width / 18)
    title = Frame(frame.left, frame.top - large * 1.3, frame.right, frame.top)
    pen.text(sheet.title, title, large, face="bold", floor=8)
    if not sheet.subtitle:
        return title.bottom - large * 0.35
    size = max(5.5, large * 0.42)
    written = pen.writable(sheet.subtitle)
    rows = 2 if pen.fonts.regular.width(written, size) > frame.width * 1.1 else 1
    below = Frame(frame.left, title.bottom - size * 1.75 * rows, frame.right, title.bottom)
    pen.lines(sheet.subtitle, below, size, face="regular", colour="quiet", most=rows)
    return below.bottom - large * 0.35


def signatures(pen: Pen, sheet: Sheet, frame: Frame) -> None:
    """A line to sign on for each player, his name below it."""
    gap = 14.0
    wide = (frame.width - gap * (len(sheet.signatures) - 1)) / len(sheet.signatures)
    for seat, name in enumerate(sheet.signatures):
        left = frame.left + seat * (wide + gap)
        pen.line((left, frame.bottom + 10), (left + wide, frame.bottom + 10), HAIR, "quiet")
        pen.text(name, Frame(left, frame.bottom, left + wide, frame.bottom + 9), 6.5, colour="quiet")


def _triangle(pen: Pen, sheet: Sheet, frame: Frame) -> list[tuple[Shape, ...]]:
    """The sectors; below them, or beside them where the paper is wide, where the players stand and the signatures."""
    top = heading(pen, sheet, frame)
    below = STANDING + 11.0 * len(sheet.players) + closing_height(sheet)
    inner = Frame(frame.left, frame.bottom, frame.right, top)
    if inner.width > inner.height * BESIDE:
        middle = frame.left + min(inner.width * 0.62, inner.height * 1.08)
        draw_triangle(pen, sheet, Frame(frame.left, frame.bottom, middle, top))
        standing(pen, sheet, Frame(middle + 8, frame.bottom, frame.right, top - 10))
    else:
        bottom = draw_triangle(pen, sheet, Frame(frame.left, frame.bottom + below, frame.right, top))
        standing(pen, sheet, Frame(frame.left, frame.bottom, frame.right, bottom))
    return [pen.turn()]


def _personal(pen: Pen, sheet: Sheet, frame: Frame) -> list[tuple[Shape, ...]]:
    """The players' grids below each other, then where they stand, all on one page."""
    top = heading(pen, sheet, frame)
    below = STANDING + 12.0 * len(sheet.players) + closing_height(sheet)
    grids = [block for block in sheet.blocks if block.kind == "personal"]
    each = (top - frame.bottom - below) / len(grids)
    for block in grids:
        _, bottom = draw_page(pen, lay(pen, block, Frame(frame.left, top - each + 10, frame.right, top)), block.head)
        top = bottom - 12
    standing(pen, sheet, Frame(frame.left, frame.bottom, frame.right, top))
    return [pen.turn()]


def standing(pen: Pen, sheet: Sheet, frame: Frame) -> None:
    """Where the players stand, in the upper part of a frame, and what closes the sheet below."""
    block = next(block for block in sheet.blocks if block.kind == "standing")
    wide = min(frame.width, 400.0)
    left = frame.left + (frame.width - wide) / 2
    high = min(frame.height - closing_height(sheet) - 12, 24.0 * block.rows)
    inner = Frame(left, frame.top - 8 - high, left + wide, frame.top - 8)
    _, bottom = draw_page(pen, lay(pen, block, inner), block.head)
    closing(pen, sheet, Frame(frame.left, frame.bottom, frame.right, bottom))


def closing_height(sheet: Sheet) -> float:
    """The room that payments and signatures need."""
    return FACTS * len(sheet.facts) + (SIGNATURES if sheet.signatures else 0)


def closing(pen: Pen, sheet: Sheet, frame: Frame) -> None:
    """Payments below the table, then the signatures, not far below."""
    top = frame.top - 4
    for fact in sheet.facts:
        told = Frame(frame.left, top - FACTS + 8, frame.right, top)
        pen.lines(f"{fact.title}: {fact.text}", told, 9, face="regular", most=3)
        top = told.bottom - 4
    if sheet.signatures:
        at = max(frame.bottom, top - 2.4 * SIGNATURES)
        signatures(pen, sheet, Frame(frame.left, at, frame.right, at + SIGNATURES))


_DRAWN: dict[str, Callable[[Pen, Sheet, Frame], list[tuple[Shape, ...]]]] = {
    "grid": _grid,
    "triangle": _triangle,
    "personal": _personal,
}

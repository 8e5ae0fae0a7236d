"""Blocks of rows and columns on paper: the grid, on as many pages as its rows need. It adds nothing to the cells."""

from __future__ import annotations

from kingscore.model.frozen import dataclass
from kingscore.sheets.canvas import HAIR, HEAVY, THIN, Pen
from kingscore.sheets.cells import Block, Cell
from kingscore.sheets.shapes import Frame
from kingscore.sheets.text_fit import LEADING, NARROWED, fit_lines

#: Heights of a row in points: the least that can be read, and the most that is of use.
LEAST, MOST = 9.5, 34.0
PAD = 2.4
NAME_SIZE, HEAD_SIZE = 9.5, 7.5
#: How wide a bold digit or sign is in parts of its size, and the narrowest column that holds a printed number.
DIGIT, COLUMN = 0.84, 13.0
#: A longer label may stand on two lines.
LONG = 12


@dataclass(frozen=True)
class Lay:
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

    def cell(self, cell: Cell, top: float) -> Frame:
        """The frame of a cell whose row begins at a height."""
        height = self.head if cell.row == 0 and self.block.head else self.row * cell.rows
        return Frame(self.edges[cell.column], top - height, self.edges[cell.column + cell.columns], top)


def column_edges(block: Block, frame: Frame) -> tuple[float, ...]:
    """Where the columns begin, from left to right, and where the last one ends: by their shares, but that the others
    make room for a column whose numbers would else be cut off."""
    total = sum(column.share for column in block.columns)
    shares = [frame.width * column.share / total for column in block.columns]
    least = _least_widths(block)
    for at, column in enumerate(block.columns):
        if column.holds == "points":
            least[at] = max(least[at], min(shares[at], COLUMN))
    wanting = sum(max(0.0, need - share) for need, share in zip(least, shares, strict=True))
    spare = sum(max(0.0, share - need) for need, share in zip(least, shares, strict=True))
    given = min(1.0, wanting / spare) if spare else 0.0
    edges = [frame.left]
    for need, share in zip(least, shares, strict=True):
        edges.append(edges[-1] + (need if share < need and spare else share - (share - need) * given))
    return (*edges[:-1], frame.right)


def _least_widths(block: Block) -> list[float]:
    """The width in which each column's numbers stand whole in the smallest letters."""
    least = [0.0] * len(block.columns)
    for cell in block.cells:
        if cell.number is not None and cell.columns == 1:
            width = len(cell.shown) * DIGIT * _FLOOR.get(cell.role, 4.0) * NARROWED + 2 * PAD
            least[cell.column] = max(least[cell.column], width)
    return least


def column_width(block: Block, frame: Frame, holds: str) -> float:
    """How wide the narrowest column is that holds such cells."""
    edges = column_edges(block, frame)
    return min(edges[at + 1] - edges[at] for at, column in enumerate(block.columns) if column.holds == holds)


def rows_per_page(block: Block, frame: Frame, head: float) -> int:
    """How many rows below the head fit on a page."""
    return max(1, int((frame.height - head) / LEAST))


def lay(pen: Pen, block: Block, frame: Frame) -> Lay:
    """How high the rows become: as many as there are share the frame, within what is readable and of use."""
    edges = column_edges(block, frame)
    head = head_height(pen, block, edges)
    count = min(block.rows - block.head, rows_per_page(block, frame, head))
    row = min(MOST, (frame.height - head) / count)
    return Lay(block, frame, edges, row, head, head_size(pen, block, edges, head))


def head_size(pen: Pen, block: Block, edges: tuple[float, ...], height: float) -> float:
    """The size at which every title of a column fits, so that they all look alike."""
    size = HEAD_SIZE
    for cell in block.in_row(0):
        if cell.role == "head" and cell.text:
            room = edges[cell.column + cell.columns] - edges[cell.column] - 2 * PAD
            lines = fit_lines(
                pen.bold(cell.text),
                pen.writable(cell.text, "bold"),
                HEAD_SIZE,
                room,
                height - 1.2,
                most=head_lines(cell.text),
            )
            size = min(size, *(line.size for line in lines))
    return max(size, 5.0)


def head_height(pen: Pen, block: Block, edges: tuple[float, ...]) -> float:
    """The height that the longest name of the head asks for."""
    height = 18.0
    for cell in block.in_row(0):
        if cell.text:
            room = edges[cell.column + cell.columns] - edges[cell.column] - 2 * PAD
            size, most = (HEAD_SIZE, head_lines(cell.text)) if cell.role == "head" else (NAME_SIZE, 4)
            lines = fit_lines(pen.bold(cell.text), pen.writable(cell.text, "bold"), size, room, 60, most=most)
            height = max(height, len(lines) * lines[0].size * LEADING + 6)
    return height


def head_lines(title: str) -> int:
    """On how many lines a column's title may stand: no word of it is broken."""
    return min(3, len(title.split()))


def draw_page(pen: Pen, lay: Lay, first: int) -> tuple[int, float]:
    """Draws the head and the rows from ``first`` on, as many as fit; gives the first row that is left, and how low
    they reach."""
    last = min(lay.block.rows, first + rows_per_page(lay.block, lay.frame, lay.head))
    heights = {0: lay.frame.top}
    for at, row in enumerate(range(first, last)):
        heights[row] = lay.frame.top - lay.head - at * lay.row
    bottom = lay.frame.top - lay.head - (last - first) * lay.row
    cells = [cell for cell in lay.block.cells if cell.row in heights]
    for cell in cells:
        _shade(pen, lay.cell(cell, heights[cell.row]), cell, lay.block.kind)
    _rules(pen, lay, heights, bottom)
    for cell in cells:
        _write(pen, lay, lay.cell(cell, heights[cell.row]), cell)
    return last, bottom


def _shade(pen: Pen, frame: Frame, cell: Cell, kind: str) -> None:
    if cell.role in ("head", "name") or (cell.role in ("sums", "total") and kind == "grid"):
        pen.fill(frame.polygon)


def _rules(pen: Pen, lay: Lay, heights: dict[int, float], bottom: float) -> None:
    """Lines below rows, between columns, and the frame."""
    frame = lay.frame
    for row, top in heights.items():
        below = top - (lay.head if row == 0 else lay.row)
        ruled = row in lay.block.ruled
        pen.line((frame.left, below), (frame.right, below), THIN if ruled else HAIR, "rule" if ruled else "line")
    for row, top in heights.items():
        below = top - (lay.head if row == 0 else lay.row)
        cells = lay.block.in_row(row)
        inner = {at for at, column in enumerate(lay.block.columns) if column.holds == "running"}
        starts = {cell.column for cell in cells} | {cell.column + cell.columns for cell in cells}
        for at in sorted(starts - inner - {0, len(lay.block.columns)}):
            pen.line((lay.edges[at], top), (lay.edges[at], below), HAIR)
        empty = {cell.column for cell in cells if cell.role == "running" and not cell.shown}
        for at in sorted(empty):
            pen.line((lay.edges[at], top - 2), (lay.edges[at], below + 2), HAIR, "line", 1.2)
    pen.box(Frame(frame.left, bottom, frame.right, frame.top), HEAVY)


def _write(pen: Pen, lay: Lay, frame: Frame, cell: Cell) -> None:
    inner = frame.inset(PAD, 0.6)
    if cell.role == "name":
        pen.lines(cell.text, inner, NAME_SIZE)
        return
    if cell.role == "head":
        pen.lines(cell.text, inner, lay.head_size, colour="quiet", most=head_lines(cell.text))
        if cell.crossed:
            pen.line((frame.left + PAD, frame.bottom + PAD), (frame.right - PAD, frame.top - PAD), THIN, "rule")
            pen.line((frame.left + PAD, frame.top - PAD), (frame.right - PAD, frame.bottom + PAD), THIN, "rule")
        return
    size, align = lay.size * _SCALE.get(cell.role, 1), _align(lay, cell)
    if cell.role == "label" and len(cell.text) > LONG:
        pen.lines(cell.text, inner, size, align=align, face="regular", colour=_colour(cell), most=2)
        return
    text = f"≠ {cell.shown}" if cell.role == "sum" and cell.tone == "wrong" else cell.shown
    strong = cell.role in ("running", "sums", "total") or cell.tone == "wrong"
    face, floor = "bold" if strong else "regular", _FLOOR.get(cell.role, 4.0)
    whole = pen.text(text, inner, size, align=align, face=face, colour=_colour(cell), floor=floor)
    if not whole and cell.number is not None:
        raise TooNarrow(text)


class TooNarrow(Exception):
    """A number does not fit its cell: cut off it would be another one."""


#: The smallest letters of a role, else 4 points.
_FLOOR = {"mark": 6.0}
#: How large the text of a role is beside the others.
_SCALE = {"mark": 0.86, "must": 0.8, "sum": 0.86, "total": 1.15}


def _align(lay: Lay, cell: Cell) -> str:
    if cell.columns > 1 and cell.column == 0:
        return "left"
    if cell.role in ("sums", "total", "place", "money"):
        return "centre" if cell.columns > 1 else lay.block.columns[cell.column].align
    return lay.block.columns[cell.column].align


def _colour(cell: Cell) -> str:
    if cell.tone == "out" or cell.role in ("mark", "must", "place"):
        return "quiet"
    return cell.tone or ("quiet" if cell.role == "sum" else "ink")

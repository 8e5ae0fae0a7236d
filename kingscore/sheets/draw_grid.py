"""Blocks of rows and columns on paper: the grid, on as many pages as its rows need."""

from __future__ import annotations

from dataclasses import dataclass

from kingscore.sheets.canvas import HAIR, HEAVY, THIN, Canvas, TextStyle
from kingscore.sheets.cells import Block, Cell
from kingscore.sheets.shapes import Frame
from kingscore.sheets.text_fit import LEADING, NARROWED, Room, fit_lines

#: Heights of a row in points: the least that can be read, and the most that is of use.
LEAST, MOST = 9.5, 34.0
PAD = 2.4
NAME_SIZE, HEAD_SIZE = 9.5, 7.5
#: How wide a bold digit or sign is in parts of its size, and the narrowest column that holds a printed number.
DIGIT, COLUMN = 0.84, 13.0
#: A longer label may stand on two lines.
LONG = 12


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


class TooNarrow(Exception):
    """A number does not fit its cell: cut off it would be another one."""


#: The smallest letters of a role, else 4 points.
_FLOOR = {"mark": 6.0}
#: How large the text of a role is beside the others.
_SCALE = {"mark": 0.86, "must": 0.8, "sum": 0.86, "total": 1.15}


def _colour(cell: Cell) -> str:
    if cell.tone == "out" or cell.role in ("mark", "must", "place"):
        return "quiet"
    return cell.tone or ("quiet" if cell.role == "sum" else "ink")

"""The personal grids on paper: how many share a page, and each drawn below the other. It adds nothing to the cells."""

from __future__ import annotations

from kingscore.sheets.canvas import Pen
from kingscore.sheets.cells import Block
from kingscore.sheets.paper_grid import LEAST, column_edges, draw_page, head_height, lay
from kingscore.sheets.shapes import Frame

#: The gap between two grids.
BETWEEN = 12.0


def least_height(pen: Pen, block: Block, frame: Frame) -> float:
    """How high a grid must be at least to be written on."""
    return head_height(pen, block, column_edges(block, frame)) + LEAST * (block.rows - block.head)


def shared(grids: tuple[Block, ...], room: float, each: float, below: float) -> tuple[tuple[Block, ...], ...]:
    """The grids on as few pages as hold them, evenly; the last page has so much room left ``below``."""
    for count in range(1, len(grids) + 1):
        size = -(-len(grids) // count)
        pages = tuple(grids[at : at + size] for at in range(0, len(grids), size))
        if size * each <= room and len(pages[-1]) * each + below <= room:
            return pages
    most = max(1, int(room // each))
    return (*(grids[at : at + most] for at in range(0, len(grids), most)), ())


def draw_grids(pen: Pen, grids: tuple[Block, ...], frame: Frame) -> float:
    """The grids below each other, as high as the frame allows; gives how low they reach."""
    top = frame.top
    for block in grids:
        each = frame.height / len(grids)
        _, bottom = draw_page(
            pen, lay(pen, block, Frame(frame.left, top - each + BETWEEN, frame.right, top)), block.head
        )
        top = bottom - BETWEEN
    return top

"""Exact feasibility: whether some distribution of the deck over the captured tricks gives a deal's record.

It looks at the cards alone, not at legal play, and judges no shapes: rows are taken to be as long as the table.
"""

from kingscore.check.feasible_counts import counts_possible
from kingscore.check.feasible_mend import (
    Cell,
    Move,
    cells_that_mend,
    moved,
    moves_that_mend,
    point_cells_that_mend,
    point_moves_that_mend,
)
from kingscore.check.feasible_points import points_possible, possible_counts

__all__ = [
    "Cell",
    "Move",
    "cells_that_mend",
    "counts_possible",
    "moved",
    "moves_that_mend",
    "point_cells_that_mend",
    "point_moves_that_mend",
    "points_possible",
    "possible_counts",
]

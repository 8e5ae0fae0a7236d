"""Exact feasibility: whether some distribution of the deck over the captured tricks gives a deal's record.

Only the cards count here, not legal play; rows are taken to be as long as the table.
"""

from kingscore.checks.feasibility.counts import counts_possible
from kingscore.checks.feasibility.points import points_possible, possible_counts

__all__ = ["counts_possible", "points_possible", "possible_counts"]

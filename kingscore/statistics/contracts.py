"""A person's averages: by contract, penalties apart from premiums, and by variant. It mixes no variants' points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kingscore.model.frozen import dataclass
from kingscore.statistics.games import Played


@dataclass(frozen=True, slots=True)
class ByContract:
    """A person's deals of one contract of one variant: how many, their points, the best and the worst of them.

    ``contract`` is empty for all penalties, or all premiums, of the variant together.
    """

    variant: str
    contract: str
    premium: bool
    deals: int
    points: int
    best: int
    worst: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.points, self.deals)


class Contracts:
    """Adds up a person's seats contract by contract."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        #: By variant, whether it is a premium, and contract: deals, points, the best and the worst of them.
        self.found: dict[tuple[str, bool, str], list[int]] = {}

    def add(self, game: Played, seat: int) -> None:
        variant, premiums = game.variant, game.tally.premiums
        by_id: dict[str, list[int]] = {}
        for contract, points in zip(game.tally.contracts, game.tally.points[seat], strict=True):
            if points is not None:
                by_id.setdefault(contract, []).append(points)
        for contract, values in by_id.items():
            most, least = max(values), min(values)
            sums = self.found.setdefault((variant, contract in premiums, contract), [0, 0, most, least])
            sums[0] += len(values)
            sums[1] += sum(values)
            sums[2], sums[3] = max(sums[2], most), min(sums[3], least)

    def averages(self) -> tuple[ByContract, ...]:
        """Each contract, variant by variant, penalties before premiums, each in the order in which it first came."""
        made = [
            ByContract(variant, contract, premium, *sums) for (variant, premium, contract), sums in self.found.items()
        ]
        return tuple(sorted(made, key=lambda one: (one.variant, one.premium)))


def sides(found: Sequence[ByContract]) -> tuple[ByContract, ...]:
    """All penalties together, and all premiums together, of each variant."""
    keys = dict.fromkeys((one.variant, one.premium) for one in found)
    return tuple(_together([one for one in found if (one.variant, one.premium) == key]) for key in keys)


def _together(ones: Sequence[ByContract]) -> ByContract:
    return ByContract(
        ones[0].variant,
        "",
        ones[0].premium,
        sum(one.deals for one in ones),
        sum(one.points for one in ones),
        max(one.best for one in ones),
        min(one.worst for one in ones),
    )

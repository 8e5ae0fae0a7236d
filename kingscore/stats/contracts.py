"""A person's averages: by contract, penalties apart from premiums, and by variant. It mixes no variants' points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kingscore.frozen import dataclass
from kingscore.stats.figures import mean
from kingscore.stats.games import Seat


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


def by_contract(seats: Sequence[Seat]) -> tuple[ByContract, ...]:
    """Each contract, variant by variant, penalties before premiums, each in the order in which it first came."""
    found: dict[tuple[str, bool, str], list[int]] = {}
    for game, seat in seats:
        variant, premiums = game.variant, set(game.tally.premiums)
        by_id: dict[str, list[int]] = {}
        for contract, points in zip(game.tally.contracts, game.tally.points[seat], strict=True):
            if points is not None:
                by_id.setdefault(contract, []).append(points)
        for contract, values in by_id.items():
            found.setdefault((variant, contract in premiums, contract), []).extend(values)
    made = [_made(key, values) for key, values in found.items()]
    return tuple(sorted(made, key=lambda one: (one.variant, one.premium)))


def _made(key: tuple[str, bool, str], values: Sequence[int]) -> ByContract:
    variant, premium, contract = key
    return ByContract(variant, contract, premium, len(values), sum(values), max(values), min(values))


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


def average_of(found: Sequence[ByContract], variant: str, contract: str) -> Fraction | None:
    """The average of one contract, None where it never came."""
    same = [one for one in found if (one.variant, one.contract) == (variant, contract)]
    return mean(sum(one.points for one in same), sum(one.deals for one in same))

"""Frozen values behave as those of the standard library, which are made beside them here and compared."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from kingscore.model import frozen
from kingscore.model.frozen import dataclass, field, replace
from kingscore.model.game import Deal


def made(decorate: Any) -> Any:
    """A class with everything that a value may have."""

    @decorate(frozen=True, slots=True)
    class Card:
        """One card."""

        suit: str
        rank: int
        note: str = ""
        seen: tuple[int, ...] = field(default=(), compare=False)
        marks: list[int] = field(default_factory=list, compare=False)

        def __post_init__(self) -> None:
            if self.rank < 0:
                raise ValueError(self.rank)

        @property
        def red(self) -> bool:
            return self.suit in ("hearts", "diamonds")

    return Card


OURS, THEIRS = made(frozen.dataclass), made(dataclasses.dataclass)
BOTH = pytest.mark.parametrize("card", [OURS, THEIRS], ids=["ours", "theirs"])


@BOTH
def test_parts_are_given_by_place_and_by_name(card: Any) -> None:
    one = card("hearts", 7, seen=(1,))
    assert (one.suit, one.rank, one.note, one.seen, one.marks, one.red) == ("hearts", 7, "", (1,), [], True)
    assert one.marks is not card("hearts", 7).marks


@BOTH
def test_values_are_equal_part_by_part_and_only_among_themselves(card: Any) -> None:
    assert card("hearts", 7) == card("hearts", 7, seen=(1, 2))
    assert card("hearts", 7) != card("hearts", 8)
    assert card("hearts", 7) != ("hearts", 7)
    assert len({card("hearts", 7), card("hearts", 7, seen=(1,)), card("spades", 7)}) == 2


@BOTH
def test_nothing_can_be_set_or_taken_away(card: Any) -> None:
    one = card("hearts", 7)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.rank = 8
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.rank
    with pytest.raises((AttributeError, TypeError)):
        one.other = 1
    assert one.rank == 7


@BOTH
def test_a_wrong_call_and_a_refused_value_raise(card: Any) -> None:
    with pytest.raises(TypeError):
        card("hearts")
    with pytest.raises(TypeError):
        card("hearts", 1, "", (), [], "too many")
    with pytest.raises(TypeError):
        card("hearts", 1, colour="red")
    with pytest.raises(ValueError, match="-1"):
        card("hearts", -1)


@BOTH
@pytest.mark.parametrize("change", [replace, dataclasses.replace], ids=["ours", "theirs"])
def test_replacing_gives_a_new_value_that_is_checked_again(card: Any, change: Any) -> None:
    one = card("hearts", 7, note="x")
    assert change(one, rank=8) == card("hearts", 8, note="x")
    assert one.rank == 7
    with pytest.raises(ValueError, match="-1"):
        change(one, rank=-1)
    with pytest.raises(TypeError):
        change(one, colour="red")


def test_they_look_alike() -> None:
    ours, theirs = OURS("hearts", 7), THEIRS("hearts", 7)
    assert repr(ours) == repr(theirs)
    assert OURS.__match_args__ == THEIRS.__match_args__
    assert OURS.__slots__ == THEIRS.__slots__
    assert OURS.__doc__ == THEIRS.__doc__
    assert [f.name for f in dataclasses.fields(OURS)] == [f.name for f in dataclasses.fields(THEIRS)]
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert not hasattr(ours, "__dict__")


def test_values_are_copied_and_pickled() -> None:
    deal = Deal("no-king", counts=(("king-of-hearts", (0, 1, 0, 0)),))
    for again in (copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert again == deal


def test_without_slots_a_value_keeps_what_is_worked_out_once() -> None:
    from functools import cached_property

    @dataclass(frozen=True)
    class Sum:
        parts: tuple[int, ...] = ()

        @cached_property
        def total(self) -> int:
            return sum(self.parts)

    assert (Sum((1, 2)).total, Sum().total, Sum.parts) == (3, 0, ())


class Plain:
    """A class that is no value."""

    kind = "plain"


def test_what_is_not_frozen_or_has_a_base_is_left_to_the_standard_library() -> None:
    @dataclass
    class Loose:
        rank: int = 0

    @dataclass(frozen=True)
    class Higher(Plain):
        more: int = 0

    loose = Loose()
    loose.rank = 3
    assert loose == Loose(3)
    assert (Higher(2).more, Higher(2).kind) == (2, "plain")
    assert not hasattr(Higher, "__parts__")

"""Where a deal is missing or too many when nobody wrote down who declared: the quotas show it. It tells no fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kingscore.checks.rule_index import Course, Ground, Slot, amiss
from kingscore.model.game import Game


def laid_by_quotas(game: Game, ground: Ground, course: Course) -> Course:
    """The course with one deal missing or too many where that alone keeps every quota; else as it is.

    One quota exceeded is sooner a wrong name, so that a gap must explain more than one; a gap that is known already may
    be moved for one.
    """
    schedule = game.rules.schedule
    if schedule.kind != "declared" or schedule.free or course.turned:
        return course
    exceeded = _exceeded(game, course.slots)
    known = len(course.gaps_before_the_end(len(game.deals))) + sum(slot is None for slot in course.slots)
    if exceeded < (1 if known else 2) or known > 1:
        return course
    for other in _courses(game, ground):
        if not _exceeded(game, other.slots) and not _astray(game, ground, other.slots):
            return other
    return course


def _exceeded(game: Game, slots: tuple[Slot | None, ...]) -> int:
    """How many deals exceed the quota of the one whose turn it was."""
    most = dict(game.rules.schedule.quota)
    taken = Counter(
        (slot.turn, deal.contract) for deal, slot in zip(game.deals, slots, strict=True) if slot is not None
    )
    return sum(max(0, times - most.get(contract, times)) for (_, contract), times in taken.items())


def _astray(game: Game, ground: Ground, slots: tuple[Slot | None, ...]) -> bool:
    return any(slot and amiss(ground, deal, slot) for deal, slot in zip(game.deals, slots, strict=True))


def _courses(game: Game, ground: Ground) -> Iterator[Course]:
    """Every way to lay the deals with one too many, twins first, and with one missing."""
    count, places = len(game.deals), game.rules.deals or 0
    slots = [ground.slot(game.dealer + n, n + 1) for n in range(count + 1)]
    extras = sorted(range(count), key=lambda n: n == 0 or game.deals[n] != game.deals[n - 1])
    if count - 1 <= places:
        for n in extras:
            end = tuple((count + 1, place) for place in range(count, places + 1))
            twin = n > 0 and game.deals[n] == game.deals[n - 1]
            if twin or count > places:
                yield Course((*slots[:n], None, *slots[n : count - 1]), gaps=end)
    if count < places:
        for n in range(count):
            end = tuple((count + 1, place) for place in range(count + 2, places + 1))
            yield Course((*slots[:n], *slots[n + 1 :]), gaps=((n + 1, n + 1), *end))

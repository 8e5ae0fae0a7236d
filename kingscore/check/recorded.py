"""Where a deal stands that is just being recorded: behind the others, which stay where they are. It finds no fault.

A whole record is laid along the schedule with as little amiss as possible. While a deal is recorded that may put the
blame on an earlier one, which then would be told nobody, and the wrong deal would be taken.
"""

from __future__ import annotations

from kingscore.check.order import COURSE, course_of
from kingscore.check.places import Course, Ground, Slot
from kingscore.findings import Finding
from kingscore.frozen import replace
from kingscore.game import Game


def course_while_recording(game: Game, ground: Ground) -> Course:
    """The course of a game whose last deal is being recorded: as for the whole record, unless that would put down to
    the other deals what only came with the last one."""
    course = course_of(game, ground)
    if not game.deals or not _elsewhere(game, ground, course):
        return course
    before = replace(game, deals=game.deals[:-1])
    earlier = course_of(before, ground)
    if _elsewhere(game, ground, course) <= _elsewhere(before, ground, earlier, len(game.deals)):
        return course
    return _with_one_more(game, ground, earlier)


def _elsewhere(game: Game, ground: Ground, course: Course, last: int | None = None) -> set[Finding]:
    """The errors of the course that are about other deals than the last one, those kept by agreement left out."""
    number = len(game.deals) if last is None else last
    found = (one for check in COURSE for one in check(game, ground, course))
    return {one for one in found if one.deal != number and one.severity == "error" and not _agreed(game, one)}


def _agreed(game: Game, one: Finding) -> bool:
    return one.deal is not None and one.deal <= len(game.deals) and bool(game.deals[one.deal - 1].agreed)


def _with_one_more(game: Game, ground: Ground, earlier: Course) -> Course:
    """The earlier deals where they are, the last one in the next place that is left."""
    number, places = len(game.deals), game.rules.deals
    open_end = tuple(place for before, place in earlier.gaps if before >= number)
    known = bool(earlier.gaps or earlier.turned or None in earlier.slots)
    place = min(open_end, default=None) if known else number
    if place is None or (places is not None and place > places):
        return replace(earlier, slots=(*earlier.slots, None))
    slot: Slot = ground.slot(game.dealer + earlier.turned + place - 1, place)
    gaps = tuple((before + 1 if before >= number else before, one) for before, one in earlier.gaps if one != place)
    return replace(earlier, slots=(*earlier.slots, slot), gaps=gaps)

"""Where a deal stands that is just being recorded: behind the others, which stay where they are. It finds no fault.

A whole record is laid along the schedule with as little amiss as possible. While a deal is recorded that may put the
blame on an earlier one, which then would be told nobody, and the wrong deal would be taken.
"""

from __future__ import annotations

from kingscore.checks.context import Faults
from kingscore.checks.rule_index import Alignment, RuleIndex
from kingscore.checks.schedule import SCHEDULE, alignment_of
from kingscore.model.findings import Finding
from kingscore.model.frozen import replace
from kingscore.model.game import Game
from kingscore.scoring.schedule import still_due


def alignment_while_recording(game: Game, index: RuleIndex) -> Alignment:
    """The course of a game whose last deal is being recorded: as for the whole record, unless that would put down to
    the other deals what only came with the last one, or fault the last one although it is what comes next."""
    alignment = alignment_of(game, index)
    if not game.deals:
        return alignment
    faulted = any(one.deal == len(game.deals) and one.severity == "error" for one in _found(game, index, alignment))
    elsewhere = _elsewhere(game, index, alignment)
    if not faulted and not elsewhere:
        return alignment
    before = replace(game, deals=game.deals[:-1])
    due = _due(before, game.deals[-1].contract)
    if not elsewhere and not due:
        return alignment
    earlier = alignment_of(before, index)
    if not (faulted and due) and elsewhere <= _elsewhere(before, index, earlier, len(game.deals)):
        return alignment
    return _with_one_more(game, index, earlier, due)


def _due(before: Game, contract: str) -> str:
    """The contract if it is what comes next in the fixed order, else nothing."""
    due = () if before.rules.schedule.free else still_due(before)
    return contract if contract in due[:1] else ""


def _found(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    return (one for check in SCHEDULE for one in check(game, index, alignment))


def _elsewhere(game: Game, index: RuleIndex, alignment: Alignment, last: int | None = None) -> set[Finding]:
    """The errors of the course that are about other deals than the last one, those kept by agreement left out."""
    number = len(game.deals) if last is None else last
    found = _found(game, index, alignment)
    return {one for one in found if one.deal != number and one.severity == "error" and not _agreed(game, one)}


def _agreed(game: Game, one: Finding) -> bool:
    return one.deal is not None and one.deal <= len(game.deals) and bool(game.deals[one.deal - 1].agreed)


def _with_one_more(game: Game, index: RuleIndex, earlier: Alignment, due: str) -> Alignment:
    """The earlier deals where they are, the last one in the next place that is left, which is one of the contract that
    is ``due`` if it is that one."""
    number, places = len(game.deals), game.rules.deals
    open_end = tuple(place for before, place in earlier.gaps if before >= number)
    known = bool(earlier.gaps or earlier.turned or None in earlier.slots)
    place = min(open_end, default=None) if known else number
    if not due and (place is None or (places is not None and place > places)):
        return replace(earlier, slots=(*earlier.slots, None))
    slot = index.slot(game.dealer + earlier.turned + (place or number) - 1, place or number)
    slot = replace(slot, contract=due) if due else slot
    gaps = tuple((before + 1 if before >= number else before, one) for before, one in earlier.gaps if one != place)
    return replace(earlier, slots=(*earlier.slots, slot), gaps=gaps)

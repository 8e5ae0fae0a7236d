"""Where a deal is missing or too many when nobody wrote down who declared: the quotas show it. It tells no fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kingscore.checks.rule_index import Alignment, RuleIndex, Slot, amiss
from kingscore.model.game import Game


def aligned_by_quotas(game: Game, index: RuleIndex, alignment: Alignment) -> Alignment:
    """The course with one deal missing or too many where that alone keeps every quota; else as it is.

    One quota exceeded is sooner a wrong name, so that a gap must explain more than one; a gap that is known already may
    be moved for one.
    """
    schedule = game.rules.schedule
    if schedule.kind != "declared" or schedule.free or alignment.turned:
        return alignment
    exceeded = _exceeded(game, alignment.slots)
    known = len(alignment.gaps_before_the_end(len(game.deals))) + sum(slot is None for slot in alignment.slots)
    if exceeded < (1 if known else 2) or known > 1:
        return alignment
    for other in _alignments(game, index):
        if not _exceeded(game, other.slots) and not _astray(game, index, other.slots):
            return other
    return alignment


def _exceeded(game: Game, slots: tuple[Slot | None, ...]) -> int:
    """How many deals exceed the quota of the one whose turn it was."""
    most = dict(game.rules.schedule.quota)
    taken = Counter(
        (slot.turn, deal.contract) for deal, slot in zip(game.deals, slots, strict=True) if slot is not None
    )
    return sum(max(0, times - most.get(contract, times)) for (_, contract), times in taken.items())


def _astray(game: Game, index: RuleIndex, slots: tuple[Slot | None, ...]) -> bool:
    return any(slot and amiss(index, deal, slot) for deal, slot in zip(game.deals, slots, strict=True))


def _alignments(game: Game, index: RuleIndex) -> Iterator[Alignment]:
    """Every way to lay the deals with one too many, twins first, and with one missing."""
    count, places = len(game.deals), game.rules.deals or 0
    slots = [index.slot(game.dealer + n, n + 1) for n in range(count + 1)]
    extras = sorted(range(count), key=lambda n: n == 0 or game.deals[n] != game.deals[n - 1])
    if count - 1 <= places:
        for n in extras:
            end = tuple((count + 1, place) for place in range(count, places + 1))
            twin = n > 0 and game.deals[n] == game.deals[n - 1]
            if twin or count > places:
                yield Alignment((*slots[:n], None, *slots[n : count - 1]), gaps=end)
    if count < places:
        for n in range(count):
            end = tuple((count + 1, place) for place in range(count + 2, places + 1))
            yield Alignment((*slots[:n], *slots[n + 1 :]), gaps=((n + 1, n + 1), *end))

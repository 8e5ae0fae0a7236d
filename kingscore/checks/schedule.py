"""The course of a game: what is missing, too many, out of order or out of turn. It looks at no number of a deal.

A deal that is missing shifts all later ones. So the deals are first laid along the schedule with as little amiss as
possible, and only what is then amiss is told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from kingscore.checks.context import Faults, player
from kingscore.checks.quotas import quotas_are_kept, quotas_of
from kingscore.checks.rule_index import Alignment, RuleIndex, Slot, amiss, declares
from kingscore.model.findings import Finding, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game
from kingscore.model.language import Names


def alignment_of(game: Game, index: RuleIndex) -> Alignment:
    """Each deal's place in the schedule, with as little amiss as can be.

    Where neither order nor declarers matter, a deal is as good at one place as at another: only the quotas tell.
    """
    deals, schedule, places = game.deals, game.rules.schedule, game.rules.deals
    slots = tuple(index.slot(game.dealer + n, n + 1) for n in range(len(deals)))
    short = places is not None and len(deals) < places and game.finished == "yes" and schedule.limit is None
    long = places is not None and len(deals) > places
    unordered = schedule.free and game.rules.table == game.rules.playing
    if unordered:
        at_end = range(len(deals) + 1, (places or 0) + 1)
        return Alignment(slots, gaps=tuple((len(deals) + 1, place) for place in at_end))
    alignment = Alignment(slots)
    if short or long or any(amiss(index, d, s) for d, s in zip(deals, slots, strict=True)):
        from kingscore.checks.alignment import least_amiss

        alignment = _nothing_too_many_at_the_end(game, index, least_amiss(game, index))
    for number in alignment.swaps:
        straight = alignment.straight(number)
        if _exceeded(game, index, straight) < _exceeded(game, index, alignment):
            alignment = straight
    if _exceeded(game, index, alignment):
        from kingscore.checks.quota_alignment import aligned_by_quotas

        return aligned_by_quotas(game, index, alignment)
    return alignment


def _nothing_too_many_at_the_end(game: Game, index: RuleIndex, alignment: Alignment) -> Alignment:
    """Deals behind the last one that fits, on the places still free: there they are the wrong ones, none too many.

    Only one that is the same as the deal before it is recorded twice.
    """
    count = len(game.deals)
    after = range(max((n for n, slot in enumerate(alignment.slots, 1) if slot is not None), default=0) + 1, count + 1)
    free = sorted(place for before, place in alignment.gaps if before > count)[: len(after)]
    if not free or (len(after) == 1 and _twin(game, count) == count - 1):
        return alignment
    slots = list(alignment.slots)
    for number, place in zip(after, free, strict=False):
        slots[number - 1] = index.slot(game.dealer + alignment.turned + place - 1, place)
    left = tuple(gap for gap in alignment.gaps if gap[0] <= count or gap[1] not in free)
    return replace(alignment, slots=tuple(slots), gaps=left)


def _exceeded(game: Game, index: RuleIndex, alignment: Alignment) -> int:
    return sum(True for _ in quotas_are_kept(game, index, alignment))


def deals_stand_in_order(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """In a fixed order every deal is the one that is due."""
    for number, (deal, slot) in enumerate(zip(game.deals, alignment.slots, strict=True), 1):
        if slot is None or slot.contract in (None, deal.contract):
            continue
        if deal.unread or deal.contract not in index.contracts:
            continue
        yield _told(index, "C501", game, number, due=index.names(slot.contract))


def no_deals_have_changed_places(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    for number in alignment.swaps:
        other = index.names(game.deals[number].contract)
        fixed = game.rules.schedule.kind == "fixed" and game.deals[number - 1].contract != game.deals[number].contract
        yield _told(index, "C502", game, number, "order" if fixed else "", other=number + 1, due=other)


def no_deal_is_missing(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """No place of the schedule is empty before the last deal that is recorded."""
    by_deal: dict[int, list[int]] = defaultdict(list)
    for before, place in alignment.gaps:
        if before <= len(game.deals):
            by_deal[before].append(place)
    for before, places in by_deal.items():
        slots = [index.slot(game.dealer + alignment.turned + place - 1, place) for place in places]
        due = tuple(index.names(slot.contract) for slot in slots if slot.contract is not None)
        turn = slots[0].turn
        left = due or tuple(index.names(c) for c in _left(game, alignment, turn))
        yield finding(
            "C503", "due" if due else "turn", deal=before, number=before, n=len(places), due=left or ("—",),
            player=player(game, turn),
        )  # fmt: skip


def _left(game: Game, alignment: Alignment, seat: int | None) -> tuple[str, ...]:
    """The contracts that a seat has not declared in the whole record."""
    quotas = quotas_of(game, alignment)
    return () if quotas is None else quotas.left_to(seat if quotas.own else None)


def no_deal_is_too_many(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """Every deal has a place in the schedule: none twice, none after the end."""
    last = max((n for n, slot in enumerate(alignment.slots, 1) if slot is not None), default=0)
    after = list(range(last + 1, len(game.deals) + 1))
    if len(after) == 1 and _twin(game, after[0]) == after[0] - 1:
        after = []
    for number, slot in enumerate(alignment.slots, 1):
        if slot is None and number not in after:
            twin = _twin(game, number)
            yield _told(index, "C505" if twin is None else "C504", game, number, other=twin or 0)
    if after:
        yield _told(index, "C506", game, after[0], n=len(after), deals=game.rules.deals or 0, last=after[-1])


def _twin(game: Game, number: int) -> int | None:
    """The number of an earlier deal that is the same, the nearest one."""
    deal = game.deals[number - 1]
    return next((n for n in range(number - 1, 0, -1) if game.deals[n - 1] == deal), None)


def declarers_are_in_turn(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """Who declared is the one whose turn it was; in a deal that nobody declares it is only worth a word."""
    wrong = [n for n in range(1, len(game.deals) + 1) if _out_of_turn(game.deals[n - 1], alignment.slots[n - 1])]
    told: set[int] = set()
    for number in wrong:
        deal, slot = game.deals[number - 1], alignment.slots[number - 1]
        if number in told or slot is None:
            continue
        declared = declares(index, deal)
        code = "C507" if declared else "C508"
        how = "swapped" if number + 1 in wrong and declared and _crossed(game, index, alignment, number) else ""
        told |= {number + 1} if how else set()
        yield _told(index, code, game, number, how, seat=deal.declarer, player=player(game, deal.declarer),
                    due=player(game, slot.turn), other=number + 1)  # fmt: skip


def _out_of_turn(deal: Deal, slot: Slot | None) -> bool:
    """True if another seat than the one in turn is recorded as declarer, one that plays."""
    if slot is None or deal.unread or deal.declarer is None or slot.turn is None:
        return False
    return deal.declarer != slot.turn and deal.declarer in slot.seats


def _crossed(game: Game, index: RuleIndex, alignment: Alignment, number: int) -> bool:
    """True if this deal's declarer and the next one's have changed places."""
    one, other = game.deals[number - 1 : number + 1]
    first, second = alignment.slots[number - 1 : number + 1]
    if first is None or second is None or not declares(index, other):
        return False
    return (one.declarer, other.declarer) == (second.turn, first.turn)


def first_dealer_fits(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """The declarers follow from who dealt first."""
    if alignment.turned:
        due = (game.dealer + alignment.turned) % game.rules.table
        yield finding("C509", player=player(game, game.dealer), due=player(game, due))


def a_finished_game_has_all_deals(game: Game, index: RuleIndex, alignment: Alignment) -> Faults:
    """A game that is said to be finished lacks none of its last deals."""
    deals = game.rules.deals
    if game.finished != "yes" or deals is None or game.rules.schedule.limit is not None:
        return
    at_end = [place for before, place in alignment.gaps if before > len(game.deals)]
    if at_end:
        yield finding("C511", n=len(at_end), found=len(game.deals), expected=deals,
                      due=tuple(_still_due(game, index, at_end)))  # fmt: skip


def _still_due(game: Game, index: RuleIndex, places: list[int]) -> Iterator[Names | str]:
    schedule = game.rules.schedule
    if schedule.kind == "fixed" and not schedule.free:
        yield from (index.names(schedule.order[place - 1]) for place in places)
        return
    have = Counter(deal.contract for deal in game.deals)
    for contract, times in (schedule.times(game.rules.table) or {}).items():
        if have[contract] < times:
            yield index.names(contract)


def _told(
    index: RuleIndex, code: str, game: Game, number: int, how: str = "", *, seat: int | None = None, **values: object
) -> Finding:
    contract = index.names(game.deals[number - 1].contract)
    return finding(code, how, deal=number, seat=seat, number=number, contract=contract, **values)  # type: ignore[arg-type]


SCHEDULE = (
    deals_stand_in_order,
    no_deals_have_changed_places,
    no_deal_is_missing,
    no_deal_is_too_many,
    declarers_are_in_turn,
    first_dealer_fits,
    quotas_are_kept,
    a_finished_game_has_all_deals,
)

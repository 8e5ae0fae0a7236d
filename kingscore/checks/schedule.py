"""The schedule of a game: what is missing, too many, out of order or out of turn; whether it ends where it should."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace

from kingscore.checks.alignment import Alignment, align, quotas_of, twin
from kingscore.checks.context import Faults, player
from kingscore.model.findings import Finding, finding
from kingscore.model.game import Game
from kingscore.model.language import Names
from kingscore.scoring.schedule import still_due
from kingscore.scoring.score import ScoreTable


def deals_stand_in_order(alignment: Alignment) -> Faults:
    """In a fixed order every deal is the one that is due; none has changed places with the next."""
    index = alignment.index
    for number, (deal, slot) in enumerate(zip(alignment.game.deals, alignment.slots, strict=True), 1):
        if slot is None or slot.contract is None or slot.contract == deal.contract:
            continue
        if not deal.unread and deal.contract in index.contracts:
            yield _fault(alignment, "C501", number, due=index.names(slot.contract))
    deals = alignment.game.deals
    for number in alignment.swaps:
        other = index.names(deals[number].contract)
        fixed = index.rules.schedule.kind == "fixed" and deals[number - 1].contract != deals[number].contract
        yield _fault(alignment, "C502", number, "order" if fixed else "", other=number + 1, due=other)


def no_deal_is_missing(alignment: Alignment) -> Faults:
    """No place of the schedule is empty before the last deal that is recorded."""
    game, by_deal = alignment.game, defaultdict[int, list[int]](list)
    for before, place in alignment.gaps:
        if before <= len(game.deals):
            by_deal[before].append(place)
    for before, places in by_deal.items():
        slots = [alignment.slot(place) for place in places]
        due = tuple(alignment.index.names(slot.contract) for slot in slots if slot.contract is not None)
        # Else what the declarer has not declared in the whole record.
        quotas, turn = None if due else quotas_of(alignment), slots[0].turn
        left = due or (tuple(map(alignment.index.names, quotas.left_to(turn))) if quotas is not None else ())
        yield finding(
            "C503", "due" if due else "turn", deal=before, number=before, n=len(places), due=left or ("—",),
            player=player(game, turn, before),
        )  # fmt: skip


def no_deal_is_too_many(alignment: Alignment) -> Faults:
    """Every deal has a place in the schedule: none twice, none after the end."""
    if None not in alignment.slots:
        return
    game = alignment.game
    last = max((n for n, slot in enumerate(alignment.slots, 1) if slot is not None), default=0)
    after = list(range(last + 1, len(game.deals) + 1))
    if len(after) == 1 and twin(game, after[0]) == after[0] - 1:
        after = []
    for number, slot in enumerate(alignment.slots, 1):
        if slot is None and number not in after:
            same = twin(game, number)
            yield _fault(alignment, "C505" if same is None else "C504", number, other=same or 0)
    if after:
        yield _fault(alignment, "C506", after[0], n=len(after), deals=game.rules.deals or 0, last=after[-1])


def declarers_are_in_turn(alignment: Alignment) -> Faults:
    """Who declared is the one whose turn it was; in a deal that nobody declares it is only worth a word."""
    game, index = alignment.game, alignment.index
    placed = enumerate(zip(game.deals, alignment.slots, strict=True), 1)
    wrong = {
        number: slot.turn
        for number, (deal, slot) in placed
        if slot is not None and slot.turn is not None and deal.declarer in slot.seats and not deal.unread
        if deal.declarer != slot.turn
    }
    explained = 0
    for number, turn in wrong.items():
        if number == explained:
            continue
        deal = game.deals[number - 1]
        declared, swapped = index.declares(deal), False
        if declared and number + 1 in wrong and index.declares(after := game.deals[number]):
            # This deal's declarer and the next one's may have changed places.
            swapped = (deal.declarer, after.declarer) == (wrong[number + 1], turn)
        explained = number + 1 if swapped else explained
        yield _fault(alignment, "C507" if declared else "C508", number, "swapped" if swapped else "",
                     seat=deal.declarer, player=player(game, deal.declarer, number),
                     due=player(game, turn, number),
                     other=number + 1)  # fmt: skip


def first_dealer_fits(alignment: Alignment) -> Faults:
    """The declarers follow from who dealt first."""
    game = alignment.game
    if alignment.turned:
        due = (game.dealer + alignment.turned) % game.rules.table
        yield finding("C509", player=player(game, game.dealer), due=player(game, due))


def quotas_are_kept(alignment: Alignment) -> Faults:
    """Nobody declares a contract more often than he may, and no contract comes more often than it should."""
    quotas, names = quotas_of(alignment), alignment.index.names
    for (seat, contract), numbers in quotas.done.items() if quotas is not None else ():
        times = quotas.times.get(contract, len(numbers)) if quotas is not None else 0
        for number in numbers[times:]:
            left: tuple[Names | str, ...] = tuple(map(names, quotas.left(number))) if quotas is not None else ()
            yield finding(
                "C510", "game" if seat is None else "player", deal=number, seat=seat, number=number,
                contract=names(contract), player=player(alignment.game, seat, number), n=times,
                before=tuple(numbers[:times]), left=left or ("—",),
            )  # fmt: skip


def a_finished_game_has_all_deals(alignment: Alignment) -> Faults:
    """A game that is said to be finished lacks none of its last deals."""
    game, deals = alignment.game, alignment.game.rules.deals
    if game.finished != "yes" or deals is None or game.rules.schedule.limit is not None:
        return
    at_end = [place for before, place in alignment.gaps if before > len(game.deals)]
    if at_end:
        yield finding("C511", n=len(at_end), found=len(game.deals), expected=deals,
                      due=tuple(_still_due(alignment, at_end)))  # fmt: skip


def _still_due(alignment: Alignment, places: list[int]) -> Iterator[Names | str]:
    game, schedule = alignment.game, alignment.game.rules.schedule
    if schedule.kind == "fixed" and not schedule.free:
        yield from (alignment.index.names(schedule.order[place - 1]) for place in places)
        return
    have = Counter(deal.contract for deal in game.deals)
    for contract, times in (schedule.times(game.rules.table) or {}).items():
        if have[contract] < times:
            yield alignment.index.names(contract)


def _fault(
    alignment: Alignment, code: str, number: int, how: str = "", *, seat: int | None = None, **values: object
) -> Finding:
    contract = alignment.index.names(alignment.game.deals[number - 1].contract)
    return finding(code, how, deal=number, seat=seat, number=number, contract=contract, **values)  # type: ignore[arg-type]


#: What can be seen by the deals' places alone; no number of a deal is looked at.
SCHEDULE: tuple[Callable[[Alignment], Faults], ...] = (
    deals_stand_in_order,
    no_deal_is_missing,
    no_deal_is_too_many,
    declarers_are_in_turn,
    first_dealer_fits,
    quotas_are_kept,
    a_finished_game_has_all_deals,
)


def the_limit_ends_the_game(game: Game, table: ScoreTable) -> Faults:
    """A game with a limit is over after the deal in which somebody has reached it, and not before."""
    limit, deals, totals = game.rules.schedule.limit, game.rules.deals, table.totals
    if limit is None:
        return
    stood = ((line.number, line.running) for line in table.lines if line.running is not None)
    reached, running = next((one for one in stood if min(one[1]) <= limit), (0, ()))
    if 0 < reached < len(game.deals):
        low = min(running)
        contract = game.rules.contract(game.deals[reached].contract)
        name = contract.names if contract is not None else game.deals[reached].contract
        yield finding(
            "C512", deal=reached + 1, number=reached + 1, contract=name, reached=reached, limit=limit,
            player=player(game, running.index(low)), found=low, n=len(game.deals) - reached,
        )  # fmt: skip
    if not reached and game.finished == "yes" and totals is not None and (deals is None or len(game.deals) < deals):
        low = min(totals)
        yield finding("C513", limit=limit, found=low, player=player(game, totals.index(low)),
                      difference=low - limit, n=low - limit)  # fmt: skip


#: What needs points that hold.
ENDING: tuple[Callable[[Game, ScoreTable], Faults], ...] = (the_limit_ends_the_game,)


def align_while_recording(game: Game) -> Alignment:
    """The alignment of a game whose last deal is being recorded: as for the whole record, unless that would put down to
    the other deals what only came with the last one, or fault the last one although it is what comes next.

    Else an earlier deal may take the blame, and the wrong one would be recorded.
    """
    alignment, number = align(game), len(game.deals)
    errors = _errors(alignment, number)
    elsewhere = {one for one in errors if one.deal != number}
    faulted = len(elsewhere) < len(errors)
    if not errors:
        return alignment
    before, contract = replace(game, deals=game.deals[:-1]), game.deals[-1].contract
    # The contract if it is what comes next in the fixed order, else nothing.
    due = contract if not before.rules.schedule.free and contract in still_due(before)[:1] else ""
    if not elsewhere and not due:
        return alignment
    earlier = align(before)
    if not (faulted and due) and elsewhere <= {one for one in _errors(earlier, number) if one.deal != number}:
        return alignment
    return _with_one_more(game, earlier, due)


def _errors(alignment: Alignment, last: int) -> set[Finding]:
    """The errors of the schedule, those of deals before the ``last`` one that were kept by agreement left out."""
    deals = alignment.game.deals
    found = {one for check in SCHEDULE for one in check(alignment) if one.severity == "error"}
    agreed = {number for number, deal in enumerate(deals, 1) if deal.agreed and number != last}
    return {one for one in found if one.deal not in agreed}


def _with_one_more(game: Game, earlier: Alignment, due: str) -> Alignment:
    """The earlier deals where they are, the last one in the next place that is left, which is one of the contract that
    is ``due`` if it is that one."""
    number, places = len(game.deals), game.rules.deals
    open_end = tuple(place for before, place in earlier.gaps if before >= number)
    known = bool(earlier.gaps or earlier.turned or None in earlier.slots)
    place = min(open_end, default=None) if known else number
    if not due and (place is None or (places is not None and place > places)):
        return replace(earlier, game=game, slots=(*earlier.slots, None))
    slot = earlier.slot(place or number)
    slot = slot._replace(contract=due) if due else slot
    gaps = tuple((before + 1 if before >= number else before, one) for before, one in earlier.gaps if one != place)
    return replace(earlier, game=game, slots=(*earlier.slots, slot), gaps=gaps)

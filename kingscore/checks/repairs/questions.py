"""What would tell apart repairs that are equally likely: whom to ask for what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kingscore.checks.context import player, shown
from kingscore.checks.repairs.repair import rows_of
from kingscore.model.game import Deal, Game
from kingscore.model.language import Value
from kingscore.model.repairs import Repair, Sentence

#: An entry: the row it stands in, the seat.
Cell = tuple[str, int]
#: More would not be asked at a table.
MOST = 3


def alike(repairs: Sequence[Repair]) -> int:
    """How many of the first repairs are equally likely; 0 where the first stands alone."""
    count = sum(one.cost == repairs[0].cost for one in repairs)
    return count if count > 1 else 0


def questions(game: Game, repairs: Sequence[Repair]) -> tuple[Sentence, ...]:
    """The entries to ask for, the most telling first, until the repairs are told apart; none where they differ in more
    than entries."""
    deals = [one.deal for one in repairs if one.deals]
    entries = [_entries(deal) for deal in deals]
    if len(deals) < 2 or len(deals) < len(repairs) or any(found.keys() != entries[0].keys() for found in entries):
        return ()
    out: list[Sentence] = []
    groups = [list(range(len(deals)))]
    while len(out) < MOST and (cell := _telling(entries, groups)) is not None:
        out.append(_question(game, deals[0], cell, sorted({found[cell] or 0 for found in entries})))
        groups = [part for group in groups for part in _parts(entries, group, cell)]
    return tuple(out)


def _entries(deal: Deal) -> dict[Cell, int | None]:
    return {(item, seat): value for item, row in rows_of(deal) for seat, value in enumerate(row)}


def _parts(entries: Sequence[dict[Cell, int | None]], group: Sequence[int], cell: Cell) -> list[list[int]]:
    """A group of repairs parted by what an entry is in each."""
    parts: dict[int | None, list[int]] = defaultdict(list)
    for n in group:
        parts[entries[n][cell]].append(n)
    return list(parts.values())


def _telling(entries: Sequence[dict[Cell, int | None]], groups: Sequence[Sequence[int]]) -> Cell | None:
    """The entry that leaves the fewest repairs together, None where none tells any apart."""

    def left(cell: Cell) -> int:
        return max(len(part) for group in groups for part in _parts(entries, group, cell))

    telling = [cell for cell in entries[0] if any(len(_parts(entries, group, cell)) > 1 for group in groups)]
    return min(telling, key=left, default=None)


def _question(game: Game, deal: Deal, cell: Cell, values: Sequence[int]) -> Sentence:
    item, seat = cell
    kind = item if item in ("points", "places") else "count"
    contract = game.rules.contract(deal.contract)
    counted = contract.item(item) if contract is not None else None
    said: tuple[tuple[str, Value], ...] = (
        ("player", player(game, seat)),
        ("what", counted.names if counted is not None else item),
        ("choices", " / ".join(map(shown, values))),
    )
    return Sentence(f"deals.ask.{kind}", said)

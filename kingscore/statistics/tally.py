"""What a game came to, deal by deal and seat by seat, and its text: all figures over many games come from that.

A tally is derived from the game: it can be rebuilt from the journal at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from kingscore.model.game import Game, SeatChange, playing
from kingscore.model.json_values import canonical
from kingscore.scoring.score import ScoreTable, score


class Tally(NamedTuple):
    """``contracts`` are the ids of the deals in order; ``points`` a row a seat with the points of each deal.

    None stands there for a seat that sat out, and on every seat of a deal that gives no points. ``premiums`` are those
    contracts that are written as premiums. ``totals`` and ``places`` are None as soon as one deal gives no points.
    ``agreed`` deals were recorded although something is wrong with them.
    """

    contracts: tuple[str, ...]
    points: tuple[tuple[int | None, ...], ...]
    premiums: tuple[str, ...] = ()
    totals: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None
    agreed: int = 0


def tally_of(game: Game, table: ScoreTable | None = None) -> Tally:
    """The tally of a game as it stands; ``table`` is its score table where that is known already."""
    table = table or score(game)
    seats = range(game.rules.table)
    some_sit_out = game.rules.playing < game.rules.table
    rows: list[list[int | None]] = []
    for line in table.lines:
        row: list[int | None] = [None] * len(seats) if line.points is None else list(line.points)
        if some_sit_out:
            there = playing(game, line.number)
            row = [points if seat in there else None for seat, points in zip(seats, row, strict=True)]
        rows.append(row)
    ids = tuple(line.contract for line in table.lines)
    penalties = {contract.id for contract in game.rules.contracts if contract.penalty}
    return Tally(
        ids,
        tuple(tuple(row[seat] for row in rows) for seat in seats),
        tuple(dict.fromkeys(contract for contract in ids if contract not in penalties)),
        table.totals,
        table.places,
        sum(1 for deal in game.deals if deal.agreed),
    )


def write_tally(tally: Tally) -> str:
    """The tally as canonical JSON text: each contract's id once, the deals as numbers of it."""
    ids = tuple(dict.fromkeys(tally.contracts))
    number = {contract: at for at, contract in enumerate(ids)}
    return canonical(
        {
            "agreed": tally.agreed,
            "contracts": ids,
            "deals": [number[contract] for contract in tally.contracts],
            "places": tally.places,
            "points": tally.points,
            "premiums": tally.premiums,
            "totals": tally.totals,
        }
    )


def read_tally(text: str) -> Tally:
    """The tally of a text. ValueError, TypeError or LookupError for one that ``write_tally`` did not make."""
    raw = json.loads(text)
    ids: list[str] = raw["contracts"]
    totals, places = (None if raw[key] is None else tuple(raw[key]) for key in ("totals", "places"))
    return Tally(
        tuple([ids[number] for number in raw["deals"]]),
        tuple(map(tuple, raw["points"])),
        tuple(raw["premiums"]),
        totals,
        places,
        raw["agreed"],
    )


class Played(NamedTuple):
    """A game: its name, date (ISO, or empty), variant, the person on each seat, its tally, and whether it is over.

    Over is a game whose deals are all recorded, or that was finished, also early by agreement.
    """

    name: str
    date: str
    variant: str
    people: tuple[str, ...]
    tally: Tally
    over: bool

    @property
    def counts(self) -> bool:
        """True if it has a result: it is over, something was dealt, and every deal gives points."""
        return self.over and self.tally.places is not None and bool(self.tally.contracts)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.tally.totals or ()

    @property
    def places(self) -> tuple[int, ...]:
        return self.tally.places or ()


def by_person(game: Played, seated: Sequence[SeatChange]) -> Played:
    """The game with a row for each person on each seat where others sat down later: his deals and their points alone.

    The place of a seat is that of who sat there at the end; for the others the game has no result (place 0).
    """
    if not seated:
        return game
    tally, deals = game.tally, range(1, len(game.tally.contracts) + 1)
    sitting = [(seat, 1, person) for seat, person in enumerate(game.people)]
    sitting = sorted((*sitting, *((change.seat, change.deal, change.player) for change in seated)))
    rows: dict[tuple[int, str], list[int | None]] = {}
    last: dict[int, str] = {}
    for at, (seat, first, person) in enumerate(sitting):
        there = [later for other, later, _ in sitting[at + 1 : at + 2] if other == seat]
        row = rows.setdefault((seat, person), [None] * len(deals))
        for number in deals:
            if first <= number < (there[0] if there else len(deals) + 1):
                row[number - 1] = tally.points[seat][number - 1]
                last[seat] = person
    keys = [key for key, row in rows.items() if any(n is not None for n in row) or last.get(key[0]) == key[1]]
    points = tuple(tuple(rows[key]) for key in keys)
    totals = places = None
    if tally.totals is not None and tally.places is not None:
        totals = tuple(sum(value or 0 for value in row) for row in points)
        places = tuple(tally.places[seat] if last.get(seat) == person else 0 for seat, person in keys)
    own = tally._replace(points=points, totals=totals, places=places)
    return game._replace(people=tuple(person for _, person in keys), tally=own)


#: A person's part in one game: the game and his seat.
Seat: TypeAlias = tuple[Played, int]


def together(games: Iterable[Played], people: Sequence[str]) -> Iterator[Played]:
    """The games at which all these people sat."""
    group = set(people)
    return (game for game in games if group.issubset(game.people))

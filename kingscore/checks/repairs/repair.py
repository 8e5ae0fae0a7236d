"""A mend as a value, what it costs to type, and the command that makes it. It knows nothing of what is wrong."""

from __future__ import annotations

import re

from kingscore.model.findings import Reason, Value
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Deal, Game, Row, declarer_in_turn
from kingscore.notation import write_deal

#: Signs that a shell leaves alone inside and between words.
_PLAIN = re.compile(r"[\w@%+=:,./… \-]+")


@dataclass(frozen=True, slots=True)
class Mend:
    """A change to one deal, or to it and those after it.

    ``deals`` take the place of deal ``number`` and the ones after; none takes the deal out. With ``before`` the deal is
    put in before ``number``. ``head`` mends the head of the game instead (``dealer=Ona``),
    ``end`` says that the players stopped. ``why`` is the key of a text
    with ``values``, ``more`` are further ones; a small ``cost`` is likely.
    """

    number: int
    deals: tuple[Deal, ...] = ()
    why: str = ""
    values: tuple[tuple[str, Value], ...] = ()
    cost: int = 0
    before: bool = False
    head: str = ""
    end: bool = False
    more: tuple[Reason, ...] = ()

    @property
    def deal(self) -> Deal:
        return self.deals[0]


def mend(number: int, deal: Deal, why: str, cost: int, /, **values: Value) -> Mend:
    """The mend that replaces deal ``number``."""
    return Mend(number, (deal,), f"deals.repair.{why}", tuple(values.items()), cost)


def together(first: Mend, second: Mend) -> Mend:
    """Two changes of the same deal at once; the second has been made to what the first leaves."""
    more = (*first.more, (second.why, second.values), *second.more)
    return replace(first, deals=second.deals, cost=first.cost + second.cost, more=more)


def commands(game: Game, made: Mend, recorded: int, turn: int | None = None) -> tuple[tuple[str, ...], ...]:
    """The words of each command, without the program's name; where two deals change at once, two commands. ``turn`` is
    the seat that was in turn in a single deal, where that is not the one of its number."""
    if made.head:
        return (("amend", "head", made.head),)
    if made.end:
        return (("finish", "--early"),)
    if not made.deals:
        return (("amend", str(made.number), "delete"),)
    if made.before:
        return (("amend", str(made.number), "before", _line(made.deal, game, made.number)),)
    if len(made.deals) > 1:
        turn = None
    return tuple(
        (*(("amend", str(number)) if number <= recorded else ("deal",)), _line(deal, game, number, turn))
        for number, deal in enumerate(made.deals, made.number)
    )


def command_line(commands: tuple[tuple[str, ...], ...], game: str = "") -> str:
    """Whole commands as they are typed, the second only if the first went well; for a stored game that is named, if it
    is not the one in play."""
    program = ["kingscore", *(["--game", typed(game)] if game else [])]
    return " && ".join(" ".join([*program, *map(typed, words)]) for words in commands)


def _line(deal: Deal, game: Game, number: int, turn: int | None = None) -> str:
    """The line of a deal, its declarer named where it goes without saying who it was."""
    contract, schedule = game.rules.contract(deal.contract), game.rules.schedule
    if deal.declarer is None and contract is not None and (contract.bid or (contract.declared and not schedule.free)):
        seller = deal.bid.seller if deal.bid is not None else None
        turn = seller if seller is not None else turn if turn is not None else declarer_in_turn(game, number)
        named = turn if turn is not None else deal.bid.bidder if deal.bid is not None else None
        deal = replace(deal, declarer=named)
    return write_deal(deal, game, number)


def typed(line: str) -> str:
    """A line as it is typed in a shell: in single quotes where the shell would take a sign for itself."""
    if _PLAIN.fullmatch(line):
        return line
    return "'" + line.replace("'", "'\"'\"'") + "'"


def keystrokes(old: Row | None, new: Row | None) -> int:
    """How much was mistyped between two rows: a sign, a digit, two digits swapped, an entry left out each count 1."""
    if old is not None and new is not None and len(old) == len(new):
        return sum(_mistyped(a, b) for a, b in zip(old, new, strict=True))
    return distance([str(v) for v in old or ()], [str(v) for v in new or ()])


def _mistyped(a: int | None, b: int | None) -> int:
    """How much was mistyped in one entry; a sign counts where there is one on both sides, for 0 has none."""
    if a is None or b is None:
        return int(a is not b)
    turned = a * b < 0
    return distance(str(abs(a)), str(abs(b))) + turned


def distance(a: str | list[str], b: str | list[str]) -> int:
    """Insertions, deletions, changes and swaps of neighbours that make one of the other."""
    above, before = list(range(len(b) + 1)), [0] * (len(b) + 1)
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        above, before = row, above
    return above[-1]


def with_counts(deal: Deal, item: str, row: Row) -> Deal:
    """The deal with the counts of an item replaced."""
    counts = tuple((one, row if one == item else old) for one, old in deal.counts or ())
    return replace(deal, counts=counts)


def with_row(deal: Deal, item: str, row: Row) -> Deal:
    """The deal with one of its rows replaced: the counts of an item, or ``points``, or ``places``."""
    if item == "points":
        return replace(deal, points=row)
    if item == "places":
        return replace(deal, places=row)
    return with_counts(deal, item, row)


def rows_of(deal: Deal) -> tuple[tuple[str, Row], ...]:
    """Every row with the name that ``with_row`` knows it by."""
    out = list(deal.counts or ())
    if deal.points is not None:
        out.append(("points", deal.points))
    if deal.places is not None:
        out.append(("places", deal.places))
    return tuple(out)

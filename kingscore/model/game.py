"""A game as a value: players, rules, deals. A change gives a new game.

A deal can be represented without being legal: rows may be too long or too short and counts impossible, so that a check
can say so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kingscore.model.rules import Rules

#: A row of a deal, seat by seat; None stands for a seat that sits out.
Row = tuple[int | None, ...]
Finished = Literal["", "yes", "early"]


@dataclass(frozen=True, slots=True)
class Bid:
    """What was bid. A sale has ``seller``, ``buyer`` and ``tricks`` or ``points``; a bidder has ``bidder``, ``points``
    and ``suit``. Seats count from 0."""

    seller: int | None = None
    buyer: int | None = None
    bidder: int | None = None
    tricks: int | None = None
    points: int | None = None
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as it was recorded. ``counts`` are ``(item, row)`` pairs; ``places`` count from 1.

    ``agreed`` is the reason for which the players recorded what the checker faults. ``extra`` keeps keys of a document
    that are not known, as ``(key, JSON text)``. ``unread`` marks a deal of a file that could not be read and only keeps
    its place, so that the deals after it keep their numbers.
    """

    contract: str
    declarer: int | None = None
    form: str | None = None
    trump: str | None = None
    counts: tuple[tuple[str, Row], ...] | None = None
    points: Row | None = None
    places: Row | None = None
    bid: Bid | None = None
    titles: tuple[str, ...] | None = None
    foul: int | None = None
    note: str = ""
    agreed: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    unread: bool = False

    def row(self, item: str) -> Row | None:
        """The counts of an item, None where it is not given."""
        return dict(self.counts or ()).get(item)


@dataclass(frozen=True, slots=True)
class Stake:
    """Money for each point: ``per_point`` an exact decimal as text (``"0.05"``), ``currency`` such as ``"EUR"``."""

    per_point: str
    currency: str


@dataclass(frozen=True, slots=True)
class Written:
    """Totals as somebody wrote them on a sheet, to be compared with what comes out: ``totals`` a row, ``running`` a row
    a deal."""

    totals: Row | None = None
    running: tuple[Row, ...] | None = None


class SeatChange(NamedTuple):
    """Another player sits down on a ``seat`` (from 0) from a ``deal`` (from 1) on."""

    deal: int
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands: rules, players clockwise, the seat that dealt first, the deals in order.

    ``ignore`` are the codes, or letters of families, that the players agreed to ignore. ``players`` are those of the
    first deal; who sat down later is ``seated``, by deals, each deal once for a seat.
    """

    rules: Rules
    players: tuple[str, ...]
    dealer: int
    deals: tuple[Deal, ...] = ()
    date: str = ""
    stake: Stake | None = None
    id: str = ""
    finished: Finished = ""
    written: Written | None = None
    note: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    ignore: tuple[str, ...] = ()
    seated: tuple[SeatChange, ...] = ()

    def with_deal(self, deal: Deal) -> Game:
        """The game with one more deal at its end."""
        return replace(self, deals=(*self.deals, deal))

    def with_deal_at(self, number: int, deal: Deal) -> Game:
        """The game with deal ``number`` (from 1) replaced. IndexError if there is none."""
        return self._spliced(number, 1, deal)

    def with_deal_before(self, number: int, deal: Deal) -> Game:
        """The game with a deal put in before deal ``number`` (from 1; one past the last appends)."""
        return self._spliced(number, 0, deal)

    def without_deal(self, number: int) -> Game:
        """The game without deal ``number`` (from 1)."""
        return self._spliced(number, 1)

    def _spliced(self, number: int, taken: int, *deals: Deal) -> Game:
        """The game with some deals put in from deal ``number`` on, in place of so many."""
        if not 1 <= number <= len(self.deals) + 1 - taken:
            raise IndexError(number)
        after, by = number + taken, (len(deals) - taken) * (number <= len(self.deals))
        # Who sat down later sits down at the same deal as before.
        seated = tuple(one._replace(deal=one.deal + by * (one.deal >= after)) for one in self.seated)
        return replace(self, deals=(*self.deals[: number - 1], *deals, *self.deals[after - 1 :]), seated=seated)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody who played: those of the first deal, then who sat down later, each once."""
        return tuple(dict.fromkeys((*self.players, *(change.player for change in self.seated))))


def as_of(game: Game, number: int) -> Game:
    """The game with the players of deal ``number`` (from 1) on its seats, as if they had sat there all along."""
    if not game.seated:
        return game
    players = list(game.players)
    for change in game.seated:
        if change.deal <= number:
            players[change.seat] = change.player
    return replace(game, players=tuple(players), seated=())


def seats_playing(rules: Rules, dealer: int) -> tuple[int, ...]:
    """The seats that take part in a deal, from the dealer's left round to the dealer's right, seat order kept below.

    At a table of more than play, the dealer sits out, and with two too many his right neighbour as well
    (Lithuanian source, declared King for three).
    """
    if rules.table == rules.playing:
        return tuple(range(rules.table))
    out = {(dealer - i) % rules.table for i in range(rules.table - rules.playing)}
    return tuple(seat for seat in range(rules.table) if seat not in out)


def dealer_of(game: Game, number: int) -> int:
    """Who deals deal ``number`` (from 1): the deal passes clockwise."""
    return (game.dealer + number - 1) % game.rules.table


def playing(game: Game, number: int) -> tuple[int, ...]:
    """The seats that take part in deal ``number`` (from 1), in seat order."""
    return seats_playing(game.rules, dealer_of(game, number))


def forehand(game: Game, number: int) -> int:
    """Who leads in deal ``number``: the first playing seat at the dealer's left."""
    dealer, seats = dealer_of(game, number), playing(game, number)
    table = game.rules.table
    return min(seats, key=lambda seat: (seat - dealer - 1) % table)


def declarer_in_turn(game: Game, number: int) -> int | None:
    """Whose turn it is to declare in deal ``number``; None where bidding decides."""
    match game.rules.schedule.declarer:
        case "bidder":
            return None
        case "dealers-right":
            return (dealer_of(game, number) - 1) % game.rules.table
        case _:
            return forehand(game, number)


def equal_share(game: Game, seats: tuple[int, ...]) -> Row:
    """The row of a deal that is written down without play: the same number of tricks to each seat that plays."""
    rules = game.rules
    return tuple(rules.tricks // rules.playing if seat in seats else None for seat in range(rules.table))

"""The rows of a game: its journal, sealed event by event, the summary and tally beside it; of its rules; of the logs.

Summary and tally are written with every change, so that neither lists nor figures replay games; both can be rebuilt.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kingscore.journal import State
from kingscore.model.findings import Refused, Value, finding
from kingscore.model.folding import steering
from kingscore.model.game import Finished, SeatChange, Stake
from kingscore.model.json_values import Event, canonical, stake_from_raw, stake_to_raw
from kingscore.model.rules import Rules, rules_from_raw, rules_to_raw
from kingscore.scoring.schedule import is_over
from kingscore.scoring.score import score
from kingscore.statistics.tally import tally_of, write_tally
from kingscore.storage.database import AnyDatabase, Conflict, Connection, Rows
from kingscore.storage.resources import naming

if TYPE_CHECKING:
    from kingscore.scoring.event_log import Title
    from kingscore.variant import Variant


class GameRow(NamedTuple):
    """A game in a list: ``planned`` deals are None where the end is open, ``ended`` is True when none is to come.

    ``seen`` is the number of the last event, ``begun`` and ``changed`` are the times of the first and the last.
    ``totals`` are the points seat by seat, None where a deal gives none. ``players`` are those of the first deal, who
    sat down later is ``seated``; both stand in one column.
    """

    name: str
    id: str
    variant: str
    digest: str
    date: str
    players: tuple[str, ...]
    deals: int
    planned: int | None
    ended: bool
    finished: Finished
    binned: bool
    seen: int
    begun: str
    changed: str
    totals: tuple[int, ...] | None
    stake: Stake | None
    seated: tuple[SeatChange, ...] = ()

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody who played, each once."""
        return tuple(dict.fromkeys((*self.players, *(change.player for change in self.seated))))


class GameFilter(NamedTuple):
    """Which games are meant: all that fit every part. Dates are ISO texts, both ends included; ``player`` is a
    whole name, any of those by which the person goes; ``names`` are those of the games, all where there are none."""

    player: str = ""
    variant: str = ""
    since: str = ""
    until: str = ""
    binned: bool = False
    names: tuple[str, ...] = ()


COLUMNS: tuple[str, ...] = tuple(name for name in GameRow._fields if name != "seated")
#: Which of the messages of S701 tells of which change.
MOVED = {
    **{kind: kind for kind in ("deal", "head", "finish", "undo", "redo", "bin")},
    **dict.fromkeys(("replace", "delete", "insert"), "amend"),
    "restore": "bin",
}
#: Stands for totals that are not known yet: the row was written before there was a place for them.
TOTALS, UNKNOWN = COLUMNS.index("totals"), ""
UPSERT = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
    f" ON CONFLICT (name) DO UPDATE SET {', '.join(f'{c} = excluded.{c}' for c in COLUMNS[1:])}"
)
UPSERT_TALLY = "INSERT INTO tallies VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET body = excluded.body"
#: Asks for what ``events_of`` reads; the game's name fills both places.
QUESTION = (
    "SELECT seq, kind, at, body, seal, (SELECT seen FROM games WHERE name = ?) FROM journal WHERE game = ? ORDER BY seq"
)


def seal(*parts: object) -> int:
    """A check number over all that a row holds, so that an altered row does not pass for a true one.

    A damaged row may hold anything in place of a text; then the number does not fit.
    """
    return zlib.crc32("\0".join(map(str, parts)).encode()) & 0x7FFFFFFF  # fits the whole numbers of every database


def events_of(name: str, rows: Rows, whole: bool = True) -> Iterator[Event]:
    """The events of a game's rows. Refused: S720 where one was altered or is missing.

    The last ones are missed by the summary's number; ``whole`` False passes over that and takes what there is.
    """
    for expected, (seq, kind, at, body, sealed, _) in enumerate(rows, 1):
        if seq != expected:
            raise Refused(finding("S720", "gap", game=name, event=expected), status=3)
        if seal(name, seq, kind, at, body) != sealed:
            raise Refused(finding("S720", "altered", game=name, event=seq), status=3)
        yield Event(kind, at, body)
    seen = rows[-1][-1]
    if whole and isinstance(seen, int) and seen > len(rows):
        raise Refused(finding("S720", "gap", game=name, event=len(rows) + 1), status=3)


#: How JSON writes what is below the blank, but for line ends and tabs.
_ESCAPED = re.compile(r"\\[ubfr]")


def must_not_steer(event: Event) -> None:
    """Refused, status 2: F224 for a text with control or direction characters in it, wherever it comes from."""
    if event.body.isprintable() and not _ESCAPED.search(event.body):
        return
    for path, characters in steering(event.raw):
        raise Refused(finding("F224", path=path, found=characters), status=2)


def moved_on(name: str, state: State, seen: int) -> Refused:
    """The finding for a writer who has not seen the latest change: what it was, on which deal, and when."""
    last = state.log[-1]
    change = last.of or last
    deal = change.new or change.old
    contract = state.game.rules.contract(deal.contract) if deal else None
    what: Value = contract.names if contract else (deal.contract if deal else "—")
    values: dict[str, Value] = {"contract": what, "number": change.number or 0, "deals": len(state.game.deals)}
    how = MOVED.get(last.kind, "")
    conflict = finding("S701", how, game=name, at=last.at, seen=seen, found=state.seen)
    return Refused(replace(conflict, values=(*conflict.values, *values.items())), status=3)


# The summary


class Summary(NamedTuple):
    """All that is kept of a game beside its journal."""

    row: GameRow
    tally: str


def summary_of(name: str, state: State) -> Summary:
    """What a game's state comes to; best worked out before a transaction, in which others may have to wait."""
    game, table = state.game, score(state.game)
    row = GameRow(
        name=name,
        id=game.id,
        variant=game.rules.variant,
        digest=state.digest,
        date=game.date,
        players=game.players,
        deals=len(game.deals),
        planned=game.rules.deals,
        ended=is_over(game, table),
        finished=game.finished,
        binned=state.binned,
        seen=state.seen,
        begun=state.log[0].at,
        changed=state.log[-1].at,
        totals=table.totals,
        stake=game.stake,
        seated=game.seated,
    )
    return Summary(row, write_tally(tally_of(game, table)))


def to_columns(row: GameRow) -> tuple[Any, ...]:
    """A row's values in the order of the columns, as every database can hold them."""
    values = {column: getattr(row, column) for column in COLUMNS}
    values |= {key: storable(values[key]) for key in ("id", "date")}
    values |= {"players": canonical((*row.players, *row.seated)), "ended": int(row.ended), "binned": int(row.binned)}
    values |= {"totals": canonical(row.totals), "stake": canonical(stake_to_raw(row.stake))}
    return tuple(values.values())


def from_columns(values: tuple[Any, ...]) -> GameRow:
    """The row of the values that ``to_columns`` gave. ValueError or TypeError for values of a damaged file."""
    held = dict(zip(COLUMNS, values, strict=True))
    totals = json.loads(held["totals"] or "null")
    held |= {
        **dict(zip(("players", "seated"), sitters(held["players"]), strict=True)),
        "ended": bool(held["ended"]),
        "binned": bool(held["binned"]),
        "totals": None if totals is None else tuple(int(points) for points in totals),
        "stake": stake_from_raw(json.loads(held["stake"] or "null")),
    }
    return GameRow(**held)


def sitters(text: str) -> tuple[tuple[str, ...], tuple[SeatChange, ...]]:
    """Who sat on the seats, and who sat down later, from the text of their column."""
    held = json.loads(text)
    later = (SeatChange(int(part[0]), int(part[1]), str(part[2])) for part in held if isinstance(part, list))
    return tuple(str(part) for part in held if not isinstance(part, list)), tuple(later)


def seats_of(row: GameRow) -> list[tuple[Any, ...]]:
    """The rows by which a player's games are found."""
    return [(row.name, seat, storable(player)) for seat, player in enumerate(row.everybody)]


def write_summary(connection: Connection, summary: Summary, event: Event | None = None, *, seats: bool = True) -> None:
    """The summary of a game, with the event that brought it about, and the seats where they may have changed."""
    row = summary.row
    connection.execute(UPSERT, to_columns(row))
    if event is not None:
        sealed = seal(row.name, row.seen, *event)
        values = (row.name, row.seen, event.at, event.kind, event.body, sealed)
        connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", values)
    if seats:
        connection.execute("DELETE FROM seats WHERE game = ?", (row.name,))
        connection.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats_of(row))
    connection.execute(UPSERT_TALLY, (row.name, summary.tally))


def storable(text: str) -> str:
    """A text that every database takes: halves of surrogate pairs become question marks."""
    return text.encode(errors="replace").decode()


def question(game_filter: GameFilter, names: Sequence[str] = ()) -> tuple[str, list[Any]]:
    """The SQL for the games that fit, latest first, and its values. ``names`` are all those of the player."""
    where, values = condition(game_filter, names)
    return f"SELECT {', '.join(COLUMNS)} FROM games WHERE {where} ORDER BY date DESC, begun DESC, name", values


def tallies_question(game_filter: GameFilter, names: Sequence[str] = ()) -> tuple[str, list[Any]]:
    """The SQL for the games that fit with what each came to, the earliest first, and its values; as ``question``."""
    where, values = condition(game_filter, names)
    sql = (
        "SELECT name, date, variant, players, ended, body FROM games LEFT JOIN tallies ON game = name"
        f" WHERE {where} ORDER BY date, begun, name DESC"
    )
    return sql, values


def condition(game_filter: GameFilter, names: Sequence[str] = ()) -> tuple[str, list[Any]]:
    """What has to hold for the games that fit, in SQL, and its values."""
    conditions: list[tuple[str, Any]] = [
        ("binned = ?", int(game_filter.binned)),
        ("variant = ?", game_filter.variant or None),
        ("date >= ?", game_filter.since or None),
        ("date <> '' AND date <= ?", game_filter.until or None),
    ]
    given = [(clause, value) for clause, value in conditions if value is not None]
    where, values = " AND ".join(clause for clause, _ in given), [value for _, value in given]
    if game_filter.player:
        where += f" AND name IN (SELECT game FROM seats WHERE player IN ({', '.join('?' * len(names)) or 'NULL'}))"
        values += [storable(name) for name in names]
    if game_filter.names:
        where += f" AND name IN ({', '.join('?' * len(game_filter.names))})"
        values += [storable(name) for name in game_filter.names]
    return where, values


# The variants that games were begun with, and the rules resolved from them

#: The digest of a variant's content, so many players, and their options as canonical text.
RulesKey = tuple[str, int, str]
#: The content of a variant, without and with the names of its file, and the rules that it gives at one table.
ASK_RULES = (
    "SELECT variants.body, variants.seal, names.body, names.seal, rules.body, rules.seal FROM variants"
    " LEFT JOIN names ON names.digest = variants.digest"
    " LEFT JOIN rules ON rules.digest = variants.digest AND rules.players = ? AND rules.options = ?"
    " WHERE variants.digest = ?"
)
KEEP_VARIANT = "INSERT INTO variants VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_RULES = "INSERT INTO rules VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_NAMES = (
    "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT (digest) DO UPDATE SET body = excluded.body, seal = excluded.seal"
)


class KeptRules:
    """The kept rules of one database, each read once."""

    def __init__(self, database: AnyDatabase) -> None:
        self.database = database
        #: The whole contents of the variants whose rules were read, as text.
        self.contents: dict[str, str] = {}
        #: Rules that were resolved here and are kept with the next change.
        self.resolved: dict[RulesKey, str] = {}
        self._rules: dict[RulesKey, Rules] = {}

    def rules(self, digest: str, players: int, options: Mapping[str, str]) -> Rules:
        """The rules kept under a variant's digest for so many players and these options; what was never kept is
        resolved from its content. Refused: S722 where they are missing or were altered, and as ``Variant.rules``."""
        key = (digest, players, canonical(sorted(options.items())))
        if key in self._rules:
            return self._rules[key]
        row = next(iter(self.database.rows(ASK_RULES, (*key[1:], digest))), (None,) * 6)
        content, content_seal, names, names_seal, body, body_seal = row
        sealed = seal(digest, content) == content_seal and (body is None or seal(*key, body) == body_seal)
        if content is None or not sealed:
            raise Refused(finding("S722", digest=digest, path=self.database.place), status=3)
        named = names is not None and seal(digest, names) == names_seal
        self.contents[digest] = names if named else content
        if body is not None:
            rules = rules_from_raw(json.loads(body), naming())
        if body is None or named:
            # Imported where a variant is really read: a game whose rules are kept needs none.
            from kingscore.storage.variant_files import from_content

            variant = from_content(self.contents[digest])
            rules = variant.rules(players, options) if body is None else variant.renamed(rules)
        if body is None:
            self.resolved[key] = canonical(rules_to_raw(rules))
        self._rules[key] = rules
        return rules

    def keep_variant(self, connection: Connection, variant: Variant) -> None:
        """A content is kept once, without the names in it; those of the file that came last are beside it."""
        from kingscore.variant import as_text, nameless

        digest, body, whole = variant.digest, as_text(nameless(variant.raw)), as_text(variant.raw)
        connection.execute(KEEP_VARIANT, (digest, body, seal(digest, body)))
        named = connection.execute("SELECT body FROM names WHERE digest = ?", (digest,)).fetchone()
        if whole != (named[0] if named else body):
            connection.execute(KEEP_NAMES, (digest, whole, seal(digest, whole)))
            self._rules.clear()

    def keep_resolved(self, connection: Connection) -> None:
        """Rules that were resolved since the last change are kept with this one; once it is on disk, clear them."""
        if self.resolved:
            rows = [(*key, body, seal(*key, body)) for key, body in self.resolved.items()]
            connection.executemany(KEEP_RULES, rows)


# The logs of people and payments

COUNT = "SELECT count(*) FROM entries WHERE book = ?"
HOLD = "INSERT INTO books VALUES (?, ?) ON CONFLICT (book) DO UPDATE SET seen = excluded.seen"


def read_log(database: AnyDatabase, title: Title) -> tuple[Event, ...]:
    """All entries of a log. Refused, status 3: S725 where one was altered or is missing."""
    held = database.rows("SELECT seen FROM books WHERE book = ?", (title,))  # first: others may be adding entries
    rows = database.rows("SELECT seq, kind, at, body, seal FROM entries WHERE book = ? ORDER BY seq", (title,))
    events: list[Event] = []
    damage = ""
    for expected, (seq, kind, at, body, sealed) in enumerate(rows, 1):
        if seq != expected or seal(title, seq, kind, at, body) != sealed:
            damage = f"{seq} ≠ {expected}" if seq != expected else "seal"
            break
        events.append(Event(kind, at, body))
    if not damage and held and isinstance(held[0][0], int) and held[0][0] > len(events):
        damage = f"{len(events)} < {held[0][0]}"
    if damage:
        raise Refused(finding("S725", title, event=len(events) + 1, reason=damage))
    return tuple(events)


def enter(database: AnyDatabase, title: Title, events: Sequence[Event], seen: int) -> None:
    """More entries in a log, all or none, in a transaction of their own. Refused, with nothing written: S724 if the log
    has moved on."""
    try:
        with database.writing() as connection:
            found = connection.execute(COUNT, (title,)).fetchone()[0]
            if found == seen:
                connection.execute(HOLD, (title, seen + len(events)))
                for seq, event in enumerate(events, seen + 1):
                    values = (title, seq, event.at, event.kind, event.body, seal(title, seq, *event))
                    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
    except Conflict:
        found = len(read_log(database, title))
    if found != seen:
        raise Refused(finding("S724", title, seen=seen, found=found))

"""The store: begins games, adds events to their journals, gives them back as they stand. It judges no deal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from sqlite3 import Connection, IntegrityError
from typing import Any

from kingscore.findings import Finding, Refused, finding
from kingscore.game import Game
from kingscore.journal import Entry, Event, State, begun, binned, fold, restored, step
from kingscore.journal.written import canonical, head_to_raw
from kingscore.library import from_raw
from kingscore.store.database import PATIENCE, Database, is_conflict, locate
from kingscore.store.summary import UPSERT, GameRow, Wanted, folded, from_columns, question, row_of, to_columns
from kingscore.variant import Variant

#: Whose chosen game it is; a store that many share will have one for each.
WHO = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as the store holds it: its name there, its state, the variant that was kept with it."""

    name: str
    state: State
    variant: Variant

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def seen(self) -> int:
        """The number of the last event, which an append must name."""
        return self.state.seen

    @property
    def log(self) -> tuple[Entry, ...]:
        return self.state.log


@dataclass(frozen=True, slots=True)
class Taken:
    """A game taken in: its name, and the hint S706 where the very same game was already here."""

    name: str
    already: Finding | None = None


def open_store(url: str | None = None, patience: float = PATIENCE) -> Store:
    """The store at an address (a path, ``sqlite:///path``, None for the user's data folder), made if it is missing.

    Refused with S71x, status 3: see ``explain``. ``patience`` is how many seconds to wait for another writer.
    """
    return Store(Database(locate(url), patience))


class Store:
    """The games of one store. Every change is one transaction, on disk when the call returns."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._variants: dict[str, Variant] = {}
        self._latest: Kept | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    # Reading

    def load(self, name: str) -> Kept:
        """The game of exactly that name, in the bin or not. Refused: S702 unknown, S720–S722 not readable."""
        rows = self.database.rows("SELECT kind, at, body FROM journal WHERE game = ? ORDER BY seq", (name,))
        if not rows:
            raise Refused(finding("S702", found=name), status=2)
        state = fold((Event(*row) for row in rows), self._variant, name)
        self._latest = Kept(name, state, self._variant(state.digest))
        return self._latest

    def find(self, word: str) -> str:
        """The name of the one game that is called so or begins so. Refused: S702 none, S703 several."""
        rows = self.database.rows(
            "SELECT name FROM games WHERE name = ? OR substr(name, 1, length(?)) = ? ORDER BY name", (word, word, word)
        )
        names = tuple(name for (name,) in rows)
        if word in names or len(names) == 1:
            return word if word in names else names[0]
        if not names or not word:
            raise Refused(finding("S702", found=word), status=2)
        raise Refused(finding("S703", found=word, expected=names[:5], n=len(names)), status=2)

    def current(self) -> str | None:
        """The game last begun or chosen, None if there is none or it lies in the bin."""
        rows = self.database.rows(
            "SELECT game FROM chosen JOIN games ON name = game WHERE who = ? AND binned = 0", (WHO,)
        )
        return rows[0][0] if rows else None

    def games(self, wanted: Wanted | None = None) -> tuple[GameRow, ...]:
        """The games wanted, latest first, without replaying them."""
        return tuple(from_columns(row) for row in self.database.rows(*question(wanted or Wanted())))

    def each(self, wanted: Wanted | None = None) -> Iterator[Kept]:
        """The games wanted themselves, latest first, one after the other."""
        for row in self.games(wanted):
            yield self.load(row.name)

    def _variant(self, digest: str) -> Variant:
        """The variant whose content was kept under a digest. Refused: S722 where it is missing or was altered."""
        if digest not in self._variants:
            rows = self.database.rows("SELECT body FROM variants WHERE digest = ?", (digest,))
            if not rows or digest_of(rows[0][0]) != digest:
                raise Refused(finding("S722", digest=digest, path=str(self.database.path)), status=3)
            self._variants[digest] = from_raw(json.loads(rows[0][0]))
        return self._variants[digest]

    # Writing

    def begin(self, game: Game, variant: Variant, at: str) -> str:
        """A game begins and becomes the one in play; gives its name. A game with deals is taken in and not chosen."""
        name = self.take_in(game, variant, at).name
        if not game.deals:
            self.use(name)
        return name

    def take_in(self, game: Game, variant: Variant, at: str) -> Taken:
        """A whole game is taken in at once. The same game twice is told by a hint; Refused: S705 another of that id."""
        body = body_of(variant)
        digest = digest_of(body)
        with self.database.writing() as connection:
            here = connection.execute("SELECT name FROM games WHERE id = ?", (game.id,)).fetchone()
            if here:
                return self._already(here[0], game)
            name = _new_name(connection, game)
            game = replace(game, id=game.id or name)
            connection.execute("INSERT INTO variants VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, body))
            self._variants.setdefault(digest, from_raw(json.loads(body)))
            event = begun(game, digest, at)
            state = fold((event,), self._variant, name)
            _write_summary(connection, name, state, None)
            _write_event(connection, name, 1, event)
        self._latest = Kept(name, state, self._variant(digest))
        return Taken(name)

    def _already(self, name: str, game: Game) -> Taken:
        kept = self.load(name)
        if not same_game(kept.game, game):
            how = "bin" if kept.state.binned else ""
            raise Refused(finding("S705", how, id=game.id, game=name), status=1)
        return Taken(name, finding("S706", "bin" if kept.state.binned else "", game=name, severity="hint"))

    def append(self, name: str, event: Event, seen: int) -> Kept:
        """One more event. ``seen`` is the number of the last event that the caller knows.

        Refused, with nothing written: S701 if the game has moved on, and all that ``journal.step`` refuses.
        """
        kept = self._latest
        if kept is None or (kept.name, kept.seen) != (name, seen):
            kept = self.load(name)
        if kept.seen != seen:
            raise _moved_on(kept, seen)
        after = replace(kept, state=step(kept.state, event, self._variant))
        with self.database.writing() as connection:
            last = connection.execute("SELECT max(seq) FROM journal WHERE game = ?", (name,)).fetchone()[0]
            if last != seen:
                raise _moved_on(self.load(name), seen)
            try:
                _write_event(connection, name, after.seen, event)
            except IntegrityError as fault:
                if is_conflict(fault):
                    raise _moved_on(self.load(name), seen) from None
                raise
            _write_summary(connection, name, after.state, kept.state)
        self._latest = after
        return after

    def use(self, word: str) -> str:
        """The game of that name or beginning is the one in play from now on; gives its name."""
        name = self.find(word)
        with self.database.writing() as connection:
            connection.execute(
                "INSERT INTO chosen VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET game = excluded.game", (WHO, name)
            )
        return name

    def delete(self, name: str, at: str, why: str = "") -> Kept:
        """The game goes into the bin."""
        return self.append(name, binned(at, why), self.load(name).seen)

    def restore(self, name: str, at: str, why: str = "") -> Kept:
        """The game comes out of the bin."""
        return self.append(name, restored(at, why), self.load(name).seen)


def body_of(variant: Variant) -> str:
    """A variant's content as it is kept. Its order stays, since options and items stand in the order of the file."""
    return json.dumps(variant.raw, ensure_ascii=False, separators=(",", ":"))


def digest_of(body: str) -> str:
    """The name of a kept content: a hash of its text."""
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def same_game(one: Game, other: Game) -> bool:
    """True if nothing that a file could say differs; the rules count by variant and options."""
    return canonical(head_to_raw(one)) == canonical(head_to_raw(other)) and one.deals == other.deals


def _moved_on(kept: Kept, seen: int) -> Refused:
    """The finding for a writer who has not seen the latest change: what it was and when."""
    last = kept.log[-1]
    of = last.of or last
    deal = of.new or of.old
    contract = kept.game.rules.contract(deal.contract) if deal else None
    what: Any = contract.names if contract else (deal.contract if deal else "")
    how = {"begin": "other", "import": "other"}.get(last.kind, last.kind)
    values = {"game": kept.name, "at": last.at, "number": of.number or 0, "contract": what, "key": of.key}
    return Refused(finding("S701", how, **values, seen=seen, found=kept.seen, deals=len(kept.game.deals)), status=3)


def _new_name(connection: Connection, game: Game) -> str:
    """A name that is free: the game's own id where it can be typed, else date and variant, with a number if need be."""
    if game.id and _typeable(game.id) and not _taken(connection, game.id):
        return game.id
    dated = game.date if game.date.isascii() and game.date.replace("-", "").isdigit() else ""
    stem = "-".join(part for part in (dated, game.rules.variant) if part)
    same = "SELECT count(*) FROM games WHERE date = ? AND variant = ?"
    number = connection.execute(same, (game.date, game.rules.variant)).fetchone()[0] + 1
    name = stem if number == 1 else f"{stem}-{number}"
    while _taken(connection, name):
        number += 1
        name = f"{stem}-{number}"
    return name


def _typeable(word: str) -> bool:
    """True for a word that a shell takes as it is and that is no option."""
    return len(word) <= 64 and word[0].isalnum() and all(c.isalnum() or c in "-_." for c in word)


def _taken(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM games WHERE name = ? OR id = ?", (name, name)).fetchone() is not None


def _write_event(connection: Connection, name: str, seq: int, event: Event) -> None:
    connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (name, seq, event.at, event.kind, event.body))


def _write_summary(connection: Connection, name: str, state: State, before: State | None) -> None:
    connection.execute(UPSERT, to_columns(row_of(name, state)))
    players = state.game.players
    if before is None or before.game.players != players:
        connection.execute("DELETE FROM seats WHERE game = ?", (name,))
        connection.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?)",
            [(name, seat, player, folded(player)) for seat, player in enumerate(players)],
        )

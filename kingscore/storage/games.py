"""The store: begins games, adds events to their journals, gives them back as they stand. It judges no deal."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kingscore.journal import Event, begun, binned, fold, restored, step
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Game
from kingscore.model.json_values import canonical
from kingscore.model.rules import Rules, rules_from_raw, rules_to_raw
from kingscore.statistics.tally import Played, Tally, read_tally, tally_of
from kingscore.storage.access import PATIENCE, AnyDatabase, Conflict, Connection
from kingscore.storage.journal_rows import QUESTION, events_of, seal, write_event
from kingscore.storage.naming import new_name, own_id
from kingscore.storage.opening import open_database
from kingscore.storage.resources import content, from_content, nameless, naming
from kingscore.storage.sqlite import Database
from kingscore.storage.stored_game import Kept, Taken, moved_on, much_the_same, same_game
from kingscore.storage.summary import GameRow, Wanted, from_columns, question, row_of, storable, totals_known
from kingscore.storage.tally_rows import summed_up, tallies_question, write_state, write_summary
from kingscore.variant import Variant

if TYPE_CHECKING:
    from kingscore.scoring.event_log import Note, Title
    from kingscore.scoring.money import Purse
    from kingscore.scoring.people import People, Roster
    from kingscore.storage.copying import Copied

T = TypeVar("T")
#: The digest of a variant's content, so many players, and their options as canonical text.
RulesKey = tuple[str, int, str]
#: How often a name is looked for that nobody else has taken at the same moment.
TRIES = 100
#: Games of a day and a variant with the same names at the table. However many there are, only so many are looked at.
LOOKED_AT = 200
LIKE = (
    "SELECT name FROM (SELECT name, players FROM games WHERE date = ? AND date <> '' AND variant = ? AND binned = 0"
    " LIMIT ?) AS near WHERE players = ? AND name <> ? LIMIT 5"
)
#: The content of a variant, with and without the names of its file, and the rules that it makes at one table.
RULES = (
    "SELECT variants.body, variants.seal, names.body, names.seal, rules.body, rules.seal FROM variants"
    " LEFT JOIN names ON names.digest = variants.digest"
    " LEFT JOIN rules ON rules.digest = variants.digest AND rules.players = ? AND rules.options = ?"
    " WHERE variants.digest = ?"
)
NAME = (
    "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT (digest) DO UPDATE SET body = excluded.body, seal = excluded.seal"
)
CHOOSE = "INSERT INTO chosen VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET game = excluded.game"


def open_store(url: str | None = None, patience: float = PATIENCE, upgrade: bool = False) -> Store:
    """The store at an address (a path, ``sqlite:///path``, ``postgresql://…``, None for the user's data folder), made
    if it is missing.

    Refused with S71x and S74x, status 3: see ``explain``. ``patience`` is how many seconds to wait for another writer.
    ``upgrade`` brings a library on a server up to date; an embedded file is brought up to date in any case.
    """
    store = Store(open_database(url, patience, upgrade))
    if store.database.upgraded:
        store.rebuild()  # what new columns hold comes from the journal; until then it is worked out when asked
    return store


class Store:
    """The games of one store. Every change is one transaction, on disk when the call returns."""

    def __init__(self, database: AnyDatabase) -> None:
        self.database = database
        self._contents: dict[str, str] = {}
        self._rules: dict[RulesKey, Rules] = {}
        #: Rules that were resolved here and are kept with the next change.
        self._resolved: dict[RulesKey, str] = {}
        self._latest: Kept | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    # Reading

    def load(self, name: str) -> Kept:
        """The game of exactly that name, in the bin or not. Refused: S702 unknown, S720 and S722 not readable."""
        self._latest = self.replay(name)
        return self._latest

    def replay(self, name: str, whole: bool = True) -> Kept:
        """As ``load``; where ``whole`` is False, with what there is even if the last events are missing."""
        rows = self.database.rows(QUESTION, (storable(name),) * 2)
        if not rows:
            raise Refused(finding("S702", found=name), status=2)
        state = fold(events_of(name, rows, whole), self.rules, name)
        return Kept(name, state, self._contents[state.digest])

    def find(self, word: str) -> str:
        """The name of the one game that is called so or begins so. Refused: S702 none, S703 several."""
        if self.database.rows("SELECT 1 FROM games WHERE name = ?", (storable(word),)):
            return word
        same = "SELECT name FROM games WHERE substr(name, 1, length(?)) = ? ORDER BY name"
        names = tuple(name for (name,) in self.database.rows(same, (storable(word),) * 2))
        if not names or not word:
            raise Refused(finding("S702", found=word), status=2)
        if len(names) > 1:
            raise Refused(finding("S703", found=word, expected=names[:5], n=len(names)), status=2)
        return str(names[0])

    def pick(self, word: str | None) -> str:
        """The game that a word names, the one in play where nothing is said. Refused: S702 to S704."""
        name = self.find(word) if word else self.current()
        if name is None:
            raise Refused(finding("S704"), status=2)
        return name

    def current(self) -> str | None:
        """The game last begun or chosen, None if there is none or it lies in the bin."""
        rows = self.database.rows(
            "SELECT game FROM chosen JOIN games ON name = game WHERE who = ? AND binned = 0", (self.database.who,)
        )
        return rows[0][0] if rows else None

    def players(self) -> tuple[tuple[str, int], ...]:
        """Every name and in how many games it stands, the most frequent first."""
        counted = (
            "SELECT player, count(*) FROM seats JOIN games ON name = game WHERE binned = 0"
            " GROUP BY player ORDER BY count(*) DESC, player"
        )
        return tuple(self.database.rows(counted))

    def variants(self) -> tuple[str, ...]:
        """The ids of all variants of which there are games, in the bin or not."""
        return tuple(variant for (variant,) in self.database.rows("SELECT DISTINCT variant FROM games"))

    def games(self, wanted: Wanted | None = None) -> tuple[GameRow, ...]:
        """The games wanted, latest first, without replaying them."""
        wanted = wanted or Wanted()
        rows = self.database.rows(*question(wanted, self._names(wanted.player)))
        try:
            return tuple(self._known(from_columns(row), row) for row in rows)
        except (TypeError, ValueError) as fault:
            raise Refused(finding("S715", path=self.database.place, reason=str(fault)), status=3) from None

    def _names(self, player: str) -> tuple[str, ...]:
        """All spellings in games of the person whose name that is."""
        found = self.roster().named(player) if player else None
        return found.spellings if found else ()

    def _known(self, row: GameRow, columns: Sequence[object]) -> GameRow:
        """A row with its totals, worked out where an upgrade was broken off before they were written."""
        if totals_known(columns):
            return row
        try:
            return row_of(row.name, self.replay(row.name).state)
        except Refused:
            return row

    def played(self, wanted: Wanted | None = None, people: Mapping[str, str] | None = None) -> Generator[Played]:
        """The games wanted, the earliest first, with what each came to deal by deal; they are read as they are asked
        for, so that any number of them takes no room. To end before the last, close it.

        ``people`` says whom a name in a game means, by default somebody of that name. A game whose journal cannot be
        read is left out where its tally is missing as well.
        """
        wanted, people = wanted or Wanted(), people or {}
        with closing(self.database.each(*tallies_question(wanted, self._names(wanted.player)))) as rows:
            for name, date, variant, players, ended, text in rows:
                tally = self._tally(name, text)
                if tally is not None:
                    who = tuple([people.get(player, player) for player in self._held(json.loads, players)])
                    yield Played(name, date, variant, who, tally, bool(ended))

    def _tally(self, name: str, text: str | None) -> Tally | None:
        """What is kept, else (an upgrade was broken off before it was written) what the journal gives."""
        if text:
            return self._held(read_tally, text)
        with suppress(Refused):
            return tally_of(self.replay(name).game)
        return None

    def _held(self, read: Callable[[str], T], text: str) -> T:
        """What a text comes to that the store wrote. Refused: S715 where it was altered."""
        try:
            return read(text)
        except (LookupError, TypeError, ValueError) as fault:
            raise Refused(finding("S715", path=self.database.place, reason=str(fault)), status=3) from None

    def people(self) -> People:
        """What the book of people comes to. Refused: S725 where it is damaged."""
        from kingscore.storage.event_log_rows import people_of

        return people_of(self.database)

    def purse(self) -> Purse:
        """What the book of payments comes to. Refused: S725 where it is damaged."""
        from kingscore.storage.event_log_rows import purse_of

        return purse_of(self.database)

    def roster(self) -> Roster:
        """Everybody who plays, pays or is known: who is meant by every name."""
        from kingscore.scoring.people import roster

        paid = (name for payment in self.purse().payments for name in (payment.payer, payment.payee))
        return roster(self.people(), (*self.players(), *((name, 0) for name in dict.fromkeys(paid))))

    def each(self, wanted: Wanted | None = None) -> Iterator[Kept]:
        """The games wanted themselves, latest first, one after the other."""
        for row in self.games(wanted):
            yield self.load(row.name)

    def rules(self, digest: str, players: int, options: Mapping[str, str]) -> Rules:
        """The rules kept under a variant's digest for so many players and these options; what was never asked for is
        resolved from its content. Refused: S722 where they are missing or were altered, and as ``Variant.rules``."""
        key = (digest, players, canonical(sorted(options.items())))
        if key in self._rules:
            return self._rules[key]
        row = next(iter(self.database.rows(RULES, (*key[1:], digest))), (None,) * 6)
        content, content_seal, names, names_seal, body, body_seal = row
        sealed = seal(digest, content) == content_seal and (body is None or seal(*key, body) == body_seal)
        if content is None or not sealed:
            raise Refused(finding("S722", digest=digest, path=self.database.place), status=3)
        named = names is not None and seal(digest, names) == names_seal
        self._contents[digest] = names if named else content
        if body is None:
            rules = from_content(self._contents[digest]).rules(players, options)
            self._resolved[key] = canonical(rules_to_raw(rules))
        else:
            rules = replace(rules_from_raw(json.loads(body), naming()), digest=digest)
            rules = from_content(names).renamed(rules) if named else rules
        self._rules[key] = rules
        return rules

    # Writing

    def begin(self, game: Game, variant: Variant, at: str) -> str:
        """A game begins and becomes the one in play; gives its name. A game with deals is taken in and not chosen."""
        return self.take_in(game, variant, at, choose=not game.deals).name

    def take_in(self, game: Game, variant: Variant, at: str, choose: bool = False) -> Taken:
        """A whole game is taken in at once. The same game twice is told by a hint; Refused: S705 another of that id."""
        for _ in range(TRIES):
            with suppress(Conflict):  # somebody else began a game of that name: the next name is tried
                return self._take_in(game, variant, at, choose)
        raise Conflict(self.database.place)

    def _take_in(self, game: Game, variant: Variant, at: str, choose: bool) -> Taken:
        if game.deals and not game.id:
            game = replace(game, id=own_id(game))
        with self.database.writing() as connection:
            here = connection.execute("SELECT name FROM games WHERE id = ?", (storable(game.id),)).fetchone()
            if here:
                return self._already(here[0], game)
            name = new_name(connection, game)
            game = replace(game, id=game.id or name)
            self._keep_variant(connection, variant)
            event = begun(game, variant.digest, at)
            state = fold((event,), self.rules, name)
            self._keep_rules(connection)
            write_state(connection, name, state)
            write_event(connection, name, 1, event)
            if choose:
                connection.execute(CHOOSE, (self.database.who, name))
        self._resolved.clear()
        self._latest = Kept(name, state, self._contents[state.digest])
        return Taken(name, like=self._like(name, state.game) if game.deals else None)

    def _keep_variant(self, connection: Connection, variant: Variant) -> None:
        """A content is kept once, without the names in it; those of the file that came last are beside it."""
        digest, body, whole = variant.digest, content(nameless(variant.raw)), content(variant.raw)
        known = "INSERT INTO variants VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        connection.execute(known, (digest, body, seal(digest, body)))
        named = connection.execute("SELECT body FROM names WHERE digest = ?", (digest,)).fetchone()
        if whole != (named[0] if named else body):
            connection.execute(NAME, (digest, whole, seal(digest, whole)))
            self._rules.clear()

    def _keep_rules(self, connection: Connection) -> None:
        rows = [(*key, body, seal(*key, body)) for key, body in self._resolved.items()]
        if rows:
            connection.executemany("INSERT INTO rules VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)

    def _like(self, name: str, game: Game) -> Finding | None:
        """The hint that an older game may be the same one, before it was mended."""
        values = (storable(game.date), game.rules.variant, LOOKED_AT, canonical(game.players), name)
        for (other,) in self.database.rows(LIKE, values):
            with suppress(Refused):
                if much_the_same(self.replay(other).game, game):
                    return finding("S726", game=name, other=other)
        return None

    def _already(self, name: str, game: Game) -> Taken:
        kept = self.load(name)
        if not same_game(kept.game, game):
            how = "bin" if kept.state.binned else ""
            raise Refused(finding("S705", how, id=game.id, game=name), status=1)
        return Taken(name, finding("S706", "bin" if kept.state.binned else "", game=name))

    def append(self, name: str, event: Event, seen: int) -> Kept:
        """One more event. ``seen`` is the number of the last event that the caller knows.

        Refused, with nothing written: S701 if the game has moved on, and all that ``journal.step`` refuses.
        """
        kept = self._latest
        if kept is None or (kept.name, kept.seen) != (name, seen):
            kept = self.load(name)
        if kept.seen != seen:
            raise moved_on(kept, seen)
        after = replace(kept, state=step(kept.state, event, self.rules))
        summary = summed_up(name, after.state)
        try:
            with self.database.writing() as connection:
                last = connection.execute("SELECT max(seq) FROM journal WHERE game = ?", (name,)).fetchone()[0]
                if last != seen:
                    raise moved_on(self.load(name), seen)
                write_event(connection, name, after.seen, event)
                self._keep_rules(connection)
                write_summary(connection, summary, seats=after.game.players != kept.game.players)
        except Conflict:
            now = self.load(name)
            if now.seen == seen:
                raise
            raise moved_on(now, seen) from None
        self._resolved.clear()
        self._latest = after
        return after

    def enter(self, title: Title, notes: Sequence[Note], seen: int) -> None:
        """More entries in a book, all or none. ``seen`` is the number of the last that the caller knows.

        Refused, with nothing written: S724 if the book has moved on, S725 if it would not be readable with them.
        """
        from kingscore.storage.event_log_rows import enter

        enter(self.database, title, notes, seen)

    def use(self, word: str) -> str:
        """The game of that name or beginning is in play from now on; gives its name. Refused: S707 one in the bin."""
        name = self.find(word)
        if self.database.rows("SELECT 1 FROM games WHERE name = ? AND binned <> 0", (name,)):
            raise Refused(finding("S707", game=name), status=2)
        with self.database.writing() as connection:
            connection.execute(CHOOSE, (self.database.who, name))
        return name

    def delete(self, name: str, at: str, why: str = "") -> Kept:
        """The game goes into the bin."""
        return self.append(name, binned(at, why), self.load(name).seen)

    def restore(self, name: str, at: str, why: str = "") -> Kept:
        """The game comes out of the bin."""
        return self.append(name, restored(at, why), self.load(name).seen)

    # Upkeep

    def backup(self, path: Path, force: bool = False) -> None:
        """A whole copy in one plain file, also while others write. Refused: S723 for a file that is there, unless
        forced."""
        from kingscore.storage.upkeep import backup

        backup(self, path, self._copy_to_file, force)

    def _copy_to_file(self, path: Path) -> None:
        if isinstance(self.database, Database):
            self.database.copy_to(path)
        else:
            from kingscore.storage.copying import copy_to_file

            copy_to_file(self, path, Store)

    def copy_to(self, other: Store, tell: Callable[[int, int], None] | None = None) -> Copied:
        """All that this store holds goes over into another. Refused: S746 where that one holds anything else."""
        from kingscore.storage.copying import copy_library

        return copy_library(self, other, tell)

    def verify(self) -> tuple[Finding, ...]:
        """Replays everything and compares; gives all that is damaged (S715, S720, S722) or differs (S721)."""
        from kingscore.storage.upkeep import verify

        return verify(self)

    def rebuild(self) -> tuple[Finding, ...]:
        """Makes every summary anew from the journal; gives what cannot be replayed and was left as it is."""
        from kingscore.storage.upkeep import rebuild

        return rebuild(self)

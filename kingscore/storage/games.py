"""The store: begins games, adds events to their journals, gives them back as they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from kingscore.journal import LogEntry, State, begun, binned, fold, restored, step
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Game
from kingscore.model.json_values import Event, canonical
from kingscore.notation.codec import head_to_raw, to_raw
from kingscore.statistics.tally import Played, by_person, read_tally, tally_of
from kingscore.storage.database import PATIENCE, AnyDatabase, Conflict, Connection
from kingscore.storage.rows import (
    QUESTION,
    TOTALS,
    UNKNOWN,
    GameFilter,
    GameRow,
    KeptRules,
    enter,
    events_of,
    from_columns,
    moved_on,
    must_not_steer,
    question,
    read_log,
    sitters,
    storable,
    summary_of,
    tallies_question,
    write_summary,
)
from kingscore.storage.sqlite import SERVERS, Database, locate

if TYPE_CHECKING:
    from kingscore.scoring.event_log import LoggedEvent, Title
    from kingscore.scoring.money import Purse
    from kingscore.scoring.people import People, Roster
    from kingscore.variant import Variant

T = TypeVar("T")
#: A server's address in the other form that its library knows, which would else be taken for a file's name.
SERVER_SETTINGS = re.compile(r"(^|\s)(host|hostaddr|dbname|user|password|service)\s*=", re.IGNORECASE)
#: So many games are summed up again in one transaction, during which nobody else writes to them.
AT_ONCE = 100
#: How often a name is looked for that nobody else has taken at the same moment.
TRIES = 100
#: Games of a day and a variant with the same names at the table. However many there are, only so many are looked at.
LOOKED_AT = 200
LIKE = (
    "SELECT name FROM (SELECT name, players FROM games WHERE date = ? AND date <> '' AND variant = ? AND binned = 0"
    " LIMIT ?) AS near WHERE players = ? AND name <> ? LIMIT 5"
)
#: Among the last games of the player in the first seat those of other days with as many deals.
LIKE_ELSEWHEN = (
    "SELECT games.name FROM (SELECT game FROM seats WHERE player = ? ORDER BY game DESC LIMIT ?) AS near"
    " JOIN games ON games.name = near.game WHERE date <> ? AND variant = ? AND binned = 0 AND players = ?"
    " AND deals = ? AND games.name <> ? LIMIT 5"
)
CHOOSE = "INSERT INTO chosen VALUES (?, ?) ON CONFLICT (who) DO UPDATE SET game = excluded.game"


class LibraryGame(NamedTuple):
    """A game as the store holds it: its name there, its state, and the content of its variant as text."""

    name: str
    state: State
    content: str

    @property
    def variant(self) -> Variant:
        """The whole variant that was kept with the game."""
        from kingscore.storage.variant_files import from_content

        return from_content(self.content)

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def seen(self) -> int:
        """The number of the last event, which an append must name."""
        return self.state.seen

    @property
    def log(self) -> tuple[LogEntry, ...]:
        return self.state.log


class AddedGame(NamedTuple):
    """A game taken in: its name, and the hint S706 where the very same game was already here; or S726 where one is here
    that may be the same with a slip more or less, or under another date."""

    name: str
    already: Finding | None = None
    like: Finding | None = None


def open_store(url: str | None = None, patience: float = PATIENCE, upgrade: bool = False) -> Store:
    """The store at an address (a path, ``sqlite:///path``, ``postgresql://…``, None for the user's data folder), made
    if it is missing.

    Refused with S71x and S74x, status 3: see ``explain``. ``patience`` is how many seconds to wait for another writer.
    ``upgrade`` brings a library on a server up to date; an embedded file is brought up to date in any case.
    """
    url = url and url.strip()
    if url and url.lower().startswith(SERVERS):
        try:
            from kingscore.storage.postgres import Server
        except ImportError as fault:
            raise Refused(finding("S740", reason=str(fault)), status=3) from None
        store = Store(Server(url, patience, upgrade=upgrade))
    elif url and SERVER_SETTINGS.search(url):
        raise Refused(finding("S710", "settings"), status=3)
    else:
        store = Store(Database(locate(url), patience))
    if store.database.upgraded and not store.database.read_only:
        store.rebuild()  # what new columns hold comes from the journal; until then it is worked out on demand
    return store


class Store(AbstractContextManager["Store"]):
    """The games of one store. Every change is one transaction, on disk when the call returns."""

    def __init__(self, database: AnyDatabase) -> None:
        self.database = database
        self.kept = KeptRules(database)
        self._latest: LibraryGame | None = None

    def __exit__(self, *_: object) -> None:
        self.database.close()

    def close(self) -> None:
        self.database.close()

    # Reading

    def load(self, name: str, whole: bool = True) -> LibraryGame:
        """The game of exactly that name, in the bin or not. Refused: S702 unknown, S720 and S722 not readable.

        Where ``whole`` is False, with what there is even if the last events are missing.
        """
        rows = self.database.rows(QUESTION, (storable(name),) * 2)
        if not rows:
            raise Refused(finding("S702", found=name), status=2)
        state = fold(events_of(name, rows, whole), self.kept.rules, name)
        loaded = LibraryGame(name, state, self.kept.contents[state.digest])
        self._latest = loaded if whole else self._latest
        return loaded

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
        """The game that a word names, without a word the one in play. Refused: S702 to S704."""
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

    def latest(self) -> str | None:
        """The game that was begun last, None if there is none but in the bin."""
        asked = f"SELECT name FROM games WHERE binned = 0 ORDER BY begun DESC, {self.database.sequence} DESC LIMIT 1"
        return next((str(name) for (name,) in self.database.rows(asked)), None)

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

    def games(self, game_filter: GameFilter | None = None) -> tuple[GameRow, ...]:
        """The games that fit, latest first, without replaying them."""
        game_filter = game_filter or GameFilter()
        rows = self.database.rows(*question(game_filter, self._names(game_filter.player)))
        try:
            found = [from_columns(row) for row in rows]
        except (TypeError, ValueError) as fault:
            raise Refused(finding("S715", path=self.database.place, reason=str(fault)), status=3) from None
        # An upgrade may have been broken off before totals were written: then they are worked out.
        for at, columns in enumerate(rows):
            if columns[TOTALS] == UNKNOWN:
                with suppress(Refused):
                    found[at] = summary_of(found[at].name, self.load(found[at].name).state).row
        return tuple(found)

    def _names(self, player: str) -> tuple[str, ...]:
        """All spellings in games of the person whose name that is."""
        found = self.roster().named(player) if player else None
        return found.spellings if found else ()

    def played(
        self, game_filter: GameFilter | None = None, people: Mapping[str, str] | None = None
    ) -> Generator[Played]:
        """The games that fit, the earliest first, with what each came to deal by deal; they are read as they are asked
        for, so that any number of them takes no room. To end before the last, close it.

        ``people`` says whom a name in a game means, by default somebody of that name. A game whose journal cannot be
        read is left out where its tally is missing as well.
        """
        game_filter, people = game_filter or GameFilter(), people or {}
        with closing(self.database.each(*tallies_question(game_filter, self._names(game_filter.player)))) as rows:
            for name, date, variant, players, ended, text in rows:
                tally = self._held(read_tally, text) if text else None
                if tally is None:  # an upgrade was broken off before it was written: the journal gives it
                    with suppress(Refused):
                        tally = tally_of(self.load(name).game)
                if tally is not None:
                    first, seated = self._held(sitters, players)
                    who = tuple([people.get(player, player) for player in first])
                    later = [change._replace(player=people.get(change.player, change.player)) for change in seated]
                    yield by_person(Played(name, date, variant, who, tally, bool(ended)), later)

    def _held(self, read: Callable[[str], T], text: str) -> T:
        """What a text comes to that the store wrote. Refused: S715 where it was altered."""
        try:
            return read(text)
        except (LookupError, TypeError, ValueError) as fault:
            raise Refused(finding("S715", path=self.database.place, reason=str(fault)), status=3) from None

    def people(self) -> People:
        """What the log of people comes to. Refused: S725 where it is damaged."""
        from kingscore.scoring.people import fold_people

        return fold_people(read_log(self.database, "people"))

    def purse(self) -> Purse:
        """What the log of payments comes to. Refused: S725 where it is damaged."""
        from kingscore.scoring.money import fold_purse

        return fold_purse(read_log(self.database, "payments"))

    def log(self, title: Title) -> tuple[LoggedEvent, ...]:
        """The log of people or payments, also what was struck out. Refused as ``people``."""
        return (self.people() if title == "people" else self.purse()).log

    def roster(self) -> Roster:
        """Everybody who plays, pays or is known: who is meant by every name."""
        from kingscore.scoring.people import roster

        paid = (name for payment in self.purse().payments for name in (payment.payer, payment.payee))
        return roster(self.people(), (*self.players(), *((name, 0) for name in dict.fromkeys(paid))))

    # Writing

    def begin(self, game: Game, variant: Variant, at: str) -> str:
        """A game begins and becomes the one in play; gives its name. A game with deals is taken in and not chosen."""
        return self.take_in(game, variant, at, choose=not game.deals).name

    def take_in(self, game: Game, variant: Variant, at: str, choose: bool = False) -> AddedGame:
        """A whole game is taken in at once. The same game twice gives a hint. Refused: S705 another of that id."""
        for _ in range(TRIES):
            with suppress(Conflict):  # somebody else began a game of that name: the next name is tried
                return self._take_in(game, variant, at, choose)
        raise Conflict(self.database.place)

    def _take_in(self, game: Game, variant: Variant, at: str, choose: bool) -> AddedGame:
        if game.deals and not game.id:
            game = replace(game, id=own_id(game))
        with self.database.writing() as connection:
            here = connection.execute("SELECT name FROM games WHERE id = ?", (storable(game.id),)).fetchone()
            if here:
                kept = self.load(here[0])
                how = "bin" if kept.state.binned else ""
                if not same_game(kept.game, game):
                    raise Refused(finding("S705", how, id=game.id, game=kept.name), status=1)
                return AddedGame(kept.name, finding("S706", how, game=kept.name))
            name = new_name(connection, game)
            game = replace(game, id=game.id or name)
            self.kept.keep_variant(connection, variant)
            event = begun(game, variant.digest, at)
            must_not_steer(event)
            state = fold((event,), self.kept.rules, name)
            self.kept.keep_resolved(connection)
            write_summary(connection, summary_of(name, state), event)
            if choose:
                connection.execute(CHOOSE, (self.database.who, name))
        self.kept.resolved.clear()
        self._latest = LibraryGame(name, state, self.kept.contents[state.digest])
        return AddedGame(name, like=self._like(name, state.game) if game.deals else None)

    def _like(self, name: str, game: Game) -> Finding | None:
        """The hint that an older game may be the same one, before a repair."""
        values = (storable(game.date), game.rules.variant, LOOKED_AT, canonical(game.players), name)
        for (other,) in self.database.rows(LIKE, values):
            with suppress(Refused):
                if much_the_same(self.load(other).game, game):
                    return finding("S726", game=name, other=other)
        seated = storable(game.players[0]), LOOKED_AT, storable(game.date), game.rules.variant
        for (other,) in self.database.rows(LIKE_ELSEWHEN, (*seated, canonical(game.players), len(game.deals), name)):
            with suppress(Refused):
                if self.load(other).game.deals == game.deals:
                    return finding("S726", "date", game=name, other=other)
        return None

    def keep_variant(self, variant: Variant) -> None:
        """The content of a variant, before a game is amended to be one of it."""
        with self.database.writing() as connection:
            self.kept.keep_variant(connection, variant)

    def append(self, name: str, event: Event, seen: int) -> LibraryGame:
        """One more event. ``seen`` is the number of the last event that the caller knows.

        Refused, with nothing written: S701 if the game has moved on, and all that ``journal.step`` refuses.
        """
        kept = self._latest
        if kept is None or (kept.name, kept.seen) != (name, seen):
            kept = self.load(name)
        if kept.seen != seen:
            raise moved_on(name, kept.state, seen)
        must_not_steer(event)
        state = step(kept.state, event, self.kept.rules)
        after = LibraryGame(name, state, self.kept.contents.get(state.digest, kept.content))
        summary = summary_of(name, after.state)
        try:
            with self.database.writing() as connection:
                last = connection.execute("SELECT max(seq) FROM journal WHERE game = ?", (name,)).fetchone()[0]
                if last != seen:
                    raise moved_on(name, self.load(name).state, seen)
                self.kept.keep_resolved(connection)
                write_summary(connection, summary, event, seats=after.game.everybody != kept.game.everybody)
        except Conflict:
            now = self.load(name)
            if now.seen == seen:
                raise
            raise moved_on(name, now.state, seen) from None
        self.kept.resolved.clear()
        self._latest = after
        return after

    def enter(self, title: Title, events: Sequence[Event], seen: int) -> None:
        """More entries in a log, all or none. ``seen`` is the number of the last that the caller knows.

        Refused, with nothing written: S724 if the log has moved on, S725 if it would not be readable with them.
        """
        for event in events:
            must_not_steer(event)
        from kingscore.scoring.money import fold_purse
        from kingscore.scoring.people import fold_people

        before = read_log(self.database, title)
        if len(before) == seen:
            (fold_people if title == "people" else fold_purse)((*before, *events))
        enter(self.database, title, events, seen)

    def use(self, word: str) -> str:
        """The game of that name or beginning is in play from now on; gives its name. Refused: S707 one in the bin."""
        name = self.find(word)
        if self.database.rows("SELECT 1 FROM games WHERE name = ? AND binned <> 0", (name,)):
            raise Refused(finding("S707", game=name), status=2)
        with self.database.writing() as connection:
            connection.execute(CHOOSE, (self.database.who, name))
        return name

    def delete(self, name: str, at: str, why: str = "") -> LibraryGame:
        """The game goes into the bin."""
        return self.append(name, binned(at, why), self.load(name).seen)

    def restore(self, name: str, at: str, why: str = "") -> LibraryGame:
        """The game comes out of the bin."""
        return self.append(name, restored(at, why), self.load(name).seen)

    def rebuild(self) -> tuple[Finding, ...]:
        """Every summary made again from the journal, so many games a transaction.

        Gives what stops a game from being replayed, which then keeps its old summary, and where the last events are
        gone: such a game goes on with the rest.
        """
        faults: list[Finding] = []
        names = [str(name) for (name,) in self.database.rows("SELECT name FROM games ORDER BY name")]
        # Nobody may add an event between the reading of the journal and the writing of what it comes to.
        question = f"SELECT seen FROM games WHERE name = ?{self.database.hold}"
        for start in range(0, len(names), AT_ONCE):
            with self.database.writing() as connection:
                for name in names[start : start + AT_ONCE]:
                    seen = connection.execute(question, (name,)).fetchone()[0]
                    try:
                        state = self.load(name, whole=False).state
                    except Refused as fault:
                        faults += fault.findings
                        continue
                    if isinstance(seen, int) and state.seen < seen:
                        faults.append(finding("S720", "gap", game=name, event=state.seen + 1))
                    write_summary(connection, summary_of(name, state))
        if self.database.upgraded:
            self.database.summaries_made()
        return tuple(faults)


# What a game is called, and when two are the same


def new_name(connection: Connection, game: Game) -> str:
    """A name that is free: the game's own id where it can be typed, else date and variant, with a number if need be."""
    # A word that a shell takes as it is and that is no option.
    plain = len(game.id) <= 64 and game.id[:1].isalnum() and all(c.isalnum() or c in "-_." for c in game.id)
    if plain and not _taken(connection, game.id):
        return game.id
    stem = _stem(game)
    number = _free_number(connection, stem)
    return stem if number == 1 else f"{stem}-{number}"


def own_id(game: Game) -> str:
    """An id for a whole game that has none, out of what it holds: the same file taken in twice is one game.

    With its ``~`` it is no word for the shell, so that the game is named after its day and variant wherever it goes.
    """
    from hashlib import sha256

    # Options count by those that both know when two games are compared, so that they cannot be part of it.
    head = {key: value for key, value in head_to_raw(game).items() if key not in ("id", "options")}
    content = canonical(head | {"deals": [to_raw(deal) for deal in game.deals]})
    return f"{_stem(game)}~{sha256(storable(content).encode()).hexdigest()[:16]}"


def _stem(game: Game) -> str:
    dated = game.date if game.date.isascii() and game.date.replace("-", "").isdigit() else ""
    return "-".join(part for part in (dated, game.rules.variant) if part)


def _free_number(connection: Connection, stem: str) -> int:
    """A number that makes a free name of the stem, 1 for the stem alone. As a rule all that are taken stand in a row:
    where it ends is found in few steps even behind thousands of games of no day."""
    if not _taken(connection, stem):
        return 1
    taken, free = 1, 2
    while _taken(connection, f"{stem}-{free}"):
        taken, free = free, 2 * free
    while free - taken > 1:
        middle = (taken + free) // 2
        if _taken(connection, f"{stem}-{middle}"):
            taken = middle
        else:
            free = middle
    return free


def _taken(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT 1 FROM games WHERE name = ? OR id = ?", (name, name)).fetchone() is not None


def same_game(one: Game, other: Game) -> bool:
    """True if nothing that a file could say differs. The rules count by variant and by the options that both know: a
    variant may have got new ones since."""
    mine, theirs = dict(one.rules.options), dict(other.rules.options)
    options = tuple((key, mine[key]) for key in mine if key in theirs)
    if options != tuple((key, theirs[key]) for key in mine if key in theirs):
        return False
    heads = (canonical(head_to_raw(game) | {"options": options}) for game in (one, other))
    return len(set(heads)) == 1 and one.deals == other.deals


def much_the_same(one: Game, other: Game) -> bool:
    """True for games of the same people that have at least half of their deals in common, each at its place."""
    same = sum(mine == theirs for mine, theirs in zip(one.deals, other.deals, strict=False))
    return one.players == other.players and 2 * same >= max(len(one.deals), len(other.deals), 1)

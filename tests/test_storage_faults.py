"""What may befall a store file: each fault is told as a finding of its own, and nothing that was there is lost."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kingscore import journal
from kingscore.model.findings import Refused, finding
from kingscore.storage import GameFilter, Store, games, open_store, sqlite, variant_files
from kingscore.storage.database import STEPS, Conflict
from kingscore.storage.upkeep import backup, verify
from tests.evenings import evening, numbered, refusal, time
from tests.recording import LATER, VERSION

LITHUANIAN = variant_files.variant("lithuanian")
NOBODY = 65534


def opening(path: Path | str, patience: float = 10) -> Callable[[], object]:
    return lambda: open_store(str(path), patience)


def made(path: Path, deals: int = 3) -> str:
    """A store with one game of so many deals, closed again."""
    with open_store(str(path)) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        for number in range(1, deals + 1):
            store.append(name, journal.dealt(numbered(number), time(number)), number)
    return name


# Not a store


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    assert (refusal(opening(tmp_path)).code, refusal(opening(tmp_path)).how) == ("S711", "")


def test_a_pipe_is_no_store_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(opening(tmp_path / "pipe")).code == "S711"
    assert refusal(opening("/dev/null")).code == "S711"


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file" / "games.db", tmp_path / "file" / "deeper" / "games.db"):
        found = refusal(opening(path))
        assert (found.code, found.how) == ("S711", "folder")


@pytest.mark.parametrize(
    "content", [b"x", b"SQLite format 3\0", b"variant: lithuanian\n" * 100, bytes(range(256)) * 64, b"\0" * 5000]
)
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    assert refusal(opening(path)).code in ("S712", "S715")
    assert path.read_bytes() == content


@pytest.mark.parametrize("mark", ["CREATE TABLE journal (game)", "PRAGMA application_id=7", "PRAGMA user_version=1"])
def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as other:
        other.execute(mark)
    other.close()
    before = path.read_bytes()
    assert refusal(opening(path)).code == "S713"
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["games.db"]


def test_an_empty_file_becomes_a_store_and_is_mentioned_with_the_way_back(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch()
    with open_store(str(path)) as store:
        assert store.database.remark == finding("S729", path=str(path))
    with open_store(str(path)) as store:
        assert store.database.remark is None
    (tmp_path / "games.db.version-1").write_bytes(b"an older copy")
    path.write_bytes(b"")
    with open_store(str(path)) as store:
        copy = str(tmp_path / "games.db.version-1")
        assert store.database.remark == finding("S729", "copies", path=str(path), copy=copy)


def test_an_empty_file_beside_the_changes_of_another_is_left_as_it_is(tmp_path: Path) -> None:
    """SQLite would throw the changes away."""
    path, changes = tmp_path / "games.db", tmp_path / "games.db-wal"
    path.touch()
    changes.write_bytes(b"the newest deals")
    assert refusal(opening(path)).code == "S715"
    assert changes.read_bytes() == b"the newest deals"


def test_a_store_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    made(path)
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version={len(STEPS) + 1}")
    newer.close()
    found = refusal(opening(path))
    assert (found.code, dict(found.values)["found"], dict(found.values)["expected"]) == ("S714", VERSION + 1, VERSION)


@pytest.mark.parametrize(
    ("address", "how"),
    [
        ("mysql://ona:hunter2@club.example/king", ""),
        ("PostgreSQL+psycopg://ona:hunter2@h/k", ""),
        ("http://hunter2", ""),
        ("sqlite://hunter2", "sqlite"),
        ("sqlite://", "sqlite"),
        ("sqlite:///", "sqlite"),
        ("postgres:/king:hunter2@localhost/king", "server"),
        ("postgresql:king:hunter2@localhost/king", "server"),
        ("king:hunter2@localhost/king", "server"),
    ],
)
def test_of_an_address_of_another_kind_only_the_kind_is_told(address: str, how: str) -> None:
    found = refusal(opening(address))
    assert (found.code, found.how) == ("S710", how)
    assert "hunter2" not in repr(found)


def test_a_path_that_no_file_system_takes_is_told(tmp_path: Path) -> None:
    assert refusal(opening(tmp_path / ("x" * 300))).code == "S719"
    assert refusal(opening(tmp_path / ("y" * 300) / "games.db")).code == "S719"


# Damage


def test_a_store_cut_off_anywhere_is_told_and_gives_nothing_wrong(tmp_path: Path) -> None:
    """Whole, new and empty, or refused: never a traceback, never another game."""
    path, cut = tmp_path / "games.db", tmp_path / "cut.db"
    name = made(path, 12)
    with open_store(str(path)) as store:
        whole = store.load(name).game
    content = path.read_bytes()
    told = set()
    for length in range(1, len(content), 509):
        cut.write_bytes(content[:length])
        try:
            with open_store(str(cut)) as store:
                assert store.load(name).game == whole
                assert verify(store) != ()
        except Refused as fault:
            told.add(fault.findings[0].code)
    assert told <= {"S712", "S715", "S722"}
    assert told >= {"S712", "S715"}


def test_a_store_with_altered_bytes_never_gives_another_game(tmp_path: Path) -> None:
    path, bad = tmp_path / "games.db", tmp_path / "bad.db"
    name = made(path, 12)
    with open_store(str(path)) as store:
        whole = store.load(name).game
    content = path.read_bytes()
    chance, told = random.Random(56), set()
    for _ in range(400):
        altered = bytearray(content)
        place = chance.randrange(len(altered))
        for offset in range(chance.choice((1, 1, 1, 8, 200))):
            altered[(place + offset) % len(altered)] = chance.randrange(256)
        bad.write_bytes(altered)
        try:
            with open_store(str(bad)) as store:
                verify(store)
                assert store.load(name).game == whole
        except Refused as fault:
            told.add(fault.findings[0].code)
        for side in ("-wal", "-shm", "-journal"):
            Path(f"{bad}{side}").unlink(missing_ok=True)
    assert told <= {"S702", "S712", "S713", "S714", "S715", "S719", "S720", "S722"}
    assert told >= {"S715", "S720"}


def test_a_power_cut_leaves_every_change_up_to_some_point(tmp_path: Path) -> None:
    """Simulated: the side file is cut off anywhere while the program still ran; what remains is a beginning."""
    path, cut = tmp_path / "games.db", tmp_path / "cut.db"
    with open_store(str(path)) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        main = path.read_bytes()
        for number in range(1, 9):
            store.append(name, journal.dealt(numbered(number), time(number)), number)
        log = Path(f"{path}-wal").read_bytes()
        assert path.read_bytes() == main
    reached = set()
    for length in range(0, len(log) + 1, 2039):
        cut.write_bytes(main)
        Path(f"{cut}-wal").write_bytes(log[:length])
        Path(f"{cut}-shm").unlink(missing_ok=True)
        with open_store(str(cut)) as store:
            assert verify(store) == ()
            rows = store.games()
            if rows:
                game = store.load(name).game
                assert game.deals == tuple(numbered(n) for n in range(1, len(game.deals) + 1))
                reached.add(len(game.deals))
    assert reached >= set(range(8))


def test_a_store_without_one_of_its_tables_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    name = made(path)
    with sqlite3.connect(path) as bad:
        bad.execute("DROP TABLE journal")
    bad.close()
    with open_store(str(path)) as store:
        assert refusal(lambda: store.load(name)).code == "S715"


def test_text_that_is_no_utf8_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    name = made(path)
    with sqlite3.connect(path) as bad:
        bad.execute("UPDATE journal SET body = CAST(x'ff22' AS TEXT) WHERE seq = 2")
    bad.close()
    with open_store(str(path)) as store:
        assert refusal(lambda: store.load(name)).code in ("S715", "S720")
        assert len(store.games()) == 1


# No room, no right, no turn


def test_a_full_disk_loses_nothing_and_writing_goes_on_once_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    name = made(path)
    with open_store(str(path)) as store:
        pages = store.database.rows("PRAGMA page_count")[0][0]
        store.database.rows(f"PRAGMA max_page_count={pages}")
        long = journal.headed({"note": "long " * 10_000}, time(4))
        assert refusal(lambda: store.append(name, long, 4)).code == "S717"
        big = replace(evening(), deals=tuple(numbered(n) for n in range(300)))
        assert refusal(lambda: store.take_in(big, LITHUANIAN, time(4))).code == "S717"
        assert store.load(name).seen == 4
        assert verify(store) == ()
        store.database.rows("PRAGMA max_page_count=100000")
        assert store.append(name, long, 4).seen == 5
    with open_store(str(path)) as store:
        assert store.load(name).seen == 5


def test_a_new_store_on_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = sqlite3.connect

    def small(*args: object, **held: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*args, **held)  # type: ignore[call-overload]
        connection.execute("PRAGMA max_page_count=3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    assert refusal(opening(tmp_path / "games.db")).code == "S717"
    monkeypatch.undo()
    assert made(tmp_path / "games.db") == "2026-11-29-lithuanian"


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_store_that_another_holds_too_long_is_told_and_can_be_read(tmp_path: Path, lock: str) -> None:
    path = tmp_path / "games.db"
    name = made(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute(lock)
    with open_store(str(path), patience=0.05) as store:
        assert store.load(name).seen == 4
        found = refusal(lambda: store.append(name, journal.dealt(numbered(9), time(9)), 4))
        assert found.code == "S718"
        other.execute("ROLLBACK")
        assert store.append(name, journal.dealt(numbered(9), time(9)), 4).seen == 5
    other.close()


def test_a_store_that_cannot_even_be_opened_while_another_holds_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_ask_for_wal", lambda _: None)
    path = tmp_path / "games.db"
    made(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert refusal(opening(path, 0.05)).code == "S718"
    other.close()
    with open_store(str(path)) as store:
        assert len(store.games()) == 1


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that an ordinary user owns; the tests below run as that user even where they were started as root."""
    path = Path(tempfile.mkdtemp(prefix="kingscore-"))
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    path.chmod(0o700)
    yield path
    shutil.rmtree(path)


@contextmanager
def ordinary(path: Path, mode: int) -> Iterator[None]:
    """As an ordinary user, with these permissions on a file or folder for the time being."""
    root, before = os.geteuid() == 0, path.stat().st_mode & 0o777
    if root:
        os.seteuid(NOBODY)
    try:
        path.chmod(mode)
        yield
    finally:
        if root:
            os.seteuid(0)
        path.chmod(before)


def owned(shelf: Path) -> tuple[Path, str]:
    with ordinary(shelf, 0o700):
        return shelf / "games.db", made(shelf / "games.db")


def test_a_folder_without_the_right_to_write_takes_no_new_store(shelf: Path) -> None:
    with ordinary(shelf, 0o500):
        assert refusal(opening(shelf / "games.db")).code == "S716"
        assert refusal(opening(shelf / "deep" / "games.db")).code == "S716"
    assert list(shelf.iterdir()) == []


def test_a_store_in_a_read_only_folder_is_read_and_refuses_changes(shelf: Path) -> None:
    path, name = owned(shelf)
    with ordinary(shelf, 0o500), open_store(str(path)) as store:
        assert store.load(name).game.deals == (numbered(1), numbered(2), numbered(3))
        assert [row.name for row in store.games(GameFilter(player="Ona"))] == [name]
        assert store.current() == name
        event = journal.dealt(numbered(4), time(4))
        for change in (
            lambda: store.append(name, event, 4),
            lambda: store.use(name),
            lambda: store.begin(evening(), LITHUANIAN, time(5)),
            store.rebuild,
        ):
            assert refusal(change).code == "S716"
    with ordinary(shelf, 0o700), open_store(str(path)) as store:
        assert store.append(name, event, 4).seen == 5


def test_a_file_without_the_right_to_write_is_read_and_refuses_changes(shelf: Path) -> None:
    path, name = owned(shelf)
    with ordinary(path, 0o400), open_store(str(path)) as store:
        assert store.load(name).seen == 4
        assert refusal(lambda: store.use(name)).code == "S716"


def test_a_file_without_the_right_to_read_is_told(shelf: Path) -> None:
    path, _ = owned(shelf)
    with ordinary(path, 0o000):
        assert refusal(opening(path)).code in ("S716", "S719")
    with ordinary(shelf, 0o000):
        assert refusal(opening(path)).code in ("S716", "S719")


def test_what_another_just_writes_is_read_without_the_right_to_write(shelf: Path) -> None:
    """The latest changes are still in the side file, which must not be passed over."""
    path, name = owned(shelf)
    with ordinary(shelf, 0o700), open_store(str(path)) as writer:
        writer.append(name, journal.dealt(numbered(4), time(4)), 4)
        with ordinary(shelf, 0o500), open_store(str(path)) as store:
            assert store.load(name).seen == 5


def test_a_backup_into_a_folder_that_takes_none_leaves_nothing_behind(shelf: Path, tmp_path: Path) -> None:
    path, _ = owned(shelf)
    target = shelf / "closed"
    with ordinary(shelf, 0o700):
        target.mkdir()
        with open_store(str(path)) as store, ordinary(target, 0o500):
            assert refusal(lambda: backup(store, target / "copy.db")).code == "S716"
    assert list(target.iterdir()) == []


def test_a_backup_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_ask_for_wal", lambda _: None)
    path = tmp_path / "games.db"
    made(path)
    with open_store(str(path), patience=0.3) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert refusal(lambda: backup(store, tmp_path / "copy.db")).code == "S718"
    assert [p.name for p in tmp_path.iterdir()] == ["games.db"]


def test_a_backup_for_which_there_is_no_room_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    made(path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with open_store(str(path)) as store:
        monkeypatch.setattr(os, "replace", full)
        assert refusal(lambda: backup(store, tmp_path / "copy.db")).code == "S717"
    assert [p.name for p in tmp_path.iterdir()] == ["games.db"]


def test_a_change_that_is_broken_off_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    name = made(path)

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with open_store(str(path)) as store:
        monkeypatch.setattr(games, "write_summary", stop)  # the event is written by then, the list is not
        with pytest.raises(KeyboardInterrupt):
            store.append(name, journal.dealt(numbered(4), time(4)), 4)
        monkeypatch.undo()
        assert store.load(name).seen == 4
        assert store.append(name, journal.dealt(numbered(4), time(4)), 4).seen == 5
        assert verify(store) == ()


def test_a_clock_that_goes_backwards_changes_no_order(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        name = store.begin(evening(), LITHUANIAN, time(9))
        for number in range(1, 4):
            store.append(name, journal.dealt(numbered(number), time(9 - number)), number)
        assert store.load(name).game.deals == (numbered(1), numbered(2), numbered(3))
        assert [entry.at for entry in store.load(name).log] == [time(9), time(8), time(7), time(6)]
        assert verify(store) == ()


# Telling one fault from another


def test_only_a_key_that_stands_already_is_a_conflict_of_two_writers(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "x.db")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("CREATE TABLE a (k INTEGER, l TEXT UNIQUE, m TEXT NOT NULL CHECK (m <> ''), PRIMARY KEY (k, l))")
    connection.execute("CREATE TABLE b (k INTEGER PRIMARY KEY, a TEXT REFERENCES a (l)) STRICT")
    connection.execute("INSERT INTO a VALUES (1, 'x', 'm')")
    connection.execute("INSERT INTO b VALUES (1, 'x')")
    tried = {
        "INSERT INTO a VALUES (1, 'x', 'm')": True,
        "INSERT INTO a VALUES (2, 'x', 'm')": True,
        "INSERT INTO b VALUES (1, 'x')": True,
        "INSERT INTO a VALUES (2, 'y', NULL)": False,
        "INSERT INTO a VALUES (2, 'y', '')": False,
        "INSERT INTO b VALUES (2, 'z')": False,
        "INSERT INTO b VALUES ('two', 'x')": False,
    }
    for statement, expected in tried.items():
        with pytest.raises(sqlite3.IntegrityError) as fault:
            connection.execute(statement)
        assert isinstance(sqlite.refusal(fault.value, Path("x"), 10), Conflict) is expected, statement
    connection.close()


def test_a_row_that_another_wrote_at_the_same_moment_is_told_as_such(tmp_path: Path) -> None:
    """As on a server, where two transactions may both have seen the same last number."""
    path = tmp_path / "games.db"
    name = made(path)
    with open_store(str(path)) as store:
        kept = store.load(name)
        assert isinstance(store.database, sqlite.Database)
        blind = store.database.connection
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store.database, "connection", Blind(blind))
            patch.setattr(store, "_latest", kept._replace(state=replace(kept.state, log=kept.log[:3])))
            found = refusal(lambda: store.append(name, journal.dealt(numbered(9), time(9)), 3))
        assert (found.code, found.how) == ("S701", "deal")
        assert store.load(name).seen == 4


class Blind:
    """A connection that sees one event less than there are."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    @property
    def in_transaction(self) -> bool:
        return self.connection.in_transaction

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        return self.connection.execute(sql.replace("max(seq)", "max(seq) - 1"), values)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_NOTADB, "S712"),
        (sqlite3.SQLITE_CORRUPT, "S715"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "S715"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "S716"),
        (sqlite3.SQLITE_FULL, "S717"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "S718"),
        (sqlite3.SQLITE_LOCKED, "S718"),
        (sqlite3.SQLITE_IOERR_READ, "S719"),
        (sqlite3.SQLITE_CANTOPEN, "S719"),
        (sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, "S715"),
    ],
)
def test_each_fault_of_the_database_has_its_finding(number: int, code: str) -> None:
    fault = sqlite3.OperationalError("as SQLite says it")
    fault.sqlite_errorcode = number
    assert sqlite.refusal(fault, Path("x"), 10).findings[0].code == code


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "S716"),
        (errno.EROFS, "S716"),
        (errno.ENOSPC, "S717"),
        (errno.EDQUOT, "S717"),
        (errno.EIO, "S719"),
    ],
)
def test_each_fault_of_the_file_system_has_its_finding(number: int, code: str) -> None:
    assert sqlite.refusal(OSError(number, os.strerror(number)), Path("x"), 10).findings[0].code == code


# Upgrades

BROKEN = (*STEPS, ("CREATE TABLE places (name TEXT)", "CREATE TABLE games (name TEXT)"))


def test_an_older_store_is_brought_up_to_date_after_a_copy_was_made(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    name = made(path)
    with Store(sqlite.Database(path, steps=LATER)) as store:
        assert store.load(name).game.deals == (numbered(1), numbered(2), numbered(3))
        assert store.rebuild() == ()
        assert store.database.rows("PRAGMA user_version") == [(VERSION + 1,)]
        assert store.database.rows("SELECT place FROM games") == [("",)]
    with open_store(str(tmp_path / f"games.db.version-{VERSION}")) as copy:
        assert copy.load(name).seen == 4
        assert verify(copy) == ()


def test_an_upgrade_that_fails_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    name = made(path)
    assert refusal(lambda: sqlite.Database(path, steps=BROKEN)).code == "S715"
    with open_store(str(path)) as store:
        assert store.load(name).seen == 4
        assert verify(store) == ()


def test_a_store_that_may_only_be_read_is_not_upgraded(shelf: Path) -> None:
    path, name = owned(shelf)
    with ordinary(shelf, 0o500):
        assert refusal(lambda: sqlite.Database(path, steps=LATER)).code == "S716"
        with open_store(str(path)) as store:
            assert store.load(name).seen == 4


def test_a_store_made_by_two_steps_is_like_one_that_was_upgraded(tmp_path: Path) -> None:
    made(tmp_path / "old.db")
    schemas = []
    for name in ("old.db", "new.db"):
        opened = sqlite.Database(tmp_path / name, steps=LATER)
        schemas.append(opened.rows("SELECT type, name, sql FROM sqlite_master ORDER BY name"))
        opened.close()
    assert schemas[0] == schemas[1]

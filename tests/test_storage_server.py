"""A library on a server: what may befall it, who may do what, and that no password is ever told."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from kingscore import journal
from kingscore.app import people
from kingscore.cli.commands import read_command_line
from kingscore.model.findings import Finding
from kingscore.storage import GameFilter, Store, open_store, variant_files
from kingscore.storage.database import STEPS
from kingscore.storage.postgres import Server
from kingscore.storage.upkeep import backup, verify
from tests.evenings import evening, numbered, refusal, time
from tests.recording import LATER, ROOT, VERSION
from tests.scorer import Scorer
from tests.server import OWNER, TestServer

pytestmark = pytest.mark.server
LITHUANIAN = variant_files.variant("lithuanian")
CLUBS = (ROOT / "docs" / "clubs.md").read_text(encoding="utf-8")


def told(call: Callable[[], object]) -> tuple[str, str]:
    found = refusal(call)
    return found.code, found.how


def opening(url: str, patience: float = 10) -> Callable[[], object]:
    return lambda: open_store(url, patience)


def made(url: str, deals: int = 3) -> str:
    """A library with one game of so many deals, closed again."""
    with open_store(url) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        for number in range(1, deals + 1):
            store.append(name, journal.dealt(numbered(number), time(number)), number)
    return name


# Coming in


def test_the_scheme_may_be_written_in_two_ways_and_in_any_case(pg: TestServer) -> None:
    url = pg.schema()
    made(url)
    for scheme in ("postgres://", "PostgreSQL://"):
        with open_store(url.replace("postgresql://", scheme)) as store:
            assert len(store.games()) == 1


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    assert told(opening(f"postgresql://ona:hunter2@127.0.0.1:{port}/king")) == ("S742", "")
    assert told(opening(f"postgresql://ona:hunter2@/king?host={tmp_path}")) == ("S742", "")
    assert told(opening("postgresql://ona:hunter2@nowhere.invalid/king")) == ("S742", "")


def test_something_else_at_that_port_is_told() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:

        def greet() -> None:
            connection, _ = other.accept()
            connection.sendall(b"220 mail.example ESMTP\r\n")
            connection.close()

        threading.Thread(target=greet, daemon=True).start()
        assert told(opening(f"postgresql://127.0.0.1:{other.getsockname()[1]}/king")) == ("S742", "")


def test_a_server_that_does_not_answer_is_not_waited_for_long() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        port = silent.getsockname()[1]
        assert told(opening(f"postgresql://127.0.0.1:{port}/king?connect_timeout=2")) == ("S742", "")


def test_an_unknown_database_or_role_is_told_as_such(pg: TestServer) -> None:
    assert told(opening(pg.address("nothing_here"))) == ("S743", "database")
    assert told(opening(pg.address(user="nobody_here"))) == ("S743", "login")


def test_a_role_that_may_not_come_in_is_told(pg: TestServer) -> None:
    pg.run("CREATE ROLE shut_out NOLOGIN")
    assert told(opening(pg.address(user="shut_out"))) == ("S743", "login")


def test_a_role_with_no_connection_left_is_told(pg: TestServer) -> None:
    pg.run("CREATE ROLE only_one LOGIN CONNECTION LIMIT 0")
    assert told(opening(pg.address(user="only_one"))) == ("S742", "full")


def test_a_database_that_cannot_hold_all_names_is_refused(pg: TestServer) -> None:
    pg.run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    found = refusal(opening(pg.address("latin")))
    assert (found.code, found.how, dict(found.values)["found"]) == ("S744", "encoding", "LATIN1")


def test_a_server_too_old_is_refused(pg: TestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from kingscore.storage import postgres

    monkeypatch.setattr(postgres, "OLDEST", 99)
    assert told(opening(pg.schema())) == ("S744", "old")


def test_a_schema_that_is_not_there_is_told(pg: TestServer) -> None:
    assert told(opening(pg.address(options="-csearch_path=not_there"))) == ("S744", "schema")


def test_what_another_program_keeps_is_left_as_it_is(pg: TestServer) -> None:
    url = pg.schema()
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
        assert told(opening(url)) == ("S713", "")
        assert other.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone() == (1,)


def test_without_the_extra_it_is_told_how_to_get_it(pg: TestServer) -> None:
    """As where psycopg was never installed: nothing of it can be imported."""
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from kingscore.cli import main\n"
        "sys.exit(main(['games', '--lang', 'en']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"KINGSCORE_DB": "postgresql://ona:hunter2@h/k", "PYTHONPATH": str(ROOT), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert "S740" in done.stderr
    assert "kingscore[pg]" in done.stderr
    assert "hunter2" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


# Secrets

SECRET = "hunter2-geheim"
#: Addresses with a password that may go wrong in every way that an address can.
TREACHEROUS = [
    "postgresql://ona:{}@127.0.0.1:1/king",
    "postgresql://ona:{}@nowhere.invalid/king",
    "postgresql://ona@127.0.0.1:1/king?password={}",
    "postgresql://ona@127.0.0.1:1/king?sslmode=require&password={}",
    "postgresql://ona:x@{}@127.0.0.1/king",
    "postgresql://ona:x/{}@127.0.0.1/king",
    "postgresql://ona:12/{}@127.0.0.1/king",
    "postgresql://ona:x?{}@127.0.0.1/king",
    "postgresql://ona:12?{}@127.0.0.1/king",
    "postgresql://ona:12?a={}@127.0.0.1/king",
    "postgresql://ona:x#{}@127.0.0.1:1/king",
    "postgresql://ona:%zz{}@127.0.0.1/king",
    "postgresql://ona:{}%@127.0.0.1/king",
    "postgresql://ona:{}@127.0.0.1:port/king",
    "postgresql://ona:{}@127.0.0.1:99999/king",
    "postgresql://ona:{}@[::1/king",
    "postgresql://ona:{}@127.0.0.1:1/king?sslmode=sometimes",
    "postgresql://ona:{}@127.0.0.1:1/king?pasword={}",
    "postgresql://ona:{}@127.0.0.1:1/king?connect_timeout=soon",
    "postgresql://ona:{}\n@127.0.0.1/king",
    "postgresql://ona:{}\0@127.0.0.1/king",
    "postgresql://ona:{}\udcff@127.0.0.1:1/king",
    "postgresql://ona:{}@h,127.0.0.1:1/king",
    "postgresql://:{}@127.0.0.1:1/",
    "postgresql://ona:{}",
    "postgres://ona:{}@127.0.0.1:1/king",
    "postgresql+psycopg://ona:{}@127.0.0.1/king",
    "mysql://ona:{}@127.0.0.1/king",
    "host=127.0.0.1 user=ona password={}",
    "dbname=king password='{}'",
]


@pytest.mark.parametrize("address", TREACHEROUS)
@pytest.mark.parametrize("json", [False, True])
def test_no_password_of_an_address_is_ever_told(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str, json: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINGSCORE_TRACEBACK", "1")
    url = address.replace("{}", SECRET)
    asked = [["library", "copy", url], ["library", "restore", url], ["use", url]]
    if "\0" not in url:  # no environment can hold it
        asked = [["games"], ["show"], *asked]
    for line in asked:
        monkeypatch.setenv("KINGSCORE_DB", "own.db" if url in line else url)
        said = scorer([*line, "--json"] if json else line)
        assert SECRET not in said.out + said.err, line
        assert "Traceback" not in said.err
        assert said.status in (2, 3)
    assert not [path for path in tmp_path.iterdir() if SECRET in path.name]


@pytest.mark.parametrize("address", [address for address in TREACHEROUS if "://" in address])
@pytest.mark.parametrize(
    "line",
    [
        "import {}",
        "import {} --json",
        "check {}",
        "check {} --json",
        "check {} --jsonl",
        "library backup {}",
        "library backup={}",
        "library export {}",
        "export -o {}",
        "sheet simple --output={}",
        "new simple A B C {}",
        "stats {}",
        "identify {}",
        "rules --search {}",
        "deal {}",
        "--game {} show",
        "{}",
    ],
)
def test_an_address_stands_nowhere_else(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str, line: str
) -> None:
    """It would become the name of a file, or of a player, with its password."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINGSCORE_DB", "own.db")
    url = address.replace("{}", SECRET)
    said = scorer([word.replace("{}", url) for word in line.split()])
    assert (said.status, SECRET in said.out + said.err) == (2, False)
    assert "U828" in said.out + said.err
    assert list(tmp_path.iterdir()) == []


def test_a_path_is_no_address() -> None:
    """What has a colon and a slash but no password is nobody's secret."""
    for word in ("C:/games/a.king", "a:/b", "https://kingas.lt/", "sqlite:///games.db", "note: 1/2", "x@y"):
        line = read_command_line(("import", word), {})
        assert (line.words, line.faults) == (("import", word), ())


def test_a_password_of_any_signs_comes_through_where_they_are_written_with_a_percent_sign(pg: TestServer) -> None:
    """The server asks for it here, so that a wrong one is refused; neither is told."""
    pg.run("CREATE ROLE secretive LOGIN PASSWORD 'p@ss:w/o?r#d% 1=1'")
    with strict(pg):
        good = pg.address(user="secretive", password="p@ss:w/o?r#d% 1=1")
        with psycopg.connect(good) as connection:
            assert connection.execute("SELECT current_user").fetchone() == ("secretive",)
        wrong = refusal(opening(pg.address(user="secretive", password="p@ss:w/o?r#d% 2=2")))
        assert (wrong.code, wrong.how) == ("S743", "login")
        assert "p@ss" not in repr(wrong)
        found = refusal(opening(good))  # it may come in, but not make tables
        assert (found.code, found.how) == ("S716", "making")
        assert "p@ss" not in repr(found)
        assert told(opening(pg.address(user="secretive"))) == ("S743", "login")


@contextmanager
def strict(pg: TestServer) -> Iterator[None]:
    """The server asks one role for its password."""
    rules = pg.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text("local all secretive scram-sha-256\n" + before)
    pg.control("reload")
    try:
        wait_until(lambda: not comes_in(pg.address(user="secretive")))
        yield
    finally:
        rules.write_text(before)
        pg.control("reload")


def comes_in(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.Error:
        return False
    return True


def wait_until(good: Callable[[], bool], times: int = 200) -> None:
    for _ in range(times):
        if good():
            return
        threading.Event().wait(0.02)
    raise AssertionError("it did not come about")


# Who may do what


@pytest.fixture
def club(pg: TestServer) -> Iterator[Callable[[str], str]]:
    """A club's database set up word by word as the page for clubs says; gives the address of a role."""
    pg.run("CREATE ROLE king LOGIN", "CREATE ROLE king_writer LOGIN", "CREATE ROLE king_reader LOGIN")
    pg.run("CREATE DATABASE king OWNER king ENCODING 'UTF8' TEMPLATE template0")
    open_store(pg.address("king", "king")).close()
    grants = re.findall(r"```sql\n(GRANT .*?)```", CLUBS, re.DOTALL)
    assert len(grants) == 1
    with psycopg.connect(pg.address("king", "king"), autocommit=True) as owner:
        owner.execute(grants[0].encode())
    yield lambda role: pg.address("king", role)
    pg.run("DROP DATABASE king WITH (FORCE)", "DROP ROLE king, king_writer, king_reader")


def test_a_writer_records_and_a_reader_only_looks(club: Callable[[str], str], tmp_path: Path) -> None:
    with open_store(club("king_writer")) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        kept = store.append(name, journal.dealt(numbered(1), time(1)), 1)
        store.append(name, journal.renamed(kept.game, 0, "Onutė", time(2)), 2)
        people.add(store, "Petras", time(3))
        store.use(name)
        store.delete(name, time(4))
        store.restore(name, time(5))
        assert store.rebuild() == ()
        assert verify(store) == ()
    with open_store(club("king_reader")) as store:
        assert [row.name for row in store.games(GameFilter(player="Onutė"))] == [name]
        assert store.load(name).game.deals == (numbered(1),)
        assert [game.people[0] for game in store.played(GameFilter(player="Onutė"))] == ["Onutė"]
        assert store.current() is None
        assert verify(store) == ()
        backup(store, tmp_path / "copy.db")
        for change in (
            lambda: store.append(name, journal.dealt(numbered(2), time(6)), 5),
            lambda: store.use(name),
            lambda: store.begin(evening(), LITHUANIAN, time(6)),
            lambda: people.add(store, "Povilas", time(6)),
            store.rebuild,
        ):
            assert told(change) == ("S716", "server")
    with open_store(str(tmp_path / "copy.db")) as copy:
        assert copy.load(name).game.deals == (numbered(1),)


def test_nobody_but_the_owner_changes_or_takes_out_what_was_recorded(club: Callable[[str], str]) -> None:
    made(club("king_writer"))
    with psycopg.connect(club("king_writer"), autocommit=True) as writer:
        for statement in (
            "UPDATE journal SET body = '{}'",
            "DELETE FROM journal",
            "TRUNCATE journal",
            "DELETE FROM games",
            "UPDATE entries SET body = '{}'",
            "UPDATE variants SET body = '{}'",
            "UPDATE rules SET body = '{}'",
            "UPDATE kingscore SET version = 0",
            "DROP TABLE journal",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                writer.execute(statement.encode())


def test_a_reader_has_every_command_that_only_looks(
    club: Callable[[str], str], scorer: Scorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINGSCORE_DB", club("king_writer"))
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --stake '0.05 EUR'")
    scorer.fine("deal no-tricks 2 3 1 2")
    (name,) = (row["game"] for row in scorer.fine("games --json").document["games"])
    monkeypatch.setenv("KINGSCORE_DB", club("king_reader"))
    looking = ("games", "players", "stats", "stats Ona", "settle --all", "library verify")
    for line in (*looking, "export --all --to pdf -o out"):
        scorer.fine(line)
    for line in ("show", "log", "chances", "check", "settle", "export --to xlsx -o one.xlsx"):
        scorer.fine(f"{line} --game {name}")
    for line in (f"deal no-hearts 2 2 2 2 --game {name}", f"undo --game {name}", f"use {name}", "pay Ona Rasa 1 EUR"):
        said = scorer(line)
        assert (said.status, "S716" in said.err) == (3, True), line


def test_an_address_may_be_made_read_only(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    only = url.replace("-csearch_path", "-cdefault_transaction_read_only%3Don%20-csearch_path")
    assert only != url
    with open_store(only) as store:
        assert store.load(name).seen == 4
        assert told(lambda: store.use(name)) == ("S716", "server")


def test_a_role_without_any_right_is_told_which_one_is_missing(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    pg.run("CREATE ROLE stranger LOGIN")
    schema = url.partition("search_path%3D")[2]
    pg.run(f"GRANT USAGE ON SCHEMA {schema} TO stranger")
    found = refusal(opening(url.replace(OWNER, "stranger")))
    assert (found.code, found.how) == ("S716", "reading")
    pg.run(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO stranger")
    pg.run(f"GRANT INSERT ON {schema}.journal TO stranger")  # but on nothing else
    with open_store(url.replace(OWNER, "stranger")) as store:
        assert told(lambda: store.append(name, journal.dealt(numbered(9), time(9)), 4)) == ("S716", "reading")
        assert store.games()[0].seen == 4


def test_a_role_that_may_make_no_tables_is_told_who_can(pg: TestServer) -> None:
    url = pg.schema()
    pg.run("CREATE ROLE guest LOGIN", f"GRANT USAGE ON SCHEMA {url.partition('search_path%3D')[2]} TO guest")
    assert told(opening(url.replace(OWNER, "guest"))) == ("S716", "making")


# The game in play


def test_each_table_has_a_game_in_play_of_its_own(pg: TestServer) -> None:
    url = pg.schema()
    tables = [f"{url}&application_name=table-{number}" for number in range(3)]
    names = [made(table) for table in tables]
    for table, name in zip(tables, names, strict=True):
        with open_store(table) as store:
            assert store.current() == name
    with open_store(tables[0]) as store:
        store.use(names[2])
    for table, name in zip(tables, (names[2], *names[1:]), strict=True):
        with open_store(table) as store:
            assert store.current() == name
    with open_store(url) as store:
        assert store.current() is None  # a table without a name goes by user and machine


# The line breaks


def cut(pg: TestServer, store: Store) -> None:
    """The server ends the store's connection."""
    assert isinstance(store.database, Server)
    number = store.database.connection.connection.info.backend_pid
    pg.run(f"SELECT pg_terminate_backend({number}, 5000)")


def test_a_connection_that_was_lost_meanwhile_is_made_anew(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    with open_store(url) as store:
        kept = store.load(name)
        cut(pg, store)
        kept = store.append(name, journal.dealt(numbered(4), time(4)), kept.seen)
        cut(pg, store)
        assert store.load(name) == kept
        assert verify(store) == ()


def test_a_connection_lost_in_the_middle_of_a_change_leaves_no_trace(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    with open_store(url) as store:

        def broken() -> None:
            with store.database.writing() as connection:
                connection.execute("DELETE FROM seats")
                cut(pg, store)
                connection.execute("DELETE FROM seats")

        assert told(broken) == ("S742", "lost")
        assert verify(store) == ()
        assert store.append(name, journal.dealt(numbered(4), time(4)), 4).seen == 5


def test_whether_a_change_arrived_is_not_claimed_where_the_answer_was_lost(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    with open_store(url) as store:

        def broken() -> None:
            with store.database.writing() as connection:
                connection.execute("UPDATE chosen SET who = 'x'")
                cut(pg, store)

        assert told(broken) == ("S742", "commit")
        assert store.load(name).seen == 4


def test_a_server_that_was_stopped_is_told_and_goes_on_once_it_is_back(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    with open_store(url) as store:
        pg.control("stop", "-m", "fast")
        try:
            assert told(lambda: store.append(name, journal.dealt(numbered(4), time(4)), 4)) == ("S742", "")
            assert told(store.games) == ("S742", "")
        finally:
            pg.control("start")
        assert store.append(name, journal.dealt(numbered(4), time(4)), 4).seen == 5
    with open_store(url) as store:
        assert store.load(name).seen == 5


# Many at once


def test_who_reads_waits_for_no_writer(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    with open_store(url) as writer, open_store(url, patience=0.2) as reader:
        with writer.database.writing() as connection:
            connection.execute("UPDATE games SET deals = 99")
            connection.execute("UPDATE seats SET player = 'x'")
            assert reader.load(name).seen == 4
            assert reader.games()[0].deals == 3
            assert verify(reader) == ()
        assert reader.games()[0].deals == 99


def test_a_game_that_somebody_holds_too_long_is_told_and_others_go_on(pg: TestServer) -> None:
    url = pg.schema()
    one, two = made(url), made(url)
    with open_store(url) as holder, open_store(url, patience=0.2) as store:
        with holder.database.writing() as connection:
            connection.execute("SELECT seen FROM games WHERE name = ? FOR UPDATE", (one,))
            assert told(lambda: store.append(one, journal.dealt(numbered(9), time(9)), 4)) == ("S718", "")
            assert store.append(two, journal.dealt(numbered(9), time(9)), 4).seen == 5
        assert store.append(one, journal.dealt(numbered(9), time(9)), 4).seen == 5


def test_summaries_made_anew_do_not_miss_an_event_that_is_just_being_written(pg: TestServer) -> None:
    """Whoever makes them waits for the event, or the event for them."""
    url = pg.schema()
    name = made(url, 0)
    stop = threading.Event()
    faults: list[Finding] = []

    def again() -> None:
        with open_store(url) as store:
            while not stop.is_set():
                faults.extend(store.rebuild())

    maker = threading.Thread(target=again)
    maker.start()
    with open_store(url) as store:
        for number in range(1, 120):
            store.append(name, journal.dealt(numbered(number), time(number)), number)
    stop.set()
    maker.join()
    with open_store(url) as store:
        assert faults == []
        assert verify(store) == ()
        assert store.games()[0].deals == 119


def test_a_library_verifies_while_others_record(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url, 0)
    stop = threading.Event()

    def record() -> None:
        with open_store(url) as store:
            seen = 1
            while not stop.is_set():
                seen = store.append(name, journal.dealt(numbered(seen), time(seen)), seen).seen

    writer = threading.Thread(target=record)
    writer.start()
    with open_store(url) as store:
        found = [verify(store) for _ in range(15)]
    stop.set()
    writer.join()
    assert found == [()] * 15


# Upgrades


def test_an_older_library_waits_until_somebody_says_so(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    found = refusal(lambda: Server(url, steps=LATER))
    assert (found.code, dict(found.values)["found"], dict(found.values)["expected"]) == ("S745", VERSION, VERSION + 1)
    with open_store(url) as store:
        assert store.load(name).seen == 4
    with Store(Server(url, steps=LATER, upgrade=True)) as store:
        assert isinstance(store.database, Server)
        assert store.database.upgraded
        assert store.load(name).game.deals == (numbered(1), numbered(2), numbered(3))
        assert store.rebuild() == ()
        assert store.database.rows("SELECT version FROM kingscore") == [(VERSION + 1,)]
        assert store.database.rows("SELECT place FROM games") == [("",)]
    assert told(opening(url)) == ("S714", "")


def test_an_upgrade_that_was_broken_off_is_finished_when_the_library_is_next_opened(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    with Store(Server(url, steps=LATER, upgrade=True)) as store:
        assert store.database.upgraded  # and stopped here
        with store.database.writing() as connection:
            connection.execute("DELETE FROM tallies")
    with Store(Server(url, steps=LATER)) as store:
        assert store.database.upgraded
        assert store.rebuild() == ()
    with Store(Server(url, steps=LATER)) as store:
        assert not store.database.upgraded
        assert store.database.rows("SELECT game FROM tallies") == [(name,)]


def test_an_upgrade_that_fails_leaves_the_library_as_it_was(pg: TestServer) -> None:
    url = pg.schema()
    name = made(url)
    broken = (*STEPS, ("CREATE TABLE places (name TEXT)", "CREATE TABLE games (name TEXT)"))
    assert refusal(lambda: Server(url, steps=broken, upgrade=True)).code in ("S715", "S719")
    with open_store(url) as store:
        assert store.load(name).seen == 4
        assert verify(store) == ()


def test_a_library_of_an_older_version_is_brought_up_to_date_by_command(
    pg: TestServer, scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = pg.schema()
    with closing(Server(url, steps=STEPS[:1])):
        pass
    monkeypatch.setenv("KINGSCORE_DB", url)
    waiting = scorer("games")
    assert waiting.status == 3
    assert "pg_dump" in waiting.err
    assert "S745" in waiting.err
    assert scorer.fine("library upgrade --json").document["upgraded"] is True
    assert scorer.fine("library upgrade --json").document["upgraded"] is False
    assert scorer.fine("games --json").document == {"games": []}


def test_every_acknowledged_change_is_on_the_servers_disk(pg: TestServer) -> None:
    """The server of the tests is told not to wait for it; the store insists."""
    with open_store(pg.schema()) as store:
        assert store.database.rows("SHOW synchronous_commit") == [("on",)]


def test_texts_are_sorted_and_compared_as_in_a_file_whatever_the_language_of_the_database(pg: TestServer) -> None:
    url = pg.schema()
    with open_store(url) as store:
        texts = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        rows = store.database.rows(f"{texts} AND data_type = 'text' AND coalesce(collation_name, '') <> 'C'")
    assert rows == []

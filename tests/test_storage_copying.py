"""A whole library moved between file and server: nothing is lost, nothing is mixed, and a broken copy goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from kingscore import journal
from kingscore.app import people
from kingscore.model.findings import Refused
from kingscore.scoring.money import Payment, paid
from kingscore.storage import GameFilter, Store, open_store, variant_files
from kingscore.storage.upkeep import CopyReport, backup, copy_library, verify
from tests.evenings import evening, numbered, refusal, time
from tests.scorer import Scorer
from tests.server import TestServer

LITHUANIAN = variant_files.variant("lithuanian")
SERVER = pytest.mark.server
TABLES = ("variants", "rules", "games", "seats", "journal", "books", "entries", "tallies")

#: A new place of a kind: the address of an empty library.
Place = Callable[[str], str]


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    numbers = count()

    def made(kind: str) -> str:
        if kind == "server":
            pg: TestServer = request.getfixturevalue("pg")
            return pg.schema()
        return str(tmp_path / f"{next(numbers)}.db")

    return made


@pytest.fixture
def opened(place: Place) -> Iterator[Callable[[str], Store]]:
    """Opens new libraries of a kind, and closes them at the end."""
    with ExitStack() as stack:
        yield lambda kind: stack.enter_context(open_store(place(kind)))


WAYS = pytest.mark.parametrize(
    ("first", "second"),
    [
        ("file", "file"),
        pytest.param("file", "server", marks=SERVER),
        pytest.param("server", "file", marks=SERVER),
        pytest.param("server", "server", marks=SERVER),
    ],
)


def fill(store: Store) -> None:
    """Games with all kinds of changes, one in the bin, signs of every script, people, payments, a game in play."""
    name = store.begin(evening(), LITHUANIAN, time(0))
    kept = store.append(name, journal.dealt(numbered(1), time(1)), 1)
    kept = store.append(name, journal.renamed(kept.game, 0, "Živilė «♥» 👑", time(2)), kept.seen)
    kept = store.append(name, journal.replaced(1, numbered(2), time(3), "misheard"), kept.seen)
    store.append(name, journal.undone(time(4)), kept.seen)
    odd = replace(evening(players=("🃏", "=1+1", "B, C", "%s ?")), id="odd", note="a\tb\n", deals=(numbered(3),))
    store.take_in(odd, LITHUANIAN, time(5))
    store.delete("odd", time(6))
    whole = replace(evening(), deals=tuple(numbered(n) for n in range(1, 13)), finished="yes", id="friday")
    store.take_in(whole, LITHUANIAN, time(7))
    korol = variant_files.variant("lithuanian-declared")
    declared = store.begin(replace(evening(), rules=korol.rules(4), date=""), korol, time(8))
    people.add(store, "Petras", time(9))
    people.rename(store, "Ona", "Ona P.", time(10))
    store.enter("payments", (paid(Payment("Ona", "Jonas", "5.00", "EUR", "2026-11-29"), time(11)),), 0)
    store.use(declared)


def held(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """All rows, but for whose game in play it is, which each database calls by another name."""
    rows = {table: store.database.rows(f"SELECT * FROM {table} ORDER BY 1, 2") for table in TABLES}
    return rows | {"chosen": [(store.current(),)]}


@WAYS
def test_everything_goes_over_and_is_the_same_there(opened: Callable[[str], Store], first: str, second: str) -> None:
    source, target = opened(first), opened(second)
    fill(source)
    before = held(source)
    assert copy_library(source, target) == CopyReport(4, 0, ())
    assert held(target) == held(source) == before
    assert target.people() == source.people()
    assert target.purse() == source.purse()
    for row in (*source.games(), *source.games(GameFilter(binned=True))):
        assert target.load(row.name).state == source.load(row.name).state


@SERVER
def test_there_and_back_again_gives_every_row_as_it_was(opened: Callable[[str], Store]) -> None:
    source, server, back = opened("file"), opened("server"), opened("file")
    fill(source)
    copy_library(source, server)
    copy_library(server, back)
    assert held(back) == held(source)
    chosen = "SELECT who, game FROM chosen"
    assert back.database.rows(chosen) == source.database.rows(chosen)


@SERVER
def test_the_games_in_play_of_all_tables_go_along(place: Place) -> None:
    url, file, other = place("server"), place("file"), place("server")
    for number in range(2):
        with open_store(f"{url}&application_name=table-{number}") as table:
            table.begin(evening(), LITHUANIAN, time(number))
    with open_store(f"{url}&application_name=table-1") as source, open_store(file) as target:
        copy_library(source, target)
        assert target.current() == "2026-11-29-lithuanian-2"
    with open_store(file) as source, open_store(f"{other}&application_name=table-1") as target:
        copy_library(source, target)
    for number, name in ((0, "2026-11-29-lithuanian"), (1, "2026-11-29-lithuanian-2")):
        with open_store(f"{other}&application_name=table-{number}") as table:
            assert table.current() == name


@WAYS
def test_a_second_copy_brings_what_is_new(opened: Callable[[str], Store], first: str, second: str) -> None:
    source, target = opened(first), opened(second)
    fill(source)
    copy_library(source, target)
    assert copy_library(source, target) == CopyReport(0, 4, ())
    name = source.games(GameFilter(variant="lithuanian", since="2026-11-29"))[-1].name
    source.append(name, journal.dealt(numbered(9), time(20)), source.load(name).seen)
    source.begin(evening(), LITHUANIAN, time(21))
    people.add(source, "Povilas", time(22))
    assert copy_library(source, target) == CopyReport(2, 3, ())
    assert held(target) == held(source)


@WAYS
@pytest.mark.parametrize("after", range(9))
def test_a_copy_broken_off_goes_on_where_it_stopped(
    opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch, first: str, second: str, after: int
) -> None:
    """Broken off after each number of transactions: what is there is whole, and the next copy brings the rest."""
    source, target = opened(first), opened(second)
    fill(source)
    left, real = iter(range(after)), target.database.writing

    def counted() -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return real()

    monkeypatch.setattr(target.database, "writing", counted)
    try:
        copy_library(source, target)
    except KeyboardInterrupt:
        monkeypatch.setattr(target.database, "writing", real)
        assert verify(target) == ()
        copy_library(source, target)
    assert held(target) == held(source)


@WAYS
def test_a_library_that_holds_another_game_is_left_as_it_is(
    opened: Callable[[str], Store], first: str, second: str
) -> None:
    source, target = opened(first), opened(second)
    fill(source)
    name = target.take_in(replace(evening(), id="theirs"), LITHUANIAN, time(0)).name
    before = held(target)
    found = refusal(lambda: copy_library(source, target))
    assert (found.code, found.how, dict(found.values)["games"]) == ("S746", "more", (name,))
    assert held(target) == before


@WAYS
def test_a_game_that_went_on_there_is_not_written_over(opened: Callable[[str], Store], first: str, second: str) -> None:
    source, target = opened(first), opened(second)
    name = source.begin(evening(), LITHUANIAN, time(0))
    copy_library(source, target)
    target.append(name, journal.dealt(numbered(1), time(1)), 1)
    before = held(target)
    for event in (None, journal.dealt(numbered(2), time(2)), journal.dealt(numbered(3), time(3))):
        if event:
            source.append(name, event, source.load(name).seen)
        found = refusal(lambda: copy_library(source, target))
        assert (found.code, found.how, dict(found.values)["games"]) == ("S746", "differs", (name,))
        assert held(target) == before
    assert refusal(lambda: copy_library(target, source)).how == "differs"


@WAYS
@pytest.mark.parametrize("book", ["people", "payments"])
def test_books_are_never_mixed(opened: Callable[[str], Store], first: str, second: str, book: str) -> None:
    source, target = opened(first), opened(second)
    fill(source)
    if book == "people":
        people.add(target, "Stranger", time(0))
    else:
        target.enter("payments", (paid(Payment("A", "B", "1.00", "EUR", "2026-11-29"), time(0)),), 0)
    before = held(target)
    found = refusal(lambda: copy_library(source, target))
    assert (found.code, found.how) == ("S746", book)
    assert held(target) == before


@pytest.mark.parametrize("kind", ["file", pytest.param("server", marks=SERVER)])
def test_a_library_is_not_copied_into_itself(place: Place, kind: str) -> None:
    url = place(kind)
    with open_store(url) as one, open_store(url) as two:
        fill(one)
        found = refusal(lambda: copy_library(one, two))
    assert (found.code, found.how) == ("S746", "same")


@WAYS
def test_a_game_that_cannot_be_read_stays_behind_and_the_others_go(
    opened: Callable[[str], Store], first: str, second: str
) -> None:
    source, target = opened(first), opened(second)
    fill(source)
    with source.database.writing() as connection:
        connection.execute("UPDATE journal SET at = 'x' WHERE game = 'friday'")
    done = copy_library(source, target)
    assert (done.games, done.already, [found.code for found in done.findings]) == (3, 0, ["S720"])
    assert verify(target) == ()
    assert len(target.games()) == 2


@WAYS
def test_what_others_write_meanwhile_is_the_next_copys(place: Place, first: str, second: str) -> None:
    """The copy is that of one moment: all of it or nothing of it from each change that is made while it goes on."""
    url = place(first)
    with open_store(url) as source, open_store(url) as other, open_store(place(second)) as target:
        fill(source)
        name = source.games()[0].name

        def record(done: int, _total: int) -> None:
            other.append(name, journal.dealt(numbered(20 + done), time(20 + done)), other.load(name).seen)
            other.begin(evening(), LITHUANIAN, time(30 + done))

        seen = source.load(name).seen
        assert copy_library(source, target, record) == CopyReport(4, 0, ())
        assert target.load(name).seen == seen
        assert len(target.games()) == 3
        assert copy_library(source, target) == CopyReport(5, 3, ())
        assert held(target) == held(source)


def test_progress_is_told_after_each_game(opened: Callable[[str], Store]) -> None:
    source, target = opened("file"), opened("file")
    fill(source)
    told: list[tuple[int, int]] = []
    copy_library(source, target, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@SERVER
def test_a_backup_of_a_servers_library_is_a_file_of_its_own(place: Place, tmp_path: Path) -> None:
    with open_store(place("server")) as source:
        fill(source)
        backup(source, tmp_path / "copy.db")
        with open_store(str(tmp_path / "copy.db")) as copy:
            assert held(copy) == held(source)
        with pytest.raises(Refused) as found:
            backup(source, tmp_path / "copy.db")
        assert found.value.findings[0].code == "S723"
        backup(source, tmp_path / "copy.db", force=True)
    assert {path.name.removeprefix("copy.db") for path in tmp_path.iterdir()} <= {"", "-wal", "-shm"}


# By command


@pytest.mark.parametrize("kind", ["file", pytest.param("server", marks=SERVER)])
def test_the_command_copies_and_tells_what_went_over(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    scorer, url, target = Scorer(capsys), place("file"), place(kind)
    with open_store(url) as source:
        fill(source)
    monkeypatch.setenv("KINGSCORE_DB", url)
    said = scorer.fine(["library", "copy", target])
    assert "4 games copied" in said.out
    assert said.err == ""
    told = scorer.fine(["library", "copy", target, "--json"]).document
    assert (told["ok"], told["games"], told["already"], told["findings"]) == (True, 0, 4, [])
    for language in ("ru", "lt"):
        assert scorer.fine(["library", "copy", target, "--lang", language]).out.count("\n") == 3
    monkeypatch.setenv("KINGSCORE_DB", target)
    listed = scorer.fine(["games", "--json"]).document["games"]
    assert [game["game"] for game in listed] == ["friday", "2026-11-29-lithuanian", "lithuanian-declared"]
    assert [game["game"] for game in listed if game["current"]] == ["lithuanian-declared"]


@SERVER
def test_no_backup_is_put_over_a_servers_library(
    place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scorer, url = Scorer(capsys), place("server")
    with open_store(url) as source:
        fill(source)
        backup(source, tmp_path / "copy.db")
        before = held(source)
        monkeypatch.setenv("KINGSCORE_DB", url)
        said = scorer(["library", "restore", str(tmp_path / "copy.db")])
        assert said.status == 3
        assert "S747" in said.err
        assert held(source) == before

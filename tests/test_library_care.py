"""The care of the library: copies, proofs, upgrades, ways back; whatever befalls it, nothing acknowledged is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kingscore import journal
from kingscore.app import people
from kingscore.app.files import take_in
from kingscore.app.folders import export_library, take_in_books
from kingscore.model.findings import Refused
from kingscore.model.game import Deal, Stake
from kingscore.scoring.money import Payment, paid
from kingscore.scoring.people import known, renamed
from kingscore.storage import GameFilter, open_store, sqlite, variant_files
from kingscore.storage.database import SQLITE_WORDS, STEPS
from kingscore.storage.upkeep import backup, restore_backup, verify
from tests.evenings import evening, numbered, sayable, time, tricks
from tests.scorer import Scorer

LITHUANIAN = variant_files.variant("lithuanian")
CASES = Path(__file__).parent / "cases"


def filled(path: Path) -> str:
    """A library with games, one of them in the bin, people and payments."""
    with open_store(str(path)) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        for number in range(1, 4):
            store.append(name, journal.dealt(numbered(number), time(number)), number)
        other = replace(evening(players=("Onutė", "Živilė", "=1+1", "B, C")), deals=(tricks(8, 0, 0, 0),), id="friday")
        store.take_in(replace(other, finished="early", note="# a\nb", stake=Stake("1", "nut")), LITHUANIAN, time(4))
        store.delete(store.begin(replace(evening(), date=""), LITHUANIAN, time(5)), time(6))
        people.merge(store, "Ona", "Onutė", time(7))
        store.enter("payments", (paid(Payment("Jonas", "Ona", "0.40", "EUR", "2026-12-01", "cash"), time(8)),), 0)
    return name


def held(path: Path) -> tuple[object, ...]:
    """All that a library holds."""
    with open_store(str(path)) as store:
        games = {row.name: store.load(row.name) for row in (*store.games(), *store.games(GameFilter(binned=True)))}
        return {name: kept.state for name, kept in games.items()}, store.games(), store.people(), store.purse()


def codes(call: object) -> list[str]:
    with pytest.raises(Refused) as found:
        call()  # type: ignore[operator]
    assert found.value.status == 3
    return [sayable(one).code for one in found.value.findings]


# The first schema


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A library as the first released schema wrote it."""
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript((CASES / "store-version-1.sql").read_text("utf-8"))
    path.chmod(0o600)
    return path


def test_a_library_of_the_first_schema_is_brought_up_to_date_and_kept_as_it_was(first: Path) -> None:
    before = first.read_bytes()
    with open_store(str(first)) as store:
        assert store.database.rows("PRAGMA user_version") == [(len(STEPS),)]
        assert verify(store) == ()
        assert [row.name for row in store.games(GameFilter(binned=True))] == ["lithuanian"]
        rows = {row.name: row for row in store.games()}
        assert rows["2026-11-29-lithuanian"].totals == (-4, -22, -2, -4)
        assert rows["2026-11-29-lithuanian"].stake == Stake("0.05", "EUR")
        assert rows["friday"].totals == (-4, -6, -2, -4)
        kept = store.load("2026-11-29-lithuanian")
        assert kept.game.players == ("Onutė", "Jonas", "Rasa", "Vytas")
        assert kept.game.deals == (tricks(2, 3, 1, 2), Deal("no-hearts", points=(0, -16, 0, 0)))
        assert store.current() == "2026-11-29-lithuanian"
        assert [row.name for row in store.games(GameFilter(player="lukasz"))] == ["friday"]
    copy = first.with_name("games.db.version-1")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(":memory:")) as whole:
        assert old.execute("PRAGMA user_version").fetchone() == (1,)
        whole.deserialize(before)
        assert list(old.iterdump()) == list(whole.iterdump())


def test_an_upgrade_that_was_broken_off_before_the_summaries_were_made_still_answers(first: Path) -> None:
    """As if the program was killed right after the new tables stood."""
    sqlite.Database(first).close()
    with open_store(str(first)) as store:
        assert store.games()[0].totals is not None
        assert {f.code for f in verify(store)} <= {"S721"}
        assert store.rebuild() == ()
        assert verify(store) == ()


def test_the_first_schema_is_never_changed() -> None:
    """A released step stands as it was released: the library above was written by it."""
    with closing(sqlite3.connect(":memory:")) as made, closing(sqlite3.connect(":memory:")) as old:
        for statement in STEPS[0]:
            made.execute(statement.format(**SQLITE_WORDS))
        old.executescript((CASES / "store-version-1.sql").read_text("utf-8"))
        schema = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        assert made.execute(schema).fetchall() == old.execute(schema).fetchall()


# Backups, there and back


@pytest.mark.parametrize("log", ["wal", "plain"])
def test_a_backup_brought_back_is_the_library_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: str
) -> None:
    if log == "plain":
        monkeypatch.setattr(sqlite, "_ask_for_wal", lambda _: None)
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    name = filled(path)
    before = held(path)
    with open_store(str(path)) as store:
        backup(store, copy)
        store.append(name, journal.dealt(numbered(4), time(9)), 4)
        store.delete("friday", time(10))
    changed = held(path)
    raw = copy.read_bytes()
    kept = restore_backup(str(path), copy)
    assert held(path) == before
    assert kept is not None
    assert held(kept) == changed
    assert copy.read_bytes() == raw
    assert not [p for p in tmp_path.iterdir() if "restoring" in p.name]
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_who_has_the_library_open_sees_what_was_brought_back_and_is_told(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    name = filled(path)
    with open_store(str(path)) as store:
        backup(store, copy)
        seen = store.append(name, journal.dealt(numbered(4), time(9)), 4).seen
        restore_backup(str(path), copy)
        with pytest.raises(Refused) as found:
            store.append(name, journal.dealt(numbered(5), time(10)), seen)
        assert found.value.findings[0].code == "S701"
        assert store.append(name, journal.dealt(numbered(5), time(11)), 4).seen == 5
        assert verify(store) == ()


@pytest.mark.parametrize("damage", ["cut", "letters", "altered"])
def test_a_damaged_backup_changes_nothing(tmp_path: Path, damage: str) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    filled(path)
    before = held(path)
    with open_store(str(path)) as store:
        backup(store, copy)
    if damage == "cut":
        copy.write_bytes(copy.read_bytes()[:9000])
    elif damage == "letters":
        copy.write_bytes(b"nothing of the kind")
    else:
        with sqlite3.connect(copy) as bad:
            bad.execute("UPDATE journal SET body = replace(body, '3', '4') WHERE seq = 2")
        bad.close()
    assert codes(lambda: restore_backup(str(path), copy))[0] in ("S712", "S715", "S720")
    assert codes(lambda: restore_backup(str(path), tmp_path / "nothing.db")) == ["S711"]
    assert held(path) == before


@pytest.mark.parametrize("length", [0, 10, 5000, 9000])
def test_a_damaged_library_is_put_aside_for_the_backup(tmp_path: Path, length: int) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    filled(path)
    before = held(path)
    with open_store(str(path)) as store:
        backup(store, copy)
    cut = path.read_bytes()[:length]
    path.write_bytes(cut)
    kept = restore_backup(str(path), copy)
    assert held(path) == before
    assert kept is not None
    if length:
        assert kept.read_bytes() == cut


def test_a_backup_comes_to_a_place_where_nothing_is(tmp_path: Path) -> None:
    filled(tmp_path / "games.db")
    assert restore_backup(str(tmp_path / "deep" / "new.db"), tmp_path / "games.db") is None
    assert held(tmp_path / "deep" / "new.db") == held(tmp_path / "games.db")


def test_a_backup_of_the_first_schema_comes_back_in_todays(first: Path, tmp_path: Path) -> None:
    old = first.read_bytes()
    restore_backup(str(tmp_path / "new.db"), first)
    assert first.read_bytes() == old
    with open_store(str(tmp_path / "new.db")) as store:
        assert verify(store) == ()
        assert len(store.games()) == 2


def test_the_library_is_never_taken_for_the_file_of_its_own_backup(tmp_path: Path) -> None:
    filled(tmp_path / "games.db")
    before = held(tmp_path / "games.db")
    with open_store(str(tmp_path / "games.db")) as store:
        assert codes(lambda: backup(store, tmp_path / "games.db", force=True)) == ["S723"]
    assert held(tmp_path / "games.db") == before


def test_a_locked_library_is_not_replaced(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    filled(path)
    with open_store(str(path)) as store:
        backup(store, copy)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert codes(lambda: restore_backup(str(path), copy, 0.3)) == ["S718"]
    assert held(path) == held(copy)


# Power cuts


@pytest.mark.parametrize("cut", ["wal", "file", "both"])
def test_after_a_power_cut_the_library_is_whole_up_to_some_change_or_told_as_damaged(tmp_path: Path, cut: str) -> None:
    """The file and its side file end anywhere: what is read is what once stood, never anything else."""
    path, name = tmp_path / "games.db", filled(tmp_path / "games.db")
    with open_store(str(path)) as store:
        store.database.rows("PRAGMA wal_autocheckpoint=0")
        for number in range(4, 9):
            store.append(name, journal.dealt(numbered(number), time(number)), number)
        people.rename(store, "Ona", "Ona P.", time(9))
        whole, side = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    once = [tuple(numbered(n) for n in range(1, last + 1)) for last in range(3, 9)]
    torn, outcomes = tmp_path / "torn" / "games.db", set()
    torn.parent.mkdir()
    for step in range(0, 101, 4):
        for left in torn.parent.iterdir():
            left.unlink()
        torn.write_bytes(whole[: len(whole) * step // 100] if cut != "wal" else whole)
        Path(f"{torn}-wal").write_bytes(side[: len(side) * step // 100] if cut != "file" else side)
        try:
            with open_store(str(torn)) as store:
                faults, empty = verify(store), not store.games()
                if not faults and not empty:
                    assert store.load(name).game.deals in once
                    assert [p.name for p in store.people().persons] in (["Ona"], ["Ona P."])
                outcomes.add("damaged" if faults else "new" if empty else "whole")
        except Refused as refused:
            outcomes |= {one.code for one in refused.findings}
    assert "whole" in outcomes
    assert outcomes <= {"whole", "new", "damaged", "S712", "S715", "S720", "S722", "S725"}


def test_a_clock_that_goes_backwards_mixes_up_neither_people_nor_payments(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        store.enter("people", (known("Ona", time(9)),), 0)
        store.enter("people", (renamed(1, "Onutė", time(1)),), 1)
        for number in range(3):
            payment = Payment("Onutė", "Jonas", str(number + 1), "EUR", "2026-11-29")
            store.enter("payments", (paid(payment, time(9 - number)),), number)
        assert [person.names for person in store.people().persons] == [("Onutė", "Ona")]
        assert [one.amount for one in store.purse().payments] == ["1", "2", "3"]
        assert verify(store) == ()


# The library as plain files


def test_a_library_goes_into_plain_files_and_comes_back_the_same(tmp_path: Path, scorer: Scorer) -> None:
    filled(Path(os.environ["KINGSCORE_DB"]))
    written = scorer.fine(f"library export {tmp_path}/one --json").document["files"]
    assert sorted(Path(name).name for name in written) == [
        "2026-11-29-lithuanian.king",
        "friday.king",
        "payments.book",
        "people.book",
    ]
    old = os.environ["KINGSCORE_DB"]
    os.environ["KINGSCORE_DB"] = str(tmp_path / "new.db")
    scorer.fine(f"import {tmp_path}/one --keep-errors")
    scorer.fine(f"import {tmp_path}/one --keep-errors")
    scorer.fine(f"library export {tmp_path}/two")
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two
    with open_store(old) as store, open_store(str(tmp_path / "new.db")) as other:
        assert other.people() == store.people()
        assert other.purse() == store.purse()
        assert {row.name: other.load(row.name).game for row in other.games()} == {
            row.name: store.load(row.name).game for row in store.games()
        }
        assert verify(other) == ()
    assert scorer(f"library export {tmp_path}/two").status == 3


@pytest.fixture
def scorer(scorer: Scorer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Scorer:
    monkeypatch.setenv("KINGSCORE_DB", str(tmp_path / "games.db"))
    return scorer


def test_a_game_with_rules_of_its_own_brings_them_along_when_it_is_exported(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        raw = {**LITHUANIAN.raw, "sources": [{"document": "another"}]}
        changed = variant_files.from_raw(raw)
        name = store.begin(replace(evening(), rules=changed.rules(4)), changed, time(0))
        (file,) = export_library(store, tmp_path / "out")
    with open_store(str(tmp_path / "other.db")) as other:
        taken, _ = take_in(other, str(file), lambda _: b"", time(1))
        assert other.load(taken.name).variant.raw["sources"] == [{"document": "another"}]
        assert taken.name == name


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('{"kind":"known","at":"t","body":{"name":"Petras"}}\n', "S727"),
        ("{", "S728"),
        ('{"kind":"known"}', "S728"),
        ("[]", "S728"),
        ("\udcff", "S728"),
        ("[" * 100_000, "S728"),
    ],
)
def test_a_book_of_another_library_or_of_none_is_not_taken_in(tmp_path: Path, content: str, code: str) -> None:
    filled(tmp_path / "games.db")
    (tmp_path / "people.book").write_bytes(content.encode("utf-8", "surrogateescape"))
    with open_store(str(tmp_path / "games.db")) as store:
        before = store.people()
        assert [sayable(one).code for one in take_in_books(store, [str(tmp_path)])] == [code]
        assert store.people() == before


# On the command line


def test_the_library_is_cared_for_from_the_command_line(tmp_path: Path, scorer: Scorer) -> None:
    name = filled(tmp_path / "games.db")
    assert scorer.fine("library verify --json").document == {"ok": True, "findings": []}
    scorer.fine(f"library backup {tmp_path}/copy.db")
    assert scorer(f"library backup {tmp_path}/copy.db").status == 3
    scorer.fine(f"library backup {tmp_path}/copy.db --force")
    with open_store(str(tmp_path / "games.db")) as store, store.database.writing() as connection:
        connection.execute("UPDATE games SET totals = '[1,1,1,1]' WHERE name = ?", (name,))
    said = scorer("library verify --json")
    assert (said.status, [one["code"] for one in said.document["findings"]]) == (1, ["S721"])
    assert "library rebuild" in said.document["findings"][0]["message"]
    scorer.fine("library rebuild")
    scorer.fine("library verify")
    with open_store(str(tmp_path / "games.db")) as store, store.database.writing() as connection:
        connection.execute("DELETE FROM journal WHERE game = ? AND seq = 2", (name,))
    assert scorer("library verify").status == 3
    back = scorer.fine(f"library restore {tmp_path}/copy.db --json").document
    assert Path(back["kept"]).is_file()
    scorer.fine("library verify")
    assert [one["game"] for one in scorer.fine("games list --deleted --json").document["games"]] == ["lithuanian"]
    assert len(scorer.fine("games list --since 2026-11-29 --until 2026-11-29 --json").document["games"]) == 2
    assert scorer("library verify --rebuild").status == 2


def test_a_library_that_others_could_read_is_told_apart_from_a_private_one(tmp_path: Path) -> None:
    """Every file that is made beside the library is its owner's only, whatever the system's habit."""
    old = os.umask(0)
    try:
        path = tmp_path / "home" / "games.db"
        filled(path)
        with open_store(str(path)) as store:
            backup(store, tmp_path / "home" / "copy.db")
            shutil.copy(path, tmp_path / "damaged.db")
            restore_backup(str(path), tmp_path / "home" / "copy.db")
            modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in path.parent.iterdir()}
        assert set(modes) >= {"games.db", "copy.db", "games.db.before-restore"}
        assert set(modes.values()) == {0o600}
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    finally:
        os.umask(old)

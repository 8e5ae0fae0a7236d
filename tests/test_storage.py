"""The store: what was acknowledged is there, a game keeps its rules, and who has not seen the latest is told."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kingscore import journal
from kingscore.model.findings import Finding, Refused
from kingscore.model.game import Deal, Stake, Written
from kingscore.model.json_values import Event
from kingscore.storage import GameFilter, Store, open_store, variant_files
from kingscore.storage.games import new_name
from kingscore.storage.upkeep import backup, verify
from tests.evenings import evening, numbered, sayable, time, tricks

LITHUANIAN = variant_files.variant("lithuanian")


@pytest.fixture
def store(home: str) -> Iterator[Store]:
    """A new store of each kind."""
    with open_store(home) as opened:
        yield opened


def refused(found: pytest.ExceptionInfo[Refused]) -> Finding:
    return sayable(found.value.findings[0])


def begun(store: Store, number: int = 0, **held: object) -> str:
    return store.begin(replace(evening(), **held), LITHUANIAN, time(number))  # type: ignore[arg-type]


# Beginning, loading, appending


def test_a_game_comes_back_as_it_began(store: Store) -> None:
    name = begun(store, note="at Rasa's", written=Written(totals=(1, 2, 3, -6)))
    kept = store.load(name)
    assert kept.game == replace(evening(), id=name, note="at Rasa's", written=Written(totals=(1, 2, 3, -6)))
    assert (kept.name, kept.seen, kept.state.undo, kept.state.redo) == (name, 1, None, None)


def test_an_append_gives_the_game_as_loading_it_anew_does(store: Store, home: str) -> None:
    name, seen = begun(store), 1
    for number in range(1, 13):
        kept = store.append(name, journal.dealt(numbered(number), time(number)), seen)
        seen = kept.seen
    kept = store.append(name, journal.undone(time(13)), seen)
    with open_store(home) as again:
        loaded = again.load(name)
    assert loaded == kept
    assert loaded.game.deals == tuple(numbered(n) for n in range(1, 12))
    assert loaded.state.redo is not None
    assert loaded.state.redo.number == 12


def test_a_writer_who_has_not_seen_the_latest_deal_is_told_which_it_is(store: Store, home: str) -> None:
    name = begun(store)
    with open_store(home) as other:
        other.append(name, journal.dealt(tricks(2, 3, 1, 2), time(1)), 1)
        with pytest.raises(Refused) as found:
            store.append(name, journal.dealt(tricks(8, 0, 0, 0), time(2)), 1)
    told = dict(refused(found).values)
    assert (refused(found).code, refused(found).how, found.value.status) == ("S701", "deal", 3)
    assert (told["game"], told["number"], told["at"], told["seen"], told["found"]) == (name, 1, time(1), 1, 2)
    contract = LITHUANIAN.rules(4).contract("no-tricks")
    assert contract is not None
    assert told["contract"] == contract.names
    assert store.load(name).game.deals == (tricks(2, 3, 1, 2),)


@pytest.mark.parametrize(
    ("events", "how"),
    [
        ([journal.replaced(1, numbered(2), time(2))], "amend"),
        ([journal.removed(1, time(2))], "amend"),
        ([journal.inserted(1, numbered(2), time(2))], "amend"),
        ([journal.headed({"note": "x"}, time(2))], "head"),
        ([journal.finished("early", time(2))], "finish"),
        ([journal.undone(time(2))], "undo"),
        ([journal.undone(time(2)), journal.redone(time(3))], "redo"),
        ([journal.binned(time(2))], "bin"),
    ],
)
def test_whatever_happened_meanwhile_is_named(store: Store, events: list[Event], how: str) -> None:
    name = begun(store)
    seen = store.append(name, journal.dealt(numbered(1), time(1)), 1).seen
    for number, event in enumerate(events):
        store.append(name, event, seen + number)
    with pytest.raises(Refused) as found:
        store.append(name, journal.dealt(numbered(9), time(9)), seen)
    assert (refused(found).code, refused(found).how) == ("S701", how)


def test_a_number_that_was_never_reached_is_not_taken_either(store: Store) -> None:
    with pytest.raises(Refused) as found:
        store.append(begun(store), journal.dealt(numbered(1), time(1)), 5)
    assert refused(found).code == "S701"


def test_what_the_journal_refuses_is_not_written(store: Store) -> None:
    name = begun(store)
    for event in (
        journal.undone(time(1)),
        journal.removed(1, time(1)),
        journal.headed({"options": (("a", "b"),)}, "t"),
    ):
        with pytest.raises(Refused):
            store.append(name, event, 1)
    assert store.load(name).seen == 1
    assert store.database.rows("SELECT count(*) FROM journal") == [(1,)]


def test_nothing_is_ever_changed_or_taken_out_of_the_journal(store: Store) -> None:
    name = begun(store)
    rows = store.database.rows("SELECT * FROM journal ORDER BY seq")
    events = [
        journal.dealt(numbered(1), time(1)),
        journal.replaced(1, numbered(2), time(2), "misheard"),
        journal.undone(time(3)),
        journal.binned(time(4)),
        journal.restored(time(5)),
    ]
    for event in events:
        store.append(name, event, len(rows))
        now = store.database.rows("SELECT * FROM journal ORDER BY seq")
        assert now[:-1] == rows
        rows = now


# A game carries its rules


def test_a_correction_of_a_shipped_variant_does_not_rescore_old_evenings(store: Store, home: str) -> None:
    name = begun(store)
    raw = json.loads(json.dumps(LITHUANIAN.raw))
    raw["contracts"]["no-tricks"] |= {"values": {"tricks": -3}, "total": -24}
    raw["contracts"]["no-all"] |= {"total": -104}
    raw["game"]["total"] = -16
    corrected = variant_files.from_raw(raw)
    later = store.begin(replace(evening(), rules=corrected.rules(4)), corrected, time(1))
    with open_store(home) as again:
        values = {}
        for game in (name, later):
            contract = again.load(game).game.rules.contract("no-tricks")
            assert contract is not None
            values[game] = contract.items[0].value
    assert values == {name: -2, later: -3}
    assert LITHUANIAN.digest != corrected.digest


def test_games_of_the_same_variant_keep_its_content_once(store: Store) -> None:
    for number in range(3):
        begun(store, number)
    assert store.database.rows("SELECT count(*) FROM variants") == [(1,)]
    assert store.load("2026-11-29-lithuanian").game.rules == LITHUANIAN.rules(4)


def test_every_shipped_variant_is_kept_and_comes_back_with_the_same_rules(store: Store, home: str) -> None:
    for variant_id in variant_files.variant_ids():
        variant = variant_files.variant(variant_id)
        for table in variant.tables:
            rules = variant.rules(table)
            game = replace(evening(), rules=rules, players=tuple("ABCDEF"[:table]), dealer=0)
            with open_store(home) as again:
                assert again.load(store.begin(game, variant, time(0))).game.rules == rules


# Names


def test_a_game_is_called_by_its_date_and_variant(store: Store) -> None:
    assert [begun(store, n) for n in range(3)] == [
        "2026-11-29-lithuanian",
        "2026-11-29-lithuanian-2",
        "2026-11-29-lithuanian-3",
    ]
    assert begun(store, 3, date="") == "lithuanian"
    assert begun(store, 4, date="") == "lithuanian-2"
    assert begun(store, 5, date="$(rm -rf)") == "lithuanian-3"


def test_a_variant_whose_id_ends_in_a_number_takes_no_name_that_is_there(store: Store) -> None:
    three = variant_files.variant("lithuanian-3")
    for number in range(2):
        begun(store, number)
    game = replace(evening(), rules=three.rules(), players=("Ona", "Jonas", "Rasa"), dealer=0, date="")
    assert store.begin(game, three, time(4)) == "lithuanian-3"
    assert [begun(store, n, date="") for n in range(3)] == ["lithuanian", "lithuanian-2", "lithuanian-4"]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("friday-12", "friday-12"),
        ("пятница", "пятница"),
        ("with space", "2026-11-29-lithuanian"),
        ("-x", "2026-11-29-lithuanian"),
        ("a" * 65, "2026-11-29-lithuanian"),
    ],
)
def test_the_id_of_a_document_is_kept_and_names_the_game_where_it_can_be_typed(
    store: Store, given: str, name: str
) -> None:
    assert begun(store, id=given) == name
    assert store.load(name).game.id == given


def test_a_game_is_found_by_the_beginning_of_its_name(store: Store) -> None:
    first, second = begun(store), begun(store, 1, date="2026-12-04")
    assert store.find("2026-12") == second
    assert store.find(first) == first
    assert store.use("2026-11") == first
    assert store.current() == first
    with pytest.raises(Refused) as found:
        store.find("2026")
    assert (refused(found).code, dict(refused(found).values)["expected"]) == ("S703", (first, second))
    for word in ("2027", "%", "_", "", "\ud800", "2026-11-29-lithuanian "):
        with pytest.raises(Refused) as found:
            store.find(word)
        assert (refused(found).code, found.value.status) == ("S702", 2)
    with pytest.raises(Refused) as found:
        store.load("2026-11")
    assert refused(found).code == "S702"


def test_a_whole_name_is_meant_even_if_others_begin_so(store: Store) -> None:
    first, _ = begun(store), begun(store, 1)
    assert store.find(first) == first


def test_the_game_in_play_is_the_one_last_begun_or_chosen(store: Store) -> None:
    assert store.current() is None
    with pytest.raises(Refused) as found:
        store.pick(None)
    assert refused(found).code == "S704"
    first = begun(store)
    second = begun(store, 1)
    assert store.current() == second
    store.take_in(replace(evening(), deals=(numbered(1),)), LITHUANIAN, time(2))
    assert store.current() == second
    store.use(first)
    assert (store.current(), store.pick(None), store.pick(second)) == (first, first, second)
    store.delete(first, time(3))
    assert store.current() is None
    with pytest.raises(Refused) as found:
        store.use(first)
    assert refused(found).code == "S707"
    store.restore(first, time(4))
    assert store.current() == first


# What each game came to


def test_games_come_one_by_one_the_earliest_first(store: Store) -> None:
    """The reading can be left at any game, and another begun; the people are those whom the caller names."""
    for number, date in enumerate(("2026-03-01", "2026-01-01", "2026-02-01")):
        game = replace(evening(), date=date, id="", deals=(numbered(1), numbered(2)), finished="early")
        store.take_in(game, LITHUANIAN, time(number))
    with closing(store.played()) as first:
        assert next(first).date == "2026-01-01"
    found = list(store.played(GameFilter(since="2026-02-01"), {"Ona": "Onutė"}))
    assert [game.date for game in found] == ["2026-02-01", "2026-03-01"]
    assert found[0].people == ("Onutė", "Jonas", "Rasa", "Vytas")
    assert (found[0].over, found[0].tally.contracts) == (True, ("no-tricks", "no-tricks"))
    assert [game.date for game in store.played(GameFilter(player="Ona", until="2026-01-31"))] == ["2026-01-01"]
    assert list(store.played(GameFilter(player="Nobody"))) == []


def test_what_is_not_kept_is_worked_out_while_the_games_are_read(store: Store) -> None:
    """As after an upgrade that was broken off: the journals are asked in the middle of the reading."""
    for number in range(3):
        game = replace(evening(), date=f"2026-01-0{number + 1}", id="", deals=(numbered(number),))
        store.take_in(game, LITHUANIAN, time(number))
    whole = list(store.played())
    with store.database.writing() as connection:
        connection.execute("DELETE FROM tallies WHERE game <> ?", (whole[0].name,))
    assert list(store.played()) == whole


@pytest.mark.parametrize("home", ["wal", pytest.param("server", marks=pytest.mark.server)], indirect=True)
def test_who_reads_all_games_sees_one_moment_and_keeps_nobody_from_writing(store: Store, home: str) -> None:
    for number in range(3):
        begun(store, number)
    with closing(store.played()) as reading, open_store(home, patience=1) as other:
        first = next(reading)
        assert first.name == "2026-11-29-lithuanian"
        for name in (first.name, f"{first.name}-2"):
            assert other.append(name, journal.dealt(numbered(1), time(3)), 1).seen == 2
        assert begun(other, 4)
        assert [len(game.tally.contracts) for game in reading] == [0, 0]
    assert sorted(len(game.tally.contracts) for game in store.played()) == [0, 0, 1, 1]


# Taking games in


def test_a_whole_game_is_one_event(store: Store) -> None:
    deals = tuple(numbered(n) for n in range(1, 13))
    taken = store.take_in(replace(evening(), deals=deals, finished="yes", id="friday"), LITHUANIAN, time(0))
    assert (taken.name, taken.already) == ("friday", None)
    kept = store.load("friday")
    assert (kept.game.deals, kept.game.finished, kept.seen) == (deals, "yes", 1)
    assert kept.log[0].kind == "import"


def test_the_same_game_again_is_already_here(store: Store) -> None:
    game = replace(evening(), deals=(numbered(1),), id="friday")
    store.take_in(game, LITHUANIAN, time(0))
    again = store.take_in(game, LITHUANIAN, time(1))
    assert again.name == "friday"
    assert again.already is not None
    assert (again.already.code, again.already.severity) == ("S706", "hint")
    assert len(store.games()) == 1
    store.delete("friday", time(2))
    binned = store.take_in(game, LITHUANIAN, time(3))
    assert binned.already is not None
    assert binned.already.how == "bin"


def test_a_whole_game_without_an_id_is_known_by_what_it_holds(store: Store, tmp_path: Path) -> None:
    """A folder of paper sheets is taken in once more after some were added; nobody owes twice for it."""
    game = replace(evening(), deals=(numbered(1), numbered(2)), id="")
    taken = store.take_in(game, LITHUANIAN, time(0))
    assert taken.name == "2026-11-29-lithuanian"
    again = store.take_in(game, LITHUANIAN, time(1))
    assert (again.name, again.already and again.already.code) == (taken.name, "S706")
    other = store.take_in(replace(game, deals=(numbered(1), numbered(3))), LITHUANIAN, time(2))
    assert (other.name, other.already) == ("2026-11-29-lithuanian-2", None)
    # As a file it goes into another library and is the same there, under a name that can be typed.
    with open_store(str(tmp_path / "other.db")) as elsewhere:
        kept = store.load(taken.name).game
        assert elsewhere.take_in(kept, LITHUANIAN, time(3)).name == taken.name
        assert elsewhere.take_in(game, LITHUANIAN, time(4)).already is not None


def test_a_game_that_may_be_an_amended_older_one_is_reported(store: Store) -> None:
    """At least half of its deals are those of the other, at the same places; the same people on the same day."""
    game = replace(evening(), id="", deals=tuple(numbered(n) for n in range(1, 5)))
    older = store.take_in(game, LITHUANIAN, time(0)).name

    def like(*numbers: int, **held: str) -> Finding | None:
        other = replace(game, deals=tuple(numbered(n) for n in numbers), **held)  # type: ignore[arg-type]
        taken = store.take_in(other, LITHUANIAN, time(1))
        store.delete(taken.name, time(2))
        assert taken.already is None
        return taken.like

    found = like(1, 2, 3, 9)
    assert found is not None
    assert (found.code, found.severity, dict(found.values)["other"]) == ("S726", "hint", older)
    assert like(1, 2, 8, 9) is not None
    assert like(1, 7, 8, 9) is None
    assert like(2, 1, 4, 3) is None
    assert like(1, 2, 3, date="2026-11-30") is None
    assert like(1, 2, date="") is None
    for day in ("2026-11-30", ""):
        found = like(1, 2, 3, 4, date=day)
        assert found is not None
        assert (found.code, found.how, dict(found.values)["other"]) == ("S726", "date", older)


def test_games_begun_without_deals_are_never_the_same(store: Store) -> None:
    game = replace(evening(), id="")
    names = {store.take_in(game, LITHUANIAN, time(n)).name for n in range(3)}
    assert len(names) == 3


def test_a_free_name_is_found_in_few_steps(store: Store) -> None:
    """However many games of one day and variant there are already."""
    asked = []

    class Asked:
        def execute(self, _: str, values: Sequence[str]) -> Asked:
            asked.append(values[0])
            return self

        def fetchone(self) -> object:
            number = asked[-1].removeprefix("2026-11-29-lithuanian").removeprefix("-")
            return (1,) if int(number or 1) <= 5000 else None

    assert new_name(Asked(), replace(evening(), id="")) == "2026-11-29-lithuanian-5001"  # type: ignore[arg-type]
    assert len(asked) < 40


def test_a_game_begun_here_and_read_back_from_a_file_is_already_here(store: Store) -> None:
    name = begun(store)
    kept = store.append(name, journal.dealt(numbered(1), time(1)), 1)
    assert store.take_in(kept.game, LITHUANIAN, time(2)).already is not None


def test_a_game_is_the_same_though_its_variant_has_got_a_new_option_since(store: Store) -> None:
    game = replace(evening(), deals=(numbered(1),), id="friday")
    store.take_in(game, LITHUANIAN, time(0))
    raw = json.loads(json.dumps(LITHUANIAN.raw))
    raw["options"]["table"] = {"choices": ["round", "square"], "default": "round"}
    later = variant_files.from_raw(raw)
    assert store.take_in(replace(game, rules=later.rules(4)), later, time(1)).already is not None
    other = replace(game, rules=later.rules(4, {"finish": "short"}))
    with pytest.raises(Refused) as found:
        store.take_in(other, later, time(1))
    assert refused(found).code == "S705"


@pytest.mark.parametrize(
    "other",
    [{"deals": (numbered(2),)}, {"players": ("Ona", "Jonas", "Rasa", "Vytė")}, {"stake": Stake("1", "EUR")}],
)
def test_another_game_of_the_same_id_is_refused(store: Store, other: dict[str, object]) -> None:
    game = replace(evening(), deals=(numbered(1),), id="friday")
    store.take_in(game, LITHUANIAN, time(0))
    with pytest.raises(Refused) as found:
        store.take_in(replace(game, **other), LITHUANIAN, time(1))  # type: ignore[arg-type]
    assert (refused(found).code, refused(found).how, found.value.status) == ("S705", "", 1)
    assert store.load("friday").game.deals == (numbered(1),)


# Lists


def test_games_are_listed_latest_first_with_what_a_list_needs(store: Store) -> None:
    first = begun(store, 0, date="2026-11-29")
    second = begun(store, 1, date="2026-12-04")
    store.append(first, journal.dealt(numbered(1), time(2)), 1)
    rows = store.games()
    assert [row.name for row in rows] == [second, first]
    row = rows[1]
    assert (row.id, row.variant, row.date, row.players) == (first, "lithuanian", "2026-11-29", evening().players)
    assert (row.deals, row.planned, row.ended, row.finished, row.binned) == (1, 12, False, "", False)
    assert (row.seen, row.begun, row.changed) == (2, time(0), time(2))


def test_a_list_knows_when_no_deal_is_to_come(store: Store) -> None:
    deals = tuple(numbered(n) for n in range(12))
    whole = store.take_in(replace(evening(), deals=deals), LITHUANIAN, time(0)).name
    early = store.take_in(replace(evening(), deals=deals[:3], finished="early"), LITHUANIAN, time(0)).name
    rows = {row.name: row for row in store.games()}
    assert (rows[whole].ended, rows[whole].finished) == (True, "")
    assert (rows[early].ended, rows[early].finished) == (True, "early")


def test_lists_are_narrowed_by_player_variant_date_and_bin(store: Store) -> None:
    one = begun(store, 0, date="2026-11-29")
    two = begun(store, 1, date="2026-12-04", players=("Živilė", "Артём", "Rasa", "Vytas"))
    undated = begun(store, 2, date="")
    korol = variant_files.variant("lithuanian-declared")
    three = store.begin(replace(evening(), rules=korol.rules(4), date="2026-12-11"), korol, time(3))
    store.delete(three, time(4))

    def names(**wanted: object) -> set[str]:
        return {row.name for row in store.games(GameFilter(**wanted))}  # type: ignore[arg-type]

    assert names() == {one, two, undated}
    assert names(binned=True) == {three}
    assert names(player="ŽIVILĖ") == names(player="zivile") == names(player="артем") == {two}
    assert names(player="Rasa") == {one, two, undated}
    assert names(player="Ras") == names(player="\u0301") == set()
    assert names(variant="lithuanian", since="2026-12-01") == {two}
    assert names(until="2026-11-29") == {one}
    assert names(since="2026-11-29", until="2026-12-04") == {one, two}
    assert [kept.name for kept in store.games(GameFilter(since="2026-11-01"))] == [two, one]


def test_players_are_counted_over_all_games_out_of_the_bin(store: Store) -> None:
    begun(store)
    begun(store, 1, players=("Ona", "Jonas", "Petras", "Vytas"))
    store.delete(begun(store, 2, players=("Ona", "X", "Y", "Z")), time(3))
    assert store.players() == (("Jonas", 2), ("Ona", 2), ("Vytas", 2), ("Petras", 1), ("Rasa", 1))


def test_a_renamed_player_is_found_by_the_new_name_only_until_that_is_undone(store: Store) -> None:
    name = begun(store)
    kept = store.append(name, journal.renamed(evening(), 0, "Onutė", time(1)), 1)
    assert len(store.games(GameFilter(player="Onute"))) == 1
    assert store.games(GameFilter(player="Ona")) == ()
    store.append(name, journal.undone(time(2)), kept.seen)
    assert len(store.games(GameFilter(player="Ona"))) == 1
    assert verify(store) == ()


@pytest.mark.parametrize("characters", ["\x1b[2J", "\ud83d", "\u202e", "\x9b1m"])
def test_nothing_that_could_steer_a_terminal_is_ever_kept(store: Store, characters: str) -> None:
    with pytest.raises(Refused) as refused:
        begun(store, players=(f"Ona{characters}", "Jonas", "Rasa", "Vytas"))
    assert [one.code for one in refused.value.findings] == ["F224"]
    name = begun(store)
    for event in (
        journal.headed({"note": characters}, time(1)),
        journal.dealt(replace(numbered(1), note=characters), time(1)),
        journal.removed(1, time(1), f"because of {characters}"),
    ):
        with pytest.raises(Refused) as refused:
            store.append(name, event, 1)
        assert [one.code for one in refused.value.findings] == ["F224"]
    assert store.load(name).seen == 1
    assert verify(store) == ()


# The bin


def test_deleting_moves_a_game_to_the_bin_and_restoring_brings_it_back_whole(store: Store) -> None:
    name = begun(store)
    store.append(name, journal.dealt(numbered(1), time(1)), 1)
    store.delete(name, time(2), "tried out")
    assert store.games() == ()
    assert [row.name for row in store.games(GameFilter(binned=True))] == [name]
    assert store.load(name).state.binned
    with pytest.raises(Refused) as found:
        store.append(name, journal.dealt(numbered(2), time(3)), 3)
    assert refused(found).code == "S707"
    store.restore(name, time(4))
    assert store.load(name).game.deals == (numbered(1),)


# Upkeep


def filled(store: Store) -> str:
    name = begun(store)
    kept = store.append(name, journal.dealt(tricks(2, 3, 1, 2), time(1)), 1)
    kept = store.append(name, journal.dealt(Deal("no-hearts", points=(0, -16, 0, 0)), time(2)), kept.seen)
    store.append(name, journal.renamed(kept.game, 0, "Onutė", time(3)), kept.seen)
    store.take_in(replace(evening(), deals=(numbered(1),), id="friday"), LITHUANIAN, time(4))
    return name


def test_a_sound_store_verifies(store: Store) -> None:
    filled(store)
    assert verify(store) == ()


@pytest.mark.parametrize(
    ("altered", "told"),
    [
        ("UPDATE games SET deals = 7 WHERE id = 'friday'", [("S721", "", "deals")]),
        ("UPDATE games SET players = '[]' WHERE id = 'friday'", [("S721", "", "players")]),
        ("DELETE FROM seats WHERE game = 'friday'", [("S721", "", "seats")]),
        ("UPDATE seats SET player = 'x' WHERE game = 'friday' AND seat = 0", [("S721", "", "seats")]),
        ("UPDATE journal SET body = replace(body, '3', '4') WHERE seq = 2", [("S720", "altered", "")]),
        ("UPDATE journal SET at = 'x' WHERE seq = 3", [("S720", "altered", "")]),
        ("DELETE FROM journal WHERE seq = 2", [("S720", "gap", "")]),
        ("DELETE FROM journal WHERE seq = 4", [("S720", "gap", "")]),
        ("UPDATE games SET seen = 3 WHERE seen = 4", [("S721", "", "seen")]),
        ("UPDATE variants SET body = replace(body, '48', '49')", [("S722", "", "")] * 3),
        # The rules themselves, and the two games that are played by them.
        ("UPDATE rules SET body = replace(body, '48', '49')", [("S722", "", "")] * 3),
    ],
)
def test_verifying_finds_what_was_altered(
    store: Store, home: str, altered: str, told: list[tuple[str, str, str]]
) -> None:
    filled(store)
    with store.database.writing() as connection:
        connection.execute(altered)
    with open_store(home) as again:
        found = verify(again)
    assert [(f.code, f.how, str(dict(f.values).get("key", ""))) for f in found] == told


def test_summaries_are_made_anew_from_the_journal(store: Store) -> None:
    filled(store)
    before = store.games()
    with store.database.writing() as connection:
        connection.execute("UPDATE games SET deals = 99, players = '[]', date = 'x', seen = 0, binned = 1")
        connection.execute("DELETE FROM seats")
    assert store.rebuild() == ()
    assert store.games() == before
    assert verify(store) == ()


def test_a_game_that_lost_its_end_is_told_and_goes_on_with_the_rest_once_its_summary_is_made_anew(
    store: Store, home: str
) -> None:
    name = filled(store)
    with store.database.writing() as connection:
        connection.execute("DELETE FROM journal WHERE seq = 4")
    with open_store(home) as again:
        with pytest.raises(Refused) as found:
            again.load(name)
        assert (refused(found).code, refused(found).how, dict(refused(found).values)["event"]) == ("S720", "gap", 4)
        assert [(f.code, f.how) for f in again.rebuild()] == [("S720", "gap")]
        assert again.load(name).seen == 3
        assert verify(again) == ()


def test_a_game_that_cannot_be_replayed_keeps_the_others_from_nothing(store: Store, home: str) -> None:
    name = filled(store)
    with store.database.writing() as connection:
        connection.execute("UPDATE journal SET body = 'x' WHERE game = ? AND seq = 2", (name,))
    with open_store(home) as again:
        assert [f.code for f in again.rebuild()] == ["S720"]
        assert len(again.games()) == 2
        assert again.load("friday").game.deals == (numbered(1),)
        with pytest.raises(Refused) as found:
            again.load(name)
    assert refused(found).code == "S720"
    assert dict(refused(found).values)["event"] == 2


def test_a_backup_is_a_whole_store_in_one_file_also_while_somebody_writes(
    store: Store, home: str, tmp_path: Path
) -> None:
    name = filled(store)
    copy = tmp_path / "copy.db"
    with open_store(home) as other:
        other.append(name, journal.dealt(numbered(3), time(5)), 4)
        backup(store, copy)
        other.append(name, journal.dealt(numbered(4), time(6)), 5)
    assert sorted(p.name for p in tmp_path.iterdir() if p.name.startswith("copy")) == ["copy.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with open_store(str(copy)) as held:
        assert held.load(name).seen == 5
        assert verify(held) == ()
        assert held.current() == name


def test_a_backup_replaces_a_file_only_when_told_to(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(Refused) as found:
        backup(store, copy)
    assert (refused(found).code, found.value.status, copy.read_text()) == ("S723", 3, "precious")
    backup(store, copy, force=True)
    with open_store(str(copy)) as held:
        assert verify(held) == ()


# The file


def test_a_new_store_and_its_side_files_are_their_owners_only(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        path = tmp_path / "deep" / "folder" / "games.db"
        with open_store(str(path)) as store:
            begun(store)
            modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in path.parent.iterdir()}
            assert modes == {"games.db": 0o600, "games.db-wal": 0o600, "games.db-shm": 0o600}
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    finally:
        os.umask(old)


def test_every_acknowledged_change_is_synced_to_disk(file: str) -> None:
    with open_store(file) as store:
        mode, sync, keys = (
            store.database.rows(f"PRAGMA {key}")[0][0] for key in ("journal_mode", "synchronous", "foreign_keys")
        )
    assert mode in ("wal", "delete")
    assert (sync, keys) == (3, 1)  # EXTRA: in WAL the same as FULL


def test_without_an_address_the_store_lies_in_the_users_data_folder(nobodys_games: Path) -> None:
    with open_store(None) as store:
        begun(store)
        path = Path(store.database.place)
        assert nobodys_games in path.parents
        assert path.name == "kingscore.db"


def test_an_address_may_be_a_path_or_a_sqlite_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    addresses = {
        "games.db": tmp_path / "games.db",
        ":memory:": tmp_path / ":memory:",
        "sqlite:///a b/games.db": tmp_path / "a b/games.db",
        f"sqlite:///{tmp_path}/x.db": tmp_path / "x.db",
        "~/y.db": tmp_path / "home" / "y.db",
        "file:z.db?mode=memory": tmp_path / "file:z.db?mode=memory",
        "Žaidimai/игры.db": tmp_path / "Žaidimai/игры.db",
    }
    for address, path in addresses.items():
        with open_store(address) as store:
            assert store.database.place == str(path)
        assert path.is_file()


def test_a_number_is_a_number_in_every_database(store: Store) -> None:
    wrong = "INSERT INTO variants VALUES ('x', 'y', 'one')"
    with pytest.raises(Refused) as found, store.database.writing() as connection:
        connection.execute(wrong)
    assert refused(found).code == "S715"
    assert store.database.rows("SELECT count(*) FROM variants") == [(0,)]

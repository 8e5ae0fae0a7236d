"""People apart from their names: whom a name means, what is taken back, and that no game is ever rewritten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscore.app import people
from kingscore.model.findings import Refused
from kingscore.model.json_values import Event
from kingscore.scoring.event_log import last_standing, lines, noted, undone
from kingscore.scoring.people import Person, Roster, aliased, fold_people, known, merged, renamed, roster
from kingscore.storage import GameFilter, Store, open_store, variant_files
from kingscore.storage.upkeep import verify
from tests.evenings import evening, time
from tests.scorer import Scorer

LITHUANIAN = variant_files.variant("lithuanian")


def at(number: int) -> str:
    return time(number)


def refused(call: Callable[[], object]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as found:
        call()
    assert found.value.status == 2
    return [(one.code, one.how) for one in found.value.findings]


# What stands of a book


def test_an_undo_strikes_any_entry_out_and_its_own_undoing_brings_it_back() -> None:
    notes = [noted("a", ""), noted("b", ""), undone(1, ""), undone(3, ""), undone(2, "")]
    assert [line.stands for line in lines(notes)] == [True, False, False, True, True]
    assert last_standing(lines(notes)) == 1
    again = [noted("a", ""), undone(1, ""), undone(2, ""), undone(3, "")]
    assert [line.stands for line in lines(again)] == [False, True, False, True]


@pytest.mark.parametrize("of", [0, 2, 3, -1, True, "1", None])
def test_only_an_earlier_entry_that_stands_is_struck_out(of: object) -> None:
    notes = [noted("a", ""), undone(1, ""), noted("undo", "", of=of)]
    with pytest.raises((ValueError, TypeError, KeyError)):
        lines(notes) if of != 2 else lines([*notes, undone(2, "")])


@given(st.lists(st.integers(1, 12), max_size=12))
def test_whatever_is_taken_back_and_brought_back_each_entry_stands_or_not(asked: list[int]) -> None:
    """By hand: an entry stands unless an undo that stands itself strikes it out."""
    notes: list[Event] = [noted("a", "")]
    for of in asked:
        stands = {line.seq for line in lines(notes) if line.stands}
        notes.append(undone(of, "") if of in stands else noted("a", ""))
    standing: dict[int, bool] = {}
    for seq in range(len(notes), 0, -1):
        strikers = [
            n for n in range(seq + 1, len(notes) + 1) if notes[n - 1].kind == "undo" and notes[n - 1].raw["of"] == seq
        ]
        standing[seq] = not any(standing[n] for n in strikers)
    assert [line.stands for line in lines(notes)] == [standing[seq] for seq in range(1, len(notes) + 1)]


# The book of people


def test_a_renamed_person_keeps_the_old_name_as_an_alias() -> None:
    found = fold_people((known("Ona", ""), renamed(1, "Onutė", ""), aliased(1, "Ona P.", "")))
    assert found.persons == (Person(1, "Onutė", ("Ona", "Ona P.")),)
    assert found.of("ONA") == found.of("onutė") == found.persons[0]


def test_merged_people_are_one_under_all_their_names_until_that_is_undone() -> None:
    notes = (known("Ona", ""), known("Onutė", ""), merged(1, 2, ""), renamed(1, "Ona P.", ""))
    assert fold_people(notes).persons == (Person(2, "Ona P.", ("Onutė", "Ona")),)
    parted = fold_people((*notes, undone(4, ""), undone(3, "")))
    assert parted.persons == (Person(1, "Ona"), Person(2, "Onutė"))


@pytest.mark.parametrize(
    "notes",
    [
        (Event("known", "", "["),),
        (Event("known", "", "[]"),),
        (Event("known", "", '{"name":1}'),),
        (Event("dance", "", '{"person":1}'),),
        (renamed(1, "Ona", ""),),
        (known("Ona", ""), known("ona", "")),
        (known("Ona", ""), known("Rasa", ""), renamed(1, "rasa", "")),
        (known("Ona", ""), merged(1, 1, "")),
        (known("Ona", ""), known("Rasa", ""), merged(1, 2, ""), merged(2, 1, "")),
        (known("Ona", ""), undone(1, ""), renamed(1, "Rasa", "")),
    ],
)
def test_a_book_that_cannot_be_is_refused(notes: tuple[Event, ...]) -> None:
    with pytest.raises(Refused) as found:
        fold_people(notes)
    assert [(one.code, one.how) for one in found.value.findings] == [("S725", "people")]


# Whom a name means


def everybody(*notes: Event, **counted: int) -> Roster:
    return roster(fold_people(notes), tuple(counted.items()))


def test_names_alike_without_case_and_accents_are_one_person_unless_said() -> None:
    found = everybody(Živilė=2, zivile=1, Артём=1, артем=1, Łukasz=1, lukasz=1, Άννα=1, ΑΝΝΑ=1)
    assert {one.names: one.games for one in found.everybody} == {
        ("Živilė", "zivile"): 3,
        ("Артём", "артем"): 2,
        ("Łukasz", "lukasz"): 2,
        ("Άννα", "ΑΝΝΑ"): 2,
    }
    apart = everybody(known("Živilė", ""), known("zivile", ""), Živilė=2, zivile=1, ŽIVILĖ=1, Zivilė=1)
    assert {one.person.name: one.spellings for one in apart.everybody} == {
        "Živilė": ("Živilė", "ŽIVILĖ"),
        "zivile": ("zivile",),
        "Zivilė": ("Zivilė",),
    }


def test_a_word_means_a_name_else_the_beginning_of_one_persons_names() -> None:
    found = everybody(known("Ona", ""), aliased(1, "Kunigaikštienė", ""), Ona=3, Onutė=1, Jonas=1)
    assert found.find("ONA").person.name == "Ona"
    assert found.find("kunig").person.name == "Ona"
    assert found.find("onut").person.name == "Onutė"
    assert refused(lambda: found.find("o")) == [("P102", "")]
    assert refused(lambda: found.find("Jonsa")) == [("P101", "near")]
    assert refused(lambda: found.find("")) == [("P101", "")]
    assert [one.person.name for one in found.search("NAS")] == ["Jonas"]
    assert [one.person.name for one in found.search("igaiks")] == ["Ona"]


@given(st.dictionaries(st.text(min_size=1, max_size=4), st.integers(1, 3), max_size=8))
def test_every_spelling_is_somebodys_and_everybody_is_found_by_it(counted: dict[str, int]) -> None:
    found = roster(fold_people(()), tuple(counted.items()))
    assert set(found.who) == set(counted)
    assert sum(one.games for one in found.everybody) == sum(counted.values())
    assert all(found.find(name) == found.who[name] for name in counted)
    names = [one.person.name for one in found.everybody]
    assert len(set(names)) == len(names)


# In the store


@pytest.fixture
def store(home: str) -> Store:
    held = open_store(home)
    for number, players in enumerate((("Ona", "Jonas", "Živilė", "Vytas"), ("Onutė", "zivile", "Jonas", "Artūras"))):
        held.begin(replace(evening(), players=players), LITHUANIAN, at(number))
    return held


def rows(store: Store) -> list[tuple[object, ...]]:
    return store.database.rows("SELECT * FROM journal ORDER BY game, seq")


def test_no_game_is_rewritten_whatever_people_are_called(store: Store) -> None:
    before, games = rows(store), store.games()
    people.rename(store, "ona", "Ona P.", at(3))
    people.merge(store, "Ona P.", "Onutė", at(4))
    people.alias(store, "Jonas", "Jonukas", at(5))
    people.split(store, "zivile", at(6))
    people.undo(store, people.LAST, at(7))
    assert rows(store) == before
    assert store.games() == games
    assert verify(store) == ()


def test_games_are_found_by_every_name_of_a_person(store: Store) -> None:
    def found(name: str) -> int:
        return len(store.games(GameFilter(player=name)))

    assert [found(name) for name in ("Ona", "Onutė", "ŽIVILĖ", "Zivi")] == [1, 1, 2, 0]
    people.merge(store, "Ona", "Onutė", at(3))
    people.rename(store, "Ona", "Onutė Petraitienė", at(4))
    assert [found(name) for name in ("Ona", "ONUTE", "onute petraitiene")] == [2, 2, 2]
    number = next(line.seq for line in store.people().log if line.event.kind == "merge")
    assert people.undo(store, str(number), at(5)) == number
    assert [found(name) for name in ("Ona", "ONUTE", "onute petraitiene")] == [1, 1, 1]


def test_two_who_sat_at_one_table_are_not_merged(store: Store) -> None:
    assert refused(lambda: people.merge(store, "Ona", "Vytas", at(3))) == [("P104", "")]
    assert refused(lambda: people.merge(store, "Živilė", "zivile", at(3))) == [("P107", "")]
    assert store.people().seen == 0


def test_a_name_is_one_persons(store: Store) -> None:
    assert refused(lambda: people.rename(store, "Ona", "jonas", at(3))) == [("P103", "")]
    assert refused(lambda: people.alias(store, "Ona", "vytas", at(3))) == [("P103", "")]
    assert refused(lambda: people.add(store, "ONA", at(3))) == [("P103", "")]
    assert refused(lambda: people.add(store, " ", at(3))) == [("N801", "")]
    assert refused(lambda: people.rename(store, "Nobody", "X Y", at(3))) == [("P101", "")]
    assert people.rename(store, "Ona", "ONA", at(3)).person.names == ("ONA", "Ona")


def test_a_spelling_set_apart_leaves_the_others_together(store: Store) -> None:
    people.split(store, "zivile", at(3))
    named = store.roster()
    assert {name: one.person.name for name, one in named.who.items() if "ivil" in name} == {
        "Živilė": "Živilė",
        "zivile": "zivile",
    }
    assert refused(lambda: people.split(store, "ZIVILE", at(4))) == [("P103", "apart")]


def test_a_change_on_which_others_build_is_not_taken_back_alone(store: Store) -> None:
    people.rename(store, "Ona", "Ona P.", at(3))
    assert refused(lambda: people.undo(store, "1", at(4))) == [("P106", "")]
    assert [refused(lambda w=w: people.undo(store, w, at(4))) for w in ("9", "0", "x", "-1")] == [[("P105", "")]] * 4  # type: ignore[misc]
    assert [people.undo(store, people.LAST, at(n)) for n in (5, 6)] == [2, 1]
    assert refused(lambda: people.undo(store, people.LAST, at(7))) == [("P105", "")]
    assert people.undo(store, "4", at(8)) == 4
    assert store.people().persons == (Person(1, "Ona"),)


def test_who_has_not_seen_the_last_change_of_names_writes_nothing(store: Store, home: str) -> None:
    with open_store(home) as other:
        people.add(other, "Petras", at(3))
    with pytest.raises(Refused) as found:
        store.enter("people", (known("Povilas", at(4)),), 0)
    assert [(one.code, one.how) for one in found.value.findings] == [("S724", "people")]
    assert [person.name for person in store.people().persons] == ["Petras"]


@pytest.mark.parametrize(
    "altered",
    [
        "UPDATE entries SET body = replace(body, 'Petras', 'Povilas')",
        "UPDATE entries SET at = 'x' WHERE seq = 2",
        "UPDATE entries SET kind = 'alias' WHERE seq = 2",
        "DELETE FROM entries WHERE seq = 1",
        "DELETE FROM entries WHERE seq = 2",
    ],
)
def test_an_altered_book_of_people_is_noticed_and_games_are_still_read(store: Store, altered: str) -> None:
    people.add(store, "Petras", at(3))
    people.rename(store, "Petras", "Petriukas", at(4))
    with store.database.writing() as connection:
        connection.execute(altered)
    assert [(one.code, one.how) for one in verify(store)] == [("S725", "people")]
    assert len(store.games()) == 2
    assert store.load(store.games()[0].name).game.players


# On the command line


def test_players_from_the_command_line(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Živilė Vytas")
    scorer.fine("new lithuanian Onutė zivile Jonas Vytas")
    listed = scorer.fine("players --json").document["players"]
    assert [(one["name"], one["games"]) for one in listed][:3] == [("Jonas", 2), ("Vytas", 2), ("Živilė", 2)]
    assert [one["name"] for one in scorer.fine("players list ŽIVI --json").document["players"]] == ["Živilė"]
    assert scorer.fine("players merge Ona Onutė --json").document["player"] == {
        "name": "Ona",
        "aliases": ["Onutė"],
        "games": 2,
    }
    assert len(scorer.fine("games list --player onute --json").document["games"]) == 2
    log = scorer.fine("players log --json").document["log"]
    assert [(one["number"], one["change"]) for one in log] == [(1, "known"), (2, "known"), (3, "merge")]
    assert scorer.fine("players undo last --json").document["undone"] == 3
    assert len(scorer.fine("games list --player onute --json").document["games"]) == 1


@pytest.mark.parametrize("language", ["en", "ru", "lt"])
def test_every_change_of_names_is_told_in_every_language(scorer: Scorer, language: str) -> None:
    scorer.fine("new lithuanian Ona Jonas Živilė Vytas")
    for words in (
        "rename Ona Onutė",
        "alias Ona Onik",
        "add Petras",
        "merge Petras Vytas",
        "split zivile",
        "undo last",
        "log",
    ):
        said = scorer.fine(f"players {words} --lang {language}")
        assert "people." not in said.out
        assert "{" not in said.out


def test_a_change_of_names_takes_as_many_names_as_it_needs(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Živilė Vytas")
    assert scorer("players rename Ona X1 Jonas").status == 2
    assert scorer("players rename X1").status == 2
    assert scorer("players add [/red]").status == 0
    assert "[/red]" in scorer.fine("players").out


def test_capitals_alone_tell_nobody_apart_and_that_is_said(store: Store) -> None:
    store.begin(replace(evening(), players=("ONA", "Petras", "Rasa", "Vytas")), LITHUANIAN, at(2))
    for name in ("ONA", "Ona"):
        assert refused(lambda name=name: people.split(store, name, at(3))) == [("P103", "apart")]  # type: ignore[misc]
    assert store.people().seen == 0

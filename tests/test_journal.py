"""The journal: what is written is read back, and replaying gives the game as its players left it."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kingscore import journal
from kingscore.journal import OpenRules, State, fold
from kingscore.model.findings import Refused
from kingscore.model.game import Bid, Deal, Game, Row, Stake, Written
from kingscore.model.json_values import Event, canonical
from kingscore.notation.codec import deal_from_raw, to_raw
from kingscore.storage import variant_files
from kingscore.variant import Variant
from tests.evenings import evening, numbered, sayable, time, tricks


def rules_of(variant: Variant) -> OpenRules:
    """Gives the rules of one variant, whatever the digest."""
    return lambda _, players, options: variant.rules(players, options)


kept = rules_of(variant_files.variant("lithuanian"))


def states(game: Game, *events: Event, opened: OpenRules = kept) -> State:
    return fold((journal.begun(game, "digest", time(0)), *events), opened)


# What is written is read back

NUMBERS = st.integers(-(10**12), 10**12)
SEATS = st.none() | st.integers(0, 5)
TEXTS = st.text(max_size=12)
ROWS: st.SearchStrategy[Row] = st.lists(st.none() | NUMBERS, max_size=6).map(tuple)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple)
BIDS = st.builds(
    Bid,
    seller=SEATS,
    buyer=SEATS,
    bidder=SEATS,
    tricks=st.none() | NUMBERS,
    points=st.none() | NUMBERS,
    suit=st.none() | TEXTS,
)
DEALS = st.builds(
    Deal,
    contract=TEXTS,
    declarer=SEATS,
    form=st.none() | TEXTS,
    trump=st.none() | TEXTS,
    counts=st.none() | st.lists(st.tuples(TEXTS, ROWS), max_size=3).map(tuple),
    points=st.none() | ROWS,
    places=st.none() | ROWS,
    bid=st.none() | BIDS,
    titles=st.none() | st.lists(TEXTS, max_size=4).map(tuple),
    foul=SEATS,
    note=TEXTS,
    agreed=TEXTS,
    extra=PAIRS,
    unread=st.booleans(),
)


def test_every_part_of_a_deal_and_of_a_head_is_tried_below() -> None:
    """A field that is added must be written as well, or it would be lost."""
    assert {f.name for f in fields(Deal)} == {
        *("contract", "declarer", "form", "trump", "counts", "points", "places", "bid", "titles", "foul"),
        *("note", "agreed", "extra", "unread"),
    }
    assert {f.name for f in fields(Bid)} == {"seller", "buyer", "bidder", "tricks", "points", "suit"}
    assert {f.name for f in fields(Game)} == {
        *("rules", "players", "dealer", "deals", "date", "stake", "id", "finished", "written", "note", "extra"),
        *("ignore", "seated"),
    }


@given(DEALS)
def test_any_deal_that_can_be_represented_comes_back_from_its_text(deal: Deal) -> None:
    assert deal_from_raw(json.loads(canonical(to_raw(deal)))) == deal


@given(
    deals=st.lists(DEALS, max_size=3).map(tuple),
    dealer=st.integers(0, 3),
    date=TEXTS,
    stake=st.none() | st.builds(Stake, TEXTS, TEXTS),
    id=TEXTS,
    finished=st.sampled_from(["", "yes", "early"]),
    written=st.none() | st.builds(Written, st.none() | ROWS, st.none() | st.lists(ROWS, max_size=2).map(tuple)),
    note=TEXTS,
    extra=PAIRS,
    ignore=st.sampled_from([(), ("C507", "T")]),
    players=st.lists(TEXTS, min_size=4, max_size=4).map(tuple),
)
def test_any_game_taken_in_whole_comes_back_as_it_was(**held: Any) -> None:
    game = replace(evening(finish="trumps"), **held)
    event = journal.begun(game, "d", "t")
    assert fold([event], kept).game == game
    assert event.kind == ("import" if game.deals else "begin")


def test_the_same_deal_always_has_the_same_text() -> None:
    deal = Deal("trumps", declarer=0, trump="spades", counts=(("tricks", (3, 2, 2, 1)),), note="Да – „Ų“")
    assert (
        journal.dealt(deal, "t").body == '{"deal":{"contract":"trumps","counts":[["tricks",[3,2,2,1]]],'
        '"declarer":0,"note":"Да – „Ų“","trump":"spades"}}'
    )


def test_half_a_surrogate_pair_is_kept_as_text_that_a_database_takes() -> None:
    event = journal.dealt(Deal("no-tricks", note="\ud83d"), "t")
    event.body.encode()
    assert states(evening(), event).game.deals[0].note == "\ud83d"


# Replaying


def test_a_game_that_has_just_begun_has_nothing_to_take_back() -> None:
    state = states(evening())
    assert (state.seen, state.game, state.undo, state.redo) == (1, evening(), None, None)
    with pytest.raises(Refused) as refused:
        states(evening(), journal.undone(time(1)))
    assert [found.code for found in refused.value.findings] == ["S720"]
    with pytest.raises(Refused) as refused:
        journal.step(state, journal.undone(time(1)), kept)
    assert [(found.code, found.how) for found in refused.value.findings] == [("S708", "")]
    with pytest.raises(Refused) as refused:
        journal.step(state, journal.redone(time(1)), kept)
    assert [(found.code, found.how) for found in refused.value.findings] == [("S708", "redo")]


def test_a_game_taken_in_with_its_deals_is_one_event_that_undo_leaves_alone() -> None:
    game = replace(evening(), deals=(numbered(1), numbered(2)))
    state = states(game)
    assert (state.seen, len(state.game.deals), state.undo) == (1, 2, None)


def test_undo_takes_back_one_change_and_redo_brings_it_back() -> None:
    state = states(
        evening(), journal.dealt(numbered(1), time(1)), journal.dealt(numbered(2), time(2)), journal.undone(time(3))
    )
    assert state.game.deals == (numbered(1),)
    assert state.redo is not None
    assert (state.redo.seq, state.redo.number, state.redo.new) == (3, 2, numbered(2))
    again = journal.step(state, journal.redone(time(4)), kept)
    assert again.game.deals == (numbered(1), numbered(2))
    assert again.redo is None
    assert again.standing == {2, 3}


def test_undo_takes_back_an_amendment_as_well() -> None:
    state = states(
        evening(),
        journal.dealt(numbered(1), time(1)),
        journal.replaced(1, numbered(7), time(2), "misheard"),
        journal.undone(time(3)),
    )
    assert state.game.deals == (numbered(1),)
    of = state.log[-1].of
    assert of is not None
    assert (of.kind, of.number, of.old, of.new, of.why) == ("replace", 1, numbered(1), numbered(7), "misheard")


def test_a_new_change_after_undo_drops_what_redo_would_bring_back() -> None:
    state = states(
        evening(),
        journal.dealt(numbered(1), time(1)),
        journal.undone(time(2)),
        journal.dealt(numbered(2), time(3)),
    )
    assert state.redo is None
    assert state.game.deals == (numbered(2),)
    assert state.standing == {4}


def test_the_log_keeps_what_stood_before_when_and_why() -> None:
    state = states(
        evening(),
        journal.dealt(numbered(1), time(1)),
        journal.dealt(numbered(2), time(2)),
        journal.removed(1, time(3), "dealt twice"),
        journal.inserted(1, numbered(5), time(4), "forgotten"),
        journal.finished("early", time(5), "last bus"),
    )
    assert state.game.deals == (numbered(5), numbered(2))
    told = [(e.seq, e.kind, e.at, e.why, e.number, e.old, e.new) for e in state.log]
    assert told == [
        (1, "begin", time(0), "", None, None, None),
        (2, "deal", time(1), "", 1, None, numbered(1)),
        (3, "deal", time(2), "", 2, None, numbered(2)),
        (4, "delete", time(3), "dealt twice", 1, numbered(1), None),
        (5, "insert", time(4), "forgotten", 1, None, numbered(5)),
        (6, "finish", time(5), "last bus", None, None, None),
    ]
    assert (state.log[-1].key, state.log[-1].before, state.log[-1].after) == ("finished", "", "early")


def test_a_finished_game_goes_on_after_its_end_is_taken_back() -> None:
    state = states(evening(), journal.finished("yes", time(1)), journal.finished("", time(2)))
    assert state.game.finished == ""
    assert states(evening(), journal.finished("yes", time(1)), journal.undone(time(2))).game.finished == ""


@pytest.mark.parametrize(
    "event",
    [
        journal.replaced(2, numbered(1), "t"),
        journal.replaced(0, numbered(1), "t"),
        journal.removed(2, "t"),
        journal.removed(-1, "t"),
        journal.inserted(3, numbered(1), "t"),
        journal.inserted(0, numbered(1), "t"),
    ],
)
def test_a_deal_that_is_not_there_cannot_be_amended(event: Event) -> None:
    state = states(evening(), journal.dealt(numbered(1), "t"))
    with pytest.raises(Refused) as refused:
        journal.step(state, event, kept)
    assert [sayable(found).code for found in refused.value.findings] == ["S709"]
    assert refused.value.status == 2


# The head


def test_a_new_name_touches_no_deal() -> None:
    deal = Deal("trumps", declarer=1, counts=(("tricks", (3, 2, 2, 1)),))
    game = evening()
    state = states(game, journal.dealt(deal, time(1)), journal.renamed(game, 1, "Jonas P.", time(2), "two of them"))
    assert state.game.players == ("Ona", "Jonas P.", "Rasa", "Vytas")
    assert state.game.deals == (deal,)
    entry = state.log[-1]
    assert (entry.key, entry.before, entry.after, entry.why) == (
        "players",
        ("Ona", "Jonas", "Rasa", "Vytas"),
        ("Ona", "Jonas P.", "Rasa", "Vytas"),
        "two of them",
    )


def test_other_options_give_other_rules_from_the_kept_variant() -> None:
    """The kept content gives 60 for the first place in domino, the shipped file 48: what was kept counts."""
    raw = json.loads(json.dumps(variant_files.variant("lithuanian").raw))
    raw["contracts"]["domino"] |= {"prizes": [60, 30, 6, 0]}
    corrected = variant_files.from_raw(raw)
    state = states(
        evening(finish="short"),
        journal.headed({"options": (("finish", "domino"),)}, time(1)),
        opened=rules_of(corrected),
    )
    domino = state.game.rules.contract("domino")
    assert domino is not None
    assert domino.prizes == (60, 30, 6, 0)
    assert dict(state.game.rules.options)["finish"] == "domino"
    entry = state.log[-1]
    assert isinstance(entry.before, tuple)
    assert ("finish", "short") in entry.before
    undone = journal.step(state, journal.undone(time(2)), rules_of(corrected))
    assert undone.game.rules.contract("domino") is None


def test_an_option_that_the_variant_does_not_have_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        journal.step(states(evening()), journal.headed({"options": (("boys", "jacks"),)}, "t"), kept)
    assert [found.code for found in refused.value.findings] == ["V308"]


def test_more_players_need_rules_for_so_many() -> None:
    opened = rules_of(variant_files.variant("lithuanian-declared-3"))

    game = evening("lithuanian-declared-3", ("Ona", "Jonas", "Rasa"))
    state = states(game, journal.headed({"players": ("Ona", "Jonas", "Rasa", "Vytas")}, time(1)), opened=opened)
    assert (state.game.rules.table, state.game.rules.playing) == (4, 3)
    with pytest.raises(Refused) as refused:
        journal.step(state, journal.headed({"players": ("Ona", "Jonas")}, time(2)), opened)
    assert [found.code for found in refused.value.findings] == ["V310"]


def test_fewer_players_leave_a_dealer_who_is_there() -> None:
    opened = rules_of(variant_files.variant("lithuanian-declared-3"))

    game = evening("lithuanian-declared-3", ("Ona", "Jonas", "Rasa", "Vytas"))
    state = states(game, journal.headed({"players": ("Ona", "Jonas", "Rasa")}, time(1)), opened=opened)
    assert state.game.dealer == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dealer", 1),
        ("stake", Stake("0.10", "PLN")),
        ("stake", None),
        ("date", "2026-11-30"),
        ("note", "at Rasa's"),
        ("written", Written(totals=(13, -19, 16, -10))),
        ("written", None),
    ],
)
def test_every_part_of_the_head_can_be_amended(key: str, value: Any) -> None:
    state = states(evening(), journal.headed({key: value}, time(1)))
    assert getattr(state.game, key) == value
    assert (state.log[-1].before, state.log[-1].after) == (getattr(evening(), key), value)


# The bin


def test_a_game_in_the_bin_takes_no_change_until_it_is_out_again() -> None:
    state = states(evening(), journal.dealt(numbered(1), time(1)), journal.binned(time(2), "tried out"))
    assert state.binned
    for event in (journal.dealt(numbered(2), "t"), journal.undone("t"), journal.binned("t")):
        with pytest.raises(Refused) as refused:
            journal.step(state, event, kept)
        assert [found.code for found in refused.value.findings] == ["S707"]
    out = journal.step(state, journal.restored(time(3)), kept)
    assert (out.binned, out.game.deals) == (False, (numbered(1),))
    assert out.undo is not None
    assert out.undo.seq == 2
    with pytest.raises(Refused) as refused:
        journal.step(out, journal.restored("t"), kept)
    assert [(found.code, found.how) for found in refused.value.findings] == [("S707", "not")]


# Damage

GOOD = journal.begun(evening(), "digest", "t")


@pytest.mark.parametrize(
    "events",
    [
        [],
        [journal.dealt(numbered(1), "t")],
        [GOOD, GOOD],
        [GOOD._replace(body="{")],
        [GOOD._replace(body="[]")],
        [GOOD._replace(body="{}")],
        [GOOD._replace(body="[" * 100_000)],
        [GOOD._replace(body=GOOD.body.replace('"dealer":3', '"dealer":null'))],
        [GOOD._replace(body=GOOD.body.replace('"dealer":3', '"dealer":true'))],
        [GOOD._replace(body=GOOD.body.replace('"Ona"', "7"))],
        [GOOD, Event("deal", "t", "{}")],
        [GOOD, Event("deal", "t", '{"deal":[]}')],
        [GOOD, Event("deal", "t", '{"deal":{"contract":"x","points":[1.5]}}')],
        [GOOD, Event("deal", "t", '{"deal":{"contract":"x","points":7}}')],
        [GOOD, Event("deal", "t", '{"deal":{"contract":"x","counts":[["tricks"]]}}')],
        [GOOD, Event("deal", "t", '{"deal":{"contract":"x","bid":[1]}}')],
        [GOOD, Event("finish", "t", '{"how":"maybe"}')],
        [GOOD, Event("head", "t", '{"key":"colour","value":"red"}')],
        [GOOD, Event("head", "t", '{"key":["a"],"value":"red"}')],
        [GOOD, Event("head", "t", '{"key":"dealer","value":4}')],
        [GOOD, Event("replace", "t", '{"number":1,"deal":{"contract":"x"}}')],
        [GOOD, Event("juggle", "t")],
    ],
)
def test_a_journal_that_cannot_be_replayed_is_told_and_named(events: list[Event]) -> None:
    with pytest.raises(Refused) as refused:
        fold(events, kept, "friday")
    found = refused.value.findings[0]
    assert found.code == "S720"
    assert dict(found.values)["game"] == "friday"
    assert dict(found.values)["event"] == len(events)


# Against a plain list


class Model(RuleBasedStateMachine):
    """Random changes, undos and redos: the fold is what a list with its past and future comes to."""

    def __init__(self) -> None:
        super().__init__()
        self.events = [journal.begun(evening(), "digest", time(0))]
        self.state = fold(self.events, kept)
        self.present: tuple[list[Deal], str, str] = ([], "", "")
        self.past: list[tuple[list[Deal], str, str]] = []
        self.future: list[tuple[list[Deal], str, str]] = []
        self.count = 0

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.state = journal.step(self.state, event, kept)

    def change(self, event: Event, deals: list[Deal], note: str | None = None, end: str | None = None) -> None:
        _, old_note, old_end = self.present
        self.past.append(self.present)
        self.future.clear()
        self.present = (deals, old_note if note is None else note, old_end if end is None else end)
        self.add(event)

    def fresh(self) -> Deal:
        self.count += 1
        return numbered(self.count)

    @rule()
    def deal(self) -> None:
        deal = self.fresh()
        self.change(journal.dealt(deal, "t"), [*self.present[0], deal])

    @precondition(lambda self: self.present[0])
    @rule(data=st.data())
    def replace(self, data: st.DataObject) -> None:
        deal, deals = self.fresh(), list(self.present[0])
        number = data.draw(st.integers(1, len(deals)))
        deals[number - 1] = deal
        self.change(journal.replaced(number, deal, "t"), deals)

    @precondition(lambda self: self.present[0])
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        deals = list(self.present[0])
        number = data.draw(st.integers(1, len(deals)))
        del deals[number - 1]
        self.change(journal.removed(number, "t"), deals)

    @rule(data=st.data())
    def insert(self, data: st.DataObject) -> None:
        deal, deals = self.fresh(), list(self.present[0])
        number = data.draw(st.integers(1, len(deals) + 1))
        deals.insert(number - 1, deal)
        self.change(journal.inserted(number, deal, "t"), deals)

    @rule(note=st.text(max_size=5))
    def note(self, note: str) -> None:
        self.change(journal.headed({"note": note}, "t"), self.present[0], note=note)

    @rule(end=st.sampled_from(["", "yes", "early"]))
    def finish(self, end: Any) -> None:
        self.change(journal.finished(end, "t"), self.present[0], end=end)

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        self.future.append(self.present)
        self.present = self.past.pop()
        self.add(journal.undone("t"))

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        self.past.append(self.present)
        self.present = self.future.pop()
        self.add(journal.redone("t"))

    @rule()
    def bin_and_restore(self) -> None:
        self.add(journal.binned("t"))
        self.add(journal.restored("t"))

    @invariant()
    def the_same(self) -> None:
        game = self.state.game
        assert (list(game.deals), game.note, game.finished) == self.present
        assert (self.state.undo is None, self.state.redo is None) == (not self.past, not self.future)
        assert len(self.state.log) == len(self.events)

    def teardown(self) -> None:
        assert fold(self.events, kept) == self.state


Model.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestModel = Model.TestCase


def test_tricks_are_kept_as_they_were_counted() -> None:
    assert states(evening(), journal.dealt(tricks(2, 3, 1, 2), "t")).game.deals[0].row("tricks") == (2, 3, 1, 2)

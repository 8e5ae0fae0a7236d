"""Documents: read strictly with exact paths, all faults at once; written so that the same game gives the same text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kingscore.model.findings import CODES
from kingscore.model.game import Bid, Deal, Game, Stake, Written
from kingscore.notation import read_deal, write_deal
from kingscore.notation.codec import write_document
from kingscore.notation.document import document_schema, read_document
from kingscore.notation.king import read_king, write_king
from kingscore.notation.read_game import LARGEST, MOST_DEALS, Reading
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests import tables
from tests.schemas import faults

WORDS = resources.words()
DOCUMENT: dict[str, Any] = {
    "format": "kingscore-game/1",
    "variant": "lithuanian",
    "options": {"finish": "domino"},
    "players": ["Ona", "Jonas", "Rasa", "Vytas"],
    "dealer": "Vytas",
    "date": "2026-11-29",
    "stake": {"per_point": "0.05", "currency": "EUR"},
    "deals": [
        {"contract": "no-tricks", "counts": {"tricks": [2, 3, 1, 2]}},
        {"contract": "no-hearts", "points": [0, -16, 0, 0]},
        {"contract": "trumps", "declarer": "Ona", "trump": "spades", "counts": {"tricks": [3, 2, 2, 1]}},
        {"contract": "domino", "places": [2, 4, 1, 3]},
    ],
}


def read(document: dict[str, Any] | str) -> Reading:
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    return read_document(text, "evening.json", variant_files.open_rules)


def with_deal(**deal: Any) -> dict[str, Any]:
    return {**DOCUMENT, "deals": [{"contract": "no-tricks", **deal}]}


def game(reading: Reading) -> Game:
    assert reading.game is not None, reading.findings
    return reading.game


def told(reading: Reading) -> list[tuple[str, str, object]]:
    """Code, how and path of each finding."""
    return [(one.code, one.how, dict(one.values).get("path")) for one in reading.findings]


def test_a_document_says_everything_of_a_game() -> None:
    reading = read(DOCUMENT)
    assert reading.findings == ()
    assert game(reading).deals == (
        Deal("no-tricks", counts=(("tricks", (2, 3, 1, 2)),)),
        Deal("no-hearts", points=(0, -16, 0, 0)),
        Deal("trumps", 0, trump="spades", counts=(("tricks", (3, 2, 2, 1)),)),
        Deal("domino", places=(2, 4, 1, 3)),
    )
    assert (game(reading).stake, game(reading).dealer) == (Stake("0.05", "EUR"), 3)


@pytest.mark.parametrize("cases", ["true", "mistakes"])
def test_the_schema_takes_every_game_that_can_be_represented(cases: str) -> None:
    schema = document_schema()
    assert [fault for case in tables.lines(cases) for fault in faults(schema, case["game"])] == []
    assert list(faults(schema, {**DOCUMENT, "mood": "good"})) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {**DOCUMENT, "players": ["Ona", 2, "Rasa", "Vytas"]},
        {**DOCUMENT, "format": "kingscore-game/9"},
        {**DOCUMENT, "stake": {"per_point": "much", "currency": "EUR"}},
        {**DOCUMENT, "deals": [{}]},
        {**DOCUMENT, "deals": [{"contract": "no-tricks", "counts": {"trick": [2, 3, 1, 2]}}]},
        {**DOCUMENT, "deals": [{"contract": "trumps", "trump": "spade"}]},
    ],
)
def test_the_schema_takes_nothing_else(wrong: dict[str, Any]) -> None:
    assert list(faults(document_schema(), wrong))


def test_the_same_game_gives_the_same_text() -> None:
    text = write_document(game(read(DOCUMENT)))
    assert json.loads(text) == DOCUMENT
    assert text.splitlines()[-6:] == [
        '  {"contract": "no-tricks", "counts": {"tricks": [2, 3, 1, 2]}},',
        '  {"contract": "no-hearts", "points": [0, -16, 0, 0]},',
        '  {"contract": "trumps", "declarer": "Ona", "trump": "spades", "counts": {"tricks": [3, 2, 2, 1]}},',
        '  {"contract": "domino", "places": [2, 4, 1, 3]}',
        " ]",
        "}",
    ]


@pytest.mark.parametrize("cases", ["true", "mistakes"])
def test_every_case_goes_through_every_form_unchanged(cases: str) -> None:
    """Document, file and line hold the same game; the document that is written says what the one given said."""
    for case in tables.lines(cases):
        document = case["game"]
        reading = read(document)
        assert reading.findings == (), case["id"]
        found = game(reading)
        again = json.loads(write_document(found))
        assert again["options"].items() >= document["options"].items(), case["id"]
        assert {**again, "options": {}} == {**document, "options": {}}, case["id"]
        kept = read_king(write_king(found), "x.king", variant_files.open_rules, WORDS)
        assert (kept.findings, kept.game) == ((), found), case["id"]
        for number, deal in enumerate(found.deals, 1):
            assert read_deal(write_deal(deal, found, number), found, number, WORDS) == deal, case["id"]


def test_what_can_be_represented_is_left_to_the_checks() -> None:
    deals = [
        {"contract": "no-tricks", "counts": {"tricks": [2, 3, 3]}},
        {"contract": "no-tricks", "counts": {"tricks": [2, None, 3, 99]}, "points": [-4, -6, -2, -4]},
        {"contract": "no-jokers", "counts": {"jokers": [1, 0, 0, 0]}},
        {"contract": "no-tricks"},
        {"contract": "no-king", "foul": "Ona", "counts": {"king-of-hearts": [0, -1, 0, 0]}},
    ]
    reading = read({**DOCUMENT, "deals": deals})
    assert reading.findings == ()
    assert game(reading).deals == (
        Deal("no-tricks", counts=(("tricks", (2, 3, 3)),)),
        Deal("no-tricks", counts=(("tricks", (2, None, 3, 99)),), points=(-4, -6, -2, -4)),
        Deal("no-jokers", counts=(("jokers", (1, 0, 0, 0)),)),
        Deal("no-tricks"),
        Deal("no-king", counts=(("king-of-hearts", (0, -1, 0, 0)),), foul=0),
    )


def test_what_is_left_out_is_filled_in_as_in_a_line() -> None:
    """The one in turn declares, misère is its own trump, a deal without play is shared out; null leaves it open."""
    document = {
        "format": "kingscore-game/1", "variant": "payback-8", "players": ["Ona", "Jonas", "Rasa", "Vytas"],
        "dealer": "Vytas", "deals": [
            {"contract": "trumps", "form": "misere", "counts": {"tricks": [2, 3, 1, 2]}},
            {"contract": "trumps", "form": "rospis"},
            {"contract": "trumps", "declarer": None, "form": "no-trump", "trump": None, "counts": None},
            {"contract": "trumps", "bid": {"seller": "Ona", "buyer": "Rasa", "tricks": 2}, "points": [9, 9, 0, 6]},
        ],
    }  # fmt: skip
    found = game(read(document))
    assert found.deals == (
        Deal("trumps", 0, "misere", "misere", (("tricks", (2, 3, 1, 2)),)),
        Deal("trumps", 1, "rospis", None, (("tricks", (2, 2, 2, 2)),)),
        Deal("trumps", None, "no-trump"),
        Deal("trumps", 0, points=(9, 9, 0, 6), bid=Bid(seller=0, buyer=2, tricks=2)),
    )
    assert read(write_document(found)).game == found


def test_unknown_keys_are_kept_and_named() -> None:
    document = {
        **DOCUMENT,
        "mood": {"Ona": [1.5, None]},
        "a/b": 1,
        "stake": {"per_point": "0.05", "currency": "EUR", "cap": 10},
        "written": {"totals": [1, 2, 3, 4], "by": "Rasa"},
        "deals": [{"contract": "no-tricks", "counts": {"tricks": [2, 3, 1, 2]}, "weather": "rain", "bid": {"x": True}}],
    }
    reading = read(document)
    assert reading.ok
    assert told(reading) == [
        ("F208", "", "mood"),
        ("F208", "", "a/b"),
        ("F208", "", "stake.cap"),
        ("F208", "", "written.by"),
        ("F208", "", "deals[0].bid.x"),
        ("F208", "", "deals[0].weather"),
    ]
    assert {one.severity for one in reading.findings} == {"warning"}
    assert json.loads(write_document(game(reading))) == document
    assert read_king(write_king(game(reading)), "x", variant_files.open_rules, WORDS).game == reading.game


def test_written_totals_and_the_rest_of_the_head_are_kept() -> None:
    document = {
        **DOCUMENT,
        "id": "evening-1", "finished": "early", "note": "two\nlines",
        "written": {"totals": [13, -19, 16, -10], "running": [[0, 0, 0, 0], [1, None, 3]]},
    }  # fmt: skip
    found = game(read(document))
    assert found.written == Written((13, -19, 16, -10), ((0, 0, 0, 0), (1, None, 3)))
    assert (found.id, found.finished, found.note) == ("evening-1", "early", "two\nlines")
    assert json.loads(write_document(found)) == document


DEEP = "[" * 100_000 + "]" * 100_000

#: Code, how, path and the document.
BROKEN: tuple[tuple[str, str, str | None, dict[str, Any] | str], ...] = (
    ("F203", "", None, " " * (LARGEST + 1)),
    ("F202", "", None, '{"a": "\0"}'),
    ("F204", "", None, "  "),
    ("F216", "", None, "{"),
    ("F216", "", None, json.dumps(DOCUMENT)[:-40]),
    ("F216", "", None, "variant: lithuanian"),
    ("F219", "object", "$", "[1, 2]"),
    ("F219", "object", "$", "null"),
    ("F218", "", "$", DEEP),
    ("F218", "", "mood", '{"mood": ' + "[" * 40 + "]" * 40 + "}"),
    ("F206", "", "variant", '{"variant": "simple", "variant": "lithuanian"}'),
    ("F206", "", "deals[0].counts.tricks", json.dumps(DOCUMENT).replace('"tricks"', '"tricks": [], "tricks"', 1)),
    ("F206", "", "mood", '{"mood": {"a": 1, "a": 2}}'),
    ("F217", "", "deals[0].points[1]", json.dumps(with_deal(points=[0, float("nan"), 0, 0]))),
    ("F217", "", "mood.a", '{"mood": {"a": -Infinity}}'),
    ("F223", "", "deals[0].points[0]", with_deal(points=[-(10**400), 0, 0, 0])),
    ("F219", "number", "deals[0].counts.tricks[0]", with_deal(counts={"tricks": ["2", 3, 1, 2]})),
    ("F219", "number", "deals[0].counts.tricks[1]", with_deal(counts={"tricks": [2, 3.0, 1, 2]})),
    ("F219", "number", "deals[0].counts.tricks[2]", with_deal(counts={"tricks": [2, 3, True, 2]})),
    ("F219", "list", "deals[0].counts.tricks", with_deal(counts={"tricks": None})),
    ("F219", "object", "deals[0].counts", with_deal(counts=[2, 3, 1, 2])),
    ("F219", "list", "deals[0].points", with_deal(points={"Ona": 2})),
    ("F219", "text", "deals[0].contract", with_deal(contract=4)),
    ("F219", "text", "players[1]", {**DOCUMENT, "players": ["Ona", 2, "Rasa", "Vytas"]}),
    ("F219", "text", "options.finish", {**DOCUMENT, "options": {"finish": True}}),
    ("F219", "object", "deals[0]", {**DOCUMENT, "deals": ["no-tricks 2 3 1 2"]}),
    ("F219", "list", "deals", {**DOCUMENT, "deals": {}}),
    ("F219", "text", "stake.per_point", {**DOCUMENT, "stake": {"per_point": 0.05, "currency": "EUR"}}),
    ("F207", "", "stake.currency", {**DOCUMENT, "stake": {"per_point": "0.05"}}),
    ("F207", "", "players", {"format": "kingscore-game/1", "variant": "lithuanian"}),
    ("F207", "", "deals[0].contract", {**DOCUMENT, "deals": [{}]}),
    ("F209", "", "dealer", {**DOCUMENT, "dealer": "Rima"}),
    ("F209", "", "deals[0].declarer", with_deal(declarer="On")),
    ("F209", "", "deals[0].bid.buyer", with_deal(bid={"seller": "Ona", "buyer": "A", "tricks": 2})),
    ("F210", "", "date", {**DOCUMENT, "date": "2026-13-01"}),
    ("F212", "", "finished", {**DOCUMENT, "finished": "no"}),
    ("F212", "", "deals[0].trump", with_deal(trump="spade")),
    ("F212", "", "deals[0].form", with_deal(form="blind")),
    ("F221", "", "deals[0].counts.trick", with_deal(counts={"trick": [2, 3, 1, 2]})),
    ("F222", "", "format", {**DOCUMENT, "format": "kingscore-game/9"}),
    ("F224", "", "deals[0].note", with_deal(note="a\x1bb")),
    ("F224", "", "mood", '{"mood": "\\ud800"}'),
    ("F225", "", "deals", {**DOCUMENT, "deals": [{"contract": "no-tricks"}] * (MOST_DEALS + 1)}),
    ("N803", "", None, {**DOCUMENT, "players": ["Ona", "Jonas", "ona", "Vytas"]}),
    ("V301", "near", None, {**DOCUMENT, "variant": "lithuanan"}),
    ("V308", "", None, {**DOCUMENT, "options": {"robber": "yes"}}),
    ("V309", "", None, {**DOCUMENT, "options": {"finish": "never"}}),
    ("M901", "", None, {**DOCUMENT, "stake": {"per_point": "much", "currency": "EUR"}}),
)


@pytest.mark.parametrize(("code", "how", "path", "document"), BROKEN)
def test_what_is_wrong_is_told_with_its_path(code: str, how: str, path: str | None, document: Any) -> None:
    reading = read(document)
    found = [one for one in told(reading) if one[0] == code]
    assert not reading.ok
    assert found
    assert code[0] in "VM" or (code, how, path) in found


def test_all_faults_are_told_at_once_and_the_other_deals_keep_their_numbers() -> None:
    document = {
        **DOCUMENT,
        "dealer": "Rima",
        "date": "today",
        "deals": [
            {"contract": "no-tricks", "counts": {"trick": [1.5, "2"]}, "declarer": "Rima"},
            {"contract": "no-hearts", "points": [0, -16, 0, 0]},
            {"contract": "no-king", "counts": {"king-of-hearts": [0, 0, "1", 0]}},
        ],
    }
    reading = read(document)
    assert told(reading) == [
        ("F209", "", "dealer"),
        ("F210", "", "date"),
        ("F209", "", "deals[0].declarer"),
        ("F221", "", "deals[0].counts.trick"),
        ("F219", "number", "deals[2].counts.king-of-hearts[2]"),
    ]
    assert [one.deal for one in reading.findings] == [None, None, 1, 1, 3]
    assert [deal.unread for deal in game(reading).deals] == [True, False, True]


def test_broken_json_is_pointed_at() -> None:
    reading = read('{"format": "kingscore-game/1",\n "players": ["Ona" "Jonas"]}')
    place = reading.findings[0].place
    assert place is not None
    assert (place.line, place.start, place.text) == (2, 19, ' "players": ["Ona" "Jonas"]}')


def test_a_document_cut_off_anywhere_is_told() -> None:
    text = write_document(game(read(DOCUMENT))).rstrip()
    assert [end for end in range(len(text)) if read(text[:end]).ok] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_on_a_document_can_be_said(language: str) -> None:
    spoken = resources.language(language)
    for *_, document in BROKEN:
        for found in read(document).findings:
            if found.code[0] == "F":
                key = f"files.{found.code}.message" + (f".{found.how}" if found.how else "")
                assert spoken.say(key, **dict(found.values))


def test_every_code_of_files_is_provoked() -> None:
    """Here or where game files are tried."""
    from tests.test_notation_king import BROKEN as IN_FILES

    provoked = {code for code, *_ in BROKEN} | {code for code, *_ in IN_FILES} | {"F201"}
    assert {code for code in CODES if code in MINE} - provoked == set()


MINE = {code for code in CODES if code.startswith(("F20", "F21", "F22"))}


def test_a_document_turns_codes_off() -> None:
    reading = read(DOCUMENT | {"ignore": ["C507", "sweep-forgotten"]})
    assert reading.findings == ()
    assert game(reading).ignore == ("C507", "D444")
    assert json.loads(write_document(game(reading)))["ignore"] == ["C507", "D444"]
    wrong = read(DOCUMENT | {"ignore": ["no-such"]})
    assert [one.code for one in wrong.findings] == ["F212"]

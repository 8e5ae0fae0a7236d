"""Files of variants: every fault is told at once, at its line; whatever a file holds, nothing ends in a traceback."""

from __future__ import annotations

import copy
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore import variant
from kingscore.app.rules import variant_faults
from kingscore.model.findings import Finding, Refused
from kingscore.render.text_tables import rules_text
from kingscore.rulebook import page
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant.models import faults_of, variant_schema
from tests import schemas

TEN_FAULTS = """\
id = "faulty"
tables = [4]
layout = "square"

[names]
en = "Faulty King"
lv = "Kļūdainais kings"

[deck]
ranks = ["7", "8", "9", "10", "J", "Q", "K", "B"]

[deal]
hand = "8"

[game]
deals = 3
total = 0

[schedule]
order = ["no-tricks", "no-queens", "no-king", "trumps"]

[contracts.no-tricks]
values = {trick = -2}
total = -16

[contracts.no-queens]
values = {queens = -4}
total = -12
heart_leed = "banned"

[contracts.no-king]
values = {king-of-hearts = -16}
early_end = "at once"

[options.finish]
choices = ["short", "long"]
default = "none"
"""


def _check(tmp_path: Path, text: str) -> tuple[Finding, ...]:
    path = tmp_path / "faulty.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Refused) as refused:
        variant_files.variant(str(path))
    return refused.value.findings


def test_all_faults_of_a_file_are_told_at_once_with_line_and_key(tmp_path: Path) -> None:
    """Every planted fault is found, each once, at the line where it stands, and can be told in each language."""
    findings = _check(tmp_path, TEN_FAULTS)
    found = [(f.code, f.place.line if f.place else None, dict(f.values).get("key")) for f in findings]
    assert found == [
        ("V307", 3, "layout"),
        ("V303", 7, "names.lv"),
        ("V307", 10, "deck.ranks"),
        ("V304", 13, "deal.hand"),
        ("V306", 16, "game.deals"),
        ("V305", 19, "schedule"),
        ("V307", 23, "contracts.no-tricks.values.trick"),
        ("V306", 28, "contracts.no-queens.total"),
        ("V303", 29, "contracts.no-queens.heart_leed"),
        ("V305", 31, "contracts.no-king.total"),
        ("V307", 33, "contracts.no-king.early_end"),
        ("V307", 37, "options.finish.default"),
    ]
    for code in LANGUAGES:
        language = resources.language(code)
        for fault in findings:
            key = f"variants.{fault.code}.message" + (f".{fault.how}" if fault.how else "")
            assert "{" not in language.say(key, **dict(fault.values))


def _faults(tmp_path: Path, text: str) -> list[tuple[str, object]]:
    return [(f.code, dict(f.values).get("key")) for f in _check(tmp_path, text)]


DECK = 'deck = {ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]}'
GOOD = f"""\
id = "good"
tables = [4]
names = {{lt = "Geras Kingas"}}
{DECK}
deal = {{hand = 8}}
game = {{deals = 2, total = 8}}
schedule = {{order = ["no-queens", "trumps"]}}
contracts.no-queens = {{values = {{queens = -4}}, total = -16}}
contracts.trumps = {{values = {{tricks = 3}}, total = 24, forms = ["suit"], declared = true}}
"""


def test_a_file_of_one_language_serves_in_all(tmp_path: Path) -> None:
    """A house rule needs no translation: its name is shown as it is."""
    path = tmp_path / "good.toml"
    path.write_text(GOOD, "utf-8")
    names = variant_files.variant(str(path)).rules().names
    assert {names.of(language) for language in LANGUAGES} == {"Geras Kingas"}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("hand = 8", "hand = 7", [("V306", "deck"), ("V306", "contracts.trumps.total")]),
        ('"trumps"]', '"trumps", "domino"]', [("V306", "game.deals"), ("V305", "schedule")]),
        ("{queens = -4}", "{jokers = -4}", [("V312", "contracts.no-queens.values.jokers")]),
        ("total = 8}", "total = 8, ties = 1}", [("V304", "game.ties")]),
        (", total = 8}", "}", [("V305", "game.total")]),
        ("total = 24", "prizes = [24]", [("V306", "contracts.trumps.prizes"), ("V305", "contracts.trumps.total")]),
        ("{queens = -4}", "{}", [("V305", "contracts.no-queens.values")]),
        ("tables = [4]", "tables = []", [("V305", "tables")]),
        ("tables = [4]", 'tables = ["four"]', [("V304", "tables"), ("V305", "tables")]),
        ("tables = [4]", "tables = 4", [("V304", "tables"), ("V305", "tables")]),
        ('names = {lt = "Geras Kingas"}', "", [("V305", "names")]),
        (
            'deck = {ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]}',
            "",
            [("V305", "deck.ranks"), ("V312", "queens")],
        ),
        (
            "{queens = -4}, total = -16",
            "{queens = -4}, total = -16, sweep = 8, totals = [-16]",
            [("V313", "total"), ("V306", "totals")],
        ),
        ("{deals = 2, total = 8}", "{deals = 2, total = 8}\n[[case]]\nwhen = {}\n", [("V305", "case.when")]),
    ],
)
def test_each_kind_of_fault_is_found(tmp_path: Path, old: str, new: str, found: list[tuple[str, str]]) -> None:
    """One planted fault gives its code at its key."""
    assert old in GOOD
    keys = _faults(tmp_path, GOOD.replace(old, new))
    assert [(code, str(key).endswith(wanted)) for (code, key), (_, wanted) in zip(keys, found, strict=True)] == [
        (code, True) for code, _ in found
    ]


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    """Broken TOML, bytes that are no text, a missing file, a folder, an unknown base, a circle: each has its code."""
    for name, content, code in (
        ("broken.toml", b"id = ", "V302"),
        ("bytes.toml", b"\xff\xfe", "V302"),
        ("base.toml", b'base = "lithuanain"\nid = "base"', "V301"),
        ("deep.toml", b"a = " + b"[" * 5000, "V302"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(Refused) as refused:
            variant_files.variant(str(tmp_path / name))
        assert [f.code for f in refused.value.findings] == [code], name
    (tmp_path / "folder.toml").mkdir()
    for missing in ("folder.toml", "missing.toml", "nul\0.toml"):
        with pytest.raises(Refused) as refused:
            variant_files.variant(str(tmp_path / missing))
        assert [f.code for f in refused.value.findings] == ["V314"]
        assert refused.value.status == 3


def test_variants_that_build_on_each_other_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A circle of bases is told, not followed; a variant of the user's own can build on another."""
    monkeypatch.setattr(variant_files, "own_variants", lambda: tmp_path)
    (tmp_path / "one.toml").write_text('base = "two"\nid = "one"', "utf-8")
    (tmp_path / "two.toml").write_text('base = "one"\nid = "two"', "utf-8")
    (tmp_path / "house.toml").write_text('base = "lithuanian"\nid = "house"', "utf-8")
    (tmp_path / "house-2.toml").write_text('base = "house"\nid = "house-2"\nnames = {en = "Ours"}', "utf-8")
    with pytest.raises(Refused) as refused:
        variant_files.variant("one")
    assert [f.code for f in refused.value.findings] == ["V311"]
    assert variant_files.variant("house-2").rules().total == 0
    assert variant_files.variant("house-2").names.of("en") == "Ours"


def test_an_unknown_variant_names_those_near_it() -> None:
    """A mistyped id is answered with what looks like it, and with the whole list where nothing does."""
    with pytest.raises(Refused) as refused:
        variant_files.variant("lithuanain")
    assert "lithuanian" in str(dict(refused.value.findings[0].values)["near"])
    with pytest.raises(Refused) as refused:
        variant_files.variant("xyzzy")
    assert dict(refused.value.findings[0].values)["expected"] == variant_files.variant_ids()


def test_a_number_of_players_or_an_option_without_rules_is_refused() -> None:
    """Tables, options and choices that a variant does not have are told with what it has."""
    lithuanian = variant_files.variant("lithuanian")
    for table, chosen, code in ((3, {}, "V310"), (4, {"ending": "domino"}, "V308"), (4, {"finish": "lottery"}, "V309")):
        with pytest.raises(Refused) as refused:
            lithuanian.rules(table, chosen)
        assert [f.code for f in refused.value.findings] == [code]
    with pytest.raises(Refused) as refused:
        variant_files.variant("polish").rules(4, {"robber": "no", "payback": "mixed"})
    assert [f.code for f in refused.value.findings] == ["V309"]


def test_a_declared_game_of_five_counts_each_players_deals() -> None:
    """At a three-hand table of four or five everybody declares his nine deals, three of them trumps."""
    for table, deals in ((3, 27), (4, 36), (5, 45)):
        rules = variant_files.variant("lithuanian-declared-3").rules(table)
        times = rules.schedule.times(table)
        assert times is not None
        assert rules.playing == 3
        assert (times["trumps"], times["no-king"], sum(times.values())) == (3 * table, table, deals)


BROKEN: tuple[object, ...] = (0, -1, 7, 10**12, -(10**30), True, 1.5, "", "x", "no-tricks", [], ["a"], [1], [[1]], [{}])
BROKEN += ({}, {"a": 1}, {"tricks": "x"}, {"tricks": 10**30}, ["no-all"], "ą" * 300, ["7", "7"])


def _places(content: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The path of every value in a content."""
    below = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in below:
        yield (*path, key)
        yield from _places(value, (*path, key))


def _broken(content: dict[str, object], random: Random) -> dict[str, object]:
    """A content with one to three of its values replaced or taken out."""
    content = copy.deepcopy(content)
    for _ in range(random.randint(1, 3)):
        *path, last = random.choice(list(_places(content)))
        inner: Any = content
        for key in path:
            inner = inner[key]
        if random.random() < 0.2:
            del inner[last]
        else:
            inner[last] = copy.deepcopy(random.choice(BROKEN))
    return content


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(variant_files.variant_ids()), st.integers(0, 2**32))
def test_a_content_however_broken_gives_findings_or_serves(variant: str, seed: int) -> None:
    """Wrong types, huge numbers, missing tables: told in words that can be filled, or a variant that can be told."""
    content = _broken(dict(variant_files.variant(variant).raw), Random(seed))
    found = variant_files.from_raw(content)
    faults = faults_of(found)
    language = resources.language("lt")
    for fault in faults:
        language.say(f"variants.{fault.code}.message" + (f".{fault.how}" if fault.how else ""), **dict(fault.values))
    if not faults:
        for table in found.tables[:1]:
            assert rules_text([page(found, table, None, language)], "", 100)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(variant_files.variant_ids()), st.integers(0, 5000), st.sampled_from('"[]{}=#\\n\\0é7.'))
def test_a_file_with_a_slip_of_the_keyboard_is_checked_without_a_traceback(variant: str, at: int, sign: str) -> None:
    """One sign put in anywhere: findings or none, never an exception."""
    text = (resources.shipped("variants") / f"{variant}.toml").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "slip.toml"
        path.write_text(text[:at] + sign + text[at:], "utf-8", newline="")
        assert all(fault.code.startswith("V3") for fault in variant_faults(str(path)))


def test_a_pip_that_is_no_number_and_a_rank_that_is_none_are_named(tmp_path: Path) -> None:
    """Both count as nothing, and neither goes without a word; what is summed from them is not judged."""
    lines = ('base = "lithuanian"', 'id = "pips"', "[pips]", 'A = "fourteen"', "K = 4", "Z = 9")
    contract = ("[contracts.no-hearts]", "values = {heart-pips = -1}", "total = -4")
    found = [fault for fault in _check(tmp_path, "\n".join((*lines, *contract))) if fault.place]
    named = {(fault.code, str(dict(fault.values)["key"])): fault.place.line for fault in found if fault.place}
    assert named["V304", "pips.A"] == 4
    assert named["V307", "pips.Z"] == 6


def test_the_room_exports_what_it_names() -> None:
    names: dict[str, object] = {}
    exec("from kingscore.variant import *", names)
    assert {*variant.__all__} <= names.keys()


@pytest.mark.parametrize("path", sorted(resources.shipped("variants").glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_valid_by_the_schema(path: Path) -> None:
    assert list(schemas.faults(variant_schema(resources.LANGUAGES), tomllib.loads(path.read_text("utf-8")))) == []


def test_the_schema_refuses_what_the_model_refuses() -> None:
    schema = variant_schema(resources.LANGUAGES)
    for faulty in ({}, {"id": 3}, {"id": "a", "lay": 1}, {"id": "a", "pips": {"Z": 9}}, {"id": "a", "playing": -1}):
        assert list(schemas.faults(schema, faulty)), faulty
    assert not list(schemas.faults(schema, {"id": "a", "names": {"en": "A", "ru": ["А", "Б"]}}))

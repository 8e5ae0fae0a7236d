"""However large, deep, long or broken a file is: it is answered at once, in little memory, with the right cause."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kingscore.app import rules
from kingscore.model.findings import MOST_ALIKE, Refused
from kingscore.storage import resources, variant_files
from tests import nasty
from tests.scorer import Scorer

BEGIN = {"variant": 'id = "own"\nbase = "lithuanian"\n', "template": 'paper = "A4"\ncolumns = ["players"]\n'}
CODES = {"variant": ("V302", "V314"), "template": ("R907", "R908")}
#: What is written in the third line, and what is said of it.
LINES = {
    "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u = 1": "deep",
    "a.\"b\".'c'.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u = 1": "deep",
    "[a . b . c . d . e . f . g . h . i . j . k . l . m . n . o . p . q . r . s . t . u]": "deep",
    "a = " + "[" * 21 + "]" * 21: "deep",
    "a = " + "{b = [" * 11 + "]}" * 11: "deep",
    "a = 1234567890": "digits",
    "a = -1_234_567_890": "digits",
    "a = 0xFFFFFFFFFFFF": "digits",
    "a = [1, [2, 9999999999]]": "digits",
    "a = ['''b'''', " + "[" * 21: "deep",
    'a = ["""b"""", ' + "[" * 21: "deep",
    "a = " + "9" * 5000: "digits",
}
#: What looks like too much, and is not: texts, comments, what is just within.
WITHIN = (
    'x = "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z"',
    "x = 'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z 12345678901 [[[[[[[[[[[[[[[[[[[[[[[['",
    "# a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z = 12345678901 [[[[[[[[[[[[[[[[[[[[[[[[",
    'x = """\n[[[[[[[[[[[[[[[[[[[[[[[[ "" \\""" 12345678901\n"""',
    "x = '''\n[[[[[[[[[[[[[[[[[[[[[[[[ '' 12345678901\n'''",
    'x = "\\"[[[[[[[[[[[[[[[[[[[[[[[[" # "',
    "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t = 1",
    "a = " + "[" * 20 + "]" * 20,
    "a = 123456789\nb = -999_999_999\nc = 2026-11-29T10:00:00.123456789012\nd = 0.12345678901",
)


def read(path: Path, kind: str) -> dict[str, object]:
    return resources.read_toml(path, *CODES[kind])


@pytest.mark.parametrize("kind", BEGIN)
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:20])
def test_what_a_parser_must_not_see_is_refused_with_its_line(tmp_path: Path, kind: str, line: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(BEGIN[kind] + line + "\n", "utf-8")
    with pytest.raises(Refused) as refused:
        read(path, kind)
    found = refused.value.findings[0]
    assert (found.code, found.how, dict(found.values)["line"]) == (CODES[kind][0], LINES[line], 3)
    assert refused.value.status == 2


@pytest.mark.parametrize("line", WITHIN, ids=lambda line: line[:20])
def test_texts_comments_and_what_is_within_are_read(tmp_path: Path, line: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(line + "\n", "utf-8")
    assert read(path, "variant") == tomllib.loads(line + "\n")


@pytest.mark.parametrize("kind", BEGIN)
def test_a_file_may_have_so_many_bytes_and_keys_and_no_more(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "own.toml"
    full = BEGIN[kind].ljust(resources.LARGEST_TOML, "#")
    path.write_text(full, "utf-8")
    read(path, kind)
    path.write_text(full + "#", "utf-8")
    with pytest.raises(Refused) as refused:
        read(path, kind)
    assert (refused.value.findings[0].code, refused.value.findings[0].how) == (CODES[kind][0], "large")
    entries = ", ".join("0" * (resources.MOST_PARTS - 1))
    path.write_text(f"a = [{entries}]", "utf-8")
    read(path, kind)
    path.write_text(f"a = [{entries}, 0]", "utf-8")
    with pytest.raises(Refused) as refused:
        read(path, kind)
    assert (refused.value.findings[0].code, refused.value.findings[0].how) == (CODES[kind][0], "parts")


@pytest.mark.parametrize("name", ["no/such.toml", "nul\0.toml", "."])
@pytest.mark.parametrize("kind", BEGIN)
def test_only_a_file_that_does_not_open_is_one_that_cannot_be_opened(tmp_path: Path, kind: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        read(tmp_path / name, kind)
    assert (refused.value.findings[0].code, refused.value.status) == (CODES[kind][1], 3)


def test_shipped_variants_have_room_to_grow() -> None:
    for variant_id in variant_files.variant_ids():
        assert 4 * resources.parts_of(variant_files.variant(variant_id).raw) < resources.MOST_PARTS


@pytest.mark.parametrize(
    ("ranks", "how"),
    [
        (["A"] * 61, "long"),
        (["7", "8", "9", "10", "J", "Q", "K", "A", "A"], "twice"),
        (["7", "7"] + ["8"] * 58, "twice"),
        (["A"] * 100, "long"),
    ],
)
def test_a_deck_has_at_most_sixty_ranks_and_none_twice(tmp_path: Path, ranks: list[str], how: str) -> None:
    """In a file of its own and in a game that brings it along."""
    path = tmp_path / "own.toml"
    path.write_text(f'id = "own"\nbase = "lithuanian"\ndeck.ranks = {json.dumps(ranks)}\n', "utf-8")
    found = rules.variant_faults(str(path))
    assert [(one.code, one.how) for one in found][:1] == [("V304", how)]
    raw = {**variant_files.variant("lithuanian").raw, "id": "own", "deck": {"ranks": ranks}}
    with pytest.raises(Refused) as refused:
        variant_files.open_rules("own", 4, {}, json.dumps(raw))
    assert ("V304", how) in [(one.code, one.how) for one in refused.value.findings]


@pytest.mark.parametrize("content", [*nasty.rules().values(), {"id": "own", "game": {"deals": [0] * 3000}}])
def test_rules_that_a_game_brings_along_have_the_same_bounds(content: object) -> None:
    with pytest.raises(Refused) as refused:
        variant_files.open_rules("lithuanian", 4, {}, json.dumps(content))
    assert {one.code[0] for one in refused.value.findings} == {"V"}


def test_a_number_of_thousands_of_digits_in_rules_is_no_fault_of_the_program() -> None:
    with pytest.raises(Refused) as refused:
        variant_files.open_rules("own", 4, {}, '{"id": "own", "game": {"deals": ' + "9" * 5000 + "}}")
    assert [(one.code, one.how) for one in refused.value.findings] == [("V302", "brought")]


# Many findings alike


def many(folder: Path, faulty: int, form: str = "king") -> Path:
    """A game with so many deals whose counts do not add up, between two that do."""
    good, bad = [2, 3, 3, 0], [2, 3, 1, 1]
    rows = [good, *[bad] * faulty, good]
    path = folder / f"many.{form}"
    if form == "king":
        path.write_text(nasty.HEAD + "\n" + "".join(f"no-tricks {' '.join(map(str, row))}\n" for row in rows), "utf-8")
    else:
        deals = ", ".join(f'{{"contract": "no-tricks", "counts": {{"tricks": {row}}}}}' for row in rows)
        path.write_text(f'{{{nasty.DOCUMENT}, "dealer": "D", "deals": [{deals}]}}', "utf-8")
    return path


@pytest.mark.parametrize("form", ["king", "json"])
@pytest.mark.parametrize("faulty", [1, MOST_ALIKE, MOST_ALIKE + 1, 300])
def test_more_than_fifty_findings_alike_are_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, faulty: int
) -> None:
    scorer = Scorer(capsys)
    path = many(tmp_path, faulty, form)
    said = scorer(["check", str(path), "--select", "D440"])
    document = scorer(["check", str(path), "--json", "--select", "D440"]).document
    found = document["files"][0]["findings"]
    assert f"many.{form}: {faulty} error" in said.out
    if faulty <= MOST_ALIKE:
        assert said.out.count("Error D440") == len(found) == faulty
        assert not any("times" in one for one in found)
    else:
        assert said.out.count("Error D440") == len(found) == 1
        assert f"There are {faulty} like this one, in deals 2–{faulty + 1};" in " ".join(said.out.split())
        assert (found[0]["times"], found[0]["deals"]) == (faulty, list(range(2, faulty + 2)))
        assert found[0]["repairs"], "what is said has its repairs"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "60 like this one"), ("ru", "Таких замечаний: 60"), ("lt", "Tokių pastabų: 60")],
)
def test_their_number_is_said_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, words: str
) -> None:
    said = Scorer(capsys)(["check", str(many(tmp_path, 60)), "--lang", language])
    assert words in " ".join(said.out.split())


def test_deals_with_others_between_are_listed_in_stretches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.king"
    path.write_text(nasty.HEAD + "\n" + "no-tricks 2 3 1 1\nno-tricks 2 3 3 0\nno-tricks 2 3 1 3\n" * 40, "utf-8")
    said = Scorer(capsys)(["check", str(path), "--select", "D440"])
    assert "in deals 1, 3–4, 6–7, " in " ".join(said.out.split())
    assert ", …;" in said.out


@pytest.mark.parametrize("faulty", [3, 60])
def test_each_of_many_is_flagged_when_its_game_is_taken_in_and_each_can_be_fixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], faulty: int
) -> None:
    scorer = Scorer(capsys)
    scorer(["import", str(many(tmp_path, faulty)), "--keep-errors"])
    stored = scorer("check --json --select D440").document["files"][0]["findings"]
    assert sum(one.get("times", 1) for one in stored) == faulty
    exported = scorer("export").out
    assert exported.count("no-tricks 2 3 1 1") == faulty


@pytest.mark.parametrize("n", [3, 60, 500])
def test_lines_of_a_head_are_counted_too(tmp_path: Path, capsys: pytest.CaptureFixture[str], n: int) -> None:
    path = tmp_path / "many.king"
    path.write_text(nasty.HEAD + "x\n" * n, "utf-8")
    found = Scorer(capsys)(["check", str(path), "--json"]).document["files"][0]["findings"]
    assert sum(one.get("times", 1) for one in found if one["code"] == "F205") == n
    path = tmp_path / "many.json"
    more = "".join(f', "key{at}": 1' for at in range(n))
    path.write_text(f'{{{nasty.DOCUMENT}, "dealer": "D", "deals": []{more}}}', "utf-8")
    found = Scorer(capsys)(["check", str(path), "--json"]).document["files"][0]["findings"]
    assert sum(one.get("times", 1) for one in found if one["code"] == "F208") == n


# A hundred nasty files

#: Seconds of CPU and mebibytes within which any file is answered, and how much may be said of one; a busy or slow
#: machine gets as much more time as it needs for a good file beyond what that should take.
MOST_SECONDS, MOST_MEBIBYTES, MOST_SAID, GOOD_SECONDS = 1.0, 200, 20_000, 0.05
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What is said of each file, each in a process of its own."""
    folder = tmp_path_factory.mktemp("nasty")
    files = {"long.king": nasty.HEAD + "\nno-tricks 2 3 1 2\n" * 200, **nasty.files()}
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    environ = {"KINGSCORE_DB": str(folder / "games.db"), "KINGSCORE_LANG": "en", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.nasty"],
        input="\n".join(files),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, **environ},
        check=True,
    )
    return {answer["file"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def test_the_nastiest_files_are_answered_within_a_second_and_little_memory(answers: dict[str, dict[str, Any]]) -> None:
    """Status 3 would say that a file could not be opened; each of them can."""
    slow = max(1.0, answers["long.king"]["seconds"] / GOOD_SECONDS)
    assert len(answers) > 100
    wrong = [
        (name, answer["status"], answer["seconds"], answer["mebibytes"], answer["length"], answer["words"][-200:])
        for name, answer in answers.items()
        if answer["seconds"] > MOST_SECONDS * slow
        or answer["mebibytes"] > MOST_MEBIBYTES
        or answer["length"] > MOST_SAID
        or answer["status"] not in (0, 1, 2)
        or any(word in answer["words"] for word in ("U899", "Traceback"))
    ]
    assert wrong == []


def test_no_nasty_file_is_taken_for_a_good_one(answers: dict[str, dict[str, Any]]) -> None:
    """But for long notes, and for keys and values of others, which are kept with a warning."""
    good = {name for name, answer in answers.items() if not answer["status"]}
    assert good == {"a-note.king", "accents.king", "kept-deep.king", "other-keys.king"}

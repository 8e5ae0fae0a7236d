"""Mends work as they are shown: in a shell for a game that is kept, written into the file for a file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from kingscore.cli.format_finding import command_line, file_line
from kingscore.model.findings import finding
from kingscore.model.game import Deal, Written
from kingscore.model.repairs import (
    DeleteDeal,
    Edit,
    Finish,
    InsertDeal,
    MissingDeal,
    RecordDeal,
    Repair,
    ReplaceDeal,
    SetHead,
)
from kingscore.storage import resources
from tests.scorer import Said, Scorer
from tests.test_schedule import game_of

KING = Deal("no-king", counts=(("king-of-hearts", (0, 0, 1, 0)),))

#: Deal 2 lacks a heart; the third deal is not the one that is due.
SLIP = """\
variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
dealer: Vytas

no-tricks   2 3 1 2
no-hearts   0 1 4 2
no-queens   1 1 0 2
"""


@pytest.fixture
def slip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "slip.king"
    path.write_text(SLIP, encoding="utf-8")
    return path


@pytest.fixture
def in_play(scorer: Scorer) -> None:
    """Another game is in play, with a deal 2 that nobody wants to lose."""
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-11-27")
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine("deal no-hearts 8 0 0 0")


def shown_repairs(text: str) -> list[str]:
    """The repairs that a text shows, without their reasons."""
    shown = re.findall(r"(?m)^  How to fix it:\n((?:    .*\n)+)", text)
    return [re.split(r"  +", line.strip())[0] for part in shown for line in part.splitlines()]


def commands(said: Said) -> list[list[str]]:
    shown = shown_repairs(said.out + said.err)
    assert shown
    return [shlex.split(line) for line in shown]


@pytest.mark.usefixtures("in_play")
def test_a_file_is_told_what_to_write_in_it_and_no_command(scorer: Scorer, slip: Path) -> None:
    """No command that is shown touches the game in play; each line that is shown fixes the file."""
    for said in (scorer("check slip.king"), scorer("import slip.king")):
        text = said.out + said.err
        assert said.status == 1
        assert "amend" not in text
        assert "kingscore check --fix slip.king" in text
        assert "delete deal 3" in text
        for line in shown_repairs(text)[:4]:
            slip.write_text(SLIP.replace("no-hearts   0 1 4 2", line), encoding="utf-8")
            left = scorer("check slip.king --json").document["files"][0]["findings"]
            assert [one["code"] for one in left] == ["C501"]
        slip.write_text(SLIP, encoding="utf-8")


@pytest.mark.usefixtures("in_play", "slip")
@pytest.mark.parametrize("asked", ["import slip.king --keep-errors", "check --game lithuanian"])
def test_a_game_that_is_not_in_play_is_named_in_every_command(scorer: Scorer, asked: str) -> None:
    if asked.startswith("check"):
        scorer.fine(["import", "slip.king", "--keep-errors"])
    before = scorer.fine("export").out
    said = scorer(asked)
    for words in commands(said):
        assert words[:3] == ["kingscore", "--game", "lithuanian"]
        done = scorer(words[1:]).status
        assert done == int(words[-1] == "…")
        assert done or scorer("undo --game lithuanian").status == 0
    assert scorer.fine("export").out == before


@pytest.mark.usefixtures("in_play", "slip")
def test_documents_name_the_game_as_well(scorer: Scorer) -> None:
    said = scorer.fine("import slip.king --keep-errors --json").document
    kept = scorer("check --game lithuanian --json").document["files"][0]
    for findings in (said["findings"], kept["findings"]):
        lines = [one["line"] for found in findings for one in found["repairs"]]
        assert lines[0] == "kingscore --game lithuanian amend 2 no-hearts 1 1 4 2"
        assert all(line.startswith("kingscore --game lithuanian ") for line in lines)
    in_file = scorer("check slip.king --json").document["files"][0]["findings"]
    assert in_file[0]["repairs"][0]["line"] == "kingscore amend 2 no-hearts 1 1 4 2"


@pytest.mark.usefixtures("in_play", "slip")
def test_what_is_refused_is_repaired_in_the_game_that_was_asked_for(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.fine("import slip.king --keep-errors")
    said = scorer("amend 2 no-hearts 0 1 4 2 --game lithuanian")
    assert commands(said)[0] == shlex.split("kingscore --game lithuanian amend 2 no-hearts 1 1 4 2")
    assert commands(scorer("finish --game lithuanian"))[0] == shlex.split("kingscore --game lithuanian finish --early")
    monkeypatch.setenv("KINGSCORE_GAME", "lithuanian")
    assert commands(scorer("check"))[0][:3] == ["kingscore", "--game", "lithuanian"]
    monkeypatch.delenv("KINGSCORE_GAME")
    scorer.fine("use lithuanian")
    assert commands(scorer("check"))[0] == shlex.split("kingscore amend 2 no-hearts 1 1 4 2")


@pytest.mark.usefixtures("in_play")
def test_a_deal_that_is_to_be_put_in_replaces_no_other(scorer: Scorer) -> None:
    """The repair of a refused ``amend N before`` is put in there too."""
    said = scorer("amend 2 before no-hearts 1 1 4 1")
    assert commands(said)[0] == shlex.split("kingscore amend 2 before no-hearts 2 1 4 1")
    scorer.fine(commands(said)[0][1:])
    assert "no-hearts 2 1 4 1\nno-hearts 8 0 0 0" in scorer.fine("export --to king").out


@pytest.mark.usefixtures("slip")
def test_of_games_taken_in_the_one_that_is_then_in_play_goes_without_a_name(scorer: Scorer, slip: Path) -> None:
    slip.with_name("b.king").write_text(SLIP.replace("Vytas", "Rimas"), encoding="utf-8")
    lines = commands(scorer.fine("import slip.king b.king --keep-errors"))
    assert {tuple(words[1:3]) for words in lines} == {("--game", "lithuanian"), ("--game", "lithuanian-2")}
    slip.with_name("c.king").write_text(SLIP.replace("Vytas", "Saulius"), encoding="utf-8")
    assert commands(scorer.fine("import c.king --keep-errors"))[0][:3] == ["kingscore", "amend", "2"]


def test_a_game_is_quoted_for_a_shell() -> None:
    repair = Repair(game_of(("no-tricks", "no-hearts")), (DeleteDeal(2),), stored="Ona's & ours")
    assert shlex.split(command_line(repair)) == ["kingscore", "--game", "Ona's & ours", "amend", "2", "delete"]


@pytest.mark.usefixtures("in_play")
def test_a_document_is_told_the_deal_in_its_own_form(scorer: Scorer, slip: Path) -> None:
    scorer.fine("import slip.king --keep-errors")
    scorer.fine("export --game lithuanian --to json -o slip.json")
    said = scorer("check slip.json").out
    assert '    {"contract": "no-hearts", "counts": {"hearts": [1, 1, 4, 2]}}  Ona' in said
    assert "kingscore check --fix slip.json" in said
    slip.with_name("b.csv").write_text(
        "deal,Ona,Jonas,Rasa,Vytas\nno-tricks,-4,-6,-2,-4\nno-hearts,0,-2,-8,-4\n", encoding="utf-8"
    )
    told = scorer("check b.csv --variant lithuanian").out
    assert "kingscore check --fix b.csv --variant lithuanian -o b.king" in told


@pytest.mark.parametrize(
    ("edit", "command", "line"),
    [
        (DeleteDeal(3), "amend 3 delete", "delete deal 3"),
        (InsertDeal(3, KING), "amend 3 before no-king: Rasa", "before deal 3: no-king: Rasa"),
        (MissingDeal(3, "no-king"), "amend 3 before no-king …", "before deal 2: no-king …"),
        (ReplaceDeal(2, KING), "amend 2 no-king: Rasa", "no-king: Rasa"),
        (ReplaceDeal(4, KING), "amend 4 no-king: Rasa", "deal 4: no-king: Rasa"),
        (RecordDeal(4, KING), "deal no-king: Rasa", "at the end: no-king: Rasa"),
        (SetHead("dealer", 0), "amend head dealer=Ona", "dealer: Ona"),
        (SetHead("written", Written((4, 0, -4, 0))), "amend head written=4 0 -4 0", "written: 4 0 -4 0"),
        (Finish(), "finish --early", "finished: early"),
    ],
)
def test_each_kind_of_edit_has_words_for_a_command_and_for_a_file(edit: Edit, command: str, line: str) -> None:
    repair = Repair(game_of(("no-tricks", "no-hearts", "no-king")), (edit,))
    assert command_line(repair) == f"kingscore {command}"
    assert file_line(finding("D440", deal=2), repair, "evening.king", resources.language("en")) == line


@pytest.mark.usefixtures("in_play", "slip")
def test_the_loop_takes_the_commands_that_it_shows(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    scorer.fine("import slip.king --keep-errors")
    monkeypatch.setattr("sys.stdin", io.StringIO("kingscore --game lithuanian amend 2 no-hearts 1 1 4 2\n"))
    assert scorer("play --game lithuanian").status == 0
    assert "no-hearts 1 1 4 2" in scorer.fine("export --game lithuanian").out


# Deals that are missing

HEAD = "variant: lithuanian\nplayers: Ona, Jonas, Rasa, Vytas\ndealer: Vytas\n"
DEALS = (
    "no-tricks 2 3 1 2", "no-hearts 0 1 4 3", "no-jacks-and-kings 3 2 2 1", "no-queens 1 1 2 0", "no-king Rasa",
    "no-last-two Ona Vytas", "no-all -18 -18 -30 -30", "trumps by Vytas: 2 2 2 2", "trumps by Ona: 3 2 2 1",
    "trumps by Jonas: 3 2 2 1", "trumps by Rasa: 3 2 2 1", "domino Ona Jonas Rasa Vytas",
)  # fmt: skip


def without(*numbers: int, last: int = 12, head: str = "") -> str:
    kept = (deal for number, deal in enumerate(DEALS[:last], 1) if number not in numbers)
    return "\n".join((HEAD + head, *kept)) + "\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (without(3), ["before deal 3: no-jacks-and-kings …"]),
        (without(3, last=4), ["before deal 3: no-jacks-and-kings …", "delete deal 3"]),
        (
            without(3, 4, last=5),
            ["before deal 3: no-jacks-and-kings …", "before deal 3: no-queens …", "delete deal 3"],
        ),
        (without(3, 4), ["before deal 3: no-jacks-and-kings …", "before deal 3: no-queens …"]),
        (without(9), ["before deal 9: trumps by Ona …"]),
        (without(last=11, head="finished: yes\n"), ["at the end: domino …", "finished: early"]),
        (without(last=7, head="finished: yes\n"), ["finished: early"]),
        # A contract that came already is not the next but one.
        (without(last=2) + "no-hearts 1 1 3 3\n", ["no-jacks-and-kings 1 1 3 3", "delete deal 3"]),
    ],
)
def test_a_missing_deal_is_offered_before_all_else(scorer: Scorer, slip: Path, text: str, told: list[str]) -> None:
    slip.write_text(text, encoding="utf-8")
    assert shown_repairs(scorer("check slip.king").out) == told


def test_a_missing_deal_of_declarers_names_who_was_in_turn(scorer: Scorer, slip: Path) -> None:
    deals = "no-tricks by Ona: 2 3 1 2\nno-tricks by Rasa: 2 3 1 2\nno-tricks by Vytas: 2 3 1 2\n"
    slip.write_text(HEAD.replace("lithuanian", "declared") + "\n" + deals, encoding="utf-8")
    said = scorer("check slip.king").out
    assert "    before deal 2: …  the missing deal, declared by Jonas; replace … with its line" in said


@pytest.mark.usefixtures("in_play")
def test_a_blank_is_no_command_yet(scorer: Scorer, slip: Path) -> None:
    """As it is shown it writes nothing; filled in it does. Documents hold whole commands alone."""
    slip.write_text(without(3), encoding="utf-8")
    scorer.fine("import slip.king --keep-errors")
    words = commands(scorer("check --game lithuanian"))[0]
    assert words == shlex.split("kingscore --game lithuanian amend 3 before no-jacks-and-kings …")
    before = scorer.fine("export --game lithuanian").out
    assert scorer(words[1:]).status == 1
    assert scorer.fine("export --game lithuanian").out == before
    assert scorer("check --game lithuanian --json").document["files"][0]["findings"][0]["repairs"] == []
    scorer.fine([*words[1:-1], "3", "2", "2", "1"])
    assert scorer("check --game lithuanian").status == 0


def test_where_totals_tell_the_missing_deal_its_whole_line_is_shown(scorer: Scorer, slip: Path) -> None:
    """−4−0−6, −6−2−4, −2−8−4, −4−6−2 are the first three; the third is −6 −4 −4 −2."""
    slip.write_text(without(3, last=4, head="written: -14 -16 -22 -12\n"), encoding="utf-8")
    assert shown_repairs(scorer("check slip.king").out)[0] == "before deal 3: no-jacks-and-kings -6 -4 -4 -2"


def test_a_repair_that_stands_alone_is_not_as_likely_as_another(scorer: Scorer) -> None:
    """The other one would take a deal out that is not recorded yet."""
    for line in ("new lithuanian Ona Jonas Rasa Vytas", "deal no-tricks 2 1 1 4", "deal no-hearts 0 0 5 3"):
        scorer.fine(line)
    said = scorer("deal no-hearts 0 0 5 3")
    assert said.status == 1
    assert len(shown_repairs(said.err)) == 1
    assert "equally likely" not in said.err

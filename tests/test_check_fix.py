"""``check --fix`` walks through what is wrong and makes the repairs that are chosen; codes can be chosen or ignored."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kingscore.app.files import code_filter
from kingscore.app.fix import Walk, opened
from kingscore.model.findings import Refused
from tests.scorer import Keys, Said, Scorer

EVENING = """\
# our Friday
variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
# who dealt
dealer: Vytas

no-tricks   2 3 1 2   # fine
no-hearts   0 1 4 4   # one too many

# after supper
no-jacks-and-kings 2 2 2 1
no-queens 1 1 2 0
"""


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    path = tmp_path / "evening.king"
    path.write_text(EVENING, encoding="utf-8")
    return path


class Asked:
    """A command whose questions are answered by lines."""

    answers: type[io.StringIO] = io.StringIO

    def __init__(self, scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scorer, self.monkeypatch = scorer, monkeypatch

    def __call__(self, words: list[str], *answers: str) -> Said:
        self.monkeypatch.setattr("sys.stdin", self.answers("".join(f"{answer}\n" for answer in answers)))
        return self.scorer(words)


@pytest.fixture
def asked(scorer: Scorer, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(scorer, monkeypatch)


def test_a_file_is_repaired_line_by_line_and_keeps_everything_else(asked: Asked, evening: Path) -> None:
    """Comments, spaces and lines that were not repaired stay as they are."""
    said = asked(["check", str(evening), "--fix"], "3", "y", "yes")
    assert said.status == 0
    assert evening.read_text("utf-8") == EVENING.replace("no-hearts   0 1 4 4 ", "no-hearts 0 1 4 3 ").replace(
        "no-jacks-and-kings 2 2 2 1", "no-jacks-and-kings 3 2 2 1"
    )


def test_nothing_is_written_that_nobody_agreed_to(asked: Asked, evening: Path) -> None:
    for answers in (("3", "y", "no"), ("3", "y"), ("q",), (), ("n", "n"), ("9", "?", "n", "n", "n")):
        said = asked(["check", str(evening), "--fix"], *answers)
        assert said.status in (0, 1)
        assert evening.read_text("utf-8") == EVENING


def test_what_was_passed_over_is_still_wrong(asked: Asked, evening: Path) -> None:
    said = asked(["check", str(evening), "--fix", "--force"], "n", "y")
    assert said.status == 1
    assert "1 error left: D440" in said.out
    assert "no-hearts   0 1 4 4" in evening.read_text("utf-8")
    assert "no-jacks-and-kings 3 2 2 1" in evening.read_text("utf-8")


@pytest.mark.parametrize(("language", "yes", "stop"), [("ru", "да", "в"), ("lt", "taip", "b"), ("en", "y", "q")])
def test_answers_are_understood_in_each_language(
    asked: Asked, evening: Path, language: str, yes: str, stop: str
) -> None:
    asked(["check", str(evening), "--fix", "--lang", language], yes, stop, yes)
    assert "no-hearts 0 0 4 4" in evening.read_text("utf-8")
    assert "no-jacks-and-kings 2 2 2 1" in evening.read_text("utf-8")


def test_another_file_takes_the_repaired_game_in_its_own_form(asked: Asked, evening: Path, tmp_path: Path) -> None:
    for name in ("repaired.king", "repaired.json"):
        to = tmp_path / name
        assert asked(["check", str(evening), "--fix", "-o", str(to)], "3", "y").status == 0
        assert asked(["check", str(to)]).status == 0
        assert asked(["check", str(evening), "--fix", "-o", str(to)], "3", "y").status == 3
        assert asked(["check", str(evening), "--fix", "-o", str(to), "--force"], "3", "y").status == 0
        assert asked(["check", str(to)]).status == 0
    assert json.loads((tmp_path / "repaired.json").read_text("utf-8"))["deals"][1]["counts"] == {"hearts": [0, 1, 4, 3]}
    assert evening.read_text("utf-8") == EVENING


def test_the_status_is_that_of_what_stands_in_the_file(asked: Asked, evening: Path) -> None:
    """Repairs that were not written change nothing: both faults are still in the file."""
    said = asked(["check", str(evening), "--fix"], "3", "y", "no")
    assert said.status == 1
    assert "2 errors left: D440" in said.out
    assert "Nothing is wrong" not in said.out


def test_a_file_of_its_own_is_written_where_nothing_had_to_be_repaired(
    asked: Asked, evening: Path, tmp_path: Path
) -> None:
    good = EVENING.replace("0 1 4 4 ", "0 1 4 3 ").replace("2 2 2 1", "3 2 2 1")
    evening.write_text(good, encoding="utf-8")
    assert asked(["check", str(evening), "--fix", "-o", str(tmp_path / "out.king")]).status == 0
    assert (tmp_path / "out.king").read_text("utf-8") == good


def test_a_file_that_stays_wrong_is_not_written_elsewhere(asked: Asked, evening: Path, tmp_path: Path) -> None:
    said = asked(["check", str(evening), "--fix", "-o", str(tmp_path / "out.king")], "n", "n")
    assert (said.status, "out.king was not written" in said.out) == (1, True)
    assert not (tmp_path / "out.king").exists()


@pytest.mark.parametrize("name", ["out.csv", "out.xlsx", "out.pdf", "out.king.txt"])
def test_a_repaired_game_goes_only_where_it_can_be_read_again(
    asked: Asked, evening: Path, tmp_path: Path, name: str
) -> None:
    said = asked(["check", str(evening), "--fix", "-o", str(tmp_path / name)], "3", "y")
    assert (said.status, "U827" in said.err, said.out) == (2, True, "")
    assert not (tmp_path / name).exists()


def test_what_cannot_be_written_is_said_before_anything_is_asked(asked: Asked, evening: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.king"
    other.write_text(EVENING, encoding="utf-8")
    said = asked(["check", str(evening), str(other), "--fix", "-o", str(tmp_path / "out.king")], "3", "y")
    assert (said.status, "U827" in said.err, said.out) == (2, True, "")
    said = asked(["check", str(evening), "--fix", "-o", str(other)], "3", "y")
    assert (said.status, "U820" in said.err, said.out) == (3, True, "")


def test_a_repaired_head_is_written_again(asked: Asked, evening: Path) -> None:
    text = EVENING.replace("dealer: Vytas\n", "dealer: Vytas\nwritten: 0 0 0 0\n").replace("0 1 4 4 ", "0 1 4 3 ")
    evening.write_text(text.replace("2 2 2 1", "3 2 2 1"), encoding="utf-8")
    assert asked(["check", str(evening), "--fix", "--force"], "y").status == 0
    assert "written: -14 -16 -22 -12\n" in evening.read_text("utf-8")
    assert "# after supper\n" in evening.read_text("utf-8")


def test_deals_are_put_in_and_taken_out_between_the_lines(asked: Asked, evening: Path) -> None:
    text = EVENING.replace("0 1 4 4 ", "0 1 4 3 ").replace("2 2 2 1", "3 2 2 1\nno-jacks-and-kings 3 2 2 1")
    evening.write_text(text, encoding="utf-8")
    assert asked(["check", str(evening), "--fix", "--force"], "y").status == 0
    assert evening.read_text("utf-8").count("no-jacks-and-kings") == 1
    lacking = text.replace("no-jacks-and-kings 3 2 2 1\n", "").replace(
        "dealer: Vytas\n", "dealer: Vytas\nwritten: -14 -16 -22 -12\n"
    )
    evening.write_text(lacking, encoding="utf-8")
    assert asked(["check", str(evening), "--fix", "--force"], "y").status == 0
    assert "no-jacks-and-kings -6 -4 -4 -2\n" in evening.read_text("utf-8")


#: Deals and totals are right but for one entry: Vytas has 18 where 8 belongs, and the paper has been kept as it was.
KEPT = """\
variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
dealer: Vytas
written: -4 -12 -14 -18

no-tricks 2 3 1 2
no-hearts 0 1 4 3
no-jacks-and-kings -0 -4 -4 -18 agreed "as on paper"
"""


def test_totals_that_are_right_are_not_written_over(asked: Asked, evening: Path) -> None:
    """−4−6−8 is what the paper has: the deal is asked for first, and its repair clears the total as well."""
    evening.write_text(KEPT, encoding="utf-8")
    said = asked(["check", str(evening), "--fix", "--force"], "y")
    assert (said.status, "No errors are left." in said.out) == (0, True)
    assert said.out.index("Warning D441") < said.out.index("Done: no-jacks-and-kings -0 -4 -4 -8")
    assert "T601" not in said.out
    assert "written: -4 -12 -14 -18\n" in evening.read_text("utf-8")


def test_the_deal_that_explains_the_totals_comes_before_other_totals(asked: Asked, evening: Path) -> None:
    evening.write_text(KEPT, encoding="utf-8")
    said = asked(["check", str(evening), "--fix"], "n", "q")
    offered = said.out[said.out.index("Error T601") :]
    assert "  1  deal 3: no-jacks-and-kings -0 -4 -4 -8 " in offered
    assert "  2  written: -4 -12 -14 -28 " in offered


def test_a_table_kept_with_its_errors_is_repaired_at_its_deal(asked: Asked, tmp_path: Path) -> None:
    table = tmp_path / "b.csv"
    rows = ("deal,Ona,Jonas,Rasa,Vytas", "Neimti kirčių,-4,-6,-2,-4", "Neimti širdžių,0,-2,-8,-6")
    last = ("Neimti valetų ir karalių,0,-4,-4,-18", "suma,-4,-12,-14,-18")
    table.write_text("\n".join((*rows, *last)), encoding="utf-8")
    asked(["import", str(table), "--keep-errors"])
    assert asked(["check", "--fix"], "y").status == 0
    said = asked(["export"]).out
    assert "no-jacks-and-kings -0 -4 -4 -8" in said
    assert "written: -4 -12 -14 -18" in said


#: The third deal of the order is missing, and nothing tells what it came to.
GAP = """\
variant: lithuanian
players: Ona, Jonas, Rasa, Vytas
dealer: Vytas

no-tricks 2 3 1 2
no-hearts 0 1 4 3
no-queens 1 1 2 0
no-king Rasa
"""


def test_a_missing_deal_is_asked_for_and_put_in(asked: Asked, evening: Path) -> None:
    """What is wrong with it is told, and it is asked for again."""
    asked.answers = Keys
    evening.write_text(GAP, encoding="utf-8")
    said = asked(["check", str(evening), "--fix", "--force"], "y", "3 2 2 2", "3 2 2 1")
    assert (said.status, "Error D440" in said.out) == (0, True)
    assert evening.read_text("utf-8") == GAP.replace("no-queens", "no-jacks-and-kings 3 2 2 1\nno-queens")


@pytest.mark.parametrize("answers", [("y", "n"), ("y",), ("n",), ("y", "")])
def test_a_missing_deal_that_nobody_knows_stays_missing(asked: Asked, evening: Path, answers: tuple[str, ...]) -> None:
    evening.write_text(GAP, encoding="utf-8")
    said = asked(["check", str(evening), "--fix", "--force"], *answers)
    assert (said.status, "1 error left: C503" in said.out) == (1, True)
    assert evening.read_text("utf-8") == GAP


def test_two_deals_that_are_missing_are_asked_for_one_by_one(asked: Asked, evening: Path) -> None:
    evening.write_text(GAP.replace("no-queens 1 1 2 0\n", ""), encoding="utf-8")
    said = asked(["check", str(evening), "--fix", "--force"], "y", "3 2 2 1", "y", "1 1 2 0")
    assert said.status == 0
    assert evening.read_text("utf-8") == GAP.replace("no-queens", "no-jacks-and-kings 3 2 2 1\nno-queens")


def test_a_missing_deal_is_put_into_a_stored_game(asked: Asked, evening: Path) -> None:
    evening.write_text(GAP, encoding="utf-8")
    asked(["import", str(evening), "--keep-errors"])
    assert asked(["check", "--fix"], "y", "3 2 2 1").status == 0
    assert "reason: C503: the missing deal: No jacks and kings" in asked(["log"]).out
    assert "no-jacks-and-kings 3 2 2 1\nno-queens" in asked(["export"]).out


def test_a_stored_game_keeps_the_old_lines_in_its_log(asked: Asked, evening: Path) -> None:
    asked(["import", str(evening), "--keep-errors"])
    asked(["use", "lithuanian"])
    said = asked(["check", "--fix"], "3", "y")
    assert (said.status, "No errors are left." in said.out) == (0, True)
    log = asked(["log"]).out
    assert "no-hearts 0 1 4 4 → no-hearts 0 1 4 3" in log
    assert "reason: D440: Vytas: 3 instead of 4" in log
    assert asked(["check"]).status == 0
    asked(["undo"])
    assert asked(["check"]).status == 1


def test_a_table_kept_by_hand_is_not_written_over(asked: Asked, tmp_path: Path) -> None:
    table = tmp_path / "evening.csv"
    table.write_text("deal,Ona,Jonas\n", encoding="utf-8")
    said = asked(["check", str(table), "--fix"])
    assert (said.status, "U827" in said.err) == (2, True)


def test_fixing_gives_no_document(asked: Asked, evening: Path) -> None:
    assert asked(["check", str(evening), "--fix", "--json"]).status == 2
    assert asked(["check", str(evening), "--fix", "--jsonl"]).status == 2


def test_a_file_that_cannot_be_read_is_told_and_left(asked: Asked, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert asked(["check", str(broken), "--fix"], "y").status == 1
    assert asked(["check", str(tmp_path / "none.king"), "--fix"], "y").status == 3
    assert broken.read_text("utf-8") == "{"


def test_every_walk_ends(evening: Path) -> None:
    """Whatever is chosen each time, nothing comes round for ever."""
    for pick in (0, 1, -1):
        _, game = opened(str(evening), lambda _: b"")
        assert game is not None
        walk = Walk(code_filter([], []))
        for _ in range(50):
            found = walk.next(game.game)
            if found is None:
                break
            if pick == 0 or not found.repairs:
                walk.passed.add(found)
            else:
                game.make(found.repairs[pick if pick < 0 else 0], "", "")
        assert walk.next(game.game) is None


# Chosen and left out


def codes(said: Said) -> list[str]:
    return [found["code"] for found in said.document["files"][0]["findings"]]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ([], ["D440", "D440"]),
        (["--select", "D"], ["D440", "D440"]),
        (["--select", "C,T"], []),
        (["--select", "counts-do-not-add-up"], ["D440", "D440"]),
        (["--ignore", "d440"], []),
        (["--ignore", "C501", "--ignore", "T"], ["D440", "D440"]),
        (["--select", "D", "--ignore", "D440"], []),
    ],
)
def test_codes_are_chosen_by_code_name_or_family(
    asked: Asked, evening: Path, words: list[str], left: list[str]
) -> None:
    """What is left out does not count, and is named."""
    said = asked(["check", str(evening), "--json", *words])
    assert codes(said) == left
    assert said.document["ok"] is not left or not left
    assert said.status == int(bool(left))
    assert said.document["files"][0].get("left_out", {}) == ({} if left else {"D440": 2})
    told = asked(["check", str(evening), *words])
    assert ("Not reported, as requested: D440 ×2" in told.out) == (not left)


def test_an_unknown_code_is_refused(asked: Asked, evening: Path) -> None:
    for word in ("D999", "no-such", "X"):
        said = asked(["check", str(evening), "--ignore", word])
        assert (said.status, "U813" in said.err) == (2, True)
    with pytest.raises(Refused):
        code_filter(["C507,"], ["nothing"])


def test_quiet_tells_only_errors(asked: Asked, evening: Path, tmp_path: Path) -> None:
    said = asked(["check", str(evening), "--quiet"])
    assert said.status == 1
    assert said.out.count("Error D440") == 2
    assert "kingscore" not in said.out
    good = tmp_path / "good.king"
    good.write_text(EVENING.replace("0 1 4 4 ", "0 1 4 3 ").replace("2 2 2 1", "3 2 2 1"), encoding="utf-8")
    assert (asked(["check", str(good), "-q"]).out, asked(["check", str(good), "-q"]).status) == ("", 0)


def test_a_game_turns_a_code_off_and_on(asked: Asked) -> None:
    asked(["new", "lithuanian", "Ona", "Jonas", "Rasa", "Vytas"])
    assert asked(["deal", "no-queens", "1", "1", "2", "0"]).status == 1
    assert asked(["amend", "head", "ignore=C501"]).status == 0
    said = asked(["deal", "no-queens", "1", "1", "2", "0"])
    assert (said.status, "C520" in said.err) == (0, True)
    told = asked(["check"])
    assert (told.status, "by agreement: C501" in told.out) == (0, True)
    assert asked(["amend", "head", "ignore="]).status == 0
    assert asked(["check"]).status == 1
    assert "ignored codes: — → C501" in asked(["log"]).out
    assert asked(["amend", "head", "ignore=L101"]).status == 2


# Where a finding points


def test_a_line_is_quoted_as_the_reader_counts_lines(asked: Asked, tmp_path: Path) -> None:
    """A line ends at a line feed or a carriage return only; other signs that Python takes for ends stand inside it."""
    path = tmp_path / "odd.king"
    path.write_text(EVENING.replace("# fine", "# fine\u2028\x85 still").replace("\n", "\r\n"), encoding="utf-8")
    said = asked(["check", str(path)])
    assert "odd.king:8\n" in said.out
    assert "    no-hearts   0 1 4 4   # one too many\n" in said.out


def test_what_is_explained_further_is_an_error_before_a_warning(asked: Asked, evening: Path) -> None:
    evening.write_text(EVENING.replace("no-tricks  ", "no-tricks by Rasa: "), encoding="utf-8")
    said = asked(["check", str(evening)])
    assert said.out.index("Warning C508") < said.out.index("Error D440")
    assert "kingscore explain D440" in said.out

"""Players come and go: who sat where in which deal, and what each gets for his own deals."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from kingscore import journal
from kingscore.checks import check_game
from kingscore.model.game import Game, SeatChange, Stake, as_of
from kingscore.notation import read_deal, write_deal
from kingscore.notation.codec import write_document
from kingscore.notation.document import read_document
from kingscore.notation.king import read_king, write_king
from kingscore.scoring.score import score
from kingscore.scoring.settlement import Rule, between_people, parts_of, settle_game
from kingscore.sheets import Template, lay_out
from kingscore.storage import open_store, resources, variant_files
from tests.evenings import evening, time
from tests.scorer import Scorer

LITHUANIAN = variant_files.variant("lithuanian")
ENGLISH = resources.language("en")
#: Six deals, each comes to −16: Pavel plays three, then Denis two, then Pavel comes back.
LINES = ("2 3 1 2", "0 1 4 3", "1 3 3 1", "1 1 0 2", "Denis", "Rasa Pavel")
SEATED = (SeatChange(4, 1, "Denis"), SeatChange(6, 1, "Pavel"))


def six() -> Game:
    game = replace(evening(players=("Ona", "Pavel", "Rasa", "Vytas")), stake=Stake("0.10", "EUR"), seated=SEATED)
    for number, line in enumerate(LINES, 1):
        game = game.with_deal(read_deal(line, game, number, resources.words()))
    return game


def test_the_players_of_a_deal_are_those_who_sat_there_then() -> None:
    game = six()
    assert [as_of(game, number).players[1] for number in range(1, 8)] == ["Pavel"] * 3 + ["Denis"] * 2 + ["Pavel"] * 2
    assert game.everybody == ("Ona", "Pavel", "Rasa", "Vytas", "Denis")
    assert check_game(game).findings == ()


def test_a_line_uses_the_names_of_its_own_deal_in_every_form() -> None:
    game, words = six(), resources.words()
    lines = [write_deal(deal, game, number) for number, deal in enumerate(game.deals, 1)]
    assert lines[4:] == ["no-king: Denis", "no-last-two: Pavel Rasa"]
    assert read_king(write_king(game), "x", variant_files.open_rules, words).game == game
    assert read_document(write_document(game), "x", variant_files.open_rules).game == game
    assert "seated: 4 B Denis; 6 B Pavel" in write_king(game)
    assert json.loads(write_document(game))["seated"] == [
        {"from": 4, "seat": 1, "player": "Denis"},
        {"from": 6, "seat": 1, "player": "Pavel"},
    ]


def test_a_deal_put_in_or_taken_out_moves_who_sat_down_later() -> None:
    game = six()
    assert game.without_deal(2).seated == (SeatChange(3, 1, "Denis"), SeatChange(5, 1, "Pavel"))
    assert game.without_deal(4).seated == (SeatChange(4, 1, "Denis"), SeatChange(5, 1, "Pavel"))
    assert game.with_deal_before(4, game.deals[0]).seated == (SeatChange(5, 1, "Denis"), SeatChange(7, 1, "Pavel"))
    assert game.with_deal(game.deals[0]).seated == game.with_deal_before(7, game.deals[0]).seated == SEATED


@pytest.mark.parametrize("rule", ["balance", "winner", "pairs", "pot"])
def test_money_goes_to_each_for_his_own_deals(rule: Rule) -> None:
    """By hand. Points of the seats, deal by deal:

    Ona −4 0 −2 −4 0 0 = −10 · B −6 −2 −6 −4 −16 −8 = −42 · Rasa −2 −8 −6 0 0 −8 = −24 · Vytas −4 −6 −2 −8 0 0 = −20

    B is Pavel in 1, 2, 3 and 6 (−6 −2 −6 −8 = −22), Denis in 4 and 5 (−4 −16 = −20). The average of each deal is −4.
    """
    game = six()
    assert score(game).totals == (-10, -42, -24, -20)
    tenths: dict[str, tuple[int, ...]] = {
        # Above the averages of the deals played: Ona −10 + 24, Pavel −22 + 16, Rasa −24 + 24, Vytas −20 + 24,
        # Denis −20 + 8.
        "balance": (14, -6, 0, 4, -12),
        # Four times that: every pair settles the whole difference.
        "pairs": (56, -24, 0, 16, -48),
        # Each pays Ona what he is behind her in his own deals: Pavel −22 + 6, Rasa 14, Vytas 10, Denis −20 + 4.
        "winner": (14 + 10 + 16 + 16, -16, -14, -10, -16),
        # Only seat B is below the average of the table, −24: by 18, of which 22 − 16 are Pavel’s and 20 − 8 Denis’s.
        "pot": (18, -6, 0, 0, -12),
    }
    settled = settle_game(game, rule)
    assert settled.players == ("Ona", "Pavel", "Rasa", "Vytas", "Denis")
    assert settled.exact == tuple(Fraction(10 * tenth) for tenth in tenths[rule])
    assert sum(settled.balances) == 0


def test_the_parts_of_all_deals_are_the_whole_where_nobody_changed_places() -> None:
    game = replace(six(), seated=())
    apart = tuple((game.players, line.points or ()) for line in score(game).lines)
    for rule in ("balance", "winner", "pairs", "pot", "entry"):
        assert between_people(apart, Fraction(3), rule) == between_people(
            parts_of(game, score(game)),
            Fraction(3),
            rule,
        )


def test_the_sheet_shows_both(tmp_path: Path) -> None:
    for layout in ("grid", "triangle"):
        sheet = lay_out(six(), Template(layout), ENGLISH)
        texts = {cell.text for block in sheet.blocks for cell in block.cells} | {block.title for block in sheet.blocks}
        assert "Pavel → Denis (4) → Pavel (6)" in texts


def test_figures_are_those_of_each_one_s_own_deals(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        store.take_in(replace(six(), finished="early"), LITHUANIAN, time(0))
        (played,) = store.played()
    own = {
        person: (row, place)
        for person, row, place in zip(played.people, played.tally.points, played.places, strict=True)
    }
    assert own["Pavel"] == ((-6, -2, -6, None, None, -8), 4)
    assert own["Denis"] == ((None, None, None, -4, -16, None), 0)  # he had left before the end
    assert played.totals == (-10, -22, -20, -24, -20)


def test_somebody_sits_down_at_the_table(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Pavel Rasa Vytas --stake 0.10€")
    for line in LINES[:3]:
        scorer.fine(f"deal {line}")
    scorer.fine("replace Pavel Denis")
    assert scorer.fine("deal 1 1 0 2 --json").document["players"] == ["Ona", "Denis", "Rasa", "Vytas"]
    assert "Denis" in scorer.fine("deal Denis").out
    scorer.fine("replace B Pavel --from 6 --why back")
    scorer.fine(f"deal {LINES[5]}")
    log = scorer.fine("log").out
    assert "seat: — → Denis (B, from deal 4)" in log
    assert "seat: — → Pavel (B, from deal 6)" in log
    transfers = scorer.fine("settle --json").document["transfers"]
    assert {(one["from"], one["to"], one["amount"]) for one in transfers} == {
        ("Denis", "Ona", "1.20"), ("Pavel", "Ona", "0.20"), ("Pavel", "Vytas", "0.40")
    }  # fmt: skip
    assert [row["name"] for row in scorer.fine("players --json").document["players"]] != []
    assert "Denis" in scorer.fine("stats Denis").out
    scorer.fine("undo")
    scorer.fine("undo")
    assert json.loads(scorer.fine("export --to json -o -").out)["seated"] == [{"from": 4, "seat": 1, "player": "Denis"}]
    scorer.fine("finish --early")
    assert scorer.fine("new --again --json").document["players"] == ["Ona", "Denis", "Rasa", "Vytas"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("replace B Rasa", "N803"),  # she sits there already
        ("replace Denis Pavel", "U817"),
        ("replace B ' '", "U80"),
        ("replace B C", "N804"),
        ("replace B Denis --from 3", "S709"),
        ("replace B Denis --from 0", "U809"),
        ("amend head 'seated=2 G Denis'", "F261"),
        ("amend head 'seated=Denis'", "F261"),
    ],
)
def test_who_cannot_sit_down_is_refused(scorer: Scorer, line: str, code: str) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal 2 3 1 2")
    before = scorer.fine("export --to json -o -").out
    assert code in scorer(line).err
    assert scorer.fine("export --to json -o -").out == before


@pytest.mark.parametrize(
    "text", ["6 B", "B 6 Denis", "6 G Denis", "0 B Denis", "six B Denis", '6 B "Denis', "2 B Denis; 2 B Pavel"]
)
def test_a_change_of_players_that_cannot_be_read_is_told(text: str) -> None:
    king = write_king(evening()).replace("date:", f"seated: {text}\ndate:")
    reading = read_king(king, "x", variant_files.open_rules, resources.words())
    assert "F261" in [one.code for one in reading.findings]
    assert reading.game is None or reading.game.seated == ()


# The head, several parts at once


def test_two_names_change_places_in_one_change(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal 2 3 1 2")
    assert "name: Ona, Rasa → Rasa, Ona" in scorer.fine("amend head Ona=Rasa Rasa=Ona").out
    assert scorer.fine("show --json").document["players"] == ["Rasa", "Jonas", "Ona", "Vytas"]
    scorer.fine("undo")
    assert scorer.fine("show --json").document["players"] == ["Ona", "Jonas", "Rasa", "Vytas"]


def test_several_parts_are_one_change(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas --date 2026-11-29")
    scorer.fine("amend head dealer=Jonas date=2026-11-20 note=by candle light finish=trumps Vytas=Vytas the younger")
    game = json.loads(scorer.fine("export --to json -o -").out)
    assert (game["dealer"], game["date"], game["note"]) == ("Jonas", "2026-11-20", "by candle light")
    assert (game["options"], game["players"][3]) == ({"finish": "trumps"}, "Vytas the younger")
    scorer.fine("undo")
    assert json.loads(scorer.fine("export --to json -o -").out)["date"] == "2026-11-29"
    assert scorer("undo").status == 2  # there was one change only


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["amend", "head", "Ona=Rasa x=Ona"], "U810"),
        (["amend", "head", "Ona=Rasa"], "N803"),
        (["amend", "head", "Ona=Rasa", "Rasa=Rasa"], "N803"),
        (["amend", "head", "nonsense"], "U810"),
        (["amend", "head", "colour=red"], "U810"),
        (["amend", "head", "variant=minsk"], "V310"),
        (["amend", "head", "variant=nothing-like-it"], "V301"),
        (["amend", "head", "variant=korol"], "D401"),
    ],
)
def test_a_head_that_would_be_wrong_is_refused_as_a_whole(scorer: Scorer, line: list[str], code: str) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal -4 -6 -2 -4")
    before = scorer.fine("export --to json -o -").out
    assert code in scorer(line).err
    assert scorer.fine("export --to json -o -").out == before


def test_a_name_may_have_an_equals_sign_in_it(scorer: Scorer) -> None:
    scorer.fine(["new", "lithuanian", "=1+1", "Jonas", "Rasa", "a=b"])
    scorer.fine(["amend", "head", "=1+1=a=b", "a=b==1+1"])
    assert scorer.fine("show --json").document["players"] == ["a=b", "Jonas", "Rasa", "=1+1"]


def test_the_variant_of_a_running_game_is_amended_and_undone(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal 2 3 1 2")
    assert "variant: lithuanian → russian-12" in scorer.fine("amend head variant=russian-12").out
    assert "variant: russian-12" in scorer.fine("export --to king -o -").out
    scorer.fine("deal 0 1 4 3")
    scorer.fine("undo")
    scorer.fine("undo")
    assert "variant: lithuanian" in scorer.fine("export --to king -o -").out
    scorer.fine("redo")
    assert "variant: russian-12" in scorer.fine("export --to king -o -").out
    assert scorer.fine("library verify --json").document["ok"]


def test_another_variant_comes_back_in_another_process(tmp_path: Path) -> None:
    path, other = str(tmp_path / "games.db"), variant_files.variant("russian-12")
    with open_store(path) as store:
        name = store.begin(evening(), LITHUANIAN, time(0))
        store.keep_variant(other)
        rules = other.rules(4)
        store.append(
            name, journal.headed({"variant": rules.variant, "options": rules.options}, time(1), "", other.digest), 1
        )
    with open_store(path) as store:
        kept = store.load(name)
        assert (kept.game.rules, kept.variant.id) == (rules, "russian-12")
        assert store.append(name, journal.undone(time(2)), 2).variant.id == "lithuanian"


def test_totals_stand_under_those_who_sit_now(scorer: Scorer) -> None:
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal no-tricks 2 3 1 2")
    scorer.fine("replace Vytas Denis")
    scorer.fine("deal no-hearts 0 1 4 3")
    heads, points, sitting, totals = scorer.fine("amend 1 no-tricks 2 3 2 1").out.splitlines()[2:6]
    assert (heads.split()[-1], points.split()[-1]) == ("Vytas", "−2")
    assert (sitting.split()[-1], totals.split()[-1]) == ("Denis", "−8")

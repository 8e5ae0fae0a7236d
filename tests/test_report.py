"""Reports: what is told beside the figures, what a narrow screen leaves out, pictures that one colour tells apart."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kingscore.model.language import Language
from kingscore.render.fonts import fonts
from kingscore.render.formats import write
from kingscore.render.terminal import plain_text
from kingscore.render.text_width import width
from kingscore.sheets import Template
from kingscore.sheets.cells import Sheet
from kingscore.sheets.shapes import Fill, Stroke
from kingscore.statistics.figures import standings
from kingscore.statistics.report import (
    ColumnHead,
    StatisticsReport,
    Subject,
    average,
    block,
    player_report,
    standings_report,
    text,
    whole,
)
from kingscore.statistics.tally import Played
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES
from tests.test_statistics import EVENINGS, game

ENGLISH = resources.language("en")


def called(variant: str, contract: str) -> str:
    return contract or variant


def report_of(games: tuple[Played, ...], language: Language = ENGLISH) -> StatisticsReport:
    return standings_report(standings(games), (), Subject("about", called, language))


def test_what_a_reader_has_to_know_stands_below() -> None:
    """One game is not over; two deals were agreed on; two variants are mixed."""
    agreed = EVENINGS[0]._replace(tally=EVENINGS[0].tally._replace(agreed=2), variant="minsk")
    told = [fact.text for fact in report_of((agreed, *EVENINGS[1:])).sheet.facts]
    assert told == [
        "1 game has no result (yet); its deals count, its places do not.",
        "2 deals were recorded by agreement and count as they are.",
        "Points of 2 variants are added up here, although they are not worth the same; --variant selects one.",
    ]
    assert report_of(EVENINGS[:1]).sheet.facts == ()


def test_each_against_each_and_averages_only_for_a_few() -> None:
    assert len(report_of(EVENINGS).sheet.blocks) == 3
    many = tuple(game(f"2026-01-{n:02}", ((1, 2, 3),), (f"A{n}", f"B{n}", f"C{n}")) for n in range(1, 4))
    assert len(report_of(many).sheet.blocks) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_screen_leaves_out_what_can_be_spared(language: str) -> None:
    made = report_of(EVENINGS, resources.language(language)).sheet
    wide = plain_text(made).split("\n\n")[1].splitlines()
    narrow = plain_text(made, 80).split("\n\n")[1].splitlines()
    assert max(map(width, narrow)) <= 80 < max(map(width, wide))
    assert len(narrow) == len(wide) == 5
    say = resources.language(language).say
    assert say("standings.head.place") in narrow[0]
    assert say("standings.head.worst") not in narrow[0]


def test_averages_in_words_and_numbers() -> None:
    russian = resources.language("ru")
    assert [average(Fraction(n, 8), russian).text for n in (1, -1, 0)] == ["+0,13", "−0,13", "0,00"]
    assert average(Fraction(5, 2), ENGLISH, signed=False).text == "2.50"
    assert average(Fraction(-1, 1000), ENGLISH).text == "0.00"
    assert average(Fraction(-5, 4), russian).amount == "-1.25"
    assert (average(None, ENGLISH).text, whole(None).text, whole(-3, signed=True).shown) == ("–", "–", "−3")


def test_a_table_without_a_head_has_none() -> None:
    made = block("", [ColumnHead("", "left"), ColumnHead("")], [[text("a"), whole(1)]])
    assert (made.head, made.rows, [cell.row for cell in made.cells]) == (0, 1, [0, 0])
    sheet = Sheet("report", "title", "", "en", Template("grid"), (made,))
    assert plain_text(sheet) == "title\n\n  a  1"


def test_pictures_are_told_apart_without_colours() -> None:
    """Every curve has its own dashes or marks; penalties are hollow bars, premiums full ones."""
    made = player_report(standings(EVENINGS, "Ona"), None, Subject("about", called, ENGLISH))
    curves, bars = [picture(fonts()) for picture in made.pictures]
    assert (curves.title, bars.title) == ("Points over the games", "Average points by contract · lithuanian")
    full = [shape for shape in bars.pages[0].shapes if isinstance(shape, Fill)]
    hollow = [shape for shape in bars.pages[0].shapes if isinstance(shape, Stroke)]
    assert (len(full), len(hollow)) == (1, 2 * 4 + 1)
    all_curves = report_of(EVENINGS).pictures[0](fonts())
    looks = {(s.colour, s.dash) for s in all_curves.pages[0].shapes if isinstance(s, Stroke) and s.width == 1.4}
    assert len({dash for _, dash in looks}) == len(looks) == 4


def test_the_curve_ends_at_the_points_of_all_games() -> None:
    words = [t.text for t in report_of(EVENINGS).pictures[0](fonts()).pages[0].texts]
    assert {"Ona 2", "Jonas 7", "Rasa 13", "Vytas 2"} <= set(words)


def test_many_games_are_drawn_with_few_marks() -> None:
    games = tuple(EVENINGS[0]._replace(name=str(n)) for n in range(1000))
    drawn = report_of(games).pictures[0](fonts())
    assert len(drawn.pages[0].shapes) < 700
    assert "Ona 8000" in [t.text for t in drawn.pages[0].texts]


def test_nothing_to_draw_is_no_picture() -> None:
    assert report_of(EVENINGS[3:]).pictures == ()
    assert write("html", "report", report_of(EVENINGS[3:])).content.count(b"<svg") == 0


def test_the_same_report_is_the_same_workbook() -> None:
    assert write("xlsx", "report", report_of(EVENINGS)).content == write("xlsx", "report", report_of(EVENINGS)).content

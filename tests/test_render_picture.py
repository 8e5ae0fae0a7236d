"""The picture of a game: every total is where it belongs, lines differ without colours, names and odd games hold."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from PIL import Image

from kingscore.model.findings import Refused
from kingscore.model.game import Game
from kingscore.model.language import number, signed
from kingscore.render import render_chart
from kingscore.render.fonts import fonts
from kingscore.render.formats import formats_for
from kingscore.render.terminal import show_chart
from kingscore.render.text_width import width
from kingscore.scoring.score import score
from kingscore.sheets.chart import LOOKS, chart, level_step
from kingscore.sheets.labels import plan_sheet
from kingscore.sheets.shapes import Fill, Page, Stroke
from kingscore.sheets.template import Template
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES
from tests.paper import leaving, meeting
from tests.test_sheet_paper import NAMES, games

ENGLISH = resources.language("en")
SVG = "{http://www.w3.org/2000/svg}"


def page_of(played: Game, language: str = "en") -> Page:
    return chart(plan_sheet(played, Template("grid"), resources.language(language), to_come=False), fonts()).pages[0]


@pytest.mark.parametrize("key", sorted(games()), ids=lambda key: f"{key[0]}-{key[1]}")
def test_every_game_has_a_picture_whose_texts_do_not_meet(key: tuple[str, int]) -> None:
    for language in LANGUAGES:
        for names in NAMES.values():
            page = page_of(replace(games()[key], players=names[: key[1]]), language)
            assert (language, leaving(page), meeting(page)) == (language, [], [])


def test_marks_stand_at_the_running_totals() -> None:
    """From the heights of two levels every mark's total is read back."""
    played = games()["simple", 4]
    page = page_of(played)
    step = level_step(max(max(line.running or ()) for line in score(played).lines) + 88)
    heights = {text.text: text.at[1] for text in page.texts}
    per_point = (heights[number(step)] - heights["0"]) / step
    zero = next(s for s in page.shapes if isinstance(s, Stroke) and s.width == 0.6).start[1]
    for seat, (colour, _, _) in enumerate(LOOKS[:4]):
        marks = [s for s in page.shapes if isinstance(s, Fill) and s.colour == colour][:14]
        middles = [sum(y for _, y in mark.points) / len(mark.points) for mark in marks]
        read = [round((y - zero) / per_point) for y in middles]
        assert read == [(line.running or ())[seat] for line in score(played).lines]


def test_lines_differ_in_dash_or_mark_where_there_is_no_colour() -> None:
    assert len({(dash, corners) for _, dash, corners in LOOKS}) == len(LOOKS) == 6


def test_the_phases_of_a_fixed_order_are_marked() -> None:
    assert {"Baudos taškai", "Premijiniai taškai"} <= {t.text for t in page_of(games()["lithuanian", 4], "lt").texts}
    assert "Penalties" not in {t.text for t in page_of(games()["declared", 4]).texts}


@pytest.mark.parametrize("deals", [0, 1])
def test_a_game_that_has_hardly_begun_has_a_picture(deals: int) -> None:
    played = replace(games()["simple", 4], deals=games()["simple", 4].deals[:deals], finished="")
    page = page_of(played)
    assert leaving(page) == []
    assert all(any(name in text.text for text in page.texts) for name in played.players)
    assert any(line.startswith("A ") for line in show_chart(played, ENGLISH, 60).splitlines())


@pytest.mark.parametrize(
    ("span", "step"), [(0, 1), (8, 1), (9, 2), (40, 5), (41, 10), (88, 20), (1300, 200), (5201, 1000)]
)
def test_levels_are_round(span: int, step: int) -> None:
    assert level_step(span) == step


def test_each_format_is_what_its_name_says() -> None:
    played = replace(games()["simple", 4], players=("<Ann>", "O'Neil & Co", "=1+1", "[/red]"))
    made = {to: render_chart(played, to, resources.language("ru")).content for to in formats_for("chart")}
    assert made["pdf"].startswith(b"%PDF")
    assert Image.open(io.BytesIO(made["png"])).size == (1334, 834)
    root = ElementTree.fromstring(made["svg"])
    told = {text.text for text in root.iter(f"{SVG}text")}
    totals = score(played).totals or ()
    assert {f"{name} {number(total)}" for name, total in zip(played.players, totals, strict=True)} <= told
    assert made["svg"].decode() in made["html"].decode()
    assert not re.search(rb"(src|href)=", made["html"])
    assert made == {to: render_chart(played, to, resources.language("ru")).content for to in formats_for("chart")}
    with pytest.raises(Refused) as refused:
        render_chart(played, "xlsx", resources.language("en"))
    assert [f.code for f in refused.value.findings] == ["R909"]


def test_the_small_picture_shows_each_letter_at_its_total() -> None:
    """The last column holds the players from the best downwards, and it fits the screen."""
    played = games()["simple", 4]
    picture, legend = show_chart(played, ENGLISH, 60).split("\n\n")
    lines = picture.splitlines()
    assert max(map(width, (*lines, *legend.splitlines()))) <= 60
    last = [line[-1] for line in lines if len(line) == max(map(len, lines))]
    totals = score(played).totals or ()
    best = sorted(range(4), key=lambda seat: -totals[seat])
    told = [letter for letter in last if letter in "ABCD"]
    assert told == [letter for letter in ("ABCD"[seat] for seat in best) if letter in told]
    stand = [
        f"{letter} {name} {signed(total)}" for letter, name, total in zip("ABCD", played.players, totals, strict=True)
    ]
    assert legend.splitlines() == [*stand, "* several close together"]
    assert show_chart(played, ENGLISH).splitlines()[-1] == "  ".join(legend.splitlines())

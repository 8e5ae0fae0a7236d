"""Sheets on paper: whatever variant, table, language and names, no text leaves its cell or meets another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from kingscore.model.findings import Refused
from kingscore.model.game import Game
from kingscore.model.rules import Rules
from kingscore.render.fonts import fonts
from kingscore.sheets import blank, fitting_layouts, lay_out
from kingscore.sheets.pages import draw
from kingscore.sheets.shapes import Drawing, Page
from kingscore.sheets.template import ORIENTATIONS, PAPERS, PER_PAGE
from kingscore.sheets.text_fit import MISSING, Room, fit, fit_lines
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests import tables
from tests.paper import glyphs, leaving, meeting, struck

NAMES = {
    "short": ("I", "Jo", "Ana", "Ūla", "Ёж", "Bo"),
    "long": (
        "Александра-Виктория Константинопольская-Задунайская-Преображен",
        "Žydrūnė Šiaučiūnaitė-Ąžuolaitytė iš Kėdainių",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        "Jan Brzęczyszczykiewicz z Chrząszczyżewoszyc",
        "O'Neil & Co",
        "Ann",
    ),
}


@cache
def games() -> dict[tuple[str, int], Game]:
    """A complete game of every variant for every number of players that there are cases of."""
    found: dict[tuple[str, int], Game] = {}
    for case in tables.lines("true"):
        played = tables.game(case["game"])
        found.setdefault((played.rules.variant, played.rules.table), played)
    return found


def every_sheet() -> Iterator[tuple[str, int, str]]:
    for (variant, seats), played in sorted(games().items()):
        for layout in fitting_layouts(played.rules):
            yield variant, seats, layout


def drawn(played: Game, layout: str, language: str, paper: str = "A4") -> Drawing:
    template = resources.template(layout, played.rules.variant).on(paper=paper)
    return draw(lay_out(played, template, resources.language(language)), fonts())


def drawn_blank(rules: Rules, layout: str, language: str, names: tuple[str, ...] = (), **paper: object) -> Drawing:
    template = replace(resources.template(layout, rules.variant), **paper)  # type: ignore[arg-type]
    return draw(blank(rules, names, template, resources.language(language)), fonts())


def faults(pages: tuple[Page, ...]) -> list[object]:
    return [fault for page in pages for fault in (*leaving(page), *meeting(page))]


SHEETS = list(enumerate(every_sheet()))


@pytest.mark.parametrize(("number", "sheet"), SHEETS, ids=[f"{v}-{n}-{layout}" for _, (v, n, layout) in SHEETS])
def test_no_text_leaves_its_cell_or_meets_another(number: int, sheet: tuple[str, int, str]) -> None:
    """Every variant, table and layout, filled with short names and long ones, then blank; the languages in turn."""
    variant, seats, layout = sheet
    language = LANGUAGES[number % len(LANGUAGES)]
    played = games()[variant, seats]
    for kind, names in NAMES.items():
        named = replace(played, players=names[:seats])
        assert (kind, faults(drawn(named, layout, language).pages)) == (kind, [])
    empty = drawn_blank(played.rules, layout, language).pages
    assert faults(empty) == []
    assert [text for page in empty for text in struck(page)] == []


@pytest.mark.parametrize("key", sorted(games()), ids=lambda key: f"{key[0]}-{key[1]}")
def test_no_line_runs_through_a_text(key: tuple[str, int]) -> None:
    """But those that strike out what was declared and the older totals, which other tests count."""
    played = replace(games()[key], players=NAMES["long"][: key[1]])
    layouts = ["grid", *(["triangle"] if played.rules.schedule.kind != "declared" and played.rules.deals else [])]
    for layout in layouts:
        drawing = drawn(played, layout, "ru")
        assert [text for page in drawing.pages for text in struck(page)] == []


def test_what_was_declared_and_older_totals_are_struck_through() -> None:
    played = replace(games()["lithuanian-declared", 4], players=NAMES["short"][:4])
    words = [text for page in drawn(played, "triangle", "en").pages for text in struck(page)]
    assert words.count("Trumps") == 16
    assert words.count("queens") == 4
    assert len(words) > 80
    assert not {"Penalties", "Premiums", *played.players} & set(words)


@pytest.mark.soak
@pytest.mark.parametrize("variant", variant_files.variant_ids())
def test_no_text_leaves_its_cell_whatever_was_agreed(variant: str) -> None:
    """Every table, every option's every choice, every language, blank with long names."""
    found = variant_files.variant(variant)
    for seats in found.tables:
        for chosen in ({o.key: c} for o in found.options(seats) for c in o.choices):
            try:
                rules = found.rules(seats, chosen)
            except Refused:
                continue
            for layout in fitting_layouts(rules):
                for language in LANGUAGES:
                    drawing = drawn_blank(rules, layout, language, NAMES["long"][:seats])
                    assert (seats, chosen, layout, language, faults(drawing.pages))[4] == []


@pytest.mark.soak
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("count", PER_PAGE)
def test_no_text_leaves_its_cell_on_any_paper(paper: str, orientation: str, count: int) -> None:
    """Every variant, table and layout, filled and blank, whole pages and parts of them; or the paper is too small."""
    small = refusals = 0
    for number, (variant, seats, layout) in enumerate(every_sheet()):
        played = replace(games()[variant, seats], players=NAMES["long"][:seats])
        words = resources.language(LANGUAGES[number % len(LANGUAGES)])
        template = resources.template(layout, variant).on(paper=paper, orientation=orientation, per_page=count)
        for sheet in (lay_out(played, template, words), blank(played.rules, (), template, words)):
            try:
                drawing = draw(sheet, fonts())
            except Refused as refused:
                refusals += 1
                small += [fault.code for fault in refused.findings] == ["R916"]
                continue
            assert (variant, seats, layout, sheet.blank, faults(drawing.pages))[4] == []
    assert small == refusals
    assert (small > 0) == (count == 4 or (count == 2 and paper == "A5"))


@pytest.mark.parametrize("variant", ["simple", "polish-auction", "russian-12", "omnibus"])
def test_numbers_stand_whole_on_a_quarter_of_a_page(variant: str) -> None:
    """Cut off, a number would be another one; the other columns make room."""
    rules = variant_files.variant(variant).rules()
    template = resources.template("grid", variant).on(per_page=4)
    sheet = blank(rules, (), template, resources.language("en"))
    words = [text.text for text in draw(sheet, fonts()).pages[0].texts]
    numbers = [cell.shown for cell in sheet.blocks[0].cells if cell.number is not None]
    assert {number: words.count(number) for number in numbers} == {n: 4 * numbers.count(n) for n in numbers}


def test_personal_grids_go_on_as_many_pages_as_they_need() -> None:
    """Each grid once, none lower than it can be written on, where they stand on the last."""
    rules = games()["lithuanian-declared-3", 5].rules
    drawing = drawn_blank(rules, "personal", "en", NAMES["short"][:5], paper="A5", orientation="landscape")
    words = [[text.text for text in page.texts] for page in drawing.pages]
    assert len(words) == 3
    assert [page.count("tricks") for page in words] == [2, 2, 1]
    assert ["Place" in page for page in words] == [False, False, True]
    assert faults(drawing.pages) == []


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("layout", ["grid", "triangle", "personal"])
def test_every_paper_holds_its_texts(layout: str, paper: str) -> None:
    played = games()["lithuanian-declared", 4]
    named = replace(played, players=NAMES["long"][:4])
    assert faults(drawn(named, layout, "ru", paper).pages) == []


@pytest.mark.parametrize(("layout", "orientation"), [("grid", "landscape"), ("triangle", "landscape")])
def test_a_sheet_can_lie_on_its_side(layout: str, orientation: str) -> None:
    rules = games()["simple", 4].rules
    drawing = drawn_blank(rules, layout, "lt", NAMES["long"][:4], orientation=orientation)
    assert drawing.pages[0].width > drawing.pages[0].height
    assert faults(drawing.pages) == []


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("layout", ["grid", "triangle"])
def test_several_blank_sheets_share_a_page(layout: str, count: int) -> None:
    """As many as asked, each whole, with scissors at the marks to cut along."""
    rules = games()["lithuanian", 4].rules
    drawing = drawn_blank(rules, layout, "en", per_page=count)
    words = [text.text for text in drawing.pages[0].texts]
    assert words.count(drawing.title) == count
    assert words.count("✂") == (1 if count == 2 else 2)
    assert faults(drawing.pages) == []


def test_a_long_game_takes_as_many_pages_as_it_needs() -> None:
    """Two hundred deals of an open game: every one is there, on pages that each have the head."""
    played = games()["joker-king", 4]
    long = replace(played, deals=(played.deals * 200)[:200], finished="")
    drawing = drawn(long, "grid", "en")
    words = [text.text for page in drawing.pages for text in page.texts]
    assert len(drawing.pages) > 1
    assert all(str(number) in words for number in range(1, 201))
    assert all(name in [text.text for text in page.texts] for page in drawing.pages for name in long.players)
    assert faults(drawing.pages) == []


def test_every_sign_that_is_drawn_is_in_the_font() -> None:
    """What the font lacks is drawn as an empty frame and said; what combines with it goes with it."""
    rules = games()["simple", 4].rules
    drawing = drawn_blank(rules, "grid", "en", ("👩‍🦰 Ona", "שלום", "Jonas", "中"))
    words = [text.text for text in drawing.pages[0].texts]
    assert f"{MISSING} Ona" in words
    assert MISSING * 4 in words
    assert all(ord(char) in glyphs(text.face) for text in drawing.pages[0].texts for char in text.text)
    told = {dict(f.values)["text"] for f in drawing.findings}
    assert told == {"👩‍🦰 Ona", "שלום", "中"}
    assert {f.code for f in drawing.findings} == {"R902"}


def test_a_text_is_narrowed_before_it_is_made_smaller_and_cut_at_last() -> None:
    face = fonts().regular
    wide = face.width("Константинополь", 10)
    assert fit(face, "Константинополь", 10, wide + 1).squeeze == 1
    narrowed = fit(face, "Константинополь", 10, wide * 0.9)
    assert (narrowed.size, narrowed.text) == (10, "Константинополь")
    assert 0.8 < narrowed.squeeze < 1
    smaller = fit(face, "Константинополь", 10, wide * 0.5)
    assert smaller.size < 10
    assert smaller.text == "Константинополь"
    cut = fit(face, "Константинополь", 10, wide * 0.2, 5)
    assert cut.text.endswith("…")
    assert all(f.width <= wide * share + 0.01 for f, share in ((narrowed, 0.9), (smaller, 0.5), (cut, 0.2)))


def test_a_long_name_is_set_on_several_lines_without_losing_a_letter() -> None:
    name = NAMES["long"][0]
    lines = fit_lines(fonts().bold, name, 9.5, Room(70, 60))
    assert len(lines) > 1
    assert "".join(line.text for line in lines).replace(" ", "") == name.replace(" ", "")

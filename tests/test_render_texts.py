"""CSV, Markdown, HTML and the screen: the same numbers, odd names as themselves, columns that line up."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscore.model.findings import Refused
from kingscore.model.game import Deal, Game
from kingscore.model.language import number, signed
from kingscore.render import render
from kingscore.render.terminal import show
from kingscore.render.text_width import Align, clusters, cut, pad, width
from kingscore.scoring.score import score
from kingscore.sheets import lay_out
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests.test_sheet_paper import NAMES, games

ODD = ("=1+1", "[/red]", "<Ann>|*b*", "O'Neil & Co")
WIDE = ("👩‍🦰 Ona", "שלום", "中文名", "Žydrūnė")


def text(played: Game, to: str, language: str = "en", layout: str = "grid", **how: Any) -> str:
    sheet = lay_out(played, resources.template(layout), resources.language(language))
    return render(sheet, to, **how).content.decode("utf-8")


def test_csv_is_marked_as_unicode_and_its_numbers_are_plain() -> None:
    played = games()["simple", 4]
    found = text(played, "csv", "ru")
    assert found.startswith("\ufeff№,")
    rows = list(csv.reader(io.StringIO(found.removeprefix("\ufeff"))))
    columns = [rows[0].index(name) for name in played.players]
    points = [[int(row[at]) for at in columns] for row in rows if row[0].isdigit()]
    assert points == [list(line.points or ()) for line in score(played).lines]


@pytest.mark.parametrize(("dialect", "sign"), [("comma", ","), ("semicolon", ";"), ("tab", "\t")])
def test_csv_has_the_separators_that_spreadsheets_want(dialect: str, sign: str) -> None:
    played = replace(games()["simple", 4], players=('a,b;c\t"d"', "=1+1", "Ona", "Rasa"))
    rows = list(csv.reader(io.StringIO(text(played, "csv", dialect=dialect)[1:]), delimiter=sign))
    assert {'a,b;c\t"d"', "'=1+1", "Ona", "Rasa"} <= set(rows[0])  # no spreadsheet takes a name for a formula
    with pytest.raises(Refused) as refused:
        text(played, "csv", dialect="pipe")
    assert [(f.code, f.how) for f in refused.value.findings] == [("R909", "dialect")]


def test_markdown_lines_up_and_takes_no_name_for_markup() -> None:
    played = replace(games()["simple", 4], players=ODD)
    found = text(played, "md")
    lines = [line for line in found.splitlines() if line.startswith("|")]
    assert len({width(line) for line in lines}) == 1
    assert r"\<Ann\>\|\*b\*" in lines[0]
    assert all(f"**{signed(total)}**" in found for total in score(played).totals or ())


class Page(HTMLParser):
    """The words of a page, its tags, and what it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.loads: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [value or "" for key, value in attrs if key in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("layout", ["grid", "triangle", "personal"])
def test_html_is_one_file_that_shows_names_as_they_are(layout: str) -> None:
    played = replace(games()["lithuanian-declared", 4], players=ODD)
    page = Page(text(played, "html", layout=layout))
    assert set(ODD) <= set(page.words)
    assert page.loads == []
    assert "ann" not in page.tags
    totals = {signed(total) for total in score(played).totals or ()}
    assert totals <= set(page.words)


def test_html_suits_dark_screens_and_paper() -> None:
    page = text(games()["simple", 4], "html", "lt")
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert '<html lang="lt">' in page


def test_signs_are_as_wide_as_a_screen_shows_them() -> None:
    assert [width(t) for t in ("Ona", "Žydrūnė", "Z\u030cy", "שלום", "中文", "👩‍🦰", "❤️", "\u200bA", "Ёж")] == [
        3, 7, 2, 4, 4, 2, 2, 1, 2,
    ]  # fmt: skip
    assert [sign for sign, _ in clusters("👩‍🦰e\u0301")] == ["👩‍🦰", "e\u0301"]


def test_a_text_is_cut_between_signs_and_padded_to_its_columns() -> None:
    assert cut("中文名字", 5) == "中文…"
    assert [width(cut(t, n)) <= n for t in WIDE for n in range(9)] == [True] * 36
    aligns: tuple[Align, ...] = ("left", "right", "centre")
    assert {width(pad(t, 12, align)) for t in WIDE for align in aligns} == {12}


@pytest.mark.parametrize(
    "names", [ODD, WIDE, NAMES["long"][:4], NAMES["short"][:4]], ids=["odd", "wide", "long", "short"]
)
def test_the_table_on_the_screen_lines_up(names: tuple[str, ...]) -> None:
    """Every line of players' numbers ends in the same column, whatever the names."""
    played = replace(games()["simple", 4], players=names)
    lines = show(played, resources.language("en")).splitlines()
    table = lines[2 : next(at for at, line in enumerate(lines) if at > 2 and not line)]
    rules = {width(line) for line in table if set(line) == {"─"}}
    assert len(rules) == 1
    assert {width(line) for line in table} == rules


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_a_screen_of_any_width_is_kept_to(columns: int) -> None:
    for language in LANGUAGES:
        for key in (("simple", 4), ("symmetric", 4), ("lithuanian", 4)):
            played = replace(games()[key], players=NAMES["long"][:4])
            lines = show(played, resources.language(language), columns).splitlines()
            end = next(at for at, line in enumerate(lines) if at > 2 and not line)
            assert max(map(width, lines[:end])) <= columns


@given(st.text(st.characters(max_codepoint=0x1FFFF)))
def test_a_width_is_that_of_the_signs(text: str) -> None:
    assert width(text) == sum(columns for _, columns in clusters(text))


@pytest.mark.parametrize("columns", [36, 40, 50])
@pytest.mark.parametrize("key", [("simple", 4), ("lithuanian", 4), ("russian-12", 4), ("lithuanian-declared-3", 3)])
def test_a_narrow_screen_shows_the_running_totals(key: tuple[str, int], columns: int) -> None:
    """As on a telephone: nothing is wider than the screen, and every total is there whole."""
    played = replace(games()[key], players=("Вера Петровна", "Konstantinas", "Ona", "Анна-Мария")[: key[1]])
    lines = show(played, resources.language("en"), columns).splitlines()
    assert max(map(width, lines)) <= columns
    table = lines[2 : next(at for at, line in enumerate(lines) if at > 2 and not line)]
    deals = [line for line in table if line.split() and line.split()[0].isdigit()]
    totals = [line.running for line in score(played).lines]
    alone = [line.split()[-key[1] :] for line in deals]
    beside = [line.split()[-2 * key[1] :][1::2] for line in deals]
    assert [[signed(n) for n in row or ()] for row in totals] in (alone, beside)


def test_a_game_just_begun_has_no_empty_rows() -> None:
    begun = replace(games()["lithuanian", 4], deals=(), finished="")
    lines = show(begun, resources.language("en")).splitlines()
    assert "\n\n\n" not in "\n".join(lines)
    assert lines[2].split() == list(begun.players)


def test_piped_text_is_not_cut() -> None:
    played = replace(games()["simple", 4], players=NAMES["long"][:4])
    found = show(played, resources.language("ru"))
    assert all(name in found for name in played.players)
    assert all(number(p) in found for line in score(played).lines for p in line.points or ())


def test_colours_change_nothing_but_colours() -> None:
    """A player called like markup is shown as he is called."""
    from rich.text import Text

    played = replace(games()["simple", 4], players=ODD)
    plain = show(played, resources.language("en")).splitlines()
    coloured = show(played, resources.language("en"), colour=True)
    assert "\x1b[" in coloured
    bare = [line.rstrip() for line in Text.from_ansi(coloured).plain.splitlines()]
    assert [line for line in bare if "─" not in line] == [line.rstrip() for line in plain if "─" not in line]


def test_plain_text_needs_no_heavy_library() -> None:
    code = (
        "import sys\nfrom kingscore.storage import resources as library, variant_files\n"
        "from kingscore.model.game import Deal, Game\n"
        "from kingscore.render.terminal import show\n"
        "rules = variant_files.variant('lithuanian').rules(4)\n"
        "game = Game(rules, ('A1', 'B1', 'C1', 'D1'), 3, (Deal('no-tricks', points=(-4, -4, -4, -4)),))\n"
        "assert 'A1' in show(game, library.language('lt'), 80)\n"
        "print([m for m in ('rich', 'openpyxl', 'reportlab', 'pydantic', 'PIL', 'typer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_left_to_play_is_told() -> None:
    """The next deal with dealer and declarer, how many are left, and in declared games who may still declare what."""
    played = games()["lithuanian-declared", 4]
    part = replace(played, deals=played.deals[:30], finished="")
    told = show(part, resources.language("en")).splitlines()
    assert any(line.startswith("Next: deal 31 · dealer: ") for line in told)
    assert "Left to play: 10 deals" in told
    assert sum(line.strip().startswith(f"{name}:") for line in told for name in part.players) == 4
    assert "The game is over." in show(played, resources.language("en"))


@pytest.mark.parametrize("to", ["md", "html"])
def test_numbers_that_are_struck_through_are_written_like_the_one_that_stands(to: str) -> None:
    """−4 −20: one minus for both, and a plus for both where they are premiums."""
    played = Game(variant_files.variant("lithuanian-declared").rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3)
    for contract, row in (("no-tricks", (-4, -6, -2, -4)), ("no-hearts", (-16, 0, 0, 0))):
        played = played.with_deal(Deal(contract, points=row))
    found = text(played, to, layout="triangle")
    struck = re.findall(r"~~([−+].*?)~~" if to == "md" else r"<del>(.*?)</del>", found)
    assert struck == ["−4"]
    assert "−20" in found


@pytest.mark.parametrize(("to", "crossed"), [("md", "~~tricks~~"), ("html", "<s>tricks</s>")])
def test_a_triangle_of_declared_deals_says_who_got_what(to: str, crossed: str) -> None:
    """Its sectors only cross out what was declared; the grid below has the deal with its four numbers."""
    played = Game(variant_files.variant("lithuanian-declared").rules(4), ("Ona", "Jonas", "Rasa", "Vytas"), 3)
    played = played.with_deal(Deal("no-tricks", 0, points=(-4, -6, -2, -4)))
    found = text(played, to, layout="triangle")
    assert crossed in found
    row = next(line for line in found.splitlines() if "No tricks" in line and "Vytas" in line)
    assert re.findall(r"−\d+", row) == ["−4", "−4", "−6", "−6", "−2", "−2", "−4", "−4", "−16", "−16"]

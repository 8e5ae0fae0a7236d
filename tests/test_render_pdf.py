"""PDF and PNG: every name and number is in the file's text, the same game gives the same bytes, and it is small."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from PIL import Image

from kingscore.model.findings import Refused
from kingscore.model.language import number, signed
from kingscore.render import render
from kingscore.render.formats import formats_for
from kingscore.scoring.score import score
from kingscore.sheets import blank, lay_out
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests import tables
from tests.test_sheet_paper import games

LARGEST = 50_000
ODD = ("=1+1", "O'Neil & Co", "<Ann>", "[/red]")


def text_of(pdf: bytes) -> str:
    """All words of a PDF as a reader finds them, at whatever angle they stand."""
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


@cache
def pdf(variant: str, seats: int, layout: str, language: str) -> bytes:
    played = games()[variant, seats]
    sheet = lay_out(played, resources.template(layout, variant), resources.language(language))
    return render(sheet, "pdf").content


SHEETS = [
    ("simple", 4, "grid"),
    ("symmetric", 6, "triangle"),
    ("symmetric", 5, "triangle"),
    ("lithuanian-declared-3", 5, "personal"),
    ("declared", 3, "triangle"),
    ("lithuanian-declared", 4, "triangle"),
]


@pytest.mark.parametrize(("variant", "seats", "layout"), SHEETS)
def test_every_name_and_total_is_found_in_the_text(variant: str, seats: int, layout: str) -> None:
    played = games()[variant, seats]
    totals = score(played).totals
    assert totals is not None
    for language in LANGUAGES:
        words = text_of(pdf(variant, seats, layout, language)).split()
        assert [name for name in played.players if name not in words] == []
        assert [total for total in totals if signed(total) not in words] == []


def test_every_number_of_a_grid_is_found_in_the_text() -> None:
    """As often as the score table has it: points, running totals, sums."""
    played = games()["simple", 4]
    words = text_of(pdf("simple", 4, "grid", "ru")).split()
    wanted = [number(p) for line in score(played).lines for p in line.points or ()]
    wanted += [signed(r) for line in score(played).lines for r in line.running or ()]
    assert [word for word in set(wanted) if words.count(word) < wanted.count(word)] == []


@pytest.mark.parametrize("name", ODD)
def test_odd_names_come_through_as_themselves(name: str) -> None:
    rules = games()["simple", 4].rules
    for layout in ("grid", "triangle"):
        sheet = blank(rules, (name, "Ona", "Rasa", "Vytas"), resources.template(layout), resources.language("en"))
        made = render(sheet, "pdf")
        assert name in text_of(made.content)
        assert made.findings == ()


@pytest.mark.parametrize(("variant", "seats", "layout"), SHEETS)
def test_a_sheet_is_small(variant: str, seats: int, layout: str) -> None:
    assert len(pdf(variant, seats, layout, "lt")) < LARGEST


def test_the_same_game_gives_the_same_bytes() -> None:
    """In this process once more after other sheets, and in another process with other hashing and another clock."""
    code = (
        "import sys\nfrom kingscore.storage import resources as library, variant_files\n"
        "from kingscore.render import render\n"
        "from kingscore.sheets import blank\n"
        "rules = variant_files.variant('lithuanian').rules(4)\n"
        "sheet = blank(rules, ('Ona', 'Глеб'), library.template('triangle'), library.language('lt'))\n"
        "sys.stdout.buffer.write(render(sheet, 'pdf').content)"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(found) == 1
    sheet = blank(
        variant_files.variant("lithuanian").rules(4),
        ("Ona", "Глеб"),
        resources.template("triangle"),
        resources.language("lt"),
    )
    assert render(sheet, "pdf").content in found


def test_fonts_are_embedded_and_nothing_else_is_named() -> None:
    content = pdf("simple", 4, "grid", "ru")
    assert content.count(b"/FontFile2") == 2
    assert b"Helvetica" not in content


def test_a_fault_that_a_reader_must_see_is_marked_without_colour() -> None:
    """A deal that does not add up has its sum struck with a sign, since red is grey on a printer."""
    played = games()["simple", 4]
    wrong = replace(played.deals[0], counts=None, points=(-4, -4, -4, -2))
    sheet = lay_out(played.with_deal_at(1, wrong), resources.template("grid"), resources.language("en"))
    assert "≠ −14" in text_of(render(sheet, "pdf").content).replace("\r\n", "\n")


def test_a_png_shows_every_page() -> None:
    played = games()["joker-king", 4]
    long = replace(played, deals=(played.deals * 200)[:120], finished="")
    sheet = lay_out(long, resources.template("grid"), resources.language("en"))
    pages = len(pypdfium2.PdfDocument(render(sheet, "pdf").content))
    picture = Image.open(io.BytesIO(render(sheet, "png").content))
    assert pages > 1
    assert picture.format == "PNG"
    assert abs(picture.height / picture.width - pages * 2**0.5) < 0.01


def test_without_pypdfium2_a_picture_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    sheet = lay_out(
        tables.game(next(tables.lines("true"))["game"]), resources.template("grid"), resources.language("en")
    )
    with pytest.raises(Refused) as refused:
        render(sheet, "png")
    assert [f.code for f in refused.value.findings] == ["R912"]


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    sheet = blank(games()["simple", 4].rules, (), resources.template("grid"), resources.language("en"))
    with pytest.raises(Refused) as refused:
        render(sheet, "doc")
    assert refused.value.status == 2
    assert dict(refused.value.findings[0].values) == {"found": "doc", "expected": formats_for("sheet")}


def test_a_card_of_the_rules_can_stand_on_the_back() -> None:
    from kingscore.render.fonts import fonts
    from kingscore.rulebook import page
    from kingscore.rulebook.leaflet import leaflet

    language = resources.language("ru")
    told = leaflet(page(variant_files.variant("simple"), 4, {}, language), fonts(), "ru")
    sheet = blank(games()["simple", 4].rules, (), resources.template("grid"), language)
    document = pypdfium2.PdfDocument(render(sheet, "pdf", back=told.pages).content)
    assert len(document) == 1 + len(told.pages)
    assert told.title in document[1].get_textpage().get_text_bounded()

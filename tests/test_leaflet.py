"""The card of the rules: one page, nothing lost, nothing outside its room, the same bytes each time."""

from __future__ import annotations

from itertools import pairwise

import pypdfium2
import pytest

from kingscore.render.fonts import fonts
from kingscore.render.pdf import cards
from kingscore.rulebook import RulesPage, contract_page, page
from kingscore.rulebook.leaflet import LEFT_OUT, leaflet
from kingscore.sheets.shapes import MM, Drawing, Text
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES

MARGIN = 12 * MM
TABLES = tuple((v, table) for v in variant_files.variant_ids() for table in variant_files.variant(v).tables)


def drawn(found: RulesPage, language: str) -> Drawing:
    return leaflet(found, fonts(), language)


def words_of(drawing: Drawing) -> str:
    """All words of a drawing, without the breaks of its lines."""
    return "".join("".join(text.text.split()) for paper in drawing.pages for text in paper.texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_fits_on_one_page_with_all_its_words(language: str) -> None:
    """Every sentence that is needed on the table stands on the card, at every table, large enough to be read."""
    for variant, table in TABLES:
        found = page(variant_files.variant(variant), table, None, resources.language(language))
        drawing = drawn(found, language)
        assert len(drawing.pages) == 1, variant
        text = words_of(drawing)
        assert min(shape.size for shape in drawing.pages[0].texts) >= 7.5, variant
        for section in found.sections:
            for sentence in section.sentences if section.topic not in LEFT_OUT else ():
                assert all(word in text for word in sentence.split()), (variant, sentence)
            for _, grid in section.grids:
                assert all(word in text for row in grid.rows for cell in row for word in cell.split())


def test_no_text_leaves_its_room_or_the_page() -> None:
    """Each text ends inside its room, every room lies inside the margins, and no line lies on another."""
    for variant, table in TABLES:
        drawing = drawn(page(variant_files.variant(variant), table, None, resources.language("lt")), "lt")
        for paper in drawing.pages:
            for text in paper.texts:
                (left, bottom), (right, _), (_, top), _ = text.within
                assert left - 0.1 <= text.at[0]
                assert text.at[0] + text.width <= right + 0.1, text
                assert MARGIN - 0.1 <= left < right <= paper.width - MARGIN + 0.1
                assert MARGIN - 0.1 <= bottom < top <= paper.height - MARGIN + 0.1
            assert not _overlap(paper.texts)


@pytest.mark.parametrize("size", [(210, 148.5), (148.5, 210), (105, 148.5), (148.5, 105)])
def test_every_card_fits_on_a_half_and_a_quarter_of_a_page(size: tuple[float, float]) -> None:
    """One page, inside a margin that is less as well, in letters that good eyes can read."""
    width, height = (side * MM for side in size)
    margin = min(size) / 210 * MARGIN
    for variant, table in TABLES:
        found = page(variant_files.variant(variant), table, None, resources.language("ru"))
        (paper,) = leaflet(found, fonts(), "ru", (width, height)).pages
        assert min(text.size for text in paper.texts) >= 4.4, variant
        for text in paper.texts:
            (left, bottom), _, (right, top), _ = text.within
            assert margin - 0.1 <= left < right <= width - margin + 0.1
            assert margin - 0.1 <= bottom < top <= height - margin + 0.1


def _overlap(texts: tuple[Text, ...]) -> list[tuple[str, str]]:
    """Pairs of texts whose letters would lie on each other."""
    rows = [(round(text.at[1], 1), text.at[0], text.at[0] + text.width, text.text) for text in texts]
    rows.sort()
    return [(one[3], two[3]) for one, two in pairwise(rows) if one[0] == two[0] and two[1] < one[2] - 0.2]


def test_a_card_is_a_small_pdf_with_its_words_and_always_the_same() -> None:
    """Under 50 KB, one page, the text found in it, and equal bytes for equal rules."""
    for language, wanted in (("en", "Kordebaletas"), ("ru", "Кордебалет"), ("lt", "priešpaskutiniame")):
        found = page(variant_files.variant("lithuanian"), None, None, resources.language(language))
        made = cards((found,), language).content
        assert made == cards((found,), language).content
        assert len(made) < 50_000
        document = pypdfium2.PdfDocument(made)
        assert len(document) == 1
        assert wanted in document[0].get_textpage().get_text_range()


def test_one_deal_and_several_deals_can_be_cards() -> None:
    """A page for each deal that is asked for."""
    english = resources.language("en")
    pages = tuple(
        contract_page(variant_files.variant("lithuanian"), None, None, contract, english)
        for contract in ("no-all", "trumps")
    )
    drawing = drawn(pages[0], "en")
    assert "Recorded" in words_of(drawing)
    assert len(pypdfium2.PdfDocument(cards(pages, "en").content)) == 2


def test_more_than_a_page_holds_goes_on() -> None:
    """A page of many sentences loses none: it takes further sheets."""
    found = page(variant_files.variant("lithuanian"), None, None, resources.language("en"))
    section = next(section for section in found.sections if section.topic == "play")
    long = RulesPage(found.title, "", (section,) * 60)
    drawing = drawn(long, "en")
    assert len(drawing.pages) > 1
    assert words_of(drawing).count("aplayerwhohasnoneofit") == 60

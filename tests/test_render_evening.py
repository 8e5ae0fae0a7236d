"""A blank workbook is a score-keeper of its own: LibreOffice fills and saves it, and the same game is taken in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kingscore.checks import check_game
from kingscore.model.game import Deal, Game
from kingscore.model.language import Language
from kingscore.notation.king import read_king
from kingscore.render import render
from kingscore.scoring.score import score
from kingscore.sheets import blank, fitting_layouts
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from tests.evening import entries
from tests.office import new_profile, typed
from tests.scorer import Scorer
from tests.test_render_xlsx import book, read_sheet
from tests.test_sheet_paper import games

EXAMPLES = Path(__file__).parents[1] / "examples"
TABLES = (
    ("lithuanian", 4),
    ("lithuanian-declared-3", 4),
    ("lithuanian-declared-3", 5),
    ("self-teacher", 4),
    ("bidding-king", 3),
    ("bidding-king", 4),
    ("polish-auction", 4),
    ("korol", 4),
    ("domino-king", 4),
)


def evenings() -> dict[str, Game]:
    """The games that are played: of those above, and one with trumps sold, a rospis and misère."""
    found = {f"{variant}-{seats}": games()[variant, seats] for variant, seats in TABLES}
    text = (EXAMPLES / "russian-12.king").read_text("utf-8")
    sold = read_king(text, "russian-12.king", variant_files.open_rules, resources.words()).game
    assert sold is not None
    return {**found, "russian-12": sold}


def blank_of(played: Game, layout: str, language: Language) -> bytes:
    return render(blank(played.rules, (), resources.template(layout, played.rules.variant), language), "xlsx").content


def sheets() -> list[tuple[str, Game, str, Language]]:
    """Every evening on each layout that fits it, the languages in turn."""
    listed = [(name, played, layout) for name, played in evenings().items() for layout in fitting_layouts(played.rules)]
    return [
        (f"{name}-{layout}.xlsx", played, layout, resources.language(LANGUAGES[at % 3]))
        for at, (name, played, layout) in enumerate(listed)
    ]


def told(played: Game, deal: Deal) -> tuple[object, ...]:
    """What a sheet keeps of a deal beside its points."""
    return (deal.contract, deal.trump, deal.form or "suit", deal.bid, deal.titles)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workbooks of all evenings, filled and saved by LibreOffice in one run."""
    folder = tmp_path_factory.mktemp("evenings")
    files = {}
    for name, played, layout, language in sheets():
        content = blank_of(played, layout, language)
        files[name] = (content, entries(content, played, language))
    for name, content in typed(files, new_profile(tmp_path_factory.mktemp("office")), folder).items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.system
def test_the_same_game_comes_back(kept: Path) -> None:
    """Who sat and dealt, each deal with its trump, sale, bid, titles and points; the checker finds nothing."""
    for name, played, _, _ in sheets():
        back = read_sheet((kept / name).read_bytes())
        assert (name, back.findings) == (name, ())
        assert back.game is not None
        assert (name, back.game.players, back.game.dealer) == (name, played.players, played.dealer)
        assert (name, [told(back.game, d) for d in back.game.deals]) == (name, [told(played, d) for d in played.deals])
        assert score(back.game) == score(played)
        assert (name, [f for f in check_game(back.game).findings if f.severity == "error"]) == (name, [])


@pytest.mark.system
def test_the_workbook_itself_came_to_the_same_totals(kept: Path) -> None:
    for name, played, _, _ in sheets():
        page = book((kept / name).read_bytes()).worksheets[-2]
        shown = [[c.value for c in row if isinstance(c.value, int | float)] for row in page.iter_rows()]
        totals = list(score(played).totals or ())
        assert (name, [row for row in shown if row[: len(totals)] == totals]) != (name, [])


@pytest.mark.system
def test_import_takes_the_evening_in(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scorer = Scorer(capsys)
    said = scorer.fine(["import", str(kept / "bidding-king-4-grid.xlsx"), "--json"]).document
    name = said["games"][0]["game"]
    document = json.loads(scorer.fine(["--game", name, "export", "--to", "json"]).out)
    assert document["deals"][0]["bid"].keys() == {"bidder", "points", "suit"}

"""The games in ``examples/`` are complete, faultless, and what their comments and the demo say of them is true."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kingscore.checks import check_game
from kingscore.model.game import Game
from kingscore.notation.codec import write_document
from kingscore.notation.document import read_document
from kingscore.notation.king import read_king, write_king
from kingscore.storage import resources, variant_files

EXAMPLES = Path(__file__).parents[1] / "examples"
TOTALS: Mapping[str, tuple[int, ...]] = {
    "bidding-king.json": (-69, -66, -62, -77),
    "lithuanian-declared-3.king": (-5, 29, -35, 11),
    "lithuanian.king": (13, -19, 16, -10),
    "russian-12.king": (-15, -16, 47, -16),
    "self-teacher.json": (10, -15, 11, 18),
}


def read(name: str, text: str) -> Game:
    if name.endswith(".king"):
        reading = read_king(text, name, variant_files.open_rules, resources.words())
    else:
        reading = read_document(text, name, variant_files.open_rules)
    assert reading.findings == ()
    assert reading.game is not None
    return reading.game


def test_every_example_is_known() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir() if path.suffix in (".king", ".json")) == sorted(TOTALS)


@pytest.mark.parametrize("name", TOTALS)
def test_an_example_has_nothing_to_find(name: str) -> None:
    report = check_game(read(name, (EXAMPLES / name).read_text("utf-8")))
    assert report.findings == ()
    assert (report.totals, report.complete) == (TOTALS[name], True)


@pytest.mark.parametrize("name", TOTALS)
def test_an_example_comes_back_from_both_forms(name: str) -> None:
    game = read(name, (EXAMPLES / name).read_text("utf-8"))
    assert read("again.king", write_king(game)) == game
    assert read("again.json", write_document(game)) == game


def test_the_examples_show_what_is_rare() -> None:
    """A sale, a rospis, misère, a sitter-out, a sweep or a doubling, a bid, a note."""
    games = [read(name, (EXAMPLES / name).read_text("utf-8")) for name in TOTALS]
    deals = [deal for game in games for deal in game.deals]
    assert {"rospis", "misere"} <= {deal.form for deal in deals}
    assert any(deal.bid is not None and deal.bid.tricks for deal in deals)
    assert any(deal.bid is not None and deal.bid.suit for deal in deals)
    assert any(None in row for deal in deals for _, row in deal.counts or ())
    assert any(deal.note for deal in deals)

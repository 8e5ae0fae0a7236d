"""Every class of mistake planted in legal games: none that can be seen passes, nothing that is true is faulted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from kingscore.model.game import Game
from tests.mistakes import PLANTERS
from tests.trials import clean, games, trial

ENOUGH = 12


@cache
def some_games() -> tuple[tuple[Game, Random], ...]:
    return tuple(games(520, 5))


def test_a_legal_game_is_clean_however_it_is_kept() -> None:
    found: Counter[str] = Counter()
    for game, _ in some_games()[:130]:
        found.update(clean(game))
    assert found["planted"] == 130
    assert found["false"] == 0


@pytest.mark.parametrize("kind", PLANTERS)
def test_a_mistake_is_found_where_it_can_be(kind: str) -> None:
    """And a slip of one entry has the truth among the first three repairs where fewer than four are equally likely."""
    out: Counter[str] = Counter()
    for game, _ in some_games():
        out.update(trial(kind, game, Random(f"{kind} {len(out)} {out['planted']}")))
        if out["planted"] == ENOUGH:
            break
    assert out["planted"] > 0
    assert out["found"] == out["seen"]
    assert out["false"] == 0
    assert out["lost"] == 0

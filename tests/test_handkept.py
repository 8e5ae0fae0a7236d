"""Tables kept by hand are read as people write them, whoever wrote them, and come to the same points."""

from __future__ import annotations

from dataclasses import replace as replace_hand
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore.frozen import replace
from kingscore.game import Game
from kingscore.table.files import Asked, Checked, check_file
from tests import tables
from tests.handwriting import Hand, as_csv, as_xlsx, rows

#: Names that the code page of their language has.
NAMES = {
    "ru": ("Аня", "Пётр", "Елена Сергеевна", "Юля", "Щукин", "Игорь"),
    "lt": ("Rūta", "Žydrūnas", "Ąžuolas Kęstutis", "Šarūnė", "Ieva", "Jonas"),
}
CASES = {case["id"]: case for case in tables.lines("true")}


@cache
def played(case_id: str) -> Game:
    return tables.game(CASES[case_id]["game"])


def checked(content: bytes, file: str, folder: Any, asked: Asked) -> Checked:
    path = folder / file
    path.write_bytes(content)
    return check_file(str(path), lambda most: b"", asked)


def asked_of(game: Game) -> Asked:
    return Asked(game.rules.variant, game.rules.options)


def told(found: Checked) -> list[tuple[str, int | None, str]]:
    return [(one.code, one.deal, one.how) for one in found.findings if one.severity != "hint"]


def points(found: Checked) -> list[list[int] | None]:
    assert found.report is not None
    return [None if row is None else list(row) for row in found.report.points]


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Any hand that leaves a table readable: running totals alone need no sums, a missing name no other signs."""
    running = draw(st.integers(0, 4)) == 0
    language = draw(st.sampled_from(("en", "ru", "lt")))
    encodings = {"ru": ("utf-8", "utf-8-sig", "utf-16", "cp1251"), "lt": ("utf-8", "utf-8-sig", "utf-16", "cp1257")}
    delimiter = draw(st.sampled_from((";", ",", "\t")))
    decimals = draw(st.sampled_from(("", "", ",0", ".0", ",00")))
    encoding = draw(st.sampled_from(encodings.get(language, ("utf-8", "utf-16-le", "utf-8-sig"))))
    signs = ("-", "\N{EN DASH}") if encoding.startswith("cp") else ("-", "\N{MINUS SIGN}", "\N{EN DASH}")
    return Hand(
        language=language,
        names=draw(st.sampled_from(("full", "numbered", "beside"))),
        turned=draw(st.booleans()),
        bare=not running and draw(st.booleans()),
        running=running,
        sums="none" if running else draw(st.sampled_from(("none", "total", "phases", "each", "column"))),
        columns=draw(st.sampled_from(((), (), ("dealer",), ("declarer", "dealer"), ("check",)))),
        minus=draw(st.sampled_from(signs)),
        plus=draw(st.booleans()),
        decimals=decimals,
        nought="0" if running else draw(st.sampled_from(("0", "0", "-", ""))),
        title=draw(st.booleans()),
        notes=draw(st.booleans()),
        blank_every=draw(st.sampled_from((0, 0, 3))),
        delimiter=delimiter,
        encoding=encoding,
        quoted=draw(st.booleans()),
        as_text=draw(st.booleans()),
    )


@settings(max_examples=150, deadline=None)
@given(case_id=st.sampled_from(sorted(CASES)), hand=hands(), book=st.booleans(), at=st.integers(0, 3))
def test_any_hand_comes_to_the_same_points(
    tmp_path_factory: pytest.TempPathFactory, case_id: str, hand: Hand, book: bool, at: int
) -> None:
    game, true = played(case_id), CASES[case_id]["points"]
    if hand.encoding.startswith("cp"):
        game = replace(game, players=NAMES[hand.language][: len(game.players)])
    if game.rules.variant == "korol":  # its first deal gives nothing, so that an empty row would be all of it
        hand = replace_hand(hand, nought="0")
    table = rows(game, true, hand)
    content = as_xlsx(table, at, at) if book else as_csv(table, hand)
    found = checked(content, "t.xlsx" if book else "t.csv", tmp_path_factory.getbasetemp(), asked_of(game))
    assert told(found) == []
    assert points(found) == true

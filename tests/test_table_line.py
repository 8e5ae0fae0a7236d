"""One line of the words that a shell hands over: what was one word there stays one."""

from __future__ import annotations

import unicodedata

import pytest

from kingscore.app.said import line_of, quoted
from kingscore.model.game import Game
from kingscore.notation import read_deal
from kingscore.storage import resources, variant_files

PLAYERS = ("Anna Maria", "Jonas", "Вера, мл.", "Maria Anna")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["no-king", "Anna Maria"], 'no-king "Anna Maria"'),
        (["no-king", "anna maria"], 'no-king "anna maria"'),
        (["no-king", "Jonas"], "no-king Jonas"),
        (["no-king", '"Anna Maria"'], 'no-king "Anna Maria"'),
        (["no-king", "Вера, мл."], 'no-king "Вера, мл."'),
        (
            ["no-king", unicodedata.normalize("NFD", "Вера, мл.")],
            f'no-king "{unicodedata.normalize("NFD", "Вера, мл.")}"',
        ),
        (["no-tricks 2 3 1 2"], "no-tricks 2 3 1 2"),
        (["no-tricks", "2 3 1 2"], "no-tricks 2 3 1 2"),
        (["No tricks", "2", "3", "1", "2"], "No tricks 2 3 1 2"),
        (["no-last-two", "Anna Maria", "Maria Anna"], 'no-last-two "Anna Maria" "Maria Anna"'),
        (["no-king", "Jonas", "note", "a lie, all said"], 'no-king Jonas note "a lie, all said"'),
        (["trumps", "by", "note", "spades:", "3", "2", "2", "1"], "trumps by note spades: 3 2 2 1"),
        (["trumps", "by", "Jonas", "note", "late", "3", "2"], 'trumps by Jonas note "late" 3 2'),
        (["no-king", "Jonas", "заметка", 'he said "no"'], 'no-king Jonas заметка "he said ""no"""'),
    ],
)
def test_words_become_the_line_that_was_meant(words: list[str], line: str) -> None:
    assert line_of(words, PLAYERS, resources.words()) == line


def test_what_is_quoted_stays_as_it_is() -> None:
    assert quoted('"two words"') == '"two words"'


@pytest.mark.parametrize("name", PLAYERS)
def test_a_name_of_the_shell_is_that_player(name: str) -> None:
    game = Game(variant_files.variant("lithuanian").rules(4), PLAYERS, 3)
    deal = read_deal(line_of(["no-king", name], PLAYERS, resources.words()), game, 5, resources.words())
    assert deal.row("king-of-hearts") == tuple(int(player == name) for player in PLAYERS)

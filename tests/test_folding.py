"""What is read quickly because it is plain is read as everything else: folded texts, rows of numbers."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscore.model.findings import Refused
from kingscore.model.folding import exact, folded, loose
from kingscore.model.game import Game
from kingscore.notation import read_deal
from kingscore.notation.scan import RowEntry, Scan
from kingscore.storage import resources, variant_files

GRAMMAR = resources.words()

#: Letters that fold one to one, to several, to none, and only together with what stands before them.
LETTERS = 'aB9ßŁłИйёЁąŽǰΐﬃİıK½ \t\u00a0,:"-−\u0301\u0306\u0323\u200b\u1100\u1161\u11a8각👑'
TEXTS = st.text(st.sampled_from(LETTERS) | st.characters(codec="utf-8"), max_size=12)

GAME = Game(variant_files.variant("lithuanian").rules(), ("Ona", "Jonas", "Rasa", "Vytas"), 3)


def pieces(text: str) -> list[tuple[int, str]]:
    """Each character with the marks, or the later parts of a Hangul syllable, that stand after it."""
    out: list[tuple[int, str]] = []
    for column, character in enumerate(text):
        if out and (unicodedata.combining(character) or "\u1160" <= character <= "\u11ff"):
            out[-1] = (out[-1][0], out[-1][1] + character)
        else:
            out.append((column, character))
    return out


@pytest.mark.parametrize("fold", [exact, loose])
@given(text=TEXTS)
def test_a_text_folds_as_its_pieces_do(fold: Callable[[str], str], text: str) -> None:
    expected, starts = "", list[int]()
    for column, piece in pieces(text):
        new = fold(piece)
        if not (fold is loose and new == " " and expected.endswith(" ")):
            expected, starts = expected + new, [*starts, *[column] * len(new)]
    found = folded(text, fold)
    assert (found.text, list(found.starts)) == (expected, [*starts, len(text)])


def one_by_one(row: str) -> tuple[RowEntry, ...] | None:
    """The numbers of a row read as any entry is; None where one is none."""
    scan, out = Scan(row, (), GRAMMAR), list[RowEntry]()
    while not scan.done:
        try:
            entry = scan.entry({})
        except Refused:
            return None
        if entry is None:
            return None
        out.append(entry)
    return tuple(out)


WORDS = st.sampled_from(
    ["0", "12", "007", "-3", "+4", "−5", "–6", "123456789", "1234567890", "3.0", "1_0", "٣", "--1", "x"]
)


@given(row=st.lists(WORDS, max_size=5).map(" ".join), after=st.sampled_from(["", " ", "  ", "\t"]))
def test_a_row_of_plain_numbers_is_what_its_entries_are(row: str, after: str) -> None:
    scan = Scan(row + after, (), GRAMMAR)
    found = scan.numbers()
    assert (found, scan.at) == ((one_by_one(row), len(row)) if found else ((), 0))


@pytest.mark.parametrize(("row", "values"), [("2 3 1 2", [2, 3, 1, 2]), ("-4 0 +8 −12", [-4, 0, 8, -12]), ("7", [7])])
def test_a_row_of_plain_numbers_is_read_at_once(row: str, values: list[int]) -> None:
    for line in (row, f"{row}, hearts 2 3 1 2"):
        assert [entry.value for entry in Scan(line, (), GRAMMAR).numbers()] == values


@pytest.mark.parametrize("word", ["1234567890", "3.0", "1_0", "٣", "1e3"])
def test_what_is_no_number_is_no_entry_of_a_row(word: str) -> None:
    with pytest.raises(Refused, match=r"L10[67]"):
        Scan(word, (), GRAMMAR).entry({})


@pytest.mark.parametrize("row", ["2 3 1 2", "2, 3, 1, 2", "2 ,3 1 2", "2  3 1 2", " 2 3 1 2 ,", "2 3 1 _"])
def test_commas_and_spaces_between_numbers_do_no_harm(row: str) -> None:
    assert read_deal(f"no-tricks {row}", GAME, 1, resources.words()).counts == (("tricks", (2, 3, 1, 2)),)


def test_a_comma_inside_a_number_is_told() -> None:
    with pytest.raises(Refused, match="L106"):
        read_deal("no-tricks 2 3,1 2", GAME, 1, resources.words())


def test_no_word_of_the_grammar_begins_with_a_digit() -> None:
    """A clause is not looked for where a digit stands."""
    words = resources.words()
    for known in (words.clauses, words.forms, words.suits, words.letters, words.titles):
        assert [name for name in known if name[:1].isdigit()] == []

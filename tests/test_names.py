"""Names of players: which are taken, which are refused and why, and whom a text means."""

from __future__ import annotations

import pytest

from kingscore.model.findings import CODES
from kingscore.notation import names_refused
from kingscore.notation.names import names_remarked, seat_of
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES

TAKEN = (
    "16", "--help", "=1+1", "[/red]", "A&B", "<Ann>", "no-king", "by", "x", "_", "-5", "👩‍🦰 Ona", "@x", "#N/A",
    "O'Neil & Co", "שלום", "Александра-Виктория Константинопольская", "Žydrūnė Šiaučiūnaitė", "F", "f", "Ė",
    "a\u200bb", '"', "A, B", "В",
)  # fmt: skip

REFUSED: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("N801", ("Ona", "", "Rasa", "Vytas"), 1),
    ("N801", ("Ona", "Jonas", " \u200b\u200d ", "Vytas"), 2),
    ("N802", ("Ona", "Jo\nnas", "Rasa", "Vytas"), 1),
    ("N802", ("Ona", "Jo\x1b[31mnas", "Rasa", "Vytas"), 1),
    ("N802", ("Ona", "Jonas", "Rasa", "\ud800"), 3),
    ("N802", ("Ona", "Jonas", "Rasa", "a\u202eb"), 3),
    ("N803", ("Ona", "Jonas", "ONA", "Vytas"), 2),
    ("N803", ("Вера", "Jonas", "Rasa", "Ве\u0440а\u0301"), 3),
    ("N803", ("Zydre", "Žydrė", "Rasa", "Vytas"), 1),
    ("N803", ("Ona", "O\u200bna", "Rasa", "Vytas"), 1),
    ("N803", ("Straße", "STRASSE", "Rasa", "Vytas"), 1),
    ("N803", ("Łucja", "lucja", "Rasa", "Vytas"), 1),
    ("N803", ("Ona", "Jonas", "\u041en\u0430", "Vytas"), 2),
    ("N803", ("R\u0430sa", "Jonas", "Rasa", "Vytas"), 0),
    ("N803", ("Вера", "Олег", "B\u0435\u0440\u0430", "Пётр"), 2),
    ("N803", ("Вера", "Оля", "Oля", "Пётр"), 2),
    ("N803", ("Ona", "Jonas", "Rasa", "\u039fNA"), 3),
    ("N804", ("Ona", "A", "Rasa", "Vytas"), 1),
    ("N804", ("d", "Jonas", "Rasa", "Vytas"), 0),
)


@pytest.mark.parametrize("name", TAKEN)
def test_odd_names_are_taken(name: str) -> None:
    assert names_refused((name, "Ona Marija", "Rasa", "Vytas")) == ()


def test_the_letter_of_one_s_own_seat_is_taken() -> None:
    assert names_refused(("A", "b", "C", "D")) == ()


@pytest.mark.parametrize(
    "players",
    [
        ("Сара", "Capa", "Rasa", "Vytas"),  # two whole words of two alphabets: nobody’s slip
        ("Оля S.", "Оля K.", "Оля С.", "Vytas"),
        ("\u041en\u0430", "Jonas", "Rasa", "Vytas"),
        ("В", "Ona", "Rasa", "Vytas"),
    ],
)
def test_alphabets_may_stand_beside_each_other_where_nobody_is_mistaken(players: tuple[str, ...]) -> None:
    assert [one for one in names_refused(players) if one.how == "letters"] == []


def test_the_letters_that_look_like_others_are_named() -> None:
    (found,) = names_refused(("Ona", "R\u0430sa", "Rasa", "Vytas"))
    assert (found.how, found.seat, dict(found.values)["found"]) == ("letters", 1, ("\u0430",))
    (found,) = names_refused(("Ona", "Jonas", "Rasa", "\u041en\u0430"))
    assert dict(found.values)["found"] == ("\u041e", "\u0430")
    (found,) = names_refused(("Вера", "\u0412e\u0440a", "Rasa", "Vytas"))
    assert dict(found.values)["found"] == ("e", "a")


@pytest.mark.parametrize(("code", "players", "seat"), REFUSED)
def test_names_that_would_be_mistaken_are_refused(code: str, players: tuple[str, ...], seat: int) -> None:
    found = names_refused(players)
    assert [(one.code, one.seat) for one in found] == [(code, seat)]


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = names_refused(("", "A", "Ona", "ona"))
    assert [(one.code, one.seat) for one in found] == [("N801", 0), ("N804", 1), ("N803", 3)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_name_can_be_said(language: str) -> None:
    spoken = resources.language(language)
    for code, players, _ in REFUSED:
        found = names_refused(players)[0]
        assert "{" not in spoken.say(f"names.{code}.message", **dict(found.values))
    refusals = {code for code, one in CODES.items() if code[0] == "N" and one.severity == "error"}
    assert refusals == {code for code, *_ in REFUSED}


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("ona", (0,)),
        ("ONA MARIJA", (1,)),
        ("A", (0,)),
        ("d", (3,)),
        ("E", ()),
        ("zyd", (2,)),
        ("Žydrė", (2,)),
        ("on", (0, 1)),
        ("", ()),
        ("Nobody", ()),
        ("С", ()),
    ],
)
def test_a_text_means_the_exact_name_then_a_letter_then_what_begins_so(text: str, seats: tuple[int, ...]) -> None:
    assert seat_of(text, ("Ona", "Ona Marija", "Žydrė", "Vytas")) == seats


def test_a_letter_in_quotes_is_a_name() -> None:
    assert seat_of("D", ("Ona", "Dana", "Rasa", "Vytas"), letters=False) == (1,)


@pytest.mark.parametrize(
    ("names", "alike"),
    [
        (("Вера", "Bepa", "Rasa", "Vytas"), [("Bepa", "Вера")]),
        (("Ona", "Ｏna", "Rasa", "Vytas"), [("Ｏna", "Ona")]),
        (("Ona", "Jonas", "Rasa", "Vytas"), []),
        (("Вера", "Вера П.", "Bera", "Rasa"), []),
        (("Ona", "ona", "Rasa", "Vytas"), []),  # refused, so that nothing need be remarked
    ],
)
def test_names_that_look_alike_at_one_table_are_remarked(names: tuple[str, ...], alike: list[tuple[str, str]]) -> None:
    found = names_remarked(names)
    assert {one.severity for one in found} <= {"warning"}
    assert [(dict(one.values)["name"], dict(one.values)["other"]) for one in found] == alike

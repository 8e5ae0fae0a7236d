"""Comparing two variants, recognising one, and beginning one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscore.app import rules
from kingscore.model.findings import Refused
from kingscore.rulebook import Book, identify, open_book
from kingscore.rulebook.pages import differences
from kingscore.scoring.score import score
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant import Variant
from tests.generator import legal_game

VARIANTS = tuple(variant_files.variant(variant) for variant in variant_files.variant_ids())


def book(variant: str, language: str = "en", table: int | None = None, **options: str) -> Book:
    return open_book(variant_files.variant(variant), table, options, resources.language(language))


def told(first: Book, second: Book) -> dict[str, tuple[str, str]]:
    return {row.key: (row.first, row.second) for topic in differences(first, second) for row in topic.rows}


# --- compare


@pytest.mark.parametrize("variant", variant_files.variant_ids())
def test_a_variant_does_not_differ_from_itself(variant: str) -> None:
    """The same variant at the same table has no difference."""
    assert differences(book(variant), book(variant)) == ()


def test_only_what_differs_is_told() -> None:
    """The Lithuanian and the Russian game: jacks, domino, the last card, who may lead trumps; not the deck."""
    found = told(book("lithuanian"), book("russian-8"))
    assert found["deals.no-jacks"] == ("", "No jacks: each jack −4. In all −16.")
    assert found["deals.domino"][1] == ""
    lead = "Only the declarer may lead trumps; the others may when they hold nothing else."
    assert found["trumps.lead"] == ("", lead)
    assert found["end.deals"] == ("The game is over after 12 deals.", "The game is over after 15 deals.")
    for same in ("deck", "dealing.hand", "play.trumping", "deals.no-tricks", "end.win", "money.balance"):
        assert same not in found


def test_comparing_the_other_way_round_says_the_same() -> None:
    """Difference is symmetric, for every pair of neighbours in the list."""
    for one, two in zip(variant_files.variant_ids(), variant_files.variant_ids()[1:], strict=False):
        there = told(book(one), book(two))
        assert {key: (b, a) for key, (a, b) in told(book(two), book(one)).items()} == there


def test_options_and_tables_of_one_variant_can_be_compared() -> None:
    """What an option changes, what another number of players changes."""
    assert told(book("lithuanian"), book("lithuanian", finish="short"))["deals.no-all"][1] == ""
    three = told(book("simple"), book("simple", table=3))
    assert three["deals.no-queens"][1] == "No queens: each queen −5. In all −20."
    assert three["dealing.hand"] == ("Each player gets 8 cards.", "Each player gets 10 cards.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_keeps_to_its_language(language: str) -> None:
    """Each topic has its title, each row a text on one side at least, and both differ."""
    found = differences(book("czech", language), book("self-teacher", language))
    titles = {key: text for key, text in resources.texts(language, "rules").items() if key.startswith("topic.")}
    assert found
    for topic in found:
        assert topic.title == titles[f"topic.{topic.topic}"]
        assert all(row.first != row.second for row in topic.rows)


# --- identify


def ids(asked: Sequence[str]) -> list[tuple[str, int, identify.How]]:
    return [(match.variant, match.players, match.how) for match in identify.identify(asked, VARIANTS, most=99)]


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("totals", "first"),
    [
        ("-16 -16 -16 -16 -16 -16 -96 24 24 24 24 96", ("lithuanian", 4, "complete")),
        ("−20 −20 −20 −20 −24 −16 40 40 40", ("russian-3", 3, "complete")),
        ("-260 -260 -240 -240 -150 -150 -1300 325 325 325 325 1300", ("polish", 4, "complete")),
        ("-255 -260", ("polish", 3, "begun")),
        ("-8 -16 8", ("self-teacher", 4, "begun")),
        ("-124, -124", ("joker-king", 4, "open")),
        ("80 -40 80", ("lithuanian-declared-3", 3, "declared")),
        ("0 9", ("korol", 4, "complete")),
    ],
)
def test_totals_name_their_variant_first(totals: str, first: tuple[str, int, identify.How]) -> None:
    """Deal totals, whole games and beginnings, with any minus and with commas."""
    assert ids(words(totals))[0] == first


def test_options_that_have_to_be_chosen_are_named() -> None:
    """Eight trump deals in the Lithuanian game need an option; the variants that have them anyhow come first."""
    found = identify.identify(words("-16 -16 -16 -16 -16 -16 -96 24 24 24 24 24 24 24 24"), VARIANTS)
    assert [(match.variant, match.options) for match in found] == [
        ("payback-8", ()),
        ("russian-8", ()),
        ("lithuanian", (("finish", "trumps"),)),
    ]


def test_penalties_without_a_minus_are_understood() -> None:
    """A Lithuanian sheet has no minus; that reading is said and comes after one with signs."""
    found = identify.identify(words("16 16 16 16 16 16 96 24 24 24 24 96"), VARIANTS)
    assert found[0].variant == "lithuanian"
    assert found[0].unsigned
    assert "without a minus" in identify.reason(found[0], resources.language("en"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["tricks", "jacks", "queens", "hearts"], ("simple", 4, "begun")),
        (["взятки, черви, мальчики, девочки, две последние"], ("russian-12", 4, "begun")),
        (["no-tricks", "no-hearts", "no-jacks", "no-king", "hundred", "left-last"], ("czech", 4, "complete")),
        (["Šimtas", "Neimti Kingo"], ("czech", 4, "any-order")),
    ],
)
def test_names_of_deals_are_recognised_in_any_language(
    names: list[str], expected: tuple[str, int, identify.How]
) -> None:
    """A list of deals, as words or with commas."""
    assert expected in ids(names)


def test_a_slip_is_named_where_nothing_fits() -> None:
    """One wrong total in a whole game: the variant is still found, with the deal and what it should be."""
    found = identify.identify(words("-16 -16 -15 -16 -16 -16 -96 24 24 24 24 96"), VARIANTS)
    best = found[0]
    assert (best.variant, best.how) == ("lithuanian", "near")
    assert best.misses == (identify.Miss(3, "−15", "−16"),)
    assert identify.reason(best, resources.language("en")) == "1 deal does not fit: deal 3, −15 instead of −16."


def test_what_cannot_be_read_is_refused_and_what_fits_nothing_is_said() -> None:
    """Words mixed with numbers, nothing at all; and totals of no game."""
    for asked in ([], [""], ["-16", "hearts"], [" , "]):
        with pytest.raises(Refused) as refused:
            identify.identify(asked, VARIANTS)
        assert [(f.code, refused.value.status) for f in refused.value.findings] == [("V318", 2)]
    assert identify.identify(words("12345 54321"), VARIANTS) == ()


def test_a_name_that_no_variant_knows_is_told() -> None:
    for asked, strange in ((["foo"], ("foo",)), (["no-tricks", "bar"], ("bar",)), (["baz, no-king"], ("baz",))):
        with pytest.raises(Refused) as refused:
            identify.identify(asked, VARIANTS)
        assert [(f.code, f.how, dict(f.values)["found"]) for f in refused.value.findings] == [("V318", "name", strange)]
    assert identify.identify(["no-king-of-hearts", "karalius"], VARIANTS)


def test_where_totals_are_open_they_still_keep_their_step() -> None:
    """No deal of a game in which everything is worth an even number comes to 1 or 3."""
    assert not [m for m in identify.identify(words("1 2 3"), VARIANTS, most=99) if m.variant == "domino-king"]
    assert [m for m in identify.identify(words("-12 -16"), VARIANTS, most=99) if m.variant == "domino-king"]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_every_legal_game_is_recognised(variant: Variant, seed: int) -> None:
    """The deal totals of any game of a variant name that variant among those that fit."""
    table = Random(seed).choice(variant.tables)
    chosen = Random(seed).choice(list(variant.choices(table)))
    game = legal_game(variant.rules(table, chosen), Random(seed))
    totals = [str(sum(line.points or ())) for line in score(game).lines]
    found = identify.identify(totals, VARIANTS, most=99)
    assert variant.id in {match.variant for match in found if match.how != "near"}


# --- one's own


def test_a_variant_of_ones_own_is_begun_shown_and_checked(nobodys_games: Path) -> None:
    """A new file plays like the one it builds on, is found by its id, and shows what can be changed."""
    path = rules.new_variant("our-king", "lithuanian")
    assert nobodys_games in path.parents
    assert rules.variant_faults(str(path)) == rules.variant_faults("our-king") == ()
    assert variant_files.own_variant_ids() == ("our-king",)
    ours = variant_files.variant("our-king").rules()
    assert (ours.variant, ours.deals, ours.total) == ("our-king", 12, 0)
    assert rules.variant_text("our-king") == path.read_text("utf-8")
    assert "# values = {queens = -4}" in path.read_text("utf-8")


@pytest.mark.parametrize("base", variant_files.variant_ids())
def test_a_file_begun_from_any_variant_has_no_fault(base: str, nobodys_games: Path) -> None:
    """Names with quotes, open ends, tables and options: what is written can be read again and plays as the base."""
    path = rules.new_variant(f"my-{base}", base)
    assert rules.variant_faults(str(path)) == ()
    tables = variant_files.variant(base).tables
    assert variant_files.variant(f"my-{base}").tables == tables


def test_an_id_that_is_taken_or_cannot_be_one_is_refused(nobodys_games: Path) -> None:
    """A shipped id, a file that is there, capitals, spaces, paths."""
    for name, code in (
        ("lithuanian", "V315"),
        ("Our King", "V316"),
        ("../up", "V316"),
        ("-a", "V316"),
        ("a--b", "V316"),
        ("", "V316"),
        ("кинг", "V316"),
        ("a" * 61, "V316"),
    ):
        with pytest.raises(Refused) as refused:
            rules.new_variant(name, "lithuanian")
        assert [f.code for f in refused.value.findings] == [code], name
    first = rules.new_variant("twice", "lithuanian").read_text("utf-8")
    with pytest.raises(Refused) as refused:
        rules.new_variant("twice", "simple")
    assert [f.code for f in refused.value.findings] == ["V315"]
    assert rules.variant_text("twice") == first
    with pytest.raises(Refused) as refused:
        rules.new_variant("of-nothing", "nothing")
    assert [f.code for f in refused.value.findings] == ["V301"]


def test_a_folder_that_cannot_be_written_is_told(nobodys_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file where the folder should be: status 3, no traceback."""
    blocked = nobodys_games / "blocked"
    blocked.write_text("", "utf-8")
    monkeypatch.setattr(variant_files, "own_variants", lambda: blocked / "variants")
    with pytest.raises(Refused) as refused:
        rules.new_variant("ours", "lithuanian")
    assert [(f.code, refused.value.status) for f in refused.value.findings] == [("V314", 3)]


def test_checking_a_file_raises_nothing(tmp_path: Path) -> None:
    """Broken, missing and binary files are findings like any other."""
    (tmp_path / "broken.toml").write_text("id = ", "utf-8")
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "empty.toml").write_text("", "utf-8")
    assert [f.code for f in rules.variant_faults(str(tmp_path / "broken.toml"))] == ["V302"]
    assert [f.code for f in rules.variant_faults(str(tmp_path / "binary.toml"))] == ["V302"]
    assert [f.code for f in rules.variant_faults(str(tmp_path / "missing.toml"))] == ["V314"]
    assert {f.code for f in rules.variant_faults(str(tmp_path / "empty.toml"))} == {"V305"}

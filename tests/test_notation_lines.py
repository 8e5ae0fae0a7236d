"""A deal's line: everything that players may say, what it means, and what is refused, with the columns it points at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from kingscore.model.findings import CODES, Finding, Refused
from kingscore.model.game import Bid, Deal, Game
from kingscore.notation import read_deal, read_int, write_deal
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES

WORDS = resources.words()
FOUR = ("Ona", "Jonas", "Rasa", "Vytas")


@cache
def table(variant: str, players: tuple[str, ...] = FOUR, options: tuple[tuple[str, str], ...] = ()) -> Game:
    """A game just begun; the last seat deals first."""
    return Game(variant_files.open_rules(variant, len(players), dict(options)), players, len(players) - 1)


def read(line: str, game: Game | None = None, number: int = 1) -> Deal:
    return read_deal(line, game or table("lithuanian"), number, WORDS)


def tricks(*row: int | None) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
    return (("tricks", row),)


def refused(line: str, game: Game | None = None, number: int = 1) -> Finding:
    with pytest.raises(Refused) as caught:
        read(line, game, number)
    assert len(caught.value.findings) == 1
    return caught.value.findings[0]


ALL = (
    ("tricks", (2, 3, 1, 2)),
    ("hearts", (0, 1, 4, 3)),
    ("jacks-and-kings", (1, 3, 2, 2)),
    ("queens", (1, 1, 0, 2)),
    ("king-of-hearts", (0, 0, 1, 0)),
    ("last-two", (1, 0, 0, 1)),
)


@pytest.mark.parametrize(
    ("line", "deal"),
    [
        ("no-tricks      2 3 1 2", Deal("no-tricks", counts=tricks(2, 3, 1, 2))),
        ("no-tricks      2 3 1 _", Deal("no-tricks", counts=tricks(2, 3, 1, 2))),
        ("no-tricks: _ 3 1 2", Deal("no-tricks", counts=tricks(2, 3, 1, 2))),
        ("no-hearts      -0 -16 -0 -0", Deal("no-hearts", points=(0, -16, 0, 0))),
        ("no-hearts      −0 –16 0 0", Deal("no-hearts", points=(0, -16, 0, 0))),
        ("no-hearts      0 -4 _ 0", Deal("no-hearts", points=(0, -4, -12, 0))),
        ("no-king        Rasa", Deal("no-king", counts=(("king-of-hearts", (0, 0, 1, 0)),))),
        ("no-king: C", Deal("no-king", counts=(("king-of-hearts", (0, 0, 1, 0)),))),
        ("no-last-two    Ona Vytas", Deal("no-last-two", counts=(("last-two", (1, 0, 0, 1)),))),
        ("no-last-two    Ona Ona", Deal("no-last-two", counts=(("last-two", (2, 0, 0, 0)),))),
        ("no-last-two    1 0 0 1", Deal("no-last-two", counts=(("last-two", (1, 0, 0, 1)),))),
        (
            "no-all tricks 2 3 1 2, hearts 0 1 4 3, jacks-and-kings 1 3 2 2, queens 1 1 0 2, king Rasa, last-two Ona D",
            Deal("no-all", counts=ALL),
        ),
        (
            "kordebaletas last two Ona Vytas kingas Rasa дамы 1 1 0 _ tricks 2 3 1 2 men 1 3 2 2 черви 0 1 4 3",
            Deal("no-all", counts=ALL),
        ),
        ("no-all         -18 -18 -30 -30", Deal("no-all", points=(-18, -18, -30, -30))),
        ("trumps by Ona spades: 3 2 2 1", Deal("trumps", 0, trump="spades", counts=tricks(3, 2, 2, 1))),
        ("trumps by Ona D 3 2 2 1", Deal("trumps", 0, trump="diamonds", counts=tricks(3, 2, 2, 1))),
        ("trumps D by Ona 3 2 2 1", Deal("trumps", 0, trump="diamonds", counts=tricks(3, 2, 2, 1))),
        ("trumps by D 3 2 2 1", Deal("trumps", 3, counts=tricks(3, 2, 2, 1))),
        ("trumps ♣ 3 2 2 1", Deal("trumps", 0, trump="clubs", counts=tricks(3, 2, 2, 1))),
        ("trumps 3 2 2 1", Deal("trumps", 0, counts=tricks(3, 2, 2, 1))),
        ("no-queens by Ona foul Ona", Deal("no-queens", 0, foul=0)),
        ("no-king by Ona D", Deal("no-king", 0, counts=(("king-of-hearts", (0, 0, 0, 1)),))),
        ("domino Rasa Ona Vytas Jonas", Deal("domino", places=(2, 4, 1, 3))),
        ("domino Rasa Ona Vytas", Deal("domino", places=(2, 4, 1, 3))),
        ("domino 2 4 1 3", Deal("domino", places=(2, 4, 1, 3))),
        ("domino 2 _ 1 3", Deal("domino", places=(2, 4, 1, 3))),
        ("domino +36 0 +48 +12", Deal("domino", points=(36, 0, 48, 12))),
        ("2 3 1 2", Deal("no-tricks", counts=tricks(2, 3, 1, 2))),
        (
            'no-tricks 2 3 1 2 note "late, ""tired"""',
            Deal("no-tricks", counts=tricks(2, 3, 1, 2), note='late, "tired"'),
        ),
        ("no-tricks 2 3 1 2 note late, tired", Deal("no-tricks", counts=tricks(2, 3, 1, 2), note="late, tired")),
        (
            'no-tricks 2 3 1 1 agreed "a card was lost"',
            Deal("no-tricks", counts=tricks(2, 3, 1, 1), agreed="a card was lost"),
        ),
    ],
)
def test_what_players_call_out_is_understood(line: str, deal: Deal) -> None:
    """Each line means this deal, and its canonical form means the same."""
    game = table("lithuanian")
    assert read(line) == deal
    assert read(write_deal(deal, game, 1)) == deal


RUSSIAN = table("russian-12")
SOLD = Bid(seller=0, buyer=1, tricks=2)


@pytest.mark.parametrize(
    ("line", "deal"),
    [
        ("trumps by Ona sold to Jonas for 2: 1 4 2 1", Deal("trumps", 0, counts=tricks(1, 4, 2, 1), bid=SOLD)),
        (
            "trumps sold to Jonas for 2 ♠ by Ona 1 4 2 1",
            Deal("trumps", 0, trump="spades", counts=tricks(1, 4, 2, 1), bid=SOLD),
        ),
        (
            "хвалёнка продано Jonas за 2 заказ Ona: 1 4 2 1",
            Deal("trumps", 0, counts=tricks(1, 4, 2, 1), bid=SOLD),
        ),
        ("trumps by Ona sold to Jonas for 2 +9 +6 +6 _", Deal("trumps", 0, points=(9, 6, 6, 3), bid=SOLD)),
        ("trumps by Ona rospis", Deal("trumps", 0, "rospis", counts=tricks(2, 2, 2, 2))),
        ("trumps by Ona мизер 1 2 3 2", Deal("trumps", 0, "misere", "misere", tricks(1, 2, 3, 2))),
        ("trumps by-last hearts 1 2 3 2", Deal("trumps", 3, "by-last", "hearts", tricks(1, 2, 3, 2))),
        ("trumps C suit 1 2 3 2", Deal("trumps", 3, "suit", "clubs", tricks(1, 2, 3, 2))),
    ],
)
def test_forms_and_sales_are_understood(line: str, deal: Deal) -> None:
    """Clauses come in any order and in any language; who is in turn declares where nobody is named."""
    assert read(line, RUSSIAN, 8) == deal
    assert read(write_deal(deal, RUSSIAN, 8), RUSSIAN, 8) == deal


def test_a_bid_names_its_suit() -> None:
    game = table("bidding-king")
    deal = read("by Rasa bids 7 clubs: 4 0 4 5", game)
    assert deal.bid == Bid(bidder=2, points=7, suit="clubs")
    assert (deal.declarer, deal.trump, deal.row("suit-cards")) == (2, None, (4, 0, 4, 5))
    assert read("suit-auction by Rasa bids 7 C 4 0 4 _", game) == deal
    assert read("suit-auction by Rasa bids 7 clubs -4 0 -11 _", game).points == (-4, 0, -11, -5)


def test_single_things_are_named_one_after_the_other() -> None:
    marks = read("hundred Ona Jonas Ona Rasa", table("self-teacher"), 7).counts
    assert marks == (
        ("at-25", (1, 0, 0, 0)),
        ("at-50", (0, 1, 0, 0)),
        ("at-75", (1, 0, 0, 0)),
        ("at-100", (0, 0, 1, 0)),
    )


def test_titles_stand_seat_by_seat() -> None:
    deal = read("reign ♥ titles king принц kareivis peasant: 4 3 1 1", table("korol"), 2)
    assert (deal.titles, deal.trump) == (("king", "prince", "soldier", "peasant"), "hearts")


def test_a_price_in_points_is_kept_as_points() -> None:
    deal = read("trumps by Ona sold to Jonas for 75: 5 4 2 2", table("polish-auction"), 8)
    assert deal.bid == Bid(seller=0, buyer=1, points=75)


THREE_OF_FOUR = table("lithuanian-declared-3")


@pytest.mark.parametrize("row", ["4 3 3", "4 3 3 x", "4 3 3 х", "4 _ 3", "4 3 _ x"])
def test_a_sitter_out_has_no_entry_or_an_x(row: str) -> None:
    assert read(f"no-tricks {row}", THREE_OF_FOUR).counts == tricks(4, 3, 3, None)


def test_the_declarer_left_out_is_the_one_in_turn() -> None:
    """Only where somebody declares; the dealer of deal 2 is Ona, and Jonas leads."""
    assert read("trumps 3 2 2 1", number=2).declarer == 1
    assert read("no-tricks 2 3 1 2", number=2).declarer is None


NAMED = ("Onа", "A B", "by", "16")


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("no-king A B", 1),
        ("no-king C", 2),
        ('no-king "by"', 2),
        ("no-king: by", 2),
        ('no-king "16"', 3),
        ("no-king D", 3),
        ("no-king ONА", 0),
        ("no-king d", 3),
    ],
)
def test_every_name_can_be_reached(line: str, seat: int) -> None:
    """By quotes or by the seat's letter, whatever else the name may mean; a longer name wins."""
    row = read(line, table("lithuanian", NAMED)).row("king-of-hearts")
    assert row == tuple(int(seat == other) for other in range(4))


@pytest.mark.parametrize(
    ("line", "seat"),
    [("Žyd", 0), ("žydrūnė", 0), ("zydrune", 0), ("Вера", 1), ("вер", 1), ("ANNA M", 2), ("Anna K", 3)],
)
def test_a_name_is_found_without_accents_and_by_its_beginning(line: str, seat: int) -> None:
    """NFC and NFD are one; a prefix may take in a second word."""
    game = table("lithuanian", ("Žydrūnė", "Ве\u0440а", "Anna Maria", "Anna Karina"))
    row = read(f"no-king {line}", game).row("king-of-hearts")
    assert row == tuple(int(seat == other) for other in range(4))


def test_cyrillic_letters_are_never_seats() -> None:
    assert refused("no-king С").code == "L103"
    assert refused("no-king В").code == "L103"


@pytest.mark.parametrize(
    ("line", "contract"),
    [
        ("no-tr 2 3 1 2", "no-tricks"),
        ("Neimti kirčių 2 3 1 2", "no-tricks"),
        ("neimti kirciu 2 3 1 2", "no-tricks"),
        ("НЕ БРАТЬ ВЗЯТОК 2 3 1 2", "no-tricks"),
        ("взятки 2 3 1 2", "no-tricks"),
        ("tricks 2 3 1 2", "no-tricks"),
    ],
)
def test_a_contract_answers_to_its_names_in_every_language(line: str, contract: str) -> None:
    assert read(line, table("simple")).contract == contract


def test_a_name_that_both_halves_share_means_the_one_still_open() -> None:
    game = table("declared")
    for line in ("no-tricks 2 3 1 2", "take-tricks 8 0 0 0", "no-jacks 4 0 0 0", "no-queens 4 0 0 0"):
        game = game.with_deal(read(line, game, len(game.deals) + 1))
    assert read("tricks 2 3 1 2", game, 5).contract == "take-tricks"
    assert read("tricks by Jonas 2 3 1 2", game, 5).contract == "no-tricks"
    assert refused("tricks by Rasa 2 3 1 2", game, 5).code == "L102"


def test_whole_numbers_are_read_strictly() -> None:
    assert [read_int(text) for text in ("0", "-4", "−4", "–4", "+5", "007", "999999999")] == [
        0, -4, -4, -4, 5, 7, 999_999_999,
    ]  # fmt: skip
    for text in ("", "1_0", "3.0", "٣", "1e3", " 3", "3 ", "--4", "—4", "½", "²", "1000000000", "+", "0x1", "３"):
        with pytest.raises(ValueError, match=r".*"):
            read_int(text)


PIPS = table("lithuanian-3", ("Ona", "Jonas", "Rasa"))
BIDDING = table("bidding-king")
TEACHER = table("self-teacher")
KOROL = table("korol")
DECLARED = table("declared")
LOOSE = table("domino-king")
ANNAS = table("lithuanian", ("Anna", "Antanas", "Rasa", "Vytas"))

#: Code, how, line, the part of it that is pointed at, the game and the deal's number.
REFUSALS: tuple[tuple[str, str, str, str, Game, int], ...] = (
    ("L101", "", "trumps by Ona spads: 3 2 2 1", "spads", table("lithuanian"), 8),
    ("L101", "alone", "no-tricks !!! 2 3 1 2", "!!!", table("lithuanian"), 1),
    ("L102", "", "tricks 2 3 1 2", "tricks", DECLARED, 1),
    ("L102", "", "no 2 3 1 2", "no", DECLARED, 1),
    ("L103", "", "no-king Nobody", "Nobody", table("lithuanian"), 5),
    ("L103", "", "no-queens by Rima 1 1 1 1", "Rima", table("lithuanian"), 5),
    ("L104", "", "no-king An", "An", ANNAS, 5),
    ("L105", "", "2 3 1 2", "", DECLARED, 1),
    ("L106", "", "no-tricks 1_0 3 1 2", "1_0", table("lithuanian"), 1),
    ("L106", "", "no-tricks 2 3.0 1 2", "3.0", table("lithuanian"), 1),
    ("L106", "", "no-tricks 2 ٣ 1 2", "٣", table("lithuanian"), 1),
    ("L106", "", "no-tricks 2 1e3 1 2", "1e3", table("lithuanian"), 1),
    ("L106", "commas", "no-tricks 3,0 3 2", "3,0", table("lithuanian"), 1),
    ("L106", "commas", "no-tricks 2,3,1,2", "2,3,1,2", table("lithuanian"), 1),
    ("L107", "", "no-tricks 20000000000 3 1 2", "20000000000", table("lithuanian"), 1),
    ("L108", "", "no-tricks 2 3 3", "2 3 3", table("lithuanian"), 1),
    ("L108", "sitters", "no-tricks 4 3 3 0", "4 3 3 0", THREE_OF_FOUR, 1),
    ("L109", "", "no-hearts -4 8 0 -4", "8", table("lithuanian"), 2),
    ("L110", "", "no-tricks 2 _ 1 _", "_", table("lithuanian"), 1),
    ("L111", "open", "no-hearts 1 2 3 _", "_", LOOSE, 1),
    ("L111", "count", "no-tricks 5 3 1 _", "_", table("lithuanian"), 1),
    ("L111", "totals", "no-hearts -1 -1 -1 _", "_", TEACHER, 2),
    ("L111", "points", "no-hearts -4 -6 -10 _", "_", table("lithuanian"), 2),
    ("L111", "points", "no-queens -4 -4 -2 _", "_", table("lithuanian"), 4),
    ("L111", "places", "domino 4 4 4 _", "_", table("lithuanian"), 12),
    ("L112", "plays", "no-tricks 4 x 3 3", "x", THREE_OF_FOUR, 1),
    ("L112", "nobody", "no-tricks 2 x 3 3", "x", table("lithuanian"), 1),
    ("L112", "sits-out", "no-tricks 4 x 3 3 x", "4", table("lithuanian-declared-3", (*FOUR, "Zita")), 2),
    ("L113", "things", "no-last-two Ona", "Ona", table("lithuanian"), 6),
    ("L113", "things", "no-king Ona Rasa", "Ona Rasa", table("lithuanian"), 6),
    ("L113", "places", "domino Ona Rasa", "Ona Rasa", table("lithuanian"), 12),
    ("L114", "", "no-tricks Rasa", "Rasa", table("lithuanian"), 1),
    ("L114", "by", "trumps Ona spades: 3 2 2 1", "Ona", table("lithuanian"), 8),
    ("L114", "", "trumps by Ona Rasa: 3 2 2 1", "Rasa", table("lithuanian"), 8),
    ("L115", "", "no-all tricks 2 3 1 2", "tricks 2 3 1 2", table("lithuanian"), 7),
    ("L116", "", "no-all tricks 2 3 1 2, tricks 2 3 1 2", "tricks", table("lithuanian"), 7),
    ("L117", "", "no-all tricks 2 3 1 2, jokers Ona", "jokers", table("lithuanian"), 7),
    ("L118", "", "no-hearts hearts 4 6 6", "hearts", PIPS, 2),
    ("L118", "", "no-all tricks 2 5 1, širdys 4 6 6", "širdys", PIPS, 7),
    ("L119", "", "no-all 18 18 30 30", "18 18 30 30", table("lithuanian"), 7),
    (
        "L120",
        "",
        "no-all tricks -4 -6 -2 -4, hearts 8 0 0 0, men 8 0 0 0, queens 4 0 0 0, king Ona, last-two Ona Ona",
        "-4",
        table("lithuanian"),
        7,
    ),
    ("L121", "", "trumps by Ona by Rasa: 3 2 2 1", "by Rasa", table("lithuanian"), 8),
    ("L122", "player", "no-queens by", "", table("lithuanian"), 4),
    ("L122", "for", "trumps by Ona sold to Jonas: 1 4 2 1", ":", RUSSIAN, 8),
    ("L122", "number", "trumps by Ona sold to Jonas for", "", RUSSIAN, 8),
    ("L122", "suit", "suit-auction by Ona bids 7: 4 0 4 5", ":", BIDDING, 1),
    ("L122", "by", "suit-auction bids 7 clubs: 4 0 4 5", "bids 7 clubs", BIDDING, 1),
    ("L122", "row", "no-all tricks", "tricks", table("lithuanian"), 7),
    ("L124", "trump", "no-king by Ona spades: Rasa", "spades", table("lithuanian"), 5),
    ("L124", "trump", "no-king misere Rasa", "misere", table("lithuanian"), 5),
    ("L124", "unbid", "suit-auction by Ona clubs: 4 0 4 5", "clubs", BIDDING, 1),
    ("L124", "trump", "suit-auction by Ona bids 7 clubs hearts: 4 0 4 5", "hearts", BIDDING, 1),
    ("L124", "sale", "trumps by Ona sold to Jonas for 2: 1 4 2 1", "sold to", table("lithuanian"), 8),
    ("L124", "bid", "trumps by Ona bids 7 clubs: 1 4 2 1", "bids", table("lithuanian"), 8),
    ("L124", "titles", "trumps by Ona titles king: 1 4 2 1", "titles", table("lithuanian"), 8),
    ("L125", "", "quota titles king prince: 4 3 1 1", "titles king prince", KOROL, 1),
    ("L127", "", 'no-king "Rasa', '"Rasa', table("lithuanian"), 5),
    ("L128", "", "domino Rasa Ona Rasa Jonas", "Rasa Ona Rasa Jonas", table("lithuanian"), 12),
    ("L130", "", "no-king Rasa 0 0 1 0", "0", table("lithuanian"), 5),
    ("L131", "", "trumps by Ona spades", "", table("lithuanian"), 8),
    ("L131", "places", "domino", "", table("lithuanian"), 12),
    ("L132", "", "   ", "   ", table("lithuanian"), 1),
    ("L133", "", "no-trickz 2 3 1 2", "no-trickz", table("lithuanian"), 1),
    ("L133", "due", "pizza 2 3 1 2", "pizza", table("lithuanian"), 1),
    ("L133", "head", "dealer: Ona", "dealer", table("lithuanian"), 1),
    ("L136", "", "no-tricks Rasa 5 Rasa 3", "3", table("lithuanian"), 1),
    ("L104", "", "no-king A", "A", table("lithuanian", ("Ona", "Anna", "Rasa", "Vytas")), 1),
    ("L101", "for", "trumps by Ona for 2: 3 2 2 1", "for", RUSSIAN, 8),
    ("L134", "", "no-tricks" + " 1" * 10_000, "", table("lithuanian"), 1),
    ("L135", "", "no-tricks 2 3 1 2\x1b", "\x1b", table("lithuanian"), 1),
)


@pytest.mark.parametrize(("code", "how", "line", "marked", "game", "number"), REFUSALS)
def test_what_a_line_cannot_mean_is_refused_at_its_place(
    code: str, how: str, line: str, marked: str, game: Game, number: int
) -> None:
    """The finding quotes the user's own line and points at the columns in question."""
    found = refused(line, game, number)
    assert (found.code, found.how, found.severity) == (code, how, "error")
    assert found.place is not None
    assert line[found.place.start : found.place.end] == marked
    assert found.place.text == (line if code != "L134" else "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    """In each language there is a text for it, and the finding brings every value that the text shows."""
    spoken = resources.language(language)
    for code, _, line, _, game, number in REFUSALS:
        found = refused(line, game, number)
        values: Mapping[str, object] = dict(found.values)
        key = f"lines.{code}.message" + (f".{found.how}" if found.how else "")
        assert "{" not in spoken.say(key, **values)


def test_every_code_of_a_line_is_provoked() -> None:
    assert {code for code in CODES if code[0] == "L"} == {code for code, *_ in REFUSALS}


def test_a_game_that_is_over_wants_its_contract_named() -> None:
    game = table("lithuanian")
    for _ in range(12):
        game = game.with_deal(Deal("no-tricks"))
    found = refused("2 3 1 2", game, 13)
    assert (found.code, found.how) == ("L105", "over")


def test_columns_are_those_of_the_user_s_own_line() -> None:
    """Letters that fold to two, marks of their own and wide blanks before the place do not shift it."""
    line = "no-queens  by  Oʼna\u0301 note"
    found = refused(line)
    assert found.place is not None
    assert line[found.place.start : found.place.end] == "Oʼna\u0301"
    game = table("lithuanian", ("Straße", "Jonas", "Rasa", "Vytas"))
    line = "no-queens by STRASSE 1 1 1 x1"
    found = refused(line, game)
    assert found.place is not None
    assert line[found.place.start : found.place.end] == "x1"


def test_a_deal_in_braces_is_a_deal_of_a_document() -> None:
    """What a line has no words for loses nothing."""
    line = '{"contract": "no-tricks", "counts": {"tricks": [2, 3, 1, 2]}, "points": [-4, -6, -2, -4], "mood": "good"}'
    deal = read(line)
    assert (deal.counts, deal.points) == (tricks(2, 3, 1, 2), (-4, -6, -2, -4))
    assert deal.extra == (("mood", '"good"'),)
    assert write_deal(deal, table("lithuanian"), 1) == line
    assert refused('{"contract": "no-tricks", "declarer": "Rima"}').code == "F209"
    assert refused('{"contract": ').code == "F216"


@pytest.mark.parametrize(
    ("line", "contract", "number"),
    [
        ("no-king-of-hearts Rasa", "no-king", 5),
        ("no-last-two-tricks Ona Rasa", "no-last-two", 6),
        ("last-two Ona Rasa", "no-last-two", 6),
        ("Neimti-Kingo Rasa", "no-king", 5),
        ("последние Ona Rasa", "no-last-two", 6),
        ("двух последних Ona Rasa", "no-last-two", 6),
        ("paskutiniai Ona Rasa", "no-last-two", 6),
        ("король Rasa", "no-king", 5),
        ("karalius Rasa", "no-king", 5),
        ("без дам 1 1 1 1", "no-queens", 4),
        ("be damų 1 1 1 1", "no-queens", 4),
        ("червы 2 2 2 2", "no-hearts", 2),
        ("без взяток 2 2 2 2", "no-tricks", 1),
    ],
)
def test_contracts_answer_to_what_people_call_them(line: str, contract: str, number: int) -> None:
    assert read(line, number=number).contract == contract


def test_items_of_a_combined_deal_answer_to_what_people_call_them() -> None:
    """Short words of each language, and names of several words with hyphens."""
    rows = "2 3 1 2", "0 1 4 3", "1 3 2 2", "1 1 0 2"
    for words in (
        ("tricks", "hearts", "jacks-and-kings", "queens", "king-of-hearts", "last-two-tricks"),
        ("взятки", "червы", "валеты и короли", "дамы", "король", "последние"),
        ("kirčiai", "širdys", "valetai-ir-karaliai", "damos", "karalius", "paskutiniai"),
    ):
        parts = [f"{word} {row}" for word, row in zip(words, (*rows, "Rasa", "Ona Vytas"), strict=True)]
        assert read(f"no-all {', '.join(parts)}", number=7) == Deal("no-all", counts=ALL)


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ('no-king "16"', (1, 0, 0, 0)),
        ('no-king "_"', (0, 1, 0, 0)),
        ('no-king "x"', (0, 0, 1, 0)),
        ('no-last-two "16" "_"', (1, 1, 0, 0)),
        ('no-last-two both "16"', (2, 0, 0, 0)),
        ("no-king 0 0 0 1", (0, 0, 0, 1)),
        ("no-king 0 0 1 _", (0, 0, 1, 0)),
    ],
)
def test_a_name_that_looks_like_an_entry_is_one_in_quotes(line: str, taken: tuple[int, ...]) -> None:
    game = table("lithuanian", ("16", "_", "x", "1"))
    assert [row for _, row in read(line, game, 5 if "king" in line else 6).counts or ()] == [taken]
    assert refused("no-king 16", game, 5).code == "L108"

"""Laws of the written forms: what was written is read as the same thing, whatever it is."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kingscore.model.findings import Refused
from kingscore.model.folding import control_characters
from kingscore.model.game import Game, Stake, Written
from kingscore.notation import read_deal, write_deal
from kingscore.notation.codec import deal_document, write_document
from kingscore.notation.document import read_document
from kingscore.notation.king import read_king, write_king
from kingscore.storage import resources, variant_files
from tests.deals import games, games_with_deals

WORDS = resources.words()
often = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@often
@given(games_with_deals())
def test_a_line_that_was_written_is_read_as_the_same_deal(game: Game) -> None:
    for number, deal in enumerate(game.deals, 1):
        line = write_deal(deal, game, number)
        assert read_deal(line, game, number, WORDS) == deal, line


@often
@given(games_with_deals())
def test_a_deal_keeps_its_form_in_a_document(game: Game) -> None:
    for number, deal in enumerate(game.deals, 1):
        document = deal_document(game, number, deal)
        assert document["contract"] == deal.contract
        assert ("counts" in document) >= (deal.counts is not None)


free_text = st.text(max_size=20).filter(lambda text: not control_characters(text))
row = st.lists(st.one_of(st.integers(-99, 99), st.none()), max_size=5).map(tuple)
kept = st.lists(
    st.tuples(
        st.sampled_from(("mood", "Variant", "stake", "running", "a b", "#x", 'say "x"', "Ž", "stake/unit", "", "a—b")),
        st.sampled_from(
            ("1", '"1"', '"plain text"', '"a # b"', '"\\"q\\""', '{"a": [1.50, null]}', '""', '" x"', '"a—b"')
        ),
    ),
    max_size=3,
    unique_by=lambda pair: pair[0],
)


@st.composite
def whole_games(draw: st.DrawFn) -> Game:
    """A game with everything that a head can say."""
    written = draw(
        st.one_of(
            st.none(), st.builds(Written, st.one_of(st.none(), row), st.one_of(st.none(), st.lists(row).map(tuple)))
        )
    )
    stake = draw(st.sampled_from((None, Stake("0.05", "EUR"), Stake("2", "matches"), Stake("0.10", "PLN"))))
    extra = tuple(pair for pair in draw(kept) if pair[0] != "stake" and (stake is not None or "/" not in pair[0]))
    return replace(
        draw(games_with_deals()),
        date=draw(st.sampled_from(("", "2026-11-29"))),
        finished=draw(st.sampled_from(("", "yes", "early"))),
        id=draw(free_text),
        note=draw(st.one_of(free_text, st.just("two\nlines"))),
        written=written,
        stake=stake,
        extra=extra,
    )


@often
@given(whole_games())
def test_a_file_that_was_written_is_read_as_the_same_game(game: Game) -> None:
    text = write_king(game)
    reading = read_king(text, "x.king", variant_files.open_rules, WORDS)
    assert reading.ok, (text, reading.findings)
    assert reading.game is not None
    assert replace(reading.game, extra=()) == replace(game, extra=()), text
    assert dict(reading.game.extra) == dict(game.extra)
    assert write_king(reading.game) == text


@often
@given(whole_games())
def test_a_document_that_was_written_is_read_as_the_same_game(game: Game) -> None:
    text = write_document(game)
    reading = read_document(text, "x.json", variant_files.open_rules)
    assert reading.ok, (text, reading.findings)
    assert reading.game is not None
    assert replace(reading.game, extra=()) == replace(game, extra=()), text
    assert dict(reading.game.extra) == dict(game.extra)
    assert write_document(reading.game) == text


WORDS_OF_LINES = (
    "no-tricks tricks trumps кинг no-all by Ona sold to for 2 bids 7 clubs : , titles king foul note agreed rospis",
    "misere D C A x _ -4 +3 0 1 8 queens hearts ♠ { } domino Jonas 1_0 3.0 ٣ last-two",
    """ "Ona "Ona" "" """,
)
WORD = st.sampled_from(" ".join(WORDS_OF_LINES).split())


@often
@given(games(), st.lists(WORD, max_size=12).map(" ".join) | st.text(max_size=40))
def test_no_line_ends_in_anything_but_a_deal_or_a_finding(game: Game, line: str) -> None:
    """A finding points into the line that it quotes; a deal that was read is written and read again as itself."""
    try:
        deal = read_deal(line, game, 1, WORDS)
    except Refused as refused:
        for found in refused.findings:
            assert found.place is not None
            assert 0 <= (found.place.start or 0) <= (found.place.end or 0) <= max(len(line), 1)
        return
    assert read_deal(write_deal(deal, game, 1), game, 1, WORDS) == deal

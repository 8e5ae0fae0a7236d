"""Games and deals for tests of what is written: nasty names, deals that can be and deals that cannot, as strategies."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from kingscore.model.game import Deal, Game
from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, SUITS, TRUMPS, Contract, Rules
from kingscore.notation.document import read_braces
from kingscore.notation.jsontext import text_of
from kingscore.notation.names import names_refused
from kingscore.storage import variant_files

#: Variant, players: together they have every mechanism.
TABLES = (
    ("lithuanian", 4),
    ("russian-12", 4),
    ("payback-8", 4),
    ("lithuanian-declared-3", 3),
    ("lithuanian-declared-3", 4),
    ("lithuanian-declared-3", 5),
    ("self-teacher", 4),
    ("bidding-king", 4),
    ("polish-auction", 3),
    ("joker-king", 4),
    ("omnibus", 3),
    ("korol", 4),
    ("declared", 4),
    ("symmetric", 6),
)
NASTY = (
    "Ona", "Ona Marija", "Onа", "Jonas", "Rasa", "Vytas", "by", "for", "note", "foul", "sold to", "bids", "titles",
    "agreed", "заказ", "за", "parduota", "spades", "D", "B", "♠", "rospis", "misere", "x", "_", "16", "-5", "−4", "+3",
    "--help", "=1+1", "A&B", "<Ann>", "[/red]", "no-king", "No king of hearts", "кинг", "tricks", "last-two", "hearts",
    "A, B", 'say "hi"', '"', '""', "# one", "a # b", "a:b", ":", ",", "{x}", "o'Neil", "👩‍🦰 Ona",
    "Žydrūnė Šiaučiūnaitė",
    "Ве\u0440а", "И\u0306гнат", "שלום", "Č", " lead", "trail ", "two  blanks", "a\u200bb", "İstanbul", "STRAẞE", "ﬁ",
    "Александра-Виктория Константинопольская", "x" * 40, "N\\A", "1e3", "٣", "\u00a0nbsp", "Ona by Rasa", "noteX",
)  # fmt: skip


@cache
def rules(variant: str, players: int) -> Rules:
    return variant_files.open_rules(variant, players, {})


def taken(names: list[str]) -> bool:
    """True for names that the program takes."""
    return not names_refused(names)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game without deals at one of the tables, with names that the program takes."""
    variant, players = draw(st.sampled_from(TABLES))
    words = st.one_of(st.sampled_from(NASTY), st.text(max_size=12))
    names = draw(st.lists(words, min_size=players, max_size=players).filter(taken))
    return Game(rules(variant, players), tuple(names), draw(st.integers(0, players - 1)))


def _rows(table: int, *, signed: bool) -> st.SearchStrategy[list[int | None]]:
    number = st.integers(-40 if signed else -1, 60)
    return st.lists(st.one_of(number, number, number, st.none()), min_size=table - 1, max_size=table + 1)


@st.composite
def _fair_row(draw: st.DrawFn, table: int, seats: tuple[int, ...], amount: int) -> list[int | None]:
    """A row with an entry for each seat that plays; often one that adds up."""
    if draw(st.booleans()):
        return [draw(st.integers(0, 9)) if seat in seats else None for seat in range(table)]
    taken = draw(st.lists(st.sampled_from(seats), min_size=min(amount, 20), max_size=min(amount, 20)))
    return [taken.count(seat) if seat in seats else None for seat in range(table)]


texts = st.one_of(
    st.just(""), st.sampled_from(['late "night"', "a # b", "two\nlines", '5" nail', " x "]), st.text(max_size=20)
).filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))


@st.composite
def raw_deals(draw: st.DrawFn, game: Game, number: int) -> dict[str, Any]:
    """A deal as in a document: well formed, often possible, sometimes absurd."""
    from kingscore.model.game import playing

    contract = draw(st.sampled_from(game.rules.contracts))
    seats, table = playing(game, number), game.rules.table
    name = st.sampled_from(game.players)
    raw: dict[str, Any] = {"contract": contract.id}
    _maybe(draw, raw, "declarer", st.one_of(name, name, st.none()))
    _maybe(draw, raw, "form", st.sampled_from(contract.forms or FORMS))
    _maybe(draw, raw, "trump", st.sampled_from((*SUITS, *TRUMPS)))
    _result(draw, raw, contract, seats, table)
    if contract.sale or contract.bid or draw(st.integers(0, 9)) == 0:
        raw["bid"] = draw(_bids(game, contract))
    if bool(contract.titles) and draw(st.booleans()):
        raw["titles"] = draw(st.permutations(contract.titles))
    for key in ("note", "agreed"):
        raw[key] = draw(texts)
    if draw(st.integers(0, 9)) == 0:
        raw[draw(st.sampled_from(("mood", "a/b", "~x", "ŠĖ #")))] = draw(st.sampled_from((1, "1", [1.5], {"a": '#"'})))
    return raw


def _maybe(draw: st.DrawFn, raw: dict[str, Any], key: str, values: st.SearchStrategy[Any]) -> None:
    if draw(st.integers(0, 2)) == 0:
        raw[key] = draw(values)


def _result(draw: st.DrawFn, raw: dict[str, Any], contract: Contract, seats: tuple[int, ...], table: int) -> None:
    kind = draw(st.sampled_from(("own", "own", "own", "points", "foul", "odd", "both")))
    if kind == "foul":
        raw["foul"] = None
    if kind in ("points", "both"):
        raw["points"] = draw(_fair_row(table, seats, 8))
    if kind in ("own", "both") and contract.placement:
        order = draw(st.permutations(range(1, len(seats) + 1)))
        raw["places"] = [order[seats.index(seat)] if seat in seats else None for seat in range(table)]
    elif kind in ("own", "both"):
        raw["counts"] = {item.id: draw(_fair_row(table, seats, item.amount)) for item in contract.items}
    if kind == "odd":
        items = draw(st.lists(st.sampled_from(ITEMS), max_size=3, unique=True))
        raw["counts"] = {item: draw(_rows(table, signed=True)) for item in items}
        raw["places"] = draw(st.one_of(st.none(), _rows(table, signed=False)))


@st.composite
def _bids(draw: st.DrawFn, game: Game, contract: Contract) -> dict[str, Any]:
    name = st.sampled_from(game.players)
    if contract.bid:
        return {"bidder": draw(name), "points": draw(st.integers(-1, 9)), "suit": draw(st.sampled_from(SUITS))}
    unit = contract.sale.unit if contract.sale else draw(st.sampled_from(("tricks", "points")))
    return {"seller": draw(name), "buyer": draw(name), unit: draw(st.integers(-1, 90))}


def as_deal(raw: dict[str, Any], game: Game, number: int) -> Deal:
    """The deal that a document's deal is read as."""
    if "foul" in raw and raw["foul"] is None:
        raw = {**raw, "foul": game.players[number % len(game.players)]}
    return read_braces(text_of(raw), game, number)


@st.composite
def games_with_deals(draw: st.DrawFn) -> Game:
    """A game with a few deals, possible or absurd."""
    game = draw(games())
    for number in range(1, draw(st.integers(0, 4)) + 1):
        raw = draw(raw_deals(game, number))
        raw["note"] = "".join(c for c in raw["note"] if c.isprintable() or c == "\n")
        raw["agreed"] = "".join(c for c in raw["agreed"] if c.isprintable())
        game = game.with_deal(as_deal(raw, game, number))
    return game

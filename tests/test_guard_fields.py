"""Every field of a game, of a deal and of their parts comes back from wherever a game can go."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import openpyxl
import pytest

from kingscore import journal
from kingscore.app.export import Look, exported
from kingscore.app.files import check_file
from kingscore.model.game import Game, SeatChange, Stake, Written
from kingscore.model.rules import Rules
from kingscore.notation import read_deal
from kingscore.notation.codec import write_document
from kingscore.notation.document import document_schema, read_document
from kingscore.notation.king import read_king, write_king
from kingscore.storage import open_store, resources, variant_files
from kingscore.storage.resources import LANGUAGES
from kingscore.variant import as_text
from tests.evenings import evening, time
from tests.scorer import Scorer

ROOT = Path(__file__).parents[1]
T = TypeVar("T")
PLAYERS = ("Ona", "Jonas", "Rasa", "Vytas")
#: A deal of each variant in which the fields are tried, to stand beside theirs.
PLAIN = {
    "lithuanian": "no-tricks 2 3 1 2",
    "russian-12": "no-tricks 2 3 1 2",
    "bidding-king": "suit-auction by Ona bids 3 spades: 2 3 1 7",
    "korol": "quota 2 3 1 3",
}
#: Deals in which a field is set to something, where its type does not say what makes sense.
DEALS = {
    "Game.deals": ("lithuanian", PLAIN["lithuanian"]),
    "Deal.contract": ("lithuanian", "no-queens 1 1 1 1"),
    "Deal.declarer": ("lithuanian", "trumps by Jonas spades: 3 2 2 1"),
    "Deal.form": ("russian-12", "trumps by Ona by-last hearts: 3 2 2 1"),
    "Deal.trump": ("lithuanian", "trumps by Ona diamonds: 3 2 2 1"),
    "Deal.counts": ("lithuanian", "no-hearts 1 2 3 2"),
    "Deal.points": ("lithuanian", "no-tricks -4 -6 -2 -4"),
    "Deal.places": ("lithuanian", "domino: Jonas Ona Vytas Rasa"),
    "Deal.titles": ("korol", "reign titles prince king peasant soldier: 3 2 2 2"),
    "Deal.foul": ("lithuanian", "no-tricks foul Ona"),
    "Deal.bid": ("russian-12", "trumps by Ona spades sold to Jonas for 2: 3 2 2 1"),
    "Bid.seller": ("russian-12", "trumps by Ona spades sold to Jonas for 2: 3 2 2 1"),
    "Bid.buyer": ("russian-12", "trumps by Ona spades sold to Jonas for 2: 3 2 2 1"),
    "Bid.tricks": ("russian-12", "trumps by Ona spades sold to Jonas for 2: 3 2 2 1"),
    "Bid.bidder": ("bidding-king", "suit-auction by Jonas bids 4 hearts: 2 3 1 7"),
    "Bid.points": ("bidding-king", "suit-auction by Jonas bids 4 hearts: 2 3 1 7"),
    "Bid.suit": ("bidding-king", "suit-auction by Jonas bids 4 hearts: 2 3 1 7"),
}
#: What other fields are set to, where their type does not say what makes sense.
VALUES: dict[str, Any] = {
    "Game.rules": variant_files.variant("lithuanian").rules(4, {"finish": "trumps", "order": "free"}),
    "Game.players": ("Ona", "Jonas", "Rasa", "Vytas the younger"),
    "Game.dealer": 1,
    "Game.date": "2026-11-28",
    "Game.stake": Stake("0.10", "EUR"),
    "Game.written": Written((-8, -20, -4, -16), ((-4, -6, -2, -4), (-8, -20, -4, -16))),
    "Game.extra": (("x-unknown", '"at home"'),),
    "Game.ignore": ("C507",),
    "Game.seated": (SeatChange(2, 1, "Денис"), SeatChange(2, 3, "Pavel")),
    "Deal.extra": (("x-unknown", '"at home"'),),
    "Stake.per_point": "0.25",
    "Stake.currency": "USD",
    "Written.totals": (-8, -20, -4, -16),
    "Written.running": ((-4, -6, -2, -4), (-8, -20, -4, -16)),
}
#: How a field of the head is amended, where its name and its value are not simply typed.
TYPED = {
    "Game.rules": ["finish=trumps"],
    "Game.players": ["Vytas=Vytas the younger"],
    "Game.dealer": ["dealer=Jonas"],
    "Game.stake": ["stake=0.10 EUR"],
    "Game.written": ["written=-8 -20 -4 -16", "running=-4 -6 -2 -4, -8 -20 -4 -16"],
    "Game.ignore": ["ignore=C507"],
    "Game.seated": ["seated=2 B Денис; 2 D Pavel"],
}
#: What a field cannot come back from, and why.
FILES = ("king", "json", "csv", "xlsx", "changed csv", "changed xlsx")
CHANGED = ("changed csv", "changed xlsx")
LOST: dict[tuple[str, str], str] = {
    **{("Deal.unread", way): "it marks a line of a file that could not be read" for way in FILES},
    **{("Game.id", way): "a table that was changed is another game" for way in CHANGED},
    **{
        (field, way): "what was added up on paper was added up before the change; a table has sums of its own"
        for field in ("Game.written", "Written.totals", "Written.running")
        for way in CHANGED
    },
    ("Game.deals", "amend"): "a deal is amended by its number",
    ("Game.id", "amend"): "by its id the game is known wherever it was taken in",
    ("Game.extra", "amend"): "nobody knows what unknown keys mean",
}


def parts(kind: type = Game) -> Iterator[type]:
    """A type of values and those of its parts; rules are kept by their variant and their options."""
    yield kind
    for hint in get_type_hints(kind).values():
        for inner in _dataclasses(hint):
            if inner is not Rules:
                yield from parts(inner)


def _dataclasses(hint: Any) -> Iterator[type]:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        yield hint
    for argument in get_args(hint):
        yield from _dataclasses(argument)


KINDS = {kind.__name__: kind for kind in parts()}
FIELDS = [f"{name}.{field.name}" for name, kind in KINDS.items() for field in dataclasses.fields(kind)]
HEAD = [name for name in FIELDS if name.startswith("Game.")]


def of_type(hint: Any) -> Any:
    """Some value of a type, none that a field has of itself. LookupError where the type does not say any."""
    arguments = get_args(hint)
    match get_origin(hint) or hint:
        case kind if kind is str:
            return "at Ona’s, 5° # outside"
        case kind if kind is bool:
            return True
        case kind if kind is int:
            return 1
        case kind if kind is Literal:
            return arguments[-1]
        case kind if kind in (Union, UnionType):
            return of_type(next(one for one in arguments if one is not NoneType))
        case kind if kind is tuple:
            return tuple(of_type(one) for one in arguments if one is not ...)
        case kind if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            return kind(**{field.name: value_of(f"{kind.__name__}.{field.name}") for field in dataclasses.fields(kind)})
    raise LookupError(hint)


def value_of(field: str) -> Any:
    """What a field is set to. LookupError where neither its type nor the tables above say it."""
    if field in VALUES:
        return VALUES[field]
    kind, _, name = field.partition(".")
    return of_type(get_type_hints(KINDS[kind])[name])


def game_of(variant: str, line: str) -> Game:
    """A game of two deals, the first of them by its line."""
    free = {"order": "free"} if "order" in dict(variant_files.variant(variant).rules(4, {}).options) else {}
    game = evening(variant, PLAYERS, **free)
    for text in (line, PLAIN[variant]):
        game = game.with_deal(read_deal(text, game, len(game.deals) + 1, resources.words()))
    return game


def game_with(field: str) -> Game:
    """A game in which a field is set to something that it is not of itself."""
    kind, _, name = field.partition(".")
    if field in DEALS:
        return game_of(*DEALS[field])
    if kind == "Game":
        return _with(game_of("lithuanian", PLAIN["lithuanian"]), {name: value_of(field)})
    if kind in ("Deal", "Bid"):
        game = game_of(*DEALS["Deal.bid"])
        deal = game.deals[0]
        changed = {name: value_of(field)}
        return game.with_deal_at(1, _with(deal, changed if kind == "Deal" else {"bid": _with(deal.bid, changed)}))
    holder = holder_of(kind)
    game = game_with(holder)
    return _with(game, {holder.partition(".")[2]: _with(told(game, holder), {name: value_of(field)})})


def holder_of(kind: str) -> str:
    """The field of a game that holds such a part."""
    return next(f"Game.{name}" for name, hint in get_type_hints(Game).items() if KINDS[kind] in _dataclasses(hint))


def _with(value: T, changed: dict[str, Any]) -> T:
    changing: Any = dataclasses.replace
    out: T = changing(value, **changed)
    return out


# Where a game can go


def begun(game: Game, folder: Path) -> Game | None:
    """Taken into a store whole, and replayed by another."""
    with open_store(str(folder / "games.db")) as store:
        name = store.take_in(game, variant_files.variant(game.rules.variant), time(0)).name
    with open_store(str(folder / "games.db")) as store:
        return store.load(name).game


def dealt(game: Game, folder: Path) -> Game | None:
    """Recorded deal by deal, and replayed by another store."""
    with open_store(str(folder / "games.db")) as store:
        empty = dataclasses.replace(game, deals=())
        name = store.begin(empty, variant_files.variant(game.rules.variant), time(0))
        for number, deal in enumerate(game.deals, 1):
            store.append(name, journal.dealt(deal, time(number)), number)
    with open_store(str(folder / "games.db")) as store:
        return store.load(name).game


def in_king(game: Game, folder: Path) -> Game | None:
    return read_king(write_king(game), "game.king", variant_files.open_rules, resources.words()).game


def in_json(game: Game, folder: Path) -> Game | None:
    return read_document(write_document(game), "game.json", variant_files.open_rules).game


def in_csv(game: Game, folder: Path) -> Game | None:
    return _read(_export(game, "csv"), folder / "game.csv")


def in_xlsx(game: Game, folder: Path) -> Game | None:
    return _read(_export(game, "xlsx"), folder / "game.xlsx")


def in_changed_csv(game: Game, folder: Path) -> Game | None:
    """Exported, and the points of two players in the second deal exchanged by hand."""
    rows = list(csv.reader(io.StringIO(_export(game, "csv").decode("utf-8-sig"))))
    row = next(row for row in rows if row[0] == "2")
    one, other = _unlike(row)
    row[one], row[other] = row[other], row[one]
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return _read(out.getvalue().encode(), folder / "game.csv")


def in_changed_xlsx(game: Game, folder: Path) -> Game | None:
    """Exported, and the points of two players in the second deal exchanged by hand."""
    book = openpyxl.load_workbook(io.BytesIO(_export(game, "xlsx")))
    about = json.loads(book["kingscore"]["A1"].value)
    page, columns, row = book[about["page"]], about["columns"]["points"], about["deals"][1][0]
    cells = [page[f"{column}{row}"] for column in columns]
    one, other = _unlike([str(cell.value) for cell in cells])
    cells[one].value, cells[other].value = cells[other].value, cells[one].value
    out = io.BytesIO()
    book.save(out)
    return _read(out.getvalue(), folder / "game.xlsx")


def _unlike(row: list[str]) -> tuple[int, int]:
    """The places of two numbers that differ."""
    numbers = [at for at, text in enumerate(row) if text.lstrip("-").isdigit() and at]
    return next((one, other) for one in numbers for other in numbers if row[one] != row[other])


@cache
def _export(game: Game, form: str) -> bytes:
    return exported(game, variant_files.variant(game.rules.variant), form, Look(), resources.language("en")).content


def _read(content: bytes, file: Path) -> Game | None:
    file.write_bytes(content)
    return check_file(str(file), lambda most: b"").game


Way = Callable[[Game, Path], Game | None]
WAYS: dict[str, Way] = {
    "begun": begun,
    "dealt": dealt,
    "king": in_king,
    "json": in_json,
    "csv": in_csv,
    "xlsx": in_xlsx,
    "changed csv": in_changed_csv,
    "changed xlsx": in_changed_xlsx,
}


def told(game: Game | None, field: str) -> Any:
    """What a game says in a field; rules by variant and options."""
    kind, _, name = field.partition(".")
    if game is None:
        return None
    if field == "Game.rules":
        return game.rules.variant, game.rules.options
    if field == "Game.deals":
        return game.deals[:1]
    if kind == "Game":
        return getattr(game, name)
    if kind in ("Deal", "Bid"):
        return getattr(game.deals[0] if kind == "Deal" else game.deals[0].bid, name, None)
    return next(
        told(game, f"Game.{one}") for one, hint in get_type_hints(Game).items() if KINDS[kind] in _dataclasses(hint)
    )


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_an_example_that_it_is_not_of_itself(field: str) -> None:
    kind, _, name = field.partition(".")
    default = next(one.default for one in dataclasses.fields(KINDS[kind]) if one.name == name)
    assert told(game_with(field), field) != default


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("field", FIELDS)
def test_every_field_comes_back(field: str, way: str, tmp_path: Path) -> None:
    game = game_with(field)
    found = WAYS[way](game, tmp_path)
    if (field, way) in LOST:
        assert told(found, field) != told(game, field), LOST[field, way]
    else:
        assert told(found, field) == told(game, field)


@pytest.mark.parametrize("field", HEAD)
def test_every_field_of_the_head_can_be_amended_and_the_log_says_so(
    field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every language, without a text or a value that is not put into words; and ``undo`` takes it back."""
    monkeypatch.setenv("KINGSCORE_DB", str(tmp_path / "games.db"))
    scorer, before = Scorer(capsys), game_of("lithuanian", PLAIN["lithuanian"])
    with open_store(str(tmp_path / "games.db")) as store:
        name = store.take_in(before, variant_files.variant("lithuanian"), time(0), choose=True).name
        before = store.load(name).game
    typed = TYPED.get(field) or [f"{field.partition('.')[2]}={value_of(field)}"]
    if (field, "amend") in LOST:
        assert scorer(["amend", "head", *typed]).status == 2, LOST[field, "amend"]
        return
    for pair in typed:
        assert scorer.fine(["amend", "head", pair]).out
    with open_store(str(tmp_path / "games.db")) as store:
        after = store.load(name).game
        assert told(after, field) == told(game_with(field), field) != told(before, field)
    for language in LANGUAGES:
        log = scorer.fine(["log", "--lang", language]).out
        assert not [kind for kind in KINDS if f"{kind}(" in log], log
    for line in (*["undo"] * len(typed), *["redo"] * len(typed), *["undo"] * len(typed)):
        scorer.fine(line)
    with open_store(str(tmp_path / "games.db")) as store:
        assert store.load(name).game == before


def test_the_schema_names_every_key_that_is_written() -> None:
    """The published schema and the writer speak of the same keys; those that nobody knows are free."""
    own = as_text(variant_files.variant("lithuanian").raw)
    games = [_with(game, {"rules": _with(game.rules, {"content": own})}) for game in map(game_with, FIELDS)]
    documents = [json.loads(write_document(game)) for game in games]
    deals = [deal for document in documents for deal in document["deals"]]
    bids = [deal["bid"] for deal in deals if "bid" in deal]
    schema, extra = document_schema(), {key for key, _ in VALUES["Game.extra"]}
    assert set.union(*map(set, documents)) - extra == set(schema["properties"])
    assert set.union(*map(set, deals)) - extra == set(schema["$defs"]["deal"]["properties"])
    assert set.union(*map(set, bids)) == set(schema["$defs"]["bid"]["properties"])
    assert set(schema["required"]) <= set.intersection(*map(set, documents))


def test_nothing_is_listed_as_lost_that_there_is_not() -> None:
    assert [key for key in LOST if key[0] not in FIELDS or key[1] not in (*WAYS, "amend")] == []
    assert [field for field in (*DEALS, *VALUES, *TYPED) if field not in FIELDS] == []

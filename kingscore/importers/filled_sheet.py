"""Reads a filled sheet back: its cells become a game's document, which ``notation`` reads.

A workbook that a game was exported to holds that game's document as well. As long as its cells say the same, the
document is taken, so that counts, bids and notes come back, which the cells do not hold. Else both are given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from kingscore.importers.sheet_cells import at_of
from kingscore.importers.workbook import Workbook
from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.folding import key
from kingscore.model.game import Game, as_of, playing
from kingscore.model.rules import Contract, Rules
from kingscore.notation.document import read_document
from kingscore.notation.names import seat_of
from kingscore.notation.read_game import OpenRules, Reading
from kingscore.render.xlsx.hidden import ABOUT, BROUGHT, PAGE, RECORD
from kingscore.sheets.labels import declarer_shown, only_counted, plan_sheet, read_sitters, trump_shown
from kingscore.sheets.template import Template
from kingscore.storage.resources import language, words

#: The last row in which a deal may stand, and the most seats.
LAST_ROW, SEATS = 9999, 6
ColumnLetters = Annotated[str, Field(pattern="^[A-Z]{1,2}$")]
Address = Annotated[str, Field(pattern="^[A-Z]{1,2}[0-9]{1,4}$")]
RowNumber = Annotated[int, Field(ge=1, le=LAST_ROW)]


class FilledRow(NamedTuple):
    """A row for a deal: its contract where that is fixed, else empty; ``bare`` where penalties have no minus; the item
    whose ``counts`` stand in place of points, else empty."""

    row: RowNumber
    contract: str
    bare: bool
    counts: str


class Columns(BaseModel):
    """Where things stand on a sheet, as letters: the points and titles seat by seat, empty where there is no column."""

    model_config = ConfigDict(frozen=True, strict=True)

    points: tuple[ColumnLetters, ...] = Field(min_length=1, max_length=SEATS)
    titles: tuple[ColumnLetters, ...]
    contract: ColumnLetters | Literal[""] = ""
    declarer: ColumnLetters | Literal[""] = ""
    trump: ColumnLetters | Literal[""] = ""
    buyer: ColumnLetters | Literal[""] = ""
    bid: ColumnLetters | Literal[""] = ""
    dealer: ColumnLetters | Literal[""] = ""


class About(BaseModel):
    """Variant and options of a sheet, and where things stand on its page; rows count from 1.

    ``content`` is the variant where the sheet brings it along, as JSON text; ``contracts``, ``forms``, ``titles`` are
    ids by the words that the sheet has for them; ``stake`` has addresses by ``per_point`` and ``currency``.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    format: Literal["kingscore-sheet/1"]
    variant: str
    options: dict[str, str]
    date: str
    page: str
    head: RowNumber
    columns: Columns
    contracts: dict[str, str]
    forms: dict[str, str]
    titles: dict[str, str]
    stake: dict[str, Address]
    deals: tuple[FilledRow, ...]
    content: str = ""


def about_of(book: Workbook) -> About | None:
    """What the hidden page says; None where there is none, or it says nothing that this version knows."""
    page = book.sheet(PAGE)
    if page is None:
        return None
    row, column = BROUGHT
    content = page.joined(row - 1, column - 1)
    try:
        about = About.model_validate_json(str(page.values.get(at_of(ABOUT), "")))
        brought = bool(content) and isinstance(json.loads(content), dict)
    except (ValueError, RecursionError):
        return None
    if book.sheet(about.page) is None or len(about.columns.titles) not in (0, len(about.columns.points)):
        return None
    return about.model_copy(update={"content": content if brought else ""})


DOCUMENT = "kingscore-game/1"
Json = dict[str, Any]


def read_filled_sheet(filled: Workbook, open_rules: OpenRules) -> tuple[Reading, Game | None] | None:
    """The game on a filled sheet, with everything that is wrong in its form; ``lines`` are rows of the sheet. Beside it
    the game that was exported, where the cells say something else by now.

    None for a workbook that is no sheet of kingscore, or does not say enough of itself any more.
    """
    file, about = filled.file, about_of(filled)
    if about is None:
        return None
    try:
        rules = open_rules(about.variant, len(about.columns.points), about.options, about.content)
    except Refused as fault:
        return Reading(None, tuple(f.at(Place(file=file)) for f in fault.findings)), None
    cells = _FilledCells(filled, about, rules)
    document = cells.document()
    if cells.faults:
        return Reading(None, tuple(cells.faults)), None
    by_cells = read_document(json.dumps(document, ensure_ascii=False), file, open_rules)
    hidden = filled.sheet(PAGE)
    record = "" if hidden is None else hidden.joined(RECORD - 1)
    exported = read_document(record, file, open_rules) if record else Reading(None)
    old, new = exported.game, by_cells.game
    same = old is not None and new is not None and _shown_by(old) == _shown_by(new)
    reading = exported if same else by_cells
    return Reading(reading.game, reading.findings, tuple(cells.rows)), None if same else old


def _shown_by(game: Game) -> tuple[object, ...]:
    """What the cells of a grid say of a game: who, what, declared by whom at which trump, the points, the titles."""
    plan = plan_sheet(game, Template("grid"), language("en"))
    deals = tuple(
        (
            deal.contract,
            declarer_shown(plan, n, game.rules.contract(deal.contract)),
            trump_shown(plan, deal, n),
            line.points,
            deal.titles,
            deal.row(only_counted(game.rules, game.rules.contract(deal.contract))),
        )
        for n, (deal, line) in enumerate(zip(game.deals, plan.table.lines, strict=True), 1)
    )
    return game.rules.variant, game.players, game.seated, game.dealer, deals


class _FilledCells:
    """The cells of a sheet being read, with what was wrong in them and the rows of its deals."""

    def __init__(self, filled: Workbook, about: About, rules: Rules) -> None:
        self.file, self.about, self.rules = filled.file, about, rules
        self.sheet = next(sheet for sheet in filled.sheets if sheet.name == about.page)
        self.faults: list[Finding] = []
        self.rows: list[int] = []
        self.names = [self.shown(f"{column}{about.head}") for column in about.columns.points]
        sat = [read_sitters(name, seat) for seat, name in enumerate(self.names)]
        seated = tuple(sorted(change for _, later in sat for change in later))
        self.game = Game(rules, tuple(player for player, _ in sat), len(sat) - 1, seated=seated)
        self.players = as_of(self.game, 1).players
        dealer = self.seat("dealer", about.deals[0].row if about.deals else 1)
        self.game = self.game if dealer is None else replace(self.game, dealer=dealer)

    def text(self, holds: str, row: int) -> str:
        return self.shown(self.address(holds, row)) if getattr(self.about.columns, holds) else ""

    def address(self, holds: str, row: int) -> str:
        """Where a thing stands in a row; the row alone where it has no column."""
        return f"{getattr(self.about.columns, holds)}{row}"

    def shown(self, address: str) -> str:
        """What stands in a cell as one line of text."""
        return self.sheet.text(at_of(address))

    def whole(self, address: str) -> int | None:
        """A cell's whole number, None where it is empty; R911 is among the faults where something else stands there."""
        cell = self.sheet.cell(at_of(address))
        if cell.kind in ("", "number"):
            return cell.number
        if cell.kind == "formula":
            self.fault("R911", address, "formula")
        else:
            self.fault("R911", address, found=cell.text)
        return 0

    def document(self) -> Json:
        """The game as a document."""
        about, players = self.about, self.game.players
        out: Json = {"format": DOCUMENT, "variant": about.variant, "options": about.options}
        out |= {"players": players, "dealer": players[self.game.dealer], "deals": list(self.deals())}
        if self.game.seated:
            out["seated"] = [{"from": deal, "seat": seat, "player": name} for deal, seat, name in self.game.seated]
        stake = {key: self.shown(address) for key, address in about.stake.items()}
        if stake.get("per_point") and stake.get("currency"):  # else points are worth no money
            out["stake"] = {"per_point": stake["per_point"].replace(",", "."), "currency": stake["currency"]}
        if about.content:
            out["rules"] = json.loads(about.content)
        if about.date:
            out["date"] = about.date
        return out

    def deals(self) -> Iterator[Json]:
        """Each deal that was played; a row without points is none, but an empty one between others is a fault."""
        found = [(deal, self.points(deal)) for deal in self.about.deals]
        last = max((at for at, (_, points) in enumerate(found) if any(p is not None for p in points)), default=-1)
        for number, (deal, points) in enumerate(found[: last + 1], 1):
            self.rows.append(deal.row)
            if all(p is None for p in points):
                self.fault("R915", f"{deal.row}", number=number)
            else:
                self.players = as_of(self.game, number).players
                yield self.deal(number, deal, points)

    def points(self, stated: FilledRow) -> list[int | None]:
        """The points of a row with their sign; a dash or nothing where none are."""
        out: list[int | None] = []
        for address in (f"{column}{stated.row}" for column in self.about.columns.points):
            number = None if self.shown(address) in ("–", "-", "—", "−") else self.whole(address)
            out.append(-number if stated.bare and number is not None else number)
        return out

    def deal(self, number: int, stated: FilledRow, points: list[int | None]) -> Json:
        """A deal: who declared, at which trump or how, for which bid or price, with which titles."""
        row, playing_now = stated.row, playing(self.game, number)
        out: Json = {"contract": stated.contract or self.contract(row)}
        for seat, column in enumerate(self.about.columns.points):
            if seat in playing_now and points[seat] is None:
                self.fault("R911", f"{column}{row}", "empty")
            elif seat not in playing_now and points[seat] == 0:
                points[seat] = None
        contract = self.rules.contract(out["contract"])
        if contract is not None:
            declarer = self.seat("declarer", row)
            has_trump = contract.forms or contract.bid or contract.sale is not None
            suit, form, rest = self.trump(row) if has_trump else ("", "", "")
            if form:
                out["form"] = form
            if suit and not contract.bid:
                out["trump"] = suit
            if declarer is not None and contract.declared and not contract.bid:
                out["declarer"] = self.players[declarer]
            if declarer is not None and (contract.bid or contract.sale is not None):
                out |= self.bid(contract, row, self.players[declarer], suit, rest)
            if contract.titles:
                out |= self.titles(row)
        return {**out, **({"counts": {stated.counts: points}} if stated.counts else {"points": points})}

    def contract(self, row: int) -> str:
        """The contract that was picked, by its name on the sheet or any other that it has."""
        text = self.text("contract", row)
        names = {name.casefold(): item.id for item in self.rules.contracts for name in (item.id, *item.names.all)}
        found = self.about.contracts.get(text) or names.get(text.casefold(), "")
        if not found:
            expected = tuple(self.about.contracts)
            self.fault("R914", self.address("contract", row), "contract", found=text or "—", expected=expected)
        return found

    def seat(self, holds: str, row: int, text: str = "") -> int | None:
        """The seat that a cell, or a part of its text, names; None where it is empty."""
        text = text or self.text(holds, row)
        seats = (self.names.index(text),) if text in self.names else seat_of(text, self.players) if text else ()
        if text and len(seats) != 1:
            self.fault("R914", self.address(holds, row), "player", found=text, expected=self.players)
        return seats[0] if len(seats) == 1 else None

    def trump(self, row: int) -> tuple[str, str, str]:
        """What stands in the cell of a trump: suit, way to play, and, where bids and sales have no columns of their
        own, the rest (``→ Jonas 2``, ``7``)."""
        text = self.text("trump", row)
        before, arrow, sale = text.partition("→")
        more = arrow + sale
        if not self.about.columns.bid and any(c.bid or c.sale for c in self.rules.contracts):
            digits = "".join(char for char in before if char.isdigit())
            before, more = before.replace(digits, " ") if digits else before, more or digits
        left, forms = before.strip(), self.about.forms
        by_length = sorted(forms, key=len, reverse=True)
        word = next((word for word in by_length if word.casefold() in left.casefold()), "")
        left = re.sub(re.escape(word), "", left, flags=re.IGNORECASE).strip()
        suit = words().suits.get(key(left), "") if left else ""
        if left and not suit:
            known = ("♠", "♥", "♦", "♣", *forms)
            self.fault("R914", self.address("trump", row), "trump", found=text, expected=known)
        return suit, forms.get(word, ""), more.strip()

    def bid(self, contract: Contract, row: int, declarer: str, suit: str, rest: str) -> Json:
        """The bid, or the sale with its buyer and price; nothing where none is written."""
        columns = self.about.columns
        if columns.bid:
            buyer, number = self.text("buyer", row), self.whole(self.address("bid", row))
        else:
            buyer, _, price = rest.removeprefix("→").strip().rpartition(" ")
            number = int(price) if price.isascii() and price.isdigit() else None
        if contract.bid:
            bid = {"bidder": declarer, "points": number, **({"suit": suit} if suit else {})}
            return {} if number is None else {"bid": bid}
        bought = self.seat("buyer" if columns.buyer else "trump", row, buyer) if buyer else None
        if bought is None or number is None or contract.sale is None:
            return {}
        return {"bid": {"seller": declarer, "buyer": self.players[bought], contract.sale.unit: number}}

    def titles(self, row: int) -> Json:
        """The titles seat by seat, where all are written."""
        texts = [self.shown(f"{column}{row}") for column in self.about.columns.titles]
        known = self.about.titles
        titles = [known.get(text) or words().titles.get(key(text), "") for text in texts]
        for column, text, title in zip(self.about.columns.titles, texts, titles, strict=True):
            if text and not title:
                self.fault("R914", f"{column}{row}", "title", found=text, expected=tuple(known))
        return {"titles": titles} if titles and all(titles) else {}

    def fault(self, code: str, address: str, how: str = "", **values: Any) -> None:
        row = int("".join(char for char in address if char.isdigit()))
        place = Place(file=self.file, line=row, text=address)
        self.faults.append(finding(code, how, cell=address, place=place, **values))

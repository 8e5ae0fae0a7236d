"""A filled sheet taken back: its cells made into a game's document, which notation reads. It judges no game.

A workbook that a game was exported to holds that game's document as well. As long as its cells say the same, the
document is taken, so that counts, bids and notes come back, which the cells do not hold. Else both are given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from kingscore.importers.cells import EMPTY
from kingscore.importers.sheet_cells import at_of
from kingscore.importers.sheet_identity import About, DealRow, about_of
from kingscore.importers.workbook import Workbook
from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.folding import key
from kingscore.model.frozen import dataclass, field
from kingscore.model.game import Game, playing
from kingscore.model.rules import Contract, Rules
from kingscore.notation import OpenRules, Reading, read_document
from kingscore.notation.names import seat_of
from kingscore.render.xlsx.hidden import PAGE, RECORD
from kingscore.sheets.labels import SEAT_LETTERS, declarer_shown, making, only_counted, trump_shown
from kingscore.sheets.template import Template
from kingscore.storage.resources import language, words

DOCUMENT = "kingscore-game/1"
Json = dict[str, Any]


def taken_back(filled: Workbook, open_rules: OpenRules) -> tuple[Reading, Game | None]:
    """The game on a filled sheet, with everything that is wrong in its form; ``lines`` are rows of the sheet. Beside it
    the game that was exported, where its cells say something else since.

    Refused: R910 a workbook that is no sheet of kingscore (a table kept by hand, then).
    """
    file, about = filled.file, about_of(filled)
    if about is None:
        raise Refused(finding("R910", place=Place(file=file)))
    try:
        rules = open_rules(about.variant, len(about.points), dict(about.options), about.content)
    except Refused as fault:
        return Reading(None, tuple(f.at(Place(file=file)) for f in fault.findings)), None
    taken = _Taken(filled, about, rules)
    document = taken.document()
    if taken.faults:
        return Reading(None, tuple(taken.faults)), None
    found = read_document(json.dumps(document, ensure_ascii=False), file, open_rules)
    kept = _recorded(filled, open_rules)
    same = kept.game is not None and found.game is not None and _said(kept.game) == _said(found.game)
    whole = kept if same else found
    return Reading(whole.game, whole.findings, tuple(taken.rows)), None if same else kept.game


def _recorded(filled: Workbook, open_rules: OpenRules) -> Reading:
    """The game that was exported, with what is wrong in its form; none where the sheet was blank."""
    page = filled.sheet(PAGE)
    record = "" if page is None else page.joined(RECORD - 1)
    return read_document(record, filled.file, open_rules) if record else Reading(None)


def _said(game: Game) -> tuple[object, ...]:
    """What the cells of a grid say of a game: who, what, declared by whom at which trump, the points, the titles."""
    made = making(game, Template("grid"), language("en"))
    deals = tuple(
        (
            deal.contract,
            declarer_shown(made, n, game.rules.contract(deal.contract)),
            trump_shown(made, deal),
            line.points,
            deal.titles,
            deal.row(only_counted(game.rules, game.rules.contract(deal.contract))),
        )
        for n, (deal, line) in enumerate(zip(game.deals, made.table.lines, strict=True), 1)
    )
    return game.rules.variant, game.players, game.dealer, deals


@dataclass(frozen=True)
class _Trump:
    """A trump as it stands in a cell: a suit, a way to play, or nothing."""

    suit: str = ""
    form: str = ""


@dataclass
class _Taken:
    """The cells of a sheet being taken back, with what was wrong in them and the rows of its deals."""

    filled: Workbook
    about: About
    rules: Rules
    faults: list[Finding] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)

    def text(self, holds: str, row: int) -> str:
        column = self.about.column(holds)
        return self.shown(f"{column}{row}") if column else ""

    def shown(self, address: str) -> str:
        """What stands in a cell as one line of text."""
        sheet = self.filled.sheet(self.about.page)
        return "" if sheet is None else sheet.text(at_of(address))

    def whole(self, address: str) -> int | None:
        """A cell's whole number, None where it is empty; R911 is among the faults where something else stands there."""
        sheet = self.filled.sheet(self.about.page)
        cell = EMPTY if sheet is None else sheet.cell(at_of(address))
        if cell.kind == "formula":
            self.fault("R911", address, "formula")
        elif cell.kind not in ("", "number"):
            self.fault("R911", address, found=cell.text)
        return cell.number

    def document(self) -> Json:
        """The game as a document."""
        players, deals = self.players(), self.about.deals
        row = deals[0].row if deals else 1
        dealer = self.seat(self.text("dealer", row), players, f"{self.about.column('dealer')}{row}")
        first = dealer if dealer is not None else len(players) - 1
        game = Game(self.rules, tuple(players), first)
        out: Json = {"format": DOCUMENT, "variant": self.about.variant, "options": dict(self.about.options)}
        out |= {"players": players, "dealer": players[first], "deals": list(self.deals(game))}
        stake = self.stake()
        if stake:
            out["stake"] = stake
        if self.about.content:
            out["rules"] = json.loads(self.about.content)
        if self.about.date:
            out["date"] = self.about.date
        return out

    def stake(self) -> Json:
        """The stake that was written, if it was; points are worth money only where a currency stands beside it."""
        told = {key: self.shown(address) for key, address in self.about.stake}
        if not told.get("per_point") or not told.get("currency"):
            return {}
        return {"per_point": told["per_point"].replace(",", "."), "currency": told["currency"]}

    def players(self) -> list[str]:
        """The names in the head; a seat without one is called by its letter."""
        names = [self.shown(f"{column}{self.about.head}") for column in self.about.points]
        return [name or SEAT_LETTERS[seat] for seat, name in enumerate(names)]

    def deals(self, game: Game) -> Iterator[Json]:
        """Each deal that was played; a row without points is none, but an empty one between others is a fault."""
        found = [(deal, self.points(deal.row, deal.bare)) for deal in self.about.deals]
        last = max((at for at, (_, points) in enumerate(found) if any(p is not None for p in points)), default=-1)
        for number, (deal, points) in enumerate(found[: last + 1], 1):
            self.rows.append(deal.row)
            if all(p is None for p in points):
                self.fault("R915", f"{deal.row}", number=number)
            else:
                yield self.deal(number, deal, points, game)

    def points(self, row: int, bare: bool) -> list[int | None]:
        """The points of a row with their sign; a dash or nothing where none are."""
        out: list[int | None] = []
        for column in self.about.points:
            address = f"{column}{row}"
            if self.shown(address) in ("–", "-", "—", "−"):
                out.append(None)
                continue
            faults, number = len(self.faults), self.whole(address)
            number = 0 if len(self.faults) > faults else number
            out.append(-number if bare and number is not None else number)
        return out

    def deal(self, number: int, told: DealRow, points: list[int | None], game: Game) -> Json:
        row = told.row
        out: Json = {"contract": told.contract or self.contract(row)}
        playing_now = playing(game, number)
        for seat, column in enumerate(self.about.points):
            if seat in playing_now and points[seat] is None:
                self.fault("R911", f"{column}{row}", "empty")
            elif seat not in playing_now and points[seat] == 0:
                points[seat] = None
        declared = self.rules.contract(out["contract"])
        if declared is not None:
            out |= self.said(declared, row, game)
        return {**out, **({"counts": {told.counts: points}} if told.counts else {"points": points})}

    def contract(self, row: int) -> str:
        """The contract that was picked, by its name on the sheet or any other that it has."""
        text = self.text("contract", row)
        known: dict[str, str] = {}
        for contract in self.rules.contracts:
            known |= {name.casefold(): contract.id for name in (contract.id, *contract.names.all)}
        found = dict(self.about.contracts).get(text) or known.get(text.casefold())
        if found is None:
            address = f"{self.about.column('contract')}{row}"
            self.fault(
                "R914", address, "contract", found=text or "—", expected=tuple(name for name, _ in self.about.contracts)
            )
            return ""
        return str(found)

    def seat(self, text: str, players: list[str] | tuple[str, ...], address: str) -> int | None:
        """The seat that a cell names; None where it is empty."""
        if not text:
            return None
        seats = seat_of(text, players)
        if len(seats) != 1:
            self.fault("R914", address, "player", found=text, expected=tuple(players))
            return None
        return seats[0]

    def said(self, contract: Contract, row: int, game: Game) -> Json:
        """Who declared, at which trump or how, for which bid or price, with which titles."""
        out: Json = {}
        address = f"{self.about.column('declarer')}{row}"
        declarer = self.seat(self.text("declarer", row), game.players, address) if address[0].isalpha() else None
        trump, more = self.trump(row) if contract.forms or contract.bid or contract.sale is not None else (_Trump(), "")
        if trump.form:
            out["form"] = trump.form
        if trump.suit and not contract.bid:
            out["trump"] = trump.suit
        if declarer is not None and contract.declared and not contract.bid:
            out["declarer"] = game.players[declarer]
        if declarer is not None and (contract.bid or contract.sale is not None):
            out |= self.bid(contract, row, game, (declarer, trump.suit, more))
        if contract.titles:
            out |= self.held(row)
        return out

    def trump(self, row: int) -> tuple[_Trump, str]:
        """A suit or a way to play, and what stands beside it (``→ Jonas 2``, ``7``) where that has no columns."""
        text = self.text("trump", row)
        before, arrow, sale = text.partition("→")
        more = arrow + sale
        if not self.about.column("bid") and any(c.bid or c.sale for c in self.rules.contracts):
            digits = "".join(char for char in before if char.isdigit())
            before, more = before.replace(digits, " ") if digits else before, more or digits
        suit, form = "", ""
        left = before.strip()
        for word, told in sorted(self.about.forms, key=lambda pair: -len(pair[0])):
            if word.casefold() in left.casefold():
                form, left = told, re.sub(re.escape(word), "", left, flags=re.IGNORECASE).strip()
                break
        suit = words().suits.get(key(left), "") if left else ""
        if left and not suit:
            known = (*("♠", "♥", "♦", "♣"), *(word for word, _ in self.about.forms))
            self.fault("R914", f"{self.about.column('trump')}{row}", "trump", found=text, expected=known)
        return _Trump(suit, form), more.strip()

    def bid(self, contract: Contract, row: int, game: Game, said: tuple[int, str, str]) -> Json:
        """The bid, or the sale with its buyer and price; nothing where none is written."""
        declarer, suit, more = said
        if self.about.column("bid"):
            buyer, number = self.text("buyer", row), self.number("bid", row)
        else:
            name, _, price = more.removeprefix("→").strip().rpartition(" ")
            buyer, number = name, int(price) if price.isascii() and price.isdigit() else None
        if contract.bid:
            bidder = {"bidder": game.players[declarer], "points": number}
            return {} if number is None else {"bid": {**bidder, **({"suit": suit} if suit else {})}}
        bought = self.seat(buyer, game.players, f"{self.about.column('buyer') or self.about.column('trump')}{row}")
        if bought is None or number is None or contract.sale is None:
            return {}
        return {"bid": {"seller": game.players[declarer], "buyer": game.players[bought], contract.sale.unit: number}}

    def number(self, holds: str, row: int) -> int | None:
        """A whole number of a column; what is none is a fault."""
        return self.whole(f"{self.about.column(holds)}{row}")

    def held(self, row: int) -> Json:
        """The titles seat by seat, where all are written."""
        texts = [self.shown(f"{column}{row}") for column in self.about.held]
        known = dict(self.about.titles)
        titles = [known.get(text) or words().titles.get(key(text), "") for text in texts]
        for column, text, title in zip(self.about.held, texts, titles, strict=True):
            if text and not title:
                self.fault("R914", f"{column}{row}", "title", found=text, expected=tuple(known))
        return {"titles": titles} if titles and all(titles) else {}

    def fault(self, code: str, address: str, how: str = "", **values: Any) -> None:
        row = int("".join(char for char in address if char.isdigit()))
        place = Place(file=self.filled.file, line=row, text=address)
        self.faults.append(finding(code, how, cell=address, place=place, **values))

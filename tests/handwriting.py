"""Games written out as people keep them: one game, many hands. It knows nothing of the reader that is tried on it."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from typing import Any, Literal

from openpyxl import Workbook

from kingscore.model.game import Game, playing
from kingscore.model.rules import Contract

Value = int | str | None
Points = list[list[int]]

SUMS = {"en": ("Sum", "Total"), "ru": ("Сумма", "Итого"), "lt": ("Suma", "Iš viso")}
SIDES = {"en": ("Penalties", "Premiums"), "ru": ("Штрафы", "Премии"), "lt": ("Baudos", "Premijos")}
TITLES = {"en": "An evening in November", "ru": "Ноябрьский вечер", "lt": "Lapkričio vakaras"}
NOTES = {"en": "Ona dealt twice, we let it stand", "ru": "чай с баранками", "lt": "arbata su sausainiais"}
HEADS = {
    "en": {"number": "No.", "dealer": "Dealer", "contract": "Deal", "declarer": "Declarer", "check": "Σ"},
    "ru": {"number": "№", "dealer": "Сдаёт", "contract": "Раздача", "declarer": "Заказ", "check": "Контроль"},
    "lt": {"number": "Eil. Nr.", "dealer": "Dalija", "contract": "Dalijimas", "declarer": "Užsakė", "check": "Suma"},
}


@dataclass(frozen=True)
class Hand:
    """How somebody keeps a table.

    ``names``: ``full``, ``numbered`` (``1. No tricks``), ``beside`` (a column of numbers), ``alias`` or ``none``.
    ``bare``: penalties without minus. ``sums``: ``none``, ``total``, ``phases``, ``each`` deal, ``column`` (a column
    beside each player). ``running``: only how everybody stands. ``nought``: what stands for nothing.
    """

    language: str = "en"
    names: str = "full"
    turned: bool = False
    bare: bool = False
    running: bool = False
    sums: str = "total"
    columns: tuple[str, ...] = ()
    minus: str = "-"
    plus: bool = False
    decimals: str = ""
    nought: str = "0"
    title: bool = False
    notes: bool = False
    blank_every: int = 0
    delimiter: str = ";"
    encoding: str = "utf-8"
    quoted: bool = False
    as_text: bool = False


def rows(game: Game, points: Points, hand: Hand) -> list[list[Value]]:
    """The table as rows of numbers and texts."""
    seats = range(game.rules.table)
    beside = ["contract", *hand.columns]
    head: list[Value] = ["" if name == "contract" else HEADS[hand.language][name] for name in beside if name != "check"]
    if hand.columns:
        head[0] = HEADS[hand.language]["contract"]
    if hand.names == "beside":
        head.insert(0, HEADS[hand.language]["number"])
    for seat in seats:
        head += [game.players[seat], *([""] if hand.sums == "column" else [])]
    check = "check" in hand.columns
    out: list[list[Value]] = [[*head, *([HEADS[hand.language]["check"]] if check else [])]]
    if hand.title:
        out = [[TITLES[hand.language]], ["2026-11-27"], *out]
    standing = [0] * len(seats)
    since, side = [0] * len(seats), None
    for number, own in enumerate(points, 1):
        contract = game.rules.contract(game.deals[number - 1].contract)
        assert contract is not None
        penalty = contract.base_total < 0
        if hand.sums == "phases" and side is not None and side != penalty:
            out.append(_sum_row(game, hand, SUMS[hand.language][0], since, bare=hand.bare and side))
            since = [0] * len(seats)
        side = penalty
        standing = [a + b for a, b in zip(standing, own, strict=True)]
        since = [a + b for a, b in zip(since, own, strict=True)]
        out.append(_deal_row(game, hand, number, contract, own, standing))
        if hand.sums == "each":
            out.append(_sum_row(game, hand, SUMS[hand.language][0], standing))
        if hand.blank_every and number % hand.blank_every == 0:
            out.append([])
        if hand.notes and number == 2:
            out.append([NOTES[hand.language]])
    if hand.sums == "phases":
        out.append(_sum_row(game, hand, SUMS[hand.language][0], since, bare=hand.bare and bool(side)))
    if hand.sums in ("total", "phases", "column"):
        out.append(_sum_row(game, hand, SUMS[hand.language][1], standing))
    width = max(map(len, out))
    out = [[*row, *[None] * (width - len(row))] for row in out]
    return [list(row) for row in zip(*out, strict=True)] if hand.turned else out


def _deal_row(
    game: Game, hand: Hand, number: int, contract: Contract, own: list[int], standing: list[int]
) -> list[Value]:
    texts = _beside(game, hand, number, contract)
    shown = list(standing) if hand.running else own
    if hand.bare and contract.base_total < 0 and not hand.running:
        shown, hand = [-value for value in shown], replace(hand, plus=False)
    seats = playing(game, number)
    cells: list[Value] = []
    for seat, value in enumerate(shown):
        out = seat not in seats and not value and not hand.running
        cells.append("–" if out and hand.nought == "0" else _number(hand, value))
        if hand.sums == "column":
            cells.append(_number(replace(hand, nought="0"), standing[seat]))
    if "check" in hand.columns:
        cells.append(_number(hand, sum(shown)))
    return [*texts, *cells]


def _beside(game: Game, hand: Hand, number: int, contract: Contract) -> list[Value]:
    every = dict(contract.names.by_language)[hand.language]
    own = {
        "full": every[0],
        "alias": every[-1],
        "numbered": f"{number}. {every[0]}",
        "beside": every[0],
        "none": "",
    }[hand.names]
    declarer = game.deals[number - 1].declarer
    told: dict[str, Value] = {
        "dealer": game.players[(game.dealer + number - 1) % game.rules.table],
        "declarer": "" if declarer is None else game.players[declarer],
    }
    texts: list[Value] = [own, *(told[name] for name in hand.columns if name != "check")]
    return [number, *texts] if hand.names == "beside" else texts


def _sum_row(game: Game, hand: Hand, label: str, values: list[int], bare: bool = False) -> list[Value]:
    shown = [-value for value in values] if bare else values
    hand = replace(hand, plus=hand.plus and not bare)
    cells: list[Value] = []
    for value in shown:
        cells += [_number(replace(hand, nought="0"), value), *([None] if hand.sums == "column" else [])]
    before: list[Value] = [label, *[None for name in hand.columns if name != "check"]]
    return [*([None] if hand.names == "beside" else []), *before, *cells]


def _number(hand: Hand, value: int) -> Value:
    if not value and hand.nought != "0":
        return hand.nought
    sign = hand.minus if value < 0 else "+" if hand.plus and value > 0 else ""
    text = f"{sign}{abs(value)}{hand.decimals}"
    return text if hand.as_text or text not in (str(value), f"{value}") else value


def as_csv(table: list[list[Value]], hand: Hand) -> bytes:
    """The table as the bytes of a CSV file."""
    out = io.StringIO()
    quoting: Literal[0, 1] = csv.QUOTE_ALL if hand.quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(out, delimiter=hand.delimiter, quoting=quoting, lineterminator="\r\n")
    writer.writerows([["" if value is None else value for value in row] for row in table])
    return out.getvalue().encode(hand.encoding)


def as_xlsx(table: list[list[Value]], down: int = 0, across: int = 0, merge: bool = False) -> bytes:
    """The table as the bytes of a workbook, so many rows down and columns across."""
    book = Workbook()
    page: Any = book.active
    for row, values in enumerate(table, down + 1):
        for column, value in enumerate(values, across + 1):
            if value not in (None, ""):
                cell = page.cell(row, column, value)
                if isinstance(value, str):
                    cell.data_type = "s"
    if merge and table and len(table[0]) > 1:
        page.merge_cells(start_row=down + 1, end_row=down + 1, start_column=across + 1, end_column=across + 2)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()

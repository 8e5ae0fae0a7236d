"""An evening kept on a workbook: what the players of a game type into its cells, in the words of the sheet."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import openpyxl

from kingscore.model.game import Deal, Game, declarer_in_turn, playing
from kingscore.model.language import Language
from kingscore.scoring.score import score

SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
Entry = tuple[str, str, str | int]


def entries(workbook: bytes, played: Game, language: Language) -> list[Entry]:
    """Page, address and what is typed there: names, first dealer, and each deal as it was played."""
    about = json.loads(openpyxl.load_workbook(io.BytesIO(workbook))["kingscore"]["A1"].value)
    columns, page = about["columns"], about["page"]
    out: list[Entry] = [
        (page, f"{column}{about['head']}", name) for column, name in zip(columns["points"], played.players, strict=True)
    ]
    out.append((page, f"{columns['dealer']}{about['deals'][0][0]}", played.players[played.dealer]))
    for number, (deal, told) in enumerate(zip(played.deals, about["deals"], strict=False), 1):
        cells = {**_said(played, number, deal, about, language), **_numbers(played, number, deal, about, told)}
        out += [(page, f"{column}{told[0]}", value) for column, value in cells.items()]
    return out


def _said(played: Game, number: int, deal: Deal, about: dict[str, Any], language: Language) -> dict[str, str | int]:
    """Contract, declarer, trump, buyer and price or bid, titles: by the letters of their columns."""
    columns, contract = about["columns"], played.rules.contract(deal.contract)
    assert contract is not None
    out: dict[str, str | int] = {}
    if not about["deals"][number - 1][1]:
        out[columns["contract"]] = contract.names.of(language.code)
    bid = deal.bid
    declarer = deal.declarer if deal.declarer is not None else declarer_in_turn(played, number)
    if bid is not None and bid.bidder is not None:
        declarer = bid.bidder
    if (contract.declared or contract.bid) and declarer is not None:
        out[columns["declarer"]] = played.players[declarer]
    if told := " ".join(_trump(deal, language)):
        out[columns["trump"]] = told
    if bid is not None:
        out[columns["bid"]] = bid.tricks or bid.points or 0
    if bid is not None and bid.buyer is not None:
        out[columns["buyer"]] = played.players[bid.buyer]
    for column, title in zip(columns["titles"], deal.titles or (), strict=False):
        out[column] = language.say(f"sheets.title.{title}")
    return out


def _trump(deal: Deal, language: Language) -> Iterator[str]:
    suit = deal.bid.suit if deal.bid is not None and deal.bid.suit else deal.trump
    if suit in SIGNS:
        yield SIGNS[suit]
    if deal.form not in (None, "suit"):
        yield language.say(f"sheets.form.{deal.form}")


def _numbers(played: Game, number: int, deal: Deal, about: dict[str, Any], told: list[Any]) -> dict[str, str | int]:
    """Points, without their minus where the sheet is drawn so, or counts; nothing for who sits out."""
    line = score(played).lines[number - 1]
    row = deal.row(told[3]) if told[3] else line.points
    assert row is not None
    return {
        about["columns"]["points"][seat]: -(row[seat] or 0) if told[2] else row[seat] or 0
        for seat in playing(played, number)
    }

"""A sheet as values: blocks of cells with what stands in them and how it comes about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kingscore.model.game import Game
from kingscore.model.language import number, signed
from kingscore.sheets.template import Template

Role = Literal["head", "name", "label", "mark", "entry", "running", "must", "sum", "sums", "total", "place", "money"]
#: What a filled cell says by its looks: nothing, a penalty, a premium, a mistake, or no part in this deal.
Tone = Literal["", "penalty", "premium", "wrong", "out"]
Style = Literal["plain", "signed"]
Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells of a block, both corners included."""

    top: int
    left: int
    bottom: int
    right: int
    block: int = 0


@dataclass(frozen=True, slots=True)
class Formula:
    """How a cell comes about from others; it stays empty while the cells of ``when`` are.

    ``sum``: the cells of ``plus`` less those of ``minus``. ``side``: those cells of ``plus`` beside which ``among``
    names a contract of penalties, or of premiums (``side``). ``next``: the player after the one in ``plus[0]``, in the
    order of ``among``. ``place``: where ``plus[0]`` stands among the cells of ``among`` (most is 1). ``must``: what the
    contract named in ``plus[0]`` must come to. ``copy``: what stands in ``plus[0]``. ``declared``: the contract's name,
    struck through once ``seat`` has declared ``named`` for the ``time``-th time in the grid ``block``. ``player``: the
    name of ``seat``. ``got``: the points of the seat that ``plus[0]`` names by its column, in the deal that ``seat``
    declared so. ``time``: for the how-manieth time the declarer beside it declares the contract beside it.
    ``bid``: what the suit named in ``plus[0]`` comes to by ``suits``, less the bid in ``plus[1]``; what ``named`` says
    until both are there.
    ``money``: ``plus[0]`` less the average of ``among``, times the cell of ``when``, to so many ``digits``.
    """

    does: Literal["sum", "side", "next", "place", "must", "copy", "declared", "player", "got", "time", "money", "bid"]
    plus: tuple[Area, ...]
    minus: tuple[Area, ...] = ()
    when: tuple[Area, ...] = ()
    among: tuple[Area, ...] = ()
    side: str = ""
    seat: int = 0
    named: str = ""
    time: int = 0
    block: int = 0
    digits: int = 0
    suits: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Must:
    """What a deal comes to: one of ``totals``, or anything from ``low`` to ``high`` where there are none."""

    totals: tuple[int, ...] = ()
    low: int = 0
    high: int = 0

    def met(self, total: int) -> bool:
        """True if a deal may come to this."""
        return total in self.totals if self.totals else self.low <= total <= self.high

    def flipped(self) -> Must:
        """The same for numbers that are written without their minus."""
        return Must(tuple(-total for total in self.totals), -self.high, -self.low)


@dataclass(frozen=True, slots=True)
class Check:
    """What a sum must come to as soon as ``full`` cells of ``over`` are filled.

    ``must`` is None where the contract is chosen at the table; it is then named in the cell ``named``. Where a bid
    makes the total, it stands in the cell ``stated``.
    """

    over: tuple[Area, ...]
    full: int
    must: Must | None = None
    named: Area | None = None
    stated: Area | None = None


@dataclass(frozen=True, slots=True)
class EntryRule:
    """What may be written into a cell: a whole number from ``low`` to ``high`` in steps, one of ``choices`` (or
    words of one's own where ``free``), an amount of money, its currency, or any text."""

    kind: Literal["points", "choice", "text", "amount", "currency"]
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[str, ...] = ()
    free: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a block, at ``row`` and ``column`` (from 0), over so many ``rows`` and ``columns``.

    ``struck`` are the older numbers that the number replaced; ``crossed`` strikes the text through. ``amount`` is the
    exact decimal of a text that shows money.
    """

    row: int
    column: int
    role: Role
    text: str = ""
    number: int | None = None
    rows: int = 1
    columns: int = 1
    style: Style = "plain"
    tone: Tone = ""
    formula: Formula | None = None
    entry: EntryRule | None = None
    check: Check | None = None
    struck: tuple[int, ...] = ()
    crossed: bool = False
    amount: str = ""

    @property
    def shown(self) -> str:
        """What stands in the cell, numbers with a true minus."""
        return self.text if self.number is None else self._with_sign(self.number)

    @property
    def older(self) -> tuple[str, ...]:
        """The numbers that are struck through, as the one that replaced them is shown."""
        return tuple(map(self._with_sign, self.struck))

    def _with_sign(self, n: int) -> str:
        return signed(n) if self.style == "signed" else number(n)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a block: what it holds, the seat it belongs to, its share of the width and how it is set."""

    holds: str
    seat: int | None = None
    share: int = 10
    align: Align = "centre"


@dataclass(frozen=True, slots=True)
class Block:
    """Cells that belong together: ``columns``, so many ``rows``, the first ``head`` of which are the head.

    ``ruled`` are the rows below which a heavier line runs. ``entries`` is the grid that only a workbook has, on a page
    of its own, for the sheets whose cells come from there.
    """

    title: str
    columns: tuple[Column, ...]
    rows: int
    cells: tuple[Cell, ...]
    head: int = 1
    seat: int | None = None
    kind: Literal["grid", "sector", "personal", "standing", "entries"] = "grid"
    ruled: tuple[int, ...] = ()

    def at(self, row: int, column: int) -> Cell | None:
        """The cell whose upper left corner is there."""
        return next((c for c in self.cells if c.row == row and c.column == column), None)

    def align(self, cell: Cell) -> Align:
        """How a cell is set: one over several columns in the middle, unless it begins the row."""
        if cell.columns > 1:
            return "left" if cell.column == 0 else "centre"
        return self.columns[cell.column].align

    def lines(self) -> tuple[tuple[Cell | None, ...], ...]:
        """Each row with a place for every column; what a cell over several columns covers is None."""
        at = {(cell.row, cell.column): cell for cell in self.cells}
        return tuple(tuple(at.get((row, column)) for column in range(len(self.columns))) for row in range(self.rows))

    def in_row(self, row: int) -> tuple[Cell, ...]:
        return tuple(sorted((c for c in self.cells if c.row == row), key=lambda c: c.column))


@dataclass(frozen=True, slots=True)
class SheetFact:
    """Something that a sheet says about its game: a title for it and the words."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score table laid out: title, facts, blocks, and what a reader of the filled sheet must know to take it back.

    ``contracts`` are the names that stand for contract ids on this sheet, with what each must come to. ``forms`` are
    the words for ways to play, ``titles`` those for titles. ``game`` is what the sheet was made from, of a blank one
    without deals.
    """

    layout: str
    title: str
    subtitle: str
    language: str
    template: Template
    blocks: tuple[Block, ...]
    contracts: tuple[ContractCell, ...] = ()
    deals: tuple[DealPlace, ...] = ()
    date_shown: str = ""
    facts: tuple[SheetFact, ...] = ()
    signatures: tuple[str, ...] = ()
    blank: bool = False
    forms: tuple[tuple[str, str], ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    game: Game | None = None

    @property
    def on_paper(self) -> tuple[Block, ...]:
        """The blocks that people see on paper."""
        return tuple(block for block in self.blocks if block.kind != "entries")

    @property
    def in_text(self) -> tuple[Block, ...]:
        """The blocks of a text. A triangle of declared deals crosses out what was declared and says no more; there the
        grid says who got what."""
        bare = self.layout == "triangle" and self.per_player and not self.blank
        return self.blocks if bare else self.on_paper

    @property
    def per_player(self) -> bool:
        """True where each player declares his own contracts."""
        return self.game is not None and self.game.rules.schedule.kind == "declared"

    @property
    def entries(self) -> Block:
        """The grid in which the deals stand."""
        return next(block for block in self.blocks if block.kind in ("grid", "entries"))


@dataclass(frozen=True, slots=True)
class ContractCell:
    """A contract as it is named on a sheet, in full and short, and what its points may be."""

    id: str
    name: str
    short: str
    must: Must
    shown: str
    entry: EntryRule
    penalty: bool


@dataclass(frozen=True, slots=True)
class DealPlace:
    """Where a deal stands on a sheet: its row in the first block, its contract where that is fixed (else empty),
    whether its points are written without their minus, and the item whose counts stand in place of points."""

    row: int
    contract: str
    bare: bool
    counts: str = ""

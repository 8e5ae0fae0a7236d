"""A report as a value: a sheet of tables and the pictures beside them; and how its cells are made. It draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from kingscore.model.frozen import dataclass, replace
from kingscore.model.language import MINUS, Language
from kingscore.sheets.cells import Block, Cell, Column, Fact, Sheet
from kingscore.sheets.shapes import Drawing
from kingscore.sheets.template import Template
from kingscore.sheets.text_fit import Fonts

NOTHING = "–"
Align: TypeAlias = Literal["left", "centre", "right"]
#: Draws a picture with the fonts that are there.
Picture: TypeAlias = Callable[[Fonts], Drawing]


@dataclass(frozen=True, slots=True)
class Report:
    """Tables with what is to be said below them, and the pictures that a page shows above."""

    sheet: Sheet
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """A column: what it is called, how it is set, and how soon it is left out where room is short (0 never)."""

    text: str
    align: Align = "right"
    spare: int = 0


def sheet(told: tuple[str, str], language: Language, blocks: Sequence[Block], facts: Sequence[Fact] = ()) -> Sheet:
    """A sheet of tables that belong to no game; ``told`` is the title and the line below it."""
    return Sheet(
        layout="report",
        title=told[0],
        subtitle=told[1],
        language=language.code,
        template=Template("grid"),
        players=(),
        blocks=tuple(blocks),
        variant="",
        options=(),
        facts=tuple(facts),
    )


def block(title: str, heads: Sequence[Head], rows: Sequence[Sequence[Cell]], ruled: Sequence[int] = ()) -> Block:
    """A table: a head where there is one, and rows of cells whose places are given here."""
    head = [replace(text(one.text), role="head") for one in heads] if any(one.text for one in heads) else []
    lines = [*([head] if head else []), *rows]
    cells = (replace(cell, row=row, column=at) for row, line in enumerate(lines) for at, cell in enumerate(line))
    columns = tuple(Column("report", None, 1 + one.spare, one.align) for one in heads)
    return Block(title, columns, len(lines), tuple(cells), head=len(head[:1]), kind="standing", ruled=tuple(ruled))


def text(words: str, name: bool = False) -> Cell:
    """A cell with words."""
    return Cell(0, 0, "name" if name else "label", words)


def whole(number: int | None, signed: bool = False) -> Cell:
    """A cell with a whole number, a dash for none."""
    if number is None:
        return text(NOTHING)
    return Cell(0, 0, "sum", number=number, style="signed" if signed else "plain")


def average(value: Fraction | None, language: Language, signed: bool = True, digits: int = 2) -> Cell:
    """A cell with an average, rounded here and nowhere before; a dash for none."""
    if value is None:
        return text(NOTHING)
    exact = decimal(value, digits)
    shown = exact.replace("-", MINUS).replace(".", language.decimal_mark)
    plus = "+" if signed and value > 0 and exact.strip("0.") else ""
    return Cell(0, 0, "money", plus + shown, amount=exact, style="signed" if signed else "plain")


def decimal(value: Fraction, digits: int) -> str:
    """A fraction rounded to so many decimals, a half away from nothing: ``-1.25``."""
    scaled = abs(value) * 10**digits
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole_part, rest = divmod(rounded, 10**digits)
    sign = "-" if value < 0 and rounded else ""
    return f"{sign}{whole_part}.{rest:0{digits}}" if digits else f"{sign}{whole_part}"

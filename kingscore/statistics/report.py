"""A report as a value, a sheet of tables with pictures beside them: its subject, its columns and its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from kingscore.model.language import MINUS, Language
from kingscore.sheets.cells import Block, Cell, Column, Sheet, SheetFact
from kingscore.sheets.shapes import Drawing
from kingscore.sheets.template import Template
from kingscore.sheets.text_fit import Fonts

NOTHING = "–"
Align: TypeAlias = Literal["left", "centre", "right"]
#: Draws a picture with the fonts that are there.
Picture: TypeAlias = Callable[[Fonts], Drawing]


@dataclass(frozen=True, slots=True)
class StatisticsReport:
    """Tables with notes below them, and the pictures that a page shows above."""

    sheet: Sheet
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column: what it is called, how it is set, and how soon it is left out where room is short (0 never)."""

    text: str
    align: Align = "right"
    spare: int = 0


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is about: a line that says which games, what a contract of a variant is called (an empty contract
    for the variant itself), and the language."""

    about: str
    called: Callable[[str, str], str]
    language: Language

    def head(self, key: str, align: Align = "right", spare: int = 0) -> ColumnHead:
        """A column under its figure's name."""
        return ColumnHead(self.language.say(f"standings.head.{key}"), align, spare)


#: Every figure that a report shows, in the order of the glossary.
FIGURES = (
    *("games", "others", "wins", "shared", "place", "form", "firsts", "without"),
    *("points", "per_game", "deals", "per_deal", "best", "worst", "average"),
    *("ahead", "level", "behind", "difference", "rating", "least"),
)


def glossary(language: Language) -> tuple[tuple[str, str], ...]:
    """Every figure: its name and what it means."""
    return tuple((language.say(f"standings.head.{key}"), language.say(f"standings.figure.{key}")) for key in FIGURES)


def sheet(
    title: str, subtitle: str, language: Language, blocks: Sequence[Block], facts: Sequence[SheetFact] = ()
) -> Sheet:
    """A sheet of tables that belong to no game, with a line below the title."""
    return Sheet(
        layout="report",
        title=title,
        subtitle=subtitle,
        language=language.code,
        template=Template("grid"),
        blocks=tuple(blocks),
        facts=tuple(facts),
    )


def block(title: str, heads: Sequence[ColumnHead], rows: Sequence[Sequence[Cell]], ruled: Sequence[int] = ()) -> Block:
    """A table: a head where there is one, and rows of cells whose places are given here."""
    head = [replace(text(h.text), role="head") for h in heads] if any(h.text for h in heads) else []
    lines = [*([head] if head else []), *rows]
    cells = (replace(cell, row=row, column=at) for row, line in enumerate(lines) for at, cell in enumerate(line))
    columns = tuple(Column("report", None, 1 + h.spare, h.align) for h in heads)
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

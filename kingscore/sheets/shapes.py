"""What is drawn on paper, as values: lines, filled shapes and texts in points from the lower left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from kingscore.model.findings import Finding

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]
MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line; ``dash`` is the length of its dashes and gaps, 0 for none."""

    start: Point
    end: Point
    width: float
    colour: str
    dash: float = 0


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled shape without an outline."""

    points: Polygon
    colour: str


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text that begins at ``at`` on its baseline and runs at ``angle`` degrees, ``width`` points long.

    ``squeeze`` is how far it is narrowed (1 is not). ``within`` is the cell that it must not leave.
    """

    text: str
    at: Point
    size: float
    face: str
    colour: str
    width: float
    angle: float = 0
    squeeze: float = 1
    within: Polygon = ()


Shape: TypeAlias = Stroke | Fill | Text


@dataclass(frozen=True, slots=True)
class Page:
    """A page of paper: its size and what is drawn on it, in that order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    @property
    def texts(self) -> tuple[Text, ...]:
        return tuple(shape for shape in self.shapes if isinstance(shape, Text))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet on paper: its pages, its title, and what had to be left out (glyphs that no font has)."""

    title: str
    language: str
    pages: tuple[Page, ...]
    findings: tuple[Finding, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of a page to draw in."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def polygon(self) -> Polygon:
        """Its corners, counter-clockwise from the lower left."""
        return ((self.left, self.bottom), (self.right, self.bottom), (self.right, self.top), (self.left, self.top))

    def inset(self, by: float, across: float | None = None) -> Frame:
        """The frame less a margin: so much at the sides, ``across`` (else the same) above and below."""
        down = by if across is None else across
        return Frame(self.left + by, self.bottom + down, self.right - by, self.top - down)

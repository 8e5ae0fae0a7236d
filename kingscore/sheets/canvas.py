"""A canvas that gathers the shapes of a page: it fits texts into cells and notes the signs that no font has."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kingscore.model.findings import Finding, finding
from kingscore.sheets.shapes import Fill, Frame, Point, Polygon, Shape, Stroke, Text
from kingscore.sheets.template import Template
from kingscore.sheets.text_fit import (
    ASCENT,
    CAPITALS,
    DESCENT,
    LEADING,
    MISSING,
    Face,
    Fitted,
    Fonts,
    Room,
    fit,
    fit_lines,
)

HAIR, THIN, HEAVY = 0.35, 0.6, 1.1


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text is set: at most in which size, where in its frame, in which face and colour."""

    size: float = 99
    align: str = "centre"
    face: str = "regular"
    colour: str = "ink"


@dataclass
class Canvas:
    """Draws on one page after the other; ``shapes`` are those of the page in hand."""

    fonts: Fonts
    template: Template
    shapes: list[Shape] = field(default_factory=list)
    missing: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def take_page(self) -> tuple[Shape, ...]:
        """What was drawn on this page; the next one begins empty."""
        shapes, self.shapes = tuple(self.shapes), []
        return shapes

    def colour(self, name: str) -> str:
        """A colour of the template by its name, or one of its own (``#rrggbb``)."""
        return name if name.startswith("#") else self.template.colour(name)

    def writable(self, text: str, face: str = "regular") -> str:
        """The text as the font can write it; what it lacks is noted."""
        font = self.fonts.face(face)
        written = font.writable(text)
        if MISSING in written and MISSING not in text:
            self.missing[text] = tuple(char for char in font.lacks(text) if char.isprintable())
        return written

    def bold(self, text: str) -> Face:
        """The bold face that a text is set in."""
        return self.fonts.face(self.fonts.chosen("bold", text))

    def findings(self) -> tuple[Finding, ...]:
        """R902 for each text of which a part could not be written."""
        return tuple(finding("R902", text=text, signs=signs or (MISSING,)) for text, signs in self.missing.items())

    def line(self, start: Point, end: Point, width: float = THIN, colour: str = "line", dash: float = 0) -> None:
        self.shapes.append(Stroke(start, end, width, self.colour(colour), dash))

    def fill(self, points: Polygon, colour: str = "shade") -> None:
        self.shapes.append(Fill(points, self.colour(colour)))

    def box(self, frame: Frame, width: float = HEAVY, colour: str = "rule") -> None:
        """The four sides of a frame."""
        corners = frame.polygon
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            self.line(start, end, width, colour)

    def put(self, fitted: Fitted, at: Point, style: TextStyle, *, angle: float = 0, within: Polygon = ()) -> None:
        """A fitted text, begun at a point of its baseline; of the style only face and colour."""
        if fitted.text.strip():
            tint = self.colour(style.colour)
            text = Text(fitted.text, at, fitted.size, style.face, tint, fitted.width, angle, fitted.squeeze, within)
            self.shapes.append(text)

    def text(self, text: str, frame: Frame, style: TextStyle, floor: float = 4) -> bool:
        """A text on one line in a frame, its capitals in the middle of the height; False where some of it was cut."""
        style = replace(style, face=self.fonts.chosen(style.face, text))
        size = min(style.size, frame.height / (ASCENT + DESCENT))
        written = self.writable(text, style.face)
        fitted = fit(self.fonts.face(style.face), written, size, frame.width, min(floor, size))
        base = frame.bottom + (frame.height - CAPITALS * fitted.size) / 2
        self.put(fitted, (_start(frame, fitted, style.align), base), style, within=frame.polygon)
        return fitted.text == written

    def lines(self, text: str, frame: Frame, style: TextStyle, most: int = 4) -> None:
        """A text on as many lines as it needs, in the middle of a frame's height."""
        style = replace(style, face=self.fonts.chosen(style.face, text))
        room = Room(frame.width, frame.height, most)
        fitted = fit_lines(self.fonts.face(style.face), self.writable(text, style.face), style.size, room)
        step = fitted[0].size * LEADING
        top = frame.bottom + frame.height / 2 + step * len(fitted) / 2
        for number, line in enumerate(fitted, 1):
            base = top - step * number + (step - CAPITALS * line.size) / 2
            self.put(line, (_start(frame, line, style.align), base), style, within=frame.polygon)


def _start(frame: Frame, fitted: Fitted, align: str) -> float:
    """Where a text begins so that it stands left, right or in the middle of a frame."""
    if align == "left":
        return frame.left
    space = frame.width - fitted.width
    return frame.left + (space if align == "right" else space / 2)

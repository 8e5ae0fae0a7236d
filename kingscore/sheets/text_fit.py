"""Text made to fit: how wide it is in the sheets' fonts, and the steps taken until it fits a room.

The steps: as it is, narrowed, smaller down to a floor, on several lines where that is allowed, and at last cut with an
ellipsis.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

ELLIPSIS = "…"
#: What stands for a sign that no font has: an empty frame.
MISSING = "▯"
#: What ties two signs to one.
JOINER = "\u200d"
#: How far a text may be narrowed before it is made smaller.
NARROWED = 0.82
CAPITALS = 0.729
#: How far letters reach below the baseline, and marks above it, in parts of the size.
DESCENT, ASCENT = 0.236, 0.928
LEADING = 1.12


@dataclass(frozen=True)
class Face:
    """A face of a font: the width of each character it has, in thousandths of the size."""

    widths: Mapping[int, float] = field(repr=False)

    def width(self, text: str, size: float) -> float:
        """The length of a text in points; characters that the face lacks count as nothing."""
        return sum(self.widths.get(ord(char), 0) for char in text) * size / 1000

    def lacks(self, text: str) -> tuple[str, ...]:
        """The characters of a text that the face has no glyph for, each once."""
        return tuple(dict.fromkeys(char for char in text if ord(char) not in self.widths))

    def writable(self, text: str) -> str:
        """The text with an empty frame for each sign that the face lacks; what combines with it goes with it."""
        out, before = "", ""
        for char in unicodedata.normalize("NFC", text):
            if ord(char) in self.widths:
                out += char
            elif before != JOINER and unicodedata.category(char) not in ("Mn", "Me", "Cf", "Sk"):
                out += MISSING
            before = char
        return out


@dataclass(frozen=True)
class Fonts:
    """The faces that sheets are set in; ``own`` are a template's: the face each stands for, its name, its widths."""

    regular: Face
    bold: Face
    own: tuple[tuple[str, str, Face], ...] = ()

    def face(self, name: str) -> Face:
        """A face by its name."""
        shipped = self.bold if name == "bold" else self.regular
        return next((face for _, known, face in self.own if known == name), shipped)

    def chosen(self, face: str, text: str) -> str:
        """The name of the face for a text: the template's own where it has every sign, else the shipped one."""
        written = unicodedata.normalize("NFC", text)
        return next((name for for_, name, own in self.own if for_ == face and not own.lacks(written)), face)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text as it fits: what is left of it, size, narrowing, and the width it takes."""

    text: str
    size: float
    squeeze: float
    width: float


def fit(face: Face, text: str, size: float, room: float, floor: float = 4.5) -> Fitted:
    """A text on one line in a room of so many points: as it is, narrowed, smaller, cut."""
    wide = face.width(text, size)
    if wide <= room:
        return Fitted(text, size, 1, wide)
    if wide * NARROWED <= room:
        return Fitted(text, size, room / wide, room)
    # Rounded down to a hundredth, so that the text stays inside.
    smaller = int(size * room / (wide * NARROWED) * 100) / 100
    if smaller >= floor:
        return Fitted(text, smaller, NARROWED, face.width(text, smaller) * NARROWED)
    short = _cut(face, text, floor, room / NARROWED)
    return Fitted(short, floor, NARROWED, face.width(short, floor) * NARROWED)


def _cut(face: Face, text: str, size: float, room: float) -> str:
    if face.width(ELLIPSIS, size) > room:
        return ""
    while text and face.width(text + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


@dataclass(frozen=True, slots=True)
class Room:
    """Where a text on several lines must go: so many points wide and high, on at most so many lines."""

    width: float
    height: float
    lines: int = 4


def fit_lines(face: Face, text: str, size: float, room: Room, floor: float = 4.5) -> tuple[Fitted, ...]:
    """A text on as few lines as let it keep a readable size.

    More lines are taken only where they make it larger; the height bounds the size as well.
    """
    best: tuple[Fitted, ...] = ()
    for count in range(1, room.lines + 1):
        top = min(size, room.height / (count * LEADING))
        if top < floor:
            break
        lines = _shared(text, count)
        fitted = tuple(fit(face, line, top, room.width, floor) for line in lines)
        least = min(line.size for line in fitted)
        whole = "".join(line.text for line in fitted) == "".join(lines)
        if not best or (whole and (least > best[0].size * 1.15 or any(f.text.endswith(ELLIPSIS) for f in best))):
            best = tuple(_at_size(face, line, least, room.width) for line in lines) if whole else fitted
    return best or (fit(face, text, min(size, room.height), room.width, min(floor, room.height)),)


def _at_size(face: Face, text: str, size: float, room: float) -> Fitted:
    """A text at a size that was chosen, narrowed as far as the room asks."""
    wide = face.width(text, size)
    squeeze = min(1.0, room / wide) if wide else 1.0
    return Fitted(text, size, squeeze, wide * squeeze)


def _shared(text: str, count: int) -> tuple[str, ...]:
    """A text in so many lines of about the same length, broken after spaces and hyphens where there are any near."""
    lines: list[str] = []
    rest = text
    for left in range(count, 1, -1):
        aim = -(-len(rest) // left)
        places = [at for at, char in enumerate(rest, 1) if char in " -–"]
        near = min(places, key=lambda at: abs(at - aim), default=0)
        at = near if near and abs(near - aim) <= max(3, aim // 2) else aim
        lines.append(rest[:at].strip())
        rest = rest[at:].strip()
    return tuple(line for line in (*lines, rest) if line) or ("",)

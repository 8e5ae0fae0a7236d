"""The rules of a variant laid out as a card: one page of paper, two columns, letters as large as it allows.

It draws values from a page of the rulebook; it adds nothing to the words and writes no file.
"""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.frozen import dataclass
from kingscore.rulebook import Grid, Page, Section
from kingscore.sheets.shapes import MM, Drawing, Frame, Shape, Stroke, Text
from kingscore.sheets.shapes import Page as Paper
from kingscore.sheets.text_fit import Face, Fonts, fit

A4 = (210 * MM, 297 * MM)
#: The margin as a part of the shorter side of the paper, at most so much; what stands between the columns is less.
MARGIN, WIDEST_MARGIN, GUTTER = 12 / 210, 12 * MM, 7 / 12
#: On paper on its side that is wider than this a third column is easier to read.
WIDE = 205 * MM
#: By how much a column grows at a time until everything fits.
STEP = 4.0
INK, QUIET, RULE = "#1b1b1b", "#5f5f5f", "#9a9a9a"
#: The sizes tried for the text, largest first, in quarters of a point.
LARGEST, SMALLEST = 48, 18
LEADING = 1.24
#: What is settled before the first deal is not needed on the table.
LEFT_OUT = ("options", "sheet", "sources", "readings")
#: What is set across the whole page, above the columns: its table is wide.
ACROSS = ("deals", "contract")


@dataclass(frozen=True, slots=True)
class _Bit:
    """A text on a line: where it begins in the column, how wide its room is, from which side it is set."""

    text: str
    left: float
    room: float
    size: float
    face: str = "regular"
    right: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a column: its height, what stands on it, whether a rule runs below, whether the next must follow."""

    height: float
    bits: tuple[_Bit, ...] = ()
    rule: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """The paper of a card, in points: how wide and high, how many columns of text."""

    width: float
    height: float

    @property
    def columns(self) -> int:
        return 3 if self.width > self.height and self.width > WIDE else 2

    @property
    def across(self) -> tuple[str, ...]:
        """The topics above the columns; on paper that lies on its side there is no height to spare for them."""
        return () if self.width > self.height else ACROSS

    @property
    def margin(self) -> float:
        return min(WIDEST_MARGIN, MARGIN * min(self.width, self.height))

    @property
    def scale(self) -> float:
        """By how much the head is smaller than on a whole page."""
        return self.margin / WIDEST_MARGIN

    @property
    def gutter(self) -> float:
        return self.margin * GUTTER

    @property
    def wide(self) -> float:
        """The width between the margins."""
        return self.width - 2 * self.margin

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.wide - (self.columns - 1) * self.gutter) / self.columns


def card(page: Page, fonts: Fonts, language: str, paper: tuple[float, float] = A4) -> Drawing:
    """A page of the rules on one sheet of paper (width and height in points), in the largest size at which it fits; on
    more if no size does."""
    place = _Place(*paper)
    sections = tuple(section for section in page.sections if section.topic not in LEFT_OUT)
    across = tuple(section for section in sections if section.topic in place.across)
    others = tuple(section for section in sections if section.topic not in place.across)
    for quarters in range(LARGEST, SMALLEST - 1, -1):
        size = quarters / 4
        head = [*_head(page, fonts, place), *_set(across, fonts, size, place.wide), _Line(size)]
        room = place.height - 2 * place.margin - sum(line.height for line in head)
        columns = _columns(list(_set(others, fonts, size, place.column)), room)
        if room > 0 and len(columns) <= place.columns:
            columns = _balanced(columns, room, place.columns)
            break
    return Drawing(page.title, language, tuple(_pages(place, head, columns, (room, fonts))))


def _set(sections: tuple[Section, ...], fonts: Fonts, size: float, wide: float) -> Iterator[_Line]:
    for section in sections:
        yield from _section(section, fonts, size, wide)


def _pages(place: _Place, head: list[_Line], columns: list[list[_Line]], how: tuple[float, Fonts]) -> Iterator[Paper]:
    """The columns side by side below the head; what does not fit goes on further pages, with the head again."""
    room, fonts = how
    for first in range(0, max(len(columns), 1), place.columns):
        shapes = [*_drawn(head, place.margin, place.height - place.margin, place.wide, fonts)]
        for i, column in enumerate(columns[first : first + place.columns]):
            left = place.margin + i * (place.column + place.gutter)
            shapes += _drawn(column, left, place.margin + room, place.column, fonts)
        yield Paper(place.width, place.height, tuple(shapes))


def _balanced(columns: list[list[_Line]], room: float, count: int) -> list[list[_Line]]:
    """The same lines in columns of about the same height, the lowest at which they still fit."""
    lines = [line for column in columns for line in column]
    height = sum(line.height for line in lines) / count
    while height < room:
        tried = _columns(lines, height)
        if len(tried) <= count:
            return tried
        height += STEP
    return columns


def _head(page: Page, fonts: Fonts, place: _Place) -> list[_Line]:
    scale, wide = place.scale, place.wide
    lines = [_Line(22 * scale, (_Bit(page.title, 0, wide, 17 * scale, "bold"),), rule=not page.note)]
    notes = _wrapped(fonts.regular, page.note, 9 * scale, wide) if page.note else []
    lines += [
        _Line(12 * scale, (_Bit(note, 0, wide, 9 * scale),), rule=i == len(notes) - 1) for i, note in enumerate(notes)
    ]
    return [*lines, _Line(8 * scale)]


def _section(section: Section, fonts: Fonts, size: float, wide: float) -> Iterator[_Line]:
    """The lines of a section: heading with a rule, the sentences as one paragraph, the tables."""
    if section.title:
        yield _Line(size * 0.7)
        yield _Line(size * 1.5, (_Bit(section.title, 0, wide, size * 1.08, "bold"),), rule=True, keep=True)
        yield _Line(size * 0.25, keep=True)
    for text in _wrapped(fonts.regular, " ".join(section.sentences), size, wide):
        yield _Line(size * LEADING, (_Bit(text, 0, wide, size),))
    for title, grid in section.grids:
        for text in _wrapped(fonts.regular, title, size, wide):
            yield _Line(size * LEADING, (_Bit(text, 0, wide, size),), keep=True)
        yield from _grid(grid, fonts, size, wide)


def _wrapped(face: Face, text: str, size: float, wide: float) -> list[str]:
    """A text on lines of a width, broken at spaces; a word that is too long stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and face.width(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _grid(grid: Grid, fonts: Fonts, size: float, wide: float) -> Iterator[_Line]:
    """A table: each column as wide as its longest cell; the widest words go on several lines where paper is narrow."""
    size *= 0.94
    gap = size * 0.8
    widths = _widths(grid, fonts, size, wide - gap * (len(grid.head) - 1))
    yield _Line(size * 0.35, keep=True)
    yield from _row(grid.head, grid, widths, gap, (fonts, size, "bold"))
    for row in grid.rows:
        yield from _row(row, grid, widths, gap, (fonts, size, "regular"))
    yield _Line(size * 0.35)


def _widths(grid: Grid, fonts: Fonts, size: float, free: float) -> list[float]:
    """How wide each column is: what it needs; where that is too much, the columns of words get less, widest first."""
    needed = [
        0.05 + max(fonts.bold.width(grid.head[i], size), *(fonts.regular.width(row[i], size) for row in grid.rows))
        for i in range(len(grid.head))
    ]
    words = sorted(needed[i] for i in range(len(needed)) if i not in grid.numbers)
    left = free - sum(needed[i] for i in grid.numbers)
    for at, need in enumerate(words):
        share = max(size, left / (len(words) - at))
        if need > share:
            return [wide if i in grid.numbers else min(wide, share) for i, wide in enumerate(needed)]
        left -= need
    return needed


def _row(
    cells: tuple[str, ...], grid: Grid, widths: list[float], gap: float, style: tuple[Fonts, float, str]
) -> Iterator[_Line]:
    """A row of a table, on as many lines as its longest cell takes."""
    fonts, size, face = style
    wrapped = [_wrapped(fonts.face(face), cell, size, room) for cell, room in zip(cells, widths, strict=True)]
    count = max(map(len, wrapped))
    for line in range(count):
        left, bits = 0.0, []
        for i, (lines, room) in enumerate(zip(wrapped, widths, strict=True)):
            if line < len(lines):
                bits.append(_Bit(lines[line], left, room, size, face, i in grid.numbers))
            left += room + gap
        yield _Line(
            size * (LEADING if line == count - 1 else 1.08), tuple(bits), keep=face == "bold" or line < count - 1
        )


def _columns(lines: list[_Line], room: float) -> list[list[_Line]]:
    """The lines in columns of a height; a heading goes to the next column with what it heads."""
    columns: list[list[_Line]] = [[]]
    used = 0.0
    for i, line in enumerate(lines):
        need, after = line.height, i
        while lines[after].keep and after + 1 < len(lines):
            after += 1
            need += lines[after].height
        if columns[-1] and used + need > room:
            columns.append([])
            used = 0.0
        if columns[-1] or line.bits:
            columns[-1].append(line)
            used += line.height
    return columns


def _drawn(lines: list[_Line], left: float, top: float, wide: float, fonts: Fonts) -> Iterator[Shape]:
    """The shapes of lines set one below the other from a height down."""
    for line in lines:
        bottom = top - line.height
        for bit in line.bits:
            if bit.text:
                yield _text(bit, left, bottom, line.height, fonts)
        if line.rule:
            yield Stroke((left, bottom), (left + wide, bottom), 0.5, RULE)
        top = bottom


def _text(bit: _Bit, left: float, bottom: float, height: float, fonts: Fonts) -> Text:
    face = fonts.face(bit.face)
    fitted = fit(face, face.writable(bit.text), bit.size, bit.room)
    start = left + bit.left + (bit.room - fitted.width if bit.right else 0)
    frame = Frame(left + bit.left, bottom, left + bit.left + bit.room, bottom + height)
    base = bottom + height * 0.5 - bit.size * 0.3
    return Text(fitted.text, (start, base), fitted.size, bit.face, INK, fitted.width, 0, fitted.squeeze, frame.polygon)

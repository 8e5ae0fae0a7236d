"""A page of the rules laid out as a leaflet: one sheet of paper, two columns, letters as large as it allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kingscore.rulebook import FactTable, PageSection, RulesPage
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
INK, RULE = "#1b1b1b", "#9a9a9a"
#: The sizes tried for the text, largest first, in quarters of a point.
LARGEST, SMALLEST = 48, 18
#: The height of a line and the gap between two columns of a table, in sizes of the text.
LEADING, GAP = 1.24, 0.8
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
class _ColumnLine:
    """A line of a column: its height, what stands on it, whether a rule runs below, whether the next must follow."""

    height: float
    bits: tuple[_Bit, ...] = ()
    rule: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class _Setting:
    """How lines are set: in which fonts, how large, in how wide a column."""

    fonts: Fonts
    size: float
    wide: float


def leaflet(page: RulesPage, fonts: Fonts, language: str, paper: tuple[float, float] = A4) -> Drawing:
    """A page of the rules on one sheet of paper (width and height in points), in the largest size at which it fits; on
    more sheets, each with the head, if no size does."""
    width, height = paper
    on_side, margin = width > height, min(WIDEST_MARGIN, MARGIN * min(paper))
    count, gutter, wide = 3 if on_side and width > WIDE else 2, margin * GUTTER, width - 2 * margin
    narrow = (wide - (count - 1) * gutter) / count
    sections = [section for section in page.sections if section.topic not in LEFT_OUT]
    # On paper that lies on its side there is no height to spare for tables across the whole page.
    across = [section for section in sections if section.topic in ACROSS and not on_side]
    others = [section for section in sections if section not in across]
    for quarters in range(LARGEST, SMALLEST - 1, -1):
        size = quarters / 4
        whole, column = _Setting(fonts, size, wide), _Setting(fonts, size, narrow)
        top = _head(page, _Setting(fonts, margin / WIDEST_MARGIN, wide))
        head = [*top, *(line for section in across for line in _section(section, whole)), _ColumnLine(size)]
        room = height - 2 * margin - sum(line.height for line in head)
        columns = _columns([line for section in others for line in _section(section, column)], room)
        if room > 0 and len(columns) <= count:
            columns = _balanced(columns, room, count)
            break
    papers = []
    for first in range(0, max(len(columns), 1), count):
        shapes = [*_drawn(head, margin, height - margin, whole)]
        for i, lines in enumerate(columns[first : first + count]):
            shapes += _drawn(lines, margin + i * (narrow + gutter), margin + room, column)
        papers.append(Paper(width, height, tuple(shapes)))
    return Drawing(page.title, language, tuple(papers))


def _balanced(columns: list[list[_ColumnLine]], room: float, count: int) -> list[list[_ColumnLine]]:
    """The same lines in columns of about the same height, the lowest at which they still fit."""
    lines = [line for column in columns for line in column]
    height = sum(line.height for line in lines) / count
    while height < room:
        tried = _columns(lines, height)
        if len(tried) <= count:
            return tried
        height += STEP
    return columns


def _head(page: RulesPage, setting: _Setting) -> Iterator[_ColumnLine]:
    """Title and note; on smaller paper the whole head is smaller (its size is a part of the usual one)."""
    scale, wide = setting.size, setting.wide
    yield _ColumnLine(22 * scale, (_Bit(page.title, 0, wide, 17 * scale, "bold"),), rule=not page.note)
    notes = _wrapped(setting.fonts.regular, page.note, 9 * scale, wide)
    for i, note in enumerate(notes, 1):
        yield _ColumnLine(12 * scale, (_Bit(note, 0, wide, 9 * scale),), rule=i == len(notes))
    yield _ColumnLine(8 * scale)


def _section(section: PageSection, setting: _Setting) -> Iterator[_ColumnLine]:
    """The lines of a section: heading with a rule, the sentences as one paragraph, the tables."""
    face, size, wide = setting.fonts.regular, setting.size, setting.wide
    if section.title:
        yield _ColumnLine(size * 0.7)
        yield _ColumnLine(size * 1.5, (_Bit(section.title, 0, wide, size * 1.08, "bold"),), rule=True, keep=True)
        yield _ColumnLine(size * 0.25, keep=True)
    for text in _wrapped(face, " ".join(section.sentences), size, wide):
        yield _ColumnLine(size * LEADING, (_Bit(text, 0, wide, size),))
    for title, grid in section.grids:
        for text in _wrapped(face, title, size, wide):
            yield _ColumnLine(size * LEADING, (_Bit(text, 0, wide, size),), keep=True)
        yield from _grid(grid, setting)


def _wrapped(face: Face, text: str, size: float, wide: float) -> list[str]:
    """A text on lines of a width, broken at spaces; a word that is too long stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and face.width(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _grid(grid: FactTable, setting: _Setting) -> Iterator[_ColumnLine]:
    """A table: each column as wide as its longest cell; the widest words go on several lines where paper is narrow."""
    size = setting.size * 0.94
    smaller = _Setting(setting.fonts, size, setting.wide - size * GAP * (len(grid.head) - 1))
    widths = _widths(grid, smaller)
    yield _ColumnLine(size * 0.35, keep=True)
    yield from _row(grid.head, grid, widths, smaller, "bold")
    for row in grid.rows:
        yield from _row(row, grid, widths, smaller, "regular")
    yield _ColumnLine(size * 0.35)


def _widths(grid: FactTable, setting: _Setting) -> list[float]:
    """How wide each column is: what it needs; where that is too much, the columns of words get less, widest first."""
    fonts, size = setting.fonts, setting.size
    needed = [
        0.05 + max(fonts.bold.width(grid.head[i], size), *(fonts.regular.width(row[i], size) for row in grid.rows))
        for i in range(len(grid.head))
    ]
    words = sorted(needed[i] for i in range(len(needed)) if i not in grid.numbers)
    left = setting.wide - sum(needed[i] for i in grid.numbers)
    for at, need in enumerate(words):
        share = max(size, left / (len(words) - at))
        if need > share:
            return [wide if i in grid.numbers else min(wide, share) for i, wide in enumerate(needed)]
        left -= need
    return needed


def _row(
    cells: tuple[str, ...], grid: FactTable, widths: list[float], setting: _Setting, face: str
) -> Iterator[_ColumnLine]:
    """A row of a table, on as many lines as its longest cell takes."""
    size, font = setting.size, setting.fonts.face(face)
    wrapped = [_wrapped(font, cell, size, room) for cell, room in zip(cells, widths, strict=True)]
    count = max(map(len, wrapped))
    for line in range(count):
        left, bits = 0.0, []
        for i, (lines, room) in enumerate(zip(wrapped, widths, strict=True)):
            if line < len(lines):
                bits.append(_Bit(lines[line], left, room, size, face, i in grid.numbers))
            left += room + size * GAP
        yield _ColumnLine(
            size * (LEADING if line == count - 1 else 1.08), tuple(bits), keep=face == "bold" or line < count - 1
        )


def _columns(lines: list[_ColumnLine], room: float) -> list[list[_ColumnLine]]:
    """The lines in columns of a height; a heading goes to the next column with what it heads."""
    columns: list[list[_ColumnLine]] = [[]]
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


def _drawn(lines: list[_ColumnLine], left: float, top: float, setting: _Setting) -> Iterator[Shape]:
    """The shapes of lines set one below the other from a height down."""
    for line in lines:
        bottom = top - line.height
        for bit in line.bits:
            if bit.text:
                face = setting.fonts.face(bit.face)
                fitted = fit(face, face.writable(bit.text), bit.size, bit.room)
                edge = left + bit.left
                at = (edge + (bit.room - fitted.width if bit.right else 0), bottom + line.height * 0.5 - bit.size * 0.3)
                room = Frame(edge, bottom, edge + bit.room, top).polygon
                yield Text(fitted.text, at, fitted.size, bit.face, INK, fitted.width, 0, fitted.squeeze, room)
        if line.rule:
            yield Stroke((left, bottom), (left + setting.wide, bottom), 0.5, RULE)
        top = bottom

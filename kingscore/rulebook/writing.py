"""A page as text: Markdown, or plain lines for a terminal or a file. It knows no colours and no paper."""

from __future__ import annotations

import textwrap
import unicodedata

from kingscore.rulebook.facts import Grid, Page

WIDTH = 100


def markdowns(pages: tuple[Page, ...], _language: str, _width: int) -> str:
    """Pages one below the other as Markdown."""
    return "\n".join(map(markdown, pages))


def plains(pages: tuple[Page, ...], _language: str, width: int) -> str:
    """Pages one below the other as plain lines."""
    return "\n".join(plain(page, width) for page in pages)


def markdown(page: Page) -> str:
    """A page as Markdown: a heading, sections, a list of sentences, tables."""
    parts = [f"# {page.title}"]
    if page.note:
        parts.append(page.note)
    for section in page.sections:
        if section.title:
            parts.append(f"## {section.title}")
        if section.sentences:
            parts.append("\n".join(f"- {sentence}" for sentence in section.sentences))
        for line, grid in section.grids:
            parts += [line, _markdown_grid(grid)] if line else [_markdown_grid(grid)]
    return "\n\n".join(parts) + "\n"


def _markdown_grid(grid: Grid) -> str:
    marks = ["--:" if i in grid.numbers else "---" for i in range(len(grid.head))]
    rows = [grid.head, tuple(marks), *grid.rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


def plain(page: Page, width: int = WIDTH) -> str:
    """A page as plain lines, set to a width; tables are aligned and not cut."""
    lines = [page.title, "=" * columns(page.title)]
    if page.note:
        lines += [*textwrap.wrap(page.note, width)]
    for section in page.sections:
        lines.append("")
        if section.title:
            lines += [section.title, "-" * columns(section.title)]
        for sentence in section.sentences:
            lines += textwrap.wrap(sentence, width)
        for line, grid in section.grids:
            lines += ["", *textwrap.wrap(line, width)] if line else ([""] if section.sentences else [])
            lines += aligned(grid)
    return "\n".join(lines) + "\n"


def aligned(grid: Grid) -> list[str]:
    """A table in columns, numbers to the right, two spaces between."""
    rows = [grid.head, *grid.rows]
    widths = [max(columns(row[i]) for row in rows) for i in range(len(grid.head))]
    out = []
    for row in rows:
        cells = [_padded(cell, widths[i], i in grid.numbers) for i, cell in enumerate(row)]
        out.append("  ".join(cells).rstrip())
    return out


def _padded(cell: str, width: int, right: bool) -> str:
    space = " " * (width - columns(cell))
    return space + cell if right else cell + space


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in text)
    narrow = sum(not unicodedata.combining(char) for char in text)
    return narrow + wide

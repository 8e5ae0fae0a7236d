"""Sheets as text that other programs read: CSV, tabs, Markdown; pages of rules as Markdown and as plain lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kingscore.model.findings import Refused, finding
from kingscore.render.embedded_game import record_rows
from kingscore.render.text_width import Align, pad, shown, width, wrapped
from kingscore.rulebook import FactTable, RulesPage
from kingscore.sheets.cells import Block, Cell, Sheet


@dataclass(frozen=True, slots=True)
class Dialect:
    """What stands between two fields, and before the decimals of an amount."""

    between: str
    decimal: str = "."


#: Spreadsheets of languages with a decimal comma want the semicolon.
DIALECTS = {"comma": Dialect(","), "semicolon": Dialect(";", ","), "tab": Dialect("\t")}
#: By this spreadsheets know the letters.
BYTE_ORDER_MARK = "\ufeff"
#: What follows a player's name over the column of his running totals.
RUNNING = "Σ"
#: What a spreadsheet takes for the beginning of a formula, and what stands before it where it is none.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
#: Signs that Markdown could take for markup.
_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~#&])")
_RULES = {"left": (":", "-"), "right": ("-", ":"), "centre": (":", ":")}


def csv_text(sheet: Sheet, dialect: str = "comma") -> str:
    """The sheet's blocks one below the other, an empty line between, below them the game itself if there is one.

    Refused: R909 for an unknown dialect.
    """
    if dialect not in DIALECTS:
        raise Refused(finding("R909", "dialect", found=dialect, expected=tuple(DIALECTS)), status=2)
    table: list[list[str]] = []
    for number, block in enumerate(sheet.blocks):
        table += [[]] if number else []
        table += [[guarded(block.title)]] if block.title else []
        table += [list(map(guarded, heads(block)))] if block.head else []
        for line in block.lines()[block.head :]:
            table.append([_field(cell, DIALECTS[dialect].decimal) for cell in line])
    return csv_lines((*table, *record_rows(table, sheet)), DIALECTS[dialect].between)


def tsv_text(sheet: Sheet) -> str:
    """The same with tabs between the fields."""
    return csv_text(sheet, "tab")


def csv_lines(rows: Iterable[Sequence[str]], between: str = ",") -> str:
    """Rows of fields as the text of a CSV file."""
    out = io.StringIO()
    csv.writer(out, delimiter=between, lineterminator="\r\n").writerows(rows)
    return BYTE_ORDER_MARK + out.getvalue()


def heads(block: Block) -> tuple[str, ...]:
    """The head as one text a column: the running totals' columns repeat the player's name."""
    out: list[str] = []
    for at, column in enumerate(block.columns):
        cell = block.at(0, at)
        if cell is None and column.holds == "running" and out:
            out.append(f"{out[-1]} {RUNNING}".strip())
        else:
            out.append("" if cell is None else cell.shown)
    return tuple(out)


def _field(cell: Cell | None, decimal: str) -> str:
    """A number with a hyphen for its minus, as other programs read it; a text as it is."""
    if cell is None:
        return ""
    return str(cell.number) if cell.number is not None else cell.amount.replace(".", decimal) or guarded(cell.text)


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula or a number: with an apostrophe before the signs by which one
    begins. ``unguarded`` takes it off again."""
    return f"'{text}" if text[:1] in FORMULA and text else text


def unguarded(field: str) -> str | None:
    """The text of a field that ``guarded`` has guarded; None where it did not."""
    return field[1:] if field[:1] == "'" and field[1:2] in FORMULA and field[1:] else None


def md_text(sheet: Sheet) -> str:
    """Title, what the sheet says about its game, and a table for each block, as Markdown."""
    parts = [f"# {escaped(sheet.title)}"]
    if sheet.subtitle:
        parts.append(escaped(sheet.subtitle))
    for block in sheet.in_text:
        if block.title:
            parts.append(f"## {escaped(block.title)}")
        parts.append(_md_table(block))
    parts += [f"{escaped(fact.title)}: {escaped(fact.text)}" for fact in sheet.facts]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """A text with every sign that Markdown could take for markup made harmless."""
    return _MARKUP.sub(r"\\\1", shown(text))


def _md_table(block: Block) -> str:
    body = [[_md_field(cell) for cell in line] for line in block.lines()]
    if block.head:
        crossed = {cell.column for cell in block.in_row(0) if cell.crossed}
        texts = map(escaped, heads(block))
        body[0] = [f"~~{text}~~" if at in crossed else text for at, text in enumerate(texts)]
    widths = [max(3, *(width(row[at]) for row in body)) for at in range(len(block.columns))]
    rule = []
    for column, wide in zip(block.columns, widths, strict=True):
        first, last = _RULES[column.align]
        rule.append(first + "-" * (wide - 2) + last)
    lines = [body[0], rule, *body[1:]]
    return "\n".join(
        "| " + " | ".join(pad(text, wide) for text, wide in zip(line, widths, strict=True)) + " |" for line in lines
    )


def _md_field(cell: Cell | None) -> str:
    if cell is None or not cell.shown:
        return ""
    text = f"~~{escaped(cell.shown)}~~" if cell.crossed else escaped(cell.shown)
    struck = "".join(f"~~{number}~~ " for number in cell.older)
    return f"{struck}**{text}**" if cell.role in ("total", "sums") else struck + text


def rules_md(pages: Sequence[RulesPage], _language: str, _width: int) -> str:
    """Pages of rules one below the other as Markdown: headings, sentences as lists, tables."""
    parts = []
    for page in pages:
        parts += [f"# {page.title}", page.note]
        for section in page.sections:
            sentences = "\n".join(f"- {sentence}" for sentence in section.sentences)
            parts += [f"## {section.title}" if section.title else "", sentences]
            for line, grid in section.grids:
                marks = ["--:" if at in grid.numbers else "---" for at in range(len(grid.head))]
                rows = ([cell.replace("|", "\\|") for cell in row] for row in (grid.head, marks, *grid.rows))
                parts += [line, "\n".join("| " + " | ".join(row) + " |" for row in rows)]
    return "\n\n".join(filter(None, parts)) + "\n"


def rules_text(pages: Sequence[RulesPage], _language: str, columns: int) -> str:
    """Pages of rules one below the other, sentences set to so many columns; tables are aligned and not cut."""
    lines: list[str] = []
    for page in pages:
        lines += [*[""] * bool(lines), page.title, "=" * width(page.title), *wrapped(page.note, columns)]
        for section in page.sections:
            lines.append("")
            if section.title:
                lines += [section.title, "-" * width(section.title)]
            for sentence in section.sentences:
                lines += wrapped(sentence, columns)
            for line, grid in section.grids:
                lines += [""] if line or section.sentences else []
                lines += [*wrapped(line, columns), *_aligned(grid)]
    return "\n".join(lines) + "\n"


def _aligned(grid: FactTable) -> list[str]:
    """A table in columns, numbers to the right, two spaces between."""
    rows = (grid.head, *grid.rows)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    aligns: list[Align] = ["right" if at in grid.numbers else "left" for at in range(len(widths))]
    return ["  ".join(map(pad, row, widths, aligns)).rstrip() for row in rows]

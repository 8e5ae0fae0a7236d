"""A sheet as a table in Markdown. Nothing in a name is taken for markup, and nothing is added up."""

from __future__ import annotations

import re

from kingscore.render.rows import heads, rows
from kingscore.render.text_width import pad, width
from kingscore.sheets.cells import Block, Cell, Sheet

_MARKUP = re.compile(r"([\\`*_{}\[\]<>|~#&])")
_RULES = {"left": ":--", "right": "--:", "centre": ":-:"}


def md_text(sheet: Sheet) -> str:
    """Title, what the sheet tells about its game, and a table for each block."""
    parts = [f"# {escaped(sheet.title)}"]
    if sheet.subtitle:
        parts.append(escaped(sheet.subtitle))
    for block in sheet.in_text:
        if block.title:
            parts.append(f"## {escaped(block.title)}")
        parts.append(_table(block))
    parts += [f"{escaped(fact.title)}: {escaped(fact.text)}" for fact in sheet.facts]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """A text with every sign that Markdown could take for markup made harmless."""
    return _MARKUP.sub(r"\\\1", text)


def _table(block: Block) -> str:
    body = [[_field(cell) for cell in row] for row in rows(block)]
    if block.head:
        crossed = {cell.column for cell in block.in_row(0) if cell.crossed}
        body[0] = [_struck(escaped(head), at in crossed) for at, head in enumerate(heads(block))]
    widths = [max(3, *(width(row[at]) for row in body)) for at in range(len(block.columns))]
    rule = [_rule(column.align, wide) for column, wide in zip(block.columns, widths, strict=True)]
    lines = [body[0], rule, *body[1:]]
    return "\n".join(
        "| " + " | ".join(pad(text, wide) for text, wide in zip(line, widths, strict=True)) + " |" for line in lines
    )


def _struck(text: str, crossed: bool) -> str:
    return f"~~{text}~~" if crossed else text


def _rule(align: str, wide: int) -> str:
    rule = _RULES[align]
    return rule[0] + "-" * (wide - 2) + rule[-1]


def _field(cell: Cell | None) -> str:
    if cell is None or not cell.shown:
        return ""
    text = _struck(escaped(cell.shown), cell.crossed)
    struck = "".join(f"~~{number}~~ " for number in cell.older)
    return f"{struck}**{text}**" if cell.role in ("total", "sums") else struck + text

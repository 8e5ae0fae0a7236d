"""The tables of a sheet as plain text, set in columns for a screen. It adds nothing up and knows no colours."""

from __future__ import annotations

from kingscore.render.rows import rows
from kingscore.render.text_width import pad, width
from kingscore.sheets.cells import Block, Sheet

GAP = "  "


def plain_text(sheet: Sheet, columns: int | None = None) -> str:
    """Title, tables and notes; where so many ``columns`` are too few, the columns that can be spared are left out."""
    parts = [" · ".join(filter(None, (sheet.title, sheet.subtitle)))]
    for block in sheet.on_paper:
        parts.append("\n".join([*([block.title] if block.title else []), *_lines(block, columns)]))
    if sheet.facts:
        parts.append("\n".join(f"{fact.title}: {fact.text}" for fact in sheet.facts))
    return "\n\n".join(parts)


def _lines(block: Block, columns: int | None) -> list[str]:
    texts = [[cell.shown if cell else "" for cell in row] for row in rows(block)]
    if not texts:
        return []
    widths = [max(width(row[at]) for row in texts) for at in range(len(block.columns))]
    kept = _kept(block, widths, columns)
    out = []
    for number, row in enumerate(texts):
        line = GAP.join(pad(row[at], widths[at], block.columns[at].align) for at in kept)
        out.append("  " + line.rstrip())
        if number in block.ruled:
            out.append("  " + "─" * (sum(widths[at] for at in kept) + len(GAP) * (len(kept) - 1)))
    return out


def _kept(block: Block, widths: list[int], columns: int | None) -> list[int]:
    """The columns that find room; those with the largest share are spared first, the last of them before others."""
    kept = list(range(len(widths)))
    while columns is not None and 2 + sum(widths[at] + len(GAP) for at in kept) - len(GAP) > columns:
        spare = max(kept, key=lambda at: (block.columns[at].share, at))
        if block.columns[spare].share <= 1:
            break
        kept.remove(spare)
    return kept

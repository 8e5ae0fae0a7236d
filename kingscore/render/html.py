"""A sheet, or a report with its pictures, as one HTML file: light or dark as the reader has it, fit to print."""

from __future__ import annotations

from html import escape

from kingscore.render.fonts import fonts
from kingscore.render.formats import Rendered
from kingscore.render.rows import rows
from kingscore.render.svg import svg_text
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.statistics.report import Report

STYLE = """
:root { color-scheme: light dark; --paper: #fffefb; --ink: #1a1a1a; --quiet: #6d6d6d; --line: #c9c6bd;
  --shade: #f1efe9; --penalty: #a01414; --premium: #14591f; --wrong: #d40000; }
@media (prefers-color-scheme: dark) { :root { --paper: #17181a; --ink: #e9e7e2; --quiet: #9d9b95; --line: #3c3d40;
  --shade: #222427; --penalty: #ff8d85; --premium: #86d993; --wrong: #ff5c5c; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.4 system-ui, "DejaVu Sans", sans-serif;
  margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 0; text-align: center; }
.about { color: var(--quiet); font-size: .85rem; margin: .2rem 0 1.2rem; text-align: center; }
.wide { overflow-x: auto; }
table { border: 2px solid var(--ink); border-collapse: collapse; font-variant-numeric: tabular-nums;
  margin: 0 auto 1.5rem; }
caption { font-weight: bold; padding: .3rem; }
th, td { border: 1px solid var(--line); padding: .25rem .55rem; overflow-wrap: anywhere; }
th, .sums, .total { background: var(--shade); }
tr.ruled > * { border-bottom: 2px solid var(--ink); }
.left { text-align: left; } .centre { text-align: center; } .right { text-align: right; }
.head, .mark, .must, .place, .out { color: var(--quiet); font-weight: normal; }
.running, .sums, .total, .name { font-weight: bold; }
.total { font-size: 1.15em; }
.penalty { color: var(--penalty); } .premium { color: var(--premium); }
.wrong { color: var(--wrong); font-weight: bold; }
del { color: var(--quiet); font-weight: normal; margin-right: .3em; }
figure { margin: 0 auto 1.5rem; max-width: 60rem; } svg { border-radius: .5rem; height: auto; width: 100%; }
.facts { color: var(--quiet); } .facts b { color: var(--ink); }
@media print { body { margin: 0; max-width: none; } .wide { overflow: visible; } tr { break-inside: avoid; } }
"""


def html_text(sheet: Sheet, pictures: str = "") -> str:
    """The whole page as text; names and titles are escaped, nothing is loaded from elsewhere. ``pictures`` is HTML that
    stands above the tables."""
    blocks = "\n".join(f'<div class="wide">{_table(block)}</div>' for block in sheet.in_text)
    facts = "".join(f"<p class=facts><b>{escape(fact.title)}</b> {escape(fact.text)}</p>" for fact in sheet.facts)
    about = f'<p class="about">{escape(sheet.subtitle)}</p>' if sheet.subtitle else ""
    template = sheet.template
    page = f"@page {{ size: {template.paper} {template.orientation}; margin: {template.margin}mm; }}\n"
    return (
        f'<!doctype html>\n<html lang="{escape(sheet.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(sheet.title)}</title>\n<style>{STYLE}{page}</style>\n</head>\n<body>\n"
        f"<h1>{escape(sheet.title)}</h1>\n{about}\n{pictures}{blocks}\n{facts}\n</body>\n</html>\n"
    )


def report_page(report: Report) -> Rendered:
    """One file with everything in it: tables for light and dark, the pictures on white as in print."""
    found = fonts()
    drawings = [picture(found) for picture in report.pictures]
    pictures = "\n".join(f"<figure>{svg_text(drawing)}</figure>" for drawing in drawings)
    findings = tuple(finding for drawing in drawings for finding in drawing.findings)
    return Rendered(html_text(report.sheet, pictures).encode("utf-8"), findings)


def _table(block: Block) -> str:
    caption = f"<caption>{escape(block.title)}</caption>" if block.title else ""
    lines = []
    for number, row in enumerate(rows(block)):
        ruled = ' class="ruled"' if number in block.ruled else ""
        cells = _row(block, row, number < block.head)
        lines.append(f"<tr{ruled}>{cells}</tr>")
    return f"<table>{caption}\n" + "\n".join(lines) + "\n</table>"


def _row(block: Block, row: tuple[Cell | None, ...], head: bool) -> str:
    out, at = [], 0
    while at < len(row):
        cell = row[at]
        out.append("<td></td>" if cell is None else _cell(block, cell, "th" if head else "td"))
        at += 1 if cell is None else cell.columns
    return "".join(out)


def _cell(block: Block, cell: Cell, tag: str) -> str:
    classes = " ".join(filter(None, (cell.role, cell.tone, block.align(cell))))
    span = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    text = escape(cell.shown)
    if cell.crossed:
        text = f"<s>{text}</s>"
    if cell.role == "sum" and cell.tone == "wrong":
        text = f"≠ {text}"
    struck = "".join(f"<del>{number}</del>" for number in cell.older)
    return f'<{tag} class="{classes}"{span}>{struck}{text}</{tag}>'

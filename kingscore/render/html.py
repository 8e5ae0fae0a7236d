"""A sheet, a chart or a report with its pictures as one HTML file, light or dark; a page of a drawing as SVG."""

from __future__ import annotations

import html

from kingscore.render.fonts import fonts
from kingscore.render.formats import Rendered
from kingscore.render.text_width import shown
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.sheets.shapes import Drawing, Fill, Page, Shape, Stroke, Text
from kingscore.statistics.report import StatisticsReport

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
_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>:root {{ color-scheme: light dark }} body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem }}
svg {{ height: auto; width: 100%; border-radius: .5rem }} @media print {{ body {{ margin: 0 }} }}</style></head>
<body>
{picture}</body>
</html>
"""
FAMILY = "'DejaVu Sans Condensed','DejaVu Sans',sans-serif"


def escape(text: str) -> str:
    """A text as HTML and SVG have it, with nothing in it that neither of them may hold."""
    return html.escape(shown(text))


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


def report_page(report: StatisticsReport) -> Rendered:
    """One file with everything in it: tables for light and dark, the pictures on white as in print."""
    drawings = [picture(fonts()) for picture in report.pictures]
    pictures = "\n".join(f"<figure>{svg_text(drawing)}</figure>" for drawing in drawings)
    findings = tuple(finding for drawing in drawings for finding in drawing.findings)
    return Rendered(html_text(report.sheet, pictures).encode("utf-8"), findings)


def chart_page(drawing: Drawing) -> str:
    """A drawing as an HTML page of its own."""
    return _PAGE.format(language=escape(drawing.language), title=escape(drawing.title), picture=svg_text(drawing))


def _table(block: Block) -> str:
    lines = [f"<caption>{escape(block.title)}</caption>" if block.title else ""]
    for number, line in enumerate(block.lines()):
        ruled = ' class="ruled"' if number in block.ruled else ""
        cells, at = "", 0
        while at < len(line):
            cell = line[at]
            cells += "<td></td>" if cell is None else _cell(block, cell, "th" if number < block.head else "td")
            at += 1 if cell is None else cell.columns
        lines.append(f"<tr{ruled}>{cells}</tr>")
    return "<table>" + "\n".join(lines) + "\n</table>"


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


def svg_text(drawing: Drawing, page: int = 0) -> str:
    """One page as a whole SVG file, on white paper; texts are held to the width that they were fitted to."""
    paper = drawing.pages[page]
    shapes = "\n".join(_shape(shape, paper) for shape in paper.shapes)
    size = f'width="{paper.width:g}" height="{paper.height:g}" viewBox="0 0 {paper.width:g} {paper.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" lang="{escape(drawing.language)}">\n'
        f"<title>{escape(drawing.title)}</title>\n"
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n<g font-family="{FAMILY}">\n{shapes}\n</g>\n</svg>\n'
    )


def _shape(shape: Shape, page: Page) -> str:
    """Paper counts from below, SVG from above."""
    match shape:
        case Stroke(start, end, width, colour, dash):
            dashes = f' stroke-dasharray="{dash:g}"' if dash else ""
            (x1, y1), (x2, y2) = start, end
            ends = f'x1="{x1:.2f}" y1="{page.height - y1:.2f}" x2="{x2:.2f}" y2="{page.height - y2:.2f}"'
            return f'<line {ends} stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"{dashes}/>'
        case Fill(points, colour):
            corners = " ".join(f"{x:.2f},{page.height - y:.2f}" for x, y in points)
            return f'<polygon points="{corners}" fill="{colour}"/>'
        case Text():
            return _text(shape, page)


def _text(text: Text, page: Page) -> str:
    x, y = text.at[0], page.height - text.at[1]
    turned = f' transform="rotate({-text.angle:.3f} {x:.2f} {y:.2f})"' if text.angle else ""
    weight = ' font-weight="bold"' if text.face == "bold" else ""
    fitted = f'textLength="{text.width:.2f}" lengthAdjust="spacingAndGlyphs"'
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{text.size:g}" fill="{text.colour}"'
    return f"<text {place} {fitted}{weight}{turned}>{escape(text.text)}</text>"

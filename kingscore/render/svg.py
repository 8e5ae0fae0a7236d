"""A page of a drawing as SVG: the same shapes, texts held to the width they were fitted to. It lays nothing out."""

from __future__ import annotations

from html import escape

from kingscore.sheets.shapes import Drawing, Fill, Page, Shape, Stroke, Text

FAMILY = "'DejaVu Sans Condensed','DejaVu Sans',sans-serif"


def svg_text(drawing: Drawing, page: int = 0) -> str:
    """One page as a whole SVG file, on white paper."""
    found = drawing.pages[page]
    shapes = "\n".join(_shape(shape, found) for shape in found.shapes)
    size = f'width="{found.width:g}" height="{found.height:g}" viewBox="0 0 {found.width:g} {found.height:g}"'
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

"""The sheets' fonts: where they lie, how wide their letters are, and how reportlab knows them. It sets no text."""

from __future__ import annotations

from functools import cache
from typing import Any

from kingscore.library import shipped
from kingscore.sheet.fit import Face, Fonts

FILES = {"regular": "DejaVuSansCondensed.ttf", "bold": "DejaVuSansCondensed-Bold.ttf"}


@cache
def fonts() -> Fonts:
    """The widths of both faces, read from the font files once."""
    return Fonts(_face("regular"), _face("bold"))


def _face(name: str) -> Face:
    registered = registered_font(name)
    return Face({code: registered.face.getCharWidth(code) for code in registered.face.charToGlyph})


@cache
def registered_font(name: str) -> Any:
    """The font under which reportlab draws a face; registered once, since a name that is taken keeps its first font."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(f"kingscore-{name}", str(shipped("templates") / "fonts" / FILES[name]))
    pdfmetrics.registerFont(font)
    return font

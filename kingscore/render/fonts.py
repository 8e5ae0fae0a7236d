"""The sheets' fonts: where they lie, how wide their letters are, and how reportlab knows them."""

from __future__ import annotations

from functools import cache
from typing import Any

from kingscore.model.findings import Refused, finding
from kingscore.sheets.text_fit import Face, Fonts
from kingscore.storage.resources import shipped, system_reason

FILES = {"regular": "DejaVuSansCondensed.ttf", "bold": "DejaVuSansCondensed-Bold.ttf"}


@cache
def fonts(own: tuple[tuple[str, str], ...] = ()) -> Fonts:
    """The widths of both faces, read from the font files once; ``own`` are a template's fonts. Refused: R917."""
    faces = tuple((face, file, _face(file)) for face, file in own if face in FILES)
    return Fonts(_face("regular"), _face("bold"), faces)


def _face(name: str) -> Face:
    registered = registered_font(name)
    return Face({code: registered.face.getCharWidth(code) for code in registered.face.charToGlyph})


@cache
def registered_font(name: str) -> Any:
    """The font under which reportlab draws a face (``regular``, ``bold``, a font's file); registered once, since a name
    that is taken keeps its first font. Refused, status 3: R917 where a file cannot be opened or is no TrueType font."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    file = str(shipped("templates") / "fonts" / FILES[name]) if name in FILES else name
    try:
        with open(file, "rb"):
            font = TTFont(f"kingscore-{name}", file)
    except OSError as fault:
        raise Refused(finding("R917", file=file, reason=system_reason(fault)), status=3) from None
    except Exception as fault:  # a file that is no font makes its parser raise whatever it met
        raise Refused(finding("R917", "foreign", file=file, reason=str(fault)[:80]), status=3) from None
    pdfmetrics.registerFont(font)
    return font

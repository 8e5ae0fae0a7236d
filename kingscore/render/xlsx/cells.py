"""A workbook's cells and bytes: what is put into a cell and how it looks, stored values, the same bytes each time.

openpyxl leaves out the stored value of a formula, without which a phone's preview shows an empty cell, and writes the
time of day. Values come from the sheet; the dates are always the same.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from typing import Any, TypeAlias
from xml.sax.saxutils import escape

from kingscore.sheets.cells import Cell, Sheet
from kingscore.sheets.template import Template

Value: TypeAlias = int | float | str
#: The stored values of a page's formulas by address.
Values: TypeAlias = Mapping[str, Value]
#: Number formats with a true minus; a number stays a number.
PLAIN, SIGNED = "0;−0;0", "+0;[Red]−0;0"
FONT = "Calibri"
FIXED = (1980, 1, 1, 0, 0, 0)
_FORMULA_CELL = re.compile(r'<c r="([A-Z]+[0-9]+)"([^>]*)><f>(.*?)</f><v\s*/?>(?:</v>)?</c>', re.DOTALL)
_TYPE = re.compile(r' t="[a-z]*"')
_CHANGED = re.compile(r"(<dcterms:(?:modified|created)[^>]*>)[^<]*(<)")


def font_of(template: Template) -> str:
    """The name of the font that a workbook is set in; a program that lacks it takes another."""
    return storable(dict(template.fonts).get("workbook", FONT))[:31]


def argb(colour: str) -> str:
    """``#rrggbb`` as spreadsheets write it."""
    return "FF" + colour[1:].upper()


def dress(target: Any, cell: Cell, template: Template, align: str) -> None:
    """Gives a workbook's cell the looks of the sheet's cell."""
    from openpyxl.styles import Alignment, Font, PatternFill, Protection

    bold = cell.role in ("head", "name", "running", "sums", "total")
    quiet = cell.role in ("head", "mark", "must", "place") or cell.tone == "out"
    target.font = Font(
        name=font_of(template),
        size=14 if cell.role == "total" else 10 if quiet else 11,
        bold=bold,
        strike=cell.crossed or None,
        color=argb(template.colour("quiet" if quiet else "ink")),
    )
    if cell.role in ("head", "name", "sums", "total"):
        target.fill = PatternFill("solid", fgColor=argb(template.colour("shade")))
    elif cell.entry is not None:
        target.fill = PatternFill("solid", fgColor="FFFFFFFF")
    horizontal = {"left": "left", "centre": "center", "right": "right"}[align]
    target.alignment = Alignment(horizontal=horizontal, vertical="center", wrap_text=cell.role in ("name", "head"))
    target.number_format = _number_format(cell)
    target.protection = Protection(locked=cell.entry is None)


def _number_format(cell: Cell) -> str:
    if cell.role == "money":
        decimals = cell.formula.digits if cell.formula is not None else len(cell.amount.partition(".")[2])
        zero = "0." + "0" * decimals if decimals else "0"
        return f"+{zero};[Red]−{zero};{zero}"
    if cell.amount or (cell.entry is not None and cell.entry.kind == "amount"):
        return "General"
    return SIGNED if cell.style == "signed" else PLAIN


def frame(page: Any, top: int, left: int, bottom: int, right: int, template: Template) -> None:
    """Thin lines round every cell of a rectangle (rows and columns from 1), merged ones too."""
    from openpyxl.styles import Border, Side

    side = Side("thin", color=argb(template.colour("line")))
    border = Border(side, side, side, side)
    for row in page.iter_rows(top, bottom, left, right):
        for cell in row:
            cell.border = border


def storable(text: str) -> str:
    """A text without what makes a workbook unreadable: control characters, halves of a character."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    return ILLEGAL_CHARACTERS_RE.sub("", text.encode("utf-8", "replace").decode("utf-8"))


def value_of(cell: Cell) -> Value:
    """What a cell holds: its number, the amount of money that it shows, its text."""
    if cell.number is not None:
        return cell.number
    return float(cell.amount) if cell.amount else cell.text


def put(cell: Any, value: Value) -> None:
    """Writes a number or a text; a text stays a text, whatever it begins with."""
    if isinstance(value, int | float):
        cell.value = value
        return
    text = storable(value)
    if text:
        cell.value = text
        cell.data_type = "s"
        cell.quotePrefix = text[0] in "=+-@#"


def title(page: Any, sheet: Sheet) -> None:
    """The title and the line below it, at the top of a page."""
    from openpyxl.styles import Font

    put(page["A1"], sheet.title)
    page["A1"].font = Font(name=font_of(sheet.template), size=18, bold=True)
    put(page["A2"], sheet.subtitle)
    page["A2"].font = Font(name=font_of(sheet.template), size=9, color=argb(sheet.template.colour("quiet")))


def saved(book: Any, title: str, *pages: Values) -> bytes:
    """The bytes of a workbook; ``pages`` are the stored values of its pages in order."""
    book.properties.title, book.properties.creator = storable(title), "kingscore"
    written, out = io.BytesIO(), io.BytesIO()
    book.save(written)
    values = {f"xl/worksheets/sheet{at}.xml": stored for at, stored in enumerate(pages, 1)}
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename in values:
                content = _filled(content.decode("utf-8"), values[entry.filename]).encode("utf-8")
            if entry.filename == "docProps/core.xml":
                content = _CHANGED.sub(r"\g<1>2000-01-01T00:00:00Z\g<2>", content.decode("utf-8")).encode("utf-8")
            kept = zipfile.ZipInfo(entry.filename, FIXED)
            kept.compress_type, kept.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            target.writestr(kept, content)
    return out.getvalue()


def _filled(xml: str, values: Values) -> str:
    """A page's XML with a value behind each formula, an empty text where none is known."""

    def with_value(cell: re.Match[str]) -> str:
        address, attributes, formula = cell.groups()
        value = values.get(address, "")
        kind = ' t="str"' if isinstance(value, str) else ""
        return f'<c r="{address}"{_TYPE.sub("", attributes)}{kind}><f>{formula}</f><v>{escape(str(value))}</v></c>'

    return _FORMULA_CELL.sub(with_value, xml)

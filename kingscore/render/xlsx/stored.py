"""What openpyxl leaves out of a workbook: the stored value of every formula, and dates that are always the same.

Without a stored value a phone's preview shows an empty cell. The values come from the sheet; nothing is worked out.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

#: The stored values of a page's formulas by address.
Values = Mapping[str, int | float | str]
FIXED = (1980, 1, 1, 0, 0, 0)
_FORMULA_CELL = re.compile(r'<c r="([A-Z]+[0-9]+)"([^>]*)><f>(.*?)</f><v\s*/?>(?:</v>)?</c>', re.DOTALL)
_TYPE = re.compile(r' t="[a-z]*"')
_CHANGED = re.compile(r"(<dcterms:(?:modified|created)[^>]*>)[^<]*(<)")


def with_stored_values(workbook: bytes, pages: Mapping[str, Values]) -> bytes:
    """The workbook's zip rewritten; ``pages`` are the values by each page's file (``xl/worksheets/sheet1.xml``)."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename in pages:
                content = _filled(content.decode("utf-8"), pages[entry.filename]).encode("utf-8")
            if entry.filename == "docProps/core.xml":
                content = _CHANGED.sub(r"\g<1>2000-01-01T00:00:00Z\g<2>", content.decode("utf-8")).encode("utf-8")
            kept = zipfile.ZipInfo(entry.filename, FIXED)
            kept.compress_type, kept.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            target.writestr(kept, content)
    return out.getvalue()


def _filled(xml: str, values: Values) -> str:
    """A page's XML with a value behind each formula, an empty text where none is known."""

    def one(found: re.Match[str]) -> str:
        address, attributes, formula = found.groups()
        value = values.get(address, "")
        kind = ' t="str"' if isinstance(value, str) else ""
        return f'<c r="{address}"{_TYPE.sub("", attributes)}{kind}><f>{formula}</f><v>{escape(str(value))}</v></c>'

    return _FORMULA_CELL.sub(one, xml)

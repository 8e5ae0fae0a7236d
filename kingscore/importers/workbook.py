"""A workbook as cells, read part by part within bounds: what would fill memory or time is refused before it does.

It takes the stored values and nothing else: no formulas are worked out, no links followed, no entities expanded.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from xml.parsers import expat

from kingscore.importers.cells import Page, page_of
from kingscore.importers.sheet_xml import Dates, Parts, Strings, Styles, TooMany, Workbook, Worksheet, parse
from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.frozen import dataclass

#: The largest file that is opened, and what its parts may unpack to, in bytes.
LARGEST, LARGEST_UNPACKED, LARGEST_OWN = 16 * 2**20, 64 * 2**20, 8 * 2**20
MOST_PARTS, MOST_PAGES = 2_000, 60
_CHUNK = 2**16
_DRIVE = re.compile(r"^/+")


@dataclass(frozen=True, slots=True)
class Book:
    """The pages of a workbook that are seen, and whether kingscore made it."""

    pages: tuple[Page, ...]
    own: bool


class _Archive:
    """A zip file read within what is left of the bound."""

    def __init__(self, raw: bytes, file: str) -> None:
        self.left, self.file = LARGEST_UNPACKED, file
        self.zip = zipfile.ZipFile(io.BytesIO(raw))
        parts = self.zip.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise self.too_large(LARGEST_UNPACKED)
        self.names = {part.filename.lstrip("/").lower(): part for part in parts}

    def refused(self, how: str) -> Refused:
        return Refused(finding("F258", how, place=Place(file=self.file)))

    def too_large(self, most: int) -> Refused:
        return Refused(finding("F257", "unpacked", most=most // 2**20, place=Place(file=self.file)))

    def part(self, name: str) -> bytes | None:
        """A part's bytes, None where there is none. What a header says of its size is not trusted."""
        part = self.names.get(_DRIVE.sub("", name).lower())
        if part is None:
            return None
        if part.flag_bits & 1:
            raise self.refused("password")
        out = bytearray()
        with self.zip.open(part) as opened:
            while chunk := opened.read(_CHUNK):
                out += chunk
                if len(out) > self.left:
                    raise self.too_large(LARGEST_UNPACKED)
        self.left -= len(out)
        return bytes(out)


#: What a damaged workbook makes the readers of zip and XML raise; RuntimeError also where a part of it is locked by a
#: password or packed in a way that zipfile does not know.
FAULTS = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError, EOFError, OSError, RuntimeError, ValueError),
    *(LookupError, OverflowError, MemoryError),
)


def read_xlsx(raw: bytes, file: str) -> Book:
    """The cells of a workbook's pages. Refused: F257 too large in any way, F258 no workbook, or one that is locked."""
    if len(raw) > LARGEST:
        raise Refused(finding("F257", "file", most=LARGEST // 2**20, place=Place(file=file)))
    if not raw.startswith(b"PK"):
        raise Refused(_foreign(raw).at(Place(file=file)))
    try:
        return _book(_Archive(raw, file))
    except Refused:
        raise
    except TooMany:
        raise Refused(finding("F257", "cells", place=Place(file=file))) from None
    except FAULTS as fault:
        raise Refused(_damaged(fault).at(Place(file=file))) from None


def _damaged(fault: Exception) -> Finding:
    return finding("F258", "damaged", reason=(str(fault) or type(fault).__name__)[:80])


def _foreign(raw: bytes) -> Finding:
    """What a file is that is no zip file."""
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        locked = "EncryptedPackage".encode("utf-16-le") in raw
        return finding("F258", "password" if locked else "xls")
    if not raw.strip():
        return finding("F204")
    return finding("F258", "foreign")


def _book(archive: _Archive) -> Book:
    kind = archive.part("mimetype") or b""
    if kind.startswith(b"application/vnd.oasis"):
        raise archive.refused("ods")
    raw = archive.part("xl/workbook.xml")
    if raw is None:
        how = "xlsb" if "xl/workbook.bin" in archive.names else "foreign"
        raise archive.refused(how)
    book, parts = parse(Workbook(), raw), parse(Parts(), archive.part("xl/_rels/workbook.xml.rels") or b"<none/>")
    strings = parse(Strings(), archive.part("xl/sharedStrings.xml") or b"<none/>").texts
    styles = parse(Styles(), archive.part("xl/styles.xml") or b"<none/>")
    dates = Dates(frozenset(styles.dates), book.since_1904)
    own = any(name == "kingscore" for name, _, _ in book.sheets)
    pages: list[Page] = []
    room = [0]
    for name, link, hidden in book.sheets[:MOST_PAGES]:
        target = parts.targets.get(link, "")
        content = archive.part(target if target.startswith("/") else f"xl/{target}") if target else None
        if content is None or "worksheet" not in parts.kinds.get(link, ""):
            continue
        sheet = parse(Worksheet(strings, dates, room), content)
        if not hidden and (page := page_of(name, sheet.cells)) is not None:
            pages.append(page)
    if own and LARGEST_UNPACKED - archive.left > LARGEST_OWN:
        raise archive.too_large(LARGEST_OWN)
    return Book(tuple(page for page in pages if page.rows), own)

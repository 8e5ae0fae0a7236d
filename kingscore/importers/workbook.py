"""A spreadsheet of any kind as sheets of cells: unpacked and counted first, so that nothing fills memory or time."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from xml.parsers import expat

from kingscore.importers.binary_workbook import Locked, read_apart
from kingscore.importers.cells import Page
from kingscore.importers.sheet_cells import OWN, SheetCells, TooMany, scan_ods, scan_xlsx, values_of
from kingscore.model.findings import Place, Refused, finding
from kingscore.model.frozen import dataclass

#: The largest file that is opened, what its parts may unpack to, in bytes, and how many there may be.
LARGEST, LARGEST_UNPACKED, MOST_PARTS = 16 * 2**20, 64 * 2**20, 2_000
_CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class Workbook:
    """The sheets of a spreadsheet. Hidden ones have their values only where kingscore made the file."""

    file: str
    sheets: tuple[SheetCells, ...]

    @property
    def own(self) -> bool:
        return self.sheet(OWN) is not None

    def sheet(self, name: str) -> SheetCells | None:
        return next((sheet for sheet in self.sheets if sheet.name == name), None)

    def pages(self) -> tuple[Page, ...]:
        """The sheets that are seen and have anything on them."""
        pages = (sheet.page() for sheet in self.sheets if not sheet.hidden)
        return tuple(page for page in pages if page is not None and page.rows)


#: What a damaged workbook makes the readers of zip and XML raise; RuntimeError also where a part of it is locked or
#: packed in a way that zipfile does not know.
FAULTS = (zipfile.BadZipFile, zlib.error, expat.ExpatError, EOFError, OSError, RuntimeError, ValueError, LookupError)


def read_workbook(raw: bytes, file: str) -> Workbook:
    """The cells of a spreadsheet. Refused: F204 empty, F257 too large in any way, F258 no workbook, or one that is
    damaged or locked."""
    from python_calamine import CalamineError, PasswordError

    place = Place(file=file)
    if len(raw) > LARGEST:
        raise Refused(finding("F257", "file", most=LARGEST // 2**20, place=place))
    if not raw.strip():
        raise Refused(finding("F204", place=place))
    try:
        sheets = _sheets(raw)
    except TooMany as fault:
        raise Refused(finding("F257", fault.what, most=LARGEST_UNPACKED // 2**20, place=place)) from None
    except (Locked, PasswordError):
        raise Refused(finding("F258", "password", place=place)) from None
    except (*FAULTS, CalamineError) as fault:
        reason = (str(fault) or type(fault).__name__)[:80]
        raise Refused(finding("F258", "damaged", reason=reason, place=place)) from None
    if sheets is None:
        raise Refused(finding("F258", "foreign", place=place))
    return Workbook(file, sheets)


def _sheets(raw: bytes) -> tuple[SheetCells, ...] | None:
    """The sheets of a file of any kind that calamine knows; None for all others."""
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        if "EncryptedPackage".encode("utf-16-le") in raw:
            raise Locked
        return read_apart(raw)
    if not raw.startswith(b"PK"):
        return None
    parts = unpacked(raw)
    if "xl/workbook.bin" in parts:
        return read_apart(_packed(parts))
    if parts.get("mimetype", b"").startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
            raise Locked
        scans = scan_ods(parts["content.xml"])
    elif "xl/workbook.xml" in parts:
        scans = scan_xlsx(parts)
    else:
        return None
    return values_of(_packed(parts), scans)


def unpacked(raw: bytes) -> dict[str, bytes]:
    """The parts of a zip file by their names. What its headers say of sizes is not trusted."""
    parts: dict[str, bytes] = {}
    left = LARGEST_UNPACKED
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > left:
            raise TooMany("unpacked")
        for entry in entries:
            if entry.flag_bits & 1:
                raise Locked
            out = bytearray()
            with archive.open(entry) as opened:
                while chunk := opened.read(_CHUNK):
                    out += chunk
                    if len(out) > left:
                        raise TooMany("unpacked")
            left -= len(out)
            parts[entry.filename.lstrip("/")] = bytes(out)
    return parts


def _packed(parts: Mapping[str, bytes]) -> bytes:
    """A zip file of parts that were counted, so that nobody unpacks anything else."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()

"""A spreadsheet of any kind as sheets of cells: unpacked and counted first, so that nothing fills memory or time."""

from __future__ import annotations

import io
import os
import pickle
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.parsers import expat

from kingscore.importers.cells import TableCell, TablePage
from kingscore.importers.sheet_cells import Links, OdsSheets, SheetCells, SheetScan, TooMany, scan_xlsx, values_of
from kingscore.model.findings import Place, Refused, finding
from kingscore.render.formats import LARGEST_BOOK

#: Seconds and bytes of memory within which a binary workbook is read.
MOST_SECONDS, MOST_MEMORY = 30, 2**30
ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
#: The records of XLS that hold cells: a formula, a truth or an error, several numbers in a row, all others.
_FORMULA, _TRUTH, _SEVERAL, _PLAIN = 0x06, 0x205, 0xBD, (0x203, 0x204, 0x27E, 0xD6, 0xFD)
_SHEET, _END = 0x85, 0x0A
#: The records of XLSB: a sheet in the book, a row, an error typed or calculated; cells are those from 2 to 11.
_BUNDLE, _ROW, _ERRORS, _CELLS = 156, 0, (3, 11), range(2, 12)


class Locked(Exception):
    """A workbook that opens with a password only."""


def read_apart(raw: bytes) -> tuple[SheetCells, ...]:
    """The sheets of a workbook. ValueError where its reader gave up, TooMany where it is too large."""
    command = [sys.executable, "-P", "-c", f"from {__name__} import write_sheets; write_sheets()"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "RUST_BACKTRACE": "0"}
    try:
        done = subprocess.run(
            command, input=raw, capture_output=True, timeout=MOST_SECONDS, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        raise TooMany from None
    if done.returncode:
        raise ValueError("its reader gave up")
    result: tuple[SheetCells, ...] | TooMany | Locked = pickle.loads(done.stdout)
    if isinstance(result, Exception):
        raise result
    return result


def write_sheets() -> None:
    """Reads a workbook from standard input and writes its sheets, or what is wrong with it, for ``read_apart``."""
    from python_calamine import PasswordError

    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # Windows has no such bound; the time and the area of a sheet are bounded there too
    raw = sys.stdin.buffer.read()
    result: tuple[SheetCells, ...] | TooMany | Locked
    try:
        result = values_of(raw, _xlsb_scans(raw) if raw.startswith(b"PK") else _xls_scans(raw))
    except TooMany as fault:
        result = fault
    except PasswordError:
        result = Locked()
    pickle.dump(result, sys.stdout.buffer)


def _xls_scans(raw: bytes) -> list[SheetScan]:
    """The sheets of an XLS workbook, whose stream is a row of records: kind, length, content."""
    stream, scans = _stream(raw), list[SheetScan]()
    for start in [struct.unpack_from("<I", record)[0] for kind, record in _records(stream, 0) if kind == _SHEET]:
        scans.append(SheetScan())
        for kind, record in _records(stream, start):
            if kind not in (_FORMULA, _TRUTH, _SEVERAL, *_PLAIN):
                continue
            row, column = struct.unpack_from("<HH", record)
            last = struct.unpack_from("<H", record, len(record) - 2)[0] if kind == _SEVERAL else column
            scans[-1].fill((row, column), (row, last))
            scans[-1].filled += last - column + 1
            if scans[-1].large:
                break
            if kind == _TRUTH and record[7]:
                scans[-1].marked[row, column] = _error(record[6])
            elif kind == _FORMULA and record[12:14] == b"\xff\xff" and record[6] == 2:
                scans[-1].marked[row, column] = _error(record[8])
    return scans


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """The records from a place on up to the end of their sheet."""
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        if kind == _END:
            return
        yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length


def _error(code: int) -> TableCell:
    return TableCell("error", ERRORS.get(code, "#"))


def _stream(raw: bytes) -> bytes:
    """The stream of an XLS workbook in its compound file: sectors, in chains that the file's tables tell."""
    size = 1 << struct.unpack_from("<H", raw, 30)[0]
    short = 1 << struct.unpack_from("<H", raw, 32)[0]
    directory, _, least, shorts = struct.unpack_from("<4I", raw, 48)

    def chained(first: int, table: list[int], whole: bytes, length: int) -> bytes:
        out: list[bytes] = []
        at = first
        while at < len(table) and len(out) <= len(table):
            out.append(whole[at * length : (at + 1) * length])
            at = table[at]
        return b"".join(out)

    def numbers(content: bytes) -> list[int]:
        return list(struct.unpack(f"<{len(content) // 4}I", content[: len(content) // 4 * 4]))

    sectors = raw[size:]
    begun = [at for at in struct.unpack_from("<109I", raw, 76) if at < len(sectors) // size + 1]
    table = numbers(b"".join(sectors[at * size : (at + 1) * size] for at in begun))
    entries = chained(directory, table, sectors, size)
    found: dict[str, tuple[int, int]] = {}
    for at in range(0, len(entries) - 127, 128):
        name = entries[at : at + 64].decode("utf-16-le", "replace").partition("\0")[0].lower()
        found.setdefault(name, struct.unpack_from("<II", entries, at + 116))
    first, length = found.get("workbook") or found["book"]
    if length >= least:
        return chained(first, table, sectors, size)[:length]
    pool = chained(found["root entry"][0], table, sectors, size)
    return chained(first, numbers(chained(shorts, table, sectors, size)), pool, short)[:length]


def _xlsb_scans(raw: bytes) -> list[SheetScan]:
    """The sheets of an XLSB workbook in their order."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        parts = {name.lower(): archive.read(name) for name in archive.namelist()}
    targets = Links(parts["xl/_rels/workbook.bin.rels"]).targets
    scans: list[SheetScan] = []
    for record in [record for kind, record in _parts(parts["xl/workbook.bin"]) if kind == _BUNDLE]:
        length = struct.unpack_from("<I", record, 8)[0]
        link, row = record[12 : 12 + 2 * length].decode("utf-16-le"), 0
        scans.append(SheetScan())
        for kind, content in _parts(parts[targets[link].lower()]):
            if kind == _ROW:
                row = struct.unpack_from("<I", content)[0]
            elif kind in _CELLS:
                at = row, struct.unpack_from("<I", content)[0]
                scans[-1].fill(at, at)
                scans[-1].filled += 1
                if scans[-1].large:
                    break
                if kind in _ERRORS:
                    scans[-1].marked[at] = _error(content[8])
    return scans


def _parts(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The records of a part of XLSB; kind and length are written seven bits a byte, the lowest first."""
    at = 0

    def number(most: int) -> int:
        nonlocal at
        out = 0
        for place in range(most):
            byte = content[at]
            at += 1
            out |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                break
        return out

    while at < len(content):
        kind, length = number(2), 0
        length = number(4)
        yield kind, content[at : at + length]
        at += length


#: What the parts of a workbook may unpack to, in bytes, and how many there may be.
LARGEST_UNPACKED, MOST_PARTS = 64 * 2**20, 2_000
_CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class Workbook:
    """The sheets of a spreadsheet. Hidden ones have their values only where kingscore made the file."""

    file: str
    sheets: tuple[SheetCells, ...]

    def sheet(self, name: str) -> SheetCells | None:
        return next((sheet for sheet in self.sheets if sheet.name == name), None)

    def pages(self) -> tuple[TablePage, ...]:
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
    if len(raw) > LARGEST_BOOK:
        raise Refused(finding("F257", "file", most=LARGEST_BOOK // 2**20, place=place))
    if not raw.strip():
        raise Refused(finding("F204", place=place))
    try:
        sheets = _sheets(raw)
    except TooMany as fault:
        raise Refused(finding("F257", str(fault) or "cells", most=LARGEST_UNPACKED // 2**20, place=place)) from None
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
        scans = OdsSheets(parts["content.xml"]).scans
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

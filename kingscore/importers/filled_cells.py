"""The cells of a workbook that somebody has filled: whole numbers and words out of whatever a program stored there."""

from __future__ import annotations

import io
import re
import unicodedata
import warnings
import zipfile
from typing import Any

from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.frozen import dataclass

#: A workbook that holds a sheet is never larger; a larger one is not opened.
LARGEST = 16 * 1024 * 1024
#: Nor does it become larger than this when it is unpacked.
MOST_UNPACKED = 64 * 1024 * 1024
_NUMBER = re.compile(r"[+−–-]?[0-9]{1,9}")


@dataclass(frozen=True)
class Filled:
    """A workbook as it was stored: the values, and beside them what was written where a value is missing."""

    file: str
    values: Any
    written: Any

    def place(self, address: str) -> Place:
        row = int("".join(char for char in address if char.isdigit()))
        return Place(file=self.file, line=row, text=address)

    def text(self, page: str, address: str) -> str:
        """What stands in a cell as one line of text; a whole number without its decimals."""
        value = self.values[page][address].value
        if value is None or isinstance(value, bool):
            return ""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return unicodedata.normalize("NFC", " ".join(str(value).split()))

    def number(self, page: str, address: str) -> int | Finding | None:
        """A cell's whole number, None where it is empty, R911 where something else stands there."""
        cell = self.values[page][address]
        value, place = cell.value, self.place(address)
        if value is None and self.written[page][address].data_type == "f":
            return finding("R911", "formula", cell=address, place=place)
        if isinstance(value, str):
            return _number_of(value, address, place)
        if value is None:
            return None
        whole = isinstance(value, int | float) and not isinstance(value, bool) and abs(value - round(value)) < 1e-9
        return round(value) if whole else finding("R911", cell=address, found=str(value), place=place)


def _number_of(text: str, address: str, place: Place) -> int | Finding | None:
    stripped = text.strip()
    if not stripped:
        return None
    if _NUMBER.fullmatch(stripped):
        digits = int(stripped.lstrip("+−–-"))
        return -digits if stripped[0] in "−–-" else digits
    return finding("R911", cell=address, found=stripped[:40], place=place)


def _unpacked(content: bytes) -> int:
    """How large a workbook says that it is unpacked; nothing where it is no zip."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError):  # the last: packed in a way that is not known
        return 0


def opened(content: bytes, file: str) -> Filled:
    """A workbook from its bytes. Refused: R913 where it is none, or damaged, or far too large."""
    from openpyxl import load_workbook

    if len(content) > LARGEST or _unpacked(content) > MOST_UNPACKED:
        raise Refused(finding("R913", "large", most=LARGEST // 2**20, place=Place(file=file)))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl cannot keep of other programs' files is not needed
            values = load_workbook(io.BytesIO(content), data_only=True)
            written = load_workbook(io.BytesIO(content))
    except Exception as fault:  # a damaged file makes openpyxl raise whatever its parser met
        raise Refused(finding("R913", reason=str(fault)[:80] or type(fault).__name__, place=Place(file=file))) from None
    return Filled(file, values, written)

"""Spreadsheets of every kind hold the same table: LibreOffice saved the ODS and XLS files here, XLSB is written here.

``evening`` has merged cells, a hidden row, sums as formulas and an older table on a hidden sheet; ``odd`` an error, a
date, half a point and a percentage among its points; ``own`` is the sheet of an example, exported and saved again.
"""

from __future__ import annotations

import io
import struct
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from kingscore.notation.king import read_king
from kingscore.storage import resources, variant_files
from tests.test_importers_files import GOOD, book, check, only, worksheet

SAMPLES = Path(__file__).parent / "importers"
SHEET = "xl/worksheets/sheet1.xml"
#: What a cell of XLSB can hold in tests: text, a number, a truth, an error by its code.
ERROR = {"#DIV/0!": 7, "#N/A": 42}


def _record(kind: int, content: bytes = b"") -> bytes:
    def number(value: int) -> bytes:
        return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80, value >> 7])

    return number(kind) + number(len(content)) + content


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(*rows: tuple[Any, ...]) -> bytes:
    """A workbook of one sheet as Excel writes it in binary, with no more than a reader needs."""
    cells = b""
    for row, values in enumerate(rows):
        cells += _record(0, struct.pack("<I", row) + bytes(13))
        for column, value in enumerate(values):
            head = struct.pack("<II", column, 0)
            if isinstance(value, bool):
                cells += _record(4, head + bytes([value]))
            elif value in ERROR:
                cells += _record(3, head + bytes([ERROR[value]]))
            elif isinstance(value, str):
                cells += _record(6, head + _wide(value))
            else:
                cells += _record(5, head + struct.pack("<d", value))
    size = _record(148, struct.pack("<4I", 0, len(rows), 0, len(rows[0])))
    sheet = _record(129) + size + _record(145) + cells + _record(146) + _record(130)
    bundle = _record(156, struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Sheet"))
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1"'
        ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"'
        ' Target="worksheets/sheet1.bin"/></Relationships>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.bin", _record(131) + _record(143) + bundle + _record(144) + _record(132))
        archive.writestr("xl/_rels/workbook.bin.rels", links)
        archive.writestr("xl/worksheets/sheet1.bin", sheet)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["ods", "xls"])
def test_a_table_saved_by_libreoffice_is_read(tmp_path: Path, kind: str) -> None:
    found = check((SAMPLES / f"evening.{kind}").read_bytes(), f"t.{kind}", tmp_path)
    assert [one.code for one in found.findings if one.severity != "hint"] == []
    assert found.report is not None
    assert found.report.points == ((-4, -2, -2, -8), (0, 0, -10, -6))
    assert found.game is not None
    assert found.game.date == "2026-11-27"
    assert found.game.written is not None
    assert found.game.written.totals == (-4, -2, -12, -14)
    assert found.table is not None
    assert found.table["deals"][1]["cells"] == ["B4", "C4", "D4", "E4"]


def test_a_binary_workbook_is_read(tmp_path: Path) -> None:
    found = check(xlsb(*GOOD), "t.xlsb", tmp_path)
    assert [one.code for one in found.findings if one.severity != "hint"] == []
    assert found.report is not None
    assert found.report.points == ((-4, -2, -2, -8), (0, 0, -10, -6))


@pytest.mark.parametrize("kind", ["ods", "xls"])
def test_what_is_no_number_is_pointed_at_in_every_kind_of_file(tmp_path: Path, kind: str) -> None:
    found = check((SAMPLES / f"odd.{kind}").read_bytes(), f"t.{kind}", tmp_path)
    told = [
        (one.how, dict(one.values)["cell"], dict(one.values)["found"]) for one in found.findings if one.code == "F251"
    ]
    assert told == [
        ("error", "D2", "#DIV/0!"),
        ("date", "E3", "2026-02-04"),
        ("fraction", "C4", "2.5"),
        ("fraction", "D5", "0.5"),
    ]


@pytest.mark.parametrize(("value", "how"), [("#N/A", "error"), (True, "truth"), (2.5, "fraction"), (1e15, "large")])
def test_what_is_no_number_in_a_binary_workbook_is_pointed_at(tmp_path: Path, value: Any, how: str) -> None:
    found = check(xlsb(GOOD[0], ("No tricks", -4, -2, value, -8), GOOD[2]), "t.xlsb", tmp_path)
    told = [(one.how, dict(one.values)["cell"]) for one in found.findings if one.code == "F251"]
    assert told == [(how, "D2")]


@pytest.mark.parametrize("kind", ["ods", "xls"])
def test_a_sheet_of_ours_saved_by_libreoffice_comes_back(tmp_path: Path, kind: str) -> None:
    text = (SAMPLES.parents[1] / "examples/lithuanian.king").read_text("utf-8")
    game = read_king(text, "lithuanian.king", variant_files.open_rules, resources.words()).game
    assert game is not None
    found = check((SAMPLES / f"own.{kind}").read_bytes(), f"t.{kind}", tmp_path)
    assert (found.game, found.table) == (game, None)


@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_a_day_is_the_same_from_whichever_day_a_workbook_counts(tmp_path: Path, epoch: Any) -> None:
    made = Workbook()
    made.epoch = epoch
    page: Any = made.active
    for row in ((date(2026, 11, 27),), *GOOD):
        page.append(row)
    out = io.BytesIO()
    made.save(out)
    found = check(out.getvalue(), "t.xlsx", tmp_path)
    assert found.game is not None
    assert found.game.date == "2026-11-27"


@pytest.mark.parametrize("hidden", ["hidden", "veryHidden"])
def test_a_hidden_sheet_is_not_read(tmp_path: Path, hidden: str) -> None:
    made = Workbook()
    page: Any = made.active
    for row in GOOD:
        page.append(row)
    page.sheet_state = hidden
    made.create_sheet("notes").append(("nothing",))
    out = io.BytesIO()
    made.save(out)
    assert only(check(out.getvalue(), "t.xlsx", tmp_path)) == ("F250", "")


def test_rows_out_of_order_are_not_lost_without_a_word(tmp_path: Path) -> None:
    rows = b'<row r="3"><c r="A3"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'
    assert only(check(book(*GOOD, change={SHEET: worksheet(rows)}), "t.xlsx", tmp_path)) == ("F258", "damaged")


def test_two_cells_far_apart_are_not_laid_out_between(tmp_path: Path) -> None:
    rows = b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    assert only(check(book(*GOOD, change={SHEET: worksheet(rows)}), "t.xlsx", tmp_path)) == ("F257", "cells")


def _ods(rows: str) -> bytes:
    """The sample with other rows on its first sheet."""
    out = io.BytesIO()
    with zipfile.ZipFile(SAMPLES / "evening.ods") as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "content.xml":
                before, _, after = content.decode().partition("<table:table-row")
                content = f"{before}{rows}{after[after.index('</table:table>') :]}".encode()
            new.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("rows", "columns"), [(1_000_000_000, 1), (1, 1_000_000_000), (2_000, 2_000), (-1, 1), (1_048_576, 16_384)]
)
def test_a_cell_repeated_without_end_is_refused(tmp_path: Path, rows: int, columns: int) -> None:
    cell = f'<table:table-cell table:number-columns-repeated="{columns}" office:value-type="float" office:value="1"/>'
    content = _ods(f'<table:table-row table:number-rows-repeated="{rows}">{cell}</table:table-row>')
    assert only(check(content, "t.ods", tmp_path)) == ("F257", "cells")


def test_entities_and_broken_xml_in_ods_are_damage(tmp_path: Path) -> None:
    with zipfile.ZipFile(SAMPLES / "evening.ods") as archive:
        whole = archive.read("content.xml")
    for content in (whole[:2000], whole.replace(b"?>", b'?><!DOCTYPE x [<!ENTITY a "b">]>', 1)):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("content.xml", content)
        assert only(check(out.getvalue(), "t.ods", tmp_path)) == ("F258", "damaged")


def test_a_damaged_xls_takes_nothing_down(tmp_path: Path) -> None:
    """Cut, with a cell moved far out, or with its tables of sectors broken."""
    whole = (SAMPLES / "evening.xls").read_bytes()
    number = whole.index(struct.pack("<HH", 0x27E, 10))
    far = whole[: number + 4] + b"\2\0\xff\xff" + whole[number + 8 :]
    assert only(check(far, "t.xls", tmp_path)) == ("F257", "cells")
    for content in (whole[:600], whole[:3000], whole[:48] + b"\xff" * 40 + whole[88:], whole[:512] + bytes(512)):
        assert only(check(content, "t.xls", tmp_path)) == ("F258", "damaged")

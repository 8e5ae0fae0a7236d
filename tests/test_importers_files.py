"""Files that hold no table, or a broken, locked or far too large one, are told as that: no traceback, no flood."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from kingscore.app.files import CheckedFile, TableRules, check_file
from kingscore.model.findings import Finding

NAMES = ("Ona", "Jonas", "Rasa", "Vytas")
LITHUANIAN = TableRules("lithuanian")
WORKSHEET = "xl/worksheets/sheet1.xml"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def check(content: bytes, file: str, folder: Path, asked: TableRules = LITHUANIAN) -> CheckedFile:
    path = folder / file
    path.write_bytes(content)
    return check_file(str(path), lambda most: b"", asked)


def only(found: CheckedFile) -> tuple[str, str]:
    errors = [one for one in found.findings if one.severity == "error"]
    assert len(errors) == 1, errors
    return errors[0].code, errors[0].how


def book(*rows: tuple[Any, ...], change: dict[str, bytes] | None = None) -> bytes:
    """A workbook of these rows; parts of it may be put in other words."""
    made = Workbook()
    page: Any = made.active
    for row in rows:
        page.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue() if change is None else changed(out.getvalue(), change)


def changed(raw: bytes, change: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change.get(name, old.read(name)))
    return out.getvalue()


GOOD = (("", *NAMES), ("No tricks", -4, -2, -2, -8), ("No hearts", 0, 0, -10, -6))


@pytest.mark.parametrize(
    ("content", "file", "code", "how"),
    [
        (b"", "t.csv", "F204", ""),
        (b"\xef\xbb\xbf\r\n;;;\r\n", "t.csv", "F250", ""),
        (b"one line of words\n", "t.csv", "F250", ""),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1", "t.csv", "F202", ""),
        (b"<!DOCTYPE html><html><table>", "t.csv", "F258", "foreign"),
        (b"%PDF-1.7 and more", "t.xlsx", "F258", "foreign"),
        (b"", "t.xlsx", "F204", ""),
        (b"PK\x03\x04 and nothing", "t.xlsx", "F258", "damaged"),
        (OLE + b"W\0o\0r\0k\0b\0o\0o\0k\0", "t.xls", "F258", "damaged"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "t.xlsx", "F258", "password"),
    ],
)
def test_what_holds_no_table_is_told_as_what_it_is(
    tmp_path: Path, content: bytes, file: str, code: str, how: str
) -> None:
    assert only(check(content, file, tmp_path)) == (code, how)


def test_a_workbook_cut_anywhere_is_damaged(tmp_path: Path) -> None:
    whole = book(*GOOD)
    for end in range(4, len(whole) - 1, 97):
        assert only(check(whole[:end], "t.xlsx", tmp_path)) == ("F258", "damaged")


@pytest.mark.parametrize(("local", "central", "value", "how"), [(6, 8, 1, "password"), (8, 10, 99, "damaged")])
def test_a_workbook_whose_parts_are_locked_or_packed_in_another_way(
    tmp_path: Path, local: int, central: int, value: int, how: str
) -> None:
    """The marks of every part are changed where zip keeps them, before the part and in the list at the end."""
    raw = bytearray(book(*GOOD))
    for sign, at in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        start = raw.find(sign)
        while start >= 0:
            raw[start + at : start + at + 2] = value.to_bytes(2, "little")
            start = raw.find(sign, start + 4)
    assert only(check(bytes(raw), "t.xlsx", tmp_path)) == ("F258", how)


def test_zip_files_without_a_sheet_are_no_workbooks(tmp_path: Path) -> None:
    for parts, how in (
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, "damaged"),
        ({"mimetype": b"application/vnd.oasis.opendocument.text"}, "foreign"),
        ({"xl/workbook.bin": b"..."}, "damaged"),
        ({"word/document.xml": b"<w/>"}, "foreign"),
    ):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
        assert only(check(out.getvalue(), "t.xlsx", tmp_path)) == ("F258", how)


def test_what_unpacks_to_far_more_is_not_unpacked(tmp_path: Path) -> None:
    """A megabyte that would be a gigabyte; a header that tells less than there is; both within little memory."""
    bomb = book(*GOOD, change={WORKSHEET: b"<worksheet>" + b" " * (300 * 2**20)})
    lying = bytearray(bomb)
    for sign, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = lying.find(sign)
        while start >= 0:
            if lying[start + at : start + at + 4] > b"\0\0\0\x10":
                lying[start + at : start + at + 4] = (1000).to_bytes(4, "little")
            start = lying.find(sign, start + 4)
    tracemalloc.start()
    assert len(bomb) < 2 * 2**20
    assert only(check(bomb, "t.xlsx", tmp_path)) == ("F257", "unpacked")
    assert only(check(bytes(lying), "t.xlsx", tmp_path))[0] in ("F257", "F258")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200 * 2**20


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    laughs = b'<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData>&b;</sheetData></worksheet>'
    assert only(check(book(*GOOD, change={WORKSHEET: laughs}), "t.xlsx", tmp_path)) == ("F258", "damaged")


def worksheet(cells: bytes, after: bytes = b"") -> bytes:
    return b"<worksheet><sheetData>" + cells + b"</sheetData>" + after + b"</worksheet>"


def test_far_too_many_cells_are_refused(tmp_path: Path) -> None:
    many = b"".join(b"<row>" + b"<c><v>1</v></c>" * 1000 + b"</row>" for _ in range(30))
    wide = b"<row>" + b"<c/>" * 20_000 + b"</row>"
    merged = b'<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    for content in (
        worksheet(many),
        worksheet(wide),
        worksheet(b'<row r="1"><c r="A9999999"><v>1</v></c></row>'),
        worksheet(b"", merged),
    ):
        assert only(check(book(*GOOD, change={WORKSHEET: content}), "t.xlsx", tmp_path)) == ("F257", "cells")
    assert only(check(b"1,2,3,4,5\n" * 5000, "t.csv", tmp_path)) == ("F257", "cells")


def test_a_sheet_with_too_many_cells_leaves_the_table_beside_it(tmp_path: Path) -> None:
    made = Workbook()
    page: Any = made.active
    for row in GOOD:
        page.append(row)
    log = made.create_sheet("log")
    for _ in range(250):
        log.append([1] * 100)
    path = tmp_path / "t.xlsx"
    made.save(path)
    found = check(path.read_bytes(), "t.xlsx", tmp_path)
    assert [one for one in found.findings if one.severity != "hint"] == []
    assert found.game is not None
    assert len(found.game.deals) == 2


def test_a_table_far_out_on_its_page_is_found(tmp_path: Path) -> None:
    """Sixteen thousand columns and a million rows lie before it; only what is filled counts."""
    texts = [["", *NAMES], ["No tricks", "-4", "-2", "-2", "-8"], ["No hearts", "0", "0", "-10", "-6"]]
    rows = b""
    for down, row in enumerate(texts, 1_048_570):
        cells = b"".join(
            b'<c r="%s%d" t="inlineStr"><is><t>%s</t></is></c>' % (column, down, text.encode())
            for column, text in zip((b"XEZ", b"XFA", b"XFB", b"XFC", b"XFD"), row, strict=True)
        )
        rows += b'<row r="%d">%s</row>' % (down, cells)
    found = check(book(*GOOD, change={WORKSHEET: worksheet(rows)}), "t.xlsx", tmp_path)
    assert [one for one in found.findings if one.severity != "hint"] == []
    assert found.table is not None
    assert found.table["deals"][0]["cells"][3] == "XFD1048571"


@pytest.mark.parametrize(
    ("value", "how", "shown"),
    [
        ("?", "", "?"),
        (date(2026, 2, 4), "date", "2026-02-04"),
        (True, "truth", "TRUE"),
        ("#DIV/0!", "error", "#DIV/0!"),
        ("=SUM(B2:C2)", "formula", "="),
        (2.5, "fraction", "2.5"),
        ("2,5", "fraction", "2,5"),
    ],
)
def test_a_cell_that_holds_no_points_is_pointed_at(tmp_path: Path, value: Any, how: str, shown: str) -> None:
    found = check(book(GOOD[0], ("No tricks", -4, -2, value, -8), GOOD[2]), "t.xlsx", tmp_path)
    faults: list[Finding] = [one for one in found.findings if one.severity == "error"]
    told = [
        (one.code, one.how, one.deal, one.seat, dict(one.values)["cell"], dict(one.values)["found"]) for one in faults
    ]
    assert told == [("F251", how, 1, 2, "D2", shown)]
    assert faults[0].place is not None
    assert faults[0].place.line == 2
    assert found.report is not None
    assert found.report.points == (None, (0, 0, -10, -6))


def test_sums_whose_values_were_not_stored_are_left_out(tmp_path: Path) -> None:
    sums = ("Sum", *(f"=SUM({column}2:{column}3)" for column in "BCDE"))
    found = check(book(*GOOD, sums), "t.xlsx", tmp_path)
    assert [one.code for one in found.findings if one.severity != "hint"] == []
    assert found.report is not None
    assert found.report.totals == (-4, -2, -12, -14)


def test_numbers_as_spreadsheets_store_them(tmp_path: Path) -> None:
    """``3.0``, ``1E1`` and what is within a billionth of a whole number are that number."""
    values = [b"-4.0", b"-0.2E1", b"-1.9999999999999998", b"-8"]
    head = b"".join(b'<c t="inlineStr"><is><t>%s</t></is></c>' % name.encode() for name in ("x", *NAMES))
    deal = b'<c t="inlineStr"><is><t>No tricks</t></is></c>' + b"".join(b"<c><v>%s</v></c>" % v for v in values)
    content = worksheet(b"<row>" + head + b"</row><row>" + deal + b"</row>")
    found = check(book(*GOOD, change={WORKSHEET: content}), "t.xlsx", tmp_path)
    assert found.report is not None
    assert found.report.points == ((-4, -2, -2, -8),)


def test_the_page_with_the_table_is_found_among_others(tmp_path: Path) -> None:
    made = Workbook()
    first: Any = made.active
    first.title = "recipes"
    first.append(("flour", "eggs", "milk"))
    page: Any = made.create_sheet("27 November")
    for row in GOOD:
        page.append(row)
    out = io.BytesIO()
    made.save(out)
    found = check(out.getvalue(), "t.xlsx", tmp_path)
    assert found.report is not None
    assert found.report.totals == (-4, -2, -12, -14)
    made.create_sheet("notes")["A1"] = "nothing"
    assert found.table is not None
    assert found.table["page"] == "27 November"


def test_names_that_cannot_sit_together_are_told(tmp_path: Path) -> None:
    found = check(b";B;Jonas;Rasa;Vytas\nNo tricks;-4;-2;-2;-8\n", "t.csv", tmp_path)
    assert [one.code for one in found.findings if one.severity == "error"] == ["N804"]

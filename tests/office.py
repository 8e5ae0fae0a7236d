"""LibreOffice at work for tests: it recalculates workbooks, and types into their cells like a player would."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

#: Makes it calculate every formula when it opens a workbook, instead of believing the stored values.
ALWAYS = """<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item>
</oor:items>"""
#: Reads lines ``open FILE``, ``page NAME``, ``text A1 …``, ``number A1 …`` and ``save FILE``, and does them one by one.
TYPING = """
Sub Typing(script As String)
  Dim files As Object, reader As Object, document As Object, page As Object
  Dim said As String, parts() As String, how(0) As New com.sun.star.beans.PropertyValue
  files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  reader = createUnoService("com.sun.star.io.TextInputStream")
  reader.setInputStream(files.openFileRead(ConvertToURL(script)))
  reader.setEncoding("UTF-8")
  Do While Not reader.isEOF()
    said = Replace(reader.readLine(), Chr(10), "")
    parts = Split(said, Chr(9))
    If UBound(parts) > 0 Then
      Select Case parts(0)
        Case "open"
          how(0).Name = "Hidden"
          how(0).Value = True
          document = StarDesktop.loadComponentFromURL(ConvertToURL(parts(1)), "_blank", 0, how())
        Case "page"
          page = document.Sheets.getByName(parts(1))
        Case "text"
          page.getCellRangeByName(parts(1)).String = parts(2)
        Case "number"
          page.getCellRangeByName(parts(1)).Value = CDbl(parts(2))
        Case "save"
          how(0).Name = "FilterName"
          how(0).Value = "Calc MS Excel 2007 XML"
          document.storeToURL(ConvertToURL(parts(1)), how())
          document.close(True)
      End Select
    End If
  Loop
  reader.closeInput()
End Sub
"""
_MODULE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument'
    ' 1.0//EN" "module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1"'
    ' script:language="StarBasic">{code}</script:module>'
)
#: What is typed into a workbook: page, address, text or number.
Typed = Sequence[tuple[str, str, str | int | float]]


def new_profile(folder: Path) -> Path:
    """A LibreOffice of its own, so that nobody's settings are touched."""
    _run(folder, "--terminate_after_init")  # the first start fills the folder, writing over what it finds there
    settings = folder / "user" / "registrymodifications.xcu"
    settings.write_text(settings.read_text("utf-8").replace("</oor:items>", ALWAYS), "utf-8")
    (folder / "user" / "basic" / "Standard" / "Module1.xba").write_text(_MODULE.format(code=escape(TYPING)), "utf-8")
    return folder


def _run(profile: Path, *words: str) -> None:
    office = shutil.which("soffice")
    assert office is not None, "this test needs LibreOffice"
    command = [office, f"-env:UserInstallation=file://{profile}", "--headless", "--norestore", *words]
    subprocess.run(command, check=True, capture_output=True, timeout=600)


def calculated(files: Mapping[str, bytes], profile: Path, folder: Path) -> dict[str, bytes]:
    """The workbooks as LibreOffice saves them, all in one run."""
    (folder / "out").mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    where = ("--outdir", str(folder / "out"), *(str(folder / name) for name in files))
    _run(profile, "--convert-to", "xlsx:Calc MS Excel 2007 XML", *where)
    return {name: (folder / "out" / name).read_bytes() for name in files}


def typed(files: Mapping[str, tuple[bytes, Typed]], profile: Path, folder: Path) -> dict[str, bytes]:
    """The workbooks with something typed into their cells, as LibreOffice saves them, all in one run."""
    (folder / "typed").mkdir()
    lines: list[tuple[Any, ...]] = []
    for name, (content, cells) in files.items():
        (folder / name).write_bytes(content)
        lines.append(("open", folder / name))
        for page, address, value in cells:
            lines += [("page", page), ("text" if isinstance(value, str) else "number", address, value)]
        lines.append(("save", folder / "typed" / name))
    script = folder / "script.txt"
    script.write_text("".join("\t".join(map(str, line)) + "\n" for line in lines), "utf-8")
    _run(profile, f'macro:///Standard.Module1.Typing("{script}")')
    return {name: (folder / "typed" / name).read_bytes() for name in files}

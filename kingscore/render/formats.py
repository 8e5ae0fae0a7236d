"""Every format of files in one table: what it can show and who writes that, its suffixes, options and reader."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, NamedTuple

from kingscore.model.findings import Finding, Refused, finding

Show = Literal["game", "sheet", "chart", "report", "statement", "rules"]
Reader = Literal["", "game", "table", "book"]
#: The options of a sheet that mean something in a format.
CELLS = ("--layout", "--template")
PAPER = (*CELLS, "--paper", "--orientation")
#: How workbooks begin: as zip archives, old and locked ones otherwise; no larger one is read.
BOOK_SIGNS, LARGEST_BOOK = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"), 16 * 2**20


class Rendered(NamedTuple):
    """A thing in a format: the whole file, and what could not be written as it is (R902)."""

    content: bytes
    findings: tuple[Finding, ...] = ()


class Format(NamedTuple):
    """A format of files: its name, as ``--to`` takes it, and how games are read from it.

    ``game`` to ``rules`` name the function (``module:function`` in ``kingscore``) that shows such a thing in it: a game
    itself, its sheet, the drawing of a chart, a report (or its ``sheet``, as any other), accounts with the language,
    pages of rules with the language's code and a width. It gives text, bytes or what was rendered. ``suffixes`` beside
    its own name; ``text``: it can be printed.
    """

    name: str
    reader: Reader = ""
    suffixes: tuple[str, ...] = ()
    text: bool = True
    options: tuple[str, ...] = ()
    game: str = ""
    sheet: str = ""
    chart: str = ""
    report: str = ""
    statement: str = ""
    rules: str = ""

    @property
    def every_suffix(self) -> tuple[str, ...]:
        return (f".{self.name}", *self.suffixes)


FORMATS = {
    form.name: form
    for form in (
        Format(
            "xlsx", "book", text=False, options=PAPER, sheet="render.xlsx:workbook",
            report="render.xlsx.tables:tables_book", statement="render.xlsx.tables:accounts_book",
        ),
        Format(
            "pdf", text=False, options=(*PAPER, "--per-page", "--back"), sheet="render.pdf:sheet_pdf",
            chart="render.pdf:pdf_of", rules="render.pdf:cards",
        ),
        Format(
            "png", text=False, options=(*PAPER, "--per-page"), sheet="render.pdf:sheet_png",
            chart="render.pdf:chart_png",
        ),
        Format(
            "csv", "table", options=(*CELLS, "--dialect"), sheet="render.text_tables:csv_text",
            report="sheet", statement="render.statements:csv_text",
        ),
        Format("tsv", "table", options=CELLS, sheet="render.text_tables:tsv_text", report="sheet"),
        Format(
            "md", options=CELLS, sheet="render.text_tables:md_text", report="sheet",
            rules="render.text_tables:rules_md",
        ),
        Format(
            "html", options=PAPER, sheet="render.html:html_text", chart="render.html:chart_page",
            report="render.html:report_page",
        ),
        Format("svg", chart="render.html:svg_text"),
        Format("king", "game", game="notation.king:write_king"),
        Format("json", "game", game="notation.codec:write_document"),
        Format("text", suffixes=(".txt",), rules="render.text_tables:rules_text"),
        Format("beancount", suffixes=(".bean",), statement="render.statements:beancount"),
        Format("hledger", suffixes=(".journal", ".ledger"), statement="render.statements:hledger"),
        Format("xlsm", "book", text=False),
        Format("xls", "book", text=False),
        Format("xlsb", "book", text=False),
        Format("ods", "book", text=False),
    )
}  # fmt: skip


def formats_for(*shows: Show) -> tuple[str, ...]:
    """The names of the formats that can show such a thing."""
    return tuple(form.name for form in FORMATS.values() if any(getattr(form, show) for show in shows))


def formats_with(option: str) -> tuple[str, ...]:
    """The names of the formats in which an option of a sheet means something."""
    return tuple(form.name for form in FORMATS.values() if option in form.options)


def suffixes_read(*readers: Reader) -> tuple[str, ...]:
    """The suffixes of the files that are read so."""
    return tuple(suffix for form in FORMATS.values() if form.reader in readers for suffix in form.every_suffix)


def is_book(file: str, raw: bytes) -> bool:
    """True for a workbook, by its first signs or by the file's name."""
    return raw.startswith(BOOK_SIGNS) or file.lower().endswith(suffixes_read("book"))


def named(word: str) -> str:
    """The format that has a word for its name or suffix (``hledger`` for ``journal``); the word itself if none has."""
    return next((form.name for form in FORMATS.values() if f".{word}" in form.every_suffix), word)


def write(to: str, show: Show, *values: Any, **options: Any) -> Rendered:
    """A thing in a format; of the options those that it knows. Refused, status 2: R909 where it cannot be shown so."""
    path = getattr(FORMATS[to], show) if to in FORMATS else ""
    if not path:
        raise Refused(finding("R909", found=to, expected=formats_for(show)), status=2)
    if path == "sheet":
        return write(to, "sheet", values[0].sheet, **options)
    module, _, name = path.partition(":")
    known = {key: value for key, value in options.items() if f"--{key}" in FORMATS[to].options}
    shown = getattr(import_module(f".{module}", "kingscore"), name)(*values, **known)
    if isinstance(shown, str):
        shown = shown.encode("utf-8")
    return shown if isinstance(shown, Rendered) else Rendered(shown)

"""A report as a file: a page with pictures, a workbook, or its tables as text. It adds nothing up."""

from __future__ import annotations

from kingscore.model.findings import Refused, finding
from kingscore.render import Rendered
from kingscore.statistics.report import Report

FORMS = ("html", "xlsx", "csv", "md")


def render_report(report: Report, to: str, dialect: str = "comma") -> Rendered:
    """Refused: R909 an unknown format or dialect."""
    sheet = report.sheet
    match to:
        case "html":
            return _page(report)
        case "xlsx":
            from kingscore.render.xlsx.plain import tables_book

            return Rendered(tables_book(sheet))
        case "csv":
            from kingscore.render.csv import csv_text

            return Rendered(csv_text(sheet, dialect).encode("utf-8"))
        case "md":
            from kingscore.render.md import md_text

            return Rendered(md_text(sheet).encode("utf-8"))
    raise Refused(finding("R909", found=to, expected=FORMS), status=2)


def _page(report: Report) -> Rendered:
    """One file with everything in it: tables for light and dark, the pictures on white as in print."""
    from kingscore.render.fonts import fonts
    from kingscore.render.html import html_text
    from kingscore.render.svg import svg_text

    found = fonts()
    drawings = [picture(found) for picture in report.pictures]
    pictures = "\n".join(f"<figure>{svg_text(drawing)}</figure>" for drawing in drawings)
    findings = tuple(finding for drawing in drawings for finding in drawing.findings)
    return Rendered(html_text(report.sheet, pictures).encode("utf-8"), findings)

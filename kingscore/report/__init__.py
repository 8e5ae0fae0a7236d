"""Figures laid out: tables as blocks of cells, curves and bars as drawings, in a language. It counts nothing itself."""

from kingscore.report.overview import overview
from kingscore.report.page import page
from kingscore.report.report import Report

__all__ = ["Report", "overview", "page"]

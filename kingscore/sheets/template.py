"""A sheet's template as a value: paper, columns, colours, labels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kingscore.model.findings import Refused, finding

LAYOUTS = ("grid", "triangle", "personal")
#: Width and height of a sheet of paper upright, in points (1/72 inch).
PAPERS = {"A4": (595.28, 841.89), "A5": (419.53, 595.28), "Letter": (612.0, 792.0)}
ORIENTATIONS = ("portrait", "landscape")
COLUMNS = (
    "number",
    "dealer",
    "contract",
    "declarer",
    "trump",
    "buyer",
    "bid",
    "players",
    "title",
    "must",
    "sum",
    "time",
)
PER_PAGE = (1, 2, 4)
FONTS = ("regular", "bold", "workbook")
#: The colours of a sheet, as ``#rrggbb``; a template may change each.
COLOURS = {
    "ink": "#1a1a1a",
    "quiet": "#767676",
    "line": "#9a9a9a",
    "rule": "#1a1a1a",
    "shade": "#f1efe9",
    "penalty": "#a01414",
    "premium": "#14591f",
    "wrong": "#d40000",
}
#: What a template may say in a word, a number or a flag.
WORDS: dict[str, tuple[object, ...]] = {
    "layout": LAYOUTS,
    "paper": tuple(PAPERS),
    "orientation": ORIENTATIONS,
    "per_page": PER_PAGE,
}
WHOLE = {"margin": (5, 40), "open_rows": (1, 200)}
FLAGS = ("running", "bare_penalties", "short_names", "money", "signatures", "values")
Colours = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Template:
    """How a sheet is made up; lengths in millimetres.

    ``columns`` stand in order, ``players`` for all of them; ``title`` stands beside each player's points in games that
    have titles. ``running``: running totals beside the points.
    ``bare_penalties``: penalties are written without their minus and subtracted in the sums (Lithuanian source).
    ``short_names``: contracts by their short names. ``open_rows``: the rows of a blank sheet where the game's end is
    open. ``money``: what each player wins or pays. ``labels``: a template's own words, as
    ``(language, ((key, text), …))``. ``fonts``: files of fonts for the faces on paper (``regular``, ``bold``), and
    the name of the one in a ``workbook``.
    """

    layout: str = "grid"
    name: str = ""
    paper: str = "A4"
    orientation: str = "portrait"
    per_page: int = 1
    margin: int = 14
    columns: tuple[str, ...] = COLUMNS[:-1]
    running: bool = True
    bare_penalties: bool = False
    short_names: bool = False
    open_rows: int = 24
    money: bool = True
    signatures: bool = True
    values: bool = True
    colours: Colours = tuple(COLOURS.items())
    labels: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    fonts: tuple[tuple[str, str], ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper as it lies, in points."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.orientation == "landscape" else (width, height)

    def colour(self, name: str) -> str:
        return dict(self.colours)[name]

    def label(self, language: str, key: str) -> str | None:
        """The template's own word for a label, None where it has none."""
        return dict(dict(self.labels).get(language, ())).get(key)

    def on(self, *, paper: str | None = None, orientation: str | None = None, per_page: int | None = None) -> Template:
        """The template on other paper, its margin narrower on smaller paper. Refused: R904 for an unknown one."""
        changed: dict[str, Any] = {"paper": paper, "orientation": orientation, "per_page": per_page}
        faults = [
            finding("R904", key=key, found=str(value), expected=tuple(map(str, WORDS[key])))
            for key, value in changed.items()
            if value is not None and value not in WORDS[key]
        ]
        if faults:
            raise Refused(*faults, status=2)
        if paper is not None:
            changed["margin"] = max(WHOLE["margin"][0], round(self.margin * PAPERS[paper][0] / PAPERS[self.paper][0]))
        return replace(self, **{key: value for key, value in changed.items() if value is not None})

"""A sheet's template as a value: paper, columns, colours, labels. It takes a file's content and never opens a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass, replace

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

    layout: str
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
            finding("R904", key=key, found=str(value), expected=tuple(map(str, _WORDS[key])))
            for key, value in changed.items()
            if value is not None and value not in _WORDS[key]
        ]
        if faults:
            raise Refused(*faults, status=2)
        if paper is not None:
            changed["margin"] = max(_WHOLE["margin"][0], round(self.margin * PAPERS[paper][0] / PAPERS[self.paper][0]))
        return replace(self, **{key: value for key, value in changed.items() if value is not None})


_WORDS: dict[str, tuple[object, ...]] = {
    "layout": LAYOUTS,
    "paper": tuple(PAPERS),
    "orientation": ORIENTATIONS,
    "per_page": PER_PAGE,
}
_WHOLE = {"margin": (5, 40), "open_rows": (1, 200)}
_FLAGS = ("running", "bare_penalties", "short_names", "money", "signatures", "values")


def read_template(raw: Mapping[str, Any], name: str, languages: Sequence[str]) -> Template:
    """A template from a file's content. Refused with every fault in it: R903 a key that means nothing, R904 a word,
    R905 a number or a type."""
    faults: list[Finding] = []
    values: dict[str, Any] = {"name": name}
    for key, value in raw.items():
        read = _READERS.get(key)
        if read is None:
            faults.append(finding("R903", key=key, template=name, expected=tuple(_READERS)))
            continue
        if key == "labels" and isinstance(value, Mapping):
            unknown = [language for language in value if language not in languages]
            faults += [finding("R904", key=key, found=str(one), expected=tuple(languages)) for one in unknown]
        values[key] = read(key, value, faults)
    if faults:
        raise Refused(*faults)
    return Template(**{"layout": "grid", **values})


def _word(key: str, value: Any, faults: list[Finding]) -> Any:
    if value not in _WORDS[key] or isinstance(value, bool):
        faults.append(finding("R904", key=key, found=str(value), expected=tuple(map(str, _WORDS[key]))))
    return value


def _whole(key: str, value: Any, faults: list[Finding]) -> Any:
    low, high = _WHOLE[key]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        faults.append(finding("R905", key=key, found=str(value), expected=f"{low} … {high}"))
    return value


def _flag(key: str, value: Any, faults: list[Finding]) -> Any:
    if not isinstance(value, bool):
        faults.append(finding("R905", key=key, found=str(value), expected="true, false"))
    return value


def _columns(key: str, value: Any, faults: list[Finding]) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    for column in listed:
        if column not in COLUMNS:
            faults.append(finding("R904", key=key, found=str(column), expected=COLUMNS))
    if "players" not in listed:
        faults.append(finding("R904", key=key, found="—", expected=("players",)))
    return tuple(str(column) for column in listed)


def _colours(key: str, value: Any, faults: list[Finding]) -> Colours:
    given = value if isinstance(value, Mapping) else {}
    for name, colour in given.items():
        if name not in COLOURS:
            faults.append(finding("R904", key=key, found=str(name), expected=tuple(COLOURS)))
        elif not _is_colour(colour):
            faults.append(finding("R905", key=f"{key}.{name}", found=str(colour), expected="#rrggbb"))
    return tuple({**COLOURS, **given}.items())


def _is_colour(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) == 7
        and value[0] == "#"
        and all(digit in "0123456789abcdefABCDEF" for digit in value[1:])
    )


def _labels(key: str, value: Any, faults: list[Finding]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    given = value if isinstance(value, Mapping) else {}
    for language, words in given.items():
        if not isinstance(words, Mapping) or not all(isinstance(word, str) for word in words.values()):
            faults.append(finding("R905", key=f"{key}.{language}", found=str(words), expected='{title = "…"}'))
    return tuple((code, tuple(words.items())) for code, words in given.items() if isinstance(words, Mapping))


def _fonts(key: str, value: Any, faults: list[Finding]) -> tuple[tuple[str, str], ...]:
    given = value if isinstance(value, Mapping) else {}
    if not isinstance(value, Mapping):
        faults.append(finding("R905", key=key, found=str(value), expected='{regular = "…", bold = "…"}'))
    for name, font in given.items():
        if name not in FONTS:
            faults.append(finding("R904", key=key, found=str(name), expected=FONTS))
        elif not isinstance(font, str) or not font:
            faults.append(finding("R905", key=f"{key}.{name}", found=str(font), expected="font.ttf"))
    return tuple((str(name), str(font)) for name, font in given.items())


_READERS: dict[str, Any] = {
    **dict.fromkeys(_WORDS, _word),
    **dict.fromkeys(_WHOLE, _whole),
    **dict.fromkeys(_FLAGS, _flag),
    "columns": _columns,
    "colours": _colours,
    "labels": _labels,
    "fonts": _fonts,
}

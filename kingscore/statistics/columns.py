"""What the columns of a report are called, and what every figure means. It holds the list of figures and no numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kingscore.model.frozen import dataclass
from kingscore.model.language import Language
from kingscore.statistics.report import Align, Head

#: The name of a variant's contract, or for an empty contract that of the variant, in the language of the report.
Called: TypeAlias = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is about: a line that says which games, and how things are called."""

    about: str
    called: Called


#: Every figure that a report shows, in the order of the glossary.
FIGURES = (
    *("games", "others", "wins", "shared", "place", "form", "firsts", "without"),
    *("points", "per_game", "deals", "per_deal", "best", "worst", "average"),
    *("ahead", "level", "behind", "difference", "rating", "least"),
)


def head(language: Language, key: str, align: Align = "right", spare: int = 0) -> Head:
    """A column under its figure's name."""
    return Head(language.say(f"standings.head.{key}"), align, spare)


def glossary(language: Language) -> tuple[tuple[str, str], ...]:
    """Every figure: its name and what it means."""
    return tuple((language.say(f"standings.head.{key}"), language.say(f"standings.figure.{key}")) for key in FIGURES)

"""An object of a document taken apart key by key; every fault is noted with its path, so that all are told at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kingscore.model.findings import CODES, Finding, Place, Value
from kingscore.model.folding import exact
from kingscore.model.frozen import dataclass, field, replace
from kingscore.model.game import Row
from kingscore.notation.jsontext import Json, Literal, Table, flaws, text_of, what
from kingscore.notation.names import control_characters, near
from kingscore.notation.read_game import MOST_TOLD

Extra = tuple[tuple[str, str], ...]
#: What is said for the type that a value should have; a text in the area of files.
TYPES = {"text": str, "number": int, "list": list, "object": dict}


@dataclass
class Faults:
    """The findings of one document, in the order in which they were met."""

    file: str
    found: list[Finding] = field(default_factory=list)
    deal: int | None = None
    errors: int = 0
    told: Counter[str] = field(default_factory=Counter)

    def add(self, code: str, path: str, how: str = "", **values: Value) -> None:
        """Notes a finding at a path; of one code only so many, though all errors are counted."""
        severity = CODES[code].severity
        self.errors += severity == "error"
        self.told[code] += 1
        if self.told[code] <= MOST_TOLD:
            told = (("path", path or "$"), *values.items())
            self.found.append(Finding(code, severity, told, how, deal=self.deal, place=Place(file=self.file)))


class Reader:
    """Takes typed values out of an object. What is missing or wrong is noted, and None comes back."""

    def __init__(self, table: Table, path: str, faults: Faults) -> None:
        self.table, self.path, self.faults = table, path, faults
        self.seen: set[str] = set()
        for doubled in table.doubled:
            faults.add("F206", self.at(doubled), key=doubled)

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def has(self, key: str) -> bool:
        return key in self.table

    def value(self, key: str, kind: str, *, needed: bool = False) -> Json:
        """The value of a key if it is of a kind (``text``, ``number``, ``list``, ``object``); null counts as absent."""
        self.seen.add(key)
        value = self.table.get(key)
        if value is None:
            if needed:
                self.faults.add("F207", self.at(key), key=key)
            return None
        return value if self.is_a(value, kind, self.at(key)) else None

    def is_a(self, value: Json, kind: str, path: str) -> bool:
        """True if a value is of a kind; else the fault is noted."""
        if isinstance(value, TYPES[kind]) and not isinstance(value, bool):
            return True
        if isinstance(value, Literal) and value.text[-1] in "Ny":
            self.faults.add("F217", path, found=value.text)
        elif isinstance(value, Literal) and kind == "number" and value.text.lstrip("-").isdigit():
            self.faults.add("F223", path, digits=len(value.text))
        else:
            self.faults.add("F219", path, kind, found=what(value))
        return False

    def text(self, key: str, *, needed: bool = False, lines: bool = False) -> str | None:
        """A text without control characters; ``lines``: it may have several lines."""
        value = self.value(key, "text", needed=needed)
        if value is None:
            return None
        return str(value) if self.is_clean(value, self.at(key), "\n\t" if lines else "") else None

    def is_clean(self, value: str, path: str, allowed: str = "") -> bool:
        found = control_characters(value, allowed)
        if found:
            self.faults.add("F224", path, found=found)
        return not found

    def word(self, key: str, words: Sequence[str]) -> str | None:
        """A text that must be one of some words."""
        value = self.value(key, "text")
        if value is None or value in words:
            return value if value is None else str(value)
        self.faults.add("F212", self.at(key), found=what(value), expected=tuple(words))
        return None

    def number(self, key: str) -> int | None:
        value = self.value(key, "number")
        return None if value is None else int(value)

    def row(self, key: str) -> Row | None:
        """An array of whole numbers and nulls, as long as it is."""
        value = self.value(key, "list")
        return None if value is None else self.as_row(value, self.at(key))

    def as_row(self, value: list[Json], path: str) -> Row | None:
        good = [v is None or self.is_a(v, "number", f"{path}[{i}]") for i, v in enumerate(value)]
        return tuple(value) if all(good) else None

    def rows(self, key: str) -> tuple[Row, ...] | None:
        value = self.value(key, "list")
        if value is None:
            return None
        path = self.at(key)
        rows = [
            self.as_row(row, f"{path}[{i}]") if self.is_a(row, "list", f"{path}[{i}]") else None
            for i, row in enumerate(value)
        ]
        return None if None in rows else tuple(row for row in rows if row is not None)

    def texts(self, key: str, *, needed: bool = False) -> tuple[str, ...] | None:
        value = self.value(key, "list", needed=needed)
        if value is None:
            return None
        path = self.at(key)
        good = [self.is_a(v, "text", f"{path}[{i}]") for i, v in enumerate(value)]
        return tuple(value) if all(good) else None

    def seat(self, key: str, players: Sequence[str], *, needed: bool = False) -> int | None:
        """The seat of the player whose name stands there, from 0."""
        name = self.value(key, "text", needed=needed)
        if name is None:
            return None
        for seat, player in enumerate(players):
            if exact(player) == exact(name):
                return seat
        self.faults.add("F209", self.at(key), found=what(name), near=near(name, players) or ("—",))
        return None

    def child(self, key: str) -> Reader | None:
        value = self.value(key, "object")
        return None if value is None else Reader(value, self.at(key), self.faults)

    def extra(self) -> Extra:
        """The keys that nobody asked for, with their values as JSON text; each is named in a warning."""
        out: list[tuple[str, str]] = []
        for key, value in self.table.items():
            if key in self.seen:
                continue
            found = [*flaws(key, self.at(key)), *flaws(value, self.at(key))]
            for code, path, text in found[:MOST_TOLD]:
                self.faults.add(code, path, found=text, key=text)
            if not found:
                self.faults.add("F208", self.at(key), key=key)
                out.append((pointer(key), text_of(value)))
        return tuple(out)


def pointer(key: str) -> str:
    """A key as one step of a path (as in JSON pointers), so that a slash in it does not part it."""
    return key.replace("~", "~0").replace("/", "~1")


def step(text: str) -> str:
    """The key that ``pointer`` wrote."""
    return text.replace("~1", "/").replace("~0", "~")


def under(parent: str, extra: Extra) -> Extra:
    """Keys kept from an object inside another, under the name of that object."""
    return tuple((f"{parent}/{key}", value) for key, value in extra)


def placed(faults: Sequence[Finding], place: Place) -> tuple[Finding, ...]:
    """The same findings at another place."""
    return tuple(replace(one, place=place) for one in faults)

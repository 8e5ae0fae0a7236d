"""How a language counts and how a message is put together from a text and its values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Names:
    """What a thing is called in each language: the first name is shown, the others are understood as well.

    ``by_language`` holds ``(language, (name, alias, …))`` pairs of the languages that have a name for it, at least one.
    """

    by_language: tuple[tuple[str, tuple[str, ...]], ...]

    def of(self, language: str) -> str:
        """The name shown in a language: where the language has none the English one, else that of the first."""
        names = dict(self.by_language)
        return (names.get(language) or names.get("en") or self.by_language[0][1])[0]

    @property
    def all(self) -> tuple[str, ...]:
        """Every name and alias in every language, without doublets, in order."""
        return tuple(dict.fromkeys(name for _, names in self.by_language for name in names))


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the card table by its kind (``suit``, ``form``, ``title``) and id, shown as each language calls it."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Amount:
    """An exact amount (``0.05``) of a unit, shown with the decimal mark of each language: ``0,05 EUR``."""

    exact: str
    unit: str


#: What may be filled into a message's text.
Value: TypeAlias = "int | str | Names | Term | Amount | tuple[Value, ...]"


def number(n: int) -> str:
    """A whole number with a true minus sign: ``−16``."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def signed(n: int) -> str:
    """A whole number with its sign: ``+13``, ``−19``, ``0``."""
    return f"+{n}" if n > 0 else number(n)


@dataclass(frozen=True)
class Language:
    """A language with its texts. ``load`` gives the texts of an area (``{"key": "text" | {plural: "text"}}``);
    ``fallback`` is the language that stands in for a text which this one lacks."""

    code: str
    load: Callable[[str], Mapping[str, Any]]
    fallback: Language | None = None

    @property
    def decimal_mark(self) -> str:
        """What stands between whole numbers and decimals where people read them; in files it is always a point."""
        return self.say("language.decimal_mark")

    @property
    def plurals(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The plural forms with the whole numbers that take each: ``{"one": {"ends": [1], "but": [11]}, "many": {}}``.

        ``numbers`` are themselves, ``ends`` last digits unless the last two are in ``but``; the last form takes all
        others. The forms and their order are those of CLDR.
        """
        plurals: Mapping[str, Mapping[str, Sequence[int]]] = self.texts("language").get("plurals", {"other": {}})
        return plurals

    def plural(self, n: int) -> str:
        """The plural form that a whole number takes."""
        n = abs(n)
        for form, taken in self.plurals.items():
            ends = n % 10 in taken.get("ends", ()) and n % 100 not in taken.get("but", ())
            if not taken or ends or n in taken.get("numbers", ()):
                return form
        return "other"

    def texts(self, area: str) -> dict[str, Any]:
        """All texts of an area by their keys; those of the fallback where this language has none."""
        below = self.fallback.texts(area) if self.fallback is not None else {}
        try:
            return {**below, **self.load(area)}
        except KeyError:
            return below

    def has(self, key: str) -> bool:
        """True if there is a text for ``area.key``, here or in the fallback."""
        area, _, rest = key.partition(".")
        return rest in self.texts(area)

    def say(self, key: str, /, **values: object) -> str:
        """The text ``area.key`` with its placeholders filled; ``n`` picks the plural.

        A text that is missing stops no command, which may have written already: the fallback stands in, else the key.
        """
        text = self.text(key, values)
        return key if text is None else text

    def text(self, key: str, values: Mapping[str, object], speaker: Language | None = None) -> str | None:
        """As ``say``; None where neither this language nor its fallback has such a text for these values. Values are
        shown as the ``speaker`` shows them, this language unless given."""
        area, _, rest = key.partition(".")
        speaker = speaker or self
        try:
            text = self.load(area)[rest]
            if isinstance(text, Mapping):
                count = values["n"]
                text = text[self.plural(count if isinstance(count, int) else 0)]
            return str(text).format_map({name: speaker.show(value) for name, value in values.items()})
        except (LookupError, ValueError):
            return self.fallback.text(key, values, speaker) if self.fallback is not None else None

    def show(self, value: object) -> str:
        """A value as it stands in a sentence: true minus, the name in this language, lists with commas."""
        if isinstance(value, Names):
            return value.of(self.code)
        if isinstance(value, Term):
            key = f"terms.{value.kind}.{value.id}"
            return self.say(key) if self.has(key) else value.id
        if isinstance(value, Amount):
            return f"{value.exact.replace('.', self.decimal_mark)} {value.unit}"
        if isinstance(value, tuple):
            return ", ".join(self.show(part) for part in value)
        if isinstance(value, int) and not isinstance(value, bool):
            return number(value)
        return str(value)


# Passwords

#: What follows a user's name in an address up to the last @, or all of it where there is none and it is no port; the
#: settings of a server's address; a password as a setting. A path may have lost one of the two slashes.
#: Patterns as texts, made ready when one is needed: most commands see no address.
SECRETS = (
    (r"(\b[a-z][a-z0-9+.-]*:/+[^\s:/?#@]*):\S*@", r"\1:…@"),
    (r"(\b[a-z][a-z0-9+.-]*:/+[^\s:/?#@]*):(?!…@|\d{1,5}(?![^\s/?]))\S+", r"\1:…"),
    (r"(\bpostgres[a-z+]*:/+[^\s?]*)\?\S+", r"\1?…"),
    (r"((?:password|secret)\s*=\s*)('[^']*'|[^\s&]+)", r"\1…"),
)


def veiled(text: str) -> str:
    """A text without the passwords of addresses that stand in it."""
    if ":/" not in text and "=" not in text:
        return text
    for secret, veil in SECRETS:
        text = re.sub(secret, veil, text, flags=re.IGNORECASE)
    return text

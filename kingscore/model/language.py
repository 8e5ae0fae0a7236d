"""How a language counts and how a message is put together from a text and its values. It reads no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from kingscore.model.frozen import dataclass

Plural = Literal["one", "few", "many", "other"]
LANGUAGES = ("en", "ru", "lt")
#: The plural forms that a text must have in each language.
FORMS: dict[str, tuple[Plural, ...]] = {
    "en": ("one", "other"),
    "ru": ("one", "few", "many"),
    "lt": ("one", "few", "other"),
}
MINUS = "\N{MINUS SIGN}"
#: What stands between whole numbers and decimals where people read them; in files and commands it is always a point.
DECIMAL_MARKS = {"en": ".", "ru": ",", "lt": ","}


@dataclass(frozen=True, slots=True)
class Names:
    """What a thing is called in each language: the first name is shown, the others are understood as well.

    ``by_language`` holds ``(language, (name, alias, …))`` pairs; English must be there.
    """

    by_language: tuple[tuple[str, tuple[str, ...]], ...]

    def of(self, language: str) -> str:
        """The name shown in a language, English where the language has none."""
        found = dict(self.by_language)
        return (found.get(language) or found["en"])[0]

    @property
    def all(self) -> tuple[str, ...]:
        """Every name and alias in every language, without doublets, in order."""
        return tuple(dict.fromkeys(name for _, names in self.by_language for name in names))


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the card table by its kind (``suit``, ``form``, ``title``) and id, shown as each language calls it."""

    kind: str
    id: str


def plural(language: str, n: int) -> Plural:
    """The plural form that a whole number takes (CLDR cardinal rules, whole numbers only)."""
    n = abs(n)
    tens, units = n % 100, n % 10
    if language == "ru":
        if units == 1 and tens != 11:
            return "one"
        return "few" if 2 <= units <= 4 and not 12 <= tens <= 14 else "many"
    if language == "lt":
        if units == 1 and not 11 <= tens <= 19:
            return "one"
        return "few" if 2 <= units <= 9 and not 11 <= tens <= 19 else "other"
    return "one" if n == 1 else "other"


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

    def has(self, key: str) -> bool:
        """True if there is a text for ``area.key``, here or in the fallback."""
        area, _, rest = key.partition(".")
        try:
            here = rest in self.load(area)
        except KeyError:
            here = False
        return here or (self.fallback is not None and self.fallback.has(key))

    def say(self, key: str, /, **values: object) -> str:
        """The text ``area.key`` with its placeholders filled; ``n`` picks the plural.

        A text that is missing stops no command, which may have written already: the fallback stands in, else the key.
        """
        text = self.text(key, values)
        return key if text is None else text

    def text(self, key: str, values: Mapping[str, object]) -> str | None:
        """As ``say``; None where neither this language nor its fallback has such a text for these values."""
        try:
            return self.own_text(key, values)
        except (LookupError, ValueError):
            return self.fallback.text(key, values) if self.fallback is not None else None

    def own_text(self, key: str, values: Mapping[str, object]) -> str:
        """The language's own text, filled. LookupError or ValueError where it has none for these values."""
        area, _, rest = key.partition(".")
        text = self.load(area)[rest]
        if isinstance(text, Mapping):
            count = values["n"]
            text = text[plural(self.code, count if isinstance(count, int) else 0)]
        return str(text).format_map({name: self.show(value) for name, value in values.items()})

    def show(self, value: object) -> str:
        """A value as it stands in a sentence: true minus, the name in this language, lists with commas."""
        if isinstance(value, Names):
            return value.of(self.code)
        if isinstance(value, Term):
            key = f"terms.{value.kind}.{value.id}"
            return self.say(key) if self.has(key) else value.id
        if isinstance(value, tuple):
            return ", ".join(self.show(part) for part in value)
        if isinstance(value, int) and not isinstance(value, bool):
            return number(value)
        return str(value)

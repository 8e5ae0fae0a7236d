"""The content of a variant file, read key by key: typed values out, every fault noted under its key and line.

It works on text and mappings that it is given; it never opens a file and knows nothing of cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kingscore.model.findings import Finding, Place, Value
from kingscore.model.frozen import replace

Raw = Mapping[str, Any]
REQUIRED: Any = object()
#: Tables that are replaced as a whole when a case or a variant gives them anew: half of an old price list is no list.
WHOLE = frozenset({"values", "quota", "then", "pips"})
#: Tables that a variant does not share with the one that it builds on, if it gives its own.
OWN = frozenset({"options", "game"})
KINDS = {int: "whole-number", str: "text", bool: "yes-or-no", list: "list", dict: "table"}


def merged(base: Raw, over: Raw, whole: frozenset[str] = WHOLE) -> dict[str, Any]:
    """``over`` laid on ``base``: tables are merged but for those in ``whole``, everything else is replaced."""
    out = dict(base)
    for key, value in over.items():
        below = out.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping) and key not in whole:
            out[key] = merged(below, value, whole)
        else:
            out[key] = value
    return out


def built_on(base: Raw, own: Raw) -> dict[str, Any]:
    """A variant's whole content: its own laid on that of the variant it builds on, whose cases stay in front.

    A case of the other variant that can never fit here, for want of its table or option, is left behind.
    """
    out = merged(base, own, WHOLE | OWN)
    cases = [*(case for case in _listed(base, "case") if _can_fit(case, out)), *_listed(own, "case")]
    out.pop("case", None)
    return {**out, "case": cases} if cases else out


def _listed(raw: Raw, key: str) -> list[Any]:
    found = raw.get(key, [])
    return found if isinstance(found, list) else [found]


def _can_fit(case: object, content: Raw) -> bool:
    when = case.get("when") if isinstance(case, Mapping) else None
    if not isinstance(when, Mapping):
        return True
    return all(any(v in _offered(key, content) for v in values) for key, values in when.items())


def _offered(key: str, content: Raw) -> list[Any]:
    """The values that a condition can meet: numbers at the table, or the choices of an option."""
    if key == "players":
        return _listed(content, "tables")
    options = content.get("options", {})
    option = options.get(key, {}) if isinstance(options, Mapping) else {}
    return _listed(option, "choices") if isinstance(option, Mapping) else []


#: More than this of anything is a slip: deals, cards, players.
MOST = 999


def near(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """Words that look like a word, nearest first; none where none does."""
    import difflib

    return tuple(difflib.get_close_matches(word, list(words), n=3, cutoff=0.55))


def table_of(raw: Raw, key: str) -> Raw:
    """A table of the content, an empty one where there is none."""
    found = raw.get(key, {})
    return found if isinstance(found, Mapping) else {}


def is_list(value: object) -> bool:
    """True for what a file gives as a list."""
    return isinstance(value, list | tuple)


def cases_of(raw: Raw) -> list[Raw]:
    """The cases of a content, in its order."""
    cases = raw.get("case", ())
    return [case for case in cases if isinstance(case, Mapping)] if is_list(cases) else []


class Reader:
    """Takes typed values out of a table and notes every fault under its key, so that all are told at once.

    A fault gives way to a harmless value: the reader goes on, and nobody uses what was read if there were faults.
    """

    def __init__(self, raw: object, path: str, faults: list[Finding]) -> None:
        self.raw: Raw = raw if isinstance(raw, Mapping) else {}
        self.path, self.faults = path, faults
        self.seen: set[str] = set()

    def key(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def fault(self, code: str, key: str, how: str = "", **values: Value) -> None:
        self.faults.append(Finding(code, "error", (("key", self.key(key)), *values.items()), how))

    def _take(self, key: str, kind: type, default: Any) -> Any:
        self.seen.add(key)
        if key not in self.raw:
            if default is REQUIRED:
                self.fault("V305", key)
                return kind()
            return default
        value = self.raw[key]
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
        self.fault("V304", key, KINDS[kind], found=_shown(value))
        return kind() if default is REQUIRED else default

    def whole(self, key: str, default: Any = REQUIRED) -> Any:
        """A whole number."""
        return self._take(key, int, default)

    def count(self, key: str, default: Any = REQUIRED) -> Any:
        """A whole number from 0 to ``MOST``: how many of something."""
        value = self.whole(key, default)
        if value is None or 0 <= value <= MOST:
            return value
        self.fault("V304", key, "count", found=str(value)[:40], most=MOST)
        return 0

    def names(self, key: str, languages: Iterable[str]) -> Raw:
        """Names by language, each a text or a list of texts."""
        table = self.table(key)
        for language in languages:
            listed = table.raw.get(language, [])
            if not isinstance(listed, list):
                table.text(language)
            elif listed:
                table.each(language, str)
        table.done(*languages)
        return table.raw

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self._take(key, bool, default))

    def text(self, key: str, default: Any = REQUIRED) -> Any:
        return self._take(key, str, default)

    def word(self, key: str, words: tuple[str, ...], default: str) -> Any:
        """A text that must be one of some words."""
        value = self._take(key, str, default)
        return value if self.known(key, value, words) else default

    def words(self, key: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """A list of texts, each of which must be one of some words."""
        return tuple(value for value in self.each(key, str) if self.known(key, value, words))

    def known(self, key: str, value: str, words: Iterable[str]) -> bool:
        """True if a value is one of some words; if not, that is a fault (V307)."""
        expected = tuple(words)
        if value in expected:
            return True
        likely = near(value, expected)
        self.fault("V307", key, "near" if likely else "", found=value, near=likely, expected=expected)
        return False

    def each(self, key: str, of: type, default: Any = ()) -> tuple[Any, ...]:
        """A list whose members are all of a type."""
        values = self._take(key, list, default)
        right = [v for v in values if isinstance(v, of) and not (of is int and isinstance(v, bool))]
        for value in values:
            if value not in right:
                self.fault("V304", key, KINDS[of], found=_shown(value))
        return tuple(right)

    def table(self, key: str) -> Reader:
        return Reader(self._take(key, dict, {}), self.key(key), self.faults)

    def done(self, *also: str) -> None:
        """Every key that nobody asked for is a fault: it would be a rule that does nothing."""
        for key in self.raw:
            if key not in self.seen and key not in also:
                likely = near(key, sorted({*self.seen, *also}))
                self.fault("V303", key, "near" if likely else "", near=likely)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_INLINE = re.compile(r"""[{,]\s*("[^"]*"|'[^']*'|[\w-]+)\s*=""")


def lines_of(text: str) -> dict[str, list[int]]:
    """Where each key stands in a file's text: ``{"contracts.trumps.total": [68, 92]}``, lines from 1.

    Keys of a case are found under the name that they have in the content, since a case is laid over it.
    """
    found: dict[str, list[int]] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = "" if header[2] == "case" else _plain(header[2]).removeprefix("case.")
            found.setdefault(_plain(header[2]), []).append(number)
        elif key:
            path = ".".join(part for part in (table, _plain(key[1])) if part)
            found.setdefault(path, []).append(number)
            for inner in _INLINE.finditer(line, key.end()):
                found.setdefault(f"{path}.{_plain(inner[1])}", []).append(number)
    return found


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def located(faults: Iterable[Finding], text: str, file: str) -> tuple[Finding, ...]:
    """The faults of a file with their places: file and line, in the order of the lines, each fault once."""
    lines, rows = lines_of(text), text.splitlines()
    out: dict[Finding, Finding] = {}
    for fault in faults:
        line = _line(dict(fault.values), lines, rows)
        shown = rows[line - 1].strip() if line else ""
        out.setdefault(fault, replace(fault, place=Place(file, line, text=shown)))
    return tuple(sorted(out.values(), key=lambda f: (f.place.line or 0) if f.place else 0))


def _line(values: Mapping[str, Value], lines: Mapping[str, list[int]], rows: list[str]) -> int | None:
    """The line of a fault's key, or of the nearest table round it.

    Where several say the same key anew, the last of those that hold what was found.
    """
    key = str(values.get("key", ""))
    while key and key not in lines:
        key = key.rpartition(".")[0]
    if not key:
        return None
    said = str(values.get("stated", values.get("found", "")))
    return ([line for line in lines[key] if said in rows[line - 1]] or lines[key])[-1]


def lineage(raw: Raw) -> tuple[str, ...]:
    """The id of a variant and those of the variants that it builds on, the nearest first."""
    base = raw.get("base", ())
    return (str(raw.get("id", "")), *(str(below) for below in (base if is_list(base) else (base,))))

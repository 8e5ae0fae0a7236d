"""The content of variant files as mappings: one laid over another, its cases, and the lines where its keys stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kingscore.model.findings import Finding, Place, Value

Raw = Mapping[str, Any]
#: Tables that are replaced as a whole when a case or a variant gives them: half of an old price list is no list.
WHOLE = frozenset({"values", "quota", "then", "pips"})
#: Tables that a variant does not share with the one that it builds on, if it gives its own.
OWN = frozenset({"options", "game"})


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
    listed = raw.get(key, [])
    return listed if isinstance(listed, list) else [listed]


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


def table_of(raw: Raw, key: str) -> Raw:
    """A table of the content, an empty one where there is none."""
    table = raw.get(key, {})
    return table if isinstance(table, Mapping) else {}


def cases_of(raw: Raw) -> list[Raw]:
    """The cases of a content, in its order."""
    return [case for case in _listed(raw, "case") if isinstance(case, Mapping)]


def lineage(raw: Raw) -> tuple[str, ...]:
    """The id of a variant and those of the variants that it builds on, the nearest first."""
    return (str(raw.get("id", "")), *map(str, _listed(raw, "base")))


def key_of(path: Iterable[str | int]) -> str:
    """A path as the key that people see: that of a case is the one over which it is laid."""
    steps = [step for step in path if isinstance(step, str)]
    if steps[0] == "case" and steps[1:2] not in ([], ["when"]):
        del steps[0]
    return ".".join(steps)


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

    Where several have the same key, the last of those that hold what was found.
    """
    key = str(values.get("key", ""))
    while key and key not in lines:
        key = key.rpartition(".")[0]
    if not key:
        return None
    value = str(values.get("stated", values.get("found", "")))
    return ([line for line in lines[key] if value in rows[line - 1]] or lines[key])[-1]

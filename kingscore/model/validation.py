"""Errors of a pydantic model as findings: game documents, variant files and templates each have codes of their own.

pydantic is not imported here, so commands that read no file start fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kingscore.model.findings import Finding

Path = tuple[str | int, ...]
#: Pydantic's types of errors by what they say; any other type is a kind of its own.
_KINDS = {
    "extra_forbidden": "unknown",
    "missing": "missing",
    "string_pattern_mismatch": "pattern",
    **dict.fromkeys(("literal_error", "enum"), "word"),
    **dict.fromkeys(("greater_than", "greater_than_equal", "less_than", "less_than_equal"), "range"),
    **dict.fromkeys(("too_short", "too_long", "string_too_short", "string_too_long"), "length"),
}
#: What a value must be, by the type of error where it is something else.
_TYPES = {
    "string": "text",
    "int": "whole-number",
    "bool": "yes-or-no",
    **dict.fromkeys(("list", "tuple", "set", "frozen_set"), "list"),
    **dict.fromkeys(("dict", "mapping", "model", "model_attributes"), "table"),
}
_WORD = re.compile(r"'([^']*)'|(?:^|, | or )([^',\s]+)")


@dataclass(frozen=True, slots=True)
class Fault:
    """One error: its ``kind``, the path to it, the value that stands there, and what was expected.

    Kinds are ``unknown``, ``missing``, ``word``, ``type``, ``range``, ``length``, ``pattern``, or the type of an error
    that a model raises itself. ``expected`` holds the known words, or the type alone (``text``, ``whole-number``,
    ``yes-or-no``, ``list``, ``table``); ``bounds`` what pydantic says beside these.
    """

    kind: str
    path: Path
    found: Any
    expected: tuple[str, ...] = ()
    bounds: tuple[tuple[str, Any], ...] = ()


#: Makes the finding of a fault, by its kind; None where the fault says nothing that is not said already.
Codes = Mapping[str, Callable[[Fault], Finding | None]]


def findings_of(errors: Iterable[Mapping[str, Any]], codes: Codes) -> tuple[Finding, ...]:
    """The findings of a ``ValidationError.errors()``, in its order; under a key that is no known word nothing else is
    looked at. KeyError for a kind of fault without a code."""
    every, faults = list(errors), list[Fault]()
    odd = {error["loc"][:-1] for error in every if error["loc"][-1:] == ("[key]",)}
    for error in every:
        below = any(error["loc"][:end] in odd for end in range(len(error["loc"]) + 1))
        if error["loc"][-1:] == ("[key]",) or not below:
            faults.append(fault_of(error))
    findings = (codes[fault.kind](fault) for fault in faults)
    return tuple(finding for finding in findings if finding is not None)


def fault_of(error: Mapping[str, Any]) -> Fault:
    """The fault that one error of pydantic names; a key of a table that is no known word stands at its own path."""
    kind, context = error["type"], dict(error.get("ctx", {}))
    path = tuple(step for step in error["loc"] if step != "[key]")
    if kind.endswith("_type") and kind.removesuffix("_type") in _TYPES:
        return Fault("type", path, error["input"], (_TYPES[kind.removesuffix("_type")],))
    known = _KINDS.get(kind, kind)
    if known == "word":
        words = tuple(quoted or plain for quoted, plain in _WORD.findall(context["expected"]))
        return Fault(known, path, error["input"], words)
    return Fault(known, path, error["input"], bounds=tuple(context.items()))


def path_text(path: Path) -> str:
    """A path as it is shown: ``deals[3].points[0]``."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")

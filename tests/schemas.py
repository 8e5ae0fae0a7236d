"""What of JSON Schema the published schemas use, so that files can be held against them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": (type(None),),
}


def faults(schema: Mapping[str, Any], value: Any, whole: Mapping[str, Any] | None = None) -> Iterator[str]:
    """What a schema says against a value of JSON."""
    whole = whole or schema
    if "$ref" in schema:
        yield from faults(whole["$defs"][schema["$ref"].rpartition("/")[2]], value, whole)
    if "anyOf" in schema and all(any(faults(one, value, whole)) for one in schema["anyOf"]):
        yield f"{value!r} fits nothing"
    kinds = schema.get("type", [*TYPES])
    if not any(_is(kind, value) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        yield f"{value!r} is no {kinds}"
        return
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{value!r} is none of the words"
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{value!r} is out of bounds"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{value!r} has another form"
    if isinstance(value, list):
        for part in value:
            yield from faults(schema.get("items", {}), part, whole)
    if isinstance(value, dict):
        yield from _object_faults(schema, value, whole)


def _is(kind: str, value: Any) -> bool:
    return isinstance(value, TYPES[kind]) and isinstance(value, bool) <= (kind == "boolean")


def _object_faults(schema: Mapping[str, Any], value: dict[str, Any], whole: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{key} is missing" for key in schema.get("required", ()) if key not in value)
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    for key, part in value.items():
        yield from faults(schema.get("propertyNames", {}), key, whole)
        if key in known:
            yield from faults(known[key], part, whole)
        elif others is False:
            yield f"{key} is not known"
        elif isinstance(others, Mapping):
            yield from faults(others, part, whole)

"""Template files as a strict model: all that is wrong with one at once, and the schema for their editors."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

import pydantic
from pydantic import BaseModel, ConfigDict, Field, create_model

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.folding import steering
from kingscore.model.validation import Codes, Fault, findings_of, path_text
from kingscore.sheets.template import COLOURS, COLUMNS, FLAGS, FONTS, WHOLE, WORDS, Template

#: Written so that a type can be made of words in a table.
_words: Any = typing.Literal
_Colour: Any = Annotated[str, Field(pattern="^#[0-9a-fA-F]{6}$")]
#: What belongs under a key, as a fault says it.
_EXPECTED = {
    **{key: f"{low} … {high}" for key, (low, high) in WHOLE.items()},
    **dict.fromkeys(FLAGS, "true, false"),
    "columns": '["players", …]',
    "colours": "#rrggbb",
    "labels": '{title = "…"}',
    "fonts": '{regular = "…", bold = "…"}',
}


@lru_cache
def template_model(languages: tuple[str, ...]) -> type[BaseModel]:
    """The model of a template file, with words of its own in these languages."""
    fonts = dict.fromkeys(FONTS, Annotated[str, Field(min_length=1)])
    keys: dict[str, Any] = {
        **{key: _words[words] for key, words in WORDS.items()},
        **{key: Annotated[int, Field(ge=low, le=high)] for key, (low, high) in WHOLE.items()},
        **dict.fromkeys(FLAGS, bool),
        "columns": list[_words[COLUMNS]],
        "colours": _table("colours", dict.fromkeys(COLOURS, _Colour)),
        "labels": _table("labels", dict.fromkeys(languages, dict[str, str])),
        "fonts": _table("fonts", fonts),
    }
    model: type[BaseModel] = _table("template", keys)
    return model


def _table(name: str, keys: dict[str, Any]) -> Any:
    types: dict[str, Any] = {key: (kind, None) for key, kind in keys.items()}
    return create_model(name, __config__=ConfigDict(strict=True, extra="forbid", frozen=True), **types)


def read_template(raw: Mapping[str, Any], name: str, languages: Sequence[str]) -> Template:
    """A template from a file's content. Refused with every fault in it: R903 a key that means nothing, R904 a word,
    R905 a number or a type."""
    errors: list[Any] = []
    control = tuple(finding("R905", "control", key=key, found=found) for key, found in steering(raw))
    try:
        template_model(tuple(languages)).model_validate(raw)
    except pydantic.ValidationError as error:
        errors += error.errors(include_url=False)
    columns = raw.get("columns", ["players"])
    if isinstance(columns, list) and "players" not in columns:
        missing = {"type": "literal_error", "loc": ("columns",), "input": "—", "ctx": {"expected": "'players'"}}
        errors.append(missing)
    if errors or control:
        errors.sort(key=lambda one: _place(raw, one["loc"]))
        raise Refused(*control, *findings_of(errors, _codes(raw, name, tuple(languages))))
    values: dict[str, Any] = {**raw, "name": name, "columns": tuple(raw.get("columns", COLUMNS[:-1]))}
    values["colours"] = tuple({**COLOURS, **raw.get("colours", {})}.items())
    values["labels"] = tuple((code, tuple(words.items())) for code, words in raw.get("labels", {}).items())
    values["fonts"] = tuple(raw.get("fonts", {}).items())
    return Template(**values)


def _place(raw: Any, path: tuple[str | int, ...]) -> list[int]:
    """Where a path stands in the file, for the order of its faults."""
    places = []
    for step in path:
        keys = [*raw] if isinstance(raw, Mapping) else []
        if step not in keys:
            break
        places.append(keys.index(step))
        raw = raw[step]
    return places


def _codes(raw: Mapping[str, Any], name: str, languages: tuple[str, ...]) -> Codes:
    """The code of each kind of fault."""
    tables = {"colours": tuple(COLOURS), "labels": languages, "fonts": FONTS}

    def unknown(fault: Fault) -> Finding:
        if len(fault.path) == 1:
            keys = tuple(template_model(languages).model_fields)
            return finding("R903", key=str(fault.path[0]), template=name, expected=keys)
        table = str(fault.path[0])
        return finding("R904", key=table, found=str(fault.path[1]), expected=tables[table])

    def word(fault: Fault) -> Finding:
        return finding("R904", key=str(fault.path[0]), found=str(fault.found), expected=fault.expected)

    def value(fault: Fault) -> Finding:
        path, table = fault.path[:2], str(fault.path[0])
        expected = "font.ttf" if table == "fonts" and path[1:] else _EXPECTED[table]
        found = raw[table][path[1]] if path[1:] else raw[table]
        return finding("R905", key=path_text(path), found=str(found), expected=expected)

    return {"unknown": unknown, "word": word, **dict.fromkeys(("type", "range", "pattern", "length"), value)}


def template_schema(languages: Sequence[str]) -> dict[str, Any]:
    """The schema of a template file (JSON Schema 2020-12)."""
    from kingscore.variant.models import without_defaults

    schema = template_model(tuple(languages)).model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **without_defaults(schema)}

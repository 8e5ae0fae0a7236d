"""Errors of models become findings: each kind with its path, what stands there and what was expected."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from kingscore.model.findings import Finding, finding
from kingscore.model.validation import Fault, fault_of, findings_of, path_text


class Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    name: str
    size: Literal[1, 2, 4] = 1


class Whole(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    kind: Literal["grid", "triangle"]
    margin: Annotated[int, Field(ge=5, le=40)] = 14
    flag: bool = True
    parts: list[Part] = []
    pips: dict[Literal["A", "K"], int] = {}


def faults(raw: Any) -> list[Fault]:
    with pytest.raises(ValidationError) as error:
        Whole.model_validate(raw)
    return [fault_of(one) for one in error.value.errors()]


def test_all_faults_of_a_model_are_named_at_once() -> None:
    raw = {"kind": "circle", "margin": 50, "flag": 1, "parts": [{"size": 3}, 7], "pips": {"A": "x", "Z": 1}, "more": 1}
    assert faults(raw) == [
        Fault("word", ("kind",), "circle", ("grid", "triangle")),
        Fault("range", ("margin",), 50, bounds=(("le", 40),)),
        Fault("type", ("flag",), 1, ("yes-or-no",)),
        Fault("missing", ("parts", 0, "name"), {"size": 3}),
        Fault("word", ("parts", 0, "size"), 3, ("1", "2", "4")),
        Fault("type", ("parts", 1), 7, ("table",)),
        Fault("type", ("pips", "A"), "x", ("whole-number",)),
        Fault("word", ("pips", "Z"), "Z", ("A", "K")),
        Fault("unknown", ("more",), 1),
    ]


@pytest.mark.parametrize("number", [True, 3.0, "3"])
def test_a_whole_number_is_nothing_else(number: object) -> None:
    assert [fault.kind for fault in faults({"kind": "grid", "margin": number})] == ["type"]


def test_an_error_that_a_model_raises_itself_is_a_kind_of_its_own() -> None:
    error = PydanticCustomError("control-character", "none", {"found": ("U+001B",)})
    line = ValidationError.from_exception_data("x", [{"type": error, "loc": ("a",), "input": "\x1b"}]).errors()[0]
    assert fault_of(line) == Fault("control-character", ("a",), "\x1b", bounds=(("found", ("U+001B",)),))


def test_nothing_is_said_of_what_stands_under_an_unknown_word() -> None:
    errors: list[dict[str, Any]] = [
        {"type": "literal_error", "loc": ("pips", "Z", "[key]"), "input": "Z", "ctx": {"expected": "'A' or 'K'"}},
        {"type": "int_type", "loc": ("pips", "Z"), "input": "x"},
    ]
    word = finding("V307", key="pips.Z")
    assert findings_of(errors, {"word": lambda _: word}) == (word,)


def test_findings_have_the_codes_of_their_file() -> None:
    def unknown(fault: Fault) -> Finding:
        return finding("F208", path=path_text(fault.path), key=str(fault.path[-1]))

    errors: list[dict[str, Any]] = [{"type": "extra_forbidden", "loc": ("deals", 2, "x-unknown"), "input": 1}]
    assert findings_of(errors, {"unknown": unknown}) == (finding("F208", path="deals[2].x-unknown", key="x-unknown"),)
    assert findings_of(errors, {"unknown": lambda _: None}) == ()

"""What may stand in a variant file, as strict models: all its faults at once, and the schema for its editors."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any

import pydantic
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from kingscore.model.findings import Finding, Place, Refused, Value
from kingscore.model.folding import steering
from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, RANKS
from kingscore.model.suggest import suggest
from kingscore.model.validation import Codes, Fault, Path, findings_of
from kingscore.variant.offer import ASKING, FACTS, FLAGS, REMOVALS, TOLD, Variant
from kingscore.variant.resolve import TITLES, Raw, cases_of, key_fault, lineage, table_of, unknown_word

#: More than this of anything is a slip: deals, cards, players; and of the ranks of a deck.
MOST, MOST_RANKS = 999, 60
#: Written so that a type can be made of words in a table.
_words: Any = typing.Literal
_Count: Any = Annotated[int, Field(ge=0, le=MOST)]


def _several(value: object) -> object:
    """A single name stands for a list of one."""
    return value if isinstance(value, list) else [value]


_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_Texts: Any = Annotated[list[str], BeforeValidator(_several), WithJsonSchema(_TEXTS)]
#: A whole content names all variants that it builds on, a file only the nearest.
_Base: Any = Annotated[_Texts, WithJsonSchema({"type": "string"})]
_Conditions: Any = Annotated[
    dict[str, list[Any]],
    WithJsonSchema(
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": ["string", "integer"]}}}
    ),
]


def _once(ranks: list[str]) -> list[str]:
    """No rank twice: a deck holds each card once."""
    if len(set(ranks)) < len(ranks):
        twice = next(rank for at, rank in enumerate(ranks) if rank in ranks[:at])
        raise PydanticCustomError("twice", "{rank} stands twice", {"rank": twice})
    return ranks


_Ranks: Any = Annotated[
    list[_words[RANKS]], Field(max_length=MOST_RANKS, json_schema_extra={"uniqueItems": True}), AfterValidator(_once)
]


def _key(kind: Any, description: str) -> Any:
    return Annotated[kind, Field(description=description)]


def _table(name: str, keys: dict[str, Any], needed: str = "") -> Any:
    """The model of a table of the file; what is missing is seen when rules are made of the whole content."""
    config = ConfigDict(strict=True, extra="forbid", frozen=True)
    types: dict[str, Any] = {key: (kind, ... if key == needed else None) for key, kind in keys.items()}
    return create_model(name, __config__=config, **types)


_DECK = _table(
    "deck",
    {
        "ranks": _key(_Ranks, "The ranks in use, lowest first."),
        "removed": _key(list[str], "Cards that are taken out: suit letter and rank, such as SA or D2."),
        "jokers": _key(_Count, "How many jokers are added."),
        "removed_choice": _key(_words[REMOVALS], "Which cards players may take out instead."),
    },
)
_DEAL = _table(
    "deal",
    {
        "hand": _key(_Count, "Cards in each hand."),
        "talon": _key(_Count, "Cards in the talon."),
        "stock": _key(_Count, "Cards left over as a stock."),
        "packets": _key(list[int], "How many cards are dealt at a time; empty where any way will do."),
    },
)
_GAME = _table(
    "game",
    {
        "deals": _key(int, "The number of deals of a whole game; it is compared with the schedule."),
        "total": _key(int, "What a whole game comes to; it is compared with the contracts."),
        "ties": _key(_words["shared", "lower-title"], "Who is first where points are equal."),
    },
)
_SCHEDULE = _table(
    "schedule",
    {
        "kind": _key(
            _words["fixed", "open", "chosen", "declared"],
            "fixed: the deals of order and then; open: the order over and over; chosen: each contract as often as its "
            "quota in the game; declared: as often for each player.",
        ),
        "order": _key(list[str], "Contracts, one for each deal."),
        "then": _key(dict[str, _Count], "Contracts that follow the order, each so many times."),
        "quota": _key(dict[str, _Count], "How often each contract comes, where players choose."),
        "limit": _key(int, "The game ends after a deal in which somebody stands at it or lower."),
        "declarer": _key(_words["forehand", "dealers-right", "bidder"], "Who declares."),
        "free": _key(bool, "False where players cannot agree to play in any order."),
    },
)
_PLAY = _table(
    "play",
    {
        **{key: _words[words] for key, words in FACTS.items()},
        **dict.fromkeys(FLAGS, bool),
        "may_ask": _key(list[_words[ASKING]], "What a player may ask for."),
        "naming_packets": _key(list[int], "Cards dealt at a time in a trump deal, after the first three."),
        "trump_talon": _key(int, "Cards that are laid open in a trump deal."),
    },
)
_SALE = _table(
    "sale",
    {"unit": _key(_words["tricks", "points"], "What is paid."), "step": _key(int, "The price is a multiple of it.")},
)
_SOURCE: Any = _table("source", {"document": str, "part": str}, needed="document")


@lru_cache
def variant_model(languages: tuple[str, ...]) -> type[BaseModel]:
    """The model of a variant's whole content, with names in these languages."""
    names = _table("names", dict.fromkeys(languages, _Texts))
    contract: Any = _table(
        "contract",
        {
            "names": _key(names, "What it is called, where the languages of the program do not say it."),
            "values": _key(dict[_words[ITEMS], int], "The points of each thing that is counted."),
            "combines": _key(list[str], "The contracts whose values it has, for a combined deal."),
            "sign": _key(int, "What the combined values are multiplied by."),
            "prizes": _key(list[int], "The points of each place, for a deal that is decided by places."),
            "total": _key(int, "What the deal comes to; it is compared with the values."),
            "totals": _key(list[int], "All totals that it may come to, the usual one first."),
            "range": _key(list[int], "The least and the most that it may come to."),
            "sweep": _key(int, "The points of a player who took all; the others then have 0."),
            "doubles": _key(bool, "True where all points double if a player took none."),
            "forms": _key(list[_words[FORMS]], "How a trump deal may be played."),
            "sale": _key(_SALE, "The right of a trump deal may be sold."),
            "bid": _key(bool, "True where a bidder names the suit and pays the bid."),
            "titles": _key(list[_words[TITLES]], "The titles of the deal, the highest first."),
            "ceilings": _key(list[int], "The most tricks of each title."),
            "declared": _key(bool, "True where somebody declares in this deal."),
            "loose": _key(bool, "True where counts may fall short, since cards stay in the stock."),
            "tricks_range": _key(list[int], "The fewest and the most tricks of the deal."),
            "heart_lead": _key(_words["free", "banned"], "Whether hearts may be led while another suit is held."),
            "throw_king": _key(bool, "True where the king of hearts must be thrown at the first chance."),
            "early_end": _key(_words["no", "items-out", "king-out"], "When a deal ends before its last trick."),
            "told": _key(list[_words[TOLD]], "Passages of the rules on how it is played."),
        },
    )
    option: Any = _table(
        "option",
        {
            "names": names,
            "choices": _key(list[str], "The values to choose from."),
            "default": _key(str, "The value that holds unless players say otherwise."),
        },
    )
    shared = {
        "tables": _key(list[int], "How many can sit at the table, the usual number first."),
        "playing": _key(_Count, "How many of them take part in a deal; all unless said."),
        "layout": _key(_words["grid", "triangle", "personal"], "The usual shape of its score sheet."),
        "names": _key(names, "What the variant is called."),
        "notes": _key(names, "A note at the end of its rules."),
        "deck": _DECK,
        "deal": _DEAL,
        "pips": _key(dict[_words[RANKS], int], "What a heart of each rank counts as heart-pips."),
        "game": _GAME,
        "schedule": _SCHEDULE,
        "play": _PLAY,
        "contracts": _key(dict[str, contract], "Each contract by its id."),
        "options": _key(dict[str, option], "House rules to agree on before a game."),
        "replace": _key(dict[str, str], "Contracts that stand in place of others."),
        "sources": _key(list[_SOURCE], "Where the rules are written."),
        "readings": _key(list[str], "The ids of passages of the sources that are unclear."),
    }
    when = _key(_Conditions, "With which numbers of players and values of options the case is laid over the file.")
    case: Any = _table("case", {"when": when, **shared})
    whole = {
        "id": _key(str, "The variant's id: lower-case Latin letters and digits, with hyphens."),
        "base": _key(_Base, "The id of the variant that it builds on; what is not said here is as there."),
        **shared,
        "case": _key(list[case], "What differs at a number of players or with an option."),
    }
    model: type[BaseModel] = _table("variant", whole, needed="id")
    return model


def variant_schema(languages: tuple[str, ...]) -> dict[str, Any]:
    """The schema of a variant file (JSON Schema 2020-12)."""
    schema = variant_model(languages).model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **without_defaults(schema)}


def without_defaults(schema: Any) -> Any:
    """A schema without its empty defaults and the titles that only repeat a key."""
    if isinstance(schema, dict):
        return {
            key: without_defaults(part)
            for key, part in schema.items()
            if not (key == "default" and part is None) and not (key == "title" and isinstance(part, str))
        }
    return [without_defaults(part) for part in schema] if isinstance(schema, list) else schema


# Faults


def faults_of_form(variant: Variant) -> tuple[Variant, tuple[Finding, ...]]:
    """Types, words and keys that are wrong in a variant's content, and the variant without them."""
    model = variant_model(tuple(variant.naming.variants))
    control = [key_fault("V304", shown, "control", found=found) for shown, found in steering(variant.raw)]
    try:
        model.model_validate(variant.raw)
    except pydantic.ValidationError as error:
        errors = error.errors(include_url=False)
    else:
        return variant, tuple(control)
    content, broken = variant.raw, set()
    for one in reversed(errors):
        path = tuple(step for step in one["loc"] if step != "[key]")
        # A word that is not known still counts as one, so that the sums tell only what is wrong with themselves.
        if one["type"] != "literal_error" or one["loc"][-1] == "[key]" or not isinstance(one["input"], str):
            content = _without(content, path)
            broken |= {key_of(path)} if one["type"] != "extra_forbidden" else set()
    return replace(variant, raw=content, broken=frozenset(broken)), (*control, *findings_of(errors, _codes(model)))


def _without(content: Any, path: Path) -> Any:
    """A content without what stands at a path, if anything does."""
    step, below = path[0], path[1:]
    if not isinstance(content, list | Mapping):
        return content
    parts: Any = enumerate(content) if isinstance(content, list) else content.items()
    kept = {key: _without(part, below) if key == step else part for key, part in parts if below or key != step}
    return list(kept.values()) if isinstance(content, list) else kept


def _codes(model: type[BaseModel]) -> Codes:
    """The code of each kind of fault."""

    def unknown(fault: Fault) -> Finding:
        likely = suggest(str(fault.path[-1]), _keys_at(model, fault.path[:-1]))
        return key_fault("V303", key_of(fault.path), "near" if likely else "", near=likely)

    def word(fault: Fault) -> Finding:
        if isinstance(fault.found, str):
            return unknown_word(key_of(fault.path), fault.found, fault.expected)
        return key_fault("V304", key_of(fault.path), "text", found=_shown(fault.found))

    return {
        "unknown": unknown,
        "word": word,
        "missing": lambda fault: key_fault("V305", key_of(fault.path)),
        "type": lambda fault: key_fault("V304", key_of(fault.path), fault.expected[0], found=_shown(fault.found)),
        "length": lambda fault: key_fault("V304", key_of(fault.path), "long", most=MOST_RANKS),
        "twice": lambda fault: key_fault("V304", key_of(fault.path), "twice", found=dict(fault.bounds)["rank"]),
        "range": lambda fault: key_fault(
            "V304", key_of(fault.path), "count", found=_shown(fault.found)[:40], most=MOST
        ),
    }


def _keys_at(model: Any, path: Path) -> list[str]:
    """The keys of the table at a path."""
    for step in path:
        is_table = isinstance(model, type) and issubclass(model, BaseModel)
        model = model.model_fields[step].annotation if is_table else typing.get_args(model)[-1]
    return sorted(model.model_fields)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


#: A number of players and a choice of all options, as ``(key, value)`` pairs.
Setting = frozenset[tuple[str, str]]


def faults_of(variant: Variant) -> tuple[Finding, ...]:
    """Everything that is wrong with a variant, at every table and with all options; each fault once."""
    whole, faults = faults_of_form(variant)
    faults = (*faults, *_file_faults(whole))
    every: list[Setting] = []
    found: dict[Finding, list[Setting]] = {}
    for table in whole.tables:
        for chosen in whole.choices(table):
            every.append(frozenset({"players": str(table), **chosen}.items()))
            try:
                whole.rules(table, chosen)
            except Refused as refused:
                for fault in refused.findings:
                    found.setdefault(fault, []).append(every[-1])
    return tuple(dict.fromkeys((*faults, *(_where(fault, settings, every) for fault, settings in found.items()))))


def _where(fault: Finding, settings: list[Setting], every: list[Setting]) -> Finding:
    """The fault, saying with which players and options it comes where it does not always come."""
    always = sorted(frozenset.intersection(*settings) - frozenset.intersection(*every))
    if not fault.is_a("does-not-add-up") or fault.how or not always:
        return fault
    where = tuple(f"{key} = {value}" for key, value in always)
    return replace(fault, how="where", values=(*fault.values, ("where", where)))


def _file_faults(variant: Variant) -> Iterable[Finding]:
    """What can be said of a file before a table is chosen: its names, tables, options and cases."""
    raw = variant.raw
    shipped = (kept for kept in variant.naming.variants.values() if kept.keys() & {*lineage(raw)})
    if not any(table_of(raw, "names").values()) and not any(shipped):
        yield key_fault("V305", "names")
    if not variant.tables:
        yield key_fault("V305", "tables")
    options = table_of(raw, "options")
    for key, option in options.items():
        choices, default = option.get("choices"), option.get("default")
        if default is None and f"options.{key}.default" not in variant.broken:
            yield key_fault("V305", f"options.{key}.default")
        if not choices:
            yield key_fault("V305", f"options.{key}.choices")
        elif default is not None and default not in choices:
            yield unknown_word(f"options.{key}.default", default, choices)
    for case in cases_of(raw):
        if not case.get("when"):
            yield key_fault("V305", "case.when")
        for key, values in table_of(case, "when").items():
            yield from _condition_faults(key, values, options)


def _condition_faults(key: str, values: list[Any], options: Raw) -> Iterable[Finding]:
    """Where a case can never fit: no such option, or no such value of it."""
    if key not in ("players", *options):
        yield unknown_word(f"case.when.{key}", key, ("players", *options))
        return
    kind, name = (int, "whole-number") if key == "players" else (str, "text")
    for value in values:
        if type(value) is not kind:
            yield key_fault("V304", f"case.when.{key}", name, found=_shown(value))
        elif key != "players" and value not in table_of(options, key).get("choices", ()):
            yield unknown_word(f"case.when.{key}", str(value), table_of(options, key).get("choices", ()))


def key_of(path: Iterable[str | int]) -> str:
    """A path as the key that people see: that of a case is the one over which it is laid."""
    steps = [step for step in path if isinstance(step, str)]
    if steps[0] == "case" and steps[1:2] not in ([], ["when"]):
        del steps[0]
    return ".".join(steps)


# Places

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

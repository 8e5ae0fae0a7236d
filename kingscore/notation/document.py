"""Games as documents for machines (JSON), read by strict models that are made from the table of fields.

All faults come at once, each with its path. What can be represented but cannot be (a row of the wrong length, an
impossible count) is left to the checks.
"""

from __future__ import annotations

import json
import typing
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import pydantic
from pydantic import AfterValidator, BaseModel, ConfigDict, Strict, ValidationInfo, WithJsonSchema, create_model

from kingscore.model.codes import JUDGED, codes_of, unknown_codes
from kingscore.model.findings import CODES, Finding, Place, Refused, Value, finding
from kingscore.model.folding import exact
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Bid, Deal, Game, Row, Stake, Written, equal_share, playing
from kingscore.model.items import ITEMS
from kingscore.model.rules import Contract, Rules
from kingscore.model.validation import Codes, Fault, Path, findings_of, path_text
from kingscore.notation.document_write import Extra, implied_declarer
from kingscore.notation.fields import DEAL, FORMAT, HEAD, IMPLIED_TRUMP, OF_RULES, PARTS, Field
from kingscore.notation.head_text import is_date
from kingscore.notation.jsontext import Json, Literal, Table, TooDeep, flaws, parse, text_of, what
from kingscore.notation.names import control_characters, names_refused, near
from kingscore.notation.read_game import MOST_DEALS, MOST_OPTIONS, MOST_TOLD, OpenRules, Reading, unreadable
from kingscore.notation.scan import LARGEST_NUMBER


class Unfit(ValueError):
    """What is wrong with a value of the right type."""

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code)
        self.finding = Finding(code, CODES[code].severity, tuple(values.items()))


# The models


def _clean(allowed: str) -> AfterValidator:
    def clean(text: str) -> str:
        if characters := control_characters(text, allowed):
            raise Unfit("F224", found=characters)
        return text

    return AfterValidator(clean)


def _date(text: str) -> str:
    if text and not is_date(text):
        raise Unfit("F210", found=text[:60])
    return text


def _code(word: str) -> str:
    if unknown_codes([word]):
        raise Unfit("F212", found=word[:60], expected=JUDGED)
    return word


def _seat(name: str, info: ValidationInfo) -> int:
    """The seat of a player by the whole name, from 0."""
    players: Sequence[str] = info.context or ()
    if not players:
        return 0  # without names nobody is unknown
    for seat, player in enumerate(players):
        if exact(player) == exact(name):
            return seat
    raise Unfit("F209", found=what(name), near=near(name, players) or ("—",))


def _stake(part: BaseModel) -> Stake:
    from kingscore.scoring.money import stake_of

    try:
        return stake_of(**dict(part))
    except Refused as refused:
        unfit = Unfit("M901", found="")
        (unfit.finding,) = refused.findings
        raise unfit from None


def _list_of(element: Any) -> Any:
    return Annotated[tuple[element, ...], Strict(False)]


#: Written so that a type can be made of words in a table.
_words: Any = typing.Literal
_Number: Any = Annotated[int, pydantic.Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
_Row: Any = Annotated[
    _list_of(_Number | None), pydantic.Field(description="Seat by seat; null for a seat that sits out.")
]
_Text: Any = Annotated[str, _clean("")]
_TYPES: dict[str, Any] = {
    "text": _Text,
    "lines": Annotated[str, _clean("\n\t")],
    "date": Annotated[str, AfterValidator(_date), WithJsonSchema({"type": "string", "format": "date"})],
    "number": _Number,
    "seat": Annotated[str, AfterValidator(_seat)],
    "row": _Row,
    "rows": _list_of(_Row),
    "counts": dict[_words[ITEMS], _Row],
    "names": _list_of(str),
    "codes": Annotated[_list_of(Annotated[str, AfterValidator(_code)]), AfterValidator(codes_of)],
    "variant": _Text,
    "options": dict[str, _Text],
    "content": dict[str, Any],
}


def _model(name: str, fields: Iterable[Field], **more: Any) -> type[BaseModel]:
    """The model of an object with these fields. Null counts as absent; unknown keys are found, and kept by the caller,
    so the schema allows them."""
    config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_extra=lambda schema: schema.pop("additionalProperties")
    )
    types: dict[str, Any] = {
        field.name: (_type_of(field), ...) if field.needed else (_type_of(field) | None, None) for field in fields
    }
    return create_model(name, __config__=config, **types, **more)


def _type_of(field: Field) -> Any:
    if field.kind in PARTS:
        return _PARTS[field.kind]
    return _words[field.words] if field.words else _TYPES[field.kind]


_MADE: dict[str, Callable[[Any], object]] = {
    "bid": lambda part: Bid(**dict(part)),
    "stake": _stake,
    "written": lambda part: Written(**dict(part)),
}
_PARTS: dict[str, Any] = {
    name: Annotated[_model(name, fields), AfterValidator(_MADE[name])] for name, fields in PARTS.items()
}
_DEAL = _model("deal", (field for field in DEAL if field.public))
_HEAD_FIELDS = tuple(field for field in HEAD if field.public)
_HEAD = _model("game", _HEAD_FIELDS, format=(_words[FORMAT], ...), deals=(_list_of(Any), ...))


def document_schema() -> dict[str, Any]:
    """The schema of a game document (JSON Schema 2020-12). Unknown keys are allowed: they are kept."""
    whole = create_model("game", __base__=_HEAD, deals=(_list_of(_DEAL), ...))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole.model_json_schema(), "title": FORMAT}


# What is wrong


class Faults:
    """The findings of one document, in the order in which they were met."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self.errors = 0
        self._times: Counter[str] = Counter()

    def add(self, code: str, path: str, how: str = "", deal: int | None = None, **values: Value) -> None:
        """Notes a finding at a path; of one code only so many, though all errors are counted."""
        self.note(Finding(code, CODES[code].severity, (("path", path or "$"), *values.items()), how, deal))

    def note(self, one: Finding) -> None:
        self.errors += one.severity == "error"
        self._times[one.code] += 1
        if self._times[one.code] <= MOST_TOLD:
            self.findings.append(one.at(Place(file=self.file)))


@dataclass(frozen=True, slots=True)
class _Checked:
    """An object that a model has read: its values, those keys whose values were faulty and are left out, and the
    unknown keys."""

    values: Any
    faulty: frozenset[str]
    extra: Extra


class _Object:
    """An object of a document on its way through its model."""

    def __init__(self, raw: Table, faults: Faults, path: Path = (), deal: int | None = None) -> None:
        self.raw, self.faults, self.path, self.deal = raw, faults, path, deal
        self.extra: list[tuple[str, str]] = []

    def fault(self, code: str, path: Path, how: str = "", **values: Value) -> Finding:
        named = (("path", path_text((*self.path, *path)) or "$"), *values.items())
        return Finding(code, CODES[code].severity, named, how, self.deal)

    def checked(self, model: type[BaseModel], players: Sequence[str], stand_ins: Json) -> _Checked:
        """The object as its model reads it, faulty values left out or, if they are needed, one of ``stand_ins`` put in
        their place. Everything that is wrong is noted."""
        self._doubled(model)
        try:
            return _Checked(model.model_validate(self.raw, context=players), frozenset(), ())
        except pydantic.ValidationError as error:
            errors = error.errors(include_url=False)
        if model is _HEAD:  # keys that are unknown come last, those of the game before those of its parts
            errors.sort(key=lambda error: len(error["loc"]) * (error["type"] == "extra_forbidden"))
        unknown = [error["loc"] for error in errors if error["type"] == "extra_forbidden"]
        faulty = frozenset(str(error["loc"][0]) for error in errors if error["loc"] not in unknown)
        for one in findings_of(errors, self._codes()):
            self.faults.note(one)
        pruned: Json = {key: value for key, value in self.raw.items() if key not in faulty}
        for path in unknown:
            pruned = _without(pruned, path)
        pruned |= {key: value for key, value in stand_ins.items() if key in faulty}
        return _Checked(model.model_validate(pruned, context=players), faulty, tuple(self.extra))

    def _doubled(self, model: type[BaseModel]) -> None:
        """Notes every key that stands twice in the object or in one of its known parts."""
        for key in self.raw.doubled:
            self.faults.note(self.fault("F206", (key,), key=key))
        for name, part in self.raw.items():
            if isinstance(part, Table) and name in model.model_fields and name != "rules":
                for key in part.doubled:
                    self.faults.note(self.fault("F206", (name, key), key=key))

    def _codes(self) -> Codes:
        """The code of each kind of fault."""
        return {
            "unknown": self._unknown,
            "missing": lambda fault: self.fault("F207", fault.path, key=str(fault.path[-1])),
            "word": self._word,
            "type": self._type,
            "value_error": self._unfit,
            "string_unicode": lambda fault: self.fault("F224", fault.path, found=control_characters(fault.found)),
        }

    def _unknown(self, fault: Fault) -> Finding | None:
        """A key that is kept with its value as JSON text, unless that cannot be kept."""
        key, path = str(fault.path[-1]), path_text((*self.path, *fault.path))
        wrong = [*flaws(key, path), *flaws(fault.found, path)]
        for code, place, text in wrong[:MOST_TOLD]:
            self.faults.add(code, place, deal=self.deal, found=text, key=text)
        if wrong:
            return None
        self.extra.append(("/".join(map(_pointer, map(str, fault.path))), text_of(fault.found)))
        return self.fault("F208", fault.path, key=key)

    def _word(self, fault: Fault) -> Finding:
        found = what(fault.found)
        if fault.path[-1:] == ("format",):
            return self.fault("F222", fault.path, found=str(fault.found)[:60], expected=FORMAT)
        return self.fault(
            "F221" if "counts" in fault.path else "F212", fault.path, found=found, expected=fault.expected
        )

    def _type(self, fault: Fault) -> Finding:
        value, (expected,) = fault.found, fault.expected
        kind = {"whole-number": "number", "table": "object"}.get(expected, expected)
        if value is None and isinstance(fault.path[-1], str) and "counts" not in fault.path[:-1]:
            return self.fault("F207", fault.path, key=fault.path[-1])
        if isinstance(value, Literal) and value.text[-1] in "Ny":
            return self.fault("F217", fault.path, found=value.text)
        if isinstance(value, Literal) and kind == "number" and value.text.lstrip("-").isdigit():
            return self.fault("F223", fault.path, digits=len(value.text))
        return self.fault("F219", fault.path, kind, found=what(value))

    def _unfit(self, fault: Fault) -> Finding:
        unfit: Unfit = dict(fault.bounds)["error"]
        path = path_text((*self.path, *fault.path))
        return replace(unfit.finding, deal=self.deal, values=(("path", path), *unfit.finding.values))


def _pointer(key: str) -> str:
    """A key as one step of a path (as in JSON pointers), so that a slash in it does not part it."""
    return key.replace("~", "~0").replace("/", "~1")


def _without(value: Json, path: Path) -> Json:
    """An object without the key at a path."""
    key, *rest = path
    if not rest or key not in value:
        return {name: part for name, part in value.items() if name != key}
    return value | {key: _without(value[key], tuple(rest))}


# The game


def read_document(text: str, file: str, open_rules: OpenRules) -> Reading:
    """The game that a document holds, with everything that is wrong in its form."""
    unread = unreadable(text, file)
    if unread is not None:
        return Reading(None, (unread,))
    faults = Faults(file)
    raw = _parsed(text.removeprefix("\ufeff"), faults)
    if raw is None:
        return Reading(None, tuple(faults.findings))
    game = _game(raw, faults, open_rules)
    deals = raw.get("deals")
    return Reading(game, tuple(faults.findings), whole=isinstance(deals, list) and len(deals) <= MOST_DEALS)


def _parsed(text: str, faults: Faults) -> Table | None:
    try:
        raw = parse(text)
    except json.JSONDecodeError as fault:
        line = text[text.rfind("\n", 0, fault.pos) + 1 :].partition("\n")[0]
        place = Place(faults.file, fault.lineno, fault.colno - 1, fault.colno, line if len(line) <= 400 else "")
        faults.note(finding("F216", line=fault.lineno, column=fault.colno, place=place))
        return None
    except TooDeep:
        faults.add("F218", "")
        return None
    if not isinstance(raw, Table):
        faults.add("F219", "", "object", found=what(raw))
        return None
    return raw


def _game(raw: Table, faults: Faults, open_rules: OpenRules) -> Game | None:
    listed = raw.get("players")
    named = isinstance(listed, list) and all(isinstance(name, str) for name in listed)
    players = tuple(listed or ()) if named else ()
    stand_ins = {"format": FORMAT, "variant": "", "players": [], "dealer": "".join(players[:1]), "deals": []}
    head = _Object(raw, faults).checked(_HEAD, players, stand_ins)
    for refused in names_refused(players):
        faults.note(refused)
    rules = _rules(head, faults, open_rules)
    if rules is None:
        return None
    own = (field.name for field in _HEAD_FIELDS if field.kind not in OF_RULES)
    values = {name: value for name in own if (value := getattr(head.values, name)) is not None}
    game = Game(**{**values, "rules": rules, "extra": head.extra})
    return replace(game, deals=_deals(head.values.deals, game, faults))


def _rules(head: _Checked, faults: Faults, open_rules: OpenRules) -> Rules | None:
    """The rules of the variant named for so many players; what speaks against them is noted."""
    content = head.values.rules
    wrong = flaws(content, "rules") if content is not None else []
    for code, path, text in wrong:
        faults.add(code, path, found=text, key=text)
    if wrong or head.faulty & {"variant", "options", "players", "rules"}:
        return None
    options = dict(list((head.values.options or {}).items())[:MOST_OPTIONS])
    try:
        return open_rules(
            head.values.variant, len(head.values.players), options, "" if content is None else text_of(content)
        )
    except Refused as refused:
        for one in refused.findings:
            faults.note(one)
        return None


def _deals(raw: Sequence[Json], game: Game, faults: Faults) -> tuple[Deal, ...]:
    """The deals; one that could not be read keeps its place as unread."""
    deals: list[Deal] = []
    for index, value in enumerate(raw[:MOST_DEALS]):
        before = faults.errors
        deal = Deal("")
        if isinstance(value, Table):
            deal = _deal(_Object(value, faults, ("deals", index), index + 1), game, index + 1)
        else:
            faults.add("F219", f"deals[{index}]", "object", index + 1, found=what(value))
        deals.append(deal if faults.errors == before else Deal(deal.contract, deal.declarer, unread=True))
    if len(raw) > MOST_DEALS:
        faults.add("F225", "deals", most=MOST_DEALS)
    return tuple(deals)


def read_braces(line: str, game: Game, number: int) -> Deal:
    """A deal as it stands in a document, on a line of its own. Refused with F codes that quote the line."""
    start = len(line) - len(line.lstrip())
    place = Place(start=start, end=len(line.rstrip()), text=line)
    try:
        raw = parse(line)
    except json.JSONDecodeError as fault:
        at = Place(start=fault.pos, end=min(fault.pos + 1, len(line)), text=line)
        raise Refused(finding("F216", line=1, column=fault.pos + 1, place=at)) from None
    except TooDeep:
        raise Refused(finding("F218", path="$", place=place)) from None
    faults = Faults("")
    deal = _deal(_Object(raw, faults), game, number)
    if faults.errors:
        raise Refused(*(replace(one, place=place) for one in faults.findings if one.severity == "error"))
    return deal


def deal_of(raw: Json, game: Game, number: int) -> Deal:
    """The deal of an object as a document has it. Refused with everything that is wrong in its form."""
    return read_braces(text_of(raw), game, number)


def _deal(part: _Object, game: Game, number: int) -> Deal:
    """A deal of a document; what is left out is filled in as in a line, and an explicit null leaves it open."""
    read = part.checked(_DEAL, game.players, {"contract": ""})
    values = {name: value for name, value in read.values if value is not None}
    contract = game.rules.contract(values["contract"])
    if "counts" in values:
        values["counts"] = _in_order(values["counts"].items(), contract)
    deal = Deal(**values, extra=read.extra)
    given = read.values.model_fields_set | read.faulty
    if "trump" not in given:
        deal = replace(deal, trump=IMPLIED_TRUMP.get(deal.form or ""))
    if "declarer" not in given:
        deal = replace(deal, declarer=implied_declarer(game, number, deal))
    items = contract.items if contract is not None else ()
    if deal.form == "rospis" and items and deal.points is None and "counts" not in given:
        deal = replace(deal, counts=((items[0].id, equal_share(game, playing(game, number))),))
    return deal


def _in_order(counts: Iterable[tuple[str, Row]], contract: Contract | None) -> tuple[tuple[str, Row], ...]:
    """The rows in the order of the contract's items (an object has none of its own), others after them."""
    order = [item.id for item in contract.items] if contract is not None else []
    return tuple(sorted(counts, key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order)))

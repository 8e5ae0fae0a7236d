"""Games as documents for machines (JSON), read by strict models that are made from the table of fields.

All faults come at once, each with its path. What can be represented but is impossible (a row of the wrong length, an
impossible count) is left to the checks.
"""

from __future__ import annotations

import json
import typing
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import pydantic
from pydantic import AfterValidator, BaseModel, ConfigDict, Strict, ValidationInfo, WithJsonSchema, create_model

from kingscore.model.codes import JUDGED, codes_of, unknown_codes
from kingscore.model.findings import CODES, Finding, Place, Refused, Value, finding
from kingscore.model.folding import control_characters, exact
from kingscore.model.game import Bid, Deal, Game, SeatChange, Stake, Written, as_of, equal_share, playing
from kingscore.model.items import ITEMS
from kingscore.model.rules import Rules
from kingscore.model.validation import Codes, Fault, Path, findings_of, path_text
from kingscore.notation.codec import Extra, implied_declarer, is_date
from kingscore.notation.fields import DEAL, FORMAT, HEAD, IMPLIED_TRUMP, OF_RULES, PARTS, SEATED, Field
from kingscore.notation.jsontext import Json, JsonObject, Literal, TooDeep, flaws, parse, text_of, what
from kingscore.notation.names import names_refused, names_remarked, near, seats_refused
from kingscore.notation.read_game import MOST_DEALS, MOST_OPTIONS, MOST_TOLD, OpenRules, Reading, counted, unreadable
from kingscore.notation.scan import LARGEST_NUMBER


class Unfit(ValueError):
    """What is wrong with a value of the right type: the code of a finding, which of its texts, its values."""

    def __init__(self, code: str, how: str = "", **values: Value) -> None:
        super().__init__(code)
        self.code, self.how, self.values = code, how, values


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
        (one,) = refused.findings
        raise Unfit(one.code, one.how, **dict(one.values)) from None


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
#: What the schema says of fields beside their types.
_HINTS: dict[str, dict[str, Any]] = {
    "players": {"minItems": 3, "maxItems": 6, "description": "Clockwise; seat by seat is in this order."},
    "dealer": {"description": "Who dealt the first deal; the deal passes clockwise."},
    "per_point": {"pattern": "^[0-9]{1,9}(\\.[0-9]{1,6})?$"},
    "seated": {"description": "Who sat down later: from which deal on, and on which seat, from 0."},
    "ignore": {"description": "Codes, or letters of families, of which the players agreed to hear nothing."},
    "rules": {"description": "The variant itself, as its file has it, where it is not shipped."},
}


def _model(name: str, fields: Iterable[Field], **more: Any) -> type[BaseModel]:
    """The model of an object with these fields. Null counts as absent; unknown keys are found, and kept by the caller,
    so the schema allows them."""
    config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_extra=lambda schema: schema.pop("additionalProperties")
    )
    types: dict[str, Any] = {}
    for field in fields:
        kind = _words[field.words] if field.words else _TYPES[field.kind]
        hint = pydantic.Field(... if field.needed else None, json_schema_extra=_HINTS.get(field.name))
        types[field.name] = (kind if field.needed else kind | None, hint)
    return create_model(name, __config__=config, **types, **more)


_MADE: dict[str, Callable[[Any], object]] = {
    "bid": lambda part: Bid(**dict(part)),
    "stake": _stake,
    "written": lambda part: Written(**dict(part)),
}
_TYPES |= {name: Annotated[_model(name, fields), AfterValidator(_MADE[name])] for name, fields in PARTS.items()}
_TYPES["seated"] = Annotated[
    _list_of(Annotated[_model("seated", SEATED), AfterValidator(lambda part: SeatChange(*dict(part).values()))]),
    AfterValidator(lambda changes: tuple(sorted(changes))),
]
_DEAL = _model("deal", (field for field in DEAL if field.public))
_HEAD_FIELDS = tuple(field for field in HEAD if field.public)
_HEAD = _model("game", _HEAD_FIELDS, format=(_words[FORMAT], ...), deals=(_list_of(Any), ...))


def document_schema() -> dict[str, Any]:
    """The schema of a game document (JSON Schema 2020-12). Unknown keys are allowed: they are kept."""
    whole = create_model("game", __base__=_HEAD, deals=(_list_of(_DEAL), ...))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole.model_json_schema(), "title": FORMAT}


# What is wrong


@dataclass(frozen=True, slots=True)
class _Object:
    """An object that a model has read: its values, the keys whose values were faulty and are left out, and the unknown
    keys."""

    values: Any
    faulty: frozenset[str]
    extra: Extra


class _Reader:
    """Reads the objects of a document and notes all that is wrong, at ``path`` and in ``deal``, where it is reading."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.path: Path = ()
        self.deal: int | None = None
        self.findings: list[Finding] = []
        self.errors = 0
        self.times: Counter[str] = Counter()

    def note(self, one: Finding | None) -> None:
        """Notes a finding; of one code only so many, though all errors are counted."""
        if one is not None:
            self.errors += one.severity == "error"
            self.times[one.code] += 1
            if self.times[one.code] <= MOST_TOLD:
                self.findings.append(one.at(self.place))

    def fault(self, code: str, path: Path | str, how: str = "", **values: Value) -> Finding:
        """A finding at a path within the object that is read, or at a whole path."""
        shown = path if isinstance(path, str) else path_text((*self.path, *path))
        return Finding(code, CODES[code].severity, (("path", shown or "$"), *values.items()), how, self.deal)

    def read(self, model: type[BaseModel], raw: JsonObject, players: Sequence[str], stand_ins: Json) -> _Object:
        """An object as its model reads it, faulty values left out or, if they are needed, one of ``stand_ins`` put in
        their place. Everything that is wrong is noted."""
        parts: dict[Path, Json] = {(): raw}
        fields = model.model_fields
        parts |= {(key,): part for key, part in raw.items() if key in fields and key != "rules"}
        for path, part in parts.items():
            for key in part.doubled if isinstance(part, JsonObject) else ():
                self.note(self.fault("F206", (*path, key), key=key))
        halved = {key for key in raw if flaws(key, "")}  # no model names the place of such a key
        for key in halved:
            self.note(self.fault("F224", (), found=control_characters(key)))
        raw = JsonObject({key: part for key, part in raw.items() if key not in halved}) if halved else raw
        try:
            return _Object(model.model_validate(raw, context=players), frozenset(), ())
        except pydantic.ValidationError as error:
            errors = error.errors(include_url=False)
        if model is _HEAD:  # keys that are unknown come last, those of the game before those of its parts
            errors.sort(key=lambda error: len(error["loc"]) * (error["type"] == "extra_forbidden"))
        unknown = {error["loc"] for error in errors if error["type"] == "extra_forbidden"}
        faulty = frozenset(str(error["loc"][0]) for error in errors if error["loc"] not in unknown)
        extra: list[tuple[str, str]] = []
        for one in findings_of(errors, self._codes(extra)):
            self.note(one)
        known: Json = {key: value for key, value in raw.items() if key not in faulty and (key,) not in unknown}
        for key in known.keys() & {path[0] for path in unknown}:
            known[key] = {name: value for name, value in known[key].items() if (key, name) not in unknown}
        known |= {key: value for key, value in stand_ins.items() if key in faulty}
        return _Object(model.model_validate(known, context=players), faulty, tuple(extra))

    def _codes(self, extra: list[tuple[str, str]]) -> Codes:
        """The code of each kind of fault; unknown keys are put to the ``extra`` ones."""

        def unknown(fault: Fault) -> Finding | None:
            key, path = str(fault.path[-1]), path_text((*self.path, *fault.path))
            wrong = [*flaws(key, path), *flaws(fault.found, path)]
            for one in wrong:
                self.note(replace(one, deal=self.deal))
            if wrong:
                return None
            # As in JSON pointers, so that a slash in a key does not part it.
            steps = (str(step).replace("~", "~0").replace("/", "~1") for step in fault.path)
            extra.append(("/".join(steps), text_of(fault.found)))
            return self.fault("F208", path, key=key)

        codes: Codes = {
            "unknown": unknown,
            "missing": lambda fault: self.fault("F207", fault.path, key=str(fault.path[-1])),
            "word": self._word,
            "type": self._type,
            "value_error": self._unfit,
            "string_unicode": lambda fault: self.fault("F224", fault.path, found=control_characters(fault.found)),
        }
        return codes

    def _word(self, fault: Fault) -> Finding:
        if fault.path == ("format",):
            return self.fault("F222", fault.path, found=str(fault.found)[:60], expected=FORMAT)
        code = "F221" if "counts" in fault.path else "F212"
        return self.fault(code, fault.path, found=what(fault.found), expected=fault.expected)

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
        return self.fault(unfit.code, fault.path, unfit.how, **unfit.values)


# The game


def read_document(text: str, file: str, open_rules: OpenRules) -> Reading:
    """The game that a document holds, with everything that is wrong in its form."""
    unread = unreadable(text, file)
    if unread is not None:
        return Reading(None, (unread,))
    reader = _Reader(Place(file))
    try:
        raw = _parsed(text.removeprefix("\ufeff"), reader)
    except Refused as refused:
        return Reading(None, refused.findings)
    if not isinstance(raw, JsonObject):
        return Reading(None, (reader.fault("F219", "$", "object", found=what(raw)).at(reader.place),))
    game = _game(raw, reader, open_rules)
    deals = raw.get("deals")
    findings = counted(reader.findings, reader.times)
    return Reading(game, findings, whole=isinstance(deals, list) and len(deals) <= MOST_DEALS)


def read_braces(line: str, game: Game, number: int) -> Deal:
    """A deal as it stands in a document, on a line of its own. Refused with F codes that quote the line."""
    reader = _Reader(Place(start=len(line) - len(line.lstrip()), end=len(line.rstrip()), text=line))
    deal = _deal(_parsed(line, reader), reader, game, number)
    if reader.errors:
        raise Refused(*(one for one in reader.findings if one.severity == "error"))
    return deal


def _parsed(text: str, reader: _Reader) -> Json:
    """The value of a text. Refused: F216 no JSON, F218 nested too deep."""
    try:
        return parse(text)
    except json.JSONDecodeError as fault:
        line = text[text.rfind("\n", 0, fault.pos) + 1 :].partition("\n")[0]
        end = min(fault.colno, max(len(line), 1))  # a text that ends too soon is marked behind its last sign
        at = replace(reader.place, start=min(fault.colno - 1, end), end=end, text=line if len(line) <= 400 else "")
        place = replace(at, line=fault.lineno) if at.file else at
        raise Refused(finding("F216", line=fault.lineno, column=fault.colno, place=place)) from None
    except TooDeep:
        raise Refused(finding("F218", path="$", place=reader.place)) from None


def _game(raw: JsonObject, reader: _Reader, open_rules: OpenRules) -> Game | None:
    listed = raw.get("players")
    named = isinstance(listed, list) and all(isinstance(name, str) for name in listed)
    players = tuple(listed or ()) if named else ()
    stand_ins = {"format": FORMAT, "variant": "", "players": [], "dealer": "".join(players[:1]), "deals": []}
    head = reader.read(_HEAD, raw, players, stand_ins)
    for one in (*names_refused(players), *names_remarked(players)):
        reader.note(one)
    rules = _rules(head, reader, open_rules)
    if rules is None:
        return None
    own = (field.name for field in _HEAD_FIELDS if field.kind not in OF_RULES)
    values = {name: value for name in own if (value := getattr(head.values, name)) is not None}
    game = Game(**{**values, "rules": rules, "extra": head.extra})
    if faults := seats_refused(game):
        game = replace(game, seated=())
        for refused in faults:
            reader.note(refused)
    return replace(game, deals=_deals(head.values.deals, reader, game))


def _rules(head: _Object, reader: _Reader, open_rules: OpenRules) -> Rules | None:
    """The rules of the variant named for so many players; what speaks against them is noted."""
    given = head.values
    wrong = flaws(given.rules, "rules") if given.rules is not None else []
    for one in wrong:
        reader.note(one)
    if wrong or head.faulty & {"variant", "options", "players", "rules"}:
        return None
    options = dict(list((given.options or {}).items())[:MOST_OPTIONS])
    content = "" if given.rules is None else text_of(given.rules)
    try:
        return open_rules(given.variant, len(given.players), options, content)
    except Refused as refused:
        for one in refused.findings:
            reader.note(one)
        return None


def _deals(raw: Sequence[Json], reader: _Reader, game: Game) -> tuple[Deal, ...]:
    """The deals; one that could not be read keeps its place as unread."""
    deals: list[Deal] = []
    for index, value in enumerate(raw[:MOST_DEALS]):
        before, deal = reader.errors, Deal("")
        reader.path, reader.deal = ("deals", index), index + 1
        if isinstance(value, JsonObject):
            deal = _deal(value, reader, game, index + 1)
        else:
            reader.note(reader.fault("F219", (), "object", found=what(value)))
        deals.append(deal if reader.errors == before else Deal(deal.contract, deal.declarer, unread=True))
    reader.path, reader.deal = (), None
    if len(raw) > MOST_DEALS:
        reader.note(reader.fault("F225", "deals", most=MOST_DEALS))
    return tuple(deals)


def _deal(raw: JsonObject, reader: _Reader, game: Game, number: int) -> Deal:
    """A deal of a document; what is left out is filled in as in a line, and an explicit null leaves it open."""
    game = as_of(game, number)
    read = reader.read(_DEAL, raw, game.players, {"contract": ""})
    values = {name: value for name, value in vars(read.values).items() if value is not None}
    contract = game.rules.contract(values["contract"])
    items = [item.id for item in contract.items] if contract is not None else []
    if "counts" in values:
        # In the order of the contract's items, since an object has none of its own; others after them.
        place = {item: at for at, item in enumerate(items)}
        values["counts"] = tuple(sorted(values["counts"].items(), key=lambda pair: place.get(pair[0], len(items))))
    deal = Deal(**values, extra=read.extra)
    given = read.values.model_fields_set | read.faulty
    if "trump" not in given and deal.form:
        deal = replace(deal, trump=IMPLIED_TRUMP.get(deal.form))
    if "declarer" not in given:
        deal = replace(deal, declarer=implied_declarer(game, number, deal))
    if deal.form == "rospis" and items and deal.points is None and "counts" not in given:
        deal = replace(deal, counts=((items[0], equal_share(game, playing(game, number))),))
    return deal

"""Amends what stands above the deals: a name, the dealer, an option, stake, date, note and what else a head holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

from kingscore.app.begin import day, refuse, seat, stake_of
from kingscore.app.change import Change
from kingscore.checks import check_game
from kingscore.journal import HEAD_KEYS, finished, headed, renamed
from kingscore.model.codes import JUDGED
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Game, Written
from kingscore.model.json_values import Event
from kingscore.notation.fields import HEAD, WRITTEN, Field
from kingscore.notation.head_text import read_value
from kingscore.notation.names import names_refused, seat_of
from kingscore.storage import Store
from kingscore.variant import Variant

#: Every key with its field, but for names and options, which are keys themselves.
FIELDS = {
    key: field
    for field in HEAD
    if field.kind not in ("names", "options") and (field.name in HEAD_KEYS or field.name == "finished")
    for key in field.keys or (field.name,)
}


def amend_head(store: Store, name: str, pair: str, at: str, why: str = "") -> Change:
    """A part of the head changed by ``KEY=VALUE``: ``dealer=Rasa``, an option ``finish=trumps``, a name ``Ona=Onutė``.

    An empty value takes a stake, a date or a note away. What it makes wrong elsewhere is written and shown. Refused,
    status 2: U810, U811, U813, U817, N8xx, M90x, L106, V309.
    """
    kept = store.load(name)
    event = head_event(kept.game, kept.variant, pair, at, why)
    before = set(check_game(kept.game).findings)
    after = store.append(kept.name, event, kept.seen)
    new = tuple(found for found in check_game(after.game).findings if found not in before)
    return Change(after, after.log[-1], new)


def head_event(game: Game, variant: Variant, pair: str, at: str, why: str = "") -> Event:
    """The event that ``KEY=VALUE`` asks for. Refused as ``amend_head``."""
    # The key may be a name that has an equals sign itself.
    known = next((name for name in sorted(game.players, key=len, reverse=True) if pair.startswith(f"{name}=")), "")
    key, sign, value = (known, "=", pair[len(known) + 1 :]) if known else pair.partition("=")
    key, value = key.strip(), value.strip()
    if not sign or not key:
        raise Refused(finding("U810", found=pair, example="dealer=" + game.players[0]), status=2)
    if key in FIELDS:
        field = FIELDS[key]
        new = _value(game, field, key, value)
        return finished(new, at, why) if field.name == "finished" else headed(field.name, new, at, why)
    options = dict(game.rules.options)
    if key in options:
        try:
            rules = variant.rules(len(game.players), options | {key: value})
        except Refused as refused:
            raise Refused(*refused.findings, status=2) from None
        return headed("options", rules.options, at, why)
    seats = seat_of(key, game.players)
    if len(seats) != 1:
        raise Refused(finding("U810", "unknown", found=key, expected=(*FIELDS, *options, *game.players)), status=2)
    (renamed_seat,) = seats
    refuse(names_refused((*game.players[:renamed_seat], value, *game.players[renamed_seat + 1 :])))
    return renamed(game, renamed_seat, value, at, why)


def _value(game: Game, field: Field, key: str, text: str) -> Any:
    """The value that is typed for a field; of what somebody wrote, one of its two parts changed."""
    match field.kind:
        case "seat":
            return seat(text, game.players)
        case "date":
            return day(text)
        case "stake":
            return stake_of(text)
        case "text" | "lines":
            return text  # the shell has had its quotes already
        case "codes":
            return read_value(field, ",".join(text.replace(",", " ").split()), (), _refuse)
        case "written":
            part = WRITTEN[field.keys.index(key)]
            row = read_value(part, text.replace(",", " ") if part.kind == "row" else text, (), _refuse)
            written = replace(game.written or Written(), **{part.name: row})
            return None if written == Written() else written
    return read_value(field, text, game.players, _refuse)


def _refuse(one: Finding) -> NoReturn:
    """Refused, status 2, for what a game's file would say of a value."""
    values = dict(one.values)
    if one.is_a("wrong-row"):
        refused = finding("L106", found=values["found"])
    elif values.get("expected") == JUDGED:
        refused = finding("U813", found=values["found"])
    else:
        refused = finding("U810", "unknown", found=values["found"], expected=values["expected"])
    raise Refused(refused, status=2)

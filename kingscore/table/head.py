"""Mends what stands above the deals: a name, the dealer, an option, stake, date, note. It touches no deal."""

from __future__ import annotations

from kingscore.check import check_game
from kingscore.findings import Finding, Refused, finding
from kingscore.game import Game
from kingscore.journal import Event, HeadKey, HeadValue, headed, renamed
from kingscore.notation.names import names_refused, seat_of
from kingscore.store import Kept, Store
from kingscore.table.begin import day, refuse, seat, stake_of
from kingscore.table.change import Change

KEYS: tuple[HeadKey, ...] = ("dealer", "stake", "date", "note")


def mend_head(store: Store, name: str, pair: str, at: str, why: str = "") -> Change:
    """A part of the head anew, from ``KEY=VALUE``: ``dealer=Rasa``, an option ``finish=trumps``, a name ``Ona=Onutė``.

    An empty value takes a stake, a date or a note away. What it makes wrong elsewhere is written and told. Refused,
    status 2: U810, U811, U817, N8xx, M90x, V309.
    """
    kept = store.load(name)
    key, sign, value = _parted(pair, kept.game.players)
    if not sign or not key.strip():
        raise Refused(finding("U810", found=pair, example="dealer=" + kept.game.players[0]), status=2)
    event = _event(kept, key.strip(), value.strip(), at, why)
    before = set(check_game(kept.game).findings)
    after = store.append(kept.name, event, kept.seen)
    new = tuple(found for found in check_game(after.game).findings if found not in before)
    return Change(after, after.log[-1], new)


def _parted(pair: str, players: tuple[str, ...]) -> tuple[str, str, str]:
    """``KEY=VALUE`` in its parts, where the key may be a name that has an equals sign itself."""
    for name in sorted(players, key=len, reverse=True):
        if pair.startswith(f"{name}="):
            return name, "=", pair[len(name) + 1 :]
    return pair.partition("=")


def _event(kept: Kept, key: str, value: str, at: str, why: str) -> Event:
    game = kept.game
    for known in KEYS:
        if key == known:
            return headed(known, _value(game, known, value), at, why)
    options = dict(game.rules.options)
    if key in options:
        try:
            rules = kept.variant.rules(len(game.players), options | {key: value})
        except Refused as refused:
            raise Refused(*refused.findings, status=2) from None
        return headed("options", rules.options, at, why)
    seats = seat_of(key, game.players)
    if len(seats) != 1:
        known_keys = (*KEYS, *options, *game.players)
        raise Refused(finding("U810", "unknown", found=key, expected=known_keys), status=2)
    refuse(_names(game, seats[0], value))
    return renamed(game, seats[0], value, at, why)


def _value(game: Game, key: HeadKey, value: str) -> HeadValue:
    if key == "dealer":
        return seat(value, game.players)
    if key == "stake":
        return stake_of(value)
    return day(value) if key == "date" else value


def _names(game: Game, at: int, name: str) -> tuple[Finding, ...]:
    return names_refused((*game.players[:at], name, *game.players[at + 1 :]))

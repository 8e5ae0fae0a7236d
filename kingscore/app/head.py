"""Mends what stands above the deals: a name, the dealer, an option, stake, date, note. It touches no deal."""

from __future__ import annotations

from kingscore.app.begin import day, refuse, seat, stake_of
from kingscore.app.change import Change
from kingscore.checks import check_game
from kingscore.journal import Event, HeadKey, HeadValue, finished, headed, renamed
from kingscore.model.codes import codes_of, unknown_codes
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Finished, Game, Written
from kingscore.notation.document import FINISHED
from kingscore.notation.names import names_refused, seat_of
from kingscore.notation.numbers import read_int
from kingscore.storage import Store
from kingscore.variant import Variant

KEYS: tuple[HeadKey, ...] = ("dealer", "stake", "date", "note")
#: What somebody wrote, in its two parts.
SUMS = ("written", "running")


def mend_head(store: Store, name: str, pair: str, at: str, why: str = "") -> Change:
    """A part of the head anew, from ``KEY=VALUE``: ``dealer=Rasa``, an option ``finish=trumps``, a name ``Ona=Onutė``.

    An empty value takes a stake, a date or a note away. What it makes wrong elsewhere is written and told. Refused,
    status 2: U810, U811, U817, N8xx, M90x, V309.
    """
    kept = store.load(name)
    event = head_event(kept.game, kept.variant, pair, at, why)
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


def head_event(game: Game, variant: Variant, pair: str, at: str, why: str = "") -> Event:
    """The event that ``KEY=VALUE`` asks for. Refused as ``mend_head``."""
    key, sign, value = _parted(pair, game.players)
    if not sign or not key.strip():
        raise Refused(finding("U810", found=pair, example="dealer=" + game.players[0]), status=2)
    return _event(game, variant, key.strip(), value.strip(), at, why)


def _event(game: Game, variant: Variant, key: str, value: str, at: str, why: str) -> Event:
    if key == "finished":
        return finished(_end(value), at, why)
    if key in SUMS:
        return headed("written", _sums(game, key, value), at, why)
    if key == "ignore":
        return headed("ignore", _codes(value), at, why)
    for known in KEYS:
        if key == known:
            return headed(known, _value(game, known, value), at, why)
    options = dict(game.rules.options)
    if key in options:
        try:
            rules = variant.rules(len(game.players), options | {key: value})
        except Refused as refused:
            raise Refused(*refused.findings, status=2) from None
        return headed("options", rules.options, at, why)
    seats = seat_of(key, game.players)
    if len(seats) != 1:
        known_keys = (*KEYS, *SUMS, "finished", "ignore", *options, *game.players)
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


def _end(value: str) -> Finished:
    """The end as a game file says it; empty where the game goes on. Refused, status 2: U810."""
    if value not in FINISHED and value:
        raise Refused(finding("U810", "unknown", found=value, expected=tuple(FINISHED)), status=2)
    return FINISHED.get(value, "")


def _sums(game: Game, key: str, value: str) -> Written | None:
    """What somebody wrote, one of its two parts anew: numbers seat by seat, of running totals a row a deal."""
    old = game.written or Written()
    if key == "running":
        new = replace(old, running=tuple(_row(part) for part in value.split(",")) if value else None)
    else:
        new = replace(old, totals=_row(value.replace(",", " ")) if value else None)
    return None if new == Written() else new


def _row(text: str) -> tuple[int | None, ...]:
    """A row as it is typed. Refused, status 2: U809."""
    try:
        return tuple(read_int(word) for word in text.split())
    except ValueError:
        raise Refused(finding("L106", found=text), status=2) from None


def _codes(value: str) -> tuple[str, ...]:
    """Codes with commas between them. Refused, status 2: U813 for what is none that a table may turn off."""
    words = [word for word in value.replace(",", " ").split() if word]
    if unknown := unknown_codes(words):
        raise Refused(finding("U813", found=unknown[0]), status=2)
    return codes_of(words)

"""Begins a game and amends its head; reads what people ask for: a choice of games, a seat, a day, a stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from kingscore.app.change import Change, amended
from kingscore.journal import HEAD_KEYS, finished, headed, renamed
from kingscore.model.codes import JUDGED
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Game, Stake, Written
from kingscore.model.json_values import Event
from kingscore.notation.codec import read_value
from kingscore.notation.fields import HEAD, WRITTEN, Field
from kingscore.notation.names import names_refused, seat_of
from kingscore.scoring.money import read_stake
from kingscore.storage import GameFilter, LibraryGame, Store, variant_files
from kingscore.variant import Variant

#: Every key with its field, but for names and options, which are keys themselves.
FIELDS = {
    key: field
    for field in HEAD
    if field.kind not in ("names", "options") and (field.name in HEAD_KEYS or field.name == "finished")
    for key in field.keys or (field.name,)
}


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What a game is to be, in the words of the person who begins it; empty is what is usual."""

    variant: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    dealer: str = ""
    stake: str = ""
    date: str = ""


def begin(store: Store, request: GameRequest, at: str) -> LibraryGame:
    """A game begins and is the one in play, for the given stake or the one that is kept for its variant.

    A stake of ``-`` is none. Refused, status 2: V301, V308 to V310, N8xx, M90x, U811, U817; status 3: V314.
    """
    variant = variant_files.called(request.variant)
    rules = variant.rules(len(request.players), dict(request.options))
    players = tuple(name.strip() for name in request.players)
    if faults := names_refused(players):
        raise Refused(*faults)
    dealer = seat(request.dealer, players) if request.dealer else len(players) - 1
    stake = stake_of("" if request.stake == "-" else request.stake)
    game = Game(rules, players, dealer, date=day(request.date), stake=stake)
    if not request.stake:
        game = replace(game, stake=store.purse().terms_for(rules.variant, game.date).stake)
    return store.load(store.begin(game, variant, at))


def begin_again(store: Store, request: GameRequest, at: str) -> LibraryGame:
    """The table of the game last begun, once more: same variant, options, players, dealer and stake.

    The request may name another dealer, stake or date. The variant is the one shipped now, or the one that was kept
    with that game where none of its id is shipped. Refused, status 2: S704 where no game was begun before.
    """
    name = store.latest()
    if name is None:
        raise Refused(finding("S704"), status=2)
    last = store.load(name)
    old = last.game
    ships = old.rules.variant in variant_files.variant_ids()
    variant = variant_files.variant(old.rules.variant) if ships else last.variant
    rules = variant.rules(len(old.players), dict(old.rules.options))
    dealer = seat(request.dealer, old.players) if request.dealer else old.dealer
    stake = stake_of(request.stake) if request.stake else old.stake
    game = Game(rules, old.players, dealer, date=day(request.date), stake=stake)
    return store.load(store.begin(game, variant, at))


def seat(word: str, players: Sequence[str]) -> int:
    """The seat of the player that a word means. Refused, status 2: U817 where it is nobody or could be several."""
    seats = seat_of(word, players)
    if len(seats) != 1:
        names = tuple(players[s] for s in seats) or tuple(players)
        raise Refused(finding("U817", "several" if seats else "", found=word, expected=names))
    return seats[0]


def stake_of(text: str) -> Stake | None:
    """The stake that somebody says, None for nothing. Refused: M901 to M905."""
    return read_stake(text) if text else None


def day(text: str) -> str:
    """A date as it is kept, ``2026-11-29`` or nothing. Refused, status 2: U811."""
    import datetime

    if not text:
        return ""
    try:
        exact = len(text) == 10 and text.isascii() and datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        exact = False
    if not exact:
        raise Refused(finding("U811", found=text))
    return text


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """The games that fit all that is said; ``player`` and ``variant`` by any of their names, days as people write
    them, both included; ``binned`` are those in the bin."""

    player: str = ""
    variant: str = ""
    since: str = ""
    until: str = ""
    binned: bool = False


def games_filter(store: Store, request: GamesRequest) -> GameFilter:
    """Refused, status 2: P101, P102 no such person, V301 no such variant, U811 no date."""
    # Who stands only in games of the bin is nobody otherwise.
    known = request.player and not request.binned
    player = store.roster().find(request.player).person.name if known else request.player
    days = day(request.since), day(request.until)
    return GameFilter(player, variant_id_of(store, request.variant), *days, binned=request.binned)


def variant_id_of(store: Store, word: str) -> str:
    """The id of the variant that a word means, also of one that only games here still know. Refused as ``called``."""
    if not word or word in store.variants():
        return word
    return variant_files.called(word).id


# The head


def amend_head(store: Store, kept: LibraryGame, pair: str, at: str, why: str = "") -> Change:
    """A part of the head changed by ``KEY=VALUE``: ``dealer=Rasa``, an option ``finish=trumps``, a name ``Ona=Onutė``.

    An empty value takes a stake, a date or a note away. What it makes wrong elsewhere is written and shown. Refused,
    status 2: U810, U811, U813, U817, N8xx, M90x, L106, V309.
    """
    return amended(store, kept, _head_event(kept.game, kept.variant, pair, at, why), ())


def _head_event(game: Game, variant: Variant, pair: str, at: str, why: str = "") -> Event:
    """The event that ``KEY=VALUE`` asks for. Refused as ``amend_head``."""
    # The key may be a name that has an equals sign itself.
    known = next((name for name in sorted(game.players, key=len, reverse=True) if pair.startswith(f"{name}=")), "")
    key, sign, value = (known, "=", pair[len(known) + 1 :]) if known else pair.partition("=")
    key, value = key.strip(), value.strip()
    if not sign or not key:
        raise Refused(finding("U810", found=pair, example="dealer=" + game.players[0]))
    if key in FIELDS:
        field = FIELDS[key]
        new = _value(game, field, key, value)
        return finished(new, at, why) if field.name == "finished" else headed(field.name, new, at, why)
    options = dict(game.rules.options)
    if key in options:
        rules = variant.rules(len(game.players), options | {key: value})
        return headed("options", rules.options, at, why)
    seats = seat_of(key, game.players)
    if len(seats) != 1:
        raise Refused(finding("U810", "unknown", found=key, expected=(*FIELDS, *options, *game.players)))
    (renamed_seat,) = seats
    if faults := names_refused((*game.players[:renamed_seat], value, *game.players[renamed_seat + 1 :])):
        raise Refused(*faults)
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

"""Begins a game and amends its head; reads what people ask for: a choice of games, a seat, a day, a stake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from kingscore.app.change import Change, amended
from kingscore.checks import check_game
from kingscore.journal import HEAD_KEYS, finished, headed
from kingscore.model.codes import JUDGED
from kingscore.model.days import FIRST_DAY, day_of
from kingscore.model.findings import Finding, Refused, finding, has_errors
from kingscore.model.game import Game, SeatChange, Stake, Written, as_of
from kingscore.model.rules import Rules
from kingscore.model.suggest import suggest
from kingscore.notation.codec import read_value
from kingscore.notation.fields import HEAD, WRITTEN, Field
from kingscore.notation.names import SEATS, names_refused, names_remarked, seat_of, seats_refused
from kingscore.scoring.money import DECIMALS, read_stake, same_unit
from kingscore.scoring.schedule import is_over
from kingscore.storage import GameFilter, LibraryGame, Store, variant_files
from kingscore.variant import Variant

#: Every key with its field, but for names and options, which are keys themselves.
FIELDS = {
    key: field
    for field in HEAD
    if field.kind not in ("names", "options", "variant") and (field.name in HEAD_KEYS or field.name == "finished")
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
    new_unit: bool = False


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
    stake = stake_of(store, "" if request.stake == "-" else request.stake, request.new_unit)
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
    players = as_of(old, len(old.deals)).players
    dealer = seat(request.dealer, players) if request.dealer else old.dealer
    stake = stake_of(store, request.stake, request.new_unit) if request.stake else old.stake
    game = Game(rules, players, dealer, date=day(request.date), stake=stake)
    return store.load(store.begin(game, variant, at))


def seat(word: str, players: Sequence[str]) -> int:
    """The seat of the player that a word means. Refused, status 2: U817 where it is nobody or could be several."""
    seats = seat_of(word, players)
    if len(seats) != 1:
        names = tuple(players[s] for s in seats) or tuple(players)
        raise Refused(finding("U817", "several" if seats else "", found=word, expected=names))
    return seats[0]


def stake_of(store: Store, text: str, new_unit: bool = False) -> Stake | None:
    """The stake that somebody says, None for nothing. Refused: M901 to M905, M919."""
    return in_known_unit(store, read_stake(text), new_unit) if text else None


def in_known_unit(store: Store, money: Stake, new_unit: bool) -> Stake:
    """Money in a currency, in the unit of this library that its word means, or in a new one where that is said.

    Refused, status 2: M919 where other units are known here; the first is taken as it is.
    """
    if money.currency in DECIMALS:
        return money
    purse = store.purse()
    stakes = [row.stake for row in store.games()] + [one for terms in purse.terms for one in (terms.stake, terms.entry)]
    units = [stake.currency for stake in stakes if stake] + [one.currency for one in purse.payments if one.currency]
    known = tuple(dict.fromkeys(units))
    unit = same_unit(money.currency, known)
    if known and not unit and not new_unit:
        near = suggest(money.currency, known) or known[:5]
        raise Refused(finding("M919", found=money.currency, expected=near), status=2)
    return Stake(money.per_point, unit or money.currency)


def day(text: str) -> str:
    """A date as it is kept, ``2026-11-29`` or nothing, from what people write. Refused, status 2: U811."""
    if not text:
        return ""
    found = day_of(text)
    if not found:
        early = text[4:5] == "-" and text < str(FIRST_DAY)
        raise Refused(finding("U811", "early" if early else "" if found is None else "unclear", found=text))
    return found


def days(since: str, until: str) -> tuple[str, str]:
    """Two days, both included, or nothing. Refused, status 2: U811, U830 where the later one comes first."""
    first, last = day(since), day(until)
    if last and first > last:
        raise Refused(finding("U830", first=first, second=last), status=2)
    return first, last


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
    chosen = days(request.since, request.until)
    return GameFilter(player, variant_id_of(store, request.variant), *chosen, binned=request.binned)


def variant_id_of(store: Store, word: str) -> str:
    """The id of the variant that a word means, also of one that only games here still know. Refused as ``called``."""
    if not word or word in store.variants():
        return word
    return variant_files.called(word).id


# The head


class SeatRequest(NamedTuple):
    """Who sits down on whose seat, in the words of the one who asks, and from which deal on (None: the next one)."""

    seat: str
    name: str
    deal: int | None = None


def seat_player(store: Store, kept: LibraryGame, request: SeatRequest, at: str, why: str = "") -> Change:
    """Another player sits on a seat from a deal on. Refused, status 2: U817, N8xx, S709; U818 where it is over."""
    game, last = kept.game, len(kept.game.deals)
    number = last + 1 if request.deal is None else request.deal
    if request.deal is None and is_over(game):
        raise Refused(finding("U818", "said" if game.finished else ""), status=1, players=as_of(game, last).players)
    if not 1 <= number <= last + 1:
        raise Refused(finding("S709", game=kept.name, found=number, expected=last), status=2)
    chosen = seat(request.seat, as_of(game, number).players)
    others = (change for change in game.seated if (change.deal, change.seat) != (number, chosen))
    seated = _seated(game, (*others, SeatChange(number, chosen, request.name.strip())))
    sitting = as_of(replace(game, seated=seated), number).players
    return amended(store, kept, headed({"seated": seated}, at, why), names_remarked(sitting))


def _seated(game: Game, changes: Sequence[SeatChange]) -> tuple[SeatChange, ...]:
    """The changes by deals, without those at which nobody else sits down. Refused: F261, N8xx."""
    sitting, kept = list(game.players), []
    if faults := seats_refused(replace(game, seated=tuple(sorted(changes)))):
        raise Refused(*faults, status=2)
    for change in sorted(changes):
        if sitting[change.seat] != change.player:
            sitting[change.seat] = change.player
            kept.append(change)
    return tuple(kept)


def amend_head(
    store: Store, kept: LibraryGame, words: Sequence[str], at: str, why: str = "", new_unit: bool = False
) -> Change:
    """Parts of the head changed at once by ``KEY=VALUE``: ``dealer=Rasa``, an option ``finish=trumps``, the variant, a
    name ``Ona=Onutė``; two names may change places.

    An empty value takes a stake, a date or a note away. What it makes wrong elsewhere is written and shown; another
    variant must fit the deals. Refused, status 2: U810, U811, U813, U817, N8xx, F261, M90x, M919, L106, V301, V309;
    status 1: what a deal comes to in another variant.
    """
    game = kept.game
    pairs = dict(_pairs(game, words, kept.variant))
    variant = variant_files.called(pairs.pop("variant")) if "variant" in pairs else None
    option_keys = _option_keys(variant or kept.variant, game)
    options = {key: pairs.pop(key) for key in list(pairs) if key in option_keys}
    parts: dict[str, Any] = {}
    for key in [key for key in pairs if key in FIELDS]:
        text, now = pairs.pop(key), replace(game, written=parts.get("written", game.written))
        parts[FIELDS[key].name] = (
            stake_of(store, text, new_unit) if key == "stake" else _value(now, FIELDS[key], key, text)
        )
    if names := {_named(game, key): value for key, value in pairs.items()}:
        parts["players"] = tuple(names.get(name, name) for name in game.players)
        if faults := names_refused(parts["players"]):
            raise Refused(*faults)
        changes = (change._replace(player=names.get(change.player, change.player)) for change in game.seated)
        parts |= {"seated": tuple(changes)} if game.seated else {}
    if "seated" in parts:
        parts["seated"] = _seated(replace(game, players=parts.get("players", game.players)), parts["seated"])
    if list(parts) == ["finished"] and not options and variant is None:
        return amended(store, kept, finished(parts["finished"], at, why), ())
    if options or variant is not None:
        rules = _other_rules(game, variant or kept.variant, options)
        parts = {**({"variant": rules.variant} if variant else {}), "options": rules.options, **parts}
    if variant is None:
        return amended(store, kept, headed(parts, at, why), names_remarked(parts.get("players", ())))
    known = set(check_game(game).findings)
    new = [one for one in check_game(replace(game, rules=rules)).findings if one not in known]
    if has_errors(new):
        raise Refused(*new, status=1, players=game.players)
    store.keep_variant(variant)
    return amended(store, kept, headed(parts, at, why, variant.digest), ())


def _pairs(game: Game, words: Sequence[str], variant: Variant) -> Iterator[tuple[str, str]]:
    """Each ``KEY=VALUE`` of a line, which begins where a word does; other words go on with the value before them.

    Refused, status 2: U810 where a line begins with none, or a name would have another key in it.
    """
    known = {*FIELDS, "variant", *game.everybody, *SEATS[: len(game.players)], *_option_keys(variant, game)}
    line, starts = " ".join(words), {0, *accumulate(len(word) + 1 for word in words)}
    keys = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    found = [match for match in re.finditer(rf"({keys})\s*=", line) if match.start() in starts]
    if not found or found[0].start():
        key, sign, value = line.partition("=")
        if not sign or not key.strip():
            raise Refused(finding("U810", found=line, example="dealer=" + game.players[0]))
        yield key.strip(), value.strip()
        return
    ends = [*(match.start() for match in found[1:]), len(line)]
    for match, end in zip(found, ends, strict=True):
        key, value = match[1], line[match.end() : end].strip()
        inside = re.search(r"\s(\S+)=", value)
        if inside and key not in FIELDS:
            raise Refused(finding("U810", "unknown", found=inside[1], expected=tuple(sorted(known))))
        yield key, value


def _option_keys(variant: Variant, game: Game) -> set[str]:
    """The options that a variant has at the table of a game, beside those that the game was begun with."""
    return {option.key for option in variant.options(len(game.players))} | dict(game.rules.options).keys()


def _named(game: Game, key: str) -> str:
    """The name that a key means. Refused, status 2: U810."""
    seats = seat_of(key, game.everybody, letters=key.upper() in SEATS[: len(game.players)])
    if len(seats) != 1:
        options = dict(game.rules.options)
        raise Refused(finding("U810", "unknown", found=key, expected=(*FIELDS, "variant", *options, *game.everybody)))
    return game.everybody[seats[0]]


def _other_rules(game: Game, variant: Variant, options: dict[str, str]) -> Rules:
    """The rules of a variant at the same table, with the options of the game as far as it has them, and these."""
    table = len(game.players)
    offered = {option.key: option.choices for option in variant.options(table, options)}
    own = {key: choice for key, choice in game.rules.options if choice in offered.get(key, ())}
    return variant.rules(table, own | options)


def _value(game: Game, field: Field, key: str, text: str) -> Any:
    """The value that is typed for a field; of what somebody wrote, one of its two parts changed."""
    match field.kind:
        case "seat":
            return seat(text, game.players)
        case "date":
            return day(text)
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
    if one.is_a("seat-change-not-readable"):
        refused = one
    elif one.is_a("wrong-row"):
        refused = finding("L106", found=values["found"])
    elif values.get("expected") == JUDGED:
        refused = finding("U813", found=values["found"])
    else:
        refused = finding("U810", "unknown", found=values["found"], expected=values["expected"])
    raise Refused(refused, status=2)

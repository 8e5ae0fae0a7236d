"""Replays a journal: the game as it stands, what undo and redo would do, the log. Nothing is ever taken out of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, get_args

from kingscore.journal.events import Event, HeadValue, Kind
from kingscore.model.findings import Refused, finding
from kingscore.model.game import Deal, Finished, Game
from kingscore.model.json_values import number_from_raw, text_from_raw
from kingscore.model.rules import Rules
from kingscore.notation.codec import deal_from_raw, from_raw, value_from_raw
from kingscore.notation.fields import HEAD, OF_RULES

#: Gives the rules of the variant whose kept content bears a digest, for so many players with these options.
OpenRules = Callable[[str, int, Mapping[str, str]], Rules]
Raw = Mapping[str, Any]
ENDS = get_args(Finished)
_FIELDS = {field.name: field for field in HEAD}


class LogEntry(NamedTuple):
    """What one event did. ``seq`` counts from 1 through the journal, ``number`` is the deal concerned, from 1.

    ``old`` and ``new`` are the deal before and after; ``key``, ``before`` and ``after`` the same for a part of the head
    (``finished`` for an end). ``of`` is the change that an undo took back or a redo brought back.
    """

    seq: int
    kind: Kind
    at: str
    why: str = ""
    number: int | None = None
    old: Deal | None = None
    new: Deal | None = None
    key: str = ""
    before: HeadValue = None
    after: HeadValue = None
    of: LogEntry | None = None


class UndoableChange(NamedTuple):
    """A change that can be taken back: what it did, the game before it and after it."""

    entry: LogEntry
    before: Game
    after: Game


@dataclass(frozen=True, slots=True)
class State:
    """A game as its journal tells it. ``done`` are the changes that stand, ``undone`` those a redo brings back, both
    latest last; ``digest`` names the kept variant; ``binned`` is True while the game lies in the bin."""

    game: Game
    digest: str
    log: tuple[LogEntry, ...]
    done: tuple[UndoableChange, ...] = ()
    undone: tuple[UndoableChange, ...] = ()
    binned: bool = False

    @property
    def seen(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def undo(self) -> LogEntry | None:
        """The change that undo would take back; the beginning is never taken back."""
        return self.done[-1].entry if self.done else None

    @property
    def redo(self) -> LogEntry | None:
        """The change that redo would bring back."""
        return self.undone[-1].entry if self.undone else None

    @property
    def standing(self) -> frozenset[int]:
        """The numbers of the events whose change stands: not taken back, or brought back again."""
        return frozenset(change.entry.seq for change in self.done)


def fold(events: Iterable[Event], open_rules: OpenRules, name: str = "") -> State:
    """The state after all events of the game called ``name``.

    Refused: S720 where there is no beginning or an event cannot be read or does not fit; S722 of ``open_rules``.
    """
    state: State | None = None
    seq = 0
    for seq, event in enumerate(events, 1):
        try:
            state = step(state, event, open_rules) if state else _beginning(event, open_rules)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as fault:
            reason = f"{type(fault).__name__}: {fault}"
            raise Refused(finding("S720", game=name, event=seq, reason=reason), status=3) from None
        except Refused as fault:
            if fault.findings[0].is_a("kept-variant-missing"):
                raise
            reason = ", ".join(found.code for found in fault.findings)
            raise Refused(finding("S720", game=name, event=seq, reason=reason), status=3) from None
    if state is None:
        raise Refused(finding("S720", game=name, event=seq, reason="—"), status=3)
    return state


def _beginning(event: Event, open_rules: OpenRules) -> State:
    raw = _raw(event)
    if event.kind not in ("begin", "import"):
        raise ValueError(event.kind)
    digest = text_from_raw(raw["digest"])
    head = from_raw(raw, HEAD)
    rules = open_rules(digest, len(head["players"]), dict(head.get("options", ())))
    deals = tuple(deal_from_raw(deal) for deal in raw.get("deals", ()))
    own = {key: value for key, value in head.items() if key not in OF_RULES}
    game = Game(rules=rules, deals=deals, **own)
    if game.finished not in ENDS:
        raise ValueError(game.finished)
    return State(game, digest, (LogEntry(1, event.kind, event.at),))


def step(state: State, event: Event, open_rules: OpenRules) -> State:
    """The state after one more event.

    Refused: S707 a change of a game in the bin, S708 nothing to take or bring back, S709 no such deal; V308–V310 where
    the variant has no such options or table.
    """
    _bin_allows(state, event.kind)
    match event.kind:
        case "undo":
            return _undo(state, event)
        case "redo":
            return _redo(state, event)
        case "bin" | "restore":
            why = text_from_raw(_raw(event).get("why", ""))
            entry = LogEntry(state.seen + 1, event.kind, event.at, why)
            return replace(state, log=(*state.log, entry), binned=event.kind == "bin")
        case _:
            game, entry = _changed(state, event, open_rules)
            change = UndoableChange(entry, state.game, game)
            return State(game, state.digest, (*state.log, entry), (*state.done, change))


def _bin_allows(state: State, kind: Kind) -> None:
    if state.binned and kind != "restore":
        raise Refused(finding("S707", game=state.game.id), status=2)
    if not state.binned and kind == "restore":
        raise Refused(finding("S707", "not", game=state.game.id), status=2)


def _undo(state: State, event: Event) -> State:
    if not state.done:
        raise Refused(finding("S708", game=state.game.id), status=2)
    change = state.done[-1]
    entry = LogEntry(state.seen + 1, "undo", event.at, of=change.entry)
    return State(change.before, state.digest, (*state.log, entry), state.done[:-1], (*state.undone, change))


def _redo(state: State, event: Event) -> State:
    if not state.undone:
        raise Refused(finding("S708", "redo", game=state.game.id), status=2)
    change = state.undone[-1]
    entry = LogEntry(state.seen + 1, "redo", event.at, of=change.entry)
    return State(change.after, state.digest, (*state.log, entry), (*state.done, change), state.undone[:-1])


def _changed(state: State, event: Event, open_rules: OpenRules) -> tuple[Game, LogEntry]:
    """The game after a change to a deal, the head or the end, and the log's entry for it."""
    raw, game = _raw(event), state.game
    plain = LogEntry(state.seen + 1, event.kind, event.at, text_from_raw(raw.get("why", "")))
    match event.kind:
        case "head":
            return _head(state, raw, plain, open_rules)
        case "finish":
            how = raw["how"]
            if how not in ENDS:
                raise ValueError(how)
            return replace(game, finished=how), plain._replace(key="finished", before=game.finished, after=how)
        case "deal":
            deal = deal_from_raw(raw["deal"])
            return game.with_deal(deal), plain._replace(number=len(game.deals) + 1, new=deal)
        case "insert":
            number = number_from_raw(raw["number"])
            _exists(game, number, len(game.deals) + 1)
            deal = deal_from_raw(raw["deal"])
            return game.with_deal_before(number, deal), plain._replace(number=number, new=deal)
        case "replace":
            number, deal = number_from_raw(raw["number"]), deal_from_raw(raw["deal"])
            _exists(game, number, len(game.deals))
            old = game.deals[number - 1]
            return game.with_deal_at(number, deal), plain._replace(number=number, old=old, new=deal)
        case "delete":
            number = number_from_raw(raw["number"])
            _exists(game, number, len(game.deals))
            return game.without_deal(number), plain._replace(number=number, old=game.deals[number - 1])
        case _:
            raise ValueError(event.kind)


def _exists(game: Game, number: int, last: int) -> None:
    if not 1 <= number <= last:
        how = "" if game.deals else "none"
        raise Refused(finding("S709", how, game=game.id, found=number, expected=len(game.deals)), status=2)


def _head(state: State, raw: Raw, plain: LogEntry, open_rules: OpenRules) -> tuple[Game, LogEntry]:
    key, game = raw["key"], state.game
    value = value_from_raw(_FIELDS[key], raw["value"])
    entry = plain._replace(key=key, before=getattr(game, key, None), after=value)
    if key == "options":
        rules = open_rules(state.digest, len(game.players), dict(value))
        return replace(game, rules=rules), entry._replace(before=game.rules.options, after=rules.options)
    if key == "players" and len(value) != game.rules.table:
        rules = open_rules(state.digest, len(value), dict(game.rules.options))
        return replace(game, rules=rules, players=value, dealer=game.dealer % len(value)), entry
    if key == "dealer" and not 0 <= value < game.rules.table:
        raise IndexError(value)
    return replace(game, **{key: value}), entry


def _raw(event: Event) -> dict[str, Any]:
    raw = json.loads(event.body)
    if not isinstance(raw, dict):
        raise TypeError(type(raw).__name__)
    return raw

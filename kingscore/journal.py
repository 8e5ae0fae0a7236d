"""The journal of a game: every change as one event, and the game that the events come to.

Nothing is ever taken out of it: an undo is an event as well. Events are made with the time that the caller read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from kingscore.model.findings import Refused, finding
from kingscore.model.game import Deal, Finished, Game, SeatChange, Stake, Written
from kingscore.model.json_values import Event, canonical, strict
from kingscore.model.rules import Rules
from kingscore.notation.codec import deal_from_raw, from_raw, head_to_raw, to_raw, value_to_raw
from kingscore.notation.fields import HEAD, OF_RULES

Kind = Literal[
    "begin", "import", "deal", "replace", "delete", "insert", "head", "finish", "undo", "redo", "bin", "restore"
]
#: Gives the rules of the variant whose kept content bears a digest, for so many players with these options.
OpenRules = Callable[[str, int, Mapping[str, str]], Rules]
ENDS = get_args(Finished)
_FIELDS = {field.name: field for field in HEAD}
#: What of a head can be amended. ``players`` are all names in order, ``options`` all pairs.
HEAD_KEYS = tuple(field.name for field in HEAD if field.amended)
HeadValue: TypeAlias = (
    "str | int | Stake | Written | tuple[str, ...] | tuple[tuple[str, str], ...] | tuple[SeatChange, ...] | None"
)


# The events


def _event(kind: Kind, at: str, why: str = "", **held: Any) -> Event:
    return Event(kind, at, canonical({**held, "why": why} if why else held))


def begun(game: Game, digest: str, at: str) -> Event:
    """A game begins, or is taken in with all its deals at once. ``digest`` names its variant's kept content."""
    held = {"digest": digest, **head_to_raw(game)}
    if not game.deals:
        return _event("begin", at, **held)
    return _event("import", at, **held, deals=[to_raw(deal) for deal in game.deals])


def dealt(deal: Deal, at: str) -> Event:
    """One more deal at the end."""
    return _event("deal", at, deal=to_raw(deal))


def replaced(number: int, deal: Deal, at: str, why: str = "") -> Event:
    """Deal ``number`` (from 1) was another one."""
    return _event("replace", at, why, number=number, deal=to_raw(deal))


def removed(number: int, at: str, why: str = "") -> Event:
    """Deal ``number`` (from 1) is taken out; those behind it move up."""
    return _event("delete", at, why, number=number)


def inserted(number: int, deal: Deal, at: str, why: str = "") -> Event:
    """A deal is put in before deal ``number`` (from 1; one past the last stands at the end)."""
    return _event("insert", at, why, number=number, deal=to_raw(deal))


def headed(parts: Mapping[str, HeadValue], at: str, why: str = "", digest: str = "") -> Event:
    """Fields of the head are others: each with its whole new value. New options, or more or fewer players, change the
    rules; so does another variant, whose kept content the ``digest`` names."""
    held = [[key, value_to_raw(_FIELDS[key], value)] for key, value in parts.items()]
    return _event("head", at, why, parts=held, **({"digest": digest} if digest else {}))


def renamed(game: Game, seat: int, name: str, at: str, why: str = "") -> Event:
    """The player on a seat (from 0) bears another name."""
    return headed({"players": (*game.players[:seat], name, *game.players[seat + 1 :])}, at, why)


def finished(how: Finished, at: str, why: str = "") -> Event:
    """The game is over (``yes``), was stopped by agreement (``early``), or goes on after all (empty)."""
    return _event("finish", at, why, how=how)


def undone(at: str) -> Event:
    """The last change that stands is taken back."""
    return _event("undo", at)


def redone(at: str) -> Event:
    """The change taken back last is brought back."""
    return _event("redo", at)


def binned(at: str, why: str = "") -> Event:
    """The game is thrown into the bin; nothing of it is lost."""
    return _event("bin", at, why)


def restored(at: str, why: str = "") -> Event:
    """The game comes out of the bin."""
    return _event("restore", at, why)


# The game that they come to


class LogEntry(NamedTuple):
    """What one event did. ``seq`` counts from 1 through the journal, ``number`` is the deal concerned, from 1.

    ``old`` and ``new`` are the deal before and after; ``key``, ``before`` and ``after`` the same for a part of the head
    (``finished`` for an end), and so ``others``, parts that were changed with it. ``of`` is the change that an undo
    took back or a redo brought back.
    """

    seq: int
    kind: str
    at: str
    why: str = ""
    number: int | None = None
    old: Deal | None = None
    new: Deal | None = None
    key: str = ""
    before: HeadValue = None
    after: HeadValue = None
    of: LogEntry | None = None
    others: tuple[LogEntry, ...] = ()


class UndoableChange(NamedTuple):
    """A change that can be taken back: what it did, the game before it and after it, and which variant each has."""

    entry: LogEntry
    before: Game
    after: Game
    digests: tuple[str, str]


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
    raw = event.raw
    if event.kind not in ("begin", "import"):
        raise ValueError(event.kind)
    digest = strict(str, raw["digest"])
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
    if state.binned != (event.kind == "restore"):
        raise Refused(finding("S707", "" if state.binned else "not", game=state.game.id), status=2)
    match event.kind:
        case "undo" | "redo":
            return _taken_back(state, event)
        case "bin" | "restore":
            why = strict(str, event.raw.get("why", ""))
            entry = LogEntry(state.seen + 1, event.kind, event.at, why)
            return replace(state, log=(*state.log, entry), binned=event.kind == "bin")
        case "deal" | "insert" | "replace" | "delete" | "head" | "finish":
            game, entry = _changed(state, event, open_rules)
            digest = strict(str, event.raw.get("digest", state.digest))
            change = UndoableChange(entry, state.game, game, (state.digest, digest))
            return State(game, digest, (*state.log, entry), (*state.done, change))
        case _:
            raise ValueError(event.kind)


def _taken_back(state: State, event: Event) -> State:
    """The state after an undo or a redo: the last change passes from the one pile to the other."""
    back = event.kind == "undo"
    pile = state.done if back else state.undone
    if not pile:
        raise Refused(finding("S708", "" if back else "redo", game=state.game.id), status=2)
    change = pile[-1]
    log = (*state.log, LogEntry(state.seen + 1, event.kind, event.at, of=change.entry))
    if back:
        return State(change.before, change.digests[0], log, state.done[:-1], (*state.undone, change))
    return State(change.after, change.digests[1], log, (*state.done, change), state.undone[:-1])


def _changed(state: State, event: Event, open_rules: OpenRules) -> tuple[Game, LogEntry]:
    """The game after a change to a deal, the head or the end, and the log's entry for it."""
    raw, game = event.raw, state.game
    plain = LogEntry(state.seen + 1, event.kind, event.at, strict(str, raw.get("why", "")))
    if event.kind == "head":
        return _head(state, raw, plain, open_rules)
    if event.kind == "finish":
        how = raw["how"]
        if how not in ENDS:
            raise ValueError(how)
        return replace(game, finished=how), plain._replace(key="finished", before=game.finished, after=how)
    number = len(game.deals) + 1 if event.kind == "deal" else strict(int, raw["number"])
    deal = None if event.kind == "delete" else deal_from_raw(raw["deal"])
    if not 1 <= number <= len(game.deals) + (event.kind in ("deal", "insert")):
        how = "" if game.deals else "none"
        raise Refused(finding("S709", how, game=game.id, found=number, expected=len(game.deals)), status=2)
    if event.kind in ("deal", "insert") and deal is not None:
        after = game.with_deal(deal) if event.kind == "deal" else game.with_deal_before(number, deal)
        return after, plain._replace(number=number, new=deal)
    entry = plain._replace(number=number, old=game.deals[number - 1], new=deal)
    return game.without_deal(number) if deal is None else game.with_deal_at(number, deal), entry


def _head(state: State, raw: Mapping[str, Any], plain: LogEntry, open_rules: OpenRules) -> tuple[Game, LogEntry]:
    parts = [(raw["key"], raw["value"])] if "key" in raw else strict(list, raw["parts"])
    digest, game, entries = raw.get("digest", state.digest), state.game, list[LogEntry]()
    for key, held in parts:
        value = from_raw({key: held}, (_FIELDS[key],))[key]
        entry = plain._replace(key=key, before=getattr(game, key, None), after=value)
        if key in ("variant", "options"):
            options = dict(value if key == "options" else ())
            rules = open_rules(digest, len(game.players), options)
            entry = entry._replace(before=getattr(game.rules, key), after=getattr(rules, key))
            game = replace(game, rules=rules)
        elif key == "players" and len(value) != game.rules.table:
            rules = open_rules(digest, len(value), dict(game.rules.options))
            game = replace(game, rules=rules, players=value, dealer=game.dealer % len(value))
        elif key == "dealer" and not 0 <= value < game.rules.table:
            raise IndexError(value)
        else:
            game = replace(game, **{key: value})
        entries.append(entry)
    first, *others = entries
    return game, first._replace(others=tuple(others))

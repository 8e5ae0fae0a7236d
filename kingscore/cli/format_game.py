"""What a change came to, for people and for programs: the deal, its points, the totals, what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kingscore.cli.context import Context, picked
from kingscore.model.game import Deal, Game, as_of, playing
from kingscore.model.language import MINUS, Amount, Names, signed
from kingscore.render.text_width import columns
from kingscore.scoring.schedule import Upcoming, deals_to_come, is_complete, left_for, upcoming
from kingscore.scoring.score import ScoreTable, score

if TYPE_CHECKING:
    from kingscore.app.change import Change
    from kingscore.journal import LogEntry
    from kingscore.storage import LibraryGame


#: Changes of which it is said in a line what they were; a deal is shown itself.
SUMMED_UP = {
    "undo": "result.undone",
    "redo": "result.redone",
    "delete": "result.amended",
    "head": "result.amended",
    "finish": "result.amended",
}


def contract_name(game: Game, contract_id: str) -> Names | str:
    """A contract's names, its id where the game has none such."""
    contract = game.rules.contract(contract_id)
    return contract_id if contract is None else contract.names


def begun(context: Context, kept: LibraryGame) -> None:
    """A game that has begun: its name, who sits where, what comes first."""
    game, table = kept.game, score(kept.game)
    coming = upcoming(game, table)
    context.tell("result.new", game=kept.name, variant=game.rules.names)
    context.write(columns([(chr(65 + seat), name) for seat, name in enumerate(game.players)], "  ", right=False))
    context.write_set(["", *following(context, game, coming, table)])
    options = dict(game.rules.options)
    standing = standing_document(game, table, coming)
    context.document({"ok": True, "game": kept.name, "variant": game.rules.variant, "options": options, **standing})


def recorded(context: Context, change: Change, summed_up: bool = True) -> None:
    """What was changed: the deal's line as it is kept, its points, the totals, what comes next."""
    from kingscore.notation import write_deal

    done, game, table = change.entry, change.game, score(change.game)
    if done.kind in SUMMED_UP and summed_up:
        context.tell(SUMMED_UP[done.kind], what=entry(context, game, done.of or done))
    if (number := change.number) is not None:
        deal = game.deals[number - 1]
        key = f"result.deal.{done.kind}" if done.kind in ("replace", "insert") else "result.deal"
        context.write(context.say(key, number=number, contract=contract_name(game, deal.contract)))
        context.write(f"  {write_deal(deal, game, number, context.words)}")
        for seat in change.filled:
            name, left = as_of(game, number).players[seat], filled_in(deal, seat)
            context.write(f"  {context.say('result.filled', name=name, n=left)}")
    if game.deals:
        context.write(_standing(context, game, table, number))
    context.report(change.findings, game.players)
    context.write_set(["", *following(context, game, upcoming(game, table), table)])
    context.document(_document(context, change) if context.json else {})


def filled_in(deal: Deal, seat: int) -> int:
    """What a seat got whose entry was left out."""
    rows = [deal.places, deal.points, *(row for _, row in deal.counts or ())]
    return next((row[seat] or 0 for row in rows if row is not None), 0)


def finished(context: Context, change: Change) -> None:
    """That a game is over, and how it ended."""
    context.report(change.findings, change.game.players)
    context.write_set(ending(context, change.game, score(change.game)))
    context.document(_document(context, change) if context.json else {})


def _standing(context: Context, game: Game, table: ScoreTable, number: int | None) -> str:
    """The names over the points of deal ``number``, if one is meant, and the running totals under those who sit now."""
    now = as_of(game, len(game.deals)).players
    rows = [("", *(as_of(game, number).players if number else now))]
    if number is not None and (points := table.lines[number - 1].points) is not None:
        out = set(range(game.rules.table)) - set(playing(game, number))
        rows.append((context.say("result.points"), *("–" if s in out else signed(n) for s, n in enumerate(points))))
    running = table.lines[-1].running if table.lines else (0,) * game.rules.table
    if running is not None:
        rows += [("", *now)] * (now != rows[0][1:])
        rows.append((context.say("result.totals"), *map(signed, running)))
    return columns(rows, "  ") if len(rows) > 1 else ""


def following(context: Context, game: Game, coming: Upcoming | None, table: ScoreTable) -> list[str]:
    """What comes next, in lines: deal, contract, dealer, who leads, declares, sits out and what is still open."""
    if coming is None:
        return ending(context, game, table)
    names, left, say = as_of(game, coming.number).players, deals_to_come(game), context.say
    number = say("next.of", number=coming.number, deals=len(game.deals) + left) if left else ""
    first = [number or say("next", number=coming.number)]
    second = [say("next.dealer", name=names[coming.dealer])]
    if coming.leads is not None:
        second.append(say("next.leads", name=names[coming.leads]))
    if out := tuple(names[seat] for seat in coming.sitting_out):
        second.append(say("next.out" if len(out) == 1 else "next.out.several", names=out))
    lines, free, single = [], game.rules.schedule.free, len(coming.contracts) == 1
    if coming.declarer is not None:
        lines.append(say("next.declares", name=names[coming.declarer]))
    elif game.rules.schedule.declarer == "bidder" and not free:
        lines.append(say("next.bids"))
    elif free and not single:
        lines.append(say("next.free"))
    if single:
        first.append(context.language.show(contract_name(game, coming.contracts[0])))
    else:
        open_ = [(context.language.show(contract_name(game, c)), n) for c, n in _left(game, coming).items()]
        lines.append(say("next.open", contracts=tuple(f"{name} ×{n}" if n > 1 else name for name, n in open_)))
    return [" · ".join(first), "  " + " · ".join(second), *("  " + line for line in lines)]


def _left(game: Game, coming: Upcoming) -> dict[str, int]:
    """How often each contract may still come: the declarer’s own, else the game’s, else simply once."""
    if coming.declarer is None and game.rules.schedule.kind == "declared":
        return dict.fromkeys(coming.contracts, 1)
    return left_for(game, coming.playing[0] if coming.declarer is None else coming.declarer)


def ending(context: Context, game: Game, table: ScoreTable) -> list[str]:
    """That the game is over, how, and who stands where."""
    early = game.finished == "early" or not is_complete(game, table)
    lines = [context.say("over.early" if early else "over")]
    if table.totals is not None and table.places is not None:
        order = sorted(range(len(game.players)), key=table.places.__getitem__)
        names = as_of(game, len(game.deals)).players
        lines += [f"  {table.places[s]}. {names[s]} {signed(table.totals[s])}" for s in order]
    return [*lines, context.say("over.settle")]


def entry(context: Context, game: Game, done: LogEntry) -> str:
    """One change in a line: ``deal 3: No queens``."""
    if done.kind in ("undo", "redo") and done.of is not None:
        return context.say(f"log.{done.kind}", what=entry(context, game, done.of))
    if done.kind == "finish":
        return context.say({"early": "log.finish.early", "": "log.finish.not"}.get(str(done.after or ""), "log.finish"))
    if done.kind == "head":
        parts = [part for part in (done, *done.others) if part.before != part.after] or [done]
        return ", ".join(_amended_head(context, game, part) for part in parts)
    deal = done.new or done.old
    contract = contract_name(game, deal.contract) if deal is not None else ""
    return context.say(f"log.{done.kind}", number=done.number or 0, contract=contract)


def _amended_head(context: Context, game: Game, done: LogEntry) -> str:
    """A part of the head before and after; of names and options only those that changed."""
    before: Any = done.before
    after: Any = done.after
    if done.key in ("seated", "options"):
        before, after = ([one for one in before if one not in after], [one for one in after if one not in before])
    if done.key == "players":
        pairs = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
        before, after = tuple(old for old, _ in pairs), tuple(new for _, new in pairs)
    before, after = (_part(context, game, done.key, value) for value in (before, after))
    return context.say("log.head", key=context.say(f"log.part.{done.key}"), before=before, after=after)


def _part(context: Context, game: Game, key: str, value: Any) -> str:
    """A part of the head as text: the dealer by name, options as a file's head has them, money as people read it."""
    if value is None or value in ("", (), []):
        return "—"
    if key == "dealer":
        return game.players[value] if value < len(game.players) else str(value)
    if key == "options":
        return ", ".join(f"{k}={v}" for k, v in value)
    if key == "seated":
        seats = (context.say("seated", name=name, seat=chr(65 + seat), number=number) for number, seat, name in value)
        return ", ".join(seats)
    if key == "stake":
        return context.language.show(Amount(value.per_point, value.currency))
    if key == "written":
        rows = (*([value.totals] if value.totals is not None else []), *(value.running or ()))
        return ", ".join(" ".join("–" if n is None else f"{n}".replace("-", MINUS) for n in row) for row in rows)
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _document(context: Context, change: Change) -> dict[str, Any]:
    """A change for programs: findings, the deal, its points, the totals, what comes next."""
    from kingscore.notation.codec import deal_document

    game, table, deal, points = change.game, score(change.game), None, None
    if (number := change.number) is not None:
        deal = {"number": number, **deal_document(game, number, game.deals[number - 1])}
        points = table.lines[number - 1].points
    return {
        **context.findings(change.findings, game.players),
        "game": change.kept.name,
        "change": change.entry.kind,
        "deal": deal,
        "points": points,
        **standing_document(game, table, upcoming(game, table)),
    }


def standing_document(game: Game, table: ScoreTable, coming: Upcoming | None) -> dict[str, Any]:
    """Where a game stands, for programs."""
    players = as_of(game, len(game.deals) if coming is None else coming.number).players
    standing = {"players": players, **picked(table, "totals", "places"), "over": coming is None, "next": None}
    if coming is not None:
        names: dict[int | None, str | None] = {None: None, **dict(enumerate(players))}
        standing["next"] = {
            **picked(coming, "number", "contracts"),
            **{role: names[getattr(coming, role)] for role in ("dealer", "leads", "declarer")},
            **{role: [names[seat] for seat in getattr(coming, role)] for role in ("playing", "sitting_out")},
            "left": _left(game, coming) if len(coming.contracts) > 1 else None,
        }
    return standing

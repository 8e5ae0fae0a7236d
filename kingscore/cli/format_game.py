"""What a change came to, for people and for programs: the deal, its points, the totals, what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kingscore.cli.context import Context
from kingscore.model.game import Deal, Game, playing
from kingscore.model.language import MINUS, Amount, Names, signed
from kingscore.render.text_width import columns
from kingscore.scoring.schedule import Upcoming, deals_to_come, is_complete, left_for, upcoming
from kingscore.scoring.score import ScoreTable, score

if TYPE_CHECKING:
    from kingscore.app.change import Change
    from kingscore.journal import LogEntry
    from kingscore.storage import LibraryGame


def contract_name(game: Game, contract_id: str) -> Names | str:
    """A contract's names, its id where the game has none such."""
    contract = game.rules.contract(contract_id)
    return contract_id if contract is None else contract.names


def begun(context: Context, kept: LibraryGame) -> int:
    """A game that has begun: its name, who sits where, what comes first."""
    game, table = kept.game, score(kept.game)
    coming = upcoming(game, table)
    context.tell("result.new", game=kept.name, variant=game.rules.names)
    context.write(columns([(chr(65 + seat), name) for seat, name in enumerate(game.players)], "  ", right=False))
    context.write_set(["", *following(context, game, coming, table)])
    options = dict(game.rules.options)
    standing = standing_document(game, table, coming)
    context.document({"ok": True, "game": kept.name, "variant": game.rules.variant, "options": options, **standing})
    return 0


def recorded(context: Context, change: Change) -> int:
    """What was changed: the deal's line as it is kept, its points, the totals, what comes next."""
    done, game, table = change.entry, change.game, score(change.game)
    if done.kind in ("undo", "redo"):
        key = "result.undone" if done.kind == "undo" else "result.redone"
        context.tell(key, what=entry(context, game, done.of or done))
    if done.new is not None and done.number is not None and done.number <= len(game.deals):
        context.write(_deal(context, change, done.number))
        context.write(standing(context, game, table, done.number))
    elif game.deals:
        context.write(standing(context, game, table, None))
    context.report(change.findings, game.players)
    context.write_set(["", *following(context, game, upcoming(game, table), table)])
    if context.json:
        context.document(document(context, change))
    return 0


def amended(context: Context, change: Change) -> int:
    """What was changed, said in a line where it is not a deal that is shown."""
    if change.entry.new is None:
        context.tell("result.amended", what=entry(context, change.game, change.entry))
    return recorded(context, change)


def finished(context: Context, change: Change) -> int:
    """That a game is over, and how it ended."""
    context.report(change.findings, change.game.players)
    context.write_set(ending(context, change.game, score(change.game)))
    if context.json:
        context.document(document(context, change))
    return 0


def _deal(context: Context, change: Change, number: int) -> str:
    from kingscore.notation import write_deal

    game = change.game
    deal, kind = game.deals[number - 1], change.entry.kind
    key = f"result.deal.{kind}" if kind in ("replace", "insert") else "result.deal"
    head = context.say(key, number=number, contract=contract_name(game, deal.contract))
    return f"{head}\n  {write_deal(deal, game, number)}"


def standing(context: Context, game: Game, table: ScoreTable, number: int | None) -> str:
    """The names over the points of deal ``number``, if one is meant, and the running totals."""
    points = table.lines[number - 1].points if number is not None else None
    rows = [("", *game.players)]
    if points is not None and number is not None:
        out = set(range(game.rules.table)) - set(playing(game, number))
        rows.append((context.say("result.points"), *("–" if s in out else signed(n) for s, n in enumerate(points))))
    running = table.lines[-1].running if table.lines else (0,) * game.rules.table
    if running is not None:
        rows.append((context.say("result.totals"), *map(signed, running)))
    return columns(rows, "  ") if len(rows) > 1 else ""


def following(context: Context, game: Game, coming: Upcoming | None, table: ScoreTable) -> list[str]:
    """What comes next, in lines: deal, contract, dealer, who leads, declares, sits out and what is still open."""
    if coming is None:
        return ending(context, game, table)
    names, left = game.players, deals_to_come(game)
    deals = None if left is None else len(game.deals) + left
    single = len(coming.contracts) == 1
    number = (
        context.say("next.of", number=coming.number, deals=deals)
        if deals
        else context.say("next", number=coming.number)
    )
    first = [number, *([_named(context, game, coming.contracts[0])] if single else [])]
    second = [context.say("next.dealer", name=names[coming.dealer])]
    if coming.leads is not None:
        second.append(context.say("next.leads", name=names[coming.leads]))
    if coming.sitting_out:
        out = tuple(names[seat] for seat in coming.sitting_out)
        second.append(context.say("next.out" if len(out) == 1 else "next.out.several", names=out))
    return [" · ".join(first), "  " + " · ".join(second), *_declaring(context, game, coming, single)]


def _declaring(context: Context, game: Game, coming: Upcoming, single: bool) -> list[str]:
    lines = []
    if coming.declarer is not None:
        lines.append("  " + context.say("next.declares", name=game.players[coming.declarer]))
    elif game.rules.schedule.declarer == "bidder" and not game.rules.schedule.free:
        lines.append("  " + context.say("next.bids"))
    elif game.rules.schedule.free and not single:
        lines.append("  " + context.say("next.free"))
    if not single:
        left = _left(game, coming)
        lines.append(
            "  " + context.say("next.open", contracts=tuple(_open(context, game, c, n) for c, n in left.items()))
        )
    return lines


def _left(game: Game, coming: Upcoming) -> dict[str, int]:
    """How often each contract may still come: the declarer’s own, else the game’s, else simply once."""
    if coming.declarer is None and game.rules.schedule.kind == "declared":
        return dict.fromkeys(coming.contracts, 1)
    return left_for(game, coming.playing[0] if coming.declarer is None else coming.declarer)


def _named(context: Context, game: Game, contract_id: str) -> str:
    return context.language.show(contract_name(game, contract_id))


def _open(context: Context, game: Game, contract_id: str, times: int) -> str:
    return _named(context, game, contract_id) + (f" ×{times}" if times > 1 else "")


def ending(context: Context, game: Game, table: ScoreTable) -> list[str]:
    """That the game is over, how, and who stands where."""
    early = game.finished == "early" or not is_complete(game, table)
    lines = [context.say("over.early" if early else "over")]
    if table.totals is not None and table.places is not None:
        order = sorted(range(len(game.players)), key=table.places.__getitem__)
        lines += [f"  {table.places[s]}. {game.players[s]} {signed(table.totals[s])}" for s in order]
    return [*lines, context.say("over.settle")]


def entry(context: Context, game: Game, done: LogEntry) -> str:
    """One change in a line: ``deal 3: No queens``."""
    deal: Deal | None = done.new or done.old
    contract = contract_name(game, deal.contract) if deal is not None else ""
    values = {"number": done.number or 0, "contract": contract}
    if done.kind in ("undo", "redo") and done.of is not None:
        return context.say(f"log.{done.kind}", what=entry(context, game, done.of))
    if done.kind == "finish":
        return context.say({"early": "log.finish.early", "": "log.finish.not"}.get(str(done.after or ""), "log.finish"))
    if done.kind == "head":
        return _amended_head(context, game, done)
    return context.say(f"log.{done.kind}", **values)


def _amended_head(context: Context, game: Game, done: LogEntry) -> str:
    """A part of the head before and after; of names and options only those that changed."""
    before: Any = done.before
    after: Any = done.after
    if done.key in ("players", "options") and isinstance(before, tuple) and isinstance(after, tuple):
        pairs = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
        before, after = tuple(old for old, _ in pairs), tuple(new for _, new in pairs)
    key = context.say(f"log.part.{done.key}")
    return context.say(
        "log.head", key=key, before=_part(context, game, done.key, before), after=_part(context, game, done.key, after)
    )


def _part(context: Context, game: Game, key: str, value: Any) -> str:
    """A part of the head as text: the dealer by name, options as a file's head has them, money as people read it."""
    if value is None or value in ("", ()):
        return "—"
    if key == "dealer":
        return game.players[value] if value < len(game.players) else str(value)
    if key == "options":
        return ", ".join(f"{k}={v}" for k, v in value)
    if key == "stake":
        return context.language.show(Amount(value.per_point, value.currency))
    if key == "written":
        rows = (*([value.totals] if value.totals is not None else []), *(value.running or ()))
        return ", ".join(" ".join("–" if n is None else f"{n}".replace("-", MINUS) for n in row) for row in rows)
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def document(context: Context, change: Change) -> dict[str, Any]:
    """A change for programs: findings, the deal, its points, the totals, what comes next."""
    from kingscore.notation.codec import deal_document

    game, number, table = change.game, change.entry.number, score(change.game)
    deal = None
    points = None
    if number is not None and change.entry.new is not None and number <= len(game.deals):
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
    return {
        "players": game.players,
        "totals": table.totals,
        "places": table.places,
        "over": coming is None,
        "next": None if coming is None else _coming(game, coming),
    }


def _coming(game: Game, coming: Upcoming) -> dict[str, Any]:
    names = game.players
    left = _left(game, coming) if len(coming.contracts) > 1 else None
    return {
        "number": coming.number,
        "dealer": names[coming.dealer],
        "leads": None if coming.leads is None else names[coming.leads],
        "playing": [names[seat] for seat in coming.playing],
        "sitting_out": [names[seat] for seat in coming.sitting_out],
        "declarer": None if coming.declarer is None else names[coming.declarer],
        "contracts": list(coming.contracts),
        "left": left,
    }

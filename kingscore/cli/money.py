"""The commands about money: settle, terms, payments, pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from kingscore.cli import format_settlement, options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context
from kingscore.cli.format_finding import local
from kingscore.cli.format_settlement import VIEWS, SettlementView
from kingscore.cli.recording import today
from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import replace
from kingscore.model.language import Amount
from kingscore.render.formats import formats_for
from kingscore.render.text_width import columns, shown
from kingscore.scoring.settlement import RULES, Rule

if TYPE_CHECKING:
    from kingscore.app.settle import SettlementRequest
    from kingscore.scoring.event_log import Line
    from kingscore.storage import Store

terms = typer.Typer()
payments = typer.Typer()
app.add_typer(terms, name="terms")
app.add_typer(payments, name="payments")

RuleName = Annotated[str, typer.Option("--rule", autocompletion=lambda: RULES)]
Entry = Annotated[str, typer.Option("--entry")]
StakeText = Annotated[str, typer.Option("--stake")]
Games = Annotated[list[str] | None, typer.Argument(autocompletion=options.games)]
Every = Annotated[bool, typer.Option("--all")]
View = Annotated[str, typer.Option("--as", autocompletion=lambda: VIEWS)]


# Settling


@app.command("settle", cls=GameCommand)
def settle(
    ctx: typer.Context,
    games: Games = None,
    rule: RuleName = "",
    since: options.Since = "",
    until: options.Until = "",
    player: options.Player = "",
    variant: options.Variant = "",
    every: Every = False,
    stake: StakeText = "",
    entry: Entry = "",
    view: View = "",
    proof: Annotated[bool, typer.Option("--proof")] = False,
    to: Annotated[str, typer.Option("--to", autocompletion=lambda: formats_for("statement"))] = "",
    output: options.Output = "",
    force: options.Force = False,
) -> int:
    """Say who owes whom, in one game or many."""
    from kingscore.app.settle import SettlementRequest, settlement
    from kingscore.render.formats import write

    context, where = Context.of(ctx), options.target(output, force)
    filters = {"--since": since, "--until": until, "--player": player, "--variant": variant}
    several = _several(context, games, every, filters)
    for word, value in (("--to", to), ("--output", output)):
        if value:
            options.refuse_beside(word, (("--proof", proof), ("--as", view)))
    request = SettlementRequest((), since, until, player, variant, _rule(rule, entry), stake, entry)
    form = options.form_of(to or where.suffix, "statement") if to or output else ""
    shape = SettlementView(proof, view and options.chosen(view, "--as", VIEWS), several)
    with context.store() as store:
        found = settlement(store, _with_games(context, store, request, games, several))
    if form:
        rendered = write(form, "statement", found.accounts, context.language)
        return context.deliver(form, replace(rendered, findings=found.findings), where)
    if not several:
        shape = replace(shape, stake=(*found.stakes, None)[0], entry=(*found.entries, None)[0])
    context.report(found.findings)
    if context.json:
        context.document(format_settlement.document(context, found, shape))
    else:
        context.write("\n\n".join(format_settlement.lines(context, found, shape)))
    return 0


def _several(context: Context, games: list[str] | None, every: bool, filters: dict[str, str]) -> bool:
    """Whether more than one game may be meant. Refused, status 2: U814 where games are chosen in two ways."""
    if games:
        options.refuse_beside("games", (("--all", every), ("--game", context.game)))
    if every:
        options.refuse_beside("--all", (("--game", context.game),))
    if context.game:
        options.refuse_beside("--game", filters.items())
    return bool(games or every or any(filters.values()))


def _rule(word: str, entry: str) -> Rule | None:
    if word and entry and word != "pot":
        raise Refused(finding("U814", first=f"--rule {word}", second="--entry"), status=2)
    return cast("Rule", options.chosen(word, "--rule", RULES)) if word else None


def _with_games(
    context: Context, store: Store, request: SettlementRequest, games: list[str] | None, several: bool
) -> SettlementRequest:
    """The request with the games meant: those named, the one in play where nothing is said, all that fit else."""
    if games:
        return replace(request, games=tuple(dict.fromkeys(store.find(word) for word in games)))
    return request if several else replace(request, games=(context.name(store),))


# Terms


@terms.command("list")
def list_terms(ctx: typer.Context) -> int:
    """What is played for in which variant, from which day on."""
    context = Context.of(ctx)
    with context.store() as store:
        purse = store.purse()
    kept = [purse.log[item.seq - 1] for item in purse.terms]
    rows = [(str(line.seq), _line(context, line)) for line in kept]
    context.write(columns(rows, right=False) if rows else context.language.say("owing.terms.none"))
    context.document({"terms": [{"number": line.seq, "at": line.note.at, **line.note.raw} for line in kept]})
    return 0


@terms.command("set")
def set_terms(
    ctx: typer.Context,
    variant: options.Variant = "",
    since: options.Since = "",
    rule: RuleName = "",
    stake: StakeText = "",
    entry: Entry = "",
) -> int:
    """Write down what is played for."""
    from kingscore.app.settle import SettlementRequest, keep_terms

    context = Context.of(ctx)
    if not (stake or entry or rule):
        raise options.missing("terms set", "stake")
    request = SettlementRequest((), since or today(), "", "", variant, _rule(rule, entry), stake, entry)
    with context.store() as store:
        kept = keep_terms(store, request, context.now())
        context.write(_line(context, store.purse().log[kept.seq - 1]))
    context.document({"ok": True, "entry": kept.seq})
    return 0


# Payments


@payments.command("list")
def list_payments(ctx: typer.Context) -> int:
    """Every entry, also those struck out."""
    context = Context.of(ctx)
    with context.store() as store:
        log = store.purse().log
    struck = context.language.say("people.log.struck")
    rows = [(str(line.seq), local(line.note.at), _line(context, line), "" if line.stands else struck) for line in log]
    context.write(columns(rows, right=False) if rows else context.language.say("owing.log.none"))
    listed = [
        {"number": line.seq, "at": line.note.at, "kind": line.note.kind, **line.note.raw, "stands": line.stands}
        for line in log
    ]
    context.document({"log": listed})
    return 0


@app.command("pay", cls=GameCommand)
@payments.command("add", cls=GameCommand)
def add_payment(
    ctx: typer.Context,
    payer: options.PlayerName,
    payee: options.PlayerName,
    amount: Annotated[list[str], typer.Argument()],
    date: Annotated[str, typer.Option("--date")] = "",
    note: Annotated[str, typer.Option("--note")] = "",
) -> int:
    """Write a payment down."""
    from kingscore.app.settle import PaymentRequest, pay

    context = Context.of(ctx)
    with context.store() as store:
        game = context.name(store) if context.game else ""
        request = PaymentRequest(payer, payee, " ".join(amount), date or today(), note, game)
        payment = pay(store, request, context.now())
        context.write(_line(context, store.purse().log[payment.seq - 1]))
    who = {"from": payment.payer, "to": payment.payee, "amount": payment.amount, "currency": payment.currency}
    more = {"date": payment.date, "note": payment.note, "game": payment.game or None}
    context.document({"ok": True, "entry": payment.seq, **who, **more})
    return 0


@payments.command("settle", cls=GameCommand)
def settle_payments(ctx: typer.Context, every: Every = False, view: View = "") -> int:
    """Write down the transfers that settle shows, as payments of today."""
    from kingscore.app.settle import SettlementRequest, pay_all

    context = Context.of(ctx)
    if every:
        options.refuse_beside("--all", (("--game", context.game),))
    with context.store() as store:
        request = SettlementRequest(() if every else (context.name(store),))
        paid = pay_all(store, request, view and options.chosen(view, "--as", VIEWS), today(), context.now())
        lines = [store.purse().log[payment.seq - 1] for payment in paid]
    context.write("\n".join(_line(context, line) for line in lines) or context.say("settle.nothing"))
    context.document({"ok": True, "entries": [line.seq for line in lines]})
    return 0


@payments.command("undo")
def undo_payment(ctx: typer.Context, number: Annotated[str, typer.Argument()] = "last") -> int:
    """Strike an entry out."""
    from kingscore.app.settle import undo

    context = Context.of(ctx)
    with context.store() as store:
        seq = undo(store, number, context.now())
        what = _line(context, store.purse().log[seq - 1])
    context.write(context.language.say("people.undone", what=what))
    context.document({"ok": True, "undone": seq})
    return 0


def _line(context: Context, line: Line) -> str:
    """An entry of the book in words."""
    raw, say = line.note.raw, context.language.say
    if line.note.kind == "undo":
        return say("people.log.undo", number=str(raw["of"]))
    if line.note.kind == "pay":
        unit = str(raw.get("currency") or context.say("settle.unit"))
        amount = context.language.show(Amount(str(raw["amount"]), unit))
        parts = [f"{raw['from']} → {raw['to']}: {amount}", raw.get("date"), raw.get("note")]
        parts.append(say("owing.for", game=raw["game"]) if raw.get("game") else "")
        return shown(" · ".join(str(part) for part in parts if part))
    parts = [
        raw.get("variant") or say("owing.every"),
        say("owing.since", date=raw["since"]) if raw.get("since") else "",
    ]
    stake, entry = raw.get("stake"), raw.get("entry")
    parts.append(context.say("settle.stake", amount=Amount(*stake)) if stake else "")
    parts.append(say("owing.entry", amount=Amount(*entry)) if entry else "")
    parts.append(say(f"owing.rule.{raw['rule']}") if raw.get("rule") else "")
    return shown(" · ".join(filter(None, parts)))

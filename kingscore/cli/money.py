"""The commands about money: settle, terms, payments, pay."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast

import typer

from kingscore.cli import options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context, OutputTarget, picked
from kingscore.cli.library import log_document, tell_undone, write_log
from kingscore.model.findings import Refused, finding
from kingscore.model.language import MINUS, Amount
from kingscore.render.formats import formats_for
from kingscore.render.text_width import columns, shown
from kingscore.scoring.money import Coin, in_coins, rest_of
from kingscore.scoring.settlement import RULES, VIEWS, Rule
from kingscore.scoring.transfers import SURELY_FEWEST

if TYPE_CHECKING:
    from kingscore.app.settle import SettlementReport
    from kingscore.scoring.event_log import LoggedEvent
    from kingscore.scoring.settlement import Account

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


class SettlementView(NamedTuple):
    """How a settlement is shown: ``view`` fewest or pairs, empty as the rule has it; ``several`` where more than one
    game may be meant."""

    proof: bool
    view: str
    several: bool


# Settling


@app.command(
    "settle",
    cls=GameCommand.where(
        excludes={
            "games": ("--all", "--game"),
            "--all": ("--game",),
            "--game": ("--since", "--until", "--player", "--variant"),
            **dict.fromkeys(("--to", "--output"), ("--proof", "--as")),
        }
    ),
)
def settle(
    context: Context,
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
    new_unit: options.NewUnit = False,
) -> None:
    """Say who owes whom, in one game or many."""
    from kingscore.app.settle import SettlementRequest, settlement
    from kingscore.render.formats import write

    where, several = OutputTarget(output, force), bool(games or every or since or until or player or variant)
    request = SettlementRequest((), since, until, player, variant, _rule(rule, entry), stake, entry, new_unit)
    form = options.form_of(to or where.suffix, "statement") if to or output else ""
    shape = SettlementView(proof, view and options.chosen(view, "--as", VIEWS), several)
    with context.store() as store:
        if not several or games:
            named = dict.fromkeys(map(store.find, games)) if games else (context.name(store),)
            request = replace(request, games=tuple(named))
        found = context.asked(partial(settlement, store), request)
    if form:
        rendered = write(form, "statement", found.accounts, context.language)
        context.deliver(form, rendered._replace(findings=found.findings), where)
        return
    context.report(found.findings)
    if not context.json:
        context.write("\n\n".join(_lines(context, found, shape)))
    else:
        context.document(_document(context, found, shape))


def _rule(word: str, entry: str) -> Rule | None:
    if word and entry and word != "pot":
        raise Refused(finding("U814", first=f"--rule {word}", second="--entry"), status=2)
    return cast("Rule", options.chosen(word, "--rule", RULES)) if word else None


def _lines(context: Context, found: SettlementReport, shape: SettlementView) -> list[str]:
    """Who has what and who pays whom, currency by currency."""
    say = context.language.say
    parts = [say("owing.games", n=len(found.games))] if shape.several else []
    for account in found.accounts:
        if shape.proof:
            parts.append(_breakdown(context, account))
        elif shape.several:
            mark, unit = context.language.decimal_mark, _unit(context, account)
            amounts = sorted(zip(account.people, account.balances, strict=True), key=lambda one: (-one[1], one[0]))
            rows = [(shown(name), "+" * (n > 0) + account.coin.shown(n, mark), unit) for name, n in amounts]
            parts.append(columns(rows, "  "))
        parts += _debts(context, found, account, shape)
    return parts if found.accounts else [*parts, say("owing.nothing")]


def _debts(context: Context, found: SettlementReport, account: Account, shape: SettlementView) -> list[str]:
    """Who pays whom, below the way in which it came about."""
    parts, mark, unit = [], context.language.decimal_mark, _unit(context, account)
    for view in VIEWS if shape.proof and not shape.view else (shape.view or account.view,):
        transfers = account.transfers(view)
        names = [(shown(account.people[t.payer]), "→", shown(account.people[t.payee])) for t in transfers]
        amounts = [account.coin.shown(t.amount, mark) for t in transfers]
        wide = max(map(len, amounts), default=0)
        debts = [(*row, amount.rjust(wide), unit) for row, amount in zip(names, amounts, strict=True)]
        text = columns(debts, "  ", right=False) if debts else "  " + context.say("settle.nothing")
        how = "greedy" if view == "fewest" and not account.certain else view
        several = shape.several or view != account.view or all(item.is_payment for item in account.items)
        head = context.language.say(f"owing.{how}", n=SURELY_FEWEST) if several else _head(context, found, account)
        parts.append(f"{head}\n{text}")
    return parts


def _unit(context: Context, account: Account) -> str:
    return shown(account.coin.currency or context.say("settle.unit"))


def _head(context: Context, found: SettlementReport, account: Account) -> str:
    """By which rule a game is settled, and for which stake."""
    stake, entry, say = (*found.stakes, None)[0], (*found.entries, None)[0], context.say
    money = entry or stake
    amount = Amount(money.per_point, shown(money.currency)) if money else None
    if entry is not None:
        return f"{say('settle.entry')} · {say('settle.each', amount=amount)}"
    rule = next((item.rule for item in account.items if item.rule), "balance")
    return f"{say(f'settle.{rule}')} · {say('settle.stake', amount=amount) if amount else say('settle.points')}"


def _document(context: Context, found: SettlementReport, shape: SettlementView) -> dict[str, Any]:
    """``{"transfers": […]}``; for several games or with a proof also all that leads there."""
    listed: dict[str, Any] = {
        "transfers": [t for account in found.accounts for t in account.transfers_document(shape.view)]
    }
    if shape.several or shape.proof:
        listed |= {"games": [row.name for row in reversed(found.games)]}
        listed |= {"accounts": [_account_document(account, shape.proof) for account in found.accounts]}
        listed |= context.findings(found.findings)
    return listed


def _breakdown(context: Context, account: Account) -> str:
    """A row a game and a payment, a column a person; then what was rounded, and the balances."""
    say, mark = context.language.say, context.language.decimal_mark
    rows = [(account.coin.currency or context.say("settle.unit"), *account.people)]
    for item in account.items:
        coins = (item.balance(name) * account.coin.per_unit for name in account.people)
        name = f"{say('owing.payment')} {item.name}" if item.is_payment else item.name
        rows.append((f"{item.date}  {name}", *(_cell(amount, account.coin, mark) for amount in coins)))
    off = tuple(b - e for b, e in zip(account.balances, account.exact, strict=True))
    if any(off):
        rows.append((say("owing.rounded"), *(_cell(one, account.coin, mark) for one in off)))
    rows.append((say("owing.balance"), *(_cell(Fraction(b), account.coin, mark) for b in account.balances)))
    return columns([tuple(map(shown, row)) for row in rows])


def _cell(amount: Fraction, coin: Coin, mark: str) -> str:
    """Coins with their sign; what is left of a coin follows as a fraction: ``+0.43 1/3``."""
    if not amount:
        return coin.shown(0, mark)
    whole, rest = divmod(abs(amount), 1)
    part = f" {rest.numerator}/{rest.denominator}" if rest else ""
    return ("+" if amount > 0 else MINUS) + coin.shown(int(whole), mark) + part


def _account_document(account: Account, whole: bool) -> dict[str, Any]:
    """An account for programs; ``exact`` amounts are fractions of the currency's unit as text, ``13/30``."""
    listed: dict[str, Any] = {
        "currency": account.coin.currency,
        "balances": {n: account.coin.exact(b) for n, b in zip(account.people, account.balances, strict=True)},
        "fewest": account.transfers_document("fewest"),
        "certain": account.certain,
        "pairs": account.transfers_document("pairs"),
    }
    if whole:
        exact = zip(account.people, account.exact, strict=True)
        listed["exact"] = {name: str(amount / account.coin.per_unit) for name, amount in exact}
        listed["items"] = []
        for item in account.items:
            amounts = {name: str(item.balance(name)) for name in item.people}
            kind = {"payment" if item.is_payment else "game": item.name}
            listed["items"].append({**kind, **picked(item, "date", "rule", "note"), "amounts": amounts})
    return listed


# Terms


@terms.command("list")
def list_terms(context: Context) -> None:
    """What is played for in which variant, from which day on."""
    with context.store() as store:
        purse = store.purse()
    kept = [purse.log[item.seq - 1] for item in purse.terms]
    rows = [(str(line.seq), _line(context, line)) for line in kept]
    context.write_rows(rows, context.language.say("owing.terms.none"))
    context.document({"terms": [{"number": line.seq, "at": line.event.at, **line.event.raw} for line in kept]})


@terms.command("set")
def set_terms(
    context: Context,
    variant: options.Variant = "",
    since: options.Since = "",
    rule: RuleName = "",
    stake: StakeText = "",
    entry: Entry = "",
    new_unit: options.NewUnit = False,
) -> None:
    """Write down what is played for."""
    from kingscore.app.settle import SettlementRequest, keep_terms

    if not (stake or entry or rule):
        any_of = "--rule / --stake / --entry"
        raise Refused(finding("U803", command="terms set", missing=any_of), status=2)
    request = SettlementRequest(
        (), since or context.today(), "", "", variant, _rule(rule, entry), stake, entry, new_unit
    )
    with context.store() as store:
        kept = context.asked(lambda request: keep_terms(store, request, context.now()), request)
        context.write(_line(context, store.purse().log[kept.seq - 1]))
    context.document({"ok": True, "entry": kept.seq})


# Payments


@payments.command("list")
def list_payments(context: Context) -> None:
    """Every entry, also those struck out."""
    from kingscore.app.settle import payments_of_deleted

    with context.store() as store:
        log, findings = store.purse().log, payments_of_deleted(store)
    context.report(findings)
    write_log(context, log, partial(_line, context), context.language.say("owing.log.none"))
    context.document({"log": log_document(log, "kind")})


@app.command("pay", cls=GameCommand)
@payments.command("add", cls=GameCommand)
def add_payment(
    context: Context,
    payer: options.PlayerName,
    payee: options.PlayerName,
    amount: Annotated[list[str], typer.Argument()],
    date: Annotated[str, typer.Option("--date")] = "",
    note: Annotated[str, typer.Option("--note")] = "",
    again: Annotated[bool, typer.Option("--again")] = False,
    new_unit: options.NewUnit = False,
) -> None:
    """Write a payment down."""
    from kingscore.app.settle import PaymentRequest, pay
    from kingscore.model.days import day_remarked

    with context.store() as store:
        game = context.name(store) if context.game else ""
        day = date or context.today()
        request = PaymentRequest(payer, payee, " ".join(amount), day, note, game, again, new_unit)
        payment, findings = context.asked(lambda request: pay(store, request, context.now()), request)
        context.write(_line(context, store.purse().log[payment.seq - 1]))
    context.report((*findings, *day_remarked(payment.date, context.today())))
    who = {"from": payment.payer, "to": payment.payee, "game": payment.game or None}
    rest = picked(payment, "amount", "currency", "date", "note")
    counted = (payment.counted or payment.amount) if payment.game else "0"
    split = {"counted": counted, "carried": rest_of(payment.amount, counted)}
    context.document({"ok": True, "entry": payment.seq, **who, **rest, **split})


@payments.command("settle", cls=GameCommand.where(excludes={"--all": ("--game",)}))
def settle_payments(context: Context, every: Every = False, view: View = "") -> None:
    """Write down the transfers that settle shows, as payments of today."""
    from kingscore.app.settle import SettlementRequest, pay_all

    with context.store() as store:
        request = SettlementRequest(() if every else (context.name(store),))
        paid = pay_all(store, request, view and options.chosen(view, "--as", VIEWS), context.today(), context.now())
        lines = [store.purse().log[payment.seq - 1] for payment in paid]
    context.write("\n".join(_line(context, line) for line in lines) or context.say("settle.nothing"))
    context.document({"ok": True, "entries": [line.seq for line in lines]})


@payments.command("undo")
def undo_payment(context: Context, number: options.Word = "last") -> None:
    """Strike an entry out."""
    from kingscore.app.people import undo

    with context.store() as store:
        seq = undo(store, number, context.now(), "payments")
        line = store.purse().log[seq - 1]
    tell_undone(context, seq, _line(context, line))


def _line(context: Context, line: LoggedEvent) -> str:
    """An entry of the book in words."""
    raw, say = line.event.raw, context.language.say
    if line.event.kind == "undo":
        return say("people.log.undo", number=str(raw["of"]))
    if line.event.kind == "pay":
        unit = str(raw.get("currency") or context.say("settle.unit"))
        amount = context.language.show(Amount(in_coins(str(raw["amount"]), unit), unit))
        parts = [f"{raw['from']} → {raw['to']}: {amount}", raw.get("date"), raw.get("note")]
        parts.append(
            say("owing.counted", amount=Amount(in_coins(str(raw["counted"]), unit), unit)) if "counted" in raw else ""
        )
        parts.append(say("owing.for", game=raw["game"]) if raw.get("game") else "")
        return shown(" · ".join(str(part) for part in parts if part))
    parts = [str(raw.get("variant") or say("owing.every"))]
    parts += [say("owing.since", date=raw["since"])] if raw.get("since") else []
    parts += [context.say("settle.stake", amount=Amount(*raw["stake"]))] if raw.get("stake") else []
    parts += [say("owing.entry", amount=Amount(*raw["entry"]))] if raw.get("entry") else []
    parts += [say(f"owing.rule.{raw['rule']}")] if raw.get("rule") else []
    return shown(" · ".join(map(str, parts)))

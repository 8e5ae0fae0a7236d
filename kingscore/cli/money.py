"""The commands about money: settle, pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from kingscore.cli.columns import columns, shown
from kingscore.cli.context import Context
from kingscore.cli.format_finding import local
from kingscore.cli.numbers import chosen, missing
from kingscore.cli.output import form_of, hand_out, suffix
from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.language import Amount

if TYPE_CHECKING:
    from kingscore.app.settle import Choice, Reckoning
    from kingscore.model.game import Stake
    from kingscore.scoring.event_log import Line
    from kingscore.scoring.settlement import Account, Rule
    from kingscore.storage import Store

Text = typer.Option
VIEWS = ("fewest", "pairs")


@dataclass(frozen=True)
class Asked:
    """How a settlement is to be told: ``view`` fewest or pairs, empty as the rule has it; ``several`` where more than
    one game may be meant, else ``stake`` and ``entry`` are those of the game; ``file`` the form, where it goes, and
    whether one there may be written over."""

    proof: bool
    view: str
    several: bool
    file: tuple[str, str, bool]
    stake: Stake | None = None
    entry: Stake | None = None


def settle(
    ctx: typer.Context,
    games: Annotated[list[str] | None, typer.Argument()] = None,
    rule: Annotated[str, Text("--rule")] = "",
    since: Annotated[str, Text("--since")] = "",
    until: Annotated[str, Text("--until")] = "",
    player: Annotated[str, Text("--player")] = "",
    variant: Annotated[str, Text("--variant")] = "",
    every: Annotated[bool, Text("--all")] = False,
    stake: Annotated[str, Text("--stake")] = "",
    entry: Annotated[str, Text("--entry")] = "",
    view: Annotated[str, Text("--as")] = "",
    proof: Annotated[bool, Text("--proof")] = False,
    keep: Annotated[bool, Text("--keep")] = False,
    to: Annotated[str, Text("--to")] = "",
    output: Annotated[str, Text("-o", "--output")] = "",
    force: Annotated[bool, Text("--force")] = False,
) -> int:
    from kingscore.app.settle import Choice, reckon

    context = Context.of(ctx)
    choice = Choice((), since, until, player, variant, _rule(rule, entry), stake, entry)
    if keep:
        return _kept(context, choice)
    several = bool(games or since or until or player or variant or every)
    asked = Asked(proof, view and chosen(view, "--as", VIEWS), several, (_form(to, output), output, force))
    with context.store() as store:
        reckoning = reckon(store, _with_games(context, store, choice, tuple(games or ()), several))
    if not several:
        stakes, entries = (*reckoning.stakes, None), (*reckoning.entries, None)
        asked = replace(asked, stake=stakes[0], entry=entries[0])
    return _answer(context, reckoning, asked)


def _rule(word: str, entry: str) -> Rule | None:
    from kingscore.scoring.settlement import RULES

    if word and entry and word != "pot":
        raise Refused(finding("U814", first=f"--rule {word}", second="--entry"), status=2)
    return cast("Rule", chosen(word, "--rule", RULES)) if word else None


def _form(to: str, output: str) -> str:
    return form_of(to or suffix(output), "statement") if to or output else ""


def _with_games(context: Context, store: Store, choice: Choice, words: tuple[str, ...], several: bool) -> Choice:
    """The choice with the games meant: those named, the one in play where nothing is said, all that fit else."""
    if words:
        return replace(choice, games=tuple(dict.fromkeys(store.find(word) for word in words)))
    return choice if several else replace(choice, games=(context.name(store),))


def _answer(context: Context, reckoning: Reckoning, asked: Asked) -> int:
    form, output, force = asked.file
    if form:
        from kingscore.render.formats import write

        made = replace(write(form, "statement", reckoning.accounts, context.language), findings=reckoning.findings)
        return hand_out(context, form, made, (output, force))
    context.report(reckoning.findings)
    if not context.json:
        context.write("\n\n".join(_told(context, reckoning, asked)))
    context.document(_document(context, reckoning, asked))
    return 0


def _told(context: Context, reckoning: Reckoning, asked: Asked) -> list[str]:
    from kingscore.cli.settlement_breakdown import proof

    say = context.language.say
    parts = [say("owing.games", n=len(reckoning.games))] if asked.several else []
    for account in reckoning.accounts:
        if asked.proof:
            parts.append(proof(context, account))
        elif asked.several:
            parts.append(_balances(context, account))
        parts += _debts(context, account, asked)
    return parts if reckoning.accounts else [*parts, say("owing.nothing")]


def _balances(context: Context, account: Account) -> str:
    rows = [
        (shown(name), _signed(context, account, balance), _unit(context, account))
        for name, balance in zip(account.people, account.balances, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda at: (-account.balances[at], account.people[at]))
    return columns([rows[at] for at in order], "  ")


def _signed(context: Context, account: Account, amount: int) -> str:
    return "+" * (amount > 0) + account.coin.shown(amount, context.language.decimal_mark)


def _unit(context: Context, account: Account) -> str:
    return shown(account.coin.currency or context.say("settle.unit"))


def _views(account: Account, asked: Asked) -> tuple[str, ...]:
    if asked.view:
        return (asked.view,)
    return VIEWS if asked.proof else ("pairs" if account.pairwise else "fewest",)


def _debts(context: Context, account: Account, asked: Asked) -> list[str]:
    """Who pays whom, below the way in which it came about."""
    parts = []
    mark = context.language.decimal_mark
    for view in _views(account, asked):
        transfers = account.fewest if view == "fewest" else account.pairs
        rows = [
            (account.people[t.payer], "→", account.people[t.payee], account.coin.shown(t.amount, mark))
            for t in transfers
        ]
        told = columns([(*map(shown, row), _unit(context, account)) for row in rows], "  ", right=False) if rows else ""
        parts.append(f"{_head(context, account, view, asked)}\n{told or '  ' + context.say('settle.nothing')}")
    return parts


def _head(context: Context, account: Account, view: str, asked: Asked) -> str:
    from kingscore.scoring.transfers import SURELY_FEWEST

    if not asked.several and view == _views(account, replace(asked, view="", proof=False))[0]:
        if asked.entry is not None:
            return f"{context.say('settle.entry')} · {context.say('settle.each', amount=_amount(asked.entry))}"
        rule = next((item.rule for item in account.items if item.rule), "balance")
        return f"{context.say(f'settle.{rule}')} · {_money(context, asked.stake)}"
    how = "greedy" if view == "fewest" and not account.certain else view
    return context.language.say(f"owing.{how}", n=SURELY_FEWEST)


def _money(context: Context, stake: Stake | None) -> str:
    if stake is None:
        return context.say("settle.points")
    return context.say("settle.stake", amount=_amount(stake))


def _amount(stake: Stake) -> Amount:
    return Amount(stake.per_point, shown(stake.currency))


def _document(context: Context, reckoning: Reckoning, asked: Asked) -> dict[str, Any]:
    """``{"transfers": […]}``; for several games or with a proof also all that leads there."""
    if not context.json:
        return {}
    from kingscore.cli.settlement_breakdown import account_document, transfers

    views = {"fewest": lambda a: a.fewest, "pairs": lambda a: a.pairs, "": lambda a: a.transfers}
    told: dict[str, Any] = {
        "transfers": [t for account in reckoning.accounts for t in transfers(account, views[asked.view](account))]
    }
    if asked.several or asked.proof:
        told |= {"games": [row.name for row in reversed(reckoning.games)]}
        told |= {"accounts": [account_document(account, asked.proof) for account in reckoning.accounts]}
        told |= context.findings(reckoning.findings)
    return told


def _kept(context: Context, choice: Choice) -> int:
    from kingscore.app.settle import keep
    from kingscore.cli.begin import today

    if not (choice.stake or choice.entry or choice.rule):
        raise missing("settle", "stake")
    with context.store() as store:
        terms = keep(store, replace(choice, since=choice.since or today()), context.now())
        context.write(_line(context, store.purse().log[terms.seq - 1]))
    context.document({"ok": True, "entry": terms.seq})
    return 0


def pay(
    ctx: typer.Context,
    payer: Annotated[str, typer.Argument()] = "",
    payee: Annotated[str, typer.Argument()] = "",
    amount: Annotated[list[str] | None, typer.Argument()] = None,
    date: Annotated[str, Text("--date")] = "",
    note: Annotated[str, Text("--note")] = "",
    undo: Annotated[str, Text("--undo")] = "",
    log: Annotated[bool, Text("--log")] = False,
) -> int:
    from kingscore.app import settle

    context = Context.of(ctx)
    with context.store() as store:
        if undo:
            number = settle.undo(store, undo, context.now())
            context.write(context.language.say("people.undone", what=_line(context, store.purse().log[number - 1])))
            context.document({"ok": True, "undone": number})
            return 0
        if log:
            return _logged(context, store)
        if not payee or not amount:
            raise missing("pay", "amount" if payee else "payee" if payer else "payer")
        from kingscore.cli.begin import today

        game = context.name(store) if context.game else ""
        wish = settle.Paying(payer, payee, " ".join(amount), date or today(), note, game)
        payment = settle.pay(store, wish, context.now())
        context.write(_line(context, store.purse().log[payment.seq - 1]))
    told = {"from": payment.payer, "to": payment.payee, "amount": payment.amount, "currency": payment.currency}
    more = {"date": payment.date, "note": payment.note, "game": payment.game or None}
    context.document({"ok": True, "entry": payment.seq, **told, **more})
    return 0


def _logged(context: Context, store: Store) -> int:
    log = store.purse().log
    struck = context.language.say("people.log.struck")
    rows = [(str(one.seq), local(one.note.at), _line(context, one), "" if one.stands else struck) for one in log]
    context.write(columns(rows, right=False) if rows else context.language.say("owing.log.none"))
    held = [
        {"number": one.seq, "at": one.note.at, "kind": one.note.kind, **one.note.raw, "stands": one.stands}
        for one in log
    ]
    context.document({"log": held})
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

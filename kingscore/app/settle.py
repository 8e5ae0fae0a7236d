"""Settles one game or many, and records payments and terms."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from operator import attrgetter
from typing import Any

from kingscore.app.begin import GamesRequest, day, games_filter, in_known_unit, stake_of, variant_id_of
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Stake
from kingscore.model.language import Amount
from kingscore.scoring.money import (
    DECIMALS,
    Payment,
    Purse,
    Terms,
    agreed,
    coin_of,
    in_coins,
    paid,
    per_point,
    read_money,
)
from kingscore.scoring.people import Roster
from kingscore.scoring.score import score
from kingscore.scoring.settlement import (
    RULES,
    Account,
    Basis,
    Rule,
    accounts,
    game_item,
    parts_of,
    payment_item,
    settle_game,
)
from kingscore.storage import GameFilter, GameRow, Store

#: Within so long the same payment once more is taken for the same one.
MINUTES = timedelta(minutes=10)
#: What people write for points where a currency would stand.
POINT_WORDS = ("point", "points", "pts", "очко", "очка", "очков", "очк", "taškas", "taškai", "taškų", "tšk")


@dataclass(frozen=True, slots=True)
class SettlementRequest:
    """What is to be settled, in the words of the one who asks; empty is what is usual.

    ``games`` are names in the store, else all that fit the rest. ``stake`` is for games that have none, ``entry`` what
    each puts into a pot.
    """

    games: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    player: str = ""
    variant: str = ""
    rule: Rule | None = None
    stake: str = ""
    entry: str = ""
    new_unit: bool = False


@dataclass(frozen=True, slots=True)
class SettlementReport:
    """What is owed, currency by currency, over which games for which money: the stake for a point of each, and what
    each player puts into its pot, which counts instead; ``findings`` are warnings and hints."""

    accounts: tuple[Account, ...]
    games: tuple[GameRow, ...]
    stakes: tuple[Stake | None, ...]
    entries: tuple[Stake | None, ...]
    findings: tuple[Finding, ...] = ()


def settlement(store: Store, request: SettlementRequest) -> SettlementReport:
    """What is still owed over the games chosen, less what was paid.

    Payments for a game count with it; all others count on their day, where games are chosen by days or all of them.
    Refused: M911 where the one game has a deal without points; status 2: P101, P102, V301, U811, M90x, S702,
    S707.
    """
    roster, purse = store.roster(), store.purse()
    asked = GamesRequest(request.player, request.variant, request.since, request.until)
    wanted = games_filter(store, asked)._replace(names=request.games)
    stakes = _money_asked_for(store, request)
    rows = store.games(wanted)
    found = {row.name for row in rows}
    for name in request.games:
        if name not in found and store.load(name).state.binned:
            raise Refused(finding("S707", game=name), status=2)
    counted, carried = _payments(purse, roster, wanted, rows)
    whole = [row for row in rows if row.totals is not None]
    terms = [_terms(purse, request, stakes, row) for row in whole]
    items = []
    for row, basis in zip(reversed(whole), reversed(terms), strict=True):
        game = store.load(row.name).game if row.seated else None
        parts = ((row.players, row.totals or ()),) if game is None else parts_of(game, score(game))
        parts = tuple((tuple(_person(roster, name) for name in people), points) for people, points in parts)
        items.append(game_item(row.name, row.date or row.begun[:10], parts, basis))
    items += [payment_item(one, _person(roster, one.payer), _person(roster, one.payee)) for one in counted]
    items.sort(key=lambda item: (item.date, item.is_payment))
    played_for = tuple(basis.stake for basis in terms), tuple(basis.entry for basis in terms)
    findings = (*_warnings(store, rows), *_not_counted(carried, wanted), *_other_stakes(stakes[0], whole))
    if not wanted.names:
        findings += payments_of_deleted(store)
    return SettlementReport(accounts(items), tuple(whole), *played_for, findings)


def _terms(purse: Purse, request: SettlementRequest, stakes: tuple[Stake | None, Stake | None], row: GameRow) -> Basis:
    """The rule, the stake and the entry by which a game is settled: what is asked for, else what was agreed on.

    ``stakes`` are the stake and the entry asked for; a game's own stake holds all the same.
    """
    kept = purse.terms_for(row.variant, row.date or row.begun[:10])
    agreed_on: Rule = next((rule for rule in RULES if rule == kept.rule), "balance")
    stake, entry = stakes
    if entry is None and request.rule in (None, "pot"):
        entry = kept.entry
    return Basis(request.rule or agreed_on, row.stake or stake, entry)


def _money_asked_for(store: Store, request: SettlementRequest) -> tuple[Stake | None, Stake | None]:
    """The stake, and what each puts into a pot, None for nothing. Refused: M901 to M905, M919."""
    entry = read_money(request.entry, "entry") if request.entry else None
    stake = stake_of(store, request.stake, request.new_unit)
    return stake, entry and in_known_unit(store, entry, request.new_unit)


def _person(roster: Roster, name: str) -> str:
    found = roster.named(name)
    return found.person.name if found else name


def _payments(
    purse: Purse, roster: Roster, wanted: GameFilter, rows: Sequence[GameRow]
) -> tuple[tuple[Payment, ...], tuple[Payment, ...]]:
    """The payments that count, and those for no game that do not though they are between people who are settled."""
    names = {row.name for row in rows}
    around = {_person(roster, name) for row in rows for name in row.players}
    by_day = not wanted.names and not wanted.variant

    def counts(one: Payment) -> bool:
        if wanted.player and wanted.player not in (_person(roster, one.payer), _person(roster, one.payee)):
            return False
        if one.game:
            return one.game in names
        return by_day and wanted.since <= one.date and (not wanted.until or one.date <= wanted.until)

    def carried(one: Payment) -> bool:
        people = {_person(roster, one.payer), _person(roster, one.payee)}
        return not one.game and not counts(one) and (people <= around or not wanted.names)

    parts = [part for one in purse.payments for part in one.parts]
    return tuple(filter(counts, parts)), tuple(filter(carried, parts))


def _warnings(store: Store, rows: Sequence[GameRow]) -> tuple[Finding, ...]:
    out: list[Finding] = []
    faulty, early = [row.name for row in rows if row.totals is None], [row for row in rows if not row.ended]
    if len(rows) == 1:
        if faulty:
            settle_game(store.load(faulty[0]).game)
        for row in early:
            open_end = row.planned is None
            n = row.deals if row.planned is None else row.planned - row.deals
            out.append(finding("M910", "open" if open_end else "", n=n))
    elif early:
        out.append(finding("M912", n=len(early), games=tuple(row.name for row in early[:5])))
    if faulty:
        out.append(finding("M913", n=len(faulty), games=tuple(faulty[:5])))
    return tuple(out)


def _not_counted(carried: Sequence[Payment], wanted: GameFilter) -> Iterator[Finding]:
    """What was paid for no game, where games are settled one by one or by days that it lies outside."""
    if carried:
        how = "game" if wanted.names or wanted.variant else ""
        rest = ("…",) if len(carried) > 5 else ()
        yield finding("M914", how, n=len(carried), found=(*map(_money, carried[:5]), *rest))


def _other_stakes(stake: Stake | None, rows: Sequence[GameRow]) -> Iterator[Finding]:
    """Games that keep their own stake though another was asked for."""
    own = [row for row in rows if stake and row.stake and row.stake != stake]
    if stake and own:
        first = own[0]
        assert first.stake is not None
        kept, asked = (Amount(one.per_point, one.currency) for one in (first.stake, stake))
        games = tuple(row.name for row in own[:5])
        line = shlex.join(("kingscore", "--game", first.name, "amend", "head", f"stake={asked.exact} {asked.unit}"))
        yield finding("M920", n=len(own), games=games, kept=kept, found=asked, line=line)


def payments_of_deleted(store: Store, name: str = "") -> tuple[Finding, ...]:
    """Payments for games in the bin, or for the one named there, which count nowhere: how many, and how much."""
    for_games = [one for one in store.purse().payments if one.game]
    if not for_games:
        return ()
    binned = {row.name for row in store.games(GameFilter(binned=True)) if name in ("", row.name)}
    of: dict[str, list[Payment]] = {}
    for one in for_games:
        if one.game in binned:
            of.setdefault(one.game, []).append(one.parts[0])
    return tuple(
        finding("M918", n=len(payments), game=game, number=payments[-1].seq, found=tuple(map(_money, payments[:5])))
        for game, payments in sorted(of.items())
    )


def _money(payment: Payment) -> Amount:
    return Amount(in_coins(payment.amount, payment.currency), payment.currency or POINT_WORDS[1])


# Payments


@dataclass(frozen=True, slots=True)
class PaymentRequest:
    """A payment in the words of the one who writes it down; ``game`` is the name of the game that it pays."""

    payer: str
    payee: str
    amount: str
    date: str
    note: str = ""
    game: str = ""
    again: bool = False
    new_unit: bool = False


def pay(store: Store, request: PaymentRequest, at: str) -> tuple[Payment, tuple[Finding, ...]]:
    """A payment is written down, and what is to be said of it.

    It counts for the game named, else for the one in play, up to what its payer owes its payee there; what is more is
    carried, for no game. Refused, status 2: P101, P102, M901 to M907, U811; M917 where the same was paid minutes ago.
    """
    roster, purse = store.roster(), store.purse()
    payer, payee = roster.find(request.payer).person.name, roster.find(request.payee).person.name
    if payer == payee:
        raise Refused(finding("M907", name=payer))
    amount, currency = amount_of(request.amount)
    if currency:
        currency = in_known_unit(store, Stake(amount, currency), request.new_unit).currency
    payment = Payment(payer, payee, amount, currency, day(request.date), request.note, request.game, "", purse.seen + 1)
    if not request.again:
        _not_twice(purse, payment, at)
    payment, findings = _for_its_game(store, payment, at)
    store.enter("payments", (paid(payment, at),), purse.seen)
    return payment, (*findings, *(payments_of_deleted(store, payment.game) if payment.game else ()))


def _not_twice(purse: Purse, payment: Payment, at: str) -> None:
    """Refused: M917 where the same people were written down with the same amount within the last minutes."""

    def same(one: Payment) -> bool:
        of = attrgetter("payer", "payee", "currency", "date")
        return of(one) == of(payment) and Fraction(one.amount) == Fraction(payment.amount)

    for one in filter(same, reversed(purse.payments)):
        ago = datetime.fromisoformat(at) - datetime.fromisoformat(purse.log[one.seq - 1].event.at)
        if abs(ago) < MINUTES:
            seconds, line = int(abs(ago).total_seconds()), _line(payment, at, "--again")
            pair: dict[str, Any] = {"payer": payment.payer, "payee": payment.payee, "found": _money(payment)}
            raise Refused(finding("M917", **pair, n=seconds, number=one.seq, line=line), status=2)


def pay_all(store: Store, request: SettlementRequest, view: str, date: str, at: str) -> tuple[Payment, ...]:
    """Every transfer of a settlement is written down as a payment of that day, by the ``view`` fewest or pairs, empty
    for the rule's own; all at once, for the game where it is one. Refused as ``settlement``."""
    purse, game = store.purse(), request.games[0] if len(request.games) == 1 else ""
    payments: list[Payment] = []
    for account in settlement(store, request).accounts:
        for transfer in account.transfers(view):
            payer, payee = account.people[transfer.payer], account.people[transfer.payee]
            amount, seq = account.coin.exact(transfer.amount), purse.seen + len(payments) + 1
            payments.append(Payment(payer, payee, amount, account.coin.currency, date, "", game, "", seq))
    if payments:
        store.enter("payments", [paid(payment, at) for payment in payments], purse.seen)
    return tuple(payments)


def amount_of(text: str) -> tuple[str, str | None]:
    """An amount as somebody says it and its currency, None for points. Refused, status 2: M901 to M906."""
    money = read_money(text, "payment")
    if money.currency.casefold().rstrip(".") in POINT_WORDS:
        return money.per_point, None
    written = len(money.per_point.partition(".")[2])  # 1.250 EUR may be meant for a thousand
    if money.currency in DECIMALS and (per_point(money).denominator != 1 or written > DECIMALS[money.currency]):
        least = coin_of(money).exact(1)
        raise Refused(finding("M906", found=text, expected=Amount(least, money.currency)))
    return money.per_point, money.currency


def _for_its_game(store: Store, payment: Payment, at: str) -> tuple[Payment, tuple[Finding, ...]]:
    """The payment with the game that it is for, the one named or in play, and how much of it that takes; M916 where it
    is more than is owed there, or the other owes."""
    name = payment.game or store.current()
    if name is None:
        return payment, ()
    try:
        found = settlement(store, SettlementRequest((name,))).accounts
    except Refused:
        return payment, ()
    account = next((one for one in found if one.coin.currency == payment.currency), None)
    if account is None or not {payment.payer, payment.payee} <= set(account.people):
        return payment, ()
    coin, pair = account.coin, (payment.payer, payment.payee)
    owed = {(account.people[t.payer], account.people[t.payee]): t.amount for t in account.transfers()}
    here, back = owed.get(pair, 0), owed.get(pair[::-1], 0)
    of: dict[str, Any] = {
        "game": name,
        "payer": payment.payer,
        "payee": payment.payee,
        "paid": _money(payment),
    }
    if Fraction(payment.amount) * coin.per_unit <= here:
        return replace(payment, game=name), ()
    if here:
        counted = coin.exact(here)
        split = replace(payment, game=name, counted=counted)
        of["counted"], of["carried"] = map(_money, split.parts)
        return split, (finding("M916", **of),)
    turned = _line(replace(payment, payer=payment.payee, payee=payment.payer), at)
    payment = replace(payment, game="")
    if not back:
        return payment, (finding("M916", "nothing", **of),)
    return payment, (
        finding("M916", "opposite", **of, owed=_money(replace(payment, amount=coin.exact(back))), line=turned),
    )


def _line(payment: Payment, at: str, *more: str) -> str:
    """The command that writes a payment down."""
    money = _money(payment)
    game = ("--game", payment.game) if payment.game else ()
    day = ("--date", payment.date) if payment.date != at[:10] else ()
    note = ("--note", payment.note) if payment.note else ()
    return shlex.join(
        ("kingscore", *game, "pay", payment.payer, payment.payee, money.exact, money.unit, *day, *note, *more)
    )


def keep_terms(store: Store, request: SettlementRequest, at: str) -> Terms:
    """What is played for from a day on is written down, in one variant or in all. Refused, status 2: M90x, U811,
    V301."""
    purse = store.purse()
    variant, since = variant_id_of(store, request.variant), day(request.since)
    stake, entry = _money_asked_for(store, request)
    terms = Terms(variant, since, stake, entry, request.rule or "", purse.seen + 1)
    store.enter("payments", (agreed(terms, at),), purse.seen)
    return terms

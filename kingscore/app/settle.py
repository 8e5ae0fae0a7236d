"""Settles one game or many, and records payments and terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kingscore.app.begin import GamesRequest, day, games_filter, stake_of, variant_id_of
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Stake
from kingscore.model.language import Amount
from kingscore.scoring.money import DECIMALS, Payment, Purse, Terms, agreed, coin_of, paid, per_point, read_money
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
    stakes = stake_of(request.stake), _entry(request.entry)
    rows = store.games(wanted)
    found = {row.name for row in rows}
    for name in request.games:
        if name not in found and store.load(name).state.binned:
            raise Refused(finding("S707", game=name), status=2)
    counted, left = _payments(purse, roster, wanted, rows)
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
    return SettlementReport(accounts(items), tuple(whole), *played_for, _warnings(store, rows, left))


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


def _entry(text: str) -> Stake | None:
    """What each puts into a pot, None for nothing. Refused: M901 to M905."""
    return read_money(text, "entry") if text else None


def _person(roster: Roster, name: str) -> str:
    found = roster.named(name)
    return found.person.name if found else name


def _payments(
    purse: Purse, roster: Roster, wanted: GameFilter, rows: Sequence[GameRow]
) -> tuple[tuple[Payment, ...], int]:
    """The payments that count, and how many more there are."""
    names = {row.name for row in rows}
    by_day = not wanted.names and not wanted.variant

    def counts(one: Payment) -> bool:
        if wanted.player and wanted.player not in (_person(roster, one.payer), _person(roster, one.payee)):
            return False
        if one.game:
            return one.game in names
        return by_day and wanted.since <= one.date and (not wanted.until or one.date <= wanted.until)

    counted = tuple(one for one in purse.payments if counts(one))
    return counted, sum(1 for one in purse.payments if not one.game) - sum(1 for one in counted if not one.game)


def _warnings(store: Store, rows: Sequence[GameRow], left: int) -> tuple[Finding, ...]:
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
    if left:
        out.append(finding("M914", n=left))
    return tuple(out)


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


def pay(store: Store, request: PaymentRequest, at: str) -> Payment:
    """A payment is written down. Where no game is said, it is for the game in play if that still owes so much.

    Refused, status 2: P101, P102, M901 to M907, U811.
    """
    roster, purse = store.roster(), store.purse()
    payer, payee = roster.find(request.payer).person.name, roster.find(request.payee).person.name
    if payer == payee:
        raise Refused(finding("M907", name=payer))
    amount, currency = amount_of(request.amount)
    payment = Payment(payer, payee, amount, currency, day(request.date), request.note, request.game, purse.seen + 1)
    if not request.game:
        payment = replace(payment, game=_game_owing(store, payment))
    store.enter("payments", (paid(payment, at),), purse.seen)
    return payment


def pay_all(store: Store, request: SettlementRequest, view: str, date: str, at: str) -> tuple[Payment, ...]:
    """Every transfer of a settlement is written down as a payment of that day, by the ``view`` fewest or pairs, empty
    for the rule's own; all at once, for the game where it is one. Refused as ``settlement``."""
    purse, game = store.purse(), request.games[0] if len(request.games) == 1 else ""
    payments: list[Payment] = []
    for account in settlement(store, request).accounts:
        for transfer in account.transfers(view):
            payer, payee = account.people[transfer.payer], account.people[transfer.payee]
            amount, seq = account.coin.exact(transfer.amount), purse.seen + len(payments) + 1
            payments.append(Payment(payer, payee, amount, account.coin.currency, date, "", game, seq))
    if payments:
        store.enter("payments", [paid(payment, at) for payment in payments], purse.seen)
    return tuple(payments)


def amount_of(text: str) -> tuple[str, str | None]:
    """An amount as somebody says it and its currency, None for points. Refused, status 2: M901 to M906."""
    money = read_money(text, "payment")
    if money.currency.casefold().rstrip(".") in POINT_WORDS:
        return money.per_point, None
    if money.currency in DECIMALS and per_point(money).denominator != 1:
        least = coin_of(money).exact(1)
        raise Refused(finding("M906", found=text, expected=Amount(least, money.currency)))
    return money.per_point, money.currency


def _game_owing(store: Store, payment: Payment) -> str:
    """The game in play, if its payer still owes its payee as much there; empty if not."""
    name = store.current()
    if name is None:
        return ""
    try:
        found = settlement(store, SettlementRequest((name,))).accounts
    except Refused:
        return ""
    for account in found:
        coins = Fraction(payment.amount) * account.coin.per_unit
        for transfer in account.transfers() if account.coin.currency == payment.currency else ():
            pair = (account.people[transfer.payer], account.people[transfer.payee])
            if pair == (payment.payer, payment.payee) and coins <= transfer.amount:
                return name
    return ""


def keep_terms(store: Store, request: SettlementRequest, at: str) -> Terms:
    """What is played for from a day on is written down, in one variant or in all. Refused, status 2: M90x, U811,
    V301."""
    purse = store.purse()
    variant, since = variant_id_of(store, request.variant), day(request.since)
    stake, entry = stake_of(request.stake), _entry(request.entry)
    terms = Terms(variant, since, stake, entry, request.rule or "", purse.seen + 1)
    store.enter("payments", (agreed(terms, at),), purse.seen)
    return terms

"""Payments between people, and the terms for which variants are played, as their book has them. It settles nothing."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.frozen import dataclass
from kingscore.model.game import Stake
from kingscore.model.json_values import stake_from_raw, stake_to_raw, text_from_raw
from kingscore.scoring.event_log import FAULTS, UNDO, Line, Note, lines, not_readable, noted


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` gave ``payee`` an amount, by the names that were said.

    ``amount`` is an exact decimal, ``currency`` None for points, ``game`` the name of the game that it pays, empty for
    none, ``seq`` its number in the book.
    """

    payer: str
    payee: str
    amount: str
    currency: str | None
    date: str = ""
    note: str = ""
    game: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played for from a day on: in one variant, or in all where ``variant`` is empty.

    ``stake`` is what a new game gets for each point, ``entry`` what each puts into the pot of a game, ``rule`` how it
    is settled; None and empty say nothing.
    """

    variant: str = ""
    since: str = ""
    stake: Stake | None = None
    entry: Stake | None = None
    rule: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Purse:
    """The payments and terms that stand, in the order in which they were written."""

    payments: tuple[Payment, ...] = ()
    terms: tuple[Terms, ...] = ()
    log: tuple[Line, ...] = ()

    @property
    def seen(self) -> int:
        """The number of the last event."""
        return len(self.log)

    def terms_for(self, variant: str, date: str) -> Terms:
        """What a game of that variant and day is played for: the terms of the variant before those of all, the later
        day before the earlier, the later written before the earlier."""
        fit = [one for one in self.terms if one.variant in ("", variant) and (not one.since or one.since <= date)]
        return max(fit, key=lambda one: (bool(one.variant), one.since, one.seq), default=Terms())


def paid(payment: Payment, at: str) -> Note:
    """A payment was made."""
    named = {"from": payment.payer, "to": payment.payee, "amount": payment.amount, "currency": payment.currency}
    return noted("pay", at, **named, date=payment.date, note=payment.note, game=payment.game)


def agreed(terms: Terms, at: str) -> Note:
    """Terms hold from their day on."""
    money = {"stake": stake_to_raw(terms.stake), "entry": stake_to_raw(terms.entry)}
    return noted("terms", at, variant=terms.variant, since=terms.since, rule=terms.rule, **money)


def fold_purse(notes: Sequence[Note]) -> Purse:
    """The purse after all events. Refused, status 3: S725 where an event cannot be read."""
    payments: list[Payment] = []
    terms: list[Terms] = []
    seq = len(notes)
    try:
        log = lines(notes)
        for line in log:
            seq = line.seq
            if line.note.kind == "pay" and line.stands:
                payments.append(_payment(line))
            elif line.note.kind == "terms" and line.stands:
                terms.append(_terms(line))
            elif line.note.kind not in (UNDO, "pay", "terms"):
                raise ValueError(line.note.kind)
    except FAULTS as fault:
        raise not_readable("payments", seq, fault) from None
    return Purse(tuple(payments), tuple(terms), log)


def _payment(line: Line) -> Payment:
    raw = line.note.raw

    def text(part: str) -> str:
        return text_from_raw(raw.get(part, ""))

    return Payment(
        payer=text_from_raw(raw["from"]),
        payee=text_from_raw(raw["to"]),
        amount=_exact(raw["amount"]),
        currency=text("currency") or None,
        date=text("date"),
        note=text("note"),
        game=text("game"),
        seq=line.seq,
    )


def _exact(raw: object) -> str:
    text = text_from_raw(raw)
    if not text.isascii() or not text.replace(".", "", 1).isdigit():
        raise ValueError(text)
    return text


def _terms(line: Line) -> Terms:
    raw = line.note.raw
    variant, since, rule = (text_from_raw(raw.get(part, "")) for part in ("variant", "since", "rule"))
    return Terms(variant, since, stake_from_raw(raw.get("stake")), stake_from_raw(raw.get("entry")), rule, line.seq)

"""Money as people write it and as whole coins: stakes, payments between people, and the terms of play of a group."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kingscore.model.findings import Refused, finding
from kingscore.model.folding import loose
from kingscore.model.game import Stake
from kingscore.model.json_values import Event, stake_from_raw, stake_to_raw, strict
from kingscore.model.language import MINUS
from kingscore.scoring.event_log import LoggedEvent, fold, noted

#: The codes of ISO 4217 by the decimals of the currency's smallest coin.
_CODES = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF"
    " CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF"
    " IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN"
    " MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS"
    " SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XTS YER ZAR ZMW ZWG",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
DECIMALS = {code: decimals for decimals, codes in _CODES.items() for code in codes.split()}
#: What people write for a currency, without regard to case and a final full stop.
SPELLINGS = {
    **dict.fromkeys(("€", "euro", "euros", "евро", "euras", "eurai", "eurų"), "EUR"),
    **dict.fromkeys(("$", "dollar", "dollars", "доллар", "доллара", "долларов", "doleris", "dolerių"), "USD"),
    **dict.fromkeys(("₽", "руб", "р", "рубль", "рубля", "рублей", "rubliai", "rublių"), "RUB"),
    **dict.fromkeys(("zł", "złoty", "złotych", "злотых", "zlotų"), "PLN"),
    **dict.fromkeys(("₴", "грн", "гривна", "гривен", "гривень"), "UAH"),
    **dict.fromkeys(("£", "pound", "pounds"), "GBP"),
    **dict.fromkeys(("kč", "korun"), "CZK"),
    **dict.fromkeys(("¥", "yen", "иен"), "JPY"),
}
#: What people write for a hundredth of a currency.
HUNDREDTHS = {
    **dict.fromkeys(("c", "ct", "cent", "cents", "цент", "цента", "центов", "centas", "centai", "centų"), "EUR"),
    **dict.fromkeys(("eurocent", "eurocents", "евроцент", "евроцента", "евроцентов"), "EUR"),
    **dict.fromkeys(("коп", "копейка", "копейки", "копеек", "kapeikos", "kapeikų", "kop"), "RUB"),
    **dict.fromkeys(("gr", "groszy"), "PLN"),
    **dict.fromkeys(("¢",), "USD"),
}
#: What grammar puts at the end of one and the same word, in each language.
ENDINGS = tuple(
    frozenset(loose(ending.strip("-")) for ending in endings.split())
    for endings in (
        "- s es y ies",
        "- а я о е и ы у ю ь й ка ки ку кой ке ко ек ок ов ев ей ам ом ами ах ень ня ней ни",
        "as ai ų us ui a ą os is ys į iai ių ius iui ė ės ę o ams",
    )
)
#: The least that two forms of a word have in common.
STEM = 3
#: The longest number that a stake may have, before and after its decimal mark.
WHOLE_DIGITS, DECIMAL_DIGITS = 9, 6
LONGEST_UNIT = 20
USUAL = ("EUR", "USD", "RUB", "PLN", "CZK", "UAH", "GBP")

_AMOUNT = r"(?P<sign>[+\-−–]?)(?P<whole>[0-9]+)(?:(?P<mark>[.,])(?P<part>[0-9]+))?"
_AMOUNT_FIRST = re.compile(rf"{_AMOUNT}\s*(?P<unit>[^0-9.,].*)?", re.DOTALL)
_UNIT_FIRST = re.compile(rf"(?P<unit>[^0-9]*?)\s*{_AMOUNT}", re.DOTALL)
_BLANKS_OF_THOUSANDS = re.compile(r"(?<=[0-9])[ \u00a0\u2009\u202f'’](?=[0-9]{3}(?![0-9]))")
_EXACT = re.compile(r"[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Coin:
    """What amounts are counted in: the smallest coin, of which a unit of ``currency`` has ``10 ** decimals``.

    ``currency`` is None where points are settled as points; their smallest coin is a hundredth, so that the average of
    a table of four or five is exact.
    """

    currency: str | None
    decimals: int

    @property
    def per_unit(self) -> int:
        """How many coins a unit has."""
        return int(10**self.decimals)

    def exact(self, amount: int) -> str:
        """So many coins as an exact decimal: ``"0.95"`` of a currency, ``"19"`` or ``"4.25"`` of points."""
        sign, digits = "-" if amount < 0 else "", str(abs(amount)).rjust(self.decimals + 1, "0")
        cut = len(digits) - self.decimals
        part = digits[cut:] if self.currency else digits[cut:].rstrip("0")
        return f"{sign}{digits[:cut]}.{part}" if part else f"{sign}{digits[:cut]}"

    def shown(self, amount: int, mark: str = ".") -> str:
        """So many coins as people read them: a true minus and a language's decimal mark."""
        return self.exact(amount).replace("-", MINUS).replace(".", mark)


POINTS = Coin(None, 2)


def read_stake(text: str) -> Stake:
    """A stake as somebody wrote it: ``0.05 EUR``, ``0,05 €``, ``€0.05``, ``5 ct``, ``50 коп.``, ``2 matches``.

    The decimal mark is a point or a comma; a blank may part the thousands. Refused with M901 to M905 where it cannot be
    taken for one exact amount.
    """
    bare = _BLANKS_OF_THOUSANDS.sub("", unicodedata.normalize("NFC", text).strip())
    match = _AMOUNT_FIRST.fullmatch(bare) or _UNIT_FIRST.fullmatch(bare)
    if match is None:
        raise Refused(finding("M901", found=text[:60]))
    whole, part, unit = match["whole"], match["part"] or "", (match["unit"] or "").strip()
    if match["mark"] == "," and len(part) == 3 and whole.strip("0"):
        raise Refused(finding("M901", "thousands", found=text[:60], small=f"{whole}.{part}", big=whole + part))
    if match["sign"] not in ("", "+"):
        raise Refused(finding("M904", found=text[:60]))
    if not unit:
        raise Refused(finding("M902", found=text[:60]))
    if len(unit.split()) > 1:
        raise Refused(finding("M903", "unit", found=unit[:40], n=LONGEST_UNIT))
    return stake_of(f"{whole}.{part}" if part else whole, unit)


def read_money(text: str, of: str) -> Stake:
    """An amount that is no stake, written like one: of a ``payment``, or an ``entry`` into a pot. Refused as
    ``read_stake``, in words of its own."""
    try:
        return read_stake(text)
    except Refused as refused:
        reworded = (f if f.how or f.is_a("unknown-currency") else replace(f, how=of) for f in refused.findings)
        raise Refused(*reworded, status=refused.status) from None


def stake_of(per_point: str, currency: str) -> Stake:
    """A stake from an exact decimal (``"0.05"``) and a currency. Refused: M901, M903, M904, M905."""
    if not _EXACT.fullmatch(per_point):
        raise Refused(finding("M904" if per_point.startswith(("-", "−", "–")) else "M901", found=per_point))
    whole, _, part = per_point.partition(".")
    if len(whole) > WHOLE_DIGITS or len(part) > DECIMAL_DIGITS:
        raise Refused(finding("M905", found=per_point[:40], whole=WHOLE_DIGITS, decimals=DECIMAL_DIGITS))
    if not (whole + part).strip("0"):
        raise Refused(finding("M904", found=per_point))
    unit = unicodedata.normalize("NFC", currency).strip()
    folded = unit.casefold().rstrip(".")
    if folded not in HUNDREDTHS:
        return Stake(per_point, _currency(SPELLINGS.get(folded, unit)))
    digits = whole.rjust(3, "0")  # a hundredth of the decimal: "5" becomes "0.05"
    units, decimals = digits[:-2].lstrip("0") or "0", (digits[-2:] + part).rstrip("0")
    return Stake(f"{units}.{decimals}" if decimals else units, HUNDREDTHS[folded])


def _currency(unit: str) -> str:
    """The code of a currency; anything else that people play for, matches or sweets, keeps its own name."""
    if unit.rstrip(".").upper() in DECIMALS:
        return unit.rstrip(".").upper()
    strange = any(unicodedata.category(sign)[0] in "CN" or sign in '#",:;=' for sign in unit)
    if not unit or len(unit) > LONGEST_UNIT or unit[0] == "." or strange:
        raise Refused(finding("M903", "unit", found=unit[:40], n=LONGEST_UNIT))
    if len(unit) == 3 and unit.isascii() and unit.isupper():
        # Near are codes of the same letters, else usual ones with one letter other.
        twisted = tuple(code for code in DECIMALS if sorted(code) == sorted(unit))
        one_off = tuple(code for code in USUAL if sum(a != b for a, b in zip(unit, code, strict=True)) == 1)
        raise Refused(finding("M903", found=unit, near=(twisted or one_off or USUAL)[:3]))
    return unit


def same_unit(word: str, known: Iterable[str]) -> str | None:
    """The one of the known units that a word is: but for case, accents and a full stop, or in another form of grammar
    (``match`` and ``matches``, «спичка» and «спичек»)."""
    form = loose(word).rstrip(".")
    for unit in known:
        other = loose(unit).rstrip(".")
        # An ending may begin like another of the same word, -as and -ai: the stem need not be the longest.
        stems = [at for at in range(STEM, min(len(form), len(other)) + 1) if form[:at] == other[:at]]
        if form == other or any({form[at:], other[at:]} <= endings for at in stems for endings in ENDINGS):
            return unit
    return None


def coin_of(stake: Stake | None) -> Coin:
    """The smallest coin of a stake's currency; of other things the decimals that the stake itself has."""
    if stake is None:
        return POINTS
    if stake.currency in DECIMALS:
        return Coin(stake.currency, DECIMALS[stake.currency])
    return Coin(stake.currency, len(stake.per_point.partition(".")[2].rstrip("0")))


def per_point(stake: Stake | None) -> Fraction:
    """How many of the smallest coins a point is worth, exactly; a stake may be finer than a coin."""
    if stake is None:
        return Fraction(POINTS.per_unit)
    exact = stake_of(stake.per_point, stake.currency)
    return Fraction(exact.per_point) * Fraction(10 ** coin_of(exact).decimals)


# Payments and terms


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` gave ``payee`` an amount, by the names that were given.

    ``amount`` is an exact decimal, ``currency`` None for points, ``game`` the name of the game that it pays, empty for
    none, ``counted`` how much of it that game took where it was more than was owed there, ``seq`` its number in the
    log.
    """

    payer: str
    payee: str
    amount: str
    currency: str | None
    date: str = ""
    note: str = ""
    game: str = ""
    counted: str = ""
    seq: int = 0

    @property
    def parts(self) -> tuple[Payment, ...]:
        """What counts for its game, and what is carried: that is for no game."""
        if not self.counted:
            return (self,)
        carried = replace(self, amount=rest_of(self.amount, self.counted), game="", counted="")
        return replace(self, amount=self.counted, counted=""), carried


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played for from a day on: in one variant, or in all where ``variant`` is empty.

    ``stake`` is what a new game gets for each point, ``entry`` what each puts into the pot of a game, ``rule`` how it
    is settled; None and empty leave that open.
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
    log: tuple[LoggedEvent, ...] = ()

    @property
    def seen(self) -> int:
        """The number of the last event."""
        return len(self.log)

    def terms_for(self, variant: str, date: str) -> Terms:
        """What a game of that variant and day is played for: the terms of the variant before those of all, the later
        day before the earlier, the later written before the earlier."""
        fit = [terms for terms in self.terms if terms.variant in ("", variant) and terms.since <= date]
        return max(fit, key=lambda terms: (bool(terms.variant), terms.since, terms.seq), default=Terms())


def paid(payment: Payment, at: str) -> Event:
    """A payment was made."""
    named = {"from": payment.payer, "to": payment.payee, "amount": payment.amount, "currency": payment.currency}
    rest = {"date": payment.date, "note": payment.note, "game": payment.game, "counted": payment.counted}
    return noted("pay", at, **named, **rest)


def in_coins(amount: str, currency: str | None) -> str:
    """An exact decimal with at least the decimals of its currency's coin."""
    whole, _, part = amount.partition(".")
    part = part.ljust(DECIMALS.get(currency or "", 0), "0")
    return f"{whole}.{part}" if part else whole


def rest_of(amount: str, taken: str) -> str:
    """One exact decimal less another that is no larger, with the decimals of the longer."""
    decimals = max(len(text.partition(".")[2]) for text in (amount, taken))
    return Coin("", decimals).exact(int((Fraction(amount) - Fraction(taken)) * 10**decimals))


def agreed(terms: Terms, at: str) -> Event:
    """Terms hold from their day on."""
    money = {"stake": stake_to_raw(terms.stake), "entry": stake_to_raw(terms.entry)}
    return noted("terms", at, variant=terms.variant, since=terms.since, rule=terms.rule, **money)


def fold_purse(events: Sequence[Event]) -> Purse:
    """The purse after all events. Refused, status 3: S725 where an event cannot be read."""
    purse, log = fold("payments", events, Purse(), _after)
    return replace(purse, log=log)


def _after(purse: Purse, line: LoggedEvent) -> Purse:
    raw, kind = line.event.raw, line.event.kind
    if kind == "pay":
        payer, payee, amount = (strict(str, raw[part]) for part in ("from", "to", "amount"))
        currency, date, note, game = (strict(str, raw.get(part, "")) for part in ("currency", "date", "note", "game"))
        counted = strict(str, raw.get("counted", ""))
        for decimal in (amount, counted or "0"):
            if not decimal.isascii() or not decimal.replace(".", "", 1).isdigit():
                raise ValueError(decimal)
        if counted and not Fraction(counted) < Fraction(amount):
            raise ValueError(counted)
        payment = Payment(payer, payee, amount, currency or None, date, note, game, counted, line.seq)
        return replace(purse, payments=(*purse.payments, payment))
    if kind != "terms":
        raise ValueError(kind)
    variant, since, rule = (strict(str, raw.get(part, "")) for part in ("variant", "since", "rule"))
    stake, entry = stake_from_raw(raw.get("stake")), stake_from_raw(raw.get("entry"))
    return replace(purse, terms=(*purse.terms, Terms(variant, since, stake, entry, rule, line.seq)))

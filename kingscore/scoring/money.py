"""Stakes as people write them, and amounts as whole numbers of the smallest coin. It settles and prints nothing."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Stake
from kingscore.model.language import MINUS

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
    **dict.fromkeys(("ct", "cent", "cents", "цент", "цента", "центов", "centas", "centai", "centų"), "EUR"),
    **dict.fromkeys(("коп", "копейка", "копейки", "копеек", "kapeikos", "kapeikų", "kop"), "RUB"),
    **dict.fromkeys(("gr", "groszy"), "PLN"),
    **dict.fromkeys(("¢",), "USD"),
}
#: The longest number that a stake may have, before and after its decimal mark.
WHOLE_DIGITS, DECIMAL_DIGITS = 9, 6
LONGEST_UNIT = 20
USUAL = ("EUR", "USD", "RUB", "PLN", "CZK", "UAH", "GBP")

_AMOUNT = r"(?P<sign>[+\-−–]?)(?P<whole>[0-9]+)(?:(?P<mark>[.,])(?P<part>[0-9]+))?"
_AMOUNT_FIRST = re.compile(rf"{_AMOUNT}\s*(?P<unit>[^0-9.,].*)?", re.DOTALL)
_UNIT_FIRST = re.compile(rf"(?P<unit>[^0-9]*?)\s*{_AMOUNT}", re.DOTALL)
_EXACT = re.compile(r"[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Coin:
    """What amounts are counted in: the smallest coin, of which a unit of ``currency`` has ``10 ** decimals``.

    ``currency`` is None where points are settled as points; their smallest coin is a hundredth, so that the average of
    a table of four or five is exact.
    """

    currency: str | None
    decimals: int

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

    The decimal mark is a point or a comma. Refused with M901 to M905 where it cannot be taken for one exact amount.
    """
    bare = unicodedata.normalize("NFC", text).strip()
    found = _AMOUNT_FIRST.fullmatch(bare) or _UNIT_FIRST.fullmatch(bare)
    if found is None:
        raise Refused(finding("M901", found=text[:60]))
    whole, part, unit = found["whole"], found["part"] or "", (found["unit"] or "").strip()
    if found["mark"] == "," and len(part) == 3 and whole.strip("0"):
        raise Refused(finding("M901", "thousands", found=text[:60], small=f"{whole}.{part}", big=whole + part))
    if found["sign"] not in ("", "+"):
        raise Refused(finding("M904", found=text[:60]))
    if not unit:
        raise Refused(finding("M902", found=text[:60]))
    return stake_of(f"{whole}.{part}" if part else whole, unit)


def read_money(text: str, of: str) -> Stake:
    """An amount that is no stake, written like one: of a ``payment``, or an ``entry`` into a pot. Refused as
    ``read_stake``, in words of its own."""
    try:
        return read_stake(text)
    except Refused as refused:
        told = (one if one.how or one.is_a("unknown-currency") else replace(one, how=of) for one in refused.findings)
        raise Refused(*told, status=refused.status) from None


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
    if folded in HUNDREDTHS:
        return Stake(_hundredth(whole, part), HUNDREDTHS[folded])
    return Stake(per_point, _currency(SPELLINGS.get(folded, unit)))


def _hundredth(whole: str, part: str) -> str:
    """A hundredth of a decimal: ``("5", "")`` gives ``"0.05"``."""
    digits = whole.rjust(3, "0")
    decimals = (digits[-2:] + part).rstrip("0")
    return (digits[:-2].lstrip("0") or "0") + (f".{decimals}" if decimals else "")


def _currency(unit: str) -> str:
    """The code of a currency; anything else that people play for, matches or sweets, keeps its own name."""
    if unit.upper() in DECIMALS:
        return unit.upper()
    if not unit or len(unit) > LONGEST_UNIT or unit[0] == "." or any(_no_letter(sign) for sign in unit):
        raise Refused(finding("M903", "unit", found=unit[:40], n=LONGEST_UNIT))
    if len(unit) == 3 and unit.isascii() and unit.isupper():
        raise Refused(finding("M903", found=unit, near=_near(unit)))
    return unit


def _no_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "CN" or sign in '#",:;='


def _near(code: str) -> tuple[str, ...]:
    """Codes of the same letters, else usual ones with one letter other."""
    twisted = tuple(other for other in DECIMALS if sorted(other) == sorted(code))
    one_off = tuple(other for other in USUAL if sum(a != b for a, b in zip(code, other, strict=True)) == 1)
    return (twisted or one_off or USUAL)[:3]


def write_stake(stake: Stake) -> str:
    """A stake as a line: ``0.05 EUR``; ``read_stake`` inverts it."""
    return f"{stake.per_point} {stake.currency}"


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
        return Fraction(10**POINTS.decimals)
    exact = stake_of(stake.per_point, stake.currency)
    return Fraction(exact.per_point) * Fraction(10 ** coin_of(exact).decimals)

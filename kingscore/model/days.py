"""Days as people write them: with figures or the names of months, in the languages of the program."""

from __future__ import annotations

import re
from datetime import date, timedelta

from kingscore.model.findings import Finding, finding
from kingscore.model.folding import loose

#: No game is older.
FIRST_DAY = date(1900, 1, 1)
#: Every month by its names, as they stand in a date too.
MONTHS = tuple(
    tuple(map(loose, names.split()))
    for names in (
        "january январь января sausis sausio",
        "february февраль февраля vasaris vasario",
        "march март марта kovas kovo",
        "april апрель апреля balandis balandžio",
        "may май мая gegužė gegužės",
        "june июнь июня birželis birželio",
        "july июль июля liepa liepos",
        "august август августа rugpjūtis rugpjūčio",
        "september сентябрь сентября rugsėjis rugsėjo",
        "october октябрь октября spalis spalio",
        "november ноябрь ноября lapkritis lapkričio",
        "december декабрь декабря gruodis gruodžio",
    )
)
#: What may stand beside a day or a year: 2026 m. lapkričio 27 d., 27 ноября 2026 г.
BESIDE = frozenset(("m", "d", "г", "год", "года", "th", "st", "nd", "rd", "of"))
#: A spreadsheet program counts days from here; five figures are a day from 1954 to 2119.
SERIALS_FROM, SERIALS = date(1899, 12, 30), range(20000, 80000)

_TIME = re.compile(r"(?:T|,? +)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?$")
_YEAR_FIRST = re.compile(r"([0-9]{4})([-./ ] ?)([0-9]{1,2})\2([0-9]{1,2})\.?")
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-./ ] ?)([0-9]{1,2})\2([0-9]{4})")
_SHORT_YEAR = re.compile(r"([0-9]{1,2})([./])([0-9]{1,2})\2([0-9]{2})")
_NAMED = re.compile(r"(?:[0-9]+|[^\W\d_]+|[\s.,-])+")


def day_of(text: str) -> str | None:
    """The day that a text is, as ``2003-05-05``; empty where day and month may be exchanged or there is no such day,
    None where the text is no day at all."""
    text = _TIME.sub("", text.strip())
    if text.isdecimal() and len(text) == 5 and int(text) in SERIALS:
        return (SERIALS_FROM + timedelta(int(text))).isoformat()
    if found := _YEAR_FIRST.fullmatch(text):
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    elif found := _YEAR_LAST.fullmatch(text) or _SHORT_YEAR.fullmatch(text):
        day, month, year = int(found[1]), int(found[3]), _whole_year(found[4])
        if found[2].strip() != "." and day <= 12 and day != month:
            if month <= 12:
                return ""
            day, month = month, day
    elif named := _named(text):
        year, month, day = named
    else:
        return None
    try:
        return date(year, month, day).isoformat() if year >= FIRST_DAY.year else ""
    except ValueError:
        return ""


def day_remarked(day: str, today: str) -> tuple[Finding, ...]:
    """A hint, U831, at a day that is still to come, or that no game was played on; tomorrow is today somewhere."""
    if day > (date.fromisoformat(today) + timedelta(1)).isoformat():
        return (finding("U831", found=day, expected=today),)
    return (finding("U831", "early", found=day),) if "" < day < FIRST_DAY.isoformat() else ()


def _whole_year(digits: str) -> int:
    """A year, of which the century may be left out: 70 to 99 are of the last one."""
    return int(digits) + (0 if len(digits) > 2 else 1900 if digits >= "70" else 2000)


def _named(text: str) -> tuple[int, int, int] | None:
    """Year, month and day where the month has its name, or at least three letters of it."""
    if len(text) > 40 or not _NAMED.fullmatch(text):
        return None
    parts = [part for part in re.findall(r"[0-9]+|[^\W\d_]+", loose(text)) if part not in BESIDE]
    words = [part for part in parts if not part.isdecimal()]
    numbers = [part for part in parts if part.isdecimal()]
    if len(words) != 1 or len(numbers) != 2 or len(words[0]) < 3:
        return None
    months = [n for n, names in enumerate(MONTHS, 1) if any(name.startswith(words[0]) for name in names)]
    if len(months) != 1:
        return None
    year, day = numbers if len(numbers[0]) == 4 else numbers[::-1]
    return (_whole_year(year), months[0], int(day)) if len(year) in (2, 4) and len(day) <= 2 else None

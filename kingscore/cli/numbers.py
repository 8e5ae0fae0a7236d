"""Numbers, pairs and choices among the words of a command, read strictly; what a missing word is called."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.findings import Refused, finding
from kingscore.model.language import Names
from kingscore.notation.scan import read_int
from kingscore.storage import resources


def whole(word: str, option: str) -> int:
    """A whole number above 0. Refused, status 2: U809."""
    try:
        number = read_int(word)
    except ValueError:
        number = 0
    if number < 1:
        raise Refused(finding("U809", option=option, found=word), status=2)
    return number


def maybe_whole(word: str, option: str) -> int | None:
    """A whole number above 0, None where nothing was said. Refused, status 2: U809."""
    return whole(word, option) if word else None


def pairs(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """``KEY=VALUE`` words as pairs. Refused, status 2: U810; U829 where a key has two values."""
    out: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise Refused(finding("U810", found=word, example="finish=domino"), status=2)
        key, value = key.strip(), value.strip()
        if out.setdefault(key, value) != value:
            raise Refused(finding("U829", option=f"--option {key}", first=out[key], second=value), status=2)
    return tuple(out.items())


def chosen(word: str, option: str, choices: Sequence[str]) -> str:
    """One word of a short list. Refused, status 2: U808."""
    if word not in choices:
        raise Refused(finding("U808", option=option, found=word, expected=tuple(choices)), status=2)
    return word


def word_names(name: str) -> Names:
    """What stands for a word in the help, in all languages: ``LINE``, ``СТРОКА``, ``EILUTĖ``."""
    return Names(tuple((code, (resources.language(code).say(f"cli.word.{name}"),)) for code in resources.LANGUAGES))


def missing(command: str, word: str) -> Refused:
    """A word that a command cannot do without (U803)."""
    return Refused(finding("U803", command=command, missing=word_names(word)), status=2)

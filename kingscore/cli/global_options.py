"""What stands on the command line before any command is looked at: language, game, JSON, help, and the command's own
words. It judges no command and prints nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from itertools import pairwise

from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.storage.resources import LANGUAGES

#: Where the locale stands, the strongest first (POSIX).
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
#: A server's address, or any address with a user's password. A text, made ready when a word looks like one.
ADDRESS = r"postgres[a-z+]*:/|[a-z][a-z0-9+.-]*:/+[^\s/@]*:\S*@"
#: Options that stand alone.
FLAGS = {"--json": "json", "--help": "help", "-h": "help", "--version": "version"}


@dataclass(frozen=True, slots=True)
class Front:
    """A command line taken apart. ``words`` are the command's own words, in order, ``--`` still among them."""

    command: str = ""
    words: tuple[str, ...] = ()
    language: str = ""
    game: str | None = None
    json: bool = False
    help: bool = False
    version: bool = False


def read_front(argv: tuple[str, ...], environ: Mapping[str, str]) -> Front:
    """Take a command line apart. Refused: U804 where a value is missing, U806 where a language is not known, U828 where
    an address stands that may hold a password, U829 where two games are named.

    ``--lang``, ``--game``, ``--json`` and ``--help`` count wherever they stand, but not after ``--``: what follows
    that is never an option.
    """
    _refuse_addresses(argv)
    front, rest = Front(), list(argv)
    words: list[str] = []
    while rest:
        word = rest.pop(0)
        if word == "--":
            words += [word, *rest]
            break
        name, sign, value = word.partition("=")
        if name in ("--lang", "--game"):
            front = _named(front, name, value if sign else _next(rest, name))
        elif name in FLAGS:
            front = _flagged(front, name, bool(sign))
        else:
            words.append(word)
    return _with_command(replace(front, language=front.language or environment_language(environ)), words)


def _refuse_addresses(argv: tuple[str, ...]) -> None:
    """A server's address, or any with a password, would become the name of a file or of a player, for all to see."""
    for before, word in pairwise(("", *argv)):
        if ":/" not in word or "--copy-to" in (before, word.partition("=")[0]):
            continue
        value = word.partition("=")[2] if word.startswith("-") else word
        if re.match(ADDRESS, value, re.IGNORECASE):
            raise Refused(finding("U828", scheme=value.partition(":")[0]), status=2)


def _named(front: Front, name: str, value: str) -> Front:
    """Another language may be said than an abbreviation of the shell's says already: the last one counts."""
    if not value.strip():
        raise Refused(finding("U804", "empty", option=name), status=2)
    if name == "--game":
        if front.game not in (None, value):
            raise Refused(finding("U829", option=name, first=str(front.game), second=value), status=2)
        return replace(front, game=value)
    return replace(front, language=_known(value, name))


def _flagged(front: Front, name: str, valued: bool) -> Front:
    """Refused: U816 where such an option is given a value."""
    if valued:
        raise Refused(finding("U816", option=name), status=2)
    match FLAGS[name]:
        case "json":
            return replace(front, json=True)
        case "version":
            return replace(front, version=True)
        case _:
            return replace(front, help=True)


def _with_command(front: Front, words: list[str]) -> Front:
    """The first word is the command; ``--`` before it changes nothing, and ``help`` asks what ``--help`` does."""
    if words[:1] == ["--"]:
        words = words[1:]
    if words[:1] == ["help"]:
        front, words = replace(front, help=True), words[1:2]
    command, own = (words[0], words[1:]) if words else ("", [])
    return replace(front, command=command, words=tuple(own))


def _next(rest: list[str], name: str) -> str:
    if not rest or rest[0] == "--":
        raise Refused(finding("U804", option=name), status=2)
    return rest.pop(0)


def _known(value: str, source: str) -> str:
    code = _code(value)
    if code not in LANGUAGES:
        raise Refused(finding("U806", source=source, found=value, expected=LANGUAGES), status=2)
    return code


def _code(value: str) -> str:
    """``ru_RU.UTF-8`` and ``ru-RU`` are ``ru``."""
    return value.replace("-", "_").partition("_")[0].partition(".")[0].casefold()


def environment_language(environ: Mapping[str, str]) -> str:
    """The language of ``KINGSCORE_LANG``, else of the locale, else English. Refused: U806 for an unknown one named."""
    if environ.get("KINGSCORE_LANG"):
        return _known(environ["KINGSCORE_LANG"], "KINGSCORE_LANG")
    return locale_language(environ)


def locale_language(environ: Mapping[str, str]) -> str:
    """The language of the locale where it is a shipped one, else English."""
    found = next((environ[key] for key in LOCALE if environ.get(key)), "")
    if not found and os.name == "nt":
        import locale

        found = locale.getlocale()[0] or ""
        found = {"russian": "ru", "lithuanian": "lt"}.get(found.partition("_")[0].casefold(), found)
    return _code(found) if _code(found) in LANGUAGES else "en"


def spoken(argv: tuple[str, ...], environ: Mapping[str, str]) -> str:
    """The language in which even a faulty command line is answered: a good ``--lang``, else the environment's."""
    options = argv[: argv.index("--")] if "--" in argv else argv
    for word, after in zip(options, (*options[1:], ""), strict=False):
        value = after if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if _code(value) in LANGUAGES:
            return _code(value)
    if _code(environ.get("KINGSCORE_LANG", "")) in LANGUAGES:
        return _code(environ["KINGSCORE_LANG"])
    return locale_language(environ)

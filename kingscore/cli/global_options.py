"""What stands on the command line before any command is looked at: language, game, JSON, help, and the other words."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

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
class CommandLine:
    """A command line taken apart. ``words`` are the command and its own words, in order, ``--`` still among them."""

    words: tuple[str, ...] = ()
    language: str = ""
    game: str | None = None
    json: bool = False
    help: bool = False
    version: bool = False


def read_command_line(argv: tuple[str, ...], environ: Mapping[str, str]) -> CommandLine:
    """Take a command line apart. Refused: U804 where a value is missing, U806 where a language is not known, U828 where
    an address stands that may hold a password, U829 where two games are named.

    ``--lang``, ``--game``, ``--json`` and ``--help`` count wherever they stand, but not after ``--``: what follows
    that is never an option. ``help`` as the first word asks what ``--help`` does.
    """
    _refuse_addresses(argv)
    line, rest = CommandLine(), list(argv)
    words: list[str] = []
    flags: set[str] = set()
    while rest:
        word = rest.pop(0)
        if word == "--":
            words += [word, *rest] if words else rest
            break
        name, sign, value = word.partition("=")
        if name in ("--lang", "--game"):
            line = _named(line, name, value if sign else _next(rest, name))
        elif name in FLAGS and sign:
            raise Refused(finding("U816", option=name), status=2)
        elif name in FLAGS:
            flags.add(FLAGS[name])
        else:
            words.append(word)
    if words[:1] == ["help"]:
        flags, words = flags | {"help"}, words[1:]
    line = replace(line, json="json" in flags, help="help" in flags, version="version" in flags)
    return replace(line, words=tuple(words), language=line.language or environment_language(environ))


def _refuse_addresses(argv: tuple[str, ...]) -> None:
    """A server's address, or any with a password, would become the name of a file or of a player, for all to see."""
    for place, word in enumerate(argv):
        if ":/" not in word or [other for other in argv[:place] if other[:1] != "-"][-2:] == ["library", "copy"]:
            continue
        value = word.partition("=")[2] if word.startswith("-") else word
        if re.match(ADDRESS, value, re.IGNORECASE):
            raise Refused(finding("U828", scheme=value.partition(":")[0]), status=2)


def _named(line: CommandLine, name: str, value: str) -> CommandLine:
    """Another language may be said than an abbreviation of the shell's says already: the last one counts."""
    if not value.strip():
        raise Refused(finding("U804", "empty", option=name), status=2)
    if name == "--game":
        if line.game not in (None, value):
            raise Refused(finding("U829", option=name, first=str(line.game), second=value), status=2)
        return replace(line, game=value)
    return replace(line, language=_known(value, name))


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

"""Runs one command line: takes it apart, calls the command, and reports whatever stops it, which happens only here."""

from __future__ import annotations

import codecs
import os
import re
import sys
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from kingscore.cli.commands import PROGRAM
from kingscore.cli.context import Context
from kingscore.model.findings import Refused, finding
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES

INTERRUPTED = 130
#: Where the locale stands, the strongest first (POSIX).
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
#: A server's address, or any address with a user's password. A text, made ready when a word looks like one.
ADDRESS = r"postgres[a-z+]*:/|[a-z][a-z0-9+.-]*:/+[^\s/@]*:\S*@"
#: Options that stand alone.
FLAGS = {"--json": "json", "--help": "help", "-h": "help", "--version": "version"}
#: What stands for signs that an output lacks, as codecs know it.
FALLBACK = "kingscore.letters"
SIGNS = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "·": "-",
    "×": "x",
    "→": "->",
    "⚑": "!",
    "№": "No.",
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("─━│┃┌┐└┘├┤┬┴┼", "-"),
    **dict.fromkeys("│┃", "|"),
}
CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya yo".replace("_", "").split(" "),
        strict=True,
    )
)


def run(argv: tuple[str, ...], environ: Mapping[str, str]) -> int:
    """The exit status of a command line; whatever happens is said as a finding, never as a traceback."""
    # Standard streams that were closed when the program began lead nowhere; in this order, so that each gets the number
    # of its own: else a file opened later, the games too, would get it.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the program ends
        if mode == "w" and hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors=FALLBACK)
    context: Context | None = None
    try:
        line = read_command_line(argv, environ)
        context = Context(resources.language(line.language), environ, line.game, line.json)
        status = answer(line, context)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        return _nobody_reads()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        refused = refusal(fault, environ)
    try:
        context = context or Context(resources.language(spoken(argv, environ)), environ, json="--json" in argv)
        context.refuse(refused.findings, refused.players)
        sys.stdout.flush()
    except OSError:
        _nobody_reads()
    return refused.status


def answer(line: CommandLine, context: Context) -> int:
    """Do what the command line asks for."""
    if "_KINGSCORE_COMPLETE" in context.environ:
        from kingscore.cli.program import complete

        return complete(context)
    if line.version:
        from kingscore import __version__

        print(f"kingscore {__version__}")
        return 0
    if line.help or not line.words:
        from kingscore.cli.program import page

        context.write(page(context, line.words))
        return 0
    with PROGRAM.make_context("kingscore", list(line.words), obj=context) as ctx:
        return int(PROGRAM.invoke(ctx) or 0)


def refusal(fault: Exception, environ: Mapping[str, str]) -> Refused:
    """What is said of a fault: itself where it is a refusal, U891 where the system refused, else U899 with the place in
    the program; the traceback only on request."""
    if isinstance(fault, Refused):
        return fault
    if isinstance(fault, OSError):
        from kingscore.app.files import trouble

        return Refused(trouble(fault), status=3)
    import traceback

    if environ.get("KINGSCORE_TRACEBACK") == "1":
        traceback.print_exception(fault)
    last = traceback.extract_tb(fault.__traceback__)[-1:]
    where = f"{os.path.basename(last[0].filename)}:{last[0].lineno}" if last else "—"
    said = finding("U899", kind=type(fault).__name__, reason=str(fault)[:200] or "—", where=where)
    return Refused(said, status=3)


def _nobody_reads() -> int:
    """The reader of our output is gone; what was acknowledged stands. Nothing more is written, at exit neither."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
    return 0


# The command line taken apart


class CommandLine(NamedTuple):
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
            if not sign and rest[:1] in ([], ["--"]):
                raise Refused(finding("U804", option=name), status=2)
            line = _named(line, name, value if sign else rest.pop(0))
        elif name in FLAGS and sign:
            raise Refused(finding("U816", option=name), status=2)
        elif name in FLAGS:
            flags.add(FLAGS[name])
        else:
            words.append(word)
    if words[:1] == ["help"]:
        flags, words = flags | {"help"}, words[1:]
    line = line._replace(json="json" in flags, help="help" in flags, version="version" in flags)
    return line._replace(words=tuple(words), language=line.language or environment_language(environ, strict=True))


def _refuse_addresses(argv: tuple[str, ...]) -> None:
    """A server's address, or any with a password, would become the name of a file or of a player, for all to see."""
    for place, word in enumerate(argv):
        if ":/" not in word or [other for other in argv[:place] if other[:1] != "-"][-2:] == ["library", "copy"]:
            continue
        for value in (word, word.partition("=")[2]):
            if re.match(ADDRESS, value, re.IGNORECASE):
                raise Refused(finding("U828", scheme=value.partition(":")[0]), status=2)


def _named(line: CommandLine, name: str, value: str) -> CommandLine:
    """Another language may be said than an abbreviation of the shell's says already: the last one counts."""
    if not value.strip():
        raise Refused(finding("U804", "empty", option=name), status=2)
    if name == "--game":
        if line.game not in (None, value):
            raise Refused(finding("U829", option=name, first=str(line.game), second=value), status=2)
        return line._replace(game=value)
    return line._replace(language=_language(value, name))


def _language(value: str, source: str = "") -> str:
    """The shipped language that a word or a locale means: ``ru_RU.UTF-8`` and ``ru-RU`` are ``ru``; empty for none.
    Refused, status 2: U806 for none where somebody named it in a ``source``."""
    code = re.split(r"[-_.]", value)[0].casefold()
    if source and code not in LANGUAGES:
        raise Refused(finding("U806", source=source, found=value, expected=LANGUAGES), status=2)
    return code if code in LANGUAGES else ""


def environment_language(environ: Mapping[str, str], strict: bool = False) -> str:
    """The language of ``KINGSCORE_LANG``, else of the locale, else English. Refused if ``strict``: U806."""
    if named := environ.get("KINGSCORE_LANG"):
        code = _language(named, "KINGSCORE_LANG" if strict else "")
        if code:
            return code
    found = next((environ[key] for key in LOCALE if environ.get(key)), "")
    if not found and os.name == "nt":
        import locale

        found = locale.getlocale()[0] or ""
        found = {"russian": "ru", "lithuanian": "lt"}.get(found.partition("_")[0].casefold(), found)
    return _language(found) or "en"


def spoken(argv: tuple[str, ...], environ: Mapping[str, str]) -> str:
    """The language in which even a faulty command line is answered: a good ``--lang``, else the environment's."""
    options = argv[: argv.index("--")] if "--" in argv else argv
    for word, after in zip(options, (*options[1:], ""), strict=False):
        value = after if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if code := _language(value):
            return code
    return environment_language(environ)


# Outputs that lack signs


def ascii_for(fault: UnicodeError) -> tuple[str, int]:
    """What stands for signs that an output's encoding lacks: a sign, a letter without accents or in Latin, ``?``."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    out = ""
    for character in fault.object[fault.start : fault.end]:
        plain = "".join(c for c in unicodedata.normalize("NFKD", character) if c.isascii() and c.isprintable())
        latin = CYRILLIC.get(character.lower())
        if character in SIGNS:
            out += SIGNS[character]
        elif plain or latin is None:
            out += plain or ("" if unicodedata.category(character) in ("Mn", "Cf") else "?")
        else:
            out += latin if character.islower() else latin.capitalize()
    return out, fault.end


codecs.register_error(FALLBACK, ascii_for)

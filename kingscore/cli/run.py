"""Runs one command line: takes it apart, calls the command, and reports whatever stops it, which happens only here."""

from __future__ import annotations

import codecs
import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kingscore.cli.commands import PROGRAM
from kingscore.cli.context import Context
from kingscore.model.findings import Finding, Refused, finding
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
    **dict(zip("♠♥♦♣×⚑", "SHDCx!", strict=True)),
    **dict(zip("…→№", ("...", "->", "No."), strict=True)),
    **dict.fromkeys("−–—·", "-"),
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
    line = read_command_line(argv, environ)
    context = Context(resources.language(line.language), environ, line.game, line.json)
    try:
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
        context.refuse(refused.findings, refused.players)
        sys.stdout.flush()
    except OSError:
        _nobody_reads()
    return refused.status


def answer(line: CommandLine, context: Context) -> int:
    """Do what the command line asks for. Refused, status 2: what is wrong with the line itself."""
    if line.faults:
        raise Refused(line.faults[0], status=2)
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
    """A command line taken apart. ``words`` are the command and its own words, in order, ``--`` still among them;
    ``faults`` is what is wrong with it, which is said in its language all the same."""

    words: tuple[str, ...] = ()
    language: str = ""
    game: str | None = None
    json: bool = False
    help: bool = False
    version: bool = False
    faults: tuple[Finding, ...] = ()


def read_command_line(argv: tuple[str, ...], environ: Mapping[str, str]) -> CommandLine:
    """Take a command line apart. Its faults: U804 where a value is missing, U806 where a language is not known, U816
    for a value that an option does not take, U828 where an address stands that may hold a password, U829 where two
    games are named.

    ``--lang``, ``--game``, ``--json`` and ``--help`` count wherever they stand, but not after ``--``: what follows
    that is never an option. ``help`` as the first word asks what ``--help`` does. The last language said counts, since
    an abbreviation of the shell's may say one already.
    """
    rest, words, flags, faults = list(argv), list[str](), set[str](), [*_addresses(argv)]
    language, game = "", None
    while rest:
        word = rest.pop(0)
        if word == "--":
            words += [word, *rest] if words else rest
            break
        name, sign, value = word.partition("=")
        if name in ("--lang", "--game"):
            missing = not sign and rest[:1] in ([], ["--"])
            value = value if sign or missing else rest.pop(0)
            if not value.strip():
                faults.append(finding("U804", "" if missing else "empty", option=name))
            elif name == "--lang":
                language = _language(value) or language
                faults += [] if _language(value) else [_unknown_language(name, value)]
            elif game not in (None, value):
                faults.append(finding("U829", option=name, first=str(game), second=value))
            else:
                game = value
        elif name in FLAGS and sign:
            faults.append(finding("U816", option=name))
        elif name in FLAGS:
            flags.add(FLAGS[name])
        else:
            words.append(word)
    if words[:1] == ["help"]:
        flags, words = flags | {"help"}, words[1:]
    named = environ.get("KINGSCORE_LANG", "")
    if named and not language and not _language(named):
        faults.append(_unknown_language("KINGSCORE_LANG", named))
    language = language or _language(named) or _locale_language(environ)
    asked = {flag: flag in flags for flag in ("json", "help", "version")}
    return CommandLine(tuple(words), language, game, **asked, faults=tuple(faults))


def _addresses(argv: tuple[str, ...]) -> Iterator[Finding]:
    """A server's address, or any with a password, would become the name of a file or of a player, for all to see."""
    for place, word in enumerate(argv):
        if ":/" not in word or [other for other in argv[:place] if other[:1] != "-"][-2:] == ["library", "copy"]:
            continue
        for value in (word, word.partition("=")[2]):
            if re.match(ADDRESS, value, re.IGNORECASE):
                yield finding("U828", scheme=value.partition(":")[0])


def _language(value: str) -> str:
    """The shipped language that a word or a locale means: ``ru_RU.UTF-8`` and ``ru-RU`` are ``ru``; empty for none."""
    code = re.split(r"[-_.]", value)[0].casefold()
    return code if code in LANGUAGES else ""


def _unknown_language(source: str, value: str) -> Finding:
    return finding("U806", source=source, found=value, expected=LANGUAGES)


def _locale_language(environ: Mapping[str, str]) -> str:
    """The language of the locale, else English; Windows says it by its English name (``Russian_Russia``)."""
    found = next((environ[key] for key in LOCALE if environ.get(key)), "")
    if not found and os.name == "nt":
        import locale

        found = locale.getlocale()[0] or ""
        name = found.partition("_")[0].casefold()
        english = (code for code in LANGUAGES if resources.language(code).say("language.english").casefold() == name)
        found = next(english, found)
    return _language(found) or "en"


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

"""Runs one command line: takes it apart, calls the command, and reports whatever stops it, which happens only here."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Mapping

from kingscore.cli.commands import PROGRAM, CommandLine, read_command_line
from kingscore.cli.context import Context
from kingscore.model.findings import Refused, finding
from kingscore.storage import resources

INTERRUPTED = 130
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

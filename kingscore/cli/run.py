"""Runs one command line: takes it apart, calls the command, and is the one place where what stops a command is said."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from kingscore.cli.ascii_fallback import tolerant
from kingscore.cli.commands import PROGRAM
from kingscore.cli.context import Context
from kingscore.cli.global_options import CommandLine, read_command_line, spoken
from kingscore.model.findings import Finding, Refused, finding
from kingscore.storage import resources

INTERRUPTED = 130


def run(argv: tuple[str, ...], environ: Mapping[str, str]) -> int:
    """The exit status of a command line; whatever happens is said as a finding, never as a traceback."""
    open_closed()
    tolerant(sys.stdout)
    tolerant(sys.stderr)
    context = Context(resources.language(spoken(argv, environ)), environ, json="--json" in argv)
    try:
        line = read_command_line(argv, environ)
        context = Context(resources.language(line.language), environ, line.game, line.json)
        status = answer(line, context)
        sys.stdout.flush()
        return status
    except Refused as refused:
        return _say(context, refused)
    except BrokenPipeError:
        return _nobody_reads()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as fault:
        from kingscore.app.files import trouble

        return _say(context, Refused(trouble(fault), status=3))
    except Exception as fault:
        return _say(context, Refused(unexpected(fault, environ), status=3))


def open_closed() -> None:
    """Standard streams that were closed when the program began lead nowhere instead.

    In this order, so that each gets the number of its own: else a file opened later, the games too, would get it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the program ends


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


def unexpected(fault: Exception, environ: Mapping[str, str]) -> Finding:
    """U899: what should not have happened, with the place in the program; the traceback only on request."""
    import traceback

    if environ.get("KINGSCORE_TRACEBACK") == "1":
        traceback.print_exc()
    last = traceback.extract_tb(fault.__traceback__)[-1:]
    where = f"{os.path.basename(last[0].filename)}:{last[0].lineno}" if last else "—"
    return finding("U899", kind=type(fault).__name__, reason=str(fault)[:200] or "—", where=where)


def _say(context: Context, refused: Refused) -> int:
    try:
        context.refuse(refused.findings, refused.players)
        sys.stdout.flush()
    except OSError:
        _nobody_reads()
    return refused.status


def _nobody_reads() -> int:
    """The reader of our output is gone; what was acknowledged stands. Nothing more is written, at exit neither."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
    return 0

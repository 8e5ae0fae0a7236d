"""What a command has made, handed out: into the file that is named, or printed. It makes nothing itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kingscore.cli.context import Context
from kingscore.cli.numbers import chosen
from kingscore.model.findings import Refused, finding
from kingscore.render.formats import FORMATS, Show, formats_for, named

if TYPE_CHECKING:
    from kingscore.render.formats import Rendered

#: Stands for standard output where a file could be named.
STANDARD_OUTPUT = "-"


def form_of(word: str, *shows: Show) -> str:
    """The format that a word asks for, of those that can show such a thing. Refused, status 2: U808."""
    return chosen(named(word), "--to", formats_for(*shows))


def exported_form(word: str, chart: bool) -> str:
    """The format of a game: itself unless said, its picture an SVG. Refused, status 2: U808."""
    return form_of(word or "svg", "chart") if chart else form_of(word or "king", "sheet", "game")


def suffix(output: str) -> str:
    """The format that a file's name asks for: ``pdf`` for ``evening.pdf``."""
    return Path(output).suffix[1:].lower()


def hand_out(context: Context, form: str, made: Rendered, where: tuple[str, bool]) -> int:
    """Write what was made into the file named, or print it. Refused: U820, and U822 where it is nothing to print."""
    from kingscore.storage.files import write_out

    output, force = where
    if output and output != STANDARD_OUTPUT:
        write_out(Path(output), made.content, force)
        context.tell("told.written", file=output)
        context.document({**context.findings(made.findings), "to": form, "file": output})
    else:
        _print(context, form, made)
    context.report(made.findings)
    return 0


def _print(context: Context, form: str, made: Rendered) -> None:
    text = FORMATS[form].text
    if not text and (context.json or sys.stdout.isatty()):
        raise Refused(finding("U822", to=form), status=2)
    if not text:
        sys.stdout.buffer.write(made.content)
        return
    content = made.content.decode("utf-8")
    context.write(content.removesuffix("\n"))
    context.document({**context.findings(made.findings), "to": form, "content": content})

"""The command that says all that is wrong in game files: check."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from kingscore.cli import options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context, Progress
from kingscore.cli.format_finding import checked_document, checked_lines
from kingscore.model.findings import Refused
from kingscore.model.frozen import dataclass, replace
from kingscore.render.text_width import room
from kingscore.storage import resources

if TYPE_CHECKING:
    from kingscore.app.code_filter import Choice
    from kingscore.app.files import Asked, Checked


@app.command("check", cls=GameCommand)
def check(
    ctx: typer.Context,
    files: Annotated[list[str] | None, typer.Argument()] = None,
    fix: Annotated[bool, typer.Option("--fix")] = False,
    select: Annotated[list[str] | None, typer.Option("--select", autocompletion=options.codes)] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", autocompletion=options.codes)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl")] = False,
    variant: options.Variant = "",
    option: options.HouseRules = None,
    output: options.Output = "",
    force: options.Force = False,
) -> int:
    """Say all that is wrong in game files."""
    from kingscore.app.code_filter import choice
    from kingscore.app.files import files_in

    context = Context.of(ctx)
    given: dict[str, object] = {
        "--quiet": quiet,
        "--jsonl": jsonl,
        "--json": context.json,
        "--game": context.game,
        "--fix": fix,
    }
    given |= {"files": files, "--variant": variant, "--option": option, "--output": output, "--force": force}
    _refuse_halves(given)
    chosen = choice(select or [], ignore or [])
    asked = asked_for(variant, option)
    manner = Manner(context.language.code, jsonl or context.json, room(sys.stdout), asked, chosen, quiet)
    if fix:
        return mended(context, files or [], manner, (output, force))
    if not files:
        return in_play(context, manner)
    status, kept = 0, list[str]()
    with closing(_checked(context, files_in(files), manner)) as every:
        for one in every:
            status = max(status, one.status)
            if context.json:
                kept.append(one.text)
            elif one.text:
                print(one.text)
    if context.json:
        print(f'{{"ok": {json.dumps(not status)}, "files": [{", ".join(kept)}]}}')
    return status


def _refuse_halves(given: Mapping[str, object]) -> None:
    """Refused, status 2: U814 for what asks for two things at once, U823 for what would change nothing."""
    if given["--fix"]:
        options.refuse_beside("--fix", ((word, given[word]) for word in ("--quiet", "--jsonl", "--json")))
    if given["--json"]:
        options.refuse_beside("--json", (("--jsonl", given["--jsonl"]),))
    if given["files"]:
        options.refuse_beside("files", (("--game", given["--game"]),))
    needs = (
        ("--variant", "files"),
        ("--option", "files"),
        ("--output", "--fix"),
        ("--output", "files"),
        ("--force", "--fix"),
    )
    for word, other in needs:
        if given[word] and not given[other]:
            raise options.without(word, other)


def _checked(context: Context, names: Sequence[str], manner: Manner) -> Generator[Told, None, None]:
    """Each file in turn, how far it is on a terminal's last line where there is a lot of them."""
    from kingscore.app.parallel import each

    # Other processes cannot read this one's standard input.
    processes = 1 if "-" in names else None
    progress = Progress(sys.stderr, len(names), lambda **values: context.say("check.progress", **values))
    with closing(each(names, partial(told, manner), processes)) as parts, progress:
        for part in parts:
            progress.clear()
            yield from part
            progress.show(len(part), sum(one.status > 0 for one in part))


@dataclass(frozen=True, slots=True)
class Manner:
    """How a file is told: in which language, as a document or for people, in how many columns."""

    language: str
    as_document: bool
    within: int | None
    asked: Asked
    choice: Choice
    quiet: bool = False


def mended(context: Context, files: Sequence[str], manner: Manner, where: tuple[str, bool]) -> int:
    """What is wrong mended as somebody says, in the game in play where no file is named."""
    from kingscore.app.files import files_in
    from kingscore.cli import fix

    if not files:
        return fix.fix_stored(context, manner.choice)
    return fix.fix_files(context, files_in(files), manner.choice, where, manner.asked)


def in_play(context: Context, manner: Manner) -> int:
    """The game in play checked, or the one that ``--game`` names."""
    from kingscore.cli.fix import checked_stored

    one = said_of(manner, checked_stored(context, manner.choice), stored=True)
    if one.text:
        print(f'{{"ok": {json.dumps(not one.status)}, "files": [{one.text}]}}' if context.json else one.text)
    return one.status


def wanted(checked: Checked, chosen: Choice) -> Checked:
    """A file with those of its findings that are wanted; one that could not be opened stays as it is."""
    if not checked.opened:
        return checked
    kept, left = chosen.parted(checked.findings)
    return replace(checked, findings=kept, left_out=left)


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a file, and the exit status that it deserves by itself."""

    status: int
    text: str


def told(manner: Manner, file: str) -> Told:
    """A file checked and told; in a process of its own where there are many."""
    from kingscore.app.files import check_file

    return said_of(manner, wanted(check_file(file, standard_input, manner.asked), manner.choice))


def said_of(manner: Manner, checked: Checked, stored: bool = False) -> Told:
    """What is said of a file, or of a ``stored`` game, that was checked."""
    language = resources.language(manner.language)
    if manner.quiet and checked.ok:
        return Told(
            0, json.dumps(checked_document(checked, language), ensure_ascii=False) if manner.as_document else ""
        )
    if manner.as_document:
        text = json.dumps(checked_document(checked, language), ensure_ascii=False)
    else:
        text = "\n".join(checked_lines(checked, language, manner.within, manner.quiet, stored))
    return Told(3 if not checked.opened else int(not checked.ok), text)


def asked_for(variant: str, option: list[str] | None) -> Asked:
    """By which rules tables are to be read. Refused, status 2: V301 no such variant, U810 no option."""
    from kingscore.app.files import Asked

    if variant:
        try:
            resources.variant(variant)
        except Refused as refused:
            raise Refused(*refused.findings, status=max(2, refused.status)) from None
    return Asked(variant, options.pairs(option))


def standard_input(most: int) -> bytes:
    """At most so many bytes of standard input."""
    return sys.stdin.buffer.read(most)

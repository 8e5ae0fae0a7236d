"""The commands that say what is wrong: check, explain."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from kingscore.cli.columns import columns, room, wrapped
from kingscore.cli.context import Context
from kingscore.cli.format_finding import checked_document, checked_lines
from kingscore.cli.progress import Progress
from kingscore.model.findings import CODES, Code, Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.storage import resources

if TYPE_CHECKING:
    from kingscore.app.code_filter import Choice
    from kingscore.app.files import Asked, Checked


def check(
    ctx: typer.Context,
    files: Annotated[list[str] | None, typer.Argument()] = None,
    fix: Annotated[bool, typer.Option("--fix")] = False,
    select: Annotated[list[str] | None, typer.Option("--select")] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl")] = False,
    variant: Annotated[str, typer.Option("--variant")] = "",
    option: Annotated[list[str] | None, typer.Option("--option")] = None,
    output: Annotated[str, typer.Option("-o", "--output")] = "",
    force: Annotated[bool, typer.Option("--force")] = False,
) -> int:
    """Say all that is wrong in game files."""
    from kingscore.app.code_filter import choice
    from kingscore.app.files import files_in

    context = Context.of(ctx)
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
    from kingscore.cli.numbers import pairs

    if variant:
        try:
            resources.variant(variant)
        except Refused as refused:
            raise Refused(*refused.findings, status=max(2, refused.status)) from None
    return Asked(variant, pairs(option or []))


def standard_input(most: int) -> bytes:
    """At most so many bytes of standard input."""
    return sys.stdin.buffer.read(most)


def explain(ctx: typer.Context, code: Annotated[str, typer.Argument()] = "") -> int:
    """What a code means."""
    context = Context.of(ctx)
    if code:
        several = [explained(context, known) for known in _found(code)]
        context.write("\n\n".join(page(context, told) for told in several))
        context.document(several[0] if len(several) == 1 else {"codes": several})
        return 0
    codes = [explained(context, known) for known in CODES.values()]
    context.write(columns([(one["code"], one["name"], one["title"]) for one in codes], right=False))
    context.document({"codes": codes})
    return 0


def _found(word: str) -> tuple[Code, ...]:
    """A code by its letter and digits, or all that bear a name. Refused, status 2: U813."""
    import difflib

    wanted = word.casefold()
    found = tuple(known for known in CODES.values() if wanted in (known.code.casefold(), known.slug))
    if found:
        return found
    names = {name.casefold(): name for known in CODES.values() for name in (known.code, known.slug)}
    near = tuple(names[name] for name in difflib.get_close_matches(wanted, names, n=3))
    raise Refused(finding("U813", "near" if near else "", found=word, near=near), status=2)


def explained(context: Context, code: Code) -> dict[str, str]:
    """What there is to say of a code."""
    texts = context.language.texts(code.family.area)
    told = {part: _plain(str(texts[f"{code.code}.{part}"])) for part in ("title", "why", "wrong", "right")}
    return {"code": code.code, "name": code.slug, "severity": code.severity, **told}


def _plain(text: str) -> str:
    """A text that has no values; the braces of a document may stand doubled in it or as they are."""
    try:
        return text.format_map({})
    except (KeyError, ValueError, IndexError):
        return text


def page(context: Context, told: dict[str, str]) -> str:
    """The explanation of a code as people read it."""
    lines = [f"{told['code']} · {told['title']}", *wrapped(told["why"], room(sys.stdout)), ""]
    for part in ("wrong", "right"):
        lines += [context.say(f"explain.{part}"), *("  " + line for line in told[part].splitlines())]
    return "\n".join(lines)
